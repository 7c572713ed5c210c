// The quanttess descriptors in C11, version 1.0.
// Source: QuantTess contract, Native boundary; where it names none, our decision: order, offsets and widths of fields,
// values of enums, and numbers of checks
// Made from specs/quanttess/descriptor.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/guard_math.h"
#include "base/wire.h"
#include "quanttess_routes_gen.h"

// One native QuantTess request, as the EV74 entry of route 49 reads it.
#define QUANTTESS_ABI_MAJOR 1
#define QUANTTESS_ABI_MINOR 0

// The input's element type; the output is always INT8.
// Source: QuantTess contract, Contract; the values: our decision, the contract numbers none
// specs/quanttess/descriptor.yaml:13

// IEEE binary32
#define QUANTTESS_DTYPE_FP32 0
// IEEE binary16
#define QUANTTESS_DTYPE_FP16 1
// bfloat16, the upper half of a binary32; not FP16
#define QUANTTESS_DTYPE_BF16 2

// The name of a symbol; NULL for a value that has none.
static inline const char* quanttess_dtype_name(uint8_t value) {
  switch (value) {
    case QUANTTESS_DTYPE_FP32:
      return "FP32";
    case QUANTTESS_DTYPE_FP16:
      return "FP16";
    case QUANTTESS_DTYPE_BF16:
      return "BF16";
    default:
      return NULL;
  }
}

// The column `bytes`; zero for a value that has no symbol.
static inline uint64_t quanttess_dtype_bytes(uint64_t value) {
  switch (value) {
    case QUANTTESS_DTYPE_FP32:
      return 4;
    case QUANTTESS_DTYPE_FP16:
      return 2;
    case QUANTTESS_DTYPE_BF16:
      return 2;
    default:
      return 0;
  }
}

// How the binary32 product becomes an integer.
// Source: QuantTess contract, Parameters; the values: our decision, the contract numbers none
// specs/quanttess/descriptor.yaml:22

// to nearest, ties to even; the default
#define QUANTTESS_ROUNDING_NEAREST_EVEN 0
// toward zero
#define QUANTTESS_ROUNDING_TOWARD_ZERO 1
// toward positive infinity
#define QUANTTESS_ROUNDING_TOWARD_POSITIVE 2
// toward negative infinity
#define QUANTTESS_ROUNDING_TOWARD_NEGATIVE 3

// The name of a symbol; NULL for a value that has none.
static inline const char* quanttess_rounding_name(uint8_t value) {
  switch (value) {
    case QUANTTESS_ROUNDING_NEAREST_EVEN:
      return "NEAREST_EVEN";
    case QUANTTESS_ROUNDING_TOWARD_ZERO:
      return "TOWARD_ZERO";
    case QUANTTESS_ROUNDING_TOWARD_POSITIVE:
      return "TOWARD_POSITIVE";
    case QUANTTESS_ROUNDING_TOWARD_NEGATIVE:
      return "TOWARD_NEGATIVE";
    default:
      return NULL;
  }
}

// How many channels a pixel of a C tile stores.
// Source: QuantTess contract, Memory and lifecycle; the values: our decision, the contract numbers none
// specs/quanttess/descriptor.yaml:31

// a tile stores the channels it has
#define QUANTTESS_CHANNEL_STORAGE_COMPACT 0
// a tile stores its channels rounded up to 16, the rest filled with zero_point
#define QUANTTESS_CHANNEL_STORAGE_PAD16 1

// The name of a symbol; NULL for a value that has none.
static inline const char* quanttess_channel_storage_name(uint8_t value) {
  switch (value) {
    case QUANTTESS_CHANNEL_STORAGE_COMPACT:
      return "COMPACT";
    case QUANTTESS_CHANNEL_STORAGE_PAD16:
      return "PAD16";
    default:
      return NULL;
  }
}

// The column `unit`; zero for a value that has no symbol.
static inline uint64_t quanttess_channel_storage_unit(uint64_t value) {
  switch (value) {
    case QUANTTESS_CHANNEL_STORAGE_COMPACT:
      return 1;
    case QUANTTESS_CHANNEL_STORAGE_PAD16:
      return 16;
    default:
      return 0;
  }
}

// The axes of a tile, in the order of the payload inside it.
// Source: QuantTess contract, C++ call (the order of tile_shape in its sample: D, H, W, C) and Memory and lifecycle
// specs/quanttess/descriptor.yaml:39

// depth
#define QUANTTESS_TILE_AXIS_D 0
// height
#define QUANTTESS_TILE_AXIS_H 1
// width
#define QUANTTESS_TILE_AXIS_W 2
// channels
#define QUANTTESS_TILE_AXIS_C 3

// The name of a symbol; NULL for a value that has none.
static inline const char* quanttess_tile_axis_name(uint32_t value) {
  switch (value) {
    case QUANTTESS_TILE_AXIS_D:
      return "D";
    case QUANTTESS_TILE_AXIS_H:
      return "H";
    case QUANTTESS_TILE_AXIS_W:
      return "W";
    case QUANTTESS_TILE_AXIS_C:
      return "C";
    default:
      return NULL;
  }
}

// Whether the addresses of a descriptor have been relocated.
// Source: QuantTess contract, C++ call; the values: our decision, they are never on the wire
// specs/quanttess/descriptor.yaml:47

// both address slots are zero
#define QUANTTESS_STATE_RELOCATABLE 0
// both address slots hold device addresses
#define QUANTTESS_STATE_BOUND 1

// The name of a symbol; NULL for a value that has none.
static inline const char* quanttess_state_name(uint32_t value) {
  switch (value) {
    case QUANTTESS_STATE_RELOCATABLE:
      return "RELOCATABLE";
    case QUANTTESS_STATE_BOUND:
      return "BOUND";
    default:
      return NULL;
  }
}

