#include "front/guard/expr.h"

#include <algorithm>

namespace npuspec::guard {

std::string to_string(Int value) {
  if (value >= kI64Min && value <= kI64Max) return std::to_string(static_cast<std::int64_t>(value));
  std::string digits;
  bool negative = value < 0;
  for (; value != 0; value /= 10) {
    int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (negative ? -digit : digit));
  }
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string_view spelling(Relation relation) {
  constexpr std::string_view kSpellings[] = {"==", "!=", "<", "<=", ">", ">="};
  return kSpellings[static_cast<std::size_t>(relation)];
}

Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::kLess:
      return Relation::kGreater;
    case Relation::kLessEqual:
      return Relation::kGreaterEqual;
    case Relation::kGreater:
      return Relation::kLess;
    case Relation::kGreaterEqual:
      return Relation::kLessEqual;
    default:
      return relation;
  }
}

Relation opposite(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return Relation::kUnequal;
    case Relation::kUnequal:
      return Relation::kEqual;
    case Relation::kLess:
      return Relation::kGreaterEqual;
    case Relation::kLessEqual:
      return Relation::kGreater;
    case Relation::kGreater:
      return Relation::kLessEqual;
    case Relation::kGreaterEqual:
      return Relation::kLess;
  }
  return relation;
}

namespace {

// How tightly a node binds, as the grammar nests: an argument that binds less than its place asks for parentheses.
enum Level : int { kWhole, kJunction, kTest, kSum, kProduct, kUnary, kPostfix };

Level level_of(const Expr& e) {
  switch (e.op) {
    case Op::kIf:
      return kWhole;
    case Op::kAnd:
    case Op::kOr:
      return kJunction;
    case Op::kNot:
    case Op::kCompare:
    case Op::kIn:
      return kTest;
    case Op::kAdd:
    case Op::kSubtract:
      return kSum;
    case Op::kMultiply:
    case Op::kDivide:
    case Op::kRemainder:
      return kProduct;
    case Op::kNegate:
      return kUnary;
    default:
      return kPostfix;
  }
}

class Writer {
 public:
  explicit Writer(bool as_written) : as_written_(as_written) {}

  std::string text;

  void write(const Expr& e, Level at_least) {
    bool parentheses = level_of(e) < at_least;
    if (parentheses) text += '(';
    write_bare(e);
    if (parentheses) text += ')';
  }

 private:
  void write_bare(const Expr& e) {
    switch (e.op) {
      case Op::kInt:
        text += as_written_ ? std::string(e.text) : to_string(e.value) + (e.is_time ? " ns" : "");
        break;
      case Op::kBool:
        text += e.value != 0 ? "true" : "false";
        break;
      case Op::kString:
        put('"', e.name, '"');
        break;
      case Op::kName:
        text += e.name;
        break;
      case Op::kMember:
        write(*e.args[0], kPostfix);
        put('.', e.name);
        break;
      case Op::kIndex:
        write(*e.args[0], kPostfix);
        text += '[';
        join(e.args.subspan(1), ", ", kSum);
        text += ']';
        break;
      case Op::kCall:
        put(e.name, '(');
        join(e.args, ", ", kWhole);
        text += ')';
        break;
      case Op::kLoop:
        write_loop(e);
        break;
      case Op::kNegate:
        text += '-';
        write(*e.args[0], kPostfix);
        break;
      case Op::kAdd:
        write_binary(e, " + ", kSum);
        break;
      case Op::kSubtract:
        write_binary(e, " - ", kSum);
        break;
      case Op::kMultiply:
        write_binary(e, " * ", kProduct);
        break;
      case Op::kDivide:
        write_binary(e, " / ", kProduct);
        break;
      case Op::kRemainder:
        write_binary(e, " % ", kProduct);
        break;
      case Op::kCompare:
        write(*e.args[0], kSum);
        for (std::size_t i = 0; i < e.relations.size(); ++i) {
          put(' ', spelling(e.relations[i]), ' ');
          write(*e.args[i + 1], kSum);
        }
        break;
      case Op::kIn:
        write_in(e, " in ");
        break;
      case Op::kNot:
        if (e.args[0]->op == Op::kIn) {
          write_in(*e.args[0], " not in ");
        } else {
          text += "not ";
          write(*e.args[0], kPostfix);
        }
        break;
      case Op::kAnd:
        join(e.args, " and ", kTest);
        break;
      case Op::kOr:
        join(e.args, " or ", kTest);
        break;
      case Op::kIf:
        text += "if ";
        write(*e.args[0], kJunction);
        text += " then ";
        write(*e.args[1], kJunction);
        text += " else ";
        write(*e.args[2], kWhole);
        break;
      case Op::kSet:
        text += '{';
        join(e.args, ", ", kSum);
        text += '}';
        break;
      case Op::kRange:
        write(*e.args[0], kSum);
        text += e.open ? "..<" : "..";
        write(*e.args[1], kSum);
        break;
    }
  }

  void write_loop(const Expr& e) {
    put(e.name, '(');
    write(*e.args[0], kWhole);
    put(" for ", e.variable, " in ");
    write(*e.args[1], kSum);
    if (e.args.size() > 2) {
      text += " if ";
      write(*e.args[2], kWhole);
    }
    text += ')';
  }

  void write_in(const Expr& in, std::string_view word) {
    write(*in.args[0], kSum);
    text += word;
    write(*in.args[1], kSum);
  }

  // These join from the left: an equal on the right needs parentheses.
  void write_binary(const Expr& e, std::string_view sign, Level level) {
    write(*e.args[0], level);
    text += sign;
    write(*e.args[1], static_cast<Level>(level + 1));
  }

  void join(std::span<const Expr* const> parts, std::string_view sign, Level at_least) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i != 0) text += sign;
      write(*parts[i], at_least);
    }
  }

  template <class... Parts>
  void put(const Parts&... parts) {
    (append(parts), ...);
  }
  void append(std::string_view part) { text += part; }
  void append(char part) { text += part; }

  bool as_written_;
};

}  // namespace

std::string canonical(const Expr& expr) {
  Writer writer(false);
  writer.write(expr, kWhole);
  return std::move(writer.text);
}

std::string tidy(const Expr& expr) {
  Writer writer(true);
  writer.write(expr, kWhole);
  return std::move(writer.text);
}

bool equal(const Expr& a, const Expr& b) {
  if (a.op != b.op || a.is_time != b.is_time || a.open != b.open || a.value != b.value || a.name != b.name ||
      a.variable != b.variable) {
    return false;
  }
  if (a.args.size() != b.args.size() || !std::ranges::equal(a.relations, b.relations)) return false;
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    if (!equal(*a.args[i], *b.args[i])) return false;
  }
  return true;
}

}  // namespace npuspec::guard
