#!/usr/bin/env python3
"""Checks work and span of recursive functions against derivations by hand.

For each program below, "work" and "span" are functions of n that were derived
from the source as its comment says, without lcm.  Compared with them are what
`lcm predict` says on 4 processors, and the closed forms that it prints, at all
sizes where these claim to be exact.

usage: recurrence.py LCM
"""
import functools
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

NS = 1e-9
HEAD = """
void leaf(int n);
"""
MAIN = """
int main(void) {
  int n;
#pragma omp parallel
#pragma omp single
  f(%s);
}
"""


def cost(model, name="cost"):
    """A fragment that costs `model`."""
    return f"""  // lcm: fragment {name}
  // lcm: model time = {model}
  leaf(n);
"""


def base(condition, model):
    """The end of the recursion."""
    return f"""  if ({condition}) {{
    // lcm: model time = {model}
    leaf(n);
    return;
  }}
"""


LEVELS = (1, 2, 3, 4, 5, 6, 7, 15, 20, 24)
TASK = "#pragma omp task\n"
WAIT = "#pragma omp taskwait\n"
PROGRAMS = {}


def program(text, sizes, start="n", checks=("W", "S")):
    """Let the decorated function, which returns work and span in ns, be what
    the function f in `text` comes to at `sizes`."""
    def add(derived):
        PROGRAMS[derived.__name__] = (HEAD + text + MAIN % start, sizes,
                                      derived, checks)
        return derived
    return add


@functools.lru_cache(maxsize=None)
def fibonacci(k):
    """F(0) = 0, F(1) = 1, ..."""
    return k if k < 2 else fibonacci(k - 1) + fibonacci(k - 2)


@program("void f(int n) {\n" + base("n < 2", "5 ns") + TASK +
         "  f(n - 1);\n" + TASK + "  f(n - 2);\n" + WAIT + cost("3 ns") +
         "}\n", [*range(2, 15), 30, 60, 90])
def fib(n):
    """Calls with n < 2 are F(n + 1), one more than those that add: 5 F(n + 1)
    + 3 (F(n + 1) - 1).  The longest chain goes through n - 1: n - 1 sums."""
    leaves = fibonacci(n + 1)
    return 5 * leaves + 3 * (leaves - 1), 5 + 3 * (n - 1)


@program("int serial(int n) {\n  if (n < 2) {\n"
         "    // lcm: model time = 5 ns\n    leaf(n);\n    return n;\n  }\n"
         "  return serial(n - 1) + serial(n - 2);\n}\n"
         "void f(int n) {\n  if (n < 10) {\n    serial(n);\n    return;\n  }\n"
         + TASK + "  f(n - 1);\n" + TASK + "  f(n - 2);\n" + WAIT +
         cost("7 ns") + "}\n", [*range(10, 18), 60])
def fib_with_cutoff(n):
    """Below 10 one processor does 5 F(k + 1).  f(n) ends in f(9) F(n - 8)
    times and in f(8) F(n - 9) times (F(k + 1) = F(n - 8) F(10) + F(n - 9)
    F(9)), so that the leaves are all F(n + 1), and the sums one less than
    the ends.  The chain through n - 1 ends in serial(9)."""
    ends = fibonacci(n - 8) + fibonacci(n - 9)
    return (5 * fibonacci(n + 1) + 7 * (ends - 1),
            5 * fibonacci(10) + 7 * (n - 9))


@program("void f(int n) {\n" + base("n < 2", "2 ns") + TASK +
         "  f(n / 2);\n" + TASK + "  f(n - n / 2);\n" + WAIT +
         cost("4 ns * n", "merge") + "}\n", [2**k for k in LEVELS])
def merge_sort(n):
    """n = 2^L: L levels of merges of 4 n together, and n leaves; on a path
    4 (n + n/2 + ... + 2) = 8 n - 8."""
    return 4 * n * math.log2(n) + 2 * n, 8 * n - 8 + 2


@program("void f(int n) {\n" + base("n <= 8", "2 ns * n") + TASK +
         "  f(n / 2);\n  f(n - n / 2);\n" + WAIT +
         cost("4 ns * n", "merge") + "}\n",
         [m * 2**k for m in (5, 8) for k in LEVELS])
def merge_sort_in_place(n):
    """The second half is sorted by the caller itself, whose `taskwait` inside
    waits for the first half, too: all merges of a call come behind its first
    task.  With n = m 2^L: merges on the way down the second halves M(n) =
    4 (n + n/2 + ... + 2 m) = 8 (n - m); S(n) = S(n/2) + M(n/2) + 4 n =
    S(n/2) + M(n), so that S(n) = 2 m + sum of M = 2 m + 16 (n - m) - 8 m L."""
    levels = 0
    m = n
    while m > 8:
        m //= 2
        levels += 1
    return 4 * n * levels + 2 * n, 2 * m + 16 * (n - m) - 8 * m * levels


@program("void f(int n) {\n" + base("n <= 64", "2 ns * n^3") +
         "  for (int i = 0; i < 7; i++) {\n" + TASK + "    f(n / 2);\n  }\n" +
         WAIT + cost("3 ns * n^2", "sums") + "}\n",
         [m * 2**k for m in (48, 64) for k in (1, 2, 3, 8, 12)])
def strassen(n):
    """n = m 2^L: 7^L products of 2 m^3; sums 3 n^2 (1 + 7/4 + ...) =
    3 n^2 ((7/4)^L - 1)/(3/4) = 4 n^2 ((7/4)^L - 1), on a path
    3 n^2 (1 - 4^-L)/(3/4) = 4 n^2 (1 - 4^-L)."""
    levels = 0
    m = n
    while m > 64:
        m //= 2
        levels += 1
    return (2 * m**3 * 7**levels + 4 * n * n * (1.75**levels - 1),
            2 * m**3 + 4 * n * n * (1 - 0.25**levels))


