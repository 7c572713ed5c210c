#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>

#include "cli.h"
#include "read_policy.h"
#include "tables.h"
#include "verbs.h"

namespace npuspec::mode {
namespace {

enum class Format { kText, kCsv, kMarkdown, kSvg };

struct Options {
  std::string spec;
  std::vector<std::string> knobs;
  bool all_knobs = false;
  Format format = Format::kText;
};

constexpr const char* kWho = "npu-mode matrix";
constexpr const char* kCsvKnobs[] = {"nothrash", "f16warm", "sdp_noreset"};  // the columns of the format

// A line of the matrix: a row and a mode that it enters.
struct Line {
  std::size_t profile = 0;
  std::size_t to = 0;
  std::string target;
  std::vector<std::optional<ork_effect>> effects;  // by the mode before
};

std::vector<Line> lines_of(const Table& table, std::uint32_t knobs) {
  const std::vector<std::string> modes = table.modes();
  std::vector<Line> lines;
  for (std::size_t profile = 0; profile < table.profiles().size(); ++profile) {
    const bool transient = table.transient(profile);
    for (std::size_t to = 0; to < (transient ? 1 : modes.size()); ++to) {
      Line line = {profile, to, transient ? "same" : modes[to], {}};
      bool entered = false;
      for (std::size_t from = 0; from < modes.size(); ++from) {
        line.effects.push_back(table.decide(profile, from, transient ? from : to, knobs));
        entered = entered || line.effects.back();
      }
      if (entered) lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string cell_or_dash(const std::optional<ork_effect>& effect) { return effect ? cell_text(*effect) : "-"; }

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string text_of(const Table& table, const Setting& setting) {
  std::string out = setting_text(setting, table.knobs()) + "\n" + padded("profile", 11) + " to \\ from ";
  for (const std::string& mode : table.modes()) out += " " + padded(mode, 9);
  out += "\n";
  for (const Line& line : lines_of(table, setting.knobs)) {
    out += padded(table.profiles()[line.profile], 11) + " " + padded(line.target, 10);
    for (const auto& effect : line.effects) out += " " + padded(cell_or_dash(effect), 9);
    out += "\n";
  }
  return out;
}

std::string markdown_of(const Table& table, const Setting& setting) {
  std::string out = setting_text(setting, table.knobs()) + "\n\n| row | to |";
  std::string rule = "|---|---|";
  for (const std::string& mode : table.modes()) {
    out += " " + mode + " |";
    rule += "---|";
  }
  out += "\n" + rule + "\n";
  for (const Line& line : lines_of(table, setting.knobs)) {
    out += "| " + table.profiles()[line.profile] + " | " + line.target + " |";
    for (const auto& effect : line.effects) out += " " + cell_or_dash(effect) + " |";
    out += "\n";
  }
  return out;
}

std::string scope_text(std::uint32_t scope) {
  constexpr const char* kNames[] = {"NONE", "SCALAR", "PERCORE", "BOTH"};
  return kNames[scope & 3u];
}

std::string csv_of(const Table& table, const Setting& setting) {
  const std::vector<std::string> knobs = table.knobs();
  std::string values;
  for (const char* knob : kCsvKnobs) {
    std::string value;  // a policy without the knob says nothing
    for (std::size_t i = 0; i < knobs.size(); ++i) {
      if (knobs[i] == knob) value = std::to_string(setting.knobs >> i & 1u);
    }
    values += "," + value;
  }
  const std::vector<std::string> modes = table.modes();
  std::string out;
  for (const Line& line : lines_of(table, setting.knobs)) {
    for (std::size_t from = 0; from < modes.size(); ++from) {
      if (!line.effects[from]) continue;
      const ork_effect& effect = *line.effects[from];
      out += table.profiles()[line.profile] + "," + modes[from] + "," +
             modes[table.transient(line.profile) ? from : line.to] + values + "," + (effect.fired ? "1" : "0") + "," +
             (effect.reset ? "1" : "0") + "," + scope_text(effect.warm) + "," + scope_text(effect.size) + "," +
             modes[static_cast<std::size_t>(effect.marker)] + "\n";
    }
  }
  return out;
}

// One setting's matrix, `top` pixels down; a reset is filled, a clear is not.
std::string svg_of(const Table& table, const Setting& setting, std::size_t& top) {
  constexpr std::size_t kRow = 22;
  constexpr std::size_t kCell = 84;
  constexpr std::size_t kLeft = 200;
  std::string out;
  auto text = [&](std::size_t x, const std::string& words) {
    out += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(top + 15) + "\">" + words + "</text>\n";
  };
  text(4, setting_text(setting, table.knobs()));
  top += kRow;
  const std::vector<std::string> modes = table.modes();
  for (std::size_t i = 0; i < modes.size(); ++i) text(kLeft + i * kCell + 4, modes[i]);
  top += kRow;
  for (const Line& line : lines_of(table, setting.knobs)) {
    text(4, table.profiles()[line.profile] + " -&gt; " + line.target);
    for (std::size_t i = 0; i < line.effects.size(); ++i) {
      const bool resets = line.effects[i] && line.effects[i]->reset;
      out += "<rect x=\"" + std::to_string(kLeft + i * kCell) + "\" y=\"" + std::to_string(top) + "\" width=\"" +
             std::to_string(kCell) + "\" height=\"" + std::to_string(kRow) + "\" fill=\"" +
             (resets ? "#f4b6a6" : "#ffffff") + "\" stroke=\"#999999\"/>\n";
      text(kLeft + i * kCell + 8, cell_or_dash(line.effects[i]));
    }
    top += kRow;
  }
  top += kRow;
  return out;
}

std::vector<Setting> settings_of(const Table& table, const Options& options, const Setting& one) {
  if (!options.all_knobs) return {one};
  std::vector<Setting> all;
  for (std::uint32_t knobs = 0; knobs < 1u << table.knobs().size(); ++knobs) {
    all.push_back({knobs, std::vector<std::string>(table.knobs().size(), "--all-knobs")});
  }
  return all;
}

std::string print_all(const Table& table, Format format, const std::vector<Setting>& settings) {
  std::string out;
  std::size_t top = 4;
  const std::string legend = "R reset (" + std::to_string(static_cast<int>(reset_ms())) +
                             " ms), w warm clear, s size clear, k a transition without an effect, 0 none\n";
  if (format == Format::kCsv) {
    out = "profile,from,to,nothrash,f16warm,sdp_noreset,returned,reset,warm_cleared,size_cleared,marker_after\n";
  }
  for (const Setting& setting : settings) {
    switch (format) {
      case Format::kText:
        out += text_of(table, setting);
        break;
      case Format::kCsv:
        out += csv_of(table, setting);
        break;
      case Format::kMarkdown:
        out += (out.empty() ? "" : "\n") + markdown_of(table, setting);
        break;
      case Format::kSvg:
        out += svg_of(table, setting, top);
        break;
    }
  }
  if (format == Format::kText) return out + legend;
  if (format == Format::kMarkdown) return out + "\n" + legend;
  if (format == Format::kCsv) return out;
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(204 + table.modes().size() * 84) +
         "\" height=\"" + std::to_string(top) + "\" font-family=\"monospace\" font-size=\"12\">\n" + out + "</svg>\n";
}

int matrix(const Options& options) {
  int status = 0;
  std::unique_ptr<Table> table;
  if (options.spec.empty()) {
    table = linked_table();
  } else if (std::optional<verify::Policy> policy = read_policy(kWho, options.spec, status)) {
    table = table_of(*std::move(policy));
  } else {
    return status;
  }
  const std::optional<Setting> setting = read_setting(kWho, options.knobs, table->knobs(), table->default_knobs());
  if (!setting) return 2;
  std::fputs(print_all(*table, options.format, settings_of(*table, options, *setting)).c_str(), stdout);
  return status;
}

}  // namespace

void add_matrix(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("matrix", "Print what every transition does");
  verb->add_option("--spec", options->spec, "A policy's spec to read; else the policy that is linked")
      ->type_name("FILE");
  cli::add_choice(*verb, "--format", options->format,
                  {{"text", Format::kText}, {"csv", Format::kCsv}, {"md", Format::kMarkdown}, {"svg", Format::kSvg}},
                  "How it is printed");
  cli::add_knobs(*verb, options->knobs);
  verb->add_flag("--all-knobs", options->all_knobs, "Under every setting of the knobs");
  verb->callback([options, &status] { status = matrix(*options); });
}

}  // namespace npuspec::mode
