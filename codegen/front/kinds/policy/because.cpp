#include "front/kinds/policy/because.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "front/guard/expr.h"

namespace npuspec::policy {
namespace {

std::string text(std::string_view view) { return std::string(view); }

class Because {
 public:
  Because(Runner& runner, const KindWords& kinds) : runner_(runner), kinds_(kinds) {}

  std::string of(const guard::Typed& guard) {
    if (guard.is_constant()) return guard.value != 0 ? "it always does" : "it never does";
    std::vector<std::string> parts;
    collect(guard, runner_.holds(guard), parts);
    std::string all;
    for (const std::string& part : parts) all += (all.empty() ? "" : ", ") + part;
    return all;
  }

 private:
  // The parts that were enough: of an `and` that fails the first that fails, of one that holds all.
  void collect(const guard::Typed& guard, bool holds, std::vector<std::string>& parts) {
    if (guard.act == guard::Act::kAnd || guard.act == guard::Act::kOr) {
      bool needs_all = (guard.act == guard::Act::kAnd) == holds;
      for (const guard::Typed* arg : guard.args) {
        if (!needs_all && runner_.holds(*arg) != holds) continue;
        collect(*arg, holds, parts);
        if (!needs_all) return;
      }
      return;
    }
    if (guard.act == guard::Act::kNot && !is_leaf(*guard.args[0])) {
      collect(*guard.args[0], !holds, parts);
      return;
    }
    std::string part = leaf(guard, holds);
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(std::move(part));
  }

  static bool is_leaf(const guard::Typed& guard) {
    return guard.act != guard::Act::kAnd && guard.act != guard::Act::kOr && guard.act != guard::Act::kNot &&
           guard.act != guard::Act::kValue;
  }

  std::string leaf(const guard::Typed& guard, bool holds) {
    if (guard.act == guard::Act::kValue) return text(guard.symbol->name) + " is " + runner_.value_text(*guard.symbol);
    std::string values;
    for (const guard::Symbol* symbol : guard::reads(guard)) {
      values += (values.empty() ? "" : ", ") + text(symbol->name) + " is " + value_of(*symbol);
    }
    std::string said = "`" + guard::canonical(*guard.source) + "` " + (holds ? "holds" : "does not hold");
    return values.empty() ? said : values + ", so " + said;
  }

  // Where there are chain kinds, nothing else may be called `chain` or `last_chain`.
  std::string value_of(const guard::Symbol& symbol) const {
    if (symbol.name == "chain" && !kinds_.now.empty()) return kinds_.now;
    if (symbol.name == "last_chain" && !kinds_.last.empty()) return kinds_.last;
    return runner_.value_text(symbol);
  }

  Runner& runner_;
  const KindWords& kinds_;
};

}  // namespace

std::string because(const guard::Typed& guard, Runner& runner, const KindWords& kinds) {
  return Because(runner, kinds).of(guard);
}

}  // namespace npuspec::policy
