#include "front/kinds/descriptor/explain.h"

#include "front/kinds/descriptor/targets.h"

namespace npuspec::descriptor {
namespace {

Explanation explained(const Spec& spec, const Enum& of, std::size_t index) {
  const Column& column = of.columns[index];
  Explanation made;
  made.what = "column";
  made.id = made.name = std::string(of.name) + "." + std::string(column.name);
  made.spec = spec.name;
  made.at = cite(spec, column.at);
  for (const Symbol& symbol : of.symbols) {
    if (symbol.removed()) continue;
    made.lines.push_back(
        {std::string(symbol.name) + ": " + text_of(column, symbol.columns[index]), cite(spec, symbol.at)});
  }
  made.lines.push_back({"in generated code: " + column_name(spec, of, column.name, Target::kC) + ", " +
                            column_name(spec, of, column.name, Target::kCpp),
                        ""});
  return made;
}

}  // namespace

std::string text_of(const Column& column, Int value) {
  switch (column.type) {
    case Column::Type::kInt:
      return guard::to_string(value);
    case Column::Type::kBool:
      return value != 0 ? "true" : "false";
    case Column::Type::kDuration:
      return guard::to_string(value) + " ns";
    case Column::Type::kEnum:
      break;
  }
  return std::string(column.of->find(value)->name);
}

bool explain_columns(const Spec& spec, const Question& question, Answer& answer, std::vector<std::string>& names) {
  for (const Enum& of : model_of<Descriptors>(&spec)->enums) {
    for (std::size_t i = 0; i < of.columns.size(); ++i) {
      std::string name(of.columns[i].name);
      std::string whole = std::string(of.name) + "." + name;
      names.insert(names.end(), {name, whole});
      if (question.id == name || question.id == whole) answer.found.push_back(explained(spec, of, i));
    }
  }
  return false;
}

}  // namespace npuspec::descriptor
