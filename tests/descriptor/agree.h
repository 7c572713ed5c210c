// The generated validators of one language behind plain functions: from bytes to a code, and for an accepted descriptor
// to the values that follow from it.
#pragma once

#include <stdint.h>

#include "lets.h"

#ifdef __cplusplus
extern "C" {
#endif

// Judges 232 bytes. `lets` gets kLetValues values when the code is 0.
uint32_t quanttess_in_c(const uint8_t* bytes, uint32_t state, uint64_t* lets);
uint32_t quanttess_in_opencl(const uint8_t* bytes, uint32_t state, uint64_t* lets);

// The number of the row that selects the worker of a request, or of none.
uint32_t quanttess_worker_in_c(const uint8_t* bytes, uint32_t state, uint32_t workers);
uint32_t quanttess_worker_in_opencl(const uint8_t* bytes, uint32_t state, uint32_t workers);

// Packs what was unpacked.
void quanttess_repack_in_c(const uint8_t* bytes, uint8_t* to);
void quanttess_repack_in_opencl(const uint8_t* bytes, uint8_t* to);

// Judges the bytes of a struct of rknpu, by its place in this list: submit, action, mem_create, mem_map, mem_destroy,
// mem_sync, drm_version.
uint32_t rknpu_in_c(int which, const uint8_t* bytes);
uint32_t rknpu_in_opencl(int which, const uint8_t* bytes);

#ifdef __cplusplus
}
#endif
