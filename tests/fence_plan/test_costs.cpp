// Vela's per-layer CSV: its three forms, and what is refused of them.
#include <doctest/doctest.h>

#include "support.h"

using namespace npuspec::fence;
using namespace npuspec::fence::test;

namespace {

std::string fault(std::string_view text) {
  return refusal<PlanError>([&] { read_costs("x.csv", text); });
}

constexpr const char* kHeader = "TFLite_operator,NNG Operator,Op Cycles,Network%,Network%,Name\n";

}  // namespace

TEST_CASE("trap 53: the form of Vela 3 and 4 is read: fractions, Network% twice, lines that end as on Windows") {
  const Costs costs =
      read_costs("x.csv", vela3({{{"CONV_2D", "Conv2DBias", "16.5", "a/Relu"}, {"ADD", "Add", "7961358.368", "b;c"}}}));
  REQUIRE(costs.rows.size() == 2);
  CHECK(costs.rows[0].line == 2);
  CHECK(costs.rows[0].source_operator == "CONV_2D");
  CHECK(costs.rows[0].npu_operator == "Conv2DBias");
  CHECK(costs.rows[0].cycles.text() == "16.5");
  CHECK(costs.rows[0].name == "a/Relu");
  CHECK(costs.rows[1].name == "b;c");
  CHECK(costs.total().text() == "7961374.868");
}

TEST_CASE("the form of Vela 5 is read: its Target tells what the CPU runs, and that ends a stream") {
  const Costs costs = read_costs("x.csv", vela5({{"Svdf", "CPUPassthrough", "0", "a"},
                                                 {"Conv2D", "Conv2D", "10", "b"},
                                                 {"Conv2D", "Relu6", "0", "b"},
                                                 {"Svdf", "CPUPassthrough", "0", "c"},
                                                 {"Svdf", "CPUPassthrough", "0", "d"},
                                                 {"Conv2D", "Conv2D", "11", "e"}}));
  REQUIRE(costs.rows.size() == 6);
  CHECK(costs.rows[0].on_cpu);
  CHECK(!costs.rows[1].on_cpu);
  CHECK(costs.rows[1].stream == 0);
  CHECK(costs.rows[2].stream == 0);
  CHECK(costs.rows[5].stream == 1);
  CHECK(costs.total() == Decimal(21));
}

TEST_CASE("the form between them is read: the source's column has the new name, and there is no Target") {
  const Costs costs =
      read_costs("x.csv",
                 "Original Operator,NNG Operator,Staging Usage,Peak%,Op Cycles,Network%,NPU,SRAM AC,DRAM "
                 "AC,OnFlash AC,OffFlash AC,MAC Count,Network% (MAC),Util% (MAC),Name\n"
                 "CONV_2D,Conv2DBias,1,1,12.25,1,1,1,1,1,1,1,1,1,n\n");
  REQUIRE(costs.rows.size() == 1);
  CHECK(costs.rows[0].cycles.text() == "12.25");
  CHECK(costs.rows[0].name == "n");
}

TEST_CASE("trap 53: a header that comes again begins another stream, and is no row") {
  const Costs costs = read_costs("x.csv", vela3({{{"CONV_2D", "Conv2DBias", "1.0", "a"}},
                                                 {{"CONV_2D", "Conv2DBias", "2.0", "b"}},
                                                 {{"CONV_2D", "Conv2DBias", "4.0", "c"}}}));
  REQUIRE(costs.rows.size() == 3);
  CHECK(costs.rows[0].stream == 0);
  CHECK(costs.rows[1].stream == 1);
  CHECK(costs.rows[2].stream == 2);
  CHECK(costs.rows[2].line == 6);
}

TEST_CASE("columns are found by their names, in whatever order") {
  const Costs costs = read_costs("x.csv", "TFLite_operator,Op Cycles,NNG Operator,Name\nADD,5,Add,n\n");
  CHECK(costs.rows.at(0).cycles == Decimal(5));
  CHECK(costs.rows.at(0).npu_operator == "Add");
}

