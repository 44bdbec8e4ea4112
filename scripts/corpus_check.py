#!/usr/bin/env python3
"""Compares `lcm analyze --constructs` with lists of constructs made by others.

usage: corpus_check.py LCM CORPUS [--name NAME]... [--all] [-j N]

CORPUS/truth holds, for each code base NAME, what a reference tool that reads
the code with two other front ends has written:
  NAME.tsv           file line directive clauses col function via src ...
  NAME.calls.tsv     file line callee category ...
  NAME.inactive.tsv  file line directive
  NAME.files.tsv     file parses ...
  NAME.summary.json  flags, and dirflags ("GLOB=>flags") for the compiler
  NAME.root          (optional) the folder of the code base below CORPUS;
                     otherwise it is CORPUS/NAME-* or CORPUS/NAME
A row whose src is `both` was seen by both front ends.  For each code base the
script prints recall and precision on those rows and on calls, and every row
that differs; with --all also how the rows of one front end alone compare.
Exit status 1 where a `both` row of a main file, or a call of a file that the
reference could parse, differs.
"""
import argparse
import collections
import csv
import fnmatch
import glob
import json
import os
import re
import shlex
import subprocess
import sys

CALL_MODELS = ("mpi", "pthread", "c11")
BATCH = 200


def rows_of(path):
    """The rows of a tab-separated file with a header, as dictionaries."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return list(csv.DictReader(file, delimiter="\t",
                                   quoting=csv.QUOTE_NONE))


def split_outside(text, separators):
    """Split at separators that stand in no parentheses and no string."""
    parts, depth, part, quote = [], 0, "", ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char == '"':
            quote = char
        else:
            depth += (char in "([{") - (char in ")]}")
        if char in separators and depth <= 0 and not quote:
            parts.append(part)
            part = ""
        else:
            part += char
    return parts + [part]


def by_value(constant):
    """An integer constant in decimal: what a macro of a compiler's own
    (__LONG_LONG_MAX__) expands to is one number in different bases."""
    return f"{int(constant[1], 16)}{constant[2]}"


def clause_set(text, separators):
    """The clauses as a sorted tuple without white space."""
    parts = (re.sub(r"\b(0[xX][0-9a-fA-F]+)([uUlL]*)\b", by_value,
                    re.sub(r"\s+", "", part))
             for part in split_outside(text, separators))
    return tuple(sorted(part for part in parts if part))


class Base:
    """One code base: where it is, its flags, the reference's lists."""

    def __init__(self, corpus, name):
        self.name = name
        self.truth = os.path.join(corpus, "truth", name)
        with open(self.truth + ".summary.json", encoding="utf-8") as file:
            self.summary = json.load(file)
        self.root = self.find_root(corpus)
        self.files = rows_of(self.truth + ".files.tsv")

    def find_root(self, corpus):
        path = self.truth + ".root"
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return os.path.join(corpus, file.read().strip())
        found = sorted(path for path in
                       glob.glob(os.path.join(corpus, self.name + "-*")) +
                       glob.glob(os.path.join(corpus, self.name))
                       if os.path.isdir(path))
        if not found:
            sys.exit(f"{self.name}: its folder is not below {corpus}")
        return found[0]

    def flags_of(self, file):
        flags = shlex.split(self.summary["flags"])
        for line in self.summary["dirflags"]:
            pattern, more = line.split("=>", 1)
            if fnmatch.fnmatch(file, pattern.strip()):
                flags += shlex.split(more)
        return tuple(flags)

    def groups(self):
        """(flags, files) for files with the same flags, in batches."""
        by_flags = collections.defaultdict(list)
        for row in self.files:
            by_flags[self.flags_of(row["file"])].append(row["file"])
        for flags, files in sorted(by_flags.items()):
            for start in range(0, len(files), BATCH):
                yield flags, files[start:start + BATCH]


def run_lcm(lcm, base, jobs, options=()):
    """The rows lcm prints for all files of the code base, and what went
    wrong."""
    rows, wrong = [], []
    for flags, files in base.groups():
        command = [lcm, "analyze", "--constructs", "--format", "tsv", "-q",
                   "-j", str(jobs), *options, *files, "--", *flags]
        done = subprocess.run(command, cwd=base.root, capture_output=True,
                              timeout=3600, check=False)
        if done.returncode not in (0, 1):
            wrong.append(f"exit status {done.returncode} on {files[0]} ...")
        errors = done.stderr.decode("utf-8", "replace").splitlines()
        wrong += [line for line in errors if "[worker-died]" in line]
        text = done.stdout.decode("utf-8", "replace").splitlines()
        rows += [dict(zip(text[0].split("\t"), line.split("\t")))
                 for line in text[1:]]
    return rows, wrong


