#include "front/sarif.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "front/utf8.h"

namespace npuspec {
namespace {

// A path as a URI reference (RFC 3986): what is not plain is percent-encoded.
std::string uri(std::string_view path) {
  std::string out = path.starts_with('/') ? "file://" : "";
  for (char c : path) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 std::string_view("-._~/").find(c) != std::string_view::npos;
    char hex[4];
    std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    out += plain ? std::string(1, c) : std::string(hex);
  }
  return out;
}

}  // namespace

Json sarif_location(const Sources& sources, Place at, std::size_t width) {
  Json physical;
  physical["artifactLocation"]["uri"] = uri(sources.name(at.file));
  if (at.line != 0) {
    Json& region = physical["region"];
    region["startLine"] = at.line;
    if (at.col != 0) {
      std::string_view line = sources.line(at);
      std::size_t column = utf8::count(line.substr(0, at.col - 1)) + 1;
      region["startColumn"] = column;
      region["endColumn"] = column + utf8::count(line.substr(std::min<std::size_t>(at.col - 1, line.size()), width));
    }
  }
  Json out;
  out["physicalLocation"] = std::move(physical);
  return out;
}

std::string sarif_log(const std::string& tool, Json rules, Json results) {
  Json run;
  run["tool"]["driver"] = {{"name", tool}, {"rules", std::move(rules)}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = std::move(results);
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({std::move(run)});
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace npuspec
