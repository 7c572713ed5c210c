// The names of a device: constants, enums, costs, switches, state, events, outcomes.
#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "front/kinds/device/load.h"
#include "front/kinds/device/print.h"
#include "front/kinds/device/schema.h"
#include "front/number.h"

namespace npuspec::device {
namespace {

constexpr std::int64_t kU32Max = std::numeric_limits<std::uint32_t>::max();

std::int64_t time_of(const Node* node, std::string_view what, Loading& to) {
  if (!node || !node->is_scalar() || node->broken) return 0;
  return to.value(*node, Type{.form = Type::Form::kDuration, .most = kMaxPart}, what).value_or(0);
}

void load_constants(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("constants"))) {
    auto constant = named<Constant>(entry.key, entry.key_at, *entry.value);
    constant.value = integer_of(entry.value->find("value")).value_or(0);
    to.model.constants.push_back(constant);
  }
}

void load_symbol(Enum& of, const Entry& row, Loading& to) {
  auto symbol = named<Symbol>(row.key, row.key_at, *row.value);
  auto next = static_cast<std::int64_t>(of.symbols.size());
  if (integer_of(row.value->find("value")).value_or(next) != next) {
    to.diags.error(Code::H003, row.key_at, "symbols count up from 0, in the order of the rows")
        .span(row.key.size())
        .hint("this one is " + std::to_string(next) + ": write that, or move the row");
  }
  std::vector<std::string_view> known = {"value", "doc", "source", "formerly"};
  for (const EnumColumn& column : of.columns) {
    known.push_back(column.name);
    const Node* value = row.value->find(column.name);
    if (!value && row.value->is_map()) {
      to.diags
          .error(Code::H005, row.key_at,
                 "symbol " + in_quotes(row.key) + " says nothing for column " + in_quotes(column.name))
          .span(row.key.size())
          .hint("add `" + std::string(column.name) + ":`");
    }
    bool scalar = value && value->is_scalar();
    symbol.columns.push_back(scalar ? to.value(*value, column.type, "column " + in_quotes(column.name)).value_or(0)
                                    : 0);
  }
  for (const Entry& key : rows_of(row.value)) {
    if (std::count(known.begin(), known.end(), key.key) == 0) to.rows.unknown(key, "column of this enum called", known);
  }
  of.symbols.push_back(std::move(symbol));
}

void load_enums(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("enums"))) {
    auto made = named<Enum>(entry.key, entry.key_at, *entry.value);
    for (const Entry& column : rows_of(entry.value->find("columns"))) {
      if (!column.value->is_scalar()) continue;
      std::optional<Type> type = to.type(*column.value, false);
      made.columns.push_back({column.key, type.value_or(Type{})});
    }
    for (const Entry& row : rows_of(entry.value->find("rows"))) load_symbol(made, row, to);
    to.model.enums.push_back(std::move(made));
  }
}

// The policy that a cost's `effect` or `knob` is of.
const policy::PolicyModel* policy_for(const Node& name, std::string_view what, Loading& to) {
  if (to.policy()) return to.policy();
  to.diags.error(Code::H013, name.at, "this device is over no policy, so there is no " + std::string(what) + " to name")
      .span(name.text.size())
      .hint("add `over:` with the policy's name");
  return nullptr;
}

std::string_view effect_of(const Node& row, Loading& to) {
  const Node* effect = row.find("effect");
  const policy::PolicyModel* policy = effect && effect->is_scalar() ? policy_for(*effect, "effect", to) : nullptr;
  if (!policy) return {};
  for (const policy::Column& column : policy->columns) {
    if (column.letter != 0 && column.name == effect->text) return column.name;
  }
  to.diags.error(Code::H013, effect->at, "the policy has no effect " + in_quotes(effect->text))
      .span(effect->text.size())
      .hint("an effect is a column with a letter");
  return {};
}

