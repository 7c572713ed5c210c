// How the files of this kind work together to build one model; for no one else.
//
// Each part reads its own keys of the tree, reports what is wrong there, and leaves out what it cannot use, so that the
// parts after it see sound things only. The order is that of build() in build.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "front/diag.h"
#include "front/kinds/descriptor/model.h"
#include "front/limits.h"
#include "front/node.h"
#include "front/number.h"
#include "front/schema.h"
#include "front/source.h"

namespace npuspec::descriptor {

const schema::Object& file_schema();

struct Builder {
  const Spec& spec;
  const Sources& sources;
  Diags& diags;
  Descriptors& model;
};

// enums.cpp
void read_enums(Builder& build);
void read_constants(Builder& build);
// An enum of this file or of one that it uses; null when there is none. Reports nothing.
const Enum* enum_named(const Builder& build, std::string_view name);
// Every name of an enum that a type may be, for a did-you-mean.
std::vector<std::string_view> enum_names(const Builder& build);

// fields.cpp
void read_structs(Builder& build);
std::optional<std::uint16_t> read_code(const Node& row);  // of a row with `code:`

// layout.cpp: places every struct, or reports why not. False when some struct has no layout.
bool lay_out(Builder& build);

// scope.cpp: what guards may name, in the file and in one struct, whose nested structs have theirs.
void make_file_scope(Builder& build);
void make_scope(Builder& build, Struct& of);

// rules.cpp: scopes and checks of every struct.
void read_rules(Builder& build);

// examples.cpp: reads and runs them.
void run_examples(Builder& build);

// ioctls.cpp
void read_ioctls(Builder& build);

// What several parts need.
Int int_of(const Number& number);
std::optional<Int> int_of(const Node* scalar);  // nothing when there is none or it is no number; reports nothing
std::optional<Interval> interval_of(const Node* scalar);
Age age_of(const Node& row);
bool is_true(const Node* scalar);
std::string braced(Interval in);  // "0..255"
// Whether the file declares `name` under `section` ("enums"), where something was wrong with it that has been said: who
// refers to it says nothing more. Only asked of a name that no part of the model has.
bool was_refused(const Builder& build, std::string_view section, std::string_view name);
// Whether an error has been told at this very place already: of the value's shape, say.
bool is_told(const Builder& build, Place at);
// What to do about a word that is none of these: a did-you-mean, or all of them.
void suggest(Diag& diag, std::string_view word, const std::vector<std::string_view>& known);

// The value as a number of the type; else D002 at the scalar, and nothing.
std::optional<Int> fitting(Builder& build, const Node* scalar, Storage storage, std::string_view what);
std::optional<Int> fitting(Builder& build, const Node& scalar, Int value, Storage storage, std::string_view what);

// A number as so many of a field's unit: 5 s is 5000 where it counts ms. Nothing for a time where it counts none
// (`unit` is empty, or B), or no whole number of them.
std::optional<Int> in_unit(const Number& number, std::string_view unit);

// What is wrong with such a time, and what to do.
struct UnitFault {
  std::string message;
  std::string help;
};
UnitFault unit_fault(std::string_view what, std::string_view unit);

// Reports names that would meet in generated code: with each other, or with those of `others`.
class Names {
 public:
  Names(Diags& diags, std::string_view where, const Names* others = nullptr)
      : diags_(diags), where_(where), others_(others) {}
  void add(std::string_view name, Place at);

 private:
  struct Taken {
    std::string_view name;
    Place at;
  };
  Diags& diags_;
  std::string_view where_;
  const Names* others_;
  std::unordered_map<std::string, Taken> taken_;
};

}  // namespace npuspec::descriptor
