#include "fence/verify.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "fence/fence.h"
#include "verbs.h"

namespace npuspec::fence {
namespace {

struct Options {
  std::string source;
  std::string fenced;
  std::string sidecar;
  bool no_sidecar = false;
  Format format = Format::kText;
};

nlohmann::ordered_json json_of(const std::vector<Finding>& findings) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Finding& each : findings) {
    nlohmann::ordered_json one;
    one["rule"] = each.rule == Fault::kNone ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(each.rule);
    one["id"] = each.rule == Fault::kNone ? nlohmann::ordered_json(nullptr)
                                          : nlohmann::ordered_json(ethos_u_stream_split::id(each.rule));
    one["where"] = each.where;
    one["what"] = each.what;
    out.push_back(std::move(one));
  }
  return out;
}

int run_verify(const Options& options) {
  const ModelFile source(options.source);
  const ModelFile fenced(options.fenced);
  const std::string path = options.sidecar.empty() ? sidecar_path(options.fenced) : options.sidecar;
  std::error_code error;
  std::optional<ethos_u_stream_split::Sidecar> sidecar;
  // The one beside the model belongs to it: that it lacks is a finding. One that is named must be there.
  const bool lacks = options.sidecar.empty() && !std::filesystem::exists(path, error) && !error;
  if (!options.no_sidecar && !lacks) sidecar = read_sidecar(path);
  std::vector<Finding> findings = verify_fenced(source.model(), fenced.model(), sidecar ? &*sidecar : nullptr);
  if (!sidecar && !findings.empty() && !ends_in(fenced.model(), source.model())) {
    findings.insert(findings.begin(),
                    {Fault::kNone, fenced.model().name(),
                     "it does not end in the bytes of " + source.model().name() +
                         ": it was made of another model, or written anew by another tool; what follows may follow "
                         "from that"});
  }
  if (!options.no_sidecar && lacks) {
    findings.push_back({Fault::kNone, path,
                        "there is no sidecar, so nothing says where the fences were meant to be; name it with "
                        "--sidecar, or judge the models alone with --no-sidecar"});
  }
  if (options.format == Format::kJson) {
    nlohmann::ordered_json json;
    json["source"] = options.source;
    json["fenced"] = options.fenced;
    json["sidecar"] = sidecar ? nlohmann::ordered_json(path) : nlohmann::ordered_json(nullptr);
    json["findings"] = json_of(findings);
    print(json);
    return findings.empty() ? 0 : 1;
  }
  for (const Finding& each : findings) say(stderr, "npu-fence verify: " + each.text());
  if (!findings.empty()) return 1;
  say(stdout,
      options.fenced + ": " + options.source + " but for its fences" +
          (sidecar ? ", as its sidecar says" : "; no sidecar was judged, so nothing says where they were meant to be"));
  return 0;
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
  CLI::App* verb =
      app.add_subcommand("verify", "Prove from the files alone that a model was fenced, and not changed else");
  auto options = std::make_shared<Options>();
  verb->add_option("SOURCE", options->source, "The model that was cut")->required()->type_name("");
  verb->add_option("FENCED", options->fenced, "The fenced model")->required()->type_name("");
  CLI::Option* sidecar = verb->add_option("--sidecar", options->sidecar,
                                          "Its sidecar, if not <stem of FENCED>.fenced_boundaries.json beside it");
  sidecar->type_name("FILE");
  verb->add_flag("--no-sidecar", options->no_sidecar, "Judge the two models alone; else a missing sidecar is a finding")
      ->excludes(sidecar);
  add_format_option(*verb, options->format);
  verb->callback(
      [options, &status] { status = run("npu-fence verify", options->format, [&] { return run_verify(*options); }); });
}

}  // namespace npuspec::fence
