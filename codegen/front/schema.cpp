#include "front/schema.h"

#include <utility>

namespace npuspec::schema {
namespace {

Shape plain(Form form) {
  Shape shape;
  shape.form = form;
  return shape;
}

Shape composed(Form form, std::vector<Shape> parts, std::size_t at_least = 0) {
  Shape shape = plain(form);
  shape.parts = std::move(parts);
  shape.at_least = at_least;
  return shape;
}

}  // namespace

Shape text() { return plain(Form::kText); }
Shape name() { return plain(Form::kName); }
Shape id() { return plain(Form::kId); }
Shape ref() { return plain(Form::kRef); }
Shape unit() { return plain(Form::kUnit); }
Shape number() { return plain(Form::kNumber); }

Shape number(std::int64_t least, std::uint64_t most, Code code) {
  Shape shape = number();
  shape.bounds = {.least = least, .most = most, .code = code};
  return shape;
}

Shape power_of_two(std::uint64_t most, Code code) {
  Shape shape = number(1, most, code);
  shape.bounds.power_of_two = true;
  return shape;
}

Shape count(std::uint64_t most, Code code) {
  Shape shape = number(1, most, code);
  shape.form = Form::kCount;
  return shape;
}

Shape range() { return plain(Form::kRange); }
Shape guard() { return plain(Form::kGuard); }
Shape target() { return plain(Form::kTarget); }
Shape boolean() { return plain(Form::kBool); }
Shape type() { return plain(Form::kType); }
Shape version() { return plain(Form::kVersion); }
Shape scalar() { return plain(Form::kScalar); }
Shape any() { return plain(Form::kAny); }

Shape word(std::initializer_list<std::string_view> words) {
  Shape shape = plain(Form::kWord);
  shape.words = words;
  return shape;
}

Shape list(Shape item, std::size_t at_least) { return composed(Form::kList, {std::move(item)}, at_least); }

Shape tuple(std::vector<Shape> items) { return composed(Form::kTuple, std::move(items)); }

Shape map(Shape key, Shape value, std::size_t at_least) {
  return composed(Form::kMap, {std::move(key), std::move(value)}, at_least);
}

Shape object(const Object& of) {
  Shape shape = plain(Form::kObject);
  shape.objects = {&of};
  return shape;
}

Shape choice(std::vector<const Object*> of) {
  Shape shape = plain(Form::kChoice);
  shape.objects = std::move(of);
  return shape;
}

Shape columns(Shape value) {
  Shape shape = map(name(), std::move(value));
  shape.at_most = limits::kColumns;
  return shape;
}

Shape either(std::vector<Shape> of) { return composed(Form::kEither, std::move(of)); }

Object& Object::need(std::string_view key, Shape shape, std::string_view about, std::string_view sample_text) {
  keys.push_back({key, std::move(shape), about, sample_text, true, false});
  return *this;
}

Object& Object::may(std::string_view key, Shape shape, std::string_view about, std::string_view sample_text) {
  keys.push_back({key, std::move(shape), about, sample_text, false, false});
  return *this;
}

Object& Object::unique() {
  keys.back().unique = true;
  return *this;
}

Object& Object::formerly(Shape former, std::initializer_list<std::string_view> facts) {
  renamed_facts = facts;
  return may("formerly", std::move(former), "The name it had before.");
}

Object& Object::main(std::string_view key) {
  main_key = key;
  return *this;
}

Object& Object::others(Shape key, Shape value, std::string_view about) {
  other_key = std::move(key);
  other_value = std::move(value);
  other_doc = about;
  return *this;
}

Object& Object::only_one(std::initializer_list<std::string_view> keys_at_most_one) {
  exclusive.emplace_back(keys_at_most_one);
  return *this;
}

Object& Object::one_of(std::initializer_list<std::string_view> keys_at_least_one) {
  one_needed.emplace_back(keys_at_least_one);
  return *this;
}

Object& Object::only_with(std::string_view key, std::initializer_list<std::string_view> those) {
  companions.push_back({key, those});
  return *this;
}

Object spec(std::string_view kind, std::string_view doc) {
  static const Object abi =
      Object("abi", "The version of what the spec promises to the other side.")
          .need("major", number(0, UINT32_MAX, Code::S014), "Raised by a change that breaks the other side.", "1")
          .need("minor", number(0, UINT32_MAX, Code::S014), "Raised by a change that adds to it.", "0");
  Object root(kind, doc);
  root.need("kind", word({kind}), "What kind of spec this is.", kind)
      .need("name", unit(), "What other specs and generated code call it; unique in the tree.", "quanttess")
      .need("abi", object(abi), "The version of what it promises.", "{major: 1, minor: 0}")
      .need("doc", text(), "One sentence on what it describes.")
      .may("source", text(), "Where its facts come from: a contract, a driver, a measurement.")
      .may("over", unit(), "The spec whose names this one builds on.", "quanttess")
      .may("uses", list(unit(), 1), "Further specs whose names it uses.", "[quanttess-routes]");
  return root;
}

}  // namespace npuspec::schema
