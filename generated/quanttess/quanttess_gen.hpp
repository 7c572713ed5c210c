// The quanttess descriptors in C++, version 1.0.
// Source: QuantTess contract, Native boundary; where it names none, our decision: order, offsets and widths of fields,
// values of enums, and numbers of checks
// Made from specs/quanttess/descriptor.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/check.h"
#include "base/guard_math.h"
#include "base/wire.h"
#include "quanttess_routes_gen.hpp"

// One native QuantTess request, as the EV74 entry of route 49 reads it.
namespace npuspec::quanttess {

inline constexpr std::uint32_t kAbiMajor = 1;
inline constexpr std::uint32_t kAbiMinor = 0;

// The input's element type; the output is always INT8.
// Source: QuantTess contract, Contract; the values: our decision, the contract numbers none
// specs/quanttess/descriptor.yaml:13
enum class Dtype : std::uint8_t {
  // IEEE binary32
  kFp32 = 0,
  // IEEE binary16
  kFp16 = 1,
  // bfloat16, the upper half of a binary32; not FP16
  kBf16 = 2,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(Dtype value) {
  switch (value) {
    case Dtype::kFp32:
      return "FP32";
    case Dtype::kFp16:
      return "FP16";
    case Dtype::kBf16:
      return "BF16";
    default:
      return nullptr;
  }
}

// The column `bytes`; zero for a value that has no symbol.
constexpr std::uint64_t dtype_bytes(Dtype value) {
  switch (value) {
    case Dtype::kFp32:
      return 4;
    case Dtype::kFp16:
      return 2;
    case Dtype::kBf16:
      return 2;
    default:
      return {};
  }
}

// How the binary32 product becomes an integer.
// Source: QuantTess contract, Parameters; the values: our decision, the contract numbers none
// specs/quanttess/descriptor.yaml:22
enum class Rounding : std::uint8_t {
  // to nearest, ties to even; the default
  kNearestEven = 0,
  // toward zero
  kTowardZero = 1,
  // toward positive infinity
  kTowardPositive = 2,
  // toward negative infinity
  kTowardNegative = 3,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(Rounding value) {
  switch (value) {
    case Rounding::kNearestEven:
      return "NEAREST_EVEN";
    case Rounding::kTowardZero:
      return "TOWARD_ZERO";
    case Rounding::kTowardPositive:
      return "TOWARD_POSITIVE";
    case Rounding::kTowardNegative:
      return "TOWARD_NEGATIVE";
    default:
      return nullptr;
  }
}

// How many channels a pixel of a C tile stores.
// Source: QuantTess contract, Memory and lifecycle; the values: our decision, the contract numbers none
// specs/quanttess/descriptor.yaml:31
enum class ChannelStorage : std::uint8_t {
  // a tile stores the channels it has
  kCompact = 0,
  // a tile stores its channels rounded up to 16, the rest filled with zero_point
  kPad16 = 1,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(ChannelStorage value) {
  switch (value) {
    case ChannelStorage::kCompact:
      return "COMPACT";
    case ChannelStorage::kPad16:
      return "PAD16";
    default:
      return nullptr;
  }
}

// The column `unit`; zero for a value that has no symbol.
constexpr std::uint64_t channel_storage_unit(ChannelStorage value) {
  switch (value) {
    case ChannelStorage::kCompact:
      return 1;
    case ChannelStorage::kPad16:
      return 16;
    default:
      return {};
  }
}

// The axes of a tile, in the order of the payload inside it.
// Source: QuantTess contract, C++ call (the order of tile_shape in its sample: D, H, W, C) and Memory and lifecycle
// specs/quanttess/descriptor.yaml:39
enum class TileAxis : std::uint32_t {
  // depth
  kD = 0,
  // height
  kH = 1,
  // width
  kW = 2,
  // channels
  kC = 3,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(TileAxis value) {
  switch (value) {
    case TileAxis::kD:
      return "D";
    case TileAxis::kH:
      return "H";
    case TileAxis::kW:
      return "W";
    case TileAxis::kC:
      return "C";
    default:
      return nullptr;
  }
}

// Whether the addresses of a descriptor have been relocated.
// Source: QuantTess contract, C++ call; the values: our decision, they are never on the wire
// specs/quanttess/descriptor.yaml:47
enum class State : std::uint32_t {
  // both address slots are zero
  kRelocatable = 0,
  // both address slots hold device addresses
  kBound = 1,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(State value) {
  switch (value) {
    case State::kRelocatable:
      return "RELOCATABLE";
    case State::kBound:
      return "BOUND";
    default:
      return nullptr;
  }
}

// One native QuantTess request, as the EV74 entry of route 49 reads it.
// Source: QuantTess contract, Native boundary; where it names none, our decision: order, offsets and widths of fields,
// values of enums, and numbers of checks
// specs/quanttess/descriptor.yaml:3
struct alignas(8) Descriptor {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr Descriptor unpack(std::span<const std::uint8_t, 232> from);

