#include "front/chain_kinds.h"

#include <algorithm>
#include <utility>

namespace npuspec {

std::vector<ChainKinds> fold_chain_kinds(const ChainKinds& all,
                                         const std::function<std::string(std::size_t now, std::size_t last)>& does) {
  using Told = std::pair<std::string, ChainKinds>;
  std::vector<Told> folded;
  for (std::size_t now : all.now) {
    std::vector<Told> here;
    for (std::size_t last : all.last) {
      std::string what = does(now, last);
      auto same = std::find_if(here.begin(), here.end(), [&](const Told& each) { return each.first == what; });
      if (same == here.end()) {
        here.emplace_back(std::move(what), ChainKinds{{now}, {last}});
      } else {
        same->second.last.push_back(last);
      }
    }
    for (Told& one : here) {
      auto same = std::find_if(folded.begin(), folded.end(), [&](const Told& each) {
        return each.first == one.first && each.second.last == one.second.last;
      });
      if (same == folded.end()) {
        folded.push_back(std::move(one));
      } else {
        same->second.now.push_back(now);
      }
    }
  }
  std::vector<ChainKinds> kinds;
  for (Told& one : folded) kinds.push_back(std::move(one.second));
  return kinds;
}

std::string kinds_in_words(const std::vector<std::string_view>& names, const std::vector<std::size_t>& kinds) {
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(kinds.begin(), kinds.end(), i) == kinds.end()) others.push_back(i);
  }
  if (others.empty()) return {};
  bool is_most = others.size() < kinds.size();
  const std::vector<std::size_t>& told = is_most ? others : kinds;
  std::string text = is_most ? "any but " : "";
  for (std::size_t i = 0; i < told.size(); ++i) {
    std::string_view joint = i == 0 ? "" : i + 1 < told.size() ? ", " : is_most ? " and " : " or ";
    text += std::string(joint) + std::string(names[told[i]]);
  }
  return text;
}

}  // namespace npuspec
