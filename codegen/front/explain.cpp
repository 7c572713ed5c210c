#include "front/explain.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "front/abi/diff_parts.h"
#include "front/diag.h"
#include "front/json.h"
#include "front/kind.h"
#include "front/kinds/descriptor/explain.h"
#include "front/kinds/formerly.h"
#include "front/kinds/identifiers.h"
#include "front/kinds/policy/explain.h"
#include "front/kinds/rows.h"
#include "front/node.h"
#include "front/number.h"
#include "front/report.h"
#include "front/spell.h"

namespace npuspec {
namespace {

constexpr std::array<std::pair<std::string_view, Explainer>, 2> kExplainers = {
    {{"descriptor", descriptor::explain_columns}, {"policy", policy::explain_policy}}};

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

// An operator goes by what stands for it in a model.
bool is_operator_of_code(const Fact& fact, std::string_view id) {
  auto code = fact.attributes.find("custom_code");
  return fact.what == "operator" && code != fact.attributes.end() && *code == id;
}

// "Model.version", which the wire knows as "Model.#0".
std::string name_of(const Fact& fact) {
  auto name = fact.attributes.find("name");
  if (name == fact.attributes.end() || !last_part(fact.id).starts_with('#')) return fact.id;
  return fact.id.substr(0, fact.id.rfind('#')) + name->get<std::string>();
}

// By its whole name or the last part of it, after the name of its spec or alone: "rknpu.submit" as encode has it.
bool matches(const Spec& spec, const Fact& fact, std::string_view id) {
  std::string name = name_of(fact);
  if (is_check_of_code(fact, id) || is_operator_of_code(fact, id) || same_ignoring_case(fact.id, id) ||
      same_ignoring_case(name, id) || same_ignoring_case(last_part(name), id))
    return true;
  std::size_t first = spec.name.size() + 1;
  return id.size() > first && id[first - 1] == '.' && same_ignoring_case(id.substr(0, first - 1), spec.name) &&
         matches(spec, fact, id.substr(first));
}

// "field:rank" asks for fields only; "Row::kRun" is a name.
struct Wanted {
  explicit Wanted(std::string_view text) : id(text) {
    std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || text.substr(colon).starts_with("::")) return;
    what = text.substr(0, colon);
    id = text.substr(colon + 1);
  }

  std::string_view what;  // empty: anything
  std::string_view id;
};

// What generated code calls the things of all specs, and which of them are asked for.
class Names final : public Identifiers {
 public:
  struct Row {
    Place at;
    std::string name;  // its own, as the spec has it
    std::vector<std::string> identifiers;
  };

  explicit Names(std::string_view id) : Identifiers(true), id_(id) {}

  void read(const Spec& spec) {
    spec_ = &spec;
    read_.push_back(&spec);
    spec.kind->identifiers(spec, *this);
  }

  void reserve(std::initializer_list<std::string> identifiers) override {
    if (asks_one_of(identifiers)) specs_.push_back(spec_);
    keep(identifiers);
  }

  void add(std::initializer_list<std::string> identifiers, const std::string&, Place at,
           std::string_view name) override {
    rows_.push_back({at, std::string(name), identifiers});
    if (asks_one_of(identifiers)) asked_.push_back({at, std::string(name), {}});
    keep(identifiers);
  }

  const std::vector<Row>& asked() const { return asked_; }
  bool asks_spec(const Spec& spec) const { return std::find(specs_.begin(), specs_.end(), &spec) != specs_.end(); }
  const std::vector<std::string>& all() const { return all_; }

  // A fact may stand in the file of a spec that its own spec reads: a field that a contract reads, in its tables.
  std::string cited(const Spec& spec, Place at) const {
    for (const Spec* each : read_) {
      if (each->file == at.file) return cite(*each, at);
    }
    return cite(spec, at);
  }

  // All that the thing at a place is called: "QUANTTESS_DTYPE_FP16, Dtype::kFp16".
  std::string listed(Place at) const {
    std::string list;
    for (const Row& row : rows_) {
      if (row.at != at) continue;
      for (const std::string& each : row.identifiers) {
        if (!each.ends_with('*')) list += (list.empty() ? "" : ", ") + each;
      }
    }
    return list;
  }

 private:
  void keep(std::initializer_list<std::string> identifiers) {
    std::copy_if(identifiers.begin(), identifiers.end(), std::back_inserter(all_),
                 [](const std::string& each) { return !each.ends_with('*'); });
  }