  // the bytes QTSS
  // Source: our decision: the contract has the entry revalidate integrity and names no mark; these four bytes tell a
  // descriptor from anything else
  // specs/quanttess/descriptor.yaml:59
  std::uint32_t magic = 0x53535451;
  // version of this layout
  // Source: QuantTess contract, Native boundary; offset and width: our decision
  // specs/quanttess/descriptor.yaml:60
  std::uint16_t version = 1;
  // size of the descriptor
  // Source: QuantTess contract, Native boundary (232 bytes); that the descriptor carries its size: our decision
  // specs/quanttess/descriptor.yaml:61
  std::uint16_t bytes = 232;
  // CRC-32C of all 232 bytes, with this field taken as zero; binding recomputes it
  // Source: QuantTess contract, Native boundary (the entry revalidates the integrity of a descriptor); CRC-32C and its
  // place: our decision, the contract names no digest
  // specs/quanttess/descriptor.yaml:62
  std::uint32_t integrity = {};
  // number of logical axes
  // Source: QuantTess contract, Contract (one through six axes); offset and width: our decision
  // specs/quanttess/descriptor.yaml:63
  std::uint8_t rank = {};
  // element type of the input
  // Source: QuantTess contract, Native boundary; offset and width: our decision
  // specs/quanttess/descriptor.yaml:64
  Dtype dtype = {};
  // how the product becomes an integer
  // Source: QuantTess contract, Native boundary; offset and width: our decision
  // specs/quanttess/descriptor.yaml:65
  Rounding rounding = {};
  // how a C tile stores its channels
  // Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
  // specs/quanttess/descriptor.yaml:66
  ChannelStorage channels = {};
  // binary32 bits of the multiplier, which is no divisor: finite and positive, subnormals included
  // Source: QuantTess contract, Parameters; offset: our decision
  // specs/quanttess/descriptor.yaml:67
  std::uint32_t multiplier = {};
  // added after rounding
  // Source: QuantTess contract, Parameters; offset and width: our decision
  // specs/quanttess/descriptor.yaml:68
  std::int32_t zero_point = {};
  // device address of the first element; 0 while relocatable
  // Source: QuantTess contract, Native boundary (the slot at 24, its domain); that the input slot is the first: our
  // decision
  // specs/quanttess/descriptor.yaml:69
  std::uint64_t input_address = {};
  // device address of the first output byte; 0 while relocatable
  // Source: QuantTess contract, Native boundary (the slot at 32, its domain); that the output slot is the second: our
  // decision
  // specs/quanttess/descriptor.yaml:70
  std::uint64_t output_address = {};
  // extents of the logical axes; 0 beyond the rank
  // Source: QuantTess contract, Native boundary (capacity of six); offset and width: our decision
  // specs/quanttess/descriptor.yaml:71
  std::uint64_t sizes[6] = {};
  // bytes from one index to the next; 0 for an axis of one and beyond the rank
  // Source: QuantTess contract, Native boundary (capacity of six), Contract (no negative strides); offset and width:
  // our decision
  // specs/quanttess/descriptor.yaml:72
  std::int64_t strides[6] = {};
  // bytes from the first to the last that the input view touches
  // Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
  // specs/quanttess/descriptor.yaml:73
  std::uint64_t input_span = {};
  // bytes that the output layout occupies
  // Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
  // specs/quanttess/descriptor.yaml:74
  std::uint64_t output_span = {};
  // extents of a full tile; 1 for an unmapped axis
  // Source: QuantTess contract, Native boundary (MLA tile metadata); offset and width: our decision
  // specs/quanttess/descriptor.yaml:75
  std::uint64_t tile_shape[4] = {};
  // logical axis behind each tile axis; -1 is unmapped, an extent of one
  // Source: QuantTess contract, Native boundary (MLA axis metadata), C++ call (-1 is unmapped); offset and width: our
  // decision
  // specs/quanttess/descriptor.yaml:76
  std::int32_t tile_axes[4] = {};
  // extent of the axis behind C
  // Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
  // specs/quanttess/descriptor.yaml:77
  std::uint64_t logical_channels = {};
  // channels that a pixel of the first C tile stores
  // Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
  // specs/quanttess/descriptor.yaml:78
  std::uint64_t stored_channels = {};
  // transport epoch of the route
  // Source: QuantTess contract, Native boundary (epoch 2); that the descriptor carries it: our decision
  // specs/quanttess/descriptor.yaml:79
  std::uint32_t epoch = {};
  // the firmware entry that this request is for
  // Source: QuantTess contract, Native boundary (route 49); that the descriptor carries it: our decision
  // specs/quanttess/descriptor.yaml:80
  quanttess_routes::Route route = {};
  // must be zero
  // Source: our decision: what is left of 232 bytes is zero, so that it may get a meaning
  // specs/quanttess/descriptor.yaml:81
  std::uint8_t reserved_224[8] = {};
};
static_assert(sizeof(Descriptor) == 232 && alignof(Descriptor) == 8);
static_assert(std::is_standard_layout_v<Descriptor> && std::is_trivially_copyable_v<Descriptor>);
static_assert(offsetof(Descriptor, magic) == 0 && sizeof(Descriptor::magic) == 4);
static_assert(offsetof(Descriptor, version) == 4 && sizeof(Descriptor::version) == 2);
static_assert(offsetof(Descriptor, bytes) == 6 && sizeof(Descriptor::bytes) == 2);
static_assert(offsetof(Descriptor, integrity) == 8 && sizeof(Descriptor::integrity) == 4);
static_assert(offsetof(Descriptor, rank) == 12 && sizeof(Descriptor::rank) == 1);
static_assert(offsetof(Descriptor, dtype) == 13 && sizeof(Descriptor::dtype) == 1);
static_assert(offsetof(Descriptor, rounding) == 14 && sizeof(Descriptor::rounding) == 1);
static_assert(offsetof(Descriptor, channels) == 15 && sizeof(Descriptor::channels) == 1);
static_assert(offsetof(Descriptor, multiplier) == 16 && sizeof(Descriptor::multiplier) == 4);
static_assert(offsetof(Descriptor, zero_point) == 20 && sizeof(Descriptor::zero_point) == 4);
static_assert(offsetof(Descriptor, input_address) == 24 && sizeof(Descriptor::input_address) == 8);
static_assert(offsetof(Descriptor, output_address) == 32 && sizeof(Descriptor::output_address) == 8);
static_assert(offsetof(Descriptor, sizes) == 40 && sizeof(Descriptor::sizes) == 48);
static_assert(offsetof(Descriptor, strides) == 88 && sizeof(Descriptor::strides) == 48);
static_assert(offsetof(Descriptor, input_span) == 136 && sizeof(Descriptor::input_span) == 8);
static_assert(offsetof(Descriptor, output_span) == 144 && sizeof(Descriptor::output_span) == 8);
static_assert(offsetof(Descriptor, tile_shape) == 152 && sizeof(Descriptor::tile_shape) == 32);
static_assert(offsetof(Descriptor, tile_axes) == 184 && sizeof(Descriptor::tile_axes) == 16);
static_assert(offsetof(Descriptor, logical_channels) == 200 && sizeof(Descriptor::logical_channels) == 8);
static_assert(offsetof(Descriptor, stored_channels) == 208 && sizeof(Descriptor::stored_channels) == 8);
static_assert(offsetof(Descriptor, epoch) == 216 && sizeof(Descriptor::epoch) == 4);
static_assert(offsetof(Descriptor, route) == 220 && sizeof(Descriptor::route) == 4);
static_assert(offsetof(Descriptor, reserved_224) == 224 && sizeof(Descriptor::reserved_224) == 8);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const Descriptor& d, std::span<std::uint8_t, 232> to) {
  npuspec_store_u32(to.data() + 0, d.magic);
  npuspec_store_u16(to.data() + 4, d.version);
  npuspec_store_u16(to.data() + 6, d.bytes);
  npuspec_store_u32(to.data() + 8, d.integrity);
  npuspec_store_u8(to.data() + 12, d.rank);
  npuspec_store_u8(to.data() + 13, static_cast<std::uint8_t>(d.dtype));
  npuspec_store_u8(to.data() + 14, static_cast<std::uint8_t>(d.rounding));
  npuspec_store_u8(to.data() + 15, static_cast<std::uint8_t>(d.channels));
  npuspec_store_u32(to.data() + 16, d.multiplier);
  npuspec_store_u32(to.data() + 20, static_cast<std::uint32_t>(d.zero_point));
  npuspec_store_u64(to.data() + 24, d.input_address);
  npuspec_store_u64(to.data() + 32, d.output_address);
  for (std::size_t i = 0; i < 6; ++i) {
    npuspec_store_u64(to.data() + 40 + 8 * i, d.sizes[i]);
  }
  for (std::size_t i = 0; i < 6; ++i) {
    npuspec_store_u64(to.data() + 88 + 8 * i, static_cast<std::uint64_t>(d.strides[i]));
  }
  npuspec_store_u64(to.data() + 136, d.input_span);
  npuspec_store_u64(to.data() + 144, d.output_span);
  for (std::size_t i = 0; i < 4; ++i) {
    npuspec_store_u64(to.data() + 152 + 8 * i, d.tile_shape[i]);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    npuspec_store_u32(to.data() + 184 + 4 * i, static_cast<std::uint32_t>(d.tile_axes[i]));
  }
  npuspec_store_u64(to.data() + 200, d.logical_channels);
  npuspec_store_u64(to.data() + 208, d.stored_channels);
  npuspec_store_u32(to.data() + 216, d.epoch);
  npuspec_store_u32(to.data() + 220, static_cast<std::uint32_t>(d.route));
  for (std::size_t i = 0; i < 8; ++i) {
    npuspec_store_u8(to.data() + 224 + i, d.reserved_224[i]);
  }
}

constexpr Descriptor Descriptor::unpack(std::span<const std::uint8_t, 232> from) {
  Descriptor d;
  d.magic = npuspec_load_u32(from.data() + 0);
  d.version = npuspec_load_u16(from.data() + 4);
  d.bytes = npuspec_load_u16(from.data() + 6);
  d.integrity = npuspec_load_u32(from.data() + 8);
  d.rank = npuspec_load_u8(from.data() + 12);
  d.dtype = static_cast<Dtype>(npuspec_load_u8(from.data() + 13));
  d.rounding = static_cast<Rounding>(npuspec_load_u8(from.data() + 14));
  d.channels = static_cast<ChannelStorage>(npuspec_load_u8(from.data() + 15));
  d.multiplier = npuspec_load_u32(from.data() + 16);
  d.zero_point = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 20));
  d.input_address = npuspec_load_u64(from.data() + 24);
  d.output_address = npuspec_load_u64(from.data() + 32);
  for (std::size_t i = 0; i < 6; ++i) {
    d.sizes[i] = npuspec_load_u64(from.data() + 40 + 8 * i);
  }
  for (std::size_t i = 0; i < 6; ++i) {
    d.strides[i] = static_cast<std::int64_t>(npuspec_load_u64(from.data() + 88 + 8 * i));
  }
  d.input_span = npuspec_load_u64(from.data() + 136);
  d.output_span = npuspec_load_u64(from.data() + 144);
  for (std::size_t i = 0; i < 4; ++i) {
    d.tile_shape[i] = npuspec_load_u64(from.data() + 152 + 8 * i);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    d.tile_axes[i] = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 184 + 4 * i));
  }
  d.logical_channels = npuspec_load_u64(from.data() + 200);
  d.stored_channels = npuspec_load_u64(from.data() + 208);
  d.epoch = npuspec_load_u32(from.data() + 216);
  d.route = static_cast<quanttess_routes::Route>(npuspec_load_u32(from.data() + 220));
  for (std::size_t i = 0; i < 8; ++i) {
    d.reserved_224[i] = npuspec_load_u8(from.data() + 224 + i);
  }
  return d;
}

// CRC-32C of the bytes, with `integrity` taken as zero: what that field must hold.
constexpr std::uint32_t digest(const Descriptor& d) {
  Descriptor zeroed = d;
  zeroed.integrity = 0;
  std::uint8_t bytes[232] = {};
  pack(zeroed, bytes);
  return npuspec_crc32c(0, bytes, sizeof(bytes));
}

constexpr void seal(Descriptor& d) { d.integrity = digest(d); }

// What checks and lets are made of. `ok` is cleared when a number on the way does not fit 64 bits: the result means
// nothing then.
namespace detail {

// elements: prod(sizes[i] for i in 0..<rank)
constexpr std::uint64_t let_elements(const Descriptor& d, State state, bool* ok) {
  (void)state;
  npu_value total = npu_of_u64(1);
  for (std::uint64_t i = 0; i < d.rank; i++) {
    total = npu_product(total, npu_of_u64(d.sizes[i]));
  }
  return npu_to_u64(total, ok);
}

// sum((sizes[i] - 1) * strides[i] for i in 0..<rank)
constexpr std::uint64_t let_input_extent_sum(const Descriptor& d, State state, bool* ok) {
  (void)state;
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < d.rank; i++) {
    total = npu_add_u64(total, (d.sizes[i] - 1) * static_cast<std::uint64_t>(d.strides[i]), ok);
  }
  return total;
}

// input_extent: dtype.bytes + sum((sizes[i] - 1) * strides[i] for i in 0..<rank)
constexpr std::uint64_t let_input_extent(const Descriptor& d, State state, bool* ok) {
  return npu_add_u64(dtype_bytes(d.dtype), let_input_extent_sum(d, state, ok), ok);
}

// extent[a in tile_axis]: if tile_axes[a] >= 0 then sizes[tile_axes[a]] else 1
constexpr std::uint64_t let_extent(const Descriptor& d, State state, std::uint64_t a) {
  (void)state;
  return d.tile_axes[a] >= 0 ? d.sizes[static_cast<std::uint64_t>(d.tile_axes[a])] : 1;
}

// pitch[a in tile_axis]: if tile_axes[a] >= 0 and extent[a] > 1 then strides[tile_axes[a]] else 0
constexpr std::uint64_t let_pitch(const Descriptor& d, State state, std::uint64_t a) {
  if (d.tile_axes[a] >= 0 && let_extent(d, state, a) > 1) return static_cast<std::uint64_t>(d.strides[static_cast<std::uint64_t>(d.tile_axes[a])]);
  return 0;
}

// full[a in tile_axis]: extent[a] / tile_shape[a]
constexpr std::uint64_t let_full(const Descriptor& d, State state, std::uint64_t a) {
  return let_extent(d, state, a) / d.tile_shape[a];
}

// tail[a in tile_axis]: extent[a] % tile_shape[a]
constexpr std::uint64_t let_tail(const Descriptor& d, State state, std::uint64_t a) {
  return let_extent(d, state, a) % d.tile_shape[a];
}

// tiles[a in tile_axis]: ceil_div(extent[a], tile_shape[a])
constexpr std::uint64_t let_tiles(const Descriptor& d, State state, std::uint64_t a) {
  return npu_ceil_div(let_extent(d, state, a), d.tile_shape[a]);
}

// all(tile_axes[a] != i for a in tile_axis)
constexpr bool let_slices_all(const Descriptor& d, State state, std::uint64_t i) {
  (void)state;
  for (std::uint64_t a = 0; a < 4; a++) {
    if (d.tile_axes[a] == static_cast<std::int64_t>(i)) return false;
  }
  return true;
}

// slices: prod(sizes[i] for i in 0..<rank if all(tile_axes[a] != i for a in tile_axis))
constexpr std::uint64_t let_slices(const Descriptor& d, State state, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (!let_slices_all(d, state, i)) continue;
    total = npu_product(total, npu_of_u64(d.sizes[i]));
  }
  return npu_to_u64(total, ok);
}

