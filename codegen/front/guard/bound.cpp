#include "front/guard/bound.h"

#include <algorithm>

#include "front/guard/check.h"

namespace npuspec::guard {
namespace {

constexpr std::uint32_t kMostSteps = limits::kGuardSteps;

Typed& mutable_node(const Typed& n) {
  return const_cast<Typed&>(n);
}  // all of them are made by the Resolver, in the Arena

std::uint32_t add_steps(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(a + b, ~std::uint32_t{0}));
}

// As a person says it: what needs 32 bits or more by the power of two that it is or is next to.
std::string spoken(Int value) {
  Int size = value < 0 ? -value : value;
  if (size < (Int{1} << 32) - 1) return to_string(value);
  for (int i = 32; i < 126; ++i) {
    Int power = Int{1} << i;
    std::string name = (value < 0 ? "-2^" : "2^") + std::to_string(i);
    if (size == power) return name;
    if (size == power - 1) return name + (value < 0 ? " + 1" : " - 1");
    if (size < power && i > 64) return "about " + name;
    if (size < power) return to_string(value);
  }
  return value < 0 ? "less than -2^125" : "more than 2^125";
}

}  // namespace

std::string way_into(const Bounds& in, const Bounds& is, std::string_view what) {
  bool outside = is.hi < in.lo || is.lo > in.hi;
  return outside ? "write " + std::string(what) + " from " + to_string(in.lo) + " to " + to_string(in.hi)
                 : "bound it in an earlier check";
}

std::string shown_beside(const Typed& n, const Bounds& b) {
  bool says_it = n.is_constant() && n.source->text == to_string(b);
  return says_it ? shown(n) + " is outside: " : shown(n, b) + ", and ";
}

std::string to_string(const Bounds& b) { return b.is_one() ? spoken(b.lo) : spoken(b.lo) + ".." + spoken(b.hi); }

std::string shown(const Typed& n) {
  constexpr std::size_t kLongest = 60;
  std::string_view text = n.source->text;
  return text.size() <= kLongest ? "`" + std::string(text) + "`" : "`" + std::string(text.substr(0, kLongest)) + "...`";
}

std::string shown(const Typed& n, const Bounds& b) {
  if (n.type.base == Base::kInt) return shown(n) + " is " + to_string(b);
  if (n.type.base == Base::kBool)
    return shown(n) + " is " + (!b.is_one() ? "true or false" : b.lo != 0 ? "true" : "false");
  if (n.type.base != Base::kEnum) return shown(n) + " may be anything";
  std::string rows;
  for (std::size_t i = 0; i < n.type.of->rows.size(); ++i) {
    if (may_be_row(*n.type.of, b, i)) rows += (rows.empty() ? "" : ", ") + std::string(n.type.of->rows[i].name);
  }
  if (b.unknown) rows += rows.empty() ? "no row of " + std::string(n.type.of->name) : " or no row at all";
  return shown(n) + " is " + rows;
}

bool may_be_row(const Enum& of, const Bounds& b, std::size_t i) {
  constexpr std::size_t kTracked = 64;
  Int value = of.rows[i].value;
  return b.lo <= value && value <= b.hi && (i >= kTracked || ((b.rows >> i) & 1u) != 0);
}

Bounds bounds_of_rows(const Enum& of, std::span<const Int> rows) {
  Bounds b{.lo = kU64Max, .hi = kI64Min, .rows = 0, .unknown = false};
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    Int value = of.rows[i].value;
    if (std::find(rows.begin(), rows.end(), value) == rows.end()) continue;
    b.lo = std::min(b.lo, value);
    b.hi = std::max(b.hi, value);
    if (i < 64) b.rows |= std::uint64_t{1} << i;
  }
  return b;
}

Bounds bounds_of_all_rows(const Enum& of) {
  Bounds b{.lo = kU64Max, .hi = kI64Min, .rows = 0, .unknown = false};
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    b.lo = std::min(b.lo, of.rows[i].value);
    b.hi = std::max(b.hi, of.rows[i].value);
    if (i < 64) b.rows |= std::uint64_t{1} << i;
  }
  return b;
}

