// One verdict: the interpreter and the code generated for C++, C and OpenCL C (read as C) give every descriptor the
// same code, and derive the same values from those that they accept.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "agree.h"
#include "draw.h"
#include "front/kinds/descriptor/find.h"
#include "front/kinds/descriptor/value.h"
#include "front/load.h"
#include "front/parallel.h"
#include "quanttess_vectors_gen.hpp"
#include "quanttess_workers_gen.hpp"
#include "rknpu_gen.hpp"
#include "support/paths.h"

using namespace npuspec;
namespace qt = npuspec::quanttess;

namespace {

#ifdef NPUSPEC_SANITIZED
constexpr std::size_t kDescriptors = 40'000;
#else
constexpr std::size_t kDescriptors = 1'000'000;
#endif
constexpr std::size_t kParts = 50;  // each with a seed of its own, so that threads do not matter

const SpecSet& specs() {
  static const SpecSet set = load_specs((test::root() / "specs").string());
  return set;
}

const descriptor::Struct& find(const char* path) {
  Diags diags;
  const descriptor::Struct* of = descriptor::find_struct(specs(), path, diags);
  REQUIRE(of);
  return *of;
}

// An index of whatever type a let takes.
struct Index {
  std::uint8_t is;
  template <class T>
  operator T() const {
    return static_cast<T>(is);
  }
};

std::vector<std::uint64_t> lets_in_cpp(const qt::Descriptor& d) {
  std::vector<std::uint64_t> lets;
#define X(name) lets.push_back(static_cast<std::uint64_t>(qt::name(d)));
#define XI(name, count) \
  for (std::uint8_t i = 0; i < count; ++i) lets.push_back(static_cast<std::uint64_t>(qt::name(d, Index{i})));
  NPUSPEC_LETS(X, XI)
#undef X
#undef XI
  return lets;
}

// The interpreter's side, with all that it needs looked up once.
class Oracle {
 public:
  Oracle() : of_(find("quanttess")), codec_(of_), judge_(of_), slots_(codec_.initial()) {
    for (const descriptor::Param& param : of_.params) state_ = param.symbol->slot;
#define X(name) lets_.push_back({of_.scope->find(#name), 0});
#define XI(name, count) lets_.push_back({of_.scope->find(#name), count});
    NPUSPEC_LETS(X, XI)
#undef X
#undef XI
  }

  const descriptor::Check* judge(std::span<const std::uint8_t> bytes, qt::State state) {
    codec_.unpack(bytes, slots_);
    slots_[state_] = static_cast<std::uint32_t>(state);
    judge_.start(slots_, bytes);
    return judge_.first();
  }

  bool overflowed(const descriptor::Check& check) {
    return judge_.judge(check) == descriptor::Judge::Outcome::kOverflows;
  }

  std::vector<std::uint64_t> lets() {
    std::vector<std::uint64_t> values;
    for (auto [let, count] : lets_) {
      for (guard::Int i = 0; i < std::max(count, 1); ++i) {
        const guard::Int index[] = {i};
        guard::Result result = judge_.interpreter().run_let(*let, std::span(index, count == 0 ? 0u : 1u));
        values.push_back(result.ok() ? static_cast<std::uint64_t>(result.value) : ~std::uint64_t{0});
      }
    }
    return values;
  }

 private:
  struct Let {
    const guard::Symbol* symbol;
    int count;
  };
  const descriptor::Struct& of_;
  descriptor::Codec codec_;
  descriptor::Judge judge_;
  std::vector<guard::Int> slots_;
  std::uint32_t state_ = 0;
  std::vector<Let> lets_;
};

struct Tally {
  std::map<std::uint32_t, std::size_t> codes;
  std::size_t overflows = 0;
  std::string difference;  // the first that was found

