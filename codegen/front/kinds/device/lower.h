// What a device gives to others: its IR and its facts.
#pragma once

#include "front/json_fwd.h"
#include "front/kinds/device/model.h"
#include "front/kinds/identifiers.h"
#include "front/report.h"

namespace npuspec::device {

void lower_device(const Spec& spec, Json& ir);
void device_facts(const Spec& spec, Facts& facts);
void name_identifiers(const Spec& spec, const DeviceModel& model, Identifiers& all);

// The enum of what paths submit; null when there is none.
const Enum* op_of(const DeviceModel& model);
std::vector<std::string_view> doings(const Path& path);

// A type as a spec spells it.
std::string type_text(const DeviceModel& model, const Type& type);
// A value as a spec spells it: true, MM_I8, 105 ms, 3.
std::string value_text(const DeviceModel& model, const Type& type, std::int64_t value);

}  // namespace npuspec::device
