#include <bit>

#include "front/kinds/policy/lower.h"

namespace npuspec::policy {

Packing packing(const PolicyModel& model) {
  Packing all;
  auto next = [&all](std::string_view name, unsigned width) {
    Packing::Part part{name, all.bits, width};
    all.bits += width;
    return part;
  };
  all.valid = next("valid", 1);
  all.fired = next("fired", 1);
  for (const Column& column : model.columns) {
    all.columns.push_back(next(column.name, column.fields.empty() ? 1 : static_cast<unsigned>(column.fields.size())));
  }
  all.marker = next("marker", static_cast<unsigned>(std::bit_width(model.modes.size() - 1)));
  return all;
}

std::uint32_t packed(const PolicyModel& model, const Packing& packing, const Point& point) {
  const Cell& cell = model.cell(point);
  if (!cell.valid) return 0;
  std::uint32_t bits = 1u << packing.valid.shift;
  if (cell.returned) bits |= 1u << packing.fired.shift;
  for (std::size_t i = 0; i < model.columns.size(); ++i) bits |= model.effect(point, i) << packing.columns[i].shift;
  return bits | static_cast<std::uint32_t>(cell.marker) << packing.marker.shift;
}

}  // namespace npuspec::policy
