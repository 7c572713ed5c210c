// What editors and readers get from a schema table (schema.h).
#pragma once

#include <string>

#include "front/schema.h"

namespace npuspec::schema {

// JSON Schema, draft 7, for yaml-language-server: completion, hover texts, and the shape errors that it can express.
std::string json_schema(const Object& root);

// A Markdown page: the keys of each kind of row, their shapes, examples and what they mean.
std::string reference_page(const Object& root);

}  // namespace npuspec::schema
