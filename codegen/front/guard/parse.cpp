#include "front/guard/parse.h"

#include <algorithm>
#include <string>
#include <vector>

#include "front/guard/lex.h"
#include "front/number.h"

namespace npuspec::guard {
namespace {

using Kind = Token::Kind;

// After the first error the parser stands at the end of the text, so that every loop ends and nothing more is said.
class Parser {
 public:
  Parser(std::string_view guard, Arena& arena, const At& at, Diags& diags)
      : guard_(guard), arena_(arena), at_(at), diags_(diags) {
    if (guard.size() > limits::kGuardBytes) {
      too_long(0, std::to_string(limits::kGuardBytes) + " bytes");
    } else {
      take();
    }
  }

  const Expr* whole_guard() {
    const Expr* e = expr();
    expect_end();
    return failed_ ? nullptr : e;
  }

  const Expr* whole_domain() {
    const Expr* e = domain();
    expect_end();
    return failed_ ? nullptr : e;
  }

  std::optional<Target> whole_target() {
    Target target;
    std::vector<Target::Index> indexes;
    target.name = name("a name");
    if (token_.is("[")) {
      do {
        take();
        Target::Index index{.name = {}, .at = token_.at, .domain = nullptr};
        index.name = name("an index");
        expect("in", "an index has a domain: [a in tile_axis]");
        index.domain = domain();
        indexes.push_back(index);
      } while (token_.is(","));
      expect("]", "");
    }
    expect_end();
    if (failed_) return std::nullopt;
    target.indexes = arena_.copy(std::span<const Target::Index>(indexes));
    return target;
  }

 private:
  // Tokens

  Token take() {
    Token taken = token_;
    end_ = taken.end();
    token_ = failed_ ? Token{.kind = Kind::kEnd, .at = static_cast<std::uint32_t>(guard_.size()), .text = {}}
                     : next_token(guard_, end_);
    if (token_.kind == Kind::kBad) {
      std::string_view bad = token_.text;
      std::string help = advice_for(bad);
      std::string what = bad == "\"" ? "a text without its end" : "unexpected `" + std::string(bad) + "`";
      fail(Code::G001, token_, what).hint(std::move(help));
    }
    return taken;
  }

  Diag& fail(Code code, const Token& token, std::string message) {
    return fail(code, token.at, std::max<std::size_t>(token.text.size(), 1), std::move(message));
  }

  // Only the first is kept.
  Diag& fail(Code code, std::size_t offset, std::size_t width, std::string message) {
    token_ = {.kind = Kind::kEnd, .at = static_cast<std::uint32_t>(guard_.size()), .text = {}};
    if (failed_) return unheard_ = {};
    failed_ = true;
    return diags_.error(code, at_.place(offset), std::move(message)).span(width);
  }

  std::string found() const {
    return token_.kind == Kind::kEnd ? "the guard ends" : "found `" + std::string(token_.text) + "`";
  }

  void expect(std::string_view sign, std::string_view help) {
    if (token_.is(sign)) {
      take();
      return;
    }
    fail(Code::G003, token_, "expected `" + std::string(sign) + "`, " + found())
        .hint(help.empty() ? "put `" + std::string(sign) + "` here, or take away what comes before"
                           : std::string(help));
  }

  void expect_end() {
    if (token_.kind == Kind::kEnd) return;
    if (at_comparison()) {
      fail(Code::G005, token_, "comparisons do not chain this way")
          .hint("only `<` and `<=` chain, or only `>` and `>=`; join others with `and`, or set parentheses");
      return;
    }
    std::string help;
    if (token_.is(",")) help = "a comma stands between arguments, indexes and members only";
    if (token_.is("..") || token_.is("..<")) help = "a range stands after `in` only: x in 1..6";
    if (token_.is("if")) help = "write if .. then .. else ..";
    if (help.empty() && token_.kind == Kind::kName) help = other_spelling(token_.text);
    if (help.empty()) help = "join two conditions with `and` or `or`, or take this away";
    fail(Code::G003, token_, "unexpected `" + std::string(token_.text) + "`").hint(std::move(help));
  }

  static std::string other_spelling(std::string_view word) {
    if (word == "AND" || word == "And") return "write `and`";
    if (word == "OR" || word == "Or") return "write `or`";
    if (word == "mod") return "write `%`";
    if (word == "is" || word == "eq") return "write `==`";
    if (word == "xor") return "write != between two conditions in parentheses";
    return {};
  }

