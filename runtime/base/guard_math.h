// What printed guards call where an operation is not proved to fit 64 bits. For C11, C++20 and OpenCL C 1.2 and later.
//
// Each checked function gives the exact result, or clears *ok and gives the end of its type that the result ran over.
// It never sets *ok, so one flag serves a whole guard: set it, evaluate, and refuse unless it still is set. Nothing
// here traps, wraps unseen, allocates or keeps state; all of it is constexpr in C++.
//
// Where an operand is unsigned and another may be negative, npu_value holds either exactly.
#ifndef NPUSPEC_BASE_GUARD_MATH_H
#define NPUSPEC_BASE_GUARD_MATH_H

#if defined(__OPENCL_C_VERSION__)
typedef ulong npu_u64;
typedef long npu_i64;
#define NPU_FUNCTION static inline
#elif defined(__cplusplus)
#include <cstdint>
typedef std::uint64_t npu_u64;
typedef std::int64_t npu_i64;
#define NPU_FUNCTION constexpr
#else
#include <stdbool.h>
#include <stdint.h>
typedef uint64_t npu_u64;
typedef int64_t npu_i64;
#define NPU_FUNCTION static inline
#endif

#define NPU_U64_MAX ((npu_u64)0xFFFFFFFFFFFFFFFFu)
#define NPU_I64_MAX ((npu_i64)0x7FFFFFFFFFFFFFFF)
#define NPU_I64_MIN (-NPU_I64_MAX - 1)

// Proved operations that C has no operator for.

NPU_FUNCTION npu_u64 npu_min_u64(npu_u64 a, npu_u64 b) { return a < b ? a : b; }
NPU_FUNCTION npu_u64 npu_max_u64(npu_u64 a, npu_u64 b) { return a > b ? a : b; }
NPU_FUNCTION npu_i64 npu_min_i64(npu_i64 a, npu_i64 b) { return a < b ? a : b; }
NPU_FUNCTION npu_i64 npu_max_i64(npu_i64 a, npu_i64 b) { return a > b ? a : b; }
NPU_FUNCTION bool npu_within_u64(npu_u64 x, npu_u64 first, npu_u64 last) { return first <= x && x <= last; }
NPU_FUNCTION bool npu_within_i64(npu_i64 x, npu_i64 first, npu_i64 last) { return first <= x && x <= last; }
NPU_FUNCTION bool npu_is_pow2_u64(npu_u64 x) { return x != 0 && (x & (x - 1)) == 0; }
NPU_FUNCTION bool npu_is_pow2_i64(npu_i64 x) { return x > 0 && npu_is_pow2_u64((npu_u64)x); }

// b is not 0.
NPU_FUNCTION npu_u64 npu_ceil_div(npu_u64 a, npu_u64 b) { return a / b + (a % b != 0 ? 1 : 0); }
NPU_FUNCTION npu_u64 npu_align_up(npu_u64 a, npu_u64 b) { return npu_ceil_div(a, b) * b; }

// Below 0 where a is less than b, above where it is more.
NPU_FUNCTION int npu_compare(npu_i64 a, npu_u64 b) { return a < 0 || (npu_u64)a < b ? -1 : (npu_u64)a > b ? 1 : 0; }

// What is decided whatever x is, once x has had its chance to clear *ok.
NPU_FUNCTION bool npu_decided_u64(npu_u64 x, bool decision) {
  (void)x;
  return decision;
}
NPU_FUNCTION bool npu_decided_i64(npu_i64 x, bool decision) {
  (void)x;
  return decision;
}

// Two runs of bytes that share none.
NPU_FUNCTION bool npu_disjoint(npu_u64 a, npu_u64 a_bytes, npu_u64 b, npu_u64 b_bytes) {
  return a_bytes == 0 || b_bytes == 0 || (a <= b ? b - a >= a_bytes : a - b >= b_bytes);
}

// Checked operations on values of one type.

NPU_FUNCTION npu_u64 npu_overflow_u64(npu_u64 end, bool* ok) {
  *ok = false;
  return end;
}

NPU_FUNCTION npu_i64 npu_overflow_i64(npu_i64 end, bool* ok) {
  *ok = false;
  return end;
}

NPU_FUNCTION npu_i64 npu_fit_i64(npu_u64 x, bool* ok) {
  return x > (npu_u64)NPU_I64_MAX ? npu_overflow_i64(NPU_I64_MAX, ok) : (npu_i64)x;
}

NPU_FUNCTION npu_u64 npu_add_u64(npu_u64 a, npu_u64 b, bool* ok) {
  return b > NPU_U64_MAX - a ? npu_overflow_u64(NPU_U64_MAX, ok) : a + b;
}

NPU_FUNCTION npu_u64 npu_multiply_u64(npu_u64 a, npu_u64 b, bool* ok) {
  return a != 0 && b > NPU_U64_MAX / a ? npu_overflow_u64(NPU_U64_MAX, ok) : a * b;
}

