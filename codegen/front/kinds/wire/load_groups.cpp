#include <algorithm>
#include <map>

#include "front/guard/check.h"
#include "front/kinds/wire/load.h"

namespace npuspec::wire {
namespace {

class GroupLoader {
 public:
  GroupLoader(const Loading& to, std::map<std::uint32_t, Place>& codes) : to_(to), model_(to.model), codes_(codes) {}

  void load(const Node& node) {
    Group& group = model_.groups.emplace_back();
    group_ = &group;
    group.name = node.text_at("name");
    group.doc = node.text_at("doc");
    group.source = node.text_at("source");
    group.at = node.find("name") ? node.find("name")->at : node.at;
    group.scope = std::make_unique<guard::Scope>(model_.arena, model_.scope.get());
    if (const Node* takes = node.find("takes"); takes && takes->is_map()) load_takes(*takes);
    guard::Checker checker(*group.scope, model_.arena, to_.diags);
    if (const Node* only = node.find("only")) load_only(*only, checker);
    if (const Node* given = node.find("given"); given && given->is_list()) load_given(*given);
    const Node* rows = node.find("rows");
    const Node* checks = node.find("checks");
    if (rows && rows->is_list()) load_rows(*rows, checker);
    if (checks && checks->is_list()) load_checks(*checks, checker);
    if (rows || checks) return;
    to_.diags.error(Code::W010, group.at, "the group " + in_quotes(group.name) + " has neither rows nor checks")
        .span(group.name.size())
        .hint("give it `rows:` (the first that holds is taken) or `checks:` (each must hold)");
  }

 private:
  void load_takes(const Node& node) {
    for (const Entry& entry : node.entries) {
      if (!entry.value->is_scalar() || entry.value->broken) continue;
      Taken taken = {.name = entry.key, .type_text = entry.value->text};
      taken.table = model_.over->find_table(taken.type_text);
      guard::Type type;
      if (taken.table >= 0) {
        type = guard::Type::record_of(model_.types->record_at(taken.table));
      } else if ((taken.record = find_record(taken.type_text))) {
        type = guard::Type::record_of(*taken.record->guard);
      } else {
        report_type(*entry.value);
        refuse(entry.key);
        continue;
      }
      taken.symbol = group_->scope->add_value(entry.key, type);
      bool local = entry.key == "ok" || entry.key == "fits";  // of generated code
      if (taken.symbol && !local) {
        group_->takes.push_back(taken);
        continue;
      }
      to_.diags.error(Code::W009, entry.key_at, in_quotes(entry.key) + " is a name that every group knows already")
          .span(entry.key.size())
          .hint("call it something else");
      refuse(entry.key);
    }
  }

  // What is taken by that name has been told to be wrong.
  void refuse(std::string_view name) {
    group_->scope->refuse(name);
    group_->takes_known = false;
  }

  const RecordType* find_record(std::string_view name) const {
    for (const RecordType& each : model_.records) {
      if (each.name == name) return &each;
    }
    return nullptr;
  }

  void report_type(const Node& node) {
    std::vector<std::string_view> known = names_of(model_.over->tables);
    for (const RecordType& each : model_.records) known.push_back(each.name);
    to_.error(Code::W009, node, "there is no table or record " + in_quotes(node.text))
        .hint(near_or(node.text, known, "a group takes tables of the other spec and records of this one"));
  }

  const guard::Typed* condition(const Node& node, guard::Checker& checker) {
    Guard guard = parse_guard(node, to_);
    const guard::Typed* typed = guard.expr ? checker.condition(*guard.expr, *guard.at) : nullptr;
    if (!typed) group_->sound = false;
    return typed;
  }

  void load_only(const Node& node, guard::Checker& checker) {
    group_->only_text = node.text;
    group_->only = condition(node, checker);
    if (!group_->only) return;
    if (group_->only->may_abort) {
      to_.error(Code::W014, node, "this may overflow, and then the group could neither speak nor be silent")
          .hint("say it without arithmetic that may overflow, or as a check");
    }
    checker.hold(*group_->only);
  }

  // given: [crossing(a)]
  void load_given(const Node& list) {
    for (const Node* item : list.items) {
      if (!item->is_scalar() || item->broken) continue;
      Given given = {.takes = {}, .text = item->text};
      std::string fault = read_given(item->text, given);
      if (fault.empty()) {
        if (!model_.groups[static_cast<std::size_t>(given.group)].sound) group_->sound = false;
        group_->given.push_back(std::move(given));
        continue;
      }
      to_.error(Code::W015, *item, fault)
          .hint("write group(thing, ...): a group of checks above this one, and what it is given");
    }
  }