// One native QuantTess request, as the EV74 entry of route 49 reads it.
// Source: QuantTess contract, Native boundary; where it names none, our decision: order, offsets and widths of fields,
// values of enums, and numbers of checks
// specs/quanttess/descriptor.yaml:3
struct quanttess_descriptor {
  // the bytes QTSS
  // Source: our decision: the contract has the entry revalidate integrity and names no mark; these four bytes tell a
  // descriptor from anything else
  // specs/quanttess/descriptor.yaml:59
  uint32_t magic;
  // version of this layout
  // Source: QuantTess contract, Native boundary; offset and width: our decision
  // specs/quanttess/descriptor.yaml:60
  uint16_t version;
  // size of the descriptor
  // Source: QuantTess contract, Native boundary (232 bytes); that the descriptor carries its size: our decision
  // specs/quanttess/descriptor.yaml:61
  uint16_t bytes;
  // CRC-32C of all 232 bytes, with this field taken as zero; binding recomputes it
  // Source: QuantTess contract, Native boundary (the entry revalidates the integrity of a descriptor); CRC-32C and its
  // place: our decision, the contract names no digest
  // specs/quanttess/descriptor.yaml:62
  uint32_t integrity;
  // number of logical axes
  // Source: QuantTess contract, Contract (one through six axes); offset and width: our decision
  // specs/quanttess/descriptor.yaml:63
  uint8_t rank;
  // element type of the input
  // Source: QuantTess contract, Native boundary; offset and width: our decision
  // specs/quanttess/descriptor.yaml:64
  uint8_t dtype;
  // how the product becomes an integer
  // Source: QuantTess contract, Native boundary; offset and width: our decision
  // specs/quanttess/descriptor.yaml:65
  uint8_t rounding;
  // how a C tile stores its channels
  // Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
  // specs/quanttess/descriptor.yaml:66
  uint8_t channels;
  // binary32 bits of the multiplier, which is no divisor: finite and positive, subnormals included
  // Source: QuantTess contract, Parameters; offset: our decision
  // specs/quanttess/descriptor.yaml:67
  uint32_t multiplier;
  // added after rounding
  // Source: QuantTess contract, Parameters; offset and width: our decision
  // specs/quanttess/descriptor.yaml:68
  int32_t zero_point;
  // device address of the first element; 0 while relocatable
  // Source: QuantTess contract, Native boundary (the slot at 24, its domain); that the input slot is the first: our
  // decision
  // specs/quanttess/descriptor.yaml:69
  uint64_t input_address;
  // device address of the first output byte; 0 while relocatable
  // Source: QuantTess contract, Native boundary (the slot at 32, its domain); that the output slot is the second: our
  // decision
  // specs/quanttess/descriptor.yaml:70
  uint64_t output_address;
  // extents of the logical axes; 0 beyond the rank
  // Source: QuantTess contract, Native boundary (capacity of six); offset and width: our decision
  // specs/quanttess/descriptor.yaml:71
  uint64_t sizes[6];
  // bytes from one index to the next; 0 for an axis of one and beyond the rank
  // Source: QuantTess contract, Native boundary (capacity of six), Contract (no negative strides); offset and width:
  // our decision
  // specs/quanttess/descriptor.yaml:72
  int64_t strides[6];
  // bytes from the first to the last that the input view touches
  // Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
  // specs/quanttess/descriptor.yaml:73
  uint64_t input_span;
  // bytes that the output layout occupies
  // Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
  // specs/quanttess/descriptor.yaml:74
  uint64_t output_span;
  // extents of a full tile; 1 for an unmapped axis
  // Source: QuantTess contract, Native boundary (MLA tile metadata); offset and width: our decision
  // specs/quanttess/descriptor.yaml:75
  uint64_t tile_shape[4];
  // logical axis behind each tile axis; -1 is unmapped, an extent of one
  // Source: QuantTess contract, Native boundary (MLA axis metadata), C++ call (-1 is unmapped); offset and width: our
  // decision
  // specs/quanttess/descriptor.yaml:76
  int32_t tile_axes[4];
  // extent of the axis behind C
  // Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
  // specs/quanttess/descriptor.yaml:77
  uint64_t logical_channels;
  // channels that a pixel of the first C tile stores
  // Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
  // specs/quanttess/descriptor.yaml:78
  uint64_t stored_channels;
  // transport epoch of the route
  // Source: QuantTess contract, Native boundary (epoch 2); that the descriptor carries it: our decision
  // specs/quanttess/descriptor.yaml:79
  uint32_t epoch;
  // the firmware entry that this request is for
  // Source: QuantTess contract, Native boundary (route 49); that the descriptor carries it: our decision
  // specs/quanttess/descriptor.yaml:80
  uint32_t route;
  // must be zero
  // Source: our decision: what is left of 232 bytes is zero, so that it may get a meaning
  // specs/quanttess/descriptor.yaml:81
  uint8_t reserved_224[8];
} __attribute__((aligned(8)));
static_assert(sizeof(struct quanttess_descriptor) == 232, "size");
static_assert(alignof(struct quanttess_descriptor) == 8, "alignment");
static_assert(offsetof(struct quanttess_descriptor, magic) == 0, "offset of magic");
static_assert(offsetof(struct quanttess_descriptor, version) == 4, "offset of version");
static_assert(offsetof(struct quanttess_descriptor, bytes) == 6, "offset of bytes");
static_assert(offsetof(struct quanttess_descriptor, integrity) == 8, "offset of integrity");
static_assert(offsetof(struct quanttess_descriptor, rank) == 12, "offset of rank");
static_assert(offsetof(struct quanttess_descriptor, dtype) == 13, "offset of dtype");
static_assert(offsetof(struct quanttess_descriptor, rounding) == 14, "offset of rounding");
static_assert(offsetof(struct quanttess_descriptor, channels) == 15, "offset of channels");
static_assert(offsetof(struct quanttess_descriptor, multiplier) == 16, "offset of multiplier");
static_assert(offsetof(struct quanttess_descriptor, zero_point) == 20, "offset of zero_point");
static_assert(offsetof(struct quanttess_descriptor, input_address) == 24, "offset of input_address");
static_assert(offsetof(struct quanttess_descriptor, output_address) == 32, "offset of output_address");
static_assert(offsetof(struct quanttess_descriptor, sizes) == 40, "offset of sizes");
static_assert(offsetof(struct quanttess_descriptor, strides) == 88, "offset of strides");
static_assert(offsetof(struct quanttess_descriptor, input_span) == 136, "offset of input_span");
static_assert(offsetof(struct quanttess_descriptor, output_span) == 144, "offset of output_span");
static_assert(offsetof(struct quanttess_descriptor, tile_shape) == 152, "offset of tile_shape");
static_assert(offsetof(struct quanttess_descriptor, tile_axes) == 184, "offset of tile_axes");
static_assert(offsetof(struct quanttess_descriptor, logical_channels) == 200, "offset of logical_channels");
static_assert(offsetof(struct quanttess_descriptor, stored_channels) == 208, "offset of stored_channels");
static_assert(offsetof(struct quanttess_descriptor, epoch) == 216, "offset of epoch");
static_assert(offsetof(struct quanttess_descriptor, route) == 220, "offset of route");
static_assert(offsetof(struct quanttess_descriptor, reserved_224) == 224, "offset of reserved_224");
#define QUANTTESS_DESCRIPTOR_MAGIC 0x53535451
#define QUANTTESS_DESCRIPTOR_VERSION 1
#define QUANTTESS_DESCRIPTOR_BYTES 232

// Writes the 232 bytes of the wire, which no struct ever lies over.
static inline void quanttess_pack(const struct quanttess_descriptor* d, uint8_t* to) {
  npuspec_store_u32(to + 0, d->magic);
  npuspec_store_u16(to + 4, d->version);
  npuspec_store_u16(to + 6, d->bytes);
  npuspec_store_u32(to + 8, d->integrity);
  npuspec_store_u8(to + 12, d->rank);
  npuspec_store_u8(to + 13, (uint8_t)d->dtype);
  npuspec_store_u8(to + 14, (uint8_t)d->rounding);
  npuspec_store_u8(to + 15, (uint8_t)d->channels);
  npuspec_store_u32(to + 16, d->multiplier);
  npuspec_store_u32(to + 20, (uint32_t)d->zero_point);
  npuspec_store_u64(to + 24, d->input_address);
  npuspec_store_u64(to + 32, d->output_address);
  for (size_t i = 0; i < 6; ++i) {
    npuspec_store_u64(to + 40 + 8 * i, d->sizes[i]);
  }
  for (size_t i = 0; i < 6; ++i) {
    npuspec_store_u64(to + 88 + 8 * i, (uint64_t)d->strides[i]);
  }
  npuspec_store_u64(to + 136, d->input_span);
  npuspec_store_u64(to + 144, d->output_span);
  for (size_t i = 0; i < 4; ++i) {
    npuspec_store_u64(to + 152 + 8 * i, d->tile_shape[i]);
  }
  for (size_t i = 0; i < 4; ++i) {
    npuspec_store_u32(to + 184 + 4 * i, (uint32_t)d->tile_axes[i]);
  }
  npuspec_store_u64(to + 200, d->logical_channels);
  npuspec_store_u64(to + 208, d->stored_channels);
  npuspec_store_u32(to + 216, d->epoch);
  npuspec_store_u32(to + 220, (uint32_t)d->route);
  for (size_t i = 0; i < 8; ++i) {
    npuspec_store_u8(to + 224 + i, d->reserved_224[i]);
  }
}

