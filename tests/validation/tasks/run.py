#!/usr/bin/env python3
"""Compares predictions of programs with tasks with measured times.

Each program sleeps where it works, so that a machine with few processors runs
it as one with many would.  It is compiled to sleep ten times as long
(../threads/scaled.h, which also takes the time), once with gcc's OpenMP library
and once with clang's where there is one, and run several times.  A tenth of the
median is compared with what is predicted for a machine with that library: it
must lie between the least and the most (3 % for what sleeping takes longer),
the most be no more than twice the least, and the time be right to 15 %.  Not
part of the test suite: a machine that is busy would fail it.

usage: run.py ROOT LCM [PROGRAM...]
"""
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

SCALE = 10
RUNS = 5
NOISE = 0.03
LIMIT = 0.15
COUNTS = (1, 2, 3, 4, 8, 16, 32)
LIBRARIES = {"libgomp": "gcc", "libomp": "clang"}


def predicted(lcm, source, p, machine):
    """The prediction for p threads."""
    out = subprocess.run([lcm, "predict", source, "-D", f"p={p}", "-q",
                          "--machine", machine, "--format", "json"],
                         check=True, capture_output=True, text=True).stdout
    return json.loads(out)["points"][0]


def measured(binary, p):
    """The median of the runs in seconds, as if nothing were scaled."""
    runs = [int(subprocess.run([binary, str(p)], check=True,
                               capture_output=True, text=True).stdout)
            for _ in range(RUNS)]
    return statistics.median(runs) / 1e9 / SCALE


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


def main():
    """Compare all programs."""
    here = pathlib.Path(sys.argv[1]) / "tests/validation"
    lcm = sys.argv[2]
    names = sys.argv[3:] or sorted(p.stem for p in (here / "tasks").glob("*.c"))
    wrong = 0
    print("| program | library | p | predicted [ms] | by order [ms] | "
          "measured [ms] | difference |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        binary = str(pathlib.Path(folder) / "program")
        machine = pathlib.Path(folder) / "machine.json"
        for library, compiler in LIBRARIES.items():
            if not shutil.which(compiler):
                print(f"no {compiler}: {library} is skipped", file=sys.stderr)
                continue
            machine.write_text(json.dumps({"schema": "lcm-machine/1",
                                           "runtime": library}))
            for name in names:
                source = str(here / f"tasks/{name}.c")
                subprocess.run([compiler, "-O1", "-fopenmp", "-include",
                                str(here / "threads/scaled.h"), source, "-o",
                                binary], check=True)
                for p in COUNTS:
                    point = predicted(lcm, source, p, str(machine))
                    wrong += not row(name, library, p, point,
                                     measured(binary, p))
    print(f"\n{wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
