#include "front/kinds/policy/expand.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "front/effort.h"
#include "front/kinds/policy/lower.h"

namespace npuspec::policy {
namespace {

Cell evaluate(const PolicyModel& model, const Point& point, Runner& runner) {
  const Profile& profile = model.profiles[point.profile];
  Cell cell;
  cell.valid = profile.enters(point.from, point.to);
  cell.marker = point.from;
  cell.returned = cell.valid && !(profile.sets_marker && point.from == point.to);
  if (!cell.returned) return cell;
  runner.at(point);
  for (std::size_t i = 0; i < model.columns.size(); ++i) {
    bool holds = runner.holds(model.selector(point.profile, i).when);
    runner.decided(i, holds);
    if (holds) cell.holds |= 1u << i;
  }
  if (profile.sets_marker) cell.marker = point.to;
  return cell;
}

// Whether each selector, where a row uses it, was seen to hold and seen not to.
class Seen {
 public:
  explicit Seen(const PolicyModel& model) : model_(model), bits_(model.profiles.size() * model.columns.size()) {
    for (std::size_t i = 0; i < model.cells.size(); ++i) {
      if (!model.cells[i].returned) continue;
      std::size_t profile = model.point(i).profile;
      for (std::size_t column = 0; column < model.columns.size(); ++column) {
        bits_[profile * model.columns.size() + column] |= (model.cells[i].holds >> column & 1u) != 0 ? 2 : 1;
      }
    }
  }

  int bits(std::size_t profile, std::size_t column) const { return bits_[profile * model_.columns.size() + column]; }

