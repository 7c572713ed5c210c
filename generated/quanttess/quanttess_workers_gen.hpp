// Which worker takes a request of quanttess, and what it may use, in C++.
// Source: QuantTess contract, Fused DMA and local arithmetic to Fast interiors
// Made from specs/quanttess/workers.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_gen.hpp"

// Which private worker runs an admitted request, and what it may keep in local memory.
namespace npuspec::quanttess_workers {

// least source bytes of a transfer worth a DMA, after rows are merged
// Source: QuantTess contract, Compact direct-tile workers (128 source bytes in a regular full tile) and Fused DMA and
// local arithmetic (the threshold is evaluated after adjacent rows are merged); that it is 128 for every worker: our
// decision
// specs/quanttess/workers.yaml:14
inline constexpr std::uint32_t kDmaThreshold = 128;

// what aligning two slot bases may cost
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:15
inline constexpr std::uint32_t kAlignSlack = 126;

// alignment of a slot base
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:16
inline constexpr std::uint32_t kSlotAlign = 64;

// logical channels of the RGB worker
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:17
inline constexpr std::uint32_t kRgbChannels = 3;

// stored channels of the RGB worker
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:18
inline constexpr std::uint32_t kRgbStored = 16;

// pixels of an RGB tile at most
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:19
inline constexpr std::uint32_t kRgbPixels = 128;

// elements of an unpadded direct tile at most
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:20
inline constexpr std::uint32_t kDirectElements = 4096;

// source elements of a grouped patch at most
// Source: QuantTess contract, Compact grouped C16 worker
// specs/quanttess/workers.yaml:21
inline constexpr std::uint32_t kPatchElementsMax = 4608;

// output bytes of a grouped patch at most
// Source: QuantTess contract, Compact grouped C16 worker
// specs/quanttess/workers.yaml:22
inline constexpr std::uint32_t kPatchOutputMax = 6144;

// input bytes of a slot of the general worker
// Source: QuantTess contract, Fused DMA and local arithmetic
// specs/quanttess/workers.yaml:23
inline constexpr std::uint32_t kGeneralSource = 18432;

// output bytes of a slot of the general worker
// Source: QuantTess contract, Fused DMA and local arithmetic
// specs/quanttess/workers.yaml:24
inline constexpr std::uint32_t kGeneralOutput = 6144;

// a multirow DMA takes a signed pitch, of 32 bits
// Source: QuantTess contract, Compact direct-tile workers (a representable signed row pitch); 32 bits: our decision,
// the contract names no width
// specs/quanttess/workers.yaml:25
inline constexpr std::uint32_t kRowPitchMax = 0x7FFFFFFF;

enum class Row : std::uint8_t {
  // a partial request whose every worker has, after a seam of one tile at most, an adjacent pair that is bounded and
  // worth a DMA
  // specs/quanttess/workers.yaml:61
  kWRun = 0,
  // three channels become sixteen; one task a tile; rows and outer slices may be pitched
  // specs/quanttess/workers.yaml:71
  kRgbPad16 = 1,
  // a tile's bytes are its elements; one task a tile; rows and outer slices may be pitched
  // specs/quanttess/workers.yaml:81
  kDirectUnpadded = 2,
  // all C tiles of a patch in one task: it is read and quantised once, then written to one interval for each C tile
  // specs/quanttess/workers.yaml:91
  kGroupedC16 = 3,
  // every other geometry: large tiles split into bounded panels
  // specs/quanttess/workers.yaml:104
  kGeneral = 4,
  // No row: a parameter has a value that it may not have.
  kNone = 5,
};
inline constexpr std::uint32_t kRows = 5;

// pixels: tile_shape[D] * tile_shape[H] * tile_shape[W]
constexpr std::uint64_t pixels(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  (void)state;
  (void)workers;
  return npu_multiply_u64(d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kD)] * d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kH)], d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kW)], ok);
}

// extent[a in tile_axis]: if tile_axes[a] >= 0 then sizes[tile_axes[a]] else 1
constexpr std::uint64_t request_extent(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t a) {
  (void)state;
  (void)workers;
  return d.tile_axes[a] >= 0 ? d.sizes[static_cast<std::uint64_t>(d.tile_axes[a])] : 1;
}

