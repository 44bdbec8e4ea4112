#!/usr/bin/env python3
"""Checks the operations that lcm counts in functions, against those written.

Random functions compute with real numbers, in local variables that are followed
or not, elements, members and loops, and call each other; the writer counts
every operation that a run does.  With a machine on which an operation takes 1 ns
and nothing else takes time, that is the time: no statement may be without its
operations because something else is made of it too.

usage: check_operations.py LCM [FIRST [COUNT]]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

SEEDS = 60
SIZE = 10
MACHINE = {'schema': 'lcm-machine/1', 'name': 'operations',
           'costs': {'flop': 1e-9, 'byte': 0}}
HEAD = f'''struct state {{ double x, y; }};
static struct state one[4];
static double numbers[{SIZE}];
'''
GIVEN = ['s->y', 'a[3]', 'w', '2.5']


class Writer:
    """A program as it grows: its text, and what each function does."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.text = HEAD
        self.functions = []
        self.n_names = 0

    def value(self, names):
        """Return an expression of `names`, and how many operations it has."""
        out, n = self.dice.choice(names), self.dice.randint(0, 3)
        for _ in range(n):
            by = self.dice.choice(names + [f'{self.dice.randint(1, 9)}.5'])
            out = f'({out} {self.dice.choice("+-*")} {by})'
        return out, n

    def statement(self, names, own, depth):
        """Return the lines of a statement, and how many operations it does;
        what it declares is added to `names` and `own`."""
        kind = self.dice.choice(('declare', 'declare', 'declare', 'set', 'update',
                                 'element', 'member', 'loop', 'call'))
        value, n = self.value(names)
        if kind == 'declare':
            name = f'v{self.n_names}'
            self.n_names += 1
            names.append(name)
            own.append(name)
            return [f'double {name} = {value};'], n
        if kind == 'set' and own:
            return [f'{self.dice.choice(own)} = {value};'], n
        if kind == 'update' and own:
            sign = self.dice.choice('+-*')
            return [f'{self.dice.choice(own)} {sign}= {value};'], n + 1
        if kind == 'member':
            return [f's->x += {value};'], n + 1
        if kind == 'loop' and depth < 2:
            trips = self.dice.randint(1, 6)
            body, n = self.body(names, depth + 1)
            index = f'i{depth}'
            return [f'for (int {index} = 0; {index} < {trips}; {index}++) {{',
                    *body, '}'], trips * n
        if kind == 'call' and self.functions:
            name, n = self.dice.choice(self.functions)
            return [f'{name}(s, a, {self.dice.choice(names)});'], n
        return [f'a[{self.dice.randint(0, SIZE - 1)}] = {value};'], n

    def body(self, names, depth=0):
        """Return the lines of a block, and how many operations it does."""
        lines, total, names, own = [], 0, list(names), []
        for _ in range(self.dice.randint(1, 6)):
            more, n = self.statement(names, own, depth)
            lines += more
            total += n
        return lines, total

    def program(self):
        """Return a program, and how many operations it does."""
        for k in range(self.dice.randint(1, 4)):
            lines, n = self.body(GIVEN)
            self.text += (f'static void f{k}(struct state *s, double *a, '
                          'double w) {\n' + '\n'.join(lines) + '\n}\n')
            self.functions.append((f'f{k}', n))
        name, n = self.functions[-1]
        times = self.dice.randint(1, 50)
        self.text += (f'int main(void) {{\n  for (int k = 0; k < {times}; k++)\n'
                      f'    {name}(&one[1], numbers, 1.5);\n  return 0;\n}}\n')
        return self.text, times * n


def check(lcm, seed, place):
    """Return what is wrong with the program of `seed`, or None."""
    text, want = Writer(seed).program()
    (place / 'program.c').write_text(text)
    done = subprocess.run([lcm, 'predict', '-q', '--no-cache', 'program.c', '-D',
                           'p=1', '--machine', 'machine.json', '--format',
                           'json'], cwd=place, capture_output=True, text=True,
                          check=False, timeout=60)
    if done.returncode:
        return f'seed {seed}: {done.stderr}'
    got = json.loads(done.stdout)['points'][0]['time'] * 1e9
    return (None if abs(got - want) <= 1e-6 * max(want, 1)
            else f'seed {seed}: {want} operations are counted as {got:g}')


def main():
    lcm = sys.argv[1]
    first, count = (*map(int, sys.argv[2:4]), *(0, SEEDS)[len(sys.argv) - 2:])
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / 'machine.json').write_text(json.dumps(MACHINE))
        wrong = list(filter(None, (check(lcm, seed, place)
                                   for seed in range(first, first + count))))
    print('\n'.join(wrong) or f'{count} programs')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
