// The name of the front end's JSON type, for headers that only pass it on.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace npuspec {

using Json = nlohmann::ordered_json;

}  // namespace npuspec
