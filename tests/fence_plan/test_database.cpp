// Vela's debug database: which operator each row of the costs belongs to.
#include <doctest/doctest.h>

#include "support.h"

using namespace npuspec::fence;
using namespace npuspec::fence::test;
using Op = npuspec::tflite::BuiltinOperator;

namespace {

std::string table(const std::string& name, const std::string& text) {
  return "<table name=\"" + name + "\"><![CDATA[" + text + "]]></table>";
}

std::string xml(const std::string& tables) {
  return "<?xml version='1.0' encoding='utf-8'?>\n<debug>" + tables + "</debug>";
}

constexpr const char* kSource = "\"id\",\"operator\",\"kernel_w\",\"kernel_h\",\"ofm_w\",\"ofm_h\",\"ofm_d\"\n";
constexpr const char* kOptimised = "\"id\",\"source_id\",\"operator\"\n";
constexpr const char* kQueue = "\"offset\",\"cmdstream_id\",\"optimised_id\"\n";

// A diamond: operator 0 feeds 1 and 2, and 3 reads 2 first. So depth first from the output, 2 comes before 1.
const std::vector<std::uint8_t>& diamond() {
  static const std::vector<std::uint8_t> bytes =
      small_model({{.name = "in"},
                   {.name = ""},
                   {.name = "", .shape = {2, 3, 4}},
                   {.name = "", .shape = {1, 5, 6, 7}},
                   {.name = ""}},
                  {{.is = Op::CONV_2D, .inputs = {0}, .outputs = {1}, .custom_code = {}},
                   {.is = Op::MUL, .inputs = {1}, .outputs = {2}, .custom_code = {}},
                   {.is = Op::SVDF, .inputs = {1}, .outputs = {3}, .custom_code = {}},
                   {.is = Op::ADD, .inputs = {3, 2}, .outputs = {4}, .custom_code = {}}},
                  {4});
  return bytes;
}

const std::string kDepthFirst = std::string(kSource) +
                                "0,\"Conv2DBias\",1,1,1,1,4\n1,\"Svdf\",1,1,6,5,7\n2,\"Mul\",1,1,3,2,4\n" +
                                "3,\"Add\",1,1,1,1,4\n";
const std::string kMade =
    std::string(kOptimised) + "0,3,\"Add\"\n1,0,\"Conv2DBias\"\n2,0,\"Conv2DBias\"\n3,2,\"Mul\"\n4,-1,\"Sub\"\n";
// Two commands of one operator, and one that Vela replaced, of which there is none.
const std::string kCommands = std::string(kQueue) + "0,0,2\n4,0,2\n8,0,3\n12,0,4\n16,0,2\n20,0,0\n";

const std::vector<Row> kRows = {{"CONV_2D", "Conv2DBias", "10", ""},
                                {"MUL", "Mul", "20", ""},
                                {"UNKNOWN", "Sub", "30", ""},
                                {"ADD", "Add", "40", ""}};

using Told = std::vector<std::optional<std::uint32_t>>;

Told told(const std::string& text, const std::string& csv, bool with_model = true) {
  const Model model("m.tflite", diamond());
  const std::vector<OperatorIdentity> operators = operators_of(model);
  return attribute(read_debug_database("x.xml", text), read_costs("x.csv", csv), with_model ? &model : nullptr,
                   operators);
}

std::string fault(const std::string& text, const std::string& csv = vela3({kRows}), bool with_model = true) {
  return refusal<PlanError>([&] { told(text, csv, with_model); });
}

std::string vela3_xml(const std::string& source = kDepthFirst) {
  return xml(table("source", source) + table("optimised", kMade) + table("queue", kCommands) +
             table("cmdstream", "\"id\",\"file_offset\"\n0,261088\n"));
}

}  // namespace

TEST_CASE("Vela 3's database: rows are the operators of the queue in its order, sources are numbered depth first") {
  CHECK(told(vela3_xml(), vela3({kRows})) == Told{0, 1, std::nullopt, 3});
}

