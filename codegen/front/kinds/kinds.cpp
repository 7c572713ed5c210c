#include <algorithm>
#include <vector>

#include "front/kind.h"
#include "front/schema.h"

namespace npuspec {
namespace {

// PENDING: stands in for a kind that has not landed yet, so that the whole tree of specs loads meanwhile. A kind's engineer
// replaces its line below with kXxxKind; with the last one, this goes.
template <int kUnique>
Kind pending(std::string_view name) {
  static schema::Object shape = [&] {
    schema::Object object = schema::spec(name, "Pending.");
    object.others(schema::any(), schema::any(), "anything");
    return object;
  }();
  struct Empty final : Model {};
  return {
      .name = name,
      .doc = "Pending.",
      .schema = []() -> const schema::Object& { return shape; },
      .build = [](const Spec&, const Sources&, Diags&) -> std::unique_ptr<Model> { return std::make_unique<Empty>(); },
      .lower = [](const Spec&, Json&) {},
      .facts = [](const Spec&, Facts&) {}};
}

}  // namespace

std::span<const Kind> kinds() {
  static const std::vector<Kind> table = {
      pending<0>("descriptor"),  //
      pending<1>("tables"),      //
      pending<2>("wire"),        //
      pending<3>("policy"),      //
      pending<4>("selection"),   //
      pending<5>("kernels"),     //
      pending<6>("device"),
  };
  return table;
}

const Kind* find_kind(std::string_view name) {
  auto all = kinds();
  auto found = std::find_if(all.begin(), all.end(), [&](const Kind& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace npuspec
