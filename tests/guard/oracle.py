"""An evaluator of guards of its own: reads canonical text, knows integers of any size, and nothing of the compiler.

Judges the interpreter's verdicts that make_guards wrote to guards.txt. A result beyond 64 bits must abort the guard;
one in the upper half of u64 may, but only where the operation can be negative for some values of the types (plain
interval arithmetic, without facts); everything else must not.
"""

import re

TOKEN = re.compile(r"\s*(0x[0-9A-Fa-f]+|\d+|[A-Za-z_]\w*|\.\.<|\.\.|==|!=|<=|>=|.)", re.DOTALL)
I64, U64 = (-2**63, 2**63 - 1), (0, 2**64 - 1)
WIRE = {"u8": (0, 255), "u16": (0, 2**16 - 1), "u32": (0, 2**32 - 1), "u64": U64, "i8": (-128, 127),
        "i32": (-2**31, 2**31 - 1), "i64": I64, "bool": (0, 1)}
ENUMS = {"dtype": {"FP32": 0, "FP16": 1, "BF16": 2}, "tile_axis": {"D": 0, "H": 1, "W": 2, "C": 3},
         "code": {"ADD": 0, "CUSTOM": 32}, "job": {"PC": 1, "NONBLOCK": 2, "PINGPONG": 4}}
SYMBOLS = {symbol: value for rows in ENUMS.values() for symbol, value in rows.items()}
COLUMNS = {"bytes": lambda x: [4, 2, 2][x], "exact": lambda x: [1, 0, 0][x], "copied": lambda x: int(x == 0),
           "of": lambda x: {0: 0, 32: 2}.get(x, 1), "value": lambda x: x}
COLUMN_RANGES = {"bytes": (2, 4), "exact": (0, 1), "copied": (0, 1), "of": (0, 2)}
SETS = {"HALVES": [1, 2], **{name: list(rows.values()) for name, rows in ENUMS.items()}}
# The fields in the order of their slots: name, type, how many.
FIELDS = [("rank", "u8", 1), ("dtype", "u8", 1), ("code", "i32", 1), ("flags", "u32", 1), ("bound", "bool", 1),
          ("multiplier", "u32", 1), ("sizes", "u64", 6), ("strides", "i64", 6), ("tile_axes", "i32", 4),
          ("tile_shape", "u64", 4), ("a", "u64", 1), ("b", "u64", 1), ("p", "i64", 1), ("q", "i64", 1), ("t", "i32", 1),
          ("h", "u16", 1), ("n", "i8", 1), ("tasks", "u32", 10), ("first", "u32", 2)]
FIELD_RANGES = {name: WIRE[type_] for name, type_, _ in FIELDS}


class Must(Exception):
    """A result that no 64-bit type holds."""


