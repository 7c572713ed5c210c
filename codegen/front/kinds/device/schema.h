// The keys of a device spec.
#pragma once

#include <cstdint>

#include "front/schema.h"

namespace npuspec::device {

inline constexpr std::int64_t kMaxCores = 64;

const schema::Object& device_schema();

}  // namespace npuspec::device
