"""What the cases of large specs share: how one is made, and what a spec of its kind is made of."""

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


def descriptor(guard="a == 1", field="", more="", checks=None, size=8):
    return (head("descriptor") + f"size: {size}\nfields:\n  - {{name: a, at: 0, type: u32"
            + (", code: 1, " + field if field else "") + "}\n  - {name: b, at: 4, type: u32}\n" + more +
            (checks or f"checks:\n  - {{code: 2, id: c, require: {quoted(guard)}}}\n"))


def quoted(guard):
    return "'" + guard.replace("'", "''") + "'"
