#include "front/guard/scope.h"

#include <algorithm>
#include <array>

#include "front/guard/facts.h"
#include "front/number.h"

namespace npuspec::guard {
namespace {

struct StorageRow {
  std::string_view name;
  Int lo;
  Int hi;
};

constexpr std::array<StorageRow, 8> kStorages = {{
    {"u8", 0, (Int{1} << 8) - 1},
    {"u16", 0, (Int{1} << 16) - 1},
    {"u32", 0, (Int{1} << 32) - 1},
    {"u64", 0, kU64Max},
    {"i8", -(Int{1} << 7), (Int{1} << 7) - 1},
    {"i16", -(Int{1} << 15), (Int{1} << 15) - 1},
    {"i32", -(Int{1} << 31), (Int{1} << 31) - 1},
    {"i64", kI64Min, kI64Max},
}};

const StorageRow& row_for(Storage storage) { return kStorages[static_cast<std::size_t>(storage)]; }

// What a value of a type may be before any check.
void set_limits(Symbol& symbol) {
  const Type& type = symbol.type;
  switch (type.base) {
    case Base::kBool:
      symbol.hi = 1;
      break;
    case Base::kInt:
      symbol.lo = lowest(type.storage);
      symbol.hi = highest(type.storage);
      break;
    case Base::kEnum:
      symbol.lo = lowest(type.of->storage);
      symbol.hi = highest(type.of->storage);
      symbol.unknown = type.of->open;
      break;
    case Base::kFlags:
      symbol.hi = highest(type.of->storage);
      break;
    default:
      break;
  }
}

bool has_slots(const Type& type, const Shape& shape) {
  if (shape.vector || type.base == Base::kString || type.base == Base::kOpaque) return false;
  return type.base != Base::kRecord || type.record->in_place;
}

}  // namespace

std::optional<Storage> storage_named(std::string_view name) {
  for (std::size_t i = 0; i < kStorages.size(); ++i) {
    if (kStorages[i].name == name) return static_cast<Storage>(i);
  }
  return std::nullopt;
}

Int lowest(Storage storage) { return row_for(storage).lo; }
Int highest(Storage storage) { return row_for(storage).hi; }

std::optional<Unit> unit_named(std::string_view name) {
  if (name == "ns") return Unit::kNs;
  if (name == "us") return Unit::kUs;
  if (name == "ms") return Unit::kMs;
  return name == "s" ? std::optional(Unit::kS) : std::nullopt;
}

Unit unit_of(std::string_view number) {
  std::optional<Number> parsed = parse_number(number);
  return parsed && parsed->dimension == Dimension::kTime ? Unit::kDuration : Unit::kNone;
}

Int nanoseconds(Unit unit) {
  if (unit == Unit::kUs) return 1'000;
  if (unit == Unit::kMs) return 1'000'000;
  return unit == Unit::kS ? 1'000'000'000 : 1;
}

Type Type::row_of(const Enum& of) { return {.base = of.flags ? Base::kFlags : Base::kEnum, .of = &of}; }

const Enum::Row* Enum::row(std::string_view symbol) const {
  for (const Row& each : rows) {
    if (each.name == symbol) return &each;
  }
  return nullptr;
}

const Enum::Row* Enum::row_of_value(Int value) const {
  for (const Row& each : rows) {
    if (each.value == value) return &each;
  }
  return nullptr;
}

const Enum::Column* Enum::column(std::string_view wanted) const {
  for (const Column& each : columns) {
    if (each.name == wanted) return &each;
  }
  return nullptr;
}

bool Enum::is_index() const {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].value != static_cast<Int>(i)) return false;
  }
  return !rows.empty();
}

Int Enum::all_bits() const {
  Int bits = 0;
  for (const Row& each : rows) bits |= each.value;
  return bits;
}

bool Let::on_record() const { return scope->record() != nullptr; }

// Of another arena is what another spec finished, and others may be reading: this one goes on with a copy.
Scope::Scope(Arena& arena, const Scope* parent)
    : arena_(&arena),
      parent_(parent),
      keys_(!parent                    ? std::make_shared<Keys>()
            : parent->arena_ == &arena ? parent->keys_
                                       : std::make_shared<Keys>(*parent->keys_)),
      slots_(parent ? parent->slots() : 0) {}

Symbol* Scope::add(std::string_view name, Symbol::Kind kind) {
  // What stands after a dot may be named like what is outside; everything else must be one of a kind.
  for (const Scope* scope = this; scope; scope = scope->record_ || scope->is_group_ ? nullptr : scope->parent_) {
    if (scope->names_.contains(name)) return nullptr;
  }
  Symbol* symbol = arena_->make<Symbol>();
  symbol->kind = kind;
  symbol->name = name;
  names_.emplace(name, symbol);
  return symbol;
}

