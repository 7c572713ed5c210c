// What a change of a contract does to what it promises: every attribute but docs is one.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "front/json.h"
#include "front/kinds/tables/kind.h"
#include "front/kinds/wire/kind.h"
#include "front/report.h"
#include "support/built.h"
#include "support/paths.h"

using namespace npuspec;

namespace {

std::string contract() { return test::slurp(test::root() / "specs" / "fence" / "stream_split.yaml"); }

std::vector<Fact> facts_of(const std::string& text) {
  test::Built built(test::slurp(test::root() / "specs" / "fence" / "tflite.yaml"));
  built.add(text);
  CAPTURE(built.said());
  REQUIRE(built.found().empty());
  Facts facts;
  kWireKind.facts(built.spec(), facts);
  return facts.list();
}

// Of the facts that differ, "what id: attribute, ...".
std::vector<std::string> changed(const std::string& from, const std::string& to) {
  std::string before = contract();
  std::string after = before;
  std::size_t at = after.find(from);
  REQUIRE(at != after.npos);
  after.replace(at, from.size(), to);
  std::vector<Fact> was = facts_of(before);
  std::vector<Fact> is = facts_of(after);
  REQUIRE(was.size() == is.size());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < was.size(); ++i) {
    if (was[i].id == is[i].id && was[i].attributes == is[i].attributes) continue;
    std::string line = is[i].what + " " + is[i].id + ":";
    for (const auto& [key, value] : is[i].attributes.items()) {
      if (!was[i].attributes.contains(key) || was[i].attributes[key] != value) line += " " + key;
    }
    out.push_back(line);
  }
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a changed rule, name, value or key of the sidecar is a changed promise; a changed doc is a changed doc") {
  CHECK(changed("require: t.bytes < 2 GiB", "require: t.bytes <= 2 GiB - 1") ==
        Lines{"check crossing.bytes-fit: require"});
  CHECK(changed("code: 36, id: bytes-fit", "code: 38, id: bytes-fit") == Lines{"check crossing.bytes-fit: code"});
  CHECK(changed("'{tensor}/stream_split'", "'{tensor}/split'") == Lines{"name first: is"});
  CHECK(changed("      intermediates: absent", "      intermediates: empty") == Lines{"write Operator.#8: is"});
  CHECK(changed("name: subgraph, type: u32, in: 0..0", "name: subgraph, type: u32, in: 0..1") ==
        Lines{"field sidecar.subgraph: in"});
  CHECK(changed("elements: prod(x for x in shape)\n    bytes", "elements: prod(y1 for y1 in shape)\n    bytes") ==
        Lines{"let Tensor.elements: is"});
  CHECK(changed("which runtimes cannot count", "which no runtime can count") == Lines{"check crossing.bytes-fit: doc"});
}

TEST_CASE("a guard that is laid out anew is no changed promise") {
  CHECK(changed("require: t.bytes < 2 GiB", "require: t.bytes   < 2097152 KiB") == Lines{});
  CHECK(changed("require: len(model.buffers) >= 1", "require: (len(model.buffers)) >= 1") == Lines{});
}
