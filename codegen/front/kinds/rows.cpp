#include "front/kinds/rows.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace npuspec {

std::string near_or(std::string_view word, const std::vector<std::string_view>& known, std::string otherwise) {
  std::string_view near = nearest(word, known);
  return near.empty() ? std::move(otherwise) : "did you mean " + in_quotes(near) + "?";
}

std::optional<Number> number_of(const Node* scalar) {
  if (!scalar || !scalar->is_scalar() || scalar->broken || scalar->quoted) return std::nullopt;
  return parse_number(scalar->text);
}

std::optional<std::int64_t> integer_of(const Node* scalar) {
  std::optional<Number> number = number_of(scalar);
  return number ? number->as_i64() : std::nullopt;
}

std::optional<bool> truth_of(const Node& scalar) {
  if (scalar.quoted || (scalar.text != "true" && scalar.text != "false")) return std::nullopt;
  return scalar.text == "true";
}

std::string unquoted_or(const Node& scalar, std::string otherwise) {
  bool in_vain = scalar.quoted && (scalar.text == "true" || scalar.text == "false" || parse_number(scalar.text));
  return in_vain ? "take the quotes away: what is in quotes is a text" : std::move(otherwise);
}

std::optional<WholeRange> whole_range(std::string_view text, NumberFault* fault) {
  std::optional<Range> range = parse_range(text, fault);
  if (!range) return std::nullopt;
  auto end = [](const Number& number) { return number.as_i64().value_or(std::numeric_limits<std::int64_t>::max()); };
  return WholeRange{end(range->lo), end(range->hi), range->lo.dimension};
}

std::optional<std::int64_t> RowReader::whole(const Node* node, std::int64_t least, std::int64_t most,
                                             std::string_view what) const {
  if (!node || !node->is_scalar() || node->broken) return std::nullopt;
  NumberFault fault;
  if (!number_of(node)) {
    parse_number(node->text, &fault);
    std::string message = node->quoted ? in_quotes(node->text) + " in quotes is no number" : fault.message;
    diags_.error(codes_.misfit, node->at, std::move(message))
        .span(node->text.size())
        .hint(unquoted_or(*node, node->quoted ? "write a number" : fault.help));
    return std::nullopt;
  }
  std::optional<std::int64_t> value = integer_of(node);
  if (value && *value >= least && *value <= most) return value;
  std::string message = std::string(what) + " must be from " + std::to_string(least) + " to " + std::to_string(most);
  diags_.error(codes_.misfit, node->at, std::move(message))
      .span(node->text.size())
      .hint("choose a number in that range");
  return std::nullopt;
}

void RowReader::unknown(const Node& name, std::string_view what, const std::vector<std::string_view>& known) const {
  unknown_at(name.at, name.text, what, known);
}

void RowReader::unknown(const Entry& key, std::string_view what, const std::vector<std::string_view>& known) const {
  unknown_at(key.key_at, key.key, what, known);
}

void RowReader::unknown_at(Place at, std::string_view name, std::string_view what,
                           const std::vector<std::string_view>& known) const {
  std::string help;
  std::string_view near = nearest(name, known);
  if (!near.empty()) {
    help = "did you mean '" + std::string(near) + "'?";
  } else {
    for (std::string_view one : known) help += (help.empty() ? "known are " : ", ") + std::string(one);
    if (help.empty()) help = "this spec declares none";
  }
  diags_.error(codes_.unknown, at, "there is no " + std::string(what) + " '" + std::string(name) + "'")
      .span(std::max<std::size_t>(name.size(), 1))
      .hint(std::move(help));
}

void RowReader::twice(const Node& name) const {
  diags_.error(codes_.twice, name.at, "'" + std::string(name.text) + "' stands here twice")
      .span(std::max<std::size_t>(name.text.size(), 1))
      .hint("take one away");
}

}  // namespace npuspec
