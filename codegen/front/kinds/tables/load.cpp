#include "front/kinds/tables/load.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include "front/kinds/rows.h"
#include "front/kinds/tables/load_enums.h"

namespace npuspec::tables {
namespace {

// Reads the fields after all tables and enums have their names, and what fields say of other fields after all of them
// have their types.
class Loader {
 public:
  Loader(TablesModel& model, Diags& diags) : model_(model), diags_(diags) {}

  void load(const Node& root) {
    model_.identifier = root.text_at("identifier");
    if (const Node* enums = root.find("enums"); enums && enums->is_map()) model_.enums = load_enums(*enums, diags_);
    const Node* tables = root.find("tables");
    if (!tables || !tables->is_map()) return;
    for (const Entry& entry : tables->entries) {
      if (entry.value->is_list())
        model_.tables.push_back({.name = entry.key, .fields = {}, .doc = {}, .at = entry.key_at});
    }
    std::size_t t = 0;
    for (const Entry& entry : tables->entries) {
      if (entry.value->is_list()) load_fields(model_.tables[t++], *entry.value);
    }
    for (const Pending& pending : pending_) resolve(pending);
    if (root.find("root")) model_.root = model_.find_table(root.text_at("root"));
  }

 private:
  struct Pending {
    int table;
    int field;
    const Node* node;
  };

  void load_fields(Table& table, const Node& list) {
    int at = static_cast<int>(&table - model_.tables.data());
    for (const Node* node : list.items) {
      if (!node->is_map() || node->broken) continue;
      Field field;
      const Node* id = node->find("id");
      const Node* type = node->find("type");
      if (!id || !type || !type->is_scalar() || !node->find("name")) continue;
      field.at = node->find("name")->at;
      field.name = node->text_at("name");
      // One that has been refused is taken for the next.
      auto next = static_cast<std::int64_t>(table.fields.size());
      field.id = static_cast<std::uint32_t>(integer_of(id).value_or(next));
      field.since = node->text_at("since");
      field.doc = node->text_at("doc");
      field.source = node->text_at("source");
      if (!read_type(*type, field)) {
        field.type = {};  // Opaque: the id stays taken, and nothing else is said of the field
      } else {
        read_values(*node, field);
      }
      pending_.push_back({at, static_cast<int>(table.fields.size()), node});
      table.fields.push_back(std::move(field));
    }
  }

  bool read_type(const Node& node, Field& field) {
    field.type_text = node.text;
    std::string_view text = node.text;
    field.type.vector = text.ends_with("[]");
    if (field.type.vector) text.remove_suffix(2);
    if (std::optional<Base> base = base_named(text)) {
      field.type.base = *base;
      return true;
    }
    field.type.enum_index = model_.find_enum(text);
    if (field.type.enum_index >= 0) {
      field.type.base = model_.enums[static_cast<std::size_t>(field.type.enum_index)].base;
      return true;
    }
    field.type.table_index = model_.find_table(text);
    field.type.base = Base::kTable;
    if (field.type.table_index >= 0) return true;
    std::vector<std::string_view> known = {"bool", "i8",  "u8",  "i16", "u16",    "i32",   "u32",
                                           "i64",  "u64", "f32", "f64", "string", "Opaque"};
    for (const Enum& each : model_.enums) known.push_back(each.name);
    for (const Table& each : model_.tables) known.push_back(each.name);
    diags_.error(Code::T004, node.at, "there is no type " + in_quotes(text))
        .span(node.text.size())
        .hint(near_or(text, known,
                      "a type is bool, i8 to u64, f32, f64, string, Opaque, or an enum or a table of this spec"));
    return false;
  }

  // What a field says of its own values.
  void read_values(const Node& node, Field& field) {
    std::size_t errors = diags_.errors();
    if (const Node* value = node.find("default")) read_default(*value, field);
    if (const Node* value = node.find("in")) read_in(*value, field);
    if (const Node* value = node.find("file_offset")) read_file_offset(*value, field);
    if (const Node* value = node.find("force_align")) read_force_align(*value, field);
    if (const Node* value = node.find("absent")) {
      if (!node.find("ref"))
        refuse(*value, "`absent` is said of an index, and this field has no `ref`");
      else if (is_integer(field.type.base))
        read_absent(*value, field);
    }
    if (diags_.errors() == errors) tell_default_out_of_range(node, field);
    if (const Node* value = node.find("deprecated")) field.deprecated = !value->broken;
  }

