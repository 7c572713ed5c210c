#include <nlohmann/json.hpp>

#include "verify/report.h"

namespace npuspec::verify {
namespace {

using Json = nlohmann::ordered_json;

Json event_json(const Event& event) {
  constexpr const char* kNames[] = {"open", "reset", "clear", "restore", "load", "attach", "make", "submit"};
  static_assert(std::size(kNames) == RK3588_EVENTS);
  Json json = {{"event", kNames[event.what]}};
  if (event.what == RK3588_EVENT_ATTACH) json["to"] = event.domain;
  if (event.what != RK3588_EVENT_SUBMIT) return json;
  json["op"] = rk3588_op_names[event.submit.op];
  json["multi"] = event.submit.multi;
  json["nonblock"] = event.submit.nonblock;
  json["stale"] = event.stale;
  return json;
}

Json witness_json(const Policy& policy, const Witness& witness) {
  Json json = {{"verdict", verdict_name(witness.verdict)}, {"rules", Json::array()}, {"steps", Json::array()}};
  for (int rule : witness.rules) {
    json["rules"].push_back(
        {{"id", rk3588_rule_rows[rule].name}, {"tag", rk3588_rule_rows[rule].tag}, {"at", rk3588_rule_rows[rule].at}});
  }
  for (const WitnessStep& step : witness.steps) {
    Json one = {
        {"sites", step.step.sites},
        {"profile", step.step.profile < 0 ? Json(nullptr)
                                          : Json(policy.profiles[static_cast<std::size_t>(step.step.profile)].name)},
        {"from", policy.modes[step.from]},
        {"after", policy.modes[step.after]},
        {"does", step.effect.valid ? Json(letters(step.effect)) : Json(nullptr)},
        {"op", step.step.submits ? Json(rk3588_op_names[step.step.op]) : Json(nullptr)},
        {"cores", step.step.cores},
        {"larger", step.step.size > 1},
        {"domain", step.step.domain},
        {"events", Json::array()}};
    for (const Event& event : step.events) one["events"].push_back(event_json(event));
    json["steps"].push_back(std::move(one));
  }
  return json;
}

const char* column_name(Column column) { return column == kReset ? "reset" : column == kWarm ? "warm" : "size"; }

Json knobs_json(const Policy& policy, std::uint32_t knobs) {
  Json json = Json::object();
  for (std::size_t i = 0; i < policy.knob_names.size(); ++i) json[policy.knob_names[i]] = (knobs >> i & 1u) != 0;
  return json;
}

Json drift_json(const Policy& policy, const Drift& drift) {
  Json json = {{"rows", {policy.profiles[drift.first].name, policy.profiles[drift.second].name}},
               {"assessed", !drift.distinct.empty()},
               {"distinct", drift.distinct},
               {"cells", Json::array()}};
  for (const DriftCell& cell : drift.cells) {
    json["cells"].push_back({{"from", policy.modes[cell.from]},
                             {"to", policy.modes[cell.to]},
                             {"knobs", knobs_json(policy, cell.knobs)},
                             {"does", {letters(cell.first), letters(cell.second)}},
                             {"cost_ns", cell.reset ? rk3588_default_costs().reset : 0}});
  }
  return json;
}

Json cheapest_json(const Policy& policy, const Cheapest& best) {
  Json json = {
      {"found", best.found}, {"cost_ns", best.cost}, {"given_cost_ns", best.given_cost}, {"tried", best.tried}};
  json["changes"] = Json::array();
  for (const RowChange& change : best.changes) {
    json["changes"].push_back({{"profile", policy.profiles[change.profile].name},
                               {"was", row_text(policy, policy.profiles[change.profile].row)},
                               {"is", row_text(policy, change.row)}});
  }
  return json;
}

}  // namespace

Json json_report(const Policy& policy, const Question& question, const Verified& found) {
  Json json = {{"policy", policy.path},
               {"domains", question.options.domains},
               {"original", question.options.original},
               {"safe", found.safe()},
               {"steps", found.alphabet},
               {"device_states", found.device_states}};
  json["explored"] = Json::array();
  for (const Explored& each : found.explored) {
    Json one = {{"knobs", knobs_json(policy, each.knobs)}, {"states", each.states}, {"tried", each.steps}};
    one["unsafe"] = Json::array();
    for (const Witness& witness : each.failures) one["unsafe"].push_back(witness_json(policy, witness));
    json["explored"].push_back(std::move(one));
  }
  json["needless"] = Json::array();
  for (const NeedlessCell& cell : found.needless) {
    json["needless"].push_back({{"profile", policy.profiles[cell.effect.profile].name},
                                {"from", policy.modes[cell.effect.from]},
                                {"to", policy.modes[cell.effect.to]},
                                {"effect", column_name(cell.effect.column)},
                                {"cost_ns", cell.cost},
                                {"needed_if", cell.needed}});
  }
  json["needless_columns"] = Json::array();
  for (const NeedlessColumn& each : found.columns) {
    json["needless_columns"].push_back(
        {{"profile", policy.profiles[each.profile].name}, {"effect", column_name(each.column)}, {"cells", each.cells}});
  }
  json["drift"] = Json::array();
  for (const Drift& each : found.drift) json["drift"].push_back(drift_json(policy, each));
  json["beliefs"] = Json::array();
  for (std::size_t i = 0; i < found.beliefs.size(); ++i) {
    const Belief& belief = found.beliefs[i];
    Json one = {{"if", Json::object()}, {"safe", belief.safe}, {"states", belief.states}};
    for (const auto& [which, position] : belief.away)
      one["if"][rk3588_switch_rows[which].name] = position_name(which, position);
    if (!belief.safe) one["unsafe"] = witness_json(policy, found.belief_witness[i]);
    json["beliefs"].push_back(std::move(one));
  }
  json["cheapest"] = cheapest_json(policy, found.cheapest);
  return json;
}

std::string markdown_report(const Policy& policy, const Question& question, const Verified& found) {
  return "<!-- What `npu-mode verify` proves of " + policy.path +
         ". Remade by every build; the reviewed copy in generated/ by `./dev regen`. -->\n# What is proved of " +
         policy.path +
         "\n\nEvery state that sequences of sites, look-ups and element-wise ops can reach was explored, on the device "
         "as\n"
         "its spec has it. Lines that begin with unsafe, needless or drift are findings.\n\n```text\n" +
         text_report(policy, question, found) + "```\n";
}

}  // namespace npuspec::verify
