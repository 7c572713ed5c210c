#include "front/kinds/descriptor/fault.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "front/arena.h"
#include "front/guard/print.h"
#include "front/limits.h"

namespace npuspec::descriptor {
namespace {

using guard::Act;
using guard::Domain;
using guard::Loop;
using guard::Typed;

// Walks from a guard that does not hold to the part that decided it, and into the turn of a loop that did.
class Search {
 public:
  Search(Judge& judge, std::span<const Int> slots) : judge_(judge), slots_(slots) {}

  void run(const Typed& guard) { narrow(guard, true); }

  // Where the first value stands that the part compares; nothing when it is of no one place.
  std::optional<std::uint32_t> slot() {
    std::optional<const Typed*> place = parts_.empty() ? std::nullopt : first_place(*parts_.front());
    return place && *place ? slot_of(**place) : std::nullopt;
  }

  // "sizes[1] is 0, rank is 3", the first place by its own name where it has one.
  std::string numbers(std::string_view name) {
    std::vector<std::string> told;
    std::optional<const Typed*> place = parts_.empty() ? std::nullopt : first_place(*parts_.front());
    for (const Typed* part : parts_) {
      if (part->act != Act::kCompare && part->act != Act::kChain && part->act != Act::kWithin) continue;
      for (const Typed* side : part->args) {
        if (side->type.base != guard::Base::kInt || guard::reads(*side).empty()) continue;
        std::optional<Int> value = number(*side);
        if (!value) continue;
        std::string one = guard::tidy(*side->source);
        if (!name.empty() && one == guard::tidy(*(*place)->source)) one = name;
        one += " is " + guard::to_string(*value);
        if (std::find(told.begin(), told.end(), one) == told.end()) told.push_back(one);
      }
    }
    std::string text;
    for (const std::string& one : told) text += (text.empty() ? "" : ", ") + one;
    std::string where;
    for (const Turn& turn : turns_) {
      std::string_view variable = turn.domain->variable->name;
      if (!guard::mentions(text, variable)) continue;
      where += (where.empty() ? ", where " : " and ") + std::string(variable) + " is " + spelled(turn);
    }
    return text + where;
  }

 private:
  // A loop at one of its turns.
  struct Turn {
    const Domain* domain = nullptr;
    Int value = 0;
    std::uint32_t slot = 0;  // of the element, of a loop over elements
  };

  // A part of a loop's body is evaluated as loops of this one turn around it.
  guard::Result run(const Typed& part, bool as_signed) {
    bool truth = part.type.base == guard::Base::kBool;
    std::deque<Loop> loops;
    std::deque<Typed> nodes;
    const Typed* whole = &part;
    for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) {
      Loop& loop = loops.emplace_back();
      loop.does = truth ? Loop::Does::kAll : Loop::Does::kSum;
      loop.domain = *turn->domain;
      loop.domain.over = Domain::Over::kRows;
      loop.domain.rows = {&turn->value, 1};
      loop.body = whole;
      Typed& node = nodes.emplace_back();
      node.act = Act::kLoop;
      node.type = truth ? guard::Type::boolean() : guard::Type::integer(guard::Storage::kU64);
      node.is_signed = as_signed;
      node.loop = &loop;
      whole = &node;
    }
    return judge_.interpreter().run(*whole);
  }

  std::optional<Int> number(const Typed& part) {
    guard::Result result = run(part, true);
    if (!result.ok()) result = run(part, false);
    return result.ok() ? std::optional(result.value) : std::nullopt;
  }

  bool is(const Typed& condition, bool wanted) {
    guard::Result result = run(condition, false);
    return result.ok() && (result.value != 0) == wanted;
  }

  // `n` should be as wanted, and is not.
  void narrow(const Typed& n, bool wanted) {
    switch (n.act) {
      case Act::kNot:
        return narrow(*n.args[0], !wanted);
      case Act::kAnd:
      case Act::kOr:
        return narrow_junction(n, wanted);
      case Act::kIf: {
        std::optional<Int> condition = number(*n.args[0]);
        if (condition) return narrow(*n.args[*condition != 0 ? 1 : 2], wanted);
        break;
      }
      case Act::kLoop: {
        bool one_decides = n.loop->does == (wanted ? Loop::Does::kAll : Loop::Does::kAny);
        if (one_decides && narrow_loop(*n.loop, wanted)) return;
        break;
      }
      default:
        break;
    }
    parts_.push_back(&n);
  }

