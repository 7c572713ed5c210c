// Jobs and buffers that no one should ask for: EINVAL with a reason, and nothing of the device changes.
#include <doctest/doctest.h>

#include <cerrno>
#include <cstring>
#include <functional>

#include "mode/sim_support.h"
#include "support/rounds.h"

using namespace npuspec::test;

namespace {

struct Case {
  const char* name;
  std::function<void(ork_job&, ork_work&)> spoil;
  const char* why;  // what the reason contains
};

// A job that is right, for each case to spoil. Matmul 64x64x64 of int8 on core 0.
class Victim {
 public:
  Victim() : bench("first_write_stale=off,cold_int8_wedges=off") {
    REQUIRE(bench.run(RK3588_OP_MM_I8) == 0);
    tasks = bench.make(std::uint64_t{RKNPU_TASKS_MAX + 2} * sizeof(rknpu_task), 0, RKNPU_MEM_TASK_ARRAY);
    for (std::uint32_t i = 0; i < RKNPU_TASKS_MAX + 2; ++i) bench.describe(tasks, i, RKNPU_TASK_KIND_MATMUL);
    works.assign(RKNPU_TASKS_MAX + 2, bench.work());
    works[0].b.bytes = 64 * 64;
    job.tasks = &tasks;
    job.count = 1;
    job.works = works.data();
    job.core_mask = RKNPU_CORE_MASK_CORE0;
    job.flags = RKNPU_JOB_NORMAL;
    job.timeout_ms = 1000;
  }

  int submit() {
    std::uint64_t ticket = 0;
    return bench.ops().submit(bench.device(), &job, &ticket);
  }

