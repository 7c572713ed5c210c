// What the guards of a struct may name.
#include <algorithm>

#include "front/guard/in_key.h"
#include "front/kinds/descriptor/parts.h"

namespace npuspec::descriptor {
namespace {

guard::Type type_of(const Field& field) {
  if (field.nested) return guard::Type::record_of(*field.nested->record);
  if (field.of) return guard::Type::row_of(field.of->type);
  return guard::Type::integer(field.storage);
}

// Words that functions generated for a struct are called by, and how the names of others begin: of checks, of lets, of
// examples, and of the loops in them, "rule_sizes_all".
bool is_taken(std::string_view name) {
  constexpr std::string_view kBegins[] = {"example_", "holds_", "let_", "rule_", "when_"};
  constexpr std::string_view kTaken[] = {"check", "checks", "digest", "error",  "info",   "init",
                                         "name",  "pack",   "seal",   "unpack", "vector", "vectors"};
  return std::find(std::begin(kTaken), std::end(kTaken), name) != std::end(kTaken) ||
         std::any_of(std::begin(kBegins), std::end(kBegins), [&](auto each) { return name.starts_with(each); });
}

class ScopeMaker {
 public:
  ScopeMaker(Builder& build, Struct& of) : build_(build), of_(of), arena_(build.model.arena) {}

  void make() {
    add_values();
    add_members();
    add_lets();
  }

 private:
  void add_values() {
    of_.scope = std::make_unique<guard::Scope>(arena_, build_.model.scope.get());
    for (Field& field : of_.fields) {
      if (field.reserved) continue;
      guard::Symbol* symbol = add_field(*of_.scope, field);
      if (!symbol) continue;  // D010 has been said
      field.symbol = symbol;
      symbols_.emplace(&field, symbol);
    }
    for (Param& param : of_.params) {
      guard::Type type = param.is_bool ? guard::Type::boolean()
                         : param.of    ? guard::Type::row_of(param.of->type)
                                       : guard::Type::integer(param.storage);
      guard::Symbol* symbol = of_.scope->add_value(param.name, type);
      if (!symbol) continue;  // D010 has been said
      symbol->unknown = param.of != nullptr;
      symbol->user = &param;
      param.symbol = symbol;
    }
    for (Field& field : of_.fields) {
      if (!field.reserved) find_live(field);
    }
  }

  guard::Symbol* add_field(guard::Scope& scope, const Field& field) {
    if (field.nested && !field.nested->record) return nullptr;  // it holds itself, which has been said
    guard::Shape shape;
    if (field.array) {
      shape.count = field.count;
      shape.index = field.index ? &field.index->type : nullptr;
    }
    guard::Symbol* symbol = scope.add_value(field.name, type_of(field), shape);
    if (!symbol) return nullptr;
    symbol->unknown = field.of != nullptr;
    symbol->type.unit = guard::unit_named(field.unit).value_or(guard::Unit::kNone);
    symbol->user = &field;
    if (!field.bits.empty()) {
      std::vector<guard::Symbol::Bits> bits;
      for (const Bits& part : field.bits) {
        bits.push_back({part.name, static_cast<std::uint8_t>(part.lo), static_cast<std::uint8_t>(part.hi)});
      }
      symbol->bits = arena_.copy(std::span<const guard::Symbol::Bits>(bits));
    }
    return symbol;
  }

  void add_members() {
    if (!of_.held) return;
    of_.record = std::make_unique<guard::Record>(arena_, of_.name, true, build_.model.scope.get());
    for (const Field& field : of_.fields) {
      if (!field.reserved) add_field(of_.record->members, field);
    }
  }

  void find_live(Field& field) {
    const Node* live = field.row->find("live");
    if (!live || !live->is_scalar() || live->broken || !field.array || field.nested || field.of) return;
    const Field* count = of_.find(live->text);
    if (!count || count->array || count->nested || count->of) {
      std::vector<std::string_view> names;
      for (const Field& each : of_.fields) {
        if (!each.reserved && !each.array && !each.nested && !each.of) names.push_back(each.name);
      }
      suggest(build_.diags.error(Code::D004, live->at, in_quotes(live->text) + " is no field with a number in it")
                  .span(live->text.size()),
              live->text, names);
      return;
    }
    field.live = count;
    auto symbol = symbols_.find(&field);
    if (symbol != symbols_.end()) symbol->second->shape.live = count->symbol;
  }

  void add_lets() {
    const Node* lets = of_.row->find("let");
    if (!lets || !lets->is_map()) return;
    for (const Entry& entry : lets->entries) {
      if (!entry.value->is_scalar() || entry.value->broken) continue;
      const guard::InKey& key_at = *arena_.make<guard::InKey>(entry.key_at);  // the let keeps it
      guard::InNode& at = build_.model.places.emplace_back(build_.sources, *entry.value);
      auto target = guard::parse_target(entry.key, arena_, key_at, build_.diags);
      const guard::Expr* body = guard::parse(entry.value->text, arena_, at, build_.diags);
      if (!target) continue;
      if (is_taken(target->name)) {
        build_.diags
            .error(Code::D010, entry.key_at, in_quotes(target->name) + " is a name that generated code uses itself")
            .span(target->name.size())
            .hint("rename the let");
      }
      guard::Symbol* symbol = of_.scope->add_let(*target, body ? *body : *arena_.make<guard::Expr>(), at, key_at);
      if (!symbol) {
        build_.diags.error(Code::D010, entry.key_at, in_quotes(target->name) + " is the name of something else")
            .span(target->name.size())
            .hint("rename one of them");
        continue;
      }
      if (!body) symbol->let->state = guard::Let::State::kBad;  // said already: what uses it says nothing more
      of_.lets.push_back({entry.key, entry.key_at, symbol});
    }
  }

  Builder& build_;
  Struct& of_;
  Arena& arena_;
  std::unordered_map<const Field*, guard::Symbol*> symbols_;
};

}  // namespace

void make_file_scope(Builder& build) {
  build.model.scope = std::make_unique<guard::Scope>(build.model.arena);
  guard::Scope& scope = *build.model.scope;
  for (const Spec* used : build.spec.uses) {
    const auto* model = model_of<Descriptors>(used);
    if (!model) continue;
    for (const Enum& each : model->enums) {
      if (!build.model.find_enum(each.name)) scope.add_enum(each.type);
    }
  }
  for (const Enum& each : build.model.enums) scope.add_enum(each.type);
  for (const Constant& each : build.model.constants) {
    if (each.is_text) {
      scope.add_text(each.name, each.text);
    } else {
      scope.add_number(each.name, each.value, guard::unit_of(each.written));
    }
  }
}

void make_scope(Builder& build, Struct& of) { ScopeMaker(build, of).make(); }

}  // namespace npuspec::descriptor
