// Every group of the shipped contract: the interpreter against the generated C++ on real flatbuffers, and against the
// generated C11 and OpenCL C where there is one, on random and boundary values and on the spec's own examples.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <set>

#include "ethos_u_stream_split_gen.hpp"
#include "front/kinds/wire/evaluate.h"
#include "front/kinds/wire/model.h"
#include "front/load.h"
#include "support/paths.h"
#include "tflite_generated.h"
#include "wire/encode.h"
#include "wire/plain_rules.h"
#include "wire/random_values.h"

namespace split = npuspec::ethos_u_stream_split;
namespace fbs = npuspec::tflite::fbs;
using namespace npuspec;
using wire::Group;
using wire::Values;

namespace {

const wire::WireModel& contract() {
  static SpecSet set = load_specs((test::root() / "specs").string());
  const auto* model = model_of<wire::WireModel>(set.find("ethos-u-stream-split"));
  REQUIRE(model);
  return *model;
}

// What a group says: a fault's code, or 0; of rows the outcome too.
struct Said {
  int code = 0;
  std::string outcome = "none";
  friend bool operator==(const Said&, const Said&) = default;
};

// doctest prints it.
std::ostream& operator<<(std::ostream& out, const Said& said) { return out << said.outcome << " " << said.code; }

Said interpreted(const Group& group, const std::vector<Values::Handle>& takes, Values& values) {
  wire::Finding finding = wire::evaluate(contract(), group, takes, values);
  if (group.is_rows() && finding.taken) {
    return {static_cast<int>(finding.taken->code),
            std::string(group.outcomes[static_cast<std::size_t>(finding.taken->outcome)])};
  }
  return {finding.failed ? static_cast<int>(finding.failed->code) : 0};
}

Said said(split::Fault fault) { return {static_cast<int>(fault)}; }

// The values of one call, as the generated functions take them.
class Call {
 public:
  Call(const Values& values, const std::vector<Values::Handle>& takes)
      : values_(values), takes_(takes), encoded_(values, takes) {}

  template <class Table>
  const Table* table(std::size_t at) const {
    CHECK(encoded_.verifies<Table>(takes_[at]));
    return encoded_.table<Table>(takes_[at]);
  }

  const Values::Cell* cell(std::size_t at, const char* name) const {
    return values_.find(takes_[at], *values_.at(takes_[at]).type->members.find(name));
  }
  template <class Number>
  Number number(std::size_t at, const char* name) const {
    const Values::Cell* found = cell(at, name);
    return found ? static_cast<Number>(found->number) : Number{};
  }
  std::string_view text(std::size_t at, const char* name) const {
    const Values::Cell* found = cell(at, name);
    return found ? std::string_view(found->text) : std::string_view();
  }
  std::vector<std::int32_t> extents(std::size_t at) const {
    std::vector<std::int32_t> out;
    if (const Values::Cell* found = cell(at, "shape")) {
      for (guard::Int each : found->numbers) out.push_back(static_cast<std::int32_t>(each));
    }
    return out;
  }

  split::Span span(std::size_t at) const {
    return {.address = number<std::uint64_t>(at, "address"), .bytes = number<std::uint64_t>(at, "bytes")};
  }