// Reads them. Any bytes will do: quanttess_check() says whether they make sense.
static inline void quanttess_unpack(const uint8_t* from, struct quanttess_descriptor* d) {
  d->magic = npuspec_load_u32(from + 0);
  d->version = npuspec_load_u16(from + 4);
  d->bytes = npuspec_load_u16(from + 6);
  d->integrity = npuspec_load_u32(from + 8);
  d->rank = npuspec_load_u8(from + 12);
  d->dtype = (uint8_t)npuspec_load_u8(from + 13);
  d->rounding = (uint8_t)npuspec_load_u8(from + 14);
  d->channels = (uint8_t)npuspec_load_u8(from + 15);
  d->multiplier = npuspec_load_u32(from + 16);
  d->zero_point = (int32_t)npuspec_load_u32(from + 20);
  d->input_address = npuspec_load_u64(from + 24);
  d->output_address = npuspec_load_u64(from + 32);
  for (size_t i = 0; i < 6; ++i) {
    d->sizes[i] = npuspec_load_u64(from + 40 + 8 * i);
  }
  for (size_t i = 0; i < 6; ++i) {
    d->strides[i] = (int64_t)npuspec_load_u64(from + 88 + 8 * i);
  }
  d->input_span = npuspec_load_u64(from + 136);
  d->output_span = npuspec_load_u64(from + 144);
  for (size_t i = 0; i < 4; ++i) {
    d->tile_shape[i] = npuspec_load_u64(from + 152 + 8 * i);
  }
  for (size_t i = 0; i < 4; ++i) {
    d->tile_axes[i] = (int32_t)npuspec_load_u32(from + 184 + 4 * i);
  }
  d->logical_channels = npuspec_load_u64(from + 200);
  d->stored_channels = npuspec_load_u64(from + 208);
  d->epoch = npuspec_load_u32(from + 216);
  d->route = (uint32_t)npuspec_load_u32(from + 220);
  for (size_t i = 0; i < 8; ++i) {
    d->reserved_224[i] = npuspec_load_u8(from + 224 + i);
  }
}

// All zero but for the constants.
static inline void quanttess_init(struct quanttess_descriptor* d) {
  const uint8_t zeros[232] = {0};
  quanttess_unpack(zeros, d);
  d->magic = 0x53535451;
  d->version = 1;
  d->bytes = 232;
}

// CRC-32C of the bytes, with `integrity` taken as zero: what that field must hold.
static inline uint32_t quanttess_digest(const struct quanttess_descriptor* d) {
  struct quanttess_descriptor zeroed = *d;
  uint8_t bytes[232];
  zeroed.integrity = 0;
  quanttess_pack(&zeroed, bytes);
  return npuspec_crc32c(0, bytes, sizeof(bytes));
}

static inline void quanttess_seal(struct quanttess_descriptor* d) { d->integrity = quanttess_digest(d); }

// elements: prod(sizes[i] for i in 0..<rank)
static inline uint64_t quanttess_let_elements(const struct quanttess_descriptor* d, uint32_t state, bool* ok) {
  (void)state;
  npu_value total = npu_of_u64(1);
  for (uint64_t i = 0; i < d->rank; i++) {
    total = npu_product(total, npu_of_u64(d->sizes[i]));
  }
  return npu_to_u64(total, ok);
}

// sum((sizes[i] - 1) * strides[i] for i in 0..<rank)
static inline uint64_t quanttess_let_input_extent_sum(const struct quanttess_descriptor* d, uint32_t state, bool* ok) {
  (void)state;
  uint64_t total = 0;
  for (uint64_t i = 0; i < d->rank; i++) {
    total = npu_add_u64(total, (d->sizes[i] - 1) * (uint64_t)d->strides[i], ok);
  }
  return total;
}

// input_extent: dtype.bytes + sum((sizes[i] - 1) * strides[i] for i in 0..<rank)
static inline uint64_t quanttess_let_input_extent(const struct quanttess_descriptor* d, uint32_t state, bool* ok) {
  return npu_add_u64(quanttess_dtype_bytes(d->dtype), quanttess_let_input_extent_sum(d, state, ok), ok);
}

// extent[a in tile_axis]: if tile_axes[a] >= 0 then sizes[tile_axes[a]] else 1
static inline uint64_t quanttess_let_extent(const struct quanttess_descriptor* d, uint32_t state, uint64_t a) {
  (void)state;
  return d->tile_axes[a] >= 0 ? d->sizes[(uint64_t)d->tile_axes[a]] : 1;
}

// pitch[a in tile_axis]: if tile_axes[a] >= 0 and extent[a] > 1 then strides[tile_axes[a]] else 0
static inline uint64_t quanttess_let_pitch(const struct quanttess_descriptor* d, uint32_t state, uint64_t a) {
  if (d->tile_axes[a] >= 0 && quanttess_let_extent(d, state, a) > 1) return (uint64_t)d->strides[(uint64_t)d->tile_axes[a]];
  return 0;
}

// full[a in tile_axis]: extent[a] / tile_shape[a]
static inline uint64_t quanttess_let_full(const struct quanttess_descriptor* d, uint32_t state, uint64_t a) {
  return quanttess_let_extent(d, state, a) / d->tile_shape[a];
}

// tail[a in tile_axis]: extent[a] % tile_shape[a]
static inline uint64_t quanttess_let_tail(const struct quanttess_descriptor* d, uint32_t state, uint64_t a) {
  return quanttess_let_extent(d, state, a) % d->tile_shape[a];
}

// tiles[a in tile_axis]: ceil_div(extent[a], tile_shape[a])
static inline uint64_t quanttess_let_tiles(const struct quanttess_descriptor* d, uint32_t state, uint64_t a) {
  return npu_ceil_div(quanttess_let_extent(d, state, a), d->tile_shape[a]);
}

// all(tile_axes[a] != i for a in tile_axis)
static inline bool quanttess_let_slices_all(const struct quanttess_descriptor* d, uint32_t state, uint64_t i) {
  (void)state;
  for (uint64_t a = 0; a < 4; a++) {
    if (d->tile_axes[a] == (int64_t)i) return false;
  }
  return true;
}

// slices: prod(sizes[i] for i in 0..<rank if all(tile_axes[a] != i for a in tile_axis))
static inline uint64_t quanttess_let_slices(const struct quanttess_descriptor* d, uint32_t state, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (uint64_t i = 0; i < d->rank; i++) {
    if (!quanttess_let_slices_all(d, state, i)) continue;
    total = npu_product(total, npu_of_u64(d->sizes[i]));
  }
  return npu_to_u64(total, ok);
}

// class_tiles[k in 0..<16]: prod(if bit(k, a) then min(tail[a], 1) else full[a] for a in tile_axis)
static inline uint64_t quanttess_let_class_tiles(const struct quanttess_descriptor* d, uint32_t state, uint64_t k, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (uint64_t a = 0; a < 4; a++) {
    total = npu_product(total, npu_of_u64(((k >> a) & 1) != 0 ? npu_min_u64(quanttess_let_tail(d, state, a), 1) : quanttess_let_full(d, state, a)));
  }
  return npu_to_u64(total, ok);
}

// class_side[k in 0..<16, a in tile_axis]: if bit(k, a) then tail[a] else tile_shape[a]
static inline uint64_t quanttess_let_class_side(const struct quanttess_descriptor* d, uint32_t state, uint64_t k, uint64_t a) {
  return ((k >> a) & 1) != 0 ? quanttess_let_tail(d, state, a) : d->tile_shape[a];
}