std::string_view knob_of(const Cost& cost, const Node& row, Loading& to) {
  const Node* knob = row.find("knob");
  const policy::PolicyModel* policy = knob && knob->is_scalar() ? policy_for(*knob, "knob", to) : nullptr;
  if (!policy) return {};
  for (const policy::RuntimeKnob& one : policy->runtime_knobs) {
    if (one.type != policy::RuntimeKnob::Type::kDuration || one.name != knob->text) continue;
    if (one.initial != cost.is) {
      to.diags.error(Code::H005, cost.at, "cost " + in_quotes(cost.name) + " is not the default of its knob")
          .span(cost.name.size())
          .hint("the policy says " + std::string(one.initial_text));
    }
    return one.name;
  }
  to.diags
      .error(Code::H013, knob->at, "the policy has no duration among its runtime_knobs named " + in_quotes(knob->text))
      .span(knob->text.size())
      .hint("name one, or take `knob` away");
  return {};
}

void refuse_second_cost(const Cost& cost, const Node& row, Loading& to) {
  auto first = std::find_if(to.model.costs.begin(), to.model.costs.end(),
                            [&](const Cost& one) { return !one.effect.empty() && one.effect == cost.effect; });
  if (first == to.model.costs.end()) return;
  const Node& effect = *row.find("effect");
  to.diags
      .error(Code::H002, effect.at,
             "the effect " + in_quotes(cost.effect) + " costs " + in_quotes(first->name) + " already")
      .span(effect.text.size())
      .hint("an effect has one cost: take `effect` away from the other kind of it")
      .note(first->at, in_quotes(first->name) + " is here");
}

void load_costs(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("costs"))) {
    if (!entry.value->is_map()) continue;
    auto cost = named<Cost>(entry.key, entry.key_at, *entry.value);
    cost.is = time_of(entry.value->find("is"), "a cost", to);
    cost.least = cost.most = cost.is;
    const Node* range = entry.value->find("range");
    std::optional<WholeRange> seen = range && range->is_scalar() ? whole_range(range->text) : std::nullopt;
    if (seen) {
      cost.least = seen->least;
      cost.most = seen->most;
      bool time = seen->dimension == Dimension::kTime;
      if (!time || cost.is < cost.least || cost.is > cost.most) {
        to.diags
            .error(Code::H003, range->at,
                   time ? "what was seen, " + std::string(range->text) + ", does not hold the time to reckon with, " +
                              std::string(entry.value->text_at("is"))
                        : "a range of times has units")
            .span(range->text.size())
            .hint("write the range around `is`: 104 ms..107 ms around 105 ms");
      }
    }
    cost.tag = to.tag(*entry.value);
    cost.reserved = entry.value->text_at("reserved");
    cost.effect = effect_of(*entry.value, to);
    refuse_second_cost(cost, *entry.value, to);
    cost.knob = knob_of(cost, *entry.value, to);
    to.model.costs.push_back(cost);
  }
}

void load_chance(Switch& made, const Node& row, Loading& to) {
  const Node* chance = row.find("chance");
  if (!chance || !chance->is_scalar()) return;
  constexpr std::string_view kPer = " per ";
  std::size_t middle = chance->text.find(kPer);
  auto whole = [](std::string_view text) {
    std::optional<Number> number = parse_number(text);
    return number && number->dimension == Dimension::kNone ? number->as_i64().value_or(0) : 0;
  };
  if (middle != std::string_view::npos) {
    made.chance = whole(chance->text.substr(0, middle));
    made.per = whole(chance->text.substr(middle + kPer.size()));
  }
  bool sound = made.chance > 0 && made.chance < made.per && made.per <= kU32Max && made.type.form == Type::Form::kBool;
  if (sound) return;
  to.diags.error(Code::H003, chance->at, "a chance is `N per M` of a bool switch, N from 1 to less than M")
      .span(chance->text.size())
      .hint("for example `25 per 1000`");
}

