"""Compare what `lcm analyze --costs --level` says moves into a cache with what
cachegrind's last level, of that size, misses.

usage: run.py LCM [nests]

With "nests" the loop nests of tests/property/nests.py are compared, too.

The simulated cache has 512 lines of 64 bytes, each of which may be anywhere
(LL=32768,512,64), behind one of 1024 bytes; it is full of something else when a
kernel begins.  Its misses times 64 are compared with the bytes that lcm says.

They may differ by 3 %: the frame of a function is a line or two.  Exit status
77 where a tool is missing.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "property"))
import nests

LEVEL, LINE = 32768, 64
TOLERANCE = 0.03

# Kernel, the values of its parameters as lcm calls them, and why.
RUNS = (
    ("triad", {"n": 1024}, "24 KiB fit"),
    ("triad", {"n": 8192}, "192 KiB do not"),
    ("passes", {"n": 2048, "times": 5}, "half of the cache: one sweep of ten"),
    ("passes", {"n": 16384, "times": 5}, "128 KiB: all ten sweeps"),
    ("blocks", {"n": 32, "size": 512}, "fragments share 4 KiB of 128"),
    ("blocks", {"n": 4, "size": 8192}, "fragments share 64 KiB"),
    ("multiply_vector", {"n": 128}, "the vector stays"),
    ("multiply_vector", {"n": 256}, "the vector stays"),
    ("multiply", {"n": 32}, "all three fit"),
    ("multiply", {"n": 72}, "rows fit, matrices do not"),
    ("relax", {"n": 40}, "both fit"),
    ("relax", {"n": 256}, "rows fit"),
    ("triangle", {"n": 256}, "half of the matrix, the vector stays"),
)


def call(*command):
    """Run a command; return its output."""
    return subprocess.run([str(part) for part in command], check=True,
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=250).stdout


def predicted(lcm, source, kernel, values, level):
    """Return the bytes that lcm says move."""
    given = [part for name, value in values.items()
             for part in ("-D", f"{name}={value}")]
    text = call(lcm, "analyze", "--costs", "--no-cache", "--format", "json",
                "--level", level, "--entry", kernel, *given, source)
    return json.loads(text)["functions"][0]["rows"][0]["moved"]["value"]


def measured(program, kernel, level, *arguments):
    """Return the bytes that cachegrind says move in the kernel and what is
    inlined in it."""
    out = program.parent / "cachegrind.out"
    call("valgrind", "--tool=cachegrind", "--cache-sim=yes",
         "--I1=1024,2,64", "--D1=1024,2,64",
         f"--LL={level},{level // LINE},{LINE}",
         f"--cachegrind-out-file={out}", program, *arguments)
    events, inside, misses = [], False, 0
    for line in out.read_text().splitlines():
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("fn="):
            inside = line[3:].split(".")[0] in (kernel, "scale")
        elif inside and line[:1].isdigit():
            counts = dict(zip(events, line.split()[1:]))
            misses += int(counts["DLmr"]) + int(counts["DLmw"])
    return misses * LINE


def compare(name, said, was, why):
    """Print both numbers; return whether they differ too much."""
    off = said / was - 1 if was else float("inf")
    bad = abs(off) > TOLERANCE
    print(f"{'WRONG' if bad else 'ok':5} {name}: {was} bytes, lcm says "
          f"{said:.0f}, {off:+.1%} ({why})", flush=True)
    return bad


def compare_nests(lcm, folder):
    """Return how many numbers of nests differ too much."""
    wrong = 0
    source, program = folder / "nest.c", folder / "nest"
    for nest in nests.NESTS:
        source.write_text(nests.program(nest))
        call("gcc", "-Og", "-g", "-o", program, source)
        for level in nest.levels:
            wrong += compare(
                f"{nest.name} {nest.sizes}",
                predicted(lcm, source, nest.name, nest.sizes, level),
                measured(program, nest.name, level), f"cache of {level}")
    return wrong


def main():
    lcm = pathlib.Path(sys.argv[1]).resolve()
    wrong = 0
    for tool in ("gcc", "valgrind"):
        if not shutil.which(tool):
            print(f"skipped: no {tool}")
            return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        call("gcc", "-O1", "-g", "-o", folder / "kernels", HERE / "kernels.c")
        for kernel, values, why in RUNS:
            wrong += compare(
                f"{kernel} {values}",
                predicted(lcm, HERE / "kernels.c", kernel, values, LEVEL),
                measured(folder / "kernels", kernel, LEVEL, kernel,
                         *values.values()), why)
        if "nests" in sys.argv[2:]:
            wrong += compare_nests(lcm, folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
