#include "front/guard/interp.h"

#include <algorithm>

#include "front/effort.h"
#include "front/guard/interval.h"

namespace npuspec::guard {
namespace {

constexpr Int kLongest = limits::kStructBytes;  // loops over ranges are proved to be no longer
constexpr std::uint64_t kNotInPlace = ~std::uint64_t{0};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

bool compares(Relation relation, Int a, Int b) {
  switch (relation) {
    case Relation::kEqual:
      return a == b;
    case Relation::kUnequal:
      return a != b;
    case Relation::kLess:
      return a < b;
    case Relation::kLessEqual:
      return a <= b;
    case Relation::kGreater:
      return a > b;
    case Relation::kGreaterEqual:
      return a >= b;
  }
  return false;
}

}  // namespace

struct Interpreter::Impl {
  using Handle = Objects::Handle;

  // Where something lies: in slots from `slot` on, or in a field of an owner that Objects know.
  struct Spot {
    std::uint64_t slot = kNotInPlace;
    Handle owner = Objects::kRoot;
    const Symbol* field = nullptr;
    std::size_t index = 0;
    bool indexed = false;
  };

  struct Kept {
    std::uint64_t when = 0;
    const Let* let = nullptr;
    Int value = 0;
  };

  // What a let or guard is evaluated in: its locals are frame_[base...]; self is the record of a let on a record.
  struct Context {
    std::size_t base = 0;
    Spot self;
  };

  Values values;
  std::uint64_t when = 1;
  std::vector<Kept> kept;
  std::vector<Int> frame;
  bool doubt = false;
  std::uint64_t steps = 0;
  Result::Kind failed = Result::Kind::kValue;
  const Typed* where = nullptr;

  Int fail(Result::Kind kind, const Typed& n) {
    if (failed == Result::Kind::kValue) {
      failed = kind;
      where = &n;
    }
    return 0;
  }

  bool has_failed() const { return failed != Result::Kind::kValue; }

  Result run(const Typed& guard) {
    failed = Result::Kind::kValue;
    where = nullptr;
    frame.clear();
    Context context;
    steps = 0;
    Int value = evaluate(guard, context);
    Effort::spend(2 * steps);  // each costs twice what a step of the Checker does
    return {failed, has_failed() ? 0 : value, where};
  }

  Int evaluate(const Typed& n, const Context& c) {
    ++steps;
    Int value = compute(n, c);
    bool scalar = n.type.base == Base::kInt || n.type.base == Base::kBool || n.type.base == Base::kEnum;
    if (doubt && scalar && !has_failed()) {
      if (value < n.bounds.lo || value > n.bounds.hi) return fail(Result::Kind::kUnproved, n);
      if (n.type.base == Base::kEnum && !n.bounds.unknown && !n.type.of->row_of_value(value)) {
        return fail(Result::Kind::kUnproved, n);
      }
    }
    return value;
  }

  Int fit(const Typed& n, Int value) {
    Int least = n.is_signed ? kI64Min : 0;
    Int most = n.is_signed ? kI64Max : kU64Max;
    if (value >= least && value <= most) return value;
    return fail(n.checked ? Result::Kind::kOverflow : Result::Kind::kUnproved, n);
  }

  // Places

  const Objects* objects(const Typed& n) {
    if (!values.objects) fail(Result::Kind::kUnproved, n);
    return values.objects;
  }

  static bool is_in_place(const Type& type, const Symbol& symbol) {
    if (symbol.shape.vector || type.base == Base::kString || type.base == Base::kOpaque) return false;
    return type.base != Base::kRecord || type.record->in_place;
  }

  static std::uint64_t stride(const Type& type) {
    return type.base == Base::kRecord ? type.record->members.slots() : 1;
  }

