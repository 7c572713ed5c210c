#include "mode/sim/job.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace npuspec::sim {

namespace {

using std::to_string;

// The driver's own checks, on the struct that it would be given.
void check_as_driver(const ork_job& asked, const Buffer& tasks) {
  rknpu_submit submit;
  rknpu_submit_init(&submit);
  submit.flags = asked.flags;
  submit.timeout = asked.timeout_ms;
  submit.task_start = asked.first;
  submit.task_number = asked.count;
  submit.task_obj_addr = tasks.about.obj;
  submit.iommu_domain_id = static_cast<std::uint32_t>(asked.domain);
  submit.core_mask = asked.core_mask;
  submit.fence_fd = -1;
  // That each core of a mask has a task is examined for all masks alike: see check_cores.
  for (rknpu_subcore_task& each : submit.subcore_task) each = {asked.first, asked.count};
  const rknpu_submit_error error = rknpu_submit_check(&submit);
  if (error == 0) return;
  const npuspec_check* check = rknpu_submit_info(error);
  refuse(EINVAL, check == nullptr ? "a submit that the driver refuses"
                                  : std::string("a submit's ") + check->id + ": " + check->doc);
}

std::uint64_t product(std::initializer_list<std::uint64_t> factors, const std::string& what) {
  std::uint64_t all = 1;
  for (const std::uint64_t factor : factors) {
    if (__builtin_mul_overflow(all, factor, &all)) refuse(EINVAL, what + " is larger than any memory");
  }
  return all;
}

std::uint64_t bytes_of(std::uint64_t rows, std::uint64_t columns, unsigned bits, const std::string& what) {
  if (bits == 4 && columns % 2 != 0) refuse(EINVAL, what + " has an odd row of int4, which ends inside a byte");
  return product({rows, columns, bits}, what) / 8;
}

std::uint64_t time_at(std::uint64_t amount, std::uint64_t per_us) {
  if (per_us == 0) return 0;
  return amount / per_us * 1000 + amount % per_us * 1000 / per_us;
}

// Which descriptor a work's task has to hold.
std::uint32_t kind_of(const ork_work& work) {
  if (work.load) return RKNPU_TASK_KIND_LUT_LOAD;
  if (rk3588_op_engine(work.op) != RK3588_ENGINE_MATMUL) return RKNPU_TASK_KIND_SDP;
  return rk3588_op_family(work.op) == RK3588_FAMILY_INT4 ? RKNPU_TASK_KIND_MATMUL_INT4 : RKNPU_TASK_KIND_MATMUL;
}

rk3588_shape shape_of(std::uint32_t kind) {
  if (kind == RKNPU_TASK_KIND_LUT_LOAD) return RK3588_SHAPE_LUT_1097;
  return kind == RKNPU_TASK_KIND_SDP ? RK3588_SHAPE_SDP_69 : RK3588_SHAPE_MATMUL_108;
}

class Reader {
 public:
  Reader(Memory& memory, const ork_job& asked, std::uint32_t cores, std::uint8_t idle)
      : memory_(memory),
        asked_(asked),
        cores_(cores),
        idle_(idle),
        tasks_(memory.find(asked.tasks, "the task array")) {}

  Job read() {
    check_as_driver(asked_, tasks_);
    check_array();
    job_.tasks = &tasks_;
    job_.multi = rknpu_core_mask_cores(asked_.core_mask) > 1;
    job_.core_mask = asked_.core_mask == RKNPU_CORE_MASK_AUTO ? 1U << idle_ : asked_.core_mask;
    job_.nonblock = (asked_.flags & RKNPU_JOB_FLAGS_NONBLOCK) != 0;
    job_.timeout_ms = asked_.timeout_ms;
    job_.domain = asked_.domain;
    job_.pieces.reserve(asked_.count);
    for (std::uint32_t i = 0; i < asked_.count; ++i) job_.pieces.push_back(piece(i));
    check_cores();
    return std::move(job_);
  }

 private:
  void check_array() {
    if ((asked_.flags & (RKNPU_JOB_FLAGS_FENCE_IN | RKNPU_JOB_FLAGS_FENCE_OUT)) != 0) {
      refuse(EINVAL, "a job with a fence, and there is no descriptor to give one by");
    }
    if ((tasks_.about.flags & RKNPU_MEM_FLAGS_KERNEL_MAPPING) == 0) {
      refuse(EINVAL, "the task array has no kernel mapping, and the kernel reads it");
    }
    const std::uint64_t end = (std::uint64_t{asked_.first} + asked_.count) * sizeof(rknpu_task);
    if (end > tasks_.about.bytes) {
      refuse(EINVAL, "tasks end at byte " + to_string(end) + " of a task array of " + to_string(tasks_.about.bytes));
    }
    if (asked_.works == nullptr) refuse(EINVAL, "a job without works");
  }

  Piece piece(std::uint32_t index) {
    const ork_work& work = asked_.works[index];
    const std::string what = "work " + to_string(index);
    check_values(work, what);
    Piece made{};
    made.op = work.op;
    made.load = work.load;
    made.core = asked_.core_mask == RKNPU_CORE_MASK_AUTO ? idle_ : work.core;
    if (made.core >= cores_ || (job_.core_mask >> made.core & 1) == 0) {
      refuse(EINVAL, what + " is for core " + to_string(made.core) + ", which the job's mask has not");
    }
    made.descriptor = descriptor(index, work, what);
    if (work.load) {
      read_load(work, made, what);
    } else {
      read_operands(work, made, what);
    }
    return made;
  }

