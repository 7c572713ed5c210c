// What is wrong with an input, said so that its owner can mend it.
//
// A Diag has a stable code (never reused, listed with its meaning in codes.def), a place, one sentence that says what
// is wrong, notes that point at other places involved, and a help line that says what to do. Checks collect into an
// explicit Diags and go on; nothing here exits, or throws unless told to. What a text quotes may be of any length: a
// word or a text too long to read is cut in its middle. A Diags belongs to one thread; merge() joins them in a fixed
// order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "front/source.h"

namespace npuspec {

enum class Severity { kError, kWarning };

enum class Code : std::uint16_t {
#define NPUSPEC_CODE(name, meaning) name,
#include "front/codes.def"
#undef NPUSPEC_CODE
};

std::string_view name(Code code);     // "Y003"
std::string_view meaning(Code code);  // one line, for `--help`, SARIF rules and the reference page
std::size_t code_count();             // codes run from 0 to this, not held

struct Note {
  Place at;
  std::string text;
};

struct Diag {
  Code code;
  Severity severity;
  Place at;
  std::uint32_t width = 1;  // bytes under the caret
  std::string message;
  std::string help;
  std::vector<Note> notes;

  // For call chains: diags.error(Code::S001, at, "unknown key 'nmae'").hint("did you mean 'name'?").note(...)
  Diag& hint(std::string text);
  Diag& note(Place where, std::string text);
  Diag& span(std::size_t bytes);
};

class Diags {
 public:
  // Thrown by error() once stop_after() says so.
  struct Full {};

  // The reference returned is good until the next call.
  Diag& error(Code code, Place at, std::string message);
  Diag& warning(Code code, Place at, std::string message);

  bool failed() const { return errors_ != 0; }
  std::size_t errors() const { return errors_; }
  std::size_t warnings() const { return list_.size() - errors_; }
  const std::vector<Diag>& list() const { return list_; }

  // So many errors more, and the next throws; so many warnings more, and the next are let go. kNever: neither.
  static constexpr std::size_t kNever = SIZE_MAX;
  void stop_after(std::size_t most);
  bool takes_warnings() const { return warnings() < most_warnings_; }

  void merge(Diags&& other);
  void sort();  // by place, then code; two that are alike in all but notes become one

 private:
  std::vector<Diag> list_;
  std::size_t errors_ = 0;
  std::size_t most_errors_ = kNever;
  std::size_t most_warnings_ = kNever;
  Diag let_go_{};
};

// 'text': how messages set off a name or a value.
std::string in_quotes(std::string_view text);

// The candidate nearest to `word` (at most one edit per three letters, a swap of neighbours being one; one more where
// the first two letters are the same; case ignored), or empty. Of very many only the first of like length are tried.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

enum class DiagFormat { kText, kJson, kSarif };

// kText: `file:line:col: error[D012]: message`, the source line, a caret, `help:` and `note:` lines.
// kJson: one array of objects. kSarif: a SARIF 2.1.0 log with one run.
std::string render(const Diags& diags, const Sources& sources, DiagFormat format);

}  // namespace npuspec
