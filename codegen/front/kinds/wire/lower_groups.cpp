#include "front/kinds/wire/lower_groups.h"

#include <set>
#include <string>

#include "front/guard/print.h"
#include "front/json.h"
#include "front/kinds/wire/names.h"

namespace npuspec::wire {
namespace {

// What a guard says, for pages; its lets' names are left as they are.
std::string prose(const guard::Typed& guard) { return guard::prose(*guard.source); }

// One language: how it spells, and what it has been given already.
struct Language {
  const char* key;
  guard::Dialect dialect;
  const guard::Names& names;
  std::string prefix;
  bool is_cpp;
  std::set<std::string> known;  // functions that stand
};

std::string parameters(const Group& group, const Language& language) {
  std::string text;
  for (const Taken& taken : group.takes) {
    if (!text.empty()) text += ", ";
    if (!language.is_cpp) {
      text += "const " + language.prefix + std::string(taken.type_text) + "* ";
    } else {
      text += taken.record ? "const " + camel(taken.type_text) + "& " : "const auto* ";
    }
    text += taken.name;
  }
  return text;
}

std::string arguments(const Group& group) {
  std::string text;
  for (const Taken& taken : group.takes) text += (text.empty() ? "" : ", ") + std::string(taken.name);
  return text;
}

// Prints the guards of one group for one language, and puts them beside what the IR has of them.
class GroupPrinter {
 public:
  GroupPrinter(const Group& group, Language& language, Json& ir)
      : group_(group), language_(language), ir_(ir), printer_(language.dialect, language.names, options()) {}

  void print() {
    if (group_.only) ir_["only"][language_.key] = text(*group_.only, "only");
    std::size_t i = 0;
    for (const Check& check : group_.checks) {
      Json& out = ir_["checks"][i++];
      if (check.when) out["when"][language_.key] = text(*check.when, snake(check.id) + "_applies");
      out["refuses"][language_.key] = refusal(check);
    }
    i = 0;
    for (const Row& row : group_.rows) {
      Json& out = ir_["rows"][i];
      if (row.when) out["when"][language_.key] = text(*row.when, "row_" + std::to_string(i));
      ++i;
    }
    Json functions = Json::array();
    for (const guard::Function& function : printer_.take()) {
      if (!language_.known.insert(function.definition).second) continue;
      functions.push_back({{"definition", function.definition}, {"comment", function.comment}});
    }
    ir_["functions"][language_.key] = std::move(functions);
    ir_["parameters"][language_.key] = parameters(group_, language_);
  }

 private:
  guard::PrintOptions options() const {
    return {.parameters = parameters(group_, language_),
            .arguments = arguments(group_),
            .prefix = language_.prefix + snake(group_.name) + "_"};
  }

  // The condition under which a check fails, as a person would write it: `x` where `not x` is required.
  std::string refusal(const Check& check) {
    bool is_not = check.require->act == guard::Act::kNot;
    std::string name = snake(check.id);
    std::string shown = text(is_not ? *check.require->args.front() : *check.require, is_not ? name + "_denied" : name);
    if (is_not) return check.require->may_abort && shown.find("&&") != shown.npos ? "(" + shown + ")" : shown;
    return is_call(shown) ? "!" + shown : "!(" + shown + ")";
  }

  // One call and nothing around it: f(a, g(b)).
  static bool is_call(const std::string& text) {
    std::size_t open = text.find_first_of("() ");
    if (open == text.npos || open == 0 || text[open] != '(' || text.back() != ')') return false;
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0 && i + 1 < text.size()) return false;
    }
    return depth == 0;
  }

  std::string text(const guard::Typed& guard, const std::string& name) {
    guard::Printed printed = printer_.print(guard, name);
    if (printed.may_abort) ir_["may_abort"] = true;
    return printed.text;
  }

  const Group& group_;
  Language& language_;
  Json& ir_;
  guard::Printer printer_;
};

Json lower_takes(const Group& group) {
  Json takes = Json::array();
  for (const Taken& taken : group.takes) {
    takes.push_back({{"name", taken.name}, {"type", taken.type_text}, {"is_table", taken.record == nullptr}});
  }
  return takes;
}