// class_stored[k in 0..<16]: align_up(class_side[k, C], channels.unit)
static inline uint64_t quanttess_let_class_stored(const struct quanttess_descriptor* d, uint32_t state, uint64_t k) {
  return npu_align_up(quanttess_let_class_side(d, state, k, QUANTTESS_TILE_AXIS_C), quanttess_channel_storage_unit(d->channels));
}

// class_payload[k in 0..<16]: class_side[k, D] * class_side[k, H] * class_side[k, W] * class_stored[k]
static inline uint64_t quanttess_let_class_payload(const struct quanttess_descriptor* d, uint32_t state, uint64_t k, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(quanttess_let_class_side(d, state, k, QUANTTESS_TILE_AXIS_D) * quanttess_let_class_side(d, state, k, QUANTTESS_TILE_AXIS_H), quanttess_let_class_side(d, state, k, QUANTTESS_TILE_AXIS_W), ok), quanttess_let_class_stored(d, state, k), ok);
}

// class_bytes[k in 0..<16]: if class_tiles[k] == 0 then 0 else align_up(class_payload[k], 16)
static inline uint64_t quanttess_let_class_bytes(const struct quanttess_descriptor* d, uint32_t state, uint64_t k, bool* ok) {
  if (quanttess_let_class_tiles(d, state, k, ok) == 0) return 0;
  return npu_align_up_checked(quanttess_let_class_payload(d, state, k, ok), 16, ok);
}

// slice_bytes: sum(class_tiles[k] * class_bytes[k] for k in 0..<16)
static inline uint64_t quanttess_let_slice_bytes(const struct quanttess_descriptor* d, uint32_t state, bool* ok) {
  uint64_t total = 0;
  for (uint64_t k = 0; k < 16; k++) {
    total = npu_add_u64(total, npu_multiply_u64(quanttess_let_class_tiles(d, state, k, ok), quanttess_let_class_bytes(d, state, k, ok), ok), ok);
  }
  return total;
}

// output_bytes: slices * slice_bytes
static inline uint64_t quanttess_let_output_bytes(const struct quanttess_descriptor* d, uint32_t state, bool* ok) {
  return npu_multiply_u64(quanttess_let_slices(d, state, ok), quanttess_let_slice_bytes(d, state, ok), ok);
}

// channels in channel_storage
static inline bool quanttess_rule_channels(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->channels == QUANTTESS_CHANNEL_STORAGE_COMPACT || d->channels == QUANTTESS_CHANNEL_STORAGE_PAD16;
}

// all(sizes[i] in 0..<4 GiB for i in 0..<rank)
static inline bool quanttess_rule_sizes_all(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < d->rank; i++) {
    if (d->sizes[i] >= 4294967296u) return false;
  }
  return true;
}

// all(sizes[i] == 0 for i in rank..<6)
static inline bool quanttess_rule_sizes_all_2(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = d->rank; i < 6; i++) {
    if (d->sizes[i] != 0) return false;
  }
  return true;
}

// all(strides[i] in 0..<4 GiB for i in 0..<rank)
static inline bool quanttess_rule_strides_all(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < d->rank; i++) {
    if (!(d->strides[i] >= 0 && d->strides[i] < 4294967296)) return false;
  }
  return true;
}

// all(strides[i] == 0 for i in rank..<6)
static inline bool quanttess_rule_strides_all_2(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = d->rank; i < 6; i++) {
    if (d->strides[i] != 0) return false;
  }
  return true;
}

// all(tile_shape[i] in 1..<4 GiB for i in tile_axis)
static inline bool quanttess_rule_tile_shape(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < 4; i++) {
    if (!(d->tile_shape[i] >= 1 && d->tile_shape[i] < 4294967296u)) return false;
  }
  return true;
}

// all(tile_axes[i] in -1..5 for i in tile_axis)
static inline bool quanttess_rule_tile_axes(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < 4; i++) {
    if (!(d->tile_axes[i] >= -1 && d->tile_axes[i] <= 5)) return false;
  }
  return true;
}

// all(sizes[i] >= 1 for i in 0..<rank)
static inline bool quanttess_rule_not_empty(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < d->rank; i++) {
    if (d->sizes[i] < 1) return false;
  }
  return true;
}

// all(sizes[i] > 1 or strides[i] == 0 for i in 0..<rank)
static inline bool quanttess_rule_singleton_strides_zero(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < d->rank; i++) {
    if (!(d->sizes[i] > 1 || d->strides[i] == 0)) return false;
  }
  return true;
}

// all(strides[i] >= dtype.bytes for i in 0..<rank if sizes[i] > 1)
static inline bool quanttess_rule_strides_cover_a_scalar(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < d->rank; i++) {
    if (d->sizes[i] <= 1) continue;
    if (d->strides[i] < (int64_t)quanttess_dtype_bytes(d->dtype)) return false;
  }
  return true;
}

// all(strides[i] % dtype.bytes == 0 for i in 0..<rank)
static inline bool quanttess_rule_strides_aligned(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t i = 0; i < d->rank; i++) {
    if ((uint64_t)d->strides[i] % quanttess_dtype_bytes(d->dtype) != 0) return false;
  }
  return true;
}

// sum((sizes[j] - 1) * strides[j] for j in 0..<rank if sizes[j] > 1 and j != i and strides[j] <= strides[i])
static inline uint64_t quanttess_rule_strides_nonoverlapping_sum(const struct quanttess_descriptor* d, uint32_t state, uint64_t i, bool* ok) {
  (void)state;
  uint64_t total = 0;
  for (uint64_t j = 0; j < d->rank; j++) {
    if (!(d->sizes[j] > 1 && j != i && d->strides[j] <= d->strides[i])) continue;
    total = npu_add_u64(total, (d->sizes[j] - 1) * (uint64_t)d->strides[j], ok);
  }
  return total;
}

// all(strides[i] >= dtype.bytes + sum((sizes[j] - 1) * strides[j] for j in 0..<rank if sizes[j] > 1 and j != i and
// strides[j] <= strides[i]) for i in 0..<rank if sizes[i] > 1)
static inline bool quanttess_rule_strides_nonoverlapping(const struct quanttess_descriptor* d, uint32_t state, bool* ok) {
  for (uint64_t i = 0; i < d->rank; i++) {
    if (d->sizes[i] <= 1) continue;
    if ((uint64_t)d->strides[i] < npu_add_u64(quanttess_dtype_bytes(d->dtype), quanttess_rule_strides_nonoverlapping_sum(d, state, i, ok), ok)) return false;
  }
  return true;
}

// all(tile_axes[a] < rank for a in tile_axis)
static inline bool quanttess_rule_tile_axes_below_rank(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t a = 0; a < 4; a++) {
    if (d->tile_axes[a] >= d->rank) return false;
  }
  return true;
}

// all(tile_axes[a] == -1 or tile_axes[a] != tile_axes[b] for b in tile_axis if b != a)
static inline bool quanttess_rule_tile_axes_distinct_all(const struct quanttess_descriptor* d, uint32_t state, uint64_t a) {
  (void)state;
  for (uint64_t b = 0; b < 4; b++) {
    if (b == a) continue;
    if (!(d->tile_axes[a] == -1 || d->tile_axes[a] != d->tile_axes[b])) return false;
  }
  return true;
}

// all(all(tile_axes[a] == -1 or tile_axes[a] != tile_axes[b] for b in tile_axis if b != a) for a in tile_axis)
static inline bool quanttess_rule_tile_axes_distinct(const struct quanttess_descriptor* d, uint32_t state) {
  for (uint64_t a = 0; a < 4; a++) {
    if (!quanttess_rule_tile_axes_distinct_all(d, state, a)) return false;
  }
  return true;
}

