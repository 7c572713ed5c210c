#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>

#include "front/guard/check.h"
#include "front/kinds/wire/evaluate.h"
#include "front/kinds/wire/load.h"

namespace npuspec::wire {
namespace {

using guard::Base;
using guard::Int;
using guard::Symbol;
using Handle = Values::Handle;

// Fills objects from the YAML of an example.
class Filler {
 public:
  Filler(const Loading& to, const Group& group, const std::vector<Handle>& takes)
      : to_(to), values_(to.model.values), group_(group), takes_(takes) {}

  void fill(Handle object, const Node& node) {
    if (!node.is_map()) return refuse(node, in_quotes(type_name(object)) + " is written as a map of its fields");
    for (const Entry& entry : node.entries) fill_field(object, entry);
  }

  void fill_field(Handle object, const Entry& entry) {
    const guard::Record* type = values_.at(object).type;
    const Symbol* member = type ? type->members.find(entry.key) : nullptr;
    if (member && member->type.base == Base::kError) return;  // refused where it is declared
    if (member && member->kind == Symbol::Kind::kValue) {
      if (!entry.value->broken) fill_cell(object, *member, *entry.value);
      return;
    }
    to_.diags.error(Code::W020, entry.key_at, in_quotes(type_name(object)) + " has no field " + in_quotes(entry.key))
        .span(entry.key.size())
        .hint(near_or(entry.key, field_names(object), "what is not said is absent"));
  }

 private:
  std::string type_name(Handle object) const {
    const guard::Record* type = values_.at(object).type;
    return type ? std::string(type->name) : "Opaque";
  }

  std::vector<std::string_view> field_names(Handle object) const {
    const guard::Record* type = values_.at(object).type;
    return type ? type->members.names() : std::vector<std::string_view>();
  }

  void refuse(const Node& node, const std::string& why) {
    to_.error(Code::W020, node, why).hint("see the field's type where it is declared");
  }

  void fill_cell(Handle object, const Symbol& member, const Node& node) {
    if (member.shape.vector) return fill_vector(object, member, node);
    if (member.type.base == Base::kRecord || member.type.base == Base::kOpaque)
      return fill_object(object, member, node);
    if (!node.is_scalar()) return refuse(node, in_quotes(member.name) + " holds one value");
    if (member.type.base == Base::kString) {
      values_.set(object, member).text = node.text;
      return;
    }
    if (std::optional<Int> value = scalar(member, node)) values_.set(object, member).number = *value;
  }

  void fill_vector(Handle object, const Symbol& member, const Node& node) {
    if (!node.is_list()) return refuse(node, in_quotes(member.name) + " is a list");
    bool of_objects = member.type.base == Base::kRecord || (member.type.base == Base::kOpaque && !is_float(member));
    std::vector<Int> numbers;
    std::vector<Handle> objects;
    for (const Node* item : node.items) {
      if (of_objects) {
        objects.push_back(values_.make(member.type.record));
        fill(objects.back(), *item);
      } else if (std::optional<Int> value = scalar(member, *item)) {
        numbers.push_back(*value);
      }
    }
    Values::Cell& cell = values_.set(object, member);
    cell.numbers = std::move(numbers);
    cell.objects = std::move(objects);
  }

  // A map makes a new object; a path, `a.quantization`, is the very same one.
  void fill_object(Handle object, const Symbol& member, const Node& node) {
    if (node.is_scalar()) {
      const Values::Cell* cell = follow(node.text);
      if (!cell)
        return refuse(node,
                      in_quotes(node.text) + " is nothing that stands above; an object is a map, or a path to one");
      values_.alias(object, member, *cell);
      return;
    }
    const guard::Record* type = member.type.record;
    if (member.type.base == Base::kOpaque) type = union_member(object, member);
    Handle made = values_.make(type);
    if (type || !node.entries.empty()) fill(made, node);
    values_.set(object, member).objects = {made};
  }

