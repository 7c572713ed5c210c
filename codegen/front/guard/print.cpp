#include "front/guard/print.h"

#include <algorithm>

#include "front/guard/print_impl.h"

namespace npuspec::guard {

// Names

std::string Names::member(const std::string& record, const Symbol& field) const {
  return record + "." + std::string(field.name);
}
std::string Names::let(const Symbol& let) const { return std::string(let.name); }
std::string Names::column(const Enum& of, const Enum::Column& column) const {
  return std::string(of.name) + "_" + std::string(column.name);
}
std::string Names::constant(const Symbol&) const { return {}; }
std::string Names::enum_class(const Enum&) const { return {}; }
std::string Names::self_parameter(const Record& record) const { return "const " + std::string(record.name) + "* self"; }
std::string Names::self(const Record&) const { return "(*self)"; }
std::string Names::self_argument(const std::string& record) const { return "&" + record; }
std::string Names::length(const std::string& place, const Symbol&) const { return "npu_length(" + place + ")"; }
std::string Names::element(const std::string& place, const Symbol&, const std::string& index) const {
  return place + "[" + index + "]";
}
std::string Names::present(const std::string& place, const Symbol&) const { return "npu_present(" + place + ")"; }
std::string Names::identity(const std::string& place, const Symbol&) const { return "npu_place(" + place + ")"; }
std::string Names::same(const std::string& a, const Symbol&, const std::string& b, const Symbol&) const {
  return "npu_same(" + a + ", " + b + ")";
}
std::string Names::equal(const std::string& a, const std::string& b) const { return "npu_equal(" + a + ", " + b + ")"; }
std::string Names::equal_ignoring_case(const std::string& a, const std::string& b) const {
  return "npu_equal_ignoring_case(" + a + ", " + b + ")";
}
std::string Names::text(std::string_view text) const { return "\"" + std::string(text) + "\""; }

namespace {

constexpr Words kCpp = {"std::uint64_t", "std::int64_t", "constexpr ", "static_cast<", ">(", ")"};
constexpr Words kC = {"uint64_t", "int64_t", "static inline ", "(", ")", ""};
constexpr Words kOpenCl = {"ulong", "long", "static inline ", "(", ")", ""};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::string indented(std::string_view lines, std::string_view by) {
  std::string all;
  while (!lines.empty()) {
    std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    all += std::string(by) + std::string(lines.substr(0, end));
    lines.remove_prefix(end);
  }
  return all;
}

// The variables of loops and lets around a node, as far as it names them, and whether it names the record it is on.
class Uses {
 public:
  std::vector<const Symbol*> locals;
  const Record* self = nullptr;

  void visit(const Typed* n) {
    if (!n) return;
    if (n->act == Act::kLocal && std::find(locals.begin(), locals.end(), n->symbol) == locals.end()) {
      locals.push_back(n->symbol);
    }
    if (n->act == Act::kSelf) self = n->type.record;
    for (const Typed* arg : n->args) visit(arg);
    if (!n->loop) return;
    for (const Typed* part :
         {n->loop->domain.first, n->loop->domain.last, n->loop->domain.many, n->loop->condition, n->loop->body}) {
      visit(part);
    }
  }
};

}  // namespace

bool mentions(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
    } else if (is_word(text[at])) {
      std::size_t end = at + 1;
      while (end < text.size() && is_word(text[end])) ++end;
      bool member = at > 0 && (text[at - 1] == '.' || text.substr(0, at).ends_with("->"));
      if (!member && text.substr(at, end - at) == word) return true;
      at = end - 1;
    }
  }
  return false;
}

std::string_view word_of(Loop::Does does) {
  constexpr std::string_view kWords[] = {"all", "any", "sum", "product", "count"};
  return kWords[static_cast<std::size_t>(does)];
}

const Words& words_of(Dialect dialect) {
  return dialect == Dialect::kCpp ? kCpp : dialect == Dialect::kC ? kC : kOpenCl;
}

Printer::Impl::Impl(Dialect dialect, const Names& names_, PrintOptions options_)
    : words(words_of(dialect)), is_cpp(dialect == Dialect::kCpp), names(names_), options(std::move(options_)) {
  std::string_view left = options.arguments;
  while (!left.empty()) {
    std::size_t comma = std::min(left.find(", "), left.size());
    context.emplace_back(left.substr(0, comma));
    left.remove_prefix(std::min(comma + 2, left.size()));
  }
}

// Functions

