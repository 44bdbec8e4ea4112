"""Compare what `lcm analyze --costs` says of kernels with what they do.

usage: run.py LCM SIDE

SIDE is one of
  trips   every loop of every kernel: how often it is met and how often its
          body runs, against the branch counts of gcov (cc --coverage, -O0)
  memory  loads and stores of every kernel, against valgrind's cachegrind: gcc
          -Og, which keeps scalars in registers and reads no value again that
          it has, but moves nothing out of loops
  counts  operations of every kind, stores and bytes of different elements,
          against a build with classes that count (g++); they count every
          reading of an element, so that lcm's loads are at most as many

Nothing but the kernels in EXPECTED_ESTIMATES may be marked as an estimate, and
these must be.  Exit status 77 where a tool is missing.
"""

import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIZES = (1, 2, 3, 4, 7, 16, 21)
KINDS = ("add", "mul", "div", "special", "integer", "load", "store")

# Of these the number of iterations is given by a comment, or a way taken as
# half; the data are made so that this is what happens at even sizes.
EXPECTED_ESTIMATES = {"sparse", "clipped"}
# Of these the elements that are touched are not affine: an upper bound.
AT_MOST = {"doubling", "halving", "butterflies", "gather", "picked", "sparse",
           "clipped"}


def need(*tools):
    """Leave with the status of a skipped test where a tool is missing."""
    for tool in tools:
        if not shutil.which(tool):
            print(f"skipped: no {tool}")
            sys.exit(77)


def call(*command, **more):
    """Run a command; return its output."""
    return subprocess.run([str(part) for part in command], check=True,
                          text=True, stdout=subprocess.PIPE, timeout=250,
                          **more).stdout


def predicted(lcm, n):
    """Return what lcm says of each kernel at size n."""
    text = call(lcm, "analyze", "--costs", "--no-cache", "--format", "json",
                "-D", f"n={n}", HERE / "kernels.c")
    return {f["name"]: f for f in json.loads(text)["functions"]}


def names():
    """Return the names of the kernels."""
    text = (HERE / "kernels.h").read_text()
    return re.findall(r"^ *KERNEL\((\w+)\)", text, re.M)


class Report:
    """What was compared, and what differs."""

    def __init__(self):
        self.n = 0
        self.wrong = 0

    def check(self, what, expected, got):
        self.n += 1
        if expected != got:
            self.wrong += 1
            print(f"WRONG {what}: is {expected}, lcm says {got}")


def estimates_match(name, n):
    """Return whether the estimates of the kernel hold at size n."""
    return name not in EXPECTED_ESTIMATES or n % 2 == 0


def check_marks(report, functions):
    """Check what is marked as an estimate."""
    for name in names():
        row = functions[name]["rows"][0]
        report.check(f"{name}: estimate", name in EXPECTED_ESTIMATES,
                     row["estimate"])
        report.check(f"{name}: bytes at most", name in AT_MOST,
                     row["bytes_at_most"])
        if row["estimate"]:
            report.check(f"{name}: notes", True,
                         bool(functions[name]["notes"]))


# ---- trips -------------------------------------------------------------------


def branches(folder, n):
    """Return the branch counts of each line of the kernels at size n."""
    for left in folder.glob("*.gcda"):
        left.unlink()
    call(folder / "covered", n)
    call("gcov", "--json-format", "--branch-counts", "--branch-probabilities",
         "covered-kernels.gcda", cwd=folder)
    out = {}
    for path in folder.glob("*.gcov.json.gz"):
        for file in json.loads(gzip.open(path).read())["files"]:
            if not file["file"].endswith("kernels.c"):
                continue
            for line in file["lines"]:
                counts = [b["count"] for b in line["branches"]]
                out.setdefault(line["line_number"], []).extend(counts)
    return out


def check_trips(report, lcm, folder):
    """Compare the trips of loops."""
    need("gcc", "gcov")
    call("gcc", "--coverage", "-O0", "-I", HERE, "-o", "covered",
         HERE / "kernels.c", HERE / "driver.c", "-lm", cwd=folder)
    for n in SIZES:
        functions = predicted(lcm, n)
        counts = branches(folder, n)
        for name in names():
            for row in functions[name]["rows"]:
                if row["trips"] is None or not estimates_match(name, n):
                    continue
                line = row["range"]["line"]
                what = f"{name}:{line} n={n}"
                pair = [row["runs"]["value"], row["trips"]["value"]]
                got = counts.get(line, [])
                report.check(f"{what} (exits, trips) among {got}", True,
                             contains(got, pair))


