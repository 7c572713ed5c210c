"""The filters of the templates: how a name is spelled, a number printed, a text quoted or wrapped.

Each takes the value first, as Jinja2 passes it. FILTERS is the whole list. They are pure functions of their arguments.
"""

import re
import textwrap

WIDTH = 120

_WORD = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+|[0-9]+")


def words(name):
    """The words of a name in any spelling: 'rk3588-mode', 'TOWARD_ZERO', 'customCode', 'OperatorCode'."""
    return [word.lower() for part in re.split(r"[^A-Za-z0-9]+", name) for word in _WORD.findall(part)]


def snake(name):
    """toward_zero"""
    return "_".join(words(name))


def upper(name):
    """TOWARD_ZERO"""
    return snake(name).upper()


def camel(name):
    """TowardZero"""
    return "".join(word.capitalize() for word in words(name))


def kcamel(name):
    """kTowardZero"""
    return "k" + camel(name)


def hexadecimal(value, digits=0):
    """0x1f, or 0x001f with four digits. Takes a number, or its decimal text where JSON's numbers are too small."""
    return f"0x{int(value):0{digits}x}"


def c_string(text):
    """A string literal of C, C++ and OpenCL C. What is not printable ASCII is octal, which cannot run into what follows."""
    out = []
    for byte in text.encode("utf-8"):
        char = chr(byte)
        if char in '"\\?':  # ?: no trigraph
            out.append("\\" + char)
        elif 0x20 <= byte < 0x7F:
            out.append(char)
        else:
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


def comment(text, indent=0, mark="// "):
    """A text as comment lines, wrapped to the house's width. The first line is not indented: the template did that.

    No line ends in a backslash, which would draw the next line of code into the comment; nor is there a trigraph of one."""
    begin = " " * indent + mark
    lines = []
    for paragraph in str(text).strip().split("\n\n"):
        lines += textwrap.wrap(" ".join(paragraph.split()), WIDTH - len(begin), break_long_words=False,
                               break_on_hyphens=False)
        lines.append("")
    safe = (re.sub(r"\\$", r"\\.", (begin + line).rstrip().replace("??", "? ?")) for line in lines[:-1])
    return "\n".join(safe)[indent:]


_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")


def _plain_text(text):
    """No HTML, no link, no emphasis: what Markdown would read is escaped."""
    text = re.sub(r"\\(?=[!-/:-@\[-`{-~])|`|\](?=\()|\*(?=\S)|(?<=\S)\*|(?<!\w)_|_(?!\w)", r"\\\g<0>", text)
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", re.sub(r"&(?=#?\w+;)", "&amp;", text))


def line(text):
    """A text within a line of Markdown: shown as it is, but for its `code`."""
    text = " ".join(str(text).split())
    out = []
    end = 0
    for span in _CODE_SPAN.finditer(text):
        out += [_plain_text(text[end:span.start()]), span.group()]
        end = span.end()
    return "".join(out) + _plain_text(text[end:])


def prose(text):
    """A text as paragraphs of Markdown, none of which is a heading, a list or a quotation."""
    paragraphs = (line(paragraph) for paragraph in str(text).strip().split("\n\n"))
    return "\n\n".join(re.sub(r"^(\d*)(?=[#>+=~|.)-])", r"\1\\", paragraph) for paragraph in paragraphs)


def cell(text):
    """A text as one cell of a Markdown table."""
    return line(text).replace("|", "\\|")


def code(text):
    """A text between the backticks of a cell of a Markdown table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def plain(number):
    """A number as a page shows it, from the literal that C has for it."""
    if number == "(-9223372036854775807 - 1)":
        return "-9223372036854775808"
    return re.sub(r"^(0x[0-9A-F]+|[0-9]+)u$", r"\1", str(number))


def headers(names, suffix):
    """The generated headers of specs, in the order of an include list: ['quanttess_classes_gen.h', 'quanttess_gen.h']."""
    return sorted(f"{name}_gen{suffix}" for name in names)


FILTERS = {
    "snake": snake,
    "upper": upper,
    "camel": camel,
    "kcamel": kcamel,
    "hex": hexadecimal,
    "c_string": c_string,
    "comment": comment,
    "line": line,
    "prose": prose,
    "cell": cell,
    "code": code,
    "plain": plain,
    "headers": headers,
}
