"""Large policies and devices."""

from large import LONG, case, head, one, rows


# Policies

def policy(modes="", sets="", knobs="", runtime="", scopes="", selectors="", profiles="", sites="", rules="", examples="",
           when="warm_on and from in WARM", columns="", chains=""):
    return (head("policy") + "modes:\n  prefix: M_\n  initial: COLD\n  columns: {type: [NONE, FP16]}\n  rows:\n"
            "    COLD: {value: -1, type: NONE}\n    F16: {value: 0, type: FP16}\n    I8: {value: 1, type: FP16}\n" + modes +
            "sets:\n  WARM: [F16]\n" + sets + ("chains:\n  prefix: K_\n  rows:\n" + chains if chains else "") +
            "knobs:\n  warm_on: {env: WARM_ON, default: true}\n" + knobs +
            ("runtime_knobs:\n" + runtime if runtime else "") +
            "columns:\n  kept:\n    prefix: K_\n    letter: w\n    selectors:\n      KW: " + when + "\n" + selectors +
            "  clear:\n    prefix: C_\n    letter: c\n    scope_prefix: T_\n    scopes:\n      ALL: [cache]\n" + scopes +
            "    selectors: {ALWAYS: true}\n" + columns + "profiles:\n  prefix: P_\n  rows:\n"
            "    MM: {kept: KW, clear: [ALL, ALWAYS], marker: set, to: [F16, I8]}\n" + profiles +
            "sites:\n  - {name: run, profile: MM, type: [FP16]}\n" + sites + ("rules:\n" + rules if rules else "") +
            ("examples:\n" + examples if examples else ""))


@case("S012")
def many_modes(size):
    return one(policy(modes=rows(size, lambda i: f"    M{i}: {{value: {i + 2}, type: FP16}}\n")))


@case("P004")
def many_cells(size):
    count = 60
    return one(policy(modes="".join(f"    M{i}: {{value: {i + 2}, type: FP16}}\n" for i in range(count)),
                      profiles="".join(f"    P{i}: {{kept: KW, clear: [ALL, ALWAYS], marker: set, reserved: x, to: [" +
                                       ", ".join(f"M{j}" for j in range(count)) + "]}\n" for i in range(200))))


@case("S012")
def many_sets(size):
    return one(policy(sets=rows(size, lambda i: f"  S{i}: [F16]\n")))


