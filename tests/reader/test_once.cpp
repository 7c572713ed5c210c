// One mistake of shape is told once: what a kind then finds missing is not told as well.
//
// Over the shipped specs, at every few keys of every map: the key misspelt, or its value of another kind.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "front/arena.h"
#include "front/kind.h"
#include "front/load.h"
#include "front/node.h"
#include "reader/fixture.h"
#include "support/paths.h"

using namespace npuspec;

namespace {

constexpr std::size_t kEvery = 13;  // of the places, each with every mistake

enum class Mistake { kMisspelt, kScalar, kList, kMap };
constexpr std::array kMistakes = {Mistake::kMisspelt, Mistake::kScalar, Mistake::kList, Mistake::kMap};

// A tree with one mistake, at the n-th entry of its maps.
class Mutant {
 public:
  Mutant(const Node& root, std::size_t place, Mistake mistake) : place_(place), mistake_(mistake), root_(copy(root)) {}

  const Node& root() const { return *root_; }
  bool is_one() const { return done_; }
  std::size_t entries() const { return entries_; }
  const std::string& where() const { return where_; }

 private:
  Node* copy(const Node& from) {
    Node* to = arena_.make<Node>(from);
    if (from.is_list()) {
      std::vector<const Node*> items;
      for (const Node* each : from.items) items.push_back(copy(*each));
      to->items = arena_.copy(std::span<const Node* const>(items));
    }
    if (from.is_map()) {
      std::vector<Entry> entries;
      for (const Entry& each : from.entries) entries.push_back(copy_entry(each));
      to->entries = arena_.copy(std::span<const Entry>(entries));
    }
    return to;
  }

  Entry copy_entry(const Entry& from) {
    if (entries_++ != place_) return {from.key, from.key_at, copy(*from.value)};
    where_ = std::to_string(from.key_at.line) + ":" + std::to_string(from.key_at.col) + " " + std::string(from.key);
    Entry to = {from.key, from.key_at, nullptr};
    if (mistake_ == Mistake::kMisspelt) {
      spelling_ = std::string(from.key) + "q";
      to.key = spelling_;
      to.value = copy(*from.value);
      done_ = true;
    } else {
      to.value = replaced(*from.value);
    }
    return to;
  }

  const Node* replaced(const Node& from) {
    Node* wrong = arena_.make<Node>();
    wrong->at = from.at;
    wrong->text = "wrong";
    if (mistake_ == Mistake::kScalar) {
      done_ = !from.is_scalar();
      return wrong;
    }
    Node* around = arena_.make<Node>();
    around->at = from.at;
    done_ = mistake_ == Mistake::kList ? !from.is_list() : !from.is_map();
    if (mistake_ == Mistake::kList) {
      around->kind = Node::Kind::kList;
      const Node* items[] = {wrong};
      around->items = arena_.copy(std::span<const Node* const>(items));
    } else {
      around->kind = Node::Kind::kMap;
      const Entry entries[] = {{"wrong", from.at, wrong}};
      around->entries = arena_.copy(std::span<const Entry>(entries));
    }
    return around;
  }

  Arena arena_;
  std::size_t place_;
  Mistake mistake_;
  std::string spelling_;
  std::string where_;
  std::size_t entries_ = 0;
  bool done_ = false;
  const Node* root_;
};

// What is told of a tree in the place of a spec's own, and how much of it is told of its shape.
struct Told {
  std::size_t of_shape = 0;
  bool may_stand = false;  // a map may stand there: then what it has and what it lacks are two mistakes
  std::string all;
  std::size_t count = 0;
};

Told told_of(const Mutant& mutant, const SpecSet& set, const Spec& original) {
  Spec spec;
  spec.file = original.file;
  spec.path = original.path;
  spec.uses = original.uses;
  spec.root = &mutant.root();
  bool whole = check_spec(spec);
  Told told;
  told.of_shape = spec.diags.list().size();
  told.may_stand = told.of_shape != 0 && spec.diags.list()[0].code == Code::S001;
  if (spec.kind && told.of_shape != 0) build_spec(spec, set.sources, whole);
  told.count = spec.diags.list().size();
  told.all = render(spec.diags, set.sources, DiagFormat::kText);
  return told;
}

}  // namespace

TEST_CASE("a misspelt key or a value of another kind is told once, whatever rests on it") {
  SpecSet set = load_specs((test::root() / "specs").string());
  REQUIRE_FALSE(set.failed());
  std::size_t mistakes = 0;
  for (const auto& spec : set.specs) {
    CAPTURE(spec->path);
    std::size_t entries = Mutant(*spec->root, SIZE_MAX, Mistake::kMisspelt).entries();
    for (std::size_t place = 0; place < entries; place += kEvery) {
      for (Mistake mistake : kMistakes) {
        Mutant mutant(*spec->root, place, mistake);
        if (!mutant.is_one()) continue;
        Told told = told_of(mutant, set, *spec);
        if (told.of_shape == 0) continue;  // a name of the spec's own, or a shape that may stand there too
        ++mistakes;
        CAPTURE(mutant.where());
        CAPTURE(static_cast<int>(mistake));
        CAPTURE(told.all);
        CHECK(told.of_shape == (mistake == Mistake::kMap && told.may_stand ? 2 : 1));
        CHECK(told.count == told.of_shape);
      }
    }
  }
  CHECK(mistakes > 500);
}

// "S001, T002" for a spec of tables.
static std::string codes_of(const std::string& body) {
  test::Reading reading("kind: tables\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\n" + body);
  REQUIRE(reading.root);
  Spec spec;
  spec.file = reading.file;
  spec.root = reading.root;
  spec.diags = reading.diags;
  build_spec(spec, reading.sources, check_spec(spec));
  std::string codes;
  for (const Diag& diag : spec.diags.list()) codes += (codes.empty() ? "" : ", ") + std::string(name(diag.code));
  return codes;
}

TEST_CASE("what else is wrong is told in the same run where keys are misspelt, and else what stands alone") {
  const std::string tables = "tables: {Root: [{id: 0, name: a, type: u8}]}\n";
  CHECK(codes_of("identifier: SMAL\nroot: Root\n" + tables) == "");
  CHECK(codes_of("identifeir: SMAL\nroot: Rot\n" + tables) == "S001, T002");
  CHECK(codes_of("identifier: SMALL\nroot: Root\ntables: none\n") == "S003, T001");
}

TEST_CASE("a map whose one key the reader refused is not told to be empty") {
  CHECK(codes_of("identifier: SMAL\nroot: Root\nenums: {Kind: {base: u8, rows: {on: {value: 0}}}}\n"
                 "tables: {Root: [{id: 0, name: a, type: Kind}]}\n") == "Y016");
}

TEST_CASE("a version that is too large is refused, not cut to what fits") {
  for (const char* wrong : {"4294967296", "4294967297", "18446744073709551616", "-1"}) {
    CAPTURE(wrong);
    test::Reading reading("kind: tables\nname: t\nabi: {major: " + std::string(wrong) + ", minor: 0}\ndoc: d\n");
    REQUIRE(reading.root);
    Spec spec;
    spec.file = reading.file;
    spec.root = reading.root;
    check_spec(spec);
    bool told = false;
    for (const Diag& diag : spec.diags.list()) told = told || diag.at.line == 3;
    CHECK(told);
  }
}
