#include <algorithm>

#include "front/guard/interp.h"
#include "front/kinds/descriptor/parts.h"

namespace npuspec::descriptor {
namespace {

// Where Linux puts the parts of a request number, on all machines that run an NPU driver of ours.
constexpr std::uint32_t kSizeShift = 16;
constexpr std::uint32_t kSizeMask = 0x3FFF;
constexpr std::uint32_t kNrMask = 0xFF;
constexpr std::uint32_t kWrites = 1u << 30;  // the kernel gets the bytes of the caller
constexpr std::uint32_t kReads = 1u << 31;   // the caller gets those of the kernel

std::string hex(std::uint32_t value) {
  std::string digits;
  for (; value != 0 || digits.empty(); value >>= 4u) digits.insert(digits.begin(), "0123456789ABCDEF"[value & 0xFu]);
  return "0x" + digits;
}

// False when the number is not that of its struct or its nr.
bool number_matches(Builder& build, const Ioctl& ioctl, const Node& number) {
  std::uint32_t size = ioctl.number >> kSizeShift & kSizeMask;
  std::uint32_t nr = ioctl.number & kNrMask;
  if (size != ioctl.of->size) {
    build.diags
        .error(Code::D019, number.at,
               in_quotes(ioctl.name) + " says that it carries " + std::to_string(size) + " bytes, and " +
                   in_quotes(ioctl.of->name) + " has " + std::to_string(ioctl.of->size))
        .span(number.text.size())
        .hint("the size stands in bits 16..29 of the number: of " + std::to_string(ioctl.of->size) + " bytes it is " +
              hex((ioctl.number & ~(kSizeMask << kSizeShift)) | ioctl.of->size << kSizeShift))
        .note(ioctl.of->at, "the struct is here");
  }
  if (nr != ioctl.nr) {
    build.diags
        .error(Code::D019, number.at,
               in_quotes(ioctl.name) + " has nr " + hex(ioctl.nr) + ", but its number ends in " + hex(nr))
        .span(number.text.size())
        .hint("nr stands in bits 0..7 of the number: of nr " + hex(ioctl.nr) + " it is " +
              hex((ioctl.number & ~kNrMask) | ioctl.nr));
  }
  return size == ioctl.of->size && nr == ioctl.nr;
}

// The kernel copies bytes in the directions that the number says, and in no other.
void tell_lost_fields(Builder& build, const Ioctl& ioctl, const Node& number) {
  std::uint32_t lacks = 0;
  const Field* first = nullptr;
  for (const Field& field : ioctl.of->fields) {
    std::uint32_t needs = field.dir == "in" ? kWrites : field.dir == "out" ? kReads : kWrites | kReads;
    if (field.dir.empty() || (ioctl.number & needs) == needs) continue;
    lacks |= needs & ~ioctl.number;
    if (!first) first = &field;
  }
  if (!first) return;
  build.diags
      .warning(Code::D019, number.at,
               "by its number " + in_quotes(ioctl.name) +
                   (lacks & kWrites ? " carries nothing to the driver" : " brings nothing back from the driver") +
                   ", and " + in_quotes(first->name) + " of " + in_quotes(ioctl.of->name) +
                   " is `dir: " + std::string(first->dir) + "`")
      .span(number.text.size())
      .hint("the directions stand in bits 30 (to the driver) and 31 (back): write " + hex(ioctl.number | lacks) +
            ", or correct `dir:`")
      .note(first->at, "the field is here");
}

void read_rows(Builder& build) {
  const Node* rows = build.spec.root->find("ioctls");
  if (!rows || !rows->is_list()) return;
  for (const Node* row : rows->items) {
    if (!row->is_map() || row->broken) continue;
    const Node* name = row->find("name");
    const Node* of = row->find("struct");
    const Node* number = row->find("number");
    const Node* nr = row->find("nr");
    if (!name || !of || !number || !nr || !of->is_scalar() || !name->is_scalar()) continue;
    Ioctl ioctl{name->text, name->at, 0, 0, build.model.find_struct(of->text), about_of(*row), age_of(*row)};
    if (!ioctl.of) {
      std::vector<std::string_view> names;
      for (const Struct& each : build.model.structs) names.push_back(each.name);
      suggest(build.diags.error(Code::D001, of->at, in_quotes(of->text) + " is no struct of this file")
                  .span(of->text.size()),
              of->text, names);
      continue;
    }
    auto whole = int_of(number);
    auto low = int_of(nr);
    if (!whole || !low) continue;
    ioctl.number = static_cast<std::uint32_t>(*whole);
    ioctl.nr = static_cast<std::uint32_t>(*low);
    if (!number_matches(build, ioctl, *number)) continue;
    tell_lost_fields(build, ioctl, *number);
    for (const Ioctl& other : build.model.ioctls) {
      if (other.number != ioctl.number) continue;
      build.diags.error(Code::D019, number->at, in_quotes(ioctl.name) + " has the number of " + in_quotes(other.name))
          .span(number->text.size())
          .hint("each request has a number of its own")
          .note(other.at, in_quotes(other.name) + " is here");
    }
    build.model.ioctls.push_back(ioctl);
  }
}

// What a proof may name of each row.
struct Proof {
  explicit Proof(Builder& the_build)
      : build(the_build),
        scope(build.model.arena, build.model.scope.get()),
        checker(scope, build.model.arena, build.diags) {
    for (std::string_view name : {"number", "nr", "size"}) scope.add_value(name, guard::Type::integer(Storage::kU32));
  }

  void prove(const Node& row) {
    const Node* require = row.find("require");
    if (!require || !require->is_scalar() || require->broken) return;
    guard::InNode at(build.sources, *require);
    const guard::Expr* expr = guard::parse(require->text, build.model.arena, at, build.diags);
    const guard::Typed* guard = expr ? checker.condition(*expr, at) : nullptr;
    if (!guard) return;
    for (const Ioctl& ioctl : build.model.ioctls) {
      const Int slots[] = {ioctl.number, ioctl.nr, ioctl.of->size};
      interpreter.start({slots, nullptr});
      if (interpreter.run(*guard).is_true()) continue;
      build.diags
          .error(Code::D020, ioctl.at,
                 "proof " + in_quotes(row.text_at("id")) + " fails for " + in_quotes(ioctl.name) + ": number is " +
                     hex(ioctl.number) + ", nr " + hex(ioctl.nr) + ", size " + std::to_string(ioctl.of->size))
          .span(ioctl.name.size())
          .hint("mend the number or the struct's size, or what the proof requires")
          .note(require->at, "the proof is here");
    }
  }

  Builder& build;
  guard::Scope scope;
  guard::Checker checker;
  guard::Interpreter interpreter;
};

}  // namespace

void read_ioctls(Builder& build) {
  read_rows(build);
  const Node* proofs = build.spec.root->find("prove");
  if (!proofs || !proofs->is_list()) return;
  Proof proof(build);
  for (const Node* row : proofs->items) {
    if (row->is_map() && !row->broken) proof.prove(*row);
  }
}

}  // namespace npuspec::descriptor
