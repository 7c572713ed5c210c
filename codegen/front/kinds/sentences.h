// `semantics:`, of every kind that has it: the sentences of a contract that no check can decide. Whoever implements the
// boundary keeps them; a change of one is a change of the contract.
#pragma once

#include <string_view>
#include <vector>

#include "front/json_fwd.h"
#include "front/node.h"
#include "front/schema.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec {

class Facts;

struct Sentence {
  std::string_view id;
  std::string_view says;
  std::string_view source;
  Place at;
};

schema::Shape sentences_shape();
std::vector<Sentence> read_sentences(const Node* list);  // none when it is no list
Json lower_sentences(const Spec& spec, const std::vector<Sentence>& sentences);
void sentence_facts(const std::vector<Sentence>& sentences, Facts& facts);

}  // namespace npuspec
