// The examples of the quanttess-classes descriptors in C++, for tests at run time and at compile time.
// Source: QuantTess contract, Numerical behavior
// Made from specs/quanttess/classes.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_classes_gen.hpp"

namespace npuspec::quanttess_classes {

}  // namespace npuspec::quanttess_classes
