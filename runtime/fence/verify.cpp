#include "fence/verify.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "fence/verifier.h"

namespace npuspec::fence {
namespace judging {

bool Verifier::sound() {
  const Model& of = source_;
  bool one = told_.judge(rules::check_model(&of.root()), of.name() + ", the source");
  one = told_.judge(rules::check_model(&fenced_.root()), fenced_.name()) && one;
  const auto* codes = of.root().operator_codes();
  for (std::uint32_t i = 0; i < flat::length(codes); ++i) {
    const std::string where = of.name() + ", the source, operator code " + std::to_string(i);
    told_.judge(rules::check_foreign_code(codes->Get(i)), where);
    told_.judge(rules::reuse(codes->Get(i)).fault, where);
  }
  const auto* metadata = of.root().metadata();
  for (std::uint32_t i = 0; i < flat::length(metadata); ++i) {
    told_.judge(rules::check_foreign_metadata(metadata->Get(i)),
                of.name() + ", the source, metadata " + std::to_string(i));
  }
  return one;
}

void Verifier::use(const Ints* tensors, std::int64_t by) {
  for (std::uint64_t i = 0; i < flat::length(tensors); ++i) {
    const std::int32_t tensor = flat::element(tensors, i);
    if (tensor < 0) continue;
    const auto at = static_cast<std::size_t>(tensor);
    flow_.last_use[at] = std::max(flow_.last_use[at], by);
  }
}

void Verifier::read_flow() {
  flow_.made_by.assign(source_.tensors(), -1);
  flow_.output.assign(source_.tensors(), 0);
  flow_.last_use.assign(source_.tensors(), -1);
  const auto tell = [&](std::int32_t tensor, const std::string& what) {
    told_.tell(source_.name() + ", the source, " + source_.describe_tensor(static_cast<std::uint32_t>(tensor)),
               what + ": nobody can say what is made at or before a cut");
  };
  const fbs::SubGraph* graph = source_.root().subgraphs()->Get(0);
  std::vector<bool> is_input(source_.tensors());
  for (std::uint64_t i = 0; i < flat::length(graph->inputs()); ++i) {
    is_input[static_cast<std::size_t>(flat::element(graph->inputs(), i))] = true;
  }
  std::vector<bool> read_early(source_.tensors());
  for (std::uint32_t i = 0; i < source_.operators(); ++i) {
    const fbs::Operator* op = source_.op(i);
    use(op->inputs(), i);
    for (std::uint64_t k = 0; k < flat::length(op->outputs()); ++k) {
      const std::int32_t tensor = flat::element(op->outputs(), k);
      const auto at = static_cast<std::size_t>(tensor);
      if (flow_.made_by[at] >= 0) {
        tell(tensor, "operators " + std::to_string(flow_.made_by[at]) + " and " + std::to_string(i) + " make it");
        continue;
      }
      if (is_input[at]) tell(tensor, "it is an input of the graph, and operator " + std::to_string(i) + " makes it");
      if (flow_.last_use[at] >= 0) {
        tell(tensor, "operator " + std::to_string(flow_.last_use[at]) + " reads it, and operator " + std::to_string(i) +
                         " makes it");
      }
      flow_.made_by[at] = i;
      flow_.output[at] = static_cast<std::uint32_t>(k);
    }
  }
  use(graph->outputs(), source_.operators());
  const auto* signatures = source_.root().signature_defs();
  for (std::uint32_t i = 0; i < flat::length(signatures); ++i) {
    const auto* outputs = signatures->Get(i)->outputs();
    for (std::uint32_t k = 0; k < flat::length(outputs); ++k) {
      flow_.last_use[outputs->Get(k)->tensor_index()] = source_.operators();
    }
  }
}

// All operators but the fences are the source's, in order.
bool Verifier::line_up() {
  root_.resize(fenced_.tensors(), -1);
  for (std::uint32_t i = 0; i < std::min(source_.tensors(), fenced_.tensors()); ++i) {
    root_[i] = static_cast<std::int32_t>(i);
  }
  for (std::uint32_t i = 0; i < fenced_.operators(); ++i) {
    const fbs::Operator* op = fenced_.op(i);
    const auto next = static_cast<std::uint32_t>(place_.size());
    const bool ends = next == source_.operators();
    if (is_fence(fenced_, i)) {
      const bool of_source = !ends && is_fence(source_, next) && flat::length(op->outputs()) > 0 &&
                             is_old(flat::element(op->outputs(), 0));
      if (!of_source) {
        Cut cut;
        cut.position = i;
        cut.after_op = std::int64_t{next} - 1;
        cuts_.push_back(cut);
        continue;
      }
    }
    if (ends) {
      told_.tell(fenced_.name() + ", " + fenced_.describe_operator(i),
                 "the source has no such operator behind its last");
      return false;
    }
    if (op->opcode_index() != source_.op(next)->opcode_index() ||
        !flat::same_vector(op->outputs(), source_.op(next)->outputs())) {
      told_.tell(fenced_.name() + ", " + fenced_.describe_operator(i),
                 "it must be " + source_.describe_operator(next) +
                     " of the source, with its outputs: all operators but the fences stay, in their order");
      return false;
    }
    place_.push_back(i);
  }
  if (place_.size() != source_.operators()) {
    told_.tell(fenced_.name(), "it lacks " + source_.describe_operator(static_cast<std::uint32_t>(place_.size())) +
                                   " of the source, and all behind it");
    return false;
  }
  if (fenced_.tensors() < source_.tensors()) {
    told_.tell(fenced_.name(), "it has " + std::to_string(fenced_.tensors()) + " tensors, and the source " +
                                   std::to_string(source_.tensors()) + ": none may go");
    return false;
  }
  if (cuts_.empty()) told_.tell(fenced_.name(), "no operator of it is a fence that the source has not");
  return !cuts_.empty();
}

// What each cut intercepts, and in what order. What is live is kept from cut to cut, so that the work grows with the
// pairs that there must be.
void Verifier::cuts() {
  std::vector<std::uint32_t> made;
  for (std::uint32_t i = 0; i < source_.tensors(); ++i) {
    if (flow_.made_by[i] >= 0) made.push_back(i);
  }
  std::sort(made.begin(), made.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(flow_.made_by[a], flow_.output[a]) < std::pair(flow_.made_by[b], flow_.output[b]);
  });
  std::size_t next = 0;
  std::vector<std::uint32_t> live;
  for (std::uint32_t f = 0; f < cuts_.size() && !told_.full(); ++f) {
    const std::int64_t after = cuts_[f].after_op;
    for (; next < made.size() && flow_.made_by[made[next]] <= after; ++next) live.push_back(made[next]);
    std::erase_if(live, [&](std::uint32_t tensor) { return flow_.last_use[tensor] <= after; });
    one_cut(f, live);
  }
}

void Verifier::one_cut(std::uint32_t fence, const std::vector<std::uint32_t>& live) {
  const Cut& cut = cuts_[fence];
  const auto crossing = static_cast<std::uint32_t>(live.size());
  if (!told_.judge(rules::check_position({cut.after_op, source_.operators(), crossing}), at_fence(fence))) return;
  const auto after = static_cast<std::uint32_t>(cut.after_op);
  if (fence > 0 && cuts_[fence - 1].after_op >= 0) {
    const auto previous = static_cast<std::uint32_t>(cuts_[fence - 1].after_op);
    if (!told_.judge(rules::check_boundaries({previous, after}), at_fence(fence))) return;
  }
  std::set<std::int32_t> intercepted;
  const auto judge = [&](std::int32_t tensor, bool is) {
    const auto at = static_cast<std::size_t>(tensor);
    told_.judge(rules::check_inputs({flow_.made_by[at], flow_.last_use[at], cut.after_op, is}), at_fence(fence),
                "of the source's " + source_.describe_tensor(static_cast<std::uint32_t>(tensor)));
  };
  for (const Pair& pair : cut.pairs) {
    const std::int32_t root = pair.source;
    if (root < 0) {
      told_.tell(at_pair(pair), "its input holds no tensor of the source");
    } else if (!intercepted.insert(root).second) {
      told_.tell(at_pair(pair), "another pair of the fence has the same tensor");
    } else {
      judge(root, true);
    }
  }
  for (std::uint32_t tensor : live) {
    if (told_.full()) return;
    if (!intercepted.contains(static_cast<std::int32_t>(tensor))) judge(static_cast<std::int32_t>(tensor), false);
  }
  const auto produced = [&](const Pair& pair) {
    const auto root = static_cast<std::size_t>(pair.source);
    return rules::Produced{flow_.made_by[root], flow_.output[root], cut.after_op};
  };
  for (std::size_t i = 1; i < cut.pairs.size() && intercepted.size() == cut.pairs.size(); ++i) {
    const rules::Produced one = produced(cut.pairs[i - 1]);
    const rules::Produced other = produced(cut.pairs[i]);
    if (one.made_by < 0 || other.made_by < 0) continue;  // told
    told_.judge(rules::check_pair_order(one, other), at_pair(cut.pairs[i]));
  }
}

// Fences are applied from the last to the first, so a name is taken by the source or by a fence behind.
void Verifier::names() {
  std::unordered_set<std::string_view> taken;
  for (std::uint32_t i = 0; i < source_.tensors(); ++i) taken.insert(source_.tensor_name(i));
  for (std::size_t f = cuts_.size(); f-- > 0 && !told_.full();) {
    for (const Pair& pair : cuts_[f].pairs) {
      const std::int32_t root = pair.source;
      if (root < 0 || cuts_[f].after_op < 0 || told_.full()) continue;  // told
      const auto index = static_cast<std::uint32_t>(root);
      const auto after = static_cast<std::uint32_t>(cuts_[f].after_op);
      const std::string_view tensor = source_.tensor_name(index);
      const std::string_view name = fenced_.tensor_name(static_cast<std::uint32_t>(pair.output));
      const std::string first = rules::first_name(tensor);
      const std::string others = rules::other_name(tensor, after);
      const std::string clash = rules::clash_name(tensor, after, index);
      const bool free = told_.judge(rules::check_pair_name({name, first, others, clash, pair.index == 0,
                                                            taken.contains(first), taken.contains(others)}),
                                    at_pair(pair));
      if (!taken.insert(name).second && free) {
        told_.tell(at_pair(pair), "its name must be its own, and another tensor has it");
      }
    }
  }
}

// `reader` reads tensor `is`, where the source has `was`; -1 for an optional input left out. `where` is asked only of
// what is wrong: a small file may share one long list of inputs among many operators.
template <class Where>
void Verifier::reads(std::int64_t reader, std::int32_t is, std::int32_t was, Where where) {
  const std::int32_t due = was < 0 ? was : current_[static_cast<std::size_t>(was)];
  const auto instead = [&] {
    const auto name = [&](std::int32_t tensor) {
      return tensor < 0 ? std::string("nothing") : fenced_.describe_tensor(static_cast<std::uint32_t>(tensor));
    };
    return "it must read " + name(due) + ", and reads " + name(is);
  };
  if (is >= 0) {
    const auto at = static_cast<std::size_t>(is);
    const auto kept = [&](std::int64_t fence, std::int32_t input, std::int32_t output) {
      if (fence < 0) return true;
      const std::int64_t position = cuts_[static_cast<std::size_t>(fence)].position;
      const auto fault = rules::check_rewiring({reader, position, is, input, output});
      return fault == rules::Fault::kNone || told_.judge(fault, where(), instead());
    };
    if (!kept(taken_by_[at], is, copy_[at]) || !kept(made_by_[at], -1, is)) return;
  }
  if (is != due) told_.tell(where(), instead());
}

// Who reads what, in the order in which operators run.
void Verifier::wires() {
  current_.resize(source_.tensors());
  for (std::uint32_t i = 0; i < source_.tensors(); ++i) current_[i] = static_cast<std::int32_t>(i);
  std::size_t fence = 0;
  std::uint32_t op = 0;
  const auto inputs = [&](std::uint32_t position) { return fenced_.op(position)->inputs(); };
  for (std::uint32_t position = 0; position < fenced_.operators() && !told_.full(); ++position) {
    if (fence < cuts_.size() && cuts_[fence].position == position) {
      for (const Pair& pair : cuts_[fence].pairs) {
        const std::int32_t root = pair.source;
        if (root >= 0) reads(position, pair.input, root, [&] { return at_pair(pair); });
      }
      for (const Pair& pair : cuts_[fence].pairs) {
        const std::int32_t root = pair.source;
        if (root >= 0) current_[static_cast<std::size_t>(root)] = pair.output;
      }
      ++fence;
      continue;
    }
    const std::string where = fenced_.name() + ", " + fenced_.describe_operator(position);
    const Ints* was = source_.op(op++)->inputs();
    if (flat::present(was) != flat::present(inputs(position)) || flat::length(was) != flat::length(inputs(position))) {
      told_.tell(where, "it must have " + std::to_string(flat::length(was)) + " inputs, and has " +
                            std::to_string(flat::length(inputs(position))));
      continue;
    }
    for (std::uint32_t i = 0; i < flat::length(was) && !told_.full(); ++i) {
      reads(position, inputs(position)->Get(i), was->Get(i), [&] { return where + ", input " + std::to_string(i); });
    }
  }
  const Ints* was = source_.root().subgraphs()->Get(0)->outputs();
  const Ints* is = fenced_.root().subgraphs()->Get(0)->outputs();
  if (flat::present(was) != flat::present(is) || flat::length(was) != flat::length(is)) {
    told_.tell(fenced_.name(), "the graph must return " + std::to_string(flat::length(was)) + " tensors, and returns " +
                                   std::to_string(flat::length(is)));
  } else {
    for (std::uint32_t i = 0; i < flat::length(was) && !told_.full(); ++i) {
      reads(fenced_.operators(), is->Get(i), was->Get(i),
            [&] { return fenced_.name() + ", graph output " + std::to_string(i); });
    }
  }
  const auto* old = source_.root().signature_defs();
  const auto* now = fenced_.root().signature_defs();
  for (std::uint32_t i = 0; i < std::min(flat::length(old), flat::length(now)) && !told_.full(); ++i) {
    const auto count = std::min(flat::length(old->Get(i)->outputs()), flat::length(now->Get(i)->outputs()));
    for (std::uint32_t k = 0; k < count && !told_.full(); ++k) {
      reads(fenced_.operators(), static_cast<std::int32_t>(now->Get(i)->outputs()->Get(k)->tensor_index()),
            static_cast<std::int32_t>(old->Get(i)->outputs()->Get(k)->tensor_index()),
            [&] { return fenced_.name() + ", signature " + std::to_string(i) + ", output " + std::to_string(k); });
    }
  }
}

}  // namespace judging

