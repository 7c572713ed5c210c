// Boundaries are found again; and what a person is shown of a model.
#include <nlohmann/json.hpp>

#include "fence/cut.h"
#include "fence/fence.h"
#include "fence/inspect.h"
#include "fence/join.h"

namespace npuspec::test {

namespace contract = ethos_u_stream_split;
using fence::JoinedBy;

TEST_CASE("a boundary of the same source is found by its operator, whatever its tensors are called") {
  const Cut cut(chain(6), {1, 3});
  contract::Sidecar other = cut.result;
  other.segments[1].fence_tensor_name = "renamed";
  const auto found = fence::join_boundary(other, fence::key_of(cut.result, 1));
  REQUIRE(found);
  CHECK(found->segment == 1);
  CHECK(found->by == JoinedBy::kSource);
}

TEST_CASE("the last segment has no key, nor one that is not there, and that is told") {
  const Cut cut(chain(6), {1, 3});
  CHECK_NOTHROW(fence::key_of(cut.result, 1));
  for (const std::uint32_t segment : {2u, 3u, 0xFFFFFFFFu}) {
    CHECK_THROWS_WITH_AS(fence::key_of(cut.result, segment),
                         doctest::Contains("boundaries end segments 0 to 1, and none ends the last"), fence::Error);
  }
}

TEST_CASE("a boundary that the same source does not have is none, though another has its name") {
  const Cut one(chain(6), {1});
  const Cut other(chain(6), {3});
  fence::BoundaryKey key = fence::key_of(one.result, 0);
  key.fence_tensor_name = *other.result.segments[0].fence_tensor_name;
  CHECK_FALSE(fence::join_boundary(other.result, key));
}

TEST_CASE("a boundary of another source, or of one that is not known, is found by its name") {
  const Cut one(chain(6), {1, 3});
  ModelSpec changed = chain(6);
  changed.description = "trained again";
  const Cut other(changed, {3});
  for (const bool known : {true, false}) {
    fence::BoundaryKey key = fence::key_of(one.result, 1);
    if (!known) key.source_sha256.clear();
    const auto found = fence::join_boundary(other.result, key);
    REQUIRE(found);
    CHECK(found->segment == 0);
    CHECK(found->by == JoinedBy::kName);
  }
  CHECK_FALSE(fence::join_boundary(other.result, fence::key_of(one.result, 0)));
}

TEST_CASE("the hash is compared without regard to the case of its digits") {
  const Cut cut(chain(6), {1});
  fence::BoundaryKey key = fence::key_of(cut.result, 0);
  for (char& c : key.source_sha256) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
  CHECK(fence::join_boundary(cut.result, key)->by == JoinedBy::kSource);
}

TEST_CASE("a name that two boundaries have is no answer") {
  const Cut cut(chain(6), {1, 3});
  contract::Sidecar twice = cut.result;
  twice.segments[1].fence_tensor_name = twice.segments[0].fence_tensor_name;
  fence::BoundaryKey key = fence::key_of(twice, 0);
  key.after_op.reset();
  CHECK_THROWS_AS(fence::join_boundary(twice, key), fence::Error);
}

TEST_CASE("fences are found in what a compiler made of a model, in whatever order, or are gone") {
  const Cut cut(chain(6), {1, 3});
  const auto in = fence::fences_in(*cut.fenced.model, cut.result);
  CHECK(in == std::vector<std::optional<std::uint32_t>>{2, 5});
  // As a compiler leaves it: one operator of its own for each stream, other indices.
  ModelSpec compiled = chain(4);
  CodeSpec code;
  code.custom = std::string(contract::kCustomCode);
  code.builtin = contract::kBuiltin;
  compiled.op(1).code = compiled.add(code);
  compiled.tensor(2).name = *cut.result.segments[1].fence_tensor_name;
  const Held held(compiled);
  CHECK(fence::fences_in(*held.model, cut.result) == std::vector<std::optional<std::uint32_t>>{std::nullopt, 1});
}

TEST_CASE("a sidecar that is written is read as it was") {
  ModelSpec m = chain(6);
  m.tensor(2).name = "\"\\\n\x01 \xe2\x80\xae";
  const Cut cut(m, {1, 3});
  contract::Sidecar read;
  CHECK(contract::from_json(nlohmann::ordered_json::parse(fence::sidecar_text(cut.result)), read).empty());
  CHECK(read == static_cast<const contract::Sidecar&>(cut.result));
}

TEST_CASE("an inspection tells of each operator what a cut copies, or the rule that refuses it, as a cut does") {
  for (const Ready& each : ready_models()) {
    if (each.expect == Expect::kNoModel) continue;
    CAPTURE(each.name);
    const Held held(each.spec);
    const fence::Inspection seen = fence::inspect(*held.model);
    for (const fence::OperatorView& op : seen.operators) {
      std::string refused;
      std::size_t pairs = 0;
      try {
        pairs = fence::rewrite_model_with_fences(*held.model, {{op.index}}).segments[0].tensor_pairs.size();
      } catch (const fence::CutError& error) {
        refused = error.what();
      } catch (const fence::Error&) {
        continue;  // the model, or a table that would be written anew: told for the whole, or when it is cut
      }
      if (!seen.refused.empty() && seen.refused.find("no place") == std::string::npos) continue;
      CHECK(op.refused.empty() == refused.empty());
      if (refused.empty()) CHECK(op.crossing.size() == pairs);
    }
  }
}

}  // namespace npuspec::test
