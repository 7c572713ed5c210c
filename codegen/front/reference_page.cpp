#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "front/check_scalar.h"
#include "front/json_schema.h"

namespace npuspec::schema {
namespace {

std::string cell(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string code(std::string_view text) { return text.empty() ? std::string() : "`" + cell(text) + "`"; }

// As the renderers of Markdown name a heading.
std::string anchor(std::string_view heading) {
  std::string out;
  for (char c : heading) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == ' ') c = '-';
    bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (kept) out += c;
  }
  return out;
}

std::string_view noun(Form form) {
  switch (form) {
    case Form::kName:
      return "name";
    case Form::kId:
      return "id";
    case Form::kRef:
      return "reference";
    case Form::kUnit:
      return "spec name";
    case Form::kRange:
      return "range";
    case Form::kGuard:
      return "guard";
    case Form::kTarget:
      return "let name";
    case Form::kBool:
      return "`true` or `false`";
    case Form::kType:
      return "type";
    case Form::kVersion:
      return "version";
    case Form::kScalar:
      return "single value";
    case Form::kAny:
      return "anything";
    default:
      return "text";
  }
}

class Page {
 public:
  std::string document(const Object& root) {
    std::string out = "# Specs of kind `" + std::string(root.name) + "`\n\n" + section(root);
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      out += "\n## " + heading(*objects_[i]) + "\n\n" + section(*objects_[i]);
    }
    return out;
  }

 private:
  // Two kinds of row may share a noun: the second is told apart by a number, here and in links.
  std::string heading(const Object& of) const {
    std::size_t same = 1;
    for (const Object* each : objects_) {
      if (each == &of) break;
      if (each->name == of.name) ++same;
    }
    return same == 1 ? std::string(of.name) : std::string(of.name) + " " + std::to_string(same);
  }

  std::string link(const Object& of) {
    if (std::find(objects_.begin(), objects_.end(), &of) == objects_.end()) objects_.push_back(&of);
    std::string title = heading(of);
    return "[" + title + "](#" + anchor(title) + ")";
  }

  std::string joined(const std::vector<std::string>& words) const {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
      out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    }
    return out;
  }

  std::string value(const Shape& shape) {
    std::vector<std::string> words;
    switch (shape.form) {
      case Form::kWord:
        for (std::string_view each : shape.words) words.push_back(code(each));
        return joined(words);
      case Form::kList:
        return "list of " + value(shape.parts[0]);
      case Form::kTuple:
        for (const Shape& each : shape.parts) words.push_back(value(each));
        return "list: " + sequence(words);
      case Form::kMap:
        return "map: " + value(shape.parts[0]) + " to " + value(shape.parts[1]);
      case Form::kObject:
      case Form::kChoice:
        for (const Object* each : shape.objects) words.push_back(link(*each));
        return joined(words);
      case Form::kEither:
        for (const Shape& each : shape.parts) words.push_back(value(each));
        return joined(words);
      case Form::kNumber:
        if (shape.bounds.power_of_two) return in_words(shape.bounds);
        return in_words(shape.bounds).empty() ? "number" : "number " + in_words(shape.bounds);
      case Form::kCount:
        return "number " + in_words(shape.bounds) + ", or an enum";
      default:
        return std::string(noun(shape.form));
    }
  }

  static std::string sequence(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& each : words) out += (out.empty() ? "" : ", then ") + each;
    return out;
  }

  std::string section(const Object& of) {
    std::string out = std::string(of.doc) + "\n";
    if (!of.main_key.empty())
      out += "\nA single value stands for " + code("{" + std::string(of.main_key) + ": ...}") + ".\n";
    out += "\n| key | value | | what it says | example |\n|---|---|---|---|---|\n";
    for (const Key& key : of.keys) {
      out += "| " + code(key.name) + " | " + value(key.shape) + " | " + (key.required ? "needed" : "") + " | " +
             cell(key.doc) + " | " + code(key.example) + " |\n";
    }
    if (!of.other_doc.empty()) {
      out += "| *" + value(of.other_key) + "* | " + value(of.other_value) + " | | " + cell(of.other_doc) + " | |\n";
    }
    for (const auto& group : of.exclusive) {
      std::vector<std::string> words;
      for (std::string_view each : group) words.push_back(code(each));
      out += "\nAt most one of " + joined(words) + ".\n";
    }
    for (const auto& group : of.one_needed) {
      std::vector<std::string> words;
      for (std::string_view each : group) words.push_back(code(each));
      out += "\nAt least one of " + joined(words) + ".\n";
    }
    for (const Companion& companion : of.companions) {
      std::vector<std::string> words;
      for (std::string_view each : companion.of) words.push_back(code(each));
      out += "\nOnly with " + code(companion.key) + ": " + joined(words) + ".\n";
    }
    return out;
  }

  std::vector<const Object*> objects_;
};

}  // namespace

std::string reference_page(const Object& root) { return Page().document(root); }

}  // namespace npuspec::schema