  // A name of the spec's: in an expression, after a dot, for a variable.
  std::string_view name(std::string_view what) {
    if (token_.kind != Kind::kName) {
      fail(Code::G003, token_, "expected " + std::string(what) + ", " + found())
          .hint(what == "a value" ? "write a name, a number, a text, or something in parentheses"
                                  : "a name begins with a letter, and holds letters, digits and `_`");
      return {};
    }
    std::string_view owner = reserved_by(token_.text);
    if (!owner.empty()) {
      fail(Code::G007, token_, "`" + std::string(token_.text) + "` is a word of " + std::string(owner))
          .hint("no name may be spelled so: choose another");
      return {};
    }
    return take().text;
  }

  // Nodes

  Expr* node(Op op, std::uint32_t start, std::uint32_t mark, std::span<const Expr* const> args = {}) {
    Expr* e = arena_.make<Expr>();
    e->op = op;
    e->at = start;
    e->mark = mark;
    e->size = std::max(end_, start) - start;
    e->text = guard_.substr(start, e->size);
    e->args = arena_.copy(args);
    std::uint16_t deepest = 0;
    for (const Expr* arg : args) deepest = std::max(deepest, arg->depth);
    e->depth = static_cast<std::uint16_t>(deepest + 1);
    if (e->depth > kMaxNesting) too_deep(mark);
    if (++parts_ > limits::kGuardParts) too_long(mark, std::to_string(limits::kGuardParts) + " parts");
    return e;
  }

  // Nodes gathered so far, on a stack that all levels share, so that gathering costs no memory of its own.
  class Gathered {
   public:
    explicit Gathered(Parser& parser) : stack_(parser.stack_), base_(parser.stack_.size()) {}
    ~Gathered() { stack_.resize(base_); }
    Gathered(const Gathered&) = delete;
    Gathered& operator=(const Gathered&) = delete;

    void add(const Expr* e) { stack_.push_back(e); }
    std::size_t size() const { return stack_.size() - base_; }
    const Expr* first() const { return stack_[base_]; }
    std::span<const Expr* const> all() const { return std::span(stack_).subspan(base_); }

   private:
    std::vector<const Expr*>& stack_;
    std::size_t base_;
  };

  void too_deep(std::uint32_t offset) {
    fail(Code::G006, offset, 1, "this guard is nested too deep").hint("split it with a let");
  }

  void too_long(std::uint32_t offset, const std::string& most) {
    fail(Code::G027, offset, 1, "this guard is longer than " + most).hint("split it with lets");
  }