// class_tiles[k in 0..<16]: prod(if bit(k, a) then min(tail[a], 1) else full[a] for a in tile_axis)
constexpr std::uint64_t let_class_tiles(const Descriptor& d, State state, std::uint64_t k, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (std::uint64_t a = 0; a < 4; a++) {
    total = npu_product(total, npu_of_u64(((k >> a) & 1) != 0 ? npu_min_u64(let_tail(d, state, a), 1) : let_full(d, state, a)));
  }
  return npu_to_u64(total, ok);
}

// class_side[k in 0..<16, a in tile_axis]: if bit(k, a) then tail[a] else tile_shape[a]
constexpr std::uint64_t let_class_side(const Descriptor& d, State state, std::uint64_t k, std::uint64_t a) {
  return ((k >> a) & 1) != 0 ? let_tail(d, state, a) : d.tile_shape[a];
}

// class_stored[k in 0..<16]: align_up(class_side[k, C], channels.unit)
constexpr std::uint64_t let_class_stored(const Descriptor& d, State state, std::uint64_t k) {
  return npu_align_up(let_class_side(d, state, k, static_cast<std::uint64_t>(TileAxis::kC)), channel_storage_unit(d.channels));
}

// class_payload[k in 0..<16]: class_side[k, D] * class_side[k, H] * class_side[k, W] * class_stored[k]
constexpr std::uint64_t let_class_payload(const Descriptor& d, State state, std::uint64_t k, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(let_class_side(d, state, k, static_cast<std::uint64_t>(TileAxis::kD)) * let_class_side(d, state, k, static_cast<std::uint64_t>(TileAxis::kH)), let_class_side(d, state, k, static_cast<std::uint64_t>(TileAxis::kW)), ok), let_class_stored(d, state, k), ok);
}

