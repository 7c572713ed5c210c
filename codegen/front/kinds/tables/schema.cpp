#include "front/kinds/tables/schema.h"

#include "front/kinds/tables/model.h"

namespace npuspec::tables {
namespace {

using namespace npuspec::schema;
using schema::name;  // not of a base

const Object& deprecation() {
  static const Object object = Object("tables_deprecation", "A field that writers should leave to its successor.")
                                   .may("use", name(), "The field of the same table to use instead.", "metadata")
                                   .may("doc", text(), "What else holds.", "the larger of the two is in force");
  return object;
}

const Object& symbol() {
  static const Object object = Object("tables_symbol", "A named value of an enum.")
                                   .need("value", number(), "Its number on the wire.", "9")
                                   .main("value")
                                   .may("doc", text(), "What it stands for.", "packed, two elements a byte")
                                   .may("source", text(), "Where it comes from, if not from the spec's own source.")
                                   .may("since", version(), "The schema version that brought it.", "3d")
                                   .others(name(), scalar(), "A column of the enum: what is true of this symbol.")
                                   .formerly(name(), {"symbol"});
  return object;
}

const Object& enumeration() {
  static const Object object =
      Object("tables_enum", "Named numbers, with columns that say what is true of each.")
          .need("base", word({"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"}), "How it is stored.", "i8")
          .may("open", boolean(), "Values without a name may be met: they are read, and the columns' defaults hold.",
               "true")
          .may("doc", text(), "What it numbers.")
          .may("source", text(), "Where it comes from, if not from the spec's own source.")
          .may("columns", columns(word({"int", "bool", "text"})), "The name and the type of each column.",
               "{bytes: int, copied: bool}")
          .may("defaults", map(name(), scalar()), "What holds where a symbol gives no value for a column.",
               "{bytes: 0, copied: false}")
          .need("rows", map(name(), schema::object(symbol()), 1), "The symbols.", "{INT8: {value: 9, bytes: 1}}")
          .formerly(name(), {"enum"});
  return object;
}

const Object& field() {
  static const Object object =
      Object("tables_field", "A field of a table, told by its id.")
          .need("id", number(0, kMaxId, Code::T003),
                "Its number: the slot of the vtable is 4 + 2 * id. Ids of a table have no gap.", "3")
          .need("name", name(), "What code calls it; not on the wire.", "builtin_code")
          .unique()
          .need("type", type(),
                "bool, an integer (u8 to i64), f32, f64, string, an enum, a table, or Opaque: a table that is moved as "
                "it is. With [] a vector of these.",
                "'i32[]'")
          .may("default", scalar(),
               "What an absent field reads as: a number (inf and nan of a float), true, or a symbol; 0 unless given.",
               "-1")
          .may("in", range(), "The values that this spec knows.", "0..3")
          .may("ref", text(), "The vector whose index this is: a field of this table, or Table.field.",
               "Model.operator_codes")
          .may("absent", number(), "The index that stands for nothing: no index that there may be.", "-1")
          .may("tag_of", name(), "The Opaque field at the next id, whose kind of table this number tells.", "details")
          .may("members", list(name(), 1), "Of an Opaque with a tag: the tables of tags 1, 2, ... in this order.",
               "[CustomQuantization]")
          .may("file_offset", text(), "An absolute place in the file, not an offset: `above N`, when greater than N.",
               "above 1")
          .may("force_align", power_of_two(256, Code::T014),
               "Of a vector: where its first element stands, modulo this.", "16")
          .may("deprecated", schema::object(deprecation()), "Writers should leave it.", "{use: metadata}")
          .may("since", version(), "The schema version that brought it.", "3d")
          .may("doc", text(), "What it says, and what its values mean.")
          .may("source", text(), "Where it comes from, if not from the spec's own source.");
  return object;
}

}  // namespace

const Object& tables_schema() {
  static const Object object =
      spec("tables", "The tables of a flatbuffer, field by field.")
          .need("identifier", text(), "The four characters at byte 4 of a file.", "TFL3")
          .need("root", name(), "The table that a file starts with.", "Model")
          .may("enums", map(name(), schema::object(enumeration())), "Named numbers.")
          .need("tables", map(name(), list(schema::object(field())), 1), "Each table's fields, by id.");
  return object;
}

}  // namespace npuspec::tables
