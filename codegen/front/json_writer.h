// Writes JSON into a text as it goes: the same bytes as Json::dump(), for what is too large to be built as a tree
// first.
//
//   JsonWriter out;
//   {
//     auto row = out.object();
//     out.put("name", "rank");
//     auto types = out.array("types");
//     out.add("u8");
//   }
//   use(out.text());
//
// An object or an array ends with the scope of what object() or array() returned. The caller keeps keys unique and
// plain (nothing that JSON escapes), and texts UTF-8. Costs no memory but the text's, which clear() keeps for the next.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "front/json_fwd.h"

namespace npuspec {

class JsonWriter {
 public:
  JsonWriter() = default;
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  std::string_view text() const { return {bytes_.get(), size_}; }
  void clear() { size_ = 0; }

  class [[nodiscard]] Scope {
   public:
    Scope(JsonWriter& out, char end) : out_(out), end_(end) {}
    ~Scope() { out_.append(end_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    JsonWriter& out_;
    char end_;
  };

  // As an item of an array, or alone.
  Scope object() { return open('{', '}'); }
  Scope array() { return open('[', ']'); }

  // As a member of an object.
  Scope object(std::string_view key) {
    write_key(key);
    return object();
  }
  Scope array(std::string_view key) {
    write_key(key);
    return array();
  }

  // A text, a truth value or a whole number of at most 64 bits.
  template <class Value>
  void put(std::string_view key, const Value& value) {
    write_key(key);
    write(value);
  }
  template <class Value>
  void add(const Value& value) {
    separate();
    write(value);
  }

  // The members of an object that was built as a tree.
  void put_members(const Json& object);

 private:
  Scope open(char begin, char end) {
    separate();
    append(begin);
    return {*this, end};
  }

  // A comma after all but what begins an object, an array or a member's value; no text ends in one of these.
  bool wants_comma() const {
    if (size_ == 0) return false;
    char last = bytes_[size_ - 1];
    return last != '{' && last != '[' && last != ':';
  }
  void separate() {
    if (wants_comma()) append(',');
  }

  void write_key(std::string_view key);
  void write(std::string_view text);
  void write(const std::string& text) { write(std::string_view(text)); }
  void write(const char* text) { write(std::string_view(text)); }
  void write(bool value) { append(value ? std::string_view("true") : std::string_view("false")); }
  void write(std::int64_t value);
  void write(std::uint64_t value);
  template <std::signed_integral Number>
  void write(Number value) {
    write(std::int64_t{value});
  }
  template <std::unsigned_integral Number>
  void write(Number value) {
    write(std::uint64_t{value});
  }

  // Where the next `bytes` go; the caller adds to size_ what it wrote of them.
  char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return &bytes_[size_];
  }
  void append(char c) {
    *room(1) = c;
    ++size_;
  }
  void append(std::string_view text) { size_ += text.copy(room(text.size()), text.size()); }
  void append_escaped(char c);
  void grow(std::size_t bytes);

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace npuspec