TEST_CASE("with the operators' indices in it, the database needs no order, and no model") {
  const std::string source =
      "\"id\",\"operator\",\"ofm_w\",\"ofm_h\",\"ofm_d\",\"ext_key\"\n"
      "0,\"Conv2DBias\",1,1,1,0\n1,\"Svdf\",1,1,1,2\n2,\"Mul\",1,1,1,1\n3,\"Add\",1,1,1,3\n";
  CHECK(told(vela3_xml(source), vela3({kRows}), false) == Told{0, 1, std::nullopt, 3});
  CHECK(has(fault(vela3_xml(), vela3({kRows}), false), "in an order that only the model tells: plan with the model"));
}

TEST_CASE("Vela 5's database has the rows themselves") {
  const std::string source =
      "\"id\",\"operator\",\"ofm_w\",\"ofm_h\",\"ofm_d\",\"ext_key\"\n"
      "1,\"Conv2D\",1,1,1,0\n2,\"Mul\",1,1,1,1\n3,\"Svdf\",1,1,1,2\n4,\"Add\",1,1,1,3\n";
  const std::string perf =
      "\"id\",\"source_id\",\"optimised_id\",\"operator\",\"name\",\"op_cycles\"\n"
      "9,1,7,\"Conv2D\",\"a \"odd\" name\",10\n12,3,6,\"Passthrough\",\"\",0\n15,\"-1\",5,\"Sub\",\"\",20\n";
  const std::vector<Row> rows = {
      {"Conv2D", "Conv2D", "10", "a \"odd\" name"}, {"Svdf", "CPUPassthrough", "0", ""}, {"N/A", "Sub", "20", ""}};
  const std::string text = xml("\n" + table("perf", "\n" + perf) + table("source", "\n" + source));
  CHECK(told(text, vela5(rows), false) == Told{0, 2, std::nullopt});
  std::vector<Row> other = rows;
  other[0].cycles = "11";
  CHECK(has(fault(text, vela5(other)),
            "x.xml: it is not of the run that wrote x.csv: line 2 is 'Conv2D' of 11 cycles, and "
            "'Conv2D' of 10 there; let Vela write both at once"));
  other.pop_back();
  CHECK(has(fault(text, vela5(other)), "it has 3 rows, and there are 2"));
}

TEST_CASE("only a Memcpy may be missing from the queue, and it stays without an operator") {
  std::vector<Row> rows = kRows;
  rows.insert(rows.begin() + 3, {"RESHAPE", "Memcpy", "0", ""});
  CHECK(told(vela3_xml(), vela3({rows})) == Told{0, 1, std::nullopt, std::nullopt, 3});
  rows[3].npu_operator = "Add";
  rows[4].npu_operator = "Max";
  CHECK(has(fault(vela3_xml(), vela3({rows})), "line 6 is 'Max', and no operator is left there"));
}

TEST_CASE("a database of another run is refused") {
  std::vector<Row> rows = kRows;
  std::swap(rows[0], rows[1]);
  CHECK(has(fault(vela3_xml(), vela3({rows})), "line 2 is 'Mul', and 'Conv2DBias' there"));
  rows = {kRows[0]};
  CHECK(has(fault(vela3_xml(), vela3({rows})), "operators are left there behind its last row: 'Mul'"));
  rows = kRows;
  rows[1].source_operator = "SUB";
  CHECK(has(fault(vela3_xml(), vela3({rows})), "line 3 is of 'SUB', and operator 1, as it tells, MUL"));
}

