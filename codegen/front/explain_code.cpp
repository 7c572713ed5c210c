// What `npuspec explain` says of the code of a finding.
#include <algorithm>
#include <array>
#include <iterator>

#include "front/diag.h"
#include "front/explain.h"

namespace npuspec {
namespace {

struct Advice {
  Code code;
  std::string_view example;
  std::string_view remedy;
};

constexpr Advice kAdvice[] = {
#define NPUSPEC_ADVICE(code, example, remedy) {Code::code, example, remedy},
#include "front/advice.def"
#undef NPUSPEC_ADVICE
};

constexpr Code kCodes[] = {
#define NPUSPEC_CODE(name, meaning) Code::name,
#include "front/codes.def"
#undef NPUSPEC_CODE
};
static_assert(std::equal(std::begin(kAdvice), std::end(kAdvice), std::begin(kCodes), std::end(kCodes),
                         [](const Advice& advice, Code code) { return advice.code == code; }),
              "each code of codes.def has an advice, in the same order");

// Where the rules stand that a group of codes is about.
std::string documented(char group) {
  constexpr std::array<std::pair<char, std::string_view>, 7> kKinds = {{{'D', "descriptor"},
                                                                        {'P', "policy"},
                                                                        {'H', "device"},
                                                                        {'T', "tables"},
                                                                        {'W', "wire"},
                                                                        {'L', "selection"},
                                                                        {'K', "kernels"}}};
  for (auto [letter, kind] : kKinds) {
    if (letter == group) return "`npuspec schema " + std::string(kind) + " --format md`";
  }
  switch (group) {
    case 'Y':
      return "codegen/front/reader.h: which YAML is read";
    case 'G':
      return "docs/GUARDS.md: the guard language";
    case 'E':
      return "`npuspec encode --help` and `npuspec decode --help`";
    case 'A':
      return "docs/HOWTO-release.md";
    case 'I':
      return "`npuspec --help`";
    default:
      return "`npuspec schema` lists the kinds, and `npuspec schema KIND --format md` their keys";
  }
}

}  // namespace

std::optional<Explanation> explain_code(std::string_view id) {
  auto same = [&](std::string_view name) {
    auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
    return std::equal(name.begin(), name.end(), id.begin(), id.end(), [&](char a, char b) { return a == upper(b); });
  };
  for (const Advice& advice : kAdvice) {
    if (!same(name(advice.code))) continue;
    Explanation made;
    made.what = "code of a finding";
    made.id = made.name = name(advice.code);
    made.doc = meaning(advice.code);
    made.lines.push_back({"for example: " + std::string(advice.example), ""});
    made.lines.push_back({"what to do: " + std::string(advice.remedy), ""});
    made.lines.push_back({"read more: " + documented(made.id.front()), ""});
    return made;
  }
  return std::nullopt;
}

}  // namespace npuspec
