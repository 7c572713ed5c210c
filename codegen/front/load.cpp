#include "front/load.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "front/effort.h"
#include "front/expectations.h"
#include "front/files.h"
#include "front/json_writer.h"
#include "front/kind.h"
#include "front/kinds/ages.h"
#include "front/kinds/formerly.h"
#include "front/limits.h"
#include "front/node.h"
#include "front/number.h"
#include "front/parallel.h"
#include "front/reader.h"
#include "front/schema.h"
#include "front/utf8.h"

namespace npuspec {
namespace {

// A part of `abi:`; 0 where it is none, which has been told.
std::uint32_t version_part(const Spec& spec, std::string_view key) {
  const Node* abi = spec.root->find("abi");
  const Node* part = abi ? abi->find(key) : nullptr;
  std::optional<Number> number = part && !part->broken ? parse_number(part->text) : std::nullopt;
  return number ? static_cast<std::uint32_t>(number->as_u64().value_or(0)) : 0;
}

// Whether an error is of one text and nothing around it, so that no other mistake can be its cause.
bool needs_no_other(Code code) {
  switch (code) {
    case Code::G001:
    case Code::G002:
    case Code::G003:
    case Code::G004:
    case Code::G005:
    case Code::G006:
    case Code::G007:
    case Code::G008:
    case Code::T001:
    case Code::T009:
    case Code::W016:
      return true;
    default:
      return false;
  }
}

void add(const Diag& diag, Diags& to) {
  bool is_error = diag.severity == Severity::kError;
  (is_error ? to.error(diag.code, diag.at, {}) : to.warning(diag.code, diag.at, {})) = diag;
}

// A guard of a thousand mistakes is mended by its first ones, and the rest hide what else there is.
void limit_findings(Spec& spec) {
  if (spec.diags.list().size() <= limits::kFindings + 1) return;  // the one may tell that there were more
  spec.diags.sort();
  Diags kept;
  bool all = true;
  for (const Diag& diag : spec.diags.list()) {
    bool full = (diag.severity == Severity::kError ? kept.errors() : kept.warnings()) >= limits::kFindings;
    if (!full) add(diag, kept);
    all = all && !full;
  }
  spec.diags = std::move(kept);
  if (all) return;
  Place at{spec.file, 0, 0};
  std::string message =
      "more than " + std::to_string(limits::kFindings) + " findings in this file: the others are left out";
  Diag& diag = spec.diags.failed() ? spec.diags.error(Code::Y022, at, std::move(message))
                                   : spec.diags.warning(Code::Y022, at, std::move(message));
  diag.hint("mend the first ones; they may have caused the others");
}

// Whether something is told of the text that holds this place.
bool is_told_at(const Diags& diags, Place at) {
  return std::any_of(diags.list().begin(), diags.list().end(), [&](const Diag& diag) {
    return diag.at.line == at.line && diag.at.col <= at.col && at.col < diag.at.col + diag.width;
  });
}

// Of what a kind found in a tree that it may not take at its word, what may be an echo of the first `told` findings.
void drop_echoes(Spec& spec, std::size_t told) {
  Diags kept;
  for (std::size_t i = 0; i < spec.diags.list().size(); ++i) {
    const Diag& diag = spec.diags.list()[i];
    if (i >= told && (!needs_no_other(diag.code) || is_told_at(kept, diag.at))) continue;
    add(diag, kept);
  }
  spec.diags = std::move(kept);
}

bool is_unknown_name(Code code) {
  return code == Code::G010 || code == Code::D001 || code == Code::H001 || code == Code::K004 || code == Code::P001;
}

// An unknown name is told once, with some of the places where it stands again.
void join_unknown_names(Spec& spec, const Sources& sources) {
  constexpr std::size_t kMostPlaces = 3;
  std::string_view text = sources.text(spec.file);
  std::map<std::pair<std::string_view, std::string>, std::size_t> first;  // by name and help: the index in `told`
  std::vector<Diag> told;
  for (const Diag& diag : spec.diags.list()) {
    if (is_unknown_name(diag.code)) {
      std::string help = diag.help;
      std::erase_if(help, [](char c) { return c == '`' || c == '\''; });
      auto [known, fresh] =
          first.try_emplace({text.substr(sources.offset(diag.at), diag.width), std::move(help)}, told.size());
      if (!fresh) {
        Diag& before = told[known->second];
        if (before.notes.size() < kMostPlaces) before.note(diag.at, "it stands here too");
        continue;
      }
    }
    told.push_back(diag);
  }
  if (told.size() == spec.diags.list().size()) return;
  spec.diags = {};
  for (const Diag& diag : told) add(diag, spec.diags);
}

// The names under `over:` (one) and `uses:` (a list), with where they stand.
std::vector<const Node*> names_used(const Node& root) {
  std::vector<const Node*> names;
  if (const Node* over = root.find("over"); over && over->is_scalar()) names.push_back(over);
  if (const Node* uses = root.find("uses"); uses && uses->is_list()) {
    for (const Node* name : uses->items) {
      if (name->is_scalar()) names.push_back(name);
    }
  }
  return names;
}

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

void find_kind_of(Spec& spec) {
  const Node* kind = spec.root->find("kind");
  std::vector<std::string_view> names;
  for (const Kind& known : kinds()) names.push_back(known.name);
  if (!kind || !kind->is_scalar()) {
    spec.diags.error(Code::X002, kind ? kind->at : spec.root->at, "this file does not say what kind of spec it is")
        .hint("start it with `kind:` and one of " + joined(names));
    return;
  }
  spec.kind = find_kind(kind->text);
  if (spec.kind) return;
  Diag& diag =
      spec.diags.error(Code::X002, kind->at, "there is no kind of spec named '" + std::string(kind->text) + "'")
          .span(kind->text.size());
  std::string_view near = nearest(kind->text, names);
  diag.hint(near.empty() ? "the kinds are " + joined(names) : "did you mean '" + std::string(near) + "'?");
}

// What every tree has: a page of all specs, and the names of runtime/base.
void refuse_taken_name(Spec& spec) {
  std::string name = schema::fold_name(spec.name);
  if (name != "index" && name != "npu" && name != "npuspec") return;
  spec.diags
      .error(Code::X003, spec.name_at,
             in_quotes(spec.name) + " cannot be the name of a spec: it is " +
                 (name == "index" ? "the page of all specs" : "what names of the runtime begin with"))
      .span(spec.name.size())
      .hint("choose another name");
}

class Loader {
 public:
  Loader(SpecSet& set, const LoadOptions& options)
      : set_(set), threads_(options.threads), models_(options.models), cites_(options.cites) {}

