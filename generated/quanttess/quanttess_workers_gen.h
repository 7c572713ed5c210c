// Which worker takes a request of quanttess, and what it may use, in C11.
// Source: QuantTess contract, Fused DMA and local arithmetic to Fast interiors
// Made from specs/quanttess/workers.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_gen.h"

// Which private worker runs an admitted request, and what it may keep in local memory.

// least source bytes of a transfer worth a DMA, after rows are merged
// Source: QuantTess contract, Compact direct-tile workers (128 source bytes in a regular full tile) and Fused DMA and
// local arithmetic (the threshold is evaluated after adjacent rows are merged); that it is 128 for every worker: our
// decision
// specs/quanttess/workers.yaml:14
#define QUANTTESS_WORKERS_DMA_THRESHOLD (128)

// what aligning two slot bases may cost
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:15
#define QUANTTESS_WORKERS_ALIGN_SLACK (126)

// alignment of a slot base
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:16
#define QUANTTESS_WORKERS_SLOT_ALIGN (64)

// logical channels of the RGB worker
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:17
#define QUANTTESS_WORKERS_RGB_CHANNELS (3)

// stored channels of the RGB worker
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:18
#define QUANTTESS_WORKERS_RGB_STORED (16)

// pixels of an RGB tile at most
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:19
#define QUANTTESS_WORKERS_RGB_PIXELS (128)

// elements of an unpadded direct tile at most
// Source: QuantTess contract, Compact direct-tile workers
// specs/quanttess/workers.yaml:20
#define QUANTTESS_WORKERS_DIRECT_ELEMENTS (4096)

// source elements of a grouped patch at most
// Source: QuantTess contract, Compact grouped C16 worker
// specs/quanttess/workers.yaml:21
#define QUANTTESS_WORKERS_PATCH_ELEMENTS_MAX (4608)

// output bytes of a grouped patch at most
// Source: QuantTess contract, Compact grouped C16 worker
// specs/quanttess/workers.yaml:22
#define QUANTTESS_WORKERS_PATCH_OUTPUT_MAX (6144)

// input bytes of a slot of the general worker
// Source: QuantTess contract, Fused DMA and local arithmetic
// specs/quanttess/workers.yaml:23
#define QUANTTESS_WORKERS_GENERAL_SOURCE (18432)

// output bytes of a slot of the general worker
// Source: QuantTess contract, Fused DMA and local arithmetic
// specs/quanttess/workers.yaml:24
#define QUANTTESS_WORKERS_GENERAL_OUTPUT (6144)

// a multirow DMA takes a signed pitch, of 32 bits
// Source: QuantTess contract, Compact direct-tile workers (a representable signed row pitch); 32 bits: our decision,
// the contract names no width
// specs/quanttess/workers.yaml:25
#define QUANTTESS_WORKERS_ROW_PITCH_MAX (0x7FFFFFFF)

enum quanttess_workers_row {
  // a partial request whose every worker has, after a seam of one tile at most, an adjacent pair that is bounded and
  // worth a DMA
  // specs/quanttess/workers.yaml:61
  QUANTTESS_WORKERS_W_RUN = 0,
  // three channels become sixteen; one task a tile; rows and outer slices may be pitched
  // specs/quanttess/workers.yaml:71
  QUANTTESS_WORKERS_RGB_PAD16 = 1,
  // a tile's bytes are its elements; one task a tile; rows and outer slices may be pitched
  // specs/quanttess/workers.yaml:81
  QUANTTESS_WORKERS_DIRECT_UNPADDED = 2,
  // all C tiles of a patch in one task: it is read and quantised once, then written to one interval for each C tile
  // specs/quanttess/workers.yaml:91
  QUANTTESS_WORKERS_GROUPED_C16 = 3,
  // every other geometry: large tiles split into bounded panels
  // specs/quanttess/workers.yaml:104
  QUANTTESS_WORKERS_GENERAL = 4,
  QUANTTESS_WORKERS_ROWS = 5,
  // No row: a parameter has a value that it may not have.
  QUANTTESS_WORKERS_NONE = 5,
};

// pixels: tile_shape[D] * tile_shape[H] * tile_shape[W]
static inline uint64_t quanttess_workers_let_pixels(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)state;
  (void)workers;
  return npu_multiply_u64(d->tile_shape[QUANTTESS_TILE_AXIS_D] * d->tile_shape[QUANTTESS_TILE_AXIS_H], d->tile_shape[QUANTTESS_TILE_AXIS_W], ok);
}

