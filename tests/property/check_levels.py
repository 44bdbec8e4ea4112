#!/usr/bin/env python3
"""Compares recursions that chance ends with executing them.

A random function works, and calls itself behind branches by chance, in loops
and beside other work; sometimes with an argument that changes from level to
level, which nothing or something depends on.  Where it is executed less than
once more by each execution, on average, and all levels are alike, lcm has to
predict the mean of its time, which is known exactly (a
linear equation) and found by executing it many times; else it has to say that the recursion counts as one level.

LCM_PROPERTY_SEEDS is which programs (first:last).

usage: check_levels.py LCM [SEEDS]
"""
import fractions
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

RUNS = 1500
SIGMAS = 6
LEVELS = 'counts as one level'
ENDLESS = '[recursion]'


class Work:
    """A piece of work of some microseconds."""

    def __init__(self, rng, _):
        self.time = rng.choice([1, 2, 5, 10])

    def text(self, indent):
        return [f'{indent}// lcm: model time = {self.time} us',
                f'{indent}x[0] = x[1] + 1;']

    def means(self):
        """Return its own time, and how often it calls the function."""
        return fractions.Fraction(self.time), fractions.Fraction(0)

    def run(self, _):
        """Return its time and the calls of one execution."""
        return self.time, 0


class Call:
    """The function calls itself."""

    def __init__(self, rng, around):
        self.given = rng.choice(around['given'])

    def text(self, indent):
        return [f'{indent}visit({self.given});']

    def means(self):
        return fractions.Fraction(0), fractions.Fraction(1)

    def run(self, _):
        return 0, 1


class Chance:
    """Something happens by chance, else something else or nothing."""

    def __init__(self, rng, around):
        self.chance = fractions.Fraction(rng.randrange(1, 8), 10)
        self.then = Block(rng, around)
        self.other = Block(rng, around) if rng.random() < 0.4 else None

    def text(self, indent):
        other = [f'{indent}}} else {{', *self.other.text(indent + '  ')] \
            if self.other else []
        return [f'{indent}// lcm: prob {float(self.chance)}',
                f'{indent}if (some()) {{', *self.then.text(indent + '  '),
                *other, f'{indent}}}']

    def means(self):
        one = self.then.means()
        two = self.other.means() if self.other else (0, 0)
        return tuple(self.chance * a + (1 - self.chance) * b
                     for a, b in zip(one, two))

    def run(self, rng):
        if rng.random() < self.chance:
            return self.then.run(rng)
        return self.other.run(rng) if self.other else (0, 0)


class Loop:
    """Something is done a few times."""

    def __init__(self, rng, around):
        self.count = rng.choice([2, 3])
        self.name = f'i{around["depth"]}'
        self.body = Block(rng, around)

    def text(self, indent):
        return [f'{indent}for (int {self.name} = 0; {self.name} < '
                f'{self.count}; {self.name}++) {{',
                *self.body.text(indent + '  '), f'{indent}}}']

    def means(self):
        return tuple(self.count * a for a in self.body.means())

    def run(self, rng):
        done = [self.body.run(rng) for _ in range(self.count)]
        return sum(t for t, _ in done), sum(c for _, c in done)


class Block:
    """A few things, one after the other."""

    def __init__(self, rng, around):
        kinds = [Chance, Chance, Loop] if around['depth'] == 0 else \
            [Work, Call, Chance, Loop] if around['depth'] < 3 else [Work, Call]
        deeper = {**around, 'depth': around['depth'] + 1}
        self.parts = [rng.choice(kinds)(rng, deeper)
                      for _ in range(rng.randrange(1, 3))]

    def text(self, indent):
        return [line for part in self.parts for line in part.text(indent)]

    def means(self):
        means = [part.means() for part in self.parts]
        return sum(a for a, _ in means), sum(b for _, b in means)

    def run(self, rng):
        done = [part.run(rng) for part in self.parts]
        return sum(t for t, _ in done), sum(c for _, c in done)