  void run(const std::string& folder) {
    find_files(folder);
    whole_.resize(set_.specs.size());
    parallel_for(set_.specs.size(), threads_,
                 [&](std::size_t i) { whole_[i] = read(*set_.specs[i], *set_.arenas[i]); });
    name_specs();
    for (auto& spec : set_.specs) resolve(*spec);
    build_waves();
    finish_others();
    refuse_namesakes();
  }

 private:
  void find_files(const std::string& folder) {
    std::vector<std::string> paths = find_specs(folder, {kOwnTrees.begin(), kOwnTrees.end()}, set_.diags);
    namespace fs = std::filesystem;
    fs::path root = fs::path(folder).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (root == "." || root == "..") root = fs::absolute(root).lexically_normal();
    std::string base = root.filename().string();
    std::vector<std::optional<std::string>> texts(paths.size());
    std::vector<Diags> diags(paths.size());
    parallel_for(paths.size(), threads_,
                 [&](std::size_t i) { texts[i] = read_file(paths[i], kMaxSpecBytes, diags[i]); });
    for (std::size_t i = 0; i < paths.size(); ++i) {
      set_.diags.merge(std::move(diags[i]));
      if (!texts[i]) continue;
      auto spec = std::make_unique<Spec>();
      // In outputs it is text, whatever bytes the file system takes for a name.
      std::string in_tree = (fs::path(base) / fs::path(paths[i]).lexically_relative(folder)).generic_string();
      spec->path = utf8::printable(cites_ == Cites::kFiles ? paths[i] : in_tree);
      spec->file = set_.sources.add(std::move(paths[i]), *std::move(texts[i]));
      set_.specs.push_back(std::move(spec));
      set_.arenas.push_back(std::make_unique<Arena>());
    }
  }

  bool read(Spec& spec, Arena& arena) {
    spec.root = read_yaml(set_.sources, spec.file, arena, spec.diags);
    return spec.root && check_spec(spec);
  }

  void build(std::size_t i) {
    Spec& spec = *set_.specs[i];
    build_spec(spec, set_.sources, whole_[i] != 0);
    if (spec.diags.failed()) name_owners(spec);
    if (stands_alone(spec)) {
      lower_if_asked(spec);
      drop_unless_kept(spec);
    }
  }

  // Whether no other spec will look at its model, nor it at another's. Then it is done with while what it is made of is
  // still at hand, and not when all others are built.
  static bool stands_alone(const Spec& spec) { return spec.uses.empty() && spec.used_by.empty(); }

  void lower_if_asked(Spec& spec) const {
    if (models_ == Models::kLower && spec.model && !spec.diags.failed()) spec.ir = lower(spec);
  }

  void drop_unless_kept(Spec& spec) const {
    if (models_ != Models::kKeep) spec.model.reset();
  }

