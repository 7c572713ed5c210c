#include "verify/report.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace npuspec::verify {
namespace {

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string column_text(Column column) {
  return column == kReset ? "reset" : column == kWarm ? "warm clear" : "size clear";
}

std::string step_text(const Policy& policy, const WitnessStep& step) {
  std::string text = step.text;
  if (step.effect.valid) text += ": " + letters(step.effect);
  if (step.from != step.after) text += ", " + policy.modes[step.from] + " to " + policy.modes[step.after];
  return text;
}

std::string sequence_text(const Policy& policy, const Witness& witness, const std::string& indent) {
  std::string text;
  for (std::size_t i = 0; i < witness.steps.size(); ++i) {
    text += indent + std::to_string(i + 1) + ". " + step_text(policy, witness.steps[i]) + "\n";
  }
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text;
}

class Text {
 public:
  Text(const Policy& policy, const Question& question, const Verified& found)
      : policy_(policy), question_(question), found_(found) {}

  std::string all() {
    heading();
    verdicts();
    needless();
    drift();
    if (!question_.quick) {
      beliefs();
      cheapest();
    }
    size();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }

  void heading() {
    line(policy_.path + ": " + counted(policy_.sites.size(), "site") + ", which take " +
         counted(found_.alphabet, "different step") + "; " + counted(question_.options.domains, "domain") +
         (question_.options.original ? "; flags as the original keeps them" : ""));
    std::string away;
    const rk3588_switches initial = rk3588_default_switches();
    for (int i = 0; i < RK3588_SWITCHES; ++i) {
      const int position = position_of(question_.switches, i);
      if (position != position_of(initial, i))
        away += (away.empty() ? "" : ", ") + std::string(rk3588_switch_rows[i].name) + "=" + position_name(i, position);
    }
    line("hazards: " + (away.empty() ? "as documented" : away));
  }

  void verdicts() {
    for (const Explored& each : found_.explored) {
      const std::string where = "knobs " + knobs_text(policy_, each.knobs);
      if (each.failures.empty()) {
        line("safe: " + where + ": no sequence of any length wedges or corrupts");
        continue;
      }
      for (const Witness& witness : each.failures) {
        line("unsafe: " + where + ": " + reason_text(witness));
        out_ += sequence_text(policy_, witness, "  ");
      }
    }
  }

  // Cells of a row and column that cost the same and are needed under the same beliefs are one line.
  void needless() {
    std::map<std::string, std::pair<std::string, std::vector<std::string>>> groups;
    std::vector<std::string> order;
    for (const NeedlessCell& cell : found_.needless) {
      const Profile& row = policy_.profiles[cell.effect.profile];
      const std::string head = "needless: " + row.name + " -> " +
                               (row.transient ? "same" : policy_.modes[cell.effect.to]) + ": " +
                               column_text(cell.effect.column);
      const std::string tail = (cell.cost == 0 ? "at no cost" : time_text(cell.cost) + " each time") +
                               (cell.needed.empty() ? "" : "; needed if " + joined(cell.needed));
      auto& group = groups[head + tail];
      if (group.second.empty()) order.push_back(head + tail);
      group.first = head + " from ";
      group.second.push_back(policy_.modes[cell.effect.from]);
      tails_[head + tail] = tail;
    }
    for (const std::string& key : order) {
      std::string from;
      for (const std::string& mode : groups[key].second) from += (from.empty() ? "" : ", ") + mode;
      line(groups[key].first + from + ": " + tails_[key]);
    }
    if (found_.needless.empty()) return;
    line(counted(found_.needless.size(), "effect") + " of " + std::to_string(found_.effects) +
         " could go, each by itself, and no step would fail that does not fail now");
    std::string columns;
    for (const NeedlessColumn& each : found_.columns) {
      columns += (columns.empty() ? "" : ", ") + policy_.profiles[each.profile].name + " " + column_text(each.column);
    }
    if (!columns.empty()) line("so could all cells of a column together: " + columns);
  }

