// The Resolver's comparisons, functions and loops.
#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "front/guard/resolve.h"

namespace npuspec::guard {
namespace {

bool is_constant(const Typed* n) { return n->act == Act::kConstant && !is_error(n); }

struct Function {
  std::string_view name;
  Act act;
  std::size_t least;  // arguments
  std::size_t most;
};

constexpr std::size_t kAny = 1000;

constexpr std::array<Function, 14> kFunctions = {{
    {"min", Act::kMin, 2, kAny},
    {"max", Act::kMax, 2, kAny},
    {"ceil_div", Act::kCeilDivide, 2, 2},
    {"align_up", Act::kAlignUp, 2, 2},
    {"pow2", Act::kPowerOf2, 1, 1},
    {"is_pow2", Act::kIsPowerOf2, 1, 1},
    {"bit", Act::kBit, 2, 2},
    {"known", Act::kKnown, 1, 1},
    {"len", Act::kLength, 1, 1},
    {"present", Act::kPresent, 1, 1},
    {"place", Act::kPlace, 1, 1},
    {"same", Act::kSame, 2, 2},
    {"same_ignoring_case", Act::kSameIgnoringCase, 2, 2},
    {"disjoint", Act::kDisjoint, 2, 2},
}};

struct LoopWord {
  std::string_view name;
  Loop::Does does;
};

constexpr std::array<LoopWord, 5> kLoopWords = {{{"all", Loop::Does::kAll},
                                                 {"any", Loop::Does::kAny},
                                                 {"sum", Loop::Does::kSum},
                                                 {"prod", Loop::Does::kProduct},
                                                 {"count", Loop::Does::kCount}}};

const Function* function_named(std::string_view name) {
  const auto* found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](const Function& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : found;
}

const LoopWord* loop_named(std::string_view name) {
  const auto* found =
      std::find_if(kLoopWords.begin(), kLoopWords.end(), [&](const LoopWord& w) { return w.name == name; });
  return found == kLoopWords.end() ? nullptr : found;
}

std::vector<std::string_view> function_names() {
  std::vector<std::string_view> all;
  for (const Function& f : kFunctions) all.push_back(f.name);
  for (const LoopWord& w : kLoopWords) all.push_back(w.name);
  return all;
}

// Whether == and != make sense of two values of this type.
bool has_equality(const Typed& n) {
  if (n.many) return n.symbol && n.symbol->shape.vector && n.type.base != Base::kRecord && n.type.base != Base::kOpaque;
  return n.type.base != Base::kRecord && (n.type.base != Base::kOpaque || n.act == Act::kPlace);
}

}  // namespace

// Comparisons

Typed* Resolver::compare(const Expr& e) {
  std::vector<Typed*> operands(e.args.size());
  if (e.args.size() == 2) {
    bool right_first = needs_other_side(*e.args[0]) && e.args[1]->op != Op::kSet;
    std::size_t first = right_first ? 1 : 0;
    operands[first] = walk(*e.args[first]);
    const Type* wanted = is_error(operands[first]) ? nullptr : &operands[first]->type;
    const Expr& other = *e.args[1 - first];
    if (is_error(operands[first]) && needs_other_side(other)) return bad(e);
    if (other.op == Op::kSet) {
      if (is_error(operands[0])) return bad(e);
      operands[1] = flag_set(other, operands[0]->type);
    } else {
      operands[1 - first] = walk(other, wanted);
    }
    return compare_pair(e, e.relations[0], operands[0], operands[1]);
  }
  for (std::size_t i = 0; i < operands.size(); ++i) operands[i] = typed_as(walk(*e.args[i]), Base::kInt);
  agree(e, operands);
  Typed* n = make(Act::kChain, Type::boolean(), e, operands);
  n->relations = e.relations;
  return seal(n);
}

Typed* Resolver::compare_pair(const Expr& e, Relation relation, Typed* left, Typed* right) {
  if (is_error(left) || is_error(right)) return bad(e);
  bool ordered = relation != Relation::kEqual && relation != Relation::kUnequal;
  if (ordered) {
    left = typed_as(left, Base::kInt);
    right = is_error(left) ? left : typed_as(right, Base::kInt);
  } else if (!(left->type == right->type) || left->many != right->many) {
    Diag& diag = error(Code::G012, e.mark, spelling(relation).size(),
                       quoted(left->source->text) + " is " + describe(*left) + ", but " + quoted(right->source->text) +
                           " is " + describe(*right));
    const Typed* with_rows = left->type.of ? left : right;
    const Typed* other = left->type.of ? right : left;
    if (with_rows->type.base == Base::kEnum && other->type.base == Base::kInt) {
      diag.hint("compare with a symbol, or take its number: " + std::string(with_rows->source->text) + ".value");
    } else {
      diag.hint("compare values of one type");
    }
    return bad(e);
  } else if (!has_equality(*left) || !has_equality(*right)) {
    error(Code::G013, e.mark, spelling(relation).size(), "== and != do not compare " + describe(*left))
        .hint("same(a, b) compares whole records; place(a) == place(b) asks whether they are one");
    return bad(e);
  }
  Typed* args[] = {left, right};
  agree(e, args);
  Typed* n = make(Act::kCompare, Type::boolean(), e, args);
  n->relation = relation;
  return seal(n);
}

// {PC, PINGPONG} beside == or !=.
Typed* Resolver::flag_set(const Expr& set, const Type& type) {
  if (type.base != Base::kFlags) {
    error(Code::G013, set, "only flags are compared with a set").hint("write x in {..}");
    return bad(set);
  }
  Int bits = 0;
  for (const Expr* each : set.args) {
    Typed* flag = walk(*each, &type);
    if (is_error(flag)) return flag;
    if (!is_constant(flag) || !(flag->type == type)) {
      error(Code::G013, *each, quoted(each->text) + " is no symbol of " + std::string(type.of->name))
          .hint("a set beside flags holds their symbols");
      return bad(set);
    }
    if ((bits & flag->value) != 0) {
      error(Code::G017, *each, quoted(each->text) + " is in this set twice").hint("take one away");
      return bad(set);
    }
    bits |= flag->value;
  }
  return constant(set, type, bits);
}

Typed* Resolver::membership(const Expr& e) {
  const Expr& domain = *e.args[1];
  if (domain.op == Op::kName || domain.op == Op::kMember || domain.op == Op::kIndex) return in_name(e, domain);
  if (domain.op == Op::kSet) return in_set(e, walk(*e.args[0]), domain);
  Typed* args[] = {typed_as(walk(*e.args[0]), Base::kInt), typed_as(walk(*domain.args[0]), Base::kInt),
                   typed_as(walk(*domain.args[1]), Base::kInt)};
  agree(e, args);
  Typed* n = make(Act::kWithin, Type::boolean(), e, args);
  n->open = domain.open;
  return seal(n);
}

Typed* Resolver::in_set(const Expr& e, Typed* left, const Expr& set) {
  std::vector<Typed*> args = {left};
  std::vector<Int> rows;
  std::set<Int> seen;
  bool good = !is_error(left);
  for (const Expr* each : set.args) {
    if (!good && needs_other_side(*each)) continue;
    Typed* m = walk(*each, is_error(left) ? nullptr : &left->type);
    if (is_error(m) || is_error(left)) {
      good = false;
      continue;
    }
    if (!(m->type == left->type) || m->many || left->many || !has_equality(*left)) {
      error(
          Code::G012, *each,
          quoted(each->text) + " is " + describe(*m) + ", but " + quoted(left->source->text) + " is " + describe(*left))
          .hint("a set holds values of the type of what is asked about");
      good = false;
      continue;
    }
    args.push_back(m);
  }
  if (!good) return bad(e);
  agree(e, args);
  for (const Typed* m : std::span(args).subspan(1)) {
    if (is_constant(m) && !seen.insert(m->value).second) {
      error(Code::G017, *m->source, quoted(m->source->text) + " is in this set twice").hint("take one away");
      good = false;
    }
    if (is_constant(m)) rows.push_back(m->value);
  }
  if (!good || std::any_of(args.begin(), args.end(), is_error)) return bad(e);
  if (left->type.base == Base::kEnum && rows.size() + 1 == args.size()) {
    Typed* n = make1(Act::kOneOfRows, Type::boolean(), e, left);
    std::sort(rows.begin(), rows.end());
    n->rows = arena_.copy(std::span<const Int>(rows));
    return seal(n);
  }
  return seal(make(Act::kOneOf, Type::boolean(), e, args));
}

// x in SET, x in enum, FLAG in flags, x in array.
Typed* Resolver::in_name(const Expr& e, const Expr& domain) {
  const Symbol* symbol = domain.op == Op::kName && !local(domain.name) ? scope_->find(domain.name) : nullptr;
  bool holds_values =
      symbol && (symbol->kind == Symbol::Kind::kSet || symbol->is_many() || symbol->type.base == Base::kFlags);
  const Enum* of = domain.op == Op::kName && !holds_values ? scope_->find_enum(domain.name) : nullptr;
  if (of || (symbol && symbol->kind == Symbol::Kind::kSet)) {
    Type type = of ? Type::row_of(*of) : symbol->type;
    Typed* left = walk(*e.args[0], &type);
    if (is_error(left)) return bad(e);
    if (!(left->type == type) || left->many) {
      error(Code::G012, e.mark, 2,
            quoted(e.args[0]->text) + " is " + describe(*left) + ", but " + quoted(domain.text) + " holds values of " +
                std::string(type.of->name))
          .hint("ask it of a value of " + std::string(type.of->name));
      return bad(e);
    }
    Typed* n = make1(of ? Act::kKnown : Act::kOneOfRows, Type::boolean(), e, left);
    if (!of) n->rows = symbol->rows;
    return seal(n);
  }
  Typed* right = reference(domain);
  if (is_error(right)) {
    if (!needs_other_side(*e.args[0])) walk(*e.args[0]);
    return bad(e);
  }
  right = completed(domain, right);
  if (right->type.base == Base::kFlags && !right->many) {
    Typed* flag = walk(*e.args[0], &right->type);
    if (is_error(flag) || is_error(right)) return bad(e);
    const Enum* own = domain.op == Op::kName ? scope_->find_enum(domain.name) : nullptr;
    if (!is_constant(flag) && !flag->many && flag->type == right->type && own == flag->type.of) {
      return seal(make1(Act::kKnown, Type::boolean(), e, flag));  // flags that are called as their enum
    }
    if (!is_constant(flag) || !(flag->type == right->type)) {
      error(Code::G013, *e.args[0], quoted(e.args[0]->text) + " is no symbol of " + std::string(right->type.of->name))
          .hint("write SYMBOL in " + std::string(domain.text));
      return bad(e);
    }
    Typed* n = make1(Act::kHasFlags, Type::boolean(), e, right);
    n->value = flag->value;
    return seal(n);
  }
  return in_elements(e, walk(*e.args[0], &right->type), right);
}

// x in sizes: any(x == each for each in sizes).
Typed* Resolver::in_elements(const Expr& e, Typed* left, Typed* many) {
  if (is_error(left) || is_error(many)) return bad(e);
  if (!many->many) {
    error(Code::G013, *many->source, quoted(many->source->text) + " is " + describe(*many) + ", and nothing is in it")
        .hint("after `in` stands a..b, a..<b, {..}, or the name of a set, enum, flags, array or vector");
    return bad(e);
  }
  auto* l = arena_.make<Loop>();
  l->does = Loop::Does::kAny;
  l->domain.over = Domain::Over::kElements;
  l->domain.many = many;
  l->domain.source = e.args[1];
  push_local("each", many->type, l->domain, e);
  Typed* body = compare_pair(e, Relation::kEqual, left, local_node(e, *l->domain.variable));
  locals_.pop_back();
  if (is_error(body)) return body;
  l->body = body;
  Typed* n = make(Act::kLoop, Type::boolean(), e);
  n->loop = l;
  return seal(n);
}

// Functions

Typed* Resolver::call(const Expr& e) {
  const Function* function = function_named(e.name);
  if (!function) {
    bool is_loop = loop_named(e.name) != nullptr;
    error(is_loop ? Code::G009 : Code::G008, e.at, e.name.size(),
          is_loop ? quoted(e.name) + " goes over something" : "unknown function " + quoted(e.name))
        .hint(is_loop ? "write " + std::string(e.name) + "(.. for i in 0..<n)" : [&] {
          std::string_view best = nearest(e.name, function_names());
          return best.empty() ? listed("there are ", function_names()) : "did you mean " + quoted(best) + "?";
        }());
    return bad(e);
  }
  if (e.args.size() < function->least || e.args.size() > function->most) {
    std::string wanted = function->least == 1     ? "one argument"
                         : function->most == kAny ? "two arguments or more"
                                                  : "two arguments";
    error(Code::G009, e.at, e.name.size(),
          quoted(e.name) + " takes " + wanted + ", not " + std::to_string(e.args.size()))
        .hint("give it " + wanted);
    return bad(e);
  }
  switch (function->act) {
    case Act::kMin:
    case Act::kMax: {
      std::vector<Typed*> all;
      for (const Expr* each : e.args) all.push_back(typed_as(walk(*each), Base::kInt));
      Type type = Type::integer(Storage::kU64);
      type.unit = agree(e, all);
      Typed* so_far = all[0];
      for (Typed* each : std::span(all).subspan(1)) {
        Typed* args[] = {so_far, each};
        so_far = seal(make(function->act, type, e, args));
      }
      return so_far;
    }
    case Act::kIsPowerOf2: {
      Typed* n = arithmetic(e, function->act);
      if (!is_error(n)) n->type = Type::boolean();
      return seal(n);
    }
    case Act::kBit: {
      Typed* args[] = {typed_as(walk(*e.args[0]), Base::kInt), walk(*e.args[1])};
      if (args[1]->type.base == Base::kEnum && !args[1]->many) {  // counts as its number
        args[1] = seal(make1(Act::kNumber, Type::integer(args[1]->type.of->storage), *e.args[1], args[1]));
      }
      args[0] = plain(args[0]);
      args[1] = plain(typed_as(args[1], Base::kInt));
      return seal(make(Act::kBit, Type::boolean(), e, args));
    }
    case Act::kKnown: {
      Typed* of = walk(*e.args[0]);
      if (!is_error(of) && (!of->type.of || of->many)) {
        error(Code::G013, *e.args[0], quoted(e.args[0]->text) + " is " + describe(*of) + ", not a value of an enum")
            .hint("known() asks whether a value is one of its enum's symbols");
        of = bad(*e.args[0]);
      }
      return seal(make1(Act::kKnown, Type::boolean(), e, of));
    }
    case Act::kSameIgnoringCase: {
      Typed* args[] = {typed_as(walk(*e.args[0]), Base::kString), typed_as(walk(*e.args[1]), Base::kString)};
      return seal(make(Act::kSameIgnoringCase, Type::boolean(), e, args));
    }
    case Act::kCeilDivide:
    case Act::kAlignUp:
    case Act::kPowerOf2:
      return arithmetic(e, function->act);
    case Act::kDisjoint:
      return disjoint(e);
    default:
      return call_on_objects(e, function->act);
  }
}

// len, present, place, same: of something that Objects hold.
Typed* Resolver::call_on_objects(const Expr& e, Act act) {
  std::vector<Typed*> args;
  bool good = true;
  for (const Expr* each : e.args) {
    Typed* n = completed(*each, reference(*each));
    bool fits = n->act == Act::kValue || n->act == Act::kMember;
    if (fits && act == Act::kLength) fits = n->many;
    if (fits && act == Act::kPresent) fits = n->symbol->nullable;
    if (fits && act != Act::kLength && act != Act::kPresent) {
      fits = n->symbol->shape.vector || n->type.base == Base::kString || n->type.base == Base::kOpaque ||
             (n->type.base == Base::kRecord && !n->type.record->in_place && !n->many);
    }
    if (!is_error(n) && !fits) {
      constexpr std::string_view kWants[] = {"an array or a vector", "something that may be absent",
                                             "a record, a vector or a text that has a place of its own"};
      std::size_t want = act == Act::kLength ? 0 : act == Act::kPresent ? 1 : 2;
      error(Code::G013, *each,
            quoted(e.name) + " asks about " + std::string(kWants[want]) + ", and " + quoted(each->text) + " is " +
                (n->act == Act::kConstant ? "a constant" : describe(*n)))
          .hint("name something else, or leave the question out");
    }
    good = good && fits && !is_error(n);
    args.push_back(n);
  }
  if (!good) return bad(e);
  if (act == Act::kSame && !(args[0]->type == args[1]->type && args[0]->many == args[1]->many)) {
    error(Code::G012, e,
          quoted(e.args[0]->text) + " is " + describe(*args[0]) + ", but " + quoted(e.args[1]->text) + " is " +
              describe(*args[1]))
        .hint("same() compares two of one type");
    return bad(e);
  }
  Type type = act == Act::kLength  ? Type::integer(Storage::kU64)
              : act == Act::kPlace ? Type::opaque()
                                   : Type::boolean();
  return seal(make(act, type, e, args));
}

// Of two records that say where they lie: address and bytes.
Typed* Resolver::disjoint(const Expr& e) {
  std::vector<Typed*> parts;
  bool good = true;
  for (const Expr* each : e.args) {
    Typed* n = completed(*each, reference(*each));
    for (std::string_view name : {"address", "bytes"}) {
      const Symbol* symbol = n->type.base == Base::kRecord && !n->many ? n->type.record->members.own(name) : nullptr;
      if (is_error(n) || !symbol || symbol->type.base != Base::kInt || symbol->is_many() || symbol->lo < 0 ||
          symbol->kind != Symbol::Kind::kValue) {
        bool is_told = is_error(n) || (symbol && symbol->type.base == Base::kError);
        if (!is_told) {
          error(Code::G013, *each, quoted(each->text) + " is " + describe(*n) + ", not a span of memory")
              .hint("disjoint takes two records with the members `address` and `bytes`, neither below 0");
        }
        good = false;
        break;
      }
      Typed* part = make1(Act::kMember, symbol->type, *each, n);
      part->symbol = symbol;
      parts.push_back(seal(part));
    }
  }
  return good ? seal(make(Act::kDisjoint, Type::boolean(), e, parts)) : bad(e);
}

// Loops

Typed* Resolver::loop(const Expr& e) {
  const LoopWord* word = loop_named(e.name);
  if (!word) {
    bool is_function = function_named(e.name) != nullptr;
    std::string_view best = is_function ? std::string_view() : nearest(e.name, function_names());
    error(is_function ? Code::G009 : Code::G008, e.at, e.name.size(),
          is_function ? quoted(e.name) + " takes no `for`" : "unknown function " + quoted(e.name))
        .hint(best.empty() ? "loops are all, any, sum, prod and count" : "did you mean " + quoted(best) + "?");
    return bad(e);
  }
  auto* l = arena_.make<Loop>();
  l->does = word->does;
  Type type;
  bool good = domain(*e.args[1], l->domain, type);
  if (local(e.variable) || scope_->find(e.variable)) {
    error(Code::G015, e.variable_at, e.variable.size(), "loop variable " + quoted(e.variable) + " hides a name")
        .hint("call it something else");
    good = false;
  }
  push_local(e.variable, type, l->domain, *e.args[1]);  // of no type after an error, which silences its uses
  bool truth = word->does == Loop::Does::kAll || word->does == Loop::Does::kAny || word->does == Loop::Does::kCount;
  Typed* condition = e.args.size() > 2 ? typed_as(walk(*e.args[2]), Base::kBool) : nullptr;
  Typed* body = typed_as(walk(*e.args[0]), truth ? Base::kBool : Base::kInt);
  locals_.pop_back();
  if (!good || is_error(body) || (condition && is_error(condition))) return bad(e);
  l->condition = condition;
  l->body = body;
  bool asks = word->does == Loop::Does::kAll || word->does == Loop::Does::kAny;
  Type result = asks ? Type::boolean() : Type::integer(Storage::kU64);
  if (word->does == Loop::Does::kSum) result.unit = body->type.unit;
  Typed* n = make(Act::kLoop, result, e);
  n->loop = l;
  return seal(n);
}

}  // namespace npuspec::guard