bool ends_in(const Model& fenced, const Model& source) {
  constexpr std::size_t kBlock = 64;
  const std::span<const std::uint8_t> end = source.bytes();
  if (fenced.bytes().size() < end.size()) return false;
  const std::span<const std::uint8_t> there = fenced.bytes().last(end.size());
  std::size_t blocks = 0;
  std::size_t same = 0;
  for (std::size_t at = 0; at < end.size(); at += kBlock, ++blocks) {
    same += std::memcmp(&there[at], &end[at], std::min(kBlock, end.size() - at)) == 0;
  }
  return 2 * same >= blocks;
}

std::vector<Finding> verify_fenced(const Model& source, const Model& fenced,
                                   const ethos_u_stream_split::Sidecar* sidecar) {
  Findings told;
  if (sidecar != nullptr && !flat::equal_text_ignoring_case(sidecar->source_sha256, source.sha256()) &&
      !ends_in(fenced, source)) {
    told.tell(fenced.name(), "it was made of another model than " + source.name() + ": its sidecar is of " +
                                 quote(sidecar->source_model) + ", SHA-256 " + sidecar->source_sha256 +
                                 ", and it does not end in the bytes of this one; name its own source");
    return told.take();
  }
  judging::Verifier(source, fenced, told).run(sidecar);
  return told.take();
}

}  // namespace npuspec::fence
