"""Texts that are large, whatever they say; and trees of many specs."""

from large import LONG, case, descriptor, head, one, rows


# YAML

@case("S012")
def unknown_keys(size):
    return one(head("descriptor") + rows(size, lambda i: f"unknown_{i}: {i}\n"))


@case("S001", "S016")
def rows_of_unknown_keys(size):
    return one(head("descriptor") + "size: 1\nfields:\n" +
               "".join(f"  - {{name: f{i}, at: 0, type: u8, kode: {i + 1}, offfset: 3}}\n" for i in range(1000)))


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


@case("S002", "S008")
def long_number(size):
    return one(head("descriptor") + "size: " + "1" * max(size, LONG) + "\n")


@case("S002")
def long_hexadecimal(size):
    return one(head("descriptor") + "size: 0x" + "0" * max(size, LONG) + "1\n")


@case("S002", "S008")
def long_fraction(size):
    return one(head("descriptor") + "size: 1." + "0" * max(size, LONG) + " KiB\n")


@case("S009")
def long_range(size):
    return one(descriptor(guard="a == 1", field="in: " + "1" * max(size, LONG) + "..2"))


@case("S015")
def long_type(size):
    return one(head("descriptor") + "constants: {a: {value: 1, type: " + "u" * max(size, LONG) + "+}}\n")


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
