#include <algorithm>

#include "front/kinds/descriptor/lowering.h"
#include "front/spell.h"

namespace npuspec::descriptor {
namespace {

// The function of a let that callers use: without `ok`, and without the parameters when the let does not read them.
struct LetFunction {
  std::string result;
  std::string parameters;
  std::string call;
  bool takes_ok = false;
};

// What the guards of a struct are in one language. A printer gives the functions that it made of all that it printed so
// far, so lets and checks are printed first, then what only examples expect.
struct Printout {
  std::vector<LetFunction> lets;                          // by let
  std::vector<guard::Printed> checks;                     // by check
  std::vector<guard::Function> functions;                 // of both
  std::vector<std::vector<guard::Printed>> expectations;  // by example
  std::vector<guard::Function> expectation_functions;
};

class PrintoutMaker {
 public:
  PrintoutMaker(const Spec& spec, const Struct& of, Target target)
      : spec_(spec),
        of_(of),
        target_(target),
        names_(spec, &of, target),
        printer_(dialect(target), names_, options(spec, of, target)) {}

  Printout make() {
    Printout out;
    for (const Let& let : of_.lets) {
      printer_.add_let(*let.symbol);
      out.lets.push_back(function_of(*let.symbol));
    }
    for (const Check& check : of_.checks) out.checks.push_back(print(check));
    out.functions = printer_.take();
    for (std::size_t i = 0; i < of_.examples.size(); ++i) out.expectations.push_back(print_expectations(i));
    out.expectation_functions = printer_.take();
    return out;
  }

 private:
  static guard::PrintOptions options(const Spec& spec, const Struct& of, Target target) {
    guard::PrintOptions options;
    options.parameters = parameters(spec, of, target);
    options.arguments = arguments(of);
    options.prefix = target != Target::kCpp ? function_prefix(spec, of) : of.only_one ? "" : snake(of.name) + "_";
    return options;
  }

  guard::Printed print(const Check& check) {
    guard::Printed all;
    if (check.require) all = printer_.print(*check.require, "rule_" + snake(check.id));
    if (check.when) {
      guard::Printed when = printer_.print(*check.when, "when_" + snake(check.id));
      if (when.text == "true") return all;
      if (when.text == "false" || (all.text == "true" && !when.may_abort)) return {"true", false};
      all.text =
          all.text == "true" ? "(" + when.text + ") ? true : true" : "!(" + when.text + ") || (" + all.text + ")";
      all.may_abort = all.may_abort || when.may_abort;
    }
    return all;
  }

  std::vector<guard::Printed> print_expectations(std::size_t example) {
    std::vector<guard::Printed> all;
    for (const guard::Typed* each : of_.examples[example].expectations) {
      all.push_back(printer_.print(*each, "vector_" + std::to_string(example) + "_" + std::to_string(all.size())));
    }
    return all;
  }

  LetFunction function_of(const guard::Symbol& let) const {
    const guard::Typed& value = *let.let->typed;
    auto reads = guard::reads(value);
    bool reads_params = std::any_of(of_.params.begin(), of_.params.end(), [&](const Param& param) {
      return std::find(reads.begin(), reads.end(), param.symbol) != reads.end();
    });
    std::string parameters = "const " + type_name(spec_, of_, target_) + (target_ == Target::kCpp ? "& d" : "* d");
    std::string arguments = "d";
    for (const Param& param : of_.params) {
      std::string name(param.name);
      if (reads_params) parameters += ", " + type_name(spec_, param, target_) + " " + name;
      arguments += reads_params ? ", " + name : target_ == Target::kCpp ? ", {}" : ", 0";
    }
    for (const guard::Domain* domain : let.let->domains) {
      std::string name(domain->variable->name);
      bool taken =
          name == "d" || name == "ok" ||
          std::any_of(of_.params.begin(), of_.params.end(), [&](const Param& param) { return param.name == name; });
      if (taken) name += "_";
      parameters += ", " + type_name(domain->variable->lo < 0 ? Storage::kI64 : Storage::kU64, target_) + " " + name;
      arguments += ", " + name;
    }
    if (value.may_abort) arguments += ", &ok";
    return {result_type(value), parameters, names_.let(let) + "(" + arguments + ")", value.may_abort};
  }

