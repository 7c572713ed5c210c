// make_guards SEED COUNT FOLDER: random guards, what the interpreter says of them, and the printed code of each.
//
// Writes, for test_differential.py: guards.h, guards.hpp and guards.clh (the printed guards), values.inc and
// expected.inc (what to run them on, and the interpreter's verdict: 0, 1, 2 for an abort), and guards.txt (all of it as
// text, for the oracle). Guards come in batches: some are held as earlier checks, and the others are proved and run
// under them. Where the interpreter finds a value outside the bounds that were proved, this program fails.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "front/guard/print.h"
#include "guard/random_guard.h"
#include "guard/world.h"

namespace npuspec::guard {
namespace {

constexpr std::size_t kGuardsInBatch = 12;
constexpr std::size_t kValuesInBatch = 24;

struct Field {
  std::string_view name;
  std::string_view type;  // in C
  std::size_t count;      // slots
};

constexpr Field kFields[] = {
    {"rank", "uint8_t", 1},      {"dtype", "uint8_t", 1},       {"code", "int32_t", 1},   {"flags", "uint32_t", 1},
    {"bound", "bool", 1},        {"multiplier", "uint32_t", 1}, {"sizes", "uint64_t", 6}, {"strides", "int64_t", 6},
    {"tile_axes", "int32_t", 4}, {"tile_shape", "uint64_t", 4}, {"a", "uint64_t", 1},     {"b", "uint64_t", 1},
    {"p", "int64_t", 1},         {"q", "int64_t", 1},           {"t", "int32_t", 1},      {"h", "uint16_t", 1},
    {"n", "int8_t", 1},          {"tasks", "task", 10},         {"first", "task", 2},
};

class Spelling final : public Names {
 public:
  explicit Spelling(bool cpp, std::size_t batch) : cpp_(cpp), batch_(batch) {}

  std::string value(const Symbol& s) const override { return (cpp_ ? "d." : "d->") + std::string(s.name); }
  std::string row(const Enum& of, const Enum::Row& r) const override {
    return has_class(of) ? enum_class(of) + "::" + std::string(r.name)
                         : std::string(of.name) + "_" + std::string(r.name);
  }
  std::string enum_class(const Enum& of) const override {
    return !has_class(of) ? "" : of.name == "dtype" ? "Dtype" : "Code";
  }
  std::string let(const Symbol& s) const override { return prefix() + std::string(s.name); }
  std::string column(const Enum& of, const Enum::Column& c) const override { return prefix() + Names::column(of, c); }
  std::string prefix() const { return "b" + std::to_string(batch_) + "_"; }

 private:
  bool has_class(const Enum& of) const { return cpp_ && (of.name == "dtype" || of.name == "code"); }
  bool cpp_;
  std::size_t batch_;
};

struct Output {
  std::ostringstream c, cpp, cl, values, expected, text, table, asserts;
  std::size_t guards = 0;
  std::size_t runs = 0;
  std::size_t verdicts[3] = {};
};

std::string initializer(const std::vector<Int>& slots) {
  std::string all = "{";
  std::size_t at = 0;
  auto number = [](Int v) {
    if (v == kI64Min) return std::string("(-9223372036854775807 - 1)");
    return to_string(v) + (v > kI64Max ? "u" : "");
  };
  for (const Field& field : kFields) {
    bool enum_class = field.name == "dtype" || field.name == "code";
    std::string inside;
    for (std::size_t i = 0; i < field.count; ++i) {
      if (!inside.empty()) inside += ", ";
      bool pair = field.type == "task";
      if (pair && i % 2 == 0) inside += "{";
      inside += enum_class ? (field.name == "dtype" ? "ENUM(Dtype, " : "ENUM(Code, ") + number(slots[at]) + ")"
                           : number(slots[at]);
      if (pair && i % 2 == 1) inside += "}";
      ++at;
    }
    if (field.count > 2) inside = "{" + inside + "}";
    all += (all.size() > 1 ? ", " : "") + inside;
  }
  return all + "}";
}

std::vector<Int> random_slots(Dice& dice, const World& world, const std::vector<Int>* like) {
  std::vector<Int> slots;
  std::size_t at = 0;
  for (const Field& field : kFields) {
    const Symbol& symbol = *world.scope.find(field.name);
    for (std::size_t i = 0; i < field.count; ++i, ++at) {
      Int lo = symbol.type.base == Base::kRecord ? 0 : symbol.lo;
      Int hi = symbol.type.base == Base::kRecord ? (Int{1} << 32) - 1 : symbol.hi;
      bool keep = like && !dice.one_in(6);
      bool small = dice.one_in(3);
      slots.push_back(keep    ? (*like)[at]
                      : small ? std::clamp<Int>(static_cast<Int>(dice.below(7)), lo, hi)
                              : random_value(dice, lo, hi));
    }
  }
  return slots;
}

void fail(const World& world, std::string_view text, const Result& result) {
  std::fprintf(stderr, "unproved: %.*s\nin: %s\n", static_cast<int>(text.size()), text.data(),
               result.where ? std::string(result.where->source->text).c_str() : "?");
  for (std::size_t i = 0; i < world.slots.size(); ++i) std::fprintf(stderr, "%s ", to_string(world.slots[i]).c_str());
  std::fprintf(stderr, "\n");
  if (result.where) {
    std::fprintf(stderr, "proved %s\n", to_string(result.where->bounds).c_str());
  }
  std::exit(1);
}

class Batch {
 public:
  Batch(Dice& dice, std::size_t number, Output& out) : dice_(dice), random_(dice), number_(number), out_(out) {
    world_.interpreter.doubt_bounds(true);
  }

