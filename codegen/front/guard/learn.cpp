// What a guard teaches: the Bounder's facts.
//
// A fact is an interval for whatever has a key, so `a * b <= 100` bounds the product wherever it is written again, and
// a and b where that follows. A fact about all elements of an array is kept under a key of its own, one for the
// elements in use (below `live`) and one for the rest.
#include <algorithm>
#include <vector>

#include "front/guard/bound.h"

namespace npuspec::guard {
namespace {

constexpr std::uint64_t kElementMark = ~std::uint64_t{0};

Bounds from(Int lo, Int hi) { return {.lo = lo, .hi = hi, .unknown = true}; }  // of rows it says nothing

bool is_path(Act act) { return act == Act::kMember || act == Act::kColumn || act == Act::kNumber || act == Act::kBits; }

bool is_let_of_one_index(const Typed& n) {
  return n.act == Act::kLet && n.args.size() == 1 && !n.symbol->let->on_record();
}

const Domain* domain_of(const Typed& n) { return n.act == Act::kLocal ? n.symbol->over : nullptr; }

bool is_number(const Typed* n, Int value) { return n->is_constant() && n->value == value; }

}  // namespace

// Facts about elements

// The part of an expression that an index is in: sizes[i], tasks[i] of tasks[i].number, extent[a].
const Typed* Bounder::root_of_element(const Typed& n) const {
  const Typed* at = &n;
  while (is_path(at->act)) at = at->args[0];
  if (at->act == Act::kElement || is_let_of_one_index(*at)) return at;
  const Domain* over = domain_of(*at);
  return over && over->over == Domain::Over::kElements ? at : nullptr;
}

std::uint32_t Bounder::element_key(const Typed& n, Part part) {
  auto address = [](const void* p) { return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p)); };
  auto first = kElementMark - static_cast<std::uint64_t>(part);
  if (is_path(n.act)) {
    const std::uint64_t words[] = {first,
                                   static_cast<std::uint64_t>(n.act),
                                   element_key(*n.args[0], part),
                                   static_cast<std::uint64_t>(n.value),
                                   address(n.symbol),
                                   address(n.column)};
    return keys_.intern(words);
  }
  Act of_what = n.act == Act::kLet ? Act::kLet : Act::kElement;
  std::uint64_t of = n.act == Act::kElement ? n.args[0]->key
                     : n.act == Act::kLet   ? address(n.symbol)
                                            : domain_of(n)->many->key;
  const std::uint64_t words[] = {first, static_cast<std::uint64_t>(of_what), of};
  return keys_.intern(words);
}

std::uint32_t Bounder::live_key(const Typed& array) {
  const Symbol* live = array.symbol->shape.live;
  if (!live) return 0;
  Typed count;
  count.act = array.act;
  count.type = live->type;
  count.symbol = live;
  count.args = array.act == Act::kMember ? array.args : std::span<const Typed* const>();
  return keys_.of(count);
}

// Whether a variable over d is every index of that part of the array (or of the let, or every element) once.
bool Bounder::covers(const Domain& d, const Typed& root, Part part) {
  if (root.act == Act::kLocal) return true;
  if (root.act == Act::kLet) {
    const Domain& own = *root.symbol->let->domains[0];
    if (own.over != d.over) return false;
    if (d.over == Domain::Over::kRows)
      return d.variable->type.of == own.variable->type.of && d.rows.size() == own.rows.size();
    return d.over == Domain::Over::kRange && d.open == own.open && d.first->key == own.first->key &&
           d.last->key == own.last->key;
  }
  const Typed& array = *root.args[0];
  const Shape& shape = array.symbol->shape;
  if (shape.vector || d.over == Domain::Over::kElements) return false;
  if (d.over == Domain::Over::kRows) return shape.index == d.variable->type.of && d.rows.size() == shape.count;
  std::uint32_t live = live_key(array);
  bool to_end = is_number(d.last, d.open ? Int{shape.count} : Int{shape.count} - 1);
  if (is_number(d.first, 0) && to_end) return true;
  if (live == 0) return false;
  if (part == Part::kLive) return is_number(d.first, 0) && d.open && d.last->key == live;
  return d.first->key == live && to_end;
}

