#include "front/explain.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "front/json.h"
#include "front/load.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string folder = shipped_specs();
  Question question;
  std::vector<std::string> knobs;
  std::string format = "text";
};

bool read_knobs(Options& options) {
  for (const std::string& text : options.knobs) {
    std::size_t equals = text.find('=');
    std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
    if (equals == 0 || (value != "0" && value != "1")) {
      std::fprintf(stderr, "npuspec explain: --knob %s: write name=0 or name=1\n", text.c_str());
      return false;
    }
    options.question.knobs.emplace_back(text.substr(0, equals), value == "1");
  }
  return true;
}

int explain(Options& options) {
  if (!read_knobs(options)) return 2;
  int status = 0;
  SpecSet set;
  if (!load_checked(options.folder, set, status)) return status;
  Answer answer = explain(set, options.question);
  if (!answer.trouble.empty()) {
    std::fprintf(stderr, "npuspec explain: %s\n", answer.trouble.c_str());
    return 2;
  }
  if (answer.found.empty()) {
    std::fprintf(stderr, "npuspec explain: nothing is called '%s'", options.question.id.c_str());
    for (std::size_t i = 0; i < answer.near.size(); ++i) {
      std::fprintf(stderr, "%s'%s'", i == 0 ? "; did you mean " : " or ", answer.near[i].c_str());
    }
    std::fprintf(stderr, "%s\n", answer.near.empty() ? "; `npuspec report` lists all there is" : "?");
    return 2;
  }
  put_output("-", options.format == "json" ? explanation_json(answer).dump(2) + "\n" : explanation_text(answer),
             status);
  return status;
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("explain", "Say in words what an entry of the specs, or a code of a finding, means");
  verb->add_option("ID", options->question.id,
                   "A name, as specs or generated code spell it: XP_CHAIN_NT, rank, field:rank, ORK_SSM_KEEPWARM, D012")
      ->required();
  verb->add_option("--from", options->question.from, "Of a policy's row or site: the mode before")->type_name("MODE");
  verb->add_option("--to", options->question.to, "The mode to enter, where the row has several")->type_name("MODE");
  verb->add_option("--knob", options->knobs, "A knob that is not at its default")
      ->type_name("NAME=0|1")
      ->allow_extra_args(false);
  verb->add_option("--chain", options->question.chain, "The chain kind said now, where it matters")->type_name("KIND");
  verb->add_option("--last-chain", options->question.last_chain, "The chain kind said last")->type_name("KIND");
  verb->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT")
      ->capture_default_str();
  add_specs_option(*verb, options->folder);
  verb->callback([options, &status] { status = explain(*options); });
}

}  // namespace npuspec
