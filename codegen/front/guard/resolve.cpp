#include "front/guard/resolve.h"

#include <algorithm>

namespace npuspec::guard {
namespace {

// Guards and the lets they use, one within the other. Bounds the stack of every later walk too.
constexpr std::size_t kMaxDepth = limits::kLetNesting;

std::string_view word_of(Base base) {
  switch (base) {
    case Base::kBool:
      return "true or false";
    case Base::kInt:
      return "a number";
    case Base::kString:
      return "a text";
    case Base::kOpaque:
      return "something that guards cannot look into";
    default:
      return "something else";
  }
}

}  // namespace

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string quoted(const Expr& e) {
  constexpr std::size_t kLongest = 60;
  if (e.text.size() > kLongest) return quoted(std::string(e.text.substr(0, kLongest)) + "...");
  return quoted(e.text);
}

std::string listed(std::string_view lead, const std::vector<std::string_view>& names) {
  constexpr std::size_t kMost = 8;
  std::string all(names.empty() ? "there is nothing to name here" : lead);
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) all += (i == 0 ? "" : ", ") + std::string(names[i]);
  return all + (names.size() > kMost ? ", ..." : "");
}

std::string describe(const Typed& n) {
  if (n.many) return n.symbol && n.symbol->shape.vector ? "a vector" : "an array";
  switch (n.type.base) {
    case Base::kEnum:
      return "a value of " + std::string(n.type.of->name);
    case Base::kFlags:
      return "flags of " + std::string(n.type.of->name);
    case Base::kRecord:
      return "a record, " + std::string(n.type.record->name);
    default:
      return std::string(word_of(n.type.base));
  }
}

// Nodes

Diag& Resolver::error(Code code, std::size_t offset, std::size_t width, std::string message) {
  return diags_.error(code, at_->place(offset), std::move(message)).span(std::max<std::size_t>(width, 1));
}

Diag& Resolver::error(Code code, const Expr& e, std::string message) {
  return error(code, e.at, e.size, std::move(message));
}

Typed* Resolver::make(Act act, const Type& type, const Expr& e, std::span<Typed* const> args) {
  Typed* n = arena_.make<Typed>();
  n->act = act;
  n->type = type;
  n->source = &e;
  auto* copies = static_cast<const Typed**>(arena_.allocate(sizeof(Typed*) * args.size(), alignof(Typed*)));
  std::copy(args.begin(), args.end(), copies);
  n->args = {copies, args.size()};
  if (std::any_of(args.begin(), args.end(), is_error)) n->type = {};
  return n;
}

// To be called when a node is whole: gives it its key.
Typed* Resolver::seal(Typed* n) {
  n->key = keys_.of(*n, lets_.empty() ? nullptr : lets_.back()->let);
  return n;
}

Typed* Resolver::constant(const Expr& e, const Type& type, Int value) {
  Typed* n = make(Act::kConstant, type, e);
  n->value = value;
  return seal(n);
}

// Of a value that is needed whole and of one type.
Typed* Resolver::typed_as(Typed* n, Base base) {
  if (is_error(n) || (n->type.base == base && !n->many)) return n;
  const Expr& e = *n->source;
  Code code = n->many ? Code::G014 : Code::G013;
  Diag& diag = error(code, e, quoted(e) + " is " + describe(*n) + ", not " + std::string(word_of(base)));
  if (n->many) {
    diag.hint("pick one of it: " + std::string(e.text) + "[i]");
  } else if (base == Base::kInt && (n->type.base == Base::kEnum || n->type.base == Base::kFlags)) {
    diag.hint("its number is " + std::string(e.text) + ".value");
  } else if (base == Base::kBool && n->type.base == Base::kInt) {
    diag.hint("compare it with something: " + std::string(e.text) + " != 0");
  } else {
    diag.hint("write " + std::string(word_of(base)) + " here");
  }
  return bad(e);
}

Typed* Resolver::resolve(const Expr& guard, const At& at, const Type* wanted) {
  at_ = &at;
  return walk(guard, wanted);
}

