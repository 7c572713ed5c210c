#include "front/kinds/wire/sidecar_schema.h"

#include "front/json.h"

namespace npuspec::wire {
namespace {

Json object_schema(const std::vector<SidecarField>& fields);

Json number_schema(const SidecarField& field) {
  Json json = {{"type", "integer"}, {"minimum", 0}};
  json["maximum"] = field.type == SidecarField::Type::kU32 ? std::uint64_t{UINT32_MAX} : UINT64_MAX;
  if (!field.in) return json;
  json["minimum"] = field.in->lo.magnitude;
  json["maximum"] = field.in->hi.magnitude;
  return json;
}

Json value_schema(const SidecarField& field) {
  switch (field.type) {
    case SidecarField::Type::kString:
      return {{"type", "string"}};
    case SidecarField::Type::kSha256:
      return {{"type", "string"}, {"pattern", "^[0-9a-f]{64}$"}};
    case SidecarField::Type::kBool:
      return {{"type", "boolean"}};
    case SidecarField::Type::kObject:
      return object_schema(field.fields);
    case SidecarField::Type::kU32:
    case SidecarField::Type::kU64:
      break;
  }
  return number_schema(field);
}

Json field_schema(const SidecarField& field) {
  Json json = value_schema(field);
  if (field.optional) json["type"] = {json["type"], "null"};
  if (field.many) json = {{"type", "array"}, {"items", std::move(json)}};
  if (field.ascending) json["uniqueItems"] = true;
  std::string about(field.doc);
  if (field.ascending) about += about.empty() ? "ascending" : "; ascending";
  if (!about.empty()) json["description"] = std::move(about);
  return json;
}

Json object_schema(const std::vector<SidecarField>& fields) {
  Json json = {{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
  for (const SidecarField& field : fields) {
    json["properties"][std::string(field.name)] = field_schema(field);
    json["required"].push_back(field.name);
  }
  json["additionalProperties"] = false;
  return json;
}

}  // namespace

Json sidecar_schema(const Sidecar& sidecar, std::string_view title) {
  Json json = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  if (!sidecar.doc.empty()) json["description"] = sidecar.doc;
  json.update(object_schema(sidecar.fields));
  return json;
}

}  // namespace npuspec::wire
