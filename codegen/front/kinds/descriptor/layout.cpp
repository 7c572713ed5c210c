#include <algorithm>
#include <utility>

#include "front/kinds/descriptor/parts.h"

namespace npuspec::descriptor {
namespace {

std::string bytes_text(std::uint64_t first, std::uint64_t end) {
  if (first + 1 == end) return "byte " + std::to_string(first);
  return "bytes " + std::to_string(first) + ".." + std::to_string(end - 1);
}

std::string name_of(const Field& field) {
  return field.reserved ? "reserved " + bytes_text(field.offset, field.end()) : "'" + std::string(field.name) + "'";
}

std::uint64_t aligned(std::uint64_t offset, std::uint32_t align) { return (offset + align - 1) / align * align; }

class Layout {
 public:
  explicit Layout(Builder& build) : build_(build) {}

  bool place(Struct& of) {
    switch (state_of(of)) {
      case State::kDone:
        return of.placed;
      case State::kBusy:
        return false;
      case State::kNew:
        break;
    }
    state_of(of) = State::kBusy;
    ++depth_;
    if (of.complete && size_fields(of)) of.placed = place_fields(of);
    --depth_;
    state_of(of) = State::kDone;
    return of.placed;
  }

 private:
  enum class State { kNew, kBusy, kDone };

  State& state_of(const Struct& of) { return states_[&of]; }

  // Gives each field its size; those of nested structs are placed first.
  bool size_fields(Struct& of) {
    bool all = true;
    for (Field& field : of.fields) {
      std::uint64_t each = field.reserved ? 1 : bytes(field.storage);
      field.align = static_cast<std::uint32_t>(each);
      if (field.nested) {
        Struct& nested = *field.nested;
        nested.held = true;
        if (state_of(nested) == State::kBusy) {
          build_.diags
              .error(Code::D017, field.at, name_of(field) + " puts a '" + std::string(nested.name) + "' into itself")
              .span(field.name.size())
              .hint("a struct has a fixed size: refer to the other by an index or an address")
              .note(nested.at, "the struct is here");
          all = false;
          continue;
        }
        if (is_deep(nested) || !place(nested) || is_deep(nested)) {
          if (is_deep(nested)) refuse_depth(of, field);
          all = false;
          continue;
        }
        heights_[&of] = std::max(heights_[&of], heights_[&nested] + 1);
        each = nested.size;
        field.align = nested.align;
      }
      std::uint64_t size = each * field.count;
      if (field.offset + size > limits::kStructBytes) {
        build_.diags
            .error(Code::D014, field.at,
                   name_of(field) + " ends at " + std::to_string(field.offset + size) + ", past the largest struct")
            .span(field.name.size())
            .hint("a struct has at most " + std::to_string(limits::kStructBytes) + " bytes");
        all = false;
        continue;
      }
      field.size = static_cast<std::uint32_t>(size);
    }
    return all;
  }

  // Whether the struct, or the way to it, has as many structs within each other as there may be.
  bool is_deep(const Struct& nested) {
    return (state_of(nested) == State::kNew ? depth_ : heights_[&nested] + 1) >= limits::kStructNesting;
  }

  // Said once: what holds this struct is as deep.
  void refuse_depth(Struct& of, const Field& field) {
    of.complete = false;
    if (std::exchange(told_depth_, true)) return;
    build_.diags
        .error(
            Code::D017, field.at,
            name_of(field) + " puts more than " + std::to_string(limits::kStructNesting) + " structs into each other")
        .span(field.name.size())
        .hint("put the fields of some into the struct that holds them");
  }

  bool place_fields(Struct& of) {
    of_ = &of;
    failed_ = false;
    by_offset_.clear();
    for (const Field& field : of.fields) by_offset_.push_back(&field);
    refuse_disorder();
    std::stable_sort(by_offset_.begin(), by_offset_.end(),
                     [](const Field* a, const Field* b) { return a->offset < b->offset; });
    std::uint32_t end = refuse_holes_and_overlaps();
    std::uint32_t natural = refuse_misaligned();
    settle_align(natural);
    settle_size(end);
    return !failed_;
  }

  Diag& error(Code code, Place at, std::size_t width, std::string message) {
    failed_ = true;
    return build_.diags.error(code, at, std::move(message)).span(width);
  }

  // Where a field says `at:`, or where the row begins.
  static const Node* at_of(const Field& field) { return field.row->find("at"); }

  Diag& error_at(const Field& field, Code code, std::string message) {
    const Node* at = at_of(field);
    return error(code, at->at, at->text.size(), std::move(message));
  }

  void refuse_disorder() {
    const Field* before = nullptr;
    for (const Field* field : by_offset_) {
      if (before && field->end() <= before->offset) {
        error_at(*field, Code::D013, name_of(*field) + " lies before " + name_of(*before) + ", which is above it")
            .hint("list the fields in the order of their bytes");
      }
      before = field;
    }
  }

