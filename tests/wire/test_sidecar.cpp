// The sidecar's structs, their JSON, and the JSON Schema that is made from the same rows.
#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "ethos_u_stream_split_gen.hpp"

namespace split = npuspec::ethos_u_stream_split;
using Json = nlohmann::ordered_json;

namespace {

split::Sidecar sample() {
  split::Sidecar sidecar;
  sidecar.source_model = "dir/\"quoted\"\\\n.tflite";
  sidecar.source_sha256 = std::string(64, 'a');
  sidecar.num_segments = 2;
  sidecar.boundary_after_ops = {10};
  sidecar.segments = {
      {.op_range_start = 0,
       .op_range_end = 10,
       .tensor_pairs = {{.input = "t", .output = "t/stream_split"}},
       .end_tensor_name = "t",
       .fence_tensor_name = "t/stream_split"},
      {.op_range_start = 11, .op_range_end = 30, .tensor_pairs = {}, .end_tensor_name = {}, .fence_tensor_name = {}}};
  return sidecar;
}

Json json_of(const split::Sidecar& sidecar) {
  Json json;
  to_json(json, sidecar);
  return json;
}

// As much of JSON Schema as the generated one uses, written from its specification.
bool conforms(const Json& value, const Json& schema);

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  return type == "integer" && value.is_number_integer();
}

bool conforms_object(const Json& value, const Json& schema) {
  for (const auto& key : schema.at("required")) {
    if (!value.contains(key.get<std::string>())) return false;
  }
  for (const auto& [key, each] : value.items()) {
    bool known = schema.at("properties").contains(key);
    if (!known && schema.at("additionalProperties") == false) return false;
    if (known && !conforms(each, schema["properties"][key])) return false;
  }
  return true;
}

bool conforms(const Json& value, const Json& schema) {
  Json types = schema.at("type").is_array() ? schema["type"] : Json::array({schema["type"]});
  bool typed = false;
  for (const auto& type : types) typed = typed || has_type(value, type.get<std::string>());
  if (!typed) return false;
  if (value.is_object()) return conforms_object(value, schema);
  if (value.is_array()) {
    for (const auto& each : value) {
      if (!conforms(each, schema.at("items"))) return false;
    }
  }
  if (value.is_string() && schema.contains("pattern")) {
    return std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>()));
  }
  if (value.is_number_integer()) {
    if (value.get<std::int64_t>() < schema.at("minimum").get<std::int64_t>()) return false;
    return value.get<std::uint64_t>() <= schema.at("maximum").get<std::uint64_t>();
  }
  return true;
}

const Json& schema() {
  static const Json parsed = Json::parse(std::ifstream(NPUSPEC_SIDECAR_SCHEMA));
  return parsed;
}

std::string fault_of(const Json& json) {
  split::Sidecar out;
  return from_json(json, out);
}

}  // namespace

TEST_CASE("a sidecar goes to JSON and comes back the same, keys in the contract's order, texts escaped") {
  Json json = json_of(sample());
  std::vector<std::string> keys;
  for (const auto& [key, ignored] : json.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"source_model", "source_sha256", "subgraph", "num_segments",
                                         "boundary_after_ops", "segments"});
  split::Sidecar back;
  CHECK(from_json(Json::parse(json.dump()), back).empty());
  CHECK(back == sample());
  CHECK(json["segments"][1]["end_tensor_name"].is_null());
  CHECK(json["segments"][1]["tensor_pairs"] == Json::array());
}

TEST_CASE("the reader and the schema refuse the same sidecars, and the reader says where") {
  struct Case {
    std::string_view fault;
    void (*edit)(Json&);
    bool schema_sees = true;
  };
  const std::vector<Case> cases = {
      {"source_model is missing", [](Json& j) { j.erase("source_model"); }},
      {"this has a key that is not the contract's: \"more\"", [](Json& j) { j["more"] = 1; }},
      {"source_model is not a string", [](Json& j) { j["source_model"] = 3; }},
      {"source_sha256 is not a SHA-256 in 64 lower-case hexadecimal digits",
       [](Json& j) { j["source_sha256"] = std::string(63, 'a'); }},
      {"source_sha256 is not a SHA-256 in 64 lower-case hexadecimal digits",
       [](Json& j) { j["source_sha256"] = std::string(64, 'A'); }},
      {"subgraph is not a whole number from 0 to 0", [](Json& j) { j["subgraph"] = 1; }},
      {"num_segments is not a whole number from 0 to 4294967295", [](Json& j) { j["num_segments"] = -1; }},
      {"num_segments is not a whole number from 0 to 4294967295", [](Json& j) { j["num_segments"] = 4294967296u; }},
      {"num_segments is not a whole number from 0 to 4294967295", [](Json& j) { j["num_segments"] = "2"; }},
      {"boundary_after_ops is no list", [](Json& j) { j["boundary_after_ops"] = 10; }},
      {"boundary_after_ops[1] is not a whole number from 0 to 4294967295",
       [](Json& j) {
         j["boundary_after_ops"] = {1, 2.5};
       }},
      {"boundary_after_ops[1] is not greater than the one before it",
       [](Json& j) {
         j["boundary_after_ops"] = {10, 4};
       },
       false},
      {"segments[1].op_range_end is missing", [](Json& j) { j["segments"][1].erase("op_range_end"); }},
      {"segments[0].tensor_pairs[0].input is not a string",
       [](Json& j) { j["segments"][0]["tensor_pairs"][0]["input"] = nullptr; }},
      {"segments[0] is no object", [](Json& j) { j["segments"][0] = 1; }},
      {"segments[0].end_tensor_name is not a string", [](Json& j) { j["segments"][0]["end_tensor_name"] = 1; }},
      {"this is no object", [](Json& j) { j = Json::array(); }},
  };
  CHECK(fault_of(json_of(sample())).empty());
  CHECK(conforms(json_of(sample()), schema()));
  for (const Case& each : cases) {
    CAPTURE(each.fault);
    Json json = json_of(sample());
    each.edit(json);
    CHECK(fault_of(json) == each.fault);
    CHECK(conforms(json, schema()) == !each.schema_sees);
  }
}

TEST_CASE("the schema says what each key is for") {
  CHECK(schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  CHECK(schema()["properties"]["boundary_after_ops"]["description"] ==
        "original operator indices, authoritative; ascending");
  CHECK(schema()["properties"]["segments"]["items"]["properties"]["end_tensor_name"]["type"] ==
        Json::array({"string", "null"}));
}