class Parser:
    def __init__(self, text):
        self.tokens = TOKEN.findall(text) + [""]
        self.at = 0

    def peek(self):
        return self.tokens[self.at]

    def take(self, *wanted):
        if wanted and self.peek() not in wanted:
            return None
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self):
        tree = self.expr()
        assert self.peek() == "", self.tokens[self.at:]
        return tree

    def expr(self):
        if self.take("if"):
            condition = self.expr()
            assert self.take("then")
            yes = self.expr()
            assert self.take("else")
            return ("if", condition, yes, self.expr())
        parts = [self.test()]
        word = self.peek() if self.peek() in ("and", "or") else None
        while word and self.take(word):
            parts.append(self.test())
        return (word, parts) if word else parts[0]

    def test(self):
        if self.take("not"):
            return ("not", self.postfix())
        parts, signs = [self.sum()], []
        if self.peek() in ("in", "not"):
            denied = bool(self.take("not"))
            assert self.take("in")
            tree = ("in", parts[0], self.domain())
            return ("not", tree) if denied else tree
        while self.peek() in ("==", "!=", "<", "<=", ">", ">="):
            signs.append(self.take())
            parts.append(self.domain() if self.peek() == "{" else self.sum())
        return ("compare", signs, parts) if signs else parts[0]

    def domain(self):
        if self.take("{"):
            members = []
            while not self.take("}"):
                members.append(self.sum())
                self.take(",")
            return ("set", members)
        first = self.sum()
        dots = self.take("..", "..<")
        return ("range", first, self.sum(), dots == "..<") if dots else first

    def left(self, signs, part):
        tree = part()
        while self.peek() in signs:
            tree = ("op", self.take(), tree, part())
        return tree

    def sum(self):
        return self.left(("+", "-"), lambda: self.left(("*", "/", "%"), self.unary))

    def unary(self):
        return ("negate", self.postfix()) if self.take("-") else self.postfix()

    def postfix(self):
        tree = self.primary()
        while self.peek() in ("[", "."):
            if self.take("."):
                tree = ("member", tree, self.take())
                continue
            self.take("[")
            indexes = [self.sum()]
            while self.take(","):
                indexes.append(self.sum())
            assert self.take("]")
            tree = ("index", tree, indexes)
        return tree

    def primary(self):
        word = self.take()
        if word == "(":
            tree = self.expr()
            assert self.take(")")
            return tree
        if word[0].isdigit():
            return ("number", int(word, 0))
        if word in ("true", "false"):
            return ("number", int(word == "true"))
        if self.peek() != "(":
            return ("name", word)
        self.take("(")
        args = [self.expr()]
        if self.take("for"):
            variable = self.take()
            assert self.take("in")
            domain = self.domain()
            condition = self.expr() if self.take("if") else None
            assert self.take(")")
            return ("loop", word, args[0], variable, domain, condition)
        while self.take(","):
            args.append(self.expr())
        assert self.take(")")
        return ("call", word, args)


def clamp(interval):
    lo, hi = interval
    least, most = I64 if lo < 0 else U64
    return max(lo, least), min(hi, most)


class Lets:
    """The lets of a batch: their trees, their indexes, and what they may be at most."""

    def __init__(self):
        self.of = {}

    def add(self, line):
        key, body = re.fullmatch(r"(\w+(?:\[[^\]]*\])?): (.*)", line).groups()
        name, _, indexes = key.partition("[")
        names = re.findall(r"(\w+) in ", indexes)
        domains = re.findall(r" in ([^,\]]+)", indexes)
        self.of[name] = (names, [Parser("x in " + d).whole()[2] for d in domains], Parser(body).whole())


