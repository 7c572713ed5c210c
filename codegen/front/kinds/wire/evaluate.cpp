#include "front/kinds/wire/evaluate.h"

#include <vector>

namespace npuspec::wire {
namespace {

void bind(const Group& group, std::span<const Values::Handle> takes, Values& values) {
  for (std::size_t i = 0; i < group.takes.size(); ++i) values.bind(*group.takes[i].symbol, takes[i]);
}

// Whether a check's guards hold. An overflow refuses, in `when` too.
bool holds(const Check& check, guard::Interpreter& interpreter, const guard::Typed*& why) {
  if (check.when) {
    guard::Result when = interpreter.run(*check.when);
    if (!when.ok()) {
      why = when.where;
      return false;
    }
    if (when.value == 0) return true;
  }
  guard::Result require = interpreter.run(*check.require);
  if (!require.ok()) why = require.where;
  return require.is_true();
}

}  // namespace

Finding evaluate(const WireModel& model, const Group& group, std::span<const Values::Handle> takes, Values& values) {
  Finding finding;
  bind(group, takes, values);
  guard::Interpreter interpreter;
  interpreter.start({.slots = {}, .objects = &values});
  if (group.only && !interpreter.run(*group.only).is_true()) {
    finding.silent = true;
    return finding;
  }
  for (const Given& given : group.given) {
    std::vector<Values::Handle> passed;
    for (int taken : given.takes) passed.push_back(takes[static_cast<std::size_t>(taken)]);
    Finding inner = evaluate(model, model.groups[static_cast<std::size_t>(given.group)], passed, values);
    if (inner.failed) return inner;
  }
  bind(group, takes, values);
  interpreter.start({.slots = {}, .objects = &values});
  for (const Check& check : group.checks) {
    if (holds(check, interpreter, finding.why)) continue;
    finding.failed = &check;
    return finding;
  }
  for (const Row& row : group.rows) {
    if (row.when && !interpreter.run(*row.when).is_true()) continue;
    finding.taken = &row;
    return finding;
  }
  return finding;
}

}  // namespace npuspec::wire
