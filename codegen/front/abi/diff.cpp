#include "front/diff.h"

#include <algorithm>
#include <tuple>

#include "front/abi/diff_guards.h"
#include "front/abi/diff_parts.h"
#include "front/kind.h"
#include "front/schema.h"

namespace npuspec {
namespace {

bool may_say_formerly(const schema::Shape& shape, std::string_view what, std::set<const schema::Object*>& seen);

bool may_say_formerly(const schema::Object& of, std::string_view what, std::set<const schema::Object*>& seen) {
  if (!seen.insert(&of).second) return false;
  return std::find(of.renamed_facts.begin(), of.renamed_facts.end(), what) != of.renamed_facts.end() ||
         std::any_of(of.keys.begin(), of.keys.end(),
                     [&](const schema::Key& key) { return may_say_formerly(key.shape, what, seen); });
}

bool may_say_formerly(const schema::Shape& shape, std::string_view what, std::set<const schema::Object*>& seen) {
  return std::any_of(shape.objects.begin(), shape.objects.end(),
                     [&](const schema::Object* of) { return may_say_formerly(*of, what, seen); }) ||
         std::any_of(shape.parts.begin(), shape.parts.end(),
                     [&](const schema::Shape& part) { return may_say_formerly(part, what, seen); });
}

// Whether a row of the kind's files that is such a fact may say what it was called.
bool may_say_formerly(std::string_view kind, std::string_view what) {
  const Kind* its_kind = find_kind(kind);
  std::set<const schema::Object*> seen;
  return its_kind && may_say_formerly(its_kind->schema(), what, seen);
}

// The check of what a parameter may be, which its `in` or its type says.
bool is_rule_of_param(const SpecReport& spec, const Fact& check) {
  if (check.what != "check" || check.attributes.contains("when")) return false;
  const Fact* param = spec.find("param", check.id);
  if (!param) return false;
  std::string in = text_at(*param, "in");
  std::string name = check.id.substr(owner_of(check.id).empty() ? 0 : owner_of(check.id).size() + 1);
  return text_at(check, "require") == name + " in " + (in.empty() ? text_at(*param, "type") : in);
}

}  // namespace

Finding finding(const Pairing& pairing, const Fact* before, const Fact* after, std::string attribute, Change change) {
  const Fact& fact = after ? *after : *before;
  Finding result;
  result.rule = judge(pairing.after().kind, fact.what, attribute, change);
  result.what = fact.what;
  result.id = fact.id;
  result.attribute = std::move(attribute);
  if (before) result.old_at = before->at;
  if (after) result.new_at = after->at;
  return result;
}

namespace {

class SpecDiffer {
 public:
  explicit SpecDiffer(const Pairing& pairing) : pairing_(pairing), guards_(pairing) {}

  std::vector<Finding> run() {
    if (std::optional<Finding> whole = diff_chain_kinds(pairing_)) {
      chains_are_told_ = true;
      findings_.push_back(*std::move(whole));
    }
    if (pairing_.after().kind == "policy") diff_cells(pairing_, findings_);
    for (const Pairing::Pair& pair : pairing_.pairs()) compare(pair);
    compare_reserved();
    compare_orders();
    for (const Fact* fact : pairing_.removed()) removed(*fact);
    for (const Fact* fact : pairing_.added()) added(*fact);
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const Finding& a, const Finding& b) { return a.rule.severity < b.rule.severity; });
    return std::move(findings_);
  }

 private:
  void compare(const Pairing::Pair& pair) {
    const Fact& fact = *pair.after;
    bool was_renamed = pairing_.is_renamed(fact);
    if (was_renamed) renamed(pair);
    for (const auto& [key, value] : fact.attributes.items()) {
      if (was_renamed && (key == "formerly" || key == "symbol")) continue;
      auto old = pair.before_attributes.find(key);
      compare(pair, key, old == pair.before_attributes.end() ? nullptr : &*old, &value);
    }
    for (const auto& [key, value] : pair.before_attributes.items()) {
      if (!fact.attributes.contains(key)) compare(pair, key, &value, nullptr);
    }
  }