// all(tile_axes[a] >= 0 or tile_shape[a] == 1 for a in tile_axis)
static inline bool quanttess_rule_unmapped_axis_is_one(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  for (uint64_t a = 0; a < 4; a++) {
    if (!(d->tile_axes[a] >= 0 || d->tile_shape[a] == 1)) return false;
  }
  return true;
}

// stored_channels == align_up(min(tile_shape[C], extent[C]), channels.unit)
static inline bool quanttess_rule_stored_channels(const struct quanttess_descriptor* d, uint32_t state) {
  return d->stored_channels == npu_align_up(npu_min_u64(d->tile_shape[QUANTTESS_TILE_AXIS_C], quanttess_let_extent(d, state, QUANTTESS_TILE_AXIS_C)), quanttess_channel_storage_unit(d->channels));
}

// input_address + input_span <= output_address or output_address + output_span <= input_address
static inline bool quanttess_rule_disjoint_ranges(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  if (d->input_address + d->input_span <= d->output_address) return true;
  return d->output_address + d->output_span <= d->input_address;
}

enum quanttess_error {
  QUANTTESS_OK = 0,
  QUANTTESS_ERROR_STATE = 21,
  QUANTTESS_ERROR_MAGIC = 1,
  QUANTTESS_ERROR_VERSION = 2,
  QUANTTESS_ERROR_BYTES = 3,
  QUANTTESS_ERROR_INTEGRITY = 4,
  QUANTTESS_ERROR_RANK = 5,
  QUANTTESS_ERROR_DTYPE = 6,
  QUANTTESS_ERROR_ROUNDING = 7,
  QUANTTESS_ERROR_CHANNELS = 8,
  QUANTTESS_ERROR_MULTIPLIER = 9,
  QUANTTESS_ERROR_ZERO_POINT = 10,
  QUANTTESS_ERROR_INPUT_ADDRESS = 11,
  QUANTTESS_ERROR_OUTPUT_ADDRESS = 12,
  QUANTTESS_ERROR_SIZES = 13,
  QUANTTESS_ERROR_STRIDES = 14,
  QUANTTESS_ERROR_INPUT_SPAN = 15,
  QUANTTESS_ERROR_OUTPUT_SPAN = 16,
  QUANTTESS_ERROR_TILE_SHAPE = 17,
  QUANTTESS_ERROR_TILE_AXES = 18,
  QUANTTESS_ERROR_ROUTE = 19,
  QUANTTESS_ERROR_RESERVED_ZERO = 20,
  QUANTTESS_ERROR_ROUTE_EPOCH = 30,
  QUANTTESS_ERROR_NOT_EMPTY = 31,
  QUANTTESS_ERROR_ELEMENTS_BOUNDED = 32,
  QUANTTESS_ERROR_SINGLETON_STRIDES_ZERO = 33,
  QUANTTESS_ERROR_STRIDES_COVER_A_SCALAR = 34,
  QUANTTESS_ERROR_STRIDES_ALIGNED = 35,
  QUANTTESS_ERROR_INPUT_EXTENT_BOUNDED = 36,
  QUANTTESS_ERROR_STRIDES_NONOVERLAPPING = 37,
  QUANTTESS_ERROR_INPUT_SPAN_EXACT = 38,
  QUANTTESS_ERROR_TILE_AXES_BELOW_RANK = 39,
  QUANTTESS_ERROR_TILE_AXES_DISTINCT = 40,
  QUANTTESS_ERROR_UNMAPPED_AXIS_IS_ONE = 41,
  QUANTTESS_ERROR_LOGICAL_CHANNELS = 42,
  QUANTTESS_ERROR_STORED_CHANNELS = 43,
  QUANTTESS_ERROR_OUTPUT_BOUNDED = 44,
  QUANTTESS_ERROR_OUTPUT_SPAN_EXACT = 45,
  QUANTTESS_ERROR_RELOCATABLE_IS_ZERO = 46,
  QUANTTESS_ERROR_BOUND_IS_NOT_ZERO = 47,
  QUANTTESS_ERROR_INPUT_ALIGNED = 48,
  QUANTTESS_ERROR_OUTPUT_ALIGNED = 49,
  QUANTTESS_ERROR_INPUT_IN_DOMAIN = 50,
  QUANTTESS_ERROR_OUTPUT_IN_DOMAIN = 51,
  QUANTTESS_ERROR_DISJOINT_RANGES = 52,
};

// clang-format off
static const struct npuspec_check quanttess_checks[] = {
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

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* quanttess_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(quanttess_checks) / sizeof(quanttess_checks[0]); ++i) {
    if (quanttess_checks[i].code == code) return &quanttess_checks[i];
  }
  return NULL;
}

// the state that the caller expects
// specs/quanttess/descriptor.yaml:55
// state in state
static inline bool quanttess_holds_state(const struct quanttess_descriptor* d, uint32_t state) {
  (void)d;
  return state == QUANTTESS_STATE_RELOCATABLE || state == QUANTTESS_STATE_BOUND;
}

// the bytes QTSS
// Source: our decision: the contract has the entry revalidate integrity and names no mark; these four bytes tell a
// descriptor from anything else
// specs/quanttess/descriptor.yaml:59
// magic == 0x53535451
static inline bool quanttess_holds_magic(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->magic == 1397970001;
}

// version of this layout
// Source: QuantTess contract, Native boundary; offset and width: our decision
// specs/quanttess/descriptor.yaml:60
// version == 1
static inline bool quanttess_holds_version(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->version == 1;
}

// size of the descriptor
// Source: QuantTess contract, Native boundary (232 bytes); that the descriptor carries its size: our decision
// specs/quanttess/descriptor.yaml:61
// bytes == 232
static inline bool quanttess_holds_bytes(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->bytes == 232;
}

// CRC-32C of all 232 bytes, with this field taken as zero; binding recomputes it
// Source: QuantTess contract, Native boundary (the entry revalidates the integrity of a descriptor); CRC-32C and its
// place: our decision, the contract names no digest
// specs/quanttess/descriptor.yaml:62
static inline bool quanttess_holds_integrity(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->integrity == quanttess_digest(d);
}

// number of logical axes
// Source: QuantTess contract, Contract (one through six axes); offset and width: our decision
// specs/quanttess/descriptor.yaml:63
// rank in 1..6
static inline bool quanttess_holds_rank(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->rank >= 1 && d->rank <= 6;
}

// element type of the input
// Source: QuantTess contract, Native boundary; offset and width: our decision
// specs/quanttess/descriptor.yaml:64
// dtype in dtype
static inline bool quanttess_holds_dtype(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->dtype <= QUANTTESS_DTYPE_BF16;
}

// how the product becomes an integer
// Source: QuantTess contract, Native boundary; offset and width: our decision
// specs/quanttess/descriptor.yaml:65
// rounding in rounding
static inline bool quanttess_holds_rounding(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->rounding <= QUANTTESS_ROUNDING_TOWARD_NEGATIVE;
}

// how a C tile stores its channels
// Source: QuantTess contract, Native boundary (MLA channel metadata); form and offset: our decision
// specs/quanttess/descriptor.yaml:66
// channels in channel_storage
static inline bool quanttess_holds_channels(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_channels(d, state);
}

// binary32 bits of the multiplier, which is no divisor: finite and positive, subnormals included
// Source: QuantTess contract, Parameters; offset: our decision
// specs/quanttess/descriptor.yaml:67
// multiplier in 1..0x7F7FFFFF
static inline bool quanttess_holds_multiplier(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->multiplier >= 1 && d->multiplier <= 2139095039;
}

