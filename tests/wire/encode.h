// Writes values of tables as a flatbuffer, by the generated field tables alone: slots, forms, widths, kinds. What comes
// out is judged by flatc's verifier and read by flatc's accessors, so it tests those tables too.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "front/kinds/wire/values.h"
#include "tflite_gen.hpp"

namespace npuspec::test {

class Encoded {
 public:
  // Each of the objects becomes a table; what two of them share lies in one place.
  Encoded(const wire::Values& values, const std::vector<wire::Values::Handle>& objects);

  template <class Table>
  const Table* table(wire::Values::Handle object) const {
    return reinterpret_cast<const Table*>(bytes_.data() + places_.at(object));
  }

  template <class Table>
  bool verifies(wire::Values::Handle object) const {
    flatbuffers::Verifier verifier(bytes_.data(), bytes_.size());
    return verifier.VerifyTable(table<Table>(object));
  }

 private:
  // A place that an offset waits to be filled with.
  struct Patch {
    std::size_t at;
    const wire::Values::Cell* cell;
    const tflite::Field* field;
  };

  void put(std::uint64_t value, unsigned width);
  void align(std::size_t to, std::size_t skew);
  void patch(std::size_t at, std::size_t target);
  void write_table(wire::Values::Handle object);
  void write_offset(const Patch& patch);
  void write_vector(const Patch& patch);

  const wire::Values& values_;
  std::vector<std::uint8_t> bytes_;
  std::map<wire::Values::Handle, std::size_t> places_;  // of tables
  std::map<guard::Int, std::size_t> vectors_;           // of vectors and strings, by their cell's place
  std::vector<Patch> patches_;
  std::vector<std::pair<std::size_t, wire::Values::Handle>> tables_;  // offsets that wait for a table
};

}  // namespace npuspec::test
