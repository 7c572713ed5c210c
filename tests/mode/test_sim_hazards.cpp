// Each hazard on the simulated device: what sets it, what clears it, whether an fp16 job between does, and that it is
// gone when it is switched off.
#include <doctest/doctest.h>

#include <cerrno>
#include <sstream>

#include "mode/sim_support.h"

using namespace npuspec::test;

namespace {

rk3588_op op_named(const std::string& name) {
  for (int i = 0; i < RK3588_OP_COUNT; ++i) {
    if (name == rk3588_op_names[i]) return static_cast<rk3588_op>(i);
  }
  FAIL("there is no op " << name);
  return RK3588_OP_MM_F16;
}

// Steps apart by spaces: an op, OP/all on all cores, OP/nowait, OP/1 on core 1; load, load/1; reset, elsewhere, pause,
// clear, restore, half, open, make, attach. What the last submit or reset came to.
class Play {
 public:
  explicit Play(const std::string& hazards) : bench_(hazards) {}

  rk3588_outcome operator()(const std::string& steps) {
    std::istringstream words(steps);
    for (std::string word; words >> word;) step(word);
    return bench_.last().outcome;
  }

  SimBench& bench() { return bench_; }

 private:
  void step(const std::string& word) {
    const std::size_t slash = word.find('/');
    const std::string name = word.substr(0, slash);
    const std::string how = slash == std::string::npos ? "" : word.substr(slash + 1);
    if (name == "reset") {
      bench_.reset();
    } else if (name == "elsewhere") {
      REQUIRE(ork_sim_elsewhere_reset(bench_.device(), ORK_SIM_RESET_BEGINS) == 0);
    } else if (name == "pause") {
      bench_.ops().sleep_ns(bench_.device(), 200'000'000);
    } else if (name == "clear") {
      bench_.clear();
    } else if (name == "restore") {
      bench_.restore();
    } else if (name == "half") {  // registers are a matmul's again, the enable mask is not
      bench_.restore();
      bench_.shared_tasks().host[8] = static_cast<std::uint8_t>(rknpu_task_kind_enable_mask(RKNPU_TASK_KIND_SDP));
    } else if (name == "open") {
      bench_.open_context();
    } else if (name == "make") {
      bench_.make_output(domain_, 64 << 10);
    } else if (name == "attach") {
      domain_ = 1;
      bench_.make_output(domain_, 64 << 10);
      REQUIRE(bench_.ops().attach(bench_.device(), domain_) == 0);
    } else if (name == "load") {
      REQUIRE(bench_.load(RK3588_OP_EXP_I16, how == "1" ? 1 : 0) == 0);
    } else {
      submit(op_named(name), how);
    }
  }

  void submit(rk3588_op op, const std::string& how) {
    const Run run{.op = op,
                  .core = static_cast<std::uint8_t>(how == "1" ? 1 : 0),
                  .multi = how == "all",
                  .nonblock = how == "nowait",
                  .domain = domain_};
    const int result = bench_.run(run);
    if (result != 0) REQUIRE_MESSAGE(errno == ETIMEDOUT, ork_sim_error());
    if (run.nonblock) bench_.wait(run.timeout_ms);
  }

  SimBench bench_;
  std::int32_t domain_ = 0;
};

struct Row {
  const char* hazards;
  const char* steps;
  rk3588_outcome outcome;
};

void check(const std::string& always, std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    INFO(row.hazards << ": " << row.steps);
    Play play(always + (always.empty() || row.hazards[0] == 0 ? "" : ",") + row.hazards);
    CHECK(std::string(rk3588_outcome_rows[play(row.steps)].name) == rk3588_outcome_rows[row.outcome].name);
  }
}

const std::string kNotStale = "first_write_stale=off";

}  // namespace

