#include "front/abi_rules.h"

#include <algorithm>
#include <array>
#include <utility>

namespace npuspec {
namespace {

using enum Change;
constexpr AbiClass kL = AbiClass::kLayout;
constexpr AbiClass kW = AbiClass::kWire;
constexpr AbiClass kP = AbiClass::kPolicy;
constexpr AbiClass kS = AbiClass::kSource;
constexpr AbiClass kD = AbiClass::kDoc;
constexpr AbiSeverity kBreaks = AbiSeverity::kBreaking;
constexpr AbiSeverity kAdds = AbiSeverity::kAdditive;
constexpr AbiSeverity kSourceOnly = AbiSeverity::kSourceOnly;
constexpr AbiSeverity kDocOnly = AbiSeverity::kDocOnly;

constexpr std::string_view kGuardText =
    "which data it refuses is not known from its text: each side may refuse what the other accepts";
constexpr std::string_view kNoLonger = "what still uses it finds nothing";
constexpr std::string_view kSeen = "the effects of each transition say what it does";

// Rows that say more come before rows that say less only for the reader: judge() picks the closest one wherever it
// stands. {kind, what, attribute, change, class, severity, old reader of new data, new reader of old data, sentence}
constexpr AbiRule kRules[] = {
    // every kind
    {"*", "spec", "", kAdded, kS, kAdds, false, false, "a boundary of its own, with a version of its own"},
    {"*", "spec", "", kRemoved, kS, kBreaks, true, true, "the boundary is no longer described"},
    {"*", "spec", "uses", kChanged, kS, kSourceOnly, false, false,
     "it rests on other specs; what that changes is found by itself"},
    {"*", "*", "", kRenamed, kS, kSourceOnly, false, false,
     "the boundary is the same; sources that spell the old name must change"},
    {"*", "*", "doc", kChanged, kD, kDocOnly, false, false, "words"},
    {"*", "*", "source", kChanged, kD, kDocOnly, false, false, "where the fact comes from"},
    {"*", "*", "since", kChanged, kD, kDocOnly, false, false, "since when it is there"},
    {"*", "*", "formerly", kChanged, kD, kDocOnly, false, false, "what it was called"},
    {"*", "*", "deprecated", kChanged, kD, kDocOnly, false, false, "a warning to its users; it works as before"},
    {"*", "*", "distinct", kChanged, kD, kDocOnly, false, false, "why it differs from its like"},
    {"*", "*", "reserved", kChanged, kD, kDocOnly, false, false, "why nothing uses it"},
    {"*", "*", "tag", kChanged, kD, kDocOnly, false, false, "how sure the fact is"},
    {"*", "*", "against", kChanged, kD, kDocOnly, false, false, "what speaks against it"},
    {"*", "removed", "", kAdded, kD, kDocOnly, false, false, "a name that was given up stays taken"},
    {"*", "removed", "", kRemoved, kD, kDocOnly, false, false, "a name that was given up is forgotten"},
    {"*", "removed", "*", kChanged, kD, kDocOnly, false, false, "what to use instead"},

    // enums, of every kind
    {"*", "enum", "", kAdded, kS, kAdds, false, false, "new names"},
    {"*", "enum", "", kRemoved, kS, kSourceOnly, false, false,
     "its names are gone; the fields that had it are judged by themselves"},
    {"*", "enum", "base", kChanged, kL, kBreaks, true, true, "it takes other bytes"},
    {"*", "enum", "open", kSet, kW, kAdds, true, false, "values without a name may come: old readers refuse them"},
    {"*", "enum", "open", kUnset, kW, kBreaks, false, true, "values without a name are refused now"},
    {"*", "enum", "flags", kChanged, kW, kBreaks, true, true, "its values are combined differently"},
    {"*", "enum", "columns", kChanged, kS, kSourceOnly, false, false,
     "the columns' values are judged symbol by symbol"},
    {"*", "symbol", "", kAdded, kW, kAdds, true, false, "old readers refuse the new value"},
    {"*", "symbol", "", kAddedOpen, kW, kAdds, false, false, "old readers pass it on as a value without a name"},
    {"*", "symbol", "", kRemoved, kW, kBreaks, false, true, "new readers refuse data that holds the value"},
    {"*", "symbol", "", kRemovedOpen, kS, kSourceOnly, false, false,
     "the value passes without a name; sources that spell it must change"},
    {"*", "symbol", "value", kChanged, kW, kBreaks, true, true, "each side reads the other's number as something else"},
    {"*", "symbol", "removed", kSet, kW, kBreaks, false, true, "new readers refuse data that holds the value"},
    {"*", "symbol", "removed", kUnset, kW, kAdds, true, false, "old readers refuse the value"},
    {"*", "symbol", "removed", kChanged, kD, kDocOnly, false, false, "since when it is refused"},
    {"*", "symbol", "column.*", kSet, kS, kAdds, false, false, "a new fact about the symbol"},
    {"*", "symbol", "column.*", kUnset, kS, kSourceOnly, false, false,
     "a fact about the symbol that sources may ask for is gone"},
    {"*", "symbol", "column.*", kChanged, kW, kBreaks, true, true, "each rule that asks for it decides differently"},

    {"*", "symbol", "columns", kSet, kS, kAdds, false, false, "new facts about the symbol"},
    {"*", "symbol", "columns", kGained, kS, kAdds, false, false, "new facts about the symbol"},
    {"*", "symbol", "columns", kUnset, kS, kSourceOnly, false, false,
     "facts about the symbol that sources may ask for are gone"},
    {"*", "symbol", "columns", kLost, kS, kSourceOnly, false, false,
     "facts about the symbol that sources may ask for are gone"},
    {"*", "symbol", "columns", kChanged, kW, kBreaks, true, true, "each rule that asks for it decides differently"},
    {"*", "enum", "missing.*", kSet, kS, kAdds, false, false, "a new fact about values without a name"},
    {"*", "enum", "missing.*", kUnset, kS, kSourceOnly, false, false,
     "a fact about values without a name that sources may ask for is gone"},
    {"*", "enum", "missing.*", kChanged, kW, kBreaks, true, true, "each rule that asks for it decides differently"},

    // checks, lets, constants, of every kind
    {"*", "check", "", kAdded, kW, kBreaks, false, true, "new readers refuse old data that fails it"},
    {"*", "check", "", kRemoved, kW, kAdds, true, false, "new data may hold what old readers refuse"},
    {"*", "check", "order", kMoved, kW, kAdds, false, false,
     "data that fails several checks is refused with another code"},
    {"*", "check", "code", kChanged, kW, kBreaks, true, true, "each side takes the other's refusal for another one"},
    {"*", "check", "require", kChanged, kW, kBreaks, true, true, kGuardText},
    {"*", "check", "when", kSet, kW, kAdds, true, false, "it holds for less data now: old readers may refuse new data"},
    {"*", "check", "when", kUnset, kW, kBreaks, false, true,
     "it holds for all data now: new readers may refuse old data"},
    {"*", "check", "when", kChanged, kW, kBreaks, true, true, kGuardText},
    {"*", "check", "severity", kSet, kW, kAdds, true, false, "it only warns now: old readers refuse such data"},
    {"*", "check", "severity", kUnset, kW, kBreaks, false, true, "it refuses now, where it warned"},
    {"*", "check", "removed", kSet, kW, kAdds, true, false, "new data may hold what old readers refuse"},
    {"*", "check", "removed", kUnset, kW, kBreaks, false, true, "new readers refuse old data that fails it"},
    {"*", "check", "removed", kChanged, kD, kDocOnly, false, false, "since when it is gone"},
    {"*", "let", "", kAdded, kS, kAdds, false, false, "a new derived value"},
    {"*", "let", "", kRemoved, kS, kSourceOnly, false, false, "sources that ask for the value must change"},
    {"*", "let", "is", kChanged, kW, kBreaks, true, true, "both sides derive different values from the same data"},
    {"*", "let", "over", kChanged, kW, kBreaks, true, true, "both sides derive different values from the same data"},
    {"*", "let", "order", kMoved, kS, kSourceOnly, false, false, "values do not depend on the order"},
    {"*", "constant", "", kAdded, kS, kAdds, false, false, "a new name"},
    {"*", "constant", "", kRemoved, kS, kBreaks, false, true, kNoLonger},
    {"*", "constant", "value", kChanged, kW, kBreaks, true, true, "each side goes by another number"},
    {"*", "param", "", kAdded, kS, kSourceOnly, false, false, "callers of the validator must give one more value"},
    {"*", "param", "", kRemoved, kS, kSourceOnly, false, false, "callers of the validator must give one value less"},
    {"*", "param", "type", kChanged, kS, kSourceOnly, false, false, "callers of the validator must give another type"},
    {"*", "param", "in", kChanged, kS, kSourceOnly, false, false, "callers of the validator must give other values"},
    {"*", "param", "order", kMoved, kS, kSourceOnly, false, false,
     "callers of the validator must give the values in another order"},
    {"*", "prove", "", kAdded, kS, kSourceOnly, false, false, "proved when the spec is compiled; no reader sees it"},
    {"*", "prove", "", kRemoved, kS, kSourceOnly, false, false,
     "no longer proved when the spec is compiled; no reader sees it"},
    {"*", "prove", "*", kChanged, kS, kSourceOnly, false, false, "proved when the spec is compiled; no reader sees it"},

    // descriptor
    {"descriptor", "struct", "", kAdded, kL, kAdds, false, false, "a new struct"},
    {"descriptor", "struct", "", kRemoved, kL, kBreaks, true, true, "nothing reads or writes it any more"},
    {"descriptor", "struct", "size", kChanged, kL, kBreaks, true, true,
     "a reader of one size refuses the other, or reads past its end"},
    {"descriptor", "struct", "align", kChanged, kL, kBreaks, true, true,
     "data placed for one side may stand wrongly for the other"},
    {"descriptor", "struct", "packed", kChanged, kL, kBreaks, true, true,
     "data placed for one side may stand wrongly for the other"},
    {"descriptor", "struct", "endian", kChanged, kL, kBreaks, true, true,
     "each side reads the other's bytes backwards"},
    {"descriptor", "field", "", kAdded, kL, kBreaks, true, true,
     "it takes bytes that neither were reserved nor follow the old end"},
    {"descriptor", "field", "", kTaken, kL, kAdds, true, false,
     "its bytes were reserved: old data reads as zero; old readers refuse any other value"},
    {"descriptor", "field", "", kTakenNoZero, kL, kBreaks, true, true,
     "its bytes were reserved, so old data holds zero, which the field refuses"},
    {"descriptor", "field", "", kAppended, kL, kAdds, true, false,
     "it follows the old end; the new size is judged by itself"},
    {"descriptor", "field", "", kOverlaid, kL, kBreaks, true, true, "its bytes meant something else before"},
    {"descriptor", "field", "", kRemoved, kL, kBreaks, true, true,
     "old readers still look for it; new readers refuse its bytes, or take them for something else"},
    {"descriptor", "field", "at", kChanged, kL, kBreaks, true, true, "each side reads other bytes as this field"},
    {"descriptor", "field", "size", kChanged, kL, kBreaks, true, true,
     "each side reads more or fewer bytes as this field"},
    {"descriptor", "field", "type", kChanged, kL, kBreaks, true, true,
     "each side reads the same bytes as another value"},
    {"descriptor", "field", "count", kChanged, kL, kBreaks, true, true, "each side reads more or fewer elements"},
    {"descriptor", "field", "index", kChanged, kS, kSourceOnly, false, false, "its elements are named differently"},
    {"descriptor", "field", "live", kSet, kW, kBreaks, false, true, "elements that are not live must be zero now"},
    {"descriptor", "field", "live", kUnset, kW, kAdds, true, false,
     "elements that old readers require to be zero may hold values"},
    {"descriptor", "field", "live", kChanged, kW, kBreaks, true, true, "other elements must be zero"},
    {"descriptor", "field", "in", kWidened, kW, kAdds, true, false, "new data may hold what old readers refuse"},
    {"descriptor", "field", "in", kUnset, kW, kAdds, true, false, "new data may hold what old readers refuse"},
    {"descriptor", "field", "in", kNarrowed, kW, kBreaks, false, true, "new readers refuse old data"},
    {"descriptor", "field", "in", kSet, kW, kBreaks, false, true, "new readers refuse old data"},
    {"descriptor", "field", "in", kChanged, kW, kBreaks, true, true, "each side refuses some of the other's data"},
    {"descriptor", "field", "const", kSet, kW, kBreaks, false, true,
     "new readers refuse old data that holds another value"},
    {"descriptor", "field", "const", kUnset, kW, kAdds, true, false, "new data may hold what old readers refuse"},
    {"descriptor", "field", "const", kChanged, kW, kBreaks, true, true, "each side refuses all of the other's data"},
    {"descriptor", "field", "digest", kChanged, kW, kBreaks, true, true,
     "each side finds the other's data damaged, or does not see damage"},
    {"descriptor", "field", "only", kSet, kW, kBreaks, false, true,
     "new readers refuse a value where the condition does not hold"},
    {"descriptor", "field", "only", kUnset, kW, kAdds, true, false,
     "new data may hold a value where old readers refuse one"},
    {"descriptor", "field", "only", kChanged, kW, kBreaks, true, true, kGuardText},
    {"descriptor", "field", "else", kChanged, kW, kBreaks, true, true,
     "each side expects another value where the condition does not hold"},
    {"descriptor", "field", "code", kSet, kW, kAdds, false, false, "a code for a rule that is judged by itself"},
    {"descriptor", "field", "code", kUnset, kW, kAdds, false, false, "the rule that had the code is judged by itself"},
    {"descriptor", "field", "code", kChanged, kW, kBreaks, true, true,
     "each side takes the other's refusal for another one"},
    {"descriptor", "field", "dir", kChanged, kW, kBreaks, true, true,
     "each side waits for the other to fill it in, or overwrites it"},
    {"descriptor", "field", "reloc", kChanged, kW, kBreaks, true, true,
     "binding puts an address where the other side does not look for one"},
    {"descriptor", "field", "unit", kSet, kS, kSourceOnly, false, false, "values files spell it with a unit"},
    {"descriptor", "field", "unit", kUnset, kS, kSourceOnly, false, false, "values files spell it without a unit"},
    {"descriptor", "field", "unit", kChanged, kW, kBreaks, true, true, "the same number means another quantity"},
    {"descriptor", "bits", "", kAdded, kS, kAdds, false, false, "a name for some bits"},
    {"descriptor", "bits", "", kRemoved, kS, kSourceOnly, false, false, "sources that spell the name must change"},
    {"descriptor", "bits", "lo", kChanged, kL, kBreaks, true, true, "each side reads other bits by this name"},
    {"descriptor", "bits", "hi", kChanged, kL, kBreaks, true, true, "each side reads other bits by this name"},
    {"descriptor", "reserved", "code", kChanged, kW, kBreaks, true, true,
     "each side takes the other's refusal for another one"},
    {"descriptor", "reserved", "id", kChanged, kS, kSourceOnly, false, false, "the check has another name"},
    {"descriptor", "ioctl", "", kAdded, kW, kAdds, true, false, "an old driver refuses it"},
    {"descriptor", "ioctl", "", kRemoved, kW, kBreaks, false, true, "a new driver refuses it"},
    {"descriptor", "ioctl", "nr", kChanged, kW, kBreaks, true, true, "each side takes the call for another one"},
    {"descriptor", "ioctl", "number", kChanged, kW, kBreaks, true, true, "each side refuses the other's call"},
    {"descriptor", "ioctl", "struct", kChanged, kW, kBreaks, true, true, "each side reads other bytes"},
    {"descriptor", "ioctl", "dir", kChanged, kW, kBreaks, true, true, "the kernel copies other bytes"},

    // tables
    {"tables", "root", "*", kChanged, kW, kBreaks, true, true, "each side refuses the other's files"},
    {"tables", "table", "", kAdded, kW, kAdds, false, false, "old readers skip it"},
    {"tables", "table", "", kRemoved, kW, kBreaks, true, true, "its fields are judged no more"},
    {"tables", "table", "opaque", kChanged, kS, kSourceOnly, false, false, "how much of it sources may see"},
    {"tables", "field", "", kAdded, kW, kAdds, false, false, "old readers skip it; in old data it is absent"},
    {"tables", "field", "", kRemoved, kW, kBreaks, true, true, "its id may be used again: mark it deprecated instead"},
    {"tables", "field", "id", kChanged, kL, kBreaks, true, true, "each side looks for it in another slot"},
    {"tables", "field", "type", kChanged, kL, kBreaks, true, true, "each side reads the same bytes as another value"},
    {"tables", "field", "default", kChanged, kW, kBreaks, true, true,
     "an absent field means another value to each side"},
    {"tables", "field", "name", kChanged, kS, kSourceOnly, false, false,
     "names are not on the wire; sources that spell the old one must change"},
    {"tables", "field", "name", kMoved, kL, kBreaks, true, true,
     "the name stands for another slot: each side reads the other's value"},
    {"tables", "field", "required", kSet, kW, kBreaks, false, true, "new readers refuse data without it"},
    {"tables", "field", "required", kUnset, kW, kAdds, true, false, "old readers refuse data without it"},
    {"tables", "field", "in", kWidened, kW, kAdds, true, false, "new data may hold what old readers refuse"},
    {"tables", "field", "in", kUnset, kW, kAdds, true, false, "new data may hold what old readers refuse"},
    {"tables", "field", "in", kNarrowed, kW, kBreaks, false, true, "new readers refuse old data"},
    {"tables", "field", "in", kSet, kW, kBreaks, false, true, "new readers refuse old data"},
    {"tables", "field", "in", kChanged, kW, kBreaks, true, true, "each side refuses some of the other's data"},
    {"tables", "field", "ref", kChanged, kW, kBreaks, true, true, "the number is an index into something else"},
    {"tables", "field", "absent", kChanged, kW, kBreaks, true, true,
     "the number that stands for `none` is another one"},
    {"tables", "field", "tag_of", kChanged, kW, kBreaks, true, true, "the union is told apart by another field"},
    {"tables", "field", "members", kGained, kW, kAdds, true, false, "old readers do not know the new member"},
    {"tables", "field", "members", kChanged, kW, kBreaks, true, true, "each side takes the union for another table"},
    {"tables", "field", "force_align", kChanged, kL, kBreaks, true, true,
     "data placed for one side may stand wrongly for the other"},
    {"tables", "field", "file_offset", kChanged, kW, kBreaks, true, true,
     "a rewriter that moves bytes leaves it pointing elsewhere"},

    // wire: the class and the severity are the contract's own, see judge()
    {"wire", "check", "order", kMoved, kW, kBreaks, true, true,
     "data that fails several checks is refused with another code"},
    {"wire", "row", "", kAdded, kW, kBreaks, true, true, "each side decides differently"},
    {"wire", "read", "", kAdded, kW, kBreaks, false, true, "its rules go by more of the tables than before"},
    {"wire", "read", "", kRemoved, kW, kBreaks, true, false, "its rules no longer go by it"},
    {"wire", "read", "name", kChanged, kD, kDocOnly, false, false, "it goes by the number, not by the name"},
    {"wire", "read", "name", kMoved, kW, kBreaks, true, true, "the name stands for another number"},
    {"wire", "read", "*", kChanged, kW, kBreaks, true, true, "its rules decide differently, or fill in another value"},
    {"wire", "field", "", kAdded, kW, kBreaks, true, false, "old readers do not know it"},
    {"wire", "field", "", kRemoved, kW, kBreaks, true, false, "old readers look for it"},
    {"wire", "field", "optional", kSet, kW, kBreaks, true, false, "old readers refuse data without it"},
    {"wire", "field", "optional", kUnset, kW, kBreaks, false, true, "new readers refuse data without it"},
    {"wire", "*", "", kAdded, kW, kBreaks, true, true, "part of the contract"},
    {"wire", "*", "", kRemoved, kW, kBreaks, true, true, "part of the contract"},
    {"wire", "*", "order", kMoved, kW, kBreaks, true, true, "the first that matches decides"},
    {"wire", "*", "*", kChanged, kW, kBreaks, true, true, "each side goes by another contract"},

    // policy: old reader = a caller built against the old policy that meets the new one; new reader = the reverse
    {"policy", "cell", "effect", kLost, kP, kBreaks, true, false, "callers that rely on it no longer get it"},
    {"policy", "cell", "effect", kGained, kP, kAdds, false, true,
     "callers get more than they relied on, and pay for it"},
    {"policy", "cell", "effect", kChanged, kP, kBreaks, true, true, "callers get another effect"},
    {"policy", "cell", "returned", kChanged, kP, kBreaks, true, true, "callers that act on the answer act differently"},
    {"policy", "cell", "marker", kChanged, kP, kBreaks, true, true, "the next transition starts from another mode"},
    {"policy", "cell", "", kAdded, kP, kAdds, false, true, "a transition that was not there"},
    {"policy", "cell", "", kRemoved, kP, kBreaks, true, false, "a transition that is there no more"},
    {"policy", "mode", "", kAdded, kP, kAdds, false, true, "a new mode"},
    {"policy", "mode", "", kRemoved, kP, kBreaks, true, false, kNoLonger},
    {"policy", "mode", "value", kChanged, kP, kBreaks, true, true, "each side takes the marker for another mode"},
    {"policy", "mode", "column.*", kChanged, kP, kBreaks, true, true, "each rule that asks for it decides differently"},
    {"policy", "mode", "initial", kChanged, kP, kBreaks, true, true, "a new context starts in another mode"},
    {"policy", "prefix", "", kAdded, kS, kAdds, false, false, "a prefix of new names"},
    {"policy", "prefix", "", kRemoved, kS, kSourceOnly, false, false, "sources that spell its names must change"},
    {"policy", "prefix", "is", kChanged, kS, kSourceOnly, false, false, "sources that spell its names must change"},
    {"policy", "set", "", kAdded, kS, kAdds, false, false, "a new name"},
    {"policy", "set", "", kRemoved, kS, kSourceOnly, false, false, "sources that spell the name must change"},
    {"policy", "set", "is", kChanged, kS, kSourceOnly, false, false, kSeen},
    {"policy", "chain-kind", "", kAdded, kP, kAdds, false, true, "a new kind of chain"},
    {"policy", "chain-kind", "", kRemoved, kP, kBreaks, true, false, kNoLonger},
    {"policy", "chain-kind", "value", kChanged, kP, kBreaks, true, true, "each side takes the number for another kind"},
    {"policy", "knob", "", kAdded, kP, kAdds, false, true, "at its default nothing changes but what is listed"},
    {"policy", "knob", "", kRemoved, kP, kBreaks, true, false, "setting it has no effect any more"},
    {"policy", "knob", "env", kChanged, kP, kBreaks, true, true, "what sets the old variable has no effect any more"},
    {"policy", "knob", "default", kChanged, kP, kBreaks, true, true, "all who do not set it get other effects"},
    {"policy", "knob", "parse", kChanged, kP, kBreaks, true, true, "the same setting is read as another value"},
    {"policy", "runtime-knob", "", kAdded, kP, kAdds, false, true, "a new knob"},
    {"policy", "runtime-knob", "", kRemoved, kP, kBreaks, true, false, "setting it has no effect any more"},
    {"policy", "runtime-knob", "*", kChanged, kP, kBreaks, true, true, "the same setting has another effect"},
    {"policy", "effect", "", kAdded, kP, kAdds, false, true, "a new effect; where it happens is listed"},
    {"policy", "effect", "", kRemoved, kP, kBreaks, true, false, "where it happened is listed"},
    {"policy", "effect", "scopes", kChanged, kP, kBreaks, true, true, "a scope clears other flags"},
    {"policy", "effect", "order", kMoved, kS, kSourceOnly, false, false, kSeen},
    {"policy", "effect", "letter", kChanged, kD, kDocOnly, false, false, "how matrices abbreviate it"},
    {"policy", "effect", "cost_ns", kChanged, kD, kDocOnly, false, false, "what it costs, as measured"},
    {"policy", "column", "", kAdded, kS, kAdds, false, false, kSeen},
    {"policy", "column", "", kRemoved, kS, kSourceOnly, false, false, kSeen},
    {"policy", "selector", "", kAdded, kS, kAdds, false, false, kSeen},
    {"policy", "selector", "", kRemoved, kS, kSourceOnly, false, false, kSeen},
    {"policy", "selector", "*", kChanged, kS, kSourceOnly, false, false, kSeen},
    {"policy", "profile", "", kAdded, kP, kAdds, false, true, "a new profile"},
    {"policy", "profile", "", kRemoved, kP, kBreaks, true, false,
     "callers that name it no longer build; their sites say what they get instead"},
    {"policy", "profile", "symbol", kChanged, kS, kSourceOnly, false, false,
     "sources that spell the old name must change"},
    {"policy", "profile", "value", kChanged, kP, kBreaks, true, true,
     "a caller built against the other table enters another profile"},
    {"policy", "profile", "row.*", kChanged, kS, kSourceOnly, false, false, kSeen},
    {"policy", "profile", "marker", kChanged, kS, kSourceOnly, false, false, kSeen},
    {"policy", "profile", "to", kGained, kP, kAdds, false, true, "it may be entered for more modes"},
    {"policy", "profile", "to", kChanged, kP, kBreaks, true, true,
     "it may not be entered for a mode that it was entered for"},
    {"policy", "site", "", kAdded, kP, kAdds, false, false, "a new caller"},
    {"policy", "site", "", kRemoved, kP, kBreaks, true, false,
     "it no longer enters by the policy: nobody resets or clears for it"},
    {"policy", "site", "profile", kChanged, kS, kSourceOnly, false, false, kSeen},
    {"policy", "site", "type", kChanged, kP, kBreaks, true, true, "it enters for other modes"},
    {"policy", "site", "chain", kSet, kP, kAdds, false, true, "it says which kind of chain it records"},
    {"policy", "site", "chain", kUnset, kP, kBreaks, true, false, "it records no kind of chain any more"},
    {"policy", "site", "chain", kChanged, kP, kBreaks, true, true, "it records another kind of chain"},
    {"policy", "site", "returns", kChanged, kP, kBreaks, true, true, "it acts differently on the answer"},
    {"policy", "unrouted", "", kAdded, kP, kAdds, false, true, "one more path that resets on its own"},
    {"policy", "unrouted", "", kRemoved, kP, kBreaks, true, false, "one path less that resets on its own"},
    {"policy", "unrouted", "*", kChanged, kP, kBreaks, true, true, "a path that resets on its own does so differently"},
    {"policy", "law", "", kAdded, kP, kAdds, false, true, "one more law that every transition obeys"},
    {"policy", "law", "", kRemoved, kP, kSourceOnly, false, false,
     "a law that is proved no longer; what it allowed is listed by effect"},
    {"policy", "law", "*", kChanged, kP, kSourceOnly, false, false,
     "another law is proved; what it allowed is listed by effect"},

    // selection: old reader = firmware built from the old spec that meets a host of the new one; new reader = the
    // reverse
    {"selection", "row", "", kAdded, kP, kAdds, true, false,
     "old firmware has no such worker; results are the same by contract"},
    {"selection", "row", "", kRemoved, kP, kBreaks, false, true, "new firmware has no such worker"},
    {"selection", "row", "order", kMoved, kP, kBreaks, true, true,
     "the first that matches is chosen: another worker may run"},
    {"selection", "row", "when", kChanged, kP, kBreaks, true, true, "other requests choose this worker"},
    {"selection", "row", "*", kChanged, kP, kBreaks, true, true, "the worker is given other tasks or other memory"},
    {"selection", "budget", "", kAdded, kP, kAdds, false, false, "a budget for a case that had none"},
    {"selection", "budget", "", kRemoved, kP, kBreaks, true, true, "a case has no budget any more"},
    {"selection", "budget", "bytes", kRaised, kP, kBreaks, true, false,
     "old firmware keeps less local memory than the worker takes"},
    {"selection", "budget", "bytes", kLowered, kP, kAdds, false, true, "the worker takes less local memory"},

    // kernels: both sides are source code
    {"kernels", "axis", "", kAdded, kS, kBreaks, true, true, "every leaf is another one"},
    {"kernels", "axis", "", kRemoved, kS, kBreaks, true, true, "every leaf is another one"},
    {"kernels", "axis", "is", kGained, kS, kAdds, false, false, "more leaves"},
    {"kernels", "axis", "is", kChanged, kS, kBreaks, true, true, "leaves are gone or stand elsewhere in the grid"},
    {"kernels", "axis", "order", kMoved, kS, kBreaks, true, true, "leaves stand elsewhere in the grid"},
    {"kernels", "axis", "enum", kChanged, kS, kSourceOnly, false, false, "the axis has another type"},
    {"kernels", "cell", "", kAdded, kS, kSourceOnly, false, false, "the leaves say what it does"},
    {"kernels", "cell", "", kRemoved, kS, kSourceOnly, false, false, "the leaves say what it does"},
    {"kernels", "cell", "order", kMoved, kS, kSourceOnly, false, false, "the leaves say what it does"},
    {"kernels", "cell", "*", kChanged, kS, kSourceOnly, false, false, "the leaves say what it does"},
    {"kernels", "leaf", "", kAdded, kS, kAdds, false, false, "one more leaf to instantiate"},
    {"kernels", "leaf", "", kRemoved, kS, kBreaks, false, true, "a caller of it no longer links"},
    {"kernels", "leaf", "*", kChanged, kS, kSourceOnly, false, false,
     "it is instantiated around another body; the result is the same by contract"},
    {"kernels", "semantics", "", kAdded, kS, kBreaks, true, true, "bodies that do not keep it compute something else"},
    {"kernels", "semantics", "", kRemoved, kS, kBreaks, true, true, "nobody may count on it any more"},
    {"kernels", "semantics", "says", kChanged, kS, kBreaks, true, true, "each side computes by another sentence"},
    {"kernels", "grid", "*", kChanged, kS, kSourceOnly, false, false, "the leaves are named or counted differently"},

    // device: what the simulator and the verifier believe
    {"device", "spec", "cores", kChanged, kP, kAdds, false, false, "another machine is simulated"},
    {"device", "constant", "value", kChanged, kP, kBreaks, true, true, "each side goes by another limit"},
    {"device", "symbol", "", kAdded, kP, kAdds, false, false, "scripts may name one thing more"},
    {"device", "symbol", "", kRemoved, kP, kBreaks, true, false, "scripts that name it are refused"},
    {"device", "symbol", "value", kChanged, kP, kBreaks, true, true, "each side takes the number for another name"},
    {"device", "symbol", "column.*", kChanged, kP, kAdds, true, true, "the simulator may judge differently"},
    {"device", "cost", "", kAdded, kP, kAdds, false, false, "a figure"},
    {"device", "cost", "", kRemoved, kP, kAdds, false, false, "a figure less"},
    {"device", "cost", "*", kChanged, kP, kAdds, false, false, "figures change; no verdict does"},
    {"device", "switch", "", kAdded, kP, kAdds, false, false, "one more thing that the verifier tries both ways"},
    {"device", "switch", "", kRemoved, kP, kBreaks, true, false, "a setting that scripts give is refused"},
    {"device", "switch", "set_by", kChanged, kD, kDocOnly, false, false, "what is thought to bring it about"},
    {"device", "switch", "cleared_by", kChanged, kD, kDocOnly, false, false, "what is thought to end it"},
    {"device", "switch", "type", kChanged, kP, kBreaks, true, true, "a setting that scripts give is refused"},
    {"device", "switch", "*", kChanged, kP, kAdds, false, false, "the verifier believes something else"},
    {"device", "state", "", kAdded, kP, kAdds, false, false, "the simulator remembers more"},
    {"device", "state", "", kRemoved, kP, kBreaks, true, false, "who asks the simulator for it finds nothing"},
    {"device", "state", "type", kChanged, kP, kBreaks, true, true, "who asks the simulator for it reads another type"},
    {"device", "state", "*", kChanged, kP, kAdds, false, false, "the simulator starts elsewhere"},
    {"device", "event", "", kAdded, kP, kAdds, false, false, "one more thing that may happen"},
    {"device", "event", "", kRemoved, kP, kBreaks, true, false, "scripts that name it are refused"},
    {"device", "event", "*", kChanged, kP, kBreaks, true, true,
     "scripts that name it are refused, or mean something else"},
    {"device", "rule", "", kAdded, kP, kAdds, false, true, "the verifier may refuse what it passed"},
    {"device", "rule", "", kRemoved, kP, kAdds, true, false, "the verifier may pass what it refused"},
    {"device", "rule", "*", kChanged, kP, kAdds, true, true, "the verifier may judge differently"},
    {"device", "outcome", "", kAdded, kP, kAdds, false, false, "one more outcome"},
    {"device", "outcome", "", kRemoved, kP, kBreaks, true, false, "scripts that expect it never see it"},
    {"device", "outcome", "*", kChanged, kP, kAdds, true, true,
     "which outcome counts as the worse one, or what it looks like"},
    {"device", "object", "", kAdded, kP, kAdds, false, false, "one more thing with a state of its own"},
    {"device", "object", "", kRemoved, kP, kBreaks, true, false, "scripts that name it are refused"},
};

constexpr AbiRule kNoRule = {
    "*", "*", "*", kChanged, kL, kBreaks, true, true, "no rule covers this, so nothing is known to stay compatible"};

constexpr std::pair<std::string_view, std::string_view> kOrdered[] = {
    {"axis", "is"}, {"let", "over"}, {"field", "members"}, {"group", "takes"}, {"event", "args"}};

// How close a row's attribute is to the one asked for; 0: it is another one.
int closeness(std::string_view row, std::string_view attribute) {
  if (row == attribute) return 3;
  if (row.empty() || attribute.empty()) return 0;
  if (row == "*") return 1;
  return row.ends_with(".*") && attribute.starts_with(row.substr(0, row.size() - 1)) ? 2 : 0;
}

// Higher is closer; 0: the row is about something else. The attribute counts most: a row that knows it beats one that
// only knows the fact.
int score(const AbiRule& rule, std::string_view kind, std::string_view what, std::string_view attribute) {
  if (rule.kind != "*" && rule.kind != kind) return 0;
  if (rule.what != "*" && rule.what != what) return 0;
  int close = closeness(rule.attribute, attribute);
  return close == 0 ? 0 : close * 4 + (rule.what != "*") * 2 + (rule.kind != "*");
}

const AbiRule* closest(std::string_view kind, std::string_view what, std::string_view attribute, Change change) {
  const AbiRule* best = nullptr;
  int best_score = 0;
  for (const AbiRule& rule : kRules) {
    if (rule.change != change) continue;
    int its_score = score(rule, kind, what, attribute);
    if (its_score > best_score) best = &rule, best_score = its_score;
  }
  return best;
}

bool of_attribute(Change change) { return change >= kSet; }

}  // namespace

std::string_view name(AbiClass abi_class) {
  constexpr std::array<std::string_view, 5> kNames = {"LAYOUT", "WIRE", "POLICY", "SOURCE", "DOC"};
  return kNames[static_cast<std::size_t>(abi_class)];
}

std::string_view name(AbiSeverity severity) {
  constexpr std::array<std::string_view, 4> kNames = {"breaking", "additive", "source-only", "doc-only"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::string_view name(Change change) {
  constexpr std::array<std::string_view, 19> kNames = {"added",
                                                       "removed",
                                                       "renamed",
                                                       "moved",
                                                       "taken from reserved bytes",
                                                       "taken from reserved bytes, zero refused",
                                                       "appended",
                                                       "overlaid",
                                                       "added to an open enum",
                                                       "removed from an open enum",
                                                       "set",
                                                       "unset",
                                                       "raised",
                                                       "lowered",
                                                       "widened",
                                                       "narrowed",
                                                       "gained",
                                                       "lost",
                                                       "changed"};
  return kNames[static_cast<std::size_t>(change)];
}

std::string_view directions(const AbiRule& rule) {
  if (rule.old_reader && rule.new_reader) return "both";
  if (rule.old_reader) return "old reader of new data";
  return rule.new_reader ? "new reader of old data" : "none";
}

std::span<const AbiRule> abi_rules() { return kRules; }

AbiRule judge(std::string_view kind, std::string_view what, std::string_view attribute, Change change) {
  const AbiRule* exact = closest(kind, what, attribute, change);
  const AbiRule* general = of_attribute(change) ? closest(kind, what, attribute, kChanged) : nullptr;
  // A row that knows the attribute and judges every change of it beats one that knows the change of any attribute.
  if (exact && general && score(*general, kind, what, attribute) > score(*exact, kind, what, attribute))
    exact = general;
  AbiRule rule = exact ? *exact : general ? *general : kNoRule;
  bool whole_spec = what == "spec" && attribute.empty();
  if (kind == "wire" && rule.severity != AbiSeverity::kDocOnly && !whole_spec) {
    rule.abi_class = AbiClass::kWire;
    rule.severity = AbiSeverity::kBreaking;
  }
  return rule;
}

bool is_ruled(std::string_view kind, std::string_view what, std::string_view attribute) {
  return std::any_of(std::begin(kRules), std::end(kRules),
                     [&](const AbiRule& rule) { return score(rule, kind, what, attribute) != 0; });
}

std::size_t rank_of(std::string_view kind, std::string_view what) {
  auto found = std::find_if(std::begin(kRules), std::end(kRules), [&](const AbiRule& rule) {
    return rule.what == what && (rule.kind == kind || rule.kind == "*");
  });
  return static_cast<std::size_t>(found - std::begin(kRules));
}

std::size_t rank_of(std::string_view kind, std::string_view what, std::string_view attribute) {
  std::size_t best = std::size(kRules);
  int best_score = 0;
  for (std::size_t i = 0; i < std::size(kRules); ++i) {
    int its_score = score(kRules[i], kind, what, attribute);
    if (its_score > best_score) best = i, best_score = its_score;
  }
  return best;
}

bool is_ordered(std::string_view what, std::string_view attribute) {
  return std::find(std::begin(kOrdered), std::end(kOrdered), std::pair(what, attribute)) != std::end(kOrdered);
}

}  // namespace npuspec