bool is_contradiction(const Type& type, const Bounds& b) {
  if (b.lo > b.hi) return true;
  if (type.base != Base::kEnum || b.unknown) return false;
  for (std::size_t i = 0; i < type.of->rows.size(); ++i) {
    if (may_be_row(*type.of, b, i)) return false;
  }
  return true;
}

Bounds meet(const Type& type, const Bounds& a, const Bounds& b) {
  Bounds both{std::max(a.lo, b.lo), std::min(a.hi, b.hi), a.rows & b.rows, a.unknown && b.unknown};
  if (type.base == Base::kEnum && !both.unknown && both.rows != a.rows) {
    // Draws the ends in to the rows that are left.
    Int lo = kU64Max;
    Int hi = kI64Min;
    for (std::size_t i = 0; i < type.of->rows.size(); ++i) {
      if (!may_be_row(*type.of, both, i)) continue;
      lo = std::min(lo, type.of->rows[i].value);
      hi = std::max(hi, type.of->rows[i].value);
    }
    both.lo = std::max(both.lo, lo);
    both.hi = std::min(both.hi, hi);
  }
  return is_contradiction(type, both) ? a : both;
}

Bounds hull(const Bounds& a, const Bounds& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi), a.rows | b.rows, a.unknown || b.unknown};
}

// Entries

bool Bounder::bound(Typed& guard, const At& at, bool warn_constant) {
  at_ = &at;
  warn_constant_ = warn_constant;
  commit_ = true;
  effort_ = kMostEffort;
  facts_.walking(true);
  told_ = diags_.list().size();
  walk(guard);
  facts_.forget_inner(0);
  facts_.walking(false);
  commit_ = false;
  account();
  if (!guard.broken && guard.steps > kMostSteps) {
    unproved(Code::G027, guard, guard, "this guard may take " + std::to_string(guard.steps) + " steps to evaluate",
             "loops within loops multiply: bound them more tightly");
    guard.broken = true;
  }
  return !guard.broken;
}

// A let is typed for good, so under nothing but what holds for good.
bool Bounder::bound_let(const Symbol& symbol) {
  Let& of = *symbol.let;
  if (of.state != Let::State::kResolved) return of.state == Let::State::kDone;
  const At* at = at_;
  bool commit = commit_;
  bool warn_constant = warn_constant_;
  bool walking = facts_.is_walking();
  Facts::Aside aside(facts_, true);
  commit_ = true;
  warn_constant_ = true;
  facts_.walking(true);
  at_ = of.key_at;
  std::uint64_t size = 1;
  for (Domain* d : of.domains) {
    Interval times = domain(*of.typed, *d);
    size = std::min<std::uint64_t>(size * static_cast<std::uint64_t>(std::max<Int>(times.hi, 1)), 1u << 20u);
  }
  at_ = of.at;
  if (!of.typed->broken) walk(*of.typed);
  if (!of.typed->broken && of.typed->steps > kMostSteps) {
    unproved(Code::G027, *of.typed, *of.typed,
             "this let may take " + std::to_string(of.typed->steps) + " steps to evaluate",
             "loops within loops multiply: bound them more tightly");
    of.typed->broken = true;
  }
  of.state = of.typed->broken ? Let::State::kBad : Let::State::kDone;
  constexpr std::uint64_t kMostKept = 4096;
  Base base = of.typed->type.base;
  bool keeps = base == Base::kBool || base == Base::kInt || base == Base::kEnum || base == Base::kFlags;
  if (keeps && !of.on_record() && size <= kMostKept) {
    of.memo_size = static_cast<std::uint32_t>(size);
    of.memo = keys_.take_memo(of.memo_size);
  }
  facts_.forget_inner(0);
  facts_.walking(walking);
  warn_constant_ = warn_constant;
  commit_ = commit;
  at_ = at;
  return of.state == Let::State::kDone;
}

