// A device: what it costs and how it goes wrong, as state and rules that a simulator and a verifier both run.
//
// An event (a reset, a submit) asks its rules in order. A rule that acts sets state, takes time, and may name an
// outcome. All rules read the state before the event; what they set takes hold together; the worst outcome counts; one
// whose outcome ends the event is the last asked. What nobody knows for sure is a switch. State is of the device, of a
// core, or of an object (a buffer) that an event is about. run.h runs a device; generated code does the same, and is
// judged by it.
//
// All names view the spec's own text. Numbers are exact; time is in nanoseconds.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/guard/check.h"
#include "front/guard/scope.h"
#include "front/kinds/policy/model.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec::device {

inline constexpr std::size_t kMaxRules = 64;                     // which of them acted is a mask
inline constexpr std::int64_t kMaxCost = std::int64_t{1} << 48;  // three days
inline constexpr std::int64_t kMaxPart = kMaxCost / 16;          // of one named cost, so that a rule may add several up

using policy::Named;

struct Type {
  enum class Form : std::uint8_t { kBool, kInt, kDuration, kEnum, kObject } form = Form::kBool;
  std::size_t index = 0;  // into enums (kEnum) or objects (kObject)
  std::int64_t least = 0;
  std::int64_t most = 1;
};

struct Tag : Named {};
struct Object : Named {};

struct Constant : Named {
  std::int64_t value = 0;
};

struct EnumColumn {
  std::string_view name;
  Type type;
};

struct Symbol : Named {
  std::vector<std::int64_t> columns;
};

struct Enum : Named {
  std::vector<EnumColumn> columns;
  std::vector<Symbol> symbols;  // their numbers are 0, 1, ...
};

struct Cost : Named {
  std::int64_t is = 0;
  std::int64_t least = 0;  // what was seen; `is` twice unless given
  std::int64_t most = 0;
  std::string_view knob;
  std::string_view effect;
  std::string_view reserved;  // why it stays although no rule costs it
  std::string_view tag;
};

struct Switch : Named {
  Type type;
  std::int64_t initial = 0;
  bool uncertain = false;
  std::int64_t chance = 0;  // of `per`; 0: it is no matter of chance
  std::int64_t per = 0;
  std::string_view tag;
  std::string_view against;
  std::string_view set_by;
  std::string_view cleared_by;
};

struct State : Named {
  enum class Per : std::uint8_t { kDevice, kCore, kObject } per = Per::kDevice;
  Type type;
  std::int64_t initial = 0;
  std::size_t object = 0;  // kObject
  bool refused = false;    // told already: guards that name it say nothing more
};

struct Argument {
  std::string_view name;
  Type type;
  Place at;
};

struct Event : Named {
  std::vector<Argument> arguments;
  std::vector<std::size_t> rules;  // in the order they are asked
};

struct Setting {
  std::size_t state = 0;
  bool all = false;                      // of all cores
  const guard::Typed* target = nullptr;  // the variable, or an element of it; null when `all`
  const guard::Typed* value = nullptr;
  Place at;
};

struct Rule : Named {
  std::size_t event = 0;
  const guard::Typed* when = nullptr;  // null: always
  std::vector<Setting> sets;
  const guard::Typed* cost = nullptr;
  int outcome = -1;
  std::string_view tag;
};

// What a path may do around its submits, a bit each in this order, and how its output lies.
inline constexpr std::string_view kDoings[] = {"LOAD", "RESTORE", "NONBLOCK", "ATTACH", "WARM_SCALAR"};
inline constexpr std::string_view kOutputs[] = {"NONE", "SCALAR", "PERCORE", "LOCAL", "CALL"};

// What a site of the policy submits once it has entered; or, of no site, what is submitted without an entry.
struct Path : Named {
  bool is_site = false;
  std::vector<std::size_t> ops;  // symbols of the enum `op`
  bool multi = false;
  std::size_t output = 0;  // of kOutputs
  std::uint32_t does = 0;  // of kDoings
};

struct Outcome : Named {
  std::int64_t error = 0;  // errno
  bool ends = false;
  bool silent = false;
  std::string_view output;
  std::string_view cured_by;
  std::vector<int> returns;    // by event
  std::vector<bool> returned;  // whether it says so
};

struct Step {
  std::size_t event = 0;
  std::vector<std::int64_t> arguments;  // of an object: which, by first mention
  Place at;
  std::string_view text;  // as the spec writes it
};

struct Example : Named {
  std::vector<std::int64_t> switches;
  std::vector<std::pair<std::size_t, std::int64_t>> state;
  std::vector<Step> steps;
  int outcome = -1;
  std::vector<int> outcomes;
  std::int64_t cost = -1;
  std::size_t objects = 1;
};

struct DeviceModel final : npuspec::Model, policy::EffectCosts {
  std::size_t cores = 1;
  std::vector<Tag> tags;
  std::vector<Constant> constants;
  std::vector<Enum> enums;
  std::vector<Cost> costs;
  std::vector<Switch> switches;
  std::vector<Object> objects;
  std::vector<State> state;
  std::vector<Event> events;
  std::vector<Rule> rules;
  std::vector<Outcome> outcomes;  // in rising order of harm
  std::vector<Path> paths;
  std::vector<Example> examples;

  // What guards may name: switches, costs, constants and state, and in the scope of an event its arguments and the
  // state of the objects it is about.
  Arena arena;
  std::vector<std::unique_ptr<guard::Enum>> guard_enums;
  std::unique_ptr<guard::Scope> scope;
  std::vector<std::unique_ptr<guard::Scope>> event_scopes;
  std::vector<const guard::Symbol*> switch_symbols;
  std::vector<const guard::Symbol*> cost_symbols;
  std::vector<const guard::Symbol*> state_symbols;                  // of the device and of cores; else null
  std::vector<std::vector<const guard::Symbol*>> argument_symbols;  // by event
  std::vector<std::vector<const guard::Symbol*>> object_symbols;    // by event: as `state`; null where not there

  std::int64_t effect_cost(std::string_view column) const override;
};

}  // namespace npuspec::device