  void finish_others() {
    std::vector<Spec*> others;
    for (auto& spec : set_.specs) {
      if (!stands_alone(*spec)) others.push_back(spec.get());
    }
    parallel_for(others.size(), threads_, [&](std::size_t i) { lower_if_asked(*others[i]); });
    for (Spec* spec : others) drop_unless_kept(*spec);
  }

  // Where an unknown name is an enum of a spec that this one does not use, says whose.
  void name_owners(Spec& spec) const {
    std::string_view text = set_.sources.text(spec.file);
    Diags kept;
    for (Diag diag : spec.diags.list()) {
      const Spec* owner = nullptr;
      if (is_unknown_name(diag.code)) owner = owner_of(text.substr(set_.sources.offset(diag.at), diag.width), spec);
      if (owner) diag.hint("spec '" + std::string(owner->name) + "' has it: name that under `uses:`");
      add(diag, kept);
    }
    spec.diags = std::move(kept);
  }

  // The spec that has an enum of that name, which `by` does not use; null when there is none.
  const Spec* owner_of(std::string_view name, const Spec& by) const {
    for (const auto& other : set_.specs) {
      bool used = std::find(by.uses.begin(), by.uses.end(), other.get()) != by.uses.end();
      if (used || other.get() == &by || !other->kind || other->kind->name != "descriptor") continue;
      const Node* enums = other->root->find("enums");
      if (enums && enums->is_map() && enums->find(name)) return other.get();
    }
    return nullptr;
  }

  void name_specs() {
    for (auto& spec : set_.specs) {
      if (spec->name.empty()) continue;
      by_name_.try_emplace(spec->name, spec.get());
      if (!by_fold_.try_emplace(schema::fold_name(spec->name), spec.get()).second) namesakes_.push_back(spec.get());
    }
  }

  // Told last: a name that is taken says nothing of what is in the file, whose own mistakes are looked for as ever.
  void refuse_namesakes() {
    for (Spec* spec : namesakes_) {
      const Spec& other = *by_fold_.at(schema::fold_name(spec->name));
      spec->diags
          .error(Code::X003, spec->name_at,
                 other.name == spec->name
                     ? "another spec has the name " + in_quotes(spec->name) + " already"
                     : in_quotes(spec->name) + " and the spec " + in_quotes(other.name) + " meet in generated code")
          .span(spec->name.size())
          .hint("a name stands for one spec in a tree: rename one of the two")
          .note(other.name_at, "the other one");
      spec->model = nullptr;  // who compares specs by name could not tell the two apart
    }
  }

  void resolve(Spec& spec) {
    if (!spec.kind) return;
    for (const Node* name : names_used(*spec.root)) {
      auto found = by_name_.find(name->text);
      if (found != by_name_.end()) {
        spec.uses.push_back(found->second);
        found->second->used_by.push_back(&spec);
        continue;
      }
      missing_.insert(&spec);
      if (has_nameless()) continue;  // it may be the one of that name
      std::vector<std::string_view> names;
      for (const auto& [known, ignored] : by_name_) names.push_back(known);
      std::string_view near = nearest(name->text, names);
      spec.diags.error(Code::X004, name->at, "no spec is named '" + std::string(name->text) + "'")
          .span(name->text.size())
          .hint(near.empty() ? "the specs here are " + joined(names) : "did you mean '" + std::string(near) + "'?");
    }
  }

  // Whether there is a file of which not even the name could be read.
  bool has_nameless() const {
    return set_.diags.failed() || std::any_of(set_.specs.begin(), set_.specs.end(), [](const auto& spec) {
             return spec->name.empty() && spec->diags.failed();
           });
  }

  // Builds what only uses finished specs, until nothing is left to build. What waits for a spec that has errors is left
  // unbuilt without a word: its own errors would be echoes.
  void build_waves() {
    std::vector<Spec*> waiting;
    std::unordered_map<const Spec*, std::size_t> unfinished;  // with their numbers
    for (std::size_t i = 0; i < set_.specs.size(); ++i) {
      Spec* spec = set_.specs[i].get();
      if (!spec->kind || missing_.contains(spec)) continue;
      waiting.push_back(spec);
      unfinished.emplace(spec, i);
    }
    while (!waiting.empty()) {
      auto can_build = [&](const Spec* spec) {
        return std::none_of(spec->uses.begin(), spec->uses.end(),
                            [&](const Spec* used) { return unfinished.contains(used); });
      };
      auto rest = std::stable_partition(waiting.begin(), waiting.end(), can_build);
      if (rest == waiting.begin()) break;
      std::vector<Spec*> wave(waiting.begin(), rest);
      waiting.erase(waiting.begin(), rest);
      parallel_for(wave.size(), threads_, [&](std::size_t i) {
        bool sound = std::all_of(wave[i]->uses.begin(), wave[i]->uses.end(),
                                 [](const Spec* used) { return used->model != nullptr; });
        if (sound) build(unfinished.at(wave[i]));
      });
      for (const Spec* spec : wave) unfinished.erase(spec);
    }
    report_cycle(waiting);
  }

