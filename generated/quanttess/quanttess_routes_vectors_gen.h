// The examples of the quanttess-routes descriptors as bytes, for tests in C and C++.
// Source: QuantTess contract, Native boundary
// Made from specs/quanttess/routes.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_routes_gen.h"
