#include "fence/differ.h"

#include <algorithm>
#include <cstring>

namespace npuspec::fence {

namespace {

using flatbuffers::Table;
using Tables = flatbuffers::Vector<flatbuffers::Offset<Table>>;
using Strings = flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>;

constexpr std::uint64_t kMostWork = 1u << 28;  // no real model comes near
constexpr std::uint64_t kBytesAStep = 16;
constexpr std::size_t kMostRuns = 8;      // of differing bytes that are told
constexpr std::size_t kMostPadding = 15;  // zeros behind a flatbuffer that are no data

std::string at_byte(std::uint64_t offset) { return "byte " + std::to_string(offset); }

// Ids of fields that are there and have no name.
std::vector<std::uint16_t> newer_ids(const Table* table, TableId id) {
  const std::uint8_t* slots = table->GetVTable();
  const auto size = flatbuffers::ReadScalar<flatbuffers::voffset_t>(slots);
  std::vector<std::uint16_t> out;
  for (std::size_t known = tflite::fields(id).size(), slot = 4 + 2 * known; slot + 1 < size; slot += 2) {
    if (flatbuffers::ReadScalar<flatbuffers::voffset_t>(slots + slot) == 0) continue;
    out.push_back(static_cast<std::uint16_t>((slot - 4) / 2));
  }
  return out;
}

std::string newer_name(std::uint16_t id) { return "field #" + std::to_string(id) + " of a newer schema"; }

// How far what is known reaches.
class Extent : public Visitor {
 public:
  explicit Extent(const Model& of) : of_(of) {}

  void enter(const Table* table, TableId) override {
    const std::uint8_t* slots = table->GetVTable();
    reach(slots, flatbuffers::ReadScalar<flatbuffers::voffset_t>(slots));
    reach(table, flatbuffers::ReadScalar<flatbuffers::voffset_t>(slots + sizeof(flatbuffers::voffset_t)));
  }
  void field(const At& at) override {
    if (!at.present() || at.field->form == Form::kScalar) return;
    if (at.field->form == Form::kTable || at.field->form == Form::kOpaque) return;
    const auto* all = at.as<flatbuffers::Vector<std::uint8_t>>();
    reach(all->data(), std::uint64_t{all->size()} * at.field->width + (at.field->form == Form::kString ? 1 : 0));
  }

  std::size_t end = 0;

 private:
  void reach(const void* from, std::uint64_t length) {
    end = std::max<std::size_t>(end, of_.offset(from) + static_cast<std::size_t>(length));
  }

