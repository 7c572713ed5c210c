// The quanttess-classes descriptors in C11, version 1.0.
// Source: QuantTess contract, Numerical behavior
// Made from specs/quanttess/classes.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/guard_math.h"
#include "base/wire.h"

// How a request is classed when it is prepared; nothing of it is on the wire.
#define QUANTTESS_CLASSES_ABI_MAJOR 1
#define QUANTTESS_CLASSES_ABI_MINOR 0

// What a multiplier lets a leaf leave out.
// Source: QuantTess contract, Numerical behavior; the values: our decision, they are never on the wire
// specs/quanttess/classes.yaml:9

// hardware multiplication
#define QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL 0
// hardware multiplication; the exact repair multiplies by a literal one
#define QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO 1
// exact block arithmetic
#define QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL 2
// exact block arithmetic, normalised to significand one
#define QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO 3

// The name of a symbol; NULL for a value that has none.
static inline const char* quanttess_classes_multiplier_class_name(uint32_t value) {
  switch (value) {
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL:
      return "NORMAL";
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO:
      return "POWER_OF_TWO";
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL:
      return "SUBNORMAL";
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO:
      return "SUBNORMAL_POWER_OF_TWO";
    default:
      return NULL;
  }
}

// The column `subnormal`; zero for a value that has no symbol.
static inline bool quanttess_classes_multiplier_class_subnormal(uint64_t value) {
  switch (value) {
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL:
      return false;
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO:
      return false;
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL:
      return true;
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO:
      return true;
    default:
      return 0;
  }
}

// The column `significand_one`; zero for a value that has no symbol.
static inline bool quanttess_classes_multiplier_class_significand_one(uint64_t value) {
  switch (value) {
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL:
      return false;
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO:
      return true;
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL:
      return false;
    case QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO:
      return true;
    default:
      return 0;
  }
}
