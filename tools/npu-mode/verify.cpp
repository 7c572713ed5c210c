#include "verify/verify.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli.h"
#include "read_policy.h"
#include "verbs.h"
#include "verify/report.h"

namespace npuspec::mode {
namespace {

enum class Format { kText, kMarkdown, kJson };

struct Options {
  std::string spec = shipped_policy();
  std::vector<std::string> knobs;
  std::vector<std::string> hazards;
  std::size_t domains = 1;
  std::size_t max_states = 0;
  bool all_knobs = false;
  bool original = false;
  bool quick = false;
  Format format = Format::kText;
};

constexpr const char* kWho = "npu-mode verify";

// NAME=VALUE of a switch of the device. False after a refusal.
bool set_hazard(const std::string& text, rk3588_switches& switches) {
  const std::size_t middle = text.find('=');
  const std::string name = text.substr(0, middle);
  std::vector<std::string_view> names;
  for (int which = 0; which < RK3588_SWITCHES; ++which) {
    names.emplace_back(rk3588_switch_rows[which].name);
    if (names.back() != name) continue;
    std::vector<std::string> positions;
    const std::string value = middle == std::string::npos ? "" : text.substr(middle + 1);
    for (int position = 0; position < rk3588_switch_rows[which].positions; ++position) {
      positions.push_back(verify::position_name(which, position));
      if (positions.back() == value) return rk3588_set_switch(&switches, which, position);
    }
    std::string known;
    for (const std::string& each : positions) known += (known.empty() ? "" : ", ") + each;
    cli::refuse(kWho, "'" + text + "' sets hazard " + name + " to nothing that it can be", "write one of " + known);
    return false;
  }
  std::string known;
  for (std::string_view each : names) known += (known.empty() ? "" : ", ") + std::string(each);
  cli::refuse(kWho, "there is no hazard '" + name + "'", cli::did_you_mean(name, names, "they are " + known));
  return false;
}

std::optional<verify::Question> question_of(const Options& options, const verify::Policy& policy) {
  verify::Question question;
  question.options = {options.domains, options.original};
  question.max_states = options.max_states;
  question.quick = options.quick;
  for (const std::string& text : options.hazards) {
    if (!set_hazard(text, question.switches)) return std::nullopt;
  }
  const std::optional<Setting> setting = read_setting(kWho, options.knobs, policy.knob_names, policy.default_knobs);
  if (!setting) return std::nullopt;
  question.knobs = {setting->knobs};
  for (std::uint32_t knobs = 0; options.all_knobs && knobs < 1u << policy.knob_names.size(); ++knobs) {
    if (knobs != setting->knobs) question.knobs.push_back(knobs);
  }
  return question;
}

void print(const Options& options, const verify::Policy& policy, const verify::Question& question,
           const verify::Verified& found, double seconds) {
  switch (options.format) {
    case Format::kJson:
      std::printf("%s\n", verify::json_report(policy, question, found).dump(2).c_str());
      return;
    case Format::kMarkdown:
      std::fputs(verify::markdown_report(policy, question, found).c_str(), stdout);
      return;
    case Format::kText:
      break;
  }
  std::string text = verify::text_report(policy, question, found);
  text.pop_back();  // its last line, of the states, has the time too
  std::printf("%s; %.2f s\n", text.c_str(), seconds);
}

int run(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  int status = 0;
  const std::optional<verify::Policy> policy = read_policy(kWho, options.spec, status);
  if (!policy) return status;
  const std::optional<verify::Question> question = question_of(options, *policy);
  if (!question) return 2;
  try {
    const verify::Verified found = verify::verify(*policy, *question);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    print(options, *policy, *question, found, took.count());
    if (status != 0 || !found.safe()) return 1;
    return found.has_findings() ? 3 : 0;
  } catch (const verify::ModelError& error) {
    std::fprintf(stderr, "%s: %s: %s\n", kWho, options.spec.c_str(), error.text.c_str());
    return 1;
  } catch (const verify::TooMany& error) {
    return cli::refuse(kWho, "there are more than " + std::to_string(error.limit) + " states, so nothing is proved",
                       "raise --max-states, or leave it out");
  }
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "verify", "Prove that no sequence of entries wedges or corrupts, or give the shortest that does");
  verb->footer(
      "Every state that sites, look-ups and domain switches can reach is explored, to a fixpoint. Lines of findings\n"
      "begin with unsafe, needless or drift. A limit that is reached is an error, never a bound.");
  verb->add_option("--spec", options->spec, "The policy's spec")->type_name("FILE");
  verb->add_option("--domains", options->domains, "IOMMU domains that are switched between")
      ->check(CLI::Range(std::size_t{1}, verify::kMaxDomains));
  cli::add_knobs(*verb, options->knobs);
  verb->add_flag("--all-knobs", options->all_knobs, "Under every other setting of the knobs too");
  verb->add_option("--hazard", options->hazards, "A switch of the device, put otherwise than documented")
      ->type_name("NAME=VALUE");
  verb->add_flag("--original", options->original,
                 "As the code that the layer comes from: a reset voids no warm flag, and a flag is believed where the "
                 "buffer is new");
  verb->add_flag("--quick", options->quick,
                 "Only whether it is safe, and what drifted: for several domains, which are many states");
  verb->add_option("--max-states", options->max_states, "Give up, with an error, beyond so many; 0: never");
  cli::add_choice(*verb, "--format", options->format,
                  {{"text", Format::kText}, {"md", Format::kMarkdown}, {"json", Format::kJson}}, "How it is printed");
  verb->callback([options, &status] { status = run(*options); });
}

}  // namespace npuspec::mode
