// Reports written by hand, for tests of diff and of the report's own form.
#pragma once

#include <string>
#include <vector>

#include "front/diff.h"

namespace npuspec::test {

// A report of one spec named "demo". Facts are one JSON object a line: {"what": .., "id": .., "is": {..}}.
Report sample(const std::string& kind, const std::string& facts, AbiVersion abi = {1, 0});

// Such a line.
std::string fact(const std::string& what, const std::string& id, const std::string& is);

// A struct s of 32 bytes; with a field s.f, or a check s.c; and fields and checks of any name.
extern const std::string kStruct;
std::string field(const std::string& is);
std::string check(const std::string& is);
std::string field_of(const std::string& id, const std::string& type, const std::string& formerly = "");
std::string require(const std::string& id, const std::string& guard);

// The findings of two such specs, one a line and sorted: "breaking LAYOUT both field s.rank at: 12 -> 13".
std::string findings(const Diff& diff);

struct Row {
  const char* kind;
  std::string before;
  std::string after;
  std::string there;  // what is found, going from before to after
  std::string back;   // and the other way
};

// Each row's findings, both ways; and that nothing differs from itself.
void run(const std::vector<Row>& rows);

}  // namespace npuspec::test