  Spot spot(const Typed& n, const Context& c) {
    switch (n.act) {
      case Act::kSelf:
        return c.self;
      case Act::kValue:
        if (is_in_place(n.type, *n.symbol)) return {.slot = n.symbol->slot, .field = n.symbol};
        return {.field = n.symbol};
      case Act::kMember: {
        Spot owner = spot(*n.args[0], c);
        if (owner.slot != kNotInPlace) return {.slot = owner.slot + n.symbol->slot, .field = n.symbol};
        return {.owner = record(owner, n), .field = n.symbol};
      }
      case Act::kElement: {
        Spot array = spot(*n.args[0], c);
        Int at = evaluate(*n.args[1], c);
        if (has_failed()) return array;
        const Shape& shape = array.field->shape;
        Int count = shape.vector ? static_cast<Int>(length(array, n)) : Int{shape.count};
        if (at < 0 || at >= count) {
          fail(Result::Kind::kUnproved, n);
          return array;
        }
        array.index = static_cast<std::size_t>(at);
        array.indexed = true;
        if (array.slot != kNotInPlace) array.slot += array.index * stride(n.type);
        return array;
      }
      case Act::kLocal: {  // a record that a loop has reached: its slot or its handle is in the frame
        auto held = static_cast<std::uint64_t>(frame[c.base + static_cast<std::size_t>(n.value)]);
        if (n.type.base == Base::kRecord && n.type.record->in_place) return {.slot = held};
        return {.owner = held};
      }
      default:
        fail(Result::Kind::kUnproved, n);
        return {};
    }
  }

  Handle record(const Spot& s, const Typed& n) {
    if (!s.field) return s.owner;  // a local is its own handle
    const Objects* o = objects(n);
    if (!o || has_failed()) return Objects::kRoot;
    return s.indexed ? o->element_record(s.owner, *s.field, s.index) : o->record(s.owner, *s.field);
  }

  std::size_t length(const Spot& s, const Typed& n) {
    const Objects* o = objects(n);
    return o && !has_failed() && s.field ? o->length(s.owner, *s.field) : 0;
  }

  Int read(const Typed& n, const Context& c) {
    Spot s = spot(n, c);
    if (has_failed()) return 0;
    if (s.slot != kNotInPlace) {
      return s.slot < values.slots.size() ? values.slots[s.slot] : fail(Result::Kind::kUnproved, n);
    }
    const Objects* o = objects(n);
    if (!o || !s.field) return 0;
    return s.indexed ? o->element(s.owner, *s.field, s.index) : o->number(s.owner, *s.field);
  }

  std::string_view text(const Typed& n, const Context& c) {
    if (n.act == Act::kText) return n.text;
    if (n.act == Act::kIf) return text(evaluate(*n.args[0], c) != 0 ? *n.args[1] : *n.args[2], c);
    if (n.act == Act::kLet) return text_of_let(n, c);
    Spot s = spot(n, c);
    const Objects* o = objects(n);
    return o && !has_failed() && s.field ? o->text(s.owner, *s.field) : std::string_view();
  }

  // Lets

  Int let(const Typed& n, const Context& c) {
    const Let& of = *n.symbol->let;
    Context inside;
    std::uint64_t at = 0;
    if (!enter(n, c, inside, at)) return 0;
    Int value = 0;
    if (at >= of.memo_size) {
      value = evaluate(*of.typed, inside);
    } else {
      at += of.memo;
      if (at >= kept.size()) kept.resize(at + 64);
      if (kept[at].when != when || kept[at].let != &of) {
        value = evaluate(*of.typed, inside);
        if (!has_failed()) kept[at] = {when, &of, value};
      } else {
        value = kept[at].value;
      }
    }
    frame.resize(inside.base);
    return value;
  }

  std::string_view text_of_let(const Typed& n, const Context& c) {
    Context inside;
    std::uint64_t at = 0;
    if (!enter(n, c, inside, at)) return {};
    std::string_view result = text(*n.symbol->let->typed, inside);
    frame.resize(inside.base);
    return result;
  }

  // Sets a let's indexes in a frame of its own; `at` becomes their number among all there may be.
  bool enter(const Typed& n, const Context& c, Context& inside, std::uint64_t& at) {
    const Let& of = *n.symbol->let;
    if (!of.typed || of.state != Let::State::kDone) return fail(Result::Kind::kUnproved, n) != 0;
    std::size_t first = of.on_record() ? 1 : 0;
    if (first != 0) inside.self = spot(*n.args[0], c);
    Int indexes[kMostIndexes];
    for (std::size_t i = 0; i < of.domains.size(); ++i) {
      const Symbol& index = *of.domains[i]->variable;
      indexes[i] = evaluate(*n.args[first + i], c);
      if (indexes[i] < index.lo || indexes[i] > index.hi) fail(Result::Kind::kUnproved, n);
      at = at * static_cast<std::uint64_t>(index.hi - index.lo + 1) + static_cast<std::uint64_t>(indexes[i] - index.lo);
    }
    if (has_failed()) return false;
    inside.base = frame.size();
    frame.insert(frame.end(), indexes, indexes + of.domains.size());
    return true;
  }

