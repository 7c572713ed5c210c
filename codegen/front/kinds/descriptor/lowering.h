// How the files that lower a descriptor work together; for no one else.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "front/json_writer.h"
#include "front/kinds/descriptor/model.h"
#include "front/kinds/descriptor/targets.h"

namespace npuspec::descriptor {

// The languages by their keys in the IR.
inline constexpr std::array<std::pair<std::string_view, Target>, 3> kTargets = {
    {{"cpp", Target::kCpp}, {"c", Target::kC}, {"cl", Target::kOpenCl}}};

// For each language what `make(target)` gives.
template <class Make>
void put_each(JsonWriter& ir, std::string_view name, Make make) {
  auto all = ir.object(name);
  for (auto [key, target] : kTargets) ir.put(key, make(target));
}

// Into a row: what every row of a spec may say.
void say(const Spec& spec, JsonWriter& ir, Place at, const About& about, const Age& age = {});

// Into a struct's row: its checks, lets and examples, and the functions that they are made of.
void lower_guards(const Spec& spec, const Struct& of, JsonWriter& ir);

}  // namespace npuspec::descriptor
