"""Large selections and grids of kernels."""

from large import LONG, case, head, quoted, rows


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
