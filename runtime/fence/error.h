// What the fence library refuses, and how it says so.
//
// Every refusal is an exception whose what() is one sentence or more for a person: what was wrong, where (a byte
// offset, a tensor or an operator by index and name), and what to do. Where a rule of the contract refuses, fault() is
// its number, from specs/fence/stream_split.yaml. A function that throws has written nothing.
#pragma once

#include <stdexcept>
#include <string>

#include "ethos_u_stream_split_gen.hpp"

namespace npuspec::fence {

using ethos_u_stream_split::Fault;

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what) : std::runtime_error(what) {}
  // A rule of the contract: "<where>: <what it asks for> [not-variable, rule 31]".
  Error(const std::string& where, Fault fault);

  Fault fault() const noexcept { return fault_; }

 private:
  Fault fault_ = Fault::kNone;
};

// The bytes are no model, or one that nobody can cut.
class ModelError : public Error {
  using Error::Error;
};

// A model that can be cut, and not there.
class CutError : public Error {
  using Error::Error;
};

// A plan, or a fence of it, that was not made for this model.
class FenceBindingError : public Error {
  using Error::Error;
};

// A plan cannot be made of what was given: no costs, too few of them known, a budget of 0, a file that is none.
class PlanError : public Error {
  using Error::Error;
};

}  // namespace npuspec::fence
