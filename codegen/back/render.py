"""Renders the IR: render.py IR --out DIR (--spec NAME | --all NAME...) [--depfile FILE]

--spec NAME writes the outputs of one spec (outputs.py: OF_KIND). --all NAME... writes those made from all specs (OF_ALL);
the NAMEs are the specs that the build knows, and one that the IR has beyond them is an error. Files are put beside each
other in DIR. All are rendered before the first is written, each is written beside its place and then renamed, and one that
would not change is not touched. The depfile names the IR, every template used and this program's own modules.

Same IR and templates, same bytes: no clock, no locale, no order of a set or of a folder goes in.
Exit status 0, or 1 with one error on stderr: its place in the IR, or the template, its line and what was being written.
"""

import argparse
import json
import os
import pathlib
import sys
import traceback
import types

import jinja2

import filters
import outputs

HERE = pathlib.Path(__file__).resolve().parent
TEMPLATES = HERE / "templates"
FORMAT = 1


class Failure(Exception):
    pass


class Loader(jinja2.FileSystemLoader):
    """Remembers the files it has read."""

    def __init__(self):
        super().__init__(TEMPLATES, encoding="utf-8")
        self.used = set()

    def get_source(self, environment, template):
        source = super().get_source(environment, template)
        self.used.add(source[1])
        return source


def make_environment():
    environment = jinja2.Environment(loader=Loader(), undefined=jinja2.StrictUndefined, trim_blocks=True,
                                     lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters |= filters.FILTERS
    return environment


def parse_ir(path):
    """The JSON of the IR. Objects become attributes: as a dict, `spec.items` would be the method."""
    def no_number(text):
        raise Failure(f"{path}: {text} is no number of JSON")

    try:
        text = path.read_bytes().decode("utf-8")
        return json.loads(text, object_hook=lambda members: types.SimpleNamespace(**members), parse_constant=no_number)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Failure(f"{path}:{line}: byte {error.start} of the file is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise Failure(f"{path}:{error.lineno}:{error.colno}: this is no JSON: {error.msg}") from error
    except RecursionError as error:
        raise Failure(f"{path}: lists and objects are nested too deep") from error
    except OSError as error:
        raise Failure(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # a number with too many digits
        raise Failure(f"{path}: {error}") from error


def read_ir(path):
    """The list of specs; each has what this program itself reads of it."""
    ir = parse_ir(path)
    if getattr(ir, "format", None) != FORMAT:
        raise Failure(f"{path}: this is no IR of format {FORMAT}; remake it with the npuspec of this tree")
    specs = getattr(ir, "specs", None)
    if not isinstance(specs, list):
        raise Failure(f"{path}: `specs` must be a list")
    for number, spec in enumerate(specs):
        for key in ("kind", "name", "path"):
            value = getattr(spec, key, None)
            if not isinstance(value, str) or not value:
                raise Failure(f"{path}: `specs[{number}].{key}` must be a text")
    return specs


def without_blank_end(text):
    """Without the blank lines that stand before a last section which a spec does not have."""
    return text.rstrip("\n") + "\n" if text.endswith("\n\n") else text


def fault_of(text, file):
    """What is wrong with a rendered text; None when nothing is."""
    for number, line in enumerate(text.split("\n"), 1):
        if line != line.rstrip():
            return f"line {number} of {file} ends in blanks: {line!r}"
    if not text.endswith("\n"):
        return f"{file} must end in a newline"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        return f"line {line} of {file} has {error.object[error.start]!r}, half a character, which no file can hold"
    return None


def render_one(environment, template, **names):
    try:
        return environment.get_template(template).render(**names)
    except jinja2.TemplateSyntaxError as error:
        raise Failure(f"{error.filename or template}:{error.lineno}: {error.message}") from error
    except Exception as error:
        places = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)
                  if frame.filename.startswith(str(TEMPLATES))]
        said = f"{type(error).__name__}: {error}"
        if isinstance(error, jinja2.TemplateNotFound):
            said = f"there is no template {error.name}"
        raise Failure(f"{places[-1] if places else TEMPLATES / template}: {said}") from error


def render(environment, wanted, **names):
    """File name -> text, for a list of outputs."""
    of = f" of spec {names['spec'].name}" if "spec" in names else ""
    texts = {}
    for template, file in wanted:
        try:
            texts[file] = without_blank_end(render_one(environment, template, **names))
        except Failure as error:
            raise Failure(f"{error}, writing {file}{of}") from error
        if fault := fault_of(texts[file], file):
            raise Failure(f"{TEMPLATES / template}: {fault}{of}")
    return texts


def write(path, data):
    """Writes a file whole or not at all, and only when it changes."""
    try:
        if path.exists() and path.read_bytes() == data:
            return
        beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")  # as npuspec calls what a kill may leave
        try:
            beside.write_bytes(data)
            os.replace(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Failure(f"{path}: cannot be written: {error.strerror}") from error


def depfile(targets, sources):
    def quote(path):
        return str(path).replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")

    return os.fsencode(f"{' '.join(map(quote, targets))}: {' '.join(map(quote, sources))}\n")


def find_spec(specs, name):
    for spec in specs:
        if spec.name == name:
            return spec
    raise Failure(f"the IR has no spec named {name}; codegen/back/meson.build names it")


def outputs_of(spec):
    if spec.kind not in outputs.OF_KIND:
        raise Failure(f"{spec.path}: spec {spec.name} is of kind {spec.kind}, of which nothing is made: give the kind "
                      f"its outputs in codegen/back/outputs.py, which knows {', '.join(outputs.OF_KIND)}")
    return outputs.of_spec(spec.kind, spec.name)


def check_known(specs, known):
    for spec in specs:
        if spec.name not in known:
            raise Failure(f"{spec.path}: the build does not know the spec {spec.name}: give it a line in "
                          "codegen/back/meson.build")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ir", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--depfile", type=pathlib.Path)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--spec")
    what.add_argument("--all", nargs="+")
    options = parser.parse_args(arguments)

    environment = make_environment()
    try:
        specs = read_ir(options.ir)
        if options.spec:
            spec = find_spec(specs, options.spec)
            texts = render(environment, outputs_of(spec), spec=spec, specs=specs)
        else:
            check_known(specs, options.all)
            texts = render(environment, outputs.OF_ALL, specs=specs)
        for file, text in texts.items():
            write(options.out / file, text.encode("utf-8"))
        if options.depfile:
            own = [module.__file__ for module in (filters, outputs)]
            write(options.depfile, depfile([options.out / file for file in texts],
                                           [options.ir, __file__, *own, *sorted(environment.loader.used)]))
    except Failure as error:
        print(f"render.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