@case("S012")
def many_members_of_a_mode_set(size):
    return one(policy(sets="  S: [" + ", ".join(f"M{i}" for i in range(max(size, LONG) // 8)) + "]\n"))


@case("S012")
def many_chains(size):
    return one(policy(chains=rows(size, lambda i: f"    C{i}: {i}\n")))


@case("P004")
def many_knobs(size):
    return one(policy(knobs="".join(f"  k{i}: {{env: K{i}, default: true}}\n" for i in range(300))))


@case("P004", "P020")
def all_knobs(size):
    return one(policy(knobs="".join(f"  k{i}: {{env: K{i}, default: true}}\n" for i in range(11)),
                      modes="".join(f"    M{i}: {{value: {i + 2}, type: FP16}}\n" for i in range(30)),
                      when=" and ".join(f"k{i}" for i in range(11))))


@case("S012")
def many_runtime_knobs(size):
    return one(policy(runtime=rows(size, lambda i: f"  r{i}: {{env: R{i}, default: true}}\n")))


@case("S012")
def many_selectors(size):
    return one(policy(selectors=rows(size, lambda i: f"      S{i}: warm_on\n")))


@case("P004", "P007")
def many_policy_columns(size):
    return one(policy(columns="".join(f"  c{i}: {{prefix: C{i}_, selectors: {{A: true}}}}\n" for i in range(300))))


@case("S012")
def many_scopes(size):
    return one(policy(scopes=rows(size, lambda i: f"      S{i}: [cache]\n")))


@case("P004")
def many_fields_of_a_scope(size):
    return one(policy(scopes="      S: [" + ", ".join(f"f{i}" for i in range(1000)) + "]\n"))


@case("P004")
def many_profiles(size):
    return one(policy(profiles="".join(f"    P{i}: {{kept: KW, clear: [ALL, ALWAYS], marker: set, "
                                    f"to: [F16], distinct: x}}\n" for i in range(300))))


@case("S012")
def many_sites(size):
    return one(policy(sites=rows(size, lambda i: f"  - {{name: s{i}, profile: MM, type: [FP16]}}\n")))


@case("S012")
def many_laws(size):
    return one(policy(rules=rows(size, lambda i: f"  - {{id: r{i}, require: from == to or kept or clear}}\n")))


@case("S012")
def many_policy_examples(size):
    return one(policy(examples=rows(size, lambda i: "  - {profile: MM, to: F16, cells: [c, 0, kc]}\n")))


@case("G027")
def many_terms_of_a_selector(size):
    return one(policy(when=" and ".join(f"from != {('COLD', 'F16', 'I8')[i % 3]}" for i in range(max(size, LONG) // 17))))


@case("S017")
def laws_times_cells(size):
    knobs = [f"k{i}" for i in range(5)]
    return one(policy(modes="".join(f"    M{i}: {{value: {i + 2}, type: FP16}}\n" for i in range(58)),
                      knobs="".join(f"  {knob}: {{env: {knob.upper()}, default: true}}\n" for knob in knobs),
                      when=" and ".join(["warm_on and from in WARM", *knobs]),
                      rules="".join(f"  - {{id: r{i}, require: from == to or kept or clear or k{i % 5}}}\n"
                                    for i in range(1000))).replace("to: [F16, I8]", "to: [F16, I8, " + ", ".join(f"M{i}" for i in range(58)) + "]"))


# Devices

def device(cores="cores: 2\n", tags="", constants="", enums="", costs="", switches="", objects="", state="", events="",
           rules="", outcomes="", examples="", do="reset"):
    return (head("device") + cores + "tags:\n  M: measured\n" + tags + ("constants:\n" + constants if constants else "") +
            "enums:\n  op:\n    source: x\n    columns: {heavy: bool}\n    rows:\n      MM: {value: 0, heavy: true}\n" + enums +
            "costs:\n  reset: {is: 105 ms, tag: M, source: x}\n" + costs + "switches:\n  wedges: {type: bool, default: true, tag: M, source: x}\n" +
            switches + "objects:\n  buffer: {doc: A buffer.}\n" + objects +
            "state:\n  primed: {type: bool, init: false}\n" + state +
            "events:\n  reset: {doc: A reset.}\n  submit: {args: {op: op, core: 0..1}}\n" + events +
            "rules:\n  - {id: reset-done, event: reset, set: {primed: true}, cost: reset}\n"
            "  - {id: cold, event: submit, when: wedges and op.heavy and not primed, outcome: wedge}\n" + rules +
            "outcomes:\n  ok: {submit: 0, reset: 0}\n" + outcomes + "  wedge: {submit: -1, ends: true}\n"
            "examples:\n  - {id: e, do: [" + do + "], outcome: ok}\n" + examples)


@case("H003")
def many_cores(size):
    return one(device("cores: 18446744073709551615\n"))


@case("S012")
def many_tags(size):
    return one(device(tags=rows(size, lambda i: f"  T{i}: text\n")))


@case("S012")
def many_device_constants(size):
    return one(device(constants=rows(size, lambda i: f"  c{i}: {{value: {i}, source: x}}\n")))


@case("S012")
def many_device_enums(size):
    return one(device(enums=rows(size, lambda i: f"  e{i}: {{source: x, rows: {{A: {{value: 0}}}}}}\n")))


@case("S012")
def many_device_symbols(size):
    return one(device(enums=rows(size, lambda i: f"      S{i}: {{value: {i + 1}, heavy: true}}\n")))


@case("S012")
def many_costs(size):
    return one(device(costs=rows(size, lambda i: f"  c{i}: {{is: {i} ms, tag: M, source: x}}\n")))


@case("S012")
def many_switches(size):
    return one(device(switches=rows(size, lambda i: f"  s{i}: {{type: bool, default: true, tag: M, source: x}}\n")))


@case("S012")
def many_objects(size):
    return one(device(objects=rows(size, lambda i: f"  o{i}: {{doc: x}}\n")))


@case("S012")
def many_states(size):
    return one(device(state=rows(size, lambda i: f"  s{i}: {{type: bool, init: false}}\n")))


@case("S012")
def many_events(size):
    return one(device(events=rows(size, lambda i: f"  e{i}: {{doc: x}}\n")))


@case("H004")
def many_device_rules(size):
    return one(device(rules="".join(f"  - {{id: r{i}, event: reset}}\n" for i in range(300))))


@case("S012")
def many_outcomes(size):
    return one(device(outcomes=rows(size, lambda i: f"  o{i}: {{reset: 0}}\n")))


@case("S012")
def many_device_examples(size):
    return one(device(examples=rows(size, lambda i: f"  - {{id: e{i}, do: [reset], outcome: ok}}\n")))


@case("S012")
def many_steps(size):
    return one(device(do="reset" + ", reset" * (max(size, LONG) // 7)))
