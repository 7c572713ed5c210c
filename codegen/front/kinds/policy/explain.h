// A policy in words: its rows, conditions, modes, knobs and sites, and one decision taken apart.
#pragma once

#include <string>
#include <vector>

#include "front/explain.h"

namespace npuspec::policy {

// Names may be given bare or as generated code spells them (CHAIN_NT, XP_CHAIN_NT), a knob also by its variable.
bool explain_policy(const Spec& spec, const Question& question, Answer& answer, std::vector<std::string>& names);

}  // namespace npuspec::policy
