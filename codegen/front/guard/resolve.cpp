#include "front/guard/resolve.h"

#include <algorithm>
#include <array>
#include <optional>

namespace npuspec::guard {
namespace {

// Guards and the lets they use, one within the other. Bounds the stack of every later walk too.
constexpr std::size_t kMaxDepth = limits::kLetNesting;

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string quoted(const Expr& e) {
  constexpr std::size_t kLongest = 60;
  if (e.text.size() > kLongest) return quoted(std::string(e.text.substr(0, kLongest)) + "...");
  return quoted(e.text);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best = nearest(word, candidates);
  return best.empty() ? std::string() : "did you mean " + quoted(best) + "?";
}

bool is_error(const Typed* n) { return n->type.base == Base::kError; }

const Symbol* symbol_of(const Typed& n) {
  if (n.act == Act::kElement) return symbol_of(*n.args[0]);
  return n.act == Act::kValue || n.act == Act::kMember ? n.symbol : nullptr;
}

bool is_incomplete_let(const Typed& n) {
  return n.act == Act::kLet && n.args.size() < n.symbol->let->indexes.size() + (n.symbol->let->on_record() ? 1 : 0);
}

// A let as it must be written: "half[x]".
std::string with_indexes(const Typed& let) {
  std::string text(let.source->text);
  std::string_view open = "[";
  for (const Target::Index& each : let.symbol->let->indexes) {
    text += std::string(open) + std::string(each.name);
    open = ", ";
  }
  return text + "]";
}

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
  if (guard.type == type && !guard.many) return true;
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
      return constant(e, Type::integer(Storage::kU64), e.value);
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
  return seal(make(act, Type::integer(Storage::kU64), e, std::span(args, e.args.size())));
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
  return seal(make(Act::kIf, yes->type, e, args));
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

// Names

const Symbol* Resolver::local(std::string_view wanted) const {
  for (const Symbol* each : locals_) {
    if (each->name == wanted) return each;
  }
  return nullptr;
}

void Resolver::push_local(std::string_view name, const Type& type, Domain& domain, const Expr& e) {
  Symbol* symbol = arena_.make<Symbol>();
  symbol->kind = Symbol::Kind::kLocal;
  symbol->name = name;
  symbol->type = type;
  symbol->over = &domain;
  domain.local = static_cast<std::uint32_t>(locals_.size());
  domain.variable = symbol;
  locals_.push_back(symbol);
  domain.each = local_node(e, *symbol);
}

Typed* Resolver::local_node(const Expr& e, const Symbol& symbol) {
  Typed* n = make(Act::kLocal, symbol.type, e);
  n->symbol = &symbol;
  n->value = static_cast<Int>(symbol.over->local);
  return seal(n);
}

// A bare symbol of an enum: what it means shows only from what it stands beside.
bool Resolver::needs_other_side(const Expr& e) const {
  if (e.op == Op::kIf) return needs_other_side(*e.args[1]) && needs_other_side(*e.args[2]);
  return e.op == Op::kName && !local(e.name) && !scope_->find(e.name);
}

Typed* Resolver::name(const Expr& e, const Type* wanted) {
  if (const Symbol* symbol = local(e.name)) return local_node(e, *symbol);
  const Symbol* symbol = scope_->find(e.name);
  const Enum::Row* row = wanted && wanted->of ? wanted->of->row(e.name) : nullptr;
  if (row && !(symbol && symbol->type == *wanted)) return constant(e, *wanted, row->value);
  return symbol ? symbol_node(e, *symbol) : unknown_name(e, wanted);
}

// What stands after a dot, and a bare name may have been meant for: `dtype.FP32`, `contract.version`, `t.bytes`.
std::string Resolver::dotted(std::string_view wanted, bool exactly) {
  if (dotted_of_ != scope_) {
    dotted_of_ = scope_;
    dotted_.clear();
    dotted_last_.clear();
    auto add = [&](std::string_view owner, std::string_view name) {
      dotted_.push_back(std::string(owner) + "." + std::string(name));
      dotted_last_.push_back(name);
    };
    for (std::string_view each : scope_->names()) {
      const Symbol* symbol = scope_->find(each);
      if (symbol && symbol->group) {
        for (std::string_view name : symbol->group->own_names()) add(each, name);
      } else if (symbol && symbol->type.base == Base::kRecord && !symbol->is_many()) {
        for (std::string_view name : symbol->type.record->members.own_names()) add(each, name);
      }
      if (const Enum* of = scope_->find_enum(each)) {
        for (const Enum::Row& row : of->rows) add(each, row.name);
      }
    }
  }
  std::string_view best = exactly ? wanted : nearest(wanted, dotted_last_);
  auto at = best.empty() ? dotted_last_.end() : std::find(dotted_last_.begin(), dotted_last_.end(), best);
  return at == dotted_last_.end() ? std::string() : dotted_[static_cast<std::size_t>(at - dotted_last_.begin())];
}

Typed* Resolver::unknown_name(const Expr& e, const Type* wanted) {
  if (const Enum* of = scope_->find_enum(e.name)) {
    error(Code::G013, e, quoted(e.name) + " is an enum, not a value")
        .hint(of->rows.empty()
                  ? "give the enum symbols, and name one of them"
                  : "one of its symbols is " + std::string(of->name) + "." + std::string(of->rows[0].name));
    return bad(e);
  }
  std::vector<std::string_view> candidates = scope_->names();
  for (const Symbol* each : locals_) candidates.push_back(each->name);
  std::string what = "unknown name " + quoted(e.name);
  if (wanted && wanted->of) {
    for (const Enum::Row& row : wanted->of->rows) candidates.push_back(row.name);
    what += ", no symbol of " + std::string(wanted->of->name) + " either";
  }
  std::string far = dotted(e.name, true);
  std::string hint = far.empty() ? did_you_mean(e.name, candidates) : "write " + far;
  if (hint.empty()) far = dotted(e.name, false);
  if (hint.empty() && !far.empty()) hint = "did you mean " + quoted(far) + "?";
  if (hint.empty()) hint = listed("what may be named here: ", candidates);
  error(Code::G010, e, std::move(what)).hint(std::move(hint));
  return bad(e);
}

Typed* Resolver::symbol_node(const Expr& e, const Symbol& symbol) {
  switch (symbol.kind) {
    case Symbol::Kind::kConstant: {
      Typed* n = make(symbol.type.base == Base::kString ? Act::kText : Act::kConstant, symbol.type, e);
      n->symbol = &symbol;
      n->value = symbol.value;
      n->text = symbol.text;
      return seal(n);
    }
    case Symbol::Kind::kSet:
    case Symbol::Kind::kGroup:
      error(Code::G013, e, quoted(e) + (symbol.group ? " is a group of names, not a value" : " is a set, not a value"))
          .hint(symbol.group ? listed("name one of it: ", symbol.group->own_names())
                             : "write x in " + std::string(symbol.name));
      return bad(e);
    case Symbol::Kind::kLet: {
      resolve_let(symbol);
      if (symbol.let->state == Let::State::kBad) return bad(e);
      Typed* n = make(Act::kLet, symbol.let->typed->type, e);
      if (symbol.let->on_record()) n = make1(Act::kLet, n->type, e, seal(make(Act::kSelf, Type::record_of(*self_), e)));
      n->symbol = &symbol;
      return seal(n);
    }
    case Symbol::Kind::kValue:
    case Symbol::Kind::kLocal:
      break;
  }
  bool own = self_ && self_->members.own(symbol.name) == &symbol;
  Typed* n = own ? make1(Act::kMember, symbol.type, e, seal(make(Act::kSelf, Type::record_of(*self_), e)))
                 : make(Act::kValue, symbol.type, e);
  n->symbol = &symbol;
  n->many = symbol.is_many();
  return seal(n);
}

// A let that still needs its indexes is no value.
Typed* Resolver::completed(const Expr& e, Typed* n) {
  if (is_error(n) || !is_incomplete_let(*n)) return n;
  error(Code::G014, e, quoted(e) + " needs an index").hint("write " + with_indexes(*n));
  return bad(e);
}

// A name or member that may still want an index.
Typed* Resolver::reference(const Expr& e) {
  if (e.op == Op::kName) return name(e, nullptr);
  return e.op == Op::kMember ? member(e) : walk(e);
}

const Scope* Resolver::group(const Expr& e) const {
  const Symbol* symbol = nullptr;
  if (e.op == Op::kName && !local(e.name)) symbol = scope_->find(e.name);
  if (e.op == Op::kMember) {
    const Scope* outer = group(*e.args[0]);
    symbol = outer ? outer->own(e.name) : nullptr;
  }
  return symbol ? symbol->group : nullptr;
}

Typed* Resolver::unknown_member(const Expr& e, const std::string& owner,
                                const std::vector<std::string_view>& candidates) {
  std::string hint = did_you_mean(e.name, candidates);
  if (hint.empty()) hint = candidates.empty() ? "it has no members" : listed("it has ", candidates);
  error(Code::G011, e.mark + 1, e.name.size(), owner + " has no " + quoted(e.name)).hint(std::move(hint));
  return bad(e);
}

Typed* Resolver::member(const Expr& e) {
  const Expr& owner = *e.args[0];
  if (const Scope* names = group(owner)) {
    if (const Symbol* symbol = names->own(e.name)) return symbol_node(e, *symbol);
    return unknown_member(e, quoted(owner), names->own_names());
  }
  const Enum* of = owner.op == Op::kName ? scope_->find_enum(owner.name) : nullptr;
  const Enum::Row* row = of ? of->row(e.name) : nullptr;
  if (row) return constant(e, Type::row_of(*of), row->value);
  if (of && !local(owner.name) && !scope_->find(owner.name)) {
    std::vector<std::string_view> symbols;
    for (const Enum::Row& each : of->rows) symbols.push_back(each.name);
    return unknown_member(e, "enum " + quoted(owner), symbols);
  }
  return member_of(e, walk(owner));
}

Typed* Resolver::member_of(const Expr& e, Typed* owner) {
  if (is_error(owner)) return owner;
  std::vector<std::string_view> candidates;
  if (owner->many) {
    error(Code::G014, *owner->source, quoted(*owner->source) + " is " + describe(*owner))
        .hint("pick one of it: " + std::string(owner->source->text) + "[i]." + std::string(e.name));
    return bad(e);
  }
  if (owner->type.base == Base::kRecord) return member_of_record(e, owner);
  if (owner->type.of) {
    if (e.name == "value") return seal(make1(Act::kNumber, Type::integer(owner->type.of->storage), e, owner));
    const Enum::Column* column = owner->type.base == Base::kEnum ? owner->type.of->column(e.name) : nullptr;
    if (column) {
      Typed* n = make1(Act::kColumn, column->type, e, owner);
      n->column = column;
      return seal(n);
    }
    for (const Enum::Column& each : owner->type.of->columns) candidates.push_back(each.name);
    candidates.push_back("value");
    return unknown_member(e, quoted(*owner->source), candidates);
  }
  if (const Symbol* symbol = symbol_of(*owner)) {
    for (const Symbol::Bits& each : symbol->bits) {
      candidates.push_back(each.name);
      if (each.name != e.name) continue;
      Typed* n = make1(Act::kBits, Type::integer(Storage::kU64), e, owner);
      n->value = each.lo;
      n->value2 = each.hi;
      return seal(n);
    }
  }
  return unknown_member(e, quoted(*owner->source), candidates);
}

Typed* Resolver::member_of_record(const Expr& e, Typed* owner) {
  const Scope& members = owner->type.record->members;
  const Symbol* symbol = members.own(e.name);
  if (!symbol) return unknown_member(e, quoted(*owner->source), members.own_names());
  if (symbol->kind == Symbol::Kind::kConstant) return symbol_node(e, *symbol);
  Typed* n = nullptr;
  if (symbol->kind == Symbol::Kind::kLet) {
    resolve_let(*symbol);
    if (symbol->let->state == Let::State::kBad) return bad(e);
    n = make1(Act::kLet, symbol->let->typed->type, e, owner);
  } else {
    n = make1(Act::kMember, symbol->type, e, owner);
    n->many = symbol->is_many();
  }
  n->symbol = symbol;
  return seal(n);
}

// Indexes

Typed* Resolver::index(const Expr& e) {
  Typed* of = reference(*e.args[0]);
  if (is_error(of)) {
    for (const Expr* each : e.args.subspan(1)) {
      if (!needs_other_side(*each)) walk(*each);  // for its own errors
    }
    return bad(e);
  }
  if (is_incomplete_let(*of)) return indexed_let(e, of);
  if (of->many) return element(e, of);
  error(Code::G014, e.mark, 1, quoted(*e.args[0]) + " is " + describe(*of) + ", and takes no index")
      .hint("write " + quoted(*e.args[0]) + " alone");
  return bad(e);
}

Typed* Resolver::element(const Expr& e, Typed* array) {
  const Shape& shape = array->symbol->shape;
  if (e.args.size() != 2) {
    error(Code::G014, e.mark, 1, quoted(*e.args[0]) + " takes one index, not " + std::to_string(e.args.size() - 1))
        .hint("write " + std::string(e.args[0]->text) + "[i]");
    return bad(e);
  }
  Typed* at = nullptr;
  if (shape.index) {
    Type wanted = Type::row_of(*shape.index);
    at = walk(*e.args[1], &wanted);
    if (!is_error(at) && (!(at->type == wanted) || at->many)) {
      error(Code::G014, *e.args[1],
            quoted(*e.args[0]) + " is indexed by " + std::string(shape.index->name) + ", and " + quoted(*e.args[1]) +
                " is " + describe(*at))
          .hint("write a symbol of " + std::string(shape.index->name));
      at = bad(*e.args[1]);
    }
  } else {
    at = typed_as(walk(*e.args[1]), Base::kInt);
  }
  Typed* args[] = {array, at};
  return seal(make(Act::kElement, array->type, e, args));
}

Typed* Resolver::indexed_let(const Expr& e, Typed* let) {
  const Let& of = *let->symbol->let;
  if (e.args.size() - 1 != of.indexes.size()) {
    error(Code::G014, e.mark, 1,
          quoted(*e.args[0]) + " takes " + std::to_string(of.indexes.size()) + " indexes, not " +
              std::to_string(e.args.size() - 1))
        .hint("write " + with_indexes(*let));
    return bad(e);
  }
  std::vector<Typed*> args;
  for (const Typed* self : let->args) args.push_back(const_cast<Typed*>(self));
  for (std::size_t i = 0; i < of.indexes.size(); ++i) {
    const Type& wanted = of.domains[i]->variable->type;
    Typed* at = walk(*e.args[i + 1], &wanted);
    if (!is_error(at) && (!(at->type == wanted) || at->many)) {
      error(Code::G014, *e.args[i + 1],
            quoted(*e.args[i + 1]) + " is " + describe(*at) + ", not an index of " + quoted(*e.args[0]))
          .hint("write " + with_indexes(*let));
      at = bad(*e.args[i + 1]);
    }
    args.push_back(at);
  }
  Typed* n = make(Act::kLet, let->type, e, args);
  n->symbol = let->symbol;
  return seal(n);
}

}  // namespace npuspec::guard
