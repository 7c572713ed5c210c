// Changes of a spec whose meaning is known by the way they are made.
//
// Nothing here asks the compiler or its rules what a change means: each mutation says it, from what it did to the text.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "draft.h"

namespace npuspec::test {

enum class Sense { kNothing, kWords, kSource, kAdditive, kBreaking };

struct Side {
  Sense sense = Sense::kNothing;
  bool old_reader = false;  // of new data breaks
  bool new_reader = false;  // of old data breaks
  bool version_back = false;
};

// What a change means, and what undoing it means. `about` stands in one of the findings' messages.
struct Meaning {
  Side there;
  Side back;
  std::string about;
};

inline constexpr Side kNone = {};
inline constexpr Side kWordsOnly = {Sense::kWords, false, false};
inline constexpr Side kNamesOnly = {Sense::kSource, false, false};
inline constexpr Side kAdds = {Sense::kAdditive, false, false};
inline constexpr Side kAddsOldRefuses = {Sense::kAdditive, true, false};
inline constexpr Side kAddsNewMisses = {Sense::kAdditive, false, true};
inline constexpr Side kBreaksBoth = {Sense::kBreaking, true, true};
inline constexpr Side kBreaksNew = {Sense::kBreaking, false, true};
inline constexpr Side kBreaksOld = {Sense::kBreaking, true, false};
// Nothing is refused, and nobody knows from the spec whether the same comes out.
inline constexpr Side kMayDiffer = {Sense::kAdditive, true, true};

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }
  bool toss() { return below(2) == 0; }

  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::mt19937 engine_;
};

inline constexpr const char* kUnderContract = "tables under a contract";

struct Mutation {
  const char* name;
  const char* kind;  // of the specs it can change; "*": any; kUnderContract: tables that a wire spec is over
  // Edits the draft and says what that means; nothing when this draft offers no occasion.
  std::function<std::optional<Meaning>(Draft& draft, Dice& dice)> apply;
};

std::vector<Mutation> neutral_mutations();
std::vector<Mutation> descriptor_mutations();
std::vector<Mutation> table_mutations();      // tables and wire
std::vector<Mutation> policy_mutations();     // policy and device
std::vector<Mutation> other_mutations();      // selection and kernels
std::vector<Mutation> number_mutations();     // policy, device and selection
std::vector<Mutation> attribute_mutations();  // one attribute of one row, of every kind
std::vector<Mutation> row_mutations();        // rows that come, go and change places, of every kind

// Every map of the tree, outermost first, that is not below a key named in `except`.
std::vector<const Node*> maps_of(const Node& root, const std::vector<std::string_view>& except = {});

// Every list of rows that stands under the key.
std::vector<const Node*> lists_of(const Draft& draft, std::string_view key);

// Every map that stands under the key.
std::vector<const Node*> maps_at(const Draft& draft, std::string_view key);

// A row of any list under the key that has all of `keys`, as a scalar that can be replaced; null when there is none.
const Node* row_with(const Draft& draft, Dice& dice, std::string_view list, const std::vector<std::string_view>& keys);

std::string text_of(const Node& map, std::string_view key);

// Takes a row out of a list of several under the key, and gives it; null when there is no such list.
const Node* remove_row(Draft& draft, Dice& dice, std::string_view list);

// Swaps two neighbours of a list under the key; false when there is none.
bool swap_rows(Draft& draft, Dice& dice, std::string_view list);

// A code that no check has.
std::string new_code(Dice& dice);

// Mutations of more than one kind of spec.
std::optional<Meaning> code_changed_in(Draft& draft, Dice& dice, std::string_view list);
std::optional<Meaning> symbol_added(Draft& draft, Dice& dice);
std::optional<Meaning> symbol_retired(Draft& draft, Dice& dice);  // its number stays taken
std::optional<Meaning> symbol_value_changed(Draft& draft, Dice& dice);
std::optional<Meaning> column_changed(Draft& draft, Dice& dice);  // for one symbol, be it false or true
std::optional<Meaning> sentence_changed(Draft& draft, Dice& dice);
std::optional<Meaning> sentence_added(Draft& draft, Dice& dice);
std::optional<Meaning> sentence_removed(Draft& draft, Dice& dice);
std::optional<Meaning> sentences_swapped(Draft& draft, Dice& dice);

}  // namespace npuspec::test