  // Counts what recurses, so that no text can exhaust the stack.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.level_ > kMaxNesting) parser_.too_deep(parser_.token_.at);
    }
    ~Level() { --parser_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  // Grammar

  const Expr* expr() {
    Level level(*this);
    std::uint32_t start = token_.at;
    if (!token_.is("if")) return either();
    take();
    const Expr* condition = expr();
    expect("then", "write if .. then .. else ..");
    const Expr* yes = expr();
    expect("else", "write if .. then .. else ..");
    const Expr* args[] = {condition, yes, expr()};
    return node(Op::kIf, start, start, args);
  }

  const Expr* either() {
    std::uint32_t start = token_.at;
    Gathered parts(*this);
    std::uint32_t mark = 0;
    for (;;) {
      parts.add(both());
      if (!token_.is("or")) break;
      mark = token_.at;
      take();
    }
    if (parts.size() == 1) return parts.first();
    for (const Expr* part : parts.all()) {
      if (part->op == Op::kAnd && !part->in_parentheses) {
        fail(Code::G004, part->mark, 3, "`and` beside `or`, and no parentheses say which comes first")
            .hint("write (" + std::string(part->text) + ")");
      }
    }
    return node(Op::kOr, start, mark, parts.all());
  }

  const Expr* both() {
    std::uint32_t start = token_.at;
    Gathered parts(*this);
    std::uint32_t mark = 0;
    for (;;) {
      parts.add(negation());
      if (!token_.is("and")) break;
      mark = token_.at;
      take();
    }
    return parts.size() == 1 ? parts.first() : node(Op::kAnd, start, mark, parts.all());
  }

  const Expr* negation() {
    if (!token_.is("not")) return test();
    std::uint32_t start = take().at;
    if (token_.is("not")) {
      fail(Code::G003, token_, "`not` twice").hint("leave both out, or set parentheses");
    }
    const Expr* denied = postfix();
    if (at_comparison()) {
      fail(Code::G005, token_, "`not` before a comparison does not say what it denies")
          .hint("write `x not in S`, use the opposite comparison, or set parentheses: not (a < b)");
    }
    const Expr* args[] = {denied};
    return node(Op::kNot, start, start, args);
  }

  bool at_comparison() const {
    return token_.is("==") || token_.is("!=") || token_.is("<") || token_.is("<=") || token_.is(">") ||
           token_.is(">=") || token_.is("in") || token_.is("not");
  }

  std::optional<Relation> relation() const {
    for (Relation each : {Relation::kEqual, Relation::kUnequal, Relation::kLess, Relation::kLessEqual,
                          Relation::kGreater, Relation::kGreaterEqual}) {
      if (token_.is(spelling(each))) return each;
    }
    return std::nullopt;
  }

  static bool chain(Relation a, Relation b) {
    auto way = [](Relation r) {
      return r == Relation::kLess || r == Relation::kLessEqual         ? 1
             : r == Relation::kGreater || r == Relation::kGreaterEqual ? 2
                                                                       : 0;
    };
    return way(a) != 0 && way(a) == way(b);
  }

  const Expr* test() {
    std::uint32_t start = token_.at;
    const Expr* left = sum();
    if (token_.is("in") || token_.is("not")) return membership(start, left);
    std::optional<Relation> next = relation();
    if (!next) return left;
    Gathered args(*this);
    args.add(left);
    std::vector<Relation> relations;
    std::uint32_t mark = token_.at;
    for (; next; next = relation()) {
      if (!relations.empty() && !chain(relations.back(), *next)) break;
      relations.push_back(*next);
      take();
      bool equality = *next == Relation::kEqual || *next == Relation::kUnequal;
      args.add(equality && token_.is("{") ? set(true) : sum());
    }
    if (at_comparison()) expect_end();
    Expr* e = node(Op::kCompare, start, mark, args.all());
    e->relations = arena_.copy(std::span<const Relation>(relations));
    return e;
  }

  const Expr* membership(std::uint32_t start, const Expr* left) {
    bool denied = token_.is("not");
    std::uint32_t mark = token_.at;
    if (denied) take();
    expect("in", "write `x not in S`");
    const Expr* args[] = {left, domain()};
    const Expr* in = node(Op::kIn, start, mark, args);
    if (at_comparison()) expect_end();
    const Expr* outer[] = {in};
    return denied ? node(Op::kNot, start, mark, outer) : in;
  }

  const Expr* domain() {
    std::uint32_t start = token_.at;
    if (token_.is("{")) return set(false);
    const Expr* first = sum();
    bool open = token_.is("..<");
    if (open || token_.is("..")) {
      std::uint32_t mark = take().at;
      const Expr* args[] = {first, sum()};
      Expr* e = node(Op::kRange, start, mark, args);
      e->open = open;
      return e;
    }
    if (first->op != Op::kName && first->op != Op::kMember && first->op != Op::kIndex) {
      fail(Code::G003, start, std::max<std::uint32_t>(first->size, 1), "after `in` stands a..b, a..<b, {..} or a name")
          .hint("write x in 1..6, x in {A, B}, or ask x == y");
    }
    return first;
  }

  const Expr* set(bool may_be_empty) {
    std::uint32_t start = take().at;
    Gathered members(*this);
    if (!(may_be_empty && token_.is("}"))) sums(members);
    expect("}", "");
    return node(Op::kSet, start, start, members.all());
  }

  void sums(Gathered& into) {
    into.add(sum());
    while (token_.is(",")) {
      take();
      into.add(sum());
    }
  }

  const Expr* sum() {
    std::uint32_t start = token_.at;
    const Expr* e = product();
    while (token_.is("+") || token_.is("-")) {
      Token sign = take();
      const Expr* args[] = {e, product()};
      e = node(sign.text == "+" ? Op::kAdd : Op::kSubtract, start, sign.at, args);
    }
    return e;
  }

  const Expr* product() {
    std::uint32_t start = token_.at;
    const Expr* e = unary();
    while (token_.is("*") || token_.is("/") || token_.is("%")) {
      Token sign = take();
      const Expr* args[] = {e, unary()};
      Op op = sign.text == "*" ? Op::kMultiply : sign.text == "/" ? Op::kDivide : Op::kRemainder;
      e = node(op, start, sign.at, args);
    }
    return e;
  }

  const Expr* unary() {
    if (!token_.is("-")) return postfix();
    std::uint32_t start = take().at;
    const Expr* args[] = {postfix()};
    return node(Op::kNegate, start, start, args);
  }

  const Expr* postfix() {
    std::uint32_t start = token_.at;
    const Expr* e = primary();
    for (;;) {
      if (token_.is("[")) {
        Level level(*this);
        std::uint32_t mark = take().at;
        Gathered args(*this);
        args.add(e);
        sums(args);
        expect("]", "");
        e = node(Op::kIndex, start, mark, args.all());
      } else if (token_.is(".")) {
        std::uint32_t mark = take().at;
        std::string_view member = name("a name after the dot");
        const Expr* args[] = {e};
        Expr* made = node(Op::kMember, start, mark, args);
        made->name = member;
        e = made;
      } else {
        return e;
      }
    }
  }

  const Expr* primary() {
    std::uint32_t start = token_.at;
    if (token_.kind == Kind::kNumber) return number();
    if (token_.kind == Kind::kString) {
      std::string_view quoted = take().text;
      Expr* e = node(Op::kString, start, start);
      e->name = quoted.substr(1, quoted.size() - 2);
      return e;
    }
    if (token_.is("true") || token_.is("false")) {
      bool truth = take().text == "true";
      Expr* e = node(Op::kBool, start, start);
      e->value = truth ? 1 : 0;
      return e;
    }
    if (token_.is("(")) {
      take();
      const Expr* inner = expr();
      expect(")", "");
      if (failed_) return inner;
      Expr* e = arena_.make<Expr>(*inner);
      e->in_parentheses = true;
      return e;
    }
    if (token_.is("if")) {
      fail(Code::G003, token_, "`if` inside an expression needs parentheses").hint("write (if .. then .. else ..)");
      return node(Op::kInt, start, start);
    }
    std::string_view word = name("a value");
    if (token_.is("(")) return call(word, start);
    Expr* e = node(Op::kName, start, start);
    e->name = word;
    return e;
  }

  const Expr* number() {
    Token token = take();
    Expr* e = node(Op::kInt, token.at, token.at);
    NumberFault fault;
    std::optional<Number> value = parse_number(token.text, &fault);
    if (value) {
      e->value = value->magnitude;
      e->is_time = value->dimension == Dimension::kTime;
    } else if (!failed_) {
      std::size_t offset = std::min(fault.offset, token.text.size() - 1);
      fail(Code::G002, token.at + offset, token.text.size() - offset, std::move(fault.message))
          .hint(std::move(fault.help));
    }
    return e;
  }

  const Expr* call(std::string_view function, std::uint32_t start) {
    take();
    Gathered args(*this);
    std::string_view variable;
    std::uint32_t variable_at = 0;
    if (!token_.is(")")) {
      args.add(expr());
      if (token_.is("for")) {
        take();
        variable_at = token_.at;
        variable = name("a variable");
        expect("in", "a loop is written f(.. for i in 0..<n)");
        args.add(domain());
        if (token_.is("if")) {
          take();
          args.add(expr());
        }
      } else {
        while (token_.is(",")) {
          take();
          args.add(expr());
        }
      }
    }
    expect(")", "");
    Expr* e = node(variable.empty() ? Op::kCall : Op::kLoop, start, start, args.all());
    e->name = function;
    e->variable = variable;
    e->variable_at = variable_at;
    return e;
  }

  std::string_view guard_;
  Arena& arena_;
  const At& at_;
  Diags& diags_;
  Token token_;
  std::vector<const Expr*> stack_;
  std::uint32_t end_ = 0;  // of the token taken last
  std::size_t level_ = 0;
  std::size_t parts_ = 0;
  bool failed_ = false;
  Diag unheard_{};
};

}  // namespace

const Expr* parse(std::string_view text, Arena& arena, const At& at, Diags& diags) {
  return Parser(text, arena, at, diags).whole_guard();
}

const Expr* parse_domain(std::string_view text, Arena& arena, const At& at, Diags& diags) {
  return Parser(text, arena, at, diags).whole_domain();
}

std::optional<Target> parse_target(std::string_view text, Arena& arena, const At& at, Diags& diags) {
  return Parser(text, arena, at, diags).whole_target();
}

}  // namespace npuspec::guard