// class_bytes[k in 0..<16]: if class_tiles[k] == 0 then 0 else align_up(class_payload[k], 16)
constexpr std::uint64_t let_class_bytes(const Descriptor& d, State state, std::uint64_t k, bool* ok) {
  if (let_class_tiles(d, state, k, ok) == 0) return 0;
  return npu_align_up_checked(let_class_payload(d, state, k, ok), 16, ok);
}

// slice_bytes: sum(class_tiles[k] * class_bytes[k] for k in 0..<16)
constexpr std::uint64_t let_slice_bytes(const Descriptor& d, State state, bool* ok) {
  std::uint64_t total = 0;
  for (std::uint64_t k = 0; k < 16; k++) {
    total = npu_add_u64(total, npu_multiply_u64(let_class_tiles(d, state, k, ok), let_class_bytes(d, state, k, ok), ok), ok);
  }
  return total;
}

// output_bytes: slices * slice_bytes
constexpr std::uint64_t let_output_bytes(const Descriptor& d, State state, bool* ok) {
  return npu_multiply_u64(let_slices(d, state, ok), let_slice_bytes(d, state, ok), ok);
}

// all(sizes[i] in 0..<4 GiB for i in 0..<rank)
constexpr bool rule_sizes_all(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (d.sizes[i] >= 4294967296u) return false;
  }
  return true;
}

// all(sizes[i] == 0 for i in rank..<6)
constexpr bool rule_sizes_all_2(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = d.rank; i < 6; i++) {
    if (d.sizes[i] != 0) return false;
  }
  return true;
}

// all(strides[i] in 0..<4 GiB for i in 0..<rank)
constexpr bool rule_strides_all(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (!(d.strides[i] >= 0 && d.strides[i] < 4294967296)) return false;
  }
  return true;
}

// all(strides[i] == 0 for i in rank..<6)
constexpr bool rule_strides_all_2(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = d.rank; i < 6; i++) {
    if (d.strides[i] != 0) return false;
  }
  return true;
}

// all(tile_shape[i] in 1..<4 GiB for i in tile_axis)
constexpr bool rule_tile_shape(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < 4; i++) {
    if (!(d.tile_shape[i] >= 1 && d.tile_shape[i] < 4294967296u)) return false;
  }
  return true;
}

// all(tile_axes[i] in -1..5 for i in tile_axis)
constexpr bool rule_tile_axes(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < 4; i++) {
    if (!(d.tile_axes[i] >= -1 && d.tile_axes[i] <= 5)) return false;
  }
  return true;
}

// all(sizes[i] >= 1 for i in 0..<rank)
constexpr bool rule_not_empty(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (d.sizes[i] < 1) return false;
  }
  return true;
}

// all(sizes[i] > 1 or strides[i] == 0 for i in 0..<rank)
constexpr bool rule_singleton_strides_zero(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (!(d.sizes[i] > 1 || d.strides[i] == 0)) return false;
  }
  return true;
}

// all(strides[i] >= dtype.bytes for i in 0..<rank if sizes[i] > 1)
constexpr bool rule_strides_cover_a_scalar(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (d.sizes[i] <= 1) continue;
    if (d.strides[i] < static_cast<std::int64_t>(dtype_bytes(d.dtype))) return false;
  }
  return true;
}

// all(strides[i] % dtype.bytes == 0 for i in 0..<rank)
constexpr bool rule_strides_aligned(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (static_cast<std::uint64_t>(d.strides[i]) % dtype_bytes(d.dtype) != 0) return false;
  }
  return true;
}

// sum((sizes[j] - 1) * strides[j] for j in 0..<rank if sizes[j] > 1 and j != i and strides[j] <= strides[i])
constexpr std::uint64_t rule_strides_nonoverlapping_sum(const Descriptor& d, State state, std::uint64_t i, bool* ok) {
  (void)state;
  std::uint64_t total = 0;
  for (std::uint64_t j = 0; j < d.rank; j++) {
    if (!(d.sizes[j] > 1 && j != i && d.strides[j] <= d.strides[i])) continue;
    total = npu_add_u64(total, (d.sizes[j] - 1) * static_cast<std::uint64_t>(d.strides[j]), ok);
  }
  return total;
}

// all(strides[i] >= dtype.bytes + sum((sizes[j] - 1) * strides[j] for j in 0..<rank if sizes[j] > 1 and j != i and
// strides[j] <= strides[i]) for i in 0..<rank if sizes[i] > 1)
constexpr bool rule_strides_nonoverlapping(const Descriptor& d, State state, bool* ok) {
  for (std::uint64_t i = 0; i < d.rank; i++) {
    if (d.sizes[i] <= 1) continue;
    if (static_cast<std::uint64_t>(d.strides[i]) < npu_add_u64(dtype_bytes(d.dtype), rule_strides_nonoverlapping_sum(d, state, i, ok), ok)) return false;
  }
  return true;
}

// all(tile_axes[a] < rank for a in tile_axis)
constexpr bool rule_tile_axes_below_rank(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t a = 0; a < 4; a++) {
    if (d.tile_axes[a] >= d.rank) return false;
  }
  return true;
}

// all(tile_axes[a] == -1 or tile_axes[a] != tile_axes[b] for b in tile_axis if b != a)
constexpr bool rule_tile_axes_distinct_all(const Descriptor& d, State state, std::uint64_t a) {
  (void)state;
  for (std::uint64_t b = 0; b < 4; b++) {
    if (b == a) continue;
    if (!(d.tile_axes[a] == -1 || d.tile_axes[a] != d.tile_axes[b])) return false;
  }
  return true;
}

// all(all(tile_axes[a] == -1 or tile_axes[a] != tile_axes[b] for b in tile_axis if b != a) for a in tile_axis)
constexpr bool rule_tile_axes_distinct(const Descriptor& d, State state) {
  for (std::uint64_t a = 0; a < 4; a++) {
    if (!rule_tile_axes_distinct_all(d, state, a)) return false;
  }
  return true;
}

// all(tile_axes[a] >= 0 or tile_shape[a] == 1 for a in tile_axis)
constexpr bool rule_unmapped_axis_is_one(const Descriptor& d, State state) {
  (void)state;
  for (std::uint64_t a = 0; a < 4; a++) {
    if (!(d.tile_axes[a] >= 0 || d.tile_shape[a] == 1)) return false;
  }
  return true;
}

// stored_channels == align_up(min(tile_shape[C], extent[C]), channels.unit)
constexpr bool rule_stored_channels(const Descriptor& d, State state) {
  return d.stored_channels == npu_align_up(npu_min_u64(d.tile_shape[static_cast<std::uint64_t>(TileAxis::kC)], let_extent(d, state, static_cast<std::uint64_t>(TileAxis::kC))), channel_storage_unit(d.channels));
}

// input_address + input_span <= output_address or output_address + output_span <= input_address
constexpr bool rule_disjoint_ranges(const Descriptor& d, State state) {
  (void)state;
  if (d.input_address + d.input_span <= d.output_address) return true;
  return d.output_address + d.output_span <= d.input_address;
}

}  // namespace detail

