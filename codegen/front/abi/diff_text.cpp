// The diff for people: by spec, then by what a change means, then by what changed; the verdict stands last.
#include <algorithm>
#include <utility>

#include "front/abi/diff_formats.h"
#include "front/abi/diff_parts.h"

namespace npuspec {
namespace {

constexpr std::size_t kWidth = 118;
constexpr std::size_t kTellOneByOne = 4;  // changes of the same attribute, each on a line with its place

std::string abi_of(const SpecDiff& spec) {
  if (!spec.in_old) return "new, abi " + written(spec.new_abi);
  if (!spec.in_new) return "gone, abi was " + written(spec.old_abi);
  return "abi " + written(spec.old_abi) + " -> " + written(spec.new_abi);
}

// A policy is not read but entered.
std::string breaks(const Finding& found) {
  std::string_view who = directions(found.rule);
  if (who == "none") return {};
  if (who == "both") return " [both directions]";
  if (found.rule.abi_class != AbiClass::kPolicy) return " [" + std::string(who) + "]";
  return found.rule.old_reader ? " [old callers, new policy]" : " [new callers, old policy]";
}

// Text at an indentation, broken at blanks where it would pass the width.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string result(indent, ' ');
  std::size_t column = indent;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find(' ', at), text.size());
    if (column > indent && column + (end - at) + 1 > kWidth) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) result += ' ', ++column;
    result += text.substr(at, end - at);
    column += end - at;
    at = end + 1;
  }
  return result + "\n";
}

class TextWriter {
 public:
  TextWriter(const LoadedReport& before, const LoadedReport& after) : before_(before), after_(after) {}

  std::string write(const Diff& diff) {
    for (const SpecDiff& spec : diff.specs) write(spec);
    text_ += verdict(diff) + "\n";
    return std::move(text_);
  }

 private:
  void write(const SpecDiff& spec) {
    text_ += spec.name + " (" + spec.kind + "), " + abi_of(spec) + "\n";
    if (!spec.summary.empty()) text_ += wrapped(spec.summary, 2);
    std::vector<const Finding*> words;
    for (std::size_t i = 0; i < spec.findings.size();) {
      std::size_t end = i;
      while (end < spec.findings.size() && is_like(spec.findings[i], spec.findings[end])) ++end;
      if (spec.findings[i].rule.severity == AbiSeverity::kDocOnly) {
        for (std::size_t each = i; each < end; ++each) words.push_back(&spec.findings[each]);
      } else {
        write_group(spec, i, end);
      }
      i = end;
    }
    write_words(words);
    text_ += "\n";
  }

  // Short ones as they changed, "effect reset: cost 105 ms -> 50 ms"; sentences are only named.
  void write_words(const std::vector<const Finding*>& words) {
    constexpr std::size_t kShort = 60;
    if (words.empty()) return;
    text_ += "  doc-only: " + counted(words.size(), "change") + " of words\n";
    std::string text;
    for (const Finding* found : words) {
      bool tell = found->message.size() <= kShort || found->attribute.empty();
      text += (text.empty() ? "" : "; ") +
              (tell ? found->message : attribute_name(found->attribute) + " of " + found->subject);
    }
    text_ += wrapped(text, 4);
  }

  static bool is_like(const Finding& a, const Finding& b) {
    return a.rule.severity == b.rule.severity && a.rule.abi_class == b.rule.abi_class &&
           a.rule.sentence == b.rule.sentence && a.rule.old_reader == b.rule.old_reader &&
           a.rule.new_reader == b.rule.new_reader;
  }

  void write_group(const SpecDiff& spec, std::size_t begin, std::size_t end) {
    const Finding& first = spec.findings[begin];
    text_ += wrapped(std::string(name(first.rule.severity)) + " " + std::string(name(first.rule.abi_class)) + ": " +
                         std::string(first.rule.sentence) + breaks(first),
                     2);
    std::string subject;
    for (std::size_t i = begin; i < end; ++i) {
      const Finding& found = spec.findings[i];
      std::size_t last = i;
      while (last < end && is_same_attribute(found, spec.findings[last])) ++last;
      if (last - i > kTellOneByOne) {
        write_many(spec, i, last);
        i = last - 1;
        continue;
      }
      if (!found.effects.empty()) {
        if (found.subject != subject) text_ += "    " + found.subject + place_note(found) + "\n";
        subject = found.subject;
        text_ += wrapped(found.transition + "   " + found.condition, 6) + wrapped(found.effects, 10);
        continue;
      }
      text_ += wrapped(found.message + place_note(found), 4);
      if (!found.hint.empty()) text_ += wrapped("hint: " + found.hint, 6);
    }
  }

  static bool is_same_attribute(const Finding& a, const Finding& b) {
    bool changed = !b.subject.empty() && !b.before.empty() && !b.after.empty();
    return changed && a.what == b.what && a.attribute == b.attribute;
  }

  // "profile value: XP_SDP 11 -> 10, ...", where a line each would hide the rest.
  void write_many(const SpecDiff& spec, std::size_t begin, std::size_t end) {
    const Finding& first = spec.findings[begin];
    std::string text = first.what + " " + attribute_name(first.attribute) + ": ";
    for (std::size_t i = begin; i < end; ++i) {
      const Finding& found = spec.findings[i];
      std::string name = found.subject.substr(std::min(found.what.size() + 1, found.subject.size()));
      text += (i == begin ? "" : ", ") + name + " " + found.before + " -> " + found.after;
    }
    text_ += wrapped(text + place_note(first), 4);
  }

  std::string place_note(const Finding& found) const {
    std::string place = place_of(found, before_, after_);
    return place.empty() ? place : "  " + place;
  }

  const LoadedReport& before_;
  const LoadedReport& after_;
  std::string text_;
};

}  // namespace

std::string diff_text(const Diff& diff, const LoadedReport& before, const LoadedReport& after) {
  return TextWriter(before, after).write(diff);
}

}  // namespace npuspec
