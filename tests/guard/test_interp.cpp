#include <doctest/doctest.h>

#include <map>

#include "guard/world.h"

namespace npuspec::guard {
namespace {

TEST_CASE("arithmetic is exact, and aborts only where a result fits no 64-bit type it may have") {
  struct Row {
    std::string_view text;
    Int expected;
    bool overflows = false;
  };
  const Int kTwo63 = Int{1} << 63;
  const Row kRows[] = {
      {"a + b", kTwo63 + 7},
      {"a - b", kTwo63 - 7},
      {"b - a", 7 - kTwo63},
      {"a * b", 0, true},
      {"a / 2", kTwo63 / 2},
      {"a % 10", kTwo63 % 10},
      {"p + q", -1},
      {"p * q", 0, true},
      {"-q", 0, true},
      {"-p", -(kTwo63 - 1)},
      {"p - q", 0, true},
      {"q + a", 0},
      {"max(q, a)", kTwo63},
      {"min(q, a)", -kTwo63},
      {"ceil_div(b, 2)", 4},
      {"align_up(b, 4)", 8},
      {"align_up(0xFFFFFFFFFFFFFFFF - b, 16)", 0, true},
      {"pow2(63)", kTwo63},
      {"prod(sizes[i] for i in 0..5)", 0},
      {"prod(sizes[i] for i in 0..4)", 0, true},
      {"sum(sizes[i] for i in 0..5)", 0, true},
      {"count(sizes[i] > 0 for i in 0..5)", 5},
      {"sum(x for x in tile_shape)", 10},
      {"(if bound then q else a)", 0, true},
      {"len(sizes)", 6},
      {"multiplier.exponent", 126},
      {"multiplier.mantissa", 5},
      {"code.value", -7},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    world.set("a", kTwo63);
    world.set("b", 7);
    world.set("p", kTwo63 - 1);
    world.set("q", -kTwo63);
    world.set("code", -7);
    world.set("multiplier", (126 << 23) | 5);
    for (std::size_t i = 0; i < 5; ++i) world.set("sizes", kTwo63, i);
    for (std::size_t i = 0; i < 4; ++i) world.set("tile_shape", static_cast<Int>(i + 1), i);
    const Typed* n = world.value(row.text);
    REQUIRE(n);
    Result result = world.run(*n);
    CHECK((result.kind == Result::Kind::kOverflow) == row.overflows);
    if (!row.overflows) CHECK(to_string(result.value) == to_string(row.expected));
  }
}

TEST_CASE("an abort refuses, whatever stands around it, unless it is never reached") {
  struct Row {
    std::string_view text;
    Result::Kind kind;
    bool is_true;
  };
  using Kind = Result::Kind;
  const Row kRows[] = {
      {"a * 2 > 0", Kind::kOverflow, false},
      {"not (a * 2 > 0)", Kind::kOverflow, false},
      {"a * 2 > 0 or b == 7", Kind::kOverflow, false},
      {"b == 7 or a * 2 > 0", Kind::kValue, true},
      {"b != 7 and a * 2 > 0", Kind::kValue, false},
      {"(if b == 7 then 1 else a * 2) == 1", Kind::kValue, true},
      {"any(x * a > 0 for x in tile_shape)", Kind::kOverflow, false},
      {"all(x > 5 and x * a > 0 for x in tile_shape)", Kind::kValue, false},
      {"b < 3 < a * 2", Kind::kValue, false},
      {"b in 0..3", Kind::kValue, false},
      {"b in {7, a * 2}", Kind::kValue, true},
      {"b in {8, a * 2}", Kind::kOverflow, false},
      {"b in 8..a * 2", Kind::kValue, false},
      {"b in 7..a * 2", Kind::kOverflow, false},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    world.set("a", kU64Max);
    world.set("b", 7);
    for (std::size_t i = 0; i < 4; ++i) world.set("tile_shape", static_cast<Int>(i + 2), i);
    const Typed* n = world.check(row.text);
    REQUIRE(n);
    Result result = world.run(*n);
    CHECK(result.kind == row.kind);
    CHECK(result.is_true() == row.is_true);
    if (row.kind == Kind::kOverflow) CHECK(result.where->source->text.find("a") != std::string_view::npos);
  }
}

TEST_CASE("enums, flags and sets mean what they say, of unknown values too") {
  struct Row {
    std::string_view text;
    Int dtype, code, flags;
    bool expected;
  };
  const Row kRows[] = {
      {"dtype == FP16", 1, 0, 0, true},       {"dtype in HALVES", 2, 0, 0, true},
      {"dtype not in HALVES", 0, 0, 0, true}, {"known(dtype)", 3, 0, 0, false},
      {"dtype in dtype", 2, 0, 0, true},      {"known(code)", 0, 31, 0, false},
      {"known(code)", 0, 32, 0, true},        {"code.copied", 0, 0, 0, true},
      {"code.copied", 0, 31, 0, false},       {"code.of == FP16", 0, 31, 0, true},
      {"code.of == dtype", 2, 32, 0, true},   {"PC in flags", 0, 0, 5, true},
      {"NONBLOCK in flags", 0, 0, 5, false},  {"flags == {PC, PINGPONG}", 0, 0, 5, true},
      {"flags == {PC}", 0, 0, 5, false},      {"flags != {}", 0, 0, 0, false},
      {"known(flags)", 0, 0, 7, true},        {"known(flags)", 0, 0, 8, false},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    world.set("dtype", row.dtype);
    world.set("code", row.code);
    world.set("flags", row.flags);
    const Typed* guard = world.check(row.text);
    REQUIRE_MESSAGE(guard, world.messages());
    CHECK(world.run(*guard).is_true() == row.expected);
  }
}

TEST_CASE("a guard asked before those it rests on hold says that it cannot tell") {
  World world;
  world.let("last", "sizes[rank - 1]");
  world.hold("rank in 1..6");
  world.hold("known(dtype)");
  const Typed* guard = world.check("last > 0");
  const Typed* bytes = world.check("dtype.bytes > 2");
  REQUIRE(bytes);
  world.set("rank", 9);
  world.set("dtype", 200);
  CHECK(world.run(*guard).kind == Result::Kind::kUnproved);
  CHECK(world.run(*bytes).kind == Result::Kind::kUnproved);
  world.set("rank", 0);
  CHECK(world.run(*guard).kind == Result::Kind::kUnproved);
}

TEST_CASE("a let is computed once for the values at hand, and again for the next") {
  World world;
  world.let("twice[k in 0..<4]", "a * k");
  const Typed* guard = world.value("twice[3] + twice[3] + twice[1]");
  REQUIRE(guard);
  world.set("a", 5);
  CHECK(world.run(*guard).value == 35);
  CHECK(world.run(*guard).value == 35);
  world.set("a", 6);
  CHECK(world.run(*guard).value == 42);
  const Int index[] = {2};
  CHECK(world.interpreter.run_let(*world.scope.find("twice"), index).value == 12);
  const Int beyond[] = {4};
  CHECK(world.interpreter.run_let(*world.scope.find("twice"), beyond).kind == Result::Kind::kUnproved);
}

TEST_CASE("loops within lets within loops keep their variables apart") {
  World world;
  world.let("row[k in 0..<4]", "sum(sum(k * 100 + i * 10 + j for j in 0..1) for i in 0..1)");
  const Typed* guard = world.value("sum(row[i] + sum(j for j in 0..<i) for i in 0..<4 if row[i] > 0)");
  REQUIRE(guard);
  Int expected = 0;
  for (Int k = 0; k < 4; ++k) {
    for (Int i = 0; i < 2; ++i) {
      for (Int j = 0; j < 2; ++j) expected += k * 100 + i * 10 + j;
    }
    expected += k * (k - 1) / 2;
  }
  CHECK(world.run(*guard).value == expected);
}

// A flatbuffer table in miniature: what a scope reaches through handles.
class Tables final : public Objects {
 public:
  struct Table {
    std::map<std::string_view, Int> numbers;
    std::map<std::string_view, std::string_view> texts;
    std::map<std::string_view, std::vector<Int>> vectors;
    std::map<std::string_view, Handle> records;
  };
  std::map<Handle, Table> tables;

