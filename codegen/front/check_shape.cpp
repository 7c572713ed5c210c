#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "front/check_scalar.h"
#include "front/schema.h"

namespace npuspec::schema {
namespace {

std::string with_article(std::string_view noun) {
  bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

std::string_view word_for(Node::Kind kind) {
  return kind == Node::Kind::kScalar ? "a single value" : kind == Node::Kind::kList ? "a list" : "a map";
}

bool takes(const Shape& shape, Node::Kind kind) {
  switch (shape.form) {
    case Form::kAny:
      return true;
    case Form::kList:
    case Form::kTuple:
      return kind == Node::Kind::kList;
    case Form::kMap:
      return kind == Node::Kind::kMap;
    case Form::kObject:
    case Form::kChoice:
      return kind == Node::Kind::kMap ||
             (kind == Node::Kind::kScalar && shape.objects.size() == 1 && !shape.objects[0]->main_key.empty());
    case Form::kEither:
      return std::any_of(shape.parts.begin(), shape.parts.end(), [&](const Shape& each) { return takes(each, kind); });
    default:
      return kind == Node::Kind::kScalar;
  }
}

// A name with the fold it is compared by.
struct Named {
  std::uint64_t hash;
  std::string_view text;
  Place at;
};

std::uint64_t fold_hash(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (char c : text) {
    if (c == '-' || c == '_') continue;
    char folded = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    hash = (hash ^ static_cast<unsigned char>(folded)) * 0x100000001B3u;
  }
  return hash;
}

struct Full {};  // thrown within this file: enough has been reported

class Checker {
 public:
  explicit Checker(Diags& diags) : diags_(diags) {}

  // `what` names the value in messages: its key, or the kind of row it is an item of.
  void check(const Node& node, const Shape& shape, What what, std::string_view example);
  void object(const Node& node, const Object& of);

  bool whole() const { return whole_; }

 private:
  Diag& error(Code code, Place at, std::string message);
  bool fits(const Node& node, std::size_t most, What what);
  void any(const Node& node, What what);
  void wrong_kind(const Node& node, const Shape& shape, What what, std::string_view example);
  void scalar(const Node& node, const Shape& shape, What what, std::string_view example);
  void key(const Entry& entry, const Shape& shape);
  void list(const Node& node, const Shape& shape, What what, std::string_view example);
  void map(const Node& node, const Shape& shape, What what, std::string_view example);
  void keys(const Node& node, const Object& of);
  const Key* unknown_key(const Entry& entry, const Node& node, const Object& of);
  const Key* needed_key(const Entry& entry, const Node& node, const Object& of);
  void missing(const Node& node, const Object& of, std::uint64_t seen);
  void exclusive(const Node& node, const Object& of);
  void one_needed(const Node& node, const Object& of);
  void companions(const Node& node, const Object& of);
  const Object* chosen(const Node& node, const Shape& shape);
  const Object* row_of(const Node& node, const Shape& shape);
  void unique_rows(const Node& list, const Shape& item);
  void unique_keys(const Node& map);
  void meet(std::vector<Named>& names);

  Diags& diags_;
  std::size_t errors_ = 0;
  bool whole_ = true;  // no mistake but misspelt keys
  std::vector<Named> names_;
};

Diag& Checker::error(Code code, Place at, std::string message) {
  whole_ = false;
  if (errors_++ == limits::kFindings) {
    diags_.error(Code::S016, {at.file, 0, 0}, "more than " + std::to_string(limits::kFindings) + " mistakes of shape")
        .hint("mend the first ones; they may have caused the others");
    throw Full();
  }
  return diags_.error(code, at, std::move(message));
}

void Checker::check(const Node& node, const Shape& shape, What what, std::string_view example) {
  if (node.broken) return;
  if (!takes(shape, node.kind)) return wrong_kind(node, shape, what, example);
  switch (shape.form) {
    case Form::kAny:
      return any(node, what);
    case Form::kList:
    case Form::kTuple:
      return list(node, shape, what, example);
    case Form::kMap:
      return map(node, shape, what, example);
    case Form::kObject:
      return object(node, *shape.objects[0]);
    case Form::kChoice:
      if (const Object* of = chosen(node, shape)) object(node, *of);
      return;
    case Form::kEither:
      for (const Shape& each : shape.parts) {
        if (takes(each, node.kind)) return check(node, each, what, example);
      }
      return;
    default:
      return scalar(node, shape, what, example);
  }
}

// Whether a list or map is of a size that the kinds are made for. Of one that is not they see the first part.
bool Checker::fits(const Node& node, std::size_t most, What what) {
  std::size_t count = node.is_list() ? node.items.size() : node.entries.size();
  if (count <= most) return true;
  error(Code::S012, node.at,
        what.text() + " has " + std::to_string(count) + (node.is_list() ? " items" : " entries") + ", and may have " +
            std::to_string(most))
      .hint("leave some out, or split the spec");
  auto& seen = const_cast<Node&>(node);
  seen.items = node.items.first(std::min(most, node.items.size()));
  seen.entries = node.entries.first(std::min(most, node.entries.size()));
  return false;
}

// A value whose shape the kind judges.
void Checker::any(const Node& node, What what) {
  if (node.is_list() && fits(node, limits::kNumbers, what)) {
    for (const Node* item : node.items) any(*item, {what.key, true});
  } else if (node.is_map() && fits(node, limits::kRows, what)) {
    for (const Entry& entry : node.entries) any(*entry.value, {entry.key});
  }
}

void Checker::wrong_kind(const Node& node, const Shape& shape, What what, std::string_view example) {
  std::vector<std::string_view> wanted;
  for (Node::Kind kind : {Node::Kind::kScalar, Node::Kind::kList, Node::Kind::kMap}) {
    if (takes(shape, kind)) wanted.push_back(word_for(kind));
  }
  Diag& diag = error(Code::S003, node.at,
                     what.text() + " must be " + joined(wanted, "or") + ", not " + std::string(word_for(node.kind)));
  if (node.is_scalar()) diag.span(node.text.size());
  diag.hint(example.empty() || what.item ? "write " + joined(wanted, "or")
                                         : "for example `" + std::string(what.key) + ": " + std::string(example) + "`");
}

void Checker::scalar(const Node& node, const Shape& shape, What what, std::string_view example) {
  std::optional<ScalarFault> fault = scalar_fault(node, shape, what, example);
  if (!fault) return;
  bool whole = whole_ && fault->out_of_bounds;
  // Shapes whose faults have an offset fit on one line; the text starts after the quote.
  Place at = node.at;
  if (fault->offset != 0) at.col += static_cast<std::uint32_t>(fault->offset + (node.quoted ? 1 : 0));
  error(fault->code, at, std::move(fault->message))
      .span(node.text.size() - std::min(fault->offset, node.text.size()))
      .hint(std::move(fault->help));
  if (fault->out_of_bounds) const_cast<Node&>(node).broken = true;  // no kind asks for it
  whole_ = whole;
}

void Checker::key(const Entry& entry, const Shape& shape) {
  std::optional<ScalarFault> fault = key_fault(entry.key, shape);
  if (!fault) return;
  error(fault->code, entry.key_at, std::move(fault->message)).span(entry.key.size()).hint(std::move(fault->help));
}

void Checker::list(const Node& node, const Shape& shape, What what, std::string_view example) {
  bool exact = shape.form == Form::kTuple;
  std::size_t wanted = exact ? shape.parts.size() : shape.at_least;
  std::size_t count = node.items.size();
  if (count < wanted || (exact && count > wanted)) {
    error(Code::S012, node.at,
          what.text() + " must have " + (exact ? "" : "at least ") + std::to_string(wanted) +
              (wanted == 1 ? " item" : " items") + ", not " + std::to_string(count))
        .hint(example.empty() ? "add or take out items" : "for example " + std::string(example));
    if (exact) return;
  }
  if (!fits(node, shape.at_most, what)) return;
  for (std::size_t i = 0; i < count; ++i) {
    check(*node.items[i], exact ? shape.parts[i] : shape.parts[0], {what.key, true}, {});
  }
  if (!exact) unique_rows(node, shape.parts[0]);
}

void Checker::map(const Node& node, const Shape& shape, What what, std::string_view example) {
  if (!fits(node, shape.at_most, what)) return;
  if (node.entries.size() < shape.at_least && !node.lacking) {
    error(Code::S012, node.at, what.text() + " must have at least " + std::to_string(shape.at_least) + " entries")
        .hint(example.empty() ? "add one" : "for example " + std::string(example));
  }
  for (const Entry& entry : node.entries) {
    key(entry, shape.parts[0]);
    check(*entry.value, shape.parts[1], {entry.key}, {});
  }
  if (shape.parts[0].form != Form::kText) unique_keys(node);
}

void Checker::object(const Node& node, const Object& of) {
  if (node.is_scalar()) {  // takes() has seen that there is a main key
    for (const Key& key : of.keys) {
      if (key.name == of.main_key) check(node, key.shape, {key.name}, key.example);
    }
    return;
  }
  keys(node, of);
  if (!of.exclusive.empty()) exclusive(node, of);
  if (!of.one_needed.empty()) one_needed(node, of);
  if (!of.companions.empty()) companions(node, of);
}

void Checker::keys(const Node& node, const Object& of) {
  if (!fits(node, limits::kKeys, {of.name})) return;
  std::uint64_t seen = 0;
  for (const Entry& entry : node.entries) {
    std::size_t i = 0;
    while (i < of.keys.size() && of.keys[i].name != entry.key) ++i;
    if (i < of.keys.size()) {
      seen |= std::uint64_t{1} << i;
      check(*entry.value, of.keys[i].shape, {of.keys[i].name}, of.keys[i].example);
      continue;
    }
    bool has_others = !of.other_doc.empty();
    const Key* meant = has_others ? needed_key(entry, node, of) : unknown_key(entry, node, of);
    if (has_others && !meant) {
      key(entry, of.other_key);
      check(*entry.value, of.other_value, {entry.key}, {});
    }
    if (meant) {
      // What stands under it is read as if it were spelt so: one mistake is told once.
      const_cast<Entry&>(entry).key = meant->name;
      seen |= std::uint64_t{1} << (meant - of.keys.data());
      check(*entry.value, meant->shape, {meant->name}, meant->example);
    }
  }
  missing(node, of, seen);
}

// Where a row has keys of its own too, one that is near a key that is missing.
const Key* Checker::needed_key(const Entry& entry, const Node& node, const Object& of) {
  for (const Key& key : of.keys) {
    if (!key.required || node.find(key.name) || nearest(entry.key, {key.name}).empty()) continue;
    error(Code::S002, entry.key_at, with_article(of.name) + " needs " + in_quotes(key.name))
        .span(entry.key.size())
        .hint("did you mean it by " + in_quotes(entry.key) + "?");
    return &key;
  }
  return nullptr;
}

// The key that is meant; null when nothing says which.
const Key* Checker::unknown_key(const Entry& entry, const Node& node, const Object& of) {
  std::vector<std::string_view> known;
  for (const Key& key : of.keys) {
    if (!node.find(key.name)) known.push_back(key.name);
  }
  std::string_view near = nearest(entry.key, known);
  std::string help = "did you mean " + in_quotes(near) + "?";
  if (near.empty()) {
    help = known.empty() ? "take it out" : "what " + with_article(of.name) + " may also have: " + joined(known, "and");
  }
  bool whole = whole_ && !near.empty();
  error(Code::S001, entry.key_at, "unknown key " + in_quotes(entry.key) + " in " + with_article(of.name))
      .span(entry.key.size())
      .hint(std::move(help));
  whole_ = whole;
  auto meant = std::find_if(of.keys.begin(), of.keys.end(), [&](const Key& key) { return key.name == near; });
  return near.empty() ? nullptr : &*meant;
}

void Checker::missing(const Node& node, const Object& of, std::uint64_t seen) {
  if (node.lacking) return;  // the key that is missing may be the one that was refused
  for (std::size_t i = 0; i < of.keys.size(); ++i) {
    const Key& key = of.keys[i];
    if (!key.required || (seen >> i & 1) != 0) continue;
    std::string example =
        key.example.empty() ? "" : ", for example `" + std::string(key.name) + ": " + std::string(key.example) + "`";
    error(Code::S002, node.at, with_article(of.name) + " needs " + in_quotes(key.name))
        .hint("add " + in_quotes(key.name) + example);
  }
}

void Checker::exclusive(const Node& node, const Object& of) {
  for (const auto& group : of.exclusive) {
    const Entry* first = nullptr;
    for (const Entry& entry : node.entries) {
      if (std::find(group.begin(), group.end(), entry.key) == group.end()) continue;
      if (first) {
        error(Code::S013, entry.key_at, in_quotes(entry.key) + " and " + in_quotes(first->key) + " exclude each other")
            .span(entry.key.size())
            .hint("keep one of them")
            .note(first->key_at, "the other one");
      }
      first = first ? first : &entry;
    }
  }
}

void Checker::one_needed(const Node& node, const Object& of) {
  if (node.lacking) return;
  for (const auto& group : of.one_needed) {
    if (std::any_of(group.begin(), group.end(), [&](std::string_view key) { return node.find(key) != nullptr; }))
      continue;
    error(Code::S002, node.at, with_article(of.name) + " needs one of " + joined(group, "or"))
        .hint("add " + joined(group, "or"));
  }
}

void Checker::companions(const Node& node, const Object& of) {
  if (node.lacking) return;
  for (const Companion& companion : of.companions) {
    if (node.find(companion.key)) continue;
    for (const Entry& entry : node.entries) {
      if (std::find(companion.of.begin(), companion.of.end(), entry.key) == companion.of.end()) continue;
      error(Code::S002, entry.key_at, in_quotes(entry.key) + " without " + in_quotes(companion.key))
          .span(entry.key.size())
          .hint("add " + in_quotes(companion.key) + ", or leave " + in_quotes(entry.key) + " out");
    }
  }
}

std::string_view mark_of(const Object& of) {
  for (const Key& key : of.keys) {
    if (key.required) return key.name;
  }
  return of.keys.empty() ? std::string_view() : of.keys[0].name;
}

const Object* Checker::row_of(const Node& node, const Shape& shape) {
  if (shape.form == Form::kObject) return shape.objects[0];
  if (shape.form != Form::kChoice) return nullptr;
  for (const Object* each : shape.objects) {
    if (node.find(mark_of(*each))) return each;
  }
  return nullptr;
}

const Object* Checker::chosen(const Node& node, const Shape& shape) {
  if (const Object* found = row_of(node, shape)) return found;
  if (node.lacking) return nullptr;
  std::vector<std::string_view> marks;
  std::vector<std::string_view> nouns;
  for (const Object* each : shape.objects) {
    marks.push_back(mark_of(*each));
    nouns.push_back(each->name);
  }
  for (const Entry& entry : node.entries) {
    std::string_view near = nearest(entry.key, marks);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (!near.empty() && marks[i] == near) return shape.objects[i];
    }
  }
  error(Code::S002, node.at, "this needs one of " + joined(marks, "or"))
      .hint("the first key tells " + joined(nouns, "and") + " apart");
  return nullptr;
}

void Checker::unique_rows(const Node& list, const Shape& item) {
  std::vector<std::string_view> columns;
  auto add = [&](const Object* of) {
    for (const Key& key : of->keys) {
      if (key.unique && std::find(columns.begin(), columns.end(), key.name) == columns.end())
        columns.push_back(key.name);
    }
  };
  std::for_each(item.objects.begin(), item.objects.end(), add);
  for (std::string_view column : columns) {
    names_.clear();
    for (const Node* row : list.items) {
      const Node* value = row->find(column);
      if (!value || !value->is_scalar() || value->broken || value->text.empty()) continue;
      names_.push_back({fold_hash(value->text), value->text, value->at});
    }
    meet(names_);
  }
}

void Checker::unique_keys(const Node& map) {
  names_.clear();
  for (const Entry& entry : map.entries) {
    std::string_view key = entry.key.substr(0, entry.key.find('['));
    names_.push_back({fold_hash(key), key, entry.key_at});
  }
  meet(names_);
}

void Checker::meet(std::vector<Named>& names) {
  std::sort(names.begin(), names.end(),
            [](const Named& a, const Named& b) { return std::tie(a.hash, a.at) < std::tie(b.hash, b.at); });
  std::size_t first = 0;
  for (std::size_t i = 1; i < names.size(); ++i) {
    const Named& a = names[first];
    const Named& b = names[i];
    if (a.hash != b.hash || fold_name(a.text) != fold_name(b.text)) {
      first = i;
      continue;
    }
    std::string message = a.text == b.text
                              ? in_quotes(b.text) + " is there twice"
                              : in_quotes(b.text) + " and " + in_quotes(a.text) + " meet in generated code";
    error(Code::S007, b.at, std::move(message))
        .span(b.text.size())
        .hint("rename one of them")
        .note(a.at, "the other one");
  }
}

}  // namespace

bool check_shape(const Node& node, const Object& shape, Diags& diags) {
  Checker checker(diags);
  try {
    if (!node.is_map()) {
      diags.error(Code::S003, node.at, with_article(shape.name) + " spec must be a map of keys")
          .hint("start with `kind: " + std::string(shape.name) + "`");
      return false;
    }
    checker.object(node, shape);
  } catch (const Full&) {
  }
  return checker.whole();
}

}  // namespace npuspec::schema