// extent[a in tile_axis]: if tile_axes[a] >= 0 then sizes[tile_axes[a]] else 1
static inline uint64_t quanttess_workers_let_request_extent(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t a) {
  (void)state;
  (void)workers;
  return d->tile_axes[a] >= 0 ? d->sizes[(uint64_t)d->tile_axes[a]] : 1;
}

// tile_channels: min(tile_shape[C], extent[C])
static inline uint64_t quanttess_workers_let_tile_channels(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  return npu_min_u64(d->tile_shape[QUANTTESS_TILE_AXIS_C], quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C));
}

// tile_elements: pixels * tile_channels
static inline uint64_t quanttess_workers_let_tile_elements(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(quanttess_workers_let_pixels(d, state, workers, ok), quanttess_workers_let_tile_channels(d, state, workers), ok);
}

// tail[a in tile_axis]: extent[a] % tile_shape[a]
static inline uint64_t quanttess_workers_let_request_tail(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t a) {
  return quanttess_workers_let_request_extent(d, state, workers, a) % d->tile_shape[a];
}

// whole[a in tile_axis]: tail[a] == 0
static inline bool quanttess_workers_let_whole(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t a) {
  return quanttess_workers_let_request_tail(d, state, workers, a) == 0;
}

// complete: whole[D] and whole[H] and whole[W]
static inline bool quanttess_workers_let_complete(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  if (!quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_D)) return false;
  if (!quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_H)) return false;
  return quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_W);
}

// full[a in tile_axis]: extent[a] / tile_shape[a]
static inline uint64_t quanttess_workers_let_request_full(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t a) {
  return quanttess_workers_let_request_extent(d, state, workers, a) / d->tile_shape[a];
}

// interior: full[H] >= 1 and full[W] >= 1
static inline bool quanttess_workers_let_interior(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  if (quanttess_workers_let_request_full(d, state, workers, QUANTTESS_TILE_AXIS_H) < 1) return false;
  return quanttess_workers_let_request_full(d, state, workers, QUANTTESS_TILE_AXIS_W) >= 1;
}

// one_plane: tile_shape[D] == 1
static inline bool quanttess_workers_let_one_plane(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)state;
  (void)workers;
  return d->tile_shape[QUANTTESS_TILE_AXIS_D] == 1;
}

// pitch[a in tile_axis]: if tile_axes[a] >= 0 and extent[a] > 1 then strides[tile_axes[a]] else 0
static inline uint64_t quanttess_workers_let_request_pitch(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t a) {
  if (d->tile_axes[a] >= 0 && quanttess_workers_let_request_extent(d, state, workers, a) > 1) return (uint64_t)d->strides[(uint64_t)d->tile_axes[a]];
  return 0;
}

// channels_dense: extent[C] == 1 or pitch[C] == dtype.bytes
static inline bool quanttess_workers_let_channels_dense(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  if (quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C) == 1) return true;
  return quanttess_workers_let_request_pitch(d, state, workers, QUANTTESS_TILE_AXIS_C) == quanttess_dtype_bytes(d->dtype);
}

// pixels_dense: extent[W] == 1 or pitch[W] == extent[C] * dtype.bytes
static inline bool quanttess_workers_let_pixels_dense(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  if (quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_W) == 1) return true;
  return quanttess_workers_let_request_pitch(d, state, workers, QUANTTESS_TILE_AXIS_W) == quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C) * quanttess_dtype_bytes(d->dtype);
}

// dense: channels_dense and pixels_dense
static inline bool quanttess_workers_let_dense(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  if (!quanttess_workers_let_channels_dense(d, state, workers)) return false;
  return quanttess_workers_let_pixels_dense(d, state, workers);
}

// row_pitch_ok: pitch[H] <= row_pitch_max and pitch[W] <= row_pitch_max
static inline bool quanttess_workers_let_row_pitch_ok(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  if (quanttess_workers_let_request_pitch(d, state, workers, QUANTTESS_TILE_AXIS_H) > 2147483647) return false;
  return quanttess_workers_let_request_pitch(d, state, workers, QUANTTESS_TILE_AXIS_W) <= 2147483647;
}

