#include <doctest/doctest.h>

#include "front/guard/print.h"
#include "guard/world.h"

namespace npuspec::guard {
namespace {

class Spelling final : public Names {
 public:
  explicit Spelling(bool cpp) : cpp_(cpp) {}
  std::string value(const Symbol& s) const override { return (cpp_ ? "d." : "d->") + std::string(s.name); }
  std::string row(const Enum& of, const Enum::Row& row) const override {
    return (enum_class(of).empty() ? std::string(of.name) + "_" : enum_class(of) + "::") + std::string(row.name);
  }
  std::string enum_class(const Enum& of) const override { return cpp_ && of.name == "dtype" ? "Dtype" : ""; }

 private:
  bool cpp_;
};

struct Print {
  explicit Print(Dialect dialect)
      : names(dialect == Dialect::kCpp), printer(dialect, names, {"const D* d", "d", "q_", 90}) {}

  std::string operator()(World& world, std::string_view text) {
    const Typed* guard = world.check(text);
    REQUIRE(guard);
    Printed printed = printer.print(*guard, "it");
    std::string all;
    for (const Function& function : printer.take()) all += function.definition + "\n";
    return all + printed.text;
  }

  Spelling names;
  Printer printer;
};

struct Row {
  std::string_view text;
  std::string_view expected;
};

TEST_CASE("what is proved is plain C, and what is not calls a function that says so") {
  const Row kRows[] = {
      {"rank in 1..6", "d->rank >= 1 && d->rank <= 6"},
      {"rank + h <= 7", "(uint64_t)d->rank + (uint64_t)d->h <= 7"},
      {"a + b <= 7", "npu_add_u64(d->a, d->b, ok) <= 7"},
      {"a - b <= 7", "npu_to_i64(npu_subtract(npu_of_u64(d->a), npu_of_u64(d->b)), ok) <= 7"},
      {"rank - h < 4 GiB", "true"},
      {"t - h < 4", "(int64_t)d->t - (int64_t)d->h < 4"},
      {"p < a", "npu_compare(d->p, d->a) < 0"},
      {"a > p", "npu_compare(d->p, d->a) < 0"},
      {"t < rank", "d->t < d->rank"},
      {"t < multiplier", "d->t < (int64_t)d->multiplier"},
      {"a < 4 GiB", "d->a < 4294967296u"},
      {"p < 4 GiB", "d->p < 4294967296"},
      {"not (a < b)", "d->a >= d->b"},
      {"not (a < b and bound)", "!(d->a < d->b && d->bound)"},
      {"bound or (a < b and p < q)", "d->bound || (d->a < d->b && d->p < d->q)"},
      {"(a < b) == bound", "(d->a < d->b) == d->bound"},
      {"known(dtype)", "d->dtype <= dtype_BF16"},
      {"known(flags)", "(d->flags & 0xFFFFFFF8u) == 0"},
      {"PC in flags", "(d->flags & job_PC) != 0"},
      {"flags == {PC, PINGPONG}", "d->flags == (job_PC | job_PINGPONG)"},
      {"dtype in HALVES", "d->dtype == dtype_FP16 || d->dtype == dtype_BF16"},
      {"multiplier.exponent == 3", "(((uint64_t)d->multiplier >> 23) & 0xFFu) == 3"},
      {"bit(a, 3)", "((d->a >> 3) & 1) != 0"},
      {"tile_shape[C] > 4 * 1024", "d->tile_shape[tile_axis_C] > 4096"},
      {"tasks[2].number > first.start", "d->tasks[2].number > d->first.start"},
      {"min(a, b) > 1", "npu_min_u64(d->a, d->b) > 1"},
      {"a * 2 in 1..6", "npu_within_u64(npu_multiply_u64(d->a, 2, ok), 1, 6)"},
      {"(if bound then a else b) > 1", "(d->bound ? d->a : d->b) > 1"},
      {"(if bound then 2147483647 else 1) * 4 > a", "(uint64_t)(d->bound ? 2147483647 : 1) * 4 > d->a"},
      {"(if bound then 2 else 1) > a", "(d->bound ? 2 : 1) > d->a"},
      {"a + b >= 0", "npu_decided_u64(npu_add_u64(d->a, d->b, ok), true)"},
      {"p + q + 1 > 3", "npu_add_i64(npu_add_i64(d->p, d->q, ok), 1, ok) > 3"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    Print print(Dialect::kC);
    CHECK(print(world, row.text) == row.expected);
  }
}

TEST_CASE("an operand that may abort is evaluated, though what stands there is decided without it") {
  World world;
  Print print(Dialect::kC);
  CHECK(print(world, "a * b in 0..0xFFFFFFFFFFFFFFFF") ==
        "npu_within_u64(npu_multiply_u64(d->a, d->b, ok), 0, 18446744073709551615u)");
  CHECK(print(world, "a * b <= 0xFFFFFFFFFFFFFFFF and bound") ==
        "npu_decided_u64(npu_multiply_u64(d->a, d->b, ok), true) && d->bound");
}

TEST_CASE("a loop becomes a function that reads as if written by hand") {
  World world;
  CHECK(world.hold("rank in 1..6"));
  Print c(Dialect::kC);
  CHECK(c(world, "all(sizes[i] in 1..<4 GiB for i in 0..<rank)") ==
        "static inline bool q_it(const D* d) {\n"
        "  for (uint64_t i = 0; i < d->rank; i++) {\n"
        "    if (!(d->sizes[i] >= 1 && d->sizes[i] < 4294967296u)) return false;\n"
        "  }\n"
        "  return true;\n"
        "}\nq_it(d)");
  Print cl(Dialect::kOpenCl);
  CHECK(cl(world, "sum(sizes[i] for i in 0..<rank if strides[i] > 0) <= 4 GiB") ==
        "static inline ulong q_it_sum(const D* d, bool* ok) {\n"
        "  ulong total = 0;\n"
        "  for (ulong i = 0; i < d->rank; i++) {\n"
        "    if (d->strides[i] <= 0) continue;\n"
        "    total = npu_add_u64(total, d->sizes[i], ok);\n"
        "  }\n"
        "  return total;\n"
        "}\nq_it_sum(d, ok) <= 4294967296u");
}

TEST_CASE("in C++ enums keep their class, and a let is a constexpr function") {
  World world;
  world.let("width", "if dtype == FP32 then 4 else 2");
  world.let("side[k in 0..<16, x in tile_axis]", "if bit(k, x) then tile_shape[x] else 1");
  Print print(Dialect::kCpp);
  CHECK(print(world, "width > 2 and side[3, C] > 1") ==
        "constexpr std::uint64_t width(const D* d) {\n"
        "  return d.dtype == Dtype::FP32 ? 4 : 2;\n"
        "}\n"
        "constexpr std::uint64_t side(const D* d, std::uint64_t k, std::uint64_t x) {\n"
        "  return ((k >> x) & 1) != 0 ? d.tile_shape[x] : 1;\n"
        "}\nwidth(d) > 2 && side(d, 3, tile_axis_C) > 1");
}

TEST_CASE("a column is one switch, whose rows of one value share a return") {
  World world;
  CHECK(world.hold("known(dtype)"));
  Print print(Dialect::kC);
  CHECK(print(world, "a % dtype.bytes == 0") ==
        "static inline uint64_t dtype_bytes(uint64_t x) {\n"
        "  switch (x) {\n"
        "    case dtype_FP32:\n"
        "      return 4;\n"
        "    default:\n"
        "      return 2;\n"
        "  }\n"
        "}\nd->a % dtype_bytes(d->dtype) == 0");
  CHECK(print(world, "a / dtype.bytes > 1") == "d->a / dtype_bytes(d->dtype) > 1");
}

TEST_CASE("a long guard becomes a function of statements") {
  World world;
  Print print(Dialect::kC);
  CHECK(print(world, "tile_shape[D] == 1 and tile_shape[H] >= 8 and tile_shape[W] >= 8 and tile_shape[C] <= 16") ==
        "static inline bool q_it(const D* d) {\n"
        "  if (d->tile_shape[tile_axis_D] != 1) return false;\n"
        "  if (d->tile_shape[tile_axis_H] < 8) return false;\n"
        "  if (d->tile_shape[tile_axis_W] < 8) return false;\n"
        "  return d->tile_shape[tile_axis_C] <= 16;\n"
        "}\nq_it(d)");
}

TEST_CASE("functions come with what they stand for, each once, callees first") {
  World world;
  world.let("twice", "rank * 2");
  world.let("more", "twice + 1");
  Print print(Dialect::kC);
  print.printer.print(*world.check("more > 3"), "x");
  print.printer.print(*world.check("more > 4 and twice > 1"), "y");
  std::vector<Function> functions = print.printer.take();
  REQUIRE(functions.size() == 2);
  CHECK(functions[0].name == "twice");
  CHECK(functions[0].comment == "twice: rank * 2");
  CHECK(functions[1].name == "more");
  CHECK_FALSE(functions[1].takes_ok);
}

TEST_CASE("a guard is told in English") {
  const Row kRows[] = {
      {"rank in 1..6", "`rank` is from `1` to `6`"},
      {"i in 0..<rank", "`i` is from `0` up to but not including `rank`"},
      {"a <= 4 GiB", "`a` is at most `4 GiB`"},
      {"a < b <= c", "`a` is less than `b`, which is at most `c`"},
      {"not bound", "`bound` does not hold"},
      {"bound and a == 1", "`bound` holds, and `a` is `1`"},
      {"bound or (a == 1 and b != 2)", "either `bound` holds, or (`a` is `1`, and `b` is not `2`)"},
      {"dtype in {FP16, BF16}", "`dtype` is one of `FP16` or `BF16`"},
      {"dtype not in {FP16}", "`dtype` is not `FP16`"},
      {"x not in S", "`x` is not in `S`"},
      {"flags == {}", "`flags` has no flag"},
      {"all(sizes[i] > 0 for i in 0..<rank if i != j)",
       "for every `i` from `0` up to but not including `rank` where `i` is not `j`: `sizes[i]` is greater than `0`"},
      {"any(x == 3 for x in t.shape)", "for some `x` of `t.shape`: `x` is `3`"},
      {"not present(t.sparsity)", "`t.sparsity` is absent"},
      {"disjoint(a, b)", "`a` and `b` do not overlap"},
      {"if a == 1 then bound else not bound", "if `a` is `1`, then `bound` holds, else `bound` does not hold"},
      {"if a == 1 or bound then true else b == 0", "`b` is `0` unless (either `a` is `1`, or `bound` holds)"},
      {"true", "always"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    const Expr* expr = world.parse_text(row.text);
    REQUIRE(expr);
    CHECK(prose(*expr) == row.expected);
  }
}

}  // namespace
}  // namespace npuspec::guard
