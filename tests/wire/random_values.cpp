#include "wire/random_values.h"

#include <algorithm>
#include <array>

namespace npuspec::test {

using guard::Base;
using guard::Int;
using wire::Values;

namespace {

// Every field of a record, whether a table's or a view's.
std::vector<const guard::Symbol*> members(const wire::WireModel& model, const guard::Record& record) {
  std::vector<const guard::Symbol*> out;
  if (int table = model.over->find_table(record.name); table >= 0) {
    for (const auto& field : model.over->tables[static_cast<std::size_t>(table)].fields) {
      out.push_back(record.members.find(field.name));
    }
  }
  for (const wire::RecordType& each : model.records) {
    if (each.guard.get() != &record) continue;
    for (const wire::RecordField& field : each.fields) out.push_back(field.symbol);
  }
  return out;
}

// The tag or the value of a union.
bool is_of_union(const guard::Symbol& member) {
  if (!member.user) return false;
  const tables::Field& field = tables::GuardTypes::field_of(member);
  return field.tag >= 0 || field.tag_of >= 0;
}

}  // namespace

RandomValues::RandomValues(const wire::WireModel& model, std::uint32_t seed) : model_(model), random_(seed) {}

std::vector<Values::Handle> RandomValues::takes(const wire::Group& group, Values& values) {
  std::vector<Values::Handle> out;
  for (std::size_t i = 0; i < group.takes.size(); ++i) {
    const guard::Record& record = *group.takes[i].symbol->type.record;
    bool like_the_first = i > 0 && group.takes[i].type_text == group.takes[0].type_text && chance(80);
    out.push_back(like_the_first ? copy(out[0], values) : object(record, values, 0));
  }
  return out;
}

Values::Handle RandomValues::object(const guard::Record& record, Values& values, int depth) {
  Values::Handle made = values.make(&record);
  // Fields of a view are always there; of a table's few or many, since some rules want nearly all of them absent.
  unsigned there = chance(50) ? 20 : 60;
  for (const guard::Symbol* member : members(model_, record)) {
    bool is_offset = member->nullable;
    if (depth > 2 && is_offset) continue;
    if (!member->user || chance(there)) fill(made, *member, values, depth);
  }
  return made;
}

// A tag that is 0, known or unknown, and what it says: the one and the other agree, as in any flatbuffer that a
// verifier passes.
void RandomValues::fill_union(Values::Handle object_, const tables::Field& of, Values& values, int depth) {
  const guard::Record& record = *values.at(object_).type;
  const tables::Table& table = model_.over->tables[static_cast<std::size_t>(model_.over->find_table(record.name))];
  bool is_tag = of.tag_of >= 0;
  const tables::Field& value = is_tag ? table.fields[static_cast<std::size_t>(of.tag_of)] : of;
  const tables::Field& tag = is_tag ? of : table.fields[static_cast<std::size_t>(of.tag)];
  std::size_t chosen = below(value.members.size() + 3);
  const guard::Record* type = nullptr;
  if (chosen >= 1 && chosen <= value.members.size()) type = &model_.types->record_at(value.members[chosen - 1]);
  Values::Handle made = type ? object(*type, values, depth + 1) : values.make(nullptr);
  values.set(object_, *record.members.find(tag.name)).number = chosen;
  values.set(object_, *record.members.find(value.name)).objects = {made};
}

// Equal in every cell, each at a place of its own; then, often, one cell made anew, or made to lie where the first's
// does.
Values::Handle RandomValues::copy(Values::Handle of, Values& values) {
  const guard::Record& record = *values.at(of).type;
  Values::Handle made = values.make(&record);
  std::vector<const guard::Symbol*> all = members(model_, record);
  for (const guard::Symbol* member : all) {
    const Values::Cell* from = values.find(of, *member);
    if (!from) continue;
    Values::Cell copied = *from;
    for (Values::Handle& each : copied.objects) {
      if (values.at(each).type) each = copy(each, values);
    }
    Values::Cell& to = values.set(made, *member);
    copied.place = to.place;
    to = std::move(copied);
  }
  if (!all.empty() && chance(45)) fill(made, *all[below(all.size())], values, 1);
  if (!all.empty() && chance(15)) {
    const guard::Symbol& member = *all[below(all.size())];
    const Values::Cell* from = is_of_union(member) ? nullptr : values.find(of, member);  // its other half would not fit
    if (from) values.alias(made, member, *from);
  }
  return made;
}

void RandomValues::fill(Values::Handle object_, const guard::Symbol& member, Values& values, int depth) {
  if (is_of_union(member)) return fill_union(object_, tables::GuardTypes::field_of(member), values, depth);
  std::vector<Int> numbers;
  std::vector<Values::Handle> objects;
  std::size_t count = member.shape.vector ? below(5) : 1;
  const guard::Record* type = member.type.record;
  bool is_opaque = member.type.base == Base::kOpaque;
  bool is_float = is_opaque && member.user && tables::GuardTypes::field_of(member).type.base >= tables::Base::kF32 &&
                  tables::GuardTypes::field_of(member).type.base <= tables::Base::kF64;
  for (std::size_t i = 0; i < count; ++i) {
    if (member.type.base == Base::kRecord || (is_opaque && !is_float)) {
      objects.push_back(type ? object(*type, values, depth + 1) : values.make(nullptr));
    } else if (member.type.base != Base::kString) {
      numbers.push_back(is_float ? Int{below(3) * 0x3F800000u} : number(member));
    }
  }
  Values::Cell& cell = values.set(object_, member);
  if (!member.shape.vector && objects.empty() && !numbers.empty()) cell.number = numbers.front();
  if (member.shape.vector) cell.numbers = std::move(numbers);
  cell.objects = std::move(objects);
  if (member.type.base == Base::kString) cell.text = text();
}

Int RandomValues::number(const guard::Symbol& member) {
  if (member.type.base == Base::kBool) return Int{chance(15)};
  guard::Storage storage = member.type.of ? member.type.of->storage : member.type.storage;
  Int lo = guard::lowest(storage);
  Int hi = guard::highest(storage);
  if (member.type.of && chance(80)) return member.type.of->rows[below(member.type.of->rows.size())].value;
  constexpr std::array<Int, 22> kKnown = {0,  0, 0,  1,  1,  1,   2,    3,     4,     5,          -1,
                                          -5, 8, 31, 32, 33, 127, 1024, 46341, 65536, 0x7FFFFFFF, 0x80000000};
  Int value = 0;
  if (chance(85)) {
    value = kKnown[below(kKnown.size())];
  } else if (chance(50)) {
    value = (chance(50) ? lo : hi) + Int{below(3)} * (chance(50) ? 1 : -1);
  } else {
    value = Int{static_cast<std::uint64_t>(random_()) << 32 | random_()};
  }
  return std::clamp(value, lo, hi);
}

std::string RandomValues::text() {
  std::string name(model_.operation.custom_code);
  std::string lower = name;
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::array<std::string, 12> known = {name,
                                             name,
                                             name,
                                             lower,
                                             name + "X",
                                             "STREAM_SPLIT",
                                             "ethos-u",
                                             "DISPATCH_OP",
                                             "NPU_BYTE_CODE",
                                             "OfflineMemoryAllocation",
                                             "model_control_dependencies",
                                             ""};
  return known[below(known.size())];
}

}  // namespace npuspec::test
