#include "verify/witness.h"

namespace npuspec::verify {

Witness replay(const Model& model, const EffectTable& table, const std::vector<std::uint16_t>& sequence) {
  Witness witness;
  State state = model.first();
  rk3588_state device = opened(model.switches());
  for (std::uint16_t number : sequence) {
    WitnessStep step;
    step.step = model.steps()[number];
    step.text = step.step.text(model.policy());
    step.from = model.marker(state);
    if (step.step.profile >= 0) {
      const auto profile = static_cast<std::size_t>(step.step.profile);
      const bool transient = model.policy().profiles[profile].transient;
      step.effect = table.at(profile, step.from, transient ? step.from : step.step.to);
    }
    rk3588_result last = {};
    witness.verdict = model.run(state, step.step, table, [&](std::size_t event) {
      step.events.push_back(model.events()[event]);
      last = happen(device, model.events()[event], model.switches());
    });
    step.after = model.marker(state);
    witness.steps.push_back(std::move(step));
    if (witness.verdict == RK3588_OK) continue;
    for (int i = 0; i < RK3588_RULES; ++i) {
      if ((last.rules >> i & 1) != 0 && rk3588_rule_rows[i].outcome != RK3588_OK) witness.rules.push_back(i);
    }
    break;
  }
  return witness;
}

std::string reason_text(const Witness& witness) {
  if (witness.verdict == kOutlived) return "outlived: a submit runs once on a warm flag that a reset has voided";
  std::string text = verdict_name(witness.verdict);
  for (int rule : witness.rules) {
    const rk3588_rule_row& row = rk3588_rule_rows[rule];
    text += std::string(text.find(':') == std::string::npos ? ": " : "; ") + row.name;
    if (row.tag[0] != 0) text += std::string(" [") + row.tag + "]";
    text += std::string(", ") + row.at;
  }
  return text;
}

}  // namespace npuspec::verify
