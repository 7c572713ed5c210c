"""What the back end makes of a spec: for each kind, which template gives which file.

A new output is one line here and one template. {name} is the spec's name in snake case, so that every file of a build has
a name of its own. Meson asks for the names when it configures:

    outputs.py KIND NAME        prints the file names of a spec, one a line
    outputs.py --all            prints those made once from all specs
    outputs.py --kinds          prints the kinds of spec
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
        Output("cpp/descriptor.hpp.j2", "{name}_gen.hpp"),
        Output("cpp/descriptor_vectors.hpp.j2", "{name}_vectors_gen.hpp"),
        Output("c/descriptor.h.j2", "{name}_gen.h"),
        Output("c/descriptor_vectors.h.j2", "{name}_vectors_gen.h"),
        Output("opencl/descriptor.clh.j2", "{name}_gen.clh"),
        Output("docs/descriptor.md.j2", "{name}.md"),
    ],
    "device": [
        Output("c/device.h.j2", "{name}_gen.h"),
        Output("cpp/device.hpp.j2", "{name}_gen.hpp"),
        Output("c/device_vectors.h.j2", "{name}_vectors_gen.h"),
        Output("docs/device.md.j2", "{name}.md"),
    ],
    "kernels": [
        Output("cpp/kernels.hpp.j2", "{name}_gen.hpp"),
        Output("c/kernels.h.j2", "{name}_gen.h"),
        Output("opencl/kernels.clh.j2", "{name}_gen.clh"),
        Output("docs/kernels.md.j2", "{name}.md"),
    ],
    "policy": [
        Output("c/policy.h.j2", "{name}_gen.h"),
        Output("cpp/policy.hpp.j2", "{name}_gen.hpp"),
        Output("c/policy_vectors.h.j2", "{name}_vectors_gen.h"),
        Output("docs/policy.md.j2", "{name}.md"),
        Output("docs/policy.svg.j2", "{name}.svg"),
    ],
    "selection": [
        Output("cpp/selection.hpp.j2", "{name}_gen.hpp"),
        Output("c/selection.h.j2", "{name}_gen.h"),
        Output("opencl/selection.clh.j2", "{name}_gen.clh"),
        Output("docs/selection.md.j2", "{name}.md"),
    ],
    "tables": [
        Output("cpp/tables.hpp.j2", "{name}_gen.hpp"),
        Output("fbs/tables.fbs.j2", "{name}.fbs"),
        Output("docs/tables.md.j2", "{name}.md"),
    ],
    "wire": [
        Output("cpp/wire.hpp.j2", "{name}_gen.hpp"),
        Output("c/wire.h.j2", "{name}_gen.h"),
        Output("c/wire_vectors.h.j2", "{name}_vectors_gen.h"),
        Output("opencl/wire.clh.j2", "{name}_gen.clh"),
        Output("docs/sidecar.schema.json.j2", "{name}_sidecar.schema.json"),
        Output("docs/vectors.json.j2", "{name}_vectors.json"),
        Output("docs/wire.md.j2", "{name}.md"),
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
    if arguments == ["--kinds"]:
        lines = OF_KIND
    elif arguments == ["--all"]:
        lines = [output.file for output in OF_ALL]
    elif len(arguments) == 2 and arguments[0] in OF_KIND:
        lines = [output.file for output in of_spec(*arguments)]
    else:
        print(f"usage: outputs.py --kinds | --all | KIND NAME, KIND one of {' '.join(OF_KIND)}", file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