  void compare(const Pairing::Pair& pair, const std::string& key, const Json* before, const Json* after) {
    if (key == "order" || (chains_are_told_ && key == "chain" && pair.after->what == "site")) return;
    if (key == "size" && pair.after->what == "reserved") return;  // the fields there tell
    if (key == "require" && is_rule_of_param(pairing_.before(), *pair.before) &&
        is_rule_of_param(pairing_.after(), *pair.after))
      return;  // the parameter tells
    std::optional<Change> change = change_between(pair.after->what, key, before, after);
    bool both_guards = before && after && is_guard(pairing_.after().kind, pair.after->what, key);
    if (both_guards) {
      if (guards_.say_the_same(*pair.before, *pair.after, key)) return;
      if (!change || change == Change::kChanged)
        change = guards_.strictness(*pair.before, *pair.after, key).value_or(Change::kReworded);
    }
    bool other_type = before && after && names_a_type(pair.after->what, key) &&
                      !guards_.name_the_same(*pair.before, *pair.after, key);
    if (!change && other_type) change = Change::kChanged;
    if (!change) return;
    if (key == "name" && after && had_name(*pair.before, *after)) change = Change::kMoved;
    Finding found = finding(pairing_, pair.before, pair.after, key, *change);
    const std::string subject = called(*pair.after);
    const std::string name = attribute_name(key);
    found.subject = subject;
    auto spelled = pair.before->attributes.find(key);  // none where it is named by a column that was renamed
    found.before = before ? show(*pair.before, key, spelled == pair.before->attributes.end() ? *before : *spelled) : "";
    found.after = after ? show(*pair.after, key, *after) : "";
    if (!before) {
      found.message = subject + ": " + name + " " + found.after + ", where there was none";
      found.keep = "leave " + name + " of " + subject + " out";
    } else if (!after) {
      found.message = subject + ": " + name + " " + found.before + " is gone";
      found.keep = way_to_keep(subject, name, found.before);
    } else if (both_guards && found.before == found.after) {
      std::string enums = guards_.enums_with_other_rows(*pair.before, *pair.after, key);
      found.message = subject + ": " + name + " " + found.after + ", where the " +
                      (enums.empty() ? "names stand for others now" : "rows of " + enums + " are others now");
      found.keep = enums.empty() ? "keep what the names in " + name + " of " + subject + " stand for"
                                 : "keep the rows of " + enums;
    } else if (other_type && found.before == found.after) {
      found.message = subject + ": " + name + " " + found.after + ", which is another one now";
      found.keep = "keep what " + name + " of " + subject + " stands for";
    } else {
      found.message = subject + ": " + name + " " + found.before + " -> " + found.after;
      found.keep = way_to_keep(subject, name, found.before);
    }
    if (pairing_.after().kind == "policy" && found.what == "knob" && key == "default") {
      found.message += effects_of_default(pairing_, found.id);
    }
    findings_.push_back(std::move(found));
  }

  // A sentence is not quoted: the verdict stands on one line.
  static std::string way_to_keep(const std::string& subject, const std::string& key, const std::string& value) {
    constexpr std::size_t kQuoted = 40;
    if (key == "at") return "keep " + subject + " at byte " + value;
    if (key == "says") return "keep the sentence of " + subject;
    if (value.size() > kQuoted) return "keep " + subject + " as it was (" + key + ")";
    if (key == "is") return "keep " + subject + " as " + value;
    return "keep " + key + " " + value + " of " + subject;
  }

  // Whether another fact of the same owner had this name: where identity is a number, a name that moved to another one
  // looks like a new name of it.
  bool had_name(const Fact& fact, const Json& new_name) const {
    return std::any_of(pairing_.before().facts.begin(), pairing_.before().facts.end(), [&](const Fact& other) {
      if (&other == &fact || other.what != fact.what || owner_of(other.id) != owner_of(fact.id)) return false;
      auto name = other.attributes.find("name");
      return name != other.attributes.end() && *name == new_name;
    });
  }

  void renamed(const Pairing::Pair& pair) {
    Finding found = finding(pairing_, pair.before, pair.after, "", Change::kRenamed);
    found.before = pair.before->id;
    found.after = pair.after->id;
    std::string now = called(*pair.after);
    found.message = called(*pair.before) + " is called " + now.substr(pair.after->what.size() + 1) + " now";
    found.keep = "keep the name " + found.before;
    findings_.push_back(std::move(found));
  }

  void removed(const Fact& fact) {
    if (is_judged_elsewhere(pairing_.before(), pairing_.new_fact("param", pairing_.now("param", fact.id)), fact))
      return;
    Finding found = finding(pairing_, &fact, nullptr, "", in_open_enum(fact) ? Change::kRemovedOpen : Change::kRemoved);
    found.message = called(fact) + " is gone";
    found.keep = "keep " + called(fact);
    if (const Fact* twin = twin_of(fact)) {
      found.hint = "if " + twin->id + " is the same " + fact.what +
                   ", say `formerly: " + fact.id.substr(owner_of(fact.id).empty() ? 0 : owner_of(fact.id).size() + 1) +
                   "` there";
    }
    if (const Fact* note = pairing_.new_fact("removed", fact.id); note && note->attributes.contains("use")) {
      found.hint = "use " + show("use", note->attributes["use"]) + " instead";
    }
    findings_.push_back(std::move(found));
  }

