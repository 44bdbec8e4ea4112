"""Compare what `lcm analyze --costs --level` says moves into a cache with what
moves into one that is simulated, access for access.

usage: check_lines.py LCM [-v]

The cache has lines of 64 bytes, each of which may be anywhere, and loses that
which was not used for longest; it is empty when a nest begins.  Numbers may
differ by 3 %.  With -v each nest is printed.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import nests

TOLERANCE = 0.03


def missed(addresses, level):
    """Return the bytes that move into a cache of `level` bytes."""
    lines = collections.OrderedDict()
    most, misses, last = level // nests.LINE, 0, None
    for address in addresses:
        line = address // nests.LINE
        if line == last:
            continue
        last = line
        if line in lines:
            lines.move_to_end(line)
            continue
        misses += 1
        lines[line] = None
        if len(lines) > most:
            lines.popitem(last=False)
    return misses * nests.LINE


def predicted(lcm, path, nest, level):
    """Return the bytes that lcm says move."""
    given = [part for name, value in nest.sizes.items()
             for part in ("-D", f"{name}={value}")]
    text = subprocess.run(
        [lcm, "analyze", "--costs", "--no-cache", "--format", "json",
         "--level", str(level), *given, path], check=True, text=True,
        stdout=subprocess.PIPE, timeout=60).stdout
    return json.loads(text)["functions"][0]["rows"][0]["moved"]["value"]


def main():
    lcm, verbose = pathlib.Path(sys.argv[1]).resolve(), "-v" in sys.argv
    wrong = n = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "nests.c")
        for nest in nests.NESTS:
            path.write_text(nests.HEAD + nest.text())
            addresses = nest.addresses()
            for level in nest.levels:
                said = predicted(lcm, path, nest, level)
                was = missed(addresses, level)
                off = said / was - 1
                bad = abs(off) > TOLERANCE
                wrong, n = wrong + bad, n + 1
                if bad or verbose:
                    print(f"{'WRONG' if bad else 'ok':5} {nest.name} {level}: "
                          f"{was} bytes, lcm says {said:.0f}, {off:+.1%}; "
                          f"{len(addresses)} accesses")
    print(f"{n} numbers of {len(nests.NESTS)} nests, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
