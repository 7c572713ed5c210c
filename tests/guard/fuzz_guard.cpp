// Any text as guards: each line is a guard, or a let as `key: body`, over the names of World.
//
// Nothing may crash, hang or exhaust memory. What parses is written canonically and parses to the same again; what
// checks is run, printed for every target and told in English. A value outside the bounds that were proved is a crash.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "front/guard/print.h"
#include "guard/world.h"

namespace npuspec::guard {
namespace {

class Plain final : public Names {
 public:
  std::string value(const Symbol& s) const override { return "d." + std::string(s.name); }
  std::string row(const Enum&, const Enum::Row& r) const override { return std::string(r.name); }
};

void require(bool good) {
  if (!good) std::abort();
}

class Run {
 public:
  Run() {
    world_.interpreter.doubt_bounds(true);
    for (std::string_view name : {"a", "p", "rank", "bound", "multiplier"}) world_.set(name, 1);
    for (std::size_t i = 0; i < 4; ++i) world_.set("tile_shape", static_cast<Int>(i + 1), i);
  }

  void line(std::string_view text) {
    std::size_t colon = text.find(": ");
    if (colon != std::string_view::npos) {
      world_.let(text.substr(0, colon), text.substr(colon + 2));
      return;
    }
    const Expr* expr = world_.parse_text(text);
    if (!expr) return;
    const Expr* again = world_.parse_text(canonical(*expr));
    require(again && equal(*expr, *again) && canonical(*again) == canonical(*expr));
    prose(*expr);
    if (const Typed* guard = world_.checker.condition(*expr, world_.at)) use(*guard);
    world_.checker.value(*expr, world_.at);
  }

 private:
  void use(const Typed& guard) {
    for (Dialect dialect : {Dialect::kCpp, Dialect::kC, Dialect::kOpenCl}) {
      Printer printer(dialect, names_, {"const D* d", "d", "check_", 90});
      printer.print(guard, "it");
      printer.take();
    }
    Result result = world_.run(guard);
    require(result.kind != Result::Kind::kUnproved);
    world_.checker.verdict(guard);
    world_.checker.shortfall(guard);
    reads(guard);
    // Held only if it is so of the values at hand, which all lines are run on.
    if (result.is_true()) world_.checker.hold(guard);
  }

  World world_;
  Plain names_;
};

}  // namespace
}  // namespace npuspec::guard

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMostLines = 40;
  npuspec::guard::Run run;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  for (std::size_t lines = 0; lines < kMostLines && !text.empty(); ++lines) {
    std::size_t end = std::min(text.find('\n'), text.size());
    run.line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return 0;
}
