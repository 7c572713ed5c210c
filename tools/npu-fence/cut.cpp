#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "batch.h"
#include "fence/fence.h"
#include "verbs.h"

namespace npuspec::fence {
namespace {

constexpr const char* kWho = "npu-fence cut";

struct Options {
  std::string model;
  Places places;
  OutputPaths out;
  RewriteOptions rewrite;
  BatchOptions batch;
  std::optional<unsigned> threads;
  Format format = Format::kText;
};

void print_text(const RewriteResult& fenced, const OutputPaths& out) {
  say(stdout, out.model + ": " + std::to_string(fenced.num_segments) + " segments, " + std::to_string(fenced.size()) +
                  " bytes (" + std::to_string(fenced.front.size()) + " more than " + fenced.source_model + ")");
  print_segments(fenced);
  say(stdout, out.sidecar + ": the sidecar");
}

int run_one(const Options& options) {
  const ModelFile source(options.model);
  OutputPaths out = options.out;
  if (out.sidecar.empty()) out.sidecar = sidecar_path(out.model);
  const Inputs inputs({options.model, options.places.plan});
  for (const std::string& output : {out.model, out.sidecar}) inputs.keep(output);
  const RewriteResult fenced = fence_model(source, positions(options.places, source.model()), out, options.rewrite);
  for (const std::string& warning : fenced.warnings) warn(kWho, warning);
  if (options.format == Format::kText) {
    print_text(fenced, out);
    return 0;
  }
  nlohmann::ordered_json json;
  json["model"] = out.model;
  json["sidecar"] = out.sidecar;
  json["bytes"] = fenced.size();
  json["warnings"] = fenced.warnings;
  to_json(json["boundaries"], static_cast<const ethos_u_stream_split::Sidecar&>(fenced));
  print(json);
  return 0;
}

int run_cut(const Options& options) {
  const bool batch = !options.batch.list.empty();
  if (batch == !options.model.empty()) {
    return refuse(kWho, options.format, batch ? "MODEL and --batch exclude each other" : "no model is given",
                  "name one MODEL, or a list of them with --batch");
  }
  if (batch) {
    if (options.batch.folder.empty())
      return refuse(kWho, options.format, "--batch needs a folder", "name it with --out-dir");
    if (!options.out.model.empty() || !options.out.sidecar.empty()) {
      return refuse(kWho, options.format, "-o and --sidecar are for one model",
                    "leave them out; --out-dir names the folder");
    }
    BatchOptions all = options.batch;
    all.threads = options.threads.value_or(all.threads);
    all.places = options.places;
    all.rewrite = options.rewrite;
    all.format = options.format;
    return run(kWho, options.format, [&] { return cut_batch(kWho, all); });
  }
  if (!options.places.given())
    return refuse(kWho, options.format, "where to cut?", "name --after LIST or --plan PLAN.json");
  if (options.out.model.empty()) return refuse(kWho, options.format, "no output is given", "name it with -o");
  if (!options.batch.folder.empty())
    return refuse(kWho, options.format, "--out-dir is for --batch", "name the output with -o");
  if (options.threads) return refuse(kWho, options.format, "-j is for --batch", "one model is cut by one thread");
  return run(kWho, options.format, [&] { return run_one(options); });
}

}  // namespace

void add_cut(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand("cut", "Put fences into a model, or into many");
  auto options = std::make_shared<Options>();
  verb->add_option("MODEL", options->model, "A TFLite model")->type_name("");
  add_places_options(*verb, options->places);
  verb->add_option("-o,--output", options->out.model, "The fenced model")->type_name("OUT");
  verb->add_option("--sidecar", options->out.sidecar,
                   "Its sidecar, if not <stem of OUT>.fenced_boundaries.json beside it")
      ->type_name("FILE");
  verb->add_flag("--empty-custom-options", options->rewrite.empty_custom_options,
                 "Outside contract version 1: fences with options of no byte, for Vela before 5.0");
  verb->add_option(
          "--batch", options->batch.list,
          "Many models: a line each, `MODEL`, or `MODEL<tab>LIST` where it is cut elsewhere; # begins a comment")
      ->type_name("LIST.txt");
  verb->add_option("--out-dir", options->batch.folder, "Where fenced models of --batch go, by their own names")
      ->type_name("DIR");
  verb->add_option("-j,--threads", options->threads, "Threads of --batch; 0: one for each core")
      ->type_name("N")
      ->check(CLI::Range(0u, 1024u));
  add_format_option(*verb, options->format);
  verb->callback([options, &status] { status = run_cut(*options); });
}

}  // namespace npuspec::fence