std::string Printer::Impl::unique(const std::string& name) {
  std::string candidate = name;
  for (int i = 2; !taken.insert(candidate).second; ++i) candidate = name + "_" + std::to_string(i);
  return candidate;
}

std::string Printer::Impl::local_name(std::string_view name) const {
  std::string result(name);
  auto clashes = [&] {
    if (result == "ok" || result == "self" || result == "total") return true;
    return std::find(context.begin(), context.end(), result) != context.end() ||
           std::any_of(locals.begin(), locals.end(), [&](const Local& l) { return l.name == result; });
  };
  while (clashes()) result += '_';
  return result;
}

std::string Printer::Impl::result_type(const Typed& n) const {
  if (n.type.base == Base::kBool) return "bool";
  if (n.type.of) {
    std::string type = names.enum_class(*n.type.of);
    if (!type.empty()) return type;
  }
  return std::string(type64(n.bounds.lo < 0));
}

// What a function may be given and does not use, it says so, or compilers would.
void Printer::Impl::add(Function function, const std::vector<std::string>& parameters, const std::string& type,
                        const std::string& inside) {
  std::string all = options.parameters;
  for (const std::string& each : parameters) all += (all.empty() ? "" : ", ") + each;
  if (function.takes_ok) all += all.empty() ? "bool* ok" : ", bool* ok";
  if (all.empty() && !is_cpp) all = "void";
  std::string unused;
  std::vector<std::string> given = context;
  for (const std::string& each : parameters) given.push_back(each.substr(each.find_last_of(" *&") + 1));
  if (function.takes_ok) given.emplace_back("ok");
  for (const std::string& each : given) {
    if (!mentions(inside, each)) unused += "  (void)" + each + ";\n";
  }
  function.declaration = std::string(words.function) + type + " " + function.name + "(" + all + ")";
  function.definition = function.declaration + " {\n" + unused + indented(inside, "  ") + "}";
  functions.push_back(std::move(function));
}

std::string Printer::Impl::function_of_let(const Symbol& symbol) {
  if (auto found = lets.find(&symbol); found != lets.end()) return found->second;
  const Let& let = *symbol.let;
  std::string name = unique(names.let(symbol));
  lets.emplace(&symbol, name);
  std::vector<Local> outer_locals;
  outer_locals.swap(locals);
  PrintOptions outer_options = options;
  std::vector<std::string> outer_context = context;
  if (let.on_record()) {  // it can name its record alone, and serves guards of any parameters
    options.parameters.clear();
    options.arguments.clear();
    context.clear();
  }
  std::string outer_stem = std::exchange(stem, name);

  std::vector<std::string> parameters;
  if (let.on_record()) parameters.push_back(names.self_parameter(*let.scope->record()));
  std::string indexes;
  for (std::size_t i = 0; i < let.domains.size(); ++i) {
    const Symbol& index = *let.domains[i]->variable;
    locals.push_back({&index, local_name(index.name), false});
    parameters.push_back(std::string(type64(index.lo < 0)) + " " + locals.back().name);
    indexes += (i == 0 ? "[" : ", ") + std::string(index.name) + " in " + tidy(*let.indexes[i].domain);
  }
  if (!indexes.empty()) indexes += "]";
  Function function;
  function.name = name;
  function.takes_ok = let.typed->may_abort;
  function.comment = std::string(symbol.name) + indexes + ": " + tidy(*let.body);
  std::string inside = body(*let.typed);
  add(std::move(function), parameters, result_type(*let.typed), inside);

  locals.swap(outer_locals);
  options = std::move(outer_options);
  context = std::move(outer_context);
  stem = std::move(outer_stem);
  return name;
}

