#include "front/kinds/kernels/schema.h"

#include "front/kinds/sentences.h"

namespace npuspec::kernels {
namespace {

using namespace npuspec::schema;

Object& with_about(Object& object, std::string_view about) {
  return object.may("doc", text(), about).may("source", text(), "Where its numbers come from.");
}

Object constant_row() {
  Object row("kernels_constant", "A number that bodies name.");
  row.need("value", number(), "The number.", "256").main("value").formerly(name(), {"constant"});
  return with_about(row, "What it is.");
}

Object cell_row() {
  Object row("kernels_cell",
             "What the leaves of a part of the grid are. The first cell whose guard holds is a leaf's.");
  row.need("id", id(), "Its name.", "exact")
      .unique()
      .may("when", schema::guard(), "Which leaves, by the axes; left out, all that are left.", "input in {FP32, BF16}")
      .need("body", name(), "The hand-written body.", "normal_pair")
      .need("lanes", number(1, 1024, Code::K003), "Elements of one vector.", "16")
      .may("unroll", number(1, 1024, Code::K003), "Vectors in flight at once.", "2")
      .may("admission", name(), "How a vector is judged fit for the body.", "input_magnitude")
      .may("defers_to", name(), "What takes those that are not fit.", "mixed")
      .formerly(id(), {"cell"});
  return with_about(row, "What the body does.");
}

Object example_row() {
  Object row("kernels_example", "A request and what the lets make of it, or leaves and what their cells make of them.");
  row.need("id", id(), "Its name.", "half")
      .unique()
      .may("leaves", schema::guard(), "Which leaves, by the axes; it is no request then.", "input == FP32")
      .may("of", text(), "The descriptor's example to start from.", "quanttess.c33")
      .may("with", map(name(), any()), "What differs.", "{multiplier: 0x3F000000}")
      .need("expect", map(text(), scalar(), 1),
            "Lets, and what they are; of leaves: cell, body, lanes, unroll, admission and defers_to, `none` where not "
            "said.",
            "{least_exponent: 2}");
  return with_about(row, "What it shows.");
}

}  // namespace

const Object& kernels_schema() {
  static const Object constant = constant_row();
  static const Object cell = cell_row();
  static const Object example = example_row();
  static const Object root =
      spec("kernels", "A grid of arithmetic leaves, instantiated around hand-written bodies.")
          .may("constants", map(name(), object(constant)), "Numbers with names.")
          .need("axes", map(name(), name(), 1), "The name of each axis, and the enum whose symbols are its points.",
                "{input: dtype}")
          .may("let", map(target(), schema::guard()), "What a request tells a leaf.")
          .need("cells", list(object(cell), 1), "The leaves' bodies; the first whose guard holds.")
          .need("leaf", text(), "The name of a leaf, with each axis in braces.", "'quanttess_{input}_{rounding}'")
          .need("count", schema::guard(),
                "How many leaves there are: a count of one's own, against which the grid is held.", "3 * 4")
          .may("semantics", sentences_shape(), "What every leaf and body must do, and no check can decide.")
          .may("examples", list(object(example)), "Requests and what the lets make of them.");
  return root;
}

}  // namespace npuspec::kernels