void load_switches(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("switches"))) {
    const Node& row = *entry.value;
    if (!row.is_map()) continue;
    auto made = named<Switch>(entry.key, entry.key_at, row);
    const Node* type = row.find("type");
    const Node* initial = row.find("default");
    if (std::optional<Type> known = type && type->is_scalar() ? to.type(*type, false) : std::nullopt) {
      made.type = *known;
      if (initial && initial->is_scalar()) {
        made.initial = to.value(*initial, made.type, "the default").value_or(0);
      }
      if (made.type.form != Type::Form::kBool && made.type.form != Type::Form::kEnum) {
        to.diags.error(Code::H003, type->at, "a switch is bool or an enum: each of its values is tried")
            .span(type->text.size())
            .hint("name its positions in an enum");
      }
    }
    made.uncertain = is_true(row.text_at("uncertain"));
    made.tag = to.tag(row);
    made.against = row.text_at("against");
    made.set_by = row.text_at("set_by");
    made.cleared_by = row.text_at("cleared_by");
    load_chance(made, row, to);
    to.model.switches.push_back(made);
  }
}

void place_state(State& made, const Node& row, Loading& to) {
  const Node* per = row.find("per");
  if (!per || !per->is_scalar()) return;
  if (per->text == "core") {
    made.per = State::Per::kCore;
    return;
  }
  std::vector<std::string_view> known = {"core"};
  for (std::size_t i = 0; i < to.model.objects.size(); ++i) {
    known.push_back(to.model.objects[i].name);
    if (to.model.objects[i].name != per->text) continue;
    made.per = State::Per::kObject;
    made.object = i;
    return;
  }
  to.rows.unknown(*per, "kind of object", known);
  made.refused = true;
}

void load_state(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("state"))) {
    const Node& row = *entry.value;
    if (!row.is_map()) continue;
    auto made = named<State>(entry.key, entry.key_at, row);
    place_state(made, row, to);
    const Node* type = row.find("type");
    const Node* in = row.find("in");
    std::optional<Type> known = type && type->is_scalar() ? to.type(*type, false) : std::nullopt;
    if (known) made.type = *known;
    bool counts = known && known->form == Type::Form::kInt;
    if (in && in->is_scalar()) {
      std::optional<WholeRange> range = whole_range(in->text);
      if (!counts || !range || range->least < made.type.least || range->most > made.type.most) {
        to.diags.error(Code::H003, in->at, "this range is not of the variable's type")
            .span(in->text.size())
            .hint("only a number has `in`, and within its type");
      } else {
        made.type.least = range->least;
        made.type.most = range->most;
      }
    }
    const Node* init = row.find("init");
    if (known && init && init->is_scalar()) made.initial = to.value(*init, made.type, "`init`").value_or(0);
    to.model.state.push_back(made);
  }
}

// What the function of an event calls by name: its own words, types and functions of the spec, helpers of its rules,
// and columns of enums. An argument of that name would hide it. tests/back/test_odd.py holds it against the templates.
bool is_called(std::string_view event, std::string_view name, const Loading& to) {
  constexpr std::string_view kOwn[] = {"costs", "i", "next", "result", "state", "switches"};
  if (std::find(std::begin(kOwn), std::end(kOwn), name) != std::end(kOwn)) return true;
  for (const std::string& begins : {std::string("next_"), snake(to.spec.name) + "_", snake(event) + "_"}) {
    if (name.starts_with(begins)) return true;
  }
  return std::any_of(to.model.enums.begin(), to.model.enums.end(), [&](const Enum& of) {
    return std::any_of(of.columns.begin(), of.columns.end(),
                       [&](const EnumColumn& column) { return name == snake(of.name) + "_" + snake(column.name); });
  });
}

void refuse_taken_argument(std::string_view event, const Entry& argument, Loading& to) {
  if (!is_called(event, argument.key, to)) return;
  to.diags.error(Code::H002, argument.key_at, in_quotes(argument.key) + " is a name that generated code uses itself")
      .span(argument.key.size())
      .hint("rename the argument");
}