  const Values::Cell* follow(std::string_view path) const {
    Handle at = guard::Objects::kRoot;
    const Values::Cell* cell = nullptr;
    while (true) {
      std::size_t dot = std::min(path.find('.'), path.size());
      std::string_view name = path.substr(0, dot);
      if (at == guard::Objects::kRoot) {
        for (std::size_t i = 0; i < takes_.size(); ++i) {
          if (group_.takes[i].name == name) at = takes_[i];
        }
      } else {
        const guard::Record* type = values_.at(at).type;
        const Symbol* member = type ? type->members.find(name) : nullptr;
        cell = member ? values_.find(at, *member) : nullptr;
        at = cell && cell->objects.size() == 1 ? cell->objects.front() : guard::Objects::kRoot;
      }
      if (at == guard::Objects::kRoot) return nullptr;
      if (dot == path.size()) return cell;
      path.remove_prefix(dot + 1);
    }
  }

  // The table that the tag of a union says: the tag stands before it.
  const guard::Record* union_member(Handle object, const Symbol& member) const {
    const tables::Field& field = tables::GuardTypes::field_of(member);
    if (field.tag < 0) return nullptr;
    for (const tables::Table& table : to_.model.over->tables) {
      if (static_cast<std::size_t>(field.id) >= table.fields.size() || &table.fields[field.id] != &field) continue;
      const Symbol* tag = values_.at(object).type->members.find(table.fields[static_cast<std::size_t>(field.tag)].name);
      Int value = tag ? values_.number(object, *tag) : 0;
      if (value < 1 || value > static_cast<Int>(field.members.size())) return nullptr;
      return &to_.model.types->record_at(field.members[static_cast<std::size_t>(value - 1)]);
    }
    return nullptr;
  }

  static bool is_float(const Symbol& member) {
    if (!member.user) return false;
    tables::Base base = tables::GuardTypes::field_of(member).type.base;
    return base == tables::Base::kF32 || base == tables::Base::kF64;
  }

  std::optional<Int> scalar(const Symbol& member, const Node& node) {
    std::optional<Int> value = node.is_scalar() ? read_scalar(member, node) : std::nullopt;
    if (!value)
      to_.error(Code::W020, node, in_quotes(node.text) + " is no value of " + in_quotes(member.name))
          .hint(unquoted_or(node, holds(member)));
    return value;
  }

  // What a member may be given.
  static std::string holds(const Symbol& member) {
    if (member.type.base == Base::kBool) return "write true or false";
    if (member.type.base == Base::kEnum) {
      return "write a symbol of " + std::string(member.type.of->name) + ", or a number that its base holds";
    }
    if (member.type.base != Base::kInt) return "see the field's type where it is declared";
    guard::Storage storage = member.type.storage;
    return "it is a number from " + guard::to_string(guard::lowest(storage)) + " to " +
           guard::to_string(guard::highest(storage));
  }

  std::optional<Int> read_scalar(const Symbol& member, const Node& node) const {
    if (is_float(member))
      return float_bits(node.quoted ? std::string_view() : node.text, tables::GuardTypes::field_of(member).type.base);
    if (member.type.base == Base::kBool) {
      std::optional<bool> is = truth_of(node);
      return is ? std::optional(Int{*is}) : std::nullopt;
    }
    if (member.type.base == Base::kEnum) {
      if (const guard::Enum::Row* row = member.type.of->row(node.text)) return row->value;
    }
    guard::Storage storage = member.type.base == Base::kEnum ? member.type.of->storage : member.type.storage;
    std::optional<Number> number = number_of(&node);
    if (!number) return std::nullopt;
    Int value = tables::to_int(*number);
    if (value < guard::lowest(storage) || value > guard::highest(storage)) return std::nullopt;
    return value;
  }

  static std::optional<Int> float_bits(std::string_view text, tables::Base base) {
    double value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (base == tables::Base::kF64) {
      std::uint64_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      return Int{bits};
    }
    float narrow = static_cast<float>(value);
    std::uint32_t bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    return Int{bits};
  }

  const Loading& to_;
  Values& values_;
  const Group& group_;
  const std::vector<Handle>& takes_;
};

class ExampleLoader {
 public:
  explicit ExampleLoader(const Loading& to) : to_(to), model_(to.model) {}