// tile_channels: min(tile_shape[C], extent[C])
constexpr std::uint64_t tile_channels(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  return npu_min_u64(d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kC)], request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)));
}

// tile_elements: pixels * tile_channels
constexpr std::uint64_t tile_elements(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(pixels(d, state, workers, ok), tile_channels(d, state, workers), ok);
}

// tail[a in tile_axis]: extent[a] % tile_shape[a]
constexpr std::uint64_t request_tail(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t a) {
  return request_extent(d, state, workers, a) % d.tile_shape[a];
}

// whole[a in tile_axis]: tail[a] == 0
constexpr bool whole(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t a) {
  return request_tail(d, state, workers, a) == 0;
}

// complete: whole[D] and whole[H] and whole[W]
constexpr bool complete(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  if (!whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kD))) return false;
  if (!whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kH))) return false;
  return whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW));
}

// full[a in tile_axis]: extent[a] / tile_shape[a]
constexpr std::uint64_t request_full(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t a) {
  return request_extent(d, state, workers, a) / d.tile_shape[a];
}

// interior: full[H] >= 1 and full[W] >= 1
constexpr bool interior(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  if (request_full(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kH)) < 1) return false;
  return request_full(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)) >= 1;
}

// one_plane: tile_shape[D] == 1
constexpr bool one_plane(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  (void)state;
  (void)workers;
  return d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kD)] == 1;
}

// pitch[a in tile_axis]: if tile_axes[a] >= 0 and extent[a] > 1 then strides[tile_axes[a]] else 0
constexpr std::uint64_t request_pitch(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t a) {
  if (d.tile_axes[a] >= 0 && request_extent(d, state, workers, a) > 1) return static_cast<std::uint64_t>(d.strides[static_cast<std::uint64_t>(d.tile_axes[a])]);
  return 0;
}

// channels_dense: extent[C] == 1 or pitch[C] == dtype.bytes
constexpr bool channels_dense(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  if (request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)) == 1) return true;
  return request_pitch(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)) == quanttess::dtype_bytes(d.dtype);
}

// pixels_dense: extent[W] == 1 or pitch[W] == extent[C] * dtype.bytes
constexpr bool pixels_dense(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  if (request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)) == 1) return true;
  return request_pitch(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)) == request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)) * quanttess::dtype_bytes(d.dtype);
}

// dense: channels_dense and pixels_dense
constexpr bool dense(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  return channels_dense(d, state, workers) && pixels_dense(d, state, workers);
}

// row_pitch_ok: pitch[H] <= row_pitch_max and pitch[W] <= row_pitch_max
constexpr bool row_pitch_ok(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  if (request_pitch(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kH)) > 2147483647) return false;
  return request_pitch(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)) <= 2147483647;
}

// padded: stored_channels != tile_channels
constexpr bool padded(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  return d.stored_channels != tile_channels(d, state, workers);
}

// all(tile_axes[a] != i for a in tile_axis)
constexpr bool request_slices_all(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t i) {
  (void)state;
  (void)workers;
  for (std::uint64_t a = 0; a < 4; a++) {
    if (d.tile_axes[a] == static_cast<std::int64_t>(i)) return false;
  }
  return true;
}

// slices: prod(sizes[i] for i in 0..<rank if all(tile_axes[a] != i for a in tile_axis))
constexpr std::uint64_t request_slices(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (!request_slices_all(d, state, workers, i)) continue;
    total = npu_product(total, npu_of_u64(d.sizes[i]));
  }
  return npu_to_u64(total, ok);
}

// tiles[a in tile_axis]: ceil_div(extent[a], tile_shape[a])
constexpr std::uint64_t request_tiles(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t a) {
  return npu_ceil_div(request_extent(d, state, workers, a), d.tile_shape[a]);
}

// spatial_tiles: slices * tiles[D] * tiles[H] * tiles[W]
constexpr std::uint64_t spatial_tiles(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(npu_multiply_u64(request_slices(d, state, workers, ok), request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kD)), ok), request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kH)), ok), request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)), ok);
}

