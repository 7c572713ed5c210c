// The examples of the quanttess-routes descriptors in C++, for tests at run time and at compile time.
// Source: QuantTess contract, Native boundary
// Made from specs/quanttess/routes.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_routes_gen.hpp"

namespace npuspec::quanttess_routes {

}  // namespace npuspec::quanttess_routes