  // As guard::Printer types its functions.
  std::string result_type(const guard::Typed& value) const {
    if (value.type.base == guard::Base::kBool) return "bool";
    if (value.type.of) {
      std::string of_class = names_.enum_class(*value.type.of);
      if (!of_class.empty()) return of_class;
    }
    return type_name(value.bounds.lo < 0 ? Storage::kI64 : Storage::kU64, target_);
  }

  const Spec& spec_;
  const Struct& of_;
  Target target_;
  Spelling names_;
  guard::Printer printer_;
};

class GuardLowering {
 public:
  GuardLowering(const Spec& spec, const Struct& of, JsonWriter& ir) : spec_(spec), of_(of), ir_(ir) {
    for (std::size_t i = 0; i < kTargets.size(); ++i)
      printouts_[i] = PrintoutMaker(spec, of, kTargets[i].second).make();
  }

  // Checks, lets and expectations, and the functions that they are made of, in each language.
  void lower() {
    {
      auto examples = ir_.array("examples");
      for (std::size_t i = 0; i < of_.examples.size(); ++i) lower_example(i);
    }
    {
      auto checks = ir_.array("checks");
      for (std::size_t i = 0; i < of_.checks.size(); ++i) lower_check(i);
    }
    {
      auto former = ir_.array("former");
      for (const Check& check : of_.former) lower_former(check);
    }
    {
      auto lets = ir_.array("lets");
      for (std::size_t i = 0; i < of_.lets.size(); ++i) lower_let(i);
    }
    lower_functions("functions", &Printout::functions);
    lower_functions("vector_functions", &Printout::expectation_functions);
  }

 private:
  // For each language put(printout).
  template <class Put>
  void in_each(Put put) {
    for (std::size_t i = 0; i < kTargets.size(); ++i) put(kTargets[i].first, printouts_[i]);
  }

  void lower_check(std::size_t number) {
    const Check& check = of_.checks[number];
    auto row = ir_.object();
    ir_.put("id", check.id);
    ir_.put("code", check.code);
    say(spec_, ir_, check.at, check.about, check.age);
    ir_.put("offset", check.offset);
    constexpr std::string_view kDoes[] = {"guard", "digest", "reserved", "nested"};
    ir_.put("does", kDoes[static_cast<std::size_t>(check.does)]);
    ir_.put("field", check.field ? check.field->name : std::string_view());
    {
      auto comment = ir_.array("comment");
      if (check.when) ir_.add("when " + guard::tidy(*check.when->source));
      if (check.require) ir_.add(guard::tidy(*check.require->source));
    }
    ir_.put("sentence", sentence(check));
    bool nested = check.does == Check::Does::kNested;
    ir_.put("array", check.field && check.field->array);
    ir_.put("nested_error", nested ? camel(check.field->nested->name) + "Error" : "");
    ir_.put("nested_c", nested ? function_prefix(spec_, *check.field->nested) : "");
    ir_.put("function", snake(check.id));
    ir_.put("cpp_error", kcamel(check.id));
    ir_.put("c_error", upper(function_prefix(spec_, of_)) + "_ERROR_" + upper(check.id));
    in_each([&](std::string_view key, const Printout& printout) {
      auto printed = ir_.object(key);
      const std::string& text = printout.checks[number].text;
      ir_.put("text", text);
      ir_.put("may_abort", printout.checks[number].may_abort);
      auto unused = ir_.array("unused");
      for (const Param& param : of_.params) {
        if (!guard::mentions(text, param.name)) ir_.add(param.name);
      }
      if (check.does == Check::Does::kGuard && !guard::mentions(text, "d")) ir_.add("d");
    });
  }

  void lower_former(const Check& check) {
    auto row = ir_.object();
    ir_.put("code", check.code);
    ir_.put("id", check.id);
    ir_.put("removed", check.age.removed);
  }

  static std::string sentence(const Check& check) {
    std::string name = check.field ? "`" + std::string(check.field->name) + "`" : "";
    switch (check.does) {
      case Check::Does::kDigest:
        return name + " is the digest";
      case Check::Does::kReserved:
        return "the reserved bytes are zero";
      case Check::Does::kNested:
        return name + " passes the checks of `" + std::string(check.field->nested->name) + "`";
      case Check::Does::kGuard:
        break;
    }
    std::string require = guard::prose(*check.require->source);
    return check.when ? "when " + guard::prose(*check.when->source) + ": " + require : require;
  }