// output_tiles: spatial_tiles * tiles[C]
constexpr std::uint64_t output_tiles(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(spatial_tiles(d, state, workers, ok), request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)), ok);
}

// direct: dense and row_pitch_ok and one_plane and tiles[C] == 1 and interior
constexpr bool direct(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers) {
  if (!dense(d, state, workers)) return false;
  if (!row_pitch_ok(d, state, workers)) return false;
  if (!one_plane(d, state, workers)) return false;
  if (request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)) != 1) return false;
  return interior(d, state, workers);
}

// rgb: extent[C] == rgb_channels and stored_channels == rgb_stored and pixels <= rgb_pixels and pixels * rgb_channels *
// dtype.bytes >= dma_threshold
constexpr bool rgb(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  if (request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)) != 3) return false;
  if (d.stored_channels != 16) return false;
  if (pixels(d, state, workers, ok) > 128) return false;
  return pixels(d, state, workers, ok) * 3 * quanttess::dtype_bytes(d.dtype) >= 128;
}

// unpadded: not padded and tile_elements <= direct_elements and tile_elements % 16 == 0 and tile_elements * dtype.bytes
// >= dma_threshold
constexpr bool unpadded(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  if (padded(d, state, workers)) return false;
  if (tile_elements(d, state, workers, ok) > 4096) return false;
  if (tile_elements(d, state, workers, ok) % 16 != 0) return false;
  return tile_elements(d, state, workers, ok) * quanttess::dtype_bytes(d.dtype) >= 128;
}

// patch_elements: pixels * extent[C]
constexpr std::uint64_t patch_elements(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(pixels(d, state, workers, ok), request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)), ok);
}

// patch_source: patch_elements * dtype.bytes
constexpr std::uint64_t patch_source(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(patch_elements(d, state, workers, ok), quanttess::dtype_bytes(d.dtype), ok);
}

// patch_output: pixels * 16 * tiles[C]
constexpr std::uint64_t patch_output(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(pixels(d, state, workers, ok), 16, ok), request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)), ok);
}

// patch_transfer: (if pixels_dense then pixels else tile_shape[W]) * extent[C] * dtype.bytes
constexpr std::uint64_t patch_transfer(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(pixels_dense(d, state, workers) ? pixels(d, state, workers, ok) : d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kW)], request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)), ok), quanttess::dtype_bytes(d.dtype), ok);
}

// patch_cache: pixels_dense and patch_source + (slot_align - 1) + patch_elements <= patch_elements_max * dtype.bytes
constexpr bool patch_cache(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  if (!pixels_dense(d, state, workers)) return false;
  return npu_add_u64(npu_add_u64(patch_source(d, state, workers, ok), 63, ok), patch_elements(d, state, workers, ok), ok) <= 4608 * quanttess::dtype_bytes(d.dtype);
}

// share[k in 0..<4]: spatial_tiles / workers + (if k < spatial_tiles % workers then 1 else 0)
constexpr std::uint64_t share(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t k, bool* ok) {
  return npu_add_u64(spatial_tiles(d, state, workers, ok) / static_cast<std::uint64_t>(workers), k < spatial_tiles(d, state, workers, ok) % static_cast<std::uint64_t>(workers) ? 1 : 0, ok);
}

// first[k in 0..<4]: k * (spatial_tiles / workers) + min(k, spatial_tiles % workers)
constexpr std::uint64_t first(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t k, bool* ok) {
  return npu_add_u64(npu_multiply_u64(k, spatial_tiles(d, state, workers, ok) / static_cast<std::uint64_t>(workers), ok), npu_min_u64(k, spatial_tiles(d, state, workers, ok) % static_cast<std::uint64_t>(workers)), ok);
}

// seam[k in 0..<4]: first[k] % max(1, tiles[W]) + 1 == tiles[W]
constexpr bool seam(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, std::uint64_t k, bool* ok) {
  return first(d, state, workers, k, ok) % npu_max_u64(1, request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW))) + 1 == request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW));
}

