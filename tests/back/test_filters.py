"""The filters spell, print, quote and wrap as the templates rely on."""

import unittest

import filters
import tap


class Filters(unittest.TestCase):
    def check_names(self, rows):
        for name, snake, upper, camel in rows:
            with self.subTest(name):
                got = (filters.snake(name), filters.upper(name), filters.camel(name))
                self.assertEqual(got, (snake, upper, camel))
                self.assertEqual(filters.kcamel(name), "k" + camel)

    def test_names(self):
        """a name of any spelling is split into the same words"""
        self.check_names([
            ("rk3588-mode-transition", "rk3588_mode_transition", "RK3588_MODE_TRANSITION", "Rk3588ModeTransition"),
            ("TOWARD_ZERO", "toward_zero", "TOWARD_ZERO", "TowardZero"),
            ("customCode", "custom_code", "CUSTOM_CODE", "CustomCode"),
            ("OperatorCode", "operator_code", "OPERATOR_CODE", "OperatorCode"),
            ("HTTPServer", "http_server", "HTTP_SERVER", "HttpServer"),
            ("multiplier.exponent", "multiplier_exponent", "MULTIPLIER_EXPONENT", "MultiplierExponent"),
        ])

    def test_digits(self):
        """a digit stays with the letters before it"""
        self.check_names([
            ("FP32", "fp32", "FP32", "Fp32"),
            ("I8_CHAIN", "i8_chain", "I8_CHAIN", "I8Chain"),
            ("u8x4", "u8x4", "U8X4", "U8x4"),
            ("EV74", "ev74", "EV74", "Ev74"),
        ])

    def test_hex(self):
        """a number is printed in hex, wide ones from their decimal text too"""
        self.assertEqual(filters.hexadecimal(31), "0x1f")
        self.assertEqual(filters.hexadecimal(31, 8), "0x0000001f")
        self.assertEqual(filters.hexadecimal("18446744073709551615"), "0xffffffffffffffff")

    def test_headers(self):
        """headers are included in the order of their whole names"""
        self.assertEqual(filters.headers(["quanttess", "quanttess_classes"], ".h"),
                         ["quanttess_classes_gen.h", "quanttess_gen.h"])

    def test_c_string(self):
        """a C string literal holds exactly the text's bytes, and no trigraph"""
        text = 'a "quoted" \\ back\nline \x01 2 grün ??/'
        literal = filters.c_string(text)
        self.assertTrue(literal.isascii() and literal.isprintable())
        self.assertNotIn("??", literal)
        simple = literal[1:-1].replace("\\?", "?")  # Python knows all of C's other escapes used here
        self.assertEqual(simple.encode("ascii").decode("unicode_escape").encode("latin-1").decode("utf-8"), text)

    def test_comment(self):
        """a comment is wrapped to 120 columns with its indentation, and keeps its paragraphs and every word"""
        text = "word " * 60 + "\n\nsecond\nparagraph"
        lines = ("    " + filters.comment(text, 4)).split("\n")
        self.assertTrue(all(line.startswith("    //") and len(line) <= 120 for line in lines))
        self.assertIn("    //", lines)
        said = " ".join(line.strip().removeprefix("//") for line in lines).split()
        self.assertEqual(said, text.split())
        self.assertGreater(max(map(len, lines)), 110)

    def test_comment_hides_no_code(self):
        """no line of a comment continues on the next one, by a backslash or its trigraph"""
        self.assertEqual(filters.comment("zero \\"), "// zero \\.")
        self.assertEqual(filters.comment("zero ??/\n\none"), "// zero ? ?/\n//\n// one")

    def test_cell(self):
        """a text in a Markdown table stays one cell"""
        self.assertEqual(filters.cell("a | b\n  c"), "a \\| b c")
        self.assertEqual(filters.code("a | b < c"), "a \\| b < c")

    def test_markdown(self):
        """a text in Markdown is shown as it is, but for its code"""
        for text, shown in [("a < b & c", "a < b & c"), ("<b>", "&lt;b>"), ("&lt;", "&amp;lt;"), ("-->", "-->"),
                            ("[a](b)", "[a\\](b)"), ("*a*, 2 * 3", "\\*a\\*, 2 * 3"), ("_a_b", "\\_a_b"),
                            ("`<b>` `", "`<b>` \\`"), ("``a ` *b*`` *c*", "``a ` *b*`` \\*c\\*"), ("0..<n", "0..&lt;n"),
                            ("a\\*", "a\\\\\\*"), ("a\n b", "a b")]:
            with self.subTest(text):
                self.assertEqual(filters.line(text), shown)

    def test_paragraphs(self):
        """a paragraph is no heading, list or quotation, and two stay two"""
        self.assertEqual(filters.prose("# a\nb\n\n> c\n\n1. d\n\n- e\n"), "\\# a b\n\n\\> c\n\n1\\. d\n\n\\- e")

    def test_plain(self):
        """a number on a page is no literal of C"""
        self.assertEqual([filters.plain(each) for each in ["(-9223372036854775807 - 1)", "9223372036854775807u", "0x80u",
                                                           "-3", 4, "gpu"]],
                         ["-9223372036854775808", "9223372036854775807", "0x80", "-3", "4", "gpu"])


tap.main()
