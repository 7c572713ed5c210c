// Random guards and small changes of them: whenever the diff says that one refuses no more, no less or neither than the
// other, the interpreter must find no value of which that is not so.
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "front/diff.h"
#include "front/kind.h"
#include "front/kinds/descriptor/value.h"
#include "support/built.h"
#include "support/rounds.h"

namespace npuspec {
namespace {

using guard::Int;

constexpr std::size_t kPairs = test::rounds(2100);
constexpr std::size_t kPoints = 40;

constexpr std::string_view kHead = R"(kind: descriptor
name: tiny
abi: {major: 1, minor: 0}
doc: A tiny one.
source: our decision
size: 64
align: 8
enums:
  col:
    base: u8
    doc: colours
    columns: {w: int}
    rows: {RED: {value: 1, w: 7, doc: red}, BLU: {value: 4, w: 2, doc: blue}, TAN: {value: 9, w: 40, doc: tan}}
fields:
  - {name: a, at: 0, type: u64, doc: a}
  - {name: b, at: 8, type: i64, doc: b}
  - {name: c, at: 16, type: i64, in: -4..0x7FFFFFFFFFFFFFFF, code: 1, doc: c}
  - {name: d, at: 24, type: u64, in: 0..9, code: 2, doc: d}
  - {name: t, at: 32, type: u64, unit: ms, doc: t}
  - {name: e, at: 40, type: u32, doc: e}
  - {name: f, at: 44, type: i32, in: -9..70, code: 3, doc: f}
  - {name: g, at: 48, type: i16, doc: g}
  - {name: h, at: 50, type: u8, doc: h}
  - {name: k, at: 51, type: col, code: 4, doc: k}
  - {name: p, at: 52, type: u8, count: 4, doc: p}
  - {reserved: 8, at: 56, id: zero, code: 5, doc: zero}
checks:
  - {code: 9, id: g, doc: the guard, require: ")";

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class List>
  std::string pick(const List& list) {
    return std::string(list[below(std::size(list))]);
  }

 private:
  std::mt19937_64 engine_;
};

constexpr std::array<std::string_view, 9> kFields = {"a", "b", "c", "d", "e", "f", "g", "h", "k.w"};
constexpr std::array<std::string_view, 17> kNumbers = {"0",
                                                       "1",
                                                       "2",
                                                       "3",
                                                       "4",
                                                       "5",
                                                       "7",
                                                       "9",
                                                       "64",
                                                       "255",
                                                       "65535",
                                                       "4294967295",
                                                       "4294967296",
                                                       "2147483648",
                                                       "9223372036854775807",
                                                       "9223372036854775808",
                                                       "18446744073709551615"};
constexpr std::array<std::string_view, 6> kRelations = {"<", "<=", ">", ">=", "==", "!="};
constexpr std::array<std::string_view, 3> kColours = {"RED", "BLU", "TAN"};
constexpr std::array<std::string_view, 6> kTimes = {"0 ms", "1 ms", "7 ms", "64 ms", "1 s", "2 s"};

std::string relation(Dice& dice) { return " " + dice.pick(kRelations) + " "; }

std::string number(Dice& dice, int depth) {
  std::size_t form = depth <= 0 ? dice.below(6) : dice.below(12);
  if (form < 4) return dice.pick(kFields);
  if (form < 6) return dice.pick(kNumbers);
  std::string left = number(dice, depth - 1);
  std::string right = number(dice, depth - 1);
  if (form < 9) return "(" + left + " + " + right + ")";
  if (form == 9) return "(" + left + " - " + right + ")";
  if (form == 10) return "(" + left + " * " + right + ")";
  return (dice.one_in(2) ? "min(" : "max(") + left + ", " + right + ")";
}

std::string condition(Dice& dice, int depth) {
  std::size_t form = depth <= 0 ? dice.below(9) : dice.below(14);
  if (form == 0) return "k" + std::string(dice.one_in(2) ? " == " : " != ") + dice.pick(kColours);
  if (form == 1) return "k in {" + dice.pick(kColours) + ", " + dice.pick(kColours) + "}";
  if (form == 2) return "t" + relation(dice) + dice.pick(kTimes);
  if (form == 3) return "t" + relation(dice) + dice.pick(kNumbers);
  if (form == 4) return number(dice, 0) + " in {" + number(dice, 1) + ", " + number(dice, 1) + "}";
  if (form == 5) return number(dice, 1) + " in " + std::to_string(dice.below(3)) + ".." + dice.pick(kNumbers);
  if (form < 9) return number(dice, depth) + relation(dice) + number(dice, depth);
  if (form < 11) return "(" + condition(dice, depth - 1) + " and " + condition(dice, depth - 1) + ")";
  if (form < 13) return "(" + condition(dice, depth - 1) + " or " + condition(dice, depth - 1) + ")";
  return dice.one_in(2) ? "not (" + condition(dice, depth - 1) + ")"
                        : "all(p[i] + i" + relation(dice) + number(dice, 0) + " for i in 0..3)";
}

// Where the words of a kind stand in a guard, and how long they are.
template <class Is>
std::vector<std::pair<std::size_t, std::size_t>> words(const std::string& guard, Is is) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t at = 0; at < guard.size(); ++at) {
    std::size_t end = at;
    while (end < guard.size() && is(guard[end])) ++end;
    bool inside = at > 0 && std::isalnum(static_cast<unsigned char>(guard[at - 1])) != 0;
    if (end > at && !inside) found.emplace_back(at, end - at);
    if (end > at) at = end;
  }
  return found;
}