// added after rounding
// Source: QuantTess contract, Parameters; offset and width: our decision
// specs/quanttess/descriptor.yaml:68
// zero_point in -128..127
static inline bool quanttess_holds_zero_point(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->zero_point >= -128 && d->zero_point <= 127;
}

// device address of the first element; 0 while relocatable
// Source: QuantTess contract, Native boundary (the slot at 24, its domain); that the input slot is the first: our
// decision
// specs/quanttess/descriptor.yaml:69
// input_address in 0..<4 GiB
static inline bool quanttess_holds_input_address(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->input_address < 4294967296u;
}

// device address of the first output byte; 0 while relocatable
// Source: QuantTess contract, Native boundary (the slot at 32, its domain); that the output slot is the second: our
// decision
// specs/quanttess/descriptor.yaml:70
// output_address in 0..<4 GiB
static inline bool quanttess_holds_output_address(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->output_address < 4294967296u;
}

// extents of the logical axes; 0 beyond the rank
// Source: QuantTess contract, Native boundary (capacity of six); offset and width: our decision
// specs/quanttess/descriptor.yaml:71
// all(sizes[i] in 0..<4 GiB for i in 0..<rank) and all(sizes[i] == 0 for i in rank..<6)
static inline bool quanttess_holds_sizes(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_sizes_all(d, state) && quanttess_rule_sizes_all_2(d, state);
}

// bytes from one index to the next; 0 for an axis of one and beyond the rank
// Source: QuantTess contract, Native boundary (capacity of six), Contract (no negative strides); offset and width: our
// decision
// specs/quanttess/descriptor.yaml:72
// all(strides[i] in 0..<4 GiB for i in 0..<rank) and all(strides[i] == 0 for i in rank..<6)
static inline bool quanttess_holds_strides(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_strides_all(d, state) && quanttess_rule_strides_all_2(d, state);
}

// bytes from the first to the last that the input view touches
// Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
// specs/quanttess/descriptor.yaml:73
// input_span in 1..<4 GiB
static inline bool quanttess_holds_input_span(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->input_span >= 1 && d->input_span < 4294967296u;
}

// bytes that the output layout occupies
// Source: QuantTess contract, Native boundary (storage spans); offset and width: our decision
// specs/quanttess/descriptor.yaml:74
// output_span in 1..<4 GiB
static inline bool quanttess_holds_output_span(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->output_span >= 1 && d->output_span < 4294967296u;
}

// extents of a full tile; 1 for an unmapped axis
// Source: QuantTess contract, Native boundary (MLA tile metadata); offset and width: our decision
// specs/quanttess/descriptor.yaml:75
// all(tile_shape[i] in 1..<4 GiB for i in tile_axis)
static inline bool quanttess_holds_tile_shape(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_tile_shape(d, state);
}

// logical axis behind each tile axis; -1 is unmapped, an extent of one
// Source: QuantTess contract, Native boundary (MLA axis metadata), C++ call (-1 is unmapped); offset and width: our
// decision
// specs/quanttess/descriptor.yaml:76
// all(tile_axes[i] in -1..5 for i in tile_axis)
static inline bool quanttess_holds_tile_axes(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_tile_axes(d, state);
}

// the firmware entry that this request is for
// Source: QuantTess contract, Native boundary (route 49); that the descriptor carries it: our decision
// specs/quanttess/descriptor.yaml:80
// route in route
static inline bool quanttess_holds_route(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->route == QUANTTESS_ROUTES_ROUTE_NATIVE_QUANTTESS;
}

// must be zero
// Source: our decision: what is left of 232 bytes is zero, so that it may get a meaning
// specs/quanttess/descriptor.yaml:81
static inline bool quanttess_holds_reserved_zero(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return npuspec_is_zero(d->reserved_224, sizeof(d->reserved_224));
}

// the epoch must be the one that registers the route
// Source: QuantTess contract, Native boundary (epoch-2 route 49); the check: our decision
// specs/quanttess/descriptor.yaml:103
// epoch == route.epoch
static inline bool quanttess_holds_route_epoch(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return d->epoch == quanttess_routes_route_epoch(d->route);
}

// a tensor must have elements: an empty one needs no device work and is never encoded
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:108
// all(sizes[i] >= 1 for i in 0..<rank)
static inline bool quanttess_holds_not_empty(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_not_empty(d, state);
}

// there must be no more elements than the address domain has bytes
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:113
// elements < 4 GiB
static inline bool quanttess_holds_elements_bounded(const struct quanttess_descriptor* d, uint32_t state) {
  bool fits = true;
  bool* ok = &fits;
  return (quanttess_let_elements(d, state, ok) < 4294967296u) && fits;
}

// the stride of an axis of one must be zero: it addresses nothing, so it has one spelling
// Source: QuantTess contract, Compact direct-tile workers (singleton strides do not contribute to addressing); that
// they are zero: our decision
// specs/quanttess/descriptor.yaml:118
// all(sizes[i] > 1 or strides[i] == 0 for i in 0..<rank)
static inline bool quanttess_holds_singleton_strides_zero(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_singleton_strides_zero(d, state);
}

// an active axis must be neither broadcast nor narrower than a scalar
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:123
// all(strides[i] >= dtype.bytes for i in 0..<rank if sizes[i] > 1)
static inline bool quanttess_holds_strides_cover_a_scalar(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_strides_cover_a_scalar(d, state);
}

// every element must be scalar-aligned
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:128
// all(strides[i] % dtype.bytes == 0 for i in 0..<rank)
static inline bool quanttess_holds_strides_aligned(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_strides_aligned(d, state);
}

// the view must fit the address domain
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:133
// input_extent < 4 GiB
static inline bool quanttess_holds_input_extent_bounded(const struct quanttess_descriptor* d, uint32_t state) {
  bool fits = true;
  bool* ok = &fits;
  return (quanttess_let_input_extent(d, state, ok) < 4294967296u) && fits;
}

// each stride must clear everything that moves in smaller steps, so that no two indices share a byte
// Source: QuantTess contract, Contract (an admitted nonoverlapping strided view); which ones are admitted, those whose
// axes nest: our decision
// specs/quanttess/descriptor.yaml:138
// all(strides[i] >= dtype.bytes + sum((sizes[j] - 1) * strides[j] for j in 0..<rank if sizes[j] > 1 and j != i and
// strides[j] <= strides[i]) for i in 0..<rank if sizes[i] > 1)
static inline bool quanttess_holds_strides_nonoverlapping(const struct quanttess_descriptor* d, uint32_t state) {
  bool fits = true;
  bool* ok = &fits;
  return (quanttess_rule_strides_nonoverlapping(d, state, ok)) && fits;
}

// the declared span must be what the view touches
// Source: QuantTess contract, Native boundary (storage spans, overflow-safe geometry); that it is exact and no bound:
// our decision
// specs/quanttess/descriptor.yaml:146
// input_span == input_extent
static inline bool quanttess_holds_input_span_exact(const struct quanttess_descriptor* d, uint32_t state) {
  bool fits = true;
  bool* ok = &fits;
  return (d->input_span == quanttess_let_input_extent(d, state, ok)) && fits;
}

// a tile axis must name a logical axis that exists
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:151
// all(tile_axes[a] < rank for a in tile_axis)
static inline bool quanttess_holds_tile_axes_below_rank(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_tile_axes_below_rank(d, state);
}