TEST_CASE("cold int8: opening sets it, a reset or an int8 matmul that ended clears it, an fp16 job does if it primes") {
  check(kNotStale, {{"", "MM_I8", RK3588_WEDGE},
                    {"", "CHAIN_I8", RK3588_WEDGE},
                    {"", "MM_I8/all", RK3588_WEDGE},
                    {"", "MM_I8 MM_I8", RK3588_WEDGE},
                    {"", "reset MM_I8", RK3588_OK},
                    {"", "reset MM_I8 open MM_I8", RK3588_WEDGE},
                    {"", "reset MM_I8 open reset MM_I8", RK3588_OK},
                    {"", "MM_F16 MM_I8", RK3588_OK},
                    {"", "MM_I4 MM_I8", RK3588_WEDGE},
                    {"", "EWMUL_F16 MM_I8", RK3588_WEDGE},
                    {"fp16_primes=off", "MM_F16 MM_I8", RK3588_WEDGE},
                    {"fp16_primes=off", "reset MM_F16 MM_I8", RK3588_OK},
                    {"cold_int8_wedges=off", "MM_I8", RK3588_OK}});
}

TEST_CASE(
    "B1: a LUT op's descriptor in the shared array wedges the next matmul of one core, and writing it back is the "
    "cure") {
  for (const char* op : {"EXP_I16", "SILU_I8"}) {
    const std::string lut = std::string("reset load ") + op;
    const auto steps = [&](const char* more) { return lut + more; };
    check(kNotStale, {{"", steps(" MM_F16").c_str(), RK3588_WEDGE},
                      {"", steps(" MM_I8").c_str(), RK3588_WEDGE},
                      {"", steps(" restore MM_F16").c_str(), RK3588_OK},
                      {"", steps(" reset MM_F16").c_str(), RK3588_WEDGE},
                      {"", steps(" reset open MM_F16").c_str(), RK3588_WEDGE},
                      {"", steps(" half MM_F16").c_str(), RK3588_WEDGE},
                      {"", steps(" MM_F16/all").c_str(), RK3588_OK},
                      {"", steps(" MM_F16/all MM_F16").c_str(), RK3588_WEDGE},
                      {"", steps(" EWMUL_I16 MM_F16").c_str(), RK3588_WEDGE},
                      {"", steps(" MM_F16 MM_F16").c_str(), RK3588_WEDGE},
                      {"descriptor_poison=off", steps(" MM_F16").c_str(), RK3588_OK}});
  }
  check(kNotStale, {{"", "load MM_F16", RK3588_WEDGE}, {"", "load restore MM_F16", RK3588_OK}});
}

TEST_CASE(
    "an int4 and int8 hand-over corrupts silently where it left out what it needs; fp16 between helps if it "
    "separates") {
  const std::string from = kNotStale + ",int4_int8_hazard=";
  check(from + "BOTH", {{"", "reset MM_I4 MM_I8", RK3588_CORRUPT},
                        {"", "reset MM_I8 MM_I4", RK3588_CORRUPT},
                        {"", "reset CHAIN_I4 CHAIN_I8", RK3588_CORRUPT},
                        {"", "reset MM_I4 reset MM_I8", RK3588_CORRUPT},
                        {"", "reset MM_I4 clear MM_I8", RK3588_CORRUPT},
                        {"", "reset MM_I4 reset clear MM_I8", RK3588_OK},
                        {"", "reset MM_I4 MM_I4", RK3588_OK},
                        {"", "reset MM_I4 MM_F16 MM_I8", RK3588_CORRUPT},
                        {"", "reset MM_I4 MM_F16 reset clear MM_I8", RK3588_OK},
                        {"fp16_separates=on", "reset MM_I4 MM_F16 MM_I8", RK3588_OK},
                        {"fp16_separates=on", "reset MM_I4 EWMUL_F16 MM_I8", RK3588_CORRUPT}});
  check(from + "RESET", {{"", "reset MM_I4 reset MM_I8", RK3588_OK}, {"", "reset MM_I4 clear MM_I8", RK3588_CORRUPT}});
  check(from + "CLEARS", {{"", "reset MM_I4 clear MM_I8", RK3588_OK}, {"", "reset MM_I4 reset MM_I8", RK3588_CORRUPT}});
  check(from + "NOTHING", {{"", "reset MM_I4 MM_I8", RK3588_OK}});
}

