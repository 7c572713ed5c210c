// Guards in English.
#include <string>

#include "front/guard/expr.h"

namespace npuspec::guard {
namespace {

std::string code(const Expr& e) { return "`" + tidy(e) + "`"; }

std::string_view words_for(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return " is ";
    case Relation::kUnequal:
      return " is not ";
    case Relation::kLess:
      return " is less than ";
    case Relation::kLessEqual:
      return " is at most ";
    case Relation::kGreater:
      return " is greater than ";
    case Relation::kGreaterEqual:
      return " is at least ";
  }
  return " ";
}

std::string members(const Expr& set) {
  if (set.args.empty()) return "empty";
  std::string all;
  for (const Expr* each : set.args) all += (all.empty() ? "" : each == set.args.back() ? " or " : ", ") + code(*each);
  return all;
}

std::string range(const Expr& e) {
  return "from " + code(*e.args[0]) + (e.open ? " up to but not including " : " to ") + code(*e.args[1]);
}

std::string comparison(const Expr& e) {
  if (e.args.size() == 2 && e.args[1]->op == Op::kSet) {
    bool equal = e.relations[0] == Relation::kEqual;
    if (e.args[1]->args.empty()) return code(*e.args[0]) + (equal ? " has no flag" : " has a flag");
    return code(*e.args[0]) + (equal ? " is exactly " : " is not exactly ") + code(*e.args[1]);
  }
  std::string all = code(*e.args[0]);
  for (std::size_t i = 0; i < e.relations.size(); ++i) {
    all += i == 0 ? "" : ", which";
    all += std::string(words_for(e.relations[i])) + code(*e.args[i + 1]);
  }
  return all;
}

std::string membership(const Expr& e, bool denied) {
  std::string_view is = denied ? " is not " : " is ";
  const Expr& domain = *e.args[1];
  if (domain.op == Op::kRange) return code(*e.args[0]) + std::string(is) + range(domain);
  if (domain.op != Op::kSet) return code(*e.args[0]) + std::string(is) + "in " + code(domain);
  if (domain.args.size() == 1) return code(*e.args[0]) + std::string(is) + code(*domain.args[0]);
  return code(*e.args[0]) + (denied ? " is none of " : " is one of ") + members(domain);
}

std::string call(const Expr& e, bool denied) {
  std::string not_word = denied ? " not" : "";
  if (e.name == "present") return code(*e.args[0]) + " is" + (denied ? " absent" : " present");
  if (e.name == "known") return code(*e.args[0]) + " is" + not_word + " a value its enum names";
  if (e.name == "is_pow2") return code(*e.args[0]) + " is" + not_word + " a power of two";
  if (e.args.size() < 2) return code(e) + (denied ? " does not hold" : " holds");
  if (e.name == "bit")
    return "bit " + code(*e.args[1]) + " of " + code(*e.args[0]) + " is" + (denied ? " clear" : " set");
  std::string both = code(*e.args[0]) + " and " + code(*e.args[1]);
  if (e.name == "same") return both + " are" + not_word + " alike in all their parts";
  if (e.name == "same_ignoring_case") return both + " are" + not_word + " the same but for case";
  if (e.name == "disjoint") return both + (denied ? " overlap" : " do not overlap");
  return code(e) + (denied ? " does not hold" : " holds");
}

std::string say(const Expr& e);

// Inside a longer sentence: what has commas or joints of its own is set apart.
std::string part(const Expr& e) {
  bool long_one = e.op == Op::kAnd || e.op == Op::kOr || e.op == Op::kIf || e.op == Op::kLoop;
  return long_one ? "(" + say(e) + ")" : say(e);
}

std::string joined(const Expr& e, std::string_view joint) {
  std::string all;
  for (const Expr* each : e.args) all += (all.empty() ? "" : std::string(joint)) + part(*each);
  return all;
}

std::string loop(const Expr& e) {
  if (e.name != "all" && e.name != "any") return code(e);
  std::string all = std::string(e.name == "all" ? "for every `" : "for some `") + std::string(e.variable) + "` ";
  all += e.args[1]->op == Op::kRange ? range(*e.args[1]) : "of " + code(*e.args[1]);
  if (e.args.size() > 2) all += " where " + part(*e.args[2]);
  return all + ": " + say(*e.args[0]);
}

std::string denial(const Expr& e) {
  switch (e.op) {
    case Op::kIn:
      return membership(e, true);
    case Op::kCall:
      return call(e, true);
    case Op::kName:
    case Op::kMember:
    case Op::kIndex:
      return code(e) + " does not hold";
    default:
      return "it is not so that " + part(e);
  }
}

std::string say(const Expr& e) {
  switch (e.op) {
    case Op::kBool:
      return e.value != 0 ? "always" : "never";
    case Op::kName:
    case Op::kMember:
    case Op::kIndex:
      return code(e) + " holds";
    case Op::kCompare:
      return comparison(e);
    case Op::kIn:
      return membership(e, false);
    case Op::kCall:
      return call(e, false);
    case Op::kNot:
      return denial(*e.args[0]);
    case Op::kAnd:
      return joined(e, ", and ");
    case Op::kOr:
      return "either " + joined(e, ", or ");
    case Op::kIf:
      if (e.args[1]->op == Op::kBool && e.args[1]->value != 0) return part(*e.args[2]) + " unless " + part(*e.args[0]);
      return "if " + part(*e.args[0]) + ", then " + part(*e.args[1]) + ", else " + part(*e.args[2]);
    case Op::kLoop:
      return loop(e);
    default:
      return code(e);
  }
}

}  // namespace

std::string prose(const Expr& expr) { return say(expr); }

}  // namespace npuspec::guard
