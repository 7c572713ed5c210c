#include "fence/attribution.h"

#include <string_view>
#include <unordered_map>
#include <utility>

namespace npuspec::fence {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What stands before a suffix: # in it is a number, @ the rest once more. More than one answer where digits are many.
std::vector<std::string_view> heads(std::string_view name, std::string_view suffix) {
  constexpr std::size_t kMostDigits = 4;
  std::vector<std::string_view> out = {name};
  for (auto c = suffix.rbegin(); c != suffix.rend(); ++c) {
    std::vector<std::string_view> next;
    for (std::string_view head : out) {
      if (*c == '#') {
        for (std::size_t k = 0; k < kMostDigits && !head.empty() && is_digit(head.back()); ++k) {
          head.remove_suffix(1);
          next.push_back(head);
        }
      } else if (*c == '@') {
        const std::size_t half = head.size() / 2;
        if (head.substr(0, half) == head.substr(half)) next.push_back(head.substr(half));
      } else if (head.ends_with(*c)) {
        next.push_back(head.substr(0, head.size() - 1));
      }
    }
    out = std::move(next);
  }
  return out;
}

using Names = std::unordered_map<std::string_view, std::vector<std::uint32_t>>;

class Matcher {
 public:
  explicit Matcher(std::span<const OperatorIdentity> operators) : operators_(operators) {
    for (std::uint32_t i = 0; i < operators.size(); ++i) {
      by_output_[operators[i].output_tensor_name].push_back(i);
      by_input_[operators[i].input_tensor_name].push_back(i);
    }
  }

  Attribution match(const CostRow& row) const {
    if (row.name.empty()) return {std::nullopt, "it has no name"};
    if (row.is_unknown()) return {std::nullopt, "Vela does not know which operator it comes from"};
    std::string conflict;
    if (const auto found = by_output_.find(row.name); found != by_output_.end()) {
      if (found->second.size() > 1) return shared(row.name, found->second);
      const std::uint32_t op = found->second.front();
      if (!types_conflict(row.source_operator, operators_[op])) return {op, {}};
      conflict = "it is of " + row.source_operator + ", and operator " + std::to_string(op) + " of that name is " +
                 operators_[op].opcode;
    }
    Attribution lowered = by_suffix(row);
    if (!lowered.op.has_value() && !conflict.empty()) return {std::nullopt, conflict};
    return lowered;
  }

 private:
  static Attribution shared(std::string_view name, const std::vector<std::uint32_t>& by) {
    return {std::nullopt,
            "operators " + std::to_string(by[0]) + " and " + std::to_string(by[1]) + " are both called " + quote(name)};
  }

  Attribution by_suffix(const CostRow& row) const {
    const auto type = builtin_named(row.source_operator);
    std::string_view suffixes = type.has_value() ? tflite::lowered(*type) : "-";
    Attribution out{std::nullopt, "no operator has its name, nor one of its type with a known suffix"};
    if (suffixes == "-") return out;
    while (!suffixes.empty()) {
      const std::size_t end = std::min(suffixes.find(' '), suffixes.size());
      std::string_view suffix = suffixes.substr(0, end);
      suffixes.remove_prefix(std::min(end + 1, suffixes.size()));
      const bool of_input = suffix.starts_with('<');
      if (of_input) suffix.remove_prefix(1);
      for (std::string_view head : heads(row.name, suffix)) {
        if (!add(row, head, of_input, out)) return out;
      }
    }
    return out;
  }

  // Adds the operator of that name and type, if there is one; false where it cannot be told which one is meant.
  bool add(const CostRow& row, std::string_view head, bool of_input, Attribution& out) const {
    const Names& names = of_input ? by_input_ : by_output_;
    const auto found = head.empty() ? names.end() : names.find(head);
    if (found == names.end()) return true;
    if (!of_input && found->second.size() > 1) {
      out = shared(head, found->second);
      return false;
    }
    for (std::uint32_t op : found->second) {
      if (!types_agree(row.source_operator, operators_[op])) continue;
      if (out.op.has_value() && *out.op != op) {
        out = {std::nullopt, "it may be of operator " + std::to_string(*out.op) + " or " + std::to_string(op)};
        return false;
      }
      out = {op, {}};
    }
    return true;
  }

  std::span<const OperatorIdentity> operators_;
  Names by_output_;
  Names by_input_;
};

}  // namespace

std::vector<Attribution> attribute(const Costs& costs, std::span<const OperatorIdentity> operators,
                                   const DebugDatabase* database, const Model* model) {
  std::vector<std::optional<std::uint32_t>> told(costs.rows.size());
  if (database != nullptr) told = attribute(*database, costs, model, operators);
  const Matcher matcher(operators);
  std::vector<Attribution> out;
  for (std::size_t i = 0; i < costs.rows.size(); ++i) {
    out.push_back(told[i].has_value() ? Attribution{told[i], {}} : matcher.match(costs.rows[i]));
  }
  return out;
}

}  // namespace npuspec::fence