void load_events(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("events"))) {
    auto event = named<Event>(entry.key, entry.key_at, *entry.value);
    std::set<std::size_t> objects;
    for (const Entry& argument : rows_of(entry.value->find("args"))) {
      if (!argument.value->is_scalar()) continue;
      refuse_taken_argument(entry.key, argument, to);
      std::optional<Type> type = to.type(*argument.value, true);
      event.arguments.push_back({argument.key, type.value_or(Type{}), argument.key_at});
      if (!type || type->form != Type::Form::kObject || objects.insert(type->index).second) continue;
      to.diags.error(Code::H003, argument.value->at, "an event is about one object of a kind")
          .span(argument.value->text.size())
          .hint("make it two events");
    }
    to.model.events.push_back(std::move(event));
  }
}

void load_outcomes(const Node& root, Loading& to) {
  static const std::set<std::string_view> kOwn = {"errno",    "ends", "silent", "output",
                                                  "cured_by", "doc",  "source", "formerly"};
  for (const Entry& entry : rows_of(root.find("outcomes"))) {
    const Node& row = *entry.value;
    auto made = named<Outcome>(entry.key, entry.key_at, row);
    made.error = integer_of(row.find("errno")).value_or(0);
    made.ends = is_true(row.text_at("ends"));
    made.silent = is_true(row.text_at("silent"));
    made.output = row.text_at("output");
    made.cured_by = row.text_at("cured_by");
    made.returns.resize(to.model.events.size());
    made.returned.resize(to.model.events.size());
    for (const Entry& key : rows_of(&row)) {
      if (kOwn.count(key.key) != 0) continue;
      int event = to.rows.look_up_key(key, to.model.events, "event");
      if (event < 0) continue;
      made.returns[static_cast<std::size_t>(event)] = static_cast<int>(integer_of(key.value).value_or(0));
      made.returned[static_cast<std::size_t>(event)] = true;
    }
    bool fails = std::any_of(made.returns.begin(), made.returns.end(), [](int value) { return value != 0; });
    bool says = std::find(made.returned.begin(), made.returned.end(), true) != made.returned.end();
    if (const Node* number = row.find("errno"); says && !fails && made.error != 0) {
      to.diags
          .error(Code::H003, number->at,
                 "outcome " + in_quotes(made.name) + " has an errno, and every event returns 0 with it")
          .span(number->text.size())
          .hint("an event that succeeds leaves errno alone: take it away, or say which event returns -1");
    }
    to.model.outcomes.push_back(std::move(made));
  }
  if (to.model.outcomes.empty() && !to.model.events.empty()) {
    to.diags.error(Code::H010, to.model.events.front().at, "a device with events says how they end")
        .span(to.model.events.front().name.size())
        .hint("add `outcomes:`, in rising order of harm, the first of which is that all went well");
  }
  if (to.model.outcomes.size() > 255) {
    to.diags.error(Code::H004, to.model.outcomes.back().at, "a device has at most 255 outcomes")
        .hint("make some of them one");
  }
}

}  // namespace

const policy::PolicyModel* Loading::policy() const {
  return spec.uses.empty() ? nullptr : model_of<policy::PolicyModel>(spec.uses.front());
}

