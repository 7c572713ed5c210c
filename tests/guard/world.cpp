#include "guard/world.h"

namespace npuspec::guard {

World::World() : scope(arena), task(arena, "task", true), checker(filled(), arena, diags) {
  slots.resize(scope.slots());
}

Scope& World::filled() {
  Enum& dtype = enums.emplace_back();
  dtype.name = "dtype";
  dtype.storage = Storage::kU8;
  dtype.rows = {{"FP32", 0}, {"FP16", 1}, {"BF16", 2}};
  dtype.columns = {{"bytes", Type::integer(Storage::kU64), {4, 2, 2}, {}}, {"exact", Type::boolean(), {1, 0, 0}, {}}};
  Enum& axis = enums.emplace_back();
  axis.name = "tile_axis";
  axis.rows = {{"D", 0}, {"H", 1}, {"W", 2}, {"C", 3}};
  Enum& job = enums.emplace_back();
  job.name = "job";
  job.flags = true;
  job.rows = {{"PC", 1}, {"NONBLOCK", 2}, {"PINGPONG", 4}};
  Enum& code = enums.emplace_back();
  code.name = "code";
  code.storage = Storage::kI32;
  code.open = true;
  code.rows = {{"ADD", 0}, {"CUSTOM", 32}};
  code.columns = {{"copied", Type::boolean(), {1, 0}, 0}, {"of", Type::row_of(dtype), {0, 2}, 1}};
  for (const Enum& each : enums) scope.add_enum(each);

  Symbol* rank = scope.add_value("rank", Type::integer(Storage::kU8));
  scope.add_value("dtype", Type::row_of(dtype))->unknown = true;
  scope.add_value("code", Type::row_of(code));
  scope.add_value("flags", Type::row_of(job))->unknown = true;
  scope.add_value("bound", Type::boolean());
  Symbol* multiplier = scope.add_value("multiplier", Type::integer(Storage::kU32));
  static constexpr Symbol::Bits kBits[] = {{"mantissa", 0, 22}, {"exponent", 23, 30}};
  multiplier->bits = kBits;
  scope.add_value("sizes", Type::integer(Storage::kU64), {.count = 6, .live = rank});
  scope.add_value("strides", Type::integer(Storage::kI64), {.count = 6, .live = rank});
  scope.add_value("tile_axes", Type::integer(Storage::kI32), {.count = 4, .index = &axis});
  scope.add_value("tile_shape", Type::integer(Storage::kU64), {.count = 4, .index = &axis});
  scope.add_value("a", Type::integer(Storage::kU64));
  scope.add_value("b", Type::integer(Storage::kU64));
  scope.add_value("p", Type::integer(Storage::kI64));
  scope.add_value("q", Type::integer(Storage::kI64));
  scope.add_value("t", Type::integer(Storage::kI32));
  scope.add_value("h", Type::integer(Storage::kU16));
  scope.add_value("n", Type::integer(Storage::kI8));
  task.members.add_value("start", Type::integer(Storage::kU32));
  task.members.add_value("number", Type::integer(Storage::kU32));
  scope.add_value("tasks", Type::record_of(task), {.count = 5});
  scope.add_value("first", Type::record_of(task));
  scope.add_number("threshold", 128);
  static constexpr Int kHalves[] = {1, 2};
  scope.add_set("HALVES", dtype, kHalves);
  return scope;
}

const Expr* World::parse_text(std::string_view text) {
  texts_.emplace_back(text);
  return parse(texts_.back(), arena, at, diags);
}

const Typed* World::check(std::string_view text) {
  const Expr* expr = parse_text(text);
  return expr ? checker.condition(*expr, at) : nullptr;
}

const Typed* World::value(std::string_view text) {
  const Expr* expr = parse_text(text);
  return expr ? checker.value(*expr, at) : nullptr;
}

bool World::hold(std::string_view text) {
  const Typed* guard = check(text);
  if (guard) checker.hold(*guard);
  return guard != nullptr;
}

void World::let(std::string_view key, std::string_view body) {
  texts_.emplace_back(key);
  std::optional<Target> target = parse_target(texts_.back(), arena, at, diags);
  const Expr* expr = parse_text(body);
  if (target && expr) scope.add_let(*target, *expr, at, at);
}

void World::set(std::string_view name, Int value, std::size_t index) {
  slots.resize(scope.slots());
  slots.at(scope.find(name)->slot + index) = value;
}

Result World::run(const Typed& guard) {
  slots.resize(scope.slots());
  interpreter.start({slots, nullptr});
  return interpreter.run(guard);
}

std::string World::messages() {
  std::string all;
  for (const Diag& diag : diags.list()) {
    all += std::to_string(diag.at.col) + ": " + std::string(name(diag.code)) + " " + diag.message;
    all += " [" + (diag.help.empty() ? "NO WAY OUT IS TOLD" : diag.help) + "]";
    all += "\n";
  }
  return all;
}

}  // namespace npuspec::guard