 private:
  const Values& values_;
  const std::vector<Values::Handle>& takes_;
  test::Encoded encoded_;
};

Said reuse(const Call& call) {
  split::ReuseVerdict verdict = split::reuse(call.table<fbs::OperatorCode>(0));
  std::string outcome = verdict.is == split::Reuse::kNone    ? "none"
                        : verdict.is == split::Reuse::kReuse ? "reuse"
                                                             : "refuse";
  return {static_cast<int>(verdict.fault), outcome};
}

Said position(const Call& call) {
  split::Cut cut = {.after_op = call.number<std::int64_t>(0, "after_op"),
                    .operators = call.number<std::int64_t>(0, "operators"),
                    .crossing = call.number<std::uint32_t>(0, "crossing")};
  int code = static_cast<int>(split::check_position(cut));
  CHECK(c11_position(cut.after_op, cut.operators, cut.crossing) == code);
  CHECK(opencl_position(cut.after_op, cut.operators, cut.crossing) == code);
  return {code};
}

Said prepare_counts(const Call& call) {
  split::Counts counts = {.inputs = call.number<std::uint32_t>(0, "inputs"),
                          .outputs = call.number<std::uint32_t>(0, "outputs")};
  int code = static_cast<int>(split::check_prepare_counts(counts));
  CHECK(c11_prepare_counts(counts.inputs, counts.outputs) == code);
  CHECK(opencl_prepare_counts(counts.inputs, counts.outputs) == code);
  return {code};
}

Said prepare(const Call& call) {
  std::vector<std::int32_t> shapes[] = {call.extents(0), call.extents(1)};
  plain_side plain[2];
  split::Side sides[2];
  for (std::size_t i = 0; i < 2; ++i) {
    sides[i] = {.type = static_cast<tflite::TensorType>(call.number<std::int8_t>(i, "type")),
                .shape = shapes[i],
                .bytes = call.number<std::uint64_t>(i, "bytes"),
                .is_variable = call.number<int>(i, "is_variable") != 0};
    plain[i] = {static_cast<std::int8_t>(sides[i].type), shapes[i].data(), shapes[i].size(), sides[i].bytes,
                sides[i].is_variable};
  }
  int code = static_cast<int>(split::check_prepare(sides[0], sides[1]));
  CHECK(c11_prepare(&plain[0], &plain[1]) == code);
  CHECK(opencl_prepare(&plain[0], &plain[1]) == code);
  return {code};
}

using PlainSpans = int (*)(const plain_span*, const plain_span*);

Said spans(const Call& call, split::Fault (*cpp)(const split::Span&, const split::Span&), PlainSpans c11,
           PlainSpans opencl) {
  split::Span a = call.span(0);
  split::Span b = call.span(1);
  plain_span left = {a.address, a.bytes};
  plain_span right = {b.address, b.bytes};
  int code = static_cast<int>(cpp(a, b));
  CHECK(c11(&left, &right) == code);
  CHECK(opencl(&left, &right) == code);
  return {code};
}

Said plan_binding(const Call& call) {
  split::BoundPlan plan = {.has_hash = call.number<int>(0, "has_hash") != 0,
                           .model_sha256 = call.text(0, "model_sha256"),
                           .operators = call.number<std::uint32_t>(0, "operators"),
                           .subgraph = call.number<std::uint32_t>(0, "subgraph")};
  split::BoundModel model = {.sha256 = call.text(1, "sha256"), .operators = call.number<std::uint32_t>(1, "operators")};
  return said(split::check_plan_binding(plan, model));
}

Said fence_binding(const Call& call) {
  split::BoundFence fence = {.after_op = call.number<std::int64_t>(0, "after_op"),
                             .has_identity = call.number<int>(0, "has_identity") != 0,
                             .output_tensor_name = call.text(0, "output_tensor_name"),
                             .opcode = call.text(0, "opcode"),
                             .custom_code = call.text(0, "custom_code")};
  split::BoundOperator at = {.operators = call.number<std::int64_t>(1, "operators"),
                             .output_tensor_name = call.text(1, "output_tensor_name"),
                             .opcode = call.text(1, "opcode"),
                             .custom_code = call.text(1, "custom_code")};
  return said(split::check_fence_binding(fence, at));
}

// What C++ says, which C11 and OpenCL C say too.
Said alike(split::Fault cpp, int c11, int opencl) {
  int code = static_cast<int>(cpp);
  CHECK(c11 == code);
  CHECK(opencl == code);
  return {code};
}

Said inputs(const Call& call) {
  split::Reach t = {.made_by = call.number<std::int64_t>(0, "made_by"),
                    .last_use = call.number<std::int64_t>(0, "last_use"),
                    .after_op = call.number<std::int64_t>(0, "after_op"),
                    .intercepted = call.number<int>(0, "intercepted") != 0};
  return alike(split::check_inputs(t), c11_inputs(t.made_by, t.last_use, t.after_op, t.intercepted),
               opencl_inputs(t.made_by, t.last_use, t.after_op, t.intercepted));
}

Said pair_order(const Call& call) {
  split::Produced pairs[2];
  plain_produced plain[2];
  for (std::size_t i = 0; i < 2; ++i) {
    pairs[i] = {.made_by = call.number<std::int64_t>(i, "made_by"),
                .output = call.number<std::uint32_t>(i, "output"),
                .after_op = call.number<std::int64_t>(i, "after_op")};
    plain[i] = {pairs[i].made_by, pairs[i].output, pairs[i].after_op};
  }
  return alike(split::check_pair_order(pairs[0], pairs[1]), c11_pair_order(&plain[0], &plain[1]),
               opencl_pair_order(&plain[0], &plain[1]));
}

Said rewiring(const Call& call) {
  split::Usage u = {.reader = call.number<std::int64_t>(0, "reader"),
                    .fence = call.number<std::int64_t>(0, "fence"),
                    .reads = call.number<std::int32_t>(0, "reads"),
                    .input = call.number<std::int32_t>(0, "input"),
                    .output = call.number<std::int32_t>(0, "output")};
  return alike(split::check_rewiring(u), c11_rewiring(u.reader, u.fence, u.reads, u.input, u.output),
               opencl_rewiring(u.reader, u.fence, u.reads, u.input, u.output));
}

Said placement(const Call& call) {
  split::Placed at = {.position = call.number<std::uint32_t>(0, "position"),
                      .after_op = call.number<std::uint32_t>(0, "after_op"),
                      .earlier = call.number<std::uint32_t>(0, "earlier")};
  return alike(split::check_placement(at), c11_placement(at.position, at.after_op, at.earlier),
               opencl_placement(at.position, at.after_op, at.earlier));
}

Said boundaries(const Call& call) {
  split::Neighbours b = {.previous = call.number<std::uint32_t>(0, "previous"),
                         .after_op = call.number<std::uint32_t>(0, "after_op")};
  return alike(split::check_boundaries(b), c11_boundaries(b.previous, b.after_op),
               opencl_boundaries(b.previous, b.after_op));
}

Said pair_name(const Call& call) {
  auto flag = [&](const char* name) { return call.number<int>(0, name) != 0; };
  return said(split::check_pair_name({.name = call.text(0, "name"),
                                      .first = call.text(0, "first"),
                                      .others = call.text(0, "others"),
                                      .clash = call.text(0, "clash"),
                                      .is_first = flag("is_first"),
                                      .first_taken = flag("first_taken"),
                                      .others_taken = flag("others_taken")}));
}

Said sidecar_counts(const Call& call) {
  split::SidecarHead s = {.num_segments = call.number<std::uint32_t>(0, "num_segments"),
                          .segments = call.number<std::uint32_t>(0, "segments"),
                          .boundaries = call.number<std::uint32_t>(0, "boundaries")};
  return alike(split::check_sidecar_counts(s), c11_sidecar_counts(s.num_segments, s.segments, s.boundaries),
               opencl_sidecar_counts(s.num_segments, s.segments, s.boundaries));
}

Said sidecar_range(const Call& call) {
  split::SegmentRange s = {.op_range_start = call.number<std::uint32_t>(0, "op_range_start"),
                           .op_range_end = call.number<std::uint32_t>(0, "op_range_end"),
                           .starts_at = call.number<std::uint32_t>(0, "starts_at"),
                           .ends_at = call.number<std::uint32_t>(0, "ends_at")};
  return alike(split::check_sidecar_range(s),
               c11_sidecar_range(s.op_range_start, s.op_range_end, s.starts_at, s.ends_at),
               opencl_sidecar_range(s.op_range_start, s.op_range_end, s.starts_at, s.ends_at));
}

Said sidecar_end(const Call& call) {
  auto flag = [&](const char* name) { return call.number<int>(0, name) != 0; };
  split::SegmentEnd s = {.is_last = flag("is_last"),
                         .tensor_pairs = call.number<std::uint32_t>(0, "tensor_pairs"),
                         .end_tensor_name = flag("end_tensor_name"),
                         .fence_tensor_name = flag("fence_tensor_name")};
  return alike(split::check_sidecar_end(s),
               c11_sidecar_end(s.is_last, s.tensor_pairs, s.end_tensor_name, s.fence_tensor_name),
               opencl_sidecar_end(s.is_last, s.tensor_pairs, s.end_tensor_name, s.fence_tensor_name));
}

const std::map<std::string_view, std::function<Said(const Call&)>>& generated() {
  static const std::map<std::string_view, std::function<Said(const Call&)>> all = {
      {"reuse", reuse},
      {"case_twin", [](const Call& c) { return said(split::check_case_twin(c.table<fbs::OperatorCode>(0))); }},
      {"model", [](const Call& c) { return said(split::check_model(c.table<fbs::Model>(0))); }},
      {"foreign_code", [](const Call& c) { return said(split::check_foreign_code(c.table<fbs::OperatorCode>(0))); }},
      {"foreign_metadata",
       [](const Call& c) { return said(split::check_foreign_metadata(c.table<fbs::Metadata>(0))); }},
      {"position", position},
      {"crossing", [](const Call& c) { return said(split::check_crossing(c.table<fbs::Tensor>(0))); }},
      {"fence", [](const Call& c) { return said(split::check_fence(c.table<fbs::Operator>(0))); }},
      {"pair",
       [](const Call& c) {
         return said(split::check_pair(c.table<fbs::Tensor>(0), c.table<fbs::Tensor>(1), c.table<fbs::Buffer>(2)));
       }},
      {"prepare_counts", prepare_counts},
      {"prepare", prepare},
      {"within", [](const Call& c) { return spans(c, split::check_within, c11_within, opencl_within); }},
      {"across", [](const Call& c) { return spans(c, split::check_across, c11_across, opencl_across); }},
      {"plan_binding", plan_binding},
      {"fence_binding", fence_binding},
      {"inputs", inputs},
      {"pair_order", pair_order},
      {"rewiring", rewiring},
      {"placement", placement},
      {"boundaries", boundaries},
      {"pair_name", pair_name},
      {"sidecar_counts", sidecar_counts},
      {"sidecar_range", sidecar_range},
      {"sidecar_end", sidecar_end},
      {"sidecar_join",
       [](const Call& c) {
         return said(split::check_sidecar_join(
             {.fence_tensor_name = c.text(0, "fence_tensor_name"), .first_output = c.text(0, "first_output")}));
       }},
  };
  return all;
}

}  // namespace

