// A field that is new in a struct, judged by the bytes it takes.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "front/abi/diff_parts.h"
#include "front/guard/scope.h"
#include "front/number.h"

namespace npuspec {
namespace {

struct Bytes {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

std::uint64_t number_at(const Fact& fact, const char* key) {
  auto found = fact.attributes.find(key);
  return found != fact.attributes.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// Sizes and offsets of a sane struct; a report may hold anything, so the sum must not wrap.
Bytes bytes_of(const Fact& fact) {
  std::uint64_t at = number_at(fact, "at");
  std::uint64_t size = number_at(fact, "size");
  return {at, at + size < at ? UINT64_MAX : at + size};
}

bool overlap(Bytes a, Bytes b) { return a.begin < b.end && b.begin < a.end; }

bool enum_holds_zero(const Pairing& home, const Fact& of) {
  if (of.attributes.contains("open") || of.attributes.contains("flags")) return true;
  for (const Fact& fact : home.after().facts) {
    if (fact.what == "symbol" && owner_of(fact.id) == of.id && !fact.attributes.contains("removed") &&
        fact.attributes.value("value", Json()) == Json(0)) {
      return true;
    }
  }
  return false;
}

bool is_zero_or_absent(const Fact& field, const char* key) {
  auto found = field.attributes.find(key);
  return found == field.attributes.end() || *found == Json(0);
}

// What a check makes of zero is not known here, so a struct that has one holds none.
bool holds_zero(const Pairing& pairing, const Fact& field, int depth = 0) {
  if (!is_zero_or_absent(field, "const") || !is_zero_or_absent(field, "else") || field.attributes.contains("digest"))
    return false;
  if (auto in = field.attributes.find("in"); in != field.attributes.end()) {
    std::optional<Range> range = in->is_string() ? parse_range(in->get<std::string>()) : std::nullopt;
    Number zero;
    if (!range || zero < range->lo || range->hi < zero) return false;
  }
  std::string type = text_at(field, "type");
  if (guard::storage_named(type)) return true;
  if (Pairing::Named of = pairing.named(Pairing::Side::kNew, "enum", type); of.fact)
    return enum_holds_zero(*of.spec, *of.fact);
  Pairing::Named of = pairing.named(Pairing::Side::kNew, "struct", type);
  if (!of.fact || depth > 8) return false;
  const std::vector<Fact>& parts = of.spec->after().facts;
  return std::all_of(parts.begin(), parts.end(), [&](const Fact& part) {
    if (owner_of(part.id) != type) return true;
    if (part.what == "check") return part.attributes.value("severity", Json()) == Json("warning");
    return part.what != "field" || holds_zero(*of.spec, part, depth + 1);
  });
}

// The runs of reserved bytes of each struct, from its first byte on.
using Runs = std::map<std::string, std::vector<const Fact*>>;

template <class Id>
Runs runs_of(const SpecReport& spec, Id id) {
  Runs runs;
  for (const Fact& fact : spec.facts) {
    if (fact.what == "reserved") runs[owner_of(id(fact))].push_back(&fact);
  }
  for (auto& [of, list] : runs) {
    std::sort(list.begin(), list.end(),
              [](const Fact* a, const Fact* b) { return bytes_of(*a).begin < bytes_of(*b).begin; });
  }
  return runs;
}

// Whether some runs cover all of `bytes`.
bool covered(Bytes bytes, const std::vector<Bytes>& runs) {
  for (bool moved = true; moved && bytes.begin < bytes.end;) {
    moved = false;
    for (Bytes run : runs) {
      if (run.begin <= bytes.begin && bytes.begin < run.end) bytes.begin = run.end, moved = true;
    }
  }
  return bytes.begin >= bytes.end;
}

}  // namespace

std::vector<std::pair<const Fact*, const Fact*>> runs_in_common(const Pairing& pairing) {
  Runs old_runs = runs_of(pairing.before(), [&](const Fact& run) { return pairing.now("reserved", run.id); });
  Runs new_runs = runs_of(pairing.after(), [](const Fact& run) { return run.id; });
  std::vector<std::pair<const Fact*, const Fact*>> common;
  for (const auto& [of, after] : new_runs) {
    const std::vector<const Fact*>& before = old_runs[of];
    for (std::size_t i = 0, j = 0; i < before.size() && j < after.size();) {
      Bytes a = bytes_of(*before[i]);
      Bytes b = bytes_of(*after[j]);
      if (overlap(a, b)) common.emplace_back(before[i], after[j]);
      a.end < b.end ? ++i : ++j;
    }
  }
  return common;
}

Change change_of_new_field(const Pairing& pairing, const Fact& field) {
  std::string old_struct = pairing.once("struct", owner_of(field.id));
  const Fact* whole = pairing.old_fact("struct", old_struct);
  if (!whole) return Change::kAdded;
  Bytes bytes = bytes_of(field);
  if (bytes.begin >= number_at(*whole, "size")) return Change::kAppended;
  std::vector<Bytes> reserved;
  bool overlaid = false;
  for (const Fact& fact : pairing.before().facts) {
    if (owner_of(fact.id) != old_struct) continue;
    if (fact.what == "reserved") reserved.push_back(bytes_of(fact));
    if (fact.what == "field") overlaid = overlaid || overlap(bytes_of(fact), bytes);
  }
  if (covered(bytes, reserved)) return holds_zero(pairing, field) ? Change::kTaken : Change::kTakenNoZero;
  return overlaid ? Change::kOverlaid : Change::kAdded;
}

}  // namespace npuspec
