// Names that differ in a spec and meet in generated code: symbol FP32 of enum `dtype` and constant `dtype_fp32` are
// both QUANTTESS_DTYPE_FP32.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "front/diag.h"

namespace npuspec {

// Reports identifiers that two things of a spec have, under a kind's own code.
class Identifiers {
 public:
  Identifiers(Diags& diags, Code code) : diags_(diags), code_(code) {}

  // What code is generated with whatever the spec says.
  void reserve(std::initializer_list<std::string> identifiers);

  // All that one thing is called, in whatever language. `what` tells it in a message: "symbol 'FP32' of 'dtype'".
  void add(std::initializer_list<std::string> identifiers, const std::string& what, Place at, std::string_view name);

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
