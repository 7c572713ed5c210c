#include <algorithm>

#include "front/kinds/descriptor/lowering.h"
#include "front/spell.h"

namespace npuspec::descriptor {
namespace {

class GuardLowering {
 public:
  explicit GuardLowering(const Spec& spec) : spec_(spec) {}

  // Checks, lets and expectations, and the functions that they are made of, in each language.
  void lower(const Struct& of, Json& row) {
    lower_examples(of, row);
    row["checks"] = Json::array();
    for (const Check& check : of.checks) row["checks"].push_back(lower_check(of, check));
    row["former"] = Json::array();
    for (const Check& check : of.former) {
      row["former"].push_back({{"code", check.code}, {"id", own(check.id)}, {"removed", own(check.age.removed)}});
    }
    row["lets"] = Json::array();
    for (const Let& let : of.lets) row["lets"].push_back(lower_let(let));
    row["functions"] = Json::object();
    row["vector_functions"] = Json::object();
    for (auto [key, target] : kTargets) {
      Spelling names(spec_, &of, target);
      guard::PrintOptions options;
      options.parameters = parameters(spec_, of, target);
      options.arguments = arguments(of);
      options.prefix = target != Target::kCpp ? function_prefix(spec_, of) : of.only_one ? "" : snake(of.name) + "_";
      guard::Printer printer(dialect(target), names, options);
      for (std::size_t i = 0; i < of.lets.size(); ++i) {
        printer.add_let(*of.lets[i].symbol);
        row["lets"][i][key] = wrap_let(names, of, *of.lets[i].symbol, target);
      }
      for (std::size_t i = 0; i < of.checks.size(); ++i) row["checks"][i][key] = print(printer, of, of.checks[i]);
      row["functions"][key] = functions(printer);
      print_expectations(printer, of, key, row["examples"]);
      row["vector_functions"][key] = functions(printer);
    }
  }

 private:
  Json lower_check(const Struct& of, const Check& check) {
    constexpr const char* kDoes[] = {"guard", "digest", "reserved", "nested"};
    Json row = {{"id", own(check.id)}, {"code", check.code}};
    say(spec_, row, check.at, check.about, check.age);
    row["offset"] = check.offset;
    row["does"] = kDoes[static_cast<std::size_t>(check.does)];
    row["field"] = check.field ? own(check.field->name) : "";
    row["comment"] = Json::array();
    if (check.when) row["comment"].push_back("when " + guard::canonical(*check.when->source));
    if (check.require) row["comment"].push_back(guard::canonical(*check.require->source));
    row["sentence"] = sentence(check);
    bool nested = check.does == Check::Does::kNested;
    row["array"] = check.field && check.field->array;
    row["nested_error"] = nested ? camel(check.field->nested->name) + "Error" : "";
    row["nested_c"] = nested ? function_prefix(spec_, *check.field->nested) : "";
    row["function"] = snake(check.id);
    row["cpp_error"] = kcamel(check.id);
    row["c_error"] = upper(function_prefix(spec_, of)) + "_ERROR_" + upper(check.id);
    return row;
  }

  static std::string sentence(const Check& check) {
    std::string name = check.field ? "`" + own(check.field->name) + "`" : "";
    switch (check.does) {
      case Check::Does::kDigest:
        return name + " is the digest";
      case Check::Does::kReserved:
        return "the reserved bytes are zero";
      case Check::Does::kNested:
        return name + " passes the checks of `" + own(check.field->nested->name) + "`";
      case Check::Does::kGuard:
        break;
    }
    std::string require = guard::prose(*check.require->source);
    return check.when ? "when " + guard::prose(*check.when->source) + ": " + require : require;
  }

  static Json print(guard::Printer& printer, const Struct& of, const Check& check) {
    Json row = {{"text", ""}, {"may_abort", false}, {"unused", Json::array()}};
    if (check.require) {
      guard::Printed require = printer.print(*check.require, "rule_" + snake(check.id));
      row["text"] = require.text;
      row["may_abort"] = require.may_abort;
    }
    if (check.when) {
      guard::Printed when = printer.print(*check.when, "when_" + snake(check.id));
      row["text"] = "!(" + when.text + ") || (" + row["text"].get<std::string>() + ")";
      row["may_abort"] = row["may_abort"].get<bool>() || when.may_abort;
    }
    for (const Param& param : of.params) {
      if (!mentions(row["text"].get_ref<const std::string&>(), param.name)) row["unused"].push_back(own(param.name));
    }
    return row;
  }

  static bool mentions(std::string_view text, std::string_view word) {
    auto is_word = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
             c == '>';
    };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      bool starts = at == 0 || !is_word(text[at - 1]);
      bool ends = at + word.size() == text.size() || !is_word(text[at + word.size()]);
      if (starts && ends) return true;
    }
    return false;
  }

  Json lower_let(const Let& let) {
    Json row = {{"name", own(let.symbol->name)}, {"target", own(let.target)}, {"cite", cite(spec_, let.at)}};
    row["is"] = guard::canonical(*let.symbol->let->body);
    return row;
  }

