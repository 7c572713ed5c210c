#include "fence/debug_database.h"

#include <expat.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "fence/graph.h"

namespace npuspec::fence {
namespace {

[[noreturn]] void fail(const std::string& name, std::uint64_t line, const std::string& what) {
  throw PlanError(name + ":" + std::to_string(line) + ": " + what);
}

// The text of the tables that are read, and where each begins.
class Xml {
 public:
  struct Table {
    std::string text;
    std::uint64_t line = 0;
  };

  Xml(const std::string& name, std::string_view text) : name_(name), parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw PlanError(name + ": no memory for an XML parser");
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), start, end);
    XML_SetCharacterDataHandler(parser_.get(), characters);
    XML_SetStartDoctypeDeclHandler(parser_.get(), doctype);
    constexpr std::size_t kPiece = 1u << 20;  // expat counts in int
    do {
      const std::string_view piece = text.substr(0, kPiece);
      text.remove_prefix(piece.size());
      const XML_Status status =
          XML_Parse(parser_.get(), piece.data(), static_cast<int>(piece.size()), text.empty() ? XML_TRUE : XML_FALSE);
      if (!refused_.empty()) fail(name_, refused_line_, refused_);
      if (status == XML_STATUS_OK) continue;
      fail(name_, line(), std::string("no XML: ") + XML_ErrorString(XML_GetErrorCode(parser_.get())));
    } while (!text.empty());
  }

  const Table* table(const std::string& name) const {
    const auto found = tables_.find(name);
    return found == tables_.end() ? nullptr : &found->second;
  }

 private:
  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };

  std::uint64_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }

  // No exception may cross expat.
  void refuse(const std::string& what) {
    if (!refused_.empty()) return;
    refused_ = what;
    refused_line_ = line();
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  static void doctype(void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    static_cast<Xml*>(self)->refuse("a document type: Vela writes none, and none is expanded here");
  }

  static void start(void* self, const XML_Char* element, const XML_Char** attributes) {
    auto& xml = *static_cast<Xml*>(self);
    ++xml.depth_;
    const std::string_view is = element;
    if (xml.depth_ > 2 || is != (xml.depth_ == 1 ? "debug" : "table")) {
      return xml.refuse("an element " + quote(is) + ": Vela's debug database is one 'debug' of 'table's");
    }
    if (xml.depth_ != 2) return;
    std::string name;
    for (; *attributes != nullptr; attributes += 2) {
      if (std::string_view(attributes[0]) == "name") name = attributes[1];
    }
    if (name != "source" && name != "optimised" && name != "queue" && name != "perf") return;
    const auto [made, is_new] = xml.tables_.try_emplace(name);
    if (!is_new) return xml.refuse("a second table " + quote(name));
    made->second.line = xml.line();
    xml.current_ = &made->second;
  }

  static void end(void* self, const XML_Char*) {
    auto& xml = *static_cast<Xml*>(self);
    --xml.depth_;
    xml.current_ = nullptr;
  }

  static void characters(void* self, const XML_Char* text, int length) {
    auto& xml = *static_cast<Xml*>(self);
    if (xml.current_ != nullptr) xml.current_->text.append(text, static_cast<std::size_t>(length));
  }

  const std::string& name_;
  std::unique_ptr<XML_ParserStruct, Free> parser_;
  std::unordered_map<std::string, Table> tables_;
  Table* current_ = nullptr;
  unsigned depth_ = 0;
  std::string refused_;
  std::uint64_t refused_line_ = 0;
};

// A table: a line of column names, then rows. A cell in quotes ends at a quote before a comma or the end of the line.
class Rows {
 public:
  Rows(const std::string& name, const char* table, const Xml::Table& of)
      : name_(name), table_(table), rest_(of.text), line_(of.line) {
    if (!next_line()) fail(name_, line_, "the table '" + std::string(table_) + "' is empty");
    header_ = cells_;
  }

  bool next() {
    if (!next_line()) return false;
    if (cells_.size() != header_.size()) {
      fail(name_, line_,
           "a row of " + std::to_string(cells_.size()) + " cells, and its table '" + table_ + "' has " +
               std::to_string(header_.size()) + " columns");
    }
    return true;
  }

  std::uint64_t line() const { return line_; }

