// Bytes on a wire, little-endian, one at a time: what every generated pack, unpack and digest is made of.
//
// One text for C11, C++20 and OpenCL C 1.2 and later, so that all three read the same bytes the same way. No function
// assumes an alignment or the machine's byte order, allocates or fails; in C++ all are constexpr. Pointers are to
// private memory in OpenCL C: copy global bytes into an array first.
#pragma once

#if defined(__OPENCL_C_VERSION__)
#define NPUSPEC_FN static inline
#define NPUSPEC_TABLE static __constant
typedef uchar npuspec_u8;
typedef ushort npuspec_u16;
typedef uint npuspec_u32;
typedef ulong npuspec_u64;
typedef uint npuspec_size;
#elif defined(__cplusplus)
#include <cstddef>
#include <cstdint>
#define NPUSPEC_FN constexpr
#define NPUSPEC_TABLE inline constexpr
using npuspec_u8 = std::uint8_t;
using npuspec_u16 = std::uint16_t;
using npuspec_u32 = std::uint32_t;
using npuspec_u64 = std::uint64_t;
using npuspec_size = std::size_t;
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define NPUSPEC_FN static inline
#define NPUSPEC_TABLE static const
typedef uint8_t npuspec_u8;
typedef uint16_t npuspec_u16;
typedef uint32_t npuspec_u32;
typedef uint64_t npuspec_u64;
typedef size_t npuspec_size;
#endif

NPUSPEC_FN npuspec_u8 npuspec_load_u8(const npuspec_u8* from) { return from[0]; }

NPUSPEC_FN npuspec_u16 npuspec_load_u16(const npuspec_u8* from) {
  return (npuspec_u16)(from[0] | (npuspec_u32)from[1] << 8);
}

NPUSPEC_FN npuspec_u32 npuspec_load_u32(const npuspec_u8* from) {
  return (npuspec_u32)from[0] | (npuspec_u32)from[1] << 8 | (npuspec_u32)from[2] << 16 | (npuspec_u32)from[3] << 24;
}

NPUSPEC_FN npuspec_u64 npuspec_load_u64(const npuspec_u8* from) {
  return (npuspec_u64)npuspec_load_u32(from) | (npuspec_u64)npuspec_load_u32(from + 4) << 32;
}

NPUSPEC_FN void npuspec_store_u8(npuspec_u8* to, npuspec_u8 value) { to[0] = value; }

NPUSPEC_FN void npuspec_store_u16(npuspec_u8* to, npuspec_u16 value) {
  to[0] = (npuspec_u8)(value & 0xFF);
  to[1] = (npuspec_u8)(value >> 8);
}

NPUSPEC_FN void npuspec_store_u32(npuspec_u8* to, npuspec_u32 value) {
  npuspec_store_u16(to, (npuspec_u16)(value & 0xFFFF));
  npuspec_store_u16(to + 2, (npuspec_u16)(value >> 16));
}

NPUSPEC_FN void npuspec_store_u64(npuspec_u8* to, npuspec_u64 value) {
  npuspec_store_u32(to, (npuspec_u32)(value & 0xFFFFFFFFu));
  npuspec_store_u32(to + 4, (npuspec_u32)(value >> 32));
}

// Whether bytes that must be zero are.
NPUSPEC_FN bool npuspec_is_zero(const npuspec_u8* bytes, npuspec_size size) {
  for (npuspec_size i = 0; i < size; ++i) {
    if (bytes[i] != 0) return false;
  }
  return true;
}

// The remainders of the sixteen nibbles by the polynomial 0x1EDC6F41, bits reversed.
NPUSPEC_TABLE npuspec_u32 npuspec_crc32c_nibbles[16] = {
    0x00000000, 0x105EC76F, 0x20BD8EDE, 0x30E349B1, 0x417B1DBC, 0x5125DAD3, 0x61C69362, 0x7198540D,
    0x82F63B78, 0x92A8FC17, 0xA24BB5A6, 0xB21572C9, 0xC38D26C4, 0xD3D3E1AB, 0xE330A81A, 0xF36E6F75};

// CRC-32C (Castagnoli) of `size` bytes, as RFC 3720 uses it: of "123456789" it is 0xE3069283. `crc` is that of the
// bytes before, 0 for none, so that a long text may be summed piece by piece.
NPUSPEC_FN npuspec_u32 npuspec_crc32c(npuspec_u32 crc, const npuspec_u8* bytes, npuspec_size size) {
  crc = ~crc;
  for (npuspec_size i = 0; i < size; ++i) {
    crc ^= bytes[i];
    crc = crc >> 4 ^ npuspec_crc32c_nibbles[crc & 15];
    crc = crc >> 4 ^ npuspec_crc32c_nibbles[crc & 15];
  }
  return ~crc;
}