  Diag& refuse(const Node& node, std::string message) {
    return diags_.error(Code::T005, node.at, std::move(message))
        .span(std::max<std::size_t>(node.text.size(), 1))
        .hint("leave the key out, or give the field a type that can carry it");
  }

  void read_default(const Node& node, Field& field) {
    if (!field.type.is_scalar()) {
      refuse(node, "a default is said of a scalar, and " + in_quotes(field.type_text) + " is an offset")
          .hint("an absent offset is null: leave `default` out");
      return;
    }
    if (field.type.base == Base::kF32 || field.type.base == Base::kF64) return read_real_default(node, field);
    if (std::optional<Number> value = model_.scalar(field.type, node)) {
      field.has_default = true;
      field.default_value = *value;
      return;
    }
    Range range = field.type.base == Base::kBool ? Range{{}, {.magnitude = 1}} : range_of(field.type.base);
    std::string wanted =
        field.type.base == Base::kBool ? "true or false"
        : field.type.enum_index >= 0
            ? "a symbol of " + std::string(model_.enums[static_cast<std::size_t>(field.type.enum_index)].name)
            : "from " + text_of(range.lo) + " to " + text_of(range.hi);
    diags_.error(Code::T006, node.at, in_quotes(node.text) + " is no value of " + in_quotes(field.type_text))
        .span(node.text.size())
        .hint(unquoted_or(node, "a default here is " + wanted));
  }

  // What the flatbuffers schema language takes: 1.5, -2e3, inf, nan.
  void read_real_default(const Node& node, Field& field) {
    std::string_view text = node.text;
    bool fits = false;
    if (field.type.base == Base::kF32) {
      float value = 0;
      fits = read_real(text, value);
      field.real_bits = std::bit_cast<std::uint32_t>(value);
    } else {
      double value = 0;
      fits = read_real(text, value);
      field.real_bits = std::bit_cast<std::uint64_t>(value);
    }
    if (!node.quoted && fits) {
      field.real_text = text;
      field.has_default = true;
      return;
    }
    diags_.error(Code::T006, node.at, in_quotes(text) + " is no value of " + in_quotes(field.type_text))
        .span(text.size())
        .hint(unquoted_or(node, "a default here is a number such as 1.5 or -2e3, inf, -inf or nan"));
  }

  template <class Real>
  static bool read_real(std::string_view text, Real& value) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() &&
           text.find_first_of("(INFA") == std::string_view::npos;
  }

  // An index that there may be cannot stand for none; what its type cannot hold stands nowhere.
  void read_absent(const Node& node, Field& field) {
    std::optional<Number> value = number_of(&node);
    if (!value) return;
    field.absent = value;
    Range range = range_of(field.type.base);
    constexpr Number kGreatest = {.magnitude = std::numeric_limits<std::int64_t>::max()};  // that code compares with
    if (kGreatest < range.hi) range.hi = kGreatest;
    std::string none = range.lo.negative ? "-1" : text_of(range.hi) + ", the last of all";
    if (*value < range.lo || range.hi < *value) {
      refuse(node, in_quotes(node.text) + " is no value of " + in_quotes(field.type_text))
          .hint("what stands for no index is a value of the field: write " + none);
      return;
    }
    bool is_index =
        !value->negative && !(*value == range.hi) && !(field.in && (*value < field.in->lo || field.in->hi < *value));
    if (!is_index) return;
    refuse(node, in_quotes(node.text) + " is an index like any other, and cannot stand for none")
        .hint("write " + none + ", or say by `in:` which indexes there are");
  }

  void tell_default_out_of_range(const Node& node, const Field& field) {
    if (!field.in) return;
    const Number& reads = field.default_value;
    bool known = !(reads < field.in->lo) && !(field.in->hi < reads);
    if (known || (field.absent && *field.absent == reads)) return;
    std::string in = in_quotes(node.find("in")->text);
    if (const Node* written = node.find("default")) {
      diags_.error(Code::T006, written->at, in_quotes(written->text) + " is not among the known values, " + in)
          .span(written->text.size())
          .hint("widen `in`, or correct the default");
      return;
    }
    diags_
        .warning(Code::T006, node.find("in")->at,
                 "an absent " + in_quotes(field.name) + " reads as 0, which is not among the known values, " + in)
        .span(in.size() - 2)
        .hint("widen `in` to take 0, or give the field the default that the schema of the file gives it");
  }