  std::optional<std::size_t> find(std::string_view column) const {
    const auto found = std::find(header_.begin(), header_.end(), column);
    if (found == header_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header_.begin());
  }

  std::size_t column(std::string_view called) const {
    if (const auto found = find(called)) return *found;
    fail(name_, line_,
         "the table '" + std::string(table_) + "' has no column '" + std::string(called) +
             "': is it Vela's, of a version from 3 to 5?");
  }

  std::string_view text(std::size_t column) const { return cells_[column]; }

  std::int64_t number(std::size_t column) const {
    std::int64_t out = 0;
    const std::string_view cell = cells_[column];
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out);
    if (error != std::errc() || end != cell.data() + cell.size()) {
      fail(name_, line_, quote(header_[column]) + " is " + quote(cell) + ", which is no whole number");
    }
    return out;
  }

 private:
  bool next_line() {
    for (;;) {
      if (rest_.empty()) return false;
      if (started_) ++line_;
      started_ = true;
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      std::string_view line = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) continue;
      split(line);
      return true;
    }
  }

  void split(std::string_view line) {
    cells_.clear();
    for (;;) {
      std::size_t end = line.find(',');
      std::string_view cell = line.substr(0, end);
      if (line.starts_with('"')) {
        const std::size_t quote = std::min(line.find("\",", 1), line.size() - 1);
        if (quote == 0 || line[quote] != '"') fail(name_, line_, "a cell without a quote at its end");
        cell = line.substr(1, quote - 1);
        end = quote + 1 == line.size() ? std::string_view::npos : quote + 1;
      }
      cells_.push_back(cell);
      if (end == std::string_view::npos) return;
      line.remove_prefix(end + 1);
    }
  }

  const std::string& name_;
  const char* table_;
  std::string_view rest_;
  std::uint64_t line_;
  bool started_ = false;
  std::vector<std::string_view> header_;
  std::vector<std::string_view> cells_;
};

void read_source(Rows rows, DebugDatabase& out) {
  const std::size_t id = rows.column("id");
  const std::size_t type = rows.column("operator");
  const std::size_t extents[] = {rows.column("ofm_h"), rows.column("ofm_w"), rows.column("ofm_d")};
  const std::optional<std::size_t> index = rows.find("ext_key");
  out.has_operator_index = index.has_value();
  std::unordered_set<std::int64_t> seen;
  while (rows.next()) {
    DebugDatabase::Source& one = out.source.emplace_back();
    one.id = rows.number(id);
    if (!seen.insert(one.id).second) fail(out.name, rows.line(), "source " + std::to_string(one.id) + " comes twice");
    one.type = rows.text(type);
    for (std::size_t extent : extents) one.output.push_back(rows.number(extent));
    if (index.has_value() && rows.number(*index) >= 0) one.operator_index = rows.number(*index);
  }
}

void read_optimised(Rows rows, DebugDatabase& out, std::unordered_set<std::int64_t>& ids) {
  const std::size_t id = rows.column("id");
  const std::size_t source = rows.column("source_id");
  const std::size_t type = rows.column("operator");
  while (rows.next()) {
    out.optimised.push_back({rows.number(id), rows.number(source), std::string(rows.text(type))});
    if (ids.insert(rows.number(id)).second) continue;
    fail(out.name, rows.line(), "optimised " + std::to_string(rows.number(id)) + " comes twice");
  }
}

void read_queue(Rows rows, DebugDatabase& out, const std::unordered_set<std::int64_t>& ids) {
  const std::size_t id = rows.column("optimised_id");
  while (rows.next()) {
    out.queue.push_back(rows.number(id));
    if (ids.contains(out.queue.back())) continue;
    fail(out.name, rows.line(), "no optimised operator has the id " + std::to_string(out.queue.back()));
  }
}

void read_perf(Rows rows, DebugDatabase& out) {
  const std::size_t source = rows.column("source_id");
  const std::size_t type = rows.column("operator");
  const std::size_t cycles = rows.column("op_cycles");
  auto& perf = out.perf.emplace();
  while (rows.next()) {
    DebugDatabase::Measured& one = perf.emplace_back();
    one.source = rows.number(source);
    one.type = rows.text(type);
    if (std::string wrong = Decimal::parse(rows.text(cycles), one.cycles); !wrong.empty()) {
      fail(out.name, rows.line(), "op_cycles: " + wrong);
    }
  }
}