// padded: stored_channels != tile_channels
static inline bool quanttess_workers_let_padded(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  return d->stored_channels != quanttess_workers_let_tile_channels(d, state, workers);
}

// all(tile_axes[a] != i for a in tile_axis)
static inline bool quanttess_workers_let_request_slices_all(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t i) {
  (void)state;
  (void)workers;
  for (uint64_t a = 0; a < 4; a++) {
    if (d->tile_axes[a] == (int64_t)i) return false;
  }
  return true;
}

// slices: prod(sizes[i] for i in 0..<rank if all(tile_axes[a] != i for a in tile_axis))
static inline uint64_t quanttess_workers_let_request_slices(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (uint64_t i = 0; i < d->rank; i++) {
    if (!quanttess_workers_let_request_slices_all(d, state, workers, i)) continue;
    total = npu_product(total, npu_of_u64(d->sizes[i]));
  }
  return npu_to_u64(total, ok);
}

// tiles[a in tile_axis]: ceil_div(extent[a], tile_shape[a])
static inline uint64_t quanttess_workers_let_request_tiles(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t a) {
  return npu_ceil_div(quanttess_workers_let_request_extent(d, state, workers, a), d->tile_shape[a]);
}

// spatial_tiles: slices * tiles[D] * tiles[H] * tiles[W]
static inline uint64_t quanttess_workers_let_spatial_tiles(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(npu_multiply_u64(quanttess_workers_let_request_slices(d, state, workers, ok), quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_D), ok), quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_H), ok), quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_W), ok);
}

// output_tiles: spatial_tiles * tiles[C]
static inline uint64_t quanttess_workers_let_output_tiles(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(quanttess_workers_let_spatial_tiles(d, state, workers, ok), quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_C), ok);
}

// direct: dense and row_pitch_ok and one_plane and tiles[C] == 1 and interior
static inline bool quanttess_workers_let_direct(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  if (!quanttess_workers_let_dense(d, state, workers)) return false;
  if (!quanttess_workers_let_row_pitch_ok(d, state, workers)) return false;
  if (!quanttess_workers_let_one_plane(d, state, workers)) return false;
  if (quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_C) != 1) return false;
  return quanttess_workers_let_interior(d, state, workers);
}

// rgb: extent[C] == rgb_channels and stored_channels == rgb_stored and pixels <= rgb_pixels and pixels * rgb_channels *
// dtype.bytes >= dma_threshold
static inline bool quanttess_workers_let_rgb(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C) != 3) return false;
  if (d->stored_channels != 16) return false;
  if (quanttess_workers_let_pixels(d, state, workers, ok) > 128) return false;
  return quanttess_workers_let_pixels(d, state, workers, ok) * 3 * quanttess_dtype_bytes(d->dtype) >= 128;
}

// unpadded: not padded and tile_elements <= direct_elements and tile_elements % 16 == 0 and tile_elements * dtype.bytes
// >= dma_threshold
static inline bool quanttess_workers_let_unpadded(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (quanttess_workers_let_padded(d, state, workers)) return false;
  if (quanttess_workers_let_tile_elements(d, state, workers, ok) > 4096) return false;
  if (quanttess_workers_let_tile_elements(d, state, workers, ok) % 16 != 0) return false;
  return quanttess_workers_let_tile_elements(d, state, workers, ok) * quanttess_dtype_bytes(d->dtype) >= 128;
}

// patch_elements: pixels * extent[C]
static inline uint64_t quanttess_workers_let_patch_elements(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(quanttess_workers_let_pixels(d, state, workers, ok), quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C), ok);
}

// patch_source: patch_elements * dtype.bytes
static inline uint64_t quanttess_workers_let_patch_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(quanttess_workers_let_patch_elements(d, state, workers, ok), quanttess_dtype_bytes(d->dtype), ok);
}

// patch_output: pixels * 16 * tiles[C]
static inline uint64_t quanttess_workers_let_patch_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(quanttess_workers_let_pixels(d, state, workers, ok), 16, ok), quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_C), ok);
}

// patch_transfer: (if pixels_dense then pixels else tile_shape[W]) * extent[C] * dtype.bytes
static inline uint64_t quanttess_workers_let_patch_transfer(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(quanttess_workers_let_pixels_dense(d, state, workers) ? quanttess_workers_let_pixels(d, state, workers, ok) : d->tile_shape[QUANTTESS_TILE_AXIS_W], quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C), ok), quanttess_dtype_bytes(d->dtype), ok);
}

