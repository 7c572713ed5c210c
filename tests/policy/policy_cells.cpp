// policy_cells DIR: the cells of the one policy below a folder, as CSV, in the order of its rows.
#include <cstdio>
#include <string>

#include "front/kinds/policy/model.h"
#include "front/load.h"

using namespace npuspec;
using policy::Point;
using policy::PolicyModel;

namespace {

std::string effect_text(const PolicyModel& model, const Point& point, std::size_t column) {
  if (model.effect(point, column) == 0) return model.columns[column].scopes.empty() ? "0" : "NONE";
  int scope = model.profiles[point.profile].choices[column].scope;
  return scope < 0 ? "1" : std::string(model.columns[column].scopes[static_cast<std::size_t>(scope)].name);
}

void print(const PolicyModel& model) {
  std::printf("profile,from,to");
  for (const auto& knob : model.knobs) std::printf(",%.*s", static_cast<int>(knob.name.size()), knob.name.data());
  std::printf(",returned,reset,warm_cleared,size_cleared,marker_after\n");
  for (std::size_t i = 0; i < model.cells.size(); ++i) {
    if (!model.cells[i].valid) continue;
    Point point = model.point(i);
    std::string line = std::string(model.profiles[point.profile].name) + "," +
                       std::string(model.modes[point.from].name) + "," + std::string(model.modes[point.to].name);
    for (std::size_t knob = 0; knob < model.knobs.size(); ++knob) line += (point.knobs >> knob & 1u) != 0 ? ",1" : ",0";
    line += model.cells[i].returned ? ",1" : ",0";
    for (std::size_t column = 0; column < model.columns.size(); ++column) {
      if (model.columns[column].letter != 0) line += "," + effect_text(model, point, column);
    }
    std::printf("%s,%s\n", line.c_str(), std::string(model.modes[model.cells[i].marker].name).c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  SpecSet set = load_specs(argv[1]);
  if (set.failed()) {
    Diags diags = set.take_diags();
    std::fputs(render(diags, set.sources, DiagFormat::kText).c_str(), stderr);
    return 1;
  }
  for (const auto& spec : set.specs) {
    if (const auto* model = model_of<PolicyModel>(spec.get())) print(*model);
  }
  return 0;
}