  void read_in(const Node& node, Field& field) {
    if (!field.type.is_scalar() || !is_integer(field.type.base)) {
      refuse(node, "`in` is said of an integer, and " + in_quotes(field.type_text) + " is none");
      return;
    }
    field.in = parse_range(node.text);
    if (!field.in) return;
    Range range = range_of(field.type.base);
    if (field.in->lo == range.lo && field.in->hi == range.hi) {
      diags_.warning(Code::G019, node.at, in_quotes(node.text) + " is every value of " + in_quotes(field.type_text))
          .span(node.text.size())
          .hint("take `in` away, or narrow it");
    }
    if (!(field.in->lo < range.lo) && !(range.hi < field.in->hi)) return;
    diags_.error(Code::T017, node.at, in_quotes(node.text) + " reaches beyond " + in_quotes(field.type_text))
        .span(node.text.size())
        .hint("it holds " + text_of(range.lo) + ".." + text_of(range.hi));
  }

  void read_file_offset(const Node& node, Field& field) {
    constexpr std::string_view kAbove = "above ";
    if (field.type.vector || field.type.base != Base::kU64) {
      refuse(node, "`file_offset` is said of a u64, and this field is " + in_quotes(field.type_text));
      return;
    }
    if (node.text.starts_with(kAbove)) field.file_offset_above = parse_number(node.text.substr(kAbove.size()));
    if (field.file_offset_above) return;
    diags_.error(Code::T013, node.at, "`file_offset` says which values are places in the file")
        .span(node.text.size())
        .hint("write `above N`: values up to N are none");
  }

  void read_force_align(const Node& node, Field& field) {
    if (!field.type.vector || width(field.type.base) > 8 || field.type.base >= Base::kString) {
      refuse(node, "`force_align` is said of a vector of scalars, and this field is " + in_quotes(field.type_text));
      return;
    }
    std::optional<Number> number = number_of(&node);
    if (!number) return;
    if (number->magnitude >= width(field.type.base)) {
      field.force_align = static_cast<std::uint32_t>(number->magnitude);
      return;
    }
    diags_.error(Code::T014, node.at, in_quotes(node.text) + " is no alignment for " + in_quotes(field.type_text))
        .span(node.text.size())
        .hint("a power of two, at least the element's own size and at most 256");
  }

  // What a field says of other fields.
  void resolve(const Pending& pending) {
    Table& table = model_.tables[static_cast<std::size_t>(pending.table)];
    Field& field = table.fields[static_cast<std::size_t>(pending.field)];
    if (const Node* ref = pending.node->find("ref")) resolve_ref(*ref, pending.table, field);
    if (const Node* tag = pending.node->find("tag_of")) resolve_tag(*tag, table, field);
    if (const Node* members = pending.node->find("members")) resolve_members(*members, table, field);
    const Node* deprecated = pending.node->find("deprecated");
    if (const Node* use = deprecated ? deprecated->find("use") : nullptr) {
      field.deprecated_use = use->text;
      if (use->text == field.name) {
        diags_.error(Code::T016, use->at, in_quotes(field.name) + " names itself as its successor")
            .span(use->text.size())
            .hint("name the field that took its place, or write `deprecated: {}`");
      } else if (table.field(use->text) < 0) {
        diags_.error(Code::T016, use->at, in_quotes(table.name) + " has no field " + in_quotes(use->text))
            .span(use->text.size())
            .hint(near_or(use->text, names_of(table.fields), "name the field that took its place"));
      }
    }
  }

