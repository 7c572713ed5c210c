#include "front/kinds/kernels/build.h"

#include <algorithm>
#include <unordered_set>

#include "front/guard/interp.h"
#include "front/kinds/rows.h"
#include "front/number.h"
#include "front/schema.h"
#include "front/spell.h"

namespace npuspec::kernels {
namespace {

using guard::Checker;
using guard::Expr;
using guard::Scope;
using guard::Typed;

constexpr over::Codes kCodes = {Code::K001, Code::K002, Code::K003, Code::K008};
constexpr std::size_t kMaxLeaves = 4096;  // a grid that generated code can still hold

class Builder {
 public:
  Builder(const Spec& spec, const Sources& sources, Diags& diags)
      : spec_(spec), sources_(sources), diags_(diags), model_(std::make_unique<Kernels>()) {}

  std::unique_ptr<Model> build() {
    if (!over::read_over(spec_, sources_, kCodes, model_->over, diags_)) return nullptr;
    read_axes();
    if (diags_.failed()) return nullptr;
    read_cells();
    if (diags_.failed() || !check_pattern()) return nullptr;
    model_->semantics = read_sentences(spec_.root->find("semantics"));
    expand();
    check_count();
    for (const Node* node : items_of(spec_.root->find("examples"))) run_example(*node);
    return std::move(model_);
  }

 private:
  Arena& arena() { return model_->over.arena; }

  const descriptor::Enum* enum_named(std::string_view name, std::vector<std::string_view>& names) const {
    for (const Spec* used : spec_.uses) {
      const auto* model = model_of<descriptor::Descriptors>(used);
      if (!model) continue;
      for (const descriptor::Enum& each : model->enums) {
        if (each.name == name) return &each;
        names.push_back(each.name);
      }
    }
    return nullptr;
  }

  void read_axes() {
    const Node* axes = spec_.root->find("axes");
    if (!axes || !axes->is_map()) return;
    grid_ = std::make_unique<Scope>(arena());
    std::size_t leaves = 1;
    for (const Entry& entry : axes->entries) {
      if (!entry.value->is_scalar() || entry.value->broken) continue;
      std::vector<std::string_view> names;
      const descriptor::Enum* of = enum_named(entry.value->text, names);
      if (!of || of->open || of->flags) {
        Diag& diag = diags_
                         .error(Code::K004, entry.value->at,
                                of ? in_quotes(of->name) + " is open or of flags, and so no axis"
                                   : "no enum is called " + in_quotes(entry.value->text))
                         .span(entry.value->text.size());
        std::string_view near = of ? std::string_view() : nearest(entry.value->text, names);
        diag.hint(near.empty()
                      ? "an axis is an enum of a descriptor that the spec is over or uses, neither open nor flags"
                      : "did you mean " + in_quotes(near) + "?");
        continue;
      }
      leaves *= of->type.rows.size();
      if (leaves > kMaxLeaves) {
        diags_.error(Code::K007, entry.key_at, "the grid has more than " + std::to_string(kMaxLeaves) + " leaves")
            .span(entry.key.size())
            .hint("take out an axis, or split the grid");
        return;
      }
      grid_->add_enum(of->type);
      grid_->add_value(entry.key, guard::Type::row_of(of->type));
      model_->axes.push_back({entry.key, entry.key_at, of});
    }
  }

  std::uint32_t number(const Node& row, std::string_view key) {
    return static_cast<std::uint32_t>(integer_of(row.find(key)).value_or(1));
  }

  void read_cells() {
    Checker checker(*grid_, arena(), diags_);
    for (const Node* node : items_of(spec_.root->find("cells"))) {
      if (!node->is_map() || node->broken || !scalar_at(*node, "id")) continue;
      Cell cell;
      cell.id = node->text_at("id");
      cell.at = node->find("id")->at;
      cell.body = node->text_at("body");
      cell.lanes = number(*node, "lanes");
      cell.unroll = number(*node, "unroll");
      cell.admission = node->text_at("admission");
      cell.defers_to = node->text_at("defers_to");
      cell.about = descriptor::about_of(*node);
      if (const Node* when = scalar_at(*node, "when")) {
        const Expr* expr = over::parse(model_->over, sources_, *when, diags_);
        if (!expr) continue;
        const guard::At& at = model_->over.places.back();
        cell.when = checker.condition(*expr, at, guard::Origin::kMade);
        if (!cell.when) continue;
        // That a cell is never picked will be told as that: what in its guard never holds is no news then.
        if (checker.verdict(*cell.when) != guard::Verdict::kNever) cell.when = checker.condition(*expr, at);
      }
      model_->cells.push_back(cell);
    }
  }

