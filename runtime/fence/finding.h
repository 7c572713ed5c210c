// What is wrong with a fenced model: one sentence each, and the rule that says it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ethos_u_stream_split_gen.hpp"

namespace npuspec::fence {

struct Finding {
  // The number of the rule of the contract, from specs/fence/stream_split.yaml; kNone where a sentence without a number
  // says it: that nothing else changes, that names are unique, that a sidecar says what is there.
  ethos_u_stream_split::Fault rule = ethos_u_stream_split::Fault::kNone;
  std::string where;  // a file, and in it a tensor, an operator or a byte
  std::string what;   // what should be, and what is

  // "<where>: <what> [same-type, rule 40]".
  std::string text() const;
};

// The findings about one pair of files. Of a file that is wrong all over, the first hundred say enough.
class Findings {
 public:
  static constexpr std::size_t kMost = 100;

  bool full() const { return all_.size() > kMost; }
  bool empty() const { return all_.empty(); }
  void tell(std::string where, std::string what) { add({{}, std::move(where), std::move(what)}); }
  // Tells it unless the rule is kept. `more` goes behind what the rule asks for. Gives whether it is kept.
  bool judge(ethos_u_stream_split::Fault fault, const std::string& where, const std::string& more = {});

  std::vector<Finding> take() { return std::move(all_); }

 private:
  void add(Finding finding);

  std::vector<Finding> all_;
};

}  // namespace npuspec::fence