bool Resolver::fits(const Typed& guard, const Type& type) {
  if (guard.type == type && !guard.many) {
    bool counts_time = guard.type.unit == Unit::kDuration;
    bool is_zero = guard.is_constant() && guard.value == 0;
    if (counts_time == (type.unit == Unit::kDuration) || (is_zero && !counts_time)) return true;
    bool wants_time = !counts_time;
    mixed(*guard.source, quoted(*guard.source) + (wants_time ? " is no time" : " is a time"),
          !wants_time           ? "write a number without a unit of time"
          : guard.is_constant() ? "write its unit: `" + std::string(guard.source->text) + " ms`"
                                : "write a time here, such as 5 ms");
    return false;
  }
  Typed wanted;
  wanted.type = type;
  error(guard.many ? Code::G014 : Code::G013, *guard.source,
        quoted(*guard.source) + " is " + describe(guard) + ", not " + describe(wanted))
      .hint(type.base == Base::kBool && guard.type.base == Base::kInt
                ? "compare it with something: " + std::string(guard.source->text) + " != 0"
                : "write " + describe(wanted) + " here");
  return false;
}

Typed* Resolver::walk(const Expr& e, const Type* wanted) {
  if (depth_ >= kMaxDepth) {
    error(Code::G006, e, "this guard and the lets it uses are nested too deep").hint("use fewer lets within lets");
    return bad(e);
  }
  ++depth_;
  Typed* n = walk_at_depth(e, wanted);
  --depth_;
  return n;
}

Typed* Resolver::walk_at_depth(const Expr& e, const Type* wanted) {
  switch (e.op) {
    case Op::kInt:
      return constant(e, e.is_time ? Type::duration() : Type::integer(Storage::kU64), e.value);
    case Op::kBool:
      return constant(e, Type::boolean(), e.value);
    case Op::kString: {
      Typed* n = make(Act::kText, Type::string(), e);
      n->text = e.name;
      return seal(n);
    }
    case Op::kName:
      return completed(e, name(e, wanted));
    case Op::kMember:
      return completed(e, member(e));
    case Op::kIndex:
      return index(e);
    case Op::kCall:
      return call(e);
    case Op::kLoop:
      return loop(e);
    case Op::kNegate:
      return arithmetic(e, Act::kNegate);
    case Op::kAdd:
      return arithmetic(e, Act::kAdd);
    case Op::kSubtract:
      return arithmetic(e, Act::kSubtract);
    case Op::kMultiply:
      return arithmetic(e, Act::kMultiply);
    case Op::kDivide:
      return arithmetic(e, Act::kDivide);
    case Op::kRemainder:
      return arithmetic(e, Act::kRemainder);
    case Op::kCompare:
      return compare(e);
    case Op::kIn:
      return membership(e);
    case Op::kNot:
      return seal(make1(Act::kNot, Type::boolean(), e, typed_as(walk(*e.args[0]), Base::kBool)));
    case Op::kAnd:
    case Op::kOr:
      return junction(e);
    case Op::kIf:
      return choice(e, wanted);
    case Op::kSet:
    case Op::kRange:
      break;
  }
  error(Code::G013, e, "a set or a range has no value of its own").hint("it stands after `in`");
  return bad(e);
}

Typed* Resolver::arithmetic(const Expr& e, Act act) {
  Typed* args[2] = {};  // calls are of as many as their function takes
  for (std::size_t i = 0; i < e.args.size(); ++i) args[i] = typed_as(walk(*e.args[i]), Base::kInt);
  Type type = Type::integer(Storage::kU64);
  switch (act) {
    case Act::kNegate:
      type.unit = args[0]->type.unit;
      break;
    case Act::kMultiply:
      type.unit = product_unit(e, args[0], args[1]);
      break;
    case Act::kDivide:
    case Act::kCeilDivide:
      type.unit = quotient_unit(e, args[0], args[1]);
      break;
    case Act::kPowerOf2:
    case Act::kIsPowerOf2:
      args[0] = plain(args[0]);
      break;
    default:
      type.unit = agree(e, args);
  }
  return seal(make(act, type, e, std::span(args, e.args.size())));
}

Typed* Resolver::junction(const Expr& e) {
  std::vector<Typed*> args;
  for (const Expr* arg : e.args) args.push_back(typed_as(walk(*arg), Base::kBool));
  return seal(make(e.op == Op::kAnd ? Act::kAnd : Act::kOr, Type::boolean(), e, args));
}

