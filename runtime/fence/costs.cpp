#include "fence/costs.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "fence/model.h"

namespace npuspec::fence {
namespace {

// What columns are called. Source: the files that Vela 3.10, 4.2 and 5.2 write, and the names that arm/mlia reads.
constexpr std::array<std::string_view, 2> kSourceOperator = {"TFLite_operator", "Original Operator"};
constexpr std::array<std::string_view, 1> kNpuOperator = {"NNG Operator"};
constexpr std::array<std::string_view, 1> kCycles = {"Op Cycles"};
constexpr std::array<std::string_view, 1> kTarget = {"Target"};
constexpr std::array<std::string_view, 1> kName = {"Name"};

constexpr std::size_t kNowhere = ~std::size_t{0};

struct Columns {
  std::size_t source_operator = kNowhere;
  std::size_t npu_operator = kNowhere;
  std::size_t cycles = kNowhere;
  std::size_t target = kNowhere;  // Vela 5 alone has it
  std::size_t name = kNowhere;    // the last one: it is the rest of the line

  friend bool operator==(const Columns&, const Columns&) = default;
};

// At most `most` cells: the last one is the rest of the line.
std::vector<std::string_view> split(std::string_view line, std::size_t most) {
  std::vector<std::string_view> cells;
  while (cells.size() + 1 < most) {
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos) break;
    cells.push_back(line.substr(0, comma));
    line.remove_prefix(comma + 1);
  }
  cells.push_back(line);
  return cells;
}

class Reader {
 public:
  explicit Reader(Costs& out) : out_(out) {}

  void line(std::string_view text, std::uint32_t number) {
    number_ = number;
    if (!is_utf8(text)) fail("not UTF-8: is this a text file?");
    if (is_header(text)) return header(text);
    if (columns_.name == kNowhere) {
      fail("no header: the first line of a per-layer CSV names its columns, " + std::string(kSourceOperator[0]) +
           " or " + std::string(kSourceOperator[1]) + " first; let Vela write it with --verbose-performance");
    }
    row(text);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw PlanError(out_.name + ":" + std::to_string(number_) + ": " + what);
  }

  static bool is_header(std::string_view text) {
    const std::string_view first = split(text, 2).front();
    return std::find(kSourceOperator.begin(), kSourceOperator.end(), first) != kSourceOperator.end();
  }

  std::size_t find(const std::vector<std::string_view>& cells, std::span<const std::string_view> names) const {
    std::size_t found = kNowhere;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (std::find(names.begin(), names.end(), cells[i]) == names.end()) continue;
      if (found != kNowhere) fail("two columns are called " + quote(cells[i]) + ": which one is meant cannot be told");
      found = i;
    }
    return found;
  }

  std::size_t need(const std::vector<std::string_view>& cells, std::span<const std::string_view> names) const {
    const std::size_t found = find(cells, names);
    if (found == kNowhere) {
      fail("no column is called '" + std::string(names.front()) +
           "': is this the per-layer CSV that Vela writes with --verbose-performance, and not its summary?");
    }
    return found;
  }

  void header(std::string_view text) {
    const std::vector<std::string_view> cells = split(text, kNowhere);
    Columns columns;
    columns.source_operator = need(cells, kSourceOperator);
    columns.npu_operator = need(cells, kNpuOperator);
    columns.cycles = need(cells, kCycles);
    columns.target = find(cells, kTarget);
    columns.name = need(cells, kName);
    if (columns.name + 1 != cells.size()) fail("the column 'Name' is not the last, as Vela writes it");
    if (columns_.name != kNowhere) {
      if (columns != columns_) fail("this header is another than the first one: two files in one?");
      next_stream();
    }
    columns_ = columns;
  }

  void row(std::string_view text) {
    const std::vector<std::string_view> cells = split(text, columns_.name + 1);
    if (cells.size() != columns_.name + 1) {
      fail("a row of " + std::to_string(cells.size()) + " cells, and the header has " +
           std::to_string(columns_.name + 1) + ": the file may have been cut off");
    }
    CostRow row;
    row.line = number_;
    row.source_operator = cells[columns_.source_operator];
    row.npu_operator = cells[columns_.npu_operator];
    row.name = name_of(cells[columns_.name]);
    if (std::string wrong = Decimal::parse(cells[columns_.cycles], row.cycles); !wrong.empty()) {
      fail("Op Cycles: " + wrong);
    }
    row.on_cpu = columns_.target != kNowhere && cells[columns_.target] == "CPU";
    if (row.on_cpu) next_stream();
    row.stream = stream_;
    stream_used_ |= !row.on_cpu;
    out_.rows.push_back(std::move(row));
  }

  void next_stream() {
    stream_ += stream_used_;
    stream_used_ = false;
  }

  // Vela 3 and 4 write names by the rules of CSV, in quotes where they need some; Vela 5 writes them as they are.
  std::string name_of(std::string_view cell) const {
    if (columns_.target != kNowhere || !cell.starts_with('"')) return std::string(cell);
    std::string out;
    for (std::size_t i = 1; i < cell.size(); ++i) {
      if (cell[i] == '"') {
        if (i + 1 == cell.size()) return out;
        if (cell[++i] != '"') break;
      }
      out += cell[i];
    }
    fail("the name " + quote(cell) + " has no quote at its end: it goes on in the next line, or the file was cut off");
  }

  Costs& out_;
  Columns columns_;
  std::uint32_t number_ = 0;
  std::uint32_t stream_ = 0;
  bool stream_used_ = false;
};

}  // namespace

bool CostRow::is_unknown() const { return source_operator == "UNKNOWN" || source_operator == "N/A"; }

Decimal Costs::total() const {
  Decimal sum;
  for (const CostRow& row : rows) sum += row.cycles;
  return sum;
}

Costs read_costs(std::string name, std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  Costs out{std::move(name), {}};
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Reader reader(out);
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) reader.line(line, number);
  }
  return out;
}

}  // namespace npuspec::fence