TEST_CASE("the generated rules say what the interpreter says, on random and boundary values, and every code comes up") {
  const wire::WireModel& model = contract();
  std::set<std::uint32_t> codes;
  std::set<std::string_view> passed;
  for (const Group& group : model.groups) {
    CAPTURE(group.name);
    REQUIRE(generated().count(group.name) == 1);
    test::RandomValues random(model, 20260101);
    for (std::size_t i = 0; i < 15000; ++i) {  // with half of it not every code comes up
      CAPTURE(i);
      Values values;
      std::vector<Values::Handle> takes = random.takes(group, values);
      Said wanted = interpreted(group, takes, values);
      Said got = generated().at(group.name)(Call(values, takes));
      if (got != wanted) CHECK(got == wanted);
      codes.insert(static_cast<std::uint32_t>(wanted.code));
      if (wanted.code == 0) passed.insert(group.name);
    }
  }
  for (const Group& group : model.groups) {
    CAPTURE(group.name);
    CHECK(passed.count(group.name) == 1);
    for (const wire::Check& check : group.checks) {
      CAPTURE(check.id);
      CHECK(codes.count(check.code) == 1);
    }
    for (const wire::Row& row : group.rows) CHECK((row.code == 0 || codes.count(row.code) == 1));
  }
}

TEST_CASE("the generated rules give what each example of the spec says") {
  const wire::WireModel& model = contract();
  std::set<std::string_view> groups;
  Values values = model.values;
  for (const wire::Example& example : model.examples) {
    CAPTURE(example.id);
    const Group& group = model.groups[static_cast<std::size_t>(example.group)];
    groups.insert(group.name);
    Said wanted;
    if (example.refuse) wanted.code = static_cast<int>(example.refuse->code);
    if (group.is_rows() && example.outcome >= 0)
      wanted.outcome = group.outcomes[static_cast<std::size_t>(example.outcome)];
    Said got = generated().at(group.name)(Call(values, example.takes));
    if (group.is_rows()) wanted.code = got.code;
    CHECK(got == wanted);
  }
  CHECK(groups.size() == model.groups.size());
}

