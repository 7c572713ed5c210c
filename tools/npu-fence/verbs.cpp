#include "verbs.h"

#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/files.h"
#include "cli.h"
#include "fence/binding.h"
#include "fence/error.h"
#include "fence/plan_file.h"

namespace npuspec::fence {

void add_format_option(CLI::App& verb, Format& format) {
  cli::add_choice(verb, "--format", format, {{"text", Format::kText}, {"json", Format::kJson}}, "How it is printed");
}

void add_places_options(CLI::App& verb, Places& places) {
  CLI::Option* after =
      verb.add_option("--after", places.after, "Cut behind these operators, by their indices: 3,10,20");
  after->type_name("LIST");
  verb.add_option("--plan", places.plan, "Cut as this plan says, which must have been made for the model")
      ->type_name("PLAN.json")
      ->excludes(after);
}

FenceConfig positions(const Places& places, const Model& model) {
  if (places.plan.empty()) return {read_list(places.after)};
  const FencePlan plan = read_plan(places.plan, read_text(places.plan));
  check_plan_binding(plan, model);
  check_has_fences(plan, model.name());
  return fence_config_for(plan);
}

std::string read_text(const std::string& path) {
  const MappedFile file(path);
  return {file.bytes().begin(), file.bytes().end()};
}

std::string range(std::int64_t first, std::int64_t last) {
  if (first == last) return "operator " + std::to_string(first);
  return "operators " + std::to_string(first) + " to " + std::to_string(last);
}

std::vector<std::int64_t> read_list(const std::string& text) {
  std::vector<std::int64_t> out;
  const char* at = text.data();
  const char* end = at + text.size();
  while (true) {
    std::int64_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (next != end && *next != ',')) {
      throw Error("'" + text + "' is no list of operators; write their indices with commas between: 3,10,20");
    }
    out.push_back(number);
    if (next == end) return out;
    at = next + 1;
  }
}

namespace {

int tell(const std::string& who, Format format, const std::string& refused, Fault rule, int status) {
  // Rows that a refusal lists stand in lines of their own, each behind two spaces.
  constexpr std::string_view kRow = "\n  ";
  std::string_view rest = refused;
  std::string line = who + ": ";
  for (std::size_t end = 0; end != rest.npos; rest.remove_prefix(std::min(rest.size(), end + 1))) {
    end = rest.find(kRow);
    say(stderr, line + std::string(rest.substr(0, end)));
    line.clear();
    if (end == rest.npos) break;
  }
  if (format != Format::kJson) return status;
  nlohmann::ordered_json json;
  json["refused"] = refused;
  json["rule"] =
      rule == Fault::kNone ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(ethos_u_stream_split::id(rule));
  print(json);
  return status;
}

}  // namespace

int run(const std::string& who, Format format, const std::function<int()>& work) {
  try {
    return work();
  } catch (const Error& error) {
    return tell(who, format, error.what(), error.fault(), 1);
  } catch (const std::system_error& error) {
    return tell(who, format, error.what(), Fault::kNone, 2);
  }
}

int refuse(const std::string& who, Format format, const std::string& wrong, const std::string& way_out) {
  return tell(who, format, wrong + "; " + way_out, Fault::kNone, 2);
}

std::string shown(std::string_view text) {
  const bool characters = is_utf8(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F, which some terminals obey as they do ESC, are two bytes.
    const bool late = characters && byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    const bool raw = byte < 0x20 || byte == 0x7F || (!characters && byte >= 0x80);
    if (!late && !raw) {
      out += text[i];
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, late ? "\\u%04x" : "\\x%02x",
                  late ? static_cast<unsigned char>(text[++i]) : unsigned{byte});
    out += byte == '\n' ? "\\n" : escape;
  }
  return out;
}

void say(std::FILE* to, std::string_view line) {
  const std::string text = shown(line) + "\n";
  std::fwrite(text.data(), 1, text.size(), to);
}

void print_segments(const ethos_u_stream_split::Sidecar& fenced) {
  for (const auto& segment : fenced.segments) {
    const std::size_t pairs = segment.tensor_pairs.size();
    std::string line = "  " + range(segment.op_range_start, segment.op_range_end);
    if (pairs != 0) line += ", then a fence of " + std::to_string(pairs) + (pairs == 1 ? " tensor:" : " tensors:");
    say(stdout, line);
    for (const auto& pair : segment.tensor_pairs) say(stdout, "    " + quote(pair.input) + " -> " + quote(pair.output));
  }
}

void warn(const std::string& who, const std::string& what) { say(stderr, who + ": warning: " + what); }

void print(const nlohmann::ordered_json& json) {
  const std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  std::fwrite(text.data(), 1, text.size(), stdout);
}

Inputs::Inputs(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    struct stat about {};
    if (!path.empty() && ::stat(path.c_str(), &about) == 0) files_.try_emplace({about.st_dev, about.st_ino}, path);
  }
}

void Inputs::keep(const std::string& output) const {
  struct stat about {};
  if (output.empty() || ::stat(output.c_str(), &about) != 0) return;
  const auto found = files_.find({about.st_dev, about.st_ino});
  if (found == files_.end()) return;
  throw Error("'" + output + "' is '" + found->second + "' itself, which this run reads and never changes; " +
              "name another file");
}

}  // namespace npuspec::fence
