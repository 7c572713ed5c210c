#include "front/kinds/descriptor/lower.h"

#include <algorithm>

#include "front/json.h"
#include "front/kinds/descriptor/byte_map.h"
#include "front/kinds/descriptor/lowering.h"
#include "front/kinds/descriptor/model.h"
#include "front/kinds/descriptor/targets.h"
#include "front/spell.h"

namespace npuspec::descriptor {
namespace {

bool in_hex(std::string_view written) { return written.starts_with("0x"); }

class Lowering {
 public:
  Lowering(const Spec& spec, Json& ir) : spec_(spec), model_(*model_of<Descriptors>(&spec)), ir_(ir) {}

  void run() {
    ir_["names"] = {{"cpp", cpp_namespace(spec_)}, {"c", c_prefix(spec_)}, {"upper", upper(spec_.name)}};
    Json enums = Json::array();
    for (const Enum& of : model_.enums) enums.push_back(lower_enum(of));
    Json constants = Json::array();
    for (const Constant& each : model_.constants) constants.push_back(lower_constant(each));
    Json structs = Json::array();
    for (const Struct* of : innermost_first()) structs.push_back(lower_struct(*of));
    Json ioctls = Json::array();
    for (const Ioctl& each : model_.ioctls) ioctls.push_back(lower_ioctl(each));
    ir_["includes"] = includes_;
    ir_["enums"] = std::move(enums);
    ir_["constants"] = std::move(constants);
    ir_["structs"] = std::move(structs);
    ir_["ioctls"] = std::move(ioctls);
  }

 private:
  // C and C++ want a type before it is used.
  std::vector<const Struct*> innermost_first() const {
    std::vector<const Struct*> order;
    for (const Struct& of : model_.structs) add_after_its_parts(of, order);
    return order;
  }

  static void add_after_its_parts(const Struct& of, std::vector<const Struct*>& order) {
    if (std::find(order.begin(), order.end(), &of) != order.end()) return;
    for (const Field& field : of.fields) {
      if (field.nested) add_after_its_parts(*field.nested, order);
    }
    order.push_back(&of);
  }

  void include(const Enum& of) {
    if (of.home == &spec_) return;
    Json name = snake(of.home->name);
    if (std::find(includes_.begin(), includes_.end(), name) == includes_.end()) includes_.push_back(std::move(name));
  }

  Json lower_enum(const Enum& of) {
    Json row = {{"name", own(of.name)}};
    say(spec_, row, of.at, of.about);
    row["type"] = own(spelling(of.type.storage));
    row["on_wire"] = of.base.has_value();
    row["open"] = of.open;
    row["flags"] = of.flags;
    row["names"] = for_each_target([&](Target target) { return type_name(spec_, of, target); });
    row["qualifier"] = of.flags ? "" : type_name(spec_, of, Target::kCpp) + "::";
    row["function"] = snake(of.name);
    row["c"] = c_prefix(spec_) + snake(of.name);
    row["upper"] = upper(spec_.name) + "_" + upper(of.name);
    row["symbols"] = Json::array();
    for (const Symbol& symbol : of.symbols) {
      if (!symbol.removed()) row["symbols"].push_back(lower_symbol(of, symbol));
    }
    row["about"] = about_enum(of);
    row["mask"] = of.flags ? literal(of.type.all_bits(), true) : "";
    row["columns"] = Json::array();
    for (std::size_t i = 0; i < of.columns.size(); ++i) {
      row["columns"].push_back(lower_column(of, i));
    }
    return row;
  }

  static std::string about_enum(const Enum& of) {
    if (!of.base) return "Never on the wire: an index or a parameter.";
    std::string base = "`" + own(spelling(*of.base)) + "`";
    if (of.flags) return "A set of flags in a " + base + "; other bits are refused.";
    return "A " + base + "; other values are " + (of.open ? "legal." : "refused.");
  }

  Json lower_symbol(const Enum& of, const Symbol& symbol) {
    Json row = {{"name", own(symbol.name)}};
    say(spec_, row, symbol.at, symbol.about, symbol.age);
    row["value"] = literal(symbol.value, of.flags);
    row["cpp"] = of.flags ? symbol_name(spec_, of, symbol.name, Target::kCpp) : kcamel(symbol.name);
    row["c"] = symbol_name(spec_, of, symbol.name, Target::kC);
    row["columns"] = Json::array();
    for (std::size_t i = 0; i < of.columns.size(); ++i)
      row["columns"].push_back(column_text(of.columns[i], symbol.columns[i]));
    return row;
  }

