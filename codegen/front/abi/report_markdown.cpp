// The report for readers: one part a boundary, one section a spec, one table a kind of fact.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "front/abi/diff_formats.h"
#include "front/abi/diff_parts.h"
#include "front/abi/policy_view.h"
#include "front/chain_kinds.h"
#include "front/report.h"

namespace npuspec {
namespace {

// Specs of one folder belong to one boundary: "specs/quanttess/routes.yaml" to quanttess. A report that was read from a
// file knows no paths; it is one boundary.
std::string boundary_of(const SpecReport& spec) {
  std::size_t end = spec.path.rfind('/');
  if (end == std::string::npos) return "All specs";
  std::size_t begin = spec.path.rfind('/', end - 1);
  return begin == std::string::npos ? spec.path.substr(0, end) : spec.path.substr(begin + 1, end - begin - 1);
}

// Reserved bytes stand among the fields, where the bytes are.
std::string table_of(const Fact& fact) { return fact.what == "reserved" ? "field" : fact.what; }

// What readers call a fact whose name in the report is the word that specs use.
std::string noun(const std::string& what) {
  if (what == "semantics") return "sentence";
  if (what == "prove") return "proof";
  return what;
}

std::string plural(const std::string& what) {
  if (what == "bits") return what;
  if (what.ends_with("leaf")) return what.substr(0, what.size() - 1) + "ves";
  if (what.ends_with("switch") || what.ends_with("prefix")) return what + "es";
  if (what.ends_with("axis")) return what.substr(0, what.size() - 2) + "es";
  return what + "s";
}

class Page {
 public:
  std::string write(const Report& report) {
    text_ = "# ABI report\n\n";
    std::map<std::string, std::vector<const SpecReport*>> boundaries;
    for (const SpecReport& spec : report.specs) boundaries[boundary_of(spec)].push_back(&spec);
    for (const auto& [boundary, specs] : boundaries) write_boundary(boundary, specs);
    return std::move(text_);
  }

 private:
  void write_boundary(const std::string& boundary, const std::vector<const SpecReport*>& specs) {
    text_ += "## " + boundary + "\n\n| spec | kind | abi | promises |\n|---|---|---|---|\n";
    for (const SpecReport* spec : specs) {
      text_ += "| " + spec->name + " | " + spec->kind + " | " + std::to_string(spec->abi.major) + "." +
               std::to_string(spec->abi.minor) + " | " + counts(*spec) + " |\n";
    }
    text_ += "\n";
    for (const SpecReport* spec : specs) write_spec(*spec);
  }

  static std::string counts(const SpecReport& spec) {
    std::vector<std::pair<std::string, std::size_t>> counts;
    for (const Fact& fact : spec.facts) {
      if (fact.what == "spec") continue;
      auto found =
          std::find_if(counts.begin(), counts.end(), [&](const auto& entry) { return entry.first == fact.what; });
      if (found == counts.end()) found = counts.insert(counts.end(), {fact.what, 0});
      ++found->second;
    }
    std::string text;
    for (const auto& [what, count] : counts) {
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + (count == 1 ? noun(what) : plural(noun(what)));
    }
    return text;
  }

  void write_spec(const SpecReport& spec) {
    text_ += "### " + spec.name + "\n\n";
    if (const Fact* head = spec.find("spec", spec.name); head && head->attributes.contains("doc")) {
      text_ += show("doc", head->attributes["doc"]) + "\n\n";
    }
    std::vector<std::string> tables;
    for (const Fact& fact : spec.facts) {
      std::string table = table_of(fact);
      if (fact.what != "spec" && std::find(tables.begin(), tables.end(), table) == tables.end())
        tables.push_back(table);
    }
    for (const std::string& table : tables) {
      if (spec.kind == "policy" && table == "cell") {
        write_matrix(spec);
      } else {
        write_table(spec, table);
      }
    }
  }

  void write_table(const SpecReport& spec, const std::string& table) {
    std::vector<const Fact*> rows;
    std::vector<std::string> columns;
    for (const Fact& fact : spec.facts) {
      if (table_of(fact) != table || fact.what == "spec") continue;
      rows.push_back(&fact);
      for (const auto& [key, value] : fact.attributes.items()) {
        if (key != "order" && std::find(columns.begin(), columns.end(), key) == columns.end()) columns.push_back(key);
      }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Fact* a, const Fact* b) {
      return std::pair(owner_of(a->id), place_in_bytes(*a)) < std::pair(owner_of(b->id), place_in_bytes(*b));
    });
    text_ += "| " + table + " |";
    for (const std::string& column : columns) text_ += " " + attribute_name(column) + " |";
    text_ += "\n|---|";
    for (std::size_t i = 0; i < columns.size(); ++i) text_ += "---|";
    text_ += "\n";
    for (const Fact* row : rows) {
      text_ += "| " + cell(row->what == "reserved" ? "(reserved)" : row->id) + " |";
      for (const std::string& column : columns) {
        auto found = row->attributes.find(column);
        text_ += " " + (found == row->attributes.end() ? std::string() : cell(show(*row, column, *found))) + " |";
      }
      text_ += "\n";
    }
    text_ += "\n";
  }