  std::string read_given(std::string_view text, Given& out) const {
    std::size_t open = text.find('(');
    if (open == text.npos || !text.ends_with(')')) return in_quotes(text) + " is no group with what it is given";
    std::string_view name = text.substr(0, open);
    for (std::size_t i = 0; i + 1 < model_.groups.size(); ++i) {
      if (model_.groups[i].name == name) out.group = static_cast<int>(i);
    }
    if (out.group < 0) return "no group above this one is named " + in_quotes(name);
    const Group& group = model_.groups[static_cast<std::size_t>(out.group)];
    if (group.checks.empty()) return in_quotes(name) + " is no group of checks";
    std::string_view rest = text.substr(open + 1, text.size() - open - 2);
    while (!rest.empty()) {
      std::size_t comma = std::min(rest.find(','), rest.size());
      std::string_view word = rest.substr(0, comma);
      while (word.starts_with(' ')) word.remove_prefix(1);
      while (word.ends_with(' ')) word.remove_suffix(1);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      auto taken = std::find_if(group_->takes.begin(), group_->takes.end(),
                                [&](const Taken& each) { return each.name == word; });
      if (taken == group_->takes.end()) return "this group takes no " + in_quotes(word);
      std::size_t at = out.takes.size();
      if (at < group.takes.size() && group.takes[at].type_text != taken->type_text) {
        return in_quotes(name) + " takes the type " + std::string(group.takes[at].type_text) + ", and " +
               in_quotes(word) + " is of the type " + std::string(taken->type_text);
      }
      out.takes.push_back(static_cast<int>(taken - group_->takes.begin()));
    }
    if (out.takes.size() == group.takes.size()) return {};
    return in_quotes(name) + " takes " + std::to_string(group.takes.size()) + ", and gets " +
           std::to_string(out.takes.size());
  }

  // A code of 0 means that there is none.
  std::uint32_t read_code(const Node& node) {
    std::optional<Number> number = number_of(&node);
    if (!number) return 0;
    auto code = static_cast<std::uint32_t>(number->magnitude);
    auto [known, is_new] = codes_.try_emplace(code, node.at);
    if (!is_new) {
      to_.error(Code::W011, node, "the code " + std::to_string(code) + " is taken")
          .hint("a code means one thing in a contract, and is never used again")
          .note(known->second, "here");
    }
    return code;
  }

  void load_rows(const Node& list, guard::Checker& checker) {
    const Node* rest = nullptr;
    guard::Checker::Under under(checker);
    for (const Node* item : list.items) {
      if (!item->is_map() || item->broken) continue;
      if (rest) {
        to_.diags.error(Code::W012, item->at, "no case reaches this row: the one before it takes all that is left")
            .hint("put the row without `when` last")
            .note(rest->at, "this one");
        return;
      }
      Row row;
      row.error = item->text_at("error");
      row.doc = item->text_at("doc");
      row.source = item->text_at("source");
      row.at = item->at;
      row.outcome = outcome(item->text_at("then"));
      const Node* code = item->find("code");
      if (code) row.code = read_code(*code);
      if ((code == nullptr) != row.error.empty()) {
        to_.diags
            .error(Code::W022, item->at,
                   code ? "this row has a code and no `error`" : "this row has an error and no `code`")
            .hint("a fault has a number and a name; what is no fault has neither");
      }
      if (const Node* when = item->find("when")) {
        row.when_text = when->text;
        row.when = condition(*when, checker);
        if (row.when && !row.when->may_abort) checker.hold(*row.when, false);  // the first row that is true is taken
      } else {
        rest = item;
      }
      group_->rows.push_back(row);
    }
    if (rest || group_->rows.empty()) return;
    to_.diags.error(Code::W012, group_->rows.back().at, "nothing is said of what none of these rows takes")
        .hint("end with a row that has no `when`");
  }

  int outcome(std::string_view then) {
    auto& known = group_->outcomes;
    auto found = std::find(known.begin(), known.end(), then);
    if (found == known.end()) found = known.insert(known.end(), then);
    return static_cast<int>(found - known.begin());
  }

  void load_checks(const Node& list, guard::Checker& checker) {
    const Node* first = nullptr;
    for (const Node* item : list.items) {
      if (!item->is_map() || item->broken || !item->find("code") || !item->find("require")) continue;
      Check check;
      check.id = item->text_at("id");
      check.doc = item->text_at("doc");
      check.source = item->text_at("source");
      check.at = item->at;
      check.code = read_code(*item->find("code"));
      bool warning = item->text_at("severity") == "warning";
      if (!first) group_->warning = warning;
      if (first && warning != group_->warning) {
        to_.diags
            .error(Code::W013, item->at,
                   in_quotes(group_->name) + " has errors and warnings, and a run ends at the first of either")
            .hint("put the warnings in a group of their own")
            .note(first->at, "this one is of the other severity");
      }
      if (!first) first = item;
      load_guards(*item, check, checker);
      group_->checks.push_back(check);
    }
  }

  void load_guards(const Node& node, Check& check, guard::Checker& checker) {
    const Node* when = node.find("when");
    const Node& require = *node.find("require");
    check.require_text = require.text;
    if (when) {
      check.when_text = when->text;
      check.when = condition(*when, checker);
      guard::Checker::Under under(checker);
      if (check.when) checker.hold(*check.when);
      check.require = condition(require, checker);
      return;
    }
    check.require = condition(require, checker);
    // A warning goes on, so nothing rests on it.
    if (check.require && !group_->warning) checker.hold(*check.require);
  }

  const Loading& to_;
  WireModel& model_;
  std::map<std::uint32_t, Place>& codes_;
  Group* group_ = nullptr;
};

}  // namespace

void load_groups(const Node& list, const Loading& to) {
  std::map<std::uint32_t, Place> codes;
  for (const Node* item : list.items) {
    if (item->is_map() && !item->broken) GroupLoader(to, codes).load(*item);
  }
}

}  // namespace npuspec::wire
