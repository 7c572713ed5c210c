// Finds a report: in a folder of specs, in a file, or in the newest of some releases.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "front/abi/diff_formats.h"
#include "front/files.h"
#include "front/json.h"
#include "front/load.h"
#include "front/reader.h"
#include "front/report.h"

namespace npuspec {
namespace {

constexpr const char* kReportFile = "report.json";

// "0.10.1" as {0, 10, 1}; empty when it is no version.
std::vector<unsigned> version_of(const std::string& text) {
  std::vector<unsigned> parts;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    unsigned part = 0;
    auto [after, error] = std::from_chars(at, end, part);
    if (error != std::errc() || (after != end && (*after != '.' || after + 1 == end))) return {};
    parts.push_back(part);
    at = after == end ? end : after + 1;
  }
  return parts;
}

// The report of the newest release in a folder of releases; empty when it is no such folder.
std::string newest_release(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<unsigned> newest;
  std::string path;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    std::vector<unsigned> version = version_of(each->path().filename().string());
    fs::path file = each->path() / kReportFile;
    if (version.empty() || version <= newest || !fs::is_regular_file(file, error)) continue;
    newest = version;
    path = file.string();
  }
  return path;
}

void load_file(const std::string& path, LoadedReport& loaded, Diags& diags) {
  std::optional<std::string> text = read_file(path, kMaxSpecBytes, diags);
  if (!text) return;
  std::uint32_t file = loaded.set.sources.add(path, *std::move(text));
  loaded.set.arenas.push_back(std::make_unique<Arena>());
  const Node* root = read_yaml(loaded.set.sources, file, *loaded.set.arenas.back(), diags);
  if (!root || diags.failed()) return;
  loaded.report = read_report(*root, diags);
  loaded.is_whole = !diags.failed();
}

bool is_over(const SpecReport& device, const SpecReport& policy) {
  const Fact* head = device.find("spec", device.name);
  if (!head) return false;
  Json uses = head->attributes.value("uses", Json());
  return std::find(uses.begin(), uses.end(), Json(policy.name)) != uses.end();
}

bool prices(const Fact& cost, const Fact& effect) {
  return cost.what == "cost" && effect.what == "effect" && effect.attributes.contains("cost_ns") &&
         cost.attributes.value("effect", Json()) == Json(effect.id) &&
         cost.attributes.value("is_ns", Json()) == effect.attributes["cost_ns"];
}

void name_pricers(LoadedReport& loaded) {
  for (const SpecReport& device : loaded.report.specs) {
    for (SpecReport& policy : loaded.report.specs) {
      if (device.kind != "device" || policy.kind != "policy" || !is_over(device, policy)) continue;
      for (const Fact& cost : device.facts) {
        for (const Fact& effect : policy.facts) {
          if (!prices(cost, effect)) continue;
          policy.priced_by.emplace(effect.id,
                                   "cost " + cost.id + " of device " + device.name + ", " + written(loaded, cost.at));
        }
      }
    }
  }
}

}  // namespace

LoadedReport load_report(const std::string& path, Diags& diags) {
  LoadedReport loaded;
  loaded.path = path;
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) {
    load_file(path, loaded, diags);
  } else if (std::string release = newest_release(path); !release.empty()) {
    loaded.path = release;
    load_file(release, loaded, diags);
  } else {
    loaded.set = load_specs(path);
    loaded.is_whole = is_whole(loaded.set);
    if (loaded.is_whole) loaded.report = report(loaded.set);
    diags.merge(loaded.set.take_diags());
  }
  if (!loaded.is_whole) loaded.report = {};
  name_pricers(loaded);
  return loaded;
}

}  // namespace npuspec