// no logical axis may be behind two tile axes
// Source: our decision: the contract is silent; an axis behind two tile axes would be tiled twice
// specs/quanttess/descriptor.yaml:156
// all(all(tile_axes[a] == -1 or tile_axes[a] != tile_axes[b] for b in tile_axis if b != a) for a in tile_axis)
static inline bool quanttess_holds_tile_axes_distinct(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_tile_axes_distinct(d, state);
}

// an unmapped tile axis must have a tile of one
// Source: our decision: the contract is silent; it follows its sample (C++ call), where the unmapped D and H have tiles
// of one
// specs/quanttess/descriptor.yaml:161
// all(tile_axes[a] >= 0 or tile_shape[a] == 1 for a in tile_axis)
static inline bool quanttess_holds_unmapped_axis_is_one(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_unmapped_axis_is_one(d, state);
}

// the channel count must be the extent behind C
// Source: our decision: the contract has channel metadata, and this is what makes it agree with the axes
// specs/quanttess/descriptor.yaml:166
// logical_channels == extent[C]
static inline bool quanttess_holds_logical_channels(const struct quanttess_descriptor* d, uint32_t state) {
  return d->logical_channels == quanttess_let_extent(d, state, QUANTTESS_TILE_AXIS_C);
}

// stored channels must follow the actual channels of the first C tile, not its nominal size
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:171
// stored_channels == align_up(min(tile_shape[C], extent[C]), channels.unit)
static inline bool quanttess_holds_stored_channels(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_rule_stored_channels(d, state);
}

// the layout must fit the address domain
// Source: QuantTess contract, Contract
// specs/quanttess/descriptor.yaml:176
// output_bytes < 4 GiB
static inline bool quanttess_holds_output_bounded(const struct quanttess_descriptor* d, uint32_t state) {
  bool fits = true;
  bool* ok = &fits;
  return (quanttess_let_output_bytes(d, state, ok) < 4294967296u) && fits;
}

// the declared span must be the layout's, not the element count's
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:181
// output_span == output_bytes
static inline bool quanttess_holds_output_span_exact(const struct quanttess_descriptor* d, uint32_t state) {
  bool fits = true;
  bool* ok = &fits;
  return (d->output_span == quanttess_let_output_bytes(d, state, ok)) && fits;
}

// a relocatable descriptor may name no address
// Source: QuantTess contract, C++ call
// specs/quanttess/descriptor.yaml:186
// when state == RELOCATABLE
// input_address == 0 and output_address == 0
static inline bool quanttess_holds_relocatable_is_zero(const struct quanttess_descriptor* d, uint32_t state) {
  return !(state == QUANTTESS_STATE_RELOCATABLE) || (d->input_address == 0 && d->output_address == 0);
}

// a bound descriptor must name both addresses
// Source: QuantTess contract, Native boundary
// specs/quanttess/descriptor.yaml:192
// when state == BOUND
// input_address != 0 and output_address != 0
static inline bool quanttess_holds_bound_is_not_zero(const struct quanttess_descriptor* d, uint32_t state) {
  return !(state == QUANTTESS_STATE_BOUND) || (d->input_address != 0 && d->output_address != 0);
}

// the input must be scalar-aligned
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:198
// when state == BOUND
// input_address % dtype.bytes == 0
static inline bool quanttess_holds_input_aligned(const struct quanttess_descriptor* d, uint32_t state) {
  return !(state == QUANTTESS_STATE_BOUND) || (d->input_address % quanttess_dtype_bytes(d->dtype) == 0);
}

// the output must be 16-byte aligned
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:204
// when state == BOUND
// output_address % 16 == 0
static inline bool quanttess_holds_output_aligned(const struct quanttess_descriptor* d, uint32_t state) {
  return !(state == QUANTTESS_STATE_BOUND) || (d->output_address % 16 == 0);
}

// the input must end within the 32-bit EV address domain
// Source: QuantTess contract, Native boundary
// specs/quanttess/descriptor.yaml:210
// when state == BOUND
// input_address + input_span <= 4 GiB
static inline bool quanttess_holds_input_in_domain(const struct quanttess_descriptor* d, uint32_t state) {
  return !(state == QUANTTESS_STATE_BOUND) || (d->input_address + d->input_span <= 4294967296u);
}

// the output must end within the 32-bit EV address domain
// Source: QuantTess contract, Native boundary
// specs/quanttess/descriptor.yaml:216
// when state == BOUND
// output_address + output_span <= 4 GiB
static inline bool quanttess_holds_output_in_domain(const struct quanttess_descriptor* d, uint32_t state) {
  return !(state == QUANTTESS_STATE_BOUND) || (d->output_address + d->output_span <= 4294967296u);
}

// no accessed byte may be both input and output
// Source: QuantTess contract, Memory and lifecycle
// specs/quanttess/descriptor.yaml:222
// when state == BOUND
// input_address + input_span <= output_address or output_address + output_span <= input_address
static inline bool quanttess_holds_disjoint_ranges(const struct quanttess_descriptor* d, uint32_t state) {
  return !(state == QUANTTESS_STATE_BOUND) || (quanttess_rule_disjoint_ranges(d, state));
}