// patch_cache: pixels_dense and patch_source + (slot_align - 1) + patch_elements <= patch_elements_max * dtype.bytes
static inline bool quanttess_workers_let_patch_cache(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (!quanttess_workers_let_pixels_dense(d, state, workers)) return false;
  return npu_add_u64(npu_add_u64(quanttess_workers_let_patch_source(d, state, workers, ok), 63, ok), quanttess_workers_let_patch_elements(d, state, workers, ok), ok) <= 4608 * quanttess_dtype_bytes(d->dtype);
}

// share[k in 0..<4]: spatial_tiles / workers + (if k < spatial_tiles % workers then 1 else 0)
static inline uint64_t quanttess_workers_let_share(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t k, bool* ok) {
  return npu_add_u64(quanttess_workers_let_spatial_tiles(d, state, workers, ok) / (uint64_t)workers, k < quanttess_workers_let_spatial_tiles(d, state, workers, ok) % (uint64_t)workers ? 1 : 0, ok);
}

// first[k in 0..<4]: k * (spatial_tiles / workers) + min(k, spatial_tiles % workers)
static inline uint64_t quanttess_workers_let_first(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t k, bool* ok) {
  return npu_add_u64(npu_multiply_u64(k, quanttess_workers_let_spatial_tiles(d, state, workers, ok) / (uint64_t)workers, ok), npu_min_u64(k, quanttess_workers_let_spatial_tiles(d, state, workers, ok) % (uint64_t)workers), ok);
}

// seam[k in 0..<4]: first[k] % max(1, tiles[W]) + 1 == tiles[W]
static inline bool quanttess_workers_let_seam(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, uint64_t k, bool* ok) {
  return quanttess_workers_let_first(d, state, workers, k, ok) % npu_max_u64(1, quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_W)) + 1 == quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_W);
}

// pair_source: tile_shape[H] * min(2 * tile_shape[W], extent[W]) * extent[C] * dtype.bytes
static inline uint64_t quanttess_workers_let_pair_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(d->tile_shape[QUANTTESS_TILE_AXIS_H] * npu_min_u64(2 * d->tile_shape[QUANTTESS_TILE_AXIS_W], quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_W)), quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C), ok), quanttess_dtype_bytes(d->dtype), ok);
}

// pair_output: 2 * align_up(pixels * stored_channels, 16)
static inline uint64_t quanttess_workers_let_pair_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(2, npu_align_up_checked(npu_multiply_u64(quanttess_workers_let_pixels(d, state, workers, ok), d->stored_channels, ok), 16, ok), ok);
}

// pair_least: (if whole[H] then tile_shape[H] else tail[H]) * (if whole[W] then 2 * tile_shape[W] else tile_shape[W] +
// tail[W]) * extent[C] * dtype.bytes
static inline uint64_t quanttess_workers_let_pair_least(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return npu_multiply_u64(npu_multiply_u64(npu_multiply_u64(quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_H) ? d->tile_shape[QUANTTESS_TILE_AXIS_H] : quanttess_workers_let_request_tail(d, state, workers, QUANTTESS_TILE_AXIS_H), quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_W) ? 2 * d->tile_shape[QUANTTESS_TILE_AXIS_W] : d->tile_shape[QUANTTESS_TILE_AXIS_W] + quanttess_workers_let_request_tail(d, state, workers, QUANTTESS_TILE_AXIS_W), ok), quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C), ok), quanttess_dtype_bytes(d->dtype), ok);
}

// all(share[k] >= (if seam[k] then 3 else 2) for k in 0..<workers)
static inline bool quanttess_workers_let_runs_all(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  for (uint64_t k = 0; k < workers; k++) {
    if (quanttess_workers_let_share(d, state, workers, k, ok) < (quanttess_workers_let_seam(d, state, workers, k, ok) ? 3 : 2)) return false;
  }
  return true;
}

// runs: tiles[W] >= 2 and all(share[k] >= (if seam[k] then 3 else 2) for k in 0..<workers)
static inline bool quanttess_workers_let_runs(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (quanttess_workers_let_request_tiles(d, state, workers, QUANTTESS_TILE_AXIS_W) < 2) return false;
  for (uint64_t k = 0; k < workers; k++) {
    if (quanttess_workers_let_share(d, state, workers, k, ok) < (quanttess_workers_let_seam(d, state, workers, k, ok) ? 3 : 2)) return false;
  }
  return true;
}