  void report_cycle(const std::vector<Spec*>& waiting) {
    if (waiting.empty()) return;
    // Each of these waits for another of them, so following one use after the other meets some spec twice: a circle.
    std::vector<const Spec*> way = {waiting.front()};
    while (std::count(way.begin(), way.end(), way.back()) < 2) {
      const auto& uses = way.back()->uses;
      way.push_back(*std::find_if(uses.begin(), uses.end(), [&](const Spec* used) {
        return std::find(waiting.begin(), waiting.end(), used) != waiting.end();
      }));
    }
    way.erase(way.begin(), std::find(way.begin(), way.end(), way.back()));
    std::string text;
    for (const Spec* spec : way) text += (text.empty() ? "" : " uses ") + std::string(spec->name);
    set_.diags.error(Code::X005, way.front()->name_at, "these specs use each other in a circle: " + text)
        .hint("move what both need to a spec of its own");
  }

  SpecSet& set_;
  unsigned threads_;
  Models models_;
  Cites cites_;
  std::map<std::string_view, Spec*> by_name_;
  std::map<std::string, Spec*> by_fold_;     // of the name
  std::vector<Spec*> namesakes_;             // of another that has the name
  std::unordered_set<const Spec*> missing_;  // a spec that they use
  std::vector<char> whole_;                  // by spec: of check_spec
};

}  // namespace

bool check_spec(Spec& spec) {
  bool read_well = !spec.diags.failed();
  const Node& root = *spec.root;
  if (!root.is_map()) {
    spec.diags.error(Code::X001, root.at, "a spec is a map that starts with `kind:`").hint("see `npuspec schema`");
    return false;
  }
  find_kind_of(spec);
  bool shaped = spec.kind && schema::check_shape(root, spec.kind->schema(), spec.diags);
  spec.name = root.text_at("name");
  if (const Node* name = root.find("name")) spec.name_at = name->at;
  spec.doc = root.text_at("doc");
  spec.source = root.text_at("source");
  spec.abi = {version_part(spec, "major"), version_part(spec, "minor")};
  refuse_taken_name(spec);
  return shaped && read_well;
}

void build_spec(Spec& spec, const Sources& sources, bool whole) {
  std::size_t told = spec.diags.list().size();
  spec.diags.stop_after(limits::kErrorsSought);
  bool spent = false;
  try {
    Effort effort(limits::kWork);
    spec.model = spec.kind->build(spec, sources, spec.diags);
  } catch (const Diags::Full&) {
  } catch (const Effort::Spent&) {
    spent = true;
  }
  spec.diags.stop_after(Diags::kNever);
  refuse_taken_former_names(spec, sources, spec.diags);
  tell_versions_to_come(spec, sources, spec.diags);
  if (!fails_at_most_expectations(spec.diags)) spec.model = nullptr;
  if (spent) {
    spec.diags
        .error(Code::S017, spec.name_at,
               "to check this spec takes more than " + std::to_string(limits::kWork) + " steps")
        .span(spec.name.size())
        .hint("rows, examples and laws multiply: write fewer of them or shorter guards, or split the spec");
  }
  if (!whole && spec.diags.list().size() != told) drop_echoes(spec, told);
  join_unknown_names(spec, sources);
  limit_findings(spec);
}

SpecSet load_specs(const std::string& folder, const LoadOptions& options) {
  SpecSet set;
  Loader(set, options).run(folder);
  return set;
}

bool is_whole(const SpecSet& set) {
  return !set.diags.failed() &&
         std::all_of(set.specs.begin(), set.specs.end(), [](const auto& spec) { return spec->model != nullptr; });
}

std::string lower(const Spec& spec) {
  thread_local JsonWriter ir;  // its memory is used again
  ir.clear();
  {
    auto object = ir.object();
    ir.put("kind", spec.kind->name);
    ir.put("name", spec.name);
    {
      auto abi = ir.object("abi");
      ir.put("major", spec.abi.major);
      ir.put("minor", spec.abi.minor);
    }
    ir.put("doc", spec.doc);
    ir.put("source", spec.source);
    ir.put("path", spec.path);
    spec.kind->lower(spec, ir);
  }
  return std::string(ir.text());
}

void put_ir(const SpecSet& set, const std::function<void(std::string_view)>& put) {
  put("{\"format\": 1, \"specs\": [\n");
  for (const auto& spec : set.specs) {
    put(spec->ir);
    put(spec == set.specs.back() ? "\n" : ",\n");
  }
  put("]}\n");
}

}  // namespace npuspec