  // With or without the namespace, the enum class or the keyword before it. Of helpers, those of the longest name
  // count.
  bool asks_one_of(std::initializer_list<std::string> identifiers) {
    std::string_view id = id_;
    for (const std::string& outer : {std::string("npuspec::"), snake(spec_->name) + "::"}) {
      if (id.starts_with(outer)) id.remove_prefix(outer.size());
    }
    std::size_t most = 0;
    for (std::string_view each : identifiers) {
      bool helpers = each.ends_with('*');
      if (helpers) each.remove_suffix(1);
      if (each == id || each.substr(each.find_last_of(":. ") + 1) == id) most = std::string_view::npos;
      if (helpers && id.starts_with(std::string(each) + "_")) most = std::max(most, each.size());
    }
    if (most == 0 || most < matched_) return false;
    if (most > matched_) asked_.clear();
    matched_ = most;
    return true;
  }

  std::string_view id_;
  const Spec* spec_ = nullptr;
  std::vector<const Spec*> read_;
  std::vector<Row> rows_;
  std::vector<Row> asked_;
  std::size_t matched_ = 0;  // how much of the name: npos for all
  std::vector<const Spec*> specs_;
  std::vector<std::string> all_;
};

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
  if (value.empty() || (value.is_string() && value.get_ref<const std::string&>().empty())) return "none";
  if (value.is_string()) return as_written(row, key, value.get<std::string>());
  if (!value.is_structured()) return as_written(row, key, value.dump());
  std::string text;
  for (const auto& [name, one] : value.items()) {
    text += (text.empty() ? "" : ", ") + (value.is_object() ? name + " " : std::string()) + words(one, name, row);
  }
  return text;
}

// A number that is a row's place in its list: generated code goes by it, and the row says nothing of it.
bool is_ordinal(const Fact& fact, std::string_view key, const Node* row) {
  return key == "value" && fact.what != "symbol" && row && row->is_map() && !row->find("value");
}

Explanation of_fact(const Spec& spec, const Fact& fact, const Names& names) {
  Explanation made;
  made.what = fact.what;
  made.id = fact.id;
  made.name = name_of(fact);
  made.spec = spec.name;
  made.at = names.cited(spec, fact.at);
  const Node* row = row_at(*spec.root, fact.at);
  for (const auto& [key, value] : fact.attributes.items()) {
    if (key == "doc") {
      made.doc = words(value);
    } else {
      std::string shown = is_duration(fact, key) ? show(fact, key, value) : words(value, key, row);
      std::string label = is_ordinal(fact, key, row) ? "number in generated code" : attribute_name(key);
      made.lines.push_back({label + ": " + shown, ""});
    }
  }
  if (std::string called = names.listed(fact.at); !called.empty())
    made.lines.push_back({"in generated code: " + called, ""});
  return made;
}

std::string as_flow(const Node& node) {
  if (node.is_scalar()) return std::string(node.text);
  std::string list;
  for (const Node* item : node.items) list += (list.empty() ? "" : ", ") + as_flow(*item);
  for (const Entry& entry : node.entries) {
    list += (list.empty() ? "" : ", ") + std::string(entry.key) + ": " + as_flow(*entry.value);
  }
  return node.is_list() ? "[" + list + "]" : "{" + list + "}";
}

// An example goes by its name, and one that has none by its place: "quanttess.c33", "rknpu.submit.one-core",
// "rk3588-mode-transition.examples.1".
class ExamplesOf {
 public:
  explicit ExamplesOf(const Spec& spec) : spec_(spec) {
    add(*spec.root, std::string(spec.name));
    for (const Entry& of : rows_of(spec.root->find("structs")))
      add(*of.value, std::string(spec.name) + "." + std::string(of.key));
  }

  struct Row {
    std::string name;
    const Node* node = nullptr;
  };
  const std::vector<Row>& rows() const { return rows_; }

  Explanation explained(const Row& row) const {
    Explanation made;
    made.what = "example";
    made.id = made.name = row.name;
    made.spec = spec_.name;
    const Node* id = row.node->find("id");
    made.at = cite(spec_, id ? id->at : row.node->at);
    made.doc = row.node->text_at("doc");
    for (const Entry& entry : row.node->entries) {
      if (entry.key != "id" && entry.key != "doc")
        made.lines.push_back({std::string(entry.key) + ": " + as_flow(*entry.value), ""});
    }
    return made;
  }

 private:
  void add(const Node& owner, const std::string& path) {
    std::size_t count = 0;
    for (const Node* row : items_of(owner.find("examples"))) {
      std::string_view id = row->text_at("id");
      rows_.push_back({path + "." + (id.empty() ? "examples." + std::to_string(++count) : std::string(id)), row});
    }
  }