TEST_CASE("trap 53: a file of 0 bytes has no rows: the CPU runs everything") {
  CHECK(read_costs("x.csv", "").rows.empty());
}

TEST_CASE("trap 53: a name may be empty") {
  CHECK(read_costs("x.csv", std::string(kHeader) + "ADD,Add,5,1,1,\n").rows.at(0).name.empty());
}

TEST_CASE("trap 53: a name is the rest of its line, with the commas in it") {
  const Costs costs = read_costs("x.csv", vela5({{"Conv2D", "Conv2D", "10", "a,b,\"c\""}}));
  CHECK(costs.rows.at(0).name == "a,b,\"c\"");
  CHECK(read_costs("x.csv", std::string(kHeader) + "ADD,Add,5,1,1,a,b\n").rows.at(0).name == "a,b");
}

TEST_CASE("a name in quotes is what stands in them, as Vela 3 and 4 write one with a comma") {
  const Costs costs = read_costs("x.csv", std::string(kHeader) + "ADD,Add,5,1,1,\"a,\"\"b\"\"\"\n");
  CHECK(costs.rows.at(0).name == "a,\"b\"");
  CHECK(has(fault(std::string(kHeader) + "ADD,Add,5,1,1,\"a\nb\"\n"),
            "x.csv:2: the name '\\\"a' has no quote at its end"));
}

TEST_CASE("a byte order mark, empty lines and a last line without an end are read over") {
  const Costs costs = read_costs("x.csv", "\xEF\xBB\xBF" + std::string(kHeader) + "\n\nADD,Add,5,1,1,n");
  REQUIRE(costs.rows.size() == 1);
  CHECK(costs.rows[0].line == 4);
}

TEST_CASE("a file that is no per-layer CSV is refused, with its line and what to do") {
  CHECK(has(fault("ADD,Add,5,1,1,n\n"), "x.csv:1: no header"));
  CHECK(has(fault("TFLite_operator,NNG Operator,Cycles,Name\n"), "x.csv:1: no column is called 'Op Cycles'"));
  CHECK(has(fault("TFLite_operator,Op Cycles,Name\n"), "no column is called 'NNG Operator'"));
  CHECK(has(fault("TFLite_operator,NNG Operator,Op Cycles\n"), "no column is called 'Name'"));
  CHECK(has(fault("TFLite_operator,NNG Operator,Op Cycles,Op Cycles,Name\n"), "two columns are called 'Op Cycles'"));
  CHECK(has(fault("TFLite_operator,NNG Operator,Name,Op Cycles\n"), "the column 'Name' is not the last"));
  CHECK(has(fault("TFLite_operator,NNG Operator,Op Cycles,Name\nOriginal Operator,NNG Operator,X,Op Cycles,Name\n"),
            "x.csv:2: this header is another than the first one"));
  CHECK(has(fault("\xFF\xFE\n"), "x.csv:1: not UTF-8"));
}

TEST_CASE("a row that is too short, or without a number of cycles, is refused with its line") {
  CHECK(has(fault(std::string(kHeader) + "ADD,Add,5,1,1,n\nADD,Add,5\n"),
            "x.csv:3: a row of 3 cells, and the header has 6"));
  CHECK(has(fault(std::string(kHeader) + "ADD,Add,NaN,1,1,n\n"), "x.csv:2: Op Cycles: 'NaN' is no number: digits"));
  CHECK(has(fault(std::string(kHeader) + "ADD,Add,N/A,1,1,n\n"), "x.csv:2: Op Cycles: 'N/A'"));
  CHECK(has(fault(std::string(kHeader) + "ADD,Add,-1,1,1,n\n"), "x.csv:2: Op Cycles: '-1'"));
  CHECK(
      has(fault(std::string(kHeader) + "ADD,Add,1e30,1,1,n\n"), "x.csv:2: Op Cycles: '1e30' has more than 17 digits"));
  CHECK(has(fault(std::string(kHeader) + "ADD,Add,,1,1,n\n"), "x.csv:2: Op Cycles"));
}