class Judge:
    """Evaluates one guard for one set of values. `may` counts the results that may have aborted it."""

    def __init__(self, lets, values):
        self.lets, self.values, self.may = lets, values, 0

    # What a number may be, from types alone.
    def range(self, tree, around):
        kind = tree[0]
        if kind == "number":
            return tree[1], tree[1]
        if kind == "name":
            return self.range_of_name(tree[1], around)
        if kind == "member":
            return COLUMN_RANGES.get(tree[2]) or ((0, 2**32 - 1) if tree[2] != "value" else self.range(tree[1], around))
        if kind == "index":
            return self.range(tree[1], around)
        if kind == "if":
            (a, b), (c, d) = self.range(tree[2], around), self.range(tree[3], around)
            return min(a, c), max(b, d)  # as wide as either: types alone may decide which is taken, b >= 0 of a u64
        if kind == "negate":
            lo, hi = self.range(tree[1], around)
            return clamp((-hi, -lo))
        if kind == "op":
            return clamp(self.range_of(tree[1], self.range(tree[2], around), self.range(tree[3], around)))
        if kind == "call":
            return self.range_of_call(tree, around)
        if kind == "loop":
            return self.range_of_loop(tree, around)
        return 0, 1

    def range_of_name(self, name, around):
        if name in around:
            return around[name]
        if name in self.lets.of:
            names, domains, body = self.lets.of[name]
            return self.range(body, {n: self.range_of_domain(d, {}) for n, d in zip(names, domains)})
        return FIELD_RANGES.get(name) or ((128, 128) if name == "threshold" else (SYMBOLS[name],) * 2)

    def range_of_domain(self, domain, around):
        if domain[0] == "range":
            return self.range(domain[1], around)[0], self.range(domain[2], around)[1]
        return (0, 3) if domain == ("name", "tile_axis") else FIELD_RANGES[domain[1]]

    @staticmethod
    def range_of(sign, a, b):
        corners = [x * y for x in a for y in b]
        return {"+": (a[0] + b[0], a[1] + b[1]), "-": (a[0] - b[1], a[1] - b[0]), "*": (min(corners), max(corners)),
                "/": (0, max(a[1], 0)), "%": (0, max(b[1] - 1, 0))}[sign]

    def range_of_call(self, tree, around):
        ranges = [self.range(arg, around) for arg in tree[2]]
        lows, highs = [r[0] for r in ranges], [r[1] for r in ranges]
        return {"min": (min(lows), min(highs)), "max": (max(lows), max(highs))}.get(tree[1], U64)

    def range_of_loop(self, tree, around):
        _, word, body, variable, domain, _ = tree
        if word not in ("sum", "prod"):
            return U64
        lo, _ = self.range(body, {**around, variable: self.range_of_domain(domain, around)})
        return I64 if lo < 0 else U64

    # Evaluation

    def fit(self, value, lo):
        if not I64[0] <= value <= U64[1] or (lo >= 0 and value < 0):
            raise Must
        if value > I64[1] and lo < 0:
            self.may += 1
        return value

    def value(self, tree, local):
        return getattr(self, "do_" + tree[0])(tree, local)

    def around(self, local):
        return {name: where for name, (_, where) in local.items()}

    def do_number(self, tree, local):
        return tree[1]

    def do_name(self, tree, local):
        name = tree[1]
        if name in local:
            return local[name][0]
        if name in self.lets.of:
            return self.value(self.lets.of[name][2], {})
        if name in self.values:
            return self.values[name]
        return 128 if name == "threshold" else SYMBOLS[name]

    def do_index(self, tree, local):
        indexes = [self.value(index, local) for index in tree[2]]
        name = tree[1][1]
        if name in self.lets.of:
            names, domains, body = self.lets.of[name]
            return self.value(body, {n: (i, self.range_of_domain(d, {})) for n, d, i in zip(names, domains, indexes)})
        assert indexes[0] >= 0
        return self.values[name][indexes[0]]

    def do_member(self, tree, local):
        _, owner, name = tree
        if name in ("start", "number"):
            return self.value(owner, local)[name]
        x = self.value(owner, local)
        if name in ("mantissa", "exponent"):
            return x & 0x7FFFFF if name == "mantissa" else x >> 23 & 0xFF
        return COLUMNS[name](x)

    def do_if(self, tree, local):
        value = self.value(tree[2] if self.value(tree[1], local) else tree[3], local)
        return self.fit(value, self.range(tree, self.around(local))[0]) if isinstance(value, int) else value

    def do_and(self, tree, local):
        return int(all(self.value(part, local) for part in tree[1]))

    def do_or(self, tree, local):
        return int(any(self.value(part, local) for part in tree[1]))

    def do_not(self, tree, local):
        return int(not self.value(tree[1], local))

    def do_compare(self, tree, local):
        _, signs, parts = tree
        left = self.value(parts[0], local)
        for sign, part in zip(signs, parts[1:]):
            right = sum(SYMBOLS[m[1]] for m in part[1]) if part[0] == "set" else self.value(part, local)
            if not {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right,
                    ">=": left >= right}[sign]:
                return 0
            left = right
        return 1

    def do_in(self, tree, local):
        _, left, domain = tree
        if domain == ("name", "flags"):
            bits = self.value(left, local)
            return int(self.values["flags"] & bits == bits)
        x = self.value(left, local)
        if domain[0] == "set":
            return int(any(x == self.value(member, local) for member in domain[1]))
        if domain[0] == "range":
            if x < self.value(domain[1], local):
                return 0
            last = self.value(domain[2], local)
            return int(x < last if domain[3] else x <= last)
        return int(x in (SETS.get(domain[1]) or self.values[domain[1]]))

    def do_negate(self, tree, local):
        return self.fit(-self.value(tree[1], local), self.range(tree, self.around(local))[0])

    def do_op(self, tree, local):
        _, sign, left, right = tree
        a, b = self.value(left, local), self.value(right, local)
        exact = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a // b,
                 "%": lambda: a % b}[sign]()
        return self.fit(exact, self.range(tree, self.around(local))[0])

    def do_call(self, tree, local):
        _, word, args = tree
        if word == "len":
            return len(self.values[args[0][1]])
        xs = [self.value(arg, local) for arg in args]
        x, y = xs[0], xs[-1]
        if word == "known":
            name = args[0][1]
            return int(x & ~7 == 0 if name == "flags" else x in ENUMS[name].values())
        exact = {"min": lambda: min(xs), "max": lambda: max(xs), "ceil_div": lambda: -(-x // y),
                 "align_up": lambda: -(-x // y) * y, "pow2": lambda: 2**x,
                 "is_pow2": lambda: int(x > 0 and x & x - 1 == 0), "bit": lambda: x >> y & 1}[word]()
        return self.fit(exact, 0 if exact >= 0 else -1)

    def items(self, domain, local):
        if domain[0] == "range":
            last = self.value(domain[2], local) + (0 if domain[3] else 1)
            return range(self.value(domain[1], local), last), self.range_of_domain(domain, self.around(local))
        items = range(4) if domain == ("name", "tile_axis") else self.values[domain[1]]
        return items, self.range_of_domain(domain, {})

    def do_loop(self, tree, local):
        _, word, body, variable, domain, condition = tree
        items, where = self.items(domain, local)
        lo = self.range(tree, self.around(local))[0]
        total, done = (1 if word == "prod" else 0), 0
        for item in items:
            inner = {**local, variable: (item, where)}
            if condition and not self.value(condition, inner):
                continue
            x = self.value(body, inner)
            done += 1
            if word in ("all", "any") and bool(x) == (word == "any"):
                return int(bool(x))
            if word == "prod":
                total *= x
            elif word in ("sum", "count"):
                total = self.fit(total + x, lo)
        if word in ("all", "any"):
            return int(word == "all")
        return self.fit(total, lo) if word == "prod" else total


def named(numbers):
    values, at = {}, 0
    for name, _, count in FIELDS:
        some = numbers[at:at + count]
        at += count
        values[name] = some if count > 1 else some[0]
    pairs = [{"start": s, "number": n} for s, n in zip(values["tasks"][::2], values["tasks"][1::2])]
    return {**values, "tasks": pairs, "first": dict(zip(("start", "number"), values["first"]))}


def judge(lines):
    """Yields (guard, values, verdict, wrong) for every run; wrong is None or says what should have been."""
    lets, rows = Lets(), []
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "batch":
            lets, rows = Lets(), []
        elif word == "let":
            lets.add(rest)
        elif word == "values":
            rows.append(named([int(number) for number in rest.split()]))
        elif word == "guard":
            verdicts, _, text = rest.partition(" ")
            tree = Parser(text).whole()
            for verdict, values in zip(verdicts, rows, strict=True):
                yield text, values, verdict, disagreement(Judge(lets, values), tree, verdict)


def disagreement(judge_, tree, verdict):
    try:
        value = judge_.value(tree, {})
    except Must:
        return None if verdict == "2" else "it must abort"
    if verdict == "2":
        return None if judge_.may else "nothing in it may abort"
    return None if int(verdict) == int(bool(value)) else f"it is {bool(value)}"