  const Model& of_;
};

}  // namespace

Differ::Differ(const Model& was, const Model& is, Findings& told)
    : was_(was), is_(is), told_(told), shift_(std::uint64_t{is.bytes().size()} - was.bytes().size()) {}

bool Differ::worked(std::uint64_t more) {
  if (work_ > kMostWork) return false;
  work_ += more;
  if (work_ <= kMostWork) return !told_.full();
  told_.tell(is_.name(),
             "its tables share so much that comparing them all would take too long: damaged, or made to be");
  return false;
}

bool Differ::kept(const void* was, const void* is) {
  if (is_.offset(is) != was_.offset(was) + shift_) return false;
  verbatim_ = true;
  return true;
}

void Differ::tell(const At& is, std::size_t from, std::size_t length, const std::string& where,
                  const std::string& what) {
  // The slot that says where, and what is there.
  const std::size_t slots = is_.offset(is.table->GetVTable());
  told_of_.emplace_back(slots, slots + flatbuffers::ReadScalar<flatbuffers::voffset_t>(is.table->GetVTable()));
  const std::size_t width = is.field->is_offset() ? sizeof(flatbuffers::uoffset_t) : is.field->width;
  if (is.present()) told_of_.emplace_back(is_.offset(is.place()), is_.offset(is.place()) + width);
  told_of_.emplace_back(from, from + length);
  std::string name(tflite::name(is.id));
  name += "." + std::string(is.field->name);
  told_.tell(where + ", " + name + " at " + at_byte(from), what);
}

void Differ::table(const void* was, const void* is, TableId id, const std::string& where,
                   std::initializer_list<std::uint16_t> but) {
  if (!worked(1)) return;
  if (but.size() == 0 && !compared_.emplace(was, is).second) return;
  const auto* a = static_cast<const Table*>(was);
  const auto* b = static_cast<const Table*>(is);
  for (const Field& each : tflite::fields(id)) {
    if (std::find(but.begin(), but.end(), each.id) == but.end()) field({a, id, &each}, {b, id, &each}, where);
  }
  newer(a, b, id, where);
}

void Differ::field(const At& was, const At& is, const std::string& where) {
  if (!worked(1)) return;
  const Field& of = *was.field;
  if (of.form == Form::kScalar) {
    const bool moves = of.is_file_offset && was.bits() > of.file_offset_above;
    if (moves) moved_.push_back(was_.offset(was.place()));
    const std::uint64_t due = was.bits() + (moves ? shift_ : 0);
    if (is.bits() == due) return;
    return tell(is, is.present() ? is_.offset(is.place()) : is_.offset(is.table), is.present() ? of.width : 0, where,
                "it must be " + std::to_string(due) + (moves ? ", moved with the data" : "") + ", and it is " +
                    std::to_string(is.bits()));
  }
  if (was.present() != is.present()) {
    return tell(is, is_.offset(is.table), 0, where, is.present() ? "the source has none" : "it is gone");
  }
  if (!was.present()) return;
  switch (of.form) {
    case Form::kTable:
      return table(was.as<Table>(), is.as<Table>(), of.holds, where);
    case Form::kOpaque: {
      const TableId member = union_member(was.table, was.id, of);
      if (member == TableId::kNone || member != union_member(is.table, is.id, of)) {
        return opaque(was.as<Table>(), is.as<Table>(), where + ", " + std::string(of.name));
      }
      return table(was.as<Table>(), is.as<Table>(), member, where);
    }
    case Form::kTables:
    case Form::kOpaques: {
      const auto* a = was.as<Tables>();
      const auto* b = is.as<Tables>();
      if (a->size() != b->size()) {
        return tell(is, is_.offset(b), sizeof(flatbuffers::uoffset_t), where,
                    "it must have " + std::to_string(a->size()) + " elements, and has " + std::to_string(b->size()));
      }
      for (std::uint32_t i = 0; i < a->size() && worked(1); ++i) {
        if (compared_.contains({a->Get(i), b->Get(i)})) continue;
        const std::string which = where + ", " + std::string(of.name) + " " + std::to_string(i);
        if (of.form == Form::kOpaques) {
          opaque(a->Get(i), b->Get(i), which);
        } else {
          table(a->Get(i), b->Get(i), of.holds, which);
        }
      }
      return;
    }
    case Form::kStrings: {
      const auto* a = was.as<Strings>();
      const auto* b = is.as<Strings>();
      bool same = a->size() == b->size();
      for (std::uint32_t i = 0; same && i < a->size() && worked(1 + a->Get(i)->size() / kBytesAStep); ++i) {
        same = flat::view(a->Get(i)) == flat::view(b->Get(i));
      }
      if (!same) tell(is, is_.offset(b), sizeof(flatbuffers::uoffset_t), where, "its texts differ from the source's");
      return;
    }
    default:
      return bytes(was, is, of.form == Form::kString ? 1 : of.width, where);
  }
}

// A vector of scalars, or a string.
void Differ::bytes(const At& was, const At& is, std::uint64_t width, const std::string& where) {
  const auto* a = was.as<flatbuffers::Vector<std::uint8_t>>();
  const auto* b = is.as<flatbuffers::Vector<std::uint8_t>>();
  const std::size_t here = is_.offset(b->data());
  const auto length = static_cast<std::size_t>(std::uint64_t{b->size()} * width);
  if (const std::uint32_t align = was.field->force_align; align > 1) {
    if (was_.offset(a->data()) % align == 0 && here % align != 0) {
      tell(is, here, 0, where, "its bytes must stay at a multiple of " + std::to_string(align));
    }
  }
  if (a->size() != b->size()) {
    return tell(is, is_.offset(b), sizeof(flatbuffers::uoffset_t), where,
                "it must have " + std::to_string(a->size()) + " elements, and has " + std::to_string(b->size()));
  }
  if (compared_.emplace(a, b).second && worked(length / kBytesAStep) && length > 0 &&
      std::memcmp(a->data(), b->data(), length) != 0) {
    const auto first = std::mismatch(a->data(), a->data() + length, b->data()).second - b->data();
    tell(is, here, length, where,
         "its elements must be those of the source; the first that differs is " +
             std::to_string(static_cast<std::uint64_t>(first) / width));
  }
}

void Differ::opaque(const void* was, const void* is, const std::string& where) {
  if (kept(was, is)) return;
  told_.tell(
      where + " at " + at_byte(is_.offset(is)),
      "it is not where the source's bytes would have it, so without its schema nobody can say that it is the same");
}

void Differ::newer(const Table* was, const Table* is, TableId id, const std::string& where) {
  const std::vector<std::uint16_t> had = newer_ids(was, id);
  const std::vector<std::uint16_t> has = newer_ids(is, id);
  if (!worked(had.size() + has.size()) || (had.empty() && has.empty())) return;
  const bool at_its_place = kept(was, is);
  const std::string there = where + ", " + std::string(tflite::name(id)) + " at " + at_byte(is_.offset(is));
  for (std::uint16_t each : had) {
    if (std::find(has.begin(), has.end(), each) == has.end()) {
      told_.tell(there, newer_name(each) + " is dropped");
    } else if (!at_its_place) {
      told_.tell(there, newer_name(each) +
                            " is not where the source's bytes would have it, so nobody can say that it is "
                            "the same");
    }
  }
  for (std::uint16_t each : has) {
    if (std::find(had.begin(), had.end(), each) == had.end()) {
      told_.tell(there, newer_name(each) + " is not in the source");
    }
  }
}

void Differ::nothing_newer(const void* table, TableId id, const std::string& where, const std::string& why) {
  for (std::uint16_t each : newer_ids(static_cast<const Table*>(table), id)) {
    told_.tell(where, newer_name(each) + ": " + why);
  }
}

void Differ::data(std::uint64_t offset, std::uint64_t size, const std::string& where) {
  const std::uint64_t there = offset + shift_;
  if (there > is_.bytes().size() || size > is_.bytes().size() - there) return;  // the number that says so is told
  if (!worked(1 + size / kBytesAStep) || size == 0) return;
  const std::uint8_t* a = was_.bytes().data() + offset;
  const std::uint8_t* b = is_.bytes().data() + there;
  if (std::memcmp(a, b, static_cast<std::size_t>(size)) == 0) return;
  told_of_.emplace_back(there, there + size);
  told_.tell(where + ", at " + at_byte(there), "its bytes in the file differ from the source's");
}

void Differ::rest() {
  if (told_.full()) return;
  if (verbatim_) {
    source_at_the_end();
  } else {
    trailing();
  }
}

// The source is the last part of the file, but for the numbers that moved.
void Differ::source_at_the_end() {
  const auto whole = was_.bytes();
  const auto part = is_.bytes().last(std::min(whole.size(), is_.bytes().size()));
  if (part.size() < whole.size()) return told_.tell(is_.name(), "it has fewer bytes than the source");
  std::sort(moved_.begin(), moved_.end());
  std::size_t runs = 0;
  // Behind what has been told of a byte; the byte itself where nothing has.
  const auto told_until = [&](std::size_t at) {
    std::uint64_t until = at + shift_;
    for (const auto& [first, last] : told_of_) {
      if (first <= at + shift_ && last > until) until = last;
    }
    return static_cast<std::size_t>(until - shift_);
  };
  const auto compare = [&](std::size_t from, std::size_t to) {
    while (from < to && runs <= kMostRuns) {
      if (std::memcmp(whole.data() + from, part.data() + from, to - from) == 0) return;
      std::size_t at = from;
      while (whole[at] == part[at]) ++at;
      from = told_until(at);
      if (from > at) continue;
      std::size_t end = at + 1;
      while (end < to && whole[end] != part[end]) ++end;
      from = end;
      if (++runs > kMostRuns) return;
      told_.tell(is_.name() + ", " + at_byte(at + shift_),
                 "its last " + std::to_string(whole.size()) + " bytes must be the source's; " +
                     std::to_string(end - at) + " from here differ, the first is " + std::to_string(part[at]) +
                     ", in the source " + std::to_string(whole[at]) + " at " + at_byte(at));
    }
  };
  std::size_t done = 0;
  for (std::size_t at : moved_) {
    if (at < done) continue;
    compare(done, at);
    done = at + sizeof(std::uint64_t);
    // In a table that is written anew elsewhere the old number says nothing: it may stand as it was.
    const std::uint64_t is = load(part.data() + at, sizeof(std::uint64_t));
    const std::uint64_t was = load(whole.data() + at, sizeof(std::uint64_t));
    if (is != was && is != was + shift_ && told_until(at) == at) {
      told_.tell(is_.name() + ", " + at_byte(at + shift_),
                 "this place in the file must be " + std::to_string(was + shift_) + ", and is " + std::to_string(is));
    }
  }
  compare(done, whole.size());
  if (runs > kMostRuns) told_.tell(is_.name(), "more of its bytes differ from the source's");
}

// All is laid out anew, and nothing in it is opaque: what lies behind the flatbuffer stays at the end.
void Differ::trailing() {
  Extent extent(was_);
  walk(root_table(was_.root()), TableId::kModel, extent);
  auto behind = was_.bytes().subspan(std::min(extent.end, was_.bytes().size()));
  for (std::size_t i = 0; i < kMostPadding && !behind.empty() && behind.front() == 0; ++i) behind = behind.subspan(1);
  const auto whole = is_.bytes();
  if (behind.size() <= whole.size() &&
      std::equal(behind.begin(), behind.end(), whole.end() - static_cast<std::ptrdiff_t>(behind.size()))) {
    return;
  }
  told_.tell(is_.name(),
             "its last bytes must be the " + std::to_string(behind.size()) + " behind the flatbuffer in the source");
}

}  // namespace npuspec::fence
