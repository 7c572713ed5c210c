#include "front/json_schema.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "front/json.h"
#include "front/words.h"

namespace npuspec::schema {
namespace {

// What stands in quotes is no number, so that a text is one with a unit only.
constexpr const char* kUnits = "(0|[1-9][0-9]*)([.][0-9]+)? ?(KiB|MiB|GiB|ns|us|ms|s)$";
constexpr const char* kReservedWord = "reserved-word";  // its definition's name; no kind of row has it

// In any case, since YAML 1.1 takes them so.
constexpr const char* kTruthValue =
    "[Oo][Nn]|[Oo][Ff][Ff]|[Yy]([Ee][Ss])?|[Nn][Oo]?|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Nn][Uu][Ll][Ll]";

Json pattern(std::string text) { return {{"type", "string"}, {"pattern", std::move(text)}}; }

Json number(const Bounds& bounds) {
  std::string units = (bounds.least < 0 ? "^-?" : "^") + std::string(kUnits);
  if (!bounds.power_of_two) {
    return {{"type", {"integer", "string"}}, {"pattern", units}, {"minimum", bounds.least}, {"maximum", bounds.most}};
  }
  Json powers = Json::array();
  for (std::uint64_t power = 1; power != 0 && power <= bounds.most; power *= 2) powers.push_back(power);
  return {{"anyOf", Json::array({{{"enum", powers}}, pattern(std::move(units))})}};
}

// A name, then what else the text may hold.
Json name(const std::string& letters, bool reserved, const std::string& rest = "") {
  Json out = pattern("^(?!(" + std::string(kTruthValue) + ")$)(?!.*__)[A-Za-z]" + letters + "*" + rest + "$");
  if (rest.empty()) out["maxLength"] = limits::kNameBytes;
  if (reserved) out["not"] = {{"$ref", "#/definitions/" + std::string(kReservedWord)}};
  return out;
}

// What an editor shows when it finds a text that a pattern refuses, and the types that YAML gives such texts.
Json scalar(const Shape& of) {
  switch (of.form) {
    case Form::kName:
      return name("[A-Za-z0-9_]", true);
    case Form::kUnit:
      return name("[A-Za-z0-9_-]", true);
    case Form::kId:
      return name("[A-Za-z0-9_-]", false);
    case Form::kTarget:
      return name("[A-Za-z0-9_]", true, "(\\[.+\\])?");
    case Form::kRef:
      return pattern("^[A-Za-z][A-Za-z0-9_-]*([.][A-Za-z][A-Za-z0-9_-]*)*$");
    case Form::kType:
      return pattern("^(?![iu](?!(16|32|64)(\\[\\])?$)[0-9]{2,}(\\[\\])?$)[A-Za-z][A-Za-z0-9_]*(\\[\\])?$");
    case Form::kVersion:
      return {{"type", {"string", "number"}}, {"pattern", "^[0-9]+([.][0-9]+)*[a-z]?$"}};
    case Form::kNumber:
      return number(of.bounds);
    case Form::kCount:
      return {{"anyOf", Json::array({number(of.bounds), name("[A-Za-z0-9_]", true)})}};
    case Form::kRange:
      return pattern("^[^.]+(\\.[0-9][^.]*)?\\.\\.<?[^.]+(\\.[0-9][^.]*)?$");
    case Form::kBool:
      return {{"type", "boolean"}};
    default:  // kText, kGuard, kScalar: YAML may see a number or a truth value in them
      return {{"type", {"string", "number", "boolean"}}, {"minLength", 1}};
  }
}

// Keys are texts in JSON.
Json key_of(const Shape& of) {
  Json out = scalar(of);
  out.erase("type");
  return out;
}

class Writer {
 public:
  Json document(const Object& root) {
    Json out;
    out["$schema"] = "http://json-schema.org/draft-07/schema#";
    out["title"] = root.name;
    out.update(body(root));
    // Bodies name further objects while they are written.
    Json definitions = Json::object();
    for (std::size_t i = 0; i < objects_.size(); ++i) definitions[names_[i]] = body(*objects_[i]);
    definitions[kReservedWord] = {{"pattern", "^(" + reserved_pattern() + ")(\\[.*)?$"}};  // of a let's name too
    out["definitions"] = std::move(definitions);
    return out;
  }

