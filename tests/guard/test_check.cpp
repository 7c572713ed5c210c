#include <doctest/doctest.h>

#include "guard/world.h"

namespace npuspec::guard {
namespace {

// The rules of a tiled descriptor in their order: what the language was made for.
void describe_tiles(World& world) {
  world.let("elements", "prod(sizes[i] for i in 0..<rank)");
  world.let("input_extent", "dtype.bytes + sum((sizes[i] - 1) * strides[i] for i in 0..<rank)");
  world.let("extent[x in tile_axis]", "if tile_axes[x] >= 0 then sizes[tile_axes[x]] else 1");
  world.let("full[x in tile_axis]", "extent[x] / tile_shape[x]");
  world.let("tail[x in tile_axis]", "extent[x] % tile_shape[x]");
  world.let("tiles[x in tile_axis]", "ceil_div(extent[x], tile_shape[x])");
  world.let("slices", "prod(sizes[i] for i in 0..<rank if all(tile_axes[x] != i for x in tile_axis))");
  world.let("class_tiles[k in 0..<16]", "prod(if bit(k, x) then min(tail[x], 1) else full[x] for x in tile_axis)");
  world.let("class_side[k in 0..<16, x in tile_axis]", "if bit(k, x) then tail[x] else tile_shape[x]");
  world.let("class_payload[k in 0..<16]",
            "class_side[k, D] * class_side[k, H] * class_side[k, W] * align_up(class_side[k, C], 16)");
  world.let("class_bytes[k in 0..<16]", "if class_tiles[k] == 0 then 0 else align_up(class_payload[k], 16)");
  world.let("slice_bytes", "sum(class_tiles[k] * class_bytes[k] for k in 0..<16)");
  world.let("output_bytes", "slices * slice_bytes");
  for (std::string_view rule : {
           "rank in 1..6",
           "known(dtype)",
           "all(sizes[i] in 0..<4 GiB for i in 0..<rank)",
           "all(sizes[i] == 0 for i in rank..<6)",
           "all(strides[i] in 0..<4 GiB for i in 0..<rank)",
           "all(strides[i] == 0 for i in rank..<6)",
           "all(tile_axes[x] in -1..5 for x in tile_axis)",
           "all(tile_shape[x] in 1..<4 GiB for x in tile_axis)",
           "elements in 1..4 GiB",
           "all(strides[i] >= dtype.bytes for i in 0..<rank if sizes[i] > 1)",
           "all(strides[i] % dtype.bytes == 0 for i in 0..<rank)",
           "input_extent <= 4 GiB",
           "all(tile_axes[x] < rank for x in tile_axis)",
           "all(tile_axes[x] >= 0 or tile_shape[x] == 1 for x in tile_axis)",
           "slice_bytes <= 4 GiB",
           "output_bytes <= 4 GiB",
       }) {
    CAPTURE(rule);
    CHECK(world.hold(rule));
  }
}

TEST_CASE("the rules of a tiled descriptor are proved, each from those before it") {
  World world;
  describe_tiles(world);
  CHECK(world.messages().empty());
  CHECK(world.checker.finish());
}

}  // namespace
}  // namespace npuspec::guard
