// The quanttess-routes descriptors in C11, version 1.0.
// Source: QuantTess contract, Native boundary
// Made from specs/quanttess/routes.yaml: edit that file, never this one.
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

// The firmware routes that a QuantTess request may name.
#define QUANTTESS_ROUTES_ABI_MAJOR 1
#define QUANTTESS_ROUTES_ABI_MINOR 0

// A transport capability; the runtime probes for exactly this pair and fails closed when it is absent.
// specs/quanttess/routes.yaml:9

// the native entry, route 49; the legacy QuantTess ABI is another entry
// Source: QuantTess contract, Native boundary
#define QUANTTESS_ROUTES_ROUTE_NATIVE_QUANTTESS 49

// The name of a symbol; NULL for a value that has none.
static inline const char* quanttess_routes_route_name(uint32_t value) {
  switch (value) {
    case QUANTTESS_ROUTES_ROUTE_NATIVE_QUANTTESS:
      return "NATIVE_QUANTTESS";
    default:
      return NULL;
  }
}

// The column `epoch`; zero for a value that has no symbol.
static inline uint64_t quanttess_routes_route_epoch(uint64_t value) {
  switch (value) {
    case QUANTTESS_ROUTES_ROUTE_NATIVE_QUANTTESS:
      return 2;
    default:
      return 0;
  }
}