  void added(const Fact& fact) {
    const std::string& kind = pairing_.after().kind;
    if (is_judged_elsewhere(pairing_.after(), pairing_.old_fact("param", pairing_.once("param", fact.id)), fact))
      return;
    Change change = Change::kAdded;
    if (kind == "descriptor" && fact.what == "field") change = change_of_new_field(pairing_, fact);
    if (in_open_enum(fact)) change = Change::kAddedOpen;
    // A check that only warns refuses nothing.
    bool only_warns = fact.what == "check" && fact.attributes.value("severity", Json()) == Json("warning");
    Finding found = finding(pairing_, nullptr, &fact, only_warns ? "severity" : "", only_warns ? Change::kSet : change);
    found.message = called(fact) + " is new";
    found.keep = "leave " + called(fact) + " out";
    findings_.push_back(std::move(found));
  }

  bool in_open_enum(const Fact& fact) const {
    if (fact.what != "symbol") return false;
    std::string owner = owner_of(fact.id);
    const Fact* of = pairing_.new_fact("enum", pairing_.now("enum", owner));
    if (!of) of = pairing_.old_fact("enum", owner);
    return of && of->attributes.value("open", Json()) == Json(true);
  }

  // An added fact that says the same but for its name, and has not been taken for another one yet.
  const Fact* twin_of(const Fact& gone) {
    if (!may_say_formerly(pairing_.after().kind, gone.what)) return nullptr;
    auto bare = [](const Fact& fact) {
      Json attributes = fact.attributes;
      for (const char* key : {"doc", "source", "since", "order", "formerly"}) attributes.erase(key);
      return attributes;
    };
    for (const Fact* fact : pairing_.added()) {
      if (fact->what == gone.what && owner_of(fact->id) == owner_of(gone.id) && !bare(gone).empty() &&
          bare(*fact) == bare(gone) && offered_.insert(fact).second)
        return fact;
    }
    return nullptr;
  }

  // Lists whose order means something: which of the facts that both reports have stand elsewhere among them.
  void compare_orders() {
    std::map<FactKey, std::vector<const Pairing::Pair*>> lists;
    for (const Pairing::Pair& pair : pairing_.pairs()) {
      if (order_of(*pair.before) && order_of(*pair.after)) {
        lists[{pair.after->what, owner_of(pair.after->id)}].push_back(&pair);
      }
    }
    for (auto& [key, list] : lists) {
      std::sort(list.begin(), list.end(), [](auto* a, auto* b) { return order_of(*a->before) < order_of(*b->before); });
      std::vector<bool> stays = longest_rising(list);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (!stays[i]) moved(*list[i], list);
      }
    }
  }

  static std::optional<double> order_of(const Fact& fact) {
    auto found = fact.attributes.find("order");
    if (found == fact.attributes.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
  }

  // Which members to keep so that the rest is the least that moved. Quadratic; lists of checks and rows are short.
  static std::vector<bool> longest_rising(const std::vector<const Pairing::Pair*>& list) {
    std::vector<std::size_t> length(list.size(), 1);
    std::vector<std::size_t> previous(list.size(), list.size());
    std::size_t last = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (order_of(*list[j]->after) < order_of(*list[i]->after) && length[j] + 1 > length[i]) {
          length[i] = length[j] + 1, previous[i] = j;
        }
      }
      if (length[i] > length[last]) last = i;
    }
    std::vector<bool> stays(list.size(), false);
    for (std::size_t i = last; i < list.size(); i = previous[i]) stays[i] = true;
    return stays;
  }

  void moved(const Pairing::Pair& pair, const std::vector<const Pairing::Pair*>& list) {
    const Pairing::Pair* before_it = nullptr;  // the one that stands just before it now
    for (const Pairing::Pair* other : list) {
      if (order_of(*other->after) < order_of(*pair.after) &&
          (!before_it || order_of(*before_it->after) < order_of(*other->after))) {
        before_it = other;
      }
    }
    Finding found = finding(pairing_, pair.before, pair.after, "order", Change::kMoved);
    found.before = show("order", pair.before->attributes["order"]);
    found.after = show("order", pair.after->attributes["order"]);
    found.message = called(*pair.after) + " stands " + (before_it ? "after " + before_it->after->id : "first") + " now";
    found.keep = "keep " + called(*pair.after) + " where it stood";
    findings_.push_back(std::move(found));
  }

  // Bytes that are reserved no longer, or only now: the fields there tell. A check of a parameter that the other report
  // has, too: the parameter tells.
  bool is_judged_elsewhere(const SpecReport& spec, const Fact* param_of_other, const Fact& fact) const {
    if (chains_are_told_ && (fact.what == "chain-kind" || (fact.what == "prefix" && fact.id == "chains"))) return true;
    return fact.what == "reserved" || (param_of_other && is_rule_of_param(spec, fact));
  }

  // Bytes that stay reserved in a run that starts elsewhere: a rule of theirs with another code is another rule.
  void compare_reserved() {
    for (auto [before, after] : runs_in_common(pairing_)) {
      if (pairing_.now("reserved", before->id) == after->id) continue;
      compare({before, after, before->attributes}, "code", &before->attributes.at("code"),
              &after->attributes.at("code"));
    }
  }

  const Pairing& pairing_;
  Guards guards_;
  std::set<const Fact*> offered_;  // by hints, as what something is called now
  bool chains_are_told_ = false;
  std::vector<Finding> findings_;
};