TEST_CASE("the vectors for C are the examples of the rules that need no flatbuffer, and C11 gives what they say") {
  const wire::WireModel& model = contract();
  int plain = 0;
  for (const wire::Example& example : model.examples) {
    if (model.groups[static_cast<std::size_t>(example.group)].is_plain()) ++plain;
  }
  CHECK(plain > 0);
  CHECK(c11_vectors() == plain);
  CHECK(c11_vectors_wrong() == 0);
}

TEST_CASE("every check of the contract that can refuse has an example that it refuses") {
  const wire::WireModel& model = contract();
  std::set<const wire::Check*> refused;
  for (const wire::Example& example : model.examples) refused.insert(example.refuse);
  for (const Group& group : model.groups) {
    for (const wire::Check& check : group.checks) {
      CAPTURE(group.name);
      CAPTURE(check.id);
      CHECK(refused.count(&check) == 1);
    }
  }
}

TEST_CASE("a sentence that no rule decides has a name to cite it by, and says what the spec says") {
  const wire::WireModel& model = contract();
  REQUIRE(model.semantics.size() >= 2);
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < model.semantics.size(); ++i) {
    auto sentence = static_cast<split::Sentence>(i);
    ids.insert(split::id(sentence));
    CHECK(split::id(sentence) == model.semantics[i].id);
    CHECK(split::says(sentence) == model.semantics[i].says);
  }
  CHECK(ids.size() == model.semantics.size());
  CHECK(split::id(split::Sentence::kCopyNotAlias) == "copy-not-alias");
}

