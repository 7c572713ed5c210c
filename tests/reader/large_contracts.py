"""Large tables of a flatbuffer, and large contracts over them."""

from large import LONG, case, head, one, quoted, rows


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