  // One part is enough to refuse, or all of them were needed for it: then the first is the place, and all are told.
  void narrow_junction(const Typed& n, bool wanted) {
    if ((n.act == Act::kAnd) == wanted) {
      auto denied = std::find_if(n.args.begin(), n.args.end(), [&](const Typed* arg) { return !is(*arg, wanted); });
      return narrow(denied == n.args.end() ? *n.args.front() : **denied, wanted);
    }
    narrow(*n.args.front(), wanted);
    parts_.insert(parts_.end(), n.args.begin() + 1, n.args.end());
  }

  bool narrow_loop(const Loop& loop, bool wanted) {
    auto decides = [&](const Turn& turn) {
      turns_.push_back(turn);
      if ((!loop.condition || is(*loop.condition, true)) && !is(*loop.body, wanted)) {
        narrow(*loop.body, wanted);
        return true;
      }
      turns_.pop_back();
      return false;
    };
    const Domain& domain = loop.domain;
    switch (domain.over) {
      case Domain::Over::kRange: {
        std::optional<Int> first = number(*domain.first);
        std::optional<Int> last = number(*domain.last);
        if (!first || !last || *last - *first > Int{limits::kStructBytes}) return false;
        for (Int i = *first; i < *last + (domain.open ? 0 : 1); ++i) {
          if (decides({&domain, i, 0})) return true;
        }
        return false;
      }
      case Domain::Over::kRows:
        return std::any_of(domain.rows.begin(), domain.rows.end(), [&](Int row) { return decides({&domain, row, 0}); });
      case Domain::Over::kElements: {
        std::optional<std::uint32_t> array = slot_of(*domain.many);
        if (!array) return false;
        bool records = domain.many->type.base == guard::Base::kRecord;
        for (std::uint32_t i = 0; i < domain.many->symbol->shape.count; ++i) {
          std::uint32_t slot = *array + i * stride(*domain.many);
          if (decides({&domain, records ? Int{slot} : slots_[slot], slot})) return true;
        }
        return false;
      }
    }
    return false;
  }

  static std::uint32_t stride(const Typed& of) {
    return of.type.base == guard::Base::kRecord ? of.type.record->members.slots() : 1;
  }

  // Where a value, or the first element of an array, stands.
  std::optional<std::uint32_t> slot_of(const Typed& n) {
    switch (n.act) {
      case Act::kValue:
        return n.symbol->slot;
      case Act::kMember: {
        std::optional<std::uint32_t> owner = slot_of(*n.args[0]);
        return owner ? std::optional(*owner + n.symbol->slot) : std::nullopt;
      }
      case Act::kElement: {
        std::optional<std::uint32_t> array = slot_of(*n.args[0]);
        std::optional<Int> index = number(*n.args[1]);
        if (!array || !index || *index < 0 || *index >= n.args[0]->symbol->shape.count) return std::nullopt;
        return *array + static_cast<std::uint32_t>(*index) * stride(n);
      }
      case Act::kLocal:
        for (const Turn& turn : turns_) {
          bool over_elements = turn.domain->over == Domain::Over::kElements;
          if (turn.domain->variable == n.symbol && over_elements) return turn.slot;
        }
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }

  // The first value that a part reads, as it is written; null when a let or a loop comes first, whose values are many.
  static std::optional<const Typed*> first_place(const Typed& n) {
    switch (n.act) {
      case Act::kValue:
      case Act::kMember:
      case Act::kElement:
        return n.many ? nullptr : &n;
      case Act::kLocal:
        if (n.symbol->over && n.symbol->over->over == Domain::Over::kElements) return &n;
        return std::nullopt;
      case Act::kLet:
      case Act::kLoop:
        return nullptr;
      default:
        for (const Typed* arg : n.args) {
          if (std::optional<const Typed*> place = first_place(*arg)) return place;
        }
        return std::nullopt;
    }
  }

  static std::string spelled(const Turn& turn) {
    const guard::Type& type = turn.domain->variable->type;
    const guard::Enum::Row* row = type.of ? type.of->row_of_value(turn.value) : nullptr;
    return row ? std::string(row->name) : guard::to_string(turn.value);
  }

  Judge& judge_;
  std::span<const Int> slots_;
  std::vector<Turn> turns_;          // outermost first
  std::vector<const Typed*> parts_;  // the first is the place
};

// The fault at the number in a slot. False when that is none of the struct's own: a parameter.
bool place_at(const Struct& of, std::uint32_t slot, Fault& fault) {
  Codec codec(of);
  auto leaf =
      std::find_if(codec.leaves().begin(), codec.leaves().end(), [&](const Leaf& each) { return each.slot == slot; });
  if (leaf == codec.leaves().end()) return false;
  for (const Field& field : of.fields) {
    if (leaf->offset < field.offset || leaf->offset >= field.end()) continue;
    fault.field = &field;
    fault.index = (leaf->offset - field.offset) / field.element_size();
    fault.element = field.array;
  }
  fault.offset = leaf->offset;
  fault.name = path_to(of, leaf->offset);
  return true;
}

void find_in_guard(const Struct& of, const Check& check, Judge& judge, std::span<const Int> slots, Fault& fault) {
  Search search(judge, slots);
  search.run(*check.require);
  std::optional<std::uint32_t> slot = search.slot();
  bool placed = slot && place_at(of, *slot, fault);
  fault.numbers = search.numbers(placed ? fault.name : std::string());
}

// The first struct in the field that breaks a rule of its own.
void find_in_nested(const Check& check, std::span<const Int> slots, std::span<const std::uint8_t> bytes, Fault& fault) {
  const Field& field = *check.field;
  std::uint32_t stride = field.nested->record->members.slots();
  Judge judge(*field.nested);
  for (std::uint32_t i = 0; i < field.count; ++i) {
    std::uint32_t base = field.offset + i * field.element_size();
    auto own_slots = slots.subspan(field.symbol->slot + i * stride, stride);
    auto own_bytes = bytes.subspan(base, field.element_size());
    judge.start(own_slots, own_bytes);
    const Check* refused = judge.first();
    if (!refused) continue;
    Fault inner = find_fault(*field.nested, *refused, judge, own_slots, own_bytes);
    fault.index = i;
    fault.element = field.array;
    fault.offset = base + inner.offset;
    fault.name = element_name(field, i) + (inner.name.empty() ? "" : "." + inner.name);
    fault.numbers = "its " + in_quotes(refused->id) + " fails" + (inner.numbers.empty() ? "" : ": " + inner.numbers);
    return;
  }
}

// The same guard with the symbols of an enum in place of its name, where it asks whether a value is one of them.
class SpelledOut {
 public:
  explicit SpelledOut(const Enum& of) : of_(of) {}

