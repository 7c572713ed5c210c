// How the files that lower a descriptor work together; for no one else.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "front/json.h"
#include "front/kinds/descriptor/model.h"
#include "front/kinds/descriptor/targets.h"

namespace npuspec::descriptor {

// The languages by their keys in the IR.
inline constexpr std::array<std::pair<const char*, Target>, 3> kTargets = {
    {{"cpp", Target::kCpp}, {"c", Target::kC}, {"cl", Target::kOpenCl}}};

// For each language what `make(target)` gives.
template <class Make>
Json for_each_target(Make make) {
  Json all = Json::object();
  for (auto [key, target] : kTargets) all[key] = make(target);
  return all;
}

inline std::string own(std::string_view text) { return std::string(text); }

// What every row of a spec may say.
void say(const Spec& spec, Json& row, Place at, const About& about, const Age& age = {});

// Into a struct's row: its checks, lets and examples, and the functions that they are made of.
void lower_guards(const Spec& spec, const Struct& of, Json& row);

}  // namespace npuspec::descriptor
