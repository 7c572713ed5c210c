// What rules and checks of a struct say: of time, of long arrays, of names, and under a condition.
#include <doctest/doctest.h>

#include "front/kinds/descriptor/value.h"
#include "support/built.h"

using namespace npuspec;
using namespace npuspec::descriptor;
using test::Built;

namespace {

const std::string kHead = "kind: descriptor\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\n";

}  // namespace

TEST_CASE("a duration in a field's rule, its checks and its examples counts the field's unit") {
  Built built(
      kHead +
      "size: 24\n"
      "constants: {longest: 9 s}\n"
      "fields:\n"
      "  - {name: fixed, at: 0, type: u32, unit: ms, const: 5 ms, code: 1}\n"
      "  - {name: timeout, at: 4, type: u32, unit: ms, in: 1 ms..60 s, code: 2}\n"
      "  - {name: stamp, at: 8, type: u64, unit: us}\n"
      "  - {name: late, at: 16, type: u32, unit: s, in: 0 s..9 s, only: timeout > 1 s, else: 3000 ms, code: 3}\n"
      "  - {name: idle, at: 20, type: u32, unit: ns, in: 0..1000, code: 4}\n"
      "checks:\n"
      "  - {code: 5, id: short, require: timeout <= 2 s}\n"
      "  - {code: 6, id: later, require: stamp >= timeout * 1000}\n"
      "  - {code: 7, id: soon, require: stamp <= longest}\n"
      "examples:\n"
      "  - {id: two, with: {fixed: 5, timeout: 2000, stamp: 2 s, late: 9}}\n"
      "  - {id: same, with: {fixed: 5 ms, timeout: 2 s, stamp: 2000000, late: 9 s}}\n"
      "  - {id: fixed-4, like: two, with: {fixed: 4}, refuse: fixed}\n"
      "  - {id: minute, like: two, with: {timeout: 60000}, refuse: short}\n"
      "  - {id: more, like: two, with: {timeout: 60001}, refuse: timeout}\n"
      "  - {id: early, like: two, with: {stamp: 1999999}, refuse: later}\n"
      "  - {id: never, like: two, with: {stamp: 9000001}, refuse: soon}\n"
      "  - {id: else-3, like: two, with: {timeout: 1000, late: 3}}\n"
      "  - {id: else-4, like: two, with: {timeout: 1000, late: 4}, refuse: late}\n");
  CHECK(built.said() == "");
  CHECK(built.model<Descriptors>().structs[0].fields[0].constant == Int{5});
  CHECK(built.model<Descriptors>().structs[0].fields[1].in->hi == 60'000);
}

TEST_CASE("a rule holds for an array of any length that a struct may have") {
  Built built(kHead +
              "size: 65535\n"
              "packed: true\n"
              "enums: {color: {base: u8, rows: {RED: 0, GREEN: 1}}}\n"
              "fields:\n"
              "  - {name: lut, at: 0, type: u16, count: 256, in: 0..255, code: 1}\n"
              "  - {name: cols, at: 512, type: color, count: 128, code: 2}\n"
              "  - {name: used, at: 640, type: u16, in: 0..64000, code: 3}\n"
              "  - {name: regs, at: 642, type: u8, count: 64000, live: used, in: 0..9, code: 4}\n"
              "  - {reserved: 893, at: 64642, code: 5}\n"
              "checks:\n"
              "  - {code: 6, id: rising, require: 'all(lut[i] <= lut[i + 1] for i in 0..<255)'}\n"
              "examples:\n"
              "  - {id: empty}\n"
              "  - {id: last, with: {lut: {255: 255}, cols: {127: GREEN}, used: 64000, regs: {63999: 9}}}\n"
              "  - {id: lut-256, with: {lut: {255: 256}}, refuse: lut}\n"
              "  - {id: col-2, with: {cols: {127: 2}}, refuse: cols}\n"
              "  - {id: regs-10, with: {used: 64000, regs: {63999: 10}}, refuse: regs}\n"
              "  - {id: beyond, with: {used: 63999, regs: {63999: 9}}, refuse: regs}\n"
              "  - {id: falling, with: {lut: {254: 1}}, refuse: rising}\n");
  CHECK(built.said() == "");
}

TEST_CASE("an array of one byte each fills a struct, and its rule is proved") {
  Built built(kHead +
              "size: 65535\n"
              "fields:\n"
              "  - {name: all, at: 0, type: u8, count: 65535, in: 0..9, code: 1}\n");
  CHECK(built.said() == "");
}

TEST_CASE("fields and arrays that are called as their enum obey it") {
  Built built(kHead +
              "size: 8\n"
              "enums:\n"
              "  job_flags: {base: u32, flags: true, rows: {PC: 1, FAST: 2}}\n"
              "  color: {base: u8, rows: {RED: 0, GREEN: 1}}\n"
              "fields:\n"
              "  - {name: job_flags, at: 0, type: job_flags, code: 1}\n"
              "  - {name: color, at: 4, type: color, count: 4, code: 2}\n"
              "checks:\n"
              "  - {code: 3, id: fast, require: not (FAST in job_flags) or job_flags.PC in job_flags}\n"
              "examples:\n"
              "  - {id: none}\n"
              "  - {id: both, with: {job_flags: [PC, FAST], color: [GREEN]}}\n"
              "  - {id: stray, with: {job_flags: 4}, refuse: job_flags}\n"
              "  - {id: fast-alone, with: {job_flags: [FAST]}, refuse: fast}\n"
              "  - {id: blue, with: {color: {3: 2}}, refuse: color}\n");
  CHECK(built.said() == "");
}

TEST_CASE("a check under a condition builds on earlier ones under the same, or a part of it") {
  Built built(kHead +
              "size: 16\n"
              "enums: {state: {base: u8, rows: {IDLE: 0, BUSY: 1}}}\n"
              "fields:\n"
              "  - {name: state, at: 0, type: state, code: 1}\n"
              "  - {reserved: 3, at: 1, code: 2}\n"
              "  - {name: stride, at: 4, type: u32}\n"
              "  - {name: span, at: 8, type: u64}\n"
              "checks:\n"
              "  - {code: 3, id: stride-set, when: state == BUSY, require: stride >= 1}\n"
              "  - {code: 4, id: span-whole, when: state == BUSY, require: span % stride == 0}\n"
              "  - {code: 5, id: span-far, when: span > 9 and state == BUSY, require: span / stride < 99}\n"
              "examples:\n"
              "  - {id: busy, with: {state: BUSY, stride: 3, span: 6}}\n"
              "  - {id: no-stride, with: {state: BUSY, span: 6}, refuse: stride-set}\n"
              "  - {id: half, with: {state: BUSY, stride: 4, span: 6}, refuse: span-whole}\n"
              "  - {id: idle, with: {span: 6}}\n");
  CHECK(built.said() == "");
}

TEST_CASE("a check under another condition builds on none of them") {
  Built built(kHead +
              "size: 8\n"
              "fields:\n"
              "  - {name: kind, at: 0, type: u32}\n"
              "  - {name: stride, at: 4, type: u32}\n"
              "checks:\n"
              "  - {code: 1, id: set, when: kind == 1, require: stride >= 1}\n"
              "  - {code: 2, id: other, when: kind == 2, require: 12 % stride == 0}\n"
              "  - {code: 3, id: always, require: 12 % stride == 1}\n");
  CHECK(built.found() == std::vector<std::string>{"11:57: G021"});
}