  // Returns where the last field ends.
  std::uint32_t refuse_holes_and_overlaps() {
    std::uint32_t end = 0;
    const Field* last = nullptr;  // whose end that is
    for (const Field* field : by_offset_) {
      if (field->offset > end) {
        error_at(*field, Code::D011,
                 bytes_text(end, field->offset) + (field->offset == end + 1 ? " is" : " are") + " in no field")
            .hint("reserve them: {reserved: " + std::to_string(field->offset - end) + ", at: " + std::to_string(end) +
                  ", code: N}");
      } else if (field->offset < end) {
        std::uint32_t shared = std::min(end, field->end());
        error_at(*field, Code::D012,
                 (field->reserved ? name_of(*field) : "field " + name_of(*field)) + " overlaps " + name_of(*last) +
                     " (" + bytes_text(field->offset, shared) + ")")
            .hint("the next free byte is " + std::to_string(end))
            .note(last->at, name_of(*last) + " is here");
      }
      if (field->end() >= end) {
        end = field->end();
        last = field;
      }
    }
    return end;
  }

  // Returns the alignment that the fields ask for.
  std::uint32_t refuse_misaligned() {
    std::uint32_t natural = 1;
    if (of_->packed) {
      refuse_aligned_parts();
      return natural;
    }
    for (const Field* field : by_offset_) {
      natural = std::max(natural, field->align);
      if (field->offset % field->align == 0) continue;
      std::string type =
          field->nested ? "struct '" + std::string(field->nested->name) + "'" : std::string(spelling(field->storage));
      error_at(*field, Code::D015,
               name_of(*field) + " at " + std::to_string(field->offset) + " is not aligned: " + type +
                   " starts at a multiple of " + std::to_string(field->align))
          .hint("the next such offset is " + std::to_string(aligned(field->offset, field->align)) +
                "; a struct with `packed: true` needs none");
    }
    return natural;
  }

  // No language has references to what is less aligned than its type says.
  void refuse_aligned_parts() {
    for (const Field* field : by_offset_) {
      if (!field->nested || field->align == 1) continue;
      error(Code::D017, field->at, field->name.size(),
            name_of(*field) + " is in a packed struct, where it is not aligned to its " + std::to_string(field->align))
          .hint("make '" + std::string(field->nested->name) + "' packed too")
          .note(field->nested->at, "the struct is here");
    }
  }

  void settle_align(std::uint32_t natural) {
    of_->align = natural;
    const Node* scalar = of_->row->find("align");
    auto value = int_of(scalar);
    if (!value) return;
    of_->align = static_cast<std::uint32_t>(*value);
    if (of_->align >= natural) return;
    error(Code::D015, scalar->at, scalar->text.size(),
          "align " + std::to_string(of_->align) + " is less than its fields need: " + std::to_string(natural))
        .hint("`align: " + std::to_string(natural) + "`, or `packed: true`");
  }

  // Whether a key of the row was refused, which may be meant for one that is missing.
  bool has_told_key(const Node& row) const {
    return std::any_of(row.entries.begin(), row.entries.end(),
                       [&](const Entry& entry) { return is_told(build_, entry.key_at); });
  }

  void settle_size(std::uint32_t end) {
    const Node* scalar = of_->row->find("size");
    auto value = int_of(scalar);
    if (!value) {
      if (scalar || has_told_key(*of_->row)) return;
      error(Code::D014, of_->at, of_->name.size(), "the size is not said")
          .hint("`size: " + std::to_string(end) + "`: where the last field ends");
      return;
    }
    if (*value > end) {
      auto size = static_cast<std::uint32_t>(*value);
      error(Code::D011, scalar->at, scalar->text.size(),
            bytes_text(end, size) + (size == end + 1 ? " is" : " are") + " in no field")
          .hint("reserve them: {reserved: " + std::to_string(size - end) + ", at: " + std::to_string(end) +
                ", code: N}");
    } else if (*value != end) {
      error(Code::D014, scalar->at, scalar->text.size(),
            "the size is " + guard::to_string(*value) + ", but the last field ends at " + std::to_string(end))
          .hint("`size: " + std::to_string(end) + "`");
    } else if (end % of_->align != 0) {
      error(Code::D014, scalar->at, scalar->text.size(),
            "the size " + std::to_string(end) + " is no multiple of the alignment " + std::to_string(of_->align))
          .hint("reserve bytes up to " + std::to_string(aligned(end, of_->align)));
    }
    of_->size = end;
  }

  Builder& build_;
  std::unordered_map<const Struct*, State> states_;
  std::unordered_map<const Struct*, std::size_t> heights_;  // how many structs are within each other in it
  std::size_t depth_ = 0;                                   // of the struct that is placed now
  bool told_depth_ = false;
  Struct* of_ = nullptr;
  std::vector<const Field*> by_offset_;
  bool failed_ = false;
};

}  // namespace

bool lay_out(Builder& build) {
  Layout layout(build);
  bool all = true;
  for (Struct& of : build.model.structs) all = layout.place(of) && all;
  return all;
}

}  // namespace npuspec::descriptor