  // C may have put any number where C++ has an enum and a bool, which must not even be read then.
  static void check_values(const ork_work& work, const std::string& what) {
    std::uint32_t op = 0;
    std::uint8_t load = 0;
    static_assert(sizeof work.op == sizeof op && sizeof work.load == sizeof load);
    std::memcpy(&op, &work.op, sizeof op);
    std::memcpy(&load, &work.load, sizeof load);
    if (op >= RK3588_OP_COUNT) refuse(EINVAL, what + " is op " + to_string(op) + ", which there is not");
    if (load > 1) refuse(EINVAL, what + " is a load by " + to_string(load) + ", neither false nor true");
  }

  // A matmul on one core may hold what a LUT op left: that is for the rules to judge. All else that does not fit is an
  // error, since no one knows what the hardware would make of it.
  rk3588_shape descriptor(std::uint32_t index, const ork_work& work, const std::string& what) const {
    rknpu_task task;
    const std::uint64_t at = (std::uint64_t{asked_.first} + index) * sizeof(rknpu_task);
    rknpu_task_unpack(tasks_.about.host + at, &task);
    const std::uint32_t kind = kind_of(work);
    const bool fits = task.regcfg_amount == kind;
    if (fits && task.enable_mask == rknpu_task_kind_enable_mask(kind)) return shape_of(kind);
    const bool judged = !job_.multi && shape_of(kind) == RK3588_SHAPE_MATMUL_108;
    const std::uint32_t left = fits ? RKNPU_TASK_KIND_SDP : task.regcfg_amount;  // half of it was written back
    if (judged && shape_of(left) != RK3588_SHAPE_MATMUL_108 && task.enable_mask == rknpu_task_kind_enable_mask(left)) {
      return shape_of(left);
    }
    refuse(EINVAL, what + " is " + rk3588_op_names[work.op] + (work.load ? "'s load" : "") + ", and its task holds " +
                       to_string(task.regcfg_amount) + " registers with enable mask " + to_string(task.enable_mask));
  }

  void read_load(const ork_work& work, Piece& made, const std::string& what) {
    if (rk3588_op_engine(work.op) != RK3588_ENGINE_LUT) {
      refuse(EINVAL, what + " loads a table for " + rk3588_op_names[work.op] + ", which has none");
    }
    made.bytes_in = RK3588_LUT_ENTRIES * sizeof(std::int16_t);
    made.b = operand(work.b, made.bytes_in, what + "'s table", made);  // which moves within the floor of a submit
  }

  void read_operands(const ork_work& work, Piece& made, const std::string& what) {
    const bool matmul = rk3588_op_engine(work.op) == RK3588_ENGINE_MATMUL;
    check_shape(work, matmul, what);
    made.shape = {work.m, work.k, work.n};
    const ElementBits bits = element_bits(work.op);
    const std::uint64_t a = bytes_of(work.m, matmul ? work.k : work.n, bits.a, what + "'s a");
    const std::uint64_t b = bits.b == 0 ? 0 : bytes_of(matmul ? work.k : work.m, work.n, bits.b, what + "'s b");
    made.bytes_out = bytes_of(work.m, work.n, bits.c, what + "'s c");
    made.bytes_in = a + b;
    made.a = operand(work.a, a, what + "'s a", made);
    if (bits.b != 0) made.b = operand(work.b, b, what + "'s b", made);
    made.c = operand(work.c, made.bytes_out, what + "'s c", made);
    made.output = made.buffers.back();
    const std::uint64_t macs = matmul ? product({work.m, work.k, work.n}, what) : 0;
    made.ns = std::max(time_at(macs, rk3588_family_macs_per_us(rk3588_op_family(work.op))),
                       time_at(made.bytes_in + made.bytes_out, RK3588_BYTES_PER_US));
  }

  static void check_shape(const ork_work& work, bool matmul, const std::string& what) {
    const std::string shape = to_string(work.m) + "x" + to_string(work.k) + "x" + to_string(work.n);
    if (work.m == 0 || work.n == 0 || (work.k == 0) == matmul) {
      refuse(EINVAL, what + " has the shape " + shape + (matmul ? "" : ", and no k is summed over"));
    }
    if (!matmul) return;
    if (work.n > RK3588_N_MAX) refuse(EINVAL, what + " is " + shape + ", wider than one matmul");
    if (work.m > RK3588_ROWS_FP16_MAX && rk3588_op_family(work.op) == RK3588_FAMILY_FP16) {
      refuse(EINVAL, what + " is " + shape + ", and has more rows than one fp16 matmul");
    }
  }

  std::uint8_t* operand(const ork_span& span, std::uint64_t bytes, const std::string& what, Piece& made) {
    Buffer& found = memory_.find(span, bytes, what);
    if (found.about.domain != asked_.domain) {
      refuse(EINVAL,
             what + " is in domain " + to_string(found.about.domain) + ", and the job in " + to_string(asked_.domain));
    }
    made.buffers.push_back(&found);
    return found.about.host + span.at;
  }

  void check_cores() const {
    std::uint32_t used = 0;
    for (const Piece& each : job_.pieces) used |= 1U << each.core;
    if (used != job_.core_mask) refuse(EINVAL, "a core of the job's mask has no task");
  }

  Memory& memory_;
  const ork_job& asked_;
  std::uint32_t cores_;
  std::uint8_t idle_;
  Buffer& tasks_;
  Job job_{};
};

}  // namespace

Job read_job(Memory& memory, const ork_job& asked, std::uint32_t cores, std::uint8_t idle) {
  return Reader(memory, asked, cores, idle).read();
}

std::string text(const Piece& piece) {
  const std::string name = rk3588_op_names[piece.op];
  if (piece.load) return "load " + name;
  const std::string columns = to_string(piece.shape.n);
  const std::string inner = piece.shape.k == 0 ? "x" : "x" + to_string(piece.shape.k) + "x";
  return name + " " + to_string(piece.shape.m) + inner + columns;
}

}  // namespace npuspec::sim
