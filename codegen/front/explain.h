// What an entry of the specs means, in words: `npuspec explain`.
//
// Every fact of every kind (report.h) can be asked for by its id, by the last part of its id, or by what generated code
// calls it where its kind says more. A kind says more by a function of its own, a line in kExplainers: a policy also
// takes a decision apart, step by step. Codes of diagnostics are explained too.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "front/json_fwd.h"
#include "front/spec.h"

namespace npuspec {

struct Question {
  std::string id = {};  // "XP_CHAIN_NT", "submit.task_number", "field:rank", "D012"
  std::string from = {};
  std::string to = {};
  std::string chain = {};
  std::string last_chain = {};
  std::vector<std::pair<std::string, bool>> knobs = {};  // that are not at their default

  bool asks_decision() const {
    return !from.empty() || !to.empty() || !knobs.empty() || !chain.empty() || !last_chain.empty();
  }
};

struct Explanation {
  struct Line {
    std::string text;
    std::string at;  // "specs/mode/rk3588.yaml:41", or empty
  };
  struct Decision {
    std::string title;  // "F16 -> I8_CHAIN, default knobs"
    std::vector<Line> steps;
  };
  std::string what;  // "profile"
  std::string id;    // "CHAIN_NT"
  std::string name;  // as code spells it: "XP_CHAIN_NT"
  std::string spec;  // "rk3588-mode-transition"; empty for a code
  std::string at;
  std::string doc;
  std::vector<Line> lines;
  std::vector<Decision> decisions;
};

struct Answer {
  std::vector<Explanation> found;
  std::vector<std::string> near;  // when nothing was found: what may have been meant
  std::string trouble;            // what is wrong with the question itself, and the way out: "there is no mode ..."
};

// Of a set that is whole (load.h).
Answer explain(const SpecSet& set, const Question& question);

// Of the code of a finding, in any case; nothing where there is no such code.
std::optional<Explanation> explain_code(std::string_view id);

std::string explanation_text(const Answer& answer);
Json explanation_json(const Answer& answer);

// What one kind knows beyond its facts. Adds what it finds; sets `trouble` when the question cannot be answered; adds
// the names it knows to `names`, for did-you-mean. Returns true when it speaks for its specs alone, so that their facts
// need not be looked through.
using Explainer = bool (*)(const Spec& spec, const Question& question, Answer& answer, std::vector<std::string>& names);

}  // namespace npuspec
