// Specs built one by one from texts, as the loader builds those of a folder; and folders of bad files.
//
// A bad file holds one mistake. Its first comment promises the places and codes that it is told with, and nothing else
// is: `# 6:8: P001, 7:8: P002`, where line 0 is the file as a whole.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "front/arena.h"
#include "front/spec.h"
#include "support/paths.h"

namespace npuspec::test {

class Built {
 public:
  explicit Built(std::string text, std::string file = "sample.yaml") { add(std::move(text), std::move(file)); }

  // Another spec; where it says `over:`, it is over the one of that name, or else the first.
  Spec& add(std::string text, std::string file = "sample.yaml");

  // Of the last one: the spec, its findings as a user sees them, and as "6:8: P001", sorted.
  const Spec& spec() const { return *specs_.back(); }
  std::string said() const;
  std::vector<std::string> found() const;

  // The last one's model; without one the test ends.
  template <class T>
  const T& model() const {
    INFO(said());
    REQUIRE(spec().model);
    return *model_of<T>(&spec());
  }

 private:
  Sources sources_;
  std::deque<Arena> arenas_;
  std::vector<std::unique_ptr<Spec>> specs_;
};

// A whole file; the test ends when it cannot be read.
std::string slurp(const std::filesystem::path& path);

// "6:8: P001" for each, sorted.
std::vector<std::string> found(const Diags& diags);

// What the first comment of a bad file promises, sorted.
std::vector<std::string> promised(const std::string& text);

// Holds that each file of a folder is told of as it promises, with a message and a way out, and that every code of the
// letter comes up. `first` are specs that those of the folder are over.
void check_bad_files(const std::filesystem::path& folder, char letter, const std::vector<std::string>& first = {});

}  // namespace npuspec::test