  void load(const Node& node) {
    if (node.find("id")) known_[node.text_at("id")] = &node;
    std::vector<const Node*> line = lineage(node);
    const Group* group = line.empty() ? nullptr : find_group(line);
    if (!group) return;
    Example example = {.id = node.text_at("id"),
                       .group = static_cast<int>(std::find_if(model_.groups.begin(), model_.groups.end(),
                                                              [&](const Group& each) { return &each == group; }) -
                                                 model_.groups.begin()),
                       .takes = {},
                       .expect = {},
                       .doc = node.text_at("doc"),
                       .at = node.find("id") ? node.find("id")->at : node.at};
    if (!read_outcome(node, *group, example)) return;
    std::size_t errors = to_.diags.errors();
    fill(*group, line, example);
    if (to_.diags.errors() != errors) return;
    bool sound = run(node, *group, example);
    if (const Node* expect = node.find("expect"); expect && expect->is_map() && sound)
      run_expected(*expect, *group, example);
    model_.examples.push_back(std::move(example));
  }

  // Tells of the examples that turn out otherwise: one finding for all that may have one cause.
  void finish() {
    constexpr std::size_t kMost = 8;
    for (Surprise& each : surprises_) {
      std::string list;
      for (std::size_t i = 0; i < std::min(each.others.size(), kMost); ++i) {
        list += (i == 0 ? "" : ", ") + std::string(each.others[i]);
      }
      if (!list.empty()) each.diag.message += "; others turn out otherwise too: " + list;
      if (each.others.size() > kMost)
        each.diag.message += " and " + std::to_string(each.others.size() - kMost) + " more";
      to_.diags.error(each.diag.code, each.diag.at, {}) = std::move(each.diag);
    }
  }

 private:
  // The example and those it is like, the eldest first.
  std::vector<const Node*> lineage(const Node& node) {
    std::vector<const Node*> line = {&node};
    while (const Node* like = line.back()->find("like")) {
      auto found = known_.find(like->text);
      if (found == known_.end() || found->second == line.back() || line.size() > known_.size()) {
        std::vector<std::string_view> names;
        for (const auto& [id, ignored] : known_) names.push_back(id);
        to_.error(Code::W019, *like, "no example above this one is named " + in_quotes(like->text))
            .hint(near_or(like->text, names, "an example is like one that stands before it"));
        return {};
      }
      line.push_back(found->second);
    }
    std::reverse(line.begin(), line.end());
    return line;
  }

  const Group* find_group(const std::vector<const Node*>& line) {
    const Node* of = nullptr;
    for (const Node* each : line) {
      if (each->find("of")) of = each->find("of");
    }
    std::vector<std::string_view> names;
    for (const Group& group : model_.groups) {
      if (of && group.name == of->text) return &group;
      names.push_back(group.name);
    }
    if (of) {
      to_.error(Code::W019, *of, "there is no group " + in_quotes(of->text))
          .hint(near_or(of->text, names, "an example is of a group"));
    } else {
      to_.diags.error(Code::W019, line.back()->at, "this example does not say which group it is for")
          .hint("give it `of:`");
    }
    return nullptr;
  }

