// What the kinds that stand over a descriptor share: selections and kernels.
//
// Their guards see the descriptor's fields, parameters, lets and enums, and every check of it holds for them; to that
// they add constants, parameters and lets of their own. An Over reads those from a file and keeps what the guards are
// checked and run with. Codes are the caller's, so that each kind reports under its own.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/guard/check.h"
#include "front/guard/scope.h"
#include "front/kinds/descriptor/model.h"
#include "front/kinds/descriptor/targets.h"
#include "front/kinds/identifiers.h"
#include "front/node.h"
#include "front/spec.h"

namespace npuspec::over {

using guard::Int;

struct Constant {
  std::string_view name;
  Place at;
  std::string_view written;
  Int value = 0;
  descriptor::About about;
};

struct Param {
  std::string_view name;
  Place at;
  guard::Storage storage = guard::Storage::kU32;
  const guard::Symbol* symbol = nullptr;
  descriptor::About about;
};

struct Let {
  std::string_view target;  // as written: "whole[a in tile_axis]"
  Place at;
  const guard::Symbol* symbol = nullptr;
};

// Which code each mistake has in the kind that reads.
struct Codes {
  Code over;     // `over:` names no descriptor of one struct
  Code name;     // a name is taken
  Code value;    // a number is none, or does not fit
  Code example;  // an example names or holds what there is not
};

struct Over {
  const Spec* spec = nullptr;  // the descriptor's
  const descriptor::Struct* of = nullptr;
  std::vector<Constant> constants;
  std::vector<Param> params;
  std::vector<Let> lets;
  std::size_t example_bytes = 0;  // of all examples

  Arena arena;
  std::deque<guard::InNode> places;
  std::unique_ptr<guard::Scope> scope;
  std::unique_ptr<guard::Checker> checker;  // finished
};

// False when there is nothing to go on with; the reason is in `diags`.
bool read_over(const Spec& spec, const Sources& sources, const Codes& codes, Over& over, Diags& diags);

// A guard of a row, parsed; null after an error.
const guard::Expr* parse(Over& over, const Sources& sources, const Node& scalar, Diags& diags);
// The same, and typed: of any type when none is given.
const guard::Typed* value(Over& over, guard::Checker& checker, const Sources& sources, const Node& scalar, Diags& diags,
                          const std::optional<guard::Type>& type = std::nullopt);

// The slots of an example: what `of:` names (spec.example, or spec.struct.example) changed by `with:`, both optional.
// With `admitted`, a value that the descriptor's checks refuse is an error.
std::optional<std::vector<Int>> read_example(Over& over, const Node& row, const Codes& codes, bool admitted,
                                             Arena& arena, Diags& diags);

// The names of an Over's guards in generated code. Its lets are functions with its own spec's prefix.
class Spelling final : public guard::Names {
 public:
  Spelling(const Spec& spec, const Over& over, descriptor::Target target)
      : spec_(spec), over_(over), target_(target), base_(*over.spec, over.of, target) {}

  std::string value(const guard::Symbol& name) const override;
  std::string row(const guard::Enum& of, const guard::Enum::Row& row) const override;
  std::string let(const guard::Symbol& let) const override;
  std::string column(const guard::Enum& of, const guard::Enum::Column& column) const override;
  std::string enum_class(const guard::Enum& of) const override;

 private:
  const Spec& spec_;
  const Over& over_;
  descriptor::Target target_;
  descriptor::Spelling base_;
};

// What generated code calls its constants and its lets.
void name_constants(const Spec& spec, const Over& over, Identifiers& all);
void name_lets(const Spec& spec, const Over& over, Identifiers& all);

// What every function takes first, and is given.
guard::PrintOptions print_options(const Spec& spec, const Over& over, descriptor::Target target);

}  // namespace npuspec::over
