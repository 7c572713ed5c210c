"""Renders the IR: render.py IR --out DIR (--spec NAME | --all NAME...) [--depfile FILE]

--spec NAME writes the outputs of one spec (outputs.py: OF_KIND). --all NAME... writes those made from all specs (OF_ALL);
the NAMEs are the specs that the build knows, and one that the IR has beyond them is an error. Files are put beside each
other in DIR. All are rendered before the first is written, each is written beside its place and then renamed, and one that
would not change is not touched. The depfile names the IR, every template used and this program's own modules.

Same IR and templates, same bytes: no clock, no locale, no order of a set or of a folder goes in.
Exit status 0, or 1 with the template's file and line on stderr.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile
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


def read_ir(path):
    """The list of specs. Objects become attributes: as a dict, `spec.items` would be the method."""
    with open(path, encoding="utf-8") as file:
        ir = json.load(file, object_hook=lambda members: types.SimpleNamespace(**members))
    if getattr(ir, "format", None) != FORMAT:
        raise Failure(f"{path}: this is no IR of format {FORMAT}; remake it with the npuspec of this tree")
    return ir.specs


def render(environment, wanted, **names):
    """File name -> text, for a list of outputs."""
    texts = {}
    for template, file in wanted:
        try:
            text = environment.get_template(template).render(**names)
        except jinja2.TemplateSyntaxError as error:
            raise Failure(f"{error.filename or template}:{error.lineno}: {error.message}") from error
        except jinja2.TemplateNotFound as error:
            raise Failure(f"{TEMPLATES / template}: there is no template {error.name}") from error
        except Exception as error:
            places = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)
                      if frame.filename.startswith(str(TEMPLATES))]
            raise Failure(f"{(places or [template])[-1]}: {type(error).__name__}: {error}") from error
        for number, line in enumerate(text.split("\n"), 1):
            if line != line.rstrip():
                raise Failure(f"{TEMPLATES / template}: line {number} of {file} ends in blanks: {line!r}")
        if not text.endswith("\n") or text.endswith("\n\n"):
            raise Failure(f"{TEMPLATES / template}: {file} must end in one newline")
        texts[file] = text
    return texts


def write(path, text):
    """Writes a file whole or not at all, and only when it changes."""
    data = text.encode("utf-8")
    try:
        if path.read_bytes() == data:
            return
    except FileNotFoundError:
        pass
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def depfile(targets, sources):
    def quote(path):
        return str(path).replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")

    return f"{' '.join(map(quote, targets))}: {' '.join(map(quote, sources))}\n"


def find_spec(specs, name):
    for spec in specs:
        if spec.name == name:
            return spec
    raise Failure(f"the IR has no spec named {name}; codegen/back/meson.build names it")


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
            texts = render(environment, outputs.of_spec(spec.kind, spec.name), spec=spec, specs=specs)
        else:
            check_known(specs, options.all)
            texts = render(environment, outputs.OF_ALL, specs=specs)
        for file, text in texts.items():
            write(options.out / file, text)
        if options.depfile:
            own = [module.__file__ for module in (filters, outputs)]
            write(options.depfile, depfile([options.out / file for file in texts],
                                           [options.ir, __file__, *own, *sorted(environment.loader.used)]))
    except (Failure, OSError, ValueError) as error:
        print(f"render.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