Symbol* Scope::add_value(std::string_view name, const Type& type, const Shape& shape) {
  Symbol* symbol = add(name, Symbol::Kind::kValue);
  if (!symbol) return nullptr;
  symbol->type = type;
  symbol->shape = shape;
  set_limits(*symbol);
  if (has_slots(type, shape)) {
    symbol->slot = slots_;
    std::uint32_t each = type.base == Base::kRecord ? type.record->members.slots() : 1;
    slots_ += each * std::max<std::uint32_t>(shape.count, 1);
  }
  return symbol;
}

Symbol* Scope::add_number(std::string_view name, Int value, Unit unit) {
  Symbol* symbol = add(name, Symbol::Kind::kConstant);
  if (!symbol) return nullptr;
  symbol->type = Type::integer(value < 0 ? Storage::kI64 : Storage::kU64);
  symbol->type.unit = unit;
  symbol->value = symbol->lo = symbol->hi = value;
  return symbol;
}

Symbol* Scope::add_text(std::string_view name, std::string_view text) {
  Symbol* symbol = add(name, Symbol::Kind::kConstant);
  if (!symbol) return nullptr;
  symbol->type = Type::string();
  symbol->text = text;
  return symbol;
}

Symbol* Scope::add_let(const Target& key, const Expr& body, const At& at, const At& key_at) {
  Symbol* symbol = add(key.name, Symbol::Kind::kLet);
  if (!symbol) return nullptr;
  Let* let = arena_->make<Let>();
  let->body = &body;
  let->at = &at;
  let->key_at = &key_at;
  let->indexes = key.indexes;
  let->scope = this;
  symbol->let = let;
  lets_.push_back(symbol);
  return symbol;
}

Symbol* Scope::add_set(std::string_view name, const Enum& of, std::span<const Int> rows) {
  Symbol* symbol = add(name, Symbol::Kind::kSet);
  if (!symbol) return nullptr;
  symbol->type = Type::row_of(of);
  symbol->rows = arena_->copy(rows);
  return symbol;
}

Scope* Scope::add_group(std::string_view name) {
  Symbol* symbol = add(name, Symbol::Kind::kGroup);
  if (!symbol) return nullptr;
  groups_.push_back(std::make_unique<Scope>(*arena_, this));
  groups_.back()->is_group_ = true;
  symbol->group = groups_.back().get();
  return groups_.back().get();
}

bool Scope::add_alias(std::string_view name, const Symbol& symbol) {
  for (const Scope* scope = this; scope; scope = scope->parent_) {
    if (scope->names_.contains(name)) return false;
  }
  return names_.emplace(name, &symbol).second;
}

void Scope::refuse(std::string_view name) {
  Symbol* symbol = arena_->make<Symbol>();
  symbol->name = name;
  names_.insert_or_assign(name, symbol);
}

void Scope::add_enum(const Enum& of) { enums_.emplace(of.name, &of); }

const Symbol* Scope::find(std::string_view name) const {
  for (const Scope* scope = this; scope; scope = scope->parent_) {
    if (auto found = scope->names_.find(name); found != scope->names_.end()) return found->second;
  }
  return nullptr;
}

const Symbol* Scope::own(std::string_view name) const {
  auto found = names_.find(name);
  return found == names_.end() ? nullptr : found->second;
}

std::vector<std::string_view> Scope::own_names() const {
  std::vector<std::string_view> all;
  for (const auto& [name, symbol] : names_) all.push_back(name);
  std::sort(all.begin(), all.end());
  return all;
}

const Enum* Scope::find_enum(std::string_view name) const {
  for (const Scope* scope = this; scope; scope = scope->parent_) {
    if (auto found = scope->enums_.find(name); found != scope->enums_.end()) return found->second;
  }
  return nullptr;
}

std::vector<std::string_view> Scope::names() const {
  std::vector<std::string_view> all;
  for (const Scope* scope = this; scope; scope = scope->parent_) {
    for (const auto& [name, symbol] : scope->names_) all.push_back(name);
    for (const auto& [name, of] : scope->enums_) all.push_back(name);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Record::Record(Arena& arena, std::string_view record_name, bool is_in_place, const Scope* parent)
    : name(record_name), in_place(is_in_place), members(arena, parent) {
  members.record_ = this;
  members.slots_ = 0;
}

}  // namespace npuspec::guard
