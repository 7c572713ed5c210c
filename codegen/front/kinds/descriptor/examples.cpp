#include <algorithm>

#include "front/kinds/descriptor/parts.h"
#include "front/kinds/descriptor/read_value.h"
#include "front/kinds/descriptor/value.h"
#include "front/kinds/rows.h"

namespace npuspec::descriptor {
namespace {

std::string with_code(const Check& check) { return in_quotes(check.id) + " (code " + std::to_string(check.code) + ")"; }

class Examples {
 public:
  Examples(Builder& build, Struct& of) : build_(build), of_(of), codec_(of), judge_(of) {}

  // `bytes` are those of all examples of the spec.
  void run(std::span<const Node* const> rows, std::size_t& bytes) {
    for (const Node* row : rows) {
      if (!row->is_map() || row->broken || row->text_at("id").empty()) continue;
      if (!take_bytes(of_, row->find("id")->at, bytes, build_.diags)) return;
      Example example;
      example.row = row;
      example.id = row->text_at("id");
      example.at = row->find("id")->at;
      example.about = about_of(*row);
      if (!fill(example) || !expect_verdict(example)) {
        refused_.push_back(example.id);
        continue;
      }
      expect_values(example);
      of_.examples.push_back(std::move(example));
    }
  }

 private:
  // What the example starts from. False when it cannot be found.
  bool start(Example& example) {
    example.slots = codec_.initial();
    example.bytes.assign(of_.size, 0);
    const Node* like = example.row->find("like");
    if (!like || !like->is_scalar()) return true;
    auto found = std::find_if(of_.examples.begin(), of_.examples.end(),
                              [&](const Example& each) { return each.id == like->text; });
    if (found == of_.examples.end()) {
      if (std::find(refused_.begin(), refused_.end(), like->text) != refused_.end()) return false;
      std::vector<std::string_view> names;
      for (const Example& each : of_.examples) names.push_back(each.id);
      suggest(build_.diags.error(Code::D021, like->at, "no example above is called " + in_quotes(like->text))
                  .span(like->text.size()),
              like->text, names);
      return false;
    }
    example.like = &*found;
    example.slots = found->slots;
    example.bytes = found->bytes;
    return true;
  }

  bool fill(Example& example) {
    if (!start(example)) return false;
    std::size_t errors = build_.diags.errors();
    std::vector<std::string_view> named;
    const Node* with = example.row->find("with");
    if (with && with->is_map()) read_value(of_, *with, Code::D021, example.slots, named, build_.diags);
    codec_.pack(example.slots, example.bytes);
    bool sealed = poke(example);
    const Field* digest = of_.digest();
    if (digest && std::find(named.begin(), named.end(), digest->name) != named.end()) sealed = true;
    if (!sealed) codec_.seal(example.slots, example.bytes);
    return build_.diags.errors() == errors;
  }