  // Every axis stands in the pattern, so that every leaf has a name of its own.
  bool check_pattern() {
    const Node* leaf = scalar_at(*spec_.root, "leaf");
    if (!leaf) return false;
    model_->pattern = leaf->text;
    std::string rest(leaf->text);
    for (const Axis& axis : model_->axes) {
      std::string hole = "{" + std::string(axis.name) + "}";
      std::size_t at = rest.find(hole);
      if (at == std::string::npos) {
        diags_.error(Code::K006, leaf->at, "leaves that differ in " + in_quotes(axis.name) + " would have one name")
            .span(leaf->text.size())
            .hint("add " + hole + " to the pattern");
      } else {
        rest.replace(at, hole.size(), "x");
      }
    }
    bool stray = rest.find_first_of("{}") != std::string::npos;
    std::string fault = stray ? "a brace holds no axis" : schema::name_fault(rest).message;
    if (!fault.empty()) {
      diags_.error(Code::K006, leaf->at, "the pattern does not make a name: " + fault)
          .span(leaf->text.size())
          .hint("letters, digits, single '_', and each axis once in braces");
    }
    return !diags_.failed();
  }

  void expand() {
    std::vector<std::size_t> point(model_->axes.size());
    std::vector<bool> used(model_->cells.size());
    bool more = true;
    while (more) {
      add_leaf(point, used);
      more = false;
      for (std::size_t axis = point.size(); axis-- > 0 && !more;) {
        point[axis] = (point[axis] + 1) % model_->axes[axis].of->type.rows.size();
        more = point[axis] != 0;
      }
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      const Cell& cell = model_->cells[i];
      diags_
          .error(Code::K005, cell.at,
                 "cell " + in_quotes(cell.id) + " is never picked: the cells above it take every leaf")
          .span(cell.id.size())
          .hint("remove it, or move it up");
    }
  }

  void add_leaf(const std::vector<std::size_t>& point, std::vector<bool>& used) {
    Leaf leaf;
    leaf.name = std::string(model_->pattern);
    std::vector<Int> slots;
    std::string where;
    for (std::size_t i = 0; i < point.size(); ++i) {
      const Axis& axis = model_->axes[i];
      const guard::Enum::Row& row = axis.of->type.rows[point[i]];
      slots.push_back(row.value);
      leaf.symbols.push_back(axis.of->find(row.name));
      std::string hole = "{" + std::string(axis.name) + "}";
      leaf.name.replace(leaf.name.find(hole), hole.size(), snake(row.name));
      where += (where.empty() ? "" : ", ") + std::string(axis.name) + " " + std::string(row.name);
    }
    interpreter_.start({.slots = slots});
    while (leaf.cell < model_->cells.size() && model_->cells[leaf.cell].when &&
           !interpreter_.run(*model_->cells[leaf.cell].when).is_true())
      ++leaf.cell;
    if (leaf.cell == model_->cells.size()) {
      if (holes_++ == 0)
        diags_.error(Code::K005, model_->cells.back().at, "no cell takes the leaf of " + where)
            .hint("end with a cell that has no `when:`");
      return;
    }
    if (!names_.insert(leaf.name).second && !told_name_) {
      told_name_ = true;
      const Node& pattern = *spec_.root->find("leaf");
      diags_.error(Code::K006, pattern.at, "two leaves would be called " + in_quotes(leaf.name))
          .span(pattern.text.size())
          .hint("put a '_' between the axes of the pattern");
    }
    used[leaf.cell] = true;
    model_->leaves.push_back(std::move(leaf));
  }

  void check_count() {
    const Node* count = scalar_at(*spec_.root, "count");
    if (!count || diags_.failed()) return;
    Scope none(arena());
    Checker checker(none, arena(), diags_);
    const Typed* value =
        over::value(model_->over, checker, sources_, *count, diags_, guard::Type::integer(guard::Storage::kU32));
    if (!value) return;
    interpreter_.start({});
    guard::Result result = interpreter_.run(*value);
    if (result.ok() && result.value == Int(model_->leaves.size())) return;
    diags_
        .error(
            Code::K007, count->at,
            "the axes make " + std::to_string(model_->leaves.size()) + " leaves, not " + guard::to_string(result.value))
        .span(count->text.size())
        .hint("correct the count, or the enums that the axes are of");
  }

  void run_example(const Node& node) {
    if (node.broken || !scalar_at(node, "id")) return;
    if (const Node* leaves = node.find("leaves")) return run_leaves(node, *leaves);
    auto slots = over::read_example(model_->over, node, kCodes, false, arena(), diags_);
    if (!slots) return;
    Example example{node.text_at("id"), node.find("id")->at, std::move(*slots), descriptor::about_of(node)};
    interpreter_.start({.slots = example.slots});
    if (const Node* expect = node.find("expect"); expect && expect->is_map()) {
      for (const Entry& entry : expect->entries) expect_value(example, entry);
    }
    model_->examples.push_back(std::move(example));
  }

