#include "front/kinds/selection/schema.h"

namespace npuspec::selection {
namespace {

using namespace npuspec::schema;

Object& with_about(Object& object, std::string_view about) {
  return object.may("doc", text(), about).may("source", text(), "Where its numbers come from.");
}

Object param_row() {
  Object row("selection_param", "What the caller of the selector adds to the request.");
  row.need("type", type(), "An integer type.", "u32")
      .main("type")
      .may("in", range(), "The values it may have.", "1..4")
      .formerly(name(), {"param"});
  return with_about(row, "What it says.");
}

Object constant_row() {
  Object row("selection_constant", "A number that guards and code name.");
  row.need("value", number(), "The number.", "4096").main("value").formerly(name(), {"constant"});
  return with_about(row, "What it limits.");
}

Object entry_row() {
  return Object("selection_entry", "The functions that a row's worker is entered by.")
      .may("complete", name(), "For a request of whole tiles alone; none: the row's guard lets no such request in.",
           "quanttess_direct_tile")
      .may("partial", name(), "For one with edges; the same function when not said.");
}

Object scratch_row() {
  return Object("selection_scratch", "What a worker keeps in local memory.")
      .need("slots", schema::guard(), "How many pairs of buffers.", "2")
      .need("source", schema::guard(), "Bytes of a slot's source buffer.", "4096 * dtype.bytes")
      .need("output", schema::guard(), "Bytes of a slot's output buffer.", "6 KiB")
      .may("slack", schema::guard(), "Bytes that aligning the buffers may cost, beside the budget.", "126");
}

Object row_of_rows() {
  static const Object entry = entry_row();
  static const Object scratch = scratch_row();
  Object row("selection_row", "One worker, and when it is picked. The first row whose guard holds is.");
  row.need("id", id(), "What code and reports call it.", "direct-unpadded")
      .unique()
      .may("when", schema::guard(), "When it is picked; the last row has none.", "tile_elements <= 4096")
      .need("entry", object(entry), "Its functions.")
      .may("tasks", schema::guard(), "How many tasks the request is.", "spatial_tiles")
      .may("task_source", schema::guard(), "Source bytes of one task at most.", "tile_elements * dtype.bytes")
      .may("task_output", schema::guard(), "Output bytes of one task at most.", "tile_elements")
      .may("scratch", object(scratch), "Its buffers.")
      .may("budget", map(name(), number(0, UINT64_MAX, Code::L006), 1),
           "What its slots add up to, in bytes, by symbol of the field named in `by:`.",
           "{FP32: 40 KiB, FP16: 24 KiB, BF16: 24 KiB}")
      .formerly(id(), {"row"});
  return with_about(row, "What it does.");
}

Object proof_row() {
  Object row("selection_proof", "What must follow, at compile time, from every row's own guard.");
  row.need("id", id(), "Its name in messages.", "source-fits-slot")
      .unique()
      .need("require", schema::guard(), "A guard over a row's quantities and `budget`.",
            "task_source <= scratch.source")
      .formerly(id(), {"prove"});
  return with_about(row, "Why.");
}

Object example_row() {
  Object row("selection_example", "A request, and the row that it picks.");
  row.need("id", id(), "Its name.", "c33")
      .unique()
      .may("of", text(), "The descriptor's example to start from.", "quanttess.c33")
      .may("with", map(name(), any()), "What differs.")
      .need("picks", id(), "The row.", "grouped-c16")
      .may("expect", map(text(), scalar()), "Quantities and lets, and what they are.", "{tasks: 128}");
  return with_about(row, "What it shows.");
}

}  // namespace

const Object& selection_schema() {
  static const Object param = param_row();
  static const Object constant = constant_row();
  static const Object row = row_of_rows();
  static const Object proof = proof_row();
  static const Object example = example_row();
  static const Object root =
      spec("selection", "Which worker takes a request, and what it may use.")
          .may("by", name(), "The enum field of the descriptor that budgets are given by.", "dtype")
          .may("params", map(name(), object(param)), "What the caller adds to the request.")
          .may("constants", map(name(), object(constant)), "Numbers with names.")
          .may("let", map(target(), schema::guard()), "Names for expressions.",
               "{pixels: 'tile_shape[H] * tile_shape[W]'}")
          .need("rows", list(object(row), 1), "The workers; the first whose guard holds is picked.")
          .may("prove", list(object(proof)), "What must follow from each row's own guard.")
          .may("examples", list(object(example)), "Requests and what they pick.");
  return root;
}

}  // namespace npuspec::selection
