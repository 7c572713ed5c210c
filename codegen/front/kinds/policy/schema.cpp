#include "front/kinds/policy/schema.h"

namespace npuspec::policy {
namespace {

using namespace npuspec::schema;

constexpr std::string_view kSource = "Where it comes from; left out, it is the source of what it is in.";

const Object& mode() {
  static const Object row = Object("policy_mode", "A state that the context's marker can name.")
                                .need("value", number(INT8_MIN, INT8_MAX, Code::P003), "The marker's value.", "-1")
                                .may("doc", text(), "What it stands for.", "an int8 pipeline is live")
                                .may("source", text(), kSource, "seed 004")
                                .others(name(), scalar(), "A column of `modes`: what is true of this mode.")
                                .formerly(name(), {"mode"});
  return row;
}

const Object& modes() {
  static const Object row =
      Object("policy_modes", "The modes: an enum whose columns a guard may ask for (`to.type`).")
          .need("prefix", text(), "What generated names start with.", "ORK_MODE_")
          .need("initial", name(), "The mode of a context in which nothing has run.", "COLD")
          .may("columns", columns(either({word({"int", "bool"}), list(name(), 1)})),
               "Each column's type: int, bool, or the words it may hold.", "{type: [NONE, FP16, INT8]}")
          .need("rows", map(name(), object(mode()), 1), "The modes, in the order of matrices and tables.",
                "{COLD: {value: -1, type: NONE}}");
  return row;
}

const Object& set() {
  static const Object row = Object("policy_set", "A named set of modes, for `from in NAME`.")
                                .need("is", list(name(), 1), "Its modes.", "[I8, I8_CHAIN]")
                                .may("doc", text(), "What they have in common.", "an int8 pipeline is live")
                                .may("source", text(), kSource)
                                .main("is")
                                .formerly(name(), {"set"});
  return row;
}

const Object& chain() {
  static const Object row = Object("policy_chain", "A way of submitting work that an entry is told of.")
                                .need("value", number(0, 255, Code::P003), "Its number.", "2")
                                .may("doc", text(), "What it is.", "a hardware chain of programs")
                                .may("source", text(), kSource)
                                .may("distinct", text(), "Why it is a kind of its own.")
                                .may("reserved", text(), "Why it stays although no site says it.")
                                .main("value")
                                .formerly(name(), {"chain-kind"});
  return row;
}

const Object& chains() {
  static const Object row =
      Object("policy_chains", "The chain kinds. The expansion asks for them only where a selector names one.")
          .need("prefix", text(), "What generated names start with.", "OCK_")
          .need("rows", map(name(), object(chain()), 1), "The kinds.", "{NONE: 0, SW: 1}");
  return row;
}

const Object& knob() {
  static const Object row =
      Object("policy_knob", "A switch that selectors read: every table holds both of its values.")
          .need("env", name(), "The environment variable that sets it.", "ORK_SSM_KEEPWARM")
          .need("default", boolean(), "Its value when nobody sets it.", "true")
          .may("parse", word({"number", "presence"}),
               "number (the default): 1 or more is true. presence: being there is true.", "number")
          .may("doc", text(), "What it is for.", "keep warm between fp16 and int8")
          .may("source", text(), kSource, "seed 004")
          .formerly(name(), {"knob"});
  return row;
}

const Object& runtime_knob() {
  static const Object row =
      Object("policy_runtime_knob", "A knob that no selector reads: the runtime acts on it.")
          .need("env", name(), "The environment variable that sets it.", "ORK_XSPEC_NORESET")
          .may("type", word({"bool", "presence", "int", "duration", "string"}),
               "bool unless said otherwise: 1 or more is true. presence: being there is true.", "duration")
          .may("default", scalar(), "Its value when nobody sets it. presence needs none.", "60000 ms")
          .may("in", range(), "The values of an int or a duration that are taken.", "0..2")
          .may("unit", word({"ns", "us", "ms", "s"}), "What the variable of a duration counts in.", "ms")
          .may("suppresses", list(name(), 1), "The columns whose effect it holds back.", "[warm, size]")
          .may("doc", text(), "What it is for.")
          .may("source", text(), kSource)
          .formerly(name(), {"runtime-knob"});
  return row;
}

const Object& selector() {
  static const Object row =
      Object("policy_selector", "A named condition of a column, for rows to choose.")
          .need("when", guard(), "It may name from, to, the knobs, chain, last_chain and the columns above its own.",
                "from not in I8_LIVE and not keep_warm")
          .may("doc", text(), "What it means.")
          .may("source", text(), kSource)
          .may("reserved", text(), "Why it stays although no row chooses it.", "no row needs it today")
          .main("when")
          .formerly(name(), {"selector"});
  return row;
}

const Object& scope() {
  static const Object row =
      Object("policy_scope", "What a clear reaches.")
          .need("clears", list(name()), "The fields of the context; none is allowed.", "[warmed, mwarm]")
          .may("doc", text(), "What they are.");
  return row;
}

const Object& column() {
  static const Object row =
      Object("policy_column", "One decision of a row, and the conditions it may rest on.")
          .need("prefix", text(), "What generated names of its selectors start with.", "RC_")
          .may("letter", text(),
               "What stands for it in cells. A column without one has no effect of its own: it decides others.", "R")
          .may("scope_prefix", text(), "What generated names of its scopes start with.", "TG_")
          .may("scopes", map(name(), either({list(name()), object(scope())}), 1),
               "What a clear may reach: a row then says `[SCOPE, SELECTOR]`.", "{NONE: [], SCALAR: [warmed]}")
          .need("selectors", map(name(), object(selector()), 1), "The conditions.",
                "{NEVER: false, NOTKW: not keep_warm}")
          .may("doc", text(), "What is decided.")
          .may("source", text(), kSource)
          .formerly(name(), {"effect", "column"});
  return row;
}

const Object& profile() {
  static const Object row =
      Object("policy_profile", "A row: how one kind of caller moves to its modes.")
          .need(
              "marker", word({"set", "keep"}),
              "set: nothing happens when from == to, else the marker becomes `to`. keep: a transient op, which always "
              "decides and never writes the marker.",
              "set")
          .need("to", list(name(), 1), "The modes it enters; `same` is the marker as it is.", "[F16, I8]")
          .may("doc", text(), "Who enters so, and why the row is as it is.")
          .may("source", text(), kSource)
          .may("distinct", text(),
               "Why it differs from rows with the same target, or is their twin. It silences the warnings of both.")
          .may("reserved", text(), "Why it stays although no site uses it.")
          .others(name(), either({name(), tuple({name(), name()})}),
                  "A column: the selector, or `[SCOPE, SELECTOR]` when the column has scopes.")
          .formerly(name(), {"profile"});
  return row;
}

const Object& removed_profile() {
  static const Object row = Object("policy_removed", "A row that is no more.")
                                .need("since", version(), "The version that dropped it.", "'2.0'")
                                .may("use", name(), "The row its callers use now.", "STREAM_I8")
                                .may("doc", text(), "Why it went.");
  return row;
}

const Object& profiles() {
  static const Object row =
      Object("policy_profiles", "The rows of the policy.")
          .need("prefix", text(), "What generated names start with.", "XP_")
          .may("source", text(), kSource)
          .need("rows", map(name(), object(profile()), 1), "The rows; their order is their number.")
          .may("removed", map(name(), object(removed_profile()), 1), "Rows that are no more: their names stay taken.");
  return row;
}

const Object& returned_flag() {
  static const Object row = Object("policy_returns", "A flag of the caller that a transition sets.")
                                .need("flag", name(), "What the caller calls it.", "cold")
                                .need("value", number(0, 1, Code::P003), "What a transition makes it.", "1");
  return row;
}

const Object& site() {
  static const Object row =
      Object("policy_site", "A place in the runtime that enters a mode.")
          .need("name", name(), "The function or the path.", "run_stream_i8")
          .unique()
          .need("profile", name(), "The row it enters with.", "STREAM_I8")
          .need("type", list(name(), 1), "The types it computes in: words of the modes' `type` column.", "[INT8]")
          .may("chain", list(name(), 1), "The chain kinds it says.", "[SW]")
          .may("returns", object(returned_flag()), "The caller's own flag that a transition sets.",
               "{flag: cold, value: 1}")
          .may("doc", text(), "What it is.")
          .may("source", text(), kSource)
          .formerly(name(), {"site"});
  return row;
}

const Object& unrouted() {
  static const Object row =
      Object("policy_unrouted", "A place that resets or writes the marker outside the layer, on purpose.")
          .need("name", name(), "The function or the path.", "teardown_signal")
          .unique()
          .need("reset", guard(), "When it resets. It may name from and the knobs, those of the runtime too.",
                "i16_reset")
          .may("clears", list(name()), "The fields of the context that it clears.", "[warmed]")
          .may("sets", name(), "The mode that it writes to the marker.", "F16")
          .need("distinct", text(), "Why it does not go through the layer.")
          .may("doc", text(), "What it is.")
          .may("source", text(), kSource)
          .formerly(name(), {"unrouted"});
  return row;
}

const Object& rule() {
  static const Object row =
      Object("policy_rule", "A law that every cell obeys; cells that do nothing because from == to aside.")
          .need("id", id(), "Its name.", "int8-entry-from-int4-resets")
          .unique()
          .may("when", guard(), "The cells it speaks of.", "profile in {I4_MC, I4_MWARM}")
          .need("require", guard(),
                "It may name profile, from, to, marker (the mode after), knobs, chain, last_chain and columns.",
                "to.type != INT8 or from.type != INT4 or reset or keep_warm")
          .may("doc", text(), "Why it must hold.")
          .may("source", text(), kSource)
          .formerly(id(), {"law"});
  return row;
}

const Object& example() {
  static const Object row =
      Object("policy_example", "What a row does, from every mode in their order.")
          .need("profile", name(), "The row.", "MC_MM")
          .need("to", name(), "One of its modes, or same.", "I8")
          .may("knobs", map(name(), boolean(), 1), "Those that are not at their default.", "{nothrash: true}")
          .may("chain", name(), "The chain kind said now; its first unless given.", "HW")
          .may("last_chain", name(), "The chain kind said last; its first unless given.", "SW")
          .need("cells", list(text(), 1),
                "One a mode: the letters of what happens, k when the entry has no effect, 0 when it is a no-op.",
                "[Rws, k, 0]")
          .may("doc", text(), "What it shows.")
          .may("source", text(), kSource);
  return row;
}

}  // namespace

const Object& policy_schema() {
  static const Object root =
      spec("policy", "What moving from one mode to another requires.")
          .need("modes", object(modes()), "The modes.")
          .may("sets", map(name(), either({list(name(), 1), object(set())}), 1), "Named sets of modes.",
               "{I8_LIVE: {is: [I8, I8_CHAIN]}}")
          .may("chains", object(chains()), "The chain kinds.")
          .may("knobs", map(name(), object(knob()), 1), "Switches that selectors read.")
          .may("runtime_knobs", map(name(), object(runtime_knob()), 1), "Knobs that only the runtime reads.")
          .need("columns", map(name(), object(column()), 1), "What a row decides, in the order in which it is decided.")
          .need("profiles", object(profiles()), "The rows.")
          .may("sites", list(object(site()), 1), "Who uses the rows.")
          .may("unrouted", list(object(unrouted()), 1), "Who resets without a row.")
          .may("rules", list(object(rule()), 1), "Laws over the whole table.")
          .may("examples", list(object(example()), 1), "What rows do.");
  return root;
}

}  // namespace npuspec::policy
