"""Specs that are large in one way each: every list that a spec may hold, long names and texts, deep and wide guards.

CASES: name -> (function of a size in bytes that gives the files of a tree by name, the codes that `check` tells of them).
No codes: the tree is sound. Each case is as large as what it is about asks for (one row more than a list may have, say), or
as `size` if that is more.

To see what time and memory each takes: python3 tests/reader/large_specs.py NPUSPEC 1000000 [PART_OF_A_NAME...]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROWS = 4096  # that a list may have
LONG = 200_000  # bytes: more than a name, a number or a guard may have
GUARD = 60_000  # bytes that a guard may have
CASES = {}


def case(*codes):
    def add(function):
        CASES[function.__name__.replace("_", "-")] = function, set(codes)
        return function
    return add


def head(kind, name="large"):
    return f"kind: {kind}\nname: {name}\nabi: {{major: 1, minor: 0}}\ndoc: A large spec.\n"


def rows(size, row, lead=""):
    """More rows than a list may have, `size` bytes at least: `row` is a function of their number."""
    out, total, i = [lead], len(lead), 0
    while total < size or i <= ROWS:
        line = row(i)
        out.append(line)
        total += len(line)
        i += 1
    return "".join(out)


def one(text):
    return {"large.yaml": text}


# YAML

@case("S012")
def unknown_keys(size):
    return one(head("descriptor") + rows(size, lambda i: f"unknown_{i}: {i}\n"))


@case("S001", "S016")
def rows_of_unknown_keys(size):
    return one(head("descriptor") + "size: 1\nfields:\n" +
               "".join(f"  - {{name: f{i}, at: 0, type: u8, kode: {i}, offfset: 3}}\n" for i in range(1000)))


@case("Y012", "Y022")
def the_same_key(size):
    return one(head("descriptor") + rows(size, lambda i: "size: 1\n"))


@case("Y017")
def deep_brackets(size):
    return one(head("descriptor") + "size: " + "[" * max(size, LONG) + "\n")


@case("Y017")
def deep_braces(size):
    return one(head("descriptor") + "size: " + "{a: " * (max(size, LONG) // 4) + "\n")


@case("Y017")
def deep_dashes(size):
    return one(head("descriptor") + "size:\n  " + "- " * (max(size, LONG) // 2) + "\n")


@case("Y017")
def deep_blocks(size):
    return one(head("descriptor") + "size:\n" + "".join(" " * i + "a:\n" for i in range(1, int((2 * max(size, LONG)) ** 0.5))))


@case("Y019")
def open_bracket(size):
    return one(head("descriptor") + "size: [" + "1, " * (max(size, LONG) // 3) + "\n")


@case("Y018")
def open_quote(size):
    return one(head("descriptor") + "source: 'x\n" + rows(size, lambda i: f"  line {i}\n"))


@case("Y015", "Y022")
def empty_items(size):
    return one(head("descriptor") + "fields:\n" + "  -\n" * (max(size, LONG) // 4))


@case("Y009")
def aliases(size):
    return one(head("descriptor") + "fields:\n" + "  - *a\n" * (max(size, LONG) // 7))


@case("Y002")
def control_characters(size):
    return one(head("descriptor") + "source: " + "\1" * max(size, LONG) + "\n")


@case("Y003")
def tabs(size):
    return one(head("descriptor") + "source: " + "a\tb\n" * (max(size, LONG) // 4))


@case("Y021")
def question_marks(size):
    return one(head("descriptor") + "size: " + "? " * (max(size, LONG) // 2) + "\n")


@case()
def comments(size):
    return one(head("descriptor") + "# '\"\t{[*&!%\n" * (max(size, LONG) // 14) + "constants: {a: 1}\n")


@case()
def long_line_comment(size):
    return one(head("descriptor") + "# " + "\t'" * (max(size, LONG) // 2) + "\nconstants: {a: 1}\n")


# Texts and names

@case()
def long_doc(size):
    return one(head("descriptor").replace("A large spec.", "x" * max(size, LONG)) + "constants: {a: 1}\n")


@case()
def long_folded_doc(size):
    return one(head("descriptor").replace("A large spec.", ">-\n" + "  word word\n\n" * (max(size, LONG) // 13)) +
               "constants: {a: 1}\n")


@case()
def long_escaped_doc(size):
    return one(head("descriptor").replace("A large spec.", '"' + "\\u00e9\\\n  " * (max(size, LONG) // 10) + '"') +
               "constants: {a: 1}\n")


@case("S005")
def long_name(size):
    return one(descriptor().replace("name: b", "name: " + "b" * max(size, LONG)))


@case("S005")
def long_name_of_a_spec(size):
    return one(head("descriptor", "a" * max(size, LONG)) + "constants: {a: 1}\n")


@case("S005")
def long_name_with_a_fault(size):
    return one(descriptor().replace("name: b", "name: +" + "b" * max(size, LONG)))


@case("X002")
def long_kind(size):
    return one(head("d" * max(size, LONG)) + "constants: {a: 1}\n")


@case("D002")
def long_constant(size):
    return one(head("descriptor") + "constants: {a: " + "1" * max(size, LONG) + "}\n")


@case("S008")
def long_number(size):
    return one(head("descriptor") + "size: " + "1" * max(size, LONG) + "\n")


@case("D014")
def long_hexadecimal(size):
    return one(head("descriptor") + "size: 0x" + "0" * max(size, LONG) + "1\n")


@case("S008")
def long_fraction(size):
    return one(head("descriptor") + "size: 1." + "0" * max(size, LONG) + " KiB\n")


@case("S009")
def long_range(size):
    return one(descriptor(guard="a == 1", field="in: " + "1" * max(size, LONG) + "..2"))


@case("S015")
def long_type(size):
    return one(head("descriptor") + "constants: {a: {value: 1, type: " + "u" * max(size, LONG) + "+}}\n")


# Descriptors

def descriptor(guard="a == 1", field="", more="", checks=None, size=8):
    return (head("descriptor") + f"size: {size}\nfields:\n  - {{name: a, at: 0, type: u32"
            + (", code: 1, " + field if field else "") + "}\n  - {name: b, at: 4, type: u32}\n" + more +
            (checks or f"checks:\n  - {{code: 2, id: c, require: {quoted(guard)}}}\n"))


def quoted(guard):
    return "'" + guard.replace("'", "''") + "'"


@case("S012")
def many_constants(size):
    return one(head("descriptor") + rows(size, lambda i: f"  c{i}: {i}\n", "constants:\n"))


@case("S012")
def many_constants_of_one_name(size):
    return one(head("descriptor") + rows(size, lambda i: f"  c{i:020b}: {i}\n".replace("0", "A").replace("1", "a"),
                                         "constants:\n"))


@case("S012")
def many_symbols(size):
    return one(head("descriptor") + rows(size, lambda i: f"      s{i}: {i}\n", "enums:\n  e:\n    rows:\n"))


@case("S012")
def many_symbols_of_one_value(size):
    return one(head("descriptor") + rows(size, lambda i: f"      s{i}: 1\n", "enums:\n  e:\n    rows:\n"))


@case("S012")
def many_enums(size):
    return one(head("descriptor") + rows(size, lambda i: f"  e{i}: {{rows: {{a: 0}}}}\n", "enums:\n"))


@case("S012")
def many_columns(size):
    return one(head("descriptor") + rows(size / 2, lambda i: f"      c{i}: int\n", "enums:\n  e:\n    columns:\n") +
               rows(size / 2, lambda i: f", c{i}: 1", "    rows:\n      a: {value: 0") + "}\n")


@case("S012")
def many_fields(size):
    return one(head("descriptor") + rows(size, lambda i: f"  - {{name: f{i}, at: {i}, type: u8}}\n", "size: 9\nfields:\n"))


@case("S012")
def many_fields_at_one_place(size):
    return one(head("descriptor") + rows(size, lambda i: f"  - {{name: f{i}, at: 0, type: u8}}\n", "size: 9\nfields:\n"))


@case("S012")
def many_unknown_types(size):
    return one(head("descriptor") + rows(size, lambda i: f"  - {{name: f{i}, at: {i}, type: t{i}}}\n",
                                         "size: 9\nfields:\n"))


@case("S012")
def many_bits(size):
    return one(descriptor(field=rows(size, lambda i: f"b{i}: {i % 32}..{i % 32}, ", "bits: {") + "z: 1..1}"))


@case("S012")
def many_params(size):
    return one(descriptor(more=rows(size, lambda i: f"  p{i}: u8\n", "params:\n")))


@case("S012")
def many_lets(size):
    return one(descriptor(more=rows(size, lambda i: f"  l{i}: a + {i}\n", "let:\n")))


@case("S012")
def many_checks(size):
    return one(descriptor(checks=rows(size, lambda i: f"  - {{code: {i % 65000 + 1}, id: c{i}, require: a != {i}}}\n",
                                      "checks:\n")))


@case("S012")
def many_examples(size):
    return one(descriptor() + rows(size, lambda i: f"  - {{id: e{i}, with: {{a: 1}}}}\n", "examples:\n"))


@case("D024")
def large_examples(size):
    return one(head("descriptor") + "size: 65535\nfields:\n  - {name: a, at: 0, type: u8, count: 65535}\nexamples:\n" +
               "".join(f"  - {{id: e{i}}}\n" for i in range(ROWS)))


@case("S012")
def many_values_of_an_example(size):
    return one(descriptor() + rows(size, lambda i: f"x{i}: 1, ", "examples:\n  - {id: e, with: {") + "z: 1}}\n")


@case("S012")
def many_pokes(size):
    return one(descriptor() + rows(size, lambda i: f"{i}: 1, ", "examples:\n  - {id: e, poke: {") + "x: 1}}\n")


@case("S012")
def many_expectations(size):
    return one(descriptor() + rows(size, lambda i: f"a + {i}: {i + 1}, ", "examples:\n  - {id: e, with: {a: 1}, expect: {")
               + "a: 1}}\n")


@case("S012")
def many_structs(size):
    return one(head("descriptor") + rows(size, lambda i: f"  s{i}: {{size: 1, fields: [{{name: a, at: 0, type: u8}}]}}\n",
                                         "structs:\n"))


@case("D017")
def nested_structs(size):
    count = 4000
    return one(head("descriptor") + "structs:\n  s0: {size: 1, fields: [{name: a, at: 0, type: u8}]}\n" +
               "".join(f"  s{i}: {{size: 1, fields: [{{name: a, at: 0, type: s{i - 1}}}]}}\n" for i in range(1, count)))


@case("D017")
def nested_structs_from_the_top(size):
    count = 4000
    return one(head("descriptor") + "structs:\n" +
               "".join(f"  s{i}: {{size: 1, fields: [{{name: a, at: 0, type: s{i + 1}}}]}}\n" for i in range(count)) +
               f"  s{count}: {{size: 1, fields: [{{name: a, at: 0, type: u8}}]}}\n")


@case("D017")
def structs_that_double(size):
    return one(head("descriptor") + "structs:\n  s0: {size: 1, fields: [{name: a, at: 0, type: u8}]}\n" +
               "".join(f"  s{i}: {{size: {2 ** i}, fields: [{{name: a, at: 0, type: s{i - 1}}}, "
                       f"{{name: b, at: {2 ** (i - 1)}, type: s{i - 1}}}]}}\n" for i in range(1, 17)))


@case("D024")
def many_holders_of_a_large_struct(size):
    count = 4000
    return one(head("descriptor") + "structs:\n  s0: {size: 60000, fields: [{name: a, at: 0, type: u8, count: 60000}]}\n" +
               "".join(f"  s{i}: {{size: 60000, fields: [{{name: a, at: 0, type: s0}}], examples: [{{id: e}}]}}\n"
                       for i in range(1, count)))


@case("S012")
def many_ioctls(size):
    return one(head("descriptor") + "structs:\n  s: {size: 4, fields: [{name: a, at: 0, type: u32}]}\n" +
               rows(size, lambda i: f"  - {{name: i{i}, nr: {i % 256}, struct: s, number: {0xC0046400 + i % 256}}}\n",
                    "ioctls:\n"))


@case("D002")
def large_numbers(size):
    return one(descriptor(size=2 ** 64 - 1).replace("at: 4", "at: 18446744073709551615"))


@case("D002")
def large_count(size):
    return one(descriptor().replace("name: b, at: 4", "name: b, at: 4, count: 18446744073709551615"))


@case("S017")
def examples_times_checks(size):
    return one(descriptor(checks="checks:\n" + "".join(f"  - {{code: {i + 2}, id: c{i}, require: a + b != {i}}}\n"
                                                        for i in range(ROWS - 1))) + "examples:\n" +
               "".join(f"  - {{id: e{i}, with: {{a: 100000, b: {i}}}}}\n" for i in range(ROWS - 1)))


# Guards

@case("G027")
def many_terms(size):
    return one(descriptor(guard=" and ".join(f"a != {i}" for i in range(max(size, LONG) // 15))))


@case("G027")
def many_alternatives(size):
    return one(descriptor(guard=" or ".join(f"a == {i}" for i in range(max(size, LONG) // 14))))


@case("G027")
def many_members(size):
    return one(descriptor(guard="a in {" + ", ".join(str(i) for i in range(max(size, LONG) // 8)) + "}"))


@case("G027")
def many_excluded_members(size):
    return one(descriptor(guard="a not in {" + ", ".join(str(i) for i in range(max(size, LONG) // 8)) + "}"))


@case("G006")
def long_sum(size):
    return one(descriptor(guard="a + " * (GUARD // 4) + "a > 1"))


@case("G027")
def long_chain(size):
    return one(descriptor(guard="a <= " * (max(size, LONG) // 5) + "b"))


@case("G006")
def deep_parentheses(size):
    return one(descriptor(guard="(" * (GUARD // 2) + "a == 1" + ")" * (GUARD // 2)))


@case("G006")
def deep_ifs(size):
    return one(descriptor(guard="if a == 1 then true else " * (GUARD // 24) + "false"))


@case("G006")
def deep_members(size):
    return one(descriptor(guard="a" + ".value" * (GUARD // 6) + " == 1"))


@case("G027")
def many_arguments(size):
    return one(descriptor(guard="max(" + "a, " * (max(size, LONG) // 3) + "a) == 1"))


@case("G002")
def long_number_in_a_guard(size):
    return one(descriptor(guard="a == " + "1" * GUARD))


@case("G010")
def long_name_in_a_guard(size):
    return one(descriptor(guard="a" * GUARD + " == 1"))


@case("G003")
def long_text_in_a_guard(size):
    return one(descriptor(guard='a == 1 "' + "x" * GUARD + '"'))


@case("G023")
def huge_power(size):
    return one(descriptor(guard="pow2(a) == 18446744073709551615"))


@case("G006")
def lets_within_lets(size):
    count = 4000
    return one(descriptor(more="let:\n  l0: a\n" + "".join(f"  l{i}: l{i - 1} % 7\n" for i in range(1, count)),
                          guard=f"l{count - 1} == 1"))


@case("G027")
def lets_that_double(size):
    return one(descriptor(more="let:\n  l0: a % 2\n" + "".join(f"  l{i}: (l{i - 1} + l{i - 1}) % 2\n"
                                                               for i in range(1, 60)), guard="l59 == 1"))


@case("S012")
def many_lets_under_many_checks(size):
    return one(descriptor(more=rows(size / 2, lambda i: f"  l{i}: a + {i}\n", "let:\n"),
                          checks=rows(size / 2, lambda i: f"  - {{code: {i + 1}, id: c{i}, require: l{i} != {i}}}\n",
                                      "checks:\n")))


@case("G022")
def loops_over_loops(size):
    return one(descriptor(guard="all(all(all(i + j + k != a for i in 0..<a) for j in 0..<64) for k in 0..<64)"))


@case("G027")
def loops_within_loops(size):
    return one(descriptor(guard="all(all(all(all(i + j + k + l != a for i in 0..<64) for j in 0..<64) for k in 0..<64)"
                                " for l in 0..<64)"))


# Tables

def tables(fields="", more="", enums=""):
    return (head("tables") + "identifier: ABCD\nroot: A\n" + enums + "tables:\n  A:\n    - {id: 0, name: x, type: u8}\n" +
            fields + more)


@case("S012")
def many_table_fields(size):
    return one(tables(rows(size, lambda i: f"    - {{id: {i + 1}, name: f{i}, type: u8}}\n")))


@case("S012")
def many_table_fields_of_one_id(size):
    return one(tables(rows(size, lambda i: f"    - {{id: 1, name: f{i}, type: u8}}\n")))


@case("S012")
def many_tables(size):
    return one(tables(rows(size, lambda i: f"  B{i}: [{{id: 0, name: x, type: 'B{i + 1}[]'}}]\n")))


@case("S012")
def many_table_enums(size):
    return one(tables(enums=rows(size, lambda i: f"  E{i}: {{base: u8, rows: {{A: {{value: 0}}}}}}\n", "enums:\n")))


@case("S012")
def many_table_symbols(size):
    return one(tables(enums=rows(size, lambda i: f"      A{i}: {{value: {i}}}\n", "enums:\n  E:\n    base: u32\n    rows:\n")))


@case("S012")
def many_union_members(size):
    return one(tables("    - {id: 1, name: t, type: u8, tag_of: o}\n    - {id: 2, name: o, type: Opaque, members: [" +
                      ", ".join(f"B{i}" for i in range(max(size, LONG) // 8)) + "]}\n"))


# Policies

def policy(modes="", sets="", knobs="", runtime="", scopes="", selectors="", profiles="", sites="", rules="", examples="",
           when="warm_on and from in WARM", columns="", chains=""):
    return (head("policy") + "modes:\n  prefix: M_\n  columns: {type: [NONE, FP16]}\n  rows:\n"
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


@case("P020")
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


# Selections and kernels

def over(kind, body):
    return {"base.yaml": head("descriptor", "base") + "enums:\n  e: {base: u8, rows: {A: 0, B: 1}}\nsize: 2\nfields:\n"
            "  - {name: a, at: 0, type: u8}\n  - {name: b, at: 1, type: e, code: 1}\nexamples:\n  - {id: x}\n",
            "large.yaml": head(kind) + "over: base\n" + body}


def selection(constants="", params="", lets="", rows="", prove="", examples="", when="a == 1"):
    return over("selection", "by: b\n" + ("constants:\n" + constants if constants else "") +
                "params:\n  p: {type: u32, in: 1..4}\n" + params + "let:\n  l: a + 1\n" + lets +
                "rows:\n  - {id: first, when: " + quoted(when) + ", entry: {complete: f}, tasks: l, budget: {A: 1, B: 2}}\n" +
                rows + "  - {id: last, entry: {complete: g}, tasks: p}\n" + ("prove:\n" + prove if prove else "") +
                "examples:\n  - {id: e, of: base.x, picks: last}\n" + examples)


@case("S012")
def many_selection_constants(size):
    return selection(constants=rows(size, lambda i: f"  c{i}: {i}\n"))


@case("S012")
def many_selection_params(size):
    return selection(params=rows(size, lambda i: f"  p{i}: {{type: u8}}\n"))


@case("S012")
def many_selection_lets(size):
    return selection(lets=rows(size, lambda i: f"  l{i}: a + {i}\n"))


@case("S012")
def many_selection_rows(size):
    return selection(rows=rows(size, lambda i: f"  - {{id: r{i}, when: p + a == {i % 250}, entry: {{complete: f{i}}}}}\n"))


@case("S012")
def many_proofs(size):
    return selection(prove=rows(size, lambda i: f"  - {{id: p{i}, require: tasks <= budget + {i + 300}}}\n"))


@case("S012")
def many_selection_examples(size):
    return selection(examples=rows(size, lambda i: f"  - {{id: e{i}, of: base.x, picks: last, expect: {{l: 1}}}}\n"))


@case("G027")
def many_terms_of_a_row(size):
    return selection(when=" and ".join(f"a + p != {i}" for i in range(max(size, LONG) // 18)))


def kernels(constants="", lets="", cells="", axes="", examples="", when="i == A", count="2"):
    return over("kernels", ("constants:\n" + constants if constants else "") + "axes:\n  i: e\n" + axes +
                "let:\n  l: a + 1\n" + lets + "cells:\n  - {id: first, when: " + quoted(when) + ", body: f, lanes: 16}\n" +
                cells + "  - {id: last, body: g, lanes: 16}\nleaf: 'leaf_{i}'\ncount: " + quoted(count) + "\n"
                "examples:\n  - {id: e, of: base.x, expect: {l: 1}}\n" + examples)


@case("S012")
def many_kernel_constants(size):
    return kernels(constants=rows(size, lambda i: f"  c{i}: {i}\n"))


@case("S012")
def many_kernel_lets(size):
    return kernels(lets=rows(size, lambda i: f"  l{i}: a + {i}\n"))


@case("S012")
def many_kernel_cells(size):
    return kernels(cells=rows(size, lambda i: f"  - {{id: c{i}, when: i == B, body: f{i}, lanes: 16}}\n"))


@case("S012")
def many_axes(size):
    return kernels(axes=rows(size, lambda i: f"  i{i}: e\n"))


@case("S012")
def many_kernel_examples(size):
    return kernels(examples=rows(size, lambda i: f"  - {{id: e{i}, of: base.x, expect: {{l: 1}}}}\n"))


@case("S012")
def many_kernel_expectations(size):
    return kernels(examples="  - {id: f, of: base.x, expect: {" + ", ".join(f"l + {i}: {i + 1}" for i in range(max(size, LONG) // 14)) +
                   "}}\n")


# Wire

WIRE_TABLES = """kind: tables
name: base
abi: {major: 1, minor: 0}
doc: Tables.
identifier: SMAL
root: Model
enums:
  Op: {base: i32, open: true, rows: {ADD: {value: 0}, CUSTOM: {value: 32}}}