Bounds Bounder::measure(const Typed& guard) {
  bool walking = facts_.is_walking();
  std::size_t mark = facts_.inner_mark();
  facts_.walking(true);
  Bounds b = walk(guard);
  facts_.forget_inner(mark);
  facts_.walking(walking);
  account();
  return b;
}

std::string Bounder::shortfall(const Typed& guard) {
  bool walking = facts_.is_walking();
  std::size_t mark = facts_.inner_mark();
  facts_.walking(true);
  std::string text;
  const Typed* n = &guard;
  while (n->act == Act::kAnd || (n->act == Act::kLet && n->args.empty())) {
    const Typed* next = n->act == Act::kLet ? n->symbol->let->typed : nullptr;
    for (const Typed* part : n->args) {
      if (walk(*part).lo == 0) {
        next = part;
        break;
      }
      learn(*part, true);
    }
    if (!next) break;
    n = next;
  }
  if (n->act == Act::kCompare || n->act == Act::kChain || n->act == Act::kWithin || n->act == Act::kOneOf ||
      n->act == Act::kOneOfRows) {
    for (const Typed* part : n->args) {
      if (part->is_constant() && !part->symbol) continue;
      text += (text.empty() ? "" : ", ") + shown(*part, walk(*part));
    }
  }
  if (text.empty()) text = shown(*n) + " is not proved";
  facts_.forget_inner(mark);
  facts_.walking(walking);
  return text;
}

// Walking

Bounds Bounder::walk(const Typed& n) {
  ++worked_;
  Bounds b = by_parts(n);
  if (commit_) {
    add_up(n);
  } else {
    b = meet(n.type, n.bounds, b);
  }
  b = with_facts(n, b);
  if (commit_) {
    mutable_node(n).bounds = b;
  } else if (!(b == n.bounds) && !n.is_constant()) {
    facts_.put(n.key, &n, b);
  }
  return b;
}

// What a node inherits of its parts.
void Bounder::add_up(const Typed& n) {
  Typed& m = mutable_node(n);
  std::uint32_t steps = 1;
  auto add = [&](const Typed* part) {
    if (!part) return;
    m.broken = m.broken || part->broken;
    m.may_abort = m.may_abort || part->may_abort;
    steps = add_steps(steps, part->steps);
  };
  m.may_abort = m.may_abort || m.checked;
  for (const Typed* arg : n.args) add(arg);
  if (n.act == Act::kLet) add(n.symbol->let->typed);
  if (n.loop) {
    add(n.loop->condition);
    add(n.loop->body);
    constexpr std::uint64_t kOfVector = 64;
    std::uint64_t times = n.loop->domain.times != 0 ? n.loop->domain.times : kOfVector;
    steps = add_steps(std::uint64_t{steps} * times, 1);
    for (const Typed* part : {n.loop->domain.first, n.loop->domain.last, n.loop->domain.many}) add(part);
  }
  m.steps = steps;
}