  static std::string column_text(const Column& column, Int value) {
    switch (column.type) {
      case Column::Type::kBool:
        return value != 0 ? "true" : "false";
      case Column::Type::kEnum:
        return own(column.of->find(value)->name);
      case Column::Type::kDuration:
        return guard::to_string(value) + " ns";
      case Column::Type::kInt:
        break;
    }
    return guard::to_string(value);
  }

  // A function from a symbol to its fact: what guards call it, they and callers get.
  Json lower_column(const Enum& of, std::size_t i) {
    const Column& column = of.columns[i];
    Json row = {{"name", own(column.name)}};
    row["function"] = for_each_target([&](Target target) { return column_name(spec_, of, column.name, target); });
    row["result"] = for_each_target([&](Target target) { return column_type(of, i, target); });
    row["values"] = Json::array();
    for (const Symbol& symbol : of.symbols) {
      if (symbol.removed()) continue;
      row["values"].push_back(
          for_each_target([&](Target target) { return column_literal(column, symbol.columns[i], target); }));
    }
    return row;
  }

  std::string column_type(const Enum& of, std::size_t i, Target target) const {
    const Column& column = of.columns[i];
    if (column.type == Column::Type::kBool) return "bool";
    if (column.type == Column::Type::kEnum) {
      bool in_class = target == Target::kCpp && !column.of->flags;
      return in_class ? type_name(spec_, *column.of, target) : type_name(Storage::kU64, target);
    }
    return type_name(of.type.columns[i].type.storage, target);
  }

  std::string column_literal(const Column& column, Int value, Target target) const {
    if (column.type == Column::Type::kBool) return value != 0 ? "true" : "false";
    if (column.type == Column::Type::kEnum) return symbol_name(spec_, *column.of, column.of->find(value)->name, target);
    return literal(value);
  }

  Json lower_constant(const Constant& constant) {
    Json row = {{"name", own(constant.name)}};
    say(spec_, row, constant.at, constant.about);
    row["is_text"] = constant.is_text;
    row["text"] = own(constant.text);
    row["value"] = constant.is_text ? "" : literal(constant.value, in_hex(constant.written));
    row["written"] = own(constant.written);
    Storage storage = constant.storage.value_or(constant.value < 0            ? Storage::kI64
                                                : constant.value > 0xFFFFFFFF ? Storage::kU64
                                                                              : Storage::kU32);
    if (!constant.storage && constant.value < 0 && constant.value >= guard::lowest(Storage::kI32))
      storage = Storage::kI32;
    bool of_enum_class = constant.of && !constant.of->flags;
    row["types"] = for_each_target([&](Target target) {
      return of_enum_class ? type_name(spec_, *constant.of, target) : type_name(storage, target);
    });
    if (constant.of) include(*constant.of);
    row["cast"] = of_enum_class;
    row["cpp"] = kcamel(constant.name);
    row["c"] = upper(spec_.name) + "_" + upper(constant.name);
    return row;
  }

  Json lower_struct(const Struct& of) {
    Json row = {{"name", own(of.name)}, {"path", of.path}, {"only_one", of.only_one}};
    say(spec_, row, of.at, of.about, of.age);
    row["size"] = of.size;
    row["align"] = of.align;
    row["packed"] = of.packed;
    row["types"] = for_each_target([&](Target target) { return type_name(spec_, of, target); });
    row["c"] = function_prefix(spec_, of);
    row["upper"] = upper(spec_.name) + "_" + upper(of.name);
    row["error"] = camel(of.name) + "Error";
    row["errors"] = upper(function_prefix(spec_, of));
    row["parameters"] = for_each_target([&](Target target) { return parameters(spec_, of, target); });
    row["arguments"] = arguments(of);
    lower_params(of, row);
    row["byte_map"] = byte_map(of);
    row["fields"] = Json::array();
    for (const Field& field : of.fields) row["fields"].push_back(lower_field(field));
    const Field* digest = of.digest();
    row["digest"] = digest ? own(digest->name) : "";
    lower_guards(spec_, of, row);
    return row;
  }

  void lower_params(const Struct& of, Json& row) {
    row["params"] = Json::array();
    for (const Param& param : of.params) {
      if (param.of) include(*param.of);
      Json each = {{"name", own(param.name)}, {"doc", own(param.about.doc)}};
      each["type"] = own(param.is_bool ? "bool" : param.of ? param.of->name : spelling(param.storage));
      each["types"] = for_each_target([&](Target target) { return type_name(spec_, param, target); });
      row["params"].push_back(std::move(each));
    }
  }