  const Spec& spec_;
  std::vector<Row> rows_;
};

// "quanttess.c33", whole or from some dot on.
bool ends_at_dot(std::string_view name, std::string_view id) {
  if (name.size() <= id.size()) return same_ignoring_case(name, id);
  std::size_t rest = name.size() - id.size();
  return name[rest - 1] == '.' && same_ignoring_case(name.substr(rest), id);
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
  // Only so many are compared: first those that begin alike, letter for letter.
  std::stable_partition(candidates.begin(), candidates.end(),
                        [&](std::string_view each) { return each.substr(0, 2) == id.substr(0, 2); });
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

// The rows that generated names ask for, where a kind speaks for its specs alone.
void explain_rows_by_kind(const Spec& spec, const Names& names, const Question& question, Answer& answer) {
  std::vector<std::string> known;
  for (const Names::Row& row : names.asked()) {
    if (row.at.file != spec.file) continue;
    Question by_name = question;
    by_name.id = row.name;
    Answer all;
    explain_by_kind(spec, by_name, all, known);
    if (answer.trouble.empty()) answer.trouble = all.trouble;
    for (Explanation& one : all.found) {
      if (one.at == cite(spec, row.at)) answer.found.push_back(std::move(one));
    }
  }
}

// What stands at the place of a row is that row, or belongs to it, as its budgets do.
const Fact* fact_of(const Names::Row& row, const std::vector<Fact>& facts) {
  const Fact* first = nullptr;
  for (const Fact& fact : facts) {
    if (fact.at != row.at) continue;
    if (last_part(fact.id) == row.name) return &fact;
    if (!first) first = &fact;
  }
  return first;
}

void explain_facts(const Spec& spec, const Wanted& wanted, const Names& names, Answer& answer,
                   std::vector<std::string>& known) {
  Facts told;
  spec.kind->facts(spec, told);
  std::vector<Fact> facts = told.list();
  tell_former_names(spec, facts);
  std::vector<const Fact*> asked;
  for (const Names::Row& row : names.asked()) {
    if (const Fact* fact = fact_of(row, facts)) asked.push_back(fact);
  }
  for (const Fact& fact : facts) {
    known.push_back(name_of(fact));
    known.emplace_back(last_part(known.back()));
    bool is_asked = matches(spec, fact, wanted.id) || std::find(asked.begin(), asked.end(), &fact) != asked.end();
    if (is_asked && (wanted.what.empty() || fact.what == wanted.what))
      answer.found.push_back(of_fact(spec, fact, names));
  }
}

// An example's bare name is often that of what it is about, which has gone before.
void explain_examples(const SpecSet& set, const Wanted& wanted, Answer& answer, std::vector<std::string>& known) {
  bool asked_for = wanted.what == "example";
  if (!asked_for && !wanted.what.empty()) return;
  bool others = !answer.found.empty();
  for (const auto& spec : set.specs) {
    ExamplesOf examples(*spec);
    for (const ExamplesOf::Row& row : examples.rows()) {
      bool whole = same_ignoring_case(row.name, wanted.id);
      bool told = whole || ((asked_for || !others) && ends_at_dot(row.name, wanted.id));
      if (told) answer.found.push_back(examples.explained(row));
      known.push_back(row.name);
      known.emplace_back(last_part(row.name));
    }
  }
}

void explain_specs(const SpecSet& set, const Question& question, Answer& answer) {
  Wanted wanted(question.id);
  Names names(wanted.id);
  for (const auto& spec : set.specs) names.read(*spec);
  std::vector<std::string> known;
  for (std::size_t i = 0; i < code_count(); ++i) known.emplace_back(name(static_cast<Code>(i)));
  for (const auto& spec : set.specs) {
    known.emplace_back(spec->name);
    if (spec->name == question.id || names.asks_spec(*spec)) answer.found.push_back(of_spec(*spec));
    std::size_t before = answer.found.size();
    bool by_kind = wanted.what.empty();
    if (!by_kind || !explain_by_kind(*spec, question, answer, known))
      explain_facts(*spec, wanted, names, answer, known);
    if (by_kind && answer.found.size() == before) explain_rows_by_kind(*spec, names, question, answer);
  }
  if (answer.trouble.empty()) explain_examples(set, wanted, answer, known);
  if (!answer.found.empty() || !answer.trouble.empty()) return;
  known.insert(known.end(), names.all().begin(), names.all().end());
  answer.near = nearest_names(std::string(wanted.id), known);
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
