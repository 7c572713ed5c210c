#include "front/kinds/wire/reads.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "front/guard/typed.h"
#include "front/kinds/tables/facts.h"

namespace npuspec::wire {
namespace {

class Reads {
 public:
  explicit Reads(const WireModel& model) : model_(model) {
    for (std::size_t i = 0; i < model.over->enums.size(); ++i)
      enums_[&model.types->enum_at(static_cast<int>(i))] = &model.over->enums[i];
  }

  void run(Facts& facts) {
    for (const Derived& each : model_.lets) visit(each.let->let->typed);
    for (const Group& group : model_.groups) {
      visit(group.only);
      for (const Check& check : group.checks) visit(check.when), visit(check.require);
      for (const Row& row : group.rows) visit(row.when);
    }
    written(model_.operation.writes);
    for (const Switch& each : model_.operation.switches) written(each.sets);
    for (const tables::Enum& of : model_.over->enums) tell(of, facts);
    for (const tables::Table& table : model_.over->tables) {
      for (const tables::Field& field : table.fields) {
        if (fields_.contains(&field)) tell(table, field, facts);
      }
    }
  }

 private:
  void visit(const guard::Typed* n) {
    if (!n || !seen_.insert(n).second) return;
    if (n->act == guard::Act::kMember && n->symbol->user) fields_.insert(&tables::GuardTypes::field_of(*n->symbol));
    if (n->act == guard::Act::kConstant && n->type.base == guard::Base::kEnum) rows_.emplace(n->type.of, n->value);
    if (n->act == guard::Act::kOneOfRows) {
      for (guard::Int row : n->rows) rows_.emplace(n->args[0]->type.of, row);
    }
    if (n->act == guard::Act::kKnown) all_rows_.insert(n->args[0]->type.of);
    if (n->act == guard::Act::kColumn) columns_.emplace(n->args[0]->type.of, n->column->name);
    for (const guard::Typed* part : n->args) visit(part);
    if (n->symbol && n->symbol->let) {
      visit(n->symbol->let->typed);
      for (const guard::Domain* domain : n->symbol->let->domains) visit(*domain);
    }
    if (!n->loop) return;
    visit(n->loop->domain);
    visit(n->loop->condition);
    visit(n->loop->body);
  }

  void visit(const guard::Domain& domain) {
    visit(domain.first);
    visit(domain.last);
    visit(domain.many);
    if (domain.variable && domain.variable->type.base == guard::Base::kEnum) {
      for (guard::Int row : domain.rows) rows_.emplace(domain.variable->type.of, row);
    }
  }

  void written(const std::vector<WrittenTable>& all) {
    for (const WrittenTable& table : all) {
      for (const Written& value : table.fields) {
        fields_.insert(
            &model_.over->tables[static_cast<std::size_t>(table.table)].fields[static_cast<std::size_t>(value.field)]);
      }
    }
  }

  // A row that guards find to be what a number without a row is.
  static bool judged_as_missing(const tables::Enum& of, const tables::Symbol& symbol,
                                const std::vector<std::string>& columns) {
    for (std::size_t i = 0; i < of.columns.size(); ++i) {
      const tables::ColumnValue& is = symbol.columns[i];
      const tables::ColumnValue& missing = of.columns[i].missing;
      bool asked =
          std::find(columns.begin(), columns.end(), "column." + std::string(of.columns[i].name)) != columns.end();
      if (asked && (is.flag != missing.flag || !(is.number == missing.number) || is.text != missing.text)) return false;
    }
    return true;
  }

  // What the tables' own report says, kept to what decides here.
  void tell(const tables::Table& table, const tables::Field& field, Facts& facts) {
    std::string id = std::string(table.name) + ".#" + std::to_string(field.id);
    keep("field", id, id, {"name", "type", "default", "ref", "absent", "tag_of", "members"}, facts);
  }

  void tell(const tables::Enum& of, Facts& facts) {
    std::string name(of.name);
    std::vector<std::string> missing;
    std::vector<std::string> columns;
    bool all_rows = false;
    for (const auto& [its, tables_enum] : enums_) {
      if (tables_enum != &of) continue;
      all_rows = all_rows_.contains(its);
      for (const tables::Column& column : of.columns) {
        if (!columns_.contains({its, column.name})) continue;
        missing.push_back("missing." + std::string(column.name));
        columns.push_back("column." + std::string(column.name));
      }
      for (const tables::Symbol& symbol : of.symbols) {
        std::string id = name + "." + std::string(symbol.name);
        if (rows_.contains({its, tables::to_int(symbol.value)})) keep("symbol", id, id, {"value"}, facts);
      }
    }
    if (columns.empty() && !all_rows) return;
    if (!missing.empty()) keep("enum", name, name, missing, facts);
    columns.emplace_back("name");
    for (const tables::Symbol& symbol : of.symbols) {
      if (of.open && !all_rows && judged_as_missing(of, symbol, columns)) continue;
      keep("symbol", name + "." + std::string(symbol.name), name + ".#" + tables::text_of(symbol.value), columns,
           facts);
    }
  }

  void keep(std::string_view what, const std::string& id, std::string read_id, const std::vector<std::string>& keys,
            Facts& facts) {
    for (const Fact& fact : tables_facts()) {
      if (fact.what != what || fact.id != id) continue;
      Json is = Json::object();
      for (const std::string& key : keys) {
        if (fact.attributes.contains(key)) is[key] = fact.attributes[key];
      }
      // A symbol's name is the end of its id.
      if (what == "symbol" && read_id != id) is["name"] = id.substr(id.rfind('.') + 1);
      facts.add("read", std::move(read_id), std::move(is), fact.at);
      return;
    }
  }

  const std::vector<Fact>& tables_facts() {
    if (all_.list().empty()) tables::table_facts(*model_.over, {}, all_);
    return all_.list();
  }

  const WireModel& model_;
  Facts all_;
  std::map<const guard::Enum*, const tables::Enum*> enums_;
  std::set<const guard::Typed*> seen_;
  std::set<const tables::Field*> fields_;
  std::set<std::pair<const guard::Enum*, std::string_view>> columns_;
  std::set<std::pair<const guard::Enum*, guard::Int>> rows_;
  std::set<const guard::Enum*> all_rows_;  // whose rows are told from other numbers
};

}  // namespace

void read_facts(const WireModel& model, Facts& facts) { Reads(model).run(facts); }

}  // namespace npuspec::wire