@program("void f(int n, int row) {\n" + base("row == n", "5 ns") +
         cost("n * 1 ns", "row") +
         "  for (int i = 0; i < n; i++) {\n    // lcm: prob 0.25\n"
         "    if (leaf2(n, i)) {\n" + TASK + "      f(n, row + 1);\n    }\n"
         "  }\n" + WAIT + "}\n", [1, 2, 3, 5, 6, 7, 8, 20, 39], "n, 0")
def queens(n):
    """Of n places in a row a quarter is allowed: (n/4)^n boards, and
    (n/4)^r half-filled ones with r rows, each n; a path has n rows.  The sum
    of those is in closed form where n/4 is not 1."""
    q = n / 4
    return (5 * q**n + n * sum(q**r for r in range(n)), 5 + n * n)


@program("void f(int n) {\n" + base("n == 0", "1 ns") + "  f(n - 1);\n" +
         cost("2 ns") + "  f(n - 1);\n}\n", [*range(1, 30)], checks=("W",))
def hanoi(n):
    """2^n ends and 2^n - 1 moves, one after the other."""
    work = 2**n + 2 * (2**n - 1)
    return work, work


@program("void f(int n) {\n" + base("n <= 0", "0 ns") + cost("3 ns * n^2") +
         TASK + "  f(n - 1);\n" + WAIT + "}\n", [*range(1, 30), 1000])
def squares(n):
    """3 (1 + 4 + ... + n^2) = n (n + 1)(2 n + 1)/2, all on one path."""
    work = n * (n + 1) * (2 * n + 1) // 2
    return work, work


@program("void f(int n) {\n" + base("n < 3", "1 ns") +
         "  for (int i = 0; i < 3; i++) {\n" + TASK + "    f(n / 3);\n  }\n" +
         WAIT + cost("2 ns * n + 1 ns") + "}\n",
         [m * 3**k for m in (1, 2) for k in (1, 2, 3, 4, 12)])
def thirds(n):
    """n = m 3^L, m < 3: work 3^L + 2 n L + (3^L - 1)/2; a path has
    2 n (1 + 1/3 + ...) = 3 (n - m) and L + 1."""
    levels = 0
    m = n
    while m >= 3:
        m //= 3
        levels += 1
    return (3**levels + 2 * n * levels + (3**levels - 1) // 2,
            1 + 3 * (n - m) + levels)


@program("void f(int n) {\n" + base("n < 2", "1 ns") + cost("4 ns") +
         "  for (int i = 0; i < n; i++) {\n" + TASK + "    f(n - 2);\n  }\n" +
         WAIT + "}\n", range(2, 12), checks=())
def no_closed_form(n):
    """The number of calls depends on n: computed call by call."""
    if n < 2:
        return 1, 1
    work, span = no_closed_form(n - 2)
    return 4 + n * work, 4 + span


def value(text, levels, n):
    """The value of an expression of the comment language at n."""
    names = {"n": n, "row": 0, "sqrt": math.sqrt, "ceil": math.ceil,
             "log2": math.log2, "log": math.log, "max": max, "floor":
             math.floor, "s": 1.0}
    def python(expression):
        expression = re.sub(r"(?<=[\d.)])\s+(?=s\b)", "*", expression)
        return expression.replace("^", "**").replace("if(", "choose(")
    if levels:
        names["L"] = eval(python(levels), names)
    return eval(python(text), names)


def close(a, b):
    """Whether two times agree."""
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-15)


def check(lcm, name, folder):
    """Yield what is wrong with the program `name`."""
    text, sizes, derived, closed = PROGRAMS[name]
    # Chances around the tasks of a small tree are taken in turn, not averaged.
    predicted = [n for n in sizes if name != "queens" or n >= 20]
    source = pathlib.Path(folder) / f"{name}.c"
    source.write_text("// lcm: param n = 8\nint leaf2(int n, int i);\n" + text)
    args = [lcm, "predict", str(source), "-q", "--format", "json", "-D", "p=4",
            "-D", "n=" + ",".join(map(str, predicted))]
    done = subprocess.run(args, capture_output=True, text=True, check=False,
                          timeout=240)
    if done.returncode:
        yield f"status {done.returncode}: {done.stderr}"
        return
    document = json.loads(done.stdout)
    for n, point in zip(predicted, document["points"]):
        for key, want in zip(("work", "span"), derived(n)):
            if key[0].upper() not in (closed or "WS"):
                continue
            if not close(point[key], want * NS):
                yield f"{key} at {n} is {point[key]}, not {want * NS}"
        order = point["order"]
        if order and not order["least"] <= point["time"] <= order["most"]:
            yield f"the time at {n} is not within its bounds"
    recurrence = [r for r in document["recurrences"] if r["function"] == "f"][0]
    parts = {part["name"]: part for part in recurrence["parts"]}
    for letter in closed:
        part = parts[letter]
        if part["closed"] is None:
            yield f"no closed form of {letter}: {part['reason']}"
            continue
        for n in sizes:
            got = value(part["closed"], recurrence["levels_is"], n)
            want = derived(n)["WS".index(letter)] * NS
            if not close(got, want):
                yield f"{letter}({n}) is {got}, not {want}: {part['closed']}"
    if name == "queens" and "is not 0" not in (recurrence["holds"] or ""):
        yield "it is not said where the closed form does not hold"
    if not closed and not parts["W"]["reason"]:
        yield "there is no reason for having no closed form"


def main():
    """Check all programs."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name in PROGRAMS:
            wrong += [f"{name}: {what}"
                      for what in check(sys.argv[1], name, folder)]
    print("\n".join(wrong) or f"{len(PROGRAMS)} programs")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
