#!/usr/bin/env python3
"""Compares predictions of programs with threads with measured times.

Each program sleeps where it works, so that a machine with few processors runs
it as one with many would.  It is compiled to sleep ten times as long
(scaled.h, which also takes the time) and run three times; a tenth of the
shortest run is compared with the prediction.  Not part of the test suite: a
machine that is busy would fail it.  Exit status 1 where a difference exceeds
3 %.

usage: run.py ROOT LCM [CC]
"""
import json
import pathlib
import subprocess
import sys
import tempfile

SCALE = 10
LIMIT = 0.03
ONE_TO_16 = (1, 2, 3, 4, 8, 16)
PROGRAMS = [
    ("validation/threads/critical.c", ONE_TO_16),
    ("validation/threads/consumers.c", (2, 3, 5, 9, 17)),
    ("golden/threads/phases/input.c", ONE_TO_16),
    ("golden/threads/buffer_semaphores/input.c", (2,)),
    ("golden/threads/buffer_conditions/input.c", (2,)),
    ("golden/threads/pipeline/input.c", (3,)),
    ("golden/threads/main_meanwhile/input.c", (5,)),
    ("golden/threads/readers_writers/input.c", (4,)),
    ("golden/threads/flags/input.c", (4,)),
    ("golden/threads/countdown/input.c", (4,)),
]


def predicted(lcm, source, p):
    """The predicted time in seconds."""
    out = subprocess.run([lcm, "predict", source, "-D", f"p={p}", "-q",
                          "--format", "json"], check=True,
                         capture_output=True, text=True).stdout
    return json.loads(out)["points"][0]["time"]


def measured(binary, p):
    """The shortest of three runs in seconds, as if nothing were scaled."""
    runs = [int(subprocess.run([binary, str(p)], check=True,
                               capture_output=True, text=True).stdout)
            for _ in range(3)]
    return min(runs) / 1e9 / SCALE


def main():
    root = pathlib.Path(sys.argv[1]) / "tests"
    lcm = sys.argv[2]
    compiler = sys.argv[3] if len(sys.argv) > 3 else "cc"
    worst = 0.0
    print("| program | p | predicted [ms] | measured [ms] | difference |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, counts in PROGRAMS:
            source = str(root / name)
            binary = str(pathlib.Path(folder) / "program")
            subprocess.run([compiler, "-O1", "-pthread", "-include",
                            str(root / "validation/threads/scaled.h"),
                            source, "-o", binary], check=True)
            for p in counts:
                want, got = predicted(lcm, source, p), measured(binary, p)
                off = got / want - 1
                worst = max(worst, abs(off))
                short = name.replace("/input.c", "").split("/")[-1]
                print(f"| {short.removesuffix('.c')} | {p} | {want*1e3:.1f} | "
                      f"{got*1e3:.1f} | {off*100:+.1f} % |", flush=True)
    print(f"\nlargest difference {worst*100:.1f} %")
    sys.exit(worst > LIMIT)


if __name__ == "__main__":
    main()
