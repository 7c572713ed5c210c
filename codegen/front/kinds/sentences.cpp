#include "front/kinds/sentences.h"

#include <string>

#include "front/json.h"
#include "front/kinds/rows.h"
#include "front/report.h"

namespace npuspec {

schema::Shape sentences_shape() {
  using namespace schema;
  static const Object sentence =
      Object("sentence", "A sentence of the contract that no check can decide.")
          .need("id", id(), "A name of its own.", "copy-not-alias")
          .unique()
          .need("says", text(), "The sentence; a change of it is a change of the contract.",
                "the output is a distinct buffer with a distinct lifetime")
          .may("source", text(), "Where it comes from; left out, it is the source of what it is in.");
  return list(object(sentence));
}

std::vector<Sentence> read_sentences(const Node* list) {
  std::vector<Sentence> sentences;
  for (const Node* row : items_of(list)) {
    if (row->broken || !row->is_map() || !row->find("id")) continue;
    sentences.push_back({row->text_at("id"), row->text_at("says"), row->text_at("source"), row->find("id")->at});
  }
  return sentences;
}

Json lower_sentences(const Spec& spec, const std::vector<Sentence>& sentences) {
  Json rows = Json::array();
  for (const Sentence& each : sentences) {
    rows.push_back({{"id", each.id}, {"at", cite(spec, each.at)}, {"says", each.says}, {"source", each.source}});
  }
  return rows;
}

void sentence_facts(const std::vector<Sentence>& sentences, Facts& facts) {
  for (const Sentence& each : sentences) {
    Json about = {{"says", each.says}};
    if (!each.source.empty()) about["source"] = each.source;
    facts.add("semantics", std::string(each.id), std::move(about), each.at);
  }
}

}  // namespace npuspec