def program(rng):
    """Return a random program: its text, the body of its function, and whether
    a level does something by an argument that changes."""
    kind = rng.choice(['none', 'same', 'idle', 'used'])
    given = {'none': [''], 'same': ['k'], 'idle': ['k + 1', '2 * k', 'k'],
             'used': ['k + 1']}[kind]
    body = Block(rng, {'depth': 0, 'given': given})
    used = ['  // lcm: model time = k * 1 us', '  x[2] = x[3] + 1;'] \
        if kind == 'used' else []
    lines = ['int some(void);', 'static double x[4];',
             f'static void visit({"void" if kind == "none" else "int k"}) {{',
             *used, *Work(rng, None).text('  '), *body.text('  '), '}',
             'int main(void) {', f'  visit({"" if kind == "none" else "1"});',
             '  return 0;', '}', '']
    first = int(next(line for line in lines[3 + len(used):]
                     if 'model time' in line).split('=')[1].split()[0])
    return '\n'.join(lines), first, body, kind == 'used'


def executed(first, body, rng):
    """Return the mean time of executions and how far that may be off; NULL for
    one that does not end soon."""
    times = []
    for _ in range(RUNS):
        total, open_calls = 0, 1
        while open_calls:
            time, calls = body.run(rng)
            total += first + time
            open_calls += calls - 1
            if total > 1e6:
                return None
        times.append(total)
    mean = sum(times) / RUNS
    return mean, (sum((t - mean) ** 2 for t in times) / RUNS / RUNS) ** 0.5


def predicted(lcm, directory, options):
    """Return the time in microseconds that lcm predicts for the file there,
    and all that it says."""
    done = subprocess.run([lcm, 'predict', 'a.c', '-D', 'p=1', *options],
                          cwd=directory, text=True, capture_output=True,
                          check=False, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout + done.stderr


def time_of(text):
    """Return the time in microseconds of the JSON `text`."""
    return json.loads(text)['points'][0]['time'] * 1e6


def check(lcm, seed):
    """Check the program of `seed`; return what it was, and what is wrong."""
    rng = random.Random(seed)
    calls = 0
    while not calls or (calls >= 1 and rng.random() < 0.9):
        text, first, body, used = program(rng)
        own, calls = body.means()
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, 'a.c').write_text(text)
        said = predicted(lcm, directory, [])
        if used or calls >= 1:
            return 'one level', None if LEVELS in said or ENDLESS in said else \
                f'seed {seed}: it is not said that it is one level:\n{text}'
        if LEVELS in said:
            return 'mean', f'seed {seed}: levels are not counted:\n{text}'
        want = float((first + own) / (1 - calls))
        got = time_of(predicted(lcm, directory, ['--format', 'json', '-q']))
        if abs(got - want) > 1e-9 * want:
            return 'mean', f'seed {seed}: {got} for {want} us:\n{text}'
    seen = executed(first, body, rng) if calls < 0.9 else None
    if seen and abs(seen[0] - want) > SIGMAS * seen[1] + 1e-9 * want:
        return 'mean', f'seed {seed}: executed {seen}, {want} by the equation'
    return 'executed' if seen else 'mean', None


def main():
    first, last = map(int, (sys.argv[2:] or
                            [os.environ.get('LCM_PROPERTY_SEEDS', '1:60')]
                            )[0].split(':'))
    counts, wrong = {}, 0
    for seed in range(first, last + 1):
        kind, problem = check(os.path.abspath(sys.argv[1]), seed)
        counts[kind] = counts.get(kind, 0) + 1
        if problem:
            print(problem)
            wrong += 1
    print(', '.join(f'{counts[kind]} {kind}' for kind in sorted(counts)),
          f'{wrong} wrong', sep='; ')
    few = last - first >= 50 and min(
        counts.get(kind, 0) for kind in ('executed', 'one level')) < 10
    sys.exit(1 if wrong or few else 0)


if __name__ == '__main__':
    main()
