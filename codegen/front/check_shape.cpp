#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "front/number.h"
#include "front/schema.h"

namespace npuspec::schema {
namespace {

constexpr std::size_t kMaxErrors = 100;

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string with_article(std::string_view noun) {
  bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

std::string joined(const std::vector<std::string_view>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) out += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    out += words[i];
  }
  return out;
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

bool is_version(std::string_view text) {
  bool digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool is_digit = c >= '0' && c <= '9';
    bool letter = c >= 'a' && c <= 'z' && digit && i + 1 == text.size();
    bool point = c == '.' && digit && i + 1 < text.size();
    if (!is_digit && !letter && !point) return false;
    digit = is_digit;
  }
  return !text.empty();
}

bool is_type(std::string_view text) {
  if (text.ends_with("[]")) text.remove_suffix(2);
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; });
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
    char folded = c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    hash = (hash ^ static_cast<unsigned char>(folded)) * 0x100000001B3u;
  }
  return hash;
}

struct Full {};  // thrown within this file: enough has been reported

class Checker {
 public:
  explicit Checker(Diags& diags) : diags_(diags) {}

  // `what` names the value in messages: its key, or the kind of row it is an item of.
  void check(const Node& node, const Shape& shape, std::string_view what, std::string_view example);
  void object(const Node& node, const Object& of);

 private:
  Diag& error(Code code, Place at, std::string message);
  void wrong_kind(const Node& node, const Shape& shape, std::string_view what, std::string_view example);
  void scalar(const Node& node, const Shape& shape, std::string_view what, std::string_view example);
  void name(std::string_view text, Place at, NameRule rule);
  void reference(std::string_view text, Place at);
  void number(const Node& node, bool is_range);
  void word(const Node& node, const Shape& shape, std::string_view what);
  void key_text(const Entry& entry, const Shape& shape);
  void list(const Node& node, const Shape& shape, std::string_view what, std::string_view example);
  void map(const Node& node, const Shape& shape, std::string_view what, std::string_view example);
  void keys(const Node& node, const Object& of);
  void missing(const Node& node, const Object& of, std::uint64_t seen);
  void exclusive(const Node& node, const Object& of);
  const Object* chosen(const Node& node, const Shape& shape);
  const Object* row_of(const Node& node, const Shape& shape);
  void unique_rows(const Node& list, const Shape& item);
  void unique_keys(const Node& map);
  void meet(std::vector<Named>& names);

  Diags& diags_;
  std::size_t errors_ = 0;
  std::vector<Named> names_;
};

Diag& Checker::error(Code code, Place at, std::string message) {
  if (errors_++ == kMaxErrors) {
    diags_.error(Code::S016, {at.file, 0, 0}, "more than " + std::to_string(kMaxErrors) + " mistakes of shape")
        .hint("mend the first ones; they may have caused the others");
    throw Full();
  }
  return diags_.error(code, at, std::move(message));
}

