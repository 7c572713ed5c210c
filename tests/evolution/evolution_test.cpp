// Random changes of the real specs, each known by its making to break, to add, or to mean nothing; the diff must say
// so, from the old spec to the new one and back.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "front/diff.h"
#include "front/load.h"
#include "mutation.h"
#include "support/paths.h"

namespace npuspec::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWanted = 600;     // changes judged in a run
constexpr std::size_t kEachAtLeast = 2;  // of every mutation
constexpr std::size_t kTries = 40 * kWanted;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

// A scratch copy of one boundary's specs, in which one file at a time is changed.
class Tree {
 public:
  Tree(const fs::path& from, const std::string& name)
      : root_(fs::temp_directory_path() / ("npuspec-evolution-" + std::to_string(::getpid()) + "-" + name)) {
    fs::remove_all(root_);
    for (const auto& entry : fs::recursive_directory_iterator(from)) {
      fs::path to = root_ / entry.path().lexically_relative(from);
      if (entry.path().extension() != ".yaml" || to.string().find("/history/") != std::string::npos) continue;
      fs::create_directories(to.parent_path());
      texts_[to] = without_examples(read(entry.path()));
      write(to, texts_[to]);
      paths_.push_back(to);
    }
    std::sort(paths_.begin(), paths_.end());
    before_ = load("");
    REQUIRE(before_.has_value());
  }
  ~Tree() { fs::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  const std::vector<fs::path>& paths() const { return paths_; }
  const std::string& text(const fs::path& path) const { return texts_.at(path); }
  const Report& before() const { return *before_; }

  // The report with one file changed; none when the changed tree has errors.
  std::optional<Report> changed(const fs::path& path, const std::string& text) {
    write(path, text);
    std::optional<Report> after = load(path.string());
    write(path, texts_.at(path));
    return after;
  }

 private:
  std::optional<Report> load(const std::string& changed) {
    SpecSet set = load_specs(root_.string(), {.threads = 1});
    if (!set.failed()) return report(set);
    if (changed.empty()) FAIL(render(set.take_diags(), set.sources, DiagFormat::kText));
    return std::nullopt;
  }

  fs::path root_;
  std::vector<fs::path> paths_;
  std::map<fs::path, std::string> texts_;
  std::optional<Report> before_;
};

Sense sense_of(AbiSeverity severity) {
  switch (severity) {
    case AbiSeverity::kBreaking:
      return Sense::kBreaking;
    case AbiSeverity::kAdditive:
      return Sense::kAdditive;
    case AbiSeverity::kSourceOnly:
      return Sense::kSource;
    case AbiSeverity::kDocOnly:
      break;
  }
  return Sense::kWords;
}

// What a diff says in all: its gravest sense, and whom the findings of that sense break.
Side said_by(const Diff& diff, std::string& messages) {
  Side side;
  for (const SpecDiff& spec : diff.specs) {
    for (const Finding& found : spec.findings) {
      messages += std::string(name(found.rule.severity)) + " [" + std::string(directions(found.rule)) + "] " +
                  found.message + "\n";
      Sense sense = sense_of(found.rule.severity);
      if (sense > side.sense) side = {sense, false, false};
      if (sense == side.sense) side.old_reader |= found.rule.old_reader, side.new_reader |= found.rule.new_reader;
    }
  }
  return side;
}

void check_side(const Side& wanted, const std::string& about, const Diff& diff) {
  std::string messages;
  Side said = said_by(diff, messages);
  CAPTURE(messages);
  CHECK(static_cast<int>(said.sense) == static_cast<int>(wanted.sense));
  CHECK(said.old_reader == wanted.old_reader);
  CHECK(said.new_reader == wanted.new_reader);
  if (wanted.sense != Sense::kNothing) CHECK(messages.find(about) != std::string::npos);
  if (wanted.sense == Sense::kNothing) CHECK(messages.empty());
  // The versions are as they were, so a change that needs a new one is refused.
  CHECK(diff.allowed() == (wanted.sense < Sense::kAdditive));
}

unsigned seed_of_run() {
  const char* seed = std::getenv("NPUSPEC_SEED");
  return seed ? static_cast<unsigned>(std::strtoul(seed, nullptr, 10)) : 20260714;
}

TEST_CASE("the diff classes every change of the real specs as it was made, both ways") {
  unsigned seed = seed_of_run();
  CAPTURE(seed);
  Dice dice(seed);
  std::vector<Mutation> mutations;
  for (auto& group :
       {neutral_mutations(), descriptor_mutations(), table_mutations(), policy_mutations(), other_mutations()}) {
    mutations.insert(mutations.end(), group.begin(), group.end());
  }
  std::vector<std::unique_ptr<Tree>> trees;
  for (const char* boundary : {"fence", "quanttess", "mode", "mode/history/phase1", "mode/history/phase2"}) {
    std::string name = boundary;
    std::replace(name.begin(), name.end(), '/', '-');
    trees.push_back(std::make_unique<Tree>(root() / "specs" / boundary, name));
  }
  std::vector<std::pair<Tree*, fs::path>> files;
  for (auto& tree : trees) {
    for (const fs::path& path : tree->paths()) files.emplace_back(tree.get(), path);
  }

  std::map<std::string, std::size_t> judged;
  std::size_t count = 0;
  for (std::size_t tries = 0; tries < kTries; ++tries) {
    // The rarest mutation first, so that each has its turn.
    const Mutation* mutation = &dice.pick(mutations);
    for (int i = 0; i < 2; ++i) {
      const Mutation& other = dice.pick(mutations);
      if (judged[other.name] < judged[mutation->name]) mutation = &other;
    }
    auto [tree, path] = dice.pick(files);
    Draft draft(tree->text(path));
    if (mutation->kind != std::string("*") && draft.root().text_at("kind") != mutation->kind) continue;
    std::optional<Meaning> meaning = mutation->apply(draft, dice);
    if (!meaning || !draft.edited()) continue;
    std::string text = draft.result();
    std::optional<Report> after = tree->changed(path, text);
    if (!after) continue;  // the change is refused by other rules of the language
    ++judged[mutation->name];
    ++count;
    CAPTURE(mutation->name);
    CAPTURE(path.string());
    CAPTURE(meaning->about);
    check_side(meaning->there, meaning->about, diff(tree->before(), *after));
    check_side(meaning->back, meaning->about, diff(*after, tree->before()));
    bool rare_left = std::any_of(mutations.begin(), mutations.end(),
                                 [&](const Mutation& each) { return judged[each.name] < kEachAtLeast; });
    if (count >= kWanted && !rare_left) break;
  }
  MESSAGE(count << " changes judged, seed " << seed);
  CHECK(count >= kWanted);
  for (const Mutation& mutation : mutations) {
    CAPTURE(mutation.name);
    CHECK(judged[mutation.name] >= kEachAtLeast);
  }
}

}  // namespace
}  // namespace npuspec::test
