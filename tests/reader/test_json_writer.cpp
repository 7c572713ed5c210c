#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "front/json.h"
#include "front/json_writer.h"

using namespace npuspec;

TEST_CASE("every byte of a text is written as the JSON library writes it") {
  for (int c = 0; c < 0x80; ++c) {
    for (std::string text : {std::string(1, static_cast<char>(c)), "before" + std::string(1, static_cast<char>(c)),
                             std::string(20, '-') + static_cast<char>(c) + std::string(20, '-')}) {
      JsonWriter out;
      out.add(text);
      CHECK(out.text() == Json(text).dump());
    }
  }
  JsonWriter out;
  out.add("größer als 2³² − 1");
  CHECK(out.text() == Json("größer als 2³² − 1").dump());
}

TEST_CASE("objects, arrays and numbers are written as the JSON library writes them") {
  Json tree = {{"name", "rank"},
               {"least", std::numeric_limits<std::int64_t>::min()},
               {"most", std::numeric_limits<std::uint64_t>::max()},
               {"empty", Json::object()},
               {"none", Json::array()},
               {"ends like an opening", "[{:,"},
               {"rows", {{{"a", true}, {"b", false}}, Json::array({"", 0, -1}), 7}}};
  JsonWriter out;
  auto write = [&] {
    auto object = out.object();
    out.put("name", "rank");
    out.put("least", std::numeric_limits<std::int64_t>::min());
    out.put("most", std::numeric_limits<std::uint64_t>::max());
    { auto empty = out.object("empty"); }
    { auto none = out.array("none"); }
    out.put("ends like an opening", std::string("[{:,"));
    auto rows = out.array("rows");
    {
      auto row = out.object();
      out.put("a", true);
      out.put("b", false);
    }
    {
      auto row = out.array();
      out.add("");
      out.add(0);
      out.add(-1);
    }
    out.add(7);
  };
  write();
  CHECK(out.text() == tree.dump());
  out.clear();
  write();
  CHECK(out.text() == tree.dump());

  JsonWriter members;
  {
    auto object = members.object();
    members.put_members(tree);
  }
  CHECK(members.text() == tree.dump());
}

TEST_CASE("a text larger than all room so far is written whole") {
  JsonWriter out;
  std::string large(100000, 'x');
  {
    auto array = out.array();
    for (const char* small : {"a", "b"}) {
      out.add(small);
      out.add(large);
    }
  }
  CHECK(out.text() == Json({"a", large, "b", large}).dump());
}
