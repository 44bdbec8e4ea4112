"""Compare what `lcm analyze --costs --level` says moves into a cache with what
cachegrind's last level, of that size, misses.

usage: run.py LCM

The simulated cache has 512 lines of 64 bytes, each of which may be anywhere
(LL=32768,512,64), behind one of 1024 bytes; it is full of something else when a
kernel begins.  Its misses times 64 are compared with the bytes that lcm says.

They may differ by 5 %.  The cache moves lines, of which rows touch a part at
their ends: 38 of 40 numbers in 5 lines (relax) are 5 % less, half a line at the
end of each row of a triangle of 256 is 3 %; the frame of a function is a line
or two.  Exit status 77 where a tool is missing.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LEVEL, LINE = 32768, 64
TOLERANCE = 0.05

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


def predicted(lcm, kernel, values):
    """Return the bytes that lcm says move."""
    given = [part for name, value in values.items()
             for part in ("-D", f"{name}={value}")]
    text = call(lcm, "analyze", "--costs", "--no-cache", "--format", "json",
                "--level", LEVEL, "--entry", kernel, *given,
                HERE / "kernels.c")
    return json.loads(text)["functions"][0]["rows"][0]["moved"]["value"]


def measured(folder, kernel, values):
    """Return the bytes that cachegrind says move in the kernel and what is
    inlined in it."""
    out = folder / "cachegrind.out"
    call("valgrind", "--tool=cachegrind", "--cache-sim=yes",
         "--I1=1024,2,64", "--D1=1024,2,64",
         f"--LL={LEVEL},{LEVEL // LINE},{LINE}",
         f"--cachegrind-out-file={out}", folder / "kernels", kernel,
         *values.values())
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
            said = predicted(lcm, kernel, values)
            was = measured(folder, kernel, values)
            off = said / was - 1 if was else float("inf")
            bad = abs(off) > TOLERANCE
            wrong += bad
            print(f"{'WRONG' if bad else 'ok':5} {kernel} {values}: {was} "
                  f"bytes, lcm says {said:.0f}, {off:+.1%} ({why})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
