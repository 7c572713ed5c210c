#include "front/abi/report_shape.h"

#include <algorithm>

#include "front/json.h"

namespace npuspec {
namespace {

bool is_text(const Json& value) { return value.is_string(); }
bool is_flag(const Json& value) { return value.is_boolean(); }
bool is_integer(const Json& value) { return value.is_number_integer(); }
bool is_natural(const Json& value) { return value.is_number_unsigned(); }
bool is_texts(const Json& value) {
  return is_text(value) || (value.is_array() && std::all_of(value.begin(), value.end(), is_text));
}
bool is_flags(const Json& value) { return value.is_object() && std::all_of(value.begin(), value.end(), is_flag); }
bool is_scopes(const Json& value) { return value.is_object() && std::all_of(value.begin(), value.end(), is_texts); }

struct Form {
  bool (*holds)(const Json& value);
  std::string_view words;
};

constexpr Form kText = {is_text, "a text"};
constexpr Form kTexts = {is_texts, "a text or a list of texts"};
constexpr Form kFlag = {is_flag, "true or false"};
constexpr Form kFlags = {is_flags, "a map of true and false"};
constexpr Form kInteger = {is_integer, "an integer"};
constexpr Form kNatural = {is_natural, "an integer from 0"};
constexpr Form kScopes = {is_scopes, "a map of lists of texts"};

struct Shape {
  std::string_view kind;  // "*": every kind
  std::string_view what;  // "*": every fact
  std::string_view attribute;
  Form form;
  bool required;
};

constexpr Shape kShapes[] = {
    {"*", "*", "formerly", kTexts, false},
    {"*", "*", "order", kNatural, false},
    {"*", "enum", "open", kFlag, false},
    {"*", "enum", "flags", kFlag, false},
    {"*", "symbol", "value", kInteger, true},
    {"descriptor", "struct", "size", kNatural, true},
    {"descriptor", "reserved", "at", kNatural, true},
    {"descriptor", "reserved", "size", kNatural, true},
    {"descriptor", "reserved", "code", kNatural, true},
    {"descriptor", "field", "at", kNatural, true},
    {"descriptor", "field", "size", kNatural, true},
    {"descriptor", "field", "type", kText, true},
    {"descriptor", "field", "in", kText, false},
    {"tables", "field", "id", kNatural, true},
    {"tables", "field", "name", kText, true},
    {"wire", "operator", "version", kInteger, true},
    {"policy", "effect", "letter", kText, true},
    {"policy", "effect", "cost_ns", kNatural, false},
    {"policy", "effect", "scopes", kScopes, false},
    {"policy", "knob", "default", kFlag, true},
    {"policy", "profile", "symbol", kText, false},
    {"policy", "site", "profile", kText, true},
    {"policy", "site", "type", kTexts, true},
    {"policy", "site", "chain", kTexts, false},
    {"policy", "chain-kind", "value", kInteger, true},
    {"policy", "cell", "profile", kText, true},
    {"policy", "cell", "from", kText, true},
    {"policy", "cell", "to", kText, true},
    {"policy", "cell", "knobs", kFlags, true},
    {"policy", "cell", "chain", kText, false},
    {"policy", "cell", "last_chain", kText, false},
    {"policy", "cell", "returned", kFlag, true},
    {"policy", "cell", "marker", kText, true},
};

bool is_about(const Shape& shape, std::string_view kind, std::string_view what) {
  return (shape.kind == "*" || shape.kind == kind) && (shape.what == "*" || shape.what == what);
}

}  // namespace

std::vector<ShapeFault> shape_faults(std::string_view kind, const Fact& fact) {
  std::vector<ShapeFault> faults;
  for (const Shape& shape : kShapes) {
    if (!is_about(shape, kind, fact.what)) continue;
    std::string attribute(shape.attribute);
    auto found = fact.attributes.find(attribute);
    bool is_there = found != fact.attributes.end();
    if (is_there ? shape.form.holds(*found) : !shape.required) continue;
    faults.push_back({shape.attribute, "`" + attribute + "` of " + fact.what + " '" + fact.id +
                                           (is_there ? "' must be " : "' is missing: it must be ") +
                                           std::string(shape.form.words)});
  }
  return faults;
}

}  // namespace npuspec
