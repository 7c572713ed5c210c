#include "front/check_scalar.h"

#include <algorithm>
#include <bit>
#include <string>
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

bool spells_number(std::string_view text) { return text[0] == '-' || is_digit(text[0]); }

bool is_within(const Number& number, const Bounds& bounds) {
  if (bounds.power_of_two && !std::has_single_bit(number.magnitude)) return false;
  if (number.negative) return number.as_i64() >= bounds.least;
  return number.magnitude <= bounds.most && (bounds.least < 0 || number.magnitude >= std::uint64_t(bounds.least));
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

Fault number(std::string_view text, const Bounds& bounds, What what) {
  NumberFault fault;
  std::optional<Number> number = parse_number(text, &fault);
  if (!number) return ScalarFault{Code::S008, fault.offset, std::move(fault.message), std::move(fault.help)};
  if (is_within(*number, bounds)) return {};
  return ScalarFault{bounds.code, 0, what.text() + " cannot be " + std::string(text), "it is " + in_words(bounds),
                     true};
}

Fault range(std::string_view text) {
  NumberFault fault;
  if (parse_range(text, &fault)) return {};
  return ScalarFault{Code::S009, fault.offset, std::move(fault.message), std::move(fault.help)};
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

Fault type(std::string_view text) {
  if (!is_type(text)) {
    return ScalarFault{Code::S015, 0, in_quotes(text) + " is not a type",
                       "write one such as u8, i32[] or the name of an enum"};
  }
  std::string_view one = text.substr(0, text.find('['));
  // u33 is no enum's name: whoever writes it means a number.
  bool like_a_number =
      one.size() > 2 && (one[0] == 'u' || one[0] == 'i') && std::all_of(one.begin() + 1, one.end(), is_digit);
  if (!like_a_number || one.substr(1) == "16" || one.substr(1) == "32" || one.substr(1) == "64") return {};
  return ScalarFault{Code::S015, 0, "there is no type " + in_quotes(one),
                     "write u8, u16, u32, u64, i8, i16, i32 or i64"};
}

Fault version(std::string_view text) {
  if (is_version(text)) return {};
  return ScalarFault{Code::S014, 0, in_quotes(text) + " is not a version", "write one such as 1.2 or 3d"};
}

Fault fault_of(std::string_view text, const Shape& shape, What what) {
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
      return number(text, shape.bounds, what);
    case Form::kCount:
      return spells_number(text) ? number(text, shape.bounds, what) : name(text, NameRule::kIdentifier);
    case Form::kRange:
      return range(text);
    case Form::kWord:
      return word(text, shape, what);
    case Form::kBool:
      return boolean(text, what);
    case Form::kVersion:
      return version(text);
    case Form::kType:
      return type(text);
    default:  // kText, kGuard, kScalar
      return {};
  }
}

// Of a sound text in quotes where none belongs.
Fault in_vain(std::string_view text, const Shape& shape, What what) {
  auto fault = [&](Code code, std::string_view wanted) {
    return ScalarFault{code, 0, what.text() + " must be " + std::string(wanted) + ", not a text in quotes",
                       "take the quotes away"};
  };
  if (shape.form == Form::kBool) return fault(Code::S010, "true or false");
  if (shape.form == Form::kRange) return fault(Code::S009, "a range");
  bool number = shape.form == Form::kNumber || (shape.form == Form::kCount && spells_number(text));
  return number ? Fault(fault(Code::S008, "a number")) : std::nullopt;
}

}  // namespace

std::string in_words(const Bounds& bounds) {
  constexpr Bounds kAny;
  if (bounds.power_of_two) return "a power of two up to " + std::to_string(bounds.most);
  if (bounds.least == kAny.least && bounds.most == kAny.most) return {};
  return "from " + std::to_string(bounds.least) + " to " + std::to_string(bounds.most);
}

std::optional<ScalarFault> scalar_fault(const Node& scalar, const Shape& shape, What what, std::string_view example) {
  if (scalar.text.empty()) {
    return ScalarFault{
        Code::S004, 0, what.text() + " is empty",
        example.empty() ? "write something, or leave the key out" : "for example " + std::string(example)};
  }
  Fault fault = fault_of(scalar.text, shape, what);
  return fault || !scalar.quoted ? fault : in_vain(scalar.text, shape, what);
}

std::optional<ScalarFault> key_fault(std::string_view text, const Shape& shape) {
  Node key;
  key.text = text;
  return scalar_fault(key, shape, {text}, {});
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