  const guard::Expr& copy(const guard::Expr& expr) {
    std::vector<const guard::Expr*>& args = args_.emplace_back();
    for (const guard::Expr* arg : expr.args) {
      bool is_asked = expr.op == guard::Op::kIn && arg == expr.args[1];
      bool is_enum = is_asked && arg->op == guard::Op::kName && arg->name == of_.name;
      args.push_back(is_enum ? &rows() : &copy(*arg));
    }
    guard::Expr& made = exprs_.emplace_back(expr);
    made.args = args;
    return made;
  }

 private:
  const guard::Expr& rows() {
    std::vector<const guard::Expr*>& args = args_.emplace_back();
    for (const guard::Enum::Row& row : of_.type.rows) {
      guard::Expr& name = exprs_.emplace_back();
      name.op = guard::Op::kName;
      name.name = row.name;
      args.push_back(&name);
    }
    guard::Expr& set = exprs_.emplace_back();
    set.op = guard::Op::kSet;
    set.args = args;
    return set;
  }

  const Enum& of_;
  std::deque<guard::Expr> exprs_;
  std::deque<std::vector<const guard::Expr*>> args_;
};

}  // namespace

Fault find_fault(const Struct& of, const Check& check, Judge& judge, std::span<const Int> slots,
                 std::span<const std::uint8_t> bytes) {
  Fault fault;
  fault.field = check.does == Check::Does::kGuard ? field_of(of, check) : check.field;
  fault.offset = check.offset;
  if (fault.field) fault.name = fault.field->name;
  switch (check.does) {
    case Check::Does::kGuard:
      find_in_guard(of, check, judge, slots, fault);
      break;
    case Check::Does::kNested:
      find_in_nested(check, slots, bytes, fault);
      break;
    case Check::Does::kDigest:
      fault.numbers = "it holds " + hex(slots[check.field->symbol->slot], 8) + ", and these bytes give " +
                      hex(Codec(of).digest(bytes), 8);
      break;
    case Check::Does::kReserved:
      while (bytes[fault.offset] == 0) ++fault.offset;
      break;
  }
  return fault;
}

const Field* field_of(const Struct& of, const Check& check) {
  if (check.field) return check.field;
  const Field* first = nullptr;
  for (const guard::Symbol* symbol : guard::reads(*check.require)) {
    for (const Field& field : of.fields) {
      if (field.symbol != symbol) continue;
      if (!field.of) return &field;
      if (!first) first = &field;  // an enum says how another field is judged, unless there is no other
    }
  }
  return first;
}

std::string rule_of(const Check& check) {
  if (!check.require) return {};
  const Enum* of = check.field ? check.field->of : check.param ? check.param->of : nullptr;
  if (!of || of->open || of->flags) return guard::tidy(*check.require->source);
  return guard::tidy(SpelledOut(*of).copy(*check.require->source));
}

}  // namespace npuspec::descriptor