Typed* Resolver::choice(const Expr& e, const Type* wanted) {
  Typed* condition = typed_as(walk(*e.args[0]), Base::kBool);
  Typed* yes = nullptr;
  Typed* no = nullptr;
  if (!wanted && needs_other_side(*e.args[1])) {
    no = walk(*e.args[2]);
    yes = walk(*e.args[1], &no->type);
  } else {
    yes = walk(*e.args[1], wanted);
    no = walk(*e.args[2], wanted ? wanted : &yes->type);
  }
  if (is_error(condition) || is_error(yes) || is_error(no)) return bad(e);
  if (!(yes->type == no->type) || yes->many || no->many) {
    error(Code::G012, e.args[2]->at, e.args[2]->size,
          quoted(*e.args[2]) + " is " + describe(*no) + ", but " + quoted(*e.args[1]) + " is " + describe(*yes))
        .hint("both branches of an `if` are of one type");
    return bad(e);
  }
  Typed* args[] = {condition, yes, no};
  Type type = yes->type;
  type.unit = agree(e, std::span(args).subspan(1));
  return seal(make(Act::kIf, type, e, args));
}

// Lets

// Another let's place for a while: its scope, its text, and no locals.
class Resolver::Inside {
 public:
  Inside(Resolver& resolver, const Let& let) : resolver_(resolver), scope_(let.scope), self_(let.scope->record()) {
    std::swap(resolver_.scope_, scope_);
    std::swap(resolver_.self_, self_);
    std::swap(resolver_.at_, at_);
    resolver_.locals_.swap(locals_);
    resolver_.at_ = let.key_at;
  }
  ~Inside() {
    std::swap(resolver_.scope_, scope_);
    std::swap(resolver_.self_, self_);
    std::swap(resolver_.at_, at_);
    resolver_.locals_.swap(locals_);
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  Resolver& resolver_;
  const Scope* scope_;
  const Record* self_;
  const At* at_ = nullptr;
  std::vector<const Symbol*> locals_;
};

void Resolver::resolve_let(const Symbol& symbol) {
  Let& let = *symbol.let;
  if (let.state == Let::State::kResolving) {
    std::string chain;
    auto from = std::find(lets_.begin(), lets_.end(), &symbol);
    for (; from != lets_.end(); ++from) chain += std::string((*from)->name) + " needs ";
    diags_.error(Code::G016, let.key_at->place(0), "let " + quoted(symbol.name) + " needs itself")
        .span(symbol.name.size())
        .hint(chain + std::string(symbol.name));
    let.state = Let::State::kBad;
    return;
  }
  if (let.state != Let::State::kNew) return;
  let.state = Let::State::kResolving;
  lets_.push_back(&symbol);
  {
    Inside inside(*this, let);
    std::vector<Domain*> domains;
    bool good = let.indexes.size() <= kMostIndexes;
    if (!good) {
      error(Code::G014, 0, symbol.name.size(),
            "let " + quoted(symbol.name) + " has more than " + std::to_string(kMostIndexes) + " indexes")
          .hint("split it into lets of fewer");
    }
    for (const Target::Index& each : let.indexes) {
      auto* d = arena_.make<Domain>();
      Type type;
      good = domain(*each.domain, *d, type) && good;
      if (local(each.name) || scope_->find(each.name)) {
        error(Code::G015, each.at, each.name.size(), "index " + quoted(each.name) + " hides a name")
            .hint("call it something else");
        good = false;
      }
      push_local(each.name, type, *d, *each.domain);
      domains.push_back(d);
    }
    let.domains = arena_.copy(std::span<Domain* const>(domains));
    at_ = let.at;
    let.typed = walk(*let.body);
    if (!is_error(let.typed) &&
        (let.typed->many || let.typed->type.base == Base::kRecord || let.typed->type.base == Base::kOpaque)) {
      error(Code::G013, *let.body, "a let is one value, and this is " + describe(*let.typed))
          .hint("name a number, a symbol or a condition of it");
      good = false;
    }
    if (is_error(let.typed)) good = false;
    if (let.state == Let::State::kResolving) let.state = good ? Let::State::kResolved : Let::State::kBad;
  }
  lets_.pop_back();
}

}  // namespace npuspec::guard
