#include "front/guard/parse.h"
#include "front/kinds/wire/load.h"

namespace npuspec::wire {
namespace {

class TypeLoader {
 public:
  explicit TypeLoader(const Loading& to) : to_(to), model_(to.model) {}

  void load_records(const Node& node) {
    for (const Entry& entry : node.entries) {
      if (!entry.value->is_map()) continue;
      if (model_.over->find_table(entry.key) >= 0) {
        to_.diags.error(Code::W009, entry.key_at, in_quotes(entry.key) + " is a table already")
            .span(entry.key.size())
            .hint("a record has a name of its own");
        continue;
      }
      RecordType& record = model_.records.emplace_back();
      record.name = entry.key;
      record.at = entry.key_at;
      record.guard = std::make_unique<guard::Record>(model_.arena, entry.key, false, model_.scope.get());
      for (const Entry& field : entry.value->entries) {
        if (field.value->is_scalar() && !field.value->broken) load_field(record, field);
      }
    }
  }

  void load_lets(const Node& node) {
    for (const Entry& entry : node.entries) {
      guard::Record* of = find_type(entry.key);
      if (!of) {
        to_.diags.error(Code::W009, entry.key_at, "there is no table or record " + in_quotes(entry.key))
            .span(entry.key.size())
            .hint(near_or(entry.key, type_names(), "a let here is a value of a table or of a record"));
      } else if (entry.value->is_map()) {
        for (const Entry& let : entry.value->entries) load_let(*of, let);
      }
    }
  }

 private:
  void load_field(RecordType& record, const Entry& entry) {
    std::string_view text = entry.value->text;
    RecordField field = {
        .name = entry.key, .type_text = text, .vector = text.ends_with("[]"), .type = {}, .at = entry.key_at};
    if (field.vector) text.remove_suffix(2);
    int of = model_.over->find_enum(text);
    if (of >= 0) {
      field.type = guard::Type::row_of(model_.types->enum_at(of));
    } else if (text == "bool") {
      field.type = guard::Type::boolean();
    } else if (text == "string" && !field.vector) {
      field.type = guard::Type::string();
    } else if (std::optional<guard::Storage> storage = guard::storage_named(text)) {
      field.type = guard::Type::integer(*storage);
    } else {
      for (const RecordType& other : model_.records) {
        if (other.name == text && &other != &record) field.record = &other;
      }
      if (!field.record || field.vector) {
        record.guard->members.refuse(entry.key);
        return report_type(*entry.value, text, field.record != nullptr);
      }
      field.type = guard::Type::record_of(*field.record->guard);
    }
    guard::Symbol* symbol = record.guard->members.add_value(entry.key, field.type, {.vector = field.vector});
    if (!symbol) return;
    symbol->unknown = field.type.base == guard::Base::kEnum;
    field.symbol = symbol;
    record.fields.push_back(field);
  }

  void report_type(const Node& node, std::string_view text, bool is_record) {
    if (is_record) {
      to_.error(Code::W009, node, "a record holds one " + std::string(text) + ", not several")
          .hint("give the group each of them as a thing of its own");
      return;
    }
    std::vector<std::string_view> known = {"bool", "string", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"};
    for (const tables::Enum& each : model_.over->enums) known.push_back(each.name);
    for (const RecordType& each : model_.records) known.push_back(each.name);
    to_.error(Code::W009, node, "a record's field cannot be of the type " + in_quotes(text))
        .hint(near_or(text, known,
                      "it is bool, string, i8 to u64, an enum, a vector of numbers, or a record declared above"));
  }

  guard::Record* find_type(std::string_view name) {
    if (int table = model_.over->find_table(name); table >= 0) return &model_.types->record_at(table);
    for (RecordType& each : model_.records) {
      if (each.name == name) return each.guard.get();
    }
    return nullptr;
  }

  std::vector<std::string_view> type_names() const {
    std::vector<std::string_view> names;
    for (const tables::Table& each : model_.over->tables) names.push_back(each.name);
    for (const RecordType& each : model_.records) names.push_back(each.name);
    return names;
  }

  void load_let(guard::Record& of, const Entry& entry) {
    Guard body = parse_guard(*entry.value, to_);
    const auto* key_at = model_.arena.make<guard::AtPlace>(entry.key_at);
    std::optional<guard::Target> key = guard::parse_target(entry.key, model_.arena, *key_at, to_.diags);
    if (!key) return;
    const guard::Expr& is = body.expr ? *body.expr : *model_.arena.make<guard::Expr>();
    const guard::At& at = body.at ? static_cast<const guard::At&>(*body.at) : *key_at;
    guard::Symbol* let = of.members.add_let(*key, is, at, *key_at);
    if (!let) {
      to_.diags
          .error(Code::W009, entry.key_at, in_quotes(of.name) + " has a field " + in_quotes(key->name) + " already")
          .span(key->name.size())
          .hint("a let has a name of its own");
      return;
    }
    if (!body.expr) let->let->state = guard::Let::State::kBad;  // said already: what uses it says nothing more
    model_.lets.push_back({.of = of.name, .text = entry.value->text, .let = let, .at = entry.key_at});
  }

  const Loading& to_;
  WireModel& model_;
};

}  // namespace

void load_types(const Node& root, const Loading& to) {
  TypeLoader loader(to);
  if (const Node* records = root.find("records"); records && records->is_map()) loader.load_records(*records);
  if (const Node* lets = root.find("let"); lets && lets->is_map()) loader.load_lets(*lets);
}

}  // namespace npuspec::wire
