// The Resolver's names, members and indexes.
#include <algorithm>

#include "front/guard/resolve.h"

namespace npuspec::guard {
namespace {

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best = nearest(word, candidates);
  return best.empty() ? std::string() : "did you mean " + quoted(best) + "?";
}

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

}  // namespace

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
    at = plain(typed_as(walk(*e.args[1]), Base::kInt));
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
    args.push_back(plain(at));
  }
  Typed* n = make(Act::kLet, let->type, e, args);
  n->symbol = let->symbol;
  return seal(n);
}

// What a loop or an index of a let goes over.
bool Resolver::domain(const Expr& e, Domain& into, Type& type) {
  into.source = &e;
  if (e.op == Op::kRange) {
    Typed* ends[] = {typed_as(walk(*e.args[0]), Base::kInt), typed_as(walk(*e.args[1]), Base::kInt)};
    type = Type::integer(Storage::kU64);
    type.unit = agree(e, ends);
    into.over = Domain::Over::kRange;
    into.open = e.open;
    into.first = ends[0];
    into.last = ends[1];
    return !is_error(ends[0]) && !is_error(ends[1]);
  }
  const Symbol* symbol = e.op == Op::kName && !local(e.name) ? scope_->find(e.name) : nullptr;
  const Enum* of = e.op == Op::kName && !local(e.name) ? scope_->find_enum(e.name) : nullptr;
  if (of && !of->flags && !(symbol && symbol->is_many())) {
    std::vector<Int> rows;
    for (const Enum::Row& row : of->rows) rows.push_back(row.value);
    std::sort(rows.begin(), rows.end());
    into.over = Domain::Over::kRows;
    into.rows = arena_.copy(std::span<const Int>(rows));
    type = Type::row_of(*of);
    return true;
  }
  if (symbol && symbol->kind == Symbol::Kind::kSet) {
    into.over = Domain::Over::kRows;
    into.rows = symbol->rows;
    type = symbol->type;
    return true;
  }
  if (e.op != Op::kSet) {
    Typed* many = completed(e, reference(e));
    if (is_error(many)) return false;
    if (many->many) {
      into.over = Domain::Over::kElements;
      into.many = many;
      type = many->type;
      return true;
    }
  }
  error(Code::G013, e, quoted(e.text) + " is nothing to go over")
      .hint("a loop runs over a..b, a..<b, or the name of an enum, a set, an array or a vector");
  return false;
}

}  // namespace npuspec::guard
