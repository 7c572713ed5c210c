#include "base/json_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace npuspec {
namespace {

using Json = nlohmann::json;

// The text, as its reader takes it; tells how far the reader is.
class Bytes {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Bytes(const char* at, const char** reader) : at_(at), reader_(reader) {}
  const char& operator*() const { return *at_; }
  Bytes& operator++() {
    *reader_ = ++at_;
    return *this;
  }
  Bytes operator++(int) {
    const Bytes before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Bytes& a, const Bytes& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  const char** reader_;
};

std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
         std::to_string(before.size() - line_start + 1) + ": ";
}

// Builds the tree, and stops at the first fault.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, Json& out) : text_(text), reader_(text.data()), out_(out) {}

  std::string read() {
    const Bytes begin(text_.data(), &reader_);
    const Bytes end(text_.data() + text_.size(), &reader_);
    Json::sax_parse(begin, end, static_cast<nlohmann::json_sax<Json>*>(this));
    return std::move(fault_);
  }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // JSON has none
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const auto [place, is_new] = open_.back()->get_ref<Json::object_t&>().emplace(name, nullptr);
    next_ = &place->second;
    return is_new || refuse(start_of_key(), "the key " + key_of(name) + " comes twice in one object");
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) override {
    return refuse(position == 0 ? 0 : position - 1, std::string("no JSON: ") + error.what());
  }

 private:
  std::size_t read_so_far() const { return static_cast<std::size_t>(reader_ - text_.data()); }

  // Its text in the file ends where the reader is: within it, no quote stands without a backslash.
  std::size_t start_of_key() const {
    std::size_t at = read_so_far() - 1;
    do {
      at = text_.rfind('"', at - 1);
    } while (text_[at - 1] == '\\');
    return at;
  }

  static std::string key_of(const std::string& name) {
    constexpr std::size_t kMostShown = 120;
    std::string out = Json(name.substr(0, kMostShown)).dump(-1, ' ', true, Json::error_handler_t::replace);
    out.front() = out.back() = '\'';
    return out;
  }

  bool refuse(std::size_t byte, const std::string& what) {
    fault_ = line_and_column(text_, byte) + what;
    return false;
  }

  Json* put(Json value) {
    if (open_.empty()) {
      out_ = std::move(value);
      return &out_;
    }
    if (open_.back()->is_array()) return &open_.back()->get_ref<Json::array_t&>().emplace_back(std::move(value));
    *next_ = std::move(value);
    return next_;
  }

  bool add(Json value) {
    put(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (open_.size() == kMostJsonDepth) return refuse(read_so_far() - 1, "it is nested deeper than any file of ours");
    open_.push_back(put(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const char* reader_;
  Json& out_;
  std::vector<Json*> open_;  // the lists and objects that are not at their end, outermost first
  Json* next_ = nullptr;     // what the last key of an object is to hold
  std::string fault_;
};

}  // namespace

std::string read_json(std::string_view text, nlohmann::json& out) {
  // The parser takes it for the end, and no JSON has it.
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos) return line_and_column(text, zero) + "no JSON: a byte of 0";
  return Builder(text, out).read();
}

}  // namespace npuspec