TEST_CASE("a database of another model is refused") {
  const std::string other_shape = std::string(kSource) + "0,\"Conv2DBias\",1,1,1,1,4\n1,\"Mul\",1,1,3,2,4\n" +
                                  "2,\"Svdf\",1,1,6,5,7\n3,\"Add\",1,1,1,1,4\n";
  CHECK(has(fault(vela3_xml(other_shape)),
            "the output of source 1 (Mul) has another shape than that of operator 2 (SVDF)"));
  CHECK(has(fault(vela3_xml(std::string(kSource) + "0,\"Add\",1,1,1,1,4\n")),
            "it tells of 1 operators, and 4 of m.tflite"));
  const std::string header = "\"id\",\"operator\",\"ofm_w\",\"ofm_h\",\"ofm_d\",\"ext_key\"\n";
  CHECK(has(fault(vela3_xml(header + "0,\"Conv2DBias\",1,1,1,4\n")), "it tells of operator 4, and there are 4"));
  CHECK(has(fault(vela3_xml(header + "0,\"Softmax\",1,1,1,0\n")), "operator 0 is 'Softmax' there, and CONV_2D here"));
}

TEST_CASE("a plan by a debug database covers rows without names") {
  const Model model("m.tflite", diamond());
  const Costs costs = read_costs("x.csv", vela3({kRows}));
  const DebugDatabase database = read_debug_database("x.xml", vela3_xml());
  FenceRequest request;
  request.policy = budget("35");
  request.costs = &costs;
  request.min_coverage = number("0.7");
  CHECK(has(refusal<PlanError>([&] { plan_fences(model, request); }), "only 0 %"));
  request.database = &database;
  const FencePlan plan = plan_fences(model, request);
  CHECK(plan.coverage->share()->text() == "0.7");
  CHECK(plan.after_ops() == std::vector<std::int64_t>{2});
}

TEST_CASE("hostile and broken XML is refused, with its line") {
  const std::string good = vela3_xml();
  CHECK(has(fault("<?xml version='1.0'?>\n<!DOCTYPE d [<!ENTITY a \"b\">]><debug/>"), "x.xml:2: a document type"));
  CHECK(has(fault("<!DOCTYPE d SYSTEM \"/etc/passwd\"><debug/>"), "x.xml:1: a document type"));
  CHECK(has(fault(""), "no XML"));
  CHECK(has(fault(good.substr(0, good.size() - 8)), "no XML"));
  CHECK(has(fault("<debug>&x;</debug>"), "no XML"));
  CHECK(has(fault("<html/>"), "an element 'html'"));
  CHECK(has(fault("<debug><table><table/></table></debug>"), "an element 'table'"));
  CHECK(has(fault(xml(table("source", kDepthFirst) + table("source", kDepthFirst))), "a second table 'source'"));
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<debug>";
  CHECK(has(fault(deep), "an element 'debug'"));
}

TEST_CASE("tables without what is needed are refused, with the line") {
  CHECK(has(fault(xml("")), "no table 'source'"));
  CHECK(has(fault(xml(table("source", kDepthFirst))), "no table 'optimised'"));
  CHECK(has(fault(xml(table("source", ""))), "x.xml:2: the table 'source' is empty"));
  CHECK(has(fault(xml(table("source", "\"id\"\n0\n"))), "x.xml:2: the table 'source' has no column 'operator'"));
  CHECK(has(fault(vela3_xml(kDepthFirst + "4,\"Add\"\n")),
            "x.xml:7: a row of 2 cells, and its table 'source' has 7 columns"));
  CHECK(has(fault(vela3_xml(std::string(kSource) + "a,\"Add\",1,1,1,1,4\n")),
            "x.xml:3: 'id' is 'a', which is no whole number"));
  CHECK(has(fault(vela3_xml(kDepthFirst + "3,\"Add\",1,1,1,1,4\n")), "x.xml:7: source 3 comes twice"));
  CHECK(has(fault(vela3_xml(kDepthFirst + "3,\"Add\n")), "x.xml:7: a cell without a quote at its end"));
  CHECK(has(fault(vela3_xml(kDepthFirst + "\"\n")), "x.xml:7: a cell without a quote at its end"));
  CHECK(has(fault(xml(table("source", kDepthFirst) + table("optimised", kMade) +
                      table("queue", std::string(kQueue) + "0,0,9\n"))),
            "no optimised operator has the id 9"));
}