TEST_CASE("B8: an int4 and int8 hand-over that is wrong returns success and other bytes, the same for the same seed") {
  const std::string hazards = kNotStale + ",int4_int8_hazard=BOTH";
  Play right(hazards);
  Play wrong(hazards);
  Play again(hazards);
  right("reset MM_I4 reset clear MM_I8");
  wrong("reset MM_I4 MM_I8");
  again("reset MM_I4 MM_I8");
  CHECK(wrong.bench().last().outcome == RK3588_CORRUPT);
  CHECK(right.bench().output() != wrong.bench().output());
  CHECK(again.bench().output() == wrong.bench().output());
  const ork_sim_counters counters = wrong.bench().counters();
  CHECK(counters.outcomes[RK3588_CORRUPT] == 1);
  CHECK(counters.outcomes[RK3588_WEDGE] == 0);
  for (int i = 0; i < RK3588_RULES; ++i) {
    CHECK_MESSAGE(counters.silent[i] == (std::string("int4-int8") == rk3588_rule_rows[i].name),
                  rk3588_rule_rows[i].name);
  }
}

TEST_CASE("int8 SDP after a matmul: any matmul sets it, an SDP op of another type or a reset clears it") {
  const std::string hazards = kNotStale + ",int8_sdp_hangs=on";
  check(hazards, {{"", "reset MM_I8 ADD_I8", RK3588_WEDGE},
                  {"", "reset MM_F16 ADD_I8", RK3588_WEDGE},
                  {"", "reset MM_I8 MM_F16 ADD_I8", RK3588_WEDGE},
                  {"", "reset MM_I8 ADD_I16 ADD_I8", RK3588_OK},
                  {"", "reset MM_I8 reset ADD_I8", RK3588_OK},
                  {"", "reset MM_I8 ADD_I16", RK3588_OK},
                  {"int8_sdp_hangs=off", "reset MM_I8 ADD_I8", RK3588_OK}});
}

TEST_CASE("a stale first write: making a buffer sets it, one run that writes it clears it, a run elsewhere does not") {
  check("", {{"", "MM_F16", RK3588_STALE},
             {"", "MM_F16 MM_F16", RK3588_OK},
             {"", "MM_F16 make MM_F16", RK3588_STALE},
             {"", "MM_F16 reset MM_F16", RK3588_OK},
             {"", "load MM_F16", RK3588_WEDGE},
             {"", "load MM_F16 restore MM_F16", RK3588_STALE},
             {"first_write_stale=off", "MM_F16", RK3588_OK}});
}

TEST_CASE("a stale first write leaves what was there, and is per buffer of a job") {
  SimBench bench;
  const ork_buffer first = bench.out();
  const std::vector<std::uint8_t> before(first.host, first.host + 4096);
  REQUIRE(bench.run(RK3588_OP_MM_F16) == 0);
  CHECK(bench.output() == before);
  bool stale = true;
  REQUIRE(ork_sim_read_stale(bench.device(), &first, &stale) == 0);
  CHECK(!stale);
  bench.make_output();
  REQUIRE(ork_sim_read_stale(bench.device(), &bench.out(), &stale) == 0);
  CHECK(stale);
}

TEST_CASE("a lost table: every reset loses it on all cores, a load brings it back on its own, no matmul does") {
  check(kNotStale, {{"", "EXP_I16", RK3588_CORRUPT},
                    {"", "load EXP_I16", RK3588_OK},
                    {"", "load EXP_I16/1", RK3588_CORRUPT},
                    {"", "load/1 EXP_I16/1", RK3588_OK},
                    {"", "load load/1 reset EXP_I16/1", RK3588_CORRUPT},
                    {"", "load reset MM_F16 EXP_I16", RK3588_CORRUPT},
                    {"", "load restore reset MM_F16 EXP_I16", RK3588_CORRUPT},
                    {"", "load reset load EXP_I16", RK3588_OK},
                    {"lut_lost=off", "load reset EXP_I16", RK3588_OK}});
}

TEST_CASE("B9: the first int8 matmul after a reset in another domain is dropped once, and its last element tells") {
  const std::string hazards = kNotStale + ",reset_drops_in_domain=on";
  check(hazards, {{"", "attach reset MM_I8", RK3588_DROPPED},
                  {"", "attach reset MM_I8 MM_I8", RK3588_OK},
                  {"", "attach reset MM_F16 MM_I8", RK3588_OK},
                  {"", "attach reset ADD_I16 MM_I8", RK3588_OK},
                  {"", "reset attach MM_I8", RK3588_DROPPED},
                  {"", "reset MM_I8", RK3588_OK},
                  {"", "attach reset MM_F16", RK3588_OK},
                  {"reset_drops_in_domain=off", "attach reset MM_I8", RK3588_OK}});
  Play play(hazards);
  play("attach reset");
  std::uint8_t* sentinel = play.bench().out().host + 64 * 64 * 4 - 4;
  for (int i = 0; i < 4; ++i) sentinel[i] = 0xA5;
  play("MM_I8");
  std::vector<std::uint8_t> wanted(64 * 64 * 4 - 4, 0);
  wanted.insert(wanted.end(), 4, 0xA5);
  CHECK(play.bench().output() == wanted);
}

