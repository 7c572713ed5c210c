#include <unordered_set>

#include "front/kinds/descriptor/fault.h"
#include "front/kinds/descriptor/parts.h"

namespace npuspec::descriptor {
namespace {

using guard::Expr;
using guard::Origin;
using guard::Typed;

class Rules {
 public:
  Rules(Builder& build, Struct& of) : build_(build), of_(of), arena_(build.model.arena) {}

  void read() {
    make_scope(build_, of_);
    of_.checker = std::make_unique<guard::Checker>(*of_.scope, arena_, build_.diags);
    of_.checks.reserve(of_.params.size() + of_.fields.size());
    for (const Param& param : of_.params) add_param_check(param);
    for (Field& field : of_.fields) add_field_check(field);
    const Node* checks = of_.row->find("checks");
    if (checks && checks->is_list()) {
      for (const Node* row : checks->items) add_check(*row);
    }
    if (!of_.checker->finish()) of_.complete = false;
    refuse_taken_codes();
  }

 private:
  // The rules of a field as one guard in the language, numbers as the row spells them; empty when it has none.
  std::string rule_of(const Field& field) {
    std::string name(field.name);
    std::string element = name;
    std::string all_of = "";
    if (field.array) {
      std::string variable = free_name();
      element += "[" + variable + "]";
      all_of = " for " + variable + " in " +
               (field.index ? std::string(field.index->name)
                            : "0..<" + (field.live ? std::string(field.live->name) : std::to_string(field.count)));
    }
    std::string rule;
    auto add = [&](std::string test, const std::string& loop) {
      if (!loop.empty()) test = "all(" + test + loop + ")";
      rule += (rule.empty() ? "" : " and ") + test;
    };
    if (field.constant) add(element + " == " + std::string(field.row->text_at("const")), all_of);
    if (field.in) add(element + " in " + std::string(field.row->text_at("in")), all_of);
    if (field.of && !field.of->open && !field.constant) {
      // An array that is called as its enum would be asked what it holds.
      const guard::Symbol* like = of_.scope->find(field.of->name);
      add(like && like->is_many() ? "known(" + element + ")" : element + " in " + std::string(field.of->name), all_of);
    }
    if (field.live) {
      std::string variable = free_name();
      add(name + "[" + variable + "] == 0",
          " for " + variable + " in " + std::string(field.live->name) + "..<" + std::to_string(field.count));
    }
    if (!field.only) return rule;
    std::string otherwise;
    std::swap(rule, otherwise);
    add(element + " == " + guard::to_string(field.otherwise), field.array ? all_of : "");
    return "if " + guard::tidy(*field.only) + " then " + (otherwise.empty() ? "true" : otherwise) + " else " + rule;
  }

  // A name for a loop's variable that hides none.
  std::string free_name() {
    for (const char* each : {"i", "k", "n", "element"}) {
      if (!of_.scope->find(each)) return each;
    }
    while (of_.scope->find("element_" + std::to_string(free_))) ++free_;
    return "element_" + std::to_string(free_);
  }

  const Typed* typed(std::string_view text, Place at) {
    guard::AtPlace place(at);
    const Expr* expr = guard::parse(arena_.copy(text), arena_, place, build_.diags);
    return expr ? of_.checker->condition(*expr, place, Origin::kMade) : nullptr;
  }

  // Where it may not be, that is told, and from there on it counts as bounded: what rests on it says nothing more.
  bool bound_live(const Field& field) {
    if (!field.live) return true;
    guard::AtPlace place(field.at);
    const Expr* expr = guard::parse(field.live->name, arena_, place, build_.diags);
    const Typed* value = expr ? of_.checker->value(*expr, place) : nullptr;
    if (!value) return false;
    guard::Bounds bounds = of_.checker->bounds(*value);
    if (bounds.lo >= 0 && bounds.hi <= field.count) return true;
    const Node* live = field.row->find("live");
    build_.diags
        .error(Code::D004, live->at,
               in_quotes(field.live->name) + " may be " + guard::to_string(bounds) + ", and " + in_quotes(field.name) +
                   " has " + std::to_string(field.count) + " elements")
        .span(live->text.size())
        .hint("bound it in a field above this one: `in: 0.." + std::to_string(field.count) + "`")
        .note(field.live->at, in_quotes(field.live->name) + " is here");
    std::string name(field.live->name);
    const Typed* bound = typed(name + " >= 0 and " + name + " <= " + std::to_string(field.count), field.at);
    if (bound) of_.checker->hold(*bound);
    return bound != nullptr;
  }

