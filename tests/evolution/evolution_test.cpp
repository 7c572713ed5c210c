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
#include "front/kind.h"
#include "front/load.h"
#include "mutation.h"
#include "support/paths.h"
#include "support/rounds.h"

namespace npuspec::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWanted = rounds(510);     // changes judged in a run
constexpr std::size_t kEachAtLeast = rounds(2);  // of every mutation
constexpr std::size_t kTries = 4 * kWanted;
constexpr std::size_t kTriesOfOne = 200;  // of those that had few occasions till then

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

// A scratch copy of one spec and of those that it rests on, without examples, which would refuse most changes; and of
// the contract that is over it, if that is to be there.
class Tree {
 public:
  Tree(const SpecSet& set, const Spec& spec, const Spec* contract, std::size_t number)
      : kind_(contract ? kUnderContract : spec.kind->name),
        root_(fs::temp_directory_path() /
              ("npuspec-evolution-" + std::to_string(::getpid()) + "-" + std::to_string(number))) {
    fs::remove_all(root_);
    fs::create_directories(root_);
    copy(set, contract ? *contract : spec);
    path_ = root_ / file_name(spec);
    text_ = without_examples(std::string(set.sources.text(spec.name_at.file)));
    before_ = load(&problems_);
    REQUIRE_MESSAGE(before_.has_value(), problems_);
  }
  ~Tree() { fs::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  const std::string& kind() const { return kind_; }
  std::string name() const { return path_.filename().string(); }
  const std::string& text() const { return text_; }
  const Report& before() const { return *before_; }

  // The report with the spec changed; none when it has errors then.
  std::optional<Report> changed(const std::string& text) {
    write(path_, text);
    std::optional<Report> after = load();
    write(path_, text_);
    return after;
  }

 private:
  static std::string file_name(const Spec& spec) { return std::string(spec.name) + ".yaml"; }

  void copy(const SpecSet& set, const Spec& spec) {
    write(root_ / file_name(spec), without_examples(std::string(set.sources.text(spec.name_at.file))));
    for (const Spec* used : spec.uses) copy(set, *used);
  }

  std::optional<Report> load(std::string* problems = nullptr) {
    SpecSet set = load_specs(root_.string(), {.threads = 1});
    if (problems && set.failed()) *problems = render(set.take_diags(), set.sources, DiagFormat::kText);
    return set.failed() ? std::nullopt : std::optional(report(set));
  }

  std::string kind_;
  fs::path root_;
  fs::path path_;
  std::string text_;
  std::string problems_;
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

std::string written(const Side& side) {
  static constexpr const char* kSenses[] = {"nothing", "words", "source-only", "additive", "breaking"};
  std::string text = kSenses[static_cast<std::size_t>(side.sense)];
  if (side.old_reader) text += ", old reader of new data";
  if (side.new_reader) text += ", new reader of old data";
  return text;
}

// What a diff says in all: its gravest sense, and whom the findings of that sense break.
Side said_by(const Diff& diff) {
  Side side;
  for (const SpecDiff& spec : diff.specs) {
    for (const Finding& found : spec.findings) {
      Sense sense = sense_of(found.rule.severity);
      if (sense > side.sense) side = {sense, false, false};
      if (sense == side.sense) side.old_reader |= found.rule.old_reader, side.new_reader |= found.rule.new_reader;
    }
  }
  return side;
}

// The findings, a line each. One of the gravest names what was changed.
std::string messages(const Diff& diff) {
  std::string text;
  for (const SpecDiff& spec : diff.specs) {
    for (const Finding& found : spec.findings) {
      text += "  " + std::string(name(found.rule.severity)) + " [" + std::string(directions(found.rule)) + "] " +
              found.message + "\n";
    }
  }
  return text.empty() ? "  no finding\n" : text;
}

bool names(const Diff& diff, Sense sense, const std::string& about) {
  return std::any_of(diff.specs.begin(), diff.specs.end(), [&](const SpecDiff& spec) {
    return std::any_of(spec.findings.begin(), spec.findings.end(), [&](const Finding& found) {
      return sense_of(found.rule.severity) == sense && found.message.find(about) != std::string::npos;
    });
  });
}

// What is wrong with a diff of two specs of one version; empty when it is as it should be.
std::string complaint(const Side& wanted, const std::string& about, const Diff& diff) {
  Side said = said_by(diff);
  std::string text;
  if (written(said) != written(wanted))
    text += "should be " + written(wanted) + "; is " + written(said) + "\n";
  else if (wanted.sense != Sense::kNothing && !names(diff, wanted.sense, about))
    text += "no finding of that class names '" + about + "'\n";
  if (bool allowed = wanted.sense < Sense::kAdditive && !wanted.version_back; diff.allowed() != allowed)
    text += allowed ? "should be allowed\n" : "should be refused: the version does not own up to it\n";
  return text.empty() ? text : text + messages(diff);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Two texts as a diff without context; quadratic in what lies between their first and last difference.
std::string text_diff(const std::string& before, const std::string& after) {
  std::vector<std::string> a = lines_of(before);
  std::vector<std::string> b = lines_of(after);
  std::size_t begin = 0;
  while (begin < a.size() && begin < b.size() && a[begin] == b[begin]) ++begin;
  while (a.size() > begin && b.size() > begin && a.back() == b.back()) a.pop_back(), b.pop_back();
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(begin));
  b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(begin));
  std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;)
      common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  }
  std::string text;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i, ++j;
    } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
      text += "-" + a[i++] + "\n";
    } else {
      text += "+" + b[j++] + "\n";
    }
  }
  return text;
}

