// Random values for groups of rules: numbers at and beside the edges of their types and of the contract, names that the
// contract knows and near misses of them, vectors that are absent, empty, short and long, copies with one thing
// changed.
#pragma once

#include <cstdint>
#include <random>

#include "front/kinds/wire/model.h"

namespace npuspec::test {

class RandomValues {
 public:
  RandomValues(const wire::WireModel& model, std::uint32_t seed);

  // What a group takes, in its order. Made anew in `values`.
  std::vector<wire::Values::Handle> takes(const wire::Group& group, wire::Values& values);

 private:
  wire::Values::Handle object(const guard::Record& record, wire::Values& values, int depth);
  wire::Values::Handle copy(wire::Values::Handle of, wire::Values& values);
  void fill(wire::Values::Handle object, const guard::Symbol& member, wire::Values& values, int depth);
  void fill_union(wire::Values::Handle object, const tables::Field& of, wire::Values& values, int depth);
  guard::Int number(const guard::Symbol& member);
  std::string text();
  bool chance(unsigned percent) { return std::uniform_int_distribution<unsigned>(1, 100)(random_) <= percent; }
  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

  const wire::WireModel& model_;
  std::mt19937 random_;
};

}  // namespace npuspec::test
