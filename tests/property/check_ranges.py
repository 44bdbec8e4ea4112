#!/usr/bin/env python3
"""Compares what lcm predicts of recursions over parts of a range with what
Python counts.

A random function gets the bounds of a part, calls a function or two that cost
something by them, and itself for smaller parts.  Some of the costs depend on
the length of the part alone, others on where it begins: lcm may take calls for
parts of the same length for the same only where that is so.

usage: check_ranges.py LCM [PROGRAMS [FIRST]]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAMS, FIRST, IN_ONE_FILE = 120, 1, 12
MIDDLES = ('(lo + hi) / 2', 'lo + (hi - lo) / 2', 'lo + (hi - lo) / 3',
           'hi - (hi - lo) / 4', 'lo + (hi - lo + 1) / 2', '(lo + 2 * hi) / 3')
BY_LENGTH = ('hi - lo', '2 * (hi - lo)', 'max(hi - lo, 5)', 'hi - lo + 3',
             'min(lo, hi) + 2 - lo', '(hi - lo) mod 3', '(hi - lo)^2', '4',
             'floor((hi + lo) / 2) - lo', 'if(hi - lo > 6, 1, 2)',
             'max(lo + 1, hi) - lo')
BY_PLACE = ('lo', 'hi', 'lo mod 3', 'min(lo, 7)', 'if(lo > 9, 1, 2)',
            'max(hi, 20)', 'floor(lo / 2)', '(lo + hi) / 2', '2 * hi - lo',
            'hi - min(lo, 4)', '(hi - lo) * (hi mod 2)')


def value(text, lo, hi):
    """Return what the expression `text` of a comment is."""
    names = {'lo': lo, 'hi': hi, 'max': max, 'min': min,
             'floor': lambda a: a // 1}
    if text.startswith('if('):
        cond, yes, no = text[3:-1].split(', ')
        return eval(yes if eval(cond, {}, names) else no, {}, names)
    return eval(text.replace('^', '**').replace('mod', '%'), {}, names)


class Program:
    """A function `range_K` with what it calls."""

    def __init__(self, seed):
        rng = random.Random(seed)
        kinds = (BY_LENGTH, BY_LENGTH, BY_LENGTH, BY_PLACE)
        self.costs = [rng.choice(rng.choice(kinds))
                      for _ in range(rng.randint(1, 2))]
        self.middle = rng.choice(MIDDLES)
        self.least = rng.randint(2, 4)
        self.sides = rng.choice(('both', 'both', 'both', 'left', 'right'))
        self.begin = rng.randint(0, 9)
        self.end = self.begin + rng.randint(8, 60)
        self.swapped = rng.random() < 0.3
        self.task = rng.random() < 0.3

    def text(self, k):
        """Return C for the functions number `k`."""
        order = 'int hi, int lo' if self.swapped else 'int lo, int hi'

        def call(name, lo, hi):
            both = (hi, lo) if self.swapped else (lo, hi)
            return f'{name}({both[0]}, {both[1]});'
        out = []
        for i, cost in enumerate(self.costs):
            out += [f'static void work_{k}_{i}({order}) {{',
                    f'  // lcm: model time = ({cost}) * 1 s',
                    '  (void)lo, (void)hi;', '}']
        out += [f'static void range_{k}({order}) {{',
                f'  if (hi - lo < {self.least})', '    return;',
                f'  int middle = {self.middle};']
        if self.sides != 'right':
            out += ['  #pragma omp task'] * self.task
            out.append('  ' + call(f'range_{k}', 'lo', 'middle'))
        if self.sides != 'left':
            out.append('  ' + call(f'range_{k}', 'middle', 'hi'))
        out += ['  #pragma omp taskwait'] * self.task
        out += ['  ' + call(f'work_{k}_{i}', 'lo', 'hi')
                for i in range(len(self.costs))]
        start = call(f'range_{k}', self.begin, self.end)
        return out + ['}', f'static void start_{k}(void) {{', f'  {start}', '}']

    def count(self, lo, hi):
        """Return what the function takes for `lo` and `hi`."""
        if hi - lo < self.least:
            return 0
        middle = eval(self.middle.replace('/', '//'), {}, {'lo': lo, 'hi': hi})
        total = sum(value(cost, lo, hi) for cost in self.costs)
        if self.sides != 'right':
            total += self.count(lo, middle)
        if self.sides != 'left':
            total += self.count(middle, hi)
        return total


def ends(program):
    """Return whether the parts of `program` become smaller."""
    try:
        program.count(program.begin, program.end)
        return True
    except RecursionError:
        return False


def predict(lcm, folder, name):
    """Return the time of the function `name` of x.c, or what lcm says."""
    done = subprocess.run(
        [lcm, 'predict', '--no-cache', 'x.c', '--entry', name, '-D', 'p=1',
         '--format', 'json', '--', '-fopenmp'],
        cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr
    return json.loads(done.stdout)['points'][0]['time']


def main(lcm, programs=PROGRAMS, first=FIRST):
    """Try the programs from number `first` on."""
    lcm, bad, tried = os.path.abspath(lcm), 0, 0
    seeds = range(int(first), int(first) + int(programs))
    all_of = [p for p in map(Program, seeds) if ends(p)]
    for at in range(0, len(all_of), IN_ONE_FILE):
        some = all_of[at:at + IN_ONE_FILE]
        text = [line for k, p in enumerate(some) for line in p.text(k)]
        text += ['int main(void) {'] + [f'  start_{k}();'
                                        for k in range(len(some))]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'x.c').write_text(
                '\n'.join([*text, '  return 0;', '}', '']), encoding='utf-8')
            for k, program in enumerate(some):
                found = predict(lcm, folder, f'start_{k}')
                wanted = program.count(program.begin, program.end)
                tried += 1
                if isinstance(found, str) or abs(found - wanted) > 1e-6:
                    bad += 1
                    print('\n'.join(program.text(k)))
                    print(f'counted {wanted}, predicted {found}')
    print(f'{tried} programs, {bad} wrong')
    return bad > 0 or not tried


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