  void merge(const Tally& other) {
    for (auto [code, count] : other.codes) codes[code] += count;
    overflows += other.overflows;
    if (difference.empty()) difference = other.difference;
  }
};

std::string told(std::span<const std::uint8_t> bytes, qt::State state) {
  std::string text = std::to_string(static_cast<std::uint32_t>(state)) + " ";
  char hex[4];
  for (std::uint8_t byte : bytes) {
    std::snprintf(hex, sizeof hex, "%02x", byte);
    text += hex;
  }
  return text;
}

void compare(Oracle& oracle, const test::Drawn& drawn, Tally& tally) {
  std::uint8_t bytes[232];
  qt::pack(drawn.descriptor, bytes);
  auto state = static_cast<std::uint32_t>(drawn.state);
  const descriptor::Check* refused = oracle.judge(bytes, drawn.state);
  std::uint32_t code = refused ? refused->code : 0;
  ++tally.codes[code];
  if (refused && oracle.overflowed(*refused)) ++tally.overflows;

  std::uint64_t in_c[kLetValues] = {};
  std::uint64_t in_opencl[kLetValues] = {};
  qt::Descriptor d = qt::Descriptor::unpack(bytes);
  bool agree = code == static_cast<std::uint32_t>(qt::check(d, drawn.state)) &&
               code == quanttess_in_c(bytes, state, in_c) && code == quanttess_in_opencl(bytes, state, in_opencl);
  if (agree && code == 0) {
    std::vector<std::uint64_t> lets = oracle.lets();
    agree = lets == lets_in_cpp(d) && std::equal(lets.begin(), lets.end(), in_c) &&
            std::equal(lets.begin(), lets.end(), in_opencl);
  }
  if (!agree && tally.difference.empty()) tally.difference = told(bytes, drawn.state);
}

}  // namespace

