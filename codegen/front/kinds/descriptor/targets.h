// How a descriptor's names are spelled in C++, C and OpenCL C: for the guards printed into its headers, and for the
// names that the IR gives to templates, so that both say the same.
//
//   spec rknpu, struct submit          C++ npuspec::rknpu::Submit      C, OpenCL C  struct rknpu_submit
//   spec quanttess, its only struct    C++ npuspec::quanttess::Descriptor            struct quanttess_descriptor
//   a let or function of it            output_bytes(d)                               quanttess_output_bytes(d)
//   enum dtype, symbol FP32            Dtype::kFp32                                  QUANTTESS_DTYPE_FP32
#pragma once

#include <string>
#include <string_view>

#include "front/guard/print.h"
#include "front/kinds/descriptor/model.h"

namespace npuspec::descriptor {

enum class Target : std::uint8_t { kCpp, kC, kOpenCl };

guard::Dialect dialect(Target target);

std::string cpp_namespace(const Spec& spec);                      // "quanttess_routes", below npuspec
std::string c_prefix(const Spec& spec);                           // "quanttess_routes_"
std::string function_prefix(const Spec& spec, const Struct& of);  // of C: "quanttess_", "rknpu_submit_"
std::string type_name(const Spec& spec, const Struct& of,
                      Target target);  // "Descriptor", "struct quanttess_descriptor"
std::string type_name(const Spec& from, const Enum& of,
                      Target target);                   // "Dtype", "quanttess_routes::Route", "uint8_t"
std::string type_name(Storage storage, Target target);  // "std::uint8_t", "uint8_t", "uchar"
std::string type_name(const Spec& from, const Param& param, Target target);
std::string symbol_name(const Spec& from, const Enum& of, std::string_view symbol, Target target);
std::string column_name(const Spec& from, const Enum& of, std::string_view column, Target target);

// The Enum that guards see as `of`: of the spec, or of those that it uses, directly or not.
const Enum& owner(const Spec& from, const guard::Enum& of);

// A number as a literal of all three languages; in hex where `hex`.
std::string literal(Int value, bool hex = false);

// The names in guards of one struct, or of none: those of enums only.
class Spelling final : public guard::Names {
 public:
  Spelling(const Spec& spec, const Struct* of, Target target) : spec_(spec), of_(of), target_(target) {}

  std::string value(const guard::Symbol& name) const override;
  std::string row(const guard::Enum& of, const guard::Enum::Row& row) const override;
  std::string let(const guard::Symbol& let) const override;
  std::string column(const guard::Enum& of, const guard::Enum::Column& column) const override;
  std::string enum_class(const guard::Enum& of) const override;

 private:
  const Spec& spec_;
  const Struct* of_;
  Target target_;
};

// What every function of a struct takes first, and is given: "const Descriptor& d, State state" and "d, state".
std::string parameters(const Spec& spec, const Struct& of, Target target);
std::string arguments(const Struct& of);

}  // namespace npuspec::descriptor
