// What verify found, as text for a person, as Markdown for the reference page, and as JSON.
//
// `unsafe`, `needless` and `drift` begin the lines of findings, and nothing else has these words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "verify/verify.h"

namespace npuspec::verify {

std::string text_report(const Policy& policy, const Question& question, const Verified& found);
std::string markdown_report(const Policy& policy, const Question& question, const Verified& found);
nlohmann::ordered_json json_report(const Policy& policy, const Question& question, const Verified& found);

std::string knobs_text(const Policy& policy, std::uint32_t knobs);  // "nothrash=0 f16warm=1"
std::string time_text(std::uint64_t ns);                            // "105 ms"

}  // namespace npuspec::verify