// direct and (rgb or unpadded) and not complete and runs and pair_source <= general_source and pair_output <=
// general_output and pair_least >= dma_threshold
static inline bool quanttess_workers_w_run_when(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (!quanttess_workers_let_direct(d, state, workers)) return false;
  if (!(quanttess_workers_let_rgb(d, state, workers, ok) || quanttess_workers_let_unpadded(d, state, workers, ok))) return false;
  if (quanttess_workers_let_complete(d, state, workers)) return false;
  if (!quanttess_workers_let_runs(d, state, workers, ok)) return false;
  if (quanttess_workers_let_pair_source(d, state, workers, ok) > 18432) return false;
  if (quanttess_workers_let_pair_output(d, state, workers, ok) > 6144) return false;
  return quanttess_workers_let_pair_least(d, state, workers, ok) >= 128;
}

// direct and rgb
static inline bool quanttess_workers_rgb_pad16_when(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (!quanttess_workers_let_direct(d, state, workers)) return false;
  return quanttess_workers_let_rgb(d, state, workers, ok);
}

// direct and unpadded
static inline bool quanttess_workers_direct_unpadded_when(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (!quanttess_workers_let_direct(d, state, workers)) return false;
  return quanttess_workers_let_unpadded(d, state, workers, ok);
}

// tile_elements * dtype.bytes
static inline uint64_t quanttess_workers_direct_unpadded_task_source_value(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return quanttess_workers_let_tile_elements(d, state, workers, ok) * quanttess_dtype_bytes(d->dtype);
}

// channels_dense and row_pitch_ok and one_plane and extent[C] in 17..64 and tile_shape[C] == 16 and whole[H] and
// whole[W] and (channels == PAD16 or whole[C]) and patch_elements <= patch_elements_max and patch_output <=
// patch_output_max and patch_transfer >= dma_threshold
static inline bool quanttess_workers_grouped_c16_when(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  if (!quanttess_workers_let_channels_dense(d, state, workers)) return false;
  if (!quanttess_workers_let_row_pitch_ok(d, state, workers)) return false;
  if (!quanttess_workers_let_one_plane(d, state, workers)) return false;
  if (!npu_within_u64(quanttess_workers_let_request_extent(d, state, workers, QUANTTESS_TILE_AXIS_C), 17, 64)) return false;
  if (d->tile_shape[QUANTTESS_TILE_AXIS_C] != 16) return false;
  if (!quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_H)) return false;
  if (!quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_W)) return false;
  if (!(d->channels == QUANTTESS_CHANNEL_STORAGE_PAD16 || quanttess_workers_let_whole(d, state, workers, QUANTTESS_TILE_AXIS_C))) return false;
  if (quanttess_workers_let_patch_elements(d, state, workers, ok) > 4608) return false;
  if (quanttess_workers_let_patch_output(d, state, workers, ok) > 6144) return false;
  return quanttess_workers_let_patch_transfer(d, state, workers, ok) >= 128;
}

// patch_elements * dtype.bytes
static inline uint64_t quanttess_workers_grouped_c16_task_source_value(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  return quanttess_workers_let_patch_elements(d, state, workers, ok) * quanttess_dtype_bytes(d->dtype);
}

// The worker of an admitted request: one that the checks of quanttess accept.
// `workers` is in 1..4; else QUANTTESS_WORKERS_NONE.
static inline enum quanttess_workers_row quanttess_workers_select(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  bool ok_here = true;
  bool* ok = &ok_here;
  (void)d;
  (void)state;
  (void)workers;
  (void)ok;
  if (!quanttess_holds_state(d, state)) return QUANTTESS_WORKERS_NONE;
  if (workers < 1 || workers > 4) return QUANTTESS_WORKERS_NONE;
  // w-run, specs/quanttess/workers.yaml:61
  ok_here = true;
  if ((quanttess_workers_w_run_when(d, state, workers, ok)) && ok_here) return QUANTTESS_WORKERS_W_RUN;
  // rgb-pad16, specs/quanttess/workers.yaml:71
  ok_here = true;
  if ((quanttess_workers_rgb_pad16_when(d, state, workers, ok)) && ok_here) return QUANTTESS_WORKERS_RGB_PAD16;
  // direct-unpadded, specs/quanttess/workers.yaml:81
  ok_here = true;
  if ((quanttess_workers_direct_unpadded_when(d, state, workers, ok)) && ok_here) return QUANTTESS_WORKERS_DIRECT_UNPADDED;
  // grouped-c16, specs/quanttess/workers.yaml:91
  ok_here = true;
  if ((quanttess_workers_grouped_c16_when(d, state, workers, ok)) && ok_here) return QUANTTESS_WORKERS_GROUPED_C16;
  return QUANTTESS_WORKERS_GENERAL;
}

