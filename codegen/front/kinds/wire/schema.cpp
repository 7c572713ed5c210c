#include "front/kinds/wire/schema.h"

#include "front/kinds/sentences.h"

namespace npuspec::wire {
namespace {

using namespace npuspec::schema;

constexpr std::string_view kSource = "Where it comes from; left out, it is the source of what it is in.";

Shape values() { return map(name(), map(name(), scalar(), 1), 1); }

const Object& former() {
  static const Object former = Object("wire_former", "A name that the operator had before.")
                                   .need("custom_code", text(), "The old name.", "STREAM_SPLIT")
                                   .unique()
                                   .may("doc", text(), "What is done with it now.")
                                   .may("source", text(), kSource);
  return former;
}

const Object& switching() {
  static const Object switching =
      Object("wire_switch", "A departure from the contract that a user may ask for.")
          .need("name", name(), "What the option is called.", "vela_below_5")
          .unique()
          .need("default", boolean(), "Whether it is on when nobody asks.", "false")
          .need("sets", values(), "What is written instead, by table and field.", "{Operator: {custom_options: empty}}")
          .may("doc", text(), "Whom it is for, and what it costs.")
          .may("source", text(), kSource);
  return switching;
}

const Object& operation() {
  static const Object operation =
      Object("wire_operator", "The custom operator.")
          .need("custom_code", text(), "Its name on the wire, exact in case.", "ETHOS_U_STREAM_SPLIT")
          .need("builtin", text(),
                "The symbol of a builtin operator that stands for a custom one: a symbol, or Enum.symbol.", "CUSTOM")
          .need("version", number(0, UINT32_MAX, Code::W007), "The operator's version; the same as `abi.major`.", "1")
          .may("formerly", list(schema::object(former())), "Old names: not written, not reused, not registered.")
          .may("writes", values(),
               "What a new table of each kind carries, every field of it: a value, `absent`, `empty` (there, with no "
               "element), `given` (by whoever writes it), `same` (as its source has it), `deep` (a copy of its "
               "source's, "
               "at a place of its own).",
               "{Operator: {custom_options: absent}}")
          .may("switches", list(schema::object(switching())), "Departures that a user may ask for.")
          .may("source", text(), kSource);
  return operation;
}

const Object& row() {
  static const Object row =
      Object("wire_row", "A case of a group of rows: the first whose `when` holds is taken.")
          .need("then", name(), "What comes of it.", "reuse")
          .may("when", guard(), "When it is taken; the last row has none.", "code.version == 1")
          .may("code", number(1, 65535, Code::W011), "The number that is reported, when this is a fault.", "10")
          .may("error", id(), "The name that is reported, when this is a fault.", "foreign-operator-code")
          .may("doc", text(), "Why.")
          .may("source", text(), kSource);
  return row;
}

const Object& check() {
  static const Object check =
      Object("wire_check", "Something that must hold, or else the code is reported.")
          .need("code", number(1, 65535, Code::W011), "A number of its own, never used again.", "30")
          .need("id", id(), "A name of its own within the group.", "type-copied")
          .unique()
          .need("require", guard(), "What must hold.", "t.type.copied")
          .may("when", guard(), "Only where this holds.", "present(t.shape)")
          .may("severity", word({"error", "warning"}), "A warning is told and goes on; a group has one severity.",
               "warning")
          .may("doc", text(), "Why.")
          .may("source", text(), kSource);
  return check;
}

const Object& group() {
  static const Object group =
      Object("wire_group", "Rules over what one function is given. It has rows or checks.")
          .need("name", name(), "The function.", "crossing")
          .unique()
          .need("takes", map(name(), type(), 1), "What it is given: tables of the other spec, or records of this one.",
                "{t: Tensor}")
          .may("only", guard(), "Where this does not hold the group says nothing.",
               "code.custom_code == contract.custom_code")
          .may("given", list(text()), "Groups of checks before this one that must hold first, and with what.",
               "[crossing(a)]")
          .may("rows", list(schema::object(row()), 1), "Cases, the first that holds is taken.")
          .may("checks", list(schema::object(check()), 1), "What must hold, in this order.")
          .may("doc", text(), "What the group judges.")
          .may("source", text(), kSource)
          .only_one({"rows", "checks"});
  return group;
}

const Object& pattern_set() {
  static const Object patterns =
      Object("wire_names", "How what the operator makes is called.")
          .need("first", text(), "The first tensor of a cut.", "'{tensor}/stream_split'")
          .need("others", text(), "All others, and a first one whose name is taken.",
                "'{tensor}/stream_split/{after_op}'")
          .need("clash", text(), "When that name is taken too.", "'{tensor}/stream_split/{after_op}/{tensor_index}'")
          .need("unique", word({"subgraph", "model"}), "Within what a name stands for one tensor.", "subgraph")
          .may("source", text(), kSource);
  return patterns;
}

// A field of the sidecar may have fields of its own, and so on: objects refer to each other by address.
const Object& sidecar_field() {
  static Object field("wire_sidecar_field", "A key of the sidecar, in the order written.");
  static const bool made = [] {
    field.need("name", name(), "The key.", "op_range_start")
        .unique()
        .may("type", word({"string", "sha256", "bool", "u32", "u64"}), "Of a value.", "u32")
        .may("fields", list(schema::object(field), 1), "Of an object: its keys.")
        .may("in", range(), "The numbers it may hold.", "0..0")
        .may("many", boolean(), "A list of these.", "true")
        .may("order", word({"ascending"}), "Each number of the list is greater than the one before.", "ascending")
        .may("optional", boolean(), "May be null.", "true")
        .may("doc", text(), "What it says.")
        .may("source", text(), kSource)
        .only_one({"type", "fields"})
        .one_of({"type", "fields"})
        .only_with("many", {"order"});
    return true;
  }();
  static_cast<void>(made);
  return field;
}

const Object& sidecar() {
  static const Object sidecar =
      Object("wire_sidecar", "The JSON file that goes with a rewritten model.")
          .need("file", text(), "Its name, from the stem of the model's.", "'{stem}.fenced_boundaries.json'")
          .need("fields", list(schema::object(sidecar_field()), 1), "Its keys.")
          .may("doc", text(), "Whom it is for.")
          .may("source", text(), kSource);
  return sidecar;
}

const Object& example() {
  static const Object example =
      Object("wire_example", "A case that the rules are tried on, here and in every target.")
          .need("id", id(), "Its name.", "r1")
          .unique()
          .may("of", name(), "The group it is for; that of `like` when left out.", "reuse")
          .may("like", id(), "An example above, whose values are taken over.", "r1")
          .may("with", map(name(), any()),
               "What the group is given. Of a group that takes one thing, its fields; else each thing by name. What is "
               "not "
               "said is absent.",
               "{version: 2}")
          .may("then", name(), "Of a group of rows: what must come of it; `none` where the group says nothing.",
               "reuse")
          .may("refuse", id(), "Of a group of checks: the one that must fail; without it all must hold.", "type-copied")
          .may("expect", map(text(), scalar()), "Values that guards must have.", "{t.bytes: 16}")
          .may("doc", text(), "What it shows.")
          .only_one({"then", "refuse"});
  return example;
}

}  // namespace

const Object& wire_schema() {
  static const Object object =
      spec("wire", "The rules of a custom operator over the tables of a flatbuffer.")
          .need("operator", schema::object(operation()), "What the operator is on the wire.")
          .may("records", map(name(), map(name(), type(), 1)),
               "Views that checks name and callers fill; not wire bytes.", "{span: {address: u64, bytes: u64}}")
          .may("let", map(name(), map(target(), guard(), 1)), "Values derived from the fields of a table or a record.",
               "{Tensor: {bytes: elements * type.bytes}}")
          .need("groups", list(schema::object(group()), 1), "The rules.")
          .may("semantics", sentences_shape(), "What holds beside them, and no check can decide.")
          .need("names", schema::object(pattern_set()), "How what the operator makes is called.")
          .may("sidecar", schema::object(sidecar()), "The file that goes with a rewritten model.")
          .may("examples", list(schema::object(example())), "Cases that the rules are tried on.");
  return object;
}

}  // namespace npuspec::wire
