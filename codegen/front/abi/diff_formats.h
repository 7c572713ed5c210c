// The forms in which a diff and a report are written. Private to this folder; render() in diff.h chooses one.
#pragma once

#include <string>
#include <string_view>

#include "front/diff.h"

namespace npuspec {

std::string diff_text(const Diff& diff, const LoadedReport& before, const LoadedReport& after);
std::string diff_json(const Diff& diff, const LoadedReport& before, const LoadedReport& after);
std::string diff_markdown(const Diff& diff, const LoadedReport& before, const LoadedReport& after);
std::string diff_sarif(const Diff& diff, const LoadedReport& before, const LoadedReport& after);

std::string written(AbiVersion abi);                        // "1.0"
std::string written(const LoadedReport& report, Place at);  // "specs/x.yaml:41:9"; empty when it is nowhere
std::string cell(std::string text);                         // of a Markdown table

// Where a finding is to be seen: in the new texts; "specs/x.yaml:41:9 (old)" for what is gone.
std::string place_of(const Finding& found, const LoadedReport& before, const LoadedReport& after);

std::string counted(std::size_t count, std::string_view noun);  // "1 change", "2 changes"

// "3 changes: 1 breaking, 2 additive. Refused: bump abi.major of quanttess to 2, or keep field rank at byte 12"
std::string verdict(const Diff& diff);

}  // namespace npuspec
