// A loaded tree of specs.
//
// A Spec is one YAML file: the head that every kind shares, the Node tree it was read from, and the Model that its kind
// built from it. A SpecSet owns all of them and the texts they point into; everything in it is read-only once
// load_specs (load.h) has returned. Specs are kept in the order of their paths, so that every output has one order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/source.h"

namespace npuspec {

class Arena;
struct Kind;
struct Node;

struct AbiVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
};

// What a kind makes of a file. Each kind derives one model; whoever is `over` another spec downcasts with model_of<T>.
class Model {
 public:
  virtual ~Model() = default;
};

struct Spec {
  std::uint32_t file = 0;      // in SpecSet::sources
  std::string path;            // from the tree's own name on, as outputs cite it: "specs/quanttess/descriptor.yaml"
  const Node* root = nullptr;  // null: the file could not be read
  const Kind* kind = nullptr;  // null: `kind:` is missing or unknown
  std::string_view name;
  Place name_at;
  AbiVersion abi;
  std::string_view doc;
  std::string_view source;
  std::vector<const Spec*> uses;     // `over:` first, then `uses:`; each has its model already
  std::vector<const Spec*> used_by;  // by path
  std::unique_ptr<Model> model;      // null: an error kept it from being built, or LoadOptions::models let it go
  std::string ir;                    // its part of the IR, where LoadOptions::models asks for it
  Diags diags;                       // of this file alone
};

class SpecSet {
 public:
  SpecSet();
  ~SpecSet();
  SpecSet(SpecSet&&) noexcept;
  SpecSet& operator=(SpecSet&&) noexcept;

  const Spec* find(std::string_view name) const;  // by the spec's name; null when there is none
  bool failed() const;                            // some file has an error
  Diags take_diags();                             // all of them, sorted by place; empties them

  Sources sources;
  std::vector<std::unique_ptr<Spec>> specs;  // by path
  std::vector<std::unique_ptr<Arena>> arenas;
  Diags diags;  // of the tree as a whole
};

// "specs/quanttess/descriptor.yaml:41", as generated code cites a row.
std::string cite(const Spec& spec, Place at);

template <class T>
const T* model_of(const Spec* spec) {
  return spec ? dynamic_cast<const T*>(spec->model.get()) : nullptr;
}

}  // namespace npuspec
