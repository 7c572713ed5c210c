#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "cli.h"
#include "front/files.h"
#include "front/json.h"
#include "front/kinds/descriptor/dump.h"
#include "front/kinds/descriptor/find.h"
#include "output.h"
#include "params.h"
#include "verbs.h"

namespace npuspec {
namespace {

using descriptor::Check;
using descriptor::DumpLine;
using descriptor::Failure;
using descriptor::Fault;
using descriptor::Judge;
using descriptor::Opinion;
using descriptor::Struct;

struct Options {
  std::string folder = shipped_specs();
  std::string of;
  std::string file;
  std::vector<std::string> params;
  bool json = false;
};

// What there is to print.
struct Decoded {
  const Struct* of = nullptr;
  std::span<const std::uint8_t> bytes;
  std::size_t given = 0;  // bytes of the file: more than `bytes` when it is too long
  std::vector<DumpLine> lines;
  std::vector<Opinion> opinions;  // none when there are too few bytes

  std::size_t excess() const { return given - bytes.size(); }
  bool accepts(const Opinion& opinion) const { return excess() == 0 && opinion.accepted(); }
};

constexpr std::uint32_t kBytesShown = 8;

std::string hex_of(std::span<const std::uint8_t> bytes, std::string_view between) {
  std::string text;
  for (std::uint8_t byte : bytes) {
    if (!text.empty()) text += between;
    text += "0123456789ABCDEF"[byte >> 4];
    text += "0123456789ABCDEF"[byte & 15];
  }
  return text;
}

std::string bytes_column(std::span<const std::uint8_t> bytes) {
  bool all_zero = std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
  if (bytes.size() > kBytesShown && all_zero) return "00 x " + std::to_string(bytes.size());
  if (bytes.size() > kBytesShown) return hex_of(bytes.first(kBytesShown - 1), " ") + " ..";
  return hex_of(bytes, " ");
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string without_end(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string table(const Decoded& decoded) {
  std::size_t field_width = 5;
  std::size_t value_width = 5;
  for (const DumpLine& line : decoded.lines) {
    field_width = std::max(field_width, line.field.size());
    value_width = std::max(value_width, line.value.size());
  }
  auto row = [&](std::string offset, std::string bytes, std::string field, std::string value,
                 const std::string& meaning) {
    offset = std::string(6 - std::min<std::size_t>(6, offset.size()), ' ') + offset;
    return without_end(offset + "  " + padded(std::move(bytes), 3 * kBytesShown) + " " +
                       padded(std::move(field), field_width + 2) + padded(std::move(value), value_width + 2) +
                       meaning) +
           "\n";
  };
  std::string text = row("offset", "bytes", "field", "value", "meaning");
  for (const DumpLine& line : decoded.lines) {
    if (line.part) {
      text += row("", "", "  " + line.field.substr(line.field.rfind('.')), line.value, line.meaning);
    } else {
      text += row(std::to_string(line.offset), bytes_column(decoded.bytes.subspan(line.offset, line.size)), line.field,
                  line.value, line.meaning);
    }
  }
  return text;
}

std::string_view word(Judge::Outcome outcome) { return outcome == Judge::Outcome::kOverflows ? "overflows" : "fails"; }

std::string text_of(const Failure& failure) {
  const Check& check = *failure.check;
  const Fault& fault = failure.fault;
  std::string text =
      "  [" + std::to_string(check.code) + "] " + std::string(check.id) + " " + std::string(word(failure.outcome));
  if (fault.field) text += ", byte " + std::to_string(fault.offset) + " (" + fault.name + ")";
  if (!check.about.doc.empty()) text += ": " + std::string(check.about.doc);
  text += "\n";
  if (check.require) text += "       require " + rule_of(check) + "\n";
  if (check.when) text += "       when " + guard::tidy(*check.when->source) + "\n";
  if (!fault.numbers.empty()) text += "       " + fault.numbers + "\n";
  return text;
}

std::string verdict(const Decoded& decoded, const Opinion& opinion) {
  const Struct& of = *decoded.of;
  std::string as = opinion.params.empty() ? "" : "as " + conditions(opinion.params) + ": ";
  std::size_t count = of.checks.size();
  std::string checks = std::to_string(count) + (count == 1 ? " check" : " checks");
  std::string hold = checks + (count == 1 ? " holds\n" : " hold\n");
  if (decoded.accepts(opinion)) return as + "accepted, " + hold;
  std::string text = as + "refused, ";
  if (decoded.excess() != 0) text += "too long; of the first " + std::to_string(of.size) + " bytes ";
  if (opinion.accepted()) return text + (count == 1 ? "its " : "all ") + hold;
  text += std::to_string(opinion.failed.size()) + " of " + checks + (count == 1 ? " fails\n" : " fail\n");
  for (const Failure& each : opinion.failed) text += text_of(each);
  if (opinion.unjudged.empty()) return text;
  text += "  not judged, since they rest on one that fails:";
  for (const Check* check : opinion.unjudged) text += " " + std::string(check->id);
  return text + "\n";
}

std::string as_text(const Decoded& decoded) {
  std::string text = table(decoded) + "\n";
  for (const Opinion& opinion : decoded.opinions) text += verdict(decoded, opinion);
  return text;
}

Json opinion_json(const Decoded& decoded, const Opinion& opinion) {
  Json params = Json::object();
  for (auto [param, value] : opinion.params) params[std::string(param->name)] = spell(*param, value);
  Json failed = Json::array();
  for (const Failure& each : opinion.failed) {
    const Check& check = *each.check;
    Json row = {{"id", std::string(check.id)}, {"code", check.code}, {"offset", each.fault.offset}};
    if (each.fault.field) row["field"] = each.fault.name;
    row["outcome"] = std::string(word(each.outcome));
    row["doc"] = std::string(check.about.doc);
    if (!each.fault.numbers.empty()) row["numbers"] = each.fault.numbers;
    failed.push_back(std::move(row));
  }
  Json unjudged = Json::array();
  for (const Check* check : opinion.unjudged) unjudged.push_back(std::string(check->id));
  return {{"params", std::move(params)},
          {"accepted", decoded.accepts(opinion)},
          {"failed", std::move(failed)},
          {"not_judged", std::move(unjudged)}};
}

std::string as_json(const Decoded& decoded) {
  Json fields = Json::array();
  for (const DumpLine& line : decoded.lines) {
    Json row = {{"offset", line.offset},
                {"size", line.size},
                {"bytes", hex_of(decoded.bytes.subspan(line.offset, line.size), "")}};
    row["field"] = line.field;
    row["value"] = line.value;
    row["meaning"] = line.meaning;
    fields.push_back(std::move(row));
  }
  Json opinions = Json::array();
  for (const Opinion& opinion : decoded.opinions) opinions.push_back(opinion_json(decoded, opinion));
  Json all = {{"descriptor", decoded.of->path},
              {"size", decoded.of->size},
              {"given", decoded.given},
              {"fields", std::move(fields)},
              {"verdicts", std::move(opinions)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void refuse_size(const Struct& of, std::size_t given, const std::string& file, Diags& diags) {
  if (given == of.size) return;
  std::size_t off = given < of.size ? of.size - given : given - of.size;
  diags
      .error(Code::E005, {},
             file + " has " + std::to_string(given) + " bytes, " + std::to_string(off) +
                 (given < of.size ? " fewer" : " more") + " than " + of.path)
      .hint(given < of.size ? "what is there is shown, and no check is run"
                            : "the first " + std::to_string(of.size) + " are shown and checked");
}

int decode(const Options& options) {
  SpecSet set;
  int status = 0;
  if (!load_whole(options.folder, set, status)) return status;
  Diags diags;
  const Struct* of = descriptor::find_struct(set, options.of, diags);
  Params given = of ? read_params(*of, options.params, diags) : Params{};
  std::optional<std::string> text;
  if (!diags.failed()) text = read_file(options.file, 1u << 20, diags);
  if (!text) {
    print_findings(diags, set.sources);
    return 2;
  }
  Decoded decoded;
  decoded.of = of;
  decoded.bytes = {reinterpret_cast<const std::uint8_t*>(text->data()), std::min<std::size_t>(text->size(), of->size)};
  decoded.given = text->size();
  decoded.lines = dump(*of, decoded.bytes);
  if (decoded.bytes.size() == of->size) {
    decoded.opinions = judge(*of, decoded.bytes, given);
    if (decoded.opinions.empty()) {
      diags.error(Code::E004, {}, "the parameters of " + of->path + " have too many values to try")
          .hint("--set NAME=VALUE");
    }
  }
  refuse_size(*of, text->size(), options.file, diags);
  print(options.json ? as_json(decoded) : as_text(decoded), status);
  print_findings(diags, set.sources);
  if (status > 1) return status;
  bool accepted = std::any_of(decoded.opinions.begin(), decoded.opinions.end(),
                              [&](const Opinion& each) { return decoded.accepts(each); });
  return diags.failed() || !accepted ? 1 : status;
}

}  // namespace

void add_decode(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb =
      app.add_subcommand("decode", "Explain the bytes of a descriptor: every field, and every check that fails");
  verb->footer(
      "Where a parameter is not set, each of its values is tried; one that accepts is enough for exit status 0. Where\n"
      "examples, laws or proofs of the specs do not hold, the bytes are told all the same, and the status is 1.");
  verb->add_option("DESCRIPTOR", options->of, "A spec, or one of its structs: quanttess, rknpu.submit")->required();
  verb->add_option("FILE", options->file, "The bytes")->required();
  verb->add_option("--set", options->params, "A parameter of the checks")->type_name("NAME=VALUE");
  cli::add_choice(*verb, "--format", options->json, {{"text", false}, {"json", true}}, "How to print it");
  add_specs_option(*verb, options->folder);
  verb->callback([options, &status] { status = decode(*options); });
}

}  // namespace npuspec