 private:
  Json reference(const Object& of) {
    std::size_t i = 0;
    while (i < objects_.size() && objects_[i] != &of) ++i;
    if (i == objects_.size()) {
      objects_.push_back(&of);
      names_.push_back(free_name(std::string(of.name)));
    }
    Json out = {{"$ref", "#/definitions/" + names_[i]}};
    if (of.main_key.empty()) return out;
    for (const Key& key : of.keys) {
      if (key.name == of.main_key) out = {{"anyOf", Json::array({shape(key.shape), out})}};
    }
    return out;
  }

  // Two kinds of row may share a noun.
  std::string free_name(std::string noun) const {
    for (char& c : noun) c = c == ' ' ? '-' : c;
    std::string name = noun;
    for (int n = 2; std::find(names_.begin(), names_.end(), name) != names_.end(); ++n)
      name = noun + "-" + std::to_string(n);
    return name;
  }

  Json any_of(Json alternatives) { return {{"anyOf", std::move(alternatives)}}; }

  Json shape(const Shape& of) {
    switch (of.form) {
      case Form::kAny:
        return Json::object();
      case Form::kWord:
        return {{"enum", of.words}};
      case Form::kList: {
        Json out = {{"type", "array"}, {"items", shape(of.parts[0])}};
        if (of.at_least != 0) out["minItems"] = of.at_least;
        out["maxItems"] = of.at_most;
        return out;
      }
      case Form::kTuple: {
        Json items = Json::array();
        for (const Shape& each : of.parts) items.push_back(shape(each));
        return {{"type", "array"}, {"items", items}, {"additionalItems", false}, {"minItems", of.parts.size()}};
      }
      case Form::kMap: {
        Json out = {{"type", "object"}, {"additionalProperties", shape(of.parts[1])}};
        if (of.parts[0].form != Form::kText) out["propertyNames"] = key_of(of.parts[0]);
        if (of.at_least != 0) out["minProperties"] = of.at_least;
        out["maxProperties"] = of.at_most;
        return out;
      }
      case Form::kObject:
        return reference(*of.objects[0]);
      case Form::kChoice: {
        Json all = Json::array();
        for (const Object* each : of.objects) all.push_back(reference(*each));
        return any_of(std::move(all));
      }
      case Form::kEither: {
        Json all = Json::array();
        for (const Shape& each : of.parts) all.push_back(shape(each));
        return any_of(std::move(all));
      }
      default:
        return scalar(of);
    }
  }

  Json property(const Key& key) {
    Json of = shape(key.shape);
    Json out;
    out["description"] = key.example.empty() ? std::string(key.doc)
                                             : std::string(key.doc) + "\n\nFor example: " + std::string(key.example);
    if (of.contains("$ref")) {  // draft 7 ignores what stands beside a reference
      out["allOf"] = Json::array({std::move(of)});
    } else {
      out.update(of);
    }
    return out;
  }

  Json body(const Object& of) {
    Json out;
    out["description"] = of.doc;
    out["type"] = "object";
    Json properties = Json::object();
    Json required = Json::array();
    for (const Key& key : of.keys) {
      properties[std::string(key.name)] = property(key);
      if (key.required) required.push_back(key.name);
    }
    out["properties"] = std::move(properties);
    if (!required.empty()) out["required"] = std::move(required);
    out["additionalProperties"] = of.other_doc.empty() ? Json(false) : shape(of.other_value);
    if (!of.other_doc.empty()) {
      Json own = Json::array();
      for (const Key& key : of.keys) own.push_back(key.name);
      out["propertyNames"] = any_of(Json::array({{{"enum", std::move(own)}}, key_of(of.other_key)}));
    }
    for (const Companion& companion : of.companions) {
      for (std::string_view each : companion.of) out["dependencies"][std::string(each)] = {companion.key};
    }
    Json rules = Json::array();
    for (const auto& group : of.exclusive) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        for (std::size_t j = i + 1; j < group.size(); ++j) {
          rules.push_back({{"not", {{"required", Json::array({group[i], group[j]})}}}});
        }
      }
    }
    for (const auto& group : of.one_needed) {
      Json any = Json::array();
      for (std::string_view each : group) any.push_back({{"required", Json::array({each})}});
      rules.push_back(any_of(std::move(any)));
    }
    if (!rules.empty()) out["allOf"] = std::move(rules);
    return out;
  }

  std::vector<const Object*> objects_;
  std::vector<std::string> names_;
};

}  // namespace

std::string json_schema(const Object& root) { return Writer().document(root).dump(2) + "\n"; }

}  // namespace npuspec::schema
