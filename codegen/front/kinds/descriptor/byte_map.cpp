#include "front/kinds/descriptor/byte_map.h"

#include <algorithm>

namespace npuspec::descriptor {
namespace {

constexpr std::uint32_t kRow = 8;           // bytes
constexpr std::uint32_t kWidth = 10;        // columns of a byte, its left border included
constexpr std::uint32_t kMostElements = 8;  // of an array that are drawn one by one
constexpr std::uint32_t kMostRows = 4;      // of a cell that are all drawn
constexpr std::string_view kMargin = "      ";

struct Cell {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::string label;

  std::uint32_t end() const { return offset + size; }
};

std::string index_text(const Field& field, std::uint32_t index) {
  return "[" + (field.index ? std::string(field.index->type.rows[index].name) : std::to_string(index)) + "]";
}

std::vector<Cell> cells_of(const Struct& of) {
  std::vector<Cell> cells;
  for (const Field& field : of.fields) {
    std::string name = field.reserved ? "reserved" : std::string(field.name);
    if (field.reserved || !field.array) {
      cells.push_back({field.offset, field.size, name});
    } else if (field.count > kMostElements) {
      cells.push_back({field.offset, field.size, name + "[0.." + std::to_string(field.count - 1) + "]"});
    } else {
      for (std::uint32_t i = 0; i < field.count; ++i) {
        cells.push_back({field.offset + i * field.element_size(), field.element_size(), name + index_text(field, i)});
      }
    }
  }
  return cells;
}

class Map {
 public:
  explicit Map(const Struct& of) : size_(of.size), cells_(cells_of(of)) {}

  std::vector<std::string> draw() {
    std::string numbers(kMargin);
    for (std::uint32_t i = 0; i < std::min(kRow, size_); ++i) numbers += "    " + std::to_string(i) + "     ";
    lines_.push_back(numbers);
    for (std::uint32_t row = 0; row < size_; row += kRow) {
      if (left_out(row)) {
        if (!left_out(row - kRow)) lines_.push_back(std::string(kMargin) + "  ...");
        continue;
      }
      lines_.push_back(border(row));
      lines_.push_back(content(row));
    }
    lines_.push_back(border((size_ + kRow - 1) / kRow * kRow));
    for (std::string& line : lines_) line.erase(line.find_last_not_of(' ') + 1);
    return lines_;
  }

 private:
  // Of cells in the order of their offsets.
  const Cell* at(std::uint32_t byte) const {
    auto after = std::upper_bound(cells_.begin(), cells_.end(), byte,
                                  [](std::uint32_t value, const Cell& cell) { return value < cell.offset; });
    if (after == cells_.begin()) return nullptr;
    const Cell* cell = &*std::prev(after);
    return byte < cell->end() ? cell : nullptr;
  }

  // A row in the midst of a tall cell: neither of the first two nor the last.
  bool left_out(std::uint32_t row) const {
    const Cell* cell = at(row);
    if (!cell || cell->size <= kMostRows * kRow) return false;
    return row >= cell->offset + 2 * kRow && row + 2 * kRow <= cell->end();
  }

  // The line above a row: open where a cell goes on.
  std::string border(std::uint32_t row) const {
    std::string line(kMargin);
    std::uint32_t bytes = std::min(kRow, size_ - (row < size_ ? row : row - kRow));
    if (row > 0) bytes = std::min(kRow, size_ - (row - kRow));
    for (std::uint32_t i = 0; i < bytes; ++i) {
      const Cell* below = at(row + i);
      bool goes_on = row > 0 && below && below == at(row + i - kRow);
      line += "+" + std::string(kWidth - 1, goes_on ? ' ' : '-');
    }
    return line + "+";
  }

  std::string content(std::uint32_t row) const {
    std::string number = std::to_string(row);
    std::string line = std::string(kMargin.size() - 1 - number.size(), ' ') + number + " ";
    std::uint32_t end = std::min(row + kRow, size_);
    for (std::uint32_t byte = row; byte < end;) {
      const Cell* cell = at(byte);
      std::uint32_t stop = std::min(cell->end(), end);
      std::size_t width = (stop - byte) * kWidth - 1;
      std::string label = cell->offset == byte ? " " + cell->label : "";
      if (label.size() > width) label = label.substr(0, width - 1) + "~";
      line += "|" + label + std::string(width - label.size(), ' ');
      byte = stop;
    }
    return line + "|";
  }

  std::uint32_t size_;
  std::vector<Cell> cells_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> byte_map(const Struct& of) { return Map(of).draw(); }

}  // namespace npuspec::descriptor
