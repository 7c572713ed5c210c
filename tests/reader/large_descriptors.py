"""Large descriptors, and large guards in them."""

from large import GUARD, LONG, ROWS, case, descriptor, head, one, rows


# Descriptors


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


@case("D014", "D017")
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


@case("D002", "D014")
def large_numbers(size):
    return one(descriptor(size=2 ** 64 - 1).replace("at: 4", "at: 18446744073709551615"))


@case("D003")
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
