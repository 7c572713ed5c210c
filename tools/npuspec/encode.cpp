#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "front/files.h"
#include "front/kind.h"
#include "front/kinds/descriptor/complete.h"
#include "front/kinds/descriptor/dump.h"
#include "front/kinds/descriptor/find.h"
#include "front/kinds/descriptor/read_value.h"
#include "front/kinds/descriptor/value.h"
#include "front/node.h"
#include "front/reader.h"
#include "output.h"
#include "params.h"
#include "verbs.h"

namespace npuspec {
namespace {

using descriptor::Check;
using descriptor::Codec;
using descriptor::Failure;
using descriptor::Fault;
using descriptor::Field;
using descriptor::Judge;
using descriptor::Opinion;
using descriptor::Param;
using descriptor::Struct;

struct Options {
  std::string folder = shipped_specs();
  std::string of;
  std::string values;
  std::string out;
  std::vector<std::string> params;
  bool force = false;
};

// One encoding under way: what was read, and where to say what is wrong with it.
struct Encoding {
  SpecSet set;
  Arena arena;
  Diags diags;
  const Struct* of = nullptr;
  const Node* root = nullptr;
  std::vector<Int> slots;
  std::string bytes;
};

std::span<std::uint8_t> bytes_of(std::string& text) {
  return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
}

// A spec in place of values would be told key by key.
bool is_spec(const Encoding& work) {
  const Node* kind = work.root->is_map() && work.root->find("name") ? work.root->find("kind") : nullptr;
  return kind && kind->is_scalar() && find_kind(kind->text) && !work.of->find("kind");
}

bool read_values(Encoding& work, const Options& options) {
  auto text = read_file(options.values, kMaxSpecBytes, work.diags);
  if (!text) return false;
  if (text->empty()) {
    work.diags.error(Code::Y005, {}, "the file " + in_quotes(options.values) + " is empty")
        .hint("give the fields by name, one a line: `" + std::string(work.of->fields[0].name) + ": VALUE`");
    return false;
  }
  std::uint32_t file = work.set.sources.add(options.values, *std::move(text));
  work.root = read_yaml(work.set.sources, file, work.arena, work.diags);
  if (!work.root || work.diags.failed()) return false;
  if (is_spec(work)) {
    work.diags
        .error(
            Code::E002, {work.root->at.file, 0, 0},
            "this is a spec of kind " + std::string(work.root->text_at("kind")) + ", and no values of " + work.of->path)
        .hint("give a file that has the fields by name, one a line: `" + std::string(work.of->fields[0].name) +
              ": VALUE`");
    return false;
  }

  Codec codec(*work.of);
  work.slots = codec.initial();
  work.bytes.assign(work.of->size, '\0');
  std::vector<std::string_view> named;
  descriptor::read_value(*work.of, *work.root, Code::E002, work.slots, named, work.diags);
  std::vector<std::string_view> set;
  for (auto [param, value] : read_params(*work.of, options.params, work.diags)) {
    work.slots[param->symbol->slot] = value;
    set.push_back(param->name);
  }
  descriptor::complete(*work.of, *work.root, set, Code::E002, work.slots, work.diags);
  codec.pack(work.slots, bytes_of(work.bytes));
  const Field* digest = work.of->digest();
  bool given = digest && std::find(named.begin(), named.end(), digest->name) != named.end();
  if (!given) codec.seal(work.slots, bytes_of(work.bytes));
  return !work.diags.failed();
}

// What the checks were run under, and the bytes do not say.
Params params_of(const Encoding& work) {
  Params params;
  for (const Param& param : work.of->params) params.emplace_back(&param, work.slots[param.symbol->slot]);
  return params;
}

// Where the values say what a fault is about: the element, its field, or else the file.
Place place_of(const Encoding& work, const Fault& fault, std::size_t& width) {
  const Entry* entry = fault.field ? work.root->entry(fault.field->name) : nullptr;
  width = entry ? entry->key.size() : 1;
  if (!entry) return {work.root->at.file, 0, 0};
  const Node& value = *entry->value;
  if (!fault.element || !value.is_list() || fault.index >= value.items.size()) return entry->key_at;
  const Node& element = *value.items[fault.index];
  width = std::max<std::size_t>(1, element.text.size());
  return element.at;
}

void report(Encoding& work, const Failure& failure, bool force) {
  const Check& check = *failure.check;
  const Fault& fault = failure.fault;
  std::size_t width = 1;
  Place at = place_of(work, fault, width);
  std::string message =
      "'" + std::string(check.id) + "' (code " + std::to_string(check.code) + ") refuses these values";
  if (!check.about.doc.empty()) message += ": " + std::string(check.about.doc);
  if (failure.outcome == Judge::Outcome::kOverflows) message += " (a number on the way does not fit 64 bits)";
  Diag& diag = force ? work.diags.warning(Code::E003, at, std::move(message))
                     : work.diags.error(Code::E003, at, std::move(message));
  diag.span(width);
  std::string rule = check.require ? rule_of(check) : "its rule";
  std::string help = check.require ? "make `" + rule + "` true" : "mend the value";
  if (!fault.numbers.empty()) help += ": " + fault.numbers;
  if (!force) help += "; --force writes them all the same";
  diag.hint(help);
  if (check.when) rule += ", when " + guard::tidy(*check.when->source);
  diag.note(check.at, rule + " is here");
}

// Says which checks refuse the values, where they say what each is about. With --force those are warnings.
void judge_values(Encoding& work, bool force) {
  for (const Opinion& opinion : descriptor::judge(*work.of, bytes_of(work.bytes), params_of(work))) {
    for (const Failure& failure : opinion.failed) report(work, failure, force);
  }
}

int encode(const Options& options) {
  Encoding work;
  int status = 0;
  if (!load_sound(options.folder, work.set, status)) return status;
  work.of = descriptor::find_struct(work.set, options.of, work.diags);
  if (work.of && read_values(work, options)) judge_values(work, options.force);
  auto is_usage = [](const Diag& diag) { return diag.code == Code::E004; };  // of the command line
  bool usage = !work.of || std::any_of(work.diags.list().begin(), work.diags.list().end(), is_usage);
  work.diags.sort();
  print_findings(work.diags, work.set.sources);
  if (work.diags.failed()) return usage ? 2 : exit_status(work.diags);
  write_outputs({whole(options.out, work.bytes)}, {{&work.set.sources, options.folder}}, status);
  if (status == 0 && options.out != "-") {
    std::string as = conditions(params_of(work));
    std::fprintf(stderr, "%s: %zu bytes of %s%s\n", options.out.c_str(), work.bytes.size(), work.of->path.c_str(),
                 as.empty() ? "" : (", as " + as).c_str());
  }
  return status;
}

}  // namespace

void add_encode(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("encode", "Write the bytes of a descriptor from a file of values");
  verb->footer(
      "Every value must be given but for what the spec fixes: constants, reserved bytes, digests, array elements "
      "beyond "
      "the\nones that count, a field whose `only` does not hold; and for what is written later: `dir: out`, and "
      "addresses with\n`reloc`, which are 0 until then. A parameter of an enum, a state say, begins at its first "
      "symbol.\nSpecs are refused while examples, laws or proofs of theirs do not hold: the bytes would outlast the "
      "message.");
  verb->add_option("DESCRIPTOR", options->of, "A spec, or one of its structs: quanttess, rknpu.submit")->required();
  verb->add_option("VALUES", options->values, "A YAML file: fields and parameters by name")->required();
  add_output_option(*verb, options->out)->required();
  verb->add_option("--set", options->params, "A parameter of the checks, over what the file says")
      ->type_name("NAME=VALUE");
  verb->add_flag("--force", options->force, "Write what a check refuses, too");
  add_specs_option(*verb, options->folder);
  verb->callback([options, &status] { status = encode(*options); });
}

}  // namespace npuspec
