// Goes through the tables of a verified model, field by field, by what the generated tables of fields say.
//
// So a rule about fields (an index is within its vector, an offset moves with the file) is written once, for all
// tables. What is Opaque is not entered; a union is entered where its tag is a member that the spec lists.
#pragma once

#include <cstdint>
#include <string>

#include "tflite_gen.hpp"
#include "tflite_generated.h"

namespace npuspec::fence {

using tflite::Field;
using tflite::Form;
using tflite::TableId;

// One field of one table. The bytes have been verified.
struct At {
  const flatbuffers::Table* table;
  TableId id;
  const Field* field;

  bool present() const { return table->CheckField(field->slot()); }
  // A scalar's bits, in the low `width` bytes; those of its default where it is absent.
  std::uint64_t bits() const;
  const std::uint8_t* place() const { return table->GetAddressOf(field->slot()); }
  template <class T>
  const T* as() const {
    return table->GetPointer<const T*>(field->slot());
  }
};

// The table that a union holds; kNone where it is Opaque or its tag is not known.
TableId union_member(const flatbuffers::Table* table, TableId id, const Field& field);

// Reads `width` bytes, little-endian.
std::uint64_t load(const std::uint8_t* from, std::uint8_t width);

class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void enter(const flatbuffers::Table*, TableId) {}
  virtual void field(const At&) = 0;  // present or not
};

// The table, then all that it leads to, depth first, each as often as it is led to.
void walk(const flatbuffers::Table* table, TableId id, Visitor& visitor);

// Calls f(what, offset, size) for all data that a table has by its place in the file: "buffer 3", bytes 592 to 600.
template <class F>
void for_each_range(const tflite::fbs::Model& root, F f) {
  for (std::uint32_t i = 0; i < flat::length(root.buffers()); ++i) {
    const auto* buffer = root.buffers()->Get(i);
    if (buffer->offset() > tflite::Buffer::kOffsetAbove)
      f("buffer " + std::to_string(i), buffer->offset(), buffer->size());
  }
  for (std::uint32_t graph = 0; graph < flat::length(root.subgraphs()); ++graph) {
    const auto* operators = root.subgraphs()->Get(graph)->operators();
    for (std::uint32_t i = 0; i < flat::length(operators); ++i) {
      const auto* op = operators->Get(i);
      if (op->large_custom_options_offset() <= tflite::Operator::kLargeCustomOptionsOffsetAbove) continue;
      f("operator " + std::to_string(i) + " of graph " + std::to_string(graph), op->large_custom_options_offset(),
        op->large_custom_options_size());
    }
  }
}

inline const flatbuffers::Table* root_table(const tflite::fbs::Model& model) {
  return reinterpret_cast<const flatbuffers::Table*>(&model);
}

}  // namespace npuspec::fence
