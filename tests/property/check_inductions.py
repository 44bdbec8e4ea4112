#!/usr/bin/env python3
"""Checks what lcm takes loops to leave in variables, against runs.

Random programs move variables in loops: by sums, products and quotients, with
the index or by a condition, in loops in one another, of any kind; some moves are
of no such form, some loops end early.  What the variables hold, in rounds and
behind the loops, says how often other loops run and whether branches are taken.
Some variables have few bits or no sign, and some are declared in the header of
a loop, where they may hide others.
Half of the programs call what has a model of 1 s and count the calls, the
others add to one floating-point number within one loop without jumps, which lcm
counts as a whole.  lcm has to say the same count, or that it does not know one.

usage: check_inductions.py LCM CC [FIRST [COUNT]]
"""
import random
import sys

import ticks

SHOW = '''#include <stdio.h>
void show(double x) {
  // lcm: model time = 0 s
  printf("%.0f\\n", x);
}
'''
HEAD = '''void tick(void), done(void), show(double x);
static double acc;
static const int fixed[4] = {3, 1, 4, 2};
static int only_read[4] = {2, 0, 1};
static int changed[4] = {1, 2, 3, 4};
static void change(void) {
  // lcm: model time = 0 s
  changed[1] = 5;
}
'''
TABLES = ['fixed', 'only_read', 'changed']
TYPES = ['int'] * 6 + ['unsigned', 'short', 'unsigned char', 'signed char']
SEEDS = 70


