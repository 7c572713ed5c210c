// The values that follow from a QuantTess descriptor, as one list for every language: X(name) for a plain let, XI(name,
// n) for one with an index below n.
#pragma once

#define NPUSPEC_LETS(X, XI) \
  X(elements)               \
  X(input_extent)           \
  XI(extent, 4)             \
  XI(pitch, 4)              \
  XI(full, 4)               \
  XI(tail, 4)               \
  XI(tiles, 4)              \
  X(slices)                 \
  XI(class_tiles, 16)       \
  XI(class_stored, 16)      \
  XI(class_bytes, 16)       \
  X(slice_bytes)            \
  X(output_bytes)

enum { kLetValues = 73 };
