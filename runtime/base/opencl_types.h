// OpenCL C's own names, for reading a .clh header as C11: how the host's tests run device code without a device.
//
// Only where `long` has 64 bits, as it always has in OpenCL C.
#pragma once

#if !defined(__OPENCL_C_VERSION__)
#include <stdbool.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef char npu_long_has_64_bits[sizeof(ulong) == 8 ? 1 : -1];

#define __global
#define __constant
#endif
