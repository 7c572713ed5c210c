// What a policy gives to others: its IR, its facts, and how its effects are packed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "front/json_fwd.h"
#include "front/kinds/identifiers.h"
#include "front/kinds/policy/model.h"
#include "front/report.h"

namespace npuspec::policy {

// One cell of the generated table in a few bits. From bit 0 up: whether the row enters that mode from there, whether a
// transition fired, each column (a bit, or one for each field that its scopes clear), and the index of the mode after.
// All zero: the row does not enter there.
struct Packing {
  struct Part {
    std::string_view name;
    unsigned shift = 0;
    unsigned width = 1;
  };
  Part valid;
  Part fired;
  std::vector<Part> columns;
  Part marker;
  unsigned bits = 0;  // in use
};

inline constexpr unsigned kMaxPackedBits = 32;

Packing packing(const PolicyModel& model);
std::uint32_t packed(const PolicyModel& model, const Packing& packing, const Point& point);

// What a transition costs where a column's effect happens, in nanoseconds: as a device over this policy says. -1: none
// says.
std::int64_t cost_of(const Spec& policy, std::string_view column);

// "105 ms", "0.1 ms": exact, in the largest unit that is not larger than it.
std::string duration_text(std::int64_t nanoseconds);

void lower_policy(const Spec& spec, Json& ir);
void policy_facts(const Spec& spec, Facts& facts);
void name_identifiers(const Spec& spec, const PolicyModel& model, Identifiers& all);

// The pages' tables: the matrix at default knobs, what each knob changes, and the picture.
void lower_matrix(const Spec& spec, const PolicyModel& model, Json& ir);

}  // namespace npuspec::policy