void Checker::check(const Node& node, const Shape& shape, std::string_view what, std::string_view example) {
  if (node.broken) return;
  if (!takes(shape, node.kind)) return wrong_kind(node, shape, what, example);
  switch (shape.form) {
    case Form::kAny:
      return;
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

void Checker::wrong_kind(const Node& node, const Shape& shape, std::string_view what, std::string_view example) {
  std::vector<std::string_view> wanted;
  for (Node::Kind kind : {Node::Kind::kScalar, Node::Kind::kList, Node::Kind::kMap}) {
    if (takes(shape, kind)) wanted.push_back(word_for(kind));
  }
  Diag& diag = error(Code::S003, node.at,
                     quoted(what) + " must be " + joined(wanted, "or") + ", not " + std::string(word_for(node.kind)));
  if (node.is_scalar()) diag.span(node.text.size());
  diag.hint(example.empty() ? "write " + joined(wanted, "or")
                            : "for example `" + std::string(what) + ": " + std::string(example) + "`");
}

void Checker::scalar(const Node& node, const Shape& shape, std::string_view what, std::string_view example) {
  if (node.text.empty()) {
    error(Code::S004, node.at, quoted(what) + " is empty")
        .hint(example.empty() ? "write something, or leave the key out" : "for example " + std::string(example));
    return;
  }
  switch (shape.form) {
    case Form::kName:
      return name(node.text, node.at, NameRule::kIdentifier);
    case Form::kUnit:
      return name(node.text, node.at, NameRule::kUnit);
    case Form::kId:
      return name(node.text, node.at, NameRule::kId);
    case Form::kRef:
      return reference(node.text, node.at);
    case Form::kTarget:
      return name(node.text.substr(0, node.text.find('[')), node.at, NameRule::kIdentifier);
    case Form::kNumber:
      return number(node, false);
    case Form::kRange:
      return number(node, true);
    case Form::kWord:
      return word(node, shape, what);
    case Form::kBool:
      if (node.text == "true" || node.text == "false") return;
      error(Code::S010, node.at, quoted(what) + " must be true or false, not " + quoted(node.text))
          .span(node.text.size())
          .hint("write true or false");
      return;
    case Form::kVersion:
      if (is_version(node.text)) return;
      error(Code::S014, node.at, quoted(node.text) + " is not a version")
          .span(node.text.size())
          .hint("write one such as 1.2 or 3d");
      return;
    case Form::kType:
      if (is_type(node.text)) return;
      error(Code::S015, node.at, quoted(node.text) + " is not a type")
          .span(node.text.size())
          .hint("write one such as u8, i32[] or the name of an enum");
      return;
    default:
      return;
  }
}

void Checker::name(std::string_view text, Place at, NameRule rule) {
  NameFault fault = name_fault(text, rule);
  if (fault) error(fault.code, at, std::move(fault.message)).span(text.size()).hint(std::move(fault.help));
}

void Checker::reference(std::string_view text, Place at) {
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t end = std::min(text.find('.', begin), text.size());
    NameFault fault = name_fault(text.substr(begin, end - begin), NameRule::kId);
    if (fault) {
      error(fault.code, at, quoted(text) + " is not a reference")
          .span(text.size())
          .hint("write a name, or names with '.' between them");
      return;
    }
    begin = end + 1;
  }
}

void Checker::number(const Node& node, bool is_range) {
  NumberFault fault;
  if (is_range ? parse_range(node.text, &fault).has_value() : parse_number(node.text, &fault).has_value()) return;
  Place at = node.at;
  at.col += static_cast<std::uint32_t>(fault.offset + (node.quoted ? 1 : 0));
  error(is_range ? Code::S009 : Code::S008, at, std::move(fault.message))
      .span(node.text.size() - std::min(fault.offset, node.text.size()))
      .hint(std::move(fault.help));
}

void Checker::word(const Node& node, const Shape& shape, std::string_view what) {
  if (std::find(shape.words.begin(), shape.words.end(), node.text) != shape.words.end()) return;
  std::string_view near = nearest(node.text, shape.words);
  error(Code::S011, node.at, quoted(what) + " cannot be " + quoted(node.text))
      .span(node.text.size())
      .hint(near.empty() ? "write " + joined(shape.words, "or") : "did you mean " + quoted(near) + "?");
}

void Checker::key_text(const Entry& entry, const Shape& shape) {
  switch (shape.form) {
    case Form::kName:
      return name(entry.key, entry.key_at, NameRule::kIdentifier);
    case Form::kId:
      return name(entry.key, entry.key_at, NameRule::kId);
    case Form::kRef:
      return reference(entry.key, entry.key_at);
    case Form::kTarget: {
      std::size_t open = entry.key.find('[');
      name(entry.key.substr(0, open), entry.key_at, NameRule::kIdentifier);
      if (open != entry.key.npos && !entry.key.ends_with(']')) {
        error(Code::S005, entry.key_at, quoted(entry.key) + " has no ']'")
            .span(entry.key.size())
            .hint("write NAME or NAME[INDEX in DOMAIN]; put quotes around it inside { }");
      }
      return;
    }
    default:
      return;
  }
}

void Checker::list(const Node& node, const Shape& shape, std::string_view what, std::string_view example) {
  bool exact = shape.form == Form::kTuple;
  std::size_t wanted = exact ? shape.parts.size() : shape.at_least;
  std::size_t count = node.items.size();
  if (count < wanted || (exact && count > wanted)) {
    error(Code::S012, node.at,
          quoted(what) + " must have " + (exact ? "" : "at least ") + std::to_string(wanted) +
              (wanted == 1 ? " item" : " items") + ", not " + std::to_string(count))
        .hint(example.empty() ? "add or take out items" : "for example " + std::string(example));
    if (exact) return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    check(*node.items[i], exact ? shape.parts[i] : shape.parts[0], what, {});
  }
  if (!exact) unique_rows(node, shape.parts[0]);
}

void Checker::map(const Node& node, const Shape& shape, std::string_view what, std::string_view example) {
  if (node.entries.size() < shape.at_least) {
    error(Code::S012, node.at, quoted(what) + " must have at least " + std::to_string(shape.at_least) + " entries")
        .hint(example.empty() ? "add one" : "for example " + std::string(example));
  }
  for (const Entry& entry : node.entries) {
    key_text(entry, shape.parts[0]);
    check(*entry.value, shape.parts[1], entry.key, {});
  }
  if (shape.parts[0].form != Form::kText) unique_keys(node);
}

void Checker::object(const Node& node, const Object& of) {
  if (node.is_scalar()) {  // takes() has seen that there is a main key
    for (const Key& key : of.keys) {
      if (key.name == of.main_key) check(node, key.shape, key.name, key.example);
    }
    return;
  }
  keys(node, of);
  if (!of.exclusive.empty()) exclusive(node, of);
}

void Checker::keys(const Node& node, const Object& of) {
  std::uint64_t seen = 0;
  for (const Entry& entry : node.entries) {
    std::size_t i = 0;
    while (i < of.keys.size() && of.keys[i].name != entry.key) ++i;
    if (i < of.keys.size()) {
      seen |= std::uint64_t{1} << i;
      check(*entry.value, of.keys[i].shape, of.keys[i].name, of.keys[i].example);
      continue;
    }
    if (!of.other_doc.empty()) {
      key_text(entry, of.other_key);
      check(*entry.value, of.other_value, entry.key, {});
      continue;
    }
    std::vector<std::string_view> known;
    for (const Key& key : of.keys) {
      if (!node.find(key.name)) known.push_back(key.name);
    }
    std::string_view near = nearest(entry.key, known);
    std::string help = "did you mean " + quoted(near) + "?";
    if (near.empty()) {
      help =
          known.empty() ? "take it out" : "what " + with_article(of.name) + " may also have: " + joined(known, "and");
    }
    error(Code::S001, entry.key_at, "unknown key " + quoted(entry.key) + " in " + with_article(of.name))
        .span(entry.key.size())
        .hint(std::move(help));
    // Whoever means a needed key by it is told once.
    for (std::size_t k = 0; k < of.keys.size(); ++k) {
      if (!near.empty() && of.keys[k].name == near) seen |= std::uint64_t{1} << k;
    }
  }
  missing(node, of, seen);
}

void Checker::missing(const Node& node, const Object& of, std::uint64_t seen) {
  for (std::size_t i = 0; i < of.keys.size(); ++i) {
    const Key& key = of.keys[i];
    if (!key.required || (seen >> i & 1) != 0) continue;
    std::string example =
        key.example.empty() ? "" : ", for example `" + std::string(key.name) + ": " + std::string(key.example) + "`";
    error(Code::S002, node.at, with_article(of.name) + " needs " + quoted(key.name))
        .hint("add " + quoted(key.name) + example);
  }
}

void Checker::exclusive(const Node& node, const Object& of) {
  for (const auto& group : of.exclusive) {
    const Entry* first = nullptr;
    for (const Entry& entry : node.entries) {
      if (std::find(group.begin(), group.end(), entry.key) == group.end()) continue;
      if (first) {
        error(Code::S013, entry.key_at, quoted(entry.key) + " and " + quoted(first->key) + " exclude each other")
            .span(entry.key.size())
            .hint("keep one of them")
            .note(first->key_at, "the other one");
      }
      first = first ? first : &entry;
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
    std::string message = a.text == b.text ? quoted(b.text) + " is there twice"
                                           : quoted(b.text) + " and " + quoted(a.text) + " meet in generated code";
    error(Code::S007, b.at, std::move(message))
        .span(b.text.size())
        .hint("rename one of them")
        .note(a.at, "the other one");
  }
}

}  // namespace

void check_shape(const Node& node, const Object& shape, Diags& diags) {
  Checker checker(diags);
  try {
    if (!node.is_map()) {
      diags.error(Code::S003, node.at, with_article(shape.name) + " spec must be a map of keys")
          .hint("start with `kind: " + std::string(shape.name) + "`");
      return;
    }
    checker.object(node, shape);
  } catch (const Full&) {
  }
}

}  // namespace npuspec::schema