std::optional<Type> Loading::type(const Node& node, bool with_objects) {
  std::string_view text = node.text;
  if (text == "bool") return Type{.form = Type::Form::kBool};
  if (text == "duration") return Type{.form = Type::Form::kDuration, .most = kMaxPart};
  if (text == "u8") return Type{.form = Type::Form::kInt, .most = 255};
  if (text == "u16") return Type{.form = Type::Form::kInt, .most = 65535};
  if (text == "u32" || text == "int") return Type{.form = Type::Form::kInt, .most = kU32Max};
  for (std::size_t i = 0; i < model.enums.size(); ++i) {
    if (model.enums[i].name != text) continue;
    auto last = static_cast<std::int64_t>(model.enums[i].symbols.size()) - 1;
    return Type{.form = Type::Form::kEnum, .index = i, .most = last};
  }
  for (std::size_t i = 0; with_objects && i < model.objects.size(); ++i) {
    if (model.objects[i].name == text) return Type{.form = Type::Form::kObject, .index = i, .most = 0};
  }
  if (text.find("..") != std::string_view::npos) {
    NumberFault fault;
    std::optional<WholeRange> range = whole_range(text, &fault);
    if (range && range->least >= 0 && range->most <= kU32Max) {
      return Type{.form = Type::Form::kInt, .least = range->least, .most = range->most};
    }
    diags.error(Code::H003, node.at, range ? "an argument is from 0 to 4294967295" : fault.message)
        .span(text.size())
        .hint(range ? "choose a range within it" : fault.help);
    return std::nullopt;
  }
  std::vector<std::string_view> known = {"bool", "int", "duration", "u8", "u16", "u32"};
  for (const Enum& one : model.enums) known.push_back(one.name);
  if (with_objects) {
    for (const Object& one : model.objects) known.push_back(one.name);
  }
  rows.unknown(node, "type", known);
  return std::nullopt;
}

std::optional<std::int64_t> Loading::value(const Node& scalar, const Type& type, std::string_view what) {
  auto misfit = [&](std::string_view message, std::string help) -> std::optional<std::int64_t> {
    diags.error(Code::H005, scalar.at, std::string(what) + " " + std::string(message))
        .span(std::max<std::size_t>(scalar.text.size(), 1))
        .hint(unquoted_or(scalar, std::move(help)));
    return std::nullopt;
  };
  if (type.form == Type::Form::kBool) {
    if (std::optional<bool> is = truth_of(scalar)) return *is ? 1 : 0;
    return misfit("is true or false", "write true or false");
  }
  if (type.form == Type::Form::kEnum) {
    const Enum& of = model.enums[type.index];
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < of.symbols.size(); ++i) {
      if (of.symbols[i].name == scalar.text) return static_cast<std::int64_t>(i);
      known.push_back(of.symbols[i].name);
    }
    rows.unknown(scalar, "symbol of " + std::string(of.name), known);
    return std::nullopt;
  }
  bool time = type.form == Type::Form::kDuration;
  NumberFault fault;
  std::optional<Number> number = parse_number(scalar.text, &fault);
  std::optional<std::int64_t> value = number ? number->as_i64() : std::nullopt;
  if (!number) return misfit("is no number: " + fault.message, fault.help);
  if (scalar.quoted) return misfit("is no text in quotes", {});
  if ((number->dimension == Dimension::kTime) != time) {
    return misfit(time ? "is a time" : "is a plain number", time ? "give it a unit: 0.2 ms" : "take the unit away");
  }
  if (value && *value >= type.least && *value <= type.most) return value;
  return misfit("is out of range",
                time ? "it is from 0 to three days"
                     : "it is from " + std::to_string(type.least) + " to " + std::to_string(type.most));
}

std::string_view Loading::tag(const Node& row) {
  const Node* tag = row.find("tag");
  return rows.look_up(tag, model.tags, "tag") < 0 ? std::string_view() : tag->text;
}

void load_names(const Node& root, Loading& to) {
  if (root.find("cores")) {
    // A number that is refused counts as the most, so that no core is told to be beyond it.
    to.model.cores = static_cast<std::size_t>(integer_of(root.find("cores")).value_or(kMaxCores));
  }
  for (const Entry& entry : rows_of(root.find("tags"))) {
    auto tag = named<Tag>(entry.key, entry.key_at, *entry.value);
    tag.doc = entry.value->text;
    to.model.tags.push_back(tag);
  }
  load_constants(root, to);
  load_enums(root, to);
  load_costs(root, to);
  load_switches(root, to);
  for (const Entry& entry : rows_of(root.find("objects"))) {
    to.model.objects.push_back(named<Object>(entry.key, entry.key_at, *entry.value));
  }
  load_state(root, to);
  load_events(root, to);
  load_outcomes(root, to);
}

}  // namespace npuspec::device
