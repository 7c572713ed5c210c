#include "guard/random_guard.h"

#include <algorithm>

namespace npuspec::guard {
namespace {

using Texts = std::vector<std::string>;

// Puts texts for $1, $2, $3.
std::string filled(std::string form, const Texts& parts) {
  std::string all;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '$') {
      all += parts[static_cast<std::size_t>(form[++i] - '1')];
    } else {
      all += form[i];
    }
  }
  return all;
}

}  // namespace

Int random_value(Dice& dice, Int lo, Int hi) {
  auto power = [](std::size_t n) { return Int{1} << static_cast<int>(n); };
  Int value = 0;
  switch (dice.below(6)) {
    case 0:
      value = static_cast<Int>(dice.below(8));
      break;
    case 1:
      value = power(dice.below(64)) + static_cast<Int>(dice.below(3)) - 1;
      break;
    case 2:
      value = lo + static_cast<Int>(dice.below(2));
      break;
    case 3:
      value = hi - static_cast<Int>(dice.below(2));
      break;
    case 4:
      value = static_cast<Int>(dice.next() >> dice.below(64));
      break;
    default:
      value = static_cast<Int>(dice.below(70));
      break;
  }
  if (lo < 0 && dice.one_in(2)) value = -value;
  return std::clamp(value, lo, hi);
}

// An index of whatever is around: a variable, a symbol, a number.
std::string RandomGuard::with_index(std::string text) {
  std::size_t at = text.find("AXIS");
  if (at != std::string::npos) {
    std::string axis = !rows_.empty() && !dice_.one_in(4) ? dice_.pick(rows_) : dice_.pick(Texts{"D", "H", "W", "C"});
    text.replace(at, 4, axis);
  }
  at = text.find("INDEX");
  if (at != std::string::npos) {
    std::string index = !indexes_.empty() && !dice_.one_in(4) ? dice_.pick(indexes_) : std::to_string(dice_.below(6));
    text.replace(at, 5, index);
  }
  return text;
}

std::string RandomGuard::leaf() {
  if (!number_lets.empty() && dice_.one_in(5)) return with_index(dice_.pick(number_lets));
  if (!let_variables.empty() && dice_.one_in(3)) return dice_.pick(let_variables);
  if (!indexes_.empty() && dice_.one_in(4)) return dice_.pick(indexes_);
  return with_index(dice_.pick(Texts{"a",
                                     "b",
                                     "p",
                                     "q",
                                     "t",
                                     "h",
                                     "n",
                                     "rank",
                                     "multiplier",
                                     "sizes[INDEX]",
                                     "strides[INDEX]",
                                     "tile_axes[AXIS]",
                                     "tile_shape[AXIS]",
                                     "tasks[2].number",
                                     "first.start",
                                     "multiplier.exponent",
                                     "multiplier.mantissa",
                                     "dtype.bytes",
                                     "code.value",
                                     "dtype.value",
                                     "threshold",
                                     "0",
                                     "1",
                                     "2",
                                     "7",
                                     "16",
                                     "4 GiB",
                                     "0xFFFFFFFFFFFFFFFF",
                                     "0x7FFFFFFFFFFFFFFF",
                                     "0x8000000000000000",
                                     "len(sizes)",
                                     "(if tile_axes[AXIS] in 0..5 then sizes[2] else 1)"}));
}

std::string RandomGuard::number(int depth) {
  if (depth <= 0 || dice_.one_in(6)) return leaf();
  if (dice_.one_in(7)) return loop_number(depth - 1);
  Texts parts = {number(depth - 1), number(depth - 1), number(depth - 2)};
  const Texts kForms = {"$1 + $2",
                        "($1 + $2)",
                        "($1 - $2)",
                        "($1 * $2)",
                        "($1 - $2)",
                        "($1 * $2)",
                        "min($1, $2)",
                        "max($1, $2)",
                        "-($1)",
                        "($1) / max(1, $3)",
                        "max(0, $1) / max(1, $3)",
                        "max(0, $1) % 7",
                        "($1) % max(1, $3)",
                        "ceil_div(max(0, $1), max(1, rank))",
                        "align_up(max(0, $1), 16)",
                        "align_up(max(0, $1), max(1, min(h, $3)))",
                        "pow2(min(max($3, 0), 63))",
                        "(if a > b then $1 else $2)",
                        "(if $3 >= 0 then $3 else -($3))"};
  std::string text = "(" + filled(dice_.pick(kForms), parts) + ")";
  if (dice_.one_in(8)) text = "(if " + condition(depth - 1) + " then " + parts[0] + " else " + parts[1] + ")";
  return text;
}

