// The device's generated rules, which are C11, for C++.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "rk3588_gen.h"  // IWYU pragma: export
#pragma GCC diagnostic pop