// pair_source: tile_shape[H] * min(2 * tile_shape[W], extent[W]) * extent[C] * dtype.bytes
constexpr std::uint64_t pair_source(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kH)] * npu_min_u64(2 * d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kW)], request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW))), request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)), ok), quanttess::dtype_bytes(d.dtype), ok);
}

// pair_output: 2 * align_up(pixels * stored_channels, 16)
constexpr std::uint64_t pair_output(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(2, npu_align_up_checked(npu_multiply_u64(pixels(d, state, workers, ok), d.stored_channels, ok), 16, ok), ok);
}

// pair_least: (if whole[H] then tile_shape[H] else tail[H]) * (if whole[W] then 2 * tile_shape[W] else tile_shape[W] +
// tail[W]) * extent[C] * dtype.bytes
constexpr std::uint64_t pair_least(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(npu_multiply_u64(whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kH)) ? d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kH)] : request_tail(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kH)), whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)) ? 2 * d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kW)] : d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kW)] + request_tail(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)), ok), request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)), ok), quanttess::dtype_bytes(d.dtype), ok);
}

// all(share[k] >= (if seam[k] then 3 else 2) for k in 0..<workers)
constexpr bool runs_all(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  for (std::uint64_t k = 0; k < workers; k++) {
    if (share(d, state, workers, k, ok) < (seam(d, state, workers, k, ok) ? 3 : 2)) return false;
  }
  return true;
}

// runs: tiles[W] >= 2 and all(share[k] >= (if seam[k] then 3 else 2) for k in 0..<workers)
constexpr bool runs(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  if (request_tiles(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW)) < 2) return false;
  for (std::uint64_t k = 0; k < workers; k++) {
    if (share(d, state, workers, k, ok) < (seam(d, state, workers, k, ok) ? 3 : 2)) return false;
  }
  return true;
}

// direct and (rgb or unpadded) and not complete and runs and pair_source <= general_source and pair_output <=
// general_output and pair_least >= dma_threshold
constexpr bool w_run_when(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  if (!direct(d, state, workers)) return false;
  if (!(rgb(d, state, workers, ok) || unpadded(d, state, workers, ok))) return false;
  if (complete(d, state, workers)) return false;
  if (!runs(d, state, workers, ok)) return false;
  if (pair_source(d, state, workers, ok) > 18432) return false;
  if (pair_output(d, state, workers, ok) > 6144) return false;
  return pair_least(d, state, workers, ok) >= 128;
}

// channels_dense and row_pitch_ok and one_plane and extent[C] in 17..64 and tile_shape[C] == 16 and whole[H] and
// whole[W] and (channels == PAD16 or whole[C]) and patch_elements <= patch_elements_max and patch_output <=
// patch_output_max and patch_transfer >= dma_threshold
constexpr bool grouped_c16_when(const quanttess::Descriptor& d, quanttess::State state, std::uint32_t workers, bool* ok) {
  if (!channels_dense(d, state, workers)) return false;
  if (!row_pitch_ok(d, state, workers)) return false;
  if (!one_plane(d, state, workers)) return false;
  if (!npu_within_u64(request_extent(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)), 17, 64)) return false;
  if (d.tile_shape[static_cast<std::uint64_t>(quanttess::TileAxis::kC)] != 16) return false;
  if (!whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kH))) return false;
  if (!whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kW))) return false;
  if (!(d.channels == quanttess::ChannelStorage::kPad16 || whole(d, state, workers, static_cast<std::uint64_t>(quanttess::TileAxis::kC)))) return false;
  if (patch_elements(d, state, workers, ok) > 4608) return false;
  if (patch_output(d, state, workers, ok) > 6144) return false;
  return patch_transfer(d, state, workers, ok) >= 128;
}

