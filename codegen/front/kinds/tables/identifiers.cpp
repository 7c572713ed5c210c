// What generated code calls the things of a flatbuffer: of its header, and of the .fbs, whose accessors are flatc's.
#include "front/kinds/identifiers.h"

#include "front/kinds/tables/lower.h"
#include "front/spell.h"

namespace npuspec::tables {
namespace {

void name_enum(const Enum& of, Identifiers& all) {
  std::string own(of.name);
  all.add({own}, "enum " + in_quotes(own), of.at, of.name);
  for (const Symbol& each : of.symbols) {
    std::string name(each.name);
    std::string what = "symbol " + in_quotes(name) + " of " + in_quotes(own);
    all.add({own + "::" + name}, what, each.at, each.name);
    // Without --scoped-enums flatc writes an enumerator with the name of its enum before it.
    if (!all.every()) all.add({own + "_" + name}, what, each.at, each.name);
  }
  for (const Column& each : of.columns) {
    all.add({std::string(each.name)}, "column " + in_quotes(each.name) + " of " + in_quotes(own), of.at, each.name);
  }
}

void name_table(const Table& of, Identifiers& all) {
  std::string own(of.name);
  std::string same = "same_" + snake(own);
  all.add({own, "TableId::k" + own, "k" + own + "Fields", same}, "table " + in_quotes(own), of.at, of.name);
  for (const Field& each : of.fields) {
    std::string name(each.name);
    std::string what = "field " + in_quotes(name) + " of " + in_quotes(own);
    std::string constant = own + "::" + kcamel(name);
    all.add({own + "::" + name, constant}, what, each.at, each.name);
    if (each.type.is_scalar() && each.default_value.magnitude != 0)
      all.add({constant + "Default"}, what, each.at, each.name);
    if (each.file_offset_above) all.add({constant + "Above"}, what, each.at, each.name);
    if (each.absent) all.add({constant + "Absent"}, what, each.at, each.name);
    if (!each.members.empty()) all.add({snake(own) + "_" + name, same + "_" + name}, what, each.at, each.name);
  }
}

}  // namespace

void name_identifiers(const Spec&, const TablesModel& model, Identifiers& all) {
  all.reserve({"kFileIdentifier", "TableId", "TableId::kNone", "Field", "Form", "Form::kScalar", "Form::kString",
               "Form::kTable", "Form::kOpaque", "Form::kScalars", "Form::kStrings", "Form::kTables", "Form::kOpaques"});
  for (const Enum& each : model.enums) name_enum(each, all);
  for (const Table& each : model.tables) name_table(each, all);
}

}  // namespace npuspec::tables
