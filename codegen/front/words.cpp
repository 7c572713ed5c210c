#include "front/words.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <unordered_map>

namespace npuspec {
namespace {

// C is C11 and C23, C++ is C++20, OpenCL C is 3.0.
constexpr std::string_view kGuardWords[] = {"and", "else", "false", "for", "if", "in", "not", "or", "then", "true"};

constexpr std::string_view kCWords[] = {
    "_Alignas",       "_Alignof",      "_Atomic",  "_Bool",     "_Complex", "_Generic", "_Imaginary",    "_Noreturn",
    "_Static_assert", "_Thread_local", "auto",     "bool",      "break",    "case",     "char",          "const",
    "continue",       "default",       "do",       "double",    "enum",     "extern",   "float",         "goto",
    "inline",         "int",           "int16_t",  "int32_t",   "int64_t",  "int8_t",   "intptr_t",      "long",
    "main",           "ptrdiff_t",     "register", "restrict",  "return",   "short",    "signed",        "size_t",
    "sizeof",         "static",        "struct",   "switch",    "typedef",  "typeof",   "typeof_unqual", "uint16_t",
    "uint32_t",       "uint64_t",      "uint8_t",  "uintptr_t", "union",    "unsigned", "void",          "volatile",
    "while"};

constexpr std::string_view kCppWords[] = {
    "alignas",   "alignof",      "and_eq",           "asm",       "bitand",        "bitor",       "catch",
    "char16_t",  "char32_t",     "char8_t",          "class",     "co_await",      "co_return",   "co_yield",
    "compl",     "concept",      "const_cast",       "consteval", "constexpr",     "constinit",   "decltype",
    "delete",    "dynamic_cast", "explicit",         "export",    "friend",        "mutable",     "namespace",
    "new",       "noexcept",     "not_eq",           "nullptr",   "operator",      "or_eq",       "private",
    "protected", "public",       "reinterpret_cast", "requires",  "static_assert", "static_cast", "std",
    "template",  "this",         "thread_local",     "throw",     "try",           "typeid",      "typename",
    "using",     "virtual",      "wchar_t",          "xor",       "xor_eq"};

constexpr std::string_view kClWords[] = {"__constant",
                                         "__global",
                                         "__kernel",
                                         "__local",
                                         "__private",
                                         "aligned",
                                         "as_int",
                                         "as_uint",
                                         "barrier",
                                         "clk_event_t",
                                         "complex",
                                         "constant",
                                         "convert_int",
                                         "convert_uint",
                                         "event_t",
                                         "generic",
                                         "get_global_id",
                                         "global",
                                         "half",
                                         "image1d_array_t",
                                         "image1d_buffer_t",
                                         "image1d_t",
                                         "image2d_array_depth_t",
                                         "image2d_array_t",
                                         "image2d_depth_t",
                                         "image2d_t",
                                         "image3d_t",
                                         "imaginary",
                                         "kernel",
                                         "local",
                                         "ndrange_t",
                                         "pipe",
                                         "quad",
                                         "queue_t",
                                         "read_only",
                                         "read_write",
                                         "reserve_id_t",
                                         "sampler_t",
                                         "uchar",
                                         "uint",
                                         "ulong",
                                         "uniform",
                                         "ushort",
                                         "vec_step",
                                         "vload16",
                                         "write_only"};

// What the headers of C11 and C23 and the compilers themselves define, read off `cc -dM -E` of every target; those with
// a scheme are below.
constexpr std::string_view kMacros =
    "ATOMIC_BOOL_LOCK_FREE ATOMIC_CHAR16_T_LOCK_FREE ATOMIC_CHAR32_T_LOCK_FREE ATOMIC_CHAR_LOCK_FREE ATOMIC_FLAG_INIT "
    "ATOMIC_INT_LOCK_FREE ATOMIC_LLONG_LOCK_FREE ATOMIC_LONG_LOCK_FREE ATOMIC_POINTER_LOCK_FREE "
    "ATOMIC_SHORT_LOCK_FREE ATOMIC_VAR_INIT ATOMIC_WCHAR_T_LOCK_FREE BOOL_MAX BOOL_WIDTH BUFSIZ CHAR_BIT CHAR_MAX "
    "CHAR_MIN CHAR_WIDTH CLOCKS_PER_SEC CL_COMPLETE CL_QUEUED CL_RUNNING CL_SUBMITTED CMPLX CMPLXF CMPLXL "
    "DBL_DECIMAL_DIG DBL_DIG DBL_EPSILON DBL_HAS_SUBNORM DBL_IS_IEC_60559 DBL_MANT_DIG DBL_MAX DBL_MAX_10_EXP "
    "DBL_MAX_EXP DBL_MIN DBL_MIN_10_EXP DBL_MIN_EXP DBL_NORM_MAX DBL_RADIX DBL_SNAN DBL_TRUE_MIN DEC128_EPSILON "
    "DEC128_MANT_DIG DEC128_MAX DEC128_MAX_EXP DEC128_MIN DEC128_MIN_EXP DEC128_SNAN DEC128_TRUE_MIN DEC32_EPSILON "
    "DEC32_MANT_DIG DEC32_MAX DEC32_MAX_EXP DEC32_MIN DEC32_MIN_EXP DEC32_SNAN DEC32_TRUE_MIN DEC64_EPSILON "
    "DEC64_MANT_DIG DEC64_MAX DEC64_MAX_EXP DEC64_MIN DEC64_MIN_EXP DEC64_SNAN DEC64_TRUE_MIN DECIMAL_DIG "
    "DEC_EVAL_METHOD DEC_INFINITY DEC_NAN E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY "
    "EBADE EBADF EBADFD EBADMSG EBADR EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED "
    "ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN "
    "EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED "
    "EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE "
    "EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS "
    "ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT "
    "ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY "
    "ENOTUNIQ ENXIO EOF EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE "
    "ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE "
    "ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL EXIT_FAILURE "
    "EXIT_SUCCESS FE_ALL_EXCEPT FE_DFL_ENV FE_DFL_MODE FE_DIVBYZERO FE_DOWNWARD FE_EXCEPT_SHIFT FE_INEXACT FE_INVALID "
    "FE_OVERFLOW FE_TONEAREST FE_TOWARDZERO FE_UNDERFLOW FE_UPWARD FILENAME_MAX FLT_DECIMAL_DIG FLT_DIG FLT_EPSILON "
    "FLT_EVAL_METHOD FLT_HAS_SUBNORM FLT_IS_IEC_60559 FLT_MANT_DIG FLT_MAX FLT_MAX_10_EXP FLT_MAX_EXP FLT_MIN "
    "FLT_MIN_10_EXP FLT_MIN_EXP FLT_NORM_MAX FLT_RADIX FLT_ROUNDS FLT_SNAN FLT_TRUE_MIN FOPEN_MAX FP_FAST_FMA "
    "FP_FAST_FMAF FP_ILOGB0 FP_ILOGBNAN FP_INFINITE FP_INT_DOWNWARD FP_INT_TONEAREST FP_INT_TONEARESTFROMZERO "
    "FP_INT_TOWARDZERO FP_INT_UPWARD FP_LLOGB0 FP_LLOGBNAN FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO HALF_DIG "
    "HALF_EPSILON HALF_MANT_DIG HALF_MAX HALF_MAX_10_EXP HALF_MAX_EXP HALF_MIN HALF_MIN_10_EXP HALF_MIN_EXP "
    "HALF_RADIX HUGE_VAL HUGE_VALF HUGE_VALL I INFINITY LC_ADDRESS LC_ALL LC_COLLATE LC_CTYPE LC_IDENTIFICATION "
    "LC_MEASUREMENT LC_MESSAGES LC_MONETARY LC_NAME LC_NUMERIC LC_PAPER LC_TELEPHONE LC_TIME LDBL_DECIMAL_DIG "
    "LDBL_DIG LDBL_EPSILON LDBL_HAS_SUBNORM LDBL_IS_IEC_60559 LDBL_MANT_DIG LDBL_MAX LDBL_MAX_10_EXP LDBL_MAX_EXP "
    "LDBL_MIN LDBL_MIN_10_EXP LDBL_MIN_EXP LDBL_NORM_MAX LDBL_SNAN LDBL_TRUE_MIN LLONG_MAX LLONG_MIN LLONG_WIDTH "
    "LONG_MAX LONG_MIN LONG_WIDTH L_tmpnam MATH_ERREXCEPT MATH_ERRNO MAXFLOAT MAX_WORK_DIM MB_CUR_MAX MB_LEN_MAX "
    "M_1_PI M_1_PI_F M_1_PI_H M_2_PI M_2_PI_F M_2_PI_H M_2_SQRTPI M_2_SQRTPI_F M_2_SQRTPI_H M_E M_E_F M_E_H M_LN10 "
    "M_LN10_F M_LN10_H M_LN2 M_LN2_F M_LN2_H M_LOG10E M_LOG10E_F M_LOG10E_H M_LOG2E M_LOG2E_F M_LOG2E_H M_PI M_PI_2 "
    "M_PI_2_F M_PI_2_H M_PI_4 M_PI_4_F M_PI_4_H M_PI_F M_PI_H M_SQRT1_2 M_SQRT1_2_F M_SQRT1_2_H M_SQRT2 M_SQRT2_F "
    "M_SQRT2_H NAN NULL ONCE_FLAG_INIT PTRDIFF_MAX PTRDIFF_MIN PTRDIFF_WIDTH RAND_MAX SCHAR_MAX SCHAR_MIN SCHAR_WIDTH "
    "SEEK_CUR SEEK_END SEEK_SET SHRT_MAX SHRT_MIN SHRT_WIDTH SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE "
    "SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV "
    "SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH "
    "SIGXCPU SIGXFSZ SIG_ATOMIC_MAX SIG_ATOMIC_MIN SIG_ATOMIC_WIDTH SIG_DFL SIG_ERR SIG_IGN SIZE_MAX SIZE_WIDTH "
    "TIME_UTC TMP_MAX TSS_DTOR_ITERATIONS UCHAR_MAX UCHAR_WIDTH ULLONG_MAX ULLONG_WIDTH ULONG_MAX ULONG_WIDTH "
    "USHRT_MAX USHRT_WIDTH WCHAR_MAX WCHAR_MIN WCHAR_WIDTH WEOF WINT_MAX WINT_MIN WINT_WIDTH alloca assert errno i386 "
    "linux math_errhandling noreturn offsetof setjmp stderr stdin stdout unix va_arg va_copy va_end va_start";

// Takes one of these off the front of a word.
bool take(std::string_view& word, std::initializer_list<std::string_view> any_of) {
  for (std::string_view each : any_of) {
    if (!word.starts_with(each)) continue;
    word.remove_prefix(each.size());
    return true;
  }
  return false;
}

// PRIu64, SCNxFAST8, UINT_LEAST16_MAX, INTPTR_MIN, CLK_LOCAL_MEM_FENCE, cl_khr_fp16.
bool is_macro_by_scheme(std::string_view word) {
  if (take(word, {"CLK_", "CL_VERSION_", "cl_khr_"})) return true;
  if (take(word, {"PRI", "SCN"})) {
    if (!take(word, {"d", "i", "o", "u", "x", "X"})) return false;
    if (take(word, {"MAX", "PTR"})) return word.empty();
    take(word, {"FAST", "LEAST"});
    return take(word, {"8", "16", "32", "64"}) && word.empty();
  }
  if (!take(word, {"UINT", "INT"})) return false;
  if (!take(word, {"MAX", "PTR"})) {
    take(word, {"_FAST", "_LEAST"});
    take(word, {"8", "16", "32", "64"});
  }
  return take(word, {"_MAX", "_MIN", "_WIDTH", "_C"}) && word.empty();
}

constexpr std::string_view kOfMacros = "C's libraries or compilers, a macro";

struct Owner {
  std::string_view name;
  const std::string_view* begin;
  const std::string_view* end;
};

// Of runtime/base, which generated code includes; its other names begin with npuspec_.
constexpr std::string_view kHeaderWords[] = {"NPU_FUNCTION",     "NPU_I64_MAX",      "NPU_I64_MIN",
                                             "NPU_U64_MAX",      "npu_add",          "npu_add_i64",
                                             "npu_add_u64",      "npu_align_up",     "npu_align_up_checked",
                                             "npu_ceil_div",     "npu_compare",      "npu_decided_i64",
                                             "npu_decided_u64",  "npu_disjoint",     "npu_fit_i64",
                                             "npu_i64",          "npu_i64_of",       "npu_is_pow2_i64",
                                             "npu_is_pow2_u64",  "npu_less",         "npu_long_has_64_bits",
                                             "npu_make_value",   "npu_max",          "npu_max_i64",
                                             "npu_max_u64",      "npu_min",          "npu_min_i64",
                                             "npu_min_u64",      "npu_multiply",     "npu_multiply_i64",
                                             "npu_multiply_u64", "npu_negate",       "npu_of_i64",
                                             "npu_of_u64",       "npu_overflow_i64", "npu_overflow_u64",
                                             "npu_product",      "npu_subtract",     "npu_subtract_i64",
                                             "npu_to_i64",       "npu_to_u64",       "npu_u64",
                                             "npu_u64_of",       "npu_value",        "npu_within_i64",
                                             "npu_within_u64"};
constexpr std::string_view kHeaders = "the headers that generated code includes";

constexpr Owner kOwners[] = {
    {"the guard language", std::begin(kGuardWords), std::end(kGuardWords)},
    {"C", std::begin(kCWords), std::end(kCWords)},
    {"C++", std::begin(kCppWords), std::end(kCppWords)},
    {"OpenCL C", std::begin(kClWords), std::end(kClWords)},
    {kHeaders, std::begin(kHeaderWords), std::end(kHeaderWords)},
};

// Each list is searched by halving.
static_assert(std::all_of(std::begin(kOwners), std::end(kOwners),
                          [](const Owner& owner) { return std::is_sorted(owner.begin, owner.end); }));

// char2, ulong16, double4: the vector types of OpenCL C.
bool is_vector_type(std::string_view word) {
  std::size_t digits = word.find_first_of("123468");
  if (digits == word.npos) return false;
  constexpr std::string_view kBases[] = {"bool", "char",  "double", "float", "half",  "int",   "long",
                                         "quad", "short", "uchar",  "uint",  "ulong", "ushort"};
  constexpr std::string_view kLanes[] = {"16", "2", "3", "4", "8"};
  return std::binary_search(std::begin(kBases), std::end(kBases), word.substr(0, digits)) &&
         std::binary_search(std::begin(kLanes), std::end(kLanes), word.substr(digits));
}

// Who keeps each word that has no scheme; the first of several.
std::unordered_map<std::string_view, std::string_view> collect_words() {
  std::unordered_map<std::string_view, std::string_view> all;
  for (const Owner& owner : kOwners) {
    for (const std::string_view* word = owner.begin; word != owner.end; ++word) all.try_emplace(*word, owner.name);
  }
  for (std::size_t at = 0; at < kMacros.size();) {
    std::size_t end = std::min(kMacros.find(' ', at), kMacros.size());
    all.try_emplace(kMacros.substr(at, end - at), kOfMacros);
    at = end + 1;
  }
  return all;
}

}  // namespace

std::string_view reserved_by(std::string_view word) {
  static const std::unordered_map<std::string_view, std::string_view> all = collect_words();
  if (auto found = all.find(word); found != all.end()) return found->second;
  if (is_macro_by_scheme(word)) return kOfMacros;
  if (word.starts_with("npuspec_") || word.starts_with("NPUSPEC_")) return kHeaders;
  return is_vector_type(word) ? "OpenCL C" : std::string_view();
}

std::string reserved_pattern() {
  std::string all;
  for (const Owner& owner : kOwners) {
    for (const std::string_view* word = owner.begin; word != owner.end; ++word) all += std::string(*word) + "|";
  }
  for (char c : kMacros) all += c == ' ' ? '|' : c;
  return all +
         "|(npuspec_|NPUSPEC_|CLK_|CL_VERSION_|cl_khr_).*|(PRI|SCN)[dioxuX](MAX|PTR|(FAST|LEAST)?(8|16|32|64))"
         "|U?INT(MAX|PTR|(_FAST|_LEAST)?(8|16|32|64)?)(_MAX|_MIN|_WIDTH|_C)"
         "|(bool|char|double|float|half|int|long|quad|short|uchar|uint|ulong|ushort)(2|3|4|8|16)";
}

}  // namespace npuspec
