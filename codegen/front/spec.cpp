#include "front/spec.h"

#include <algorithm>

#include "front/arena.h"

namespace npuspec {

SpecSet::SpecSet() = default;
SpecSet::~SpecSet() = default;
SpecSet::SpecSet(SpecSet&&) noexcept = default;
SpecSet& SpecSet::operator=(SpecSet&&) noexcept = default;

const Spec* SpecSet::find(std::string_view name) const {
  auto found = std::find_if(specs.begin(), specs.end(), [&](const auto& spec) { return spec->name == name; });
  return found == specs.end() ? nullptr : found->get();
}

bool SpecSet::failed() const {
  return diags.failed() ||
         std::any_of(specs.begin(), specs.end(), [](const auto& spec) { return spec->diags.failed(); });
}

Diags SpecSet::take_diags() {
  Diags all = std::move(diags);
  diags = {};
  for (auto& spec : specs) {
    all.merge(std::move(spec->diags));
    spec->diags = {};
  }
  all.sort();
  return all;
}

std::string cite(const Spec& spec, Place at) { return spec.path + ":" + std::to_string(at.line); }

}  // namespace npuspec