Bounds Bounder::by_parts(const Typed& n) {
  switch (n.act) {
    case Act::kConstant:
      return constant(n);
    case Act::kText:
    case Act::kSelf:
      return {};
    case Act::kValue:
    case Act::kLocal:
      return of_symbol(*n.symbol);
    case Act::kMember:
      walk(*n.args[0]);
      return of_symbol(*n.symbol);
    case Act::kElement:
      return element(n);
    case Act::kLet:
      return let(n);
    case Act::kColumn:
      return column(n);
    case Act::kNumber: {
      Bounds b = walk(*n.args[0]);
      return {.lo = b.lo, .hi = b.hi};
    }
    case Act::kBits:
      walk(*n.args[0]);
      return {.lo = 0, .hi = (Int{1} << static_cast<int>(n.value2 - n.value + 1)) - 1};
    case Act::kAnd:
    case Act::kOr:
      return junction(n);
    case Act::kNot: {
      Bounds b = walk(*n.args[0]);
      return {.lo = 1 - b.hi, .hi = 1 - b.lo};
    }
    case Act::kCompare:
      return compare(n);
    case Act::kChain:
      return chain(n);
    case Act::kWithin:
      return within(n);
    case Act::kOneOf:
      return one_of(n);
    case Act::kOneOfRows:
    case Act::kKnown:
      return one_of_rows(n);
    case Act::kHasFlags: {
      Bounds b = walk(*n.args[0]);
      bool has = b.is_one() && (b.lo & n.value) == n.value;
      return truth(n, !has, has || !b.is_one(), b);
    }
    case Act::kIsPowerOf2: {
      Bounds b = walk(*n.args[0]);
      return truth(n, true, b.hi > 0, b);
    }
    case Act::kBit:
      return bit(n);
    case Act::kPresent:
    case Act::kSame:
    case Act::kSameIgnoringCase:
    case Act::kDisjoint:
      for (const Typed* arg : n.args) walk(*arg);
      return {.lo = 0, .hi = 1};
    case Act::kIf:
      return choice(n);
    case Act::kPlace:
      walk(*n.args[0]);
      return {};
    case Act::kLoop:
      return loop(n);
    default:
      return arithmetic(n);
  }
}

void Bounder::unproved(Code code, const Typed& n, const Typed& at, std::string message, std::string help) {
  if (!commit_ && code != Code::G027) return;
  bool silent = false;
  for (const Typed* arg : n.args) silent = silent || arg->broken;
  if (!silent && !is_told(code, at)) {
    diags_.error(code, at_->place(at.source->at), std::move(message))
        .span(std::max<std::uint32_t>(at.source->size, 1))
        .hint(std::move(help));
  }
  mutable_node(n).broken = true;
}

// What the same values were told to lack, for the same reason: one bound too wide is one mistake, wherever it shows.
// Notes at the first say where else, of the first few.
bool Bounder::is_told(Code code, const Typed& at) {
  std::vector<const Symbol*> of = reads(at);
  if (of.empty()) return false;
  std::sort(of.begin(), of.end());
  auto before = std::find_if(causes_.begin(), causes_.end(),
                             [&](const Cause& each) { return each.code == code && each.of == of; });
  if (before == causes_.end()) {
    causes_.push_back({code, std::move(of), diags_.list().size(), 0});
    return false;
  }
  constexpr int kMostNotes = 3;
  if (before->notes++ < kMostNotes) {
    const_cast<Diag&>(diags_.list()[before->diag]).note(at_->place(at.source->at), "the same is missing here");
  }
  return true;
}

// Leaves and parts

Bounds Bounder::of_symbol(const Symbol& symbol) const {
  Bounds b{.lo = symbol.lo, .hi = symbol.hi, .unknown = symbol.unknown};
  if (symbol.type.base != Base::kEnum || symbol.unknown) return b;
  return meet(symbol.type, bounds_of_all_rows(*symbol.type.of), b);
}

Bounds Bounder::constant(const Typed& n) const {
  if (n.type.base == Base::kEnum) return bounds_of_rows(*n.type.of, std::span(&n.value, 1));
  return {.lo = n.value, .hi = n.value};
}

