// The examples of the quanttess-classes descriptors as bytes, for tests in C and C++.
// Source: QuantTess contract, Numerical behavior
// Made from specs/quanttess/classes.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_classes_gen.h"