NPU_FUNCTION npu_i64 npu_add_i64(npu_i64 a, npu_i64 b, bool* ok) {
  if (b > 0 && a > NPU_I64_MAX - b) return npu_overflow_i64(NPU_I64_MAX, ok);
  if (b < 0 && a < NPU_I64_MIN - b) return npu_overflow_i64(NPU_I64_MIN, ok);
  return a + b;
}

NPU_FUNCTION npu_i64 npu_subtract_i64(npu_i64 a, npu_i64 b, bool* ok) {
  if (b < 0 && a > NPU_I64_MAX + b) return npu_overflow_i64(NPU_I64_MAX, ok);
  if (b > 0 && a < NPU_I64_MIN + b) return npu_overflow_i64(NPU_I64_MIN, ok);
  return a - b;
}

// b is not 0.
NPU_FUNCTION npu_u64 npu_align_up_checked(npu_u64 a, npu_u64 b, bool* ok) {
  return a % b == 0 ? a : npu_add_u64(a, b - a % b, ok);
}

// Any value of either type, and the results of one operation on two of them.

typedef struct npu_value {
  npu_u64 size;   // without its sign; NPU_U64_MAX when `beyond`
  bool negative;  // never of 0
  bool beyond;    // the size does not fit 64 bits
} npu_value;

NPU_FUNCTION npu_value npu_make_value(npu_u64 size, bool negative, bool beyond) {
  npu_value v = {beyond ? NPU_U64_MAX : size, negative && size != 0, beyond};
  return v;
}

NPU_FUNCTION npu_value npu_of_u64(npu_u64 x) { return npu_make_value(x, false, false); }
NPU_FUNCTION npu_value npu_of_i64(npu_i64 x) {
  return npu_make_value(x < 0 ? 0 - (npu_u64)x : (npu_u64)x, x < 0, false);
}

NPU_FUNCTION npu_value npu_negate(npu_value a) { return npu_make_value(a.size, !a.negative, a.beyond); }

NPU_FUNCTION npu_value npu_add(npu_value a, npu_value b) {
  if (a.negative == b.negative) return npu_make_value(a.size + b.size, a.negative, b.size > NPU_U64_MAX - a.size);
  if (a.size >= b.size) return npu_make_value(a.size - b.size, a.negative, false);
  return npu_make_value(b.size - a.size, b.negative, false);
}

NPU_FUNCTION npu_value npu_subtract(npu_value a, npu_value b) { return npu_add(a, npu_negate(b)); }

NPU_FUNCTION npu_value npu_multiply(npu_value a, npu_value b) {
  return npu_make_value(a.size * b.size, a.negative != b.negative, a.size != 0 && b.size > NPU_U64_MAX / a.size);
}

NPU_FUNCTION bool npu_less(npu_value a, npu_value b) {
  if (a.negative != b.negative) return a.negative;
  return a.negative ? a.size > b.size : a.size < b.size;
}

NPU_FUNCTION npu_value npu_min(npu_value a, npu_value b) { return npu_less(b, a) ? b : a; }
NPU_FUNCTION npu_value npu_max(npu_value a, npu_value b) { return npu_less(a, b) ? b : a; }

// Of a value that is proved to fit.
NPU_FUNCTION npu_u64 npu_u64_of(npu_value v) { return v.size; }
NPU_FUNCTION npu_i64 npu_i64_of(npu_value v) { return v.negative ? -(npu_i64)(v.size - 1) - 1 : (npu_i64)v.size; }

NPU_FUNCTION npu_u64 npu_to_u64(npu_value v, bool* ok) {
  if (v.negative) return npu_overflow_u64(0, ok);
  return v.beyond ? npu_overflow_u64(NPU_U64_MAX, ok) : v.size;
}

NPU_FUNCTION npu_i64 npu_to_i64(npu_value v, bool* ok) {
  npu_u64 most = (npu_u64)NPU_I64_MAX;
  if (!v.negative && v.size > most) return npu_overflow_i64(NPU_I64_MAX, ok);
  if (v.negative && v.size > most + 1) return npu_overflow_i64(NPU_I64_MIN, ok);
  return npu_i64_of(v);
}

NPU_FUNCTION npu_i64 npu_multiply_i64(npu_i64 a, npu_i64 b, bool* ok) {
  return npu_to_i64(npu_multiply(npu_of_i64(a), npu_of_i64(b)), ok);
}

// A product factor by factor: 0 if any factor is, though others overflow on the way.
NPU_FUNCTION npu_value npu_product(npu_value so_far, npu_value factor) {
  npu_value v = npu_multiply(so_far, factor);
  if (so_far.size == 0 || factor.size == 0) return npu_of_u64(0);
  if (so_far.beyond) v.size = NPU_U64_MAX, v.beyond = true;
  return v;
}

#endif
