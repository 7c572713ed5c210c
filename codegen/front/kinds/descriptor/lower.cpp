#include "front/kinds/descriptor/lower.h"

#include <algorithm>

#include "front/kinds/descriptor/byte_map.h"
#include "front/kinds/descriptor/lowering.h"
#include "front/kinds/descriptor/model.h"
#include "front/kinds/descriptor/targets.h"
#include "front/spell.h"

namespace npuspec::descriptor {
namespace {

bool in_hex(std::string_view written) { return written.starts_with("0x"); }

std::string_view name_of(const Enum* of) { return of ? of->name : std::string_view(); }
std::string_view name_of(const Field* field) { return field ? field->name : std::string_view(); }

class Lowering {
 public:
  Lowering(const Spec& spec, JsonWriter& ir) : spec_(spec), model_(*model_of<Descriptors>(&spec)), ir_(ir) {}

  void run() {
    std::vector<const Struct*> structs = innermost_first();
    lower_names();
    lower_includes(structs);
    {
      auto rows = ir_.array("enums");
      for (const Enum& of : model_.enums) lower_enum(of);
    }
    {
      auto rows = ir_.array("constants");
      for (const Constant& each : model_.constants) lower_constant(each);
    }
    {
      auto rows = ir_.array("structs");
      for (const Struct* of : structs) lower_struct(*of);
    }
    auto rows = ir_.array("ioctls");
    for (const Ioctl& each : model_.ioctls) lower_ioctl(each);
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

  void lower_names() {
    auto names = ir_.object("names");
    ir_.put("cpp", cpp_namespace(spec_));
    ir_.put("c", c_prefix(spec_));
    ir_.put("upper", upper(spec_.name));
  }

  // The specs whose enums this one's types are of.
  void lower_includes(const std::vector<const Struct*>& structs) {
    std::vector<const Spec*> homes;
    auto include = [&](const Enum* of) {
      if (!of || of->home == &spec_) return;
      if (std::find(homes.begin(), homes.end(), of->home) == homes.end()) homes.push_back(of->home);
    };
    for (const Constant& constant : model_.constants) include(constant.of);
    for (const Struct* of : structs) {
      for (const Param& param : of->params) include(param.of);
      for (const Field& field : of->fields) include(field.of);
    }
    auto includes = ir_.array("includes");
    for (const Spec* home : homes) ir_.add(snake(home->name));
  }

  void lower_enum(const Enum& of) {
    auto row = ir_.object();
    ir_.put("name", of.name);
    say(spec_, ir_, of.at, of.about);
    ir_.put("type", spelling(of.type.storage));
    ir_.put("on_wire", of.base.has_value());
    ir_.put("open", of.open);
    ir_.put("flags", of.flags);
    put_each(ir_, "names", [&](Target target) { return type_name(spec_, of, target); });
    ir_.put("qualifier", of.flags ? "" : type_name(spec_, of, Target::kCpp) + "::");
    ir_.put("function", snake(of.name));
    ir_.put("c", c_prefix(spec_) + snake(of.name));
    ir_.put("upper", upper(spec_.name) + "_" + upper(of.name));
    {
      auto symbols = ir_.array("symbols");
      for (const Symbol& symbol : of.symbols) {
        if (!symbol.removed()) lower_symbol(of, symbol);
      }
    }
    ir_.put("about", about_enum(of));
    ir_.put("mask", of.flags ? literal(of.type.all_bits(), true) : "");
    auto columns = ir_.array("columns");
    for (std::size_t i = 0; i < of.columns.size(); ++i) lower_column(of, i);
  }

  static std::string about_enum(const Enum& of) {
    if (!of.base) return "Never on the wire: an index or a parameter.";
    std::string base = "`" + std::string(spelling(*of.base)) + "`";
    if (of.flags) return "A set of flags in a " + base + "; other bits are refused.";
    return "A " + base + "; other values are " + (of.open ? "legal." : "refused.");
  }

  void lower_symbol(const Enum& of, const Symbol& symbol) {
    auto row = ir_.object();
    ir_.put("name", symbol.name);
    say(spec_, ir_, symbol.at, symbol.about, symbol.age);
    ir_.put("value", literal(symbol.value, of.flags));
    ir_.put("cpp", of.flags ? symbol_name(spec_, of, symbol.name, Target::kCpp) : kcamel(symbol.name));
    ir_.put("c", symbol_name(spec_, of, symbol.name, Target::kC));
    auto columns = ir_.array("columns");
    for (std::size_t i = 0; i < of.columns.size(); ++i) ir_.add(column_text(of.columns[i], symbol.columns[i]));
  }

  static std::string column_text(const Column& column, Int value) {
    switch (column.type) {
      case Column::Type::kBool:
        return value != 0 ? "true" : "false";
      case Column::Type::kEnum:
        return std::string(column.of->find(value)->name);
      case Column::Type::kDuration:
        return guard::to_string(value) + " ns";
      case Column::Type::kInt:
        break;
    }
    return guard::to_string(value);
  }

  // A function from a symbol to its fact: what guards call it, they and callers get.
  void lower_column(const Enum& of, std::size_t i) {
    const Column& column = of.columns[i];
    auto row = ir_.object();
    ir_.put("name", column.name);
    put_each(ir_, "function", [&](Target target) { return column_name(spec_, of, column.name, target); });
    put_each(ir_, "result", [&](Target target) { return column_type(of, i, target); });
    auto values = ir_.array("values");
    for (const Symbol& symbol : of.symbols) {
      if (symbol.removed()) continue;
      auto value = ir_.object();
      for (auto [key, target] : kTargets) ir_.put(key, column_literal(column, symbol.columns[i], target));
    }
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

  void lower_constant(const Constant& constant) {
    auto row = ir_.object();
    ir_.put("name", constant.name);
    say(spec_, ir_, constant.at, constant.about);
    ir_.put("is_text", constant.is_text);
    ir_.put("text", constant.text);
    ir_.put("value", constant.is_text ? "" : literal(constant.value, in_hex(constant.written)));
    ir_.put("written", constant.written);
    Storage storage = constant.storage.value_or(constant.value < 0            ? Storage::kI64
                                                : constant.value > 0xFFFFFFFF ? Storage::kU64
                                                                              : Storage::kU32);
    if (!constant.storage && constant.value < 0 && constant.value >= guard::lowest(Storage::kI32))
      storage = Storage::kI32;
    bool of_enum_class = constant.of && !constant.of->flags;
    put_each(ir_, "types", [&](Target target) {
      return of_enum_class ? type_name(spec_, *constant.of, target) : type_name(storage, target);
    });
    ir_.put("cast", of_enum_class);
    ir_.put("cpp", kcamel(constant.name));
    ir_.put("c", upper(spec_.name) + "_" + upper(constant.name));
  }

  void lower_struct(const Struct& of) {
    auto row = ir_.object();
    ir_.put("name", of.name);
    ir_.put("path", of.path);
    ir_.put("only_one", of.only_one);
    say(spec_, ir_, of.at, of.about, of.age);
    ir_.put("size", of.size);
    ir_.put("align", of.align);
    ir_.put("packed", of.packed);
    put_each(ir_, "types", [&](Target target) { return type_name(spec_, of, target); });
    ir_.put("c", function_prefix(spec_, of));
    ir_.put("upper", upper(spec_.name) + "_" + upper(of.name));
    ir_.put("error", camel(of.name) + "Error");
    ir_.put("errors", upper(function_prefix(spec_, of)));
    put_each(ir_, "parameters", [&](Target target) { return parameters(spec_, of, target); });
    ir_.put("arguments", arguments(of));
    {
      auto params = ir_.array("params");
      for (const Param& param : of.params) lower_param(param);
    }
    {
      auto lines = ir_.array("byte_map");
      for (const std::string& line : byte_map(of)) ir_.add(line);
    }
    {
      auto fields = ir_.array("fields");
      for (const Field& field : of.fields) lower_field(field);
    }
    ir_.put("digest", name_of(of.digest()));
    lower_guards(spec_, of, ir_);
  }

  void lower_param(const Param& param) {
    auto row = ir_.object();
    ir_.put("name", param.name);
    ir_.put("doc", param.about.doc);
    ir_.put("type", param.is_bool ? "bool" : param.of ? param.of->name : spelling(param.storage));
    put_each(ir_, "types", [&](Target target) { return type_name(spec_, param, target); });
  }

  void lower_field(const Field& field) {
    auto row = ir_.object();
    ir_.put("name", field.name);
    say(spec_, ir_, field.at, field.about, field.age);
    ir_.put("reserved", field.reserved);
    ir_.put("offset", field.offset);
    ir_.put("size", field.size);
    ir_.put("last", field.end() - 1);
    ir_.put("type", type_of(field));
    ir_.put("type_text", type_text(field));
    ir_.put("rule_text", rule_text(field));
    ir_.put("storage", spelling(field.storage));
    ir_.put("bits_wide", 8 * bytes(field.storage));
    ir_.put("signed", is_signed(field.storage));
    if (field.nested) {
      ir_.put("nested", field.nested->name);
      ir_.put("nested_c", function_prefix(spec_, *field.nested));
    } else {
      ir_.put("nested", false);
      ir_.put("nested_c", "");
    }
    ir_.put("enum", field.of != nullptr);
    put_each(ir_, "types", [&](Target target) { return field_type(field, target); });
    ir_.put("array", field.array);
    ir_.put("count", field.count);
    ir_.put("element", field.element_size());
    ir_.put("position", position(field));
    ir_.put("cast", field.of || is_signed(field.storage));
    ir_.put("index", name_of(field.index));
    ir_.put("live", name_of(field.live));
    if (field.constant) put_each(ir_, "const", [&](Target target) { return constant(field, target); });
    ir_.put("digest", field.digest);
    field.code ? ir_.put("code", *field.code) : ir_.put("code", false);
    ir_.put("reloc", field.reloc);
    ir_.put("dir", field.dir);
    ir_.put("unit", field.unit);
    auto bits = ir_.array("bits");
    for (const Bits& each : field.bits) lower_bits(each);
  }

  std::string constant(const Field& field, Target target) const {
    std::string_view written = field.row->text_at("const");
    return field.of ? symbol_name(spec_, *field.of, written, target) : literal(*field.constant, in_hex(written));
  }

  void lower_bits(const Bits& bits) {
    auto row = ir_.object();
    ir_.put("name", bits.name);
    ir_.put("lo", bits.lo);
    ir_.put("hi", bits.hi);
    ir_.put("ones", literal((Int{1} << (bits.hi - bits.lo + 1)) - 1, true));
  }

  static std::string_view type_of(const Field& field) {
    return field.nested ? field.nested->name : field.of ? field.of->name : spelling(field.storage);
  }

  static std::string type_text(const Field& field) {
    if (field.reserved) return "";
    std::string type(type_of(field));
    if (field.array) type += "[" + (field.index ? std::string(field.index->name) : std::to_string(field.count)) + "]";
    return "`" + type + "`";
  }

  static std::string rule_text(const Field& field) {
    std::string text;
    auto add = [&](std::string_view rule, std::string_view value = {}, std::string_view rest = {}) {
      if (!text.empty()) text += "; ";
      text.append(rule).append(value).append(rest);
    };
    if (field.reserved) add("zero");
    if (field.constant) add("is ", field.row->text_at("const"));
    if (field.digest) add("CRC-32C of the struct, this field taken as zero");
    if (field.in) add("in ", field.row->text_at("in"));
    if (field.of && !field.of->open && !field.constant) add(field.of->flags ? "no unknown bit" : "a symbol");
    if (field.live) add("zero from `", field.live->name, "` on");
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

  // The request number as Linux's macros make it, which have none for a struct that is passed in no direction.
  static std::string request(const Ioctl& ioctl, const std::string& type) {
    constexpr const char* kBegin[] = {"_IOC(_IOC_NONE, ", "_IOW(", "_IOR(", "_IOWR("};
    std::uint32_t direction = ioctl.number >> 30;
    std::string size = direction == 0 ? "sizeof(" + type + ")" : type;
    return kBegin[direction] + literal(ioctl.number >> 8 & 0xFF, true) + ", " + literal(ioctl.nr, true) + ", " + size +
           ")";
  }

  void lower_ioctl(const Ioctl& ioctl) {
    auto row = ir_.object();
    ir_.put("name", ioctl.name);
    say(spec_, ir_, ioctl.at, ioctl.about, ioctl.age);
    ir_.put("nr", literal(ioctl.nr, true));
    ir_.put("number", literal(ioctl.number, true));
    put_each(ir_, "request", [&](Target target) { return request(ioctl, type_name(spec_, *ioctl.of, target)); });
    ir_.put("struct", ioctl.of->name);
    ir_.put("cpp", "kIoctl" + camel(ioctl.name));
    ir_.put("c", upper(spec_.name) + "_IOCTL_" + upper(ioctl.name));
  }

  const Spec& spec_;
  const Descriptors& model_;
  JsonWriter& ir_;
};

}  // namespace

void lower(const Spec& spec, JsonWriter& ir) { Lowering(spec, ir).run(); }

}  // namespace npuspec::descriptor
