#include <algorithm>
#include <limits>

#include "front/check_scalar.h"
#include "front/kinds/descriptor/parts.h"
#include "front/kinds/descriptor/targets.h"
#include "front/kinds/rows.h"

namespace npuspec::descriptor {
namespace {

// A rule that no value of the type breaks.
void tell_idle_range(Builder& build, const Node& scalar, Interval range, Storage storage) {
  if (range.lo > lowest(storage) || range.hi < highest(storage)) return;
  build.diags
      .warning(
          Code::G019, scalar.at,
          in_quotes(scalar.text) + " is every value of " + std::string(spelling(storage)) + ": it rules nothing out")
      .span(scalar.text.size())
      .hint("take `in` away, or narrow it");
}

// Whether a number counts what its row does; else D002.
bool counts(Builder& build, const Node& scalar, const Number& number, std::string_view name, std::string_view unit) {
  if (in_unit(number, unit)) return true;
  auto [message, help] = unit_fault(name, unit);
  build.diags.error(Code::D002, scalar.at, std::move(message)).span(scalar.text.size()).hint(std::move(help));
  return false;
}

// A range in what its row counts.
std::optional<Interval> counted_range(Builder& build, const Node* scalar, std::string_view name,
                                      std::string_view unit) {
  auto range = scalar && scalar->is_scalar() && !scalar->broken ? parse_range(scalar->text) : std::nullopt;
  if (!range || !counts(build, *scalar, range->lo, name, unit) || !counts(build, *scalar, range->hi, name, unit)) {
    return std::nullopt;
  }
  return Interval{*in_unit(range->lo, unit), *in_unit(range->hi, unit)};
}

void read_params(Builder& build, Struct& of, const Node& row) {
  const Node* params = row.find("params");
  if (!params || !params->is_map()) return;
  for (const Entry& entry : params->entries) {
    const Node* type = entry.value->main_part("type");
    if (!type || !type->is_scalar() || type->broken) {
      of.named = false;
      continue;
    }
    Param param;
    param.name = entry.key;
    param.at = entry.key_at;
    param.row = entry.value;
    param.about = about_of(*entry.value);
    if (entry.value->is_map()) param.code = read_code(*entry.value);
    if (type->text == "bool") {
      param.is_bool = true;
    } else if (auto storage = guard::storage_named(type->text)) {
      param.storage = *storage;
      const Node* in = entry.value->find("in");
      auto range = counted_range(build, in, param.name, "");
      param.in = range.value_or(Interval{lowest(*storage), highest(*storage)});
      if (range) tell_idle_range(build, *in, *range, *storage);
    } else if ((param.of = enum_named(build, type->text)) != nullptr) {
      param.storage = param.of->type.storage;
    } else {
      of.named = false;
      if (is_told(build, type->at) || was_refused(build, "enums", type->text)) continue;
      auto& diag = build.diags.error(Code::D001, type->at, in_quotes(type->text) + " is no type of a parameter")
                       .span(type->text.size());
      std::string_view near = nearest(type->text, enum_names(build));
      diag.hint(near.empty() ? "bool, an integer type or an enum" : "did you mean " + in_quotes(near) + "?");
      continue;
    }
    of.params.push_back(param);
  }
}

// What `type:` names: sets storage, of or nested. False after D001.
bool read_type(Builder& build, Field& field, const Node& type) {
  if (auto storage = guard::storage_named(type.text)) {
    field.storage = *storage;
    return true;
  }
  if (const Enum* of = enum_named(build, type.text)) {
    if (of->base) {
      field.of = of;
      field.storage = *of->base;
      return true;
    }
    if (!of->complete) return false;
    build.diags.error(Code::D001, type.at, in_quotes(type.text) + " has no bytes")
        .span(type.text.size())
        .hint("give the enum a base: `base: u8`")
        .note(of->at, "the enum is here");
    return false;
  }
  if ((field.nested = build.model.find_struct(type.text)) != nullptr) return true;
  if (is_told(build, type.at)) return false;
  if (was_refused(build, "enums", type.text) || was_refused(build, "structs", type.text)) return false;
  std::vector<std::string_view> known = enum_names(build);
  for (const Struct& each : build.model.structs) known.push_back(each.name);
  for (std::string_view word : {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"}) known.push_back(word);
  auto& diag = build.diags.error(Code::D001, type.at, in_quotes(type.text) + " is no type").span(type.text.size());
  std::string_view near = nearest(type.text, known);
  diag.hint(near.empty() ? "u8 to u64, i8 to i64, an enum with a base, or a struct"
                         : "did you mean " + in_quotes(near) + "?");
  return false;
}

bool read_count(Builder& build, Field& field, const Node& row) {
  const Node* count = scalar_at(row, "count");
  if (!count) return row.find("count") == nullptr;
  field.array = true;
  if (auto number = int_of(count)) {
    field.count = static_cast<std::uint32_t>(*number);
    return true;
  }
  field.index = enum_named(build, count->text);
  if (field.index && !field.index->complete) return false;
  if (!field.index) {
    if (was_refused(build, "enums", count->text)) return false;
    auto& diag = build.diags.error(Code::D003, count->at, in_quotes(count->text) + " is no number and no enum")
                     .span(count->text.size());
    std::string_view near = nearest(count->text, enum_names(build));
    diag.hint(near.empty() ? "how many elements, or the enum that indexes them"
                           : "did you mean " + in_quotes(near) + "?");
    return false;
  }
  if (!field.index->type.is_index()) {
    build.diags
        .error(Code::D003, count->at,
               in_quotes(count->text) + " cannot index an array: its values are not 0, 1, 2 and so on")
        .span(count->text.size())
        .hint("number its symbols from 0, without a gap, or write how many elements there are")
        .note(field.index->at, "the enum is here");
    return false;
  }
  field.count = static_cast<std::uint32_t>(field.index->type.rows.size());
  return true;
}

void read_bits(Builder& build, Field& field, const Node& row) {
  const Node* bits = row.find("bits");
  if (!bits || !bits->is_map()) return;
  std::uint32_t width = 8 * bytes(field.storage);
  for (const Entry& entry : bits->entries) {
    auto range = interval_of(entry.value);
    if (!range) continue;
    std::string what = "bits " + braced(*range) + " of " + in_quotes(field.name);
    if (range->lo < 0 || range->hi >= width || field.nested || field.of) {
      build.diags.error(Code::D005, entry.value->at, what + " are not there")
          .span(entry.value->text.size())
          .hint(field.nested || field.of ? "only a field of an integer type has bits"
                                         : "it has bits 0.." + std::to_string(width - 1));
      continue;
    }
    Bits part{entry.key, entry.key_at, static_cast<std::uint32_t>(range->lo), static_cast<std::uint32_t>(range->hi)};
    for (const Bits& other : field.bits) {
      if (part.lo > other.hi || other.lo > part.hi) continue;
      build.diags.error(Code::D005, entry.value->at, what + " are in " + in_quotes(other.name) + " too")
          .span(entry.value->text.size())
          .hint("a bit has one name")
          .note(other.at, in_quotes(other.name) + " is here");
    }
    field.bits.push_back(part);
  }
}

std::optional<Int> counted(Builder& build, const Field& field, const Node& scalar, std::string_view what) {
  auto number = number_of(&scalar);
  if (!number || !counts(build, scalar, *number, field.name, field.unit)) return std::nullopt;
  return fitting(build, scalar, *in_unit(*number, field.unit), field.storage, what);
}

// The one value of a field: of an enum a symbol, which the rule names too, else a number.
std::optional<Int> read_constant(Builder& build, const Field& field, const Node& scalar) {
  if (!field.of) {
    if (auto fault = schema::scalar_fault(scalar, schema::number(), {"const"}, {})) {
      build.diags.error(Code::D001, scalar.at, std::move(fault->message)).span(scalar.text.size()).hint(fault->help);
      return std::nullopt;
    }
    return counted(build, field, scalar, "const");
  }
  const Symbol* symbol = field.of->find(scalar.text);
  if (symbol && !symbol->removed()) return symbol->value;
  if (!field.of->complete) return std::nullopt;
  std::vector<std::string_view> known;
  for (const Symbol& each : field.of->symbols) {
    if (!each.removed()) known.push_back(each.name);
  }
  suggest(
      build.diags.error(Code::D001, scalar.at, in_quotes(scalar.text) + " is no symbol of " + in_quotes(field.of->name))
          .span(scalar.text.size()),
      scalar.text, known);
  return std::nullopt;
}

// in, const, else: what the type must hold. Of a struct there is none, of an enum `const` alone, as refuse_clashes()
// says.
void read_values(Builder& build, Field& field, const Node& row) {
  if (field.nested || (field.of && field.of->flags)) return;
  if (const Node* scalar = scalar_at(row, "const")) field.constant = read_constant(build, field, *scalar);
  if (field.of) return;
  if (const Node* scalar = scalar_at(row, "else")) {
    field.otherwise = counted(build, field, *scalar, "else").value_or(0);
  }
  const Node* scalar = scalar_at(row, "in");
  auto range = counted_range(build, scalar, field.name, field.unit);
  if (!range) return;
  if (range->lo < lowest(field.storage) || range->hi > highest(field.storage)) {
    build.diags
        .error(Code::D002, scalar->at,
               "the range " + braced(*range) + " does not fit " + std::string(spelling(field.storage)))
        .span(scalar->text.size())
        .hint(std::string(spelling(field.storage)) + " holds " +
              braced({lowest(field.storage), highest(field.storage)}));
    return;
  }
  field.in = range;
  tell_idle_range(build, *scalar, *range, field.storage);
}

// Rules of a field that make no sense together.
void refuse_clashes(Builder& build, const Field& field, const Node& row) {
  auto refuse = [&](std::string_view key, std::string message, std::string help) {
    const Entry* entry = row.entry(key);
    if (entry) build.diags.error(Code::D018, entry->key_at, std::move(message)).span(key.size()).hint(std::move(help));
  };
  if (field.nested || field.of) {
    for (std::string_view key : {"in", "const", "digest", "only", "live", "unit"}) {
      if (key == "const" && field.of && !field.of->flags) continue;
      refuse(key,
             "`" + std::string(key) + "` does not go with a field of type " +
                 in_quotes(field.nested ? field.nested->name : field.of->name),
             "put the rule in a check");
    }
  }
  if (!field.digest) return;
  if (field.array || field.storage != Storage::kU32 || field.constant || field.in) {
    build.diags.error(Code::D016, field.at, "the digest " + in_quotes(field.name) + " is not a plain u32")
        .span(field.name.size())
        .hint("CRC-32C is 32 bits: `type: u32`, without count, const or in");
  }
}

std::optional<Field> read_field(Builder& build, const Node& row) {
  const Node* at = scalar_at(row, "at");
  const Node* name = scalar_at(row, "name");
  const Node* type = scalar_at(row, "type");
  if (!at || !name || !type) return std::nullopt;
  Field field;
  field.name = name->text;
  field.at = name->at;
  field.row = &row;
  auto offset = int_of(at);
  if (!read_type(build, field, *type) || !read_count(build, field, row) || !offset) return std::nullopt;
  field.offset = static_cast<std::uint32_t>(*offset);
  field.digest = row.find("digest") && !field.nested && !field.of;
  field.unit = row.text_at("unit");
  read_bits(build, field, row);
  read_values(build, field, row);
  refuse_clashes(build, field, row);
  field.code = read_code(row);
  field.reloc = row.text_at("reloc");
  field.dir = row.text_at("dir");
  field.about = about_of(row);
  field.age = age_of(row);
  return field;
}

std::optional<Field> read_gap(Builder& build, const Node& row) {
  const Node* at = scalar_at(row, "at");
  const Node* reserved = scalar_at(row, "reserved");
  if (!at || !reserved) return std::nullopt;
  auto offset = int_of(at);
  auto size = int_of(reserved);
  if (!offset || !size) return std::nullopt;
  Field field;
  field.name = build.model.arena.copy("reserved_" + guard::to_string(*offset));
  field.at = reserved->at;
  field.row = &row;
  field.reserved = true;
  field.offset = static_cast<std::uint32_t>(*offset);
  field.size = static_cast<std::uint32_t>(*size);
  field.count = field.size;
  field.array = true;
  field.code = read_code(row);
  field.about = about_of(row);
  field.age = age_of(row);
  return field;
}

void read_fields(Builder& build, Struct& of, const Node& row) {
  const Node* fields = row.find("fields");
  if (!fields || !fields->is_list()) return;
  for (const Node* each : fields->items) {
    if (!each->is_map() || each->broken) {
      of.complete = false;
      continue;
    }
    auto field = each->find("reserved") ? read_gap(build, *each) : read_field(build, *each);
    if (field) {
      of.fields.push_back(std::move(*field));
    } else {
      of.complete = false;
    }
  }
}

// Everything that code generated from a struct calls by name, where two that differ in case only would meet.
void refuse_meeting_names(Builder& build, const Struct& of, const Names& constants) {
  Names names(build.diags, "fields, parameters and constants", &constants);
  for (const Param& each : of.params) names.add(each.name, each.at);
  for (const Field& each : of.fields) names.add(each.name, each.at);
}

// Whether functions that take parameters call something else by the name.
bool is_called(const Builder& build, std::string_view name) {
  const std::string own = c_prefix(build.spec);
  const std::string_view kBegins[] = {own, "let_", "rule_", "when_", "holds_"};
  if (std::any_of(std::begin(kBegins), std::end(kBegins), [&](auto each) { return name.starts_with(each); }))
    return true;
  return std::any_of(build.model.enums.begin(), build.model.enums.end(), [&](const Enum& of) {
    return std::any_of(of.columns.begin(), of.columns.end(), [&](const Column& column) {
      return name == column_name(build.spec, of, column.name, Target::kCpp);
    });
  });
}

// Words that functions generated for a struct use for themselves.
void refuse_taken_params(Builder& build, const Struct& of) {
  for (const Param& each : of.params) {
    constexpr std::string_view kOwn[] = {"d", "ok", "fits", "detail", "check", "digest"};
    bool own = std::find(std::begin(kOwn), std::end(kOwn), each.name) != std::end(kOwn);
    if (!own && !is_called(build, each.name)) continue;
    build.diags.error(Code::D010, each.at, in_quotes(each.name) + " is a name that generated code uses itself")
        .span(each.name.size())
        .hint("rename the parameter");
  }
}

void refuse_second_digest(Builder& build, const Struct& of) {
  const Field* first = of.digest();
  for (const Field& field : of.fields) {
    if (!field.digest || &field == first) continue;
    build.diags.error(Code::D016, field.at, in_quotes(field.name) + " is a second digest of the same bytes")
        .span(field.name.size())
        .hint("a struct has one digest, over all other bytes")
        .note(first->at, in_quotes(first->name) + " is the first");
  }
}

// An address is bound to one field of its own, which must hold it.
void refuse_odd_addresses(Builder& build, const Struct& of) {
  for (auto field = of.fields.begin(); field != of.fields.end(); ++field) {
    if (field->reloc.empty()) continue;
    const Node& reloc = *field->row->find("reloc");
    if (reloc.broken) continue;
    bool holds = !field->array && !field->nested && !field->of &&
                 (field->storage == Storage::kU32 || field->storage == Storage::kU64);
    if (!holds) {
      build.diags
          .error(Code::D018, reloc.at,
                 in_quotes(field->name) + " cannot be bound to the address " + in_quotes(field->reloc))
          .span(reloc.text.size())
          .hint("an address is a plain u32 or u64, without `count`: give the field that type, or take `reloc` away");
    }
    auto first = std::find_if(of.fields.begin(), field, [&](const Field& each) { return each.reloc == field->reloc; });
    if (first == field) continue;
    build.diags
        .error(Code::D018, reloc.at,
               in_quotes(field->name) + " is bound to " + in_quotes(field->reloc) + ", which " +
                   in_quotes(first->name) + " is bound to already")
        .span(reloc.text.size())
        .hint("each address has a name of its own")
        .note(first->at, in_quotes(first->name) + " is here");
  }
}

void start_struct(Builder& build, std::string_view name, Place at, const Node& row, bool only_one) {
  Struct& of = build.model.structs.emplace_back();
  of.name = name;
  of.path = std::string(build.spec.name);
  if (!only_one) of.path += "." + std::string(name);
  of.at = at;
  of.row = &row;
  of.only_one = only_one;
  of.packed = is_true(row.find("packed"));
  of.about = only_one ? About{build.spec.doc, build.spec.source} : about_of(row);
  of.age = age_of(row);
  if (!row.find("fields")) of.complete = false;
}

}  // namespace

std::optional<std::uint16_t> read_code(const Node& row) {
  auto value = int_of(row.find("code"));
  return value ? std::optional(static_cast<std::uint16_t>(*value)) : std::nullopt;
}

void read_structs(Builder& build) {
  const Node& root = *build.spec.root;
  if (root.find("fields")) {
    start_struct(build, "descriptor", build.spec.name_at, root, true);
  }
  const Node* structs = root.find("structs");
  Names names(build.diags, "structs and enums");
  for (const Enum& each : build.model.enums) names.add(each.name, each.at);
  if (structs && structs->is_map()) {
    for (const Entry& entry : structs->entries) {
      names.add(entry.key, entry.key_at);
      if (!entry.value->is_map() || entry.value->broken) continue;
      start_struct(build, entry.key, entry.key_at, *entry.value, false);
    }
  }
  Diags told;  // of constants that meet: where they are read
  Names constants(told, "constants");
  for (const Constant& each : build.model.constants) constants.add(each.name, each.at);
  // All structs have a name before a field's type is looked up.
  for (Struct& of : build.model.structs) {
    read_params(build, of, *of.row);
    read_fields(build, of, *of.row);
    refuse_meeting_names(build, of, constants);
    refuse_taken_params(build, of);
    refuse_second_digest(build, of);
    refuse_odd_addresses(build, of);
  }
}

}  // namespace npuspec::descriptor
