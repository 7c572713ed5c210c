#include "draw.h"

#include <algorithm>
#include <utility>

namespace npuspec::test {
namespace {

namespace qt = quanttess;
using qt::Descriptor;
using qt::State;

constexpr std::uint64_t kDomain = std::uint64_t{1} << 32;

std::uint64_t scalar_bytes(const Descriptor& d) { return d.dtype == qt::Dtype::kFp32 ? 4 : 2; }

void draw_shape(Draw& draw, Descriptor& d) {
  d.rank = static_cast<std::uint8_t>(draw.in(1, 6));
  for (int i = 0; i < d.rank; ++i) d.sizes[i] = draw.of({1, 1, 2, 3, 5, 8, 16, 17, 33, 64});
}

// From the innermost axis out, sometimes in another order and with room between.
void draw_strides(Draw& draw, Descriptor& d) {
  int order[6] = {0, 1, 2, 3, 4, 5};
  if (draw.chance(30)) {
    for (int i = d.rank - 1; i > 0; --i) std::swap(order[i], order[draw.below(static_cast<std::uint64_t>(i) + 1)]);
  }
  std::uint64_t step = scalar_bytes(d);
  for (int i = d.rank - 1; i >= 0; --i) {
    int axis = order[i];
    if (draw.chance(20)) step += scalar_bytes(d) * draw.below(10);
    d.strides[axis] = d.sizes[axis] > 1 ? static_cast<std::int64_t>(step) : 0;
    step *= d.sizes[axis];
  }
}

void draw_tiles(Draw& draw, Descriptor& d) {
  int axes[6] = {0, 1, 2, 3, 4, 5};
  for (int i = d.rank - 1; i > 0; --i) std::swap(axes[i], axes[draw.below(static_cast<std::uint64_t>(i) + 1)]);
  int next = 0;
  for (int a = 0; a < 4; ++a) {
    d.tile_axes[a] = next < d.rank && draw.chance(60) ? axes[next++] : -1;
    d.tile_shape[a] = d.tile_axes[a] < 0 ? 1 : draw.of({1, 2, 3, 8, 16, 100});
  }
}

// What the rest says about channels and spans.
void settle(Descriptor& d) {
  std::uint64_t channels = d.tile_axes[3] >= 0 ? d.sizes[d.tile_axes[3]] : 1;
  std::uint64_t unit = d.channels == qt::ChannelStorage::kPad16 ? 16 : 1;
  d.logical_channels = channels;
  d.stored_channels = (std::min(d.tile_shape[3], channels) + unit - 1) / unit * unit;
  d.input_span = qt::input_extent(d);
  d.output_span = qt::output_bytes(d);
}

void draw_addresses(Draw& draw, Descriptor& d, State& state) {
  state = draw.chance(50) ? State::kBound : State::kRelocatable;
  if (state == State::kRelocatable) return;
  d.input_address = draw.chance(10) ? kDomain - d.input_span : scalar_bytes(d) * draw.in(1, 100);
  std::uint64_t behind = (d.input_address + d.input_span + 15) / 16 * 16;
  d.output_address = draw.chance(10) ? (kDomain - d.output_span) / 16 * 16 : behind + 16 * draw.below(3);
  if (draw.chance(5)) d.output_address -= 16;
  if (draw.chance(1)) d.input_address = kDomain - d.input_span + scalar_bytes(d);
}

// Sound but for what does not fit: sizes and strides as large as the type, or the domain, lets them be.
void enlarge(Draw& draw, Descriptor& d) {
  std::uint64_t by = draw.of({1u << 10, 1u << 20, 1u << 31, kDomain - 1});
  for (int i = 0; i < d.rank; ++i) {
    if (draw.chance(50)) d.sizes[i] = std::min(kDomain - 1, d.sizes[i] * by);
    if (draw.chance(30))
      d.strides[i] = static_cast<std::int64_t>(std::min(kDomain - 4, static_cast<std::uint64_t>(d.strides[i]) * by));
    if (d.sizes[i] > 1 && d.strides[i] == 0)
      d.strides[i] = static_cast<std::int64_t>(scalar_bytes(d) * draw.in(1, 1000));
  }
}

// One axis that no tile maps: every element takes a block of sixteen bytes.
void spread(Draw& draw, Descriptor& d) {
  d.rank = 1;
  for (int i = 0; i < 6; ++i) d.sizes[i] = 0, d.strides[i] = 0;
  d.sizes[0] = (std::uint64_t{1} << 28) + draw.below(5) - 2;
  d.strides[0] = static_cast<std::int64_t>(scalar_bytes(d));
  for (int a = 0; a < 4; ++a) d.tile_axes[a] = -1, d.tile_shape[a] = 1;
}

std::int64_t edge_of(Draw& draw) {
  auto value = static_cast<std::int64_t>(draw.edge());
  return draw.chance(50) ? value : static_cast<std::int64_t>(~static_cast<std::uint64_t>(value));
}

void spoil(Draw& draw, Descriptor& d, State& state) {
  std::uint64_t edge = draw.chance(50) ? draw.edge() : draw.below(300);
  auto i = draw.below(6);
  auto a = draw.below(4);
  switch (draw.below(27)) {
    case 0:
      d.magic ^= 1u << draw.below(32);
      break;
    case 1:
      d.version = static_cast<std::uint16_t>(edge);
      break;
    case 2:
      d.bytes = static_cast<std::uint16_t>(edge);
      break;
    case 3:
      d.rank = static_cast<std::uint8_t>(draw.below(9));
      break;
    case 4:
      d.dtype = static_cast<qt::Dtype>(draw.below(5));
      break;
    case 5:
      d.rounding = static_cast<qt::Rounding>(draw.below(6));
      break;
    case 6:
      d.channels = static_cast<qt::ChannelStorage>(draw.below(3));
      break;
    case 7:
      d.multiplier = static_cast<std::uint32_t>(draw.of({0, 1, 0x7F7FFFFF, 0x7F800000, 0x80000001, edge}));
      break;
    case 8:
      d.zero_point = static_cast<std::int32_t>(edge_of(draw));
      break;
    case 9:
      d.input_address = draw.chance(50) ? d.input_address + draw.below(9) : edge;
      break;
    case 10:
      d.output_address = draw.chance(50) ? d.output_address + draw.below(33) : edge;
      break;
    case 11:
    case 12:
      d.sizes[i] = edge;
      break;
    case 13:
      d.strides[i] = edge_of(draw);
      break;
    case 14:
    case 15:
      d.strides[i] += static_cast<std::int64_t>(draw.below(9)) - 4;
      break;
    case 16:
      d.input_span = draw.chance(50) ? d.input_span + draw.below(3) - 1 : edge;
      break;
    case 17:
      d.output_span = draw.chance(50) ? d.output_span + draw.below(3) - 1 : edge;
      break;
    case 18:
      d.tile_shape[a] = edge;
      break;
    case 19:
    case 20:
      d.tile_axes[a] = static_cast<std::int32_t>(draw.below(9)) - 2;
      break;
    case 21:
      d.logical_channels = edge;
      break;
    case 22:
      d.stored_channels = edge;
      break;
    case 23:
      d.epoch = static_cast<std::uint32_t>(edge);
      break;
    case 24:
      d.route = static_cast<decltype(d.route)>(edge);
      break;
    case 25:
      state = static_cast<State>(draw.chance(70) ? draw.below(5) : edge);
      break;
    default:
      state = state == State::kBound ? State::kRelocatable : State::kBound;
      break;
  }
}

}  // namespace

std::uint64_t Draw::edge() {
  std::uint64_t power = std::uint64_t{1} << below(64);
  return chance(20) ? ~std::uint64_t{0} - below(2) : power + below(3) - 1;
}

Drawn draw_descriptor(Draw& draw) {
  Drawn drawn;
  Descriptor& d = drawn.descriptor;
  d.dtype = static_cast<qt::Dtype>(draw.below(3));
  d.rounding = static_cast<qt::Rounding>(draw.below(4));
  d.channels = static_cast<qt::ChannelStorage>(draw.below(2));
  d.multiplier = static_cast<std::uint32_t>(draw.in(1, 0x7F7FFFFF));
  d.zero_point = static_cast<std::int32_t>(draw.below(256)) - 128;
  d.epoch = 2;
  d.route = quanttess_routes::Route::kNativeQuanttess;
  draw_shape(draw, d);
  draw_strides(draw, d);
  draw_tiles(draw, d);
  if (draw.chance(15)) enlarge(draw, d);
  if (draw.chance(2)) spread(draw, d);
  settle(d);
  if (d.output_span >= kDomain) d.output_span = kDomain - 1;
  if (draw.chance(3)) d.sizes[draw.below(6)] = 0;
  draw_addresses(draw, d, drawn.state);
  for (auto spoils = draw.of({0, 0, 0, 1, 1, 2, 3}); spoils > 0; --spoils) spoil(draw, d, drawn.state);
  if (draw.chance(1)) d.reserved_224[draw.below(8)] = static_cast<std::uint8_t>(draw.below(256));
  qt::seal(d);
  if (draw.chance(2)) d.integrity ^= 1u << draw.below(32);
  return drawn;
}

}  // namespace npuspec::test