  bool read_outcome(const Node& node, const Group& group, Example& out) {
    const Node* then = node.find("then");
    const Node* refuse = node.find("refuse");
    if (group.is_rows() ? refuse != nullptr : then != nullptr) {
      const Node& wrong = refuse ? *refuse : *then;
      to_.error(Code::W019, wrong,
                in_quotes(group.name) +
                    (group.is_rows() ? " has rows, and none of them refuses" : " has checks, and they have no outcome"))
          .hint(group.is_rows() ? "write `then:`" : "write `refuse:`, or nothing when all must hold");
      return false;
    }
    if (group.is_rows()) {
      if (then && then->text == "none") return true;
      auto found = then ? std::find(group.outcomes.begin(), group.outcomes.end(), then->text) : group.outcomes.end();
      out.outcome = static_cast<int>(found - group.outcomes.begin());
      if (found != group.outcomes.end()) return true;
      Place at = then ? then->at : node.at;
      to_.diags
          .error(Code::W019, at,
                 then ? in_quotes(group.name) + " has no outcome " + in_quotes(then->text)
                      : "this example does not say what comes of it")
          .hint(near_or(then ? then->text : "", group.outcomes, "write `then:` and an outcome of the group's rows"));
      return false;
    }
    if (!refuse) return true;
    out.refuse = find_check(group, refuse->text);
    if (out.refuse) return true;
    std::vector<std::string_view> ids;
    for (const Check& each : group.checks) ids.push_back(each.id);
    to_.error(Code::W019, *refuse, in_quotes(group.name) + " has no check " + in_quotes(refuse->text))
        .hint(near_or(refuse->text, ids, "name a check of the group, or of a group that is given"));
    return false;
  }

  const Check* find_check(const Group& group, std::string_view id) const {
    for (const Check& each : group.checks) {
      if (each.id == id) return &each;
    }
    for (const Given& given : group.given) {
      if (const Check* found = find_check(model_.groups[static_cast<std::size_t>(given.group)], id)) return found;
    }
    return nullptr;
  }

  void fill(const Group& group, const std::vector<const Node*>& line, Example& out) {
    if (!group.takes_known) return;
    for (const Taken& taken : group.takes) {
      out.takes.push_back(
          model_.values.make(taken.record ? taken.record->guard.get() : &model_.types->record_at(taken.table)));
    }
    Filler filler(to_, group, out.takes);
    for (const Entry* entry : given(line)) {
      if (group.takes.size() == 1) {
        filler.fill_field(out.takes.front(), *entry);
        continue;
      }
      auto taken = std::find_if(group.takes.begin(), group.takes.end(),
                                [&](const Taken& one) { return one.name == entry->key; });
      if (taken != group.takes.end()) {
        filler.fill(out.takes[static_cast<std::size_t>(taken - group.takes.begin())], *entry->value);
        continue;
      }
      to_.diags.error(Code::W020, entry->key_at, in_quotes(group.name) + " takes no " + in_quotes(entry->key))
          .span(entry->key.size())
          .hint("of a group that takes several things, `with` names each");
    }
  }

  // What an example and those it is like give, a key at a time: the youngest has the last word on each.
  static std::vector<const Entry*> given(const std::vector<const Node*>& line) {
    std::vector<const Entry*> entries;
    for (const Node* each : line) {
      const Node* with = each->find("with");
      if (!with || !with->is_map()) continue;
      for (const Entry& entry : with->entries) {
        auto older =
            std::find_if(entries.begin(), entries.end(), [&](const Entry* one) { return one->key == entry.key; });
        if (older == entries.end()) {
          entries.push_back(&entry);
        } else {
          *older = &entry;
        }
      }
    }
    return entries;
  }

  bool run(const Node& node, const Group& group, const Example& example) {
    if (!group.sound || !group.takes_known) return false;
    Finding finding = evaluate(model_, group, example.takes, model_.values);
    if (group.is_rows()) {
      int outcome = finding.taken ? finding.taken->outcome : -1;
      if (outcome == example.outcome) return true;
      report(node, group, node.find("then"), outcome < 0 ? "none" : group.outcomes[static_cast<std::size_t>(outcome)],
             finding);
      return false;
    }
    if (finding.failed == example.refuse) return true;
    report(node, group, node.find("refuse"), finding.failed ? finding.failed->id : std::string_view(), finding);
    return false;
  }

