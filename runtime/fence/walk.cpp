#include "fence/walk.h"

namespace npuspec::fence {

namespace {

using Tables = flatbuffers::Vector<flatbuffers::Offset<flatbuffers::Table>>;

}  // namespace

std::uint64_t load(const std::uint8_t* from, std::uint8_t width) {
  std::uint64_t bits = 0;
  for (std::uint8_t i = 0; i < width; ++i) bits |= std::uint64_t{from[i]} << (8 * i);
  return bits;
}

std::uint64_t At::bits() const { return present() ? load(place(), field->width) : field->default_bits; }

TableId union_member(const flatbuffers::Table* table, TableId id, const Field& field) {
  if (id != TableId::kQuantizationParameters || field.id != tflite::QuantizationParameters::kDetails) {
    return TableId::kNone;
  }
  const Field& tag = tflite::kQuantizationParametersFields[tflite::QuantizationParameters::kDetailsType];
  return tflite::quantization_parameters_details(static_cast<std::uint8_t>(At{table, id, &tag}.bits()));
}

void walk(const flatbuffers::Table* table, TableId id, Visitor& visitor) {
  visitor.enter(table, id);
  for (const Field& field : tflite::fields(id)) {
    At at{table, id, &field};
    visitor.field(at);
    if (!at.present()) continue;
    if (field.form == Form::kTable) walk(at.as<flatbuffers::Table>(), field.holds, visitor);
    if (field.form == Form::kOpaque) {
      TableId member = union_member(table, id, field);
      if (member != TableId::kNone) walk(at.as<flatbuffers::Table>(), member, visitor);
    }
    if (field.form == Form::kTables) {
      for (const flatbuffers::Table* each : *at.as<Tables>()) walk(each, field.holds, visitor);
    }
  }
}

}  // namespace npuspec::fence