TEST_CASE("B11: a reset while another runs returns success, takes no time and does nothing") {
  check(kNotStale, {{"", "elsewhere reset", RK3588_MISSED},
                    {"", "elsewhere pause reset", RK3588_OK},
                    {"concurrent_reset_does_nothing=off", "elsewhere reset", RK3588_OK}});
  Play play(kNotStale);
  play("load elsewhere");
  const std::int64_t before = play.bench().now();
  CHECK(play.bench().reset() == 0);
  CHECK(play.bench().now() == before);
  CHECK(play.bench().counters().resets_missed == 1);
  CHECK(play("EXP_I16") == RK3588_WEDGE);          // the window is open
  CHECK(play("pause EXP_I16") == RK3588_CORRUPT);  // the other one lost the table
  CHECK(play.bench().counters().resets_elsewhere == 1);
}

TEST_CASE("a job in the window of a reset waits for a start that never comes, of any type") {
  check(kNotStale, {{"", "elsewhere MM_F16", RK3588_WEDGE},
                    {"", "elsewhere ADD_I16", RK3588_WEDGE},
                    {"", "elsewhere pause MM_F16", RK3588_OK},
                    {"", "elsewhere pause MM_I8", RK3588_OK},
                    {"reset_window_drops=off", "elsewhere MM_F16", RK3588_OK}});
}

TEST_CASE("a reset that fails says so, and no job starts until one works") {
  check(kNotStale, {{"reset_fails=on", "reset", RK3588_FAILED},
                    {"reset_fails=on", "reset MM_F16", RK3588_WEDGE},
                    {"reset_fails=on", "reset ADD_I16", RK3588_WEDGE},
                    {"reset_fails=off", "reset MM_F16", RK3588_OK}});
  SimBench bench("reset_fails=on");
  errno = 0;
  CHECK(bench.reset() == -1);
  CHECK(errno == EIO);
  CHECK(bench.counters().resets_failed == 1);
  CHECK(bench.counters().resets_done == 0);
}

TEST_CASE(
    "int4 chains in a row: the hypothesis corrupts the second, and a reset, a clear or any other matmul clears it") {
  const std::string hazards = kNotStale + ",int4_chain_repeat=on";
  check(hazards, {{"", "CHAIN_I4", RK3588_OK},
                  {"", "CHAIN_I4 CHAIN_I4", RK3588_CORRUPT},
                  {"", "CHAIN_I4 MM_F16 CHAIN_I4", RK3588_OK},
                  {"", "CHAIN_I4 MM_I4 CHAIN_I4", RK3588_OK},
                  {"", "CHAIN_I4 ADD_I16 CHAIN_I4", RK3588_CORRUPT},
                  {"", "CHAIN_I4 reset CHAIN_I4", RK3588_OK},
                  {"", "CHAIN_I4 clear CHAIN_I4", RK3588_OK},
                  {"int4_chain_repeat=off", "CHAIN_I4 CHAIN_I4", RK3588_OK}});
}

TEST_CASE("doorbells are lost as often as the spec says, the same ones for a seed, and never where a job waits") {
  constexpr int kJobs = 4000;
  const auto lost = [](std::uint64_t seed, bool nonblock) {
    SimBench bench(kNotStale + ",doorbell_drop=on", [&](ork_sim_options& options) {
      options.seed = seed;
      options.cost_only = true;
    });
    std::vector<int> which;
    for (int i = 0; i < kJobs; ++i) {
      REQUIRE(bench.run(Run{.op = RK3588_OP_MM_F16, .nonblock = nonblock}) == 0);
      if (!nonblock) continue;
      errno = 0;
      if (bench.wait(60000) == 0) continue;
      CHECK(errno == ETIMEDOUT);
      which.push_back(i);
    }
    CHECK(bench.counters().outcomes[RK3588_LOST] == which.size());
    return which;
  };
  const std::vector<int> some = lost(1, true);
  const rk3588_switch_row& row = rk3588_switch_rows[RK3588_SWITCH_DOORBELL_DROP];
  const double mean = static_cast<double>(kJobs) * row.chance / row.per;
  CHECK(static_cast<double>(some.size()) > mean * 0.6);  // four deviations
  CHECK(static_cast<double>(some.size()) < mean * 1.4);
  CHECK(lost(1, true) == some);
  CHECK(lost(2, true) != some);
  CHECK(lost(1, false).empty());
}