enum class DescriptorError : std::uint16_t {
  kOk = 0,
  kState = 21,
  kMagic = 1,
  kVersion = 2,
  kBytes = 3,
  kIntegrity = 4,
  kRank = 5,
  kDtype = 6,
  kRounding = 7,
  kChannels = 8,
  kMultiplier = 9,
  kZeroPoint = 10,
  kInputAddress = 11,
  kOutputAddress = 12,
  kSizes = 13,
  kStrides = 14,
  kInputSpan = 15,
  kOutputSpan = 16,
  kTileShape = 17,
  kTileAxes = 18,
  kRoute = 19,
  kReservedZero = 20,
  kRouteEpoch = 30,
  kNotEmpty = 31,
  kElementsBounded = 32,
  kSingletonStridesZero = 33,
  kStridesCoverAScalar = 34,
  kStridesAligned = 35,
  kInputExtentBounded = 36,
  kStridesNonoverlapping = 37,
  kInputSpanExact = 38,
  kTileAxesBelowRank = 39,
  kTileAxesDistinct = 40,
  kUnmappedAxisIsOne = 41,
  kLogicalChannels = 42,
  kStoredChannels = 43,
  kOutputBounded = 44,
  kOutputSpanExact = 45,
  kRelocatableIsZero = 46,
  kBoundIsNotZero = 47,
  kInputAligned = 48,
  kOutputAligned = 49,
  kInputInDomain = 50,
  kOutputInDomain = 51,
  kDisjointRanges = 52,
};

