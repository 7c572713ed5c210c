#include <algorithm>
#include <array>

#include "front/abi/diff_guards.h"
#include "front/abi/diff_parts.h"

namespace npuspec {
namespace {

struct Ownership {
  std::string_view what;
  std::array<std::string_view, 4> owners;
};

constexpr Ownership kOwnerships[] = {
    {"symbol", {"enum"}},
    {"field", {"struct", "table", "field", "sidecar"}},
    {"bits", {"field"}},
    {"reserved", {"struct"}},
    {"check", {"struct", "group"}},
    {"let", {"struct", "table", "record"}},
    {"param", {"struct", "group"}},
    {"row", {"group"}},
    {"budget", {"row"}},
    {"selector", {"effect", "column"}},
    {"prefix", {"effect", "column"}},
};

// Attributes that name other facts of the spec or of one that it rests on, or of what their own fact belongs to. Guards
// are no names: Guards knows what those in them stand for.
struct Reference {
  std::string_view what;
  std::string_view attribute;
  std::string_view names;
  bool of_owner = false;
};

constexpr Reference kReferences[] = {
    {"field", "type", "enum"},
    {"field", "type", "struct"},
    {"field", "index", "enum"},
    {"param", "type", "enum"},
    {"ioctl", "struct", "struct"},
    {"field", "live", "field", true},
    {"set", "is", "mode"},
    {"site", "profile", "profile"},
    {"site", "chain", "chain-kind"},
    {"profile", "to", "mode"},
    {"unrouted", "sets", "mode"},
    {"leaf", "cell", "cell"},
    {"rule", "event", "event"},
    {"rule", "outcome", "outcome"},
    {"state", "type", "enum"},
    {"state", "per", "object"},
    {"switch", "type", "enum"},
    {"cost", "effect", "effect"},
    {"cost", "knob", "knob"},
    {"cost", "knob", "runtime-knob"},
    {"runtime-knob", "suppresses", "effect"},
    {"runtime-knob", "suppresses", "column"},
};

std::string last_name(std::string_view id) {
  std::size_t dot = id.rfind('.');
  return std::string(dot == std::string_view::npos ? id : id.substr(dot + 1));
}

std::vector<std::string> former_names(const Fact& fact) {
  auto found = fact.attributes.find("formerly");
  if (found == fact.attributes.end()) return {};
  if (found->is_string()) return {found->get<std::string>()};
  std::vector<std::string> names;
  if (!found->is_array()) return names;
  for (const Json& name : *found) {
    if (name.is_string()) names.push_back(name.get<std::string>());
  }
  return names;
}

// The cells of a policy are many, and are compared as effects.
bool is_cell(const SpecReport& spec, const Fact& fact) { return fact.what == "cell" && spec.kind == "policy"; }

}  // namespace

std::span<const std::string_view> owners_of(std::string_view what) {
  for (const Ownership& row : kOwnerships) {
    if (row.what != what) continue;
    std::size_t count = 0;
    while (count < row.owners.size() && !row.owners[count].empty()) ++count;
    return {row.owners.data(), count};
  }
  return {};
}

bool names_a_type(std::string_view what, std::string_view attribute) {
  if (what == "symbol") return attribute == "columns" || attribute.starts_with("column.");
  return std::any_of(std::begin(kReferences), std::end(kReferences), [&](const Reference& each) {
    return each.what == what && each.attribute == attribute && (each.names == "enum" || each.names == "struct");
  });
}

std::string owner_of(std::string_view id) {
  std::size_t end = id.find_last_of(".@");
  return std::string(end == std::string_view::npos ? std::string_view() : id.substr(0, end));
}

Pairing::Pairing(const SpecReport& before, const SpecReport& after, std::vector<const Pairing*> old_uses,
                 std::vector<const Pairing*> new_uses)
    : before_(before), after_(after), old_uses_(std::move(old_uses)), new_uses_(std::move(new_uses)) {
  for (const Fact& fact : before.facts) {
    if (!is_cell(before, fact)) old_facts_[{fact.what, fact.id}] = &fact;
  }
  for (const Fact& fact : after.facts) {
    if (!is_cell(after, fact)) new_facts_[{fact.what, fact.id}] = &fact;
  }
  find_renames();
  find_renamed_lets();
  pair_up();
}

const Fact* Pairing::old_fact(std::string_view what, std::string_view id) const {
  auto found = old_facts_.find({std::string(what), std::string(id)});
  return found == old_facts_.end() ? nullptr : found->second;
}

const Fact* Pairing::new_fact(std::string_view what, std::string_view id) const {
  auto found = new_facts_.find({std::string(what), std::string(id)});
  return found == new_facts_.end() ? nullptr : found->second;
}

Pairing::Named Pairing::named(Side side, std::string_view what, std::string_view id) const {
  if (const Fact* own = fact(side, what, id)) return {this, own};
  for (const Pairing* used : uses(side)) {
    if (const Fact* found = used->fact(side, what, id)) return {used, found};
  }
  return {};
}

// The other name of a fact, or of what it belongs to.
std::string Pairing::followed(const Names& names, std::string_view what, const std::string& id) {
  auto found = names.find({std::string(what), id});
  if (found != names.end()) return found->second;
  std::string owner = owner_of(id);
  for (std::string_view owner_what : owners_of(what)) {
    if (owner.empty()) break;
    std::string other_owner = followed(names, owner_what, owner);
    if (other_owner != owner) return other_owner + id.substr(owner.size());
  }
  return id;
}

void Pairing::find_renames() {
  std::vector<const Fact*> facts;
  for (const Fact& fact : after_.facts) {
    if (!is_cell(after_, fact)) facts.push_back(&fact);
  }
  // Owners first, so that what belongs to a renamed struct is looked for under the old one.
  auto depth = [](const Fact* fact) { return std::count(fact->id.begin(), fact->id.end(), '.'); };
  std::stable_sort(facts.begin(), facts.end(), [&](auto* a, auto* b) { return depth(a) < depth(b); });
  for (const Fact* fact : facts) {
    if (old_fact(fact->what, once(fact->what, fact->id))) continue;
    std::string owner = owner_of(once(fact->what, fact->id));
    for (const std::string& name : former_names(*fact)) {
      std::string old_id = owner.empty() ? name : owner + "." + name;
      if (!old_fact(fact->what, old_id) || now_.contains({fact->what, old_id}) ||
          new_fact(fact->what, now(fact->what, old_id)))
        continue;
      once_[{fact->what, fact->id}] = old_id;
      now_[{fact->what, old_id}] = fact->id;
      break;
    }
  }
}

// A let is known by what it is defined as.
void Pairing::find_renamed_lets() {
  std::vector<const Fact*> gone;
  for (const Fact& fact : before_.facts) {
    if (fact.what == "let" && !new_fact("let", now("let", fact.id))) gone.push_back(&fact);
  }
  if (gone.empty()) return;
  Guards guards(*this);
  for (const Fact& fact : after_.facts) {
    std::string old_id = once("let", fact.id);
    if (fact.what != "let" || old_fact("let", old_id)) continue;
    auto same = std::find_if(gone.begin(), gone.end(), [&](const Fact* let) {
      return owner_of(let->id) == owner_of(old_id) && guards.define_the_same(*let, fact);
    });
    if (same == gone.end()) continue;
    once_[{"let", fact.id}] = (*same)->id;
    now_[{"let", (*same)->id}] = fact.id;
    gone.erase(same);
  }
}

bool Pairing::belongs_to(const Fact& fact, const std::set<FactKey>& wholes) const {
  std::string owner = owner_of(fact.id);
  auto owners = owners_of(fact.what);
  return !owner.empty() && std::any_of(owners.begin(), owners.end(), [&](std::string_view what) {
    return wholes.contains({std::string(what), owner});
  });
}

void Pairing::pair_up() {
  std::set<FactKey> came;
  std::set<FactKey> went;
  std::set<const Fact*> paired;
  for (const Fact& fact : after_.facts) {
    if (is_cell(after_, fact)) continue;
    const Fact* old = old_fact(fact.what, once(fact.what, fact.id));
    if (old) {
      pairs_.push_back({old, &fact, renamed_attributes(*old)});
      paired.insert(old);
    } else {
      came.insert({fact.what, fact.id});
    }
  }
  for (const Fact& fact : before_.facts) {
    if (!is_cell(before_, fact) && !paired.contains(&fact)) went.insert({fact.what, fact.id});
  }
  for (const Fact& fact : after_.facts) {
    if (came.contains({fact.what, fact.id}) && !belongs_to(fact, came)) added_.push_back(&fact);
  }
  for (const Fact& fact : before_.facts) {
    if (went.contains({fact.what, fact.id}) && !belongs_to(fact, went)) removed_.push_back(&fact);
  }
}

// A column of a symbol may be a symbol of any enum: it has another name now when it has that one in all that have it.
std::string Pairing::symbol_now(const std::string& name) const {
  std::set<std::string> names;
  for (const Fact& fact : before_.facts) {
    if (fact.what == "symbol" && last_name(fact.id) == name) names.insert(last_name(now("symbol", fact.id)));
  }
  return names.size() == 1 ? *names.begin() : name;
}

Json Pairing::renamed(const Json& value, const std::function<std::string(const std::string&)>& name_now) {
  if (value.is_string()) return name_now(value.get<std::string>());
  if (!value.is_structured()) return value;
  Json parts = value;
  for (Json& part : parts) part = renamed(part, name_now);
  return parts;
}

// Of a fact of this spec, or of one that it rests on.
std::string Pairing::now_anywhere(std::string_view what, const std::string& id) const {
  std::string name = now(what, id);
  for (std::size_t i = 0; i < old_uses_.size() && name == id; ++i) name = old_uses_[i]->now(what, id);
  return name;
}

// "row.reset" of a profile: a column, and what it chooses there, "SCALAR NOTKW": the scope if there is one, a selector.
std::pair<std::string, Json> Pairing::renamed_choice(const std::string& key, const Json& value) const {
  std::string column = key.substr(key.find('.') + 1);
  std::string column_now = now("effect", column);
  if (column_now == column) column_now = now("column", column);
  Json choice = renamed(value, [&](const std::string& words) {
    std::size_t at = words.rfind(' ') + 1;
    return words.substr(0, at) + last_name(now("selector", column + "." + words.substr(at)));
  });
  return {"row." + column_now, std::move(choice)};
}

Json Pairing::renamed_attributes(const Fact& before) const {
  if (now_.empty() && old_uses_.empty()) return before.attributes;
  Json result = Json::object();
  for (const auto& [key, old_value] : before.attributes.items()) {
    if (before.what == "profile" && key.starts_with("row.")) {
      auto [name, choice] = renamed_choice(key, old_value);
      result[name] = std::move(choice);
      continue;
    }
    Json value = old_value;
    for (const Reference& each : kReferences) {
      if (each.what != before.what || each.attribute != key) continue;
      std::string owner = each.of_owner ? owner_of(before.id) + "." : std::string();
      value = renamed(value, [&](const std::string& name) {
        std::string id = now_anywhere(each.names, owner + name);
        return each.of_owner ? last_name(id) : id;
      });
    }
    if (before.what == "symbol" && (key == "columns" || key.starts_with("column."))) {
      value = renamed(value, [&](const std::string& name) {
        std::string symbol = symbol_now(name);
        return symbol == name ? now_anywhere("symbol", name) : symbol;
      });
    }
    result[key] = std::move(value);
  }
  return result;
}

std::vector<const Pairing*> Pairings::uses_of(const SpecReport& spec) {
  std::vector<const Pairing*> uses;
  const Fact* head = spec.find("spec", spec.name);
  constexpr int kDeepest = 100;
  if (!head || !head->attributes.contains("uses") || depth_ > kDeepest) return uses;
  for (const Json& name : head->attributes["uses"]) {
    if (!name.is_string()) continue;
    std::string used = name.get<std::string>();
    bool is_there = before_.find(used) || after_.find(used);
    // A report that was written by hand may have specs that use each other.
    bool in_the_making = pairings_.contains(used) && !pairings_[used];
    if (!is_there || in_the_making) continue;
    ++depth_;
    uses.push_back(&of(used));
    --depth_;
  }
  return uses;
}

const Pairing& Pairings::of(const std::string& name) {
  static const SpecReport kNone;
  std::unique_ptr<Pairing>& pairing = pairings_[name];
  if (pairing) return *pairing;
  const SpecReport* before = before_.find(name);
  const SpecReport* after = after_.find(name);
  if (!before) before = &kNone;
  if (!after) after = &kNone;
  std::vector<const Pairing*> old_uses = uses_of(*before);
  pairing = std::make_unique<Pairing>(*before, *after, std::move(old_uses), uses_of(*after));
  return *pairing;
}

}  // namespace npuspec
