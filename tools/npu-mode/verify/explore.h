// Every state that sequences of steps reach, breadth first, to a fixpoint.
//
// States are packed into words of one array, found again through a flat table of indices: memory grows linearly with
// them, about 8 bytes a word and 15 more each. A step that goes wrong ends there. The first time a verdict comes up is
// by a shortest sequence. No depth is a bound; a limit of states that is reached is an error, TooMany.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/model.h"

namespace npuspec::verify {

struct TooMany {
  std::size_t limit = 0;
};

// A step that goes wrong where a marker stands.
struct Edge {
  std::uint16_t step = 0;
  std::uint8_t marker = 0;
  std::uint8_t verdict = 0;

  auto operator<=>(const Edge&) const = default;
};

struct Failure {
  std::uint32_t state = 0;
  Edge edge;
};

class StateSet {
 public:
  explicit StateSet(std::size_t words) : words_(words), table_(1024, 0) {}

  std::size_t size() const { return size_; }
  State at(std::size_t index) const;
  // The index, and whether it is new.
  std::pair<std::uint32_t, bool> insert(const State& state);
  bool contains(const State& state) const { return table_[slot(state)] != 0; }

 private:
  std::size_t slot(const State& state) const;
  void grow();

  std::size_t words_;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> states_;
  std::vector<std::uint32_t> table_;  // index + 1; 0: free
};

struct Space {
  explicit Space(std::size_t words) : states(words) {}

  StateSet states;
  std::vector<std::uint32_t> parent;
  std::vector<std::uint16_t> by;  // the step that led there
  std::vector<Failure> failures;  // each edge once, the shortest first
  std::uint64_t tried = 0;        // steps

  bool safe() const { return failures.empty(); }
  bool has(const Edge& edge) const;
  // The steps to a failure, the failing one last.
  std::vector<std::uint16_t> sequence(const Failure& failure) const;
};

struct Search {
  std::size_t max_states = 0;     // 0: none
  bool stop = false;              // at the first failure
  const Space* beyond = nullptr;  // only edges that this one does not have count as failures
};

Space explore(const Model& model, const EffectTable& table, const Search& search = {});

}  // namespace npuspec::verify
