// The matrix of a policy for people: what every row does from every mode, what each knob changes, and a picture of it.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "front/chain_kinds.h"
#include "front/json.h"
#include "front/kinds/policy/lower.h"

namespace npuspec::policy {
namespace {

// A line of the matrix: one row of the policy, one of its targets, and the chain kinds for which it does the same.
struct Line {
  std::size_t profile = 0;
  int to = -1;  // -1: same
  ChainKinds kinds;

  Point at(std::size_t from, std::uint32_t knobs) const {
    return {profile, from, to < 0 ? from : static_cast<std::size_t>(to), knobs, kinds.now.front(), kinds.last.front()};
  }
};

// What a line does from every mode, under each of the settings.
std::string content(const PolicyModel& model, const Line& line, const std::vector<std::uint32_t>& settings) {
  std::string text;
  for (std::uint32_t knobs : settings) {
    for (std::size_t from = 0; from < model.modes.size(); ++from) text += model.letters(line.at(from, knobs)) + " ";
  }
  return text;
}

void add_lines(const PolicyModel& model, std::size_t profile, int to, const std::vector<std::uint32_t>& settings,
               std::vector<Line>& lines) {
  auto does = [&](std::size_t now, std::size_t last) {
    return content(model, {profile, to, {{now}, {last}}}, settings);
  };
  for (ChainKinds& kinds : fold_chain_kinds(model.kinds_that_differ(), does)) {
    lines.push_back({profile, to, std::move(kinds)});
  }
}

std::vector<Line> lines_of(const PolicyModel& model, const std::vector<std::uint32_t>& settings) {
  std::vector<Line> lines;
  for (std::size_t profile = 0; profile < model.profiles.size(); ++profile) {
    std::vector<int> targets(model.profiles[profile].to.begin(), model.profiles[profile].to.end());
    if (model.profiles[profile].same) targets.push_back(-1);
    for (int to : targets) add_lines(model, profile, to, settings, lines);
  }
  return lines;
}

// ", chain SW or HW"; nothing when it may be any.
std::string kinds_text(const PolicyModel& model, const std::string& word, const std::vector<std::size_t>& kinds) {
  std::string words = kinds_in_words(model.chain_names(), kinds);
  return words.empty() ? words : ", " + word + " " + words;
}

std::string target_text(const PolicyModel& model, const Line& line) {
  std::string text = line.to < 0 ? "as it is" : std::string(model.modes[static_cast<std::size_t>(line.to)].name);
  if (model.by_chain) text += kinds_text(model, "chain", line.kinds.now);
  if (model.by_last_chain) text += kinds_text(model, "after", line.kinds.last);
  std::vector<std::size_t> said = model.kinds_said(line.profile);
  auto is_said = [&](std::size_t kind) { return std::find(said.begin(), said.end(), kind) != said.end(); };
  if (model.by_chain && std::none_of(line.kinds.now.begin(), line.kinds.now.end(), is_said))
    text += " " + std::string(kNoSiteSaysIt);
  return text;
}

// How heavy a cell is, for colour: the heaviest of what happens.
std::string_view weight(const PolicyModel& model, const Point& point) {
  if (!model.cell(point).returned) return "noop";
  std::string_view weight = "kept";
  for (std::size_t i = 0; i < model.columns.size(); ++i) {
    if (model.columns[i].letter == 0 || model.effect(point, i) == 0) continue;
    if (model.columns[i].scopes.empty()) return "heavy";
    weight = "light";
  }
  return weight;
}

Json knob_change(const PolicyModel& model, std::size_t knob) {
  std::uint32_t base = model.default_knobs();
  std::uint32_t turned = base ^ (1u << knob);
  std::vector<Line> lines = lines_of(model, {base, turned});
  Json rows = Json::array();
  for (const Line& line : lines) {
    Json cells = Json::array();
    bool any = false;
    for (std::size_t from = 0; from < model.modes.size(); ++from) {
      std::string before = model.letters(line.at(from, base));
      std::string after = model.letters(line.at(from, turned));
      any = any || before != after;
      cells.push_back({{"text", after}, {"changed", before != after}});
    }
    if (any) {
      rows.push_back(
          {{"profile", model.profiles[line.profile].name}, {"to", target_text(model, line)}, {"cells", cells}});
    }
  }
  bool on = (turned >> knob & 1u) != 0;
  return {{"knob", model.knobs[knob].name}, {"value", on ? 1 : 0}, {"env", model.knobs[knob].env}, {"rows", rows}};
}

// The first cell that under two knobs turned together does what it does under neither alone; null when there is none.
Json knobs_together(const PolicyModel& model) {
  std::uint32_t base = model.default_knobs();
  for (std::size_t first = 0; first < model.knobs.size(); ++first) {
    for (std::size_t second = first + 1; second < model.knobs.size(); ++second) {
      std::uint32_t one = base ^ (1u << first);
      std::uint32_t other = base ^ (1u << second);
      std::uint32_t both = one ^ (1u << second);
      for (const Line& line : lines_of(model, {one, other, both})) {
        for (std::size_t from = 0; from < model.modes.size(); ++from) {
          std::string letters = model.letters(line.at(from, both));
          if (letters == model.letters(line.at(from, one)) || letters == model.letters(line.at(from, other))) continue;
          const Point point = line.at(from, both);
          Json knobs = Json::array();
          for (std::size_t knob : {first, second})
            knobs.push_back({{"name", model.knobs[knob].name}, {"value", both >> knob & 1u}});
          return {{"profile", model.profiles[line.profile].name},
                  {"from", model.modes[from].name},
                  {"to", model.modes[point.to].name},
                  {"chain", model.by_chain ? model.chains[point.chain].name : std::string_view()},
                  {"last_chain", model.by_last_chain ? model.chains[point.last_chain].name : std::string_view()},
                  {"knobs", knobs},
                  {"text", letters}};
        }
      }
    }
  }
  return nullptr;
}

// Positions are in the picture's own units; widths are right for a 12-unit monospaced font.
Json picture(const PolicyModel& model, const std::vector<Line>& lines) {
  constexpr std::size_t kLetter = 8;
  constexpr std::size_t kRow = 26;
  constexpr std::size_t kMargin = 12;
  constexpr std::size_t kHead = 64;
  constexpr std::size_t kColumnGap = 6;
  constexpr std::size_t kBaseline = 17;
  std::size_t label = 0;
  for (const Line& line : lines) {
    label = std::max(label, model.profiles[line.profile].name.size() + target_text(model, line).size() + 4);
  }
  std::size_t widest = 4;
  for (const Mode& mode : model.modes) widest = std::max(widest, mode.name.size() + 2);
  std::size_t left = kMargin + label * kLetter;
  std::size_t step = widest * kLetter + kColumnGap;
  Json columns = Json::array();
  for (std::size_t i = 0; i < model.modes.size(); ++i) {
    columns.push_back({{"x", left + i * step + (widest * kLetter) / 2}, {"name", model.modes[i].name}});
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t y = kHead + i * kRow;
    Json cells = Json::array();
    for (std::size_t from = 0; from < model.modes.size(); ++from) {
      Point point = lines[i].at(from, model.default_knobs());
      cells.push_back({{"x", left + from * step},
                       {"middle", left + from * step + (widest * kLetter) / 2},
                       {"text", model.letters(point)},
                       {"weight", weight(model, point)}});
    }
    rows.push_back(
        {{"y", y},
         {"baseline", y + kBaseline},
         {"label", std::string(model.profiles[lines[i].profile].name) + " \u2192 " + target_text(model, lines[i])},
         {"cells", cells}});
  }
  std::size_t bottom = kHead + lines.size() * kRow;
  return {{"width", left + model.modes.size() * step + kMargin},
          {"height", bottom + kRow + kMargin},
          {"left", kMargin},
          {"title_y", kMargin + kBaseline},
          {"head_y", kHead - kMargin / 2},
          {"cell_width", widest * kLetter},
          {"cell_height", kRow - 4},
          {"legend_y", bottom + kBaseline},
          {"columns", columns},
          {"rows", rows}};
}

}  // namespace

void lower_matrix(const Spec&, const PolicyModel& model, Json& ir) {
  std::vector<Line> lines = lines_of(model, {model.default_knobs()});
  Json rows = Json::array();
  for (const Line& line : lines) {
    Json cells = Json::array();
    for (std::size_t from = 0; from < model.modes.size(); ++from) {
      cells.push_back(model.letters(line.at(from, model.default_knobs())));
    }
    rows.push_back(
        {{"profile", model.profiles[line.profile].name}, {"to", target_text(model, line)}, {"cells", cells}});
  }
  Json changes = Json::array();
  for (std::size_t i = 0; i < model.knobs.size(); ++i) changes.push_back(knob_change(model, i));
  ir["matrix"] = {
      {"rows", rows}, {"changes", changes}, {"together", knobs_together(model)}, {"picture", picture(model, lines)}};
}

}  // namespace npuspec::policy
