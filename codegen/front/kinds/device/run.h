// Runs a device, event by event, as its rules say: the oracle of the generated code.
//
// A Machine holds the state of the device and of the objects that events are about, made as they are first named. Set
// switches and state as you like, then let things happen. Costs are the spec's own unless set. One thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "front/guard/interp.h"
#include "front/kinds/device/model.h"

namespace npuspec::device {

struct Happened {
  std::size_t outcome = 0;
  std::int64_t cost = 0;    // nanoseconds
  std::uint64_t rules = 0;  // bit i: rule i of the model acted
};

class Machine {
 public:
  explicit Machine(const DeviceModel& model);

  void set_switch(std::size_t index, std::int64_t value) { switches_[index] = value; }
  void set_cost(std::size_t index, std::int64_t nanoseconds) { costs_[index] = nanoseconds; }

  // Of the device; of every core; of every object there is and will be.
  void start_at(std::size_t state, std::int64_t value);

  // Arguments as the event declares them; an object is told by a number of the caller's choice, the lower the better.
  Happened happen(std::size_t event, std::span<const std::int64_t> arguments);

  // A variable's value: of the device (0), of a core, of an object.
  std::int64_t value(std::size_t state, std::size_t element = 0) const;

 private:
  struct Write {
    std::size_t state;
    std::size_t element;
    std::int64_t value;
  };

  void make_objects(std::size_t kind, std::size_t count);
  void fill(std::size_t event, std::span<const std::int64_t> arguments);
  std::int64_t run(const guard::Typed& guard);
  void plan(std::size_t event, const Setting& setting, std::span<const std::int64_t> arguments,
            std::vector<Write>& writes);

  const DeviceModel& model_;
  std::vector<std::int64_t> switches_;
  std::vector<std::int64_t> costs_;
  std::vector<std::int64_t> first_;                // by state
  std::vector<std::vector<std::int64_t>> values_;  // by state, then element
  std::vector<guard::Int> slots_;
  guard::Interpreter interpreter_;
};

}  // namespace npuspec::device