TEST_CASE(
    "the interpreter, C++, C and OpenCL C give a million random and boundary descriptors the same code and values") {
  specs();
  std::vector<Tally> parts(kParts);
  parallel_for(kParts, 0, [&](std::size_t part) {
    Oracle oracle;
    test::Draw draw(part + 1);
    for (std::size_t i = 0; i < kDescriptors / kParts; ++i) compare(oracle, test::draw_descriptor(draw), parts[part]);
  });
  Tally all;
  for (const Tally& part : parts) all.merge(part);
  CHECK(all.difference == "");

  // The draw is worth something: a good part is sound, every check is the one that refuses, and some refuse by
  // overflow.
  std::size_t judged = 0;
  std::string refusals;
  for (auto [code, count] : all.codes) judged += count;
  CHECK(judged == kDescriptors);
  CHECK(all.codes[0] > kDescriptors / 4);
  CHECK(all.codes[0] < kDescriptors * 3 / 4);
  CHECK(all.overflows > kDescriptors / 10'000);
  for (const descriptor::Check& check : find("quanttess").checks) {
    CAPTURE(check.id);
    std::size_t count = all.codes[check.code];
    CHECK(count >= kDescriptors / 20'000);
    refusals += " " + std::string(check.id) + ":" + std::to_string(count);
    judged -= count;
  }
  CHECK(judged == all.codes[0]);  // no other code came up
  MESSAGE(kDescriptors << " descriptors, " << all.codes[0] << " accepted, " << all.overflows
                       << " refused by an overflow; refused by:" << refusals);
}

TEST_CASE("every example's bytes get its code in the interpreter, C++, C and OpenCL C") {
  Oracle oracle;
  std::uint64_t lets[kLetValues];
  std::size_t examples = 0;
  for (const auto& vector : qt::kDescriptorVectors) {
    CAPTURE(vector.id);
    auto code = static_cast<std::uint32_t>(vector.error);
    const descriptor::Check* refused = oracle.judge(vector.bytes, vector.state);
    CHECK((refused ? refused->code : 0) == code);
    qt::Descriptor d = qt::Descriptor::unpack(vector.bytes);
    CHECK(static_cast<std::uint32_t>(qt::check(d, vector.state)) == code);
    CHECK(quanttess_in_c(vector.bytes, static_cast<std::uint32_t>(vector.state), lets) == code);
    CHECK(quanttess_in_opencl(vector.bytes, static_cast<std::uint32_t>(vector.state), lets) == code);
    if (vector.holds) CHECK(vector.holds(d, vector.state));
    std::uint8_t again[sizeof(vector.bytes)];
    qt::pack(d, again);
    CHECK(std::equal(std::begin(again), std::end(again), vector.bytes));
    quanttess_repack_in_c(vector.bytes, again);
    CHECK(std::equal(std::begin(again), std::end(again), vector.bytes));
    quanttess_repack_in_opencl(vector.bytes, again);
    CHECK(std::equal(std::begin(again), std::end(again), vector.bytes));
    ++examples;
  }
  CHECK(examples > 60);
}

TEST_CASE("a state that is no row of its enum is refused, though the bytes are those of an accepted descriptor") {
  Oracle oracle;
  std::uint64_t lets[kLetValues];
  for (const auto& vector : qt::kDescriptorVectors) {
    if (vector.error != qt::DescriptorError::kOk) continue;
    CAPTURE(vector.id);
    for (std::uint32_t state : {2u, 3u, 256u, 257u, 0xFFFFFFFFu}) {
      CAPTURE(state);
      const auto unknown = static_cast<qt::State>(state);
      const auto code = static_cast<std::uint32_t>(qt::DescriptorError::kState);
      const descriptor::Check* refused = oracle.judge(vector.bytes, unknown);
      REQUIRE(refused);
      CHECK(refused->code == code);
      CHECK(qt::check(qt::Descriptor::unpack(vector.bytes), unknown) == qt::DescriptorError::kState);
      CHECK(quanttess_in_c(vector.bytes, state, lets) == code);
      CHECK(quanttess_in_opencl(vector.bytes, state, lets) == code);
    }
  }
}

TEST_CASE("a worker is selected for workers 1..4 and a known state alone; else none is, in C++, C and OpenCL C") {
  namespace workers = npuspec::quanttess_workers;
  std::size_t selected = 0;
  for (const auto& vector : qt::kDescriptorVectors) {
    if (vector.error != qt::DescriptorError::kOk) continue;
    CAPTURE(vector.id);
    const qt::Descriptor d = qt::Descriptor::unpack(vector.bytes);
    const auto known = static_cast<std::uint32_t>(vector.state);
    for (std::uint32_t state : {known, 2u, 0xFFFFFFFFu}) {
      for (std::uint32_t count : {0u, 1u, 2u, 3u, 4u, 5u, 64u, 0xFFFFFFFFu}) {
        CAPTURE(state);
        CAPTURE(count);
        const workers::Row row = workers::select(d, static_cast<qt::State>(state), count);
        CHECK((row != workers::Row::kNone) == (state == known && count >= 1 && count <= 4));
        CHECK(quanttess_worker_in_c(vector.bytes, state, count) == static_cast<std::uint32_t>(row));
        CHECK(quanttess_worker_in_opencl(vector.bytes, state, count) == static_cast<std::uint32_t>(row));
        if (row != workers::Row::kNone) ++selected;
      }
    }
  }
  CHECK(selected > 20);
  CHECK(workers::name(workers::Row::kNone) == nullptr);
  CHECK(workers::entry(workers::Row::kNone, true) == nullptr);
  CHECK(workers::budget(workers::Row::kNone, qt::Dtype::kFp32) == 0);
}

TEST_CASE("C++ validators run at compile time") {
  static_assert(qt::check(qt::Descriptor::unpack(qt::kDescriptorVectors[0].bytes), qt::kDescriptorVectors[0].state) ==
                qt::kDescriptorVectors[0].error);
  static_assert(qt::output_bytes(qt::Descriptor::unpack(qt::kDescriptorVectors[0].bytes)) == 786432);
}

TEST_CASE(
    "each bit flipped in a bound descriptor is refused; resealed, it is refused by a rule or another legal value") {
  Oracle oracle;
  const descriptor::Struct& of = find("quanttess");
  auto bound = std::find_if(std::begin(qt::kDescriptorVectors), std::end(qt::kDescriptorVectors),
                            [](const auto& vector) { return std::string_view(vector.id) == "c33-bound"; });
  REQUIRE(bound != std::end(qt::kDescriptorVectors));
  std::uint64_t lets[kLetValues];
  std::map<std::string, std::size_t> refused_by;
  std::map<std::string, std::size_t> legal_in;
  for (std::size_t bit = 0; bit < 8 * of.size; ++bit) {
    CAPTURE(bit);
    std::uint8_t bytes[232];
    std::copy_n(bound->bytes, sizeof(bytes), bytes);
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    CHECK(oracle.judge(bytes, qt::State::kBound) != nullptr);
    CHECK(qt::check(qt::Descriptor::unpack(bytes), qt::State::kBound) != qt::DescriptorError::kOk);
    CHECK(quanttess_in_c(bytes, 1, lets) != 0);
    CHECK(quanttess_in_opencl(bytes, 1, lets) != 0);

    qt::Descriptor d = qt::Descriptor::unpack(bytes);
    qt::seal(d);
    qt::pack(d, bytes);
    const descriptor::Check* refused = oracle.judge(bytes, qt::State::kBound);
    CHECK((refused ? refused->code : 0) == static_cast<std::uint32_t>(qt::check(d, qt::State::kBound)));
    CHECK((refused ? refused->code : 0) == quanttess_in_c(bytes, 1, lets));
    CHECK((refused ? refused->code : 0) == quanttess_in_opencl(bytes, 1, lets));
    std::string field = descriptor::path_to(of, static_cast<std::uint32_t>(bit / 8));
    if (refused) {
      CHECK(refused->id != "integrity");
      ++refused_by[std::string(refused->id)];
    } else {
      ++legal_in[field];
    }
  }
  std::string summary;
  for (const auto& [field, count] : legal_in) summary += " " + field + ":" + std::to_string(count);
  MESSAGE("flips that leave a legal value:" << summary);
  std::string refusals;
  for (const auto& [id, count] : refused_by) refusals += " " + id + ":" + std::to_string(count);
  MESSAGE("flips refused by:" << refusals);
  // A flip in the integrity field is undone by sealing. Any other is legal only where many values are: a tile that
  // covers its axis may have any larger shape, an address that is aligned may be any other.
  CHECK(legal_in == std::map<std::string, std::size_t>{{"input_address", 29},
                                                       {"integrity", 32},
                                                       {"multiplier", 31},
                                                       {"output_address", 27},
                                                       {"rounding", 2},
                                                       {"tile_shape[H]", 31},
                                                       {"tile_shape[W]", 31},
                                                       {"zero_point", 7}});
}

TEST_CASE("the structs of the driver get the same codes in the interpreter, C and OpenCL C") {
  const char* const names[] = {"submit", "action", "mem_create", "mem_map", "mem_destroy", "mem_sync", "drm_version"};
  constexpr int kTries = static_cast<int>(kDescriptors / 100);
  for (int which = 0; which < 7; ++which) {
    CAPTURE(names[which]);
    const descriptor::Struct& of = find(("rknpu." + std::string(names[which])).c_str());
    descriptor::Codec codec(of);
    descriptor::Judge judge(of);
    std::vector<guard::Int> slots = codec.initial();
    test::Draw draw(static_cast<std::uint64_t>(which) + 1000);
    std::map<std::uint32_t, int> codes;
    REQUIRE(!of.examples.empty());
    for (int i = 0; i < kTries; ++i) {
      std::vector<std::uint8_t> bytes = of.examples[draw.below(of.examples.size())].bytes;
      for (auto spoils = draw.of({0, 1, 2, 4}); spoils > 0; --spoils) {
        bytes[draw.below(bytes.size())] =
            static_cast<std::uint8_t>(draw.chance(50) ? 1u << draw.below(8) : draw.below(3));
      }
      codec.unpack(bytes, slots);
      judge.start(slots, bytes);
      const descriptor::Check* refused = judge.first();
      std::uint32_t code = refused ? refused->code : 0;
      ++codes[code];
      REQUIRE(rknpu_in_c(which, bytes.data()) == code);
      REQUIRE(rknpu_in_opencl(which, bytes.data()) == code);
    }
    CHECK(codes[0] > 0);
    for (const descriptor::Check& check : of.checks) {
      CAPTURE(check.id);
      CHECK(codes[check.code] > 0);
    }
  }
}