// A fault's name is its group's and its own: two groups may both have a same-type.
Json lower_check(const Spec& spec, const Group& group, const Check& check) {
  Json out = {{"code", check.code},
              {"id", check.id},
              {"fault", fault_name(group, check.id)},
              {"at", cite(spec, check.at)},
              {"doc", check.doc},
              {"source", check.source},
              {"may_abort", (check.when && check.when->may_abort) || check.require->may_abort},
              {"prose", prose(*check.require)},
              {"text", guard::canonical(*check.require->source)}};
  if (check.when) out["when"] = {{"prose", prose(*check.when)}};
  return out;
}

Json lower_row(const Spec& spec, const Group& group, const Row& row) {
  Json out = {{"at", cite(spec, row.at)},
              {"doc", row.doc},
              {"source", row.source},
              {"outcome", group.outcomes[static_cast<std::size_t>(row.outcome)]},
              {"code", row.code},
              {"error", row.error},
              {"fault", row.code == 0 ? "none" : fault_name(group, row.error)},
              {"may_abort", row.when && row.when->may_abort}};
  if (row.when) out["when"] = {{"prose", prose(*row.when)}, {"text", guard::canonical(*row.when->source)}};
  return out;
}

Json lower_group(const Spec& spec, const WireModel& model, const Group& group) {
  Json out = {{"name", group.name},
              {"at", cite(spec, group.at)},
              {"doc", group.doc},
              {"source", group.source},
              {"is_rows", group.is_rows()},
              {"is_plain", group.is_plain()},
              {"warning", group.warning},
              {"may_abort", false},
              {"takes", lower_takes(group)},
              {"arguments", arguments(group)},
              {"outcomes", group.outcomes},
              {"given", Json::array()},
              {"checks", Json::array()},
              {"rows", Json::array()}};
  if (group.only) out["only"] = {{"prose", prose(*group.only)}};
  for (const Given& given : group.given) {
    std::string arguments;
    for (int taken : given.takes) {
      arguments += (arguments.empty() ? "" : ", ") + std::string(group.takes[static_cast<std::size_t>(taken)].name);
    }
    out["given"].push_back({{"group", model.groups[static_cast<std::size_t>(given.group)].name},
                            {"arguments", arguments},
                            {"text", given.text}});
  }
  for (const Check& check : group.checks) out["checks"].push_back(lower_check(spec, group, check));
  for (const Row& row : group.rows) out["rows"].push_back(lower_row(spec, group, row));
  return out;
}

// Every code of the contract, in the order of the groups.
Json lower_faults(const WireModel& model) {
  Json faults = Json::array();
  auto add = [&](const Group& group, std::uint32_t code, std::string_view id, std::string_view doc) {
    faults.push_back({{"name", fault_name(group, id)},
                      {"code", code},
                      {"id", id},
                      {"doc", doc.empty() ? id : doc},
                      {"is_warning", group.warning},
                      {"is_plain", group.is_plain()}});
  };
  for (const Group& group : model.groups) {
    for (const Check& check : group.checks) add(group, check.code, check.id, check.doc);
    for (const Row& row : group.rows) {
      if (row.code != 0) add(group, row.code, row.error, row.doc);
    }
  }
  return faults;
}

}  // namespace

std::string fault_name(const Group& group, std::string_view id) { return snake(group.name) + "_" + snake(id); }

void lower_groups(const Spec& spec, const WireModel& model, Json& ir) {
  std::string prefix = snake(spec.name) + "_";
  CppNames cpp(model);
  CNames c(prefix);
  Language languages[] = {{"cpp", guard::Dialect::kCpp, cpp, "", true, {}},
                          {"c", guard::Dialect::kC, c, prefix, false, {}},
                          {"opencl", guard::Dialect::kOpenCl, c, prefix, false, {}}};
  ir["faults"] = lower_faults(model);
  ir["groups"] = Json::array();
  for (const Group& group : model.groups) {
    Json out = lower_group(spec, model, group);
    for (Language& language : languages) {
      if (language.is_cpp || group.is_plain()) GroupPrinter(group, language, out).print();
    }
    ir["groups"].push_back(std::move(out));
  }
}

}  // namespace npuspec::wire