SpecDiff whole_spec(const SpecReport& spec, bool added) {
  SpecDiff result;
  result.kind = spec.kind;
  result.name = spec.name;
  result.in_old = !added;
  result.in_new = added;
  (added ? result.new_abi : result.old_abi) = spec.abi;
  (added ? result.new_at : result.old_at) = spec.at;
  Finding found;
  found.rule = judge(spec.kind, "spec", "", added ? Change::kAdded : Change::kRemoved);
  found.what = "spec";
  found.id = spec.name;
  found.message = "spec " + spec.name + (added ? " is new" : " is gone");
  found.keep = (added ? "leave it out" : "keep it");
  (added ? found.new_at : found.old_at) = spec.at;
  result.findings.push_back(std::move(found));
  return result;
}

bool same_facts(const SpecReport& a, const SpecReport& b) {
  return std::equal(a.facts.begin(), a.facts.end(), b.facts.begin(), b.facts.end(), [](const Fact& x, const Fact& y) {
    return x.what == y.what && x.id == y.id && x.attributes == y.attributes;
  });
}

SpecDiff both_specs(const SpecReport& before, const SpecReport& after, Pairings& pairings) {
  SpecDiff result;
  result.kind = after.kind;
  result.name = after.name;
  result.old_abi = before.abi;
  result.new_abi = after.abi;
  result.old_at = before.at;
  result.new_at = after.at;
  if (before.kind != after.kind) {
    result.findings = whole_spec(before, false).findings;
    result.findings.front().message =
        "spec " + before.name + " was of kind " + before.kind + " and is of kind " + after.kind + " now";
    return result;
  }
  // Names in its guards may stand for others in the specs that it rests on.
  const Fact* head = after.find("spec", after.name);
  if (same_facts(before, after) && !(head && head->attributes.contains("uses"))) return result;
  const Pairing& pairing = pairings.of(after.name);
  result.findings = SpecDiffer(pairing).run();
  bool moves_effects = std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& found) {
    return found.what == "cell" || (found.what == "knob" && found.attribute == "default");
  });
  if (after.kind == "policy" && moves_effects) result.summary = summary_of_costs(pairing);
  return result;
}

}  // namespace

bool Diff::allowed() const {
  return std::all_of(specs.begin(), specs.end(), [](const SpecDiff& spec) { return spec.allowed; });
}

std::size_t Diff::count(AbiSeverity severity) const {
  std::size_t count = 0;
  for (const SpecDiff& spec : specs) {
    count +=
        static_cast<std::size_t>(std::count_if(spec.findings.begin(), spec.findings.end(),
                                               [&](const Finding& each) { return each.rule.severity == severity; }));
  }
  return count;
}

Diff diff(const Report& before, const Report& after) {
  std::set<std::string> names;
  for (const SpecReport& spec : before.specs) names.insert(spec.name);
  for (const SpecReport& spec : after.specs) names.insert(spec.name);
  Diff result;
  Pairings pairings(before, after);
  for (const std::string& name : names) {
    const SpecReport* old_spec = before.find(name);
    const SpecReport* new_spec = after.find(name);
    SpecDiff spec = old_spec && new_spec ? both_specs(*old_spec, *new_spec, pairings)
                                         : whole_spec(old_spec ? *old_spec : *new_spec, !old_spec);
    judge_versions(spec, old_spec, new_spec);
    bool same_version =
        std::tie(spec.old_abi.major, spec.old_abi.minor) == std::tie(spec.new_abi.major, spec.new_abi.minor);
    if (!spec.findings.empty() || !same_version) result.specs.push_back(std::move(spec));
  }
  return result;
}

}  // namespace npuspec
