// The paths of a device: what the sites of its policy submit.
#include <algorithm>
#include <iterator>
#include <string>

#include "front/kinds/device/load.h"
#include "front/kinds/device/lower.h"

namespace npuspec::device {
namespace {

template <std::size_t count>
std::size_t index_in(const std::string_view (&words)[count], std::string_view word) {
  return static_cast<std::size_t>(std::find(std::begin(words), std::end(words), word) - std::begin(words));
}

class PathLoader {
 public:
  explicit PathLoader(Loading& to) : to_(to), model_(to.model), ops_(op_of(to.model)) {
    for (std::size_t i = 0; ops_ && i < ops_->columns.size(); ++i) {
      const EnumColumn& column = ops_->columns[i];
      if (column.name == "family" && column.type.form == Type::Form::kEnum) family_ = static_cast<int>(i);
    }
  }

  void load(const Node& row) {
    const Node* name = scalar_at(row, "site");
    const bool is_site = name != nullptr;
    if (!name) name = scalar_at(row, "name");
    if (!name) return;
    Path path = named<Path>(name->text, name->at, row);
    path.is_site = is_site;
    path.multi = row.text_at("cores") == "many";
    if (const Node* output = scalar_at(row, "output")) path.output = index_in(kOutputs, output->text);
    for (const Node* word : items_of(row.find("does"))) {
      const std::size_t bit = word->is_scalar() ? index_in(kDoings, word->text) : std::size(kDoings);
      if (bit < std::size(kDoings)) path.does |= 1u << bit;
    }
    if (path.output >= std::size(kOutputs) || !read_ops(path, row)) return;
    if (const policy::Site* site = is_site ? site_of(*name) : nullptr) check_site(path, *site);
    if (!is_site) check_free(path);
    model_.paths.push_back(std::move(path));
  }

  // Each site has a path: the verifier could not say what it does.
  void finish() {
    if (model_.paths.empty() || !to_.policy()) return;
    std::string missing;
    for (const policy::Site& site : to_.policy()->sites) {
      const bool has = std::any_of(model_.paths.begin(), model_.paths.end(),
                                   [&](const Path& path) { return path.is_site && path.name == site.name; });
      if (!has) missing += (missing.empty() ? "" : ", ") + std::string(site.name);
    }
    if (!missing.empty()) refuse(model_.paths.front(), "no path is of the site " + missing, "add one for each");
  }

 private:
  void refuse(const Path& path, std::string what, std::string way_out) {
    to_.diags.error(Code::H014, path.at, std::move(what)).span(path.name.size()).hint(std::move(way_out));
  }

  bool read_ops(Path& path, const Node& row) {
    if (!row.find("ops")) return true;
    if (family_ < 0) {
      refuse(path, "a path submits symbols of an enum `op`, whose column `family` says of what type they are",
             "add the enum, or take `ops` away");
      return false;
    }
    path.ops = to_.rows.look_up_all(row.find("ops"), ops_->symbols, "op");
    return !path.ops.empty();
  }

  const policy::Site* site_of(const Node& name) {
    if (!to_.policy()) {
      to_.diags.error(Code::H014, name.at, "this device is over no policy, so there is no site to name")
          .span(name.text.size())
          .hint("add `over:` with the policy's name, or say `name:` of what enters nothing");
      return nullptr;
    }
    const int index = to_.rows.look_up(&name, to_.policy()->sites, "site of the policy");
    return index < 0 ? nullptr : &to_.policy()->sites[static_cast<std::size_t>(index)];
  }

  std::string_view family(std::size_t op) const {
    const EnumColumn& column = ops_->columns[static_cast<std::size_t>(family_)];
    const auto value = static_cast<std::size_t>(ops_->symbols[op].columns[static_cast<std::size_t>(family_)]);
    return model_.enums[column.type.index].symbols[value].name;
  }

  // A row that enters the mode it finds computes in types of its own; any other in those of the modes it enters.
  void check_site(const Path& path, const policy::Site& site) {
    if ((path.does & 1u << index_in(kDoings, "ATTACH")) != 0)
      refuse(path, "a site switches no domain: clears would land on the wrong buffers", "make it a path with `name:`");
    if (path.ops.empty()) refuse(path, "site " + in_quotes(path.name) + " submits nothing", "say its `ops`");
    if (to_.policy()->profiles[site.profile].same || path.ops.empty()) return;
    for (std::string_view type : site.types) {
      const auto count =
          std::count_if(path.ops.begin(), path.ops.end(), [&](std::size_t op) { return family(op) == type; });
      if (count == 1) continue;
      refuse(path,
             "site " + in_quotes(path.name) + " computes in " + std::string(type) + " and submits " +
                 (count == 0 ? "nothing" : "more than one op") + " of that family",
             "give each of its types one op");
    }
    for (std::size_t op : path.ops) {
      if (std::count(site.types.begin(), site.types.end(), family(op)) != 0) continue;
      refuse(path,
             in_quotes(ops_->symbols[op].name) + " is of " + std::string(family(op)) + ", in which site " +
                 in_quotes(path.name) + " does not compute",
             "take it away, or add the type to the site");
    }
  }

  void check_free(const Path& path) {
    const bool attaches = (path.does & 1u << index_in(kDoings, "ATTACH")) != 0;
    if (path.ops.empty() == attaches) return;
    refuse(path, attaches ? "a switch of the domain submits nothing" : "this path does nothing",
           attaches ? "make it two paths" : "say its `ops`, or `does: [ATTACH]`");
  }

  Loading& to_;
  DeviceModel& model_;
  const Enum* ops_;
  int family_ = -1;  // its column
};

}  // namespace

void load_paths(const Node& root, Loading& to) {
  PathLoader loader(to);
  for (const Node* row : items_of(root.find("paths"))) {
    if (row->is_map() && !row->broken) loader.load(*row);
  }
  loader.finish();
}

}  // namespace npuspec::device
