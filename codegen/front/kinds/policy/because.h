// Why a condition of a policy holds or not. Private to explain.
#pragma once

#include <string>

#include "front/kinds/policy/guards.h"

namespace npuspec::policy {

// What a decision calls the chain kinds under which it is made, since it may be the same under several.
struct KindWords {
  std::string now;
  std::string last;
};

// In the words of the parts that decided it: "f16warm is 1, from is F16, so `from in KW` holds". The runner has all
// that the guard reads.
std::string because(const guard::Typed& guard, Runner& runner, const KindWords& kinds);

}  // namespace npuspec::policy
