#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "front/json_schema.h"
#include "front/kind.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string kind;
  std::string format = "json";
  std::string output = "-";
};

int print_schema(const Options& options) {
  int status = 0;
  if (options.kind.empty()) {
    std::string text;
    for (const Kind& kind : kinds()) text += std::string(kind.name) + "\t" + std::string(kind.doc) + "\n";
    put_output(options.output, text, status);
    return status;
  }
  const Kind* kind = find_kind(options.kind);
  if (!kind) {
    std::vector<std::string_view> names;
    for (const Kind& each : kinds()) names.push_back(each.name);
    std::string_view near = nearest(options.kind, names);
    std::fprintf(stderr, "npuspec: there is no kind of spec named '%s'; %s\n", options.kind.c_str(),
                 near.empty() ? "`npuspec schema` lists them" : ("did you mean '" + std::string(near) + "'?").c_str());
    return 2;
  }
  const schema::Object& root = kind->schema();
  put_output(options.output, options.format == "md" ? schema::reference_page(root) : schema::json_schema(root), status);
  return status;
}

}  // namespace

void add_schema(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("schema", "Print the JSON Schema of a kind of spec, for editors, or list the kinds");
  verb->add_option("KIND", options->kind, "The kind; none: list them all");
  verb->add_option("--format", options->format, "json, or md for a reference page")
      ->check(CLI::IsMember({"json", "md"}))
      ->capture_default_str();
  verb->add_option("-o,--output", options->output, "The file to write; - is standard output")->capture_default_str();
  verb->callback([options, &status] { status = print_schema(*options); });
}

}  // namespace npuspec