  // Computing

  Int compute(const Typed& n, const Context& c) {
    switch (n.act) {
      case Act::kConstant:
        return n.value;
      case Act::kValue:
      case Act::kMember:
      case Act::kElement:
        return read(n, c);
      case Act::kLocal:
        return frame[c.base + static_cast<std::size_t>(n.value)];
      case Act::kLet:
        return let(n, c);
      case Act::kColumn:
        return column(n, evaluate(*n.args[0], c));
      case Act::kNumber:
        return evaluate(*n.args[0], c);
      case Act::kBits: {
        Int mask = (Int{1} << static_cast<int>(n.value2 - n.value + 1)) - 1;
        return (evaluate(*n.args[0], c) >> static_cast<int>(n.value)) & mask;
      }
      case Act::kAnd:
      case Act::kOr: {
        Int decides = n.act == Act::kAnd ? 0 : 1;
        for (const Typed* arg : n.args) {
          if (evaluate(*arg, c) == decides || has_failed()) return decides;
        }
        return 1 - decides;
      }
      case Act::kNot:
        return 1 - evaluate(*n.args[0], c);
      case Act::kIf: {
        Int condition = evaluate(*n.args[0], c);
        if (has_failed()) return 0;
        Int value = evaluate(condition != 0 ? *n.args[1] : *n.args[2], c);
        return n.type.base == Base::kInt ? fit(n, value) : value;
      }
      case Act::kLoop:
        return loop(n, c);
      case Act::kText:
      case Act::kSelf:
        return 0;
      case Act::kPresent:
      case Act::kPlace:
      case Act::kSame:
      case Act::kLength:
        return of_objects(n, c);
      default:
        return n.type.base == Base::kBool ? truth(n, c) : arithmetic(n, c);
    }
  }

  Int column(const Typed& n, Int of_value) {
    if (has_failed()) return 0;
    const Enum& of = *n.args[0]->type.of;
    for (std::size_t i = 0; i < of.rows.size(); ++i) {
      if (of.rows[i].value == of_value) return n.column->values[i];
    }
    return n.column->fallback ? *n.column->fallback : fail(Result::Kind::kUnproved, n);
  }

  Int truth(const Typed& n, const Context& c) {
    if (n.act == Act::kSameIgnoringCase) return equal_ignoring_case(text(*n.args[0], c), text(*n.args[1], c)) ? 1 : 0;
    if (n.act == Act::kCompare && (n.args[0]->many || n.args[0]->type.base == Base::kString)) {
      bool same = n.args[0]->many ? equal_vectors(n, c) : text(*n.args[0], c) == text(*n.args[1], c);
      return same == (n.relation == Relation::kEqual) ? 1 : 0;
    }
    Int x = evaluate(*n.args[0], c);
    if (has_failed()) return 0;
    switch (n.act) {
      case Act::kCompare:
        return compares(n.relation, x, evaluate(*n.args[1], c)) ? 1 : 0;
      case Act::kChain:
        for (std::size_t i = 0; i < n.relations.size(); ++i) {
          Int next = evaluate(*n.args[i + 1], c);
          if (has_failed() || !compares(n.relations[i], x, next)) return 0;
          x = next;
        }
        return 1;
      case Act::kWithin: {
        if (evaluate(*n.args[1], c) > x || has_failed()) return 0;
        Int last = evaluate(*n.args[2], c);
        return x < last || (x == last && !n.open) ? 1 : 0;
      }
      case Act::kOneOf:
        for (const Typed* member : n.args.subspan(1)) {
          if (evaluate(*member, c) == x || has_failed()) return 1;
        }
        return 0;
      case Act::kOneOfRows:
        return std::find(n.rows.begin(), n.rows.end(), x) != n.rows.end() ? 1 : 0;
      case Act::kKnown: {
        const Enum& of = *n.args[0]->type.of;
        bool known = of.flags ? (x & ~of.all_bits()) == 0 : of.row_of_value(x) != nullptr;
        return known ? 1 : 0;
      }
      case Act::kHasFlags:
        return (x & n.value) == n.value ? 1 : 0;
      case Act::kIsPowerOf2:
        return x > 0 && (x & (x - 1)) == 0 ? 1 : 0;
      case Act::kBit: {
        Int at = evaluate(*n.args[1], c);
        if (has_failed() || at < 0 || at > 63) return fail(Result::Kind::kUnproved, n);
        return (x >> static_cast<int>(at)) & 1;
      }
      case Act::kDisjoint: {
        Int x_bytes = evaluate(*n.args[1], c);
        Int y = evaluate(*n.args[2], c);
        Int y_bytes = evaluate(*n.args[3], c);
        return x_bytes == 0 || y_bytes == 0 || x + x_bytes <= y || y + y_bytes <= x ? 1 : 0;
      }
      default:
        return fail(Result::Kind::kUnproved, n);
    }
  }