  // Raw bytes, set after all fields. True when the digest was among them.
  bool poke(Example& example) {
    const Node* poke = example.row->find("poke");
    if (!poke || !poke->is_map()) return false;
    bool in_digest = false;
    for (const Entry& entry : poke->entries) {
      auto number = parse_number(entry.key);
      Int at = number ? int_of(*number) : -1;
      auto byte = int_of(entry.value);
      if (at < 0 || at >= of_.size) {
        build_.diags.error(Code::D021, entry.key_at, in_quotes(entry.key) + " is no offset of " + in_quotes(of_.name))
            .span(entry.key.size())
            .hint("0.." + std::to_string(of_.size - 1));
      } else if (byte) {
        example.bytes[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(*byte);
        const Field* digest = of_.digest();
        in_digest = in_digest || (digest && at >= digest->offset && at < digest->end());
      }
    }
    codec_.unpack(example.bytes, example.slots);
    return in_digest;
  }

  bool expect_verdict(Example& example) {
    judge_.start(example.slots, example.bytes);
    example.refused_by = judge_.first();
    const Node* refuse = example.row->find("refuse");
    std::string_view wanted = refuse && refuse->is_scalar() ? refuse->text : std::string_view();
    if (!wanted.empty() && !of_.check(wanted)) {
      std::vector<std::string_view> names;
      for (const Check& check : of_.checks) names.push_back(check.id);
      suggest(build_.diags.error(Code::D021, refuse->at, "no check is called " + in_quotes(wanted)).span(wanted.size()),
              wanted, names);
      return false;
    }
    const Check* got = example.refused_by;
    if (wanted == (got ? got->id : std::string_view())) return true;
    std::string name = "example " + in_quotes(example.id);
    bool overflowed = got && judge_.judge(*got) == Judge::Outcome::kOverflows;
    std::string refused =
        got ? "refused by " + with_code(*got) + (overflowed ? ", where a number does not fit 64 bits" : "") : "";
    auto& diag = build_.diags.error(Code::D022, wanted.empty() ? example.at : refuse->at,
                                    got && wanted.empty() ? name + " is " + refused
                                    : got                 ? name + " is " + refused + ", not by " + in_quotes(wanted)
                                                          : name + " is accepted, not refused by " + in_quotes(wanted));
    diag.span(wanted.empty() ? example.id.size() : wanted.size());
    if (!got) {
      diag.hint("change a value so that the check fails, or take out `refuse`");
      return false;
    }
    diag.hint("change its values, or write `refuse: " + std::string(got->id) + "`")
        .note(got->at, got->about.doc.empty() ? in_quotes(got->id) + " is here"
                                              : in_quotes(got->id) + ": " + std::string(got->about.doc));
    return false;
  }

  void expect_values(Example& example) {
    const Node* expect = example.row->find("expect");
    if (!expect || !expect->is_map()) return;
    for (const Entry& entry : expect->entries) {
      if (entry.value->is_scalar() && !entry.value->broken) expect_value(example, entry);
    }
  }

  void expect_value(Example& example, const Entry& entry) {
    guard::AtPlace key_at(entry.key_at);
    guard::InNode value_at(build_.sources, *entry.value);
    const guard::Expr* key = guard::parse(entry.key, build_.model.arena, key_at, build_.diags);
    const guard::Typed* value = key ? of_.checker->value(*key, key_at) : nullptr;
    const guard::Expr* text = guard::parse(entry.value->text, build_.model.arena, value_at, build_.diags);
    const guard::Typed* wanted = text && value ? of_.checker->value(*text, value_at, value->type) : nullptr;
    if (!wanted) return;
    judge_.start(example.slots, example.bytes);
    guard::Result got = judge_.interpreter().run(*value);
    guard::Result want = judge_.interpreter().run(*wanted);
    if (got.ok() && want.ok() && got.value == want.value) {
      keep_expectation(example, *key, *text, *value);
      return;
    }
    std::string is = got.ok()                                     ? "is " + guard::to_string(got.value)
                     : got.kind == guard::Result::Kind::kOverflow ? "does not fit 64 bits"
                                                                  : "has no value: a check that bounds it fails";
    build_.diags
        .error(Code::D023, entry.value->at,
               "example " + in_quotes(example.id) + ": " + std::string(entry.key) + " " + is + ", not " +
                   std::string(entry.value->text))
        .span(entry.value->text.size())
        .hint(got.ok() ? "change the example's values, or what it expects" : "expect only what has a value here");
  }

  // As one condition, for generated tests. Of a refused value nothing is sure to have a value there.
  void keep_expectation(Example& example, const guard::Expr& key, const guard::Expr& is, const guard::Typed& value) {
    if (example.refused_by) return;
    std::string text = guard::canonical(key) + " == " + guard::canonical(is);
    if (value.type.base == guard::Base::kBool) {
      text = is.value != 0 ? guard::canonical(key) : "not (" + guard::canonical(key) + ")";
    }
    guard::AtPlace at(example.at);
    const guard::Expr* expr = guard::parse(build_.model.arena.copy(text), build_.model.arena, at, build_.diags);
    const guard::Typed* holds = expr ? of_.checker->condition(*expr, at, guard::Origin::kMade) : nullptr;
    if (holds) example.expectations.push_back(holds);
  }

  Builder& build_;
  Struct& of_;
  Codec codec_;
  Judge judge_;
  std::vector<std::string_view> refused_;  // examples that something was wrong with: those like them say nothing more
};

}  // namespace

void run_examples(Builder& build) {
  std::size_t bytes = 0;
  for (Struct& of : build.model.structs) {
    auto rows = items_of(of.row->find("examples"));
    if (!rows.empty() && bytes <= limits::kExampleBytes) Examples(build, of).run(rows, bytes);
  }
}

}  // namespace npuspec::descriptor