TEST_CASE(
    "an entry of the contract's name is reused when its larger code is CUSTOM, its builtin code says no other, and its "
    "version is 1") {
  struct Entry {
    int builtin, deprecated, version;
    split::Reuse is;
  };
  constexpr auto kReuse = split::Reuse::kReuse;
  constexpr auto kRefuse = split::Reuse::kRefuse;
  const Entry entries[] = {{32, 32, 1, kReuse},   {32, 0, 1, kReuse},   {0, 32, 1, kReuse},   {32, 5, 1, kReuse},
                           {32, -1, 1, kReuse},   {5, 32, 1, kRefuse},  {-5, 32, 1, kRefuse}, {33, 32, 1, kRefuse},
                           {32, 127, 1, kRefuse}, {32, 32, 2, kRefuse}, {32, 32, 0, kRefuse}, {0, 0, 1, kRefuse}};
  for (const Entry& entry : entries) {
    CAPTURE(entry.builtin);
    CAPTURE(entry.deprecated);
    CAPTURE(entry.version);
    flatbuffers::FlatBufferBuilder b;
    b.Finish(fbs::CreateOperatorCode(b, static_cast<std::int8_t>(entry.deprecated),
                                     b.CreateString("ETHOS_U_STREAM_SPLIT"), entry.version,
                                     static_cast<fbs::BuiltinOperator>(entry.builtin)));
    CHECK(split::reuse(flatbuffers::GetRoot<fbs::OperatorCode>(b.GetBufferPointer())).is == entry.is);
  }
  flatbuffers::FlatBufferBuilder b;
  b.Finish(fbs::CreateOperatorCode(b, 32, b.CreateString("ethos_u_stream_split")));
  const auto* twin = flatbuffers::GetRoot<fbs::OperatorCode>(b.GetBufferPointer());
  CHECK(split::reuse(twin).is == split::Reuse::kNone);
  CHECK(split::check_case_twin(twin) == split::Fault::kCaseTwinCaseTwin);
  CHECK(split::is_warning(split::Fault::kCaseTwinCaseTwin));
}

TEST_CASE("the contract's numbers and names are those of its text") {
  CHECK(split::kCustomCode == "ETHOS_U_STREAM_SPLIT");
  CHECK(split::kBuiltin == 32);
  CHECK(split::kVersion == 1);
  CHECK(split::kContractVersion == 1);
  REQUIRE(split::kFormerCustomCodes.size() == 1);
  CHECK(split::kFormerCustomCodes[0] == "STREAM_SPLIT");
  CHECK(split::kFirstSuffix == "/stream_split");
  CHECK(split::first_name("conv") == "conv/stream_split");
  CHECK(split::other_name("conv", 7) == "conv/stream_split/7");
  CHECK(split::clash_name("conv", 7, 31) == "conv/stream_split/7/31");
  CHECK(split::sidecar_file("person") == "person.fenced_boundaries.json");
  auto how = [](const auto& written, std::uint16_t id) {
    for (const split::Written& each : written) {
      if (each.id == id) return each.how;
    }
    FAIL("a field is not said");
    return split::How::kGiven;
  };
  CHECK(how(split::kNewOperator, tflite::Operator::kCustomOptions) == split::How::kAbsent);
  CHECK(how(split::kVelaBelow5Operator, tflite::Operator::kCustomOptions) == split::How::kEmpty);
  CHECK_FALSE(split::kVelaBelow5Default);
  CHECK(how(split::kNewTensor, tflite::Tensor::kQuantization) == split::How::kDeep);
  CHECK(split::kNewTensor.size() == tflite::Tensor::kKnown);
  CHECK(split::kNewOperator.size() == tflite::Operator::kKnown);
}
