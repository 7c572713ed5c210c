#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "front/diag.h"
#include "front/json.h"
#include "front/sarif.h"
#include "front/utf8.h"

namespace npuspec {
namespace {

constexpr std::size_t kWindow = 100;  // cells of a source line that are shown at most
constexpr std::size_t kTab = 4;

// One character as a terminal shows it.
struct Glyph {
  std::size_t begin;  // byte in the line
  std::string shown;
  std::size_t cells;
};

std::vector<Glyph> glyphs(std::string_view line) {
  std::vector<Glyph> out;
  std::size_t cell = 0;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] >= ' ' && line[i] < '\x7F') {
      out.push_back({i, std::string(1, line[i]), 1});
      ++cell;
      ++i;
      continue;
    }
    utf8::Char c = utf8::decode(line, i);
    std::string_view bytes = line.substr(i, c.bytes);
    Glyph g{i, std::string(bytes), utf8::cells(c.code)};
    if (c.code == '\t') {
      g.cells = kTab - cell % kTab;
      g.shown.assign(g.cells, ' ');
    } else if (!c.valid || utf8::is_unprintable(c.code)) {
      g.shown = utf8::escaped(bytes);
      g.cells = g.shown.size();
    }
    cell += g.cells;
    i += c.bytes;
    out.push_back(std::move(g));
  }
  return out;
}

// Messages quote their input, so nothing that a terminal would obey may pass; some have several lines.
std::string printable(std::string_view text) { return utf8::printable(text, "\n"); }

std::string_view word(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

std::string heading(const Sources& sources, Place at) {
  if (at.file == 0) return {};
  std::string out = utf8::printable(sources.name(at.file));
  if (at.line != 0) out += ":" + std::to_string(at.line);
  if (at.line != 0 && at.col != 0) out += ":" + std::to_string(at.col);
  return out + ": ";
}

// The part of a line that is shown, from and to a glyph, so that the caret is well inside.
std::pair<std::size_t, std::size_t> window(const std::vector<Glyph>& all, std::size_t caret) {
  std::size_t total = 0;
  for (const Glyph& g : all) total += g.cells;
  if (total <= kWindow) return {0, all.size()};
  std::size_t from = caret, left = 0;
  while (from > 0 && left + all[from - 1].cells <= kWindow / 2) left += all[--from].cells;
  std::size_t to = caret, width = left;
  while (to < all.size() && width + all[to].cells <= kWindow) width += all[to++].cells;
  while (from > 0 && width + all[from - 1].cells <= kWindow) width += all[--from].cells;
  return {from, to};
}

void add_snippet(std::string& out, const Sources& sources, Place at, std::size_t width) {
  if (at.file == 0 || at.line == 0) return;
  std::string_view line = sources.line(at);
  std::string number = std::to_string(at.line);
  std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  std::size_t begin = at.col == 0 ? 0 : std::min<std::size_t>(at.col - 1, line.size());
  // Far more text than the window can show would be looked at only to be cut off.
  constexpr std::size_t kReach = 4 * kWindow;
  std::size_t first = begin > kReach ? begin - kReach : 0;
  while (first > 0 && first < line.size() && utf8::is_continuation(line[first])) --first;
  std::size_t last = std::min(line.size(), begin + kReach);
  std::vector<Glyph> all = glyphs(line.substr(first, last - first));

  std::size_t caret = 0;
  while (caret < all.size() && first + all[caret].begin < begin) ++caret;
  auto [from, to] = window(all, caret);
  std::string shown = from > 0 || first > 0 ? "..." : "";
  std::size_t indent = shown.size();
  std::size_t cells = 0;
  for (std::size_t i = from; i < to; ++i) {
    shown += all[i].shown;
    if (i < caret) indent += all[i].cells;
    if (i >= caret && first + all[i].begin < begin + width) cells += all[i].cells;
  }
  if (to < all.size() || last < line.size()) shown += "...";
  out += margin + number + " | " + shown + "\n";
  if (at.col == 0) return;
  out += std::string(margin.size() + number.size(), ' ') + " | " + std::string(indent, ' ') + "^";
  out += std::string(cells > 1 ? cells - 1 : 0, '~') + "\n";
}

std::string as_text(const Diags& diags, const Sources& sources) {
  std::string out;
  for (const Diag& d : diags.list()) {
    out += heading(sources, d.at) + std::string(word(d.severity)) + "[" + std::string(name(d.code)) + "]: ";
    out += printable(d.message) + "\n";
    add_snippet(out, sources, d.at, d.width);
    if (!d.help.empty()) out += "help: " + printable(d.help) + "\n";
    for (const Note& note : d.notes) {
      out += heading(sources, note.at) + "note: " + printable(note.text) + "\n";
      add_snippet(out, sources, note.at, 1);
    }
  }
  return out;
}

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

void put_place(Json& to, const Sources& sources, Place at) {
  to["file"] = at.file == 0 ? "" : sources.name(at.file);
  to["line"] = at.line;
  to["col"] = at.col;
}

std::string as_json(const Diags& diags, const Sources& sources) {
  Json out = Json::array();
  for (const Diag& d : diags.list()) {
    Json one;
    put_place(one, sources, d.at);
    one["code"] = name(d.code);
    one["severity"] = word(d.severity);
    one["message"] = d.message;
    one["help"] = d.help;
    one["notes"] = Json::array();
    for (const Note& note : d.notes) {
      Json each;
      put_place(each, sources, note.at);
      each["message"] = note.text;
      one["notes"].push_back(std::move(each));
    }
    out.push_back(std::move(one));
  }
  return dump(out);
}

Json sarif_result(const Diag& d, const Sources& sources) {
  Json out;
  out["ruleId"] = name(d.code);
  out["ruleIndex"] = static_cast<unsigned>(d.code);
  out["level"] = word(d.severity);
  out["message"]["text"] = d.help.empty() ? d.message : d.message + "\nhelp: " + d.help;
  out["locations"] = Json::array();
  if (d.at.file != 0) out["locations"].push_back(sarif_location(sources, d.at, d.width));
  for (const Note& note : d.notes) {
    if (note.at.file == 0) continue;
    Json related = sarif_location(sources, note.at, 1);
    related["message"]["text"] = note.text;
    out["relatedLocations"].push_back(std::move(related));
  }
  return out;
}

std::string as_sarif(const Diags& diags, const Sources& sources) {
  Json rules = Json::array();
  for (std::size_t i = 0; i < code_count(); ++i) {
    auto code = static_cast<Code>(i);
    rules.push_back({{"id", name(code)}, {"shortDescription", {{"text", meaning(code)}}}});
  }
  Json results = Json::array();
  for (const Diag& d : diags.list()) results.push_back(sarif_result(d, sources));
  return sarif_log("npuspec", std::move(rules), std::move(results));
}

}  // namespace

std::string render(const Diags& diags, const Sources& sources, DiagFormat format) {
  switch (format) {
    case DiagFormat::kJson:
      return as_json(diags, sources);
    case DiagFormat::kSarif:
      return as_sarif(diags, sources);
    case DiagFormat::kText:
      break;
  }
  return as_text(diags, sources);
}

}  // namespace npuspec