Bounds Bounder::with_facts(const Typed& n, const Bounds& b) {
  if (n.is_constant() || n.type.base == Base::kError) return b;
  const Bounds* own = facts_.find(n.key);
  Bounds known = own ? meet(n.type, b, *own) : b;
  const Typed* root = root_of_element(n);
  if (!root) return known;
  const Domain* over = root->act == Act::kElement ? domain_of(*root->args[1]) : nullptr;
  const Typed* array = root->act == Act::kElement ? root->args[0]
                       : root->act == Act::kLocal ? domain_of(*root)->many
                                                  : nullptr;
  bool has_parts = array && live_key(*array) != 0;
  auto of_part = [&](Part part) {
    const Bounds* fact = facts_.find(element_key(n, part));
    return fact ? meet(n.type, b, *fact) : b;
  };
  Bounds elements = of_part(Part::kLive);
  if (has_parts && over && covers(*over, *root, Part::kDead) && !covers(*over, *root, Part::kLive)) {
    elements = of_part(Part::kDead);
  } else if (has_parts && !(over && covers(*over, *root, Part::kLive) && !covers(*over, *root, Part::kDead))) {
    elements = hull(elements, of_part(Part::kDead));
  }
  return meet(n.type, known, elements);
}

Bounds Bounder::now(const Typed& n) { return with_facts(n, n.bounds); }

// all(... for i in D), or not any(...): what holds for each holds for every element that i is the index of.
void Bounder::learn_loop(const Typed& n, bool truth) {
  const Loop& l = *n.loop;
  bool each = (l.does == Loop::Does::kAll && truth) || (l.does == Loop::Does::kAny && !truth);
  if (!each || (l.condition && l.condition->bounds.lo == 0)) return;
  bool walking = facts_.is_walking();
  std::size_t mark = facts_.inner_mark();
  facts_.walking(true);
  learn(*l.body, l.does == Loop::Does::kAll);
  std::span<const Facts::Entry> since = facts_.inner_since(mark);
  std::vector<Facts::Entry> learnt(since.begin(), since.end());
  facts_.forget_inner(mark);
  facts_.walking(walking);
  for (const Facts::Entry& entry : learnt) {
    const Typed* root = entry.node ? root_of_element(*entry.node) : nullptr;
    if (!root) continue;
    const Typed* index = root->act == Act::kElement ? root->args[1] : root->act == Act::kLet ? root->args[0] : root;
    if (index->key != l.domain.each->key) continue;
    for (Part part : {Part::kLive, Part::kDead}) {
      if (!covers(l.domain, *root, part)) continue;
      std::uint32_t key = element_key(*entry.node, part);
      const Bounds* known = facts_.find(key);
      facts_.put(key, nullptr, known ? meet(entry.node->type, *known, entry.bounds) : entry.bounds);
    }
  }
}

// Learning

void Bounder::learn(const Typed& n, bool truth) {
  ++worked_;
  if (n.is_constant() || n.broken || n.type.base != Base::kBool) return;
  Int value = truth ? 1 : 0;
  const Bounds* learnt = facts_.find(n.key);
  if (learnt && learnt->is_one()) return;  // with all that follows from it
  Bounds known = now(n);
  if (known.lo > value || known.hi < value) return;  // nothing follows from what cannot be
  facts_.put(n.key, &n, {.lo = value, .hi = value});
  switch (n.act) {
    case Act::kNot:
      learn(*n.args[0], !truth);
      break;
    case Act::kAnd:
    case Act::kOr:
      if ((n.act == Act::kAnd) != truth) break;
      for (const Typed* arg : n.args) learn(*arg, truth);
      for (const Typed* arg : n.args) learn_again(*arg, truth);  // a <= b and b <= 5 bounds a too
      break;
    case Act::kCompare:
      learn_relation(*n.args[0], truth ? n.relation : opposite(n.relation), *n.args[1]);
      break;
    case Act::kChain:
      for (std::size_t i = 0; truth && i < n.relations.size(); ++i) {
        learn_relation(*n.args[i], n.relations[i], *n.args[i + 1]);
      }
      break;
    case Act::kWithin:
      learn_within(n, truth);
      break;
    case Act::kOneOf:
      learn_one_of(n, truth);
      break;
    case Act::kOneOfRows:
      learn_rows(*n.args[0], n.rows, truth);
      break;
    case Act::kKnown: {
      if (!truth) break;
      Bounds b = now(*n.args[0]);
      b.unknown = false;
      narrow(*n.args[0], b);
      break;
    }
    case Act::kColumn:
      narrow_parts(n, {.lo = value, .hi = value});
      break;
    case Act::kLet:
      if (n.args.empty()) learn(*n.symbol->let->typed, truth);
      break;
    case Act::kLoop:
      learn_loop(n, truth);
      break;
    default:
      break;
  }
}

