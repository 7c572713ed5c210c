// In echo-*.yaml other rows rest on the one that is refused, and nothing is said of them.
#include <doctest/doctest.h>

#include "front/kinds/descriptor/model.h"
#include "support/built.h"

using namespace npuspec;

TEST_CASE("each file of tests/descriptor/bad is told of its one mistake, where it stands, and what to do") {
  test::check_bad_files(test::root() / "tests" / "descriptor" / "bad", 'D');
}

TEST_CASE("a check is about the first field that it judges, and of an enum only where it reads nothing else") {
  test::Built built(R"(kind: descriptor
name: sample
abi: {major: 1, minor: 0}
doc: A sample.
size: 8
align: 4
enums:
  form:
    base: u8
    columns: {bytes: int}
    rows: {BYTE: {value: 0, bytes: 1}, WORD: {value: 1, bytes: 4}}
fields:
  - {name: form, at: 0, type: form, code: 1}
  - {name: some, at: 1, type: u8, count: 3}
  - {name: items, at: 4, type: u32}
checks:
  - {code: 2, id: fits, require: form.bytes * items <= 100}
  - {code: 3, id: no-words, require: form != WORD}
)");
  const auto& model = built.model<descriptor::Descriptors>();
  REQUIRE(model.structs.front().checks.size() == 3);
  CHECK(model.structs.front().checks[1].offset == 4);
  CHECK(model.structs.front().checks[2].offset == 0);
}
