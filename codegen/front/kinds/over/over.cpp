#include "front/kinds/over/over.h"

#include <algorithm>

#include "front/guard/in_key.h"
#include "front/kinds/descriptor/read_value.h"
#include "front/kinds/descriptor/value.h"
#include "front/kinds/rows.h"
#include "front/number.h"
#include "front/spell.h"

namespace npuspec::over {
namespace {

bool is_sound(const Node* scalar) { return scalar && scalar->is_scalar() && !scalar->broken; }

std::optional<Int> int_of(std::string_view text) {
  std::optional<Number> number = parse_number(text);
  if (!number) return std::nullopt;
  return number->negative ? -Int{number->magnitude} : Int{number->magnitude};
}

class Reader {
 public:
  Reader(const Spec& spec, const Sources& sources, const Codes& codes, Over& over, Diags& diags)
      : spec_(spec), sources_(sources), codes_(codes), over_(over), diags_(diags) {}

  bool read() {
    if (!find_over()) return false;
    over_.scope = std::make_unique<guard::Scope>(over_.arena, over_.of->scope.get());
    for (const Spec* used : spec_.uses) {
      const auto* model = model_of<descriptor::Descriptors>(used);
      if (!model || used == over_.spec) continue;
      for (const descriptor::Enum& each : model->enums) over_.scope->add_enum(each.type);
    }
    read_constants();
    read_params();
    read_lets();
    over_.checker = std::make_unique<guard::Checker>(*over_.of->checker, *over_.scope, over_.arena, diags_);
    return over_.checker->finish();
  }

 private:
  bool find_over() {
    const Node* name = spec_.root->find("over");
    if (!name) {
      diags_.error(codes_.over, spec_.root->at, "what this spec is over is not said")
          .hint("write `over:` and the name of a spec of kind descriptor with one struct");
    }
    if (spec_.uses.empty() || !is_sound(name)) return false;
    over_.spec = spec_.uses.front();
    const auto* model = model_of<descriptor::Descriptors>(over_.spec);
    if (model && model->structs.size() == 1) {
      over_.of = &model->structs.front();
      return true;
    }
    diags_
        .error(codes_.over, name->at,
               in_quotes(name->text) + (model ? " is a descriptor of more than one struct" : " is no descriptor"))
        .span(name->text.size())
        .hint("`over:` names a spec of kind descriptor with one struct");
    return false;
  }

  void taken(std::string_view name, Place at) {
    diags_.error(codes_.name, at, in_quotes(name) + " is the name of something else already")
        .span(name.size())
        .hint("rename it");
  }

  const std::span<const Entry> entries(std::string_view key) const {
    const Node* map = spec_.root->find(key);
    return map && map->is_map() ? map->entries : std::span<const Entry>();
  }

  void read_constants() {
    for (const Entry& entry : entries("constants")) {
      const Node* scalar = entry.value->main_part("value");
      if (!is_sound(scalar)) continue;
      std::optional<Int> value = int_of(scalar->text);
      if (!value) {
        diags_.error(codes_.value, scalar->at, in_quotes(scalar->text) + " is no number")
            .span(scalar->text.size())
            .hint("write one such as 12, 0x1F or 4 KiB");
        over_.scope->refuse(entry.key);
      } else if (!over_.scope->add_number(entry.key, *value, guard::unit_of(scalar->text))) {
        taken(entry.key, entry.key_at);
      } else {
        over_.constants.push_back({entry.key, entry.key_at, scalar->text, *value, descriptor::about_of(*entry.value)});
      }
    }
  }

  void read_params() {
    for (const Entry& entry : entries("params")) {
      const Node* type = entry.value->main_part("type");
      if (!is_sound(type)) continue;
      std::optional<guard::Storage> storage = guard::storage_named(type->text);
      if (!storage) {
        diags_.error(codes_.value, type->at, in_quotes(type->text) + " is no type of a parameter")
            .span(type->text.size())
            .hint("u8 to u64, i8 to i64");
        over_.scope->refuse(entry.key);
        continue;
      }
      guard::Symbol* symbol = over_.scope->add_value(entry.key, guard::Type::integer(*storage));
      bool local = entry.key == "d" || entry.key == "ok" || entry.key == "ok_here";  // of generated code
      if (!symbol || local) {
        taken(entry.key, entry.key_at);
        continue;
      }
      const Node* in = entry.value->find("in");
      if (std::optional<Range> range = is_sound(in) ? parse_range(in->text) : std::nullopt) {
        symbol->lo = std::max(symbol->lo, range->lo.negative ? -Int{range->lo.magnitude} : Int{range->lo.magnitude});
        symbol->hi = std::min(symbol->hi, range->hi.negative ? -Int{range->hi.magnitude} : Int{range->hi.magnitude});
      }
      over_.params.push_back({entry.key, entry.key_at, *storage, symbol, descriptor::about_of(*entry.value)});
    }
  }

