"""What the back end makes of a spec: for each kind, which template gives which file.

A new output is one line here and one template. {name} is the spec's name in snake case, so that every file of a build has
a name of its own. Meson asks for the names when it configures:

    outputs.py KIND NAME        prints the file names of a spec, one a line
    outputs.py --all            prints those made once from all specs
"""

import sys
import typing

from filters import snake


class Output(typing.NamedTuple):
    template: str  # below templates/
    file: str


# The template sees `spec`, one element of the IR's "specs", and `specs`, all of them.
OF_KIND = {
    "descriptor": [
        Output("docs/spec.md.j2", "{name}.md"),
    ],
    "device": [
        Output("docs/spec.md.j2", "{name}.md"),
    ],
    "kernels": [
        Output("docs/spec.md.j2", "{name}.md"),
    ],
    "policy": [
        Output("docs/spec.md.j2", "{name}.md"),
    ],
    "selection": [
        Output("docs/spec.md.j2", "{name}.md"),
    ],
    "tables": [
        Output("docs/spec.md.j2", "{name}.md"),
    ],
    "wire": [
        Output("docs/spec.md.j2", "{name}.md"),
    ],
}

# Made once, from all specs; here the template sees `specs` alone.
OF_ALL = [
    Output("docs/index.md.j2", "index.md"),
]


def of_spec(kind, name):
    """The outputs of a spec, their file names filled in; KeyError when there is no such kind."""
    return [Output(template, file.format(name=snake(name))) for template, file in OF_KIND[kind]]


def main(arguments):
    if arguments == ["--all"]:
        wanted = OF_ALL
    elif len(arguments) == 2 and arguments[0] in OF_KIND:
        wanted = of_spec(*arguments)
    else:
        print(f"usage: outputs.py --all | KIND NAME, KIND one of {' '.join(OF_KIND)}", file=sys.stderr)
        return 2
    print("\n".join(output.file for output in wanted))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