std::string Printer::Impl::function_of_column(const Enum& of, const Enum::Column& column) {
  if (auto found = columns.find(&column); found != columns.end()) return found->second;
  std::string name = unique(names.column(of, column));
  columns.emplace(&column, name);
  bool negative = std::any_of(column.values.begin(), column.values.end(), [](Int v) { return v < 0; });
  std::string of_type = names.enum_class(of);
  bool has_class = !of_type.empty();
  if (!has_class) of_type = type64(is_signed(of.storage));
  std::string type(type64(negative));
  if (column.type.base == Base::kBool) type = "bool";
  const Enum* other = column.type.base == Base::kEnum ? column.type.of : nullptr;
  if (other && !names.enum_class(*other).empty()) type = names.enum_class(*other);
  auto spelled = [&](Int value) {
    if (column.type.base == Base::kBool) return std::string(value != 0 ? "true" : "false");
    const Enum::Row* row = other ? other->row_of_value(value) : nullptr;
    return row ? names.row(*other, *row) : literal(value, negative);
  };
  // Rows of one value share a return; what is no row has the fallback's, which an earlier check rules out if there is
  // none.
  Int rest = column.fallback ? *column.fallback : column.values.empty() ? 0 : column.values.back();
  std::string inside = "switch (x) {\n";
  std::vector<Int> done = {rest};
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    Int value = column.values[i];
    if (std::find(done.begin(), done.end(), value) != done.end()) continue;
    done.push_back(value);
    for (std::size_t k = i; k < of.rows.size(); ++k) {
      if (column.values[k] == value) inside += "  case " + names.row(of, of.rows[k]) + ":\n";
    }
    inside += "    return " + spelled(value) + ";\n";
  }
  inside += "  default:\n    return " + spelled(rest) + ";\n}\n";
  if (done.size() == 1) inside = "(void)x;\nreturn " + spelled(rest) + ";\n";
  std::string declaration = std::string(words.function) + type + " " + name + "(" + of_type + " x)";
  functions.push_back({name, declaration, declaration + " {\n" + indented(inside, "  ") + "}",
                       std::string(of.name) + "." + std::string(column.name), false, true});
  return name;
}

// A node as a function of its own, of the locals that it names; gives the call.
std::string Printer::Impl::call_of_whole(const Typed& n, const std::string& name, const std::string& comment) {
  Uses uses;
  uses.visit(&n);
  std::vector<std::string> parameters;
  std::vector<std::string> args;
  std::vector<Local> inner;
  if (uses.self) {
    parameters.push_back(names.self_parameter(*uses.self));
    args.emplace_back("self");
  }
  for (const Local& local : locals) {
    if (std::find(uses.locals.begin(), uses.locals.end(), local.variable) == uses.locals.end()) continue;
    const Symbol& variable = *local.variable;
    std::string as = local.is_element ? std::string(variable.name) : local.name;
    if (variable.type.base == Base::kRecord) {
      std::string parameter = names.self_parameter(*variable.type.record);
      parameters.push_back(parameter.substr(0, parameter.find_last_of(" *&") + 1) + as);
      args.push_back(names.self_argument(local.name));
    } else {
      std::string type(type64(variable.lo < 0));
      if (local.is_element && variable.type.of && !names.enum_class(*variable.type.of).empty())
        type = names.enum_class(*variable.type.of);
      if (variable.type.base == Base::kBool) type = "bool";
      parameters.push_back(type + " " + as);
      args.push_back(local.name);
    }
    inner.push_back({&variable, as, local.is_element && variable.type.of});
  }
  Function function;
  function.name = unique(name);
  function.takes_ok = n.may_abort;
  function.comment = comment;
  std::string call = function.name + arguments(options.arguments, args, n.may_abort);
  locals.swap(inner);
  std::string inside = body(n);
  locals.swap(inner);
  add(std::move(function), parameters, result_type(n), inside);
  return call;
}

std::string Printer::Impl::call_of_part(const Typed& n, std::string_view suffix) {
  auto found = calls.find(&n);
  if (found == calls.end()) {
    std::string call = call_of_whole(n, stem + "_" + std::string(suffix), tidy(*n.source));
    found = calls.emplace(&n, std::move(call)).first;
  }
  return found->second;
}

// Bodies

std::string Printer::Impl::returned(const Typed& n) {
  if (n.type.base == Base::kInt) return number(n, n.bounds.lo < 0, true).text;
  if (n.type.of && names.enum_class(*n.type.of).empty()) return enum_number(n).text;
  return expr(n).text;
}

// Declares a node by a name, which stands for it from there on.
std::string Printer::Impl::named(const Typed& n, const std::string& wanted) {
  std::string name = local_name(wanted);
  locals.push_back({nullptr, name, false});
  Text text = n.type.base == Base::kInt ? number(n, n.bounds.lo < 0) : expr(n);
  if (text.is == Text::Is::kLiteral) return {};
  std::string type = result_type(n);
  if (text.is == Text::Is::kNumber) type = type64(is_signed(text.storage));
  std::string declaration = "const " + type + " " + name + " = " + text.text + ";\n";
  if (text.is == Text::Is::kNumber) text.storage = is_signed(text.storage) ? Storage::kI64 : Storage::kU64;
  text.text = name;
  text.binds = Binds::kPrimary;
  texts[&n] = std::move(text);
  return declaration;
}

