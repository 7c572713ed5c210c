#include "mode/sim_support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

namespace npuspec::test {

namespace {

constexpr std::uint64_t kOutput = 64 << 10;

bool is_matmul(rk3588_op op) { return rk3588_op_engine(op) == RK3588_ENGINE_MATMUL; }
bool is_int4(rk3588_op op) { return rk3588_op_family(op) == RK3588_FAMILY_INT4; }

std::uint32_t kind_of(const Run& run) {
  if (run.load) return RKNPU_TASK_KIND_LUT_LOAD;
  if (!is_matmul(run.op)) return RKNPU_TASK_KIND_SDP;
  return is_int4(run.op) ? RKNPU_TASK_KIND_MATMUL_INT4 : RKNPU_TASK_KIND_MATMUL;
}

unsigned bits_of(rk3588_op op) {
  const std::uint64_t family = rk3588_op_family(op);
  return family == RK3588_FAMILY_INT4 ? 4 : family == RK3588_FAMILY_INT8 ? 8 : 16;
}

int index_of(const std::string& rule) {
  for (int i = 0; i < RK3588_RULES; ++i) {
    if (rk3588_rule_rows[i].name == rule) return i;
  }
  FAIL("there is no rule " << rule);
  return 0;
}

// The shapes of the probes: 64x64x16 and 64x64x64, and 8x64 of all that is no matmul.
Run with_shape(Run run) {
  if (run.m != 0 || run.load) return run;
  run.m = is_matmul(run.op) ? 64 : 8;
  run.k = is_matmul(run.op) ? 64 : 0;
  run.n = run.op == RK3588_OP_MM_F16 ? 16 : 64;
  return run;
}

}  // namespace

void Lcg::fill(std::span<std::uint8_t> bytes) {
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(next());
}

std::uint64_t fnv1a(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
  return hash;
}

SimBench::SimBench(const std::string& hazards, const Adjust& adjust) {
  ork_sim_options options = ork_sim_default_options();
  options.steady = true;
  ork_sim_fault fault{};
  const ork_sim_status status = ork_sim_set_hazards(&options, hazards.c_str(), &fault);
  REQUIRE_MESSAGE(status == ORK_SIM_OK, fault.message);
  if (adjust) adjust(options);
  REQUIRE_MESSAGE(ork_sim_open(&options, &device_) == 0, ork_sim_error());
  shared_ = make(RKNPU_PROBE_BYTES, 0, RKNPU_MEM_TASK_ARRAY);
  own_ = make(RKNPU_PROBE_BYTES, 0, RKNPU_MEM_TASK_ARRAY);
  table_ = make(RK3588_LUT_ENTRIES * 2);
  Lcg(7).fill({table_.host, table_.bytes});
  restore();
  make_output();
}

SimBench::~SimBench() { ork_device_close(device_); }

ork_buffer SimBench::make(std::uint64_t bytes, std::int32_t domain, std::uint32_t flags) {
  ork_buffer made{};
  REQUIRE_MESSAGE(ops().create(device_, bytes, flags, domain, &made) == 0, ork_sim_error());
  return made;
}

void SimBench::describe(const ork_buffer& tasks, std::uint32_t index, std::uint32_t kind) {
  rknpu_task task;
  rknpu_task_init(&task);
  task.enable_mask = static_cast<std::uint32_t>(rknpu_task_kind_enable_mask(kind));
  task.int_mask = RKNPU_TASK_INT_MASK;
  task.int_clear = RKNPU_TASK_INT_CLEAR;
  task.regcfg_amount = kind;
  rknpu_task_pack(&task, tasks.host + index * sizeof(rknpu_task));
}

void SimBench::make_output() { make_output(0, kOutput); }

void SimBench::make_output(std::int32_t domain, std::uint64_t bytes) { output_ = make(bytes, domain); }

const SimBench::Inputs& SimBench::inputs(std::int32_t domain, std::uint64_t bytes) {
  for (const auto& [where, found] : inputs_) {
    if (where == domain && found.a.bytes >= bytes) return found;
  }
  Inputs made{make(bytes, domain), make(bytes, domain)};
  Lcg random;
  random.fill({made.a.host, made.a.bytes});
  random.fill({made.b.host, made.b.bytes});
  for (std::uint64_t i = 1; i < bytes; i += 2) {  // of fp16 no NaN and no infinity: exponents below the largest
    made.a.host[i] &= 0xBF;
    made.b.host[i] &= 0xBF;
  }
  return inputs_.emplace_back(domain, made).second;
}

// A job on all cores has its rows split: a third each, the rest on the last.
void SimBench::prepare(const Run& run, const ork_buffer& tasks) {
  works_.clear();
  output_bytes_ = run.load ? 0 : std::uint64_t{run.m} * run.n * (is_matmul(run.op) ? 32 : bits_of(run.op)) / 8;
  const std::uint32_t parts = run.multi ? RK3588_CORES : 1;
  const std::uint64_t widest = std::max({std::uint64_t{run.m} * run.k, std::uint64_t{run.k} * run.n,
                                         std::uint64_t{run.m} * run.n, std::uint64_t{kOutput}});
  const Inputs& in = inputs(run.domain, widest * 2);
  for (std::uint32_t i = 0; i < parts; ++i) {
    const std::uint32_t from = run.m / parts * i;
    const std::uint32_t rows = i + 1 == parts ? run.m - from : run.m / parts;
    const std::uint64_t a_row = std::uint64_t{run.k == 0 ? run.n : run.k} * bits_of(run.op) / 8;
    const std::uint64_t c_row = run.m == 0 ? 0 : output_bytes_ / run.m;
    ork_work work{};
    work.op = run.op;
    work.load = run.load;
    work.core = run.multi ? static_cast<std::uint8_t>(i) : run.core;
    work.m = rows;
    work.k = run.k;
    work.n = run.n;
    work.a = {&in.a, from * a_row, rows * a_row};
    work.b = run.load ? ork_span{&table_, 0, table_.bytes} : ork_span{&in.b, 0, in.b.bytes};
    work.c = {&output_, from * c_row, rows * c_row};
    works_.push_back(work);
    if (&tasks == &own_) describe(own_, i, kind_of(run));
  }
}

ork_job SimBench::job(const Run& asked) {
  const Run run = with_shape(asked);
  const bool lut = run.load || rk3588_op_engine(run.op) == RK3588_ENGINE_LUT;
  const bool finds = is_matmul(run.op) && !is_int4(run.op) && !rk3588_op_chained(run.op) && !run.multi;
  const ork_buffer& tasks = lut || finds ? shared_ : own_;
  if (lut) describe(shared_, 0, kind_of(run));
  prepare(run, tasks);
  ork_job made{};
  made.tasks = &tasks;
  made.count = static_cast<std::uint32_t>(works_.size());
  made.works = works_.data();
  made.core_mask = run.multi ? RKNPU_CORE_MASK_ALL : 1U << run.core;
  made.flags = run.nonblock ? RKNPU_JOB_DOORBELL : RKNPU_JOB_NORMAL;
  made.timeout_ms = run.timeout_ms;
  made.domain = run.domain;
  return made;
}

int SimBench::run(const Run& asked) {
  const ork_job made = job(asked);
  return ops().submit(device_, &made, &ticket_);
}

int SimBench::run_healed(const Run& asked) {
  const ork_job made = job(asked);
  return ork_device_submit(device_, &made, &ticket_);
}

rk3588_result SimBench::last() {
  rk3588_result result{};
  REQUIRE(ork_sim_last_outcome(device_, &result) == 0);
  return result;
}

bool SimBench::fired(const std::string& rule) { return (last().rules >> index_of(rule) & 1) != 0; }

std::uint64_t SimBench::times(const std::string& rule) { return counters().rules[index_of(rule)]; }

ork_sim_counters SimBench::counters() {
  ork_sim_counters counters{};
  REQUIRE(ork_sim_read_counters(device_, &counters) == 0);
  return counters;
}

std::vector<std::uint8_t> SimBench::output() const { return {output_.host, output_.host + output_bytes_}; }

}  // namespace npuspec::test