unsigned seed_of_run() {
  const char* seed = std::getenv("NPUSPEC_SEED");
  return seed ? static_cast<unsigned>(std::strtoul(seed, nullptr, 10)) : 20260714;
}

class Evolution {
 public:
  explicit Evolution(unsigned seed) : seed_(seed), dice_(seed) {
    for (auto& group : {neutral_mutations(), descriptor_mutations(), table_mutations(), policy_mutations(),
                        other_mutations(), number_mutations(), attribute_mutations(), row_mutations()}) {
      mutations_.insert(mutations_.end(), group.begin(), group.end());
    }
    for (const char* folder :
         {"specs", "specs/mode/history/phase1", "specs/mode/history/phase2", "tests/evolution/specs"}) {
      SpecSet set = load_specs((root() / folder).string());
      REQUIRE_FALSE(set.failed());
      for (const auto& spec : set.specs) {
        trees_.push_back(std::make_unique<Tree>(set, *spec, nullptr, trees_.size()));
        for (const Spec* over : spec->used_by) {
          if (over->kind->name == "wire") trees_.push_back(std::make_unique<Tree>(set, *spec, over, trees_.size()));
        }
      }
    }
  }

  void run() {
    std::size_t count = 0;
    for (std::size_t tries = 0; tries < kTries && count < kWanted; ++tries) count += change_once(next());
    for (const Mutation& mutation : mutations_) {
      for (std::size_t tries = 0; tries < kTriesOfOne && judged_[mutation.name] < kEachAtLeast; ++tries)
        count += change_once(mutation);
    }
    std::string text = std::to_string(count) + " changes judged, seed " + std::to_string(seed_);
    for (const auto& [kind, times] : by_kind_) text += ", " + kind + " " + std::to_string(times);
    MESSAGE(text);
    CHECK(count >= kWanted);
    for (const Mutation& mutation : mutations_)
      CHECK_MESSAGE(judged_[mutation.name] >= kEachAtLeast, std::string(mutation.name) << " had no occasion");
  }

 private:
  // The rarest of a few, so that each has its turn.
  const Mutation& next() {
    const Mutation* mutation = &dice_.pick(mutations_);
    for (int i = 0; i < 3; ++i) {
      const Mutation& other = dice_.pick(mutations_);
      if (judged_[other.name] < judged_[mutation->name]) mutation = &other;
    }
    return *mutation;
  }

  // Whether there was a change to judge.
  bool change_once(const Mutation& mutation) {
    std::vector<Tree*> suited;
    for (const auto& tree : trees_) {
      if (mutation.kind == std::string("*") || mutation.kind == tree->kind()) suited.push_back(tree.get());
    }
    Tree& tree = *dice_.pick(suited);
    Draft draft(tree.text());
    std::optional<Meaning> meaning = mutation.apply(draft, dice_);
    if (!meaning || !draft.edited()) return false;
    std::string text = draft.result();
    std::optional<Report> after = tree.changed(text);
    if (!after) return false;  // the change is refused by other rules of the language
    ++judged_[mutation.name];
    ++by_kind_[tree.kind()];
    tell(mutation, tree, text, "there", complaint(meaning->there, meaning->about, diff(tree.before(), *after)));
    tell(mutation, tree, text, "back", complaint(meaning->back, meaning->about, diff(*after, tree.before())));
    return true;
  }

  void tell(const Mutation& mutation, const Tree& tree, const std::string& text, const char* way,
            const std::string& wrong) {
    std::string what = std::string(mutation.name) + ", " + way + ", in " + tree.name();
    CHECK_MESSAGE(wrong.empty(), what << "; again with NPUSPEC_SEED=" << seed_ << "\n"
                                      << wrong << text_diff(tree.text(), text));
  }

  unsigned seed_;
  Dice dice_;
  std::vector<Mutation> mutations_;
  std::vector<std::unique_ptr<Tree>> trees_;
  std::map<std::string, std::size_t> judged_;
  std::map<std::string, std::size_t> by_kind_;
};

TEST_CASE("the diff classes every change of the real specs as it was made, both ways") {
  Evolution(seed_of_run()).run();
}

}  // namespace
}  // namespace npuspec::test