  void drift() {
    for (const Drift& each : found_.drift) {
      const DriftCell& cell = each.cells.front();
      const std::string rows = policy_.profiles[each.first].name + " and " + policy_.profiles[each.second].name;
      std::string text = rows + ", " + policy_.modes[cell.from] + " -> " + policy_.modes[cell.to] + ", knobs " +
                         knobs_text(policy_, cell.knobs) + ": " + letters(cell.first) + " and " + letters(cell.second);
      if (cell.reset) text += ", " + time_text(rk3588_default_costs().reset) + " apart";
      text += "; " + counted(each.cells.size(), "cell") + " in all";
      line((each.distinct.empty() ? "drift: " : "assessed: ") + text +
           (each.distinct.empty() ? "" : "; distinct: " + each.distinct));
    }
  }

  void beliefs() {
    const std::size_t safe = static_cast<std::size_t>(
        std::count_if(found_.beliefs.begin(), found_.beliefs.end(), [](const Belief& each) { return each.safe; }));
    line("uncertain switches taken every way: " + counted(found_.beliefs.size(), "other setting") + ", " +
         std::to_string(safe) + " safe");
    for (std::size_t i = 0; i < found_.beliefs.size(); ++i) {
      const Belief& belief = found_.beliefs[i];
      if (belief.away.size() == 1) belief_line(belief, found_.belief_witness[i]);
    }
    const Reasons reasons = reasons_of(found_.beliefs);
    for (const Belief* belief : reasons.unsafe) {
      if (belief->away.size() > 1)
        belief_line(*belief, found_.belief_witness[static_cast<std::size_t>(belief - found_.beliefs.data())]);
    }
    for (const Belief* belief : reasons.rescued) {
      if (belief->away.size() == 2) line("  if " + belief->text() + ": safe, where a part of it alone is not");
    }
  }

  void belief_line(const Belief& belief, const Witness& witness) {
    if (belief.safe) return line("  if " + belief.text() + ": safe");
    line("  if " + belief.text() + ": not safe: " + reason_text(witness));
    out_ += sequence_text(policy_, witness, "    ");
  }

  void cheapest() {
    const Cheapest& best = found_.cheapest;
    if (!best.found) return line("cheapest: no choice of selectors is safe");
    line("cheapest: " + counted(best.changes.size(), "row") + " changed, " + time_text(best.cost) + " instead of " +
         time_text(best.given_cost) + " over all cells, each entered once; " + std::to_string(best.tried) +
         " policies explored");
    for (const RowChange& change : best.changes) {
      const Profile& row = policy_.profiles[change.profile];
      line("  -  " + row.name + ": " + row_text(policy_, row.row));
      line("  +  " + row.name + ": " + row_text(policy_, change.row));
    }
  }

  void size() {
    std::size_t states = 0;
    for (const Explored& each : found_.explored) states += each.states;
    line(counted(states, "state") + "; of the device " + std::to_string(found_.device_states) +
         " that can be told apart, of " + std::to_string(found_.real_device_states));
  }

  const Policy& policy_;
  const Question& question_;
  const Verified& found_;
  std::map<std::string, std::string> tails_;
  std::string out_;
};

}  // namespace

std::string knobs_text(const Policy& policy, std::uint32_t knobs) {
  std::string text;
  for (std::size_t i = 0; i < policy.knob_names.size(); ++i) {
    text += (i == 0 ? "" : " ") + policy.knob_names[i] + "=" + std::to_string(knobs >> i & 1u);
  }
  return text;
}

std::string time_text(std::uint64_t ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%g ms", static_cast<double>(ns) / 1e6);
  return text;
}

std::string text_report(const Policy& policy, const Question& question, const Verified& found) {
  return Text(policy, question, found).all();
}

}  // namespace npuspec::verify
