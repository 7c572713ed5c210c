#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli.h"
#include "front/json_schema.h"
#include "front/kind.h"
#include "output.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string kind;
  bool page = false;
  std::string output = "-";
};

int print_schema(const Options& options) {
  int status = 0;
  if (options.kind.empty()) {
    std::string text;
    for (const Kind& kind : kinds()) text += std::string(kind.name) + "\t" + std::string(kind.doc) + "\n";
    write_outputs({whole(options.output, text)}, {}, status);
    return status;
  }
  const Kind* kind = find_kind(options.kind);
  if (!kind) {
    std::vector<std::string_view> names;
    for (const Kind& each : kinds()) names.push_back(each.name);
    return cli::refuse("npuspec schema", "there is no kind of spec named " + in_quotes(options.kind),
                       cli::did_you_mean(options.kind, names, "`npuspec schema` lists them"));
  }
  const schema::Object& root = kind->schema();
  std::string text = options.page ? schema::reference_page(root) : schema::json_schema(root);
  write_outputs({whole(options.output, std::move(text))}, {}, status);
  return status;
}

}  // namespace

void add_schema(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("schema", "Print the JSON Schema of a kind of spec, for editors, or list the kinds");
  verb->add_option("KIND", options->kind, "The kind; none: list them all");
  auto* format = cli::add_choice(*verb, "--format", options->page, {{"json", false}, {"md", true}},
                                 "For editors, or a page to read");
  add_output_option(*verb, options->output);
  verb->callback([options, format, &status] {
    if (options->kind.empty() && format->count() != 0) throw CLI::ValidationError("--format", "is of a KIND");
    status = print_schema(*options);
  });
}

}  // namespace npuspec