  Int arithmetic(const Typed& n, const Context& c) {
    Int x = evaluate(*n.args[0], c);
    Int y = n.args.size() > 1 ? evaluate(*n.args[1], c) : 0;
    if (has_failed()) return 0;
    bool divides =
        n.act == Act::kDivide || n.act == Act::kRemainder || n.act == Act::kCeilDivide || n.act == Act::kAlignUp;
    if (divides && (x < 0 || y < 1)) return fail(Result::Kind::kUnproved, n);
    switch (n.act) {
      case Act::kNegate:
        return fit(n, -x);
      case Act::kAdd:
        return fit(n, x + y);
      case Act::kSubtract:
        return fit(n, x - y);
      case Act::kMultiply:
        return fit(n, multiply(x, y));
      case Act::kDivide:
        return x / y;
      case Act::kRemainder:
        return x % y;
      case Act::kCeilDivide:
        return ceil_divide(x, y);
      case Act::kAlignUp:
        return fit(n, align_up(x, y));
      case Act::kMin:
        return std::min(x, y);
      case Act::kMax:
        return std::max(x, y);
      case Act::kPowerOf2:
        return x >= 0 && x < 64 ? Int{1} << static_cast<int>(x) : fail(Result::Kind::kUnproved, n);
      default:
        return fail(Result::Kind::kUnproved, n);
    }
  }

  // Objects

  bool equal_vectors(const Typed& n, const Context& c) {
    Spot a = spot(*n.args[0], c);
    Spot b = spot(*n.args[1], c);
    std::size_t size = length(a, n);
    if (length(b, n) != size || has_failed()) return false;
    for (std::size_t i = 0; i < size; ++i) {
      if (values.objects->element(a.owner, *a.field, i) != values.objects->element(b.owner, *b.field, i)) return false;
    }
    return true;
  }

  Int of_objects(const Typed& n, const Context& c) {
    if (n.act == Act::kLength && !n.args[0]->symbol->shape.vector) return n.args[0]->symbol->shape.count;
    Spot a = spot(*n.args[0], c);
    Spot b = n.act == Act::kSame ? spot(*n.args[1], c) : Spot{};
    const Objects* o = objects(n);
    if (!o || has_failed()) return 0;
    switch (n.act) {
      case Act::kLength:
        return static_cast<Int>(o->length(a.owner, *a.field));
      case Act::kPresent:
        return o->present(a.owner, *a.field) ? 1 : 0;
      case Act::kPlace:
        return o->place(a.owner, *a.field);
      default:
        return o->same(a.owner, *a.field, b.owner, *b.field) ? 1 : 0;
    }
  }

  // Loops

  struct Tally {
    Int value = 0;
    bool negative = false;  // of a product: its sign; value is its magnitude
    bool zero = false;
    bool done = false;
  };

