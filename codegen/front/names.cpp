#include <string>
#include <string_view>

#include "front/limits.h"
#include "front/schema.h"
#include "front/text_rules.h"
#include "front/words.h"

namespace npuspec::schema {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

NameFault name_fault(std::string_view text, NameRule rule) {
  bool dash = rule != NameRule::kIdentifier;
  bool letters = !text.empty() && is_letter(text[0]);
  for (char c : text) letters = letters && (is_letter(c) || is_digit(c) || c == '_' || (dash && c == '-'));
  if (!letters || text.find("__") != text.npos) {
    return {Code::S005, in_quotes(text) + " is not a name",
            dash ? "start with a letter; go on with letters, digits, '-' and single '_'"
                 : "start with a letter; go on with letters, digits and single '_'"};
  }
  if (text.size() > limits::kNameBytes) {
    return {Code::S005, in_quotes(text) + " is too long for a name",
            "a name has at most " + std::to_string(limits::kNameBytes) + " characters"};
  }
  if (is_yaml11_word(text)) {
    return {Code::S006, in_quotes(text) + " cannot be a name: YAML readers take it for a truth value or null",
            "spell it another way, such as `" + std::string(text) +
                "_`: quotes would hold only until someone leaves them out"};
  }
  if (rule == NameRule::kId) return {};
  std::string_view owner = reserved_by(text);
  if (!owner.empty()) {
    return {Code::S006, in_quotes(text) + " cannot be a name: it is a word of " + std::string(owner),
            "choose another name"};
  }
  return {};
}

std::string fold_name(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != '-' && c != '_') out += lower(c);
  }
  return out;
}

}  // namespace npuspec::schema
