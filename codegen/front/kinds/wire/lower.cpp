#include "front/kinds/wire/lower.h"

#include <bit>
#include <map>

#include "front/guard/expr.h"
#include "front/json.h"
#include "front/kinds/wire/lower_groups.h"
#include "front/kinds/wire/names.h"
#include "front/kinds/wire/sidecar_schema.h"

namespace npuspec::wire {
namespace {

void put(Json& json, const char* key, std::string_view value) {
  if (!value.empty()) json[key] = value;
}

// A written value as a C++ integer.
std::string literal(const Number& number) {
  constexpr std::uint64_t kLeast = std::uint64_t{1} << 63;
  if (number.negative && number.magnitude == kLeast) return "-9223372036854775807 - 1";
  return tables::text_of(number);
}

Json lower_written(const WireModel& model, const std::vector<WrittenTable>& tables) {
  Json out = Json::array();
  for (const WrittenTable& table : tables) {
    const tables::Table& of = model.over->tables[static_cast<std::size_t>(table.table)];
    Json fields = Json::array();
    for (const Written& value : table.fields) {
      const tables::Field& field = of.fields[static_cast<std::size_t>(value.field)];
      bool is_number = value.how == Written::How::kValue && !value.is_text;
      fields.push_back({{"id", field.id},
                        {"name", field.name},
                        {"how", spelling(value.how)},
                        {"number", is_number ? literal(value.value) : "0"},
                        {"is_text", value.is_text},
                        {"text", value.text},
                        {"shown", is_number ? tables::text_of(value.value) : std::string(value.text)}});
    }
    out.push_back({{"table", of.name}, {"fields", std::move(fields)}});
  }
  return out;
}

Json lower_operator(const Spec& spec, const WireModel& model) {
  const Operator& operation = model.operation;
  Json out = {{"at", cite(spec, operation.at)},     {"custom_code", operation.custom_code},
              {"builtin", operation.builtin->name}, {"builtin_value", tables::text_of(operation.builtin->value)},
              {"version", operation.version},       {"source", operation.source},
              {"formerly", Json::array()},          {"writes", lower_written(model, operation.writes)},
              {"switches", Json::array()}};
  for (const Former& former : operation.formerly) {
    out["formerly"].push_back({{"custom_code", former.custom_code},
                               {"doc", former.doc},
                               {"source", former.source},
                               {"at", cite(spec, former.at)}});
  }
  for (const Switch& each : operation.switches) {
    out["switches"].push_back({{"name", each.name},
                               {"default", each.on},
                               {"doc", each.doc},
                               {"source", each.source},
                               {"at", cite(spec, each.at)},
                               {"sets", lower_written(model, each.sets)}});
  }
  return out;
}

// The types of a view's field in each language.
struct FieldType {
  std::string cpp, c, opencl;
};

FieldType field_type(const WireModel& model, const Spec& spec, const RecordField& field) {
  using guard::Base;
  constexpr std::string_view kBits[] = {"uint8_t", "uint16_t", "uint32_t", "uint64_t",
                                        "int8_t",  "int16_t",  "int32_t",  "int64_t"};
  constexpr std::string_view kOpenCl[] = {"uchar", "ushort", "uint", "ulong", "char", "short", "int", "long"};
  if (field.record) {
    std::string name = snake(spec.name) + "_" + std::string(field.record->name);
    return {camel(field.record->name), name, name};
  }
  if (field.type.base == Base::kBool) return {"bool", "bool", "bool"};
  if (field.type.base == Base::kString) return {"std::string_view", "", ""};
  auto at = static_cast<std::size_t>(field.type.of ? field.type.of->storage : field.type.storage);
  std::string bits(kBits[at]);
  FieldType type = {"std::" + bits, bits, std::string(kOpenCl[at])};
  if (field.type.of) type.cpp = snake(model.over_spec->name) + "::" + std::string(field.type.of->name);
  return type;
}

void lower_records(const Spec& spec, const WireModel& model, Json& ir) {
  ir["records"] = Json::array();
  Json vectors = Json::array();  // element types of vectors that C must compare
  for (const RecordType& record : model.records) {
    Json fields = Json::array();
    for (const RecordField& field : record.fields) {
      FieldType type = field_type(model, spec, field);
      Json out = {
          {"name", field.name}, {"type", field.type_text}, {"vector", field.vector}, {"at", cite(spec, field.at)}};
      out["cpp"] = field.vector ? "std::span<const " + type.cpp + ">" : type.cpp;
      out["c"] = type.c;
      out["opencl"] = type.opencl;
      out["cpp_default"] = field.record || field.vector || type.cpp == "std::string_view"
                               ? ""
                               : " = " + (type.cpp == "bool" ? std::string("false")
                                          : field.type.of    ? type.cpp + "{}"
                                                             : std::string("0"));
      fields.push_back(std::move(out));
      if (!field.vector || field.type.base == guard::Base::kBool) continue;
      auto at = static_cast<std::size_t>(field.type.of ? field.type.of->storage : field.type.storage);
      constexpr std::string_view kNames[] = {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"};
      Json entry = {{"name", kNames[at]}, {"c", type.c}, {"opencl", type.opencl}};
      bool known = false;
      for (const Json& each : vectors) known = known || each == entry;
      if (!known) vectors.push_back(std::move(entry));
    }
    ir["records"].push_back({{"name", record.name},
                             {"at", cite(spec, record.at)},
                             {"is_plain", record.is_plain()},
                             {"fields", std::move(fields)}});
  }
  ir["vectors"] = std::move(vectors);
}

Json lower_pattern(const Pattern& pattern) {
  Json pieces = Json::array();
  for (const Piece& piece : pattern.pieces) {
    bool is_number = piece.text == "after_op" || piece.text == "tensor_index";
    pieces.push_back({{"is_hole", piece.is_hole}, {"is_number", piece.is_hole && is_number}, {"text", piece.text}});
  }
  Json holes = Json::array();
  for (const Piece& piece : pattern.pieces) {
    bool is_number = piece.text == "after_op" || piece.text == "tensor_index";
    Json hole = {{"name", piece.text}, {"cpp", is_number ? "std::uint32_t" : "std::string_view"}};
    bool known = false;
    for (const Json& each : holes) known = known || each == hole;
    if (piece.is_hole && !known) holes.push_back(std::move(hole));
  }
  Json out = {{"text", pattern.text}, {"pieces", std::move(pieces)}, {"holes", std::move(holes)}};
  // What stands after the tensor's name, when that is all: the suffix that readers look for.
  const auto& all = pattern.pieces;
  if (all.size() == 2 && all[0].is_hole && !all[1].is_hole) out["suffix"] = all[1].text;
  return out;
}

// "segments" holds a Segment each.
std::string one_of(std::string_view plural) {
  std::string name = camel(plural);
  if (name.ends_with("ies")) return name.substr(0, name.size() - 3) + "y";
  if (name.ends_with("s")) name.pop_back();
  return name;
}

// Structs of the sidecar, inner ones first.
std::string lower_struct(const Spec& spec, const std::string& name, const std::vector<SidecarField>& fields,
                         Json& structs) {
  Json out_fields = Json::array();
  for (const SidecarField& field : fields) {
    std::string type;
    switch (field.type) {
      case SidecarField::Type::kString:
      case SidecarField::Type::kSha256:
        type = "std::string";
        break;
      case SidecarField::Type::kBool:
        type = "bool";
        break;
      case SidecarField::Type::kU32:
        type = "std::uint32_t";
        break;
      case SidecarField::Type::kU64:
        type = "std::uint64_t";
        break;
      case SidecarField::Type::kObject:
        type = lower_struct(spec, field.many ? one_of(field.name) : camel(field.name), field.fields, structs);
        break;
    }
    std::string init = type == "bool" ? " = false" : type.starts_with("std::uint") ? " = 0" : "";
    Json out = {{"name", field.name},
                {"kind", spelling(field.type)},
                {"many", field.many},
                {"optional", field.optional},
                {"ascending", field.ascending},
                {"at", cite(spec, field.at)},
                {"doc", field.doc},
                {"source", field.source},
                {"one", type},
                {"cpp", type},
                {"init", init}};
    if (field.many) out["cpp"] = "std::vector<" + type + ">";
    if (field.optional) out["cpp"] = "std::optional<" + type + ">";
    if (field.many || field.optional) out["init"] = "";
    bool is_number = field.type == SidecarField::Type::kU32 || field.type == SidecarField::Type::kU64;
    if (is_number) {
      out["lo"] = field.in ? tables::text_of(field.in->lo) : "0";
      out["hi"] = field.in                                 ? tables::text_of(field.in->hi)
                  : field.type == SidecarField::Type::kU32 ? "4294967295"
                                                           : "18446744073709551615";
    }
    out_fields.push_back(std::move(out));
  }
  structs.push_back({{"name", name}, {"fields", std::move(out_fields)}});
  return name;
}

void lower_sidecar(const Spec& spec, const WireModel& model, Json& ir) {
  if (!model.sidecar) return;
  Json structs = Json::array();
  lower_struct(spec, "Sidecar", model.sidecar->fields, structs);
  std::string title = "Sidecar of the contract " + std::string(spec.name);
  ir["sidecar"] = {{"at", cite(spec, model.sidecar->at)}, {"doc", model.sidecar->doc},
                   {"source", model.sidecar->source},     {"file", lower_pattern(model.sidecar->file)},
                   {"structs", std::move(structs)},       {"schema", sidecar_schema(*model.sidecar, title).dump(2)}};
}

// A value of an example as JSON: an object of its fields, absent ones left out. Floats are the numbers of their bits.
Json lower_value(const Values& values, Values::Handle handle);

Json lower_cell(const Values& values, const guard::Symbol& member, const Values::Cell& cell) {
  auto number = [&](guard::Int value) -> Json {
    if (member.type.base == guard::Base::kBool) return value != 0;
    return value < 0 ? Json(static_cast<std::int64_t>(value)) : Json(static_cast<std::uint64_t>(value));
  };
  bool of_objects = !cell.objects.empty();
  if (member.shape.vector) {
    Json list = Json::array();
    for (guard::Int each : cell.numbers) list.push_back(number(each));
    for (Values::Handle each : cell.objects) list.push_back(lower_value(values, each));
    return list;
  }
  if (of_objects) return lower_value(values, cell.objects.front());
  return member.type.base == guard::Base::kString ? Json(cell.text) : number(cell.number);
}

Json lower_value(const Values& values, Values::Handle handle) {
  const Values::Object& object = values.at(handle);
  std::vector<std::pair<std::string, Json>> fields;
  for (const auto& [member, cell] : object.cells) {
    if (cell.present) fields.emplace_back(member->name, lower_cell(values, *member, cell));
  }
  std::sort(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Json out = {{"place", static_cast<std::uint64_t>(object.place)}, {"fields", Json::object()}};
  for (auto& [name, value] : fields) out["fields"][name] = std::move(value);
  return out;
}

Json lower_example(const Spec& spec, const WireModel& model, const Example& example) {
  const Group& group = model.groups[static_cast<std::size_t>(example.group)];
  Json takes = Json::object();
  for (std::size_t i = 0; i < group.takes.size(); ++i) {
    takes[std::string(group.takes[i].name)] = lower_value(model.values, example.takes[i]);
  }
  Json out = {{"id", example.id}, {"of", group.name}, {"at", cite(spec, example.at)}};
  put(out, "doc", example.doc);
  if (group.is_rows()) {
    out["then"] = example.outcome < 0 ? "none" : std::string(group.outcomes[static_cast<std::size_t>(example.outcome)]);
  } else {
    out["refuse"] = example.refuse ? example.refuse->code : 0;
  }
  out["given"] = std::move(takes);
  return out;
}

// The same as a person reads it: {type: INT16, shape: [2, 3]}, fields in the order of their names.
std::string shown(const Values& values, Values::Handle handle);

std::string shown(const guard::Symbol& member, guard::Int value) {
  if (member.type.base == guard::Base::kBool) return value != 0 ? "true" : "false";
  const guard::Enum::Row* row = member.type.of ? member.type.of->row_of_value(value) : nullptr;
  if (row) return std::string(row->name);
  tables::Base base = member.user ? tables::GuardTypes::field_of(member).type.base : tables::Base::kU64;
  if (base != tables::Base::kF32 && base != tables::Base::kF64) return guard::to_string(value);
  double number = base == tables::Base::kF32
                      ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                      : std::bit_cast<double>(static_cast<std::uint64_t>(value));
  return Json(number).dump();
}

std::string shown(const Values& values, const guard::Symbol& member, const Values::Cell& cell) {
  if (!member.shape.vector) {
    if (!cell.objects.empty()) return shown(values, cell.objects.front());
    return member.type.base == guard::Base::kString ? cell.text : shown(member, cell.number);
  }
  std::string list;
  auto add = [&](const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
  for (guard::Int each : cell.numbers) add(shown(member, each));
  for (Values::Handle each : cell.objects) add(shown(values, each));
  return "[" + list + "]";
}

std::string shown(const Values& values, Values::Handle handle) {
  std::map<std::string_view, std::string> fields;
  for (const auto& [member, cell] : values.at(handle).cells) {
    if (cell.present) fields[member->name] = shown(values, *member, cell);
  }
  std::string text;
  for (const auto& [name, value] : fields) text += (text.empty() ? "" : ", ") + std::string(name) + ": " + value;
  return "{" + text + "}";
}

std::string c_number(guard::Int value) {
  if (value == guard::kI64Min) return "-9223372036854775807 - 1";
  return guard::to_string(value) + (value > guard::kI64Max ? "u" : "");
}

// What a plain group takes, as initializers of C. A field that an example does not give is 0.
Json lower_plain(const Spec& spec, const WireModel& model, const RecordType& record, Values::Handle handle) {
  const Values& values = model.values;
  Json fields = Json::array();
  for (const RecordField& field : record.fields) {
    Json out = {{"name", field.name},
                {"c", field_type(model, spec, field).c},
                {"vector", field.vector},
                {"values", Json::array()},
                {"fields", Json::array()}};
    if (field.record) {
      out["fields"] = lower_plain(spec, model, *field.record, values.record(handle, *field.symbol));
    } else if (!field.vector) {
      out["values"].push_back(c_number(values.number(handle, *field.symbol)));
    }
    for (std::size_t i = 0; field.vector && i < values.length(handle, *field.symbol); ++i) {
      out["values"].push_back(c_number(values.element(handle, *field.symbol, i)));
    }
    fields.push_back(std::move(out));
  }
  return fields;
}

// An example for pages and for vectors in C.
Json lower_case(const Spec& spec, const WireModel& model, const Example& example, const Json& lowered) {
  const Group& group = model.groups[static_cast<std::size_t>(example.group)];
  Json out = {{"id", example.id}, {"of", group.name}, {"doc", example.doc}, {"code", 0}, {"takes", Json::array()}};
  out["gives"] = group.is_rows() ? lowered["then"].get<std::string>() : "";
  if (example.refuse) {
    out["code"] = example.refuse->code;
    out["gives"] = example.refuse->id;
  }
  for (std::size_t i = 0; i < group.takes.size(); ++i) {
    std::string name(group.takes[i].name);
    Json taken = {{"name", name}, {"shown", shown(model.values, example.takes[i])}};
    if (group.is_plain()) taken["fields"] = lower_plain(spec, model, *group.takes[i].record, example.takes[i]);
    out["takes"].push_back(std::move(taken));
  }
  return out;
}

}  // namespace

void lower_wire(const Spec& spec, const WireModel& model, Json& ir) {
  ir["over"] = model.over_spec->name;
  ir["operator"] = lower_operator(spec, model);
  lower_records(spec, model, ir);
  ir["lets"] = Json::array();
  for (const Derived& derived : model.lets) {
    ir["lets"].push_back({{"of", derived.of},
                          {"name", derived.let->name},
                          {"at", cite(spec, derived.at)},
                          {"text", guard::canonical(*derived.let->let->body)}});
  }
  lower_groups(spec, model, ir);
  ir["semantics"] = lower_sentences(spec, model.semantics);
  ir["names"] = {{"first", lower_pattern(model.names.first)}, {"others", lower_pattern(model.names.others)},
                 {"clash", lower_pattern(model.names.clash)}, {"unique", model.names.unique},
                 {"at", cite(spec, model.names.first.at)},    {"source", model.names.source}};
  lower_sidecar(spec, model, ir);
  Json vectors = Json::array();
  ir["cases"] = Json::array();
  for (const Example& example : model.examples) {
    vectors.push_back(lower_example(spec, model, example));
    ir["cases"].push_back(lower_case(spec, model, example, vectors.back()));
  }
  ir["examples"] = vectors.dump(2);
}

}  // namespace npuspec::wire
