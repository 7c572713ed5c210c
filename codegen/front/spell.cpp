#include "front/spell.h"

#include <algorithm>

namespace npuspec {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

// Where the word that begins at `from` ends: capitals with digits after them, or small letters and digits, which may
// begin with one capital. Other characters part words.
std::size_t end_of_word(std::string_view name, std::size_t from) {
  auto at = [&](std::size_t i) { return i < name.size() ? name[i] : '\0'; };
  std::size_t end = from;
  while (is_upper(at(end))) ++end;
  if (end > from + 1 && is_lower(at(end))) return end - 1;
  if (end > from && !is_lower(at(end))) {
    while (is_digit(at(end))) ++end;
    return end;
  }
  while (is_lower(at(end)) || is_digit(at(end))) ++end;
  return end;
}

// Calls use(word) for each word of a name.
template <class Use>
void for_each_word(std::string_view name, Use use) {
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = end_of_word(name, i);
    if (end > i) use(name.substr(i, end - i));
    i = std::max(end, i + 1);
  }
}

}  // namespace

std::string snake(std::string_view name) {
  std::string text;
  text.reserve(name.size() + 4);
  for_each_word(name, [&](std::string_view word) {
    if (!text.empty()) text += '_';
    for (char c : word) text += to_lower(c);
  });
  return text;
}

std::string upper(std::string_view name) {
  std::string text = snake(name);
  for (char& c : text) c = to_upper(c);
  return text;
}

std::string camel(std::string_view name) {
  std::string text;
  text.reserve(name.size());
  for_each_word(name, [&](std::string_view word) {
    text += to_upper(word[0]);
    for (char c : word.substr(1)) text += to_lower(c);
  });
  return text;
}

std::string kcamel(std::string_view name) { return "k" + camel(name); }

}  // namespace npuspec
