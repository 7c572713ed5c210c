#include "front/explain.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli.h"
#include "front/json.h"
#include "front/load.h"
#include "output.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string folder = shipped_specs();
  Question question;
  std::vector<std::string> knobs;
  bool json = false;
};

constexpr const char* kWho = "npuspec explain";

int refuse_unknown(const std::string& id, const std::vector<std::string>& near) {
  std::string list;
  for (const std::string& each : near) list += (list.empty() ? "did you mean " : " or ") + in_quotes(each);
  return cli::refuse(kWho, "nothing is called " + in_quotes(id),
                     list.empty() ? "`npuspec report` lists all there is" : list + "?");
}

int explain(Options& options) {
  if (!cli::read_knobs(kWho, options.knobs, options.question.knobs)) return 2;
  int status = 0;
  SpecSet set;
  // What a code means may be asked when the specs have errors, above all.
  bool is_code = explain_code(options.question.id).has_value();
  if (!is_code && !load_whole(options.folder, set, status, {.cites = Cites::kFiles})) return status;
  Answer answer = explain(set, options.question);
  if (!answer.trouble.empty()) return cli::refuse(kWho, answer.trouble);
  if (answer.found.empty()) return refuse_unknown(options.question.id, answer.near);
  print(options.json ? explanation_json(answer).dump(2) + "\n" : explanation_text(answer), status);
  return status;
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("explain", "Say in words what an entry of the specs, or a code of a finding, means");
  verb->footer(
      "Where examples, laws or proofs of the specs do not hold, what the specs say is told all the same, and the\nexit "
      "status is 1.");
  verb->add_option(
          "ID", options->question.id,
          "A name, as specs or generated code spell it: XP_CHAIN_NT, rank, field:rank, ORK_SSM_KEEPWARM, D012, "
          "quanttess.c33 (an example)")
      ->required();
  verb->add_option("--from", options->question.from, "Of a policy's row or site: the mode before")->type_name("MODE");
  verb->add_option("--to", options->question.to, "The mode to enter, where the row has several")->type_name("MODE");
  cli::add_knobs(*verb, options->knobs);
  verb->add_option("--chain", options->question.chain, "The chain kind said now; unless given, each that the site says")
      ->type_name("KIND");
  verb->add_option("--last-chain", options->question.last_chain, "The chain kind said last")->type_name("KIND");
  cli::add_choice(*verb, "--format", options->json, {{"text", false}, {"json", true}}, "How to print it");
  add_specs_option(*verb, options->folder);
  verb->callback([options, &status] { status = explain(*options); });
}

}  // namespace npuspec