  void run() {
    make_lets();
    make_facts();
    std::vector<std::vector<Int>> values = make_values();
    if (values.empty()) return;
    std::vector<std::pair<std::string, const Typed*>> guards;
    for (std::size_t tries = 0; tries < 40 && guards.size() < kGuardsInBatch; ++tries) {
      std::string text = random_.condition(2);
      if (const Typed* guard = world_.check(text)) guards.emplace_back(text, guard);
    }
    if (guards.empty()) return;
    write_batch(values);
    for (const auto& [text, guard] : guards) write_guard(text, *guard, values);
    print(guards);
  }

 private:
  void make_lets() {
    world_.let("half[x in tile_axis]", "tile_shape[x] / 2");
    world_.let("side[k in 0..<16, x in tile_axis]", "if bit(k, x) then sizes[2] + x.value else tile_shape[x]");
    lets_ = {{"half[x in tile_axis]", "tile_shape[x] / 2"},
             {"side[k in 0..<16, x in tile_axis]", "if bit(k, x) then sizes[2] + x.value else tile_shape[x]"}};
    std::vector<std::string> numbers = {"half[AXIS]", "side[3, AXIS]", "side[rank % 16, AXIS]"};
    for (int i = 0; i < 3; ++i) {
      add_let("l" + std::to_string(i), random_.number(2));
      if (world_.scope.find("l" + std::to_string(i))) numbers.push_back("l" + std::to_string(i));
    }
    add_let("c0", random_.condition(1));
    add_let("c1[x in tile_axis]", random_.condition(1));
    random_.number_lets = numbers;
    random_.condition_lets = {"c0", "c1[AXIS]"};
  }

  void add_let(const std::string& key, const std::string& body) {
    world_.let(key, body);
    lets_.emplace_back(key, body);
  }

  void make_facts() {
    const std::vector<std::string> kCommon = {"rank in 1..6",
                                              "known(dtype)",
                                              "a <= 4 GiB",
                                              "p >= 0",
                                              "q in -100..100",
                                              "b > 0",
                                              "t >= -1",
                                              "known(flags)",
                                              "all(sizes[i] in 0..<4 GiB for i in 0..<rank)",
                                              "all(sizes[i] == 0 for i in rank..<6)",
                                              "all(tile_shape[x] >= 1 for x in tile_axis)",
                                              "all(tile_axes[x] in -1..5 for x in tile_axis)",
                                              "all(strides[i] in 0..<4 GiB for i in 0..<6)",
                                              "dtype != FP32",
                                              "a >= b",
                                              "a + b <= 100",
                                              "bound or rank > 2",
                                              "p * q < 1000",
                                              "all(tasks[i].number > 0 for i in 0..<5)",
                                              "all(x <= 16 for x in sizes)"};
    for (const std::string& each : kCommon) {
      if (!dice_.one_in(3)) continue;
      hold(each);
    }
    for (std::size_t i = dice_.below(3); i > 0; --i) hold(random_.condition(1));
  }

  void hold(const std::string& text) {
    const Typed* fact = world_.check(text);
    if (!fact) return;
    world_.checker.hold(*fact);
    facts_.emplace_back(text, fact);
  }

  bool admits(const std::vector<Int>& slots) {
    world_.slots = slots;
    world_.interpreter.start({world_.slots, nullptr});
    for (const auto& [text, fact] : facts_) {
      Result result = world_.interpreter.run(*fact);
      if (result.kind == Result::Kind::kUnproved) fail(world_, text, result);
      if (!result.is_true()) return false;
    }
    return true;
  }

