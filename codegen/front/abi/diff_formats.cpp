#include "front/abi/diff_formats.h"

#include <set>
#include <utility>

#include "front/json.h"
#include "front/sarif.h"

namespace npuspec {
namespace {

Json abi_json(AbiVersion abi) { return {{"major", abi.major}, {"minor", abi.minor}}; }

const char* word(Bump bump) { return bump == Bump::kMajor ? "major" : bump == Bump::kMinor ? "minor" : "none"; }

void put(Json& to, const char* key, const std::string& text) {
  if (!text.empty()) to[key] = text;
}

Json finding_json(const Finding& found, const LoadedReport& before, const LoadedReport& after) {
  Json json = {{"rule", rule_id(found)},
               {"class", name(found.rule.abi_class)},
               {"severity", name(found.rule.severity)},
               {"old_reader_of_new_data_breaks", found.rule.old_reader},
               {"new_reader_of_old_data_breaks", found.rule.new_reader},
               {"what", found.what},
               {"id", found.id}};
  put(json, "attribute", found.attribute);
  put(json, "before", found.before);
  put(json, "after", found.after);
  json["message"] = found.message;
  json["meaning"] = found.rule.sentence;
  put(json, "subject", found.subject);
  put(json, "transition", found.transition);
  put(json, "condition", found.condition);
  put(json, "effects", found.effects);
  if (!found.settings.empty()) json["settings"] = found.settings;
  put(json, "keep", found.keep);
  put(json, "hint", found.hint);
  put(json, "old_place", written(before, found.old_at));
  put(json, "new_place", written(after, found.new_at));
  return json;
}

const char* level(AbiSeverity severity) {
  return severity == AbiSeverity::kBreaking ? "error" : severity == AbiSeverity::kAdditive ? "warning" : "note";
}

// What is gone has its place in the old texts; what is there, in the new ones, and the old place beside.
Json sarif_result(const std::string& rule, const char* its_level, const std::string& text, Place old_at, Place new_at,
                  const LoadedReport& before, const LoadedReport& after) {
  Json result = {{"ruleId", rule}, {"level", its_level}, {"message", {{"text", text}}}};
  result["locations"] = Json::array();
  if (new_at.file != 0) {
    result["locations"].push_back(sarif_location(after.set.sources, new_at, 1));
    if (old_at.file != 0) {
      Json related = sarif_location(before.set.sources, old_at, 1);
      related["message"]["text"] = "as it was";
      result["relatedLocations"].push_back(std::move(related));
    }
  } else if (old_at.file != 0) {
    result["locations"].push_back(sarif_location(before.set.sources, old_at, 1));
  }
  return result;
}

}  // namespace

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string written(AbiVersion abi) { return std::to_string(abi.major) + "." + std::to_string(abi.minor); }

std::string written(const LoadedReport& report, Place at) {
  if (at.file == 0) return {};
  std::string text = report.set.sources.name(at.file);
  if (at.line != 0) text += ":" + std::to_string(at.line) + ":" + std::to_string(at.col);
  return text;
}

std::string place_of(const Finding& found, const LoadedReport& before, const LoadedReport& after) {
  if (std::string place = written(after, found.new_at); !place.empty()) return place;
  std::string place = written(before, found.old_at);
  return place.empty() ? place : place + " (old)";
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string rule_id(const Finding& finding) {
  std::string id = finding.what;
  if (!finding.attribute.empty()) id += "." + finding.attribute;
  std::string change(name(finding.rule.change));
  for (char& c : change) {
    if (c == ' ' || c == ',') c = '-';
  }
  return id + "." + change;
}

std::string verdict(const Diff& diff) {
  std::size_t all = 0;
  std::string kinds;
  for (AbiSeverity severity :
       {AbiSeverity::kBreaking, AbiSeverity::kAdditive, AbiSeverity::kSourceOnly, AbiSeverity::kDocOnly}) {
    std::size_t count = diff.count(severity);
    all += count;
    if (count != 0) kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(name(severity));
  }
  std::string advice;
  std::string raised;
  for (const SpecDiff& spec : diff.specs) {
    if (!spec.advice.empty()) advice += (advice.empty() ? "" : "; ") + spec.advice;
    if (spec.allowed && spec.in_old && spec.needed != Bump::kNone) {
      raised += (raised.empty() ? "" : ", ") + spec.name + " went from " + written(spec.old_abi) + " to " +
                written(spec.new_abi);
    }
  }
  if (diff.specs.empty()) return "No change. Allowed.";
  std::string text = counted(all, "change") + (kinds.empty() ? "" : ": " + kinds) + ". ";
  if (!diff.allowed()) return text + "Refused: " + advice + ".";
  return text + "Allowed" + (raised.empty() ? "." : ": " + raised + ".");
}

std::string diff_json(const Diff& diff, const LoadedReport& before, const LoadedReport& after) {
  Json json = {{"format", 1},
               {"old", before.path},
               {"new", after.path},
               {"allowed", diff.allowed()},
               {"verdict", verdict(diff)}};
  json["specs"] = Json::array();
  for (const SpecDiff& spec : diff.specs) {
    Json one = {{"kind", spec.kind}, {"name", spec.name}};
    if (spec.in_old) one["old_abi"] = abi_json(spec.old_abi);
    if (spec.in_new) one["new_abi"] = abi_json(spec.new_abi);
    one["needs"] = word(spec.needed);
    one["allowed"] = spec.allowed;
    put(one, "advice", spec.advice);
    put(one, "summary", spec.summary);
    one["findings"] = Json::array();
    for (const Finding& found : spec.findings) one["findings"].push_back(finding_json(found, before, after));
    json["specs"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string diff_markdown(const Diff& diff, const LoadedReport& before, const LoadedReport& after) {
  std::string text = "# ABI diff\n\n" + verdict(diff) + "\n";
  for (const SpecDiff& spec : diff.specs) {
    text += "\n## " + spec.name + " (" + spec.kind + ")\n\n";
    text += !spec.in_old   ? "New, abi " + written(spec.new_abi)
            : !spec.in_new ? "Gone, abi was " + written(spec.old_abi)
                           : "abi " + written(spec.old_abi) + " -> " + written(spec.new_abi);
    text += ".";
    if (!spec.summary.empty()) text += " " + spec.summary + ".";
    text += "\n\n| severity | class | change | meaning | breaks | place |\n|---|---|---|---|---|---|\n";
    for (const Finding& found : spec.findings) {
      text += "| " + std::string(name(found.rule.severity)) + " | " + std::string(name(found.rule.abi_class)) + " | " +
              cell(found.message + (found.hint.empty() ? "" : "; hint: " + found.hint)) + " | " +
              cell(std::string(found.rule.sentence)) + " | " + std::string(directions(found.rule)) + " | " +
              cell(place_of(found, before, after)) + " |\n";
    }
  }
  return text;
}

std::string diff_sarif(const Diff& diff, const LoadedReport& before, const LoadedReport& after) {
  Json rules = Json::array();
  Json results = Json::array();
  std::set<std::string> known;
  auto add = [&](const std::string& id, std::string_view meaning, Json result) {
    if (known.insert(id).second) rules.push_back({{"id", id}, {"shortDescription", {{"text", meaning}}}});
    results.push_back(std::move(result));
  };
  for (const SpecDiff& spec : diff.specs) {
    for (const Finding& found : spec.findings) {
      std::string text = spec.name + ": " + found.message + ". " + std::string(name(found.rule.severity)) + ": " +
                         std::string(found.rule.sentence);
      if (!found.hint.empty()) text += "\nhelp: " + found.hint;
      std::string id = rule_id(found);
      add(id, found.rule.sentence,
          sarif_result(id, level(found.rule.severity), text, found.old_at, found.new_at, before, after));
    }
    if (!spec.summary.empty()) {
      add("costs", "what the effects of a policy come to, and who says what each costs",
          sarif_result("costs", "note", spec.name + ": " + spec.summary, spec.old_at, spec.new_at, before, after));
    }
    if (spec.allowed) continue;
    add("version", "the version does not own up to what changed",
        sarif_result("version", "error", spec.advice, spec.old_at, spec.new_at, before, after));
  }
  return sarif_log("npuspec diff", std::move(rules), std::move(results));
}

std::string render(const Diff& diff, const LoadedReport& before, const LoadedReport& after, DiffFormat format) {
  switch (format) {
    case DiffFormat::kJson:
      return diff_json(diff, before, after);
    case DiffFormat::kMarkdown:
      return diff_markdown(diff, before, after);
    case DiffFormat::kSarif:
      return diff_sarif(diff, before, after);
    case DiffFormat::kText:
      break;
  }
  return diff_text(diff, before, after);
}

}  // namespace npuspec