void Bounder::learn_again(const Typed& n, bool truth) {
  if (n.act == Act::kCompare) learn_relation(*n.args[0], truth ? n.relation : opposite(n.relation), *n.args[1]);
  if (n.act == Act::kWithin) learn_within(n, truth);
}

void Bounder::learn_relation(const Typed& a, Relation relation, const Typed& b) {
  Bounds left = now(a);
  Bounds right = now(b);
  switch (relation) {
    case Relation::kEqual:
    case Relation::kUnequal:
      learn_equal(a, b, relation == Relation::kEqual);
      break;
    case Relation::kLess:
    case Relation::kLessEqual: {
      Int apart = relation == Relation::kLess ? 1 : 0;
      narrow_interval(a, left.lo, right.hi - apart);
      narrow_interval(b, left.lo + apart, right.hi);
      break;
    }
    case Relation::kGreater:
    case Relation::kGreaterEqual: {
      Int apart = relation == Relation::kGreater ? 1 : 0;
      narrow_interval(a, right.lo + apart, left.hi);
      narrow_interval(b, right.lo, left.hi - apart);
      break;
    }
  }
}

void Bounder::learn_equal(const Typed& a, const Typed& b, bool truth) {
  if (a.many || (a.type.base != Base::kInt && a.type.base != Base::kBool && a.type.base != Base::kEnum)) return;
  Bounds left = now(a);
  Bounds right = now(b);
  if (truth) {
    narrow(a, right);
    narrow(b, left);
    return;
  }
  for (auto [x, y] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    Bounds other = now(*y);
    if (!other.is_one() || other.unknown) continue;
    if (x->type.base == Base::kEnum) {
      learn_rows(*x, std::span(&other.lo, 1), false);
    } else {
      Bounds known = now(*x);
      narrow_interval(*x, known.lo + (known.lo == other.lo ? 1 : 0), known.hi - (known.hi == other.lo ? 1 : 0));
    }
  }
}

void Bounder::learn_within(const Typed& n, bool truth) {
  Bounds x = now(*n.args[0]);
  Bounds first = now(*n.args[1]);
  Bounds last = now(*n.args[2]);
  Int open = n.open ? 1 : 0;
  if (truth) {
    narrow_interval(*n.args[0], first.lo, last.hi - open);
    narrow_interval(*n.args[1], first.lo, x.hi);
    narrow_interval(*n.args[2], x.lo + open, last.hi);
  } else if (x.lo >= first.hi) {  // so it is beyond the other end
    narrow_interval(*n.args[0], last.lo + 1 - open, x.hi);
  } else if (x.hi <= last.lo - open) {
    narrow_interval(*n.args[0], x.lo, first.hi - 1);
  }
}

void Bounder::learn_one_of(const Typed& n, bool truth) {
  const Typed& x = *n.args[0];
  if (x.type.base != Base::kInt) return;
  Bounds known = now(x);
  if (truth) {
    Int lo = kFar;
    Int hi = -kFar;
    for (const Typed* member : n.args.subspan(1)) {
      lo = std::min(lo, now(*member).lo);
      hi = std::max(hi, now(*member).hi);
    }
    narrow_interval(x, lo, hi);
    return;
  }
  std::vector<Int> denied;
  for (const Typed* member : n.args.subspan(1)) {
    if (member->is_constant()) denied.push_back(member->value);
  }
  std::sort(denied.begin(), denied.end());
  auto least = std::lower_bound(denied.begin(), denied.end(), known.lo);
  for (; known.lo < known.hi && least != denied.end() && *least <= known.lo; ++least) {
    if (*least == known.lo) ++known.lo;
  }
  for (; known.lo < known.hi && !denied.empty() && denied.back() >= known.hi; denied.pop_back()) {
    if (denied.back() == known.hi) --known.hi;
  }
  narrow_interval(x, known.lo, known.hi);
}

