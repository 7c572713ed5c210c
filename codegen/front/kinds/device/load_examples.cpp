// The examples of a device: sequences of events, and what comes of them.
#include <map>
#include <string>

#include "front/kinds/device/load.h"
#include "front/number.h"

namespace npuspec::device {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find(' ', at);
    if (end == std::string_view::npos) end = text.size();
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

class ExampleLoader {
 public:
  explicit ExampleLoader(Loading& to) : to_(to), model_(to.model) {}

  void load(const Node& row) {
    const Node* id = row.find("id");
    if (!id || !id->is_scalar()) return;
    auto example = named<Example>(id->text, id->at, row);
    std::size_t errors = to_.diags.errors();
    load_switches(example, row);
    load_state(example, row);
    for (const Node* step : items_of(row.find("do"))) {
      if (step->is_scalar() && !step->broken) load_step(example, *step);
    }
    example.objects = objects_.empty() ? 1 : objects_.size();
    example.outcome = to_.rows.look_up(row.find("outcome"), model_.outcomes, "outcome");
    for (const Node* outcome : items_of(row.find("outcomes"))) {
      example.outcomes.push_back(to_.rows.look_up(outcome, model_.outcomes, "outcome"));
    }
    if (const Node* cost = row.find("cost"); cost && cost->is_scalar()) {
      Type time{.form = Type::Form::kDuration, .most = kMaxCost};
      example.cost = to_.value(*cost, time, "a cost").value_or(-1);
    }
    if (row.find("outcomes") && example.outcomes.size() != example.steps.size()) {
      to_.diags
          .error(Code::H011, row.find("outcomes")->at,
                 "`outcomes` has one for each step: " + std::to_string(example.steps.size()) + ", not " +
                     std::to_string(example.outcomes.size()))
          .hint("say what comes of each step of `do`, the last one too");
    }
    if (to_.diags.errors() == errors) model_.examples.push_back(std::move(example));
  }

 private:
  void load_switches(Example& example, const Node& row) {
    for (const Switch& one : model_.switches) example.switches.push_back(one.initial);
    for (const Entry& entry : rows_of(row.find("switches"))) {
      int index = to_.rows.look_up_key(entry, model_.switches, "switch");
      if (index < 0 || !entry.value->is_scalar()) continue;
      auto at = static_cast<std::size_t>(index);
      example.switches[at] = to_.value(*entry.value, model_.switches[at].type, "the switch").value_or(0);
    }
  }

  void load_state(Example& example, const Node& row) {
    for (const Entry& entry : rows_of(row.find("state"))) {
      int index = to_.rows.look_up_key(entry, model_.state, "variable of the state");
      if (index < 0 || !entry.value->is_scalar()) continue;
      auto at = static_cast<std::size_t>(index);
      std::optional<std::int64_t> value = to_.value(*entry.value, model_.state[at].type, "the variable");
      if (value) example.state.emplace_back(at, *value);
    }
  }

  void load_step(Example& example, const Node& text) {
    std::vector<std::string_view> words = words_of(text.text);
    if (words.empty()) return;
    auto place = [&](std::string_view word) {
      return place_in(to_.sources, text, static_cast<std::size_t>(word.data() - text.text.data()));
    };
    Node name;
    name.at = place(words[0]);
    name.text = words[0];
    int event = to_.rows.look_up(&name, model_.events, "event");
    if (event < 0) return;
    Step step;
    step.event = static_cast<std::size_t>(event);
    step.at = text.at;
    step.text = text.text;
    const std::vector<Argument>& declared = model_.events[step.event].arguments;
    for (const Argument& argument : declared) step.arguments.push_back(argument.type.least);
    std::size_t next = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
      std::string_view value = words[i];
      std::size_t equals = value.find('=');
      std::size_t index = next++;
      if (equals != std::string_view::npos) {
        index = declared_as(declared, value.substr(0, equals));
        value = value.substr(equals + 1);
      }
      if (index >= declared.size()) {
        std::string takes;
        for (const Argument& argument : declared) takes += (takes.empty() ? "" : ", ") + std::string(argument.name);
        to_.diags
            .error(Code::H011, place(words[i]),
                   "event " + in_quotes(words[0]) + " does not carry " + in_quotes(words[i]))
            .span(words[i].size())
            .hint(takes.empty() ? "it carries nothing" : "it carries " + takes);
        return;
      }
      step.arguments[index] = argument_value(declared[index], value, place(value));
    }
    example.steps.push_back(std::move(step));
  }

  static std::size_t declared_as(const std::vector<Argument>& declared, std::string_view name) {
    for (std::size_t i = 0; i < declared.size(); ++i) {
      if (declared[i].name == name) return i;
    }
    return declared.size();
  }

  std::int64_t argument_value(const Argument& argument, std::string_view text, Place at) {
    if (argument.type.form != Type::Form::kObject) {
      Node word;
      word.at = at;
      word.text = text;
      return to_.value(word, argument.type, in_quotes(argument.name)).value_or(argument.type.least);
    }
    // The first one named is the one that is meant where none is.
    auto [known, fresh] = objects_.try_emplace(text, static_cast<std::int64_t>(objects_.size()));
    return known->second;
  }

  Loading& to_;
  DeviceModel& model_;
  std::map<std::string_view, std::int64_t> objects_;
};

}  // namespace

void load_examples(const Node& root, Loading& to) {
  for (const Node* row : items_of(root.find("examples"))) ExampleLoader(to).load(*row);
}

void load_device(const Spec& spec, const Sources& sources, Diags& diags, DeviceModel& model) {
  Loading to{spec, sources, diags, model, RowReader(diags, {Code::H001, Code::H002, Code::H003})};
  load_names(*spec.root, to);
  make_scopes(to);
  load_rules(*spec.root, to);
  load_paths(*spec.root, to);
  load_examples(*spec.root, to);
}

}  // namespace npuspec::device
