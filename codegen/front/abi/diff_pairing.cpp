#include <algorithm>
#include <array>

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
};

// Attributes that name nothing of the spec: words, and names of another world.
constexpr std::string_view kPlainText[] = {"doc", "source", "env", "since", "deprecated", "distinct", "custom_code"};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

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

std::string owner_of(std::string_view id) {
  std::size_t end = id.find_last_of(".@");
  return std::string(end == std::string_view::npos ? std::string_view() : id.substr(0, end));
}

Pairing::Pairing(const SpecReport& before, const SpecReport& after) : before_(before), after_(after) {
  for (const Fact& fact : before.facts) {
    if (!is_cell(before, fact)) old_facts_[{fact.what, fact.id}] = &fact;
  }
  for (const Fact& fact : after.facts) {
    if (!is_cell(after, fact)) new_facts_[{fact.what, fact.id}] = &fact;
  }
  find_renames();
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
      words_[name] = last_name(fact->id);
      break;
    }
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
      pairs_.push_back({old, &fact, renamed_attributes(old->attributes)});
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

// Whole words only; a name that stands for something else as well makes a change look like one, never hides one, unless
// the two texts become equal, which takes the same rename on both sides.
std::string Pairing::renamed(const std::string& text) const {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    std::string word = text.substr(i, std::max<std::size_t>(end - i, 1));
    auto found = end > i ? words_.find(word) : words_.end();
    result += found == words_.end() ? word : found->second;
    i += word.size();
  }
  return result;
}

Json Pairing::renamed(const Json& value) const {
  if (value.is_string()) return renamed(value.get<std::string>());
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json& part : value) list.push_back(renamed(part));
    return list;
  }
  if (!value.is_object()) return value;
  Json map = Json::object();
  for (const auto& [key, part] : value.items()) map[renamed(key)] = renamed(part);
  return map;
}

Json Pairing::renamed_attributes(const Json& attributes) const {
  if (words_.empty()) return attributes;
  Json result = Json::object();
  for (const auto& [key, value] : attributes.items()) {
    bool plain = std::find(std::begin(kPlainText), std::end(kPlainText), key) != std::end(kPlainText);
    result[key] = plain ? value : renamed(value);
  }
  return result;
}

}  // namespace npuspec
