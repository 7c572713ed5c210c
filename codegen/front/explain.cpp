#include "front/explain.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "front/abi/diff_parts.h"
#include "front/diag.h"
#include "front/json.h"
#include "front/kind.h"
#include "front/kinds/policy/explain.h"
#include "front/node.h"
#include "front/number.h"
#include "front/report.h"

namespace npuspec {
namespace {

constexpr std::array<std::pair<std::string_view, Explainer>, 1> kExplainers = {{{"policy", policy::explain_policy}}};

bool same_ignoring_case(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view last_part(std::string_view id) {
  std::size_t dot = id.rfind('.');
  return dot == std::string_view::npos ? id : id.substr(dot + 1);
}

// A check goes by its code too, as decode shows it.
bool is_check_of_code(const Fact& fact, std::string_view id) {
  auto code = fact.attributes.find("code");
  return fact.what == "check" && code != fact.attributes.end() && code->dump() == id;
}

// "field:rank" asks for fields only.
bool matches(const Fact& fact, std::string_view id) {
  std::size_t colon = id.find(':');
  if (colon != std::string_view::npos) {
    return fact.what == id.substr(0, colon) &&
           (fact.id == id.substr(colon + 1) || last_part(fact.id) == id.substr(colon + 1));
  }
  return is_check_of_code(fact, id) || same_ignoring_case(fact.id, id) || same_ignoring_case(last_part(fact.id), id);
}

// The part of a spec that says what stands at a place: the value of a key there, or the map with a name there.
const Node* row_at(const Node& node, Place at) {
  for (const Node* item : node.items) {
    const Node* row = item->at == at ? item : row_at(*item, at);
    if (row) return row;
  }
  for (const Entry& entry : node.entries) {
    if (entry.key_at == at) return entry.value;
    if (entry.value->is_scalar() && entry.value->at == at) return &node;
    if (const Node* row = row_at(*entry.value, at)) return row;
  }
  return nullptr;
}

std::string plain(const Number& number) { return (number.negative ? "-" : "") + std::to_string(number.magnitude); }

// A number or a range as the spec writes it, in hexadecimal say, where it writes this one under that key.
std::string as_written(const Node* row, std::string_view key, std::string value) {
  if (!row) return value;
  const Node* part = row->is_scalar() && key == "value" ? row : row->find(key);
  if (!part || !part->is_scalar()) return value;
  std::optional<Number> number = parse_number(part->text);
  std::optional<Range> range = number ? std::nullopt : parse_range(part->text);
  bool same = (number && plain(*number) == value) || (range && plain(range->lo) + ".." + plain(range->hi) == value);
  return same ? std::string(part->text) : value;
}

std::string words(const Json& value, std::string_view key = {}, const Node* row = nullptr) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.empty() || value == "") return "none";
  if (value.is_string()) return as_written(row, key, value.get<std::string>());
  if (!value.is_structured()) return as_written(row, key, value.dump());
  std::string text;
  for (const auto& [name, one] : value.items()) {
    text += (text.empty() ? "" : ", ") + (value.is_object() ? name + " " : std::string()) + words(one, name, row);
  }
  return text;
}

Explanation of_fact(const Spec& spec, const Fact& fact) {
  Explanation made;
  made.what = fact.what;
  made.id = fact.id;
  made.name = fact.id;
  made.spec = spec.name;
  made.at = cite(spec, fact.at);
  const Node* row = row_at(*spec.root, fact.at);
  for (const auto& [key, value] : fact.attributes.items()) {
    if (key == "doc") {
      made.doc = words(value);
    } else {
      std::string shown = is_duration(fact, key) ? show(fact, key, value) : words(value, key, row);
      made.lines.push_back({attribute_name(key) + ": " + shown, ""});
    }
  }
  return made;
}

Explanation of_spec(const Spec& spec) {
  Explanation made;
  made.what = spec.kind->name;
  made.id = made.name = spec.name;
  made.at = cite(spec, spec.name_at);
  made.doc = spec.doc;
  return made;
}

bool explain_by_kind(const Spec& spec, const Question& question, Answer& answer, std::vector<std::string>& names) {
  for (const auto& [kind, explainer] : kExplainers) {
    if (spec.kind->name == kind && explainer(spec, question, answer, names)) return true;
  }
  return false;
}

std::vector<std::string> nearest_names(std::string_view id, const std::vector<std::string>& names) {
  std::vector<std::string_view> candidates(names.begin(), names.end());
  std::vector<std::string> near;
  while (near.size() < 3) {
    std::string_view one = nearest(id, candidates);
    if (one.empty()) break;
    near.emplace_back(one);
    std::erase(candidates, std::string_view(near.back()));
  }
  return near;
}

// What was asked of a transition is not to be passed over where there is none.
void refuse_without_decision(Answer& answer) {
  bool decides = std::any_of(answer.found.begin(), answer.found.end(),
                             [](const Explanation& one) { return !one.decisions.empty(); });
  if (answer.found.empty() || decides || !answer.trouble.empty()) return;
  const Explanation& one = answer.found.front();
  answer.trouble = one.name + " (" + one.what + ") makes no transition; leave out --from, --to, --knob, " +
                   "--chain and --last-chain, which are for a row or a site of a policy";
}

void explain_specs(const SpecSet& set, const Question& question, Answer& answer) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < code_count(); ++i) names.emplace_back(name(static_cast<Code>(i)));
  for (const auto& spec : set.specs) {
    names.emplace_back(spec->name);
    if (spec->name == question.id) answer.found.push_back(of_spec(*spec));
    if (explain_by_kind(*spec, question, answer, names)) continue;
    Facts facts;
    spec->kind->facts(*spec, facts);
    for (const Fact& fact : facts.list()) {
      names.push_back(fact.id);
      if (matches(fact, question.id)) answer.found.push_back(of_fact(*spec, fact));
    }
  }
  if (answer.found.empty() && answer.trouble.empty()) answer.near = nearest_names(question.id, names);
}

