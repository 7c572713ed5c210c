// The table of abi_rules.cpp as a page.
#include <string>

#include "front/abi_rules.h"

namespace npuspec {
namespace {

constexpr std::string_view kIntro = R"(# What a change means

Written by `npuspec diff --rules` from the table that `npuspec diff` judges by (codegen/front/abi/abi_rules.cpp). Do not
edit it here: change the table, then run that command again.

A boundary has two sides, and either may be the older one:

- *old reader of new data*: what was built from the old spec meets what the new spec describes;
- *new reader of old data*: what was built from the new spec meets what the old spec describes.

For a policy the reader is the caller that enters a transition, and the data is the table it meets. For a selection the
reader is the firmware and the data is a request.

| severity | what it means | what it needs |
|---|---|---|
| breaking | something that was valid is refused now, or means something else | a new `abi.major` |
| additive | all that was valid stays valid and means the same; there is more | a new `abi.minor` |
| source-only | the boundary is the same; sources that spell a name must change | nothing |
| doc-only | words | nothing |

An additive change may still break old readers of new data: they meet what they do not know, and refuse it. A version
never goes back. A spec that is new starts with a version of its own; one that is gone is always refused, since no version
of it is left to say so: cut a release first (HOWTO-release.md).

What a table cannot say:

- **Bytes.** A field that is new is judged by the bytes it takes: reserved ones (*taken*: additive if zero is a value of the
  field, since old data holds zero there), ones past the old end (*appended*), ones that had a meaning (*overlaid*).
- **Names.** `formerly:` makes a change of name one: the old and the new fact are compared as the same, and all that spells
  the name elsewhere is read with the new one. Without it, the old one is gone and the other is new.
- **Guards.** An attribute that *says another thing* is a guard, and compared by what it says. One that goes over an enum,
  asks whether a value is `known`, or asks for a column of an open enum's value depends on the enum's rows: it says another
  thing when rows come or go.
- **Order.** Only where the first match decides, or the first failure gives its code; the fewest moves that explain the new
  order are told. An insertion moves nothing.
- **Generated structs.** A cost, a switch or a variable of a device is a member of a struct that callers hand over: one
  more makes it larger, so that callers that were built before hand over less than is read. One that does not come last
  moves those after it, and their `value` tells.
- **Wholes.** What belongs to something that came or went as a whole is not told again.
- **Policies.** Cells are compared, not rows: for each transition the effects that came and went, under a condition on the
  knobs, with their cost. A site whose profile changed is told by what it gets instead. A knob that only one side has is
  held at its default on the other.
- **Wire contracts.** Any change but words is of class WIRE and breaking, and needs both a new `abi.major` and a new
  `operator.version`: the contract says that any change bumps them.
- **Everything else.** What no row covers is breaking in both directions.
)";

std::string title(std::string_view kind) { return kind == "*" ? "Every kind" : std::string(kind); }

}  // namespace

std::string abi_rules_markdown() {
  std::string text(kIntro);
  std::string_view kind;
  for (const AbiRule& rule : abi_rules()) {
    if (rule.kind != kind) {
      kind = rule.kind;
      text += "\n## " + title(kind) + "\n\n| fact | attribute | change | class | severity | breaks | because |\n";
      text += "|---|---|---|---|---|---|---|\n";
    }
    text += "| " + std::string(rule.what) + " | " + std::string(rule.attribute) + " | " +
            std::string(name(rule.change)) + " | " + std::string(name(rule.abi_class)) + " | " +
            std::string(name(rule.severity)) + " | " + std::string(directions(rule)) + " | " +
            std::string(rule.sentence) + " |\n";
  }
  return text;
}

}  // namespace npuspec
