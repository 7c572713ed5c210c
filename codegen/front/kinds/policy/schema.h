// The keys of a policy spec.
#pragma once

#include "front/schema.h"

namespace npuspec::policy {

const schema::Object& policy_schema();

}  // namespace npuspec::policy
