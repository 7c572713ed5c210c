// From the tree of a device spec to its model: names resolved, guards checked, nothing run yet.
#pragma once

#include <optional>
#include <string_view>

#include "front/diag.h"
#include "front/kinds/device/model.h"
#include "front/kinds/rows.h"
#include "front/node.h"
#include "front/source.h"

namespace npuspec::device {

// What is misshapen has been reported and is left out; what else is wrong is reported here.
void load_device(const Spec& spec, const Sources& sources, Diags& diags, DeviceModel& model);

struct Loading {
  const Spec& spec;
  const Sources& sources;
  Diags& diags;
  DeviceModel& model;
  RowReader rows;

  const policy::PolicyModel* policy() const;  // that the device is over; null: none

  // A type as specs spell it: bool, duration, int, u8 to u32, an enum, a range. Null after a complaint.
  std::optional<Type> type(const Node& node, bool objects);
  // A value of a type: true, a symbol, a number, a duration. Null after a complaint.
  std::optional<std::int64_t> value(const Node& scalar, const Type& type, std::string_view what);
  // `tag:` of a row; empty after a complaint.
  std::string_view tag(const Node& row);
};

// In this order: each needs what the one before has made.
void load_names(const Node& root, Loading& to);  // all but rules and examples
void make_scopes(Loading& to);                   // what guards may name
void load_rules(const Node& root, Loading& to);
void load_paths(const Node& root, Loading& to);  // asks of enums and the policy alone
void load_examples(const Node& root, Loading& to);

}  // namespace npuspec::device