class Writer:
    """The text of one function, as it grows."""

    def __init__(self, r, tick, jumps):
        self.r = r
        self.tick = tick
        self.jumps = jumps
        self.made = 0

    def name(self, letter):
        """Return a new name."""
        self.made += 1
        return f'{letter}{self.made}'

    def term(self, names):
        """Return a small whole number."""
        r = self.r
        if names and r.random() < 0.6:
            name = r.choice(names)
            table = r.choice(TABLES)
            return f'{table}[{name} & 3]' if r.random() < 0.1 else name
        return str(r.choice([1, 2, 3, 4, 7, 10]))

    def move(self, k, names):
        """Return a statement that moves "k"."""
        r = self.r
        one = self.term([name for name in names if name != k])
        return r.choice([
            f'{k}++;', f'{k} += {one};', f'{k} += {r.choice([2, 3])};',
            f'{k} += {r.choice([2, 3])};', f'{k}++;', f'{k} = {k} + {one};',
            f'{k} *= 2;', f'{k} = 2 * {k};', f'{k} /= 2;', f'{k} /= 7;',
            f'{k} >>= 1;', f'{k} *= 7;',
            f'{k} <<= 1;', f'{k} -= 1;', f'{k} += {one} % 3;',
            f'if ({one} % 2 == 0) {k}++;', f'if ({one} > 2) {k} += 2;',
            f'if ({one} > 2) {k} += 2; else {k} += {one};',
            f'{k} = {k} % 7;', f'{k} = {one} - {k};', f'{k} += {k};',
            f'{k} = {one};', f'{{ {k} += 2; {k} -= 1; }}',
            f'if ({k} > 9) {k} = 1;',
            f'switch ({one}) {{ case 1: {k} = 4; break; case 2: case 4: '
            f'{k}++; case 3: {k} += 2; break; default: {k} = {one}; }}',
            f'switch ({one} % 3) {{ case 0: {k} += 2; break; case 1: '
            f'if ({k} > 3) break; {k} = 2; }}',
            f'switch ({one}) {{ default: {k}++; break; case 2: {k} += 3; }}',
            f'{k} = {k} * 3 / 2;'])

    def use(self, names):
        """Return a statement that counts."""
        r = self.r
        k = self.term(names)
        hidden = r.choice(names) if names else 'v'
        return r.choice([
            f'for (int u = 0; u < {k}; u++) {self.tick}',
            f'for (int u = 0; u < {k}; u++) {self.tick}',
            f'for (int u = 0, {hidden} = 3; u < {hidden}; u++) {self.tick}',
            f'for (int u = 0, v = {k}; u < v; u++) {self.tick}',
            f'for (int u = {k}; u < 12; u++) {self.tick}',
            f'if ({k} > {r.choice([2, 5, 9])}) {self.tick}'])

    def loop(self, names, numbers, depth):
        """Return a loop."""
        r = self.r
        i = self.name('i')
        n = r.choice(['3', '4', '5', self.term(numbers)])
        kind = r.randrange(14 if self.jumps else 10)
        inner = names + [i]
        body = self.block(inner, numbers, depth + 1)
        if kind < 5:
            return f'for (int {i} = 0; {i} < {n}; {i}++) {{ {body} }}'
        if kind == 5:
            return f'for (int {i} = {n}; {i} > 0; {i}--) {{ {body} }}'
        if kind == 6:
            return f'for (int {i} = 1; {i} <= {n}; {i} += 2) {{ {body} }}'
        if kind == 7:
            return f'for (int {i} = 1; {i} < {n}; {i} *= 2) {{ {body} }}'
        if kind == 8:
            return (f'int {i} = 0; while ({i} < {n}) {{ {body} {i}++; }}')
        if kind == 9:
            by = r.choice([2, 2, 3, 7])
            after = self.use(inner) if r.random() < 0.5 else ''
            return (f'int {i} = {n} * {r.choice([1, 5, 21, 49])}; '
                    f'while ({i} > 1) {{ {body} {i} /= {by}; }} {after}')
        if kind == 10:
            return (f'for (int {i} = 0; {i} < {n}; {i}++) {{ {body} '
                    f'if ({self.term(inner)} > 8) '
                    f'{r.choice(["break;", "continue;"])} '
                    f'{self.use(inner)} }}')
        if kind == 11:
            return f'int {i} = 0; do {{ {body} {i}++; }} while ({i} < {n});'
        if kind == 12:
            return (f'int {i} = {r.choice([5, 9, 37])}; while ({i} > 1) '
                    f'{{ {body} {i} = ({i} + 1) / 2; }} {self.use(inner)}')
        return (f'int {i} = {r.choice([12, 18, 35])}, {i}_by = '
                f'{r.choice([8, 15, 21])}; while ({i}_by) {{ int {i}_rest = '
                f'{i} % {i}_by; {i} = {i}_by; {i}_by = {i}_rest; {body} }} '
                f'{self.use(inner)}')

    def block(self, names, numbers, depth):
        """Return some statements; "numbers" may be moved."""
        r = self.r
        lines = []
        names, numbers = list(names), list(numbers)
        for _ in range(r.randrange(1, 4 if depth else 6)):
            kind = r.randrange(10)
            if kind < 4 and numbers:
                lines.append(self.move(r.choice(numbers), names))
            elif kind < 6:
                lines.append(self.use(names))
            elif kind == 6 or not numbers:
                k = self.name('k')
                lines.append(f'{r.choice(TYPES)} {k} = {self.term(names)};')
                names.append(k)
                numbers.append(k)
            elif depth < 3:
                lines.append(self.loop(names, numbers, depth))
        return ' '.join(lines)


def program(seed):
    """Return the files of a random program, and what a round takes."""
    r = random.Random(seed)
    plain = r.random() < 0.5
    write = Writer(r, 'acc += 1.0;' if plain else 'tick();', not plain)
    body = write.block(['n'], ['n'], 0) + ' ' + write.use(['n'])
    n = r.randrange(2, 9)
    if plain:
        return ([f'{HEAD}int main(void) {{\n  change();\n'
                 f'  for (int one = 0; one < 1; one++) {{ int n = {n};'
                 f' acc += 1.0; {body} }}\n'
                 '  show(acc);\n  return 0;\n}\n', '', SHOW], 1e-9)
    return ([f'{HEAD}int main(void) {{\n  change();\n  int n = {n};\n'
             f'  {body}\n  done();\n  return 0;\n}}\n', '', ticks.TICK], 1.0)


def main():
    """Check all programs."""
    lcm, cc = sys.argv[1:3]
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    n = int(sys.argv[4]) if len(sys.argv) > 4 else SEEDS
    ticks.check_all(lcm, cc, range(first, first + n), program, 5)


if __name__ == '__main__':
    main()
