// The quanttess-routes descriptors in C++, version 1.0.
// Source: QuantTess contract, Native boundary
// Made from specs/quanttess/routes.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/check.h"
#include "base/guard_math.h"
#include "base/wire.h"

// The firmware routes that a QuantTess request may name.
namespace npuspec::quanttess_routes {

inline constexpr std::uint32_t kAbiMajor = 1;
inline constexpr std::uint32_t kAbiMinor = 0;

// A transport capability; the runtime probes for exactly this pair and fails closed when it is absent.
// specs/quanttess/routes.yaml:9
enum class Route : std::uint32_t {
  // the native entry, route 49; the legacy QuantTess ABI is another entry
  // Source: QuantTess contract, Native boundary
  kNativeQuanttess = 49,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(Route value) {
  switch (value) {
    case Route::kNativeQuanttess:
      return "NATIVE_QUANTTESS";
    default:
      return nullptr;
  }
}

// The column `epoch`; zero for a value that has no symbol.
constexpr std::uint64_t route_epoch(Route value) {
  switch (value) {
    case Route::kNativeQuanttess:
      return 2;
    default:
      return {};
  }
}

}  // namespace npuspec::quanttess_routes