def contains(counts, pair):
    """Return whether both numbers of the pair are among the counts."""
    rest = list(counts)
    for number in pair:
        if number not in rest:
            return False
        rest.remove(number)
    return True


# ---- loads and stores --------------------------------------------------------


def accesses(folder, n):
    """Return {kernel: (loads, stores)} as cachegrind counts them, without
    what the frame of the function itself loads and stores."""
    out = folder / "cachegrind.out"
    call("valgrind", "--tool=cachegrind", "--cache-sim=yes",
         f"--cachegrind-out-file={out}", folder / "plain", n,
         stderr=subprocess.DEVNULL)
    lines = (HERE / "kernels.c").read_text().splitlines()
    frames = {i + 1 for i, text in enumerate(lines)
              if text.startswith(("void ", "static ", "}"))}
    found, events, function, ours = {}, [], None, False
    for line in out.read_text().splitlines():
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("fl="):
            ours = line.endswith("/kernels.c")
        elif line.startswith("fn="):
            function = line[3:].split(".")[0]
        elif ours and line[:1].isdigit():
            fields = line.split()
            if int(fields[0]) in frames:
                continue
            loads = int(fields[1 + events.index("Dr")])
            stores = int(fields[1 + events.index("Dw")])
            before = found.get(function, (0, 0))
            found[function] = (before[0] + loads, before[1] + stores)
    return found


def check_memory(report, lcm, folder):
    """Compare loads and stores."""
    need("gcc", "valgrind")
    call("gcc", "-Og", "-g", "-no-pie", "-fno-shrink-wrap", "-fno-math-errno",
         "-ffinite-math-only",
         "-DINLINED=static inline __attribute__((always_inline))", "-I", HERE,
         "-o", "plain", HERE / "kernels.c", HERE / "driver.c", "-lm",
         cwd=folder)
    for n in SIZES:
        functions = predicted(lcm, n)
        counted = accesses(folder, n)
        for name in names():
            if not estimates_match(name, n):
                continue
            row = functions[name]["rows"][0]
            got = (row["load"]["value"], row["store"]["value"])
            report.check(f"{name} n={n} (loads, stores)",
                         counted.get(name, (0, 0)), got)


# ---- operations and bytes ----------------------------------------------------


def check_counts(report, lcm, folder):
    """Compare operations, loads, stores and bytes."""
    need("g++")
    call("g++", "-O1", "-x", "c++", "-I", HERE, "-o", "counting",
         HERE / "kernels.c", HERE / "driver.c", cwd=folder)
    for n in SIZES:
        functions = predicted(lcm, n)
        if n == SIZES[0]:
            check_marks(report, functions)
        for line in call(folder / "counting", n).splitlines():
            name, *values = line.split()
            if not estimates_match(name, n):
                continue
            row = functions[name]["rows"][0]
            for kind, value in zip(KINDS, values):
                if kind != "load":
                    report.check(f"{name} n={n} {kind}", int(value),
                                 row[kind]["value"])
                elif row[kind]["value"] > int(value):
                    report.check(f"{name} n={n} loads (at most)", int(value),
                                 row[kind]["value"])
            check_bytes(report, f"{name} n={n} bytes", int(values[-1]), row)


def check_bytes(report, what, touched, row):
    """Compare the bytes that were touched: exactly, or as an upper bound."""
    got = row["bytes"]["value"]
    if row["bytes_at_most"]:
        report.check(f"{what} (at most)", True, got >= touched)
    else:
        report.check(what, touched, got)


SIDES = {"trips": check_trips, "memory": check_memory, "counts": check_counts}


def main():
    lcm, side = sys.argv[1:]
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        SIDES[side](report, pathlib.Path(lcm).resolve(), pathlib.Path(folder))
    print(f"{side}: {len(names())} kernels, {report.n} comparisons, "
          f"{report.wrong} wrong")
    return 1 if report.wrong or len(names()) < 30 or not report.n else 0


if __name__ == "__main__":
    sys.exit(main())
