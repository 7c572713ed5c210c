// What is known of expressions, by their keys: the Checker's memory.
//
// A key is a number for "says the same": two trees of the same shape over the same names have one. Facts come in three
// layers, newest first: those of the place being walked (inner), those of an Under, and those that hold for good. Each
// entry is already met with all older ones, so the newest decides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "front/guard/typed.h"

namespace npuspec::guard {

// Exact identity of nodes: the words that make a node up, interned.
class Keys {
 public:
  std::uint32_t intern(std::span<const std::uint64_t> words);

  std::size_t size() const { return entries_.size(); }

  // Of a node whose parts have theirs. `let` is the let it stands in, if any: its locals are its own.
  std::uint32_t of(const Typed& n, const Let* let = nullptr);

  // So many places, nobody else's, where an Interpreter keeps the values of a let.
  std::uint32_t take_memo(std::uint32_t size) { return std::exchange(memo_, memo_ + size); }

 private:
  struct Entry {
    std::uint32_t from = 0;
    std::uint32_t size = 0;
    std::uint64_t hash = 0;
  };
  void grow();

  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> spelled_;  // by of(), reused
  std::vector<Entry> entries_;          // by key; key 0 is nobody's
  std::vector<std::uint32_t> table_;    // open addressing, a power of two long; 0: free
  std::uint32_t memo_ = 0;
};

class Facts {
 public:
  struct Entry {
    std::uint32_t key = 0;
    const Typed* node = nullptr;  // null: a fact about any element of an array (Bounder::any_key)
    Bounds bounds;
  };

  // Null when nothing is known.
  const Bounds* find(std::uint32_t key) const;

  void put(std::uint32_t key, const Typed* node, const Bounds& bounds);

  // Inner facts, which a walk makes and forgets; those set aside stay.
  std::size_t inner_mark() const { return inner_.size(); }
  void forget_inner(std::size_t mark) { inner_.forget(mark); }
  std::span<const Entry> inner_since(std::size_t mark) const { return inner_.since(mark); }

  // A walk is under way: put() goes to the inner layer.
  void walking(bool yes) { walking_ = yes; }
  bool is_walking() const { return walking_; }

  std::size_t enter_under();  // gives the mark to leave with
  void leave_under(std::size_t mark);
  std::size_t unders() const { return unders_; }

  // Sets the inner facts aside while a let is looked into; and, when it is typed for good, those of Unders too.
  class Aside {
   public:
    Aside(Facts& facts, bool unders_too);
    ~Aside();
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

   private:
    Facts& facts_;
    std::size_t inner_;
    std::size_t under_;
  };

 private:
  // Entries in the order of time, each with the one before it of the same key.
  class Layer {
   public:
    std::size_t size() const { return entries_.size(); }
    std::span<const Entry> since(std::size_t mark) const { return std::span(entries_).subspan(mark); }
    const Bounds* find(std::uint32_t key) const;
    void put(const Entry& entry);
    void forget(std::size_t mark);

    // Hides all that there are; show() gives them back. What is put meanwhile must be forgotten by then.
    std::size_t hide() { return std::exchange(hidden_, entries_.size()); }
    void show(std::size_t hidden) { hidden_ = hidden; }
    std::size_t hidden() const { return hidden_; }

   private:
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> before_;  // by entry: the one before it of its key, counted from 1; 0: none
    std::vector<std::uint32_t> newest_;  // by key, in the same way
    std::size_t hidden_ = 0;             // so many of the oldest
  };

  std::vector<std::optional<Bounds>> base_;  // by key
  Layer under_;
  Layer inner_;
  std::size_t unders_ = 0;
  bool walking_ = false;
};

}  // namespace npuspec::guard