  Json lower_field(const Field& field) {
    if (field.of) include(*field.of);
    Json row = {{"name", own(field.name)}};
    say(spec_, row, field.at, field.about, field.age);
    row["reserved"] = field.reserved;
    row["offset"] = field.offset;
    row["size"] = field.size;
    row["last"] = field.end() - 1;
    row["type"] = own(field.nested ? field.nested->name : field.of ? field.of->name : spelling(field.storage));
    row["type_text"] = type_text(field);
    row["rule_text"] = rule_text(field);
    row["storage"] = own(spelling(field.storage));
    row["bits_wide"] = 8 * bytes(field.storage);
    row["signed"] = is_signed(field.storage);
    row["nested"] = field.nested ? Json(own(field.nested->name)) : Json(false);
    row["nested_c"] = field.nested ? function_prefix(spec_, *field.nested) : "";
    row["enum"] = field.of != nullptr;
    row["types"] = for_each_target([&](Target target) { return field_type(field, target); });
    row["array"] = field.array;
    row["count"] = field.count;
    row["element"] = field.element_size();
    row["position"] = position(field);
    row["cast"] = field.of || is_signed(field.storage);
    row["index"] = field.index ? own(field.index->name) : "";
    row["live"] = field.live ? own(field.live->name) : "";
    row["const"] = field.constant ? literal(*field.constant, in_hex(field.row->text_at("const"))) : "";
    row["digest"] = field.digest;
    row["code"] = field.code ? Json(*field.code) : Json(false);
    row["reloc"] = own(field.reloc);
    row["dir"] = own(field.dir);
    row["unit"] = own(field.unit);
    row["bits"] = Json::array();
    for (const Bits& bits : field.bits) {
      Int ones = (Int{1} << (bits.hi - bits.lo + 1)) - 1;
      row["bits"].push_back(
          {{"name", own(bits.name)}, {"lo", bits.lo}, {"hi", bits.hi}, {"ones", literal(ones, true)}});
    }
    return row;
  }

  static std::string type_text(const Field& field) {
    if (field.reserved) return "";
    std::string_view type = field.nested ? field.nested->name : field.of ? field.of->name : spelling(field.storage);
    if (!field.array) return "`" + own(type) + "`";
    return "`" + own(type) + "[" + (field.index ? own(field.index->name) : std::to_string(field.count)) + "]`";
  }

  static std::string rule_text(const Field& field) {
    std::string text;
    auto add = [&](const std::string& rule) { text += (text.empty() ? "" : "; ") + rule; };
    if (field.reserved) add("zero");
    if (field.constant) add("is " + own(field.row->text_at("const")));
    if (field.digest) add("CRC-32C of the struct, this field taken as zero");
    if (field.in) add("in " + own(field.row->text_at("in")));
    if (field.of && !field.of->open) add(field.of->flags ? "no unknown bit" : "a symbol");
    if (field.live) add("zero from `" + own(field.live->name) + "` on");
    if (field.only) add("unless " + guard::prose(*field.only) + ", it is " + guard::to_string(field.otherwise));
    return field.code ? text + " (code " + std::to_string(*field.code) + ")" : text;
  }

  // Where an element's bytes are, in an expression of `i` when there are many.
  static std::string position(const Field& field) {
    std::string first = std::to_string(field.offset);
    if (!field.array) return first;
    return field.element_size() == 1 ? first + " + i" : first + " + " + std::to_string(field.element_size()) + " * i";
  }

  std::string field_type(const Field& field, Target target) const {
    if (field.nested) return type_name(spec_, *field.nested, target);
    if (field.of) return type_name(spec_, *field.of, target);
    return type_name(field.storage, target);
  }

  Json lower_ioctl(const Ioctl& ioctl) {
    Json row = {{"name", own(ioctl.name)}};
    say(spec_, row, ioctl.at, ioctl.about, ioctl.age);
    row["nr"] = literal(ioctl.nr, true);
    row["number"] = literal(ioctl.number, true);
    row["types"] = for_each_target([&](Target target) { return type_name(spec_, *ioctl.of, target); });
    row["struct"] = own(ioctl.of->name);
    row["cpp"] = "kIoctl" + camel(ioctl.name);
    row["c"] = upper(spec_.name) + "_IOCTL_" + upper(ioctl.name);
    constexpr const char* kMacros[] = {"_IO", "_IOW", "_IOR", "_IOWR"};
    row["macro"] = kMacros[ioctl.number >> 30];
    row["letter"] = literal(ioctl.number >> 8 & 0xFF, true);
    return row;
  }

  const Spec& spec_;
  const Descriptors& model_;
  Json& ir_;
  Json includes_ = Json::array();
};

}  // namespace

void lower(const Spec& spec, Json& ir) { Lowering(spec, ir).run(); }

}  // namespace npuspec::descriptor
