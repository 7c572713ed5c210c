#include "front/schema.h"

#include <utility>

#include "front/kinds/descriptor/parts.h"

namespace npuspec::descriptor {
namespace {

using namespace schema;

// What a validator returns; 0 means accepted.
Shape error_code() { return number(1, UINT16_MAX, Code::D008); }
Shape bytes(Code code) { return number(1, limits::kStructBytes, code); }
Shape offset() { return number(0, limits::kStructBytes, Code::D002); }

// A row's name is what a report calls it.
Object& with_age(Object& object, Shape former = name()) {
  return object.may("since", version(), "The version that added it.", "1.1")
      .may("deprecated", text(), "Why not to use it any more, and what to use.")
      .formerly(std::move(former), {object.name});
}

Object& with_removed(Object& object, Shape former = name()) {
  return with_age(object, std::move(former))
      .may("removed", version(), "The version that took it away; its number stays taken.", "2.0");
}

Object& with_doc(Object& object, std::string_view doc) {
  return object.may("doc", text(), doc).may("source", text(), "Where its numbers come from.");
}

Object symbol_row() {
  Object row("symbol", "One value of an enum.");
  row.need("value", number(), "The number on the wire, or the index.", "0x31").main("value");
  row.others(name(), scalar(), "A value for each column of the enum.");
  with_doc(row, "What it means.");
  return with_removed(row);
}

Object enum_row() {
  static const Object symbol = symbol_row();
  Object row("enum", "Named values of a field, of a parameter or of an index.");
  row.may("base", type(), "The integer type on the wire; an index has none.", "u8")
      .may("open", boolean(), "Values without a name are legal.", "true")
      .may("flags", boolean(), "Each symbol is one bit, and a field holds any set of them.", "true")
      .may("columns", columns(type()), "Facts about each symbol: int, bool, duration or an enum's name.",
           "{bytes: int}")
      .need("rows", map(name(), object(symbol), 1), "The symbols.", "{FP32: {value: 0, bytes: 4}}");
  return with_doc(row, "What it names.");
}

Object param_row() {
  Object row("param", "What the caller of the validator knows beside the bytes.");
  row.need("type", type(), "bool, an integer type or an enum.", "state").main("type");
  row.may("in", range(), "The values it may have.", "0..7")
      .may("code", error_code(),
           "What the validator returns when it is none of them, or no symbol; needed with a rule.", "21");
  return with_doc(row, "What it says.");
}

Object constant_row() {
  Object row("constant", "A number or text that code and guards may name.");
  row.need("value", scalar(), "The number or text.", "4 GiB")
      .main("value")
      .may("type", type(), "An integer type, string, or an enum; a number if not said.", "string")
      .may("is", list(name()), "Of a flags enum: the symbols that make up the value.", "[PC, PINGPONG]")
      .only_with("type", {"is"});
  return with_doc(row, "What it is.");
}

Object field_row() {
  Object row("field", "A named run of bytes.");
  row.need("name", name(), "What code calls it.", "rank")
      .need("at", offset(), "The offset of its first byte.", "12")
      .need("type", type(), "u8 to u64, i8 to i64, an enum with a base, or a struct.", "u8")
      .may("count", count(limits::kStructBytes, Code::D003), "An array: how many, or the enum that indexes it.", "6")
      .may("live", name(), "The field that says how many elements count; the rest must be zero.", "rank")
      .may("in", range(), "The values it may hold.", "1..6")
      .may("const", scalar(), "The one value it holds: a number, or a symbol of its enum.", "0x53535451")
      .may("digest", word({"crc32c"}), "Holds the digest of all bytes of the struct, itself taken as zero.", "crc32c")
      .may("code", error_code(), "What the validator returns when a rule of the field fails.", "5")
      .may("only", schema::guard(), "When the field means anything; else it must hold `else`.", "FENCE_IN in flags")
      .may("else", number(), "What it holds when `only` is false; 0 if not said.", "-1")
      .may("bits", map(name(), range()), "Names for parts of its bits.", "{mantissa: 0..22}")
      .may("reloc", name(), "Bound to an address later, under this name.", "input")
      .may("dir", word({"in", "out", "inout"}), "Which side of a call writes it.", "out")
      .may("unit", word({"B", "ns", "us", "ms", "s"}), "What its number counts.", "ms")
      .only_one({"const", "in"})
      .only_with("count", {"live"})
      .only_with("only", {"else"});
  with_doc(row, "What it holds.");
  return with_age(row);
}

Object gap_row() {
  Object row("reserved", "Bytes that must be zero.");
  row.need("reserved", bytes(Code::D003), "How many.", "8")
      .need("at", offset(), "The offset of the first.", "224")
      .may("id", id(), "What the rule is called; `reserved-` and the offset if not said.", "reserved-zero")
      .may("code", error_code(), "What the validator returns when one is not zero.", "20")
      .may("since", version(), "The version that reserved them.", "1.1")
      .may("formerly", name(), "The field that was here.");
  return with_doc(row, "What they are kept for.");
}

Object check_row() {
  Object row("check", "A rule over the fields.");
  row.need("code", error_code(), "What the validator returns when it fails.", "30")
      .need("id", id(), "What people call it.", "elements-bounded")
      .may("when", schema::guard(), "The check holds by itself where this is false.", "state == BOUND")
      .may("require", schema::guard(), "What must be true.", "elements < 4 GiB")
      .one_of({"require", "removed"})
      .only_one({"require", "removed"})
      .only_one({"when", "removed"});
  with_doc(row, "What must hold, and why.");
  return with_removed(row, id());
}

Object example_row() {
  Object row("example", "Values, and what the checks make of them.");
  row.need("id", id(), "What it is called.", "c33")
      .unique()
      .may("like", id(), "The example whose values it starts from.", "c33")
      .may("with", map(name(), any()), "Fields and parameters; what is not named is 0, its constant or its digest.",
           "{rank: 3}")
      .may("poke", map(schema::text(), number(0, UINT8_MAX, Code::D021)),
           "Bytes by offset, set after the fields and before the digest.", "{224: 1}")
      .may("expect", map(schema::text(), scalar()), "Expressions and the values they must have.", "{elements: 540672}")
      .may("refuse", id(), "The check or field that refuses it; none: it is accepted.", "output-span");
  return with_doc(row, "What it shows.");
}

// The keys of a struct, which a file of one struct has at its top.
void struct_keys(Object& into, bool fields_needed) {
  static const Object param = param_row();
  static const Object field = field_row();
  static const Object gap = gap_row();
  static const Object check = check_row();
  static const Object example = example_row();
  into.may("size", bytes(Code::D014), "Bytes in all.", "232")
      .may("align", power_of_two(4096, Code::D015), "What its address is a multiple of.", "8")
      .may("packed", boolean(), "Its fields need not be aligned.", "true")
      .may("params", map(name(), object(param)), "What the caller of the validator knows beside the bytes.",
           "{state: {type: state}}")
      .may("fields", list(choice({&field, &gap}), 1), "In the order of their bytes, none left out.");
  into.keys.back().required = fields_needed;
  into.may("let", map(target(), schema::guard()), "Names for values that guards use.",
           "{elements: 'prod(sizes[i] for i in 0..<rank)'}")
      .may("checks", list(object(check)), "In this order, after the rules of the fields.")
      .may("examples", list(object(example)), "Run by `npuspec check`, and by the tests in every language.");
}

Object struct_row() {
  Object row("struct", "A fixed layout of bytes.");
  struct_keys(row, true);
  with_doc(row, "What it is.");
  return row.may("since", version(), "The version that added it.", "1.1").formerly(name(), {row.name});
}

Object ioctl_row() {
  Object row("ioctl", "A request number that carries a struct.");
  row.need("name", name(), "What code calls it.", "SUBMIT")
      .unique()
      .need("nr", number(0, UINT8_MAX, Code::D002), "Its number within the driver.", "0x41")
      .need("struct", name(), "What it carries.", "submit")
      .need("number", number(0, UINT32_MAX, Code::D002), "The whole request number: direction, size, letter, nr.",
            "0xC0686441");
  with_doc(row, "What it does.");
  return with_age(row);
}

Object prove_row() {
  Object row("proof", "What must be true of every row of a list.");
  row.need("id", id(), "What it is called.", "number")
      .need("for", word({"ioctls"}), "The list: its rows' numbers are names in `require`, `size` is the struct's.")
      .need("require", schema::guard(), "What must be true.", "number % 256 == nr");
  return with_doc(row, "Why.");
}

Object file() {
  static const Object of_enum = enum_row();
  static const Object constant = constant_row();
  static const Object of_struct = struct_row();
  static const Object ioctl = ioctl_row();
  static const Object prove = prove_row();
  Object root = spec("descriptor", "Structs with a fixed layout, the enums in them, and ioctls that carry them.");
  root.may("endian", word({"little"}), "The order of the bytes.", "little")
      .may("enums", map(name(), object(of_enum)), "Named values.")
      .may("constants", map(name(), object(constant)), "Numbers that guards may name.");
  struct_keys(root, false);
  return root.may("structs", map(name(), object(of_struct)), "Several structs in one file.")
      .may("ioctls", list(object(ioctl)), "Request numbers.")
      .may("prove", list(object(prove)), "Proved when the spec is checked.")
      .only_one({"structs", "fields"})
      .only_with("fields", {"size", "align", "packed", "params", "let", "checks", "examples"});
}

}  // namespace

const schema::Object& file_schema() {
  static const Object root = file();
  return root;
}

}  // namespace npuspec::descriptor
