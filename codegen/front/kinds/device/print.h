// A device's rules as C11 and C++20: how things are spelled there, and what each rule computes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "front/guard/print.h"
#include "front/json_fwd.h"
#include "front/kinds/device/model.h"

namespace npuspec::device {

std::string snake(std::string_view name);  // "cold_int8" of "cold-int8"
std::string upper(std::string_view name);  // "COLD_INT8"
std::string camel(std::string_view name);  // "ColdInt8"

class Printer {
 public:
  Printer(const Spec& spec, const DeviceModel& model, guard::Dialect dialect)
      : spec_(spec), model_(model), dialect_(dialect), cpp_(dialect == guard::Dialect::kCpp) {}

  std::string symbol(const Enum& of, std::string_view name) const;  // "RK3588_OP_MM_I8", "Op::kMmI8"
  std::string literal(const Type& type, std::int64_t value) const;  // of any type
  std::string storage(const Type& type) const;                      // "uint8_t", "Op"
  std::string parameters(std::size_t event, bool in_out) const;     // of an event's function

  // The functions of enum columns, which every event may call: [{definition, comment}].
  void columns(Json& list);

  // Adds to an event's rules their `when`, `cost` and assignments, and to the event the functions these need; each key
  // starts with `c_` or `cpp_`.
  void event(std::size_t index, Json& event);

 private:
  void rule(std::size_t event, guard::Printer& printer, Json& ir) const;
  std::string arguments(std::size_t event) const;
  std::string converted(const Type& type, const std::string& text) const;
  guard::PrintOptions options(std::size_t event) const;
  std::string key(std::string_view name) const;

  const Spec& spec_;
  const DeviceModel& model_;
  guard::Dialect dialect_;
  bool cpp_;
  std::set<std::string> known_;  // declarations of column functions
};

}  // namespace npuspec::device