  Int loop(const Typed& n, const Context& c) {
    const Loop& l = *n.loop;
    const Domain& d = l.domain;
    Tally tally;
    if (l.does == Loop::Does::kProduct) tally.value = 1;
    if (l.does == Loop::Does::kAll) tally.value = 1;
    std::size_t local = c.base + d.local;
    auto each = [&](Int value) {
      frame.resize(local + 1);
      frame[local] = value;
      step(n, c, tally);
      return !tally.done && !has_failed();
    };
    switch (d.over) {
      case Domain::Over::kRange: {
        Int first = evaluate(*d.first, c);
        Int last = evaluate(*d.last, c) - (d.open ? 1 : 0);
        if (last - first >= kLongest) fail(Result::Kind::kUnproved, n);
        for (Int i = first; i <= last && !has_failed() && each(i); ++i) {
        }
        break;
      }
      case Domain::Over::kRows:
        for (Int row : d.rows) {
          if (!each(row)) break;
        }
        break;
      case Domain::Over::kElements:
        over_elements(n, c, each);
        break;
    }
    frame.resize(local);
    if (has_failed()) return 0;
    if (l.does != Loop::Does::kProduct) return tally.value;
    if (tally.zero) return 0;
    return fit(n, tally.negative ? -tally.value : tally.value);
  }

  template <class Each>
  void over_elements(const Typed& n, const Context& c, Each each) {
    const Typed& many = *n.loop->domain.many;
    Spot s = spot(many, c);
    if (has_failed() || !s.field) return;
    const Shape& shape = s.field->shape;
    std::size_t count = shape.vector ? length(s, n) : shape.count;
    bool records = many.type.base == Base::kRecord;
    for (std::size_t i = 0; i < count && !has_failed(); ++i) {
      Int value = 0;
      if (s.slot != kNotInPlace) {
        std::uint64_t at = s.slot + i * stride(many.type);
        value = records                    ? static_cast<Int>(at)
                : at < values.slots.size() ? values.slots[at]
                                           : fail(Result::Kind::kUnproved, n);
      } else {
        const Objects& o = *values.objects;
        value = records ? static_cast<Int>(o.element_record(s.owner, *s.field, i)) : o.element(s.owner, *s.field, i);
      }
      if (!each(value)) return;
    }
  }

  void step(const Typed& n, const Context& c, Tally& tally) {
    const Loop& l = *n.loop;
    if (l.condition && evaluate(*l.condition, c) == 0) return;
    if (has_failed()) return;
    Int value = evaluate(*l.body, c);
    if (has_failed()) return;
    switch (l.does) {
      case Loop::Does::kAll:
      case Loop::Does::kAny:
        tally.value = value;
        tally.done = (value != 0) == (l.does == Loop::Does::kAny);
        break;
      case Loop::Does::kCount:
        tally.value += value;
        break;
      case Loop::Does::kSum:
        tally.value = fit(n, tally.value + value);
        break;
      case Loop::Does::kProduct:
        tally.zero = tally.zero || value == 0;
        if (value < 0) tally.negative = !tally.negative;
        if (value != 0) tally.value = multiply(tally.value, value < 0 ? -value : value);
        break;
    }
  }
};

Interpreter::Interpreter() : impl_(std::make_unique<Impl>()) {}
Interpreter::~Interpreter() = default;

void Interpreter::start(const Values& values) {
  impl_->values = values;
  ++impl_->when;
}

Result Interpreter::run(const Typed& guard) { return impl_->run(guard); }

Result Interpreter::run_let(const Symbol& let, std::span<const Int> indexes) {
  std::vector<Typed> nodes(indexes.size());
  std::vector<const Typed*> args;
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    nodes[i].type = Type::integer(indexes[i] < 0 ? Storage::kI64 : Storage::kU64);
    nodes[i].value = indexes[i];
    nodes[i].bounds = {.lo = indexes[i], .hi = indexes[i]};
    args.push_back(&nodes[i]);
  }
  Typed call;
  call.act = Act::kLet;
  call.symbol = &let;
  call.type = let.let->typed ? let.let->typed->type : Type{};
  call.bounds = let.let->typed ? let.let->typed->bounds : Bounds{};
  call.args = args;
  Result result = impl_->run(call);
  if (result.where == &call) result.where = let.let->typed;
  return result;
}

void Interpreter::doubt_bounds(bool doubt) { impl_->doubt = doubt; }

}  // namespace npuspec::guard