// The code of the first check that refuses; 0 when none does.
static inline enum quanttess_error quanttess_check(const struct quanttess_descriptor* d, uint32_t state) {
  if (!quanttess_holds_state(d, state)) return QUANTTESS_ERROR_STATE;
  if (!quanttess_holds_magic(d, state)) return QUANTTESS_ERROR_MAGIC;
  if (!quanttess_holds_version(d, state)) return QUANTTESS_ERROR_VERSION;
  if (!quanttess_holds_bytes(d, state)) return QUANTTESS_ERROR_BYTES;
  if (!quanttess_holds_integrity(d, state)) return QUANTTESS_ERROR_INTEGRITY;
  if (!quanttess_holds_rank(d, state)) return QUANTTESS_ERROR_RANK;
  if (!quanttess_holds_dtype(d, state)) return QUANTTESS_ERROR_DTYPE;
  if (!quanttess_holds_rounding(d, state)) return QUANTTESS_ERROR_ROUNDING;
  if (!quanttess_holds_channels(d, state)) return QUANTTESS_ERROR_CHANNELS;
  if (!quanttess_holds_multiplier(d, state)) return QUANTTESS_ERROR_MULTIPLIER;
  if (!quanttess_holds_zero_point(d, state)) return QUANTTESS_ERROR_ZERO_POINT;
  if (!quanttess_holds_input_address(d, state)) return QUANTTESS_ERROR_INPUT_ADDRESS;
  if (!quanttess_holds_output_address(d, state)) return QUANTTESS_ERROR_OUTPUT_ADDRESS;
  if (!quanttess_holds_sizes(d, state)) return QUANTTESS_ERROR_SIZES;
  if (!quanttess_holds_strides(d, state)) return QUANTTESS_ERROR_STRIDES;
  if (!quanttess_holds_input_span(d, state)) return QUANTTESS_ERROR_INPUT_SPAN;
  if (!quanttess_holds_output_span(d, state)) return QUANTTESS_ERROR_OUTPUT_SPAN;
  if (!quanttess_holds_tile_shape(d, state)) return QUANTTESS_ERROR_TILE_SHAPE;
  if (!quanttess_holds_tile_axes(d, state)) return QUANTTESS_ERROR_TILE_AXES;
  if (!quanttess_holds_route(d, state)) return QUANTTESS_ERROR_ROUTE;
  if (!quanttess_holds_reserved_zero(d, state)) return QUANTTESS_ERROR_RESERVED_ZERO;
  if (!quanttess_holds_route_epoch(d, state)) return QUANTTESS_ERROR_ROUTE_EPOCH;
  if (!quanttess_holds_not_empty(d, state)) return QUANTTESS_ERROR_NOT_EMPTY;
  if (!quanttess_holds_elements_bounded(d, state)) return QUANTTESS_ERROR_ELEMENTS_BOUNDED;
  if (!quanttess_holds_singleton_strides_zero(d, state)) return QUANTTESS_ERROR_SINGLETON_STRIDES_ZERO;
  if (!quanttess_holds_strides_cover_a_scalar(d, state)) return QUANTTESS_ERROR_STRIDES_COVER_A_SCALAR;
  if (!quanttess_holds_strides_aligned(d, state)) return QUANTTESS_ERROR_STRIDES_ALIGNED;
  if (!quanttess_holds_input_extent_bounded(d, state)) return QUANTTESS_ERROR_INPUT_EXTENT_BOUNDED;
  if (!quanttess_holds_strides_nonoverlapping(d, state)) return QUANTTESS_ERROR_STRIDES_NONOVERLAPPING;
  if (!quanttess_holds_input_span_exact(d, state)) return QUANTTESS_ERROR_INPUT_SPAN_EXACT;
  if (!quanttess_holds_tile_axes_below_rank(d, state)) return QUANTTESS_ERROR_TILE_AXES_BELOW_RANK;
  if (!quanttess_holds_tile_axes_distinct(d, state)) return QUANTTESS_ERROR_TILE_AXES_DISTINCT;
  if (!quanttess_holds_unmapped_axis_is_one(d, state)) return QUANTTESS_ERROR_UNMAPPED_AXIS_IS_ONE;
  if (!quanttess_holds_logical_channels(d, state)) return QUANTTESS_ERROR_LOGICAL_CHANNELS;
  if (!quanttess_holds_stored_channels(d, state)) return QUANTTESS_ERROR_STORED_CHANNELS;
  if (!quanttess_holds_output_bounded(d, state)) return QUANTTESS_ERROR_OUTPUT_BOUNDED;
  if (!quanttess_holds_output_span_exact(d, state)) return QUANTTESS_ERROR_OUTPUT_SPAN_EXACT;
  if (!quanttess_holds_relocatable_is_zero(d, state)) return QUANTTESS_ERROR_RELOCATABLE_IS_ZERO;
  if (!quanttess_holds_bound_is_not_zero(d, state)) return QUANTTESS_ERROR_BOUND_IS_NOT_ZERO;
  if (!quanttess_holds_input_aligned(d, state)) return QUANTTESS_ERROR_INPUT_ALIGNED;
  if (!quanttess_holds_output_aligned(d, state)) return QUANTTESS_ERROR_OUTPUT_ALIGNED;
  if (!quanttess_holds_input_in_domain(d, state)) return QUANTTESS_ERROR_INPUT_IN_DOMAIN;
  if (!quanttess_holds_output_in_domain(d, state)) return QUANTTESS_ERROR_OUTPUT_IN_DOMAIN;
  if (!quanttess_holds_disjoint_ranges(d, state)) return QUANTTESS_ERROR_DISJOINT_RANGES;
  return QUANTTESS_OK;
}

// elements: prod(sizes[i] for i in 0..<rank)
// specs/quanttess/descriptor.yaml:84
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_elements(const struct quanttess_descriptor* d) {
  bool ok = true;
  return quanttess_let_elements(d, 0, &ok);
}

// input_extent: dtype.bytes + sum((sizes[i] - 1) * strides[i] for i in 0..<rank)
// specs/quanttess/descriptor.yaml:85
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_input_extent(const struct quanttess_descriptor* d) {
  bool ok = true;
  return quanttess_let_input_extent(d, 0, &ok);
}

// extent[a in tile_axis]: if tile_axes[a] >= 0 then sizes[tile_axes[a]] else 1
// specs/quanttess/descriptor.yaml:86
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_extent(const struct quanttess_descriptor* d, uint64_t a) {
  return quanttess_let_extent(d, 0, a);
}

// pitch[a in tile_axis]: if tile_axes[a] >= 0 and extent[a] > 1 then strides[tile_axes[a]] else 0
// specs/quanttess/descriptor.yaml:87
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_pitch(const struct quanttess_descriptor* d, uint64_t a) {
  return quanttess_let_pitch(d, 0, a);
}

// full[a in tile_axis]: extent[a] / tile_shape[a]
// specs/quanttess/descriptor.yaml:88
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_full(const struct quanttess_descriptor* d, uint64_t a) {
  return quanttess_let_full(d, 0, a);
}

// tail[a in tile_axis]: extent[a] % tile_shape[a]
// specs/quanttess/descriptor.yaml:89
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_tail(const struct quanttess_descriptor* d, uint64_t a) {
  return quanttess_let_tail(d, 0, a);
}

// tiles[a in tile_axis]: ceil_div(extent[a], tile_shape[a])
// specs/quanttess/descriptor.yaml:90
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_tiles(const struct quanttess_descriptor* d, uint64_t a) {
  return quanttess_let_tiles(d, 0, a);
}

// slices: prod(sizes[i] for i in 0..<rank if all(tile_axes[a] != i for a in tile_axis))
// specs/quanttess/descriptor.yaml:91
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_slices(const struct quanttess_descriptor* d) {
  bool ok = true;
  return quanttess_let_slices(d, 0, &ok);
}

// class_tiles[k in 0..<16]: prod(if bit(k, a) then min(tail[a], 1) else full[a] for a in tile_axis)
// specs/quanttess/descriptor.yaml:93
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_class_tiles(const struct quanttess_descriptor* d, uint64_t k) {
  bool ok = true;
  return quanttess_let_class_tiles(d, 0, k, &ok);
}

// class_side[k in 0..<16, a in tile_axis]: if bit(k, a) then tail[a] else tile_shape[a]
// specs/quanttess/descriptor.yaml:94
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_class_side(const struct quanttess_descriptor* d, uint64_t k, uint64_t a) {
  return quanttess_let_class_side(d, 0, k, a);
}

// class_stored[k in 0..<16]: align_up(class_side[k, C], channels.unit)
// specs/quanttess/descriptor.yaml:95
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_class_stored(const struct quanttess_descriptor* d, uint64_t k) {
  return quanttess_let_class_stored(d, 0, k);
}

// class_payload[k in 0..<16]: class_side[k, D] * class_side[k, H] * class_side[k, W] * class_stored[k]
// specs/quanttess/descriptor.yaml:96
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_class_payload(const struct quanttess_descriptor* d, uint64_t k) {
  bool ok = true;
  return quanttess_let_class_payload(d, 0, k, &ok);
}

// class_bytes[k in 0..<16]: if class_tiles[k] == 0 then 0 else align_up(class_payload[k], 16)
// specs/quanttess/descriptor.yaml:97
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_class_bytes(const struct quanttess_descriptor* d, uint64_t k) {
  bool ok = true;
  return quanttess_let_class_bytes(d, 0, k, &ok);
}

// slice_bytes: sum(class_tiles[k] * class_bytes[k] for k in 0..<16)
// specs/quanttess/descriptor.yaml:98
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_slice_bytes(const struct quanttess_descriptor* d) {
  bool ok = true;
  return quanttess_let_slice_bytes(d, 0, &ok);
}

// output_bytes: slices * slice_bytes
// specs/quanttess/descriptor.yaml:99
// Means something only where quanttess_check() gives 0.
static inline uint64_t quanttess_output_bytes(const struct quanttess_descriptor* d) {
  bool ok = true;
  return quanttess_let_output_bytes(d, 0, &ok);
}