  static std::uint64_t place_in_bytes(const Fact& fact) {
    auto found = fact.attributes.find("at");
    return found != fact.attributes.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
  }

  // What each transition does at the default knobs: the letters of its effects, k when it fires without any, 0 when it
  // is no transition.
  void write_matrix(const SpecReport& spec) {
    PolicyView view(spec);
    std::vector<std::string> modes;
    for (const Fact& fact : spec.facts) {
      if (fact.what == "mode") modes.push_back(fact.id);
    }
    text_ += "At the default knobs, by the mode before:";
    for (const std::string& effect : view.effect_order) {
      const PolicyView::Effect& its = view.effects.at(effect);
      text_ += " " + its.letter + " " + effect;
      if (its.cost_ns != 0) text_ += " (" + written_time(its.cost_ns) + ")";
      text_ += ",";
    }
    text_ += " k fires without effect, 0 is no transition.\n\n| transition |";
    for (const std::string& mode : modes) text_ += " " + mode + " |";
    text_ += "\n|---|";
    for (std::size_t i = 0; i < modes.size(); ++i) text_ += "---|";
    text_ += "\n";
    for (const auto& [profile, cells] : view.profiles) {
      std::set<std::string> targets;
      bool stays = true;  // every cell goes where it came from
      for (const auto& [way, list] : cells) {
        targets.insert(way.second);
        stays = stays && way.first == way.second;
      }
      if (stays) targets = {""};
      for (const std::string& to : targets) {
        write_rows(view, profile, cells, modes, to);
      }
    }
    text_ += "\n";
  }

  // Of one profile and one target, the mode that it finds where that is empty: a row for all chain kinds under which
  // the same happens.
  void write_rows(const PolicyView& view, const std::string& profile, const PolicyView::Row& cells,
                  const std::vector<std::string>& modes, const std::string& to) {
    auto content = [&](std::size_t now, std::size_t last) {
      Setting setting = view.defaults;
      if (view.by_chain) setting["chain"] = view.kinds[now];
      if (view.by_last_chain) setting["last_chain"] = view.kinds[last];
      std::string text;
      for (const std::string& from : modes)
        text += " " + letters(view, cells, {from, to.empty() ? from : to}, setting) + " |";
      return text;
    };
    std::vector<std::size_t> first = {0};
    std::vector<std::size_t> all(view.kinds.size());
    std::iota(all.begin(), all.end(), 0);
    ChainKinds kinds = {view.by_chain ? all : first, view.by_last_chain ? all : first};
    for (const ChainKinds& alike : fold_chain_kinds(kinds, content)) {
      auto symbol = view.symbols.find(profile);
      text_ += "| " + (symbol == view.symbols.end() ? profile : symbol->second) + " -> " + (to.empty() ? "same" : to);
      text_ += words_of_kinds(view, profile, alike) + " |";
      text_ += content(alike.now.front(), alike.last.front()) + "\n";
    }
  }

  // ", chain SW", ", chain any but SW (no site says it)"
  static std::string words_of_kinds(const PolicyView& view, const std::string& profile, const ChainKinds& alike) {
    std::vector<std::string_view> names(view.kinds.begin(), view.kinds.end());
    std::string now = view.by_chain ? kinds_in_words(names, alike.now) : "";
    std::string last = view.by_last_chain ? kinds_in_words(names, alike.last) : "";
    bool is_said = !view.by_chain || std::any_of(alike.now.begin(), alike.now.end(), [&](std::size_t kind) {
      return view.may_say(profile, view.kinds[kind]);
    });
    return (now.empty() ? "" : ", chain " + now) + (last.empty() ? "" : ", after " + last) +
           (is_said ? "" : " " + std::string(kNoSiteSaysIt));
  }

  static std::string letters(const PolicyView& view, const PolicyView::Row& cells, const Transition& way,
                             const Setting& setting) {
    auto found = cells.find(way);
    if (found == cells.end()) return "";
    const Effects* effects = found->second.at(setting);
    if (!effects) return "";
    std::string text;
    for (const std::string& effect : view.effect_order) {
      if (effects->happens.contains(effect)) text += view.effects.at(effect).letter;
    }
    return !text.empty() ? text : effects->returned == "0" ? "0" : "k";
  }

  std::string text_;
};

}  // namespace

std::string report_markdown(const Report& report) { return Page().write(report); }

}  // namespace npuspec