  void lower_let(std::size_t number) {
    const Let& let = of_.lets[number];
    auto row = ir_.object();
    ir_.put("name", let.symbol->name);
    ir_.put("target", let.target);
    ir_.put("cite", cite(spec_, let.at));
    ir_.put("is", guard::tidy(*let.symbol->let->body));
    in_each([&](std::string_view key, const Printout& printout) {
      const LetFunction& function = printout.lets[number];
      auto wrapped = ir_.object(key);
      ir_.put("result", function.result);
      ir_.put("parameters", function.parameters);
      ir_.put("call", function.call);
      ir_.put("takes_ok", function.takes_ok);
    });
  }

  // But for those of columns, which each enum's own header has.
  void lower_functions(std::string_view name, std::vector<guard::Function> Printout::*functions) {
    auto all = ir_.object(name);
    in_each([&](std::string_view key, const Printout& printout) {
      auto list = ir_.array(key);
      for (const guard::Function& each : printout.*functions) {
        if (each.of_column) continue;
        auto function = ir_.object();
        ir_.put("comment", each.comment);
        ir_.put("text", each.definition);
      }
    });
  }

  void lower_example(std::size_t number) {
    const Example& example = of_.examples[number];
    auto row = ir_.object();
    ir_.put("id", example.id);
    say(spec_, ir_, example.at, example.about);
    ir_.put("error", example.refused_by ? kcamel(example.refused_by->id) : "kOk");
    ir_.put("function", "example_" + snake(example.id) + "_holds");
    lower_bytes(example.bytes);
    {
      auto expectations = ir_.array("expectations");
      for (std::size_t i = 0; i < example.expectations.size(); ++i) lower_expectation(number, i);
    }
    ir_.put("refused_by", example.refused_by ? example.refused_by->id : std::string_view());
    ir_.put("code", example.refused_by ? example.refused_by->code : 0);
    auto params = ir_.array("params");
    for (const Param& param : of_.params) lower_argument(param, example.slots[param.symbol->slot]);
  }

  void lower_expectation(std::size_t example, std::size_t number) {
    auto row = ir_.object();
    ir_.put("is", guard::tidy(*of_.examples[example].expectations[number]->source));
    in_each([&](std::string_view key, const Printout& printout) {
      const guard::Printed& holds = printout.expectations[example][number];
      auto printed = ir_.object(key);
      ir_.put("text", holds.text);
      ir_.put("may_abort", holds.may_abort);
    });
  }

  // As text, sixteen bytes a line.
  void lower_bytes(const std::vector<std::uint8_t>& bytes) {
    auto lines = ir_.array("bytes");
    std::string line;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      line += line.empty() ? "0x" : ", 0x";
      line += "0123456789ABCDEF"[bytes[i] >> 4];
      line += "0123456789ABCDEF"[bytes[i] & 15];
      if (i % 16 != 15 && i + 1 != bytes.size()) continue;
      ir_.add(line);
      line.clear();
    }
  }

  void lower_argument(const Param& param, Int value) {
    const Symbol* symbol = param.of ? param.of->find(value) : nullptr;
    std::string number = param.is_bool ? (value != 0 ? "true" : "false") : literal(value);
    bool cast = param.of && !param.of->flags && !symbol;
    auto row = ir_.object();
    ir_.put("name", param.name);
    ir_.put("value", symbol ? symbol->name : number);
    ir_.put("cpp", symbol ? symbol_name(spec_, *param.of, symbol->name, Target::kCpp)
                   : cast ? "static_cast<" + type_name(spec_, param, Target::kCpp) + ">(" + number + ")"
                          : number);
    ir_.put("c", symbol ? symbol_name(spec_, *param.of, symbol->name, Target::kC) : number);
  }

  const Spec& spec_;
  const Struct& of_;
  JsonWriter& ir_;
  std::array<Printout, kTargets.size()> printouts_;
};

}  // namespace

void say(const Spec& spec, JsonWriter& ir, Place at, const About& about, const Age& age) {
  ir.put("cite", cite(spec, at));
  ir.put("doc", about.doc);
  ir.put("source", about.source);
  ir.put("since", age.since);
  ir.put("deprecated", age.deprecated);
}

void lower_guards(const Spec& spec, const Struct& of, JsonWriter& ir) { GuardLowering(spec, of, ir).lower(); }

}  // namespace npuspec::descriptor