  // What a parameter may be comes before all that asks for its value.
  void add_param_check(const Param& param) {
    if (!param.symbol) return;  // its name is another's, which has been said
    std::string rule(param.name);
    bool closed = param.of && !param.of->open;
    const Node* in = param.row->is_map() && !param.of && !param.is_bool ? param.row->find("in") : nullptr;
    auto range = in ? parse_range(in->text) : std::nullopt;
    if (closed) {
      rule += " in " + std::string(param.of->name);
    } else if (range && in_unit(range->lo, "") && in_unit(range->hi, "")) {
      rule += " in " + std::string(in->text);
    } else {
      if (!in) refuse_idle_code(param);
      return;
    }
    Check check;
    check.id = param.name;
    check.at = param.at;
    check.param = &param;
    check.about = param.about;
    check.require = typed(std::move(rule), param.at);
    if (!check.require) return;
    of_.checker->hold(*check.require);
    if (param.code) {
      check.code = *param.code;
      of_.checks.push_back(check);
    } else if (!param.row->is_map() || !param.row->find("code")) {
      missing_code(in_quotes(param.name) + " has values that are refused, but no code for when it is", param.at,
                   param.name.size());
    }
  }

  void add_field_check(Field& field) {
    Check check;
    check.id = field.reserved ? reserved_id(field) : field.name;
    check.at = field.at;
    check.field = &field;
    check.offset = field.offset;
    check.about = field.about;
    if (!field.reserved && !field.symbol) return;  // its name is another's, which has been said
    if (!read_only(field)) return;
    std::string rule;
    if (field.reserved) {
      check.does = Check::Does::kReserved;
    } else if (field.digest) {
      check.does = Check::Does::kDigest;
    } else if (field.nested && !field.nested->checks.empty()) {
      check.does = Check::Does::kNested;
      if (!field.nested->params.empty()) {
        build_.diags
            .error(Code::D017, field.at,
                   in_quotes(field.nested->name) + " has parameters, and " + in_quotes(field.name) + " gives it none")
            .span(field.name.size())
            .hint("a struct inside another has no parameters");
        return;
      }
    } else {
      if (!bound_live(field)) return;
      rule = rule_of(field);
      if (rule.empty()) {
        refuse_idle_code(field);
        return;
      }
    }
    if (!rule.empty()) {
      check.require = typed(std::move(rule), field.at);
      if (!check.require) return;
      of_.checker->hold(*check.require);
    }
    if (field.code) {
      check.code = *field.code;
      of_.checks.push_back(check);
    } else if (!field.row->find("code")) {
      field.reserved ? missing_code("reserved bytes must be zero, and have no code for when they are not", field.at, 1)
                     : missing_code(in_quotes(field.name) + " has a rule, but no code for when it fails", field.at,
                                    field.name.size());
    }
  }

  bool read_only(Field& field) {
    const Node* only = field.row->find("only");
    if (field.nested || field.of) return true;  // D018 has been said
    if (!only || !only->is_scalar() || only->broken) return true;
    guard::InNode at(build_.sources, *only);
    field.only = guard::parse(only->text, arena_, at, build_.diags);
    // Checked where it stands, so that what is wrong with it is said there; the rule made of it is sound then.
    return field.only && of_.checker->condition(*field.only, at);
  }

  std::string_view reserved_id(const Field& field) {
    std::string_view id = field.row->text_at("id");
    return id.empty() ? arena_.copy("reserved-" + std::to_string(field.offset)) : id;
  }

  // Of a field or a parameter; unless it has a rule that was refused.
  template <class Row>
  void refuse_idle_code(const Row& row) {
    if (!row.code) return;
    for (std::string_view rule : {"in", "const", "live", "only", "digest"}) {
      if (row.row->find(rule)) return;
    }
    const Entry* code = row.row->entry("code");
    build_.diags.error(Code::D008, code->key_at, in_quotes(row.name) + " has a code, but no rule that could fail")
        .span(4)
        .hint("remove the code, or add a rule: `in: 1..6`");
  }

  void missing_code(const std::string& message, Place at, std::size_t span) {
    build_.diags.error(Code::D008, at, message)
        .span(span)
        .hint("add `code: " + std::to_string(free_code()) + "`, the next free one");
  }