// A test that names its operands. One whose every comparison is decided is still evaluated, where it may abort.
std::string Printer::Impl::test_body(const Typed& n) {
  std::size_t outer = locals.size();
  std::string all;
  auto declare = [&](const Typed& operand, const std::string& name) {
    std::string declaration = named(operand, name);
    if (declaration.empty()) return std::pair(all.size(), std::string());
    all += declaration;
    return std::pair(all.size(), locals.back().name);
  };
  std::vector<std::pair<std::size_t, std::string>> declared;
  if (n.act == Act::kChain) {
    for (std::size_t i = 0; i + 1 < n.relations.size(); ++i) {
      declared.push_back(declare(*n.args[i + 1], "x" + std::to_string(i + 1)));
      all += "if (" + compare(*n.args[i], opposite(n.relations[i]), *n.args[i + 1]).text + ") return false;\n";
    }
    std::size_t last = n.relations.size() - 1;
    all += "return " + compare(*n.args[last], n.relations[last], *n.args[last + 1]).text + ";\n";
  } else {
    declared.push_back(declare(*n.args[0], "x"));
    all += "return " + test(n).text + ";\n";
  }
  for (auto declaration = declared.rbegin(); declaration != declared.rend(); ++declaration) {
    const auto& [end, name] = *declaration;
    if (!name.empty() && !mentions(std::string_view(all).substr(end), name)) all.insert(end, "(void)" + name + ";\n");
  }
  locals.resize(outer);
  return all;
}

std::string Printer::Impl::body(const Typed& n) {
  if (n.act == Act::kLoop) return loop_body(n);
  if (is_test(n) && needs_name(n) && !calls.contains(&n)) return test_body(n);
  std::string text = returned(n);
  if (text.size() <= options.longest) return "return " + text + ";\n";
  if (n.act == Act::kIf) return branches(n, n.bounds.lo < 0);
  if (n.act == Act::kAnd || n.act == Act::kOr) {
    std::string all;
    for (const Typed* arg : n.args.first(n.args.size() - 1)) {
      std::string condition = n.act == Act::kAnd ? negation(*arg).text : expr(*arg).text;
      all += "if (" + condition + ") return " + (n.act == Act::kAnd ? "false" : "true") + ";\n";
    }
    return all + body(*n.args.back());
  }
  return "return " + text + ";\n";
}

std::string Printer::Impl::in_type(const Text& text, bool as_signed) const {
  bool is_other = text.is == Text::Is::kNumber && is_signed(text.storage) != as_signed;
  return is_other ? cast(type64(as_signed), text) : text.text;
}

// if .. then .. else if .. as statements.
std::string Printer::Impl::branches(const Typed& n, bool as_signed) {
  auto last = [&](const Typed& arg) {
    bool goes_on = arg.act == Act::kIf && (arg.type.base != Base::kInt || arg.is_signed == n.is_signed);
    return goes_on ? branches(arg, as_signed) : "return " + in_type(branch(n, arg), as_signed) + ";\n";
  };
  if (const Typed* only = only_branch(n)) return last(*only);
  std::string all = "if (" + expr(*n.args[0]).text + ") return ";
  all += in_type(branch(n, *n.args[1]), as_signed) + ";\n";
  return all + last(*n.args[2]);
}

std::string Printer::Impl::loop_head(const Domain& d) {
  const Symbol& variable = *d.variable;
  std::string name = local_name(variable.name);
  std::string type(type64(variable.lo < 0));
  switch (d.over) {
    case Domain::Over::kRange: {
      bool as_signed = variable.lo < 0;
      std::string first = number(*d.first, as_signed, true).text;
      std::string last = wrapped(number(*d.last, as_signed, true), Binds::kSum);
      locals.push_back({&variable, name, false});
      return "for (" + type + " " + name + " = " + first + "; " + name + (d.open ? " < " : " <= ") + last + "; " +
             name + "++) {\n";
    }
    case Domain::Over::kRows: {
      locals.push_back({&variable, name, false});
      bool dense = true;
      for (std::size_t i = 0; i + 1 < d.rows.size(); ++i) dense = dense && d.rows[i] + 1 == d.rows[i + 1];
      if (dense && !d.rows.empty() && d.rows.front() >= 0) {
        return "for (" + type + " " + name + " = " + literal(d.rows.front(), false) + "; " + name + " < " +
               literal(d.rows.back() + 1, false) + "; " + name + "++) {\n";
      }
      std::string rows;
      for (Int row : d.rows) rows += (rows.empty() ? "" : ", ") + literal(row, variable.lo < 0);
      std::string at = local_name(name + "_at");
      std::string count = std::to_string(d.rows.size());
      return "const " + type + " " + name + "_rows[] = {" + rows + "};\nfor (int " + at + " = 0; " + at + " < " +
             count + "; " + at + "++) {\n  const " + type + " " + name + " = " + name + "_rows[" + at + "];\n";
    }
    case Domain::Over::kElements:
      break;
  }
  const Symbol& many = *d.many->symbol;
  std::string array = place(*d.many).text;
  std::string at = local_name(name + "_at");
  std::string count = many.shape.vector ? names.length(array, many) : std::to_string(many.shape.count);
  std::string element = many.shape.vector ? names.element(array, many, at) : array + "[" + at + "]";
  locals.push_back({&variable, element, true});
  return "for (" + std::string(words.u64) + " " + at + " = 0; " + at + " < " + count + "; " + at + "++) {\n";
}