  // The function that callers use: without `ok`, and without the parameters when the let does not read them.
  Json wrap_let(const Spelling& names, const Struct& of, const guard::Symbol& let, Target target) {
    const guard::Typed& value = *let.let->typed;
    auto reads = guard::reads(value);
    bool reads_params = std::any_of(of.params.begin(), of.params.end(), [&](const Param& param) {
      return std::find(reads.begin(), reads.end(), param.symbol) != reads.end();
    });
    std::string parameters = "const " + type_name(spec_, of, target) + (target == Target::kCpp ? "& d" : "* d");
    std::string arguments = "d";
    for (const Param& param : of.params) {
      if (reads_params) parameters += ", " + type_name(spec_, param, target) + " " + own(param.name);
      arguments += reads_params ? ", " + own(param.name) : target == Target::kCpp ? ", {}" : ", 0";
    }
    for (const guard::Domain* domain : let.let->domains) {
      std::string name = own(domain->variable->name);
      bool taken =
          name == "d" || name == "ok" ||
          std::any_of(of.params.begin(), of.params.end(), [&](const Param& param) { return param.name == name; });
      if (taken) name += "_";
      parameters += ", " + type_name(domain->variable->lo < 0 ? Storage::kI64 : Storage::kU64, target) + " " + name;
      arguments += ", " + name;
    }
    if (value.may_abort) arguments += ", &ok";
    return {{"result", result_type(value, target)},
            {"parameters", parameters},
            {"call", names.let(let) + "(" + arguments + ")"},
            {"takes_ok", value.may_abort}};
  }

  // As guard::Printer types its functions.
  std::string result_type(const guard::Typed& value, Target target) const {
    if (value.type.base == guard::Base::kBool) return "bool";
    if (value.type.of) {
      std::string of_class = Spelling(spec_, nullptr, target).enum_class(*value.type.of);
      if (!of_class.empty()) return of_class;
    }
    return type_name(value.bounds.lo < 0 ? Storage::kI64 : Storage::kU64, target);
  }

  // But for those of columns, which each enum's own header has.
  static Json functions(guard::Printer& printer) {
    Json list = Json::array();
    for (const guard::Function& each : printer.take()) {
      if (!each.of_column) list.push_back({{"comment", each.comment}, {"text", each.definition}});
    }
    return list;
  }

  static void print_expectations(guard::Printer& printer, const Struct& of, const char* key, Json& examples) {
    for (std::size_t i = 0; i < of.examples.size(); ++i) {
      std::string name = "vector_" + std::to_string(i) + "_";
      for (std::size_t j = 0; j < of.examples[i].expectations.size(); ++j) {
        guard::Printed printed = printer.print(*of.examples[i].expectations[j], name + std::to_string(j));
        examples[i]["expectations"][j][key] = {{"text", printed.text}, {"may_abort", printed.may_abort}};
      }
    }
  }

  void lower_examples(const Struct& of, Json& row) {
    row["examples"] = Json::array();
    for (const Example& example : of.examples) {
      Json each = {{"id", own(example.id)}};
      say(spec_, each, example.at, example.about);
      each["error"] = example.refused_by ? kcamel(example.refused_by->id) : "kOk";
      each["function"] = "example_" + snake(example.id) + "_holds";
      each["bytes"] = byte_rows(example.bytes);
      each["expectations"] = Json::array();
      for (const guard::Typed* expectation : example.expectations) {
        each["expectations"].push_back({{"is", guard::canonical(*expectation->source)}});
      }
      each["refused_by"] = example.refused_by ? own(example.refused_by->id) : "";
      each["code"] = example.refused_by ? example.refused_by->code : 0;
      each["params"] = Json::array();
      for (const Param& param : of.params)
        each["params"].push_back(lower_argument(param, example.slots[param.symbol->slot]));
      row["examples"].push_back(std::move(each));
    }
  }

  // As text, sixteen bytes a line.
  static Json byte_rows(const std::vector<std::uint8_t>& bytes) {
    Json rows = Json::array();
    std::string row;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      row += std::string(row.empty() ? "" : ", ") + "0x" + "0123456789ABCDEF"[bytes[i] >> 4] +
             "0123456789ABCDEF"[bytes[i] & 15];
      if (i % 16 != 15 && i + 1 != bytes.size()) continue;
      rows.push_back(std::move(row));
      row.clear();
    }
    return rows;
  }

  Json lower_argument(const Param& param, Int value) {
    const Symbol* symbol = param.of ? param.of->find(value) : nullptr;
    std::string number = param.is_bool ? (value != 0 ? "true" : "false") : literal(value);
    Json row = {{"name", own(param.name)}, {"value", symbol ? own(symbol->name) : number}};
    row["cpp"] = symbol ? symbol_name(spec_, *param.of, symbol->name, Target::kCpp) : number;
    row["c"] = symbol ? symbol_name(spec_, *param.of, symbol->name, Target::kC) : number;
    return row;
  }

  const Spec& spec_;
};

}  // namespace

void say(const Spec& spec, Json& row, Place at, const About& about, const Age& age) {
  row["cite"] = cite(spec, at);
  row["doc"] = own(about.doc);
  row["source"] = own(about.source);
  row["since"] = own(age.since);
  row["deprecated"] = own(age.deprecated);
}

void lower_guards(const Spec& spec, const Struct& of, Json& row) { GuardLowering(spec).lower(of, row); }

}  // namespace npuspec::descriptor
