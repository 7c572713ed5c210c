#include "front/diag.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

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

auto order_of(const Diag& d) { return std::tie(d.at, d.code, d.severity, d.message); }

}  // namespace

std::string_view name(Code code) { return kCodes[static_cast<std::size_t>(code)].name; }

std::string_view meaning(Code code) { return kCodes[static_cast<std::size_t>(code)].meaning; }

std::size_t code_count() { return std::size(kCodes); }

Diag& Diag::hint(std::string text) {
  help = std::move(text);
  return *this;
}

Diag& Diag::note(Place where, std::string text) {
  notes.push_back({where, std::move(text)});
  return *this;
}

Diag& Diag::span(std::size_t bytes) {
  width = static_cast<std::uint32_t>(std::clamp<std::size_t>(bytes, 1, UINT32_MAX));
  return *this;
}

Diag& Diags::error(Code code, Place at, std::string message) {
  ++errors_;
  return list_.emplace_back(Diag{code, Severity::kError, at, 1, std::move(message), {}, {}});
}

Diag& Diags::warning(Code code, Place at, std::string message) {
  return list_.emplace_back(Diag{code, Severity::kWarning, at, 1, std::move(message), {}, {}});
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
  for (std::string_view candidate : candidates) {
    bool begins_alike = word.size() > 3 && candidate.size() > 3 && lower(word[0]) == lower(candidate[0]) &&
                        lower(word[1]) == lower(candidate[1]);
    std::size_t limit = word.size() / 3 + (begins_alike ? 1 : 0);
    if (candidate.size() > std::min(kLongestGuess, word.size() + limit) || candidate.size() + limit < word.size()) {
      continue;
    }
    std::size_t distance = edit_distance(word, candidate);
    if (distance <= limit && distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace npuspec
