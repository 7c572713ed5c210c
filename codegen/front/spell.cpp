#include "front/spell.h"

#include <vector>

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

std::vector<std::string> words(std::string_view name) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = end_of_word(name, i);
    if (end == i) {
      ++i;
      continue;
    }
    std::string& word = found.emplace_back(name.substr(i, end - i));
    for (char& c : word) c = to_lower(c);
    i = end;
  }
  return found;
}

}  // namespace

std::string snake(std::string_view name) {
  std::string text;
  for (const std::string& word : words(name)) text += (text.empty() ? "" : "_") + word;
  return text;
}

std::string upper(std::string_view name) {
  std::string text = snake(name);
  for (char& c : text) c = to_upper(c);
  return text;
}

std::string camel(std::string_view name) {
  std::string text;
  for (std::string& word : words(name)) {
    word[0] = to_upper(word[0]);
    text += word;
  }
  return text;
}

std::string kcamel(std::string_view name) { return "k" + camel(name); }

}  // namespace npuspec
