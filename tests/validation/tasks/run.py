#!/usr/bin/env python3
"""Compares predictions of programs with tasks with measured times.

Each program sleeps where it works, so that a machine with few processors runs
it as one with many would.  It is compiled to sleep SCALE times as long
(../threads/scaled.h, which also takes the time), once with gcc's OpenMP library
and once with clang's where there is one, and run several times; from the median
is taken what the program takes when it does not sleep at all.  The rest is
compared with what is predicted for a machine with that library: it must lie
between the least and the most (3 % for what sleeping takes longer), the most be
no more than twice the least, and the time be right to 15 %.  Not part of the
test suite: a machine that is busy would fail it.

usage: run.py LCM [PROGRAM...] [--scale N] [--repeat N]
                  [--runtime libgomp|libomp] [--sizes P,...]
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from libraries import COMPILERS, usable  # noqa: E402

NOISE = 0.03
LIMIT = 0.15


def predicted(lcm, source, p, machine):
    """The prediction for p threads."""
    out = subprocess.run([lcm, "predict", source, "-D", f"p={p}", "-q",
                          "--machine", machine, "--format", "json"],
                         check=True, capture_output=True, text=True).stdout
    return json.loads(out)["points"][0]


def build(compiler, source, scale, binary):
    """Compile "source" to sleep "scale" times as long."""
    subprocess.run([compiler, "-O1", "-fopenmp", f"-DSCALED_BY={scale}",
                    "-include", str(HERE.parent / "threads/scaled.h"), source,
                    "-o", binary], check=True)


def measured(binary, p, repeat):
    """The median of the runs in seconds."""
    env = dict(os.environ, KMP_BLOCKTIME="infinite")
    runs = [int(subprocess.run([binary, str(p)], check=True, env=env,
                               capture_output=True, text=True).stdout)
            for _ in range(repeat)]
    return statistics.median(runs) / 1e9


def row(name, library, p, point, got):
    """Print a row of the table; return whether all is as it should be."""
    order = point["order"] or {"least": point["time"], "most": point["time"]}
    least, most, time = order["least"], order["most"], point["time"]
    inside = least * (1 - NOISE) <= got <= most * (1 + NOISE)
    off = got / time - 1
    right = inside and most <= 2 * least and abs(off) <= LIMIT
    print(f"| {name} | {library} | {p} | {time*1e3:.0f} | {least*1e3:.0f} to "
          f"{most*1e3:.0f} | {got*1e3:.1f} | {off*100:+.1f} % |"
          f"{'' if right else ' **no** |'}", flush=True)
    return right


def compare(options, library, compiler, name, folder):
    """Return how many rows of a program are wrong."""
    source = str(HERE / f"{name}.c")
    machine = folder / "machine.json"
    machine.write_text(json.dumps({"schema": "lcm-machine/1",
                                   "runtime": library}))
    build(compiler, source, options.scale, folder / "sleeps")
    build(compiler, source, 0, folder / "runs")
    wrong = 0
    for p in map(int, options.sizes.split(",")):
        point = predicted(options.lcm, source, p, machine)
        got = (measured(folder / "sleeps", p, options.repeat)
               - measured(folder / "runs", p, options.repeat)) / options.scale
        wrong += not row(name, library, p, point, got)
    return wrong


def main():
    """Compare all programs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("lcm")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--scale", type=int, default=10)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--runtime", choices=COMPILERS)
    parser.add_argument("--sizes", default="1,2,3,4,8,16,32")
    options = parser.parse_args()
    names = options.programs or sorted(p.stem for p in HERE.glob("*.c"))
    wrong = 0
    print("| program | library | p | predicted [ms] | by order [ms] | "
          "measured [ms] | difference |\n|---|---|---|---|---|---|---|")
    for library in COMPILERS:
        if options.runtime not in (None, library):
            continue
        compiler = usable(library)
        if not compiler:
            print(f"no compiler for {library}: skipped", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            wrong += sum(compare(options, library, compiler, name,
                                 pathlib.Path(folder))
                         for name in names)
    print(f"\n{wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