// The worker of an admitted request: one that the checks of quanttess accept.
// `workers` is in 1..4; else kNone.
constexpr Row select([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  bool ok_here = true;
  [[maybe_unused]] bool* ok = &ok_here;
  if (!quanttess::holds_state(d, state)) return Row::kNone;
  if (workers < 1 || workers > 4) return Row::kNone;
  // w-run, specs/quanttess/workers.yaml:61
  ok_here = true;
  if ((w_run_when(d, state, workers, ok)) && ok_here) return Row::kWRun;
  // rgb-pad16, specs/quanttess/workers.yaml:71
  ok_here = true;
  if ((direct(d, state, workers) && rgb(d, state, workers, ok)) && ok_here) return Row::kRgbPad16;
  // direct-unpadded, specs/quanttess/workers.yaml:81
  ok_here = true;
  if ((direct(d, state, workers) && unpadded(d, state, workers, ok)) && ok_here) return Row::kDirectUnpadded;
  // grouped-c16, specs/quanttess/workers.yaml:91
  ok_here = true;
  if ((grouped_c16_when(d, state, workers, ok)) && ok_here) return Row::kGroupedC16;
  return Row::kGeneral;
}

// w-run: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t w_run_tasks([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(spatial_tiles(d, state, workers, ok));
}

// w-run: task_source is pair_source
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t w_run_task_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(pair_source(d, state, workers, ok));
}

// w-run: task_output is pair_output
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t w_run_task_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(pair_output(d, state, workers, ok));
}

// w-run: scratch.slots is 2
constexpr std::uint64_t w_run_scratch_slots([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(2);
}

// w-run: scratch.source is general_source
constexpr std::uint64_t w_run_scratch_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(18432);
}

// w-run: scratch.output is general_output
constexpr std::uint64_t w_run_scratch_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(6144);
}

// rgb-pad16: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t rgb_pad16_tasks([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(spatial_tiles(d, state, workers, ok));
}

// rgb-pad16: task_source is pixels * rgb_channels * dtype.bytes
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t rgb_pad16_task_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(pixels(d, state, workers, ok) * 3 * quanttess::dtype_bytes(d.dtype));
}

// rgb-pad16: task_output is pixels * rgb_stored
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t rgb_pad16_task_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(pixels(d, state, workers, ok) * 16);
}

// rgb-pad16: scratch.slots is 2
constexpr std::uint64_t rgb_pad16_scratch_slots([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(2);
}

// rgb-pad16: scratch.source is rgb_pixels * rgb_channels * dtype.bytes
constexpr std::uint64_t rgb_pad16_scratch_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(384 * quanttess::dtype_bytes(d.dtype));
}

// rgb-pad16: scratch.output is rgb_pixels * rgb_stored
constexpr std::uint64_t rgb_pad16_scratch_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(2048);
}

// rgb-pad16: scratch.slack is align_slack
constexpr std::uint64_t rgb_pad16_scratch_slack([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(126);
}

// direct-unpadded: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t direct_unpadded_tasks([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(spatial_tiles(d, state, workers, ok));
}

// direct-unpadded: task_source is tile_elements * dtype.bytes
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t direct_unpadded_task_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(tile_elements(d, state, workers, ok) * quanttess::dtype_bytes(d.dtype));
}

// direct-unpadded: task_output is tile_elements
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t direct_unpadded_task_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(tile_elements(d, state, workers, ok));
}

// direct-unpadded: scratch.slots is 2
constexpr std::uint64_t direct_unpadded_scratch_slots([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(2);
}

// direct-unpadded: scratch.source is direct_elements * dtype.bytes
constexpr std::uint64_t direct_unpadded_scratch_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(4096 * quanttess::dtype_bytes(d.dtype));
}

// direct-unpadded: scratch.output is direct_elements
constexpr std::uint64_t direct_unpadded_scratch_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(4096);
}

// direct-unpadded: scratch.slack is align_slack
constexpr std::uint64_t direct_unpadded_scratch_slack([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(126);
}

// grouped-c16: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t grouped_c16_tasks([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(spatial_tiles(d, state, workers, ok));
}

// grouped-c16: task_source is patch_elements * dtype.bytes
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t grouped_c16_task_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(patch_elements(d, state, workers, ok) * quanttess::dtype_bytes(d.dtype));
}

