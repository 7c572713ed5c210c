// What a column of an enum says of each symbol, in words: the one thing of a descriptor that is no fact of its own.
#pragma once

#include <string>
#include <vector>

#include "front/explain.h"
#include "front/kinds/descriptor/model.h"

namespace npuspec::descriptor {

std::string text_of(const Column& column, Int value);  // "true", "24", "105000000 ns", "FP16"

// A column goes by its name, bare or after that of its enum: bytes, dtype.bytes. False: the facts say the rest.
bool explain_columns(const Spec& spec, const Question& question, Answer& answer, std::vector<std::string>& names);

}  // namespace npuspec::descriptor