// w-run: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_w_run_tasks(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_spatial_tiles(d, state, workers, ok));
}

// w-run: task_source is pair_source
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_w_run_task_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_pair_source(d, state, workers, ok));
}

// w-run: task_output is pair_output
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_w_run_task_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_pair_output(d, state, workers, ok));
}

// w-run: scratch.slots is 2
static inline uint64_t quanttess_workers_w_run_scratch_slots(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(2);
}

// w-run: scratch.source is general_source
static inline uint64_t quanttess_workers_w_run_scratch_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(18432);
}

// w-run: scratch.output is general_output
static inline uint64_t quanttess_workers_w_run_scratch_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(6144);
}

// rgb-pad16: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_rgb_pad16_tasks(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_spatial_tiles(d, state, workers, ok));
}

// rgb-pad16: task_source is pixels * rgb_channels * dtype.bytes
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_rgb_pad16_task_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_pixels(d, state, workers, ok) * 3 * quanttess_dtype_bytes(d->dtype));
}

// rgb-pad16: task_output is pixels * rgb_stored
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_rgb_pad16_task_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_pixels(d, state, workers, ok) * 16);
}

// rgb-pad16: scratch.slots is 2
static inline uint64_t quanttess_workers_rgb_pad16_scratch_slots(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(2);
}

// rgb-pad16: scratch.source is rgb_pixels * rgb_channels * dtype.bytes
static inline uint64_t quanttess_workers_rgb_pad16_scratch_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(384 * quanttess_dtype_bytes(d->dtype));
}

// rgb-pad16: scratch.output is rgb_pixels * rgb_stored
static inline uint64_t quanttess_workers_rgb_pad16_scratch_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(2048);
}

// rgb-pad16: scratch.slack is align_slack
static inline uint64_t quanttess_workers_rgb_pad16_scratch_slack(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(126);
}

// direct-unpadded: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_direct_unpadded_tasks(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_spatial_tiles(d, state, workers, ok));
}

// direct-unpadded: task_source is tile_elements * dtype.bytes
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_direct_unpadded_task_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_direct_unpadded_task_source_value(d, state, workers, ok));
}

// direct-unpadded: task_output is tile_elements
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_direct_unpadded_task_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_tile_elements(d, state, workers, ok));
}

// direct-unpadded: scratch.slots is 2
static inline uint64_t quanttess_workers_direct_unpadded_scratch_slots(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(2);
}

// direct-unpadded: scratch.source is direct_elements * dtype.bytes
static inline uint64_t quanttess_workers_direct_unpadded_scratch_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(4096 * quanttess_dtype_bytes(d->dtype));
}

// direct-unpadded: scratch.output is direct_elements
static inline uint64_t quanttess_workers_direct_unpadded_scratch_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(4096);
}

// direct-unpadded: scratch.slack is align_slack
static inline uint64_t quanttess_workers_direct_unpadded_scratch_slack(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(126);
}

// grouped-c16: tasks is spatial_tiles
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_grouped_c16_tasks(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_spatial_tiles(d, state, workers, ok));
}

// grouped-c16: task_source is patch_elements * dtype.bytes
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_grouped_c16_task_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_grouped_c16_task_source_value(d, state, workers, ok));
}

// grouped-c16: task_output is patch_output
// Clears *ok when it does not fit 64 bits.
static inline uint64_t quanttess_workers_grouped_c16_task_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers, bool* ok) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(quanttess_workers_let_patch_output(d, state, workers, ok));
}

// grouped-c16: scratch.slots is 2
static inline uint64_t quanttess_workers_grouped_c16_scratch_slots(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(2);
}

// grouped-c16: scratch.source is patch_elements_max * dtype.bytes
static inline uint64_t quanttess_workers_grouped_c16_scratch_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(4608 * quanttess_dtype_bytes(d->dtype));
}

