#include "front/check_scalar.h"

#include <algorithm>
#include <utility>

#include "front/number.h"

namespace npuspec::schema {
namespace {

using Fault = std::optional<ScalarFault>;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Digits with points between them, and perhaps one small letter last.
bool is_version(std::string_view text) {
  bool digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool letter = text[i] >= 'a' && text[i] <= 'z' && digit && i + 1 == text.size();
    bool point = text[i] == '.' && digit && i + 1 < text.size();
    if (!is_digit(text[i]) && !letter && !point) return false;
    digit = is_digit(text[i]);
  }
  return !text.empty();
}

bool is_type(std::string_view text) {
  if (text.ends_with("[]")) text.remove_suffix(2);
  return !text.empty() && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

Fault name(std::string_view text, NameRule rule) {
  NameFault fault = name_fault(text, rule);
  if (!fault) return {};
  return ScalarFault{fault.code, 0, std::move(fault.message), std::move(fault.help)};
}

Fault reference(std::string_view text) {
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t end = std::min(text.find('.', begin), text.size());
    NameFault fault = name_fault(text.substr(begin, end - begin), NameRule::kId);
    if (fault) {
      return ScalarFault{fault.code, begin, in_quotes(text) + " is not a reference",
                         "write a name, or names with '.' between them"};
    }
    begin = end + 1;
  }
  return {};
}

Fault number(std::string_view text, bool is_range) {
  NumberFault fault;
  bool read = is_range ? parse_range(text, &fault).has_value() : parse_number(text, &fault).has_value();
  if (read) return {};
  return ScalarFault{is_range ? Code::S009 : Code::S008, fault.offset, std::move(fault.message), std::move(fault.help)};
}

Fault word(std::string_view text, const Shape& shape, What what) {
  if (std::find(shape.words.begin(), shape.words.end(), text) != shape.words.end()) return {};
  std::string_view near = nearest(text, shape.words);
  return ScalarFault{Code::S011, 0, what.text() + " cannot be " + in_quotes(text),
                     near.empty() ? "write " + joined(shape.words, "or") : "did you mean " + in_quotes(near) + "?"};
}

Fault boolean(std::string_view text, What what) {
  if (text == "true" || text == "false") return {};
  return ScalarFault{Code::S010, 0, what.text() + " must be true or false, not " + in_quotes(text),
                     "write true or false"};
}

// NAME or NAME[INDEX in DOMAIN, ...]; the guard language says what may stand in the brackets.
Fault target(std::string_view text) {
  std::size_t open = text.find('[');
  Fault fault = name(text.substr(0, open), NameRule::kIdentifier);
  if (fault || open == text.npos || text.ends_with(']')) return fault;
  return ScalarFault{Code::S005, 0, in_quotes(text) + " has no ']'",
                     "write NAME or NAME[INDEX in DOMAIN]; put quotes around it inside { }"};
}

}  // namespace

std::optional<ScalarFault> scalar_fault(std::string_view text, const Shape& shape, What what,
                                        std::string_view example) {
  if (text.empty()) {
    return ScalarFault{
        Code::S004, 0, what.text() + " is empty",
        example.empty() ? "write something, or leave the key out" : "for example " + std::string(example)};
  }
  switch (shape.form) {
    case Form::kName:
      return name(text, NameRule::kIdentifier);
    case Form::kUnit:
      return name(text, NameRule::kUnit);
    case Form::kId:
      return name(text, NameRule::kId);
    case Form::kRef:
      return reference(text);
    case Form::kTarget:
      return target(text);
    case Form::kNumber:
      return number(text, false);
    case Form::kRange:
      return number(text, true);
    case Form::kWord:
      return word(text, shape, what);
    case Form::kBool:
      return boolean(text, what);
    case Form::kVersion:
      if (is_version(text)) return {};
      return ScalarFault{Code::S014, 0, in_quotes(text) + " is not a version", "write one such as 1.2 or 3d"};
    case Form::kType:
      if (is_type(text)) return {};
      return ScalarFault{Code::S015, 0, in_quotes(text) + " is not a type",
                         "write one such as u8, i32[] or the name of an enum"};
    default:  // kText, kGuard, kScalar
      return {};
  }
}

std::optional<ScalarFault> key_fault(std::string_view text, const Shape& shape) {
  return scalar_fault(text, shape, {text}, {});
}

std::string joined(const std::vector<std::string_view>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) out += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace npuspec::schema
