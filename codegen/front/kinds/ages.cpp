#include "front/kinds/ages.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "front/kinds/rows.h"

namespace npuspec {
namespace {

// "2.0". One without a point is taken for none: a constant may be called `since`, and be a number.
std::optional<AbiVersion> version_of(std::string_view text) {
  std::size_t point = text.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  AbiVersion version;
  auto read = [](std::string_view digits, auto& into) {
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), into);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  if (!read(text.substr(0, point), version.major) || !read(text.substr(point + 1), version.minor)) return std::nullopt;
  return version;
}

std::string text_of(const AbiVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

void tell(const Node& node, const AbiVersion& now, Diags& diags) {
  for (const Node* item : node.items) tell(*item, now, diags);
  for (const Entry& entry : node.entries) tell(*entry.value, now, diags);
  for (std::string_view key : {"since", "removed"}) {
    const Node* scalar = scalar_at(node, key);
    auto version = scalar ? version_of(scalar->text) : std::nullopt;
    if (!version || std::pair(version->major, version->minor) <= std::pair(now.major, now.minor)) continue;
    diags
        .warning(Code::S014, scalar->at,
                 in_quotes(scalar->text) + " is a version to come: this spec is at " + text_of(now))
        .span(scalar->text.size())
        .hint("write the version that did it, or raise `abi:` to it");
  }
}

}  // namespace

void tell_versions_to_come(const Spec& spec, const Sources& sources, Diags& diags) {
  if (diags.failed()) return;  // the spec's own version may be what was refused
  std::string_view text = sources.text(spec.file);
  bool any = text.find("since") != std::string_view::npos || text.find("removed") != std::string_view::npos;
  if (any && spec.root->text_at("kind") != "tables") tell(*spec.root, spec.abi, diags);  // theirs are flatbuffers' own
}

}  // namespace npuspec