def show(title, counter):
    for key, times in sorted(counter.items()):
        file, line, construct, *clauses = key
        text = " ; ".join(clauses[0]) if clauses else ""
        print(f"  {title} {file}:{line} {construct} {text}"
              f"{' x' + str(times) if times > 1 else ''}")


def ratio(part, whole):
    return f"{part}/{whole} = {100.0 * part / whole if whole else 100.0:.2f} %"


def check_directives(base, ours, everything):
    """Compare directives; True where all `both` rows agree."""
    truth = collections.defaultdict(collections.Counter)
    for row in rows_of(base.truth + ".tsv"):
        if row["via"].startswith("header:"):
            continue
        key = (row["file"], int(row["line"]), row["directive"],
               clause_set(row["clauses"], " "))
        truth[row["src"]][key] += 1
    mine = collections.Counter(
        (row["file"], int(row["line"]), row["construct"],
         clause_set(row["clauses"], ";"))
        for row in ours if row["model"] == "openmp")
    missing = truth["both"] - mine
    left = mine - truth["both"]
    both = sum(truth["both"].values())
    places = {key[:2] for key in missing}
    rest = {}
    for src in sorted(set(truth) - {"both"}):
        agreed = truth[src] & left
        left = left - agreed
        rest[src] = (agreed, truth[src] - agreed)
    wrong = collections.Counter(
        {key: n for key, n in left.items() if key[:2] in places})
    found = both - sum(missing.values())
    print(f"{base.name}: directives of both: recall {ratio(found, both)}, "
          f"precision {ratio(found, found + sum(wrong.values()))}")
    show("missing", missing)
    show("instead", wrong)
    for src, (agreed, lost) in rest.items():
        print(f"{base.name}: {src} alone: {sum(agreed.values())} agree, "
              f"{sum(lost.values())} differ")
        if everything:
            show(f"only {src}", lost)
    left = left - wrong
    print(f"{base.name}: only lcm: {sum(left.values())}")
    if everything:
        show("only lcm", left)
    return not missing and not wrong


def check_calls(base, ours):
    """Compare calls; True where those of all files that parse agree."""
    parsed = {row["file"] for row in base.files if row["parses"] == "1"}
    truth = collections.Counter(
        (row["file"], int(row["line"]), row["callee"])
        for row in rows_of(base.truth + ".calls.tsv")
        if row["category"] in CALL_MODELS and row["file"] in parsed)
    mine = collections.Counter(
        (row["file"], int(row["line"]), row["construct"])
        for row in ours
        if row["model"] in CALL_MODELS and row["file"] in parsed)
    both = sum((truth & mine).values())
    print(f"{base.name}: calls: recall {ratio(both, sum(truth.values()))}, "
          f"precision {ratio(both, sum(mine.values()))}")
    show("missing", truth - mine)
    show("extra", mine - truth)
    return truth == mine


def check_inactive(base, ours, everything):
    """Compare pragmas in inactive regions; for information."""
    truth = collections.Counter(
        (row["file"], int(row["line"]), row["directive"])
        for row in rows_of(base.truth + ".inactive.tsv"))
    mine = collections.Counter(
        (row["file"], int(row["line"]), row["construct"])
        for row in ours if row["model"] == "openmp")
    found = truth & mine
    print(f"{base.name}: inactive pragmas: "
          f"{ratio(sum(found.values()), sum(truth.values()))} listed")
    if everything:
        show("not listed", truth - mine)


def check(lcm, base, args):
    ours, wrong = run_lcm(lcm, base, args.jobs)
    for line in wrong:
        print(f"{base.name}: {line}")
    good = check_directives(base, ours, args.all)
    good = check_calls(base, ours) and good
    ours, _ = run_lcm(lcm, base, args.jobs, ["--inactive"])
    check_inactive(base, ours, args.all)
    return good and not wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lcm")
    parser.add_argument("corpus")
    parser.add_argument("--name", action="append", default=[])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    args = parser.parse_args()
    lists = glob.glob(os.path.join(args.corpus, "truth", "*.summary.json"))
    suffix = len(".summary.json")
    names = args.name or sorted(os.path.basename(path)[:-suffix]
                                for path in lists)
    if not names:
        sys.exit(f"no lists below {args.corpus}/truth")
    lcm = os.path.abspath(args.lcm)
    good = True
    for name in names:
        good = check(lcm, Base(args.corpus, name), args) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