// grouped-c16: task_output is patch_output
// Clears *ok when it does not fit 64 bits.
constexpr std::uint64_t grouped_c16_task_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers, bool* ok) {
  return static_cast<std::uint64_t>(patch_output(d, state, workers, ok));
}

// grouped-c16: scratch.slots is 2
constexpr std::uint64_t grouped_c16_scratch_slots([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(2);
}

// grouped-c16: scratch.source is patch_elements_max * dtype.bytes
constexpr std::uint64_t grouped_c16_scratch_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(4608 * quanttess::dtype_bytes(d.dtype));
}

// grouped-c16: scratch.output is patch_output_max
constexpr std::uint64_t grouped_c16_scratch_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(6144);
}

// grouped-c16: scratch.slack is align_slack
constexpr std::uint64_t grouped_c16_scratch_slack([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(126);
}

// general: scratch.slots is 2
constexpr std::uint64_t general_scratch_slots([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(2);
}

// general: scratch.source is general_source
constexpr std::uint64_t general_scratch_source([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(18432);
}

// general: scratch.output is general_output
constexpr std::uint64_t general_scratch_output([[maybe_unused]] const quanttess::Descriptor& d, [[maybe_unused]] quanttess::State state, [[maybe_unused]] std::uint32_t workers) {
  return static_cast<std::uint64_t>(6144);
}

// Bytes of local memory that a row's slots take; 0 for a value of dtype that is no symbol.
constexpr std::uint64_t budget(Row row, quanttess::Dtype dtype) {
  switch (row) {
    case Row::kWRun:
      switch (dtype) {
        case quanttess::Dtype::kFp32:
          return 49152;
        case quanttess::Dtype::kFp16:
          return 49152;
        case quanttess::Dtype::kBf16:
          return 49152;
      }
      return 0;
    case Row::kRgbPad16:
      switch (dtype) {
        case quanttess::Dtype::kFp32:
          return 7168;
        case quanttess::Dtype::kFp16:
          return 5632;
        case quanttess::Dtype::kBf16:
          return 5632;
      }
      return 0;
    case Row::kDirectUnpadded:
      switch (dtype) {
        case quanttess::Dtype::kFp32:
          return 40960;
        case quanttess::Dtype::kFp16:
          return 24576;
        case quanttess::Dtype::kBf16:
          return 24576;
      }
      return 0;
    case Row::kGroupedC16:
      switch (dtype) {
        case quanttess::Dtype::kFp32:
          return 49152;
        case quanttess::Dtype::kFp16:
          return 30720;
        case quanttess::Dtype::kBf16:
          return 30720;
      }
      return 0;
    case Row::kGeneral:
      switch (dtype) {
        case quanttess::Dtype::kFp32:
          return 49152;
        case quanttess::Dtype::kFp16:
          return 49152;
        case quanttess::Dtype::kBf16:
          return 49152;
      }
      return 0;
    default:
      return 0;
  }
}

// A row's name in the spec; null for a number that is no row.
constexpr const char* name(Row row) {
  switch (row) {
    case Row::kWRun:
      return "w-run";
    case Row::kRgbPad16:
      return "rgb-pad16";
    case Row::kDirectUnpadded:
      return "direct-unpadded";
    case Row::kGroupedC16:
      return "grouped-c16";
    case Row::kGeneral:
      return "general";
    default:
      return nullptr;
  }
}

// The function that a row's worker is entered by: for a request of whole tiles, or for one with edges;
// null where the row takes none of the former.
constexpr const char* entry(Row row, bool complete) {
  switch (row) {
    case Row::kWRun:
      return complete ? nullptr : "quanttess_w_run";
    case Row::kRgbPad16:
      return complete ? "quanttess_rgb_pad16" : "quanttess_rgb_pad16_partial";
    case Row::kDirectUnpadded:
      return complete ? "quanttess_direct_tile" : "quanttess_direct_tile_partial";
    case Row::kGroupedC16:
      return complete ? "quanttess_grouped_c16" : "quanttess_grouped_c16";
    case Row::kGeneral:
      return complete ? "quanttess_general" : "quanttess_general";
    default:
      return nullptr;
  }
}

}  // namespace npuspec::quanttess_workers
