// Values for the rules to be tried on: a graph of records, as flatbuffer tables and callers' views are.
//
// An object is of one guard::Record and has a cell for each of its members: a number, a text, numbers, another object,
// or several. A cell that may be absent says whether it is there; everything that stands somewhere of its own has a
// place, and two cells have the same place only when one was made an alias of the other. Numbers of an object that
// nobody set are the defaults of their fields. A float is the number of its bits.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "front/guard/interp.h"
#include "front/guard/scope.h"

namespace npuspec::wire {

class Values final : public guard::Objects {
 public:
  struct Cell {
    bool present = false;
    guard::Int number = 0;
    std::string text;
    std::vector<guard::Int> numbers;  // of a vector of scalars
    std::vector<Handle> objects;      // of a vector of records, or one record
    guard::Int place = 0;
  };

  struct Object {
    const guard::Record* type = nullptr;  // null: an Opaque
    guard::Int place = 0;
    std::unordered_map<const guard::Symbol*, Cell> cells;
  };

  Handle make(const guard::Record* type);

  // A cell of an object that is there from now on; its place is new.
  Cell& set(Handle object, const guard::Symbol& member);

  // Makes a cell stand for the same thing as another.
  void alias(Handle object, const guard::Symbol& member, const Cell& same_as);

  const Object& at(Handle object) const { return objects_[object - 1]; }
  const Cell* find(Handle object, const guard::Symbol& member) const;  // null: absent, or at its default

  // What the names of a scope stand for while guards run: the things that a group is given.
  void bind(const guard::Symbol& name, Handle object) { roots_[&name] = object; }

  guard::Int number(Handle owner, const guard::Symbol& field) const override;
  Handle record(Handle owner, const guard::Symbol& field) const override;
  bool present(Handle owner, const guard::Symbol& field) const override;
  std::string_view text(Handle owner, const guard::Symbol& field) const override;
  std::size_t length(Handle owner, const guard::Symbol& field) const override;
  guard::Int element(Handle owner, const guard::Symbol& field, std::size_t index) const override;
  Handle element_record(Handle owner, const guard::Symbol& field, std::size_t index) const override;
  bool same(Handle owner, const guard::Symbol& field, Handle owner2, const guard::Symbol& field2) const override;
  guard::Int place(Handle owner, const guard::Symbol& field) const override;

  // Equal in every member, deeply. What a guard cannot look into is the same only in one place.
  bool same_objects(Handle a, Handle b) const;

 private:
  bool same_cells(Handle a, const guard::Symbol& field, Handle b, const guard::Symbol& field2) const;

  std::deque<Object> objects_;
  std::unordered_map<const guard::Symbol*, Handle> roots_;
  guard::Int places_ = 0;
};

}  // namespace npuspec::wire