// grouped-c16: scratch.output is patch_output_max
static inline uint64_t quanttess_workers_grouped_c16_scratch_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(6144);
}

// grouped-c16: scratch.slack is align_slack
static inline uint64_t quanttess_workers_grouped_c16_scratch_slack(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(126);
}

// general: scratch.slots is 2
static inline uint64_t quanttess_workers_general_scratch_slots(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(2);
}

// general: scratch.source is general_source
static inline uint64_t quanttess_workers_general_scratch_source(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(18432);
}

// general: scratch.output is general_output
static inline uint64_t quanttess_workers_general_scratch_output(const struct quanttess_descriptor* d, uint32_t state, uint32_t workers) {
  (void)d;
  (void)state;
  (void)workers;
  return (uint64_t)(6144);
}

// Bytes of local memory that a row's slots take; 0 for a value of dtype that is no symbol.
static inline uint64_t quanttess_workers_budget(enum quanttess_workers_row row, uint8_t dtype) {
  switch (row) {
    case QUANTTESS_WORKERS_W_RUN:
      switch (dtype) {
        case QUANTTESS_DTYPE_FP32:
          return 49152;
        case QUANTTESS_DTYPE_FP16:
          return 49152;
        case QUANTTESS_DTYPE_BF16:
          return 49152;
        default:
          return 0;
      }
    case QUANTTESS_WORKERS_RGB_PAD16:
      switch (dtype) {
        case QUANTTESS_DTYPE_FP32:
          return 7168;
        case QUANTTESS_DTYPE_FP16:
          return 5632;
        case QUANTTESS_DTYPE_BF16:
          return 5632;
        default:
          return 0;
      }
    case QUANTTESS_WORKERS_DIRECT_UNPADDED:
      switch (dtype) {
        case QUANTTESS_DTYPE_FP32:
          return 40960;
        case QUANTTESS_DTYPE_FP16:
          return 24576;
        case QUANTTESS_DTYPE_BF16:
          return 24576;
        default:
          return 0;
      }
    case QUANTTESS_WORKERS_GROUPED_C16:
      switch (dtype) {
        case QUANTTESS_DTYPE_FP32:
          return 49152;
        case QUANTTESS_DTYPE_FP16:
          return 30720;
        case QUANTTESS_DTYPE_BF16:
          return 30720;
        default:
          return 0;
      }
    case QUANTTESS_WORKERS_GENERAL:
      switch (dtype) {
        case QUANTTESS_DTYPE_FP32:
          return 49152;
        case QUANTTESS_DTYPE_FP16:
          return 49152;
        case QUANTTESS_DTYPE_BF16:
          return 49152;
        default:
          return 0;
      }
    default:
      return 0;
  }
}

// A row's name in the spec; null for a number that is no row.
static inline const char* quanttess_workers_name(enum quanttess_workers_row row) {
  switch (row) {
    case QUANTTESS_WORKERS_W_RUN:
      return "w-run";
    case QUANTTESS_WORKERS_RGB_PAD16:
      return "rgb-pad16";
    case QUANTTESS_WORKERS_DIRECT_UNPADDED:
      return "direct-unpadded";
    case QUANTTESS_WORKERS_GROUPED_C16:
      return "grouped-c16";
    case QUANTTESS_WORKERS_GENERAL:
      return "general";
    default:
      return 0;
  }
}

// The function that a row's worker is entered by: for a request of whole tiles, or for one with edges;
// null where the row takes none of the former.
static inline const char* quanttess_workers_entry(enum quanttess_workers_row row, bool complete) {
  switch (row) {
    case QUANTTESS_WORKERS_W_RUN:
      return complete ? 0 : "quanttess_w_run";
    case QUANTTESS_WORKERS_RGB_PAD16:
      return complete ? "quanttess_rgb_pad16" : "quanttess_rgb_pad16_partial";
    case QUANTTESS_WORKERS_DIRECT_UNPADDED:
      return complete ? "quanttess_direct_tile" : "quanttess_direct_tile_partial";
    case QUANTTESS_WORKERS_GROUPED_C16:
      return complete ? "quanttess_grouped_c16" : "quanttess_grouped_c16";
    case QUANTTESS_WORKERS_GENERAL:
      return complete ? "quanttess_general" : "quanttess_general";
    default:
      return 0;
  }
}
