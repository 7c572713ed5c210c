#include "front/kinds/device/schema.h"

namespace npuspec::device {
namespace {

using namespace npuspec::schema;

constexpr std::string_view kSource = "Where it comes from.";
constexpr std::string_view kOwnSource = "Where it comes from; left out, it is the source of what it is in.";

constexpr std::int64_t kExact = std::int64_t{1} << 53;  // wherever JSON's numbers are read

const Object& constant() {
  static const Object row = Object("device_constant", "A number that rules and runtimes share.")
                                .need("value", number(-kExact, kExact, Code::H003), "Its value.", "2 MiB")
                                .may("doc", text(), "What it is.")
                                .need("source", text(), kSource, "RKNPU DRM driver 0.9.8")
                                .formerly(name(), {"constant"});
  return row;
}

const Object& symbol() {
  static const Object row =
      Object("device_symbol", "A named value of an enum.")
          .need("value", number(0, 255, Code::H003), "Its number: 0, 1, ... in the order of the rows.", "0")
          .may("doc", text(), "What it stands for.")
          .may("source", text(), kOwnSource)
          .others(name(), scalar(), "A column of the enum: what is true of this symbol.")
          .formerly(name(), {"symbol"});
  return row;
}

const Object& enumeration() {
  static const Object row =
      Object("device_enum", "Named values, with columns that say what is true of each (`op.family`).")
          .may("columns", columns(type()), "Each column's type: int, bool, duration, or an enum declared above.",
               "{family: family, warm: duration}")
          .need("rows", map(name(), object(symbol()), 1), "The symbols.", "{MM_I8: {value: 0, family: INT8}}")
          .may("doc", text(), "What it names.")
          .need("source", text(), kSource, "RKNPU DRM driver 0.9.8")
          .formerly(name(), {"enum"});
  return row;
}

const Object& cost() {
  static const Object row =
      Object("device_cost", "How long something takes.")
          .need("is", number(), "The time to reckon with.", "105 ms")
          .may("range", range(), "What was seen.", "104 ms..107 ms")
          .may("knob", name(), "The policy's knob that sets it; `is` is then its default.", "mm_timeout")
          .may("effect", name(), "The policy's column whose effect costs this.", "reset")
          .may("reserved", text(), "Why it stays although no rule costs it.", "for schedulers alone")
          .may("tag", id(), "How it is known.", "M")
          .may("doc", text(), "What takes so long.")
          .need("source", text(), kSource, "RKNPU DRM driver 0.9.8")
          .formerly(name(), {"cost"});
  return row;
}

const Object& device_switch() {
  static const Object row =
      Object("device_switch", "A hazard or a belief about the hardware that can be turned on and off.")
          .need("type", type(), "bool, or an enum.", "bool")
          .need("default", scalar(), "What is believed.", "true")
          .may("uncertain", boolean(), "Nobody knows for sure: a verifier takes it every way.", "true")
          .may("tag", id(), "How it is known.", "M")
          .may("against", text(), "What speaks against it.")
          .may("chance", text(), "`N per M`: it strikes only so often; false is then the rule.", "25 per 1000")
          .may("set_by", text(), "What brings the hazard up.")
          .may("cleared_by", text(), "What takes it away.")
          .may("doc", text(), "What it is.")
          .need("source", text(), kSource, "RKNPU DRM driver 0.9.8")
          .formerly(name(), {"switch"});
  return row;
}

const Object& described() {
  static const Object row =
      Object("device_object", "A kind of thing of which there may be many, each with state of its own.")
          .may("doc", text(), "What it is.")
          .may("source", text(), kOwnSource)
          .formerly(name(), {"object"});
  return row;
}

const Object& state() {
  static const Object row =
      Object("device_state",
             "A variable of the device. All the history there is: what a later rule must know, an "
             "earlier one writes down.")
          .need("type", type(), "bool, an enum, or u8 to u32 with `in`.", "bool")
          .need("init", scalar(), "Its value at first.", "false")
          .may("in", range(), "The values of a number.", "0..15")
          .may("per", name(), "`core`, or a kind of object: one for each.", "core")
          .may("doc", text(), "What it remembers.")
          .may("source", text(), kOwnSource)
          .formerly(name(), {"state"});
  return row;
}

const Object& event() {
  static const Object row =
      Object("device_event", "What can happen to the device.")
          .may("args", map(name(), text(), 1), "What it carries: bool, an enum, a range of numbers, or an object.",
               "{op: op, core: 0..2, buffer: buffer}")
          .may("doc", text(), "What happens.")
          .may("source", text(), kOwnSource)
          .formerly(name(), {"event"});
  return row;
}

const Object& rule() {
  static const Object row =
      Object("device_rule",
             "What an event does. Rules are asked in their order, and all read the state before the event.")
          .need("id", id(), "Its name.", "cold-int8")
          .unique()
          .need("event", name(), "When it is asked.", "submit")
          .may("when", guard(), "Whether it acts; always unless given.", "op.family == INT8 and not int8_primed")
          .may("set", map(target(), guard(), 1), "State and its new value; all of an event's take hold together.",
               "{last_int: op.family}")
          .may("set_all", map(name(), guard(), 1), "The same for every core of a `per: core` variable.",
               "{lut_loaded: 'false'}")
          .may("cost", guard(), "Time it takes: a sum of costs, or a duration column.", "timeout + abort_sleep")
          .may("outcome", name(), "What comes of it; of several that act the worst counts.", "wedge")
          .may("tag", id(), "How it is known.", "M")
          .may("doc", text(), "What it says.")
          .may("source", text(), kOwnSource)
          .formerly(id(), {"rule"});
  return row;
}

const Object& outcome() {
  static const Object row = Object("device_outcome", "How an event ends.")
                                .may("errno", number(0, 4095, Code::H003), "The error number the caller sees.", "110")
                                .may("ends", boolean(), "No later rule of the event is asked.", "true")
                                .may("silent", boolean(), "Nobody is told.", "true")
                                .may("output", text(), "What the output holds then.", "previous contents")
                                .may("cured_by", text(), "What helps.", "run again")
                                .may("doc", text(), "What it is.")
                                .may("source", text(), kOwnSource)
                                .others(name(), number(-4095, 4095, Code::H003), "An event: what it returns.")
                                .formerly(name(), {"outcome"});
  return row;
}

// What a path says beside whose it is.
Object path_of(Object head) {
  return head
      .may("ops", list(name(), 1), "What it submits, symbols of the enum `op`: a site one for each of its types.",
           "[MM_F16, MM_I8]")
      .may("cores", word({"one", "many"}), "Whether a submit is on one core or on several; one unless given.", "many")
      .may("output", word({"SCALAR", "PERCORE", "LOCAL", "CALL"}),
           "Where its output lies: in the buffer of the context, in one of each core, in one of the caller's with a "
           "warm flag of its own, or in one made anew on each call. Left out, whether it is stale is the caller's "
           "matter.",
           "PERCORE")
      .may("does", list(word({"LOAD", "RESTORE", "NONBLOCK", "ATTACH", "WARM_SCALAR"}), 1),
           "What else: it loads the look-up table if that is not loaded, writes the shared descriptor back, does not "
           "wait, switches the domain, calls the context's buffer warm with those of the cores.",
           "[LOAD, RESTORE]")
      .may("doc", text(), "What it is.")
      .may("source", text(), kOwnSource);
}

const Object& site_path() {
  static const Object row = path_of(Object("device_site_path", "What a site of the policy does once it has entered.")
                                        .need("site", name(), "A site of the policy; each has one path.", "run_i4_mc")
                                        .unique());
  return row;
}

const Object& free_path() {
  static const Object row = path_of(Object("device_free_path", "What is done without entering a mode.")
                                        .need("name", name(), "Its name.", "lut_i16")
                                        .unique());
  return row;
}

const Object& example() {
  static const Object row =
      Object("device_example", "A sequence of events and what comes of the last.")
          .need("id", id(), "Its name.", "mm-after-lut")
          .unique()
          .may("switches", map(name(), scalar(), 1), "Those that are not at their default.", "{fp16_primes: false}")
          .may("state", map(name(), scalar(), 1), "Variables that do not start at `init`; of cores and objects all.")
          .need("do", list(text(), 1),
                "The events, each with its arguments in order or as name=value; one left out is the least of its type.",
                "[reset, 'submit MM_I8 multi=true']")
          .need("outcome", name(), "What comes of the last.", "wedge")
          .may("outcomes", list(name(), 1), "What comes of each.", "[ok, wedge]")
          .may("cost", number(), "What all of them take.", "105.2 ms")
          .may("doc", text(), "What it shows.")
          .may("source", text(), kOwnSource);
  return row;
}

}  // namespace

const Object& device_schema() {
  static const Object root =
      spec("device", "What a device costs and how it goes wrong.")
          .may("cores", number(1, kMaxCores, Code::H003), "How many cores it has; 1 unless given.", "3")
          .may("tags", map(id(), text(), 1), "How something can be known.", "{M: measured, D: documented only}")
          .may("constants", map(name(), object(constant()), 1), "Numbers that rules and runtimes share.")
          .may("enums", map(name(), object(enumeration()), 1), "Named values.")
          .may("costs", map(name(), object(cost()), 1), "How long things take.")
          .may("switches", map(name(), object(device_switch()), 1), "What can be believed either way.")
          .may("objects", map(name(), object(described()), 1), "Things with state of their own.")
          .may("state", map(name(), object(state()), 1), "What the device remembers.")
          .may("events", map(name(), object(event()), 1), "What can happen to it.")
          .may("rules", list(object(rule()), 1), "What comes of it.")
          .may("outcomes", map(name(), object(outcome()), 1), "How an event ends, in rising order of harm.")
          .may("paths", list(choice({&site_path(), &free_path()}), 1),
               "What the sites of the policy submit, and what is submitted beside them.")
          .may("examples", list(object(example()), 1), "Sequences, and what comes of them.");
  return root;
}

}  // namespace npuspec::device