  void resolve_ref(const Node& node, int table, Field& field) {
    if (!is_integer(field.type.base)) {
      refuse(node, "`ref` is said of an index or of a vector of them, and this field is " + in_quotes(field.type_text));
      return;
    }
    std::string_view path = node.text;
    Target target = {.table = table, .field = -1};
    if (std::size_t dot = path.find('.'); dot != std::string_view::npos) {
      target.table = model_.find_table(path.substr(0, dot));
      path.remove_prefix(dot + 1);
    }
    if (target.table >= 0) {
      const Table& to = model_.tables[static_cast<std::size_t>(target.table)];
      target.field = to.field(path);
      if (target.field >= 0 && to.fields[static_cast<std::size_t>(target.field)].type.vector) {
        field.ref = target;
        return;
      }
    }
    std::string why = target.table < 0   ? "there is no table " + in_quotes(node.text.substr(0, node.text.find('.')))
                      : target.field < 0 ? in_quotes(model_.tables[static_cast<std::size_t>(target.table)].name) +
                                               " has no field " + in_quotes(path)
                                         : in_quotes(path) + " is no vector, so nothing can be an index into it";
    diags_.error(Code::T007, node.at, why)
        .span(node.text.size())
        .hint("write `field` of this table, or `Table.field`, of a field whose type ends in []");
  }

  void resolve_tag(const Node& node, Table& table, Field& field) {
    if (field.type.vector || field.type.base != Base::kU8 || field.type.enum_index >= 0) {
      refuse(node, "`tag_of` is said of a u8, and this field is " + in_quotes(field.type_text));
      return;
    }
    int of = table.field(node.text);
    bool sound = false;
    if (of >= 0) {
      Field& value = table.fields[static_cast<std::size_t>(of)];
      sound = value.type.base == Base::kOpaque && !value.type.vector && value.id == field.id + 1;
      if (sound) value.tag = table.field(field.name);
    }
    if (sound) {
      field.tag_of = of;
      return;
    }
    diags_
        .error(Code::T008, node.at,
               of < 0 ? in_quotes(table.name) + " has no field " + in_quotes(node.text)
                      : in_quotes(node.text) + " is not the Opaque field at id " + std::to_string(field.id + 1))
        .span(node.text.size())
        .hint("a union is its tag, then an Opaque field at the next id");
  }

  void resolve_members(const Node& node, const Table& table, Field& field) {
    if (field.type.base != Base::kOpaque || field.type.vector) {
      refuse(node, "`members` is said of an Opaque field, and this one is " + in_quotes(field.type_text));
      return;
    }
    bool sound = true;
    for (const Node* item : node.items) {
      if (!item->is_scalar() || item->broken) continue;
      int member = model_.find_table(item->text);
      if (member >= 0 && std::find(field.members.begin(), field.members.end(), member) != field.members.end()) {
        diags_.error(Code::T015, item->at, in_quotes(item->text) + " has a tag already")
            .span(item->text.size())
            .hint("a union holds a table once: take one of the two away, or name the table that is meant");
        sound = false;
      }
      if (member >= 0) {
        field.members.push_back(member);
        continue;
      }
      sound = false;
      diags_.error(Code::T015, item->at, "there is no table " + in_quotes(item->text))
          .span(item->text.size())
          .hint(near_or(item->text, names_of(model_.tables), "declare it under `tables:`"));
    }
    if (sound && field.tag >= 0) check_tags(table, field);
  }

  // Tags count the members from 1; 0 is none of them.
  void check_tags(const Table& table, const Field& field) {
    const Field& tag = table.fields[static_cast<std::size_t>(field.tag)];
    if (!tag.in || !(Number{.magnitude = field.members.size()} < tag.in->hi)) return;
    auto of_tag = std::find_if(pending_.begin(), pending_.end(), [&](const Pending& each) {
      return &model_.tables[static_cast<std::size_t>(each.table)] == &table && each.field == field.tag;
    });
    const Node& in = *of_tag->node->find("in");
    std::string members = std::to_string(field.members.size());
    diags_
        .error(Code::T017, in.at,
               in_quotes(in.text) + " reaches beyond the tags of " + in_quotes(field.name) + ": it has " + members +
                   (field.members.size() == 1 ? " member" : " members"))
        .span(in.text.size())
        .hint("write `in: 0.." + members + "`, or name the other members")
        .note(field.at, in_quotes(field.name) + " is here");
  }

  TablesModel& model_;
  Diags& diags_;
  std::vector<Pending> pending_;
};

}  // namespace

std::unique_ptr<TablesModel> load_tables(const Node& root, Diags& diags) {
  if (!root.is_map()) return nullptr;
  auto model = std::make_unique<TablesModel>();
  Loader(*model, diags).load(root);
  return model;
}

}  // namespace npuspec::tables