 private:
  const PolicyModel& model_;
  std::vector<int> bits_;
};

std::string plain_selector(const Column& column, bool holds) {
  for (const Selector& selector : column.selectors) {
    if (selector.when.is_constant() && (selector.when.typed->value != 0) == holds) return std::string(selector.name);
  }
  return {};
}

void check_dead(const PolicyModel& model, Diags& diags) {
  Seen seen(model);
  for (std::size_t i = 0; i < model.profiles.size(); ++i) {
    const Profile& profile = model.profiles[i];
    for (std::size_t column = 0; column < model.columns.size(); ++column) {
      const Selector& selector = model.selector(i, column);
      int bits = seen.bits(i, column);
      if (selector.when.is_constant() || bits == 3 || bits == 0) continue;
      bool holds = bits == 2;
      std::string plain = plain_selector(model.columns[column], holds);
      diags
          .error(Code::P012, profile.choices[column].at,
                 "row " + in_quotes(profile.name) + ": " + std::string(selector.name) + (holds ? " always" : " never") +
                     " holds here, from whatever mode and under whatever knobs")
          .span(selector.name.size())
          .hint(plain.empty() ? "choose a condition that can go either way"
                              : "say " + plain + ", which is what it does")
          .note(selector.at, "the condition");
    }
  }
}

// A bit for every cell: whether it breaks the law.
std::vector<bool> broken_cells(const PolicyModel& model, const Law& law, Runner& runner) {
  std::vector<bool> broken(model.cells.size());
  for (std::size_t i = 0; i < model.cells.size(); ++i) {
    const Cell& cell = model.cells[i];
    if (!cell.returned) continue;
    Point point = model.point(i);
    runner.at(point);
    for (std::size_t column = 0; column < model.columns.size(); ++column) {
      runner.decided(column, (cell.holds >> column & 1u) != 0);
    }
    runner.left(cell.marker);
    broken[i] = (!law.when || runner.holds(law.when)) && !runner.holds(law.require);
  }
  return broken;
}

// The cell that shows best what is wrong: of a chain kind that a site says, and with as few knobs as can be away from
// their defaults, so that each that is away from it decides.
std::optional<Point> witness(const PolicyModel& model, const std::vector<bool>& broken) {
  std::optional<Point> best;
  std::pair<bool, int> its_rank;
  for (std::size_t i = 0; i < broken.size(); ++i) {
    if (!broken[i]) continue;
    Point point = model.point(i);
    std::vector<std::size_t> said = model.kinds_said(point.profile);
    bool unsaid = model.by_chain && std::find(said.begin(), said.end(), point.chain) == said.end();
    std::pair rank(unsaid, std::popcount(point.knobs ^ model.default_knobs()));
    if (!best || rank < its_rank) best = point, its_rank = rank;
  }
  return best;
}

// A transition is one case for each setting of what decides there whether it breaks the law.
std::size_t count_cases(const PolicyModel& model, const std::vector<bool>& broken) {
  using Way = std::tuple<std::size_t, std::size_t, std::size_t>;
  struct Deciding {
    std::uint32_t knobs = 0;
    bool chain = false;
    bool last_chain = false;
  };
  std::map<Way, Deciding> deciding;
  auto each = [&](auto visit) {
    for (std::size_t i = 0; i < broken.size(); ++i) {
      if (!broken[i]) continue;
      Point point = model.point(i);
      Way way(point.profile, point.from, point.to);
      visit(point, way, deciding[way]);
    }
  };
  auto holds_at = [&](const Point& point) { return !broken[model.index(point)]; };
  each([&](const Point& point, const Way&, Deciding& here) {
    Point other = point;
    for (std::uint32_t bit = 1; bit < model.knob_settings(); bit <<= 1) {
      other.knobs = point.knobs ^ bit;
      if (holds_at(other)) here.knobs |= bit;
    }
    other = point;
    for (other.chain = 0; other.chain < model.chain_count(); ++other.chain) here.chain |= holds_at(other);
    other = point;
    for (other.last_chain = 0; other.last_chain < model.last_chain_count(); ++other.last_chain)
      here.last_chain |= holds_at(other);
  });
  std::set<std::tuple<Way, std::uint32_t, std::size_t, std::size_t>> cases;
  each([&](const Point& point, const Way& way, const Deciding& here) {
    cases.emplace(way, point.knobs & here.knobs, here.chain ? point.chain : 0, here.last_chain ? point.last_chain : 0);
  });
  return cases.size();
}

void check_law(const PolicyModel& model, const Law& law, Runner& runner, Diags& diags) {
  if (!law.require) return;
  std::vector<bool> broken = broken_cells(model, law, runner);
  std::optional<Point> point = witness(model, broken);
  if (!point) return;
  std::size_t cases = count_cases(model, broken);
  diags
      .error(Code::P016, law.at,
             "law " + in_quotes(law.name) + " does not hold: " + spell(model, *point) + ": " + model.letters(*point))
      .span(law.name.size())
      .hint(cases == 1 ? "only this case breaks it: change the row, or say in `when` what the law is about"
                       : std::to_string(cases) + " cases break it: change the rows, or say in `when` what it is about");
}

std::string way(const PolicyModel& model, const Example& example, std::size_t from) {
  std::string text =
      std::string(model.profiles[example.profile].name) + " --from " + std::string(model.modes[from].name);
  if (example.to >= 0) text += " --to " + std::string(model.modes[static_cast<std::size_t>(example.to)].name);
  for (std::size_t i = 0; i < model.knobs.size(); ++i) {
    bool on = (example.knobs >> i & 1u) != 0;
    if (on != model.knobs[i].initial) text += " --knob " + std::string(model.knobs[i].name) + (on ? "=1" : "=0");
  }
  if (model.by_chain) text += " --chain " + std::string(model.chains[example.chain].name);
  if (model.by_last_chain) text += " --last-chain " + std::string(model.chains[example.last_chain].name);
  return text;
}

std::string targets_text(const PolicyModel& model, const Profile& profile) {
  std::string text = profile.same ? "the mode it finds: `to: same`" : "";
  for (std::size_t mode : profile.to) text += (text.empty() ? "" : ", ") + std::string(model.modes[mode].name);
  return text;
}

void check_example(const PolicyModel& model, const Example& example, Diags& diags) {
  if (example.cells.size() != model.modes.size()) {
    diags
        .error(Code::P017, example.at,
               "an example has one cell a mode: " + std::to_string(model.modes.size()) + ", not " +
                   std::to_string(example.cells.size()))
        .hint("the modes are in the order of their rows");
    return;
  }
  for (std::size_t from = 0; from < model.modes.size(); ++from) {
    std::size_t to = example.to < 0 ? from : static_cast<std::size_t>(example.to);
    Point point{example.profile, from, to, example.knobs, example.chain, example.last_chain};
    const Profile& profile = model.profiles[example.profile];
    if (!profile.enters(from, to) || (example.to < 0) != profile.same) {
      diags
          .error(Code::P017, example.at,
                 "row " + in_quotes(example.name) + " does not enter " +
                     (example.to < 0 ? "the mode it finds" : std::string(model.modes[to].name)))
          .hint("it enters " + targets_text(model, profile));
      return;
    }
    std::string got = model.letters(point);
    if (got == example.cells[from]) continue;
    diags
        .error(Code::P017, example.cells_at[from],
               spell(model, point) + " gives " + got + ", not " + std::string(example.cells[from]))
        .span(std::max<std::size_t>(example.cells[from].size(), 1))
        .hint("`npuspec explain " + way(model, example, from) + "` shows why");
  }
}

// Points that both rows enter, those of default knobs first.
std::vector<Point> common_points(const PolicyModel& model, std::size_t a, std::size_t b) {
  std::vector<Point> points;
  std::size_t each = model.cells.size() / model.profiles.size();
  for (std::size_t i = 0; i < each; ++i) {
    Point point = model.point(a * each + i);
    Point other = point;
    other.profile = b;
    if (model.cell(point).valid && model.cell(other).valid) points.push_back(point);
  }
  std::stable_partition(points.begin(), points.end(),
                        [&](const Point& point) { return point.knobs == model.default_knobs(); });
  return points;
}

// What a clear never reaches has no scope to differ in: a row that leaves a clear out differs in what it does.
bool same_scope(const PolicyModel& model, const Profile& a, const Profile& b) {
  for (std::size_t i = 0; i < model.columns.size(); ++i) {
    std::uint32_t first = model.columns[i].reach(a.choices[i]);
    std::uint32_t second = model.columns[i].reach(b.choices[i]);
    if (first != second && first != 0 && second != 0) return false;
  }
  return true;
}

// How two rows with a common target compare. A column without scopes reaches the same in every row, so it is compared
// even where the clears of the two have different scopes.
struct Likeness {
  enum class Is : std::uint8_t { kUnlike, kTwins, kDrift } is = Is::kUnlike;
  bool same_scope = false;
  Point point;            // kDrift: where they differ
  std::string_view what;  // and in what
};

Likeness likeness(const PolicyModel& model, std::size_t a, std::size_t b) {
  Likeness found;
  if (model.profiles[a].same != model.profiles[b].same) return found;
  found.same_scope = same_scope(model, model.profiles[a], model.profiles[b]);
  std::vector<Point> points = common_points(model, a, b);
  Effort::spend(points.size());
  for (const Point& point : points) {
    Point other = point;
    other.profile = b;
    bool differ = model.cell(point).returned != model.cell(other).returned;
    found.what = "marker";
    for (std::size_t i = 0; i < model.columns.size() && !differ; ++i) {
      const Column& column = model.columns[i];
      if (column.letter == 0 || !(found.same_scope || column.scopes.empty())) continue;
      differ = model.effect(point, i) != model.effect(other, i);
      found.what = column.name;
    }
    if (!differ) continue;
    found.is = Likeness::Is::kDrift;
    found.point = point;
    return found;
  }
  if (found.same_scope && !points.empty()) found.is = Likeness::Is::kTwins;
  return found;
}

void warn(const PolicyModel& model, std::size_t a, std::size_t b, const Likeness& found, Diags& diags) {
  const Profile& first = model.profiles[a];
  const Profile& second = model.profiles[b];
  std::string both = "rows " + in_quotes(first.name) + " and " + in_quotes(second.name);
  if (found.is == Likeness::Is::kTwins) {
    diags.warning(Code::P018, second.at, both + " do the same to the same target")
        .span(second.name.size())
        .hint("make them one, or say why there are two: `distinct: reason`")
        .note(first.at, "the other row");
    return;
  }
  Point other = found.point;
  other.profile = b;
  std::string what = found.same_scope ? " have the same target and scope, but differ: "
                                      : " have the same target, but differ in " + std::string(found.what) +
                                            ", whose scope is the same in every row: ";
  diags
      .warning(Code::P019, second.at,
               both + what + spell(model, found.point) + " gives " + model.letters(found.point) + ", " +
                   std::string(second.name) + " " + model.letters(other))
      .span(second.name.size())
      .hint("let them converge, or say why they differ: `distinct: reason`")
      .note(first.at, "the other row");
}

}  // namespace

std::string spell(const PolicyModel& model, const Point& point) {
  return spell(model, point, {{point.chain}, {point.last_chain}});
}

std::string spell(const PolicyModel& model, const Point& point, const ChainKinds& kinds) {
  auto mode = [&](std::size_t index) { return std::string(model.modes[index].name); };
  std::string text = std::string(model.profile_prefix) + std::string(model.profiles[point.profile].name) + ", " +
                     mode(point.from) + " -> " + mode(point.to);
  std::string knobs;
  for (std::size_t i = 0; i < model.knobs.size(); ++i) {
    bool on = (point.knobs >> i & 1u) != 0;
    if (on != model.knobs[i].initial) knobs += " " + std::string(model.knobs[i].name) + (on ? "=1" : "=0");
  }
  text += knobs.empty() ? ", default knobs" : "," + knobs;
  // Chain kinds that neither the row nor a law asks for make no difference.
  auto matters = [&](auto reads) {
    bool any = false;
    for (std::size_t i = 0; i < model.columns.size(); ++i) any = any || reads(model.selector(point.profile, i).when);
    for (const Law& law : model.laws) any = any || (law.when && reads(law.when)) || reads(law.require);
    return any;
  };
  bool by_chain = model.by_chain && matters([&](const Guard& guard) { return model.vocabulary->reads_chain(guard); });
  bool by_last_chain =
      model.by_last_chain && matters([&](const Guard& guard) { return model.vocabulary->reads_last_chain(guard); });
  auto add = [&](bool matters_here, const char* word, const std::vector<std::size_t>& its_kinds) {
    std::string words = matters_here ? kinds_in_words(model.chain_names(), its_kinds) : "";
    if (!words.empty()) text += word + words;
  };
  add(by_chain, ", chain ", kinds.now);
  add(by_last_chain, ", last chain ", kinds.last);
  return text;
}

namespace {

// What generated tables hold as the bits of one number.
bool fits_tables(const PolicyModel& model, const Spec& spec, Diags& diags) {
  auto refuse = [&](std::string_view what, std::size_t count, std::size_t most) {
    if (count <= most) return false;
    diags
        .error(Code::P004, spec.name_at,
               "this policy has " + std::to_string(count) + " " + std::string(what) + "; tables hold at most " +
                   std::to_string(most))
        .hint("split it, or make one of those that are alike");
    return true;
  };
  std::size_t types = 0;
  for (const ModeColumn& column : model.mode_columns) {
    if (column.name == "type") types = column.words.size();
  }
  bool too_many = refuse("modes", model.modes.size(), 64);
  too_many = refuse("chain kinds", model.chains.size(), 32) || too_many;
  return !refuse("types", types, 32) && !too_many;
}

}  // namespace

bool expand(PolicyModel& model, const Spec& spec, Diags& diags) {
  if (!fits_tables(model, spec, diags)) return false;
  // At most 255 rows, 64 modes, 2^12 knob settings and 32 chain kinds: the product fits 64 bits.
  std::size_t count = model.cell_count();
  if (count > kMaxCells) {
    diags
        .error(Code::P004, spec.name_at,
               "this policy has " + std::to_string(count) + " cells; at most " + std::to_string(kMaxCells) +
                   " are expanded")
        .hint("fewer knobs in `knobs` halve it each");
    return false;
  }
  if (packing(model).bits > kMaxPackedBits) {
    diags
        .error(Code::P004, spec.name_at,
               "the effect of a cell takes " + std::to_string(packing(model).bits) + " bits; at most " +
                   std::to_string(kMaxPackedBits) + " are packed")
        .hint("clear fewer fields, or decide fewer columns");
    return false;
  }
  model.cells.resize(count);
  Runner runner(model);
  for (std::size_t i = 0; i < count; ++i) model.cells[i] = evaluate(model, model.point(i), runner);
  return true;
}

void check_cells(const PolicyModel& model, Diags& diags) {
  check_dead(model, diags);
  Runner runner(model);
  for (const Law& law : model.laws) check_law(model, law, runner, diags);
  for (const Example& example : model.examples) check_example(model, example, diags);
}

void compare_rows(const PolicyModel& model, Diags& diags) {
  std::vector<bool> silences(model.profiles.size());
  for (std::size_t a = 0; a < model.profiles.size(); ++a) {
    for (std::size_t b = a + 1; b < model.profiles.size(); ++b) {
      Likeness found = likeness(model, a, b);
      if (found.is == Likeness::Is::kUnlike) continue;
      silences[a] = silences[b] = true;
      if (model.profiles[a].distinct.empty() && model.profiles[b].distinct.empty()) warn(model, a, b, found, diags);
    }
  }
  for (std::size_t i = 0; i < model.profiles.size(); ++i) {
    const Profile& profile = model.profiles[i];
    if (profile.distinct.empty() || silences[i]) continue;
    diags
        .warning(Code::P021, profile.distinct_at,
                 "the `distinct` of row " + in_quotes(profile.name) +
                     " silences nothing: no row with the same target and scope is its twin, or differs from it")
        .hint("take it out; why a row is as it is goes into its `doc`");
  }
}

}  // namespace npuspec::policy
