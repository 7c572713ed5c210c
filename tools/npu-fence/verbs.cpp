#include "verbs.h"

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
  return fence_config_for(plan);
}

std::string read_text(const std::string& path) {
  const MappedFile file(path);
  return {file.bytes().begin(), file.bytes().end()};
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

int run(const std::string& who, const std::function<int()>& work) {
  try {
    return work();
  } catch (const Error& error) {
    std::fprintf(stderr, "%s: %s\n", who.c_str(), error.what());
    return 1;
  } catch (const std::system_error& error) {
    std::fprintf(stderr, "%s: %s\n", who.c_str(), error.what());
    return 2;
  }
}

void print(const nlohmann::ordered_json& json) { std::printf("%s\n", json.dump(2).c_str()); }

}  // namespace npuspec::fence