  std::uint32_t free_code() {
    Int most = 0;
    for (const Param& param : of_.params) most = std::max<Int>(most, param.code.value_or(0));
    for (const Field& field : of_.fields) most = std::max<Int>(most, field.code.value_or(0));
    if (const Node* checks = of_.row->find("checks"); checks && checks->is_list()) {
      for (const Node* row : checks->items) most = std::max<Int>(most, int_of(row->find("code")).value_or(0));
    }
    return static_cast<std::uint32_t>(std::min<Int>(most, 65534)) + 1;
  }

  const Typed* condition(const Node* scalar) {
    if (!scalar || !scalar->is_scalar() || scalar->broken) return nullptr;
    guard::InNode at(build_.sources, *scalar);
    const Expr* expr = guard::parse(scalar->text, arena_, at, build_.diags);
    return expr ? of_.checker->condition(*expr, at) : nullptr;
  }

  void add_check(const Node& row) {
    if (!row.is_map() || row.broken) return;
    const Node* id = row.find("id");
    auto code = read_code(row);
    if (!id || !id->is_scalar()) return;
    Check check;
    check.id = id->text;
    check.at = id->at;
    check.about = about_of(row);
    check.age = age_of(row);
    check.code = code.value_or(0);
    if (!check.age.removed.empty()) {
      if (code) of_.former.push_back(check);
      return;
    }
    const Node* require = row.find("require");
    if (!require) return;
    const Node* when = row.find("when");
    check.when = when ? condition(when) : nullptr;
    if (when && !check.when) return;
    if (check.when) {
      guard::Checker::Under under(*of_.checker);
      of_.checker->hold(*check.when);
      hold_under(*check.when);
      check.require = condition(require);
      if (check.require) under_[check.when->key].push_back(check.require);
    } else {
      check.require = condition(require);
      if (check.require) of_.checker->hold(*check.require);
    }
    if (!check.require || !code) return;
    const Field* first = field_of(of_, check);
    check.offset = first ? first->offset : 0;
    of_.checks.push_back(check);
  }

  // What earlier checks say under the same `when`, or under a part of it that is true where it is.
  void hold_under(const Typed& when) {
    if (auto found = under_.find(when.key); found != under_.end()) {
      for (const Typed* require : found->second) of_.checker->hold(*require);
    }
    if (when.act != guard::Act::kAnd) return;
    for (const Typed* part : when.args) hold_under(*part);
  }

  void refuse_taken_codes() {
    std::unordered_map<std::uint16_t, const Check*> codes;
    std::unordered_map<std::string_view, const Check*> ids;
    auto take = [&](const Check& check) {
      auto [code, fresh_code] = codes.try_emplace(check.code, &check);
      if (!fresh_code) {
        build_.diags
            .error(Code::D009, check.at,
                   "code " + std::to_string(check.code) + " of " + in_quotes(check.id) + " is that of " +
                       in_quotes(code->second->id))
            .span(check.id.size())
            .hint("a code is never used twice, not even after its check was removed; " + std::to_string(free_code()) +
                  " is free")
            .note(code->second->at, in_quotes(code->second->id) + " is here");
      }
      auto [id, fresh_id] = ids.try_emplace(check.id, &check);
      if (!fresh_id) {
        build_.diags.error(Code::D009, check.at, in_quotes(check.id) + " names two checks")
            .span(check.id.size())
            .hint("rename one of them")
            .note(id->second->at, "the other is here");
      }
    };
    for (const Check& check : of_.checks) take(check);
    for (const Check& check : of_.former) take(check);
  }

  Builder& build_;
  Struct& of_;
  Arena& arena_;
  int free_ = 0;                                                        // of free_name()
  std::unordered_map<std::uint32_t, std::vector<const Typed*>> under_;  // by the key of a `when`: what checks say there
};

// Nested structs first: their records are types.
void read(Builder& build, Struct& of, std::unordered_set<const Struct*>& done) {
  if (!done.insert(&of).second) return;
  for (const Field& field : of.fields) {
    if (field.nested) read(build, *field.nested, done);
  }
  Rules(build, of).read();
}

}  // namespace

void read_rules(Builder& build) {
  make_file_scope(build);
  std::unordered_set<const Struct*> done;
  for (Struct& of : build.model.structs) read(build, of, done);
}

}  // namespace npuspec::descriptor