  const Table& at(Handle h) const { return tables.at(h); }
  Int number(Handle owner, const Symbol& field) const override {
    auto found = at(owner).numbers.find(field.name);
    return found == at(owner).numbers.end() ? 0 : found->second;
  }
  Handle record(Handle owner, const Symbol& field) const override { return at(owner).records.at(field.name); }
  bool present(Handle owner, const Symbol& field) const override {
    return at(owner).texts.contains(field.name) || at(owner).vectors.contains(field.name) ||
           at(owner).records.contains(field.name);
  }
  std::string_view text(Handle owner, const Symbol& field) const override {
    auto found = at(owner).texts.find(field.name);
    return found == at(owner).texts.end() ? std::string_view() : found->second;
  }
  std::size_t length(Handle owner, const Symbol& field) const override {
    auto found = at(owner).vectors.find(field.name);
    return found == at(owner).vectors.end() ? 0 : found->second.size();
  }
  Int element(Handle owner, const Symbol& field, std::size_t index) const override {
    return at(owner).vectors.at(field.name).at(index);
  }
  Handle element_record(Handle owner, const Symbol& field, std::size_t index) const override {
    return static_cast<Handle>(element(owner, field, index));
  }
  bool same(Handle owner, const Symbol& field, Handle owner2, const Symbol& field2) const override {
    return present(owner, field) == present(owner2, field2);
  }
  Int place(Handle owner, const Symbol& field) const override { return static_cast<Int>(record(owner, field)); }
};

TEST_CASE("records, vectors and texts are read through handles") {
  Arena arena;
  Diags diags;
  Columns at;
  Record quantization(arena, "Quantization", false);
  Record tensor(arena, "Tensor", false);
  tensor.members.add_value("shape", Type::integer(Storage::kI32), {.vector = true})->nullable = true;
  tensor.members.add_value("name", Type::string())->nullable = true;
  tensor.members.add_value("width", Type::integer(Storage::kU64));
  tensor.members.add_value("quantization", Type::record_of(quantization))->nullable = true;
  auto let = [&](std::string_view key, std::string_view body) {
    tensor.members.add_let(*parse_target(key, arena, at, diags), *parse(body, arena, at, diags), at, at);
  };
  let("elements", "prod(x for x in shape)");
  let("bytes", "elements * width");
  Record span(arena, "span", false);
  span.members.add_value("address", Type::integer(Storage::kU64));
  span.members.add_value("bytes", Type::integer(Storage::kU64));
  Record graph(arena, "Graph", false);
  graph.members.add_value("tensors", Type::record_of(tensor), {.vector = true});
  Scope scope(arena);
  for (std::string_view name : {"t", "u"}) scope.add_value(name, Type::record_of(tensor));
  for (std::string_view name : {"s1", "s2"}) scope.add_value(name, Type::record_of(span));
  scope.add_value("g", Type::record_of(graph));
  scope.add_text("SPLIT", "Split");
  Checker checker(scope, arena, diags);

  Tables tables;
  tables.tables[0].records = {{"t", 1}, {"u", 2}, {"s1", 3}, {"s2", 4}, {"g", 5}};
  tables.tables[1] = {{{"width", 4}}, {{"name", "SPLIT"}}, {{"shape", {2, 3, 5}}}, {{"quantization", 9}}};
  tables.tables[2] = {{{"width", 2}}, {}, {{"shape", {}}}, {{"quantization", 9}}};
  tables.tables[3].numbers = {{"address", 100}, {"bytes", 10}};
  tables.tables[4].numbers = {{"address", 110}, {"bytes", kU64Max}};
  tables.tables[5].vectors = {{"tensors", {1, 2}}};
  Interpreter interpreter;
  interpreter.start({{}, &tables});

  const std::pair<std::string_view, bool> kRows[] = {
      {"t.elements == 30", true},
      {"t.bytes == 120 and u.bytes == 2", true},
      {"t.bytes <= 100", false},
      {"len(t.shape) == 3 and len(u.shape) == 0", true},
      {"all(x >= 2 for x in t.shape)", true},
      {"3 in t.shape and 4 not in t.shape", true},
      {"t.shape == u.shape", false},
      {"t.shape == t.shape", true},
      {"present(t.name) and not present(u.name)", true},
      {"t.name == \"SPLIT\" and u.name == \"\"", true},
      {"t.name == SPLIT", false},
      {"same_ignoring_case(t.name, SPLIT)", true},
      {"place(t.quantization) == place(u.quantization)", true},
      {"same(t.quantization, u.quantization)", true},
      {"same(t.name, u.name)", false},
      {"disjoint(s1, s2)", true},
      {"disjoint(s2, s2)", false},
      {"sum(x.width for x in g.tensors) == 6", true},
      {"all(x.bytes > 1 for x in g.tensors)", true},
      {"any(len(x.shape) == 3 and x.name == \"SPLIT\" for x in g.tensors)", true},
      {"len(g.tensors) >= 1 and g.tensors[0].width == 4", true},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.first);
    const Expr* expr = parse(row.first, arena, at, diags);
    REQUIRE(expr);
    const Typed* guard = checker.condition(*expr, at, Origin::kMade);
    for (const Diag& diag : diags.list()) CHECK(diag.severity == Severity::kWarning);
    REQUIRE(guard);
    Result result = interpreter.run(*guard);
    CHECK(result.ok());
    CHECK(result.is_true() == row.second);
  }
  const Expr* unproved = parse("g.tensors[0].width == 4", arena, at, diags);
  CHECK(checker.condition(*unproved, at) == nullptr);
}

}  // namespace
}  // namespace npuspec::guard
