// A device opened on a simulated kernel, with what a job needs: a task array, register commands, an output.
#pragma once

#include <doctest/doctest.h>

#include <cerrno>
#include <vector>

#include "mode/rknpu/rknpu.h"
#include "mode/rknpu_kernel.h"

namespace rknpu_test {

// Register commands that tell whose they are: the task's number above, the command's below.
struct Programs {
  std::uint32_t lowered = 0;
  int fail_with = 0;
  ork_rknpu_programs table{this, lower};

  static int lower(void* self, const ork_job* job, std::uint32_t index, const rknpu_task* task, std::uint64_t* commands,
                   std::uint32_t count) {
    auto& programs = *static_cast<Programs*>(self);
    if (programs.fail_with != 0) {
      errno = programs.fail_with;
      return -1;
    }
    if (task->regcfg_amount != count || index >= job->count) return -1;
    for (std::uint32_t i = 0; i < count; ++i) commands[i] = static_cast<std::uint64_t>(index + 1) << 32 | i;
    ++programs.lowered;
    return 0;
  }
};

struct Opened {
  Kernel kernel;
  Programs programs;
  ork_rknpu_error error{};
  ork_device* device = nullptr;
  int status = -1;

  explicit Opened(bool open = true) {
    if (open) this->open();
  }
  ~Opened() { close(); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  int open(const char* card = nullptr, bool prove = false, bool with_programs = true) {
    ork_rknpu_options options{};
    options.card = card;
    options.prove = prove;
    options.programs = with_programs ? &programs.table : nullptr;
    options.system = kernel.system();
    status = ork_rknpu_open(&options, &device, &error);
    return status;
  }

  void close() {
    if (device != nullptr) device->ops->close(device);
    device = nullptr;
  }

  [[nodiscard]] ork_rknpu_error last() const {
    ork_rknpu_error said{};
    CHECK(ork_rknpu_last_error(device, &said) == 0);
    return said;
  }
};

// A job of tasks whose register commands lie side by side.
struct Job {
  ork_buffer tasks{};
  ork_buffer commands{};
  ork_buffer output{};
  std::vector<ork_work> works;
  ork_job job{};
  std::uint64_t ticket = 99;

  // Task i runs on cores[i]. -1: a buffer could not be made.
  int make(ork_device* device, const std::vector<std::uint8_t>& cores, std::int32_t domain = 0) {
    const auto& ops = *device->ops;
    if (ops.create(device, 64 * 1024, 0x40B, domain, &tasks) != 0) return -1;
    if (ops.create(device, 64 * 1024, 0x403, domain, &commands) != 0) return -1;
    if (ops.create(device, 4096, 0x403, domain, &output) != 0) return -1;
    works.resize(cores.size());
    for (std::size_t i = 0; i < cores.size(); ++i) {
      works[i].core = cores[i];
      works[i].c = {&output, 0, 4096};
      place(i, commands.dma + i * 8 * 108);
    }
    job = {&tasks, 0, static_cast<std::uint32_t>(cores.size()), works.data(), 1, 5, 60000, domain};
    return 0;
  }

  // Where the commands of a task begin: offset 32 of its 40 bytes; there are 108 of them.
  void place(std::size_t task, std::uint64_t address, std::uint32_t amount = 108) const {
    Bytes bytes(40);
    bytes.u32(8, 0xD).u32(12, 0x300).u32(16, 0x1FFFF).u32(24, amount).u64(32, address);
    std::copy(bytes.begin(), bytes.end(), tasks.host + 40 * task);
  }

  int destroy(ork_device* device) {
    for (ork_buffer* one : {&tasks, &commands, &output}) {
      if (device->ops->destroy(device, one) != 0) return -1;
    }
    return 0;
  }
};

}  // namespace rknpu_test
