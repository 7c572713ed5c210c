// What the parts of diff share: how facts of two reports are paired, and how a change becomes a Finding.
// Private to this folder, and to explain.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "front/diff.h"

namespace npuspec {

using FactKey = std::pair<std::string, std::string>;  // what, id

// Facts of the old and the new report of one spec, paired through `formerly`, and lets by what they are defined as; but
// for the cells of a policy.
class Pairing {
 public:
  enum class Side : std::uint8_t { kOld, kNew };
  // A fact of this spec or of one that it uses.
  struct Named {
    const Pairing* spec = nullptr;
    const Fact* fact = nullptr;
  };
  struct Pair {
    const Fact* before;
    const Fact* after;
    Json before_attributes;  // where one is a name of another fact, its new name; guards as they were
  };

  // The specs that this one uses in the old report and those that it uses in the new one, each list in its order.
  Pairing(const SpecReport& before, const SpecReport& after, std::vector<const Pairing*> old_uses = {},
          std::vector<const Pairing*> new_uses = {});

  const SpecReport& before() const { return before_; }
  const SpecReport& after() const { return after_; }
  const std::string& name() const { return after_.name.empty() ? before_.name : after_.name; }
  const SpecReport& report(Side side) const { return side == Side::kOld ? before_ : after_; }
  const std::vector<const Pairing*>& uses(Side side) const { return side == Side::kOld ? old_uses_ : new_uses_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  const std::vector<const Fact*>& added() const { return added_; }      // not with what they belong to
  const std::vector<const Fact*>& removed() const { return removed_; }  // not with what they belonged to
  const Fact* old_fact(std::string_view what, std::string_view id) const;
  const Fact* new_fact(std::string_view what, std::string_view id) const;
  const Fact* fact(Side side, std::string_view what, std::string_view id) const {
    return side == Side::kOld ? old_fact(what, id) : new_fact(what, id);
  }

  // What a name of another fact stands for there: its own come before those of the specs that it uses.
  Named named(Side side, std::string_view what, std::string_view id) const;

  bool is_renamed(const Fact& after) const { return once_.contains({after.what, after.id}); }

  // What an old id is called now, and what a new one was called; the id itself when it was not renamed.
  std::string now(std::string_view what, const std::string& old_id) const { return followed(now_, what, old_id); }
  std::string once(std::string_view what, const std::string& new_id) const { return followed(once_, what, new_id); }

 private:
  using Names = std::map<FactKey, std::string>;

  static std::string followed(const Names& names, std::string_view what, const std::string& id);
  void find_renames();
  void find_renamed_lets();
  void pair_up();
  bool belongs_to(const Fact& fact, const std::set<FactKey>& wholes) const;
  Json renamed_attributes(const Fact& before) const;
  std::pair<std::string, Json> renamed_choice(const std::string& key, const Json& value) const;
  std::string now_anywhere(std::string_view what, const std::string& id) const;
  static Json renamed(const Json& value, const std::function<std::string(const std::string&)>& name_now);
  std::string symbol_now(const std::string& name) const;

  const SpecReport& before_;
  const SpecReport& after_;
  std::vector<const Pairing*> old_uses_;
  std::vector<const Pairing*> new_uses_;
  std::map<FactKey, const Fact*> old_facts_;
  std::map<FactKey, const Fact*> new_facts_;
  Names once_;  // new key -> old id
  Names now_;   // old key -> new id
  std::vector<Pair> pairs_;
  std::vector<const Fact*> added_;
  std::vector<const Fact*> removed_;
};

// The specs of two reports, paired by their names, and each with those that it uses.
class Pairings {
 public:
  Pairings(const Report& before, const Report& after) : before_(before), after_(after) {}

  // Of a spec that one of the reports has.
  const Pairing& of(const std::string& name);

 private:
  std::vector<const Pairing*> uses_of(const SpecReport& spec);

  const Report& before_;
  const Report& after_;
  std::map<std::string, std::unique_ptr<Pairing>> pairings_;  // null while it is made
  int depth_ = 0;
};

// Whether an attribute names enums or structs.
bool names_a_type(std::string_view what, std::string_view attribute);

// The facts that a fact of this kind may belong to: a field to a struct, a symbol to an enum.
std::span<const std::string_view> owners_of(std::string_view what);

// The id up to its last dot (or '@'); empty when there is none.
std::string owner_of(std::string_view id);

// What an attribute's change is called; none when there is no change.
std::optional<Change> change_between(std::string_view what, std::string_view attribute, const Json* before,
                                     const Json* after);

// A value as people read it; large numbers of `attribute` in hex where that is how one writes them.
std::string show(std::string_view attribute, const Json& value);

// The same of an attribute of a fact: numbers that are durations as specs spell them, "105 ms".
bool is_duration(const Fact& fact, std::string_view attribute);
std::string show(const Fact& fact, std::string_view attribute, const Json& value);

// An attribute as the spec spells it: "is" for "is_ns", "column bytes" for "column.bytes", "reset" for "row.reset".
std::string attribute_name(std::string_view attribute);

// An attribute that is a text; empty when it is none.
std::string text_at(const Fact& fact, const char* key);

// "field s.rank", "profile XP_CHAIN_NT"; what is known by a number goes by its name: "field Model.version" for
// "Model.#0".
std::string called(const Fact& fact);

// Each old run of reserved bytes with each new run of the same struct that it has bytes in common with.
std::vector<std::pair<const Fact*, const Fact*>> runs_in_common(const Pairing& pairing);

// A field that is new, judged by the bytes it takes.
Change change_of_new_field(const Pairing& pairing, const Fact& field);

// A finding about a fact, judged, with its places; what it says is left to the caller. One of the two facts may be
// null.
Finding finding(const Pairing& pairing, const Fact* before, const Fact* after, std::string attribute, Change change);

// Of a policy in which chain kinds came or went altogether: what sites say of them is not told again.
std::optional<Finding> diff_chain_kinds(const Pairing& pairing);

// The effects of a policy, old against new; and what changes for those who leave a knob at its default.
void diff_cells(const Pairing& pairing, std::vector<Finding>& findings);
std::string effects_of_default(const Pairing& pairing, const std::string& knob);
std::string summary_of_costs(const Pairing& pairing);

// Judges the versions: sets needed, allowed and advice.
void judge_versions(SpecDiff& spec, const SpecReport* before, const SpecReport* after);

}  // namespace npuspec