TEST_CASE("tasks of one job are one event: an int4 chain of two is no chain after another") {
  SimBench bench(kNotStale + ",int4_chain_repeat=on");
  ork_job job = bench.job(Run{.op = RK3588_OP_CHAIN_I4});
  const ork_work works[] = {bench.work(), bench.work()};
  bench.describe(*job.tasks, 1, RKNPU_TASK_KIND_MATMUL_INT4);
  job.works = works;
  job.count = 2;
  std::uint64_t ticket = 0;
  REQUIRE(bench.ops().submit(bench.device(), &job, &ticket) == 0);
  CHECK(bench.last().outcome == RK3588_OK);
  REQUIRE(bench.ops().submit(bench.device(), &job, &ticket) == 0);
  CHECK(bench.last().outcome == RK3588_CORRUPT);
}

TEST_CASE("one descriptor of another kind stops the job that it is in, wherever it stands") {
  for (const std::uint32_t at : {0U, 1U, 2U}) {
    SimBench bench(kNotStale);
    ork_job job = bench.job(Run{.op = RK3588_OP_MM_F16});
    const ork_work works[] = {bench.work(), bench.work(), bench.work()};
    for (std::uint32_t i = 0; i < 3; ++i) bench.describe(*job.tasks, i, RKNPU_TASK_KIND_MATMUL);
    bench.describe(*job.tasks, at, RKNPU_TASK_KIND_SDP);
    job.works = works;
    job.count = 3;
    std::uint64_t ticket = 0;
    CHECK(bench.ops().submit(bench.device(), &job, &ticket) == -1);
    CHECK(bench.fired("poisoned-descriptor"));
  }
}

TEST_CASE("a core looks up in the table that was loaded on it") {
  SimBench first(kNotStale);
  REQUIRE(first.load(RK3588_OP_EXP_I16, 0) == 0);
  REQUIRE(first.run(RK3588_OP_EXP_I16) == 0);
  SimBench second(kNotStale);
  REQUIRE(second.load(RK3588_OP_EXP_I16, 1) == 0);
  REQUIRE(second.run(Run{.op = RK3588_OP_EXP_I16, .core = 1}) == 0);
  CHECK(first.output() == second.output());
}

TEST_CASE("a job of several kinds of work is one program chain, in which int8 SDP after a matmul is safe") {
  SimBench bench(kNotStale + ",int8_sdp_hangs=on");
  REQUIRE(bench.reset() == 0);
  REQUIRE(bench.run(RK3588_OP_MM_I8) == 0);
  const ork_work matmul = bench.work();
  REQUIRE(bench.reset() == 0);
  REQUIRE(bench.run(RK3588_OP_ADD_I8) == 0);
  const ork_work works[] = {matmul, bench.work()};
  const ork_buffer tasks = bench.make(RKNPU_PROBE_BYTES, 0, RKNPU_MEM_TASK_ARRAY);
  bench.describe(tasks, 0, RKNPU_TASK_KIND_MATMUL);
  bench.describe(tasks, 1, RKNPU_TASK_KIND_SDP);
  ork_job job{};
  job.tasks = &tasks;
  job.count = 2;
  job.works = works;
  job.core_mask = RKNPU_CORE_MASK_CORE0;
  job.flags = RKNPU_JOB_NORMAL;
  job.timeout_ms = 1000;
  std::uint64_t ticket = 0;
  CHECK(bench.ops().submit(bench.device(), &job, &ticket) == 0);
  CHECK(bench.last().outcome == RK3588_OK);
  job.tasks = &tasks;
  job.first = 1;
  job.count = 1;
  job.works = works + 1;
  bench.run(RK3588_OP_MM_F16);
  CHECK(bench.ops().submit(bench.device(), &job, &ticket) == -1);  // on its own it hangs
}
