// The one JSON type of the front end: keeps the order in which keys were added, since every output is canonical.
#pragma once

#include <nlohmann/json.hpp>

namespace npuspec {

using Json = nlohmann::ordered_json;

}  // namespace npuspec
