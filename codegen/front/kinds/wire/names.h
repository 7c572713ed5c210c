// How generated code spells what the rules of a contract name: C++ over flatbuffer accessors and views, C11 and OpenCL
// C over views alone.
#pragma once

#include <map>
#include <string>

#include "front/guard/print.h"
#include "front/kinds/wire/model.h"
#include "front/spell.h"

namespace npuspec::wire {

// C++: tables are pointers to accessors, views are references to structs. See runtime/base/flat.h.
class CppNames final : public guard::Names {
 public:
  explicit CppNames(const WireModel& model);

  std::string value(const guard::Symbol& name) const override;
  std::string row(const guard::Enum& of, const guard::Enum::Row& row) const override;
  std::string constant(const guard::Symbol& name) const override;
  std::string member(const std::string& record, const guard::Symbol& field) const override;
  std::string let(const guard::Symbol& let) const override;
  std::string column(const guard::Enum& of, const guard::Enum::Column& column) const override;
  std::string self_parameter(const guard::Record& record) const override;
  std::string self(const guard::Record& record) const override;
  std::string self_argument(const std::string& record) const override;
  std::string length(const std::string& place, const guard::Symbol& field) const override;
  std::string element(const std::string& place, const guard::Symbol& field, const std::string& index) const override;
  std::string present(const std::string& place, const guard::Symbol& field) const override;
  std::string identity(const std::string& place, const guard::Symbol& field) const override;
  std::string same(const std::string& a, const guard::Symbol& field, const std::string& b,
                   const guard::Symbol& field2) const override;
  std::string equal(const std::string& a, const std::string& b) const override;
  std::string equal_ignoring_case(const std::string& a, const std::string& b) const override;
  std::string text(std::string_view text) const override;

 private:
  const WireModel& model_;
  std::string tables_;                                          // the namespace of the tables' header: "tflite::"
  mutable std::map<std::string, const guard::Symbol*> places_;  // what a text that member() gave stands for
};

// C11 and OpenCL C: a view is a pointer to a struct; a vector in it is a pointer, and its length beside it.
class CNames final : public guard::Names {
 public:
  explicit CNames(std::string prefix) : prefix_(std::move(prefix)) {}

  std::string value(const guard::Symbol& name) const override;
  std::string row(const guard::Enum& of, const guard::Enum::Row& row) const override;
  std::string constant(const guard::Symbol& name) const override;
  std::string member(const std::string& record, const guard::Symbol& field) const override;
  std::string let(const guard::Symbol& let) const override;
  std::string column(const guard::Enum& of, const guard::Enum::Column& column) const override;
  std::string self_parameter(const guard::Record& record) const override;
  std::string self(const guard::Record& record) const override;
  std::string self_argument(const std::string& record) const override;
  std::string length(const std::string& place, const guard::Symbol& field) const override;
  std::string equal(const std::string& a, const std::string& b) const override;

 private:
  std::string prefix_;                                          // of every name: "ethos_u_stream_split_"
  mutable std::map<std::string, const guard::Symbol*> places_;  // what a text that member() gave stands for
};

}  // namespace npuspec::wire