// "(x + y)" as "(y + x)", for one that holds no other.
std::string turned_around(std::string guard, Dice& dice) {
  std::vector<std::array<std::size_t, 4>> places;  // open, sign, its end, close
  for (std::size_t open = 0; (open = guard.find_first_of("({", open)) != std::string::npos; ++open) {
    std::size_t close = guard.find_first_of("(){}", open + 1);
    if (close == std::string::npos || guard[close] == '(' || guard[close] == '{') continue;
    for (std::string_view sign : {" + ", " * ", " and ", " or ", ", "}) {
      std::size_t at = guard.find(sign, open);
      if (at < close) places.push_back({open, at, at + sign.size(), close});
    }
  }
  if (places.empty()) return guard;
  auto [open, sign, end, close] = places[dice.below(places.size())];
  std::string left = guard.substr(open + 1, sign - open - 1);
  std::string right = guard.substr(end, close - end);
  return guard.substr(0, open + 1) + right + guard.substr(sign, end - sign) + left + guard.substr(close);
}

std::string changed(std::string guard, Dice& dice) {
  auto numbers = words(guard, [](char c) { return c >= '0' && c <= '9'; });
  auto signs = words(guard, [](char c) { return c == '<' || c == '>' || c == '=' || c == '!'; });
  switch (dice.below(7)) {
    case 0:
    case 1:
      if (!numbers.empty()) {
        auto [at, size] = numbers[dice.below(numbers.size())];
        guard.replace(at, size, dice.pick(kNumbers));
      }
      return guard;
    case 2:
      if (!signs.empty()) {
        auto [at, size] = signs[dice.below(signs.size())];
        guard.replace(at, size, dice.pick(kRelations));
      }
      return guard;
    case 3:
      return guard + (dice.one_in(2) ? " and " : " or ") + condition(dice, 0);
    case 4:
      return condition(dice, 0) + (dice.one_in(2) ? " and " : " or ") + guard;
    case 5:
      if (std::size_t at = guard.find(" ms"); at != std::string::npos) guard.erase(at, 3);
      return guard;
    default:
      return turned_around(std::move(guard), dice);
  }
}

Report report_of(const Spec& spec) {
  Facts facts;
  spec.kind->facts(spec, facts);
  Report report;
  report.specs.push_back({.kind = std::string(spec.kind->name),
                          .name = std::string(spec.name),
                          .abi = spec.abi,
                          .path = {},
                          .at = {},
                          .facts = facts.list(),
                          .priced_by = {}});
  sort_report(report);
  return report;
}

bool has_error(const Spec& spec) { return !spec.model || spec.diags.failed(); }