Bounds Bounder::element(const Typed& n) {
  const Typed& array = *n.args[0];
  const Typed& index = *n.args[1];
  walk(array);
  Bounds at = walk(index);
  const Symbol& symbol = *array.symbol;
  if (symbol.shape.index) {
    if (at.unknown) {
      unproved(Code::G020, n, index,
               "index " + shown(index) + " may be no row of " + std::string(symbol.shape.index->name),
               "an earlier check must say known(" + std::string(index.source->text) + ")");
    }
  } else {
    Int count = symbol.shape.count;
    if (symbol.shape.vector) {
      Typed length;
      length.act = Act::kLength;
      length.type = Type::integer(Storage::kU64);
      const Typed* args[] = {&array};
      length.args = args;
      const Bounds* known = facts_.find(keys_.of(length));
      count = known ? known->lo : 0;
    }
    if (at.lo < 0 || at.hi >= count) {
      std::string has = symbol.shape.vector ? "at least " + to_string(count) + " elements are proved of " + shown(array)
                                            : shown(array) + " has 0.." + to_string(count - 1);
      unproved(Code::G020, n, index, "index " + shown_beside(index, at) + has,
               symbol.shape.vector
                   ? "bound the index and len(" + std::string(array.source->text) + ") in an earlier check"
                   : way_into({.lo = 0, .hi = count - 1}, at, "an index"));
    }
  }
  must_not_abort(n, index, "an index");
  return of_symbol(symbol);
}

Bounds Bounder::let(const Typed& n) {
  const Let& of = *n.symbol->let;
  std::size_t first = of.on_record() ? 1 : 0;
  Bounds args[kMostIndexes + 1];
  for (std::size_t i = 0; i < n.args.size(); ++i) args[i] = walk(*n.args[i]);
  if (commit_ && !bound_let(*n.symbol)) {
    mutable_node(n).broken = true;
    return n.bounds;
  }
  for (std::size_t i = 0; i < of.domains.size(); ++i) {
    const Symbol& index = *of.domains[i]->variable;
    const Typed& arg = *n.args[first + i];
    const Bounds& at = args[first + i];
    if (at.unknown || at.lo < index.lo || at.hi > index.hi) {
      unproved(Code::G020, n, arg,
               "index " + shown_beside(arg, at) + std::string(n.symbol->name) + " has " +
                   to_string(Bounds{.lo = index.lo, .hi = index.hi}),
               way_into({.lo = index.lo, .hi = index.hi}, at, "an index"));
    }
    must_not_abort(n, arg, "an index");
  }
  if (!commit_ && n.args.empty()) return let_body(n);
  return of.typed->bounds;
}

// What is known of a let now may be more than when it was typed.
Bounds Bounder::let_body(const Typed& n) {
  if (std::find(measured_.begin(), measured_.end(), n.symbol) != measured_.end()) return n.symbol->let->typed->bounds;
  measured_.push_back(n.symbol);
  Bounds b;
  {
    Facts::Aside aside(facts_, false);
    b = walk(*n.symbol->let->typed);
    b = with_facts(n, b);
  }
  facts_.walking(false);
  facts_.put(n.key, &n, b);
  facts_.walking(true);
  return b;
}

Bounds Bounder::column(const Typed& n) {
  const Enum& of = *n.args[0]->type.of;
  const Enum::Column& column = *n.column;
  Bounds x = walk(*n.args[0]);
  Bounds b{.lo = kU64Max, .hi = kI64Min, .rows = 0};
  std::vector<Int> values;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (may_be_row(of, x, i)) values.push_back(column.values[i]);
  }
  if (x.unknown && column.fallback) values.push_back(*column.fallback);
  if (x.unknown && !column.fallback) {
    unproved(Code::G026, n, *n.args[0],
             shown(*n.args[0]) + " may be no row of " + std::string(of.name) + " here, and has no `" +
                 std::string(column.name) + "` then",
             "an earlier check must say known(" + std::string(n.args[0]->source->text) + ")");
  }
  if (values.empty()) values = column.values;
  if (column.type.base == Base::kEnum) return bounds_of_rows(*column.type.of, values);
  for (Int value : values) {
    b.lo = std::min(b.lo, value);
    b.hi = std::max(b.hi, value);
  }
  if (b.lo < 0 && b.hi > kI64Max) {
    unproved(Code::G025, n, n, "no 64-bit type holds all that " + shown(n) + " may be: " + to_string(b),
             "bound both branches to what one type holds");
  }
  return {.lo = b.lo, .hi = b.hi};
}

}  // namespace npuspec::guard