// clang-format off
inline constexpr npuspec_check kDescriptorChecks[] = {
    {21, 0, "state", "the state that the caller expects"},
    {1, 0, "magic", "the bytes QTSS"},
    {2, 4, "version", "version of this layout"},
    {3, 6, "bytes", "size of the descriptor"},
    {4, 8, "integrity", "CRC-32C of all 232 bytes, with this field taken as zero; binding recomputes it"},
    {5, 12, "rank", "number of logical axes"},
    {6, 13, "dtype", "element type of the input"},
    {7, 14, "rounding", "how the product becomes an integer"},
    {8, 15, "channels", "how a C tile stores its channels"},
    {9, 16, "multiplier", "binary32 bits of the multiplier, which is no divisor: finite and positive, subnormals included"},
    {10, 20, "zero_point", "added after rounding"},
    {11, 24, "input_address", "device address of the first element; 0 while relocatable"},
    {12, 32, "output_address", "device address of the first output byte; 0 while relocatable"},
    {13, 40, "sizes", "extents of the logical axes; 0 beyond the rank"},
    {14, 88, "strides", "bytes from one index to the next; 0 for an axis of one and beyond the rank"},
    {15, 136, "input_span", "bytes from the first to the last that the input view touches"},
    {16, 144, "output_span", "bytes that the output layout occupies"},
    {17, 152, "tile_shape", "extents of a full tile; 1 for an unmapped axis"},
    {18, 184, "tile_axes", "logical axis behind each tile axis; -1 is unmapped, an extent of one"},
    {19, 220, "route", "the firmware entry that this request is for"},
    {20, 224, "reserved-zero", "must be zero"},
    {30, 216, "route-epoch", "the epoch must be the one that registers the route"},
    {31, 40, "not-empty", "a tensor must have elements: an empty one needs no device work and is never encoded"},
    {32, 40, "elements-bounded", "there must be no more elements than the address domain has bytes"},
    {33, 40, "singleton-strides-zero", "the stride of an axis of one must be zero: it addresses nothing, so it has one spelling"},
    {34, 88, "strides-cover-a-scalar", "an active axis must be neither broadcast nor narrower than a scalar"},
    {35, 88, "strides-aligned", "every element must be scalar-aligned"},
    {36, 40, "input-extent-bounded", "the view must fit the address domain"},
    {37, 88, "strides-nonoverlapping", "each stride must clear everything that moves in smaller steps, so that no two indices share a byte"},
    {38, 136, "input-span-exact", "the declared span must be what the view touches"},
    {39, 184, "tile-axes-below-rank", "a tile axis must name a logical axis that exists"},
    {40, 184, "tile-axes-distinct", "no logical axis may be behind two tile axes"},
    {41, 184, "unmapped-axis-is-one", "an unmapped tile axis must have a tile of one"},
    {42, 200, "logical-channels", "the channel count must be the extent behind C"},
    {43, 208, "stored-channels", "stored channels must follow the actual channels of the first C tile, not its nominal size"},
    {44, 40, "output-bounded", "the layout must fit the address domain"},
    {45, 144, "output-span-exact", "the declared span must be the layout's, not the element count's"},
    {46, 24, "relocatable-is-zero", "a relocatable descriptor may name no address"},
    {47, 24, "bound-is-not-zero", "a bound descriptor must name both addresses"},
    {48, 24, "input-aligned", "the input must be scalar-aligned"},
    {49, 32, "output-aligned", "the output must be 16-byte aligned"},
    {50, 24, "input-in-domain", "the input must end within the 32-bit EV address domain"},
    {51, 32, "output-in-domain", "the output must end within the 32-bit EV address domain"},
    {52, 24, "disjoint-ranges", "no accessed byte may be both input and output"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(DescriptorError error) {
  for (const npuspec_check& each : kDescriptorChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// the state that the caller expects
// specs/quanttess/descriptor.yaml:55
// state in state
constexpr bool holds_state(const Descriptor& d, State state) {
  (void)d;
  using namespace detail;
  return state == State::kRelocatable || state == State::kBound;
}

// the bytes QTSS
// Source: our decision: the contract has the entry revalidate integrity and names no mark; these four bytes tell a
// descriptor from anything else
// specs/quanttess/descriptor.yaml:59
// magic == 0x53535451
constexpr bool holds_magic(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.magic == 1397970001;
}

// version of this layout
// Source: QuantTess contract, Native boundary; offset and width: our decision
// specs/quanttess/descriptor.yaml:60
// version == 1
constexpr bool holds_version(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.version == 1;
}

// size of the descriptor
// Source: QuantTess contract, Native boundary (232 bytes); that the descriptor carries its size: our decision
// specs/quanttess/descriptor.yaml:61
// bytes == 232
constexpr bool holds_bytes(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.bytes == 232;
}

// CRC-32C of all 232 bytes, with this field taken as zero; binding recomputes it
// Source: QuantTess contract, Native boundary (the entry revalidates the integrity of a descriptor); CRC-32C and its
// place: our decision, the contract names no digest
// specs/quanttess/descriptor.yaml:62
constexpr bool holds_integrity(const Descriptor& d, State state) {
  (void)state;
  return d.integrity == digest(d);
}

// number of logical axes
// Source: QuantTess contract, Contract (one through six axes); offset and width: our decision
// specs/quanttess/descriptor.yaml:63
// rank in 1..6
constexpr bool holds_rank(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.rank >= 1 && d.rank <= 6;
}

// element type of the input
// Source: QuantTess contract, Native boundary; offset and width: our decision
// specs/quanttess/descriptor.yaml:64
// dtype in dtype
constexpr bool holds_dtype(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.dtype <= Dtype::kBf16;
}

// how the product becomes an integer
// Source: QuantTess contract, Native boundary; offset and width: our decision
// specs/quanttess/descriptor.yaml:65
// rounding in rounding
constexpr bool holds_rounding(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.rounding <= Rounding::kTowardNegative;
}

// how a C tile stores its channels
// Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
// specs/quanttess/descriptor.yaml:66
// channels in channel_storage
constexpr bool holds_channels(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.channels == ChannelStorage::kCompact || d.channels == ChannelStorage::kPad16;
}

// binary32 bits of the multiplier, which is no divisor: finite and positive, subnormals included
// Source: QuantTess contract, Parameters; offset: our decision
// specs/quanttess/descriptor.yaml:67
// multiplier in 1..0x7F7FFFFF
constexpr bool holds_multiplier(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.multiplier >= 1 && d.multiplier <= 2139095039;
}

// added after rounding
// Source: QuantTess contract, Parameters; offset and width: our decision
// specs/quanttess/descriptor.yaml:68
// zero_point in -128..127
constexpr bool holds_zero_point(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.zero_point >= -128 && d.zero_point <= 127;
}

// device address of the first element; 0 while relocatable
// Source: QuantTess contract, Native boundary (the slot at 24, its domain); that the input slot is the first: our
// decision
// specs/quanttess/descriptor.yaml:69
// input_address in 0..<4 GiB
constexpr bool holds_input_address(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.input_address < 4294967296u;
}

// device address of the first output byte; 0 while relocatable
// Source: QuantTess contract, Native boundary (the slot at 32, its domain); that the output slot is the second: our
// decision
// specs/quanttess/descriptor.yaml:70
// output_address in 0..<4 GiB
constexpr bool holds_output_address(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.output_address < 4294967296u;
}

// extents of the logical axes; 0 beyond the rank
// Source: QuantTess contract, Native boundary (capacity of six); offset and width: our decision
// specs/quanttess/descriptor.yaml:71
// all(sizes[i] in 0..<4 GiB for i in 0..<rank) and all(sizes[i] == 0 for i in rank..<6)
constexpr bool holds_sizes(const Descriptor& d, State state) {
  using namespace detail;
  return rule_sizes_all(d, state) && rule_sizes_all_2(d, state);
}

// bytes from one index to the next; 0 for an axis of one and beyond the rank
// Source: QuantTess contract, Native boundary (capacity of six), Contract (no negative strides); offset and width: our
// decision
// specs/quanttess/descriptor.yaml:72
// all(strides[i] in 0..<4 GiB for i in 0..<rank) and all(strides[i] == 0 for i in rank..<6)
constexpr bool holds_strides(const Descriptor& d, State state) {
  using namespace detail;
  return rule_strides_all(d, state) && rule_strides_all_2(d, state);
}

// bytes from the first to the last that the input view touches
// Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
// specs/quanttess/descriptor.yaml:73
// input_span in 1..<4 GiB
constexpr bool holds_input_span(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.input_span >= 1 && d.input_span < 4294967296u;
}

// bytes that the output layout occupies
// Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
// specs/quanttess/descriptor.yaml:74
// output_span in 1..<4 GiB
constexpr bool holds_output_span(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.output_span >= 1 && d.output_span < 4294967296u;
}

// extents of a full tile; 1 for an unmapped axis
// Source: QuantTess contract, Native boundary (MLA tile metadata); offset and width: our decision
// specs/quanttess/descriptor.yaml:75
// all(tile_shape[i] in 1..<4 GiB for i in tile_axis)
constexpr bool holds_tile_shape(const Descriptor& d, State state) {
  using namespace detail;
  return rule_tile_shape(d, state);
}

// logical axis behind each tile axis; -1 is unmapped, an extent of one
// Source: QuantTess contract, Native boundary (MLA axis metadata), C++ call (-1 is unmapped); offset and width: our
// decision
// specs/quanttess/descriptor.yaml:76
// all(tile_axes[i] in -1..5 for i in tile_axis)
constexpr bool holds_tile_axes(const Descriptor& d, State state) {
  using namespace detail;
  return rule_tile_axes(d, state);
}

// the firmware entry that this request is for
// Source: QuantTess contract, Native boundary (route 49); that the descriptor carries it: our decision
// specs/quanttess/descriptor.yaml:80
// route in route
constexpr bool holds_route(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.route == quanttess_routes::Route::kNativeQuanttess;
}

// must be zero
// Source: our decision: what is left of 232 bytes is zero, so that it may get a meaning
// specs/quanttess/descriptor.yaml:81
constexpr bool holds_reserved_zero(const Descriptor& d, State state) {
  (void)state;
  return npuspec_is_zero(d.reserved_224, sizeof(d.reserved_224));
}

// the epoch must be the one that registers the route
// Source: QuantTess contract, Native boundary (epoch-2 route 49); the check: our decision
// specs/quanttess/descriptor.yaml:103
// epoch == route.epoch
constexpr bool holds_route_epoch(const Descriptor& d, State state) {
  (void)state;
  using namespace detail;
  return d.epoch == quanttess_routes::route_epoch(d.route);
}

// a tensor must have elements: an empty one needs no device work and is never encoded
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:108
// all(sizes[i] >= 1 for i in 0..<rank)
constexpr bool holds_not_empty(const Descriptor& d, State state) {
  using namespace detail;
  return rule_not_empty(d, state);
}

// there must be no more elements than the address domain has bytes
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:113
// elements < 4 GiB
constexpr bool holds_elements_bounded(const Descriptor& d, State state) {
  using namespace detail;
  bool fits = true;
  bool* ok = &fits;
  return (let_elements(d, state, ok) < 4294967296u) && fits;
}

// the stride of an axis of one must be zero: it addresses nothing, so it has one spelling
// Source: QuantTess contract, Compact direct-tile workers (singleton strides do not contribute to addressing); that
// they are zero: our decision
// specs/quanttess/descriptor.yaml:118
// all(sizes[i] > 1 or strides[i] == 0 for i in 0..<rank)
constexpr bool holds_singleton_strides_zero(const Descriptor& d, State state) {
  using namespace detail;
  return rule_singleton_strides_zero(d, state);
}

// an active axis must be neither broadcast nor narrower than a scalar
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:123
// all(strides[i] >= dtype.bytes for i in 0..<rank if sizes[i] > 1)
constexpr bool holds_strides_cover_a_scalar(const Descriptor& d, State state) {
  using namespace detail;
  return rule_strides_cover_a_scalar(d, state);
}

// every element must be scalar-aligned
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:128
// all(strides[i] % dtype.bytes == 0 for i in 0..<rank)
constexpr bool holds_strides_aligned(const Descriptor& d, State state) {
  using namespace detail;
  return rule_strides_aligned(d, state);
}

// the view must fit the address domain
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:133
// input_extent < 4 GiB
constexpr bool holds_input_extent_bounded(const Descriptor& d, State state) {
  using namespace detail;
  bool fits = true;
  bool* ok = &fits;
  return (let_input_extent(d, state, ok) < 4294967296u) && fits;
}

// each stride must clear everything that moves in smaller steps, so that no two indices share a byte
// Source: QuantTess contract, Contract (an admitted nonoverlapping strided view); which ones are admitted, those whose
// axes nest: our decision
// specs/quanttess/descriptor.yaml:138
// all(strides[i] >= dtype.bytes + sum((sizes[j] - 1) * strides[j] for j in 0..<rank if sizes[j] > 1 and j != i and
// strides[j] <= strides[i]) for i in 0..<rank if sizes[i] > 1)
constexpr bool holds_strides_nonoverlapping(const Descriptor& d, State state) {
  using namespace detail;
  bool fits = true;
  bool* ok = &fits;
  return (rule_strides_nonoverlapping(d, state, ok)) && fits;
}

// the declared span must be what the view touches
// Source: QuantTess contract, Native boundary (storage spans, overflow-safe geometry); that it is exact and no bound:
// our decision
// specs/quanttess/descriptor.yaml:146
// input_span == input_extent
constexpr bool holds_input_span_exact(const Descriptor& d, State state) {
  using namespace detail;
  bool fits = true;
  bool* ok = &fits;
  return (d.input_span == let_input_extent(d, state, ok)) && fits;
}

// a tile axis must name a logical axis that exists
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:151
// all(tile_axes[a] < rank for a in tile_axis)
constexpr bool holds_tile_axes_below_rank(const Descriptor& d, State state) {
  using namespace detail;
  return rule_tile_axes_below_rank(d, state);
}

// no logical axis may be behind two tile axes
// Source: our decision: the contract is silent; an axis behind two tile axes would be tiled twice
// specs/quanttess/descriptor.yaml:156
// all(all(tile_axes[a] == -1 or tile_axes[a] != tile_axes[b] for b in tile_axis if b != a) for a in tile_axis)
constexpr bool holds_tile_axes_distinct(const Descriptor& d, State state) {
  using namespace detail;
  return rule_tile_axes_distinct(d, state);
}

// an unmapped tile axis must have a tile of one
// Source: our decision: the contract is silent; it follows its sample (C++ call), where the unmapped D and H have tiles
// of one
// specs/quanttess/descriptor.yaml:161
// all(tile_axes[a] >= 0 or tile_shape[a] == 1 for a in tile_axis)
constexpr bool holds_unmapped_axis_is_one(const Descriptor& d, State state) {
  using namespace detail;
  return rule_unmapped_axis_is_one(d, state);
}

// the channel count must be the extent behind C
// Source: our decision: the contract has channel metadata, and this is what makes it agree with the axes
// specs/quanttess/descriptor.yaml:166
// logical_channels == extent[C]
constexpr bool holds_logical_channels(const Descriptor& d, State state) {
  using namespace detail;
  return d.logical_channels == let_extent(d, state, static_cast<std::uint64_t>(TileAxis::kC));
}

// stored channels must follow the actual channels of the first C tile, not its nominal size
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:171
// stored_channels == align_up(min(tile_shape[C], extent[C]), channels.unit)
constexpr bool holds_stored_channels(const Descriptor& d, State state) {
  using namespace detail;
  return rule_stored_channels(d, state);
}

// the layout must fit the address domain
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:176
// output_bytes < 4 GiB
constexpr bool holds_output_bounded(const Descriptor& d, State state) {
  using namespace detail;
  bool fits = true;
  bool* ok = &fits;
  return (let_output_bytes(d, state, ok) < 4294967296u) && fits;
}

// the declared span must be the layout's, not the element count's
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:181
// output_span == output_bytes
constexpr bool holds_output_span_exact(const Descriptor& d, State state) {
  using namespace detail;
  bool fits = true;
  bool* ok = &fits;
  return (d.output_span == let_output_bytes(d, state, ok)) && fits;
}

// a relocatable descriptor may name no address
// Source: QuantTess contract, C++ call
// specs/quanttess/descriptor.yaml:186
// when state == RELOCATABLE
// input_address == 0 and output_address == 0
constexpr bool holds_relocatable_is_zero(const Descriptor& d, State state) {
  using namespace detail;
  return !(state == State::kRelocatable) || (d.input_address == 0 && d.output_address == 0);
}

// a bound descriptor must name both addresses
// Source: QuantTess contract, Native boundary
// specs/quanttess/descriptor.yaml:192
// when state == BOUND
// input_address != 0 and output_address != 0
constexpr bool holds_bound_is_not_zero(const Descriptor& d, State state) {
  using namespace detail;
  return !(state == State::kBound) || (d.input_address != 0 && d.output_address != 0);
}

// the input must be scalar-aligned
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:198
// when state == BOUND
// input_address % dtype.bytes == 0
constexpr bool holds_input_aligned(const Descriptor& d, State state) {
  using namespace detail;
  return !(state == State::kBound) || (d.input_address % dtype_bytes(d.dtype) == 0);
}

// the output must be 16-byte aligned
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:204
// when state == BOUND
// output_address % 16 == 0
constexpr bool holds_output_aligned(const Descriptor& d, State state) {
  using namespace detail;
  return !(state == State::kBound) || (d.output_address % 16 == 0);
}

// the input must end within the 32-bit EV address domain
// Source: QuantTess contract, Native boundary
// specs/quanttess/descriptor.yaml:210
// when state == BOUND
// input_address + input_span <= 4 GiB
constexpr bool holds_input_in_domain(const Descriptor& d, State state) {
  using namespace detail;
  return !(state == State::kBound) || (d.input_address + d.input_span <= 4294967296u);
}

// the output must end within the 32-bit EV address domain
// Source: QuantTess contract, Native boundary
// specs/quanttess/descriptor.yaml:216
// when state == BOUND
// output_address + output_span <= 4 GiB
constexpr bool holds_output_in_domain(const Descriptor& d, State state) {
  using namespace detail;
  return !(state == State::kBound) || (d.output_address + d.output_span <= 4294967296u);
}

// no accessed byte may be both input and output
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:222
// when state == BOUND
// input_address + input_span <= output_address or output_address + output_span <= input_address
constexpr bool holds_disjoint_ranges(const Descriptor& d, State state) {
  using namespace detail;
  return !(state == State::kBound) || (rule_disjoint_ranges(d, state));
}

// The first check that refuses; kOk when none does.
constexpr DescriptorError check(const Descriptor& d, State state) {
  if (!holds_state(d, state)) return DescriptorError::kState;
  if (!holds_magic(d, state)) return DescriptorError::kMagic;
  if (!holds_version(d, state)) return DescriptorError::kVersion;
  if (!holds_bytes(d, state)) return DescriptorError::kBytes;
  if (!holds_integrity(d, state)) return DescriptorError::kIntegrity;
  if (!holds_rank(d, state)) return DescriptorError::kRank;
  if (!holds_dtype(d, state)) return DescriptorError::kDtype;
  if (!holds_rounding(d, state)) return DescriptorError::kRounding;
  if (!holds_channels(d, state)) return DescriptorError::kChannels;
  if (!holds_multiplier(d, state)) return DescriptorError::kMultiplier;
  if (!holds_zero_point(d, state)) return DescriptorError::kZeroPoint;
  if (!holds_input_address(d, state)) return DescriptorError::kInputAddress;
  if (!holds_output_address(d, state)) return DescriptorError::kOutputAddress;
  if (!holds_sizes(d, state)) return DescriptorError::kSizes;
  if (!holds_strides(d, state)) return DescriptorError::kStrides;
  if (!holds_input_span(d, state)) return DescriptorError::kInputSpan;
  if (!holds_output_span(d, state)) return DescriptorError::kOutputSpan;
  if (!holds_tile_shape(d, state)) return DescriptorError::kTileShape;
  if (!holds_tile_axes(d, state)) return DescriptorError::kTileAxes;
  if (!holds_route(d, state)) return DescriptorError::kRoute;
  if (!holds_reserved_zero(d, state)) return DescriptorError::kReservedZero;
  if (!holds_route_epoch(d, state)) return DescriptorError::kRouteEpoch;
  if (!holds_not_empty(d, state)) return DescriptorError::kNotEmpty;
  if (!holds_elements_bounded(d, state)) return DescriptorError::kElementsBounded;
  if (!holds_singleton_strides_zero(d, state)) return DescriptorError::kSingletonStridesZero;
  if (!holds_strides_cover_a_scalar(d, state)) return DescriptorError::kStridesCoverAScalar;
  if (!holds_strides_aligned(d, state)) return DescriptorError::kStridesAligned;
  if (!holds_input_extent_bounded(d, state)) return DescriptorError::kInputExtentBounded;
  if (!holds_strides_nonoverlapping(d, state)) return DescriptorError::kStridesNonoverlapping;
  if (!holds_input_span_exact(d, state)) return DescriptorError::kInputSpanExact;
  if (!holds_tile_axes_below_rank(d, state)) return DescriptorError::kTileAxesBelowRank;
  if (!holds_tile_axes_distinct(d, state)) return DescriptorError::kTileAxesDistinct;
  if (!holds_unmapped_axis_is_one(d, state)) return DescriptorError::kUnmappedAxisIsOne;
  if (!holds_logical_channels(d, state)) return DescriptorError::kLogicalChannels;
  if (!holds_stored_channels(d, state)) return DescriptorError::kStoredChannels;
  if (!holds_output_bounded(d, state)) return DescriptorError::kOutputBounded;
  if (!holds_output_span_exact(d, state)) return DescriptorError::kOutputSpanExact;
  if (!holds_relocatable_is_zero(d, state)) return DescriptorError::kRelocatableIsZero;
  if (!holds_bound_is_not_zero(d, state)) return DescriptorError::kBoundIsNotZero;
  if (!holds_input_aligned(d, state)) return DescriptorError::kInputAligned;
  if (!holds_output_aligned(d, state)) return DescriptorError::kOutputAligned;
  if (!holds_input_in_domain(d, state)) return DescriptorError::kInputInDomain;
  if (!holds_output_in_domain(d, state)) return DescriptorError::kOutputInDomain;
  if (!holds_disjoint_ranges(d, state)) return DescriptorError::kDisjointRanges;
  return DescriptorError::kOk;
}

// elements: prod(sizes[i] for i in 0..<rank)
// specs/quanttess/descriptor.yaml:84
// Means something only where check() gives kOk.
constexpr std::uint64_t elements(const Descriptor& d) {
  bool ok = true;
  return detail::let_elements(d, {}, &ok);
}

// input_extent: dtype.bytes + sum((sizes[i] - 1) * strides[i] for i in 0..<rank)
// specs/quanttess/descriptor.yaml:85
// Means something only where check() gives kOk.
constexpr std::uint64_t input_extent(const Descriptor& d) {
  bool ok = true;
  return detail::let_input_extent(d, {}, &ok);
}

// extent[a in tile_axis]: if tile_axes[a] >= 0 then sizes[tile_axes[a]] else 1
// specs/quanttess/descriptor.yaml:86
// Means something only where check() gives kOk.
constexpr std::uint64_t extent(const Descriptor& d, std::uint64_t a) {
  return detail::let_extent(d, {}, a);
}

// pitch[a in tile_axis]: if tile_axes[a] >= 0 and extent[a] > 1 then strides[tile_axes[a]] else 0
// specs/quanttess/descriptor.yaml:87
// Means something only where check() gives kOk.
constexpr std::uint64_t pitch(const Descriptor& d, std::uint64_t a) {
  return detail::let_pitch(d, {}, a);
}

// full[a in tile_axis]: extent[a] / tile_shape[a]
// specs/quanttess/descriptor.yaml:88
// Means something only where check() gives kOk.
constexpr std::uint64_t full(const Descriptor& d, std::uint64_t a) {
  return detail::let_full(d, {}, a);
}

// tail[a in tile_axis]: extent[a] % tile_shape[a]
// specs/quanttess/descriptor.yaml:89
// Means something only where check() gives kOk.
constexpr std::uint64_t tail(const Descriptor& d, std::uint64_t a) {
  return detail::let_tail(d, {}, a);
}

// tiles[a in tile_axis]: ceil_div(extent[a], tile_shape[a])
// specs/quanttess/descriptor.yaml:90
// Means something only where check() gives kOk.
constexpr std::uint64_t tiles(const Descriptor& d, std::uint64_t a) {
  return detail::let_tiles(d, {}, a);
}

// slices: prod(sizes[i] for i in 0..<rank if all(tile_axes[a] != i for a in tile_axis))
// specs/quanttess/descriptor.yaml:91
// Means something only where check() gives kOk.
constexpr std::uint64_t slices(const Descriptor& d) {
  bool ok = true;
  return detail::let_slices(d, {}, &ok);
}

// class_tiles[k in 0..<16]: prod(if bit(k, a) then min(tail[a], 1) else full[a] for a in tile_axis)
// specs/quanttess/descriptor.yaml:93
// Means something only where check() gives kOk.
constexpr std::uint64_t class_tiles(const Descriptor& d, std::uint64_t k) {
  bool ok = true;
  return detail::let_class_tiles(d, {}, k, &ok);
}

// class_side[k in 0..<16, a in tile_axis]: if bit(k, a) then tail[a] else tile_shape[a]
// specs/quanttess/descriptor.yaml:94
// Means something only where check() gives kOk.
constexpr std::uint64_t class_side(const Descriptor& d, std::uint64_t k, std::uint64_t a) {
  return detail::let_class_side(d, {}, k, a);
}

// class_stored[k in 0..<16]: align_up(class_side[k, C], channels.unit)
// specs/quanttess/descriptor.yaml:95
// Means something only where check() gives kOk.
constexpr std::uint64_t class_stored(const Descriptor& d, std::uint64_t k) {
  return detail::let_class_stored(d, {}, k);
}

// class_payload[k in 0..<16]: class_side[k, D] * class_side[k, H] * class_side[k, W] * class_stored[k]
// specs/quanttess/descriptor.yaml:96
// Means something only where check() gives kOk.
constexpr std::uint64_t class_payload(const Descriptor& d, std::uint64_t k) {
  bool ok = true;
  return detail::let_class_payload(d, {}, k, &ok);
}

// class_bytes[k in 0..<16]: if class_tiles[k] == 0 then 0 else align_up(class_payload[k], 16)
// specs/quanttess/descriptor.yaml:97
// Means something only where check() gives kOk.
constexpr std::uint64_t class_bytes(const Descriptor& d, std::uint64_t k) {
  bool ok = true;
  return detail::let_class_bytes(d, {}, k, &ok);
}

// slice_bytes: sum(class_tiles[k] * class_bytes[k] for k in 0..<16)
// specs/quanttess/descriptor.yaml:98
// Means something only where check() gives kOk.
constexpr std::uint64_t slice_bytes(const Descriptor& d) {
  bool ok = true;
  return detail::let_slice_bytes(d, {}, &ok);
}

// output_bytes: slices * slice_bytes
// specs/quanttess/descriptor.yaml:99
// Means something only where check() gives kOk.
constexpr std::uint64_t output_bytes(const Descriptor& d) {
  bool ok = true;
  return detail::let_output_bytes(d, {}, &ok);
}

}  // namespace npuspec::quanttess
