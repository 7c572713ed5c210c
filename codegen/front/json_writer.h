// Writes JSON into a text as it goes: the same bytes as Json::dump(), for what is too large to be built as a tree
// first.
//
//   JsonWriter out(text);
//   auto row = out.object();
//   out.put("name", "rank");
//   auto types = out.array("types");
//   out.add("u8");
//
// An object or an array ends with the scope of what object() or array() returned. The caller keeps keys unique and
// texts UTF-8. Costs no memory but the text's.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "front/json_fwd.h"

namespace npuspec {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  class [[nodiscard]] Scope {
   public:
    Scope(std::string& out, char end) : out_(out), end_(end) {}
    ~Scope() { out_ += end_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    std::string& out_;
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
    out_ += begin;
    return {out_, end};
  }

  // A comma after all but what begins an object, an array or a member's value; no text ends in one of these.
  void separate() {
    if (!out_.empty() && out_.back() != '{' && out_.back() != '[' && out_.back() != ':') out_ += ',';
  }

  void write_key(std::string_view key) {
    separate();
    write(key);
    out_ += ':';
  }

  void write(std::string_view text);
  void write(const std::string& text) { write(std::string_view(text)); }
  void write(const char* text) { write(std::string_view(text)); }
  void write(bool value) { out_ += value ? "true" : "false"; }
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

  std::string& out_;
};

}  // namespace npuspec
