#include "front/kinds/device/kind.h"

#include <memory>
#include <string>

#include "front/expectations.h"
#include "front/kinds/device/load.h"
#include "front/kinds/device/lower.h"
#include "front/kinds/device/run.h"
#include "front/kinds/device/schema.h"
#include "front/kinds/identifiers.h"
#include "front/kinds/policy/lower.h"
#include "front/spell.h"

namespace npuspec {
namespace device {
namespace {

void wrong(const Example& example, Place at, std::string message, Diags& diags) {
  diags.error(Code::H012, at, "example '" + std::string(example.name) + "': " + std::move(message))
      .hint("change the rules, or what the example expects");
}

std::string acted(const DeviceModel& model, std::uint64_t rules) {
  std::string names;
  for (std::size_t i = 0; i < model.rules.size(); ++i) {
    if ((rules >> i & 1u) != 0) names += (names.empty() ? "" : ", ") + std::string(model.rules[i].name);
  }
  return names.empty() ? "no rule acted" : "what acted: " + names;
}

void run_example(const DeviceModel& model, const Example& example, Diags& diags) {
  Machine machine(model);
  for (std::size_t i = 0; i < example.switches.size(); ++i) machine.set_switch(i, example.switches[i]);
  for (const auto& [state, value] : example.state) machine.start_at(state, value);
  Happened last;
  std::int64_t cost = 0;
  for (std::size_t i = 0; i < example.steps.size(); ++i) {
    const Step& step = example.steps[i];
    last = machine.happen(step.event, step.arguments);
    cost += last.cost;
    bool is_last = i + 1 == example.steps.size();
    int wanted = is_last ? example.outcome : example.outcomes.empty() ? -1 : example.outcomes[i];
    if (wanted < 0 || static_cast<std::size_t>(wanted) == last.outcome) continue;
    wrong(example, step.at,
          "this gives " + std::string(model.outcomes[last.outcome].name) + ", not " +
              std::string(model.outcomes[static_cast<std::size_t>(wanted)].name) + " (" + acted(model, last.rules) +
              ")",
          diags);
    return;
  }
  if (example.cost < 0 || example.cost == cost) return;
  wrong(example, example.at,
        "all of it takes " + policy::duration_text(cost) + ", not " + policy::duration_text(example.cost), diags);
}

std::unique_ptr<Model> build(const Spec& spec, const Sources& sources, Diags& diags) {
  auto model = std::make_unique<DeviceModel>();
  load_device(spec, sources, diags, *model);
  if (!fails_at_most_expectations(diags)) return nullptr;
  if (!diags.failed()) {
    for (const Example& example : model->examples) run_example(*model, example, diags);
  }
  MeetingIdentifiers met(diags, Code::H002);
  name_identifiers(spec, *model, met);
  return model;
}

}  // namespace
}  // namespace device

const Kind kDeviceKind = {
    .name = "device",
    .doc = "What a device costs and how it goes wrong, for a simulator and a verifier.",
    .schema = device::device_schema,
    .build = device::build,
    .lower = lower_as_tree<device::lower_device>,
    .facts = device::device_facts,
    .identifiers = identifiers_of<device::DeviceModel, device::name_identifiers>,
};

}  // namespace npuspec
