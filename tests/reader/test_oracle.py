"""A second YAML reader, PyYAML, must read every text that npuspec's reader accepts, and as the same tree."""
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import yaml

import tap

ROOT = pathlib.Path(__file__).resolve().parents[2]
DUMP = sys.argv.pop(1)

TOKENS = ['a', 'b', 'key', '1', '0x1F', '4 GiB', '1..6', "'q'", '"d"', "'it''s'", '"\\x41"', "'", '"', ':', ': ', ' :', ',', ', ',
          '[', ']', '{', '}', '- ', '-', '? ', '\n', '\n', '\n', '\n  ', '\n    ', ' ', '  ', '#', ' # c', '|', '>-', '|2', '>+', '&x ',
          '*x', '!t ', '!!str ', '%', '@', '`', '---', '...', '\n---\n', '\n...\n', '~', 'null', 'true', '<<', '\t', '\\', '\r\n',
          '\u00e9', '\U0001F600', '=', 'a: 1', 'a: {b: c}', '- x\n']


def tree(node):
    if isinstance(node, yaml.ScalarNode):
        return [node.value, True] if node.style in ('"', "'", '|', '>') else [node.value]
    if isinstance(node, yaml.SequenceNode):
        return {'l': [tree(item) for item in node.value]}
    return {'m': [[key.value, tree(value)] for key, value in node.value]}


def compose(text):
    return tree(yaml.compose(text, Loader=yaml.BaseLoader))


def read(texts):
    """What npuspec's reader makes of each."""
    import json
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, text in enumerate(texts):
            paths.append(f'{folder}/{i}.yaml')
            pathlib.Path(paths[-1]).write_bytes(text.encode())
        out = subprocess.run([DUMP], input='\n'.join(paths) + '\n', capture_output=True, check=True, encoding='utf-8')
        return [json.loads(line) for line in out.stdout.split('\n') if line]


class Oracle(unittest.TestCase):
    def compare(self, texts, least):
        accepted = 0
        for text, ours in zip(texts, read(texts), strict=True):
            if 'refused' in ours:
                continue
            accepted += 1
            try:
                theirs = compose(text)
            except yaml.YAMLError as refusal:
                self.fail(f'only PyYAML refuses {text!r}: {refusal}')
            self.assertEqual(ours, theirs, f'{text!r}')
        self.assertGreaterEqual(accepted, least)

    def test_specs(self):
        """the shipped specs are the same tree for both readers"""
        texts = [path.read_text() for path in sorted((ROOT / 'specs').rglob('*.yaml'))]
        self.compare(texts, len(texts))

    def test_tokens(self):
        """random texts of YAML's own tokens that the reader accepts are the same tree for both"""
        chance = random.Random(1)
        texts = [''.join(chance.choice(TOKENS) for _ in range(chance.randint(1, 9))) for _ in range(20000)]
        self.compare(texts, 1000)

    def test_mutated_lines(self):
        """lines of the specs, cut and joined at random, are the same tree for both when the reader accepts them"""
        chance = random.Random(2)
        lines = [line for path in sorted((ROOT / 'specs').rglob('*.yaml')) for line in path.read_text().split('\n')]
        texts = []
        for _ in range(4000):
            start = chance.randrange(len(lines))
            text = '\n'.join(lines[start:start + chance.randint(1, 4)])
            for _ in range(chance.randint(0, 3)):
                at = chance.randint(0, len(text))
                text = text[:at] + chance.choice(TOKENS + ['']) + text[at + chance.randint(0, 2):]
            texts.append(text)
        self.compare(texts, 500)


if __name__ == '__main__':
    tap.main()