const descriptor::Struct& struct_of(const Spec& spec) {
  return model_of<descriptor::Descriptors>(&spec)->structs.front();
}

// A number that a field may hold, most often one at which something changes.
Int some_value(const descriptor::Field& field, Dice& dice) {
  Int lo = field.in ? field.in->lo : guard::lowest(field.storage);
  Int hi = field.in ? field.in->hi : guard::highest(field.storage);
  if (field.of) return std::array<Int, 3>{1, 4, 9}[dice.below(3)];
  constexpr std::array<Int, 20> kEdges = {0,
                                          1,
                                          2,
                                          3,
                                          4,
                                          5,
                                          6,
                                          7,
                                          8,
                                          9,
                                          63,
                                          64,
                                          255,
                                          256,
                                          999,
                                          65535,
                                          Int{1} << 31,
                                          Int{1} << 32,
                                          guard::kI64Max,
                                          guard::kU64Max};
  Int value = kEdges[dice.below(kEdges.size())] + static_cast<Int>(dice.below(5)) - 2;
  if (dice.one_in(3)) value = lo + static_cast<Int>(dice.below(6));
  if (dice.one_in(3)) value = hi - static_cast<Int>(dice.below(6));
  return std::clamp(value, lo, hi);
}

TEST_CASE("no guard refuses what the diff says that it does not refuse anew") {
  const char* seed = std::getenv("NPUSPEC_SEED");
  Dice dice(seed ? static_cast<unsigned>(std::strtoul(seed, nullptr, 10)) : 20261130);
  std::array<std::size_t, 4> said{};  // the same, less, more, neither
  for (std::size_t pairs = 0; pairs < kPairs;) {
    std::string before = condition(dice, static_cast<int>(dice.below(3)));
    std::string after = changed(before, dice);
    test::Built old_spec(std::string(kHead) + before + "\"}\n");
    if (before == after || has_error(old_spec.spec())) continue;
    test::Built new_spec(std::string(kHead) + after + "\"}\n");
    if (has_error(new_spec.spec())) continue;
    ++pairs;
    Diff found = diff(report_of(old_spec.spec()), report_of(new_spec.spec()));
    Change change = found.specs.empty() ? Change::kAdded : found.specs.front().findings.front().rule.change;
    bool same = found.specs.empty();
    bool refuses_less = change == Change::kWidened;
    bool refuses_more = change == Change::kNarrowed;
    ++said[same ? 0u : refuses_less ? 1u : refuses_more ? 2u : 3u];
    if (!same && !refuses_less && !refuses_more) continue;
    descriptor::Judge old_judge(struct_of(old_spec.spec()));
    descriptor::Judge new_judge(struct_of(new_spec.spec()));
    descriptor::Codec codec(struct_of(old_spec.spec()));
    std::vector<std::uint8_t> bytes(64);
    for (std::size_t point = 0; point < kPoints; ++point) {
      std::vector<Int> slots = codec.initial();
      for (const descriptor::Leaf& leaf : codec.leaves()) slots[leaf.slot] = some_value(*leaf.field, dice);
      codec.pack(slots, bytes);
      old_judge.start(slots, bytes);
      new_judge.start(slots, bytes);
      bool was_accepted = old_judge.first() == nullptr;
      bool is_accepted = new_judge.first() == nullptr;
      bool is_false = ((same || refuses_less) && was_accepted && !is_accepted) ||
                      ((same || refuses_more) && !was_accepted && is_accepted);
      if (!is_false) continue;
      std::string values;
      for (const descriptor::Leaf& leaf : codec.leaves())
        values += " " + std::string(leaf.field->name) + "=" + guard::to_string(slots[leaf.slot]);
      FAIL_CHECK("said to refuse ",
                 (same           ? "the same"
                  : refuses_less ? "less"
                                 : "more"),
                 ": ", before, "  ->  ", after, "; but", values);
      break;
    }
  }
  MESSAGE(kPairs << " pairs: " << said[0] << " the same, " << said[1] << " less, " << said[2] << " more, " << said[3]
                 << " neither");
  for (std::size_t count : said) CHECK(count > kPairs / 20);
}

}  // namespace
}  // namespace npuspec