  void report(const Node& node, const Group& group, const Node* expected, std::string_view got,
              const Finding& finding) {
    std::string text = "this example ";
    if (finding.silent) {
      text += "is none that the group speaks of: `only` does not hold";
    } else if (finding.taken) {
      text += "gives " + in_quotes(got);
    } else {
      text += finding.failed ? "is refused by " + in_quotes(got) : "is not refused";
    }
    if (finding.why) text += ", where " + guard::canonical(*finding.why->source) + " overflows";
    bool by_contract = reads_contract(group);
    auto told = std::find_if(surprises_.begin(), surprises_.end(), [&](const Surprise& one) {
      return one.group == &group || (by_contract && reads_contract(*one.group));
    });
    if (told != surprises_.end()) {
      told->others.push_back(node.text_at("id"));
      return;
    }
    Diag diag{Code::W021, Severity::kError, expected ? expected->at : node.at, 1, text, {}, {}};
    diag.hint(by_contract ? "the rules compare with the contract, now '" + std::string(model_.operation.custom_code) +
                                "' of version " + std::to_string(model_.operation.version) +
                                ": mend what the examples give, or the rule"
                          : "mend the example, or the rule");
    if (finding.failed) diag.note(finding.failed->at, "the check");
    if (finding.taken) diag.note(finding.taken->at, "the row");
    surprises_.push_back({&group, std::move(diag), {}});
  }

  static bool reads_contract(const guard::Expr& expr) {
    if (expr.op == guard::Op::kName && expr.name == "contract") return true;
    return std::any_of(expr.args.begin(), expr.args.end(), [](const guard::Expr* arg) { return reads_contract(*arg); });
  }

  static bool reads_contract(const Group& group) {
    auto reads = [](const guard::Typed* guard) { return guard && reads_contract(*guard->source); };
    return reads(group.only) ||
           std::any_of(group.rows.begin(), group.rows.end(), [&](const Row& row) { return reads(row.when); }) ||
           std::any_of(group.checks.begin(), group.checks.end(),
                       [&](const Check& check) { return reads(check.when) || reads(check.require); });
  }

  void run_expected(const Node& expect, const Group& group, Example& out) {
    guard::Checker checker(*group.scope, model_.arena, to_.diags);
    for (const Check& check : group.checks) {
      if (check.require && !check.when && !out.refuse) checker.hold(*check.require);
    }
    guard::Interpreter interpreter;
    for (const Entry& entry : expect.entries) {
      const auto* at = model_.arena.make<guard::AtPlace>(entry.key_at);
      const guard::Expr* expr = guard::parse(entry.key, model_.arena, *at, to_.diags);
      const guard::Typed* typed = expr ? checker.value(*expr, *at) : nullptr;
      if (!typed) continue;
      std::optional<Int> wanted = read_expected(*typed, *entry.value);
      interpreter.start({.slots = {}, .objects = &model_.values});
      guard::Result got = interpreter.run(*typed);
      if (wanted && got.ok() && got.value == *wanted) {
        out.expect.push_back({.text = entry.key, .guard = typed, .value = got.value, .at = entry.key_at});
        continue;
      }
      to_.error(Code::W021, *entry.value,
                std::string(entry.key) + (got.ok() ? " is " + guard::to_string(got.value) : " overflows"))
          .hint("mend the example, or the rule");
    }
  }

  static std::optional<Int> read_expected(const guard::Typed& typed, const Node& node) {
    if (!node.is_scalar()) return std::nullopt;
    if (std::optional<bool> is = truth_of(node)) return Int{*is};
    if (typed.type.base == Base::kEnum) {
      if (const guard::Enum::Row* row = typed.type.of->row(node.text)) return row->value;
    }
    std::optional<Number> number = number_of(&node);
    return number ? std::optional(tables::to_int(*number)) : std::nullopt;
  }

  // The first example of a group that turns out otherwise, or of all groups that a change of the contract reaches; and
  // those that do so with it.
  struct Surprise {
    const Group* group;
    Diag diag;
    std::vector<std::string_view> others;
  };

  const Loading& to_;
  WireModel& model_;
  std::map<std::string_view, const Node*> known_;
  std::vector<Surprise> surprises_;
};

}  // namespace

void load_examples(const Node& list, const Loading& to) {
  ExampleLoader loader(to);
  for (const Node* item : list.items) {
    if (item->is_map() && !item->broken) loader.load(*item);
  }
  loader.finish();
}

}  // namespace npuspec::wire