  void read_lets() {
    for (const Entry& entry : entries("let")) {
      if (!is_sound(entry.value)) continue;
      const guard::InNode& at = over_.places.emplace_back(sources_, *entry.value);
      guard::InKey* key_at = over_.arena.make<guard::InKey>(entry.key_at);
      std::optional<guard::Target> target = guard::parse_target(entry.key, over_.arena, *key_at, diags_);
      const guard::Expr* body = guard::parse(entry.value->text, over_.arena, at, diags_);
      if (!target) continue;
      guard::Symbol* symbol =
          over_.scope->add_let(*target, body ? *body : *over_.arena.make<guard::Expr>(), at, *key_at);
      if (!symbol) {
        taken(target->name, entry.key_at);
        continue;
      }
      if (!body) symbol->let->state = guard::Let::State::kBad;  // said already: what uses it says nothing more
      over_.lets.push_back({entry.key, entry.key_at, symbol});
    }
  }

  const Spec& spec_;
  const Sources& sources_;
  const Codes& codes_;
  Over& over_;
  Diags& diags_;
};

// "c33" of "quanttess.c33"; empty where that is no name of an example of what this is over.
std::string_view id_of_example(const Over& over, std::string_view name) {
  std::string prefix = over.of->path + ".";
  return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
}

// Whether the descriptor has it as written: when find_example does not know it, something has been told of it.
bool has_example(const Over& over, std::string_view id) {
  std::span<const Node* const> rows = items_of(over.of->row->find("examples"));
  return !id.empty() &&
         std::any_of(rows.begin(), rows.end(), [&](const Node* row) { return row->text_at("id") == id; });
}

const descriptor::Example* find_example(const Over& over, std::string_view id) {
  auto found = std::find_if(over.of->examples.begin(), over.of->examples.end(),
                            [&](const descriptor::Example& each) { return each.id == id; });
  return found == over.of->examples.end() ? nullptr : &*found;
}

// Sets this spec's own parameters, and leaves the rest of `with` for the descriptor.
Node split_params(const Over& over, const Node& with, const Codes& codes, std::vector<Int>& slots, Arena& arena,
                  Diags& diags) {
  std::vector<Entry> rest;
  for (const Entry& entry : with.entries) {
    auto param =
        std::find_if(over.params.begin(), over.params.end(), [&](const Param& each) { return each.name == entry.key; });
    if (param == over.params.end()) {
      rest.push_back(entry);
      continue;
    }
    std::optional<Int> value = is_sound(entry.value) ? int_of(entry.value->text) : std::nullopt;
    if (value && *value >= param->symbol->lo && *value <= param->symbol->hi) {
      slots[param->symbol->slot] = *value;
    } else {
      diags
          .error(codes.example, entry.value->at,
                 in_quotes(entry.key) + " is " + guard::to_string(param->symbol->lo) + ".." +
                     guard::to_string(param->symbol->hi))
          .span(std::max<std::size_t>(1, entry.value->text.size()))
          .hint("give it a number of that range");
    }
  }
  Node node = with;
  node.entries = arena.copy(std::span<const Entry>(rest));
  return node;
}

}  // namespace

bool read_over(const Spec& spec, const Sources& sources, const Codes& codes, Over& over, Diags& diags) {
  return Reader(spec, sources, codes, over, diags).read();
}

const guard::Expr* parse(Over& over, const Sources& sources, const Node& scalar, Diags& diags) {
  if (!is_sound(&scalar)) return nullptr;
  return guard::parse(scalar.text, over.arena, over.places.emplace_back(sources, scalar), diags);
}

const guard::Typed* value(Over& over, guard::Checker& checker, const Sources& sources, const Node& scalar, Diags& diags,
                          const std::optional<guard::Type>& type) {
  const guard::Expr* expr = parse(over, sources, scalar, diags);
  return expr ? checker.value(*expr, over.places.back(), type) : nullptr;
}

std::optional<std::vector<Int>> read_example(Over& over, const Node& row, const Codes& codes, bool admitted,
                                             Arena& arena, Diags& diags) {
  if (!descriptor::take_bytes(*over.of, row.at, over.example_bytes, diags)) return std::nullopt;
  descriptor::Codec codec(*over.of);
  std::vector<Int> slots = codec.initial();
  if (const Node* of = row.find("of"); is_sound(of)) {
    std::string_view id = id_of_example(over, of->text);
    const descriptor::Example* example = find_example(over, id);
    if (!example) {
      if (has_example(over, id)) return std::nullopt;
      std::vector<std::string> names;
      for (const descriptor::Example& each : over.of->examples)
        names.push_back(over.of->path + "." + std::string(each.id));
      std::string_view near = nearest(of->text, {names.begin(), names.end()});
      Diag& diag =
          diags.error(codes.example, of->at, "no example is called " + in_quotes(of->text)).span(of->text.size());
      diag.hint(near.empty() ? "name one of " + in_quotes(over.of->path) + ", as " + over.of->path + ".ID"
                             : "did you mean " + in_quotes(near) + "?");
      return std::nullopt;
    }
    slots = example->slots;
  }
  slots.resize(over.scope->slots());
  for (const Param& param : over.params) slots[param.symbol->slot] = param.symbol->lo;
  if (const Node* with = row.find("with"); with && with->is_map()) {
    std::size_t errors = diags.errors();
    Node rest = split_params(over, *with, codes, slots, arena, diags);
    std::vector<std::string_view> named;
    descriptor::read_value(*over.of, rest, codes.example, slots, named, diags);
    if (diags.errors() != errors) return std::nullopt;
  }
  if (!admitted) return slots;
  std::vector<std::uint8_t> bytes(over.of->size);
  codec.pack(slots, bytes);
  codec.seal(slots, bytes);
  descriptor::Judge judge(*over.of);
  judge.start(slots, bytes);
  if (const descriptor::Check* check = judge.first()) {
    const Node* id = row.find("id");
    diags
        .error(codes.example, id ? id->at : row.at,
               "this example is no admitted request: " + over.of->path + " refuses it by " + in_quotes(check->id))
        .hint("change `with:`, or the example that it starts from")
        .note(check->at, "the check is here");
    return std::nullopt;
  }
  return slots;
}

std::string Spelling::value(const guard::Symbol& name) const {
  bool own =
      std::any_of(over_.params.begin(), over_.params.end(), [&](const Param& each) { return each.symbol == &name; });
  return own ? std::string(name.name) : base_.value(name);
}

std::string Spelling::row(const guard::Enum& of, const guard::Enum::Row& row) const {
  return descriptor::symbol_name(spec_, descriptor::owner(spec_, of), row.name, target_);
}

// A let of the descriptor is printed again, since it must take this spec's parameters too to be called alike; its name
// says whose it is, so that argument-dependent lookup cannot take the descriptor's own function for it.
std::string Spelling::let(const guard::Symbol& let) const {
  bool own = std::any_of(over_.lets.begin(), over_.lets.end(), [&](const Let& each) { return each.symbol == &let; });
  std::string name = (own ? "" : "request_") + std::string(let.name);
  return target_ == descriptor::Target::kCpp ? name : descriptor::c_prefix(spec_) + "let_" + name;
}

std::string Spelling::column(const guard::Enum& of, const guard::Enum::Column& column) const {
  return descriptor::column_name(spec_, descriptor::owner(spec_, of), column.name, target_);
}

std::string Spelling::enum_class(const guard::Enum& of) const {
  if (target_ != descriptor::Target::kCpp || of.flags) return {};
  return descriptor::type_name(spec_, descriptor::owner(spec_, of), target_);
}

guard::PrintOptions print_options(const Spec& spec, const Over& over, descriptor::Target target) {
  bool cpp = target == descriptor::Target::kCpp;
  std::string type = descriptor::type_name(*over.spec, *over.of, target);
  guard::PrintOptions options;
  options.parameters =
      cpp ? "const " + descriptor::cpp_namespace(*over.spec) + "::" + type + "& d" : "const " + type + "* d";
  options.arguments = descriptor::arguments(*over.of);
  auto add = [&](const std::string& of_type, std::string_view name) {
    options.parameters += ", " + of_type + " " + std::string(name);
  };
  for (const descriptor::Param& param : over.of->params) {
    add(param.is_bool ? "bool"
        : param.of    ? descriptor::type_name(spec, *param.of, target)
                      : descriptor::type_name(param.storage, target),
        param.name);
  }
  for (const Param& param : over.params) {
    add(descriptor::type_name(param.storage, target), param.name);
    options.arguments += ", " + std::string(param.name);
  }
  options.prefix = cpp ? "" : descriptor::c_prefix(spec);
  return options;
}

}  // namespace npuspec::over
