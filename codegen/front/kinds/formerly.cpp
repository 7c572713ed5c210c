#include "front/kinds/formerly.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "front/kinds/rows.h"

namespace npuspec {
namespace {

// A row of a map or of a list: what it is called, where, and what it says of itself. No name: bytes that are reserved.
struct Row {
  std::string_view name;
  Place at;
  const Node* node = nullptr;
};

Row row_of_list(const Node& node) {
  for (const char* key : {"name", "id"}) {
    if (const Node* name = node.find("reserved") ? nullptr : scalar_at(node, key)) return {name->text, name->at, &node};
  }
  return {{}, node.at, &node};
}

// The lists of rows, and maps of rows by name, of a spec.
void for_each_list(const Node& node, const std::function<void(const std::vector<Row>&)>& use) {
  std::vector<Row> rows;
  for (const Node* item : node.items) {
    for_each_list(*item, use);
    if (item->is_map()) rows.push_back(row_of_list(*item));
  }
  for (const Entry& entry : node.entries) {
    for_each_list(*entry.value, use);
    rows.push_back({entry.key, entry.key_at, entry.value});
  }
  use(rows);
}

const Node* former_of(const Row& row) { return row.node->is_map() ? scalar_at(*row.node, "formerly") : nullptr; }

Fact* fact_of(const Row& row, std::vector<Fact>& facts) {
  Fact* first = nullptr;
  for (Fact& fact : facts) {
    if (fact.at != row.at && fact.at != row.node->at) continue;
    if (std::string_view(fact.id).substr(fact.id.rfind('.') + 1) == row.name) return &fact;
    if (!first) first = &fact;
  }
  return first;
}

}  // namespace

void refuse_taken_former_names(const Spec& spec, const Sources& sources, Diags& diags) {
  if (sources.text(spec.file).find("formerly") == std::string_view::npos) return;  // as most specs have it
  for_each_list(*spec.root, [&](const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      const Node* former = former_of(row);
      if (!former || row.name.empty()) continue;
      auto sharer = std::find_if(rows.data(), &row, [&](const Row& other) {
        const Node* of_other = former_of(other);
        return of_other && of_other->text == former->text;
      });
      if (sharer != &row) {
        diags.error(Code::S007, former->at, "two rows say that they were " + in_quotes(former->text))
            .span(former->text.size())
            .hint("a name had one row: take `formerly:` away from the row that had another name, or is new")
            .note(sharer->at, "the other is here");
        continue;
      }
      auto holder =
          std::find_if(rows.begin(), rows.end(), [&](const Row& other) { return other.name == former->text; });
      if (holder == rows.end()) continue;
      Diag& diag = diags
                       .error(Code::S007, former->at,
                              in_quotes(row.name) + " was never " + in_quotes(former->text) + ": " +
                                  (holder->name == row.name ? "that is its name" : "another row has that name"))
                       .span(former->text.size())
                       .hint("`formerly:` is the name that this very row had, and that nothing has now");
      if (holder->name != row.name) diag.note(holder->at, "the other is here");
    }
  });
}

void tell_former_names(const Spec& spec, std::vector<Fact>& facts) {
  for_each_list(*spec.root, [&](const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      const Node* former = former_of(row);
      if (!former) continue;
      if (Fact* fact = fact_of(row, facts)) fact->attributes["formerly"] = Json::array({std::string(former->text)});
    }
  });
}

}  // namespace npuspec
