#include "front/kinds/descriptor/parts.h"

#include <algorithm>
#include <utility>

#include "front/kinds/rows.h"

namespace npuspec::descriptor {

Int int_of(const Number& number) {
  Int magnitude = number.magnitude;
  return number.negative ? -magnitude : magnitude;
}

std::optional<Int> int_of(const Node* scalar) {
  auto number = number_of(scalar);
  return number ? std::optional<Int>(int_of(*number)) : std::nullopt;
}

std::optional<Interval> interval_of(const Node* scalar) {
  if (!scalar || !scalar->is_scalar() || scalar->broken) return std::nullopt;
  auto range = parse_range(scalar->text);
  if (!range) return std::nullopt;
  return Interval{int_of(range->lo), int_of(range->hi)};
}

std::optional<Int> in_unit(const Number& number, std::string_view unit) {
  if (number.dimension != Dimension::kTime) return int_of(number);
  std::optional<guard::Unit> counts = guard::unit_named(unit);
  if (!counts || int_of(number) % guard::nanoseconds(*counts) != 0) return std::nullopt;
  return int_of(number) / guard::nanoseconds(*counts);
}

UnitFault unit_fault(std::string_view what, std::string_view unit) {
  bool timed = guard::unit_named(unit).has_value();
  return {in_quotes(what) + (timed ? " counts whole " + std::string(unit) : " holds no time"),
          timed ? "write a whole number of " + std::string(unit) : "write a number without a unit of time"};
}

Age age_of(const Node& row) {
  return {row.text_at("since"), row.text_at("deprecated"), row.text_at("removed"), row.text_at("formerly")};
}

bool is_true(const Node* scalar) { return scalar && scalar->is_scalar() && scalar->text == "true"; }

std::string braced(Interval in) { return guard::to_string(in.lo) + ".." + guard::to_string(in.hi); }

bool was_refused(const Builder& build, std::string_view section, std::string_view name) {
  const Node* rows = build.spec.root->find(section);
  return rows && (rows->broken || !rows->is_map() || rows->find(name));
}

bool is_told(const Builder& build, Place at) {
  const std::vector<Diag>& list = build.diags.list();
  return std::any_of(list.begin(), list.end(), [&](const Diag& each) { return each.at == at; });
}

void suggest(Diag& diag, std::string_view word, const std::vector<std::string_view>& known) {
  constexpr std::size_t kMost = 12;
  std::string_view near = nearest(word, known);
  if (!near.empty()) {
    diag.hint("did you mean '" + std::string(near) + "'?");
    return;
  }
  std::string list;
  for (std::size_t i = 0; i < known.size() && i < kMost; ++i) {
    list += (i == 0 ? "" : ", ") + ("'" + std::string(known[i]) + "'");
  }
  if (known.size() > kMost) list += " and " + std::to_string(known.size() - kMost) + " more";
  diag.hint(known.empty() ? "there is none to choose from" : "there is " + list);
}

std::optional<Int> fitting(Builder& build, const Node* scalar, Storage storage, std::string_view what) {
  auto value = int_of(scalar);
  return value ? fitting(build, *scalar, *value, storage, what) : std::nullopt;
}

std::optional<Int> fitting(Builder& build, const Node& scalar, Int value, Storage storage, std::string_view what) {
  if (value >= lowest(storage) && value <= highest(storage)) return value;
  build.diags
      .error(Code::D002, scalar.at,
             std::string(what) + " " + std::string(scalar.text) + " does not fit " + std::string(spelling(storage)))
      .span(scalar.text.size())
      .hint(std::string(spelling(storage)) + " holds " + braced({lowest(storage), highest(storage)}));
  return std::nullopt;
}

void Names::add(std::string_view name, Place at) {
  std::string fold = schema::fold_name(name);
  const Taken* other = nullptr;
  if (others_ != nullptr) {
    auto found = others_->taken_.find(fold);
    if (found != others_->taken_.end()) other = &found->second;
  }
  auto [taken, fresh] = taken_.try_emplace(std::move(fold), Taken{name, at});
  if (fresh && !other) return;
  const Taken& first = other ? *other : taken->second;
  std::string message =
      first.name == name
          ? "'" + std::string(name) + "' is there twice among the " + std::string(where_)
          : "'" + std::string(name) + "' and '" + std::string(first.name) + "' would meet in generated code";
  diags_.error(Code::D010, at, message)
      .span(name.size())
      .hint("rename one of them")
      .note(first.at, "the other is here");
}

}  // namespace npuspec::descriptor
