// Reads the fields of a JSON object by a contract, for generated code: each gives an empty text, or what is wrong and
// where.
//
// Json is nlohmann's json or ordered_json. Nothing is taken for something else: a number in quotes is no number, 1.0 is
// no integer. Nothing throws but for want of memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace npuspec::json_fields {

template <class Json>
class Object {
 public:
  // `at` is where the object stands: "segments[2]", or empty for the whole.
  Object(const Json& json, const std::string& at) : json_(json), at_(at) {}

  std::string path(const char* key) const { return at_.empty() ? key : at_ + "." + key; }
  const Json& operator[](const char* key) const { return *json_.find(key); }

  // That it is no object, or has another key than these. What is missing is told where it is read.
  std::string fault(std::initializer_list<std::string_view> keys) const {
    std::string where = at_.empty() ? "this" : at_;
    if (!json_.is_object()) return where + " is no object";
    for (const auto& item : json_.items()) {
      if (std::find(keys.begin(), keys.end(), item.key()) != keys.end()) continue;
      return where + " has a key that is not the contract's: " + Json(item.key()).dump(-1, ' ', true);
    }
    return {};
  }

  std::string has(const char* key) const { return json_.contains(key) ? "" : path(key) + " is missing"; }

  std::string string(const char* key, std::string& out) const {
    return value(key, out, "a string", [](const Json& json) { return json.is_string(); });
  }

  std::string string(const char* key, std::optional<std::string>& out) const {
    return or_null(key, out, &Object::string_of);
  }

  std::string sha256(const char* key, std::string& out) const {
    return value(key, out, "a SHA-256 in 64 lower-case hexadecimal digits", [](const Json& json) {
      if (!json.is_string()) return false;
      const auto& text = json.template get_ref<const std::string&>();
      return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    });
  }

  std::string boolean(const char* key, bool& out) const {
    return value(key, out, "true or false", [](const Json& json) { return json.is_boolean(); });
  }

  template <class Number>
  std::string number(const char* key, Number& out, std::uint64_t lo, std::uint64_t hi) const {
    if (std::string fault = has(key); !fault.empty()) return fault;
    return read_number((*this)[key], out, lo, hi, path(key));
  }

  template <class Number>
  std::string numbers(const char* key, std::vector<Number>& out, std::uint64_t lo, std::uint64_t hi,
                      bool ascending) const {
    std::string fault = list(key, out, [&](const Json& one, Number& to, const std::string& where) {
      return read_number(one, to, lo, hi, where);
    });
    if (!fault.empty() || !ascending) return fault;
    for (std::size_t i = 1; i < out.size(); ++i) {
      if (out[i] <= out[i - 1]) return path(key) + "[" + std::to_string(i) + "] is not greater than the one before it";
    }
    return {};
  }

  template <class T, class Read>
  std::string list(const char* key, std::vector<T>& out, Read read) const {
    if (std::string fault = has(key); !fault.empty()) return fault;
    const Json& json = (*this)[key];
    if (!json.is_array()) return path(key) + " is no list";
    out.clear();
    for (const Json& one : json) {
      const std::string where = path(key) + "[" + std::to_string(out.size()) + "]";
      std::string fault = read(one, out.emplace_back(), where);
      if (!fault.empty()) return fault;
    }
    return {};
  }

 private:
  template <class T, class Is>
  std::string value(const char* key, T& out, const char* what, Is is) const {
    if (std::string fault = has(key); !fault.empty()) return fault;
    const Json& json = (*this)[key];
    if (!is(json)) return path(key) + " is not " + what;
    out = json.template get<T>();
    return {};
  }

  template <class T>
  std::string or_null(const char* key, std::optional<T>& out,
                      std::string (Object::*read)(const char*, T&) const) const {
    if (std::string fault = has(key); !fault.empty()) return fault;
    out.reset();
    return (*this)[key].is_null() ? std::string() : (this->*read)(key, out.emplace());
  }

  std::string string_of(const char* key, std::string& out) const { return string(key, out); }

  template <class Number>
  static std::string read_number(const Json& json, Number& out, std::uint64_t lo, std::uint64_t hi,
                                 const std::string& where) {
    bool is_whole = json.is_number_unsigned() || (json.is_number_integer() && json.template get<std::int64_t>() >= 0);
    std::uint64_t read = is_whole ? json.template get<std::uint64_t>() : 0;
    if (!is_whole || read < lo || read > hi) {
      return where + " is not a whole number from " + std::to_string(lo) + " to " + std::to_string(hi);
    }
    out = static_cast<Number>(read);
    return {};
  }

  const Json& json_;
  std::string at_;
};

}  // namespace npuspec::json_fields