// The operators as Vela 3 numbers them: depth first from what the graph returns, each behind those that it reads from.
std::vector<std::uint32_t> depth_first(const Graph& graph) {
  const Model& model = graph.model();
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(model.operators(), false);
  struct Visit {
    std::uint32_t op;
    std::uint32_t next_input;
  };
  std::vector<Visit> open;
  const auto visit = [&](std::int32_t tensor) {
    const std::int64_t by = tensor < 0 ? Graph::kNone : graph.made_by(static_cast<std::uint32_t>(tensor));
    if (by == Graph::kNone || seen[static_cast<std::size_t>(by)]) return;
    seen[static_cast<std::size_t>(by)] = true;
    open.push_back({static_cast<std::uint32_t>(by), 0});
  };
  const auto* outputs = model.root().subgraphs()->Get(0)->outputs();
  for (std::uint32_t i = 0; i < flat::length(outputs); ++i) {
    visit(outputs->Get(i));
    while (!open.empty()) {
      Visit& top = open.back();
      const auto* inputs = model.op(top.op)->inputs();
      if (top.next_input < flat::length(inputs)) {
        visit(inputs->Get(top.next_input++));
        continue;
      }
      order.push_back(top.op);
      open.pop_back();
    }
  }
  return order;
}

// Height, width and depth of its first output, as Vela counts them.
std::vector<std::int64_t> output_of(const Model& model, std::uint32_t op) {
  std::vector<std::int64_t> out = {1, 1, 1};
  const auto* outputs = model.op(op)->outputs();
  if (flat::length(outputs) == 0) return out;
  const auto* shape = model.tensor(static_cast<std::uint32_t>(outputs->Get(0)))->shape();
  const auto rank = static_cast<std::uint32_t>(flat::length(shape));
  for (std::uint32_t i = 0; i < std::min(rank, 3u); ++i) out[2 - i] = shape->Get(rank - 1 - i);
  return out;
}

using SourceOperators = std::unordered_map<std::int64_t, std::uint32_t>;  // by the id of a source

SourceOperators by_index(const DebugDatabase& database, std::span<const OperatorIdentity> operators) {
  SourceOperators out;
  for (const DebugDatabase::Source& one : database.source) {
    if (!one.operator_index.has_value()) continue;
    if (*one.operator_index >= static_cast<std::int64_t>(operators.size())) {
      throw PlanError(database.name + ": it tells of operator " + std::to_string(*one.operator_index) +
                      ", and there are " + std::to_string(operators.size()) + ": it is of another model");
    }
    const auto index = static_cast<std::uint32_t>(*one.operator_index);
    if (types_conflict(one.type, operators[index])) {
      throw PlanError(database.name + ": operator " + std::to_string(index) + " is " + quote(one.type) +
                      " there, and " + operators[index].opcode + " here: it is of another model");
    }
    out.emplace(one.id, index);
  }
  return out;
}

SourceOperators by_order(const DebugDatabase& database, const Model* model) {
  if (model == nullptr) {
    throw PlanError(database.name +
                    ": Vela 3 numbered the operators in an order that only the model tells: plan with the model");
  }
  const Graph graph(*model);
  const std::vector<std::uint32_t> order = depth_first(graph);
  if (order.size() != database.source.size()) {
    throw PlanError(database.name + ": it tells of " + std::to_string(database.source.size()) + " operators, and " +
                    std::to_string(order.size()) + " of " + model->name() +
                    " lead to an output: it is of another model");
  }
  SourceOperators out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const DebugDatabase::Source& one = database.source[i];
    if (one.output != output_of(*model, order[i])) {
      throw PlanError(database.name + ": the output of source " + std::to_string(one.id) + " (" + one.type +
                      ") has another shape than that of " + model->describe_operator(order[i]) +
                      ": it is of another model, or numbered in an order that is not known here");
    }
    out.emplace(one.id, order[i]);
  }
  return out;
}

[[noreturn]] void another_run(const DebugDatabase& database, const Costs& costs, const std::string& why) {
  throw PlanError(database.name + ": it is not of the run that wrote " + costs.name + ": " + why +
                  "; let Vela write both at once, with --verbose-performance --enable-debug-db");
}

std::string at_row(const Costs& costs, std::size_t row) { return "line " + std::to_string(costs.rows[row].line); }