std::string RandomGuard::loop_number(int depth) {
  std::string v = "v" + std::to_string(variables_++);
  bool rows = dice_.one_in(3);
  std::string domain = rows ? "tile_axis" : dice_.pick(Texts{"0..<6", "0..<rank", "0..5", "1..3", "-2..2", "rank..<6"});
  std::string word = dice_.pick(Texts{"sum", "prod", "sum", "count"});
  (rows ? rows_ : domain == "-2..2" ? let_variables : indexes_).push_back(v);
  std::string body = word == "count" ? condition(depth) : number(depth);
  if (word == "prod" && dice_.one_in(2)) body = "max(0, " + body + ")";
  std::string text = word + "(" + body + " for " + v + " in " + domain;
  if (dice_.one_in(3)) text += " if " + condition(depth - 1);
  (rows ? rows_ : domain == "-2..2" ? let_variables : indexes_).pop_back();
  return text + ")";
}

std::string RandomGuard::loop_condition(int depth) {
  std::string v = "v" + std::to_string(variables_++);
  bool rows = dice_.one_in(3);
  std::string domain = rows ? "tile_axis" : dice_.pick(Texts{"0..<6", "0..<rank", "rank..<6", "0..5", "2..4"});
  (rows ? rows_ : indexes_).push_back(v);
  std::string text = dice_.pick(Texts{"all", "any"}) + "(" + condition(depth) + " for " + v + " in " + domain;
  if (dice_.one_in(3)) text += " if " + condition(depth - 1);
  (rows ? rows_ : indexes_).pop_back();
  return text + ")";
}

std::string RandomGuard::condition(int depth) {
  if (depth > 0 && dice_.one_in(8)) return loop_condition(depth - 1);
  if (!condition_lets.empty() && dice_.one_in(8)) return with_index(dice_.pick(condition_lets));
  if (depth > 0 && dice_.one_in(2)) {
    Texts parts = {condition(depth - 1), condition(depth - 1), condition(depth - 2)};
    return filled(
        dice_.pick(Texts{"($1 and $2)", "($1 or $2)", "($1 and $2 and $3)", "not ($1)", "(if $1 then $2 else $3)"}),
        parts);
  }
  if (dice_.one_in(5)) {
    return with_index(dice_.pick(Texts{"bound",
                                       "not bound",
                                       "known(dtype)",
                                       "known(flags)",
                                       "known(code)",
                                       "PC in flags",
                                       "flags == {PC, PINGPONG}",
                                       "flags != {}",
                                       "NONBLOCK in flags",
                                       "dtype == FP16",
                                       "dtype != FP32",
                                       "dtype in {FP16, BF16}",
                                       "dtype in HALVES",
                                       "dtype in dtype",
                                       "dtype not in HALVES",
                                       "code == CUSTOM",
                                       "code.copied",
                                       "code.of == dtype",
                                       "code.of == BF16",
                                       "dtype.exact",
                                       "bit(a, 63)",
                                       "bit(multiplier, rank % 32)",
                                       "is_pow2(a)",
                                       "is_pow2(t)",
                                       "a in sizes",
                                       "code in {ADD, CUSTOM}",
                                       "any(x == 3 for x in sizes)",
                                       "all(x.number >= x.start for x in tasks)",
                                       "tile_axes[AXIS] >= 0",
                                       "sizes[INDEX] > 1",
                                       "tile_axes[AXIS] == -1"}));
  }
  Texts parts = {number(depth), number(depth), number(depth - 1)};
  return filled(
      dice_.pick(Texts{"$1 < $2", "$1 <= $2", "$1 == $2", "$1 != $2", "$1 >= $2", "$1 > $2", "$1 < $2", "$1 <= $2 < $3",
                       "$1 > $2 >= $3", "$1 in $2..$3", "$1 in $2..<$3", "$1 not in {$2, $3}", "$1 in {0, 1, 2, $3}",
                       "$1 in 1..6", "$1 in 0..<4 GiB", "$1 >= 0", "$1 in -1..5"}),
      parts);
}

}  // namespace npuspec::guard
