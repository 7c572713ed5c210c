#include "fence/inspect.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fence/fence.h"
#include "verbs.h"

namespace npuspec::fence {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string model;
  Places places;
  std::string svg;
  Format format = Format::kText;
};

Json json_of(const std::vector<TensorView>& tensors) {
  Json out = Json::array();
  for (const TensorView& each : tensors) {
    out.push_back({{"index", each.index}, {"name", each.name}, {"type", each.type}, {"shape", each.shape}});
  }
  return out;
}

Json json_of(const Inspection& model) {
  Json out;
  out["model"] = model.name;
  out["bytes"] = model.bytes;
  out["sha256"] = model.sha256;
  out["subgraphs"] = model.subgraphs;
  out["tensors"] = model.tensors;
  out["fences"] = model.fences();
  out["refused"] = model.refused.empty() ? Json(nullptr) : Json(model.refused);
  out["warnings"] = model.warnings;
  Json& operators = out["operators"] = Json::array();
  for (const OperatorView& op : model.operators) {
    Json one;
    one["index"] = op.index;
    one["opcode"] = op.opcode;
    one["custom_code"] = op.custom_code.empty() ? Json(nullptr) : Json(op.custom_code);
    one["is_fence"] = op.is_fence;
    one["outputs"] = json_of(op.outputs);
    one["crossing"] = op.looked_behind ? json_of(op.crossing) : Json(nullptr);
    one["bytes"] = op.looked_behind ? Json(op.bytes) : Json(nullptr);
    one["refused"] = op.refused.empty() ? Json(nullptr) : Json(op.refused);
    one["rule"] = op.rule == Fault::kNone ? Json(nullptr) : Json(ethos_u_stream_split::id(op.rule));
    operators.push_back(std::move(one));
  }
  return out;
}

// Columns as wide as what is in them; the last is ragged, since names are long.
class Table {
 public:
  void add(std::vector<std::string> row) {
    for (std::string& cell : row) cell = shown(cell);
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }

  void print() const {
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        line += row[i];
        if (i + 1 < row.size()) line.append(widths_[i] - row[i].size() + 2, ' ');
      }
      while (!line.empty() && line.back() == ' ') line.pop_back();
      say(stdout, line);
    }
  }

 private:
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

std::string cut_of(const OperatorView& op) {
  if (op.is_fence) return "fence";
  if (op.refused.empty()) return "yes";
  return op.rule == Fault::kNone ? "no" : std::string(ethos_u_stream_split::id(op.rule));
}

void print_text(const Inspection& model) {
  say(stdout, model.name + ": " + std::to_string(model.bytes) + " bytes, " + std::to_string(model.operators.size()) +
                  " operators, " + std::to_string(model.tensors) + " tensors, " + std::to_string(model.subgraphs) +
                  (model.subgraphs == 1 ? " subgraph, " : " subgraphs, ") + std::to_string(model.fences()) +
                  (model.fences() == 1 ? " fence" : " fences"));
  say(stdout, "sha256 " + model.sha256);
  for (const std::string& warning : model.warnings) say(stdout, "warning: " + warning);
  if (!model.refused.empty()) say(stdout, "no cut: " + model.refused);
  if (model.operators.empty()) return;
  Table table;
  table.add({"op", "kind", "type", "shape", "crosses", "bytes", "cut", "output"});
  for (const OperatorView& op : model.operators) {
    const TensorView first = op.outputs.empty() ? TensorView{} : op.outputs.front();
    table.add({std::to_string(op.index), op.custom_code.empty() ? op.opcode : op.custom_code, first.type, first.shape,
               op.looked_behind ? std::to_string(op.crossing.size()) : "-",
               op.looked_behind ? std::to_string(op.bytes) : "-", cut_of(op), quote(first.name)});
  }
  std::printf("\n");
  table.print();
  std::printf(
      "\ncrosses, bytes: tensors that a cut behind the operator copies; cut: yes, or the rule that refuses it, no "
      "where "
      "that is no\nrule of the contract; fence: it is one\n");
}

int run_inspect(const Options& options) {
  const ModelFile file(options.model);
  const Inspection model = inspect(file.model());
  std::optional<RewriteResult> fenced;  // as `cut` would, so that nothing is shown that it refuses
  if (options.places.given()) {
    fenced = rewrite_model_with_fences(file.model(), positions(options.places, file.model()));
  }
  if (!options.svg.empty()) {
    const std::string page = draw(model, fenced ? fenced->boundary_after_ops : std::vector<std::uint32_t>());
    Inputs({options.model, options.places.plan}).keep(options.svg);
    write_file(options.svg, {reinterpret_cast<const std::uint8_t*>(page.data()), page.size()});
  }
  if (options.format == Format::kJson) {
    Json json = json_of(model);
    if (fenced) to_json(json["boundaries"], static_cast<const ethos_u_stream_split::Sidecar&>(*fenced));
    print(json);
    return 0;
  }
  print_text(model);
  if (fenced) {
    std::printf("\ncut so, it has %u segments:\n", fenced->num_segments);
    print_segments(*fenced);
  }
  return 0;
}

}  // namespace

void add_inspect(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand("inspect", "Show a model's operators, and where it can be cut");
  auto options = std::make_shared<Options>();
  verb->add_option("MODEL", options->model, "A TFLite model")->required()->type_name("");
  add_places_options(*verb, options->places);
  verb->add_option("--svg", options->svg,
                   "Draw the operators and the fences of the model, or the cuts that are asked for")
      ->type_name("FILE");
  add_format_option(*verb, options->format);
  verb->callback([options, &status] {
    status = run("npu-fence inspect", options->format, [&] { return run_inspect(*options); });
  });
}

}  // namespace npuspec::fence
