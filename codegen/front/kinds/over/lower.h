// What the IR of a spec over a descriptor says of the part that it shares with others of its kind.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "front/guard/print.h"
#include "front/json.h"
#include "front/kinds/over/over.h"

namespace npuspec::over {

using descriptor::Target;

inline constexpr std::array<std::pair<const char*, Target>, 3> kTargets = {
    {{"cpp", Target::kCpp}, {"c", Target::kC}, {"cl", Target::kOpenCl}}};

// For each language what make(target) gives.
template <class Make>
Json for_each_target(Make make) {
  Json all = Json::object();
  for (auto [key, target] : kTargets) all[key] = make(target);
  return all;
}

// names, over, includes, parameters, arguments, constants, params.
void lower_head(const Spec& spec, const Over& over, Json& ir);

// A constant as a fact: "42"; "42 ns" of a duration, which is no number.
std::string value_text(const Constant& constant);

// The attributes of a fact with its doc and source, where it has them.
Json documented(Json attributes, const descriptor::About& about);

// doc, source and the place of a row.
void say(const Spec& spec, Json& row, Place at, const descriptor::About& about);

// An expression as templates print it: text, and whether it may clear `ok`.
Json printed(guard::Printer& printer, const guard::Typed& guard, std::string_view name);

// The functions added to a printer, but for those that the header of the descriptor has: its columns.
Json functions(guard::Printer& printer);

// The spec's own lets as functions: their names and declarations, printed in order.
Json lets(const Spec& spec, const Over& over, guard::Printer& printer);

}  // namespace npuspec::over