  // An example of leaves: all that its guard holds for are what it expects.
  void run_leaves(const Node& node, const Node& leaves) {
    const Node* expect = node.find("expect");
    const Expr* expr = over::parse(model_->over, sources_, leaves, diags_);
    if (!expr || !expect || !expect->is_map()) return;
    Checker checker(*grid_, arena(), diags_);
    // As if it were made: that it is of no leaf says more than that a comparison never holds.
    const Typed* guard = checker.condition(*expr, model_->over.places.back(), guard::Origin::kMade);
    if (!guard) return;
    bool any = false;
    for (const Leaf& leaf : model_->leaves) {
      std::vector<Int> slots;
      for (const descriptor::Symbol* symbol : leaf.symbols) slots.push_back(symbol->value);
      interpreter_.start({.slots = slots});
      if (!interpreter_.run(*guard).is_true()) continue;
      any = true;
      for (const Entry& entry : expect->entries) {
        if (!expect_of_leaf(node.text_at("id"), leaf, entry)) return;  // the others may differ for the same reason
      }
    }
    if (any) return;
    diags_.error(Code::K008, leaves.at, "example " + in_quotes(node.text_at("id")) + " is of no leaf")
        .span(leaves.text.size())
        .hint("name symbols of the axes that some leaf has");
  }

  // False after an error.
  bool expect_of_leaf(std::string_view example, const Leaf& leaf, const Entry& entry) {
    if (!entry.value->is_scalar() || entry.value->broken) return true;
    const Cell& cell = model_->cells[leaf.cell];
    auto or_none = [](std::string_view text) { return text.empty() ? "none" : std::string(text); };
    const std::pair<std::string_view, std::string> known[] = {
        {"cell", std::string(cell.id)},         {"body", std::string(cell.body)},
        {"lanes", std::to_string(cell.lanes)},  {"unroll", std::to_string(cell.unroll)},
        {"admission", or_none(cell.admission)}, {"defers_to", or_none(cell.defers_to)}};
    auto found =
        std::find_if(std::begin(known), std::end(known), [&](const auto& each) { return each.first == entry.key; });
    if (found == std::end(known)) {
      std::vector<std::string_view> names;
      for (const auto& each : known) names.push_back(each.first);
      std::string_view near = nearest(entry.key, names);
      diags_.error(Code::K008, entry.key_at, in_quotes(entry.key) + " is nothing that a cell says of a leaf")
          .span(entry.key.size())
          .hint(near.empty() ? "cell, body, lanes, unroll, admission or defers_to"
                             : "did you mean " + in_quotes(near) + "?");
      return false;
    }
    if (found->second == entry.value->text) return true;
    diags_
        .error(Code::K009, entry.value->at,
               "example " + in_quotes(example) + ": " + std::string(entry.key) + " of " + in_quotes(leaf.name) +
                   " is " + found->second + ", not " + std::string(entry.value->text))
        .span(entry.value->text.size())
        .hint("change what it expects, or the cell")
        .note(cell.at, "the cell that takes the leaf is here");
    return false;
  }

  void expect_value(const Example& example, const Entry& entry) {
    if (!entry.value->is_scalar() || entry.value->broken) return;
    Checker checker(*model_->over.checker, *model_->over.scope, arena(), diags_);
    guard::AtPlace at(entry.key_at);
    const Expr* key = guard::parse(entry.key, arena(), at, diags_);
    const Typed* value = key ? checker.value(*key, at) : nullptr;
    const Typed* wanted =
        value ? over::value(model_->over, checker, sources_, *entry.value, diags_, value->type) : nullptr;
    if (!wanted) return;
    guard::Result got = interpreter_.run(*value);
    guard::Result want = interpreter_.run(*wanted);
    if (got.ok() && want.ok() && got.value == want.value) return;
    diags_
        .error(Code::K009, entry.value->at,
               "example " + in_quotes(example.id) + ": " + std::string(entry.key) +
                   (got.ok() ? " is " + name_of(*value, got.value) : " does not fit 64 bits") + ", not " +
                   std::string(entry.value->text))
        .span(entry.value->text.size())
        .hint("change the example's values, or what it expects");
  }

  static std::string name_of(const Typed& value, Int number) {
    const guard::Enum::Row* row = value.type.of ? value.type.of->row_of_value(number) : nullptr;
    return row ? std::string(row->name) : guard::to_string(number);
  }

  const Spec& spec_;
  const Sources& sources_;
  Diags& diags_;
  std::unique_ptr<Kernels> model_;
  std::unique_ptr<Scope> grid_;
  guard::Interpreter interpreter_;
  std::size_t holes_ = 0;
  std::unordered_set<std::string> names_;  // of leaves
  bool told_name_ = false;
};

}  // namespace

std::unique_ptr<Model> build_kernels(const Spec& spec, const Sources& sources, Diags& diags) {
  return Builder(spec, sources, diags).build();
}

}  // namespace npuspec::kernels