// x is one of these rows, or none of them.
void Bounder::learn_rows(const Typed& x, std::span<const Int> rows, bool truth) {
  Bounds b = now(x);
  const Enum& of = *x.type.of;
  if (truth) {
    narrow(x, bounds_of_rows(of, rows));
    return;
  }
  for (std::size_t i = 0; i < of.rows.size() && i < 64; ++i) {
    if (std::find(rows.begin(), rows.end(), of.rows[i].value) != rows.end()) b.rows &= ~(std::uint64_t{1} << i);
  }
  narrow(x, b);
}

// Narrowing

void Bounder::narrow_interval(const Typed& n, Int lo, Int hi) { narrow(n, from(lo, hi)); }

void Bounder::narrow(const Typed& n, const Bounds& to) {
  if (n.is_constant() || n.broken || effort_ == 0) return;
  --effort_;
  ++worked_;
  Bounds known = now(n);
  Bounds both = meet(n.type, known, to);
  if (both == known) return;
  if (n.type.base == Base::kBool && both.is_one()) {
    learn(n, both.lo != 0);
    return;
  }
  facts_.put(n.key, &n, both);
  narrow_parts(n, both);
}

// What an interval of a result says of its operands.
void Bounder::narrow_parts(const Typed& n, Bounds to) {
  if (n.checked) {
    // At the ends of its type the result may be one that does not fit.
    if (to.hi >= (n.is_signed ? kI64Max : kU64Max)) to.hi = kFar;
    if (to.lo <= (n.is_signed ? kI64Min : Int{0})) to.lo = -kFar;
  }
  if (n.act == Act::kColumn) {
    const Enum& of = *n.args[0]->type.of;
    Bounds b = now(*n.args[0]);
    for (std::size_t i = 0; i < of.rows.size() && i < 64; ++i) {
      Int value = n.column->values[i];
      if (value < to.lo || value > to.hi) b.rows &= ~(std::uint64_t{1} << i);
    }
    if (n.column->fallback && (*n.column->fallback < to.lo || *n.column->fallback > to.hi)) b.unknown = false;
    narrow(*n.args[0], b);
    return;
  }
  if (n.act == Act::kLet) {
    if (n.args.empty()) narrow(*n.symbol->let->typed, to);
    return;
  }
  if (n.type.base != Base::kInt || n.args.empty() || n.loop) return;
  const Typed& left = *n.args[0];
  const Typed& right = *n.args.back();
  if (n.act == Act::kNumber) return narrow_interval(left, to.lo, to.hi);
  if (left.type.base != Base::kInt || right.type.base != Base::kInt) return;
  Bounds a = now(left);
  Bounds b = now(right);
  switch (n.act) {
    case Act::kNegate:
      narrow_interval(left, -to.hi, -to.lo);
      break;
    case Act::kAdd:
      narrow_interval(left, saturated(to.lo - b.hi), saturated(to.hi - b.lo));
      narrow_interval(right, saturated(to.lo - a.hi), saturated(to.hi - a.lo));
      break;
    case Act::kSubtract:
      narrow_interval(left, saturated(to.lo + b.lo), saturated(to.hi + b.hi));
      narrow_interval(right, saturated(a.lo - to.hi), saturated(a.hi - to.lo));
      break;
    case Act::kMultiply:
      if (a.lo >= 0 && b.lo >= 1) narrow_interval(left, to.lo > 0 ? ceil_divide(to.lo, b.hi) : 0, to.hi / b.lo);
      if (b.lo >= 0 && a.lo >= 1) narrow_interval(right, to.lo > 0 ? ceil_divide(to.lo, a.hi) : 0, to.hi / a.lo);
      break;
    case Act::kDivide:
      if (to.hi < kFar)
        narrow_interval(left, multiply(std::max<Int>(to.lo, 0), b.lo), multiply(to.hi, b.hi) + b.hi - 1);
      break;
    case Act::kCeilDivide:
      narrow_interval(left, a.lo, multiply(to.hi, b.hi));
      break;
    case Act::kAlignUp:
      narrow_interval(left, a.lo, to.hi);
      break;
    case Act::kMin:
      narrow_interval(left, to.lo, a.hi);
      narrow_interval(right, to.lo, b.hi);
      break;
    case Act::kMax:
      narrow_interval(left, a.lo, to.hi);
      narrow_interval(right, b.lo, to.hi);
      break;
    default:
      break;
  }
}

}  // namespace npuspec::guard
