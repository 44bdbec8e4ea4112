#!/usr/bin/env python3
"""Checks what lcm says hangs on conditions that nobody knows, against
predictions in which each of them is given alone.

Random programs have 2 to 60 conditions on elements of an array, one a line,
in loops, functions, teams and in one another.  A condition that is listed by
itself has the time that `-D prob_LINE=0` and `=1` give, and every condition
on which more than a hundredth of the time hangs is listed, by itself where
there are so few that each can be tried.

usage: check_hinges.py LCM [FIRST [COUNT]]
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

SEEDS = 12
FEW = 12
MATTERS = 0.01


class Making:
    """A program that is being written."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = ['static int flag[1000];', 'static double t;']
        self.conditions = 0
        self.most = self.random.choice((2, 4, 8, 12, 30, 60))

    def put(self, text):
        """Append a line."""
        self.lines.append(text)

    def work(self):
        """Append a statement that takes a while."""
        self.put(f'// lcm: model time = {self.random.choice((1, 10, 90, 300))}'
                 ' ms')
        self.put('t = t * 2.0;')

    def condition(self, depth):
        """Append a choice."""
        self.conditions += 1
        self.put(f'if (flag[{self.conditions}]) {{')
        self.block(depth + 1)
        if self.random.random() < 0.4:
            self.put('} else {')
            self.block(depth + 1)
        self.put('}')

    def block(self, depth):
        """Append statements."""
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.random()
            if kind < 0.5 and depth < 4 and self.conditions < self.most:
                self.condition(depth)
            elif kind < 0.6 and depth < 3:
                self.put(f'for (int i{depth} = 0; i{depth} < '
                         f'{self.random.randint(2, 9)}; i{depth}++) {{')
                self.block(depth + 1)
                self.put('}')
            elif kind < 0.7 and depth < 1:
                self.put('#pragma omp parallel for schedule(static)')
                self.put(f'for (int k = 0; k < {self.random.randint(4, 40)}; '
                         'k++) {')
                self.block(2)
                self.put('}')
            else:
                self.work()

    def text(self):
        """Return the program."""
        functions = self.random.randint(1, 4)
        for i in range(functions):
            self.put(f'static void f{i}(void) {{')
            self.block(1)
            self.put('}')
        self.put('int main(void) {')
        while self.conditions < self.most:
            self.block(0)
        for _ in range(3):
            self.put(f'f{self.random.randrange(functions)}();')
        self.put('return 0;')
        self.put('}')
        return '\n'.join(self.lines) + '\n'


def predict(lcm, file, *more):
    """Return the prediction of `file`."""
    done = subprocess.run([lcm, 'predict', file, '-D', 'p=4', *more,
                           '--format', 'json', '-q', '--', '-fopenmp'],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f'{file} {more}: {done.stderr}')
    return json.loads(done.stdout)


def time_of(prediction):
    """Return the time of the last point."""
    return prediction['points'][-1]['time']


def near(a, b):
    """Return whether two times are equal but for rounding."""
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def check(lcm, file, seed):
    """Check the program of `seed`; return what is wrong."""
    with open(file, 'w', encoding='ascii') as out:
        out.write(Making(seed).text())
    whole = predict(lcm, file)
    time = time_of(whole)
    listed = {one['name']: one for one in whole.get('guessed', ())
              if one['conditions'] == 1}
    together = sum(one['conditions'] for one in whole.get('guessed', ())
                   if one['conditions'] > 1)
    with open(file, encoding='ascii') as text:
        lines = [i for i, line in enumerate(text, 1)
                 if re.match('if ', line)]
    for line in lines:
        name = f'prob_{line}'
        times = [time] + [time_of(predict(lcm, file, '-D', f'{name}={value}'))
                          for value in (0, 1)]
        least, most = min(times), max(times)
        one = listed.get(name)
        if one and not (near(one['least'], least) and near(one['most'], most)):
            return f'{name}: {one["least"]} to {one["most"]}, ' \
                   f'not {least} to {most}'
        if not one and most - least > 1.0001 * MATTERS * time and \
                (len(lines) <= FEW or not together):
            return f'{name}: {least} to {most} of {time} is not listed'
    return None


def main():
    """Check the programs asked for."""
    lcm = sys.argv[1]
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    count = int(sys.argv[3]) if len(sys.argv) > 3 else SEEDS
    os.environ['LCM_MACHINE'] = 'none'
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            what = check(lcm, os.path.join(folder, 'input.c'), seed)
            if what:
                print(f'seed {seed}: {what}')
                wrong += 1
    print(f'{count} programs, {wrong} wrong')
    sys.exit(wrong > 0)


if __name__ == '__main__':
    main()