tables:
  Model:
    - {id: 0, name: codes, type: 'Code[]'}
  Code:
    - {id: 0, name: custom_code, type: string}
    - {id: 1, name: version, type: i32, default: 1}
    - {id: 2, name: builtin, type: Op}
"""


def wire(former="", switches="", records="", lets="", groups="", checks="", sidecar="", examples="", semantics="",
         require="code.version == 1", row=""):
    return {"base.yaml": WIRE_TABLES, "large.yaml": head("wire") + "over: base\noperator:\n  custom_code: SPLIT\n"
            "  builtin: CUSTOM\n  version: 1\n" + ("  formerly:\n" + former if former else "") +
            ("  switches:\n" + switches if switches else "") + ("records:\n" + records if records else "") +
            ("let:\n" + lets if lets else "") + "groups:\n" +
            ("  - name: cases\n    takes: {code: Code}\n    rows:\n" + row + "      - {then: rest}\n" if row else "") +
            "  - name: code\n    takes: {code: Code}\n    checks:\n      - {code: 1, id: version-1, require: " +
            quoted(require) + "}\n" + checks + groups + ("semantics:\n" + semantics if semantics else "") +
            "names:\n  first: '{tensor}/split'\n  others: '{tensor}/split/{after_op}'\n"
            "  clash: '{tensor}/split/{after_op}/{tensor_index}'\n  unique: subgraph\n" +
            ("sidecar:\n  file: '{stem}.json'\n  fields:\n" + sidecar if sidecar else "") +
            "examples:\n  - {id: e, of: code, with: {version: 1}}\n" + examples}


@case("S012")
def many_former_names(size):
    return wire(former=rows(size, lambda i: f"    - {{custom_code: F{i}}}\n"))


@case("S012")
def many_wire_switches(size):
    return wire(switches=rows(size, lambda i: f"    - {{name: s{i}, default: false, sets: {{Code: {{version: 2}}}}}}\n"))


@case("S012")
def many_records(size):
    return wire(records=rows(size, lambda i: f"  r{i}: {{a: u8}}\n"))


@case("S012")
def many_record_members(size):
    return wire(records=rows(size, lambda i: f"    a{i}: u8\n", "  r:\n"))


@case("S012")
def many_wire_lets(size):
    return wire(lets=rows(size, lambda i: f"    l{i}: version == {i}\n", "  Code:\n"))


@case("S012")
def many_groups(size):
    return wire(groups=rows(size, lambda i: f"  - {{name: g{i}, takes: {{c: Code}}, checks: [{{code: {i % 60000 + 2}, "
                                            f"id: c{i}, require: c.version == 1}}]}}\n"))


@case("S012")
def many_wire_checks(size):
    return wire(checks=rows(size, lambda i: f"      - {{code: {i % 60000 + 2}, id: c{i}, require: code.version != {i + 2}}}\n"))


@case("S012")
def many_wire_rows(size):
    return wire(row=rows(size, lambda i: f"      - {{then: t{i}, when: code.version == {i}}}\n"))


@case("S012")
def many_sidecar_fields(size):
    return wire(sidecar=rows(size, lambda i: f"    - {{name: f{i}, type: u32}}\n"))


@case("Y017")
def deep_sidecar(size):
    return wire(sidecar="    - " + "{name: f, fields: [" * (max(size, LONG) // 19) + "\n")


@case("S012")
def many_wire_examples(size):
    return wire(examples=rows(size, lambda i: f"  - {{id: e{i}, like: e}}\n"))


@case("S012")
def many_sentences(size):
    return wire(semantics=rows(size, lambda i: f"  - {{id: s{i}, text: x}}\n"))


@case("G027")
def many_terms_of_a_wire_check(size):
    return wire(require=" and ".join(f"code.version != {i + 2}" for i in range(max(size, LONG) // 25)))


# Trees

@case("X003")
def many_specs_of_one_name(size):
    return {f"s{i}.yaml": head("descriptor") + "constants: {a: 1}\n" for i in range(500)}


@case("X003")
def specs_whose_names_meet(size):
    return {"a.yaml": head("descriptor", "a-b") + "constants: {a: 1}\n",
            "b.yaml": head("descriptor", "aB") + "constants: {a: 1}\n"}


@case("S012", "X004")
def many_uses(size):
    return one(head("descriptor") + rows(size, lambda i: f"  - u{i}\n", "uses:\n") + "constants: {a: 1}\n")


@case("X004")
def many_unknown_uses(size):
    return one(head("descriptor") + "uses: [" + ", ".join(f"u{i}" for i in range(1000)) + "]\nconstants: {a: 1}\n")


@case()
def a_long_line_of_uses(size):
    count = 500
    return {f"s{i}.yaml": head("descriptor", f"s{i}") + (f"uses: [s{i + 1}]\n" if i + 1 < count else "") +
            "constants: {a: 1}\n" for i in range(count)}


@case("X005")
def a_long_circle(size):
    count = 500
    return {f"s{i}.yaml": head("descriptor", f"s{i}") + f"uses: [s{(i + 1) % count}]\n" + "constants: {a: 1}\n"
            for i in range(count)}


def check(npuspec, files):
    """(codes told, user and system seconds, MB) of `npuspec check` on a tree."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            pathlib.Path(folder, name).write_text(text)
        with tempfile.TemporaryFile() as out:
            done = subprocess.Popen([npuspec, "check", folder, "--format", "json"], stdout=out)
            _, status, used = os.wait4(done.pid, 0)
            done.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            told = {each["code"] for each in json.load(out)} if done.returncode in (0, 1) else {done.returncode}
    return told, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def main(npuspec, size, *parts):
    for name, (make, codes) in CASES.items():
        if parts and not any(part in name for part in parts):
            continue
        files = make(int(size))
        told, seconds, megabytes = check(npuspec, files)
        print(f"{seconds:6.2f} s {megabytes:5} MB of {sum(map(len, files.values())) / 1e6:6.2f} MB  {name}",
              *sorted(told), "" if told == codes else f" expected: {sorted(codes)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
