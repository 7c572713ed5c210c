#include "front/diag.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "front/limits.h"
#include "front/utf8.h"

namespace npuspec {
namespace {

struct CodeText {
  std::string_view name;
  std::string_view meaning;
};

constexpr CodeText kCodes[] = {
#define NPUSPEC_CODE(name, meaning) {#name, meaning},
#include "front/codes.def"
#undef NPUSPEC_CODE
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::size_t kLongestGuess = 64;

// Insertions, deletions, replacements and swaps of neighbours that make one of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, kLongestGuess + 1> before{}, last{}, row{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t replaced = last[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

// A text without its middle, in which no character is cut.
std::string without_middle(std::string_view text, std::size_t most) {
  constexpr std::string_view kCut = "...";
  std::size_t front = (most - kCut.size()) * 2 / 3;
  std::size_t back = text.size() - (most - kCut.size() - front);
  while (front > 0 && utf8::is_continuation(text[front])) --front;
  while (back < text.size() && utf8::is_continuation(text[back])) ++back;
  return std::string(text.substr(0, front)) + std::string(kCut) + std::string(text.substr(back));
}

// What a person reads of a text that quotes an input.
std::string shortened(std::string text) {
  constexpr std::size_t kLongestWord = 200;
  constexpr std::size_t kLongestText = 1200;
  if (text.size() <= kLongestWord) return text;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find(' ', at), text.size());
    std::string_view word = std::string_view(text).substr(at, end - at);
    out += word.size() > kLongestWord ? without_middle(word, kLongestWord) : word;
    if (end < text.size()) out += ' ';
    at = end + 1;
  }
  return out.size() > kLongestText ? without_middle(out, kLongestText) : out;
}

auto order_of(const Diag& d) { return std::tie(d.at, d.code, d.severity, d.message); }

}  // namespace

std::string_view name(Code code) { return kCodes[static_cast<std::size_t>(code)].name; }

std::string_view meaning(Code code) { return kCodes[static_cast<std::size_t>(code)].meaning; }

std::size_t code_count() { return std::size(kCodes); }

Diag& Diag::hint(std::string text) {
  help = shortened(std::move(text));
  return *this;
}

Diag& Diag::note(Place where, std::string text) {
  notes.push_back({where, shortened(std::move(text))});
  return *this;
}

Diag& Diag::span(std::size_t bytes) {
  width = static_cast<std::uint32_t>(std::clamp<std::size_t>(bytes, 1, UINT32_MAX));
  return *this;
}

Diag& Diags::error(Code code, Place at, std::string message) {
  if (errors_ >= most_errors_) throw Full();
  ++errors_;
  return list_.emplace_back(Diag{code, Severity::kError, at, 1, shortened(std::move(message)), {}, {}});
}

Diag& Diags::warning(Code code, Place at, std::string message) {
  if (!takes_warnings()) return let_go_ = {};
  return list_.emplace_back(Diag{code, Severity::kWarning, at, 1, shortened(std::move(message)), {}, {}});
}

void Diags::stop_after(std::size_t most) {
  most_errors_ = most == kNever ? kNever : errors() + most;
  most_warnings_ = most == kNever ? kNever : warnings() + most;
}

void Diags::merge(Diags&& other) {
  errors_ += std::exchange(other.errors_, 0);
  list_.insert(list_.end(), std::make_move_iterator(other.list_.begin()), std::make_move_iterator(other.list_.end()));
  other.list_.clear();
}

void Diags::sort() {
  std::stable_sort(list_.begin(), list_.end(), [](const Diag& a, const Diag& b) { return order_of(a) < order_of(b); });
  auto end = std::unique(list_.begin(), list_.end(),
                         [](const Diag& a, const Diag& b) { return order_of(a) == order_of(b) && a.help == b.help; });
  list_.erase(end, list_.end());
  errors_ = static_cast<std::size_t>(
      std::count_if(list_.begin(), list_.end(), [](const Diag& d) { return d.severity == Severity::kError; }));
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  if (word.empty() || word.size() > kLongestGuess) return best;
  std::size_t least = word.size();
  std::size_t looked_at = 0;
  for (std::string_view candidate : candidates) {
    bool begins_alike = word.size() > 3 && candidate.size() > 3 && lower(word[0]) == lower(candidate[0]) &&
                        lower(word[1]) == lower(candidate[1]);
    std::size_t limit = word.size() / 3 + (begins_alike ? 1 : 0);
    if (candidate.size() > std::min(kLongestGuess, word.size() + limit) || candidate.size() + limit < word.size()) {
      continue;
    }
    if (++looked_at > limits::kGuesses) break;
    std::size_t distance = edit_distance(word, candidate);
    if (distance <= limit && distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace npuspec