std::string indented(const std::string& text, std::string_view at) {
  return "  " + text + (at.empty() ? "" : "  (" + std::string(at) + ")") + "\n";
}

}  // namespace

Answer explain(const SpecSet& set, const Question& question) {
  Answer answer;
  if (std::optional<Explanation> code = explain_code(question.id)) {
    answer.found.push_back(*std::move(code));
  } else {
    explain_specs(set, question, answer);
  }
  if (question.asks_decision()) refuse_without_decision(answer);
  return answer;
}

std::string explanation_text(const Answer& answer) {
  std::string text;
  for (const Explanation& one : answer.found) {
    if (!text.empty()) text += "\n";
    text += one.name + ": " + one.what + (one.spec.empty() ? "" : " of " + one.spec);
    text += (one.at.empty() ? "" : "  (" + one.at + ")") + "\n";
    if (!one.doc.empty()) text += indented(one.doc, "");
    for (const Explanation::Line& line : one.lines) text += indented(line.text, line.at);
    for (const Explanation::Decision& decision : one.decisions) {
      text += "\n" + one.name + ", " + decision.title + "\n";
      for (std::size_t i = 0; i < decision.steps.size(); ++i) {
        text += indented(std::to_string(i + 1) + ". " + decision.steps[i].text, decision.steps[i].at);
      }
    }
  }
  return text;
}

Json explanation_json(const Answer& answer) {
  auto lines_json = [](const std::vector<Explanation::Line>& lines) {
    Json array = Json::array();
    for (const Explanation::Line& line : lines) {
      Json one = {{"text", line.text}};
      if (!line.at.empty()) one["at"] = line.at;
      array.push_back(std::move(one));
    }
    return array;
  };
  Json all = Json::array();
  for (const Explanation& one : answer.found) {
    Json made = {{"what", one.what}, {"id", one.id}, {"name", one.name}};
    if (!one.spec.empty()) made["spec"] = one.spec;
    if (!one.at.empty()) made["at"] = one.at;
    if (!one.doc.empty()) made["doc"] = one.doc;
    made["lines"] = lines_json(one.lines);
    for (const Explanation::Decision& decision : one.decisions) {
      made["decisions"].push_back({{"title", decision.title}, {"steps", lines_json(decision.steps)}});
    }
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace npuspec
