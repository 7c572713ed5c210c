#include <doctest/doctest.h>

#include <string>

#include "fixture.h"

using namespace npuspec;
using npuspec::test::Reading;

// In each text a scalar under `k` holds the character @, unescaped and once; it must be found where it stands.
TEST_CASE("a byte of a scalar's text is found in the source, whatever the style") {
  const char* const texts[] = {
      "k: x@y",
      "k: 'x@'",
      "k: 'it''s @'",
      "k: 'x\n\n\n  y @'",
      "k: \"\\x41\\u00e9\\U0001F600\\n@\"",
      "k: \"a\\\n   b @\"",
      "k: \"a\n   b\n\n   @\"",
      "k: a and\n   b @",
      "k: a\n\n\n  b  c\n  @ d",
      "k:\n  a\n  b @",
      "k: >-\n  a b\n  c @\n  d",
      "k: >\n\n\n  a\n\n  b\n    more @\n  c\n",
      "k: |\n  a\n\n    b @\n",
      "k: |2\n    a\n  b @\n",
      "k: |- # why\n  a\n  @\n",
      "k: >+\n  a\n  @\n\n",
      "x: [{k: a\n  b @, y: 1}]",
      "k: \xE2\x89\xA4 a\n  \xE2\x89\xA4 @",
      "k: a\r\n  b\r\n\r\n  @\r\n",
      "k: |\r\n  a\r\n  @\r\n",
  };
  for (std::string text : texts) {
    CAPTURE(std::string(text));
    Reading reading(text);
    REQUIRE(reading.root);
    const Node* scalar = reading.root->find("k");
    if (!scalar) scalar = reading.root->find("x")->items[0]->find("k");
    REQUIRE(scalar);
    std::size_t offset = scalar->text.find('@');
    REQUIRE(offset != std::string_view::npos);
    CHECK(reading.sources.offset(place_in(reading.sources, *scalar, offset)) == text.find('@'));
  }
}

TEST_CASE("places within a scalar never run backwards, and each is in the scalar") {
  const char* const texts[] = {"k: a and\n   b\n\n   c d\nz: 1", "k: 'it''s\n  so'\nz: 1",
                               "k: \"\\x41\\\n  b\\\\ c\"\nz: 1", "k: >-\n  a\n    b\n\n  c\nz: 1",
                               "k: |\n  a\n  b\nz: 1"};
  for (std::string text : texts) {
    CAPTURE(std::string(text));
    Reading reading(text);
    REQUIRE(reading.root);
    const Node& scalar = *reading.root->find("k");
    Place last = scalar.at;
    for (std::size_t i = 0; i <= scalar.text.size(); ++i) {
      CAPTURE(i);
      Place at = place_in(reading.sources, scalar, i);
      CHECK(at >= last);
      CHECK(reading.sources.offset(at) <= text.find("z:"));
      last = at;
    }
  }
}

TEST_CASE("an offset past the text, or a node of no file, gives the node's own place") {
  Reading reading("k: abc");
  const Node& scalar = *reading.root->find("k");
  CHECK(place_in(reading.sources, scalar, 3) == Place{1, 1, 7});
  CHECK(place_in(reading.sources, scalar, 4) == scalar.at);
  Node made;
  made.text = "x";
  CHECK(place_in(reading.sources, made, 0) == Place{});
}