std::string Printer::Impl::loop_step(const Typed& n, const std::string& indent) {
  const Loop& l = *n.loop;
  const Typed& each = *l.body;
  bool as_signed = n.is_signed;
  switch (l.does) {
    case Loop::Does::kAll:
      return indent + "if (" + negation(each).text + ") return false;\n";
    case Loop::Does::kAny:
      return indent + "if (" + expr(each).text + ") return true;\n";
    case Loop::Does::kCount:
      return indent + "if (" + expr(each).text + ") total++;\n";
    case Loop::Does::kSum: {
      std::string more = number(each, as_signed, true).text;
      bool called = n.checked || (as_signed && each.may_abort);
      if (!called) return indent + "total += " + more + ";\n";
      return indent + "total = " + (as_signed ? "npu_add_i64" : "npu_add_u64") + "(total, " + more + ", ok);\n";
    }
    case Loop::Does::kProduct:
      if (n.checked || (as_signed && each.may_abort))
        return indent + "total = npu_product(total, " + exact(each) + ");\n";
      return indent + "total *= " + wrapped(number(each, as_signed, true), Binds::kConditional) + ";\n";
  }
  return {};
}

std::string Printer::Impl::loop_body(const Typed& n) {
  const Loop& l = *n.loop;
  bool exactly = l.does == Loop::Does::kProduct && (n.checked || (n.is_signed && l.body->may_abort));
  bool asks = l.does == Loop::Does::kAll || l.does == Loop::Does::kAny;
  std::string all;
  std::string start = l.does == Loop::Does::kProduct ? "1" : "0";
  std::string type(type64(n.is_signed));
  if (exactly)
    all += "npu_value total = npu_of_u64(1);\n";
  else if (!asks)
    all += type + " total = " + start + ";\n";
  std::size_t outer = locals.size();
  all += loop_head(l.domain);
  if (l.condition) all += "  if (" + negation(*l.condition).text + ") continue;\n";
  all += loop_step(n, "  ") + "}\n";
  locals.resize(outer);
  if (asks) return all + "return " + (l.does == Loop::Does::kAll ? "true" : "false") + ";\n";
  bool returns_signed = n.bounds.lo < 0;
  std::string total = "total";
  if (exactly) {
    std::string to = n.is_signed ? "i64" : "u64";
    total = n.checked ? "npu_to_" + to + "(total, ok)" : "npu_" + to + "_of(total)";
  }
  if (returns_signed != n.is_signed)
    total = cast(type64(returns_signed), {total, Binds::kPrimary, Text::Is::kNumber, Storage::kU64});
  return all + "return " + total + ";\n";
}

Printed Printer::Impl::print(const Typed& guard, std::string_view name) {
  locals.clear();
  stem = options.prefix + std::string(name);
  Printed printed;
  if (guard.act != Act::kLoop) printed.text = expr(guard).text;
  if (guard.act == Act::kLoop || printed.text.size() > options.longest) {
    printed.text = call_of_whole(guard, stem, tidy(*guard.source));
  }
  printed.may_abort = mentions(printed.text, "ok");
  return printed;
}

// Printer

Printer::Printer(Dialect dialect, const Names& names, PrintOptions options)
    : impl_(std::make_unique<Impl>(dialect, names, std::move(options))) {}

Printer::~Printer() = default;

Printed Printer::print(const Typed& guard, std::string_view name) { return impl_->print(guard, name); }

void Printer::add_let(const Symbol& let) {
  if (let.let->typed && let.let->state == Let::State::kDone) impl_->function_of_let(let);
}

void Printer::add_column(const Enum& of, const Enum::Column& column) { impl_->function_of_column(of, column); }

std::vector<Function> Printer::take() { return std::exchange(impl_->functions, {}); }

}  // namespace npuspec::guard
