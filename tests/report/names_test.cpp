// What generated code calls the things of the shipped specs is known by name.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "front/explain.h"
#include "front/kind.h"
#include "front/kinds/identifiers.h"
#include "front/load.h"
#include "front/spell.h"
#include "support/built.h"

using namespace npuspec;

namespace {

const SpecSet& shipped() {
  static const SpecSet set = load_specs((test::root() / "specs").string());
  return set;
}

class All final : public Identifiers {
 public:
  All() : Identifiers(true) {}
  void reserve(std::initializer_list<std::string> identifiers) override { put(identifiers); }
  void add(std::initializer_list<std::string> identifiers, const std::string&, Place, std::string_view) override {
    put(identifiers);
  }
  // Helpers, which end in '*', are made where a guard needs them.
  const std::vector<std::string>& told() const { return told_; }
  bool contains(const std::string& name) const {
    if (names_.contains(name)) return true;
    for (std::size_t end = name.size(); end != std::string::npos; end = end == 0 ? end : name.rfind('_', end - 1)) {
      if (names_.contains(name.substr(0, end) + "*")) return true;
    }
    return false;
  }

 private:
  // "struct quanttess_descriptor" is quanttess_descriptor, and "Dtype::kFp16" is kFp16.
  void put(std::initializer_list<std::string> identifiers) {
    for (const std::string& each : identifiers) {
      if (!each.ends_with('*')) told_.push_back(each);
      std::size_t before = each.find_last_of(": ");
      names_.insert(before == std::string::npos ? each : each.substr(before + 1));
    }
  }
  std::set<std::string> names_;
  std::vector<std::string> told_;
};

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// What stands in comments, in texts and in the names of files is no code.
std::string code_of(const std::string& text) {
  static const std::regex kNoCode("//[^\n]*|\"(?:[^\"\\\\\n]|\\\\.)*\"|#include[^\n]*");
  return std::regex_replace(text, kNoCode, "");
}

// All code that is made of a spec.
std::string code_of(const Spec& spec) {
  std::string code;
  for (const char* boundary : {"fence", "mode", "quanttess"}) {
    for (const char* ending : {"_gen.h", "_gen.hpp", "_gen.clh", ".fbs"}) {
      std::filesystem::path path = test::root() / "generated" / boundary / (snake(spec.name) + ending);
      if (std::filesystem::exists(path)) code += code_of(read(path));
    }
  }
  return code;
}

// Whether code has a name: "struct rknpu_submit" as it is, "Dtype::kFp16" by its last part.
bool has(const std::set<std::string>& words, const std::string& name) {
  std::size_t before = name.find_last_of(':');
  return words.contains(before == std::string::npos ? name : name.substr(before + 1));
}

// What a header defines: macros and enumerators in capitals, functions and types in small letters, k* of C++.
std::set<std::string> defined(const std::string& header, const Spec& spec) {
  std::string code = code_of(header);
  std::regex define("#define (\\w+)|\\b(" + upper(spec.name) + "_\\w+) =|static (?:inline|const)[^\n(=]*?\\b(" +
                        snake(spec.name) +
                        "_\\w+)[(\\[]|^  (k[A-Z]\\w*)(?: =|,$)|inline constexpr [^\n=;]*?\\b(k\\w+)\\b(?!:)",
                    std::regex::ECMAScript | std::regex::multiline);
  std::set<std::string> names;
  for (std::sregex_iterator at(code.begin(), code.end(), define), end; at != end; ++at) {
    for (std::size_t i = 1; i < at->size(); ++i) {
      if ((*at)[i].matched) names.insert((*at)[i]);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("explain knows every macro, enumerator, function and constant that the generated headers define") {
  std::size_t headers = 0;
  std::size_t names = 0;
  for (const auto& spec : shipped().specs) {
    All all;
    spec->kind->identifiers(*spec, all);
    for (const char* boundary : {"fence", "mode", "quanttess"}) {
      for (const char* ending : {"_gen.h", "_gen.hpp", "_gen.clh"}) {
        std::filesystem::path path = test::root() / "generated" / boundary / (snake(spec->name) + ending);
        if (!std::filesystem::exists(path)) continue;
        ++headers;
        for (const std::string& name : defined(read(path), *spec)) {
          ++names;
          CAPTURE(path);
          CAPTURE(name);
          CHECK(all.contains(name));
        }
      }
    }
  }
  CHECK(headers >= 20);
  CHECK(names > 1000);
}

TEST_CASE("every name that explain gives for a thing of the shipped specs is in the code that is made of its spec") {
  const std::regex word("(?:(?:struct|enum) )?\\w+");
  std::size_t names = 0;
  for (const auto& spec : shipped().specs) {
    All all;
    spec->kind->identifiers(*spec, all);
    std::string code = code_of(*spec);
    std::set<std::string> words;
    for (std::sregex_iterator at(code.begin(), code.end(), word), end; at != end; ++at) {
      words.insert(at->str());
      words.insert(at->str().substr(at->str().find(' ') + 1));
    }
    for (const std::string& name : all.told()) {
      ++names;
      CAPTURE(spec->name);
      CAPTURE(name);
      CHECK(has(words, name));
    }
  }
  CHECK(names > 1700);
}
