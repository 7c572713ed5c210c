// The seam between the compiler and one kind of spec.
//
// A kind is six functions and a schema table. The compiler calls them in this order, for each spec once, and never
// looks into a model itself. All but `build` get a model that had no error, `facts` one that is whole. `build` may run
// in any thread, so it touches its own spec and the finished models of `spec.uses` only.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "front/json_writer.h"
#include "front/spec.h"

namespace npuspec {

class Facts;
class Identifiers;
namespace schema {
struct Object;
}

struct Kind {
  std::string_view name;  // as `kind:` spells it
  std::string_view doc;   // one sentence, for the spec reference and JSON Schema

  // The keys a file of this kind may hold. The shape has been checked, and its errors reported, before build is called;
  // a misshapen part is still in the tree, so build skips what it cannot use. What it then finds missing is told or
  // kept by build_spec (load.h), so that one mistake is told once.
  const schema::Object& (*schema)();

  // Reads, checks, lays out, expands: everything that can be wrong is reported here, by the spec's examples too.
  // Null when the errors leave nothing to go on with; whole where only expectations (expectations.h) fail.
  std::unique_ptr<Model> (*build)(const Spec& spec, const Sources& sources, Diags& diags);

  // Writes this spec's part of the IR: members of an object that the compiler began with kind, name, abi, doc, source
  // and path.
  void (*lower)(const Spec& spec, JsonWriter& ir);

  // What this spec promises to the other side of its boundary (report.h).
  void (*facts)(const Spec& spec, Facts& facts);

  // What generated code calls the things of this spec (kinds/identifiers.h).
  void (*identifiers)(const Spec& spec, Identifiers& all);
};

// The `lower` of a kind that builds its part of the IR as a tree first, since it is small.
void write_tree(void (*make_tree)(const Spec& spec, Json& ir), const Spec& spec, JsonWriter& ir);
template <void (*make_tree)(const Spec& spec, Json& ir)>
void lower_as_tree(const Spec& spec, JsonWriter& ir) {
  write_tree(make_tree, spec, ir);
}

// The `identifiers` of a kind that tells them of its model.
template <class M, void (*name_identifiers)(const Spec& spec, const M& model, Identifiers& all)>
void identifiers_of(const Spec& spec, Identifiers& all) {
  name_identifiers(spec, *model_of<M>(&spec), all);
}

// All kinds, in the order of their names in the documentation.
std::span<const Kind> kinds();
const Kind* find_kind(std::string_view name);

}  // namespace npuspec