  SimBench bench;
  ork_buffer tasks{};
  std::vector<ork_work> works;
  ork_job job{};
};

bool same_state(SimBench& bench, const rk3588_state& before) {
  rk3588_state after{};
  REQUIRE(ork_sim_read_state(bench.device(), &after) == 0);
  for (int i = 0; i < RK3588_STATES; ++i) {
    rk3588_buffer none{};
    for (int core = 0; core < RK3588_CORES; ++core) {
      if (rk3588_state_value(&before, &none, i, core) != rk3588_state_value(&after, &none, i, core)) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a job that cannot be one is EINVAL with its reason, and changes nothing") {
  static ork_buffer freed{};
  static ork_buffer elsewhere{};
  static ork_buffer unmapped{};
  const Case cases[] = {
      {"right", [](ork_job&, ork_work&) {}, nullptr},
      {"no task", [](ork_job& job, ork_work&) { job.count = 0; }, "some-tasks"},
      {"too many tasks", [](ork_job& job, ork_work&) { job.count = RKNPU_TASKS_MAX + 1; }, "some-tasks"},
      {"past the array", [](ork_job& job, ork_work&) { job.first = RKNPU_TASKS_MAX + 2; }, "tasks end at byte"},
      {"far past it", [](ork_job& job, ork_work&) { job.first = 0xFFFFFFFF; }, "tasks end at byte"},
      {"no array", [](ork_job& job, ork_work&) { job.tasks = nullptr; }, "the task array has no buffer"},
      {"no works", [](ork_job& job, ork_work&) { job.works = nullptr; }, "without works"},
      {"freed array", [](ork_job& job, ork_work&) { job.tasks = &freed; }, "which there is not"},
      {"unmapped array", [](ork_job& job, ork_work&) { job.tasks = &unmapped; }, "no kernel mapping"},
      {"unknown flag", [](ork_job& job, ork_work&) { job.flags |= 32; }, "flags"},
      {"fence", [](ork_job& job, ork_work&) { job.flags |= RKNPU_JOB_FLAGS_FENCE_OUT; }, "fence"},
      {"odd mask", [](ork_job& job, ork_work&) { job.core_mask = 5; }, "core_mask"},
      {"mask of no core", [](ork_job& job, ork_work&) { job.core_mask = 8; }, "core_mask"},
      {"B19: idle cores", [](ork_job& job, ork_work&) { job.core_mask = RKNPU_CORE_MASK_ALL; }, "has no task"},
      {"core outside", [](ork_job&, ork_work& work) { work.core = 1; }, "is for core 1"},
      {"no such core", [](ork_job&, ork_work& work) { work.core = 255; }, "is for core 255"},
      {"no such op", [](ork_job&, ork_work& work) { std::memset(&work.op, 0x7F, sizeof work.op); },
       "which there is not"},
      {"half a load", [](ork_job&, ork_work& work) { std::memset(&work.load, 2, sizeof work.load); }, "neither false"},
      {"no rows", [](ork_job&, ork_work& work) { work.m = 0; }, "has the shape"},
      {"no columns", [](ork_job&, ork_work& work) { work.n = 0; }, "has the shape"},
      {"no k", [](ork_job&, ork_work& work) { work.k = 0; }, "has the shape"},
      {"too wide", [](ork_job&, ork_work& work) { work.n = RK3588_N_MAX + 1; }, "wider"},
      {"all that fits 32 bits", [](ork_job&, ork_work& work) { work.m = work.k = 0xFFFFFFFF; }, "larger than"},
      {"many rows", [](ork_job&, ork_work& work) { work.m = 0xFFFFFFFF; }, "needs"},
      {"a row more", [](ork_job&, ork_work& work) { ++work.m; }, "needs"},
      {"no a", [](ork_job&, ork_work& work) { work.a.buffer = nullptr; }, "a has no buffer"},
      {"freed c", [](ork_job&, ork_work& work) { work.c.buffer = &freed; }, "which there is not"},
      {"a from past it", [](ork_job&, ork_work& work) { work.a.at = work.a.buffer->bytes + 1; }, "bytes at"},
      {"a that wraps", [](ork_job&, ork_work& work) { work.a.at = UINT64_MAX; }, "bytes at"},
      {"c longer than it", [](ork_job&, ork_work& work) { work.c.bytes = UINT64_MAX; }, "bytes at"},
      {"b too short", [](ork_job&, ork_work& work) { --work.b.bytes; }, "needs 4096"},
      {"c elsewhere",
       [](ork_job&, ork_work& work) {
         work.c = {&elsewhere, 0, elsewhere.bytes};
       },
       "in domain 1"},
      {"job elsewhere", [](ork_job& job, ork_work&) { job.domain = 1; }, "in domain 0"},
      {"job nowhere", [](ork_job& job, ork_work&) { job.domain = -1; }, "in domain 0"},
      {"int4 kind", [](ork_job&, ork_work& work) { work.op = RK3588_OP_MM_I4; }, "its task holds 108"},
      {"SDP kind",
       [](ork_job&, ork_work& work) {
         work.op = RK3588_OP_ADD_I8;
         work.k = 0;
       },
       "its task holds 108"},
      {"load of a matmul", [](ork_job&, ork_work& work) { work.load = true; }, "its task holds 108"},
  };
  for (const Case& each : cases) {
    INFO(each.name);
    Victim victim;
    elsewhere = victim.bench.make(1 << 16, 1);
    unmapped = victim.bench.make(1 << 16);
    freed = victim.bench.make(1 << 16, 0, RKNPU_MEM_TASK_ARRAY);
    ork_buffer gone = freed;
    REQUIRE(victim.bench.ops().destroy(victim.bench.device(), &gone) == 0);
    rk3588_state before{};
    REQUIRE(ork_sim_read_state(victim.bench.device(), &before) == 0);
    const std::int64_t then = victim.bench.now();
    each.spoil(victim.job, victim.works[0]);
    errno = 0;
    const int result = victim.submit();
    if (each.why == nullptr) {
      CHECK_MESSAGE(result == 0, ork_sim_error());
      continue;
    }
    CHECK(result == -1);
    CHECK(errno == EINVAL);
    CHECK_MESSAGE(std::string(ork_sim_error()).find(each.why) != std::string::npos, ork_sim_error());
    CHECK(same_state(victim.bench, before));
    CHECK(victim.bench.now() == then);
    CHECK(victim.bench.counters().refused == 1);
    CHECK(victim.bench.counters().submits == 1);
  }
}

TEST_CASE("a job on several cores has task arrays of its own, and one that another op left there is EINVAL") {
  SimBench bench("first_write_stale=off");
  const ork_job job = bench.job(Run{.op = RK3588_OP_MM_F16, .multi = true});
  bench.describe(*job.tasks, 1, RKNPU_TASK_KIND_SDP);
  std::uint64_t ticket = 0;
  CHECK(bench.ops().submit(bench.device(), &job, &ticket) == -1);
  CHECK(errno == EINVAL);
  CHECK(std::string(ork_sim_error()).find("its task holds 69") != std::string::npos);
}

TEST_CASE("as many tasks as a commit takes are taken") {
  Victim victim;
  victim.job.count = RKNPU_TASKS_MAX;
  for (ork_work& work : victim.works) work.m = work.k = work.n = 1;
  CHECK_MESSAGE(victim.submit() == 0, ork_sim_error());
}

TEST_CASE("descriptors of any bytes wedge, are refused or run, and never do worse") {
  Lcg random(99);
  bool seen[3] = {};
  for (std::size_t round = 0; round < rounds(2000); ++round) {
    Victim* victim = nullptr;
    static Victim shared;
    victim = &shared;
    rknpu_task task;
    rknpu_task_init(&task);
    const std::uint32_t amounts[] = {108, 116, 69, 1097, 0, random.next()};
    const std::uint32_t masks[] = {0x0D, 0x18, 0, random.next()};
    task.regcfg_amount = amounts[random.next() % 6];
    task.enable_mask = masks[random.next() % 4];
    rknpu_task_pack(&task, victim->tasks.host);
    errno = 0;
    const int result = victim->submit();
    const bool right = task.regcfg_amount == 108 && task.enable_mask == 0x0D;
    CHECK((result == 0) == right);
    if (result != 0) CHECK((errno == EINVAL || errno == ETIMEDOUT));
    seen[result == 0 ? 0 : errno == EINVAL ? 1 : 2] = true;
  }
  for (const bool each : seen) CHECK(each);
}

TEST_CASE("works of random numbers are refused or run, and never leave their buffers") {
  Victim victim;
  Lcg random(4);
  const auto number = [&]() -> std::uint32_t {
    const std::uint32_t small[] = {0, 1, 2, 3, 64, 65, 8192, 8193, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    return random.next() % 4 == 0 ? random.next() << 16 | random.next() : small[random.next() % std::size(small)];
  };
  int ran = 0;
  for (std::size_t round = 0; round < rounds(20000); ++round) {
    ork_work& work = victim.works[0];
    work = victim.bench.work();
    work.op = static_cast<rk3588_op>(random.next() % RK3588_OP_COUNT);
    work.load = random.next() % 8 == 0;
    for (std::uint32_t* size : {&work.m, &work.k, &work.n}) {
      if (random.next() % 2 == 0) *size = number();
    }
    for (ork_span* span : {&work.a, &work.b, &work.c}) {
      if (random.next() % 4 == 0) span->at = std::uint64_t{number()} << random.next() % 33;
      if (random.next() % 4 == 0) span->bytes = number();
    }
    const bool matmul = rk3588_op_engine(work.op) == RK3588_ENGINE_MATMUL;
    if (!matmul && random.next() % 2 == 0) work.k = 0;
    const bool int4 = rk3588_op_family(work.op) == RK3588_FAMILY_INT4;
    const std::uint32_t kind = work.load ? RKNPU_TASK_KIND_LUT_LOAD
                               : !matmul ? RKNPU_TASK_KIND_SDP
                               : int4    ? RKNPU_TASK_KIND_MATMUL_INT4
                                         : RKNPU_TASK_KIND_MATMUL;
    victim.bench.describe(victim.tasks, 0, kind);
    if (victim.submit() == 0) {
      ++ran;
    } else {
      CHECK(errno == EINVAL);
    }
  }
  CHECK(ran > 100);
}

TEST_CASE("memory that there cannot be is refused: no bytes, unknown flags, no domain, more than a domain's window") {
  SimBench bench("", [](ork_sim_options& options) { options.cost_only = true; });
  const struct {
    std::uint64_t bytes;
    std::uint32_t flags;
    std::int32_t domain;
    int error;
  } cases[] = {{0, RKNPU_MEM_BUFFER, 0, EINVAL},         {1, 2048, 0, EINVAL},
               {1, RKNPU_MEM_BUFFER, -1, EINVAL},        {1, RKNPU_MEM_BUFFER, 16, EINVAL},
               {1, RKNPU_MEM_BUFFER, 256, EINVAL},       {RKNPU_DOMAIN_BYTES_MAX + 1ULL, RKNPU_MEM_BUFFER, 1, ENOSPC},
               {UINT64_MAX, RKNPU_MEM_BUFFER, 1, ENOSPC}};
  for (const auto& each : cases) {
    ork_buffer made{};
    CHECK(bench.ops().create(bench.device(), each.bytes, each.flags, each.domain, &made) == -1);
    CHECK(errno == each.error);
    CHECK(made.handle == 0);
  }
  ork_buffer all = bench.make(RKNPU_DOMAIN_BYTES_MAX - 64, 1);
  ork_buffer rest = bench.make(64, 1);
  ork_buffer more{};
  CHECK(bench.ops().create(bench.device(), 1, RKNPU_MEM_BUFFER, 1, &more) == -1);
  CHECK(errno == ENOSPC);
  CHECK(bench.ops().create(bench.device(), 1, RKNPU_MEM_BUFFER, 2, &more) == 0);
  CHECK(bench.ops().destroy(bench.device(), &rest) == 0);
  CHECK(bench.ops().create(bench.device(), 64, RKNPU_MEM_BUFFER, 1, &rest) == 0);
  CHECK(bench.ops().destroy(bench.device(), &all) == 0);
  CHECK(bench.ops().destroy(bench.device(), &all) == -1);
  CHECK(errno == EINVAL);
}

TEST_CASE("a synchronisation outside its buffer, of none or no way is EINVAL") {
  SimBench bench;
  ork_buffer buffer = bench.make(100);
  const auto sync = [&](const ork_buffer* of, std::uint64_t at, std::uint64_t bytes, std::uint32_t direction) {
    const ork_span span{of, at, bytes};
    errno = 0;
    return bench.ops().sync(bench.device(), &span, direction) == 0 ? 0 : errno;
  };
  CHECK(sync(&buffer, 0, 100, RKNPU_SYNC_FLAGS_TO_DEVICE) == 0);
  CHECK(sync(&buffer, 100, 0, RKNPU_SYNC_FLAGS_FROM_DEVICE) == 0);
  CHECK(sync(&buffer, 0, 101, RKNPU_SYNC_FLAGS_TO_DEVICE) == EINVAL);
  CHECK(sync(&buffer, UINT64_MAX, 2, RKNPU_SYNC_FLAGS_TO_DEVICE) == EINVAL);
  CHECK(sync(&buffer, 0, 100, 0) == EINVAL);
  CHECK(sync(&buffer, 0, 100, 4) == EINVAL);
  CHECK(sync(nullptr, 0, 0, RKNPU_SYNC_FLAGS_TO_DEVICE) == EINVAL);
  CHECK(bench.ops().attach(bench.device(), 16) == -1);
  CHECK(errno == EINVAL);
  CHECK(bench.ops().wait(bench.device(), 12345, 1) == -1);
  CHECK(errno == EINVAL);
}

TEST_CASE("a job on a device of fewer cores, or without a ticket where it needs one, is EINVAL") {
  SimBench bench("first_write_stale=off", [](ork_sim_options& options) { options.cores = 1; });
  CHECK(bench.run(Run{.op = RK3588_OP_MM_F16, .core = 1}) == -1);
  CHECK(errno == EINVAL);
  CHECK(bench.run(Run{.op = RK3588_OP_MM_F16, .multi = true}) == -1);
  CHECK(errno == EINVAL);
  CHECK(bench.run(RK3588_OP_MM_F16) == 0);
  Victim victim;
  victim.job.flags = RKNPU_JOB_DOORBELL;
  CHECK(victim.bench.ops().submit(victim.bench.device(), &victim.job, nullptr) == ORK_NOT_MADE);
  CHECK(errno == EINVAL);
}