  std::vector<std::vector<Int>> make_values() {
    std::vector<std::vector<Int>> values;
    for (std::size_t tries = 0; tries < 3000 && values.size() < kValuesInBatch; ++tries) {
      const std::vector<Int>* like = values.empty() || dice_.one_in(3) ? nullptr : &dice_.pick(values);
      std::vector<Int> slots = random_slots(dice_, world_, like);
      if (admits(slots)) values.push_back(std::move(slots));
    }
    return values;
  }

  void write_batch(const std::vector<std::vector<Int>>& values) {
    out_.values << "VALUES(" << number_ << ", " << values.size() << ")\n";
    out_.text << "batch\n";
    for (const auto& [key, body] : lets_) {
      const Expr* expr = world_.parse_text(body);
      out_.text << "let " << key << ": " << canonical(*expr) << "\n";
    }
    for (const std::vector<Int>& slots : values) {
      out_.values << initializer(slots) << ",\n";
      out_.text << "values";
      for (Int slot : slots) out_.text << " " << to_string(slot);
      out_.text << "\n";
    }
    out_.values << "END\n";
  }

  void write_guard(const std::string& text, const Typed& guard, const std::vector<std::vector<Int>>& values) {
    out_.text << "guard ";
    std::string verdicts;
    for (const std::vector<Int>& slots : values) {
      if (!admits(slots)) std::abort();
      Result result = world_.interpreter.run(guard);
      if (result.kind == Result::Kind::kUnproved) fail(world_, text, result);
      int verdict = result.kind == Result::Kind::kOverflow ? 2 : result.value != 0 ? 1 : 0;
      verdicts += static_cast<char>('0' + verdict);
      ++out_.verdicts[verdict];
      ++out_.runs;
    }
    out_.text << verdicts << " " << canonical(*guard.source) << "\n";
    std::size_t index = out_.guards++;
    out_.expected << "{" << index << ", batch_" << number_ << ", " << values.size() << ", guard_" << index << ", \""
                  << verdicts << "\"},\n";
    out_.asserts << "static_assert(guard_" << index << "(&batch_" << number_ << "[0]) == " << verdicts[0] << ");\n";
    numbers_.push_back(index);
  }

  void print(const std::vector<std::pair<std::string, const Typed*>>& guards) {
    for (Dialect dialect : {Dialect::kC, Dialect::kCpp, Dialect::kOpenCl}) {
      bool cpp = dialect == Dialect::kCpp;
      std::ostringstream& out = cpp ? out_.cpp : dialect == Dialect::kC ? out_.c : out_.cl;
      Spelling names(cpp, number_);
      Printer printer(dialect, names, {cpp ? "const D& d" : "const D* d", "d", names.prefix(), 90});
      for (std::size_t i = 0; i < guards.size(); ++i) {
        Printed printed = printer.print(*guards[i].second, "check_" + std::to_string(i));
        for (const Function& function : printer.take())
          out << "// " << function.comment << "\n" << function.definition << "\n\n";
        out << "// " << tidy(*guards[i].second->source) << "\n"
            << (cpp ? "constexpr" : "static") << " int guard_" << numbers_[i] << "(const D* at) {\n"
            << (cpp ? "  const D& d = *at;\n" : "  const D* d = at;\n") << "  (void)d;\n";
        if (printed.may_abort) {
          out << "  bool fits = true;\n  bool* ok = &fits;\n  bool result = " << printed.text
              << ";\n  return fits ? result : 2;\n}\n\n";
        } else {
          out << "  return " << printed.text << ";\n}\n\n";
        }
      }
    }
  }

  Dice& dice_;
  RandomGuard random_;
  std::size_t number_;
  Output& out_;
  World world_;
  std::vector<std::pair<std::string, std::string>> lets_;
  std::vector<std::pair<std::string, const Typed*>> facts_;
  std::vector<std::size_t> numbers_;
};

int make(std::uint64_t seed, std::size_t count, const std::string& folder) {
  Output out;
  Dice dice(seed);
  for (std::size_t batch = 0; out.guards < count; ++batch) Batch(dice, batch, out).run();
  auto write = [&](const std::string& name, const std::ostringstream& text) {
    std::ofstream(folder + "/" + name) << text.str();
  };
  write("guards.h", out.c);
  write("guards.hpp", out.cpp);
  write("guards.clh", out.cl);
  write("values.inc", out.values);
  write("expected.inc", out.expected);
  write("asserts.inc", out.asserts);
  write("guards.txt", out.text);
  std::printf("%zu guards, %zu runs: %zu false, %zu true, %zu aborted\n", out.guards, out.runs, out.verdicts[0],
              out.verdicts[1], out.verdicts[2]);
  return 0;
}

}  // namespace
}  // namespace npuspec::guard

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  return npuspec::guard::make(std::strtoull(argv[1], nullptr, 10), std::strtoull(argv[2], nullptr, 10), argv[3]);
}
