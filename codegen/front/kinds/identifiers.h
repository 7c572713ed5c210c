// What generated code calls the things of a spec: each kind tells it once (kind.h), to whoever asks.
//
// Names that differ in a spec may meet in generated code: symbol FP32 of enum `dtype` and constant `dtype_fp32` are
// both QUANTTESS_DTYPE_FP32. And whoever has a name from a header or a log before him may ask what it is.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "front/diag.h"

namespace npuspec {

class Identifiers {
 public:
  // `every`: those too that an enum class or a struct of C++ keeps apart from all others.
  explicit Identifiers(bool every) : every_(every) {}
  virtual ~Identifiers() = default;

  bool every() const { return every_; }

  // What code is generated with whatever the spec says.
  virtual void reserve(std::initializer_list<std::string> identifiers) = 0;

  // All that one thing is called, in whatever language; of `every`, helpers by how they begin: "rule_shape*". `what`
  // tells it in a message: "symbol 'FP32' of 'dtype'".
  virtual void add(std::initializer_list<std::string> identifiers, const std::string& what, Place at,
                   std::string_view name) = 0;

 private:
  bool every_;
};

// Reports identifiers that two things of a spec have, under a kind's own code.
class MeetingIdentifiers final : public Identifiers {
 public:
  MeetingIdentifiers(Diags& diags, Code code) : Identifiers(false), diags_(diags), code_(code) {}

  void reserve(std::initializer_list<std::string> identifiers) override;
  void add(std::initializer_list<std::string> identifiers, const std::string& what, Place at,
           std::string_view name) override;

 private:
  struct Owner {
    std::string what;
    Place at;  // line 0: nobody's place
  };
  Diags& diags_;
  Code code_;
  std::unordered_map<std::string, Owner> taken_;
};

}  // namespace npuspec