// The source of each row, by the table that has the rows themselves.
std::vector<std::int64_t> sources_by_perf(const DebugDatabase& database, const Costs& costs) {
  const auto& perf = *database.perf;
  if (perf.size() != costs.rows.size()) {
    another_run(database, costs,
                "it has " + std::to_string(perf.size()) + " rows, and there are " + std::to_string(costs.rows.size()));
  }
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < perf.size(); ++i) {
    if (perf[i].type != costs.rows[i].npu_operator || perf[i].cycles != costs.rows[i].cycles) {
      another_run(database, costs,
                  at_row(costs, i) + " is " + quote(costs.rows[i].npu_operator) + " of " + costs.rows[i].cycles.text() +
                      " cycles, and " + quote(perf[i].type) + " of " + perf[i].cycles.text() + " there");
    }
    out.push_back(perf[i].source);
  }
  return out;
}

// By the order in which operators first come in the queue.
std::vector<std::int64_t> sources_by_queue(const DebugDatabase& database, const Costs& costs) {
  constexpr std::string_view kCopy = "Memcpy";  // is no command of the NPU
  std::unordered_map<std::int64_t, const DebugDatabase::Optimised*> by_id;
  for (const DebugDatabase::Optimised& one : database.optimised) by_id.emplace(one.id, &one);
  std::vector<const DebugDatabase::Optimised*> order;
  std::unordered_set<std::int64_t> seen;
  for (std::int64_t id : database.queue) {
    if (seen.insert(id).second) order.push_back(by_id.at(id));
  }
  std::vector<std::int64_t> out;
  auto next = order.begin();
  for (std::size_t i = 0; i < costs.rows.size(); ++i) {
    const CostRow& row = costs.rows[i];
    const bool is_next = next != order.end() && (*next)->type == row.npu_operator;
    if (!is_next && row.npu_operator != kCopy) {
      another_run(database, costs,
                  at_row(costs, i) + " is " + quote(row.npu_operator) + ", and " +
                      (next == order.end() ? "no operator is left there" : quote((*next)->type) + " there"));
    }
    out.push_back(is_next ? (*next++)->source : -1);
  }
  if (next != order.end()) {
    another_run(database, costs, "operators are left there behind its last row: " + quote((*next)->type));
  }
  return out;
}

}  // namespace

DebugDatabase read_debug_database(std::string name, std::string_view text) {
  DebugDatabase out;
  out.name = std::move(name);
  const Xml xml(out.name, text);
  const auto need = [&](const char* table) -> const Xml::Table& {
    if (const Xml::Table* found = xml.table(table)) return *found;
    throw PlanError(out.name + ": no table '" + table +
                    "': is it the debug database that Vela writes with --enable-debug-db?");
  };
  read_source(Rows(out.name, "source", need("source")), out);
  if (const Xml::Table* perf = xml.table("perf")) {
    read_perf(Rows(out.name, "perf", *perf), out);
    return out;
  }
  std::unordered_set<std::int64_t> ids;
  read_optimised(Rows(out.name, "optimised", need("optimised")), out, ids);
  read_queue(Rows(out.name, "queue", need("queue")), out, ids);
  return out;
}

std::vector<std::optional<std::uint32_t>> attribute(const DebugDatabase& database, const Costs& costs,
                                                    const Model* model, std::span<const OperatorIdentity> operators) {
  const SourceOperators operator_of =
      database.has_operator_index ? by_index(database, operators) : by_order(database, model);
  const std::vector<std::int64_t> sources =
      database.perf.has_value() ? sources_by_perf(database, costs) : sources_by_queue(database, costs);
  std::vector<std::optional<std::uint32_t>> out;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto found = operator_of.find(sources[i]);
    out.push_back(found == operator_of.end() ? std::nullopt : std::optional(found->second));
    const CostRow& row = costs.rows[i];
    if (!out.back().has_value() || row.is_unknown()) continue;
    const OperatorIdentity& op = operators[*out.back()];
    if (types_conflict(row.source_operator, op)) {
      another_run(database, costs,
                  at_row(costs, i) + " is of " + quote(row.source_operator) + ", and operator " +
                      std::to_string(*out.back()) + ", as it tells, " + op.opcode);
    }
  }
  return out;
}

}  // namespace npuspec::fence
