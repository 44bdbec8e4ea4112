#!/usr/bin/env python3
"""Sensitivities of random programs against predictions with one number changed.

The first program has no comments, and prices weigh what is counted in its
source.  Each other is made of loops under random schedules, critical sections,
barriers, branches and models with and without coefficients; its machine has
prices that are numbers and one that is an expression.  Of some of its numbers

 - the derivatives to both sides are those that predictions with the number a
   little smaller and larger give (in the machine's file, in the comment, or by
   -D), to 1e-5 of them and 1e-9 of the time;
 - the prediction with the number at its tolerance takes 1.01 times as long, to
   1e-6; where the time jumps there, at least as long a little beyond it; and
   where there is no tolerance, less with 1000 times as much.

usage: check_sensitivity.py LCM [PROGRAMS [NUMBERS]]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

STEP = 1e-5
COSTS = {'flop': 1e-9, 'byte': 2e-10, 'fork': '1e-6*p', 'barrier': 3e-6,
         'lock': 2e-7, 'chunk': 1e-7, 'atomic': 1e-7}
MACHINE = {'schema': 'lcm-machine/1', 'name': 'made', 'sockets': 1,
           'levels': [{'name': 'memory', 'bandwidth': {'core': 5e9}}],
           'resources': [], 'costs': COSTS}


class Program:
    """A random program: its text with one plain number changed, if any."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.plain = {}  # the value of the number in each model without others
        self.coefs = 0
        self.parts = self.block(2)

    def model(self):
        """Return the comments of a fragment, a function of its number."""
        name = f'f{len(self.plain)}'
        r = self.random
        self.plain[name] = value = r.randrange(2, 9)
        self.coefs += 1
        coef = f'(c{self.coefs} = {r.randrange(2, 9)} +/- 0.1)'
        more = f'(d{self.coefs} = {r.randrange(2, 9)} +/- 0.2)'
        text = r.choice([
            'pc = {v} us', 'time = {v} us', 'pc = {v} flop * n',
            'pc = {v} byte * 1000', f'pc = {coef} * 1 us',
            f'time = {coef} * 1 us + n * {more} * 1 ns',
            f'pc = max({coef} * 1 us, {more} * 0.7 us)',
            'cl = 64 byte * n / machine.memory.bandwidth * {v}'])
        if '{v}' not in text:
            del self.plain[name]
            self.plain[name + '-'] = value
        return [f'// lcm: fragment {name}', '// lcm: model ' + text, 'work();']

    def block(self, depth):
        """Return the lines of a few statements."""
        lines = []
        for _ in range(self.random.randrange(1, 4)):
            kind = self.random.randrange(6 if depth else 1)
            if kind == 0:
                lines += self.model()
            elif kind == 1:
                schedule = self.random.choice(
                    ['static', 'static,3', 'dynamic,2', 'guided'])
                lines += [f'#pragma omp parallel for schedule({schedule})',
                          'for (int i = 0; i < n; i++) {', *self.model(), '}']
            elif kind == 2:
                lines += ['#pragma omp parallel', '{', '#pragma omp critical',
                          '{', *self.model(), '}', *self.model(), '}']
            elif kind == 3:
                lines += ['// lcm: prob 0.3', 'if (chance()) {',
                          *self.block(depth - 1), '} else {', *self.model(),
                          '}']
            elif kind == 4:
                lines += ['for (int k = 0; k < 3; k++) {',
                          *self.block(depth - 1), '}']
            else:
                lines += ['#pragma omp parallel', '{', *self.model(),
                          '#pragma omp barrier', *self.model(), '}']
        return lines

    def text(self, name=None, factor=1.0):
        """Return the source with the number of model "name" times factor."""
        out = ['// lcm: param n = 50', 'void work(void);', 'int chance(void);',
               'void f(int n) {']
        now = None
        for line in self.parts:
            if 'fragment' in line:
                now = line.split()[-1]
            value = self.plain.get(now, 1)
            out.append(line.replace(
                '{v}', f'({value} * {factor!r})' if now == name
                else str(value)))
        return '\n'.join(out + ['}', ''])


class Counted:
    """A program without comments, whose operations weigh what they cost."""

    plain = {}

    @staticmethod
    def text(_name=None, _factor=1.0):
        """Return the source."""
        return """void f(int n, double a[n], const int b[n]) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = a[i] * 3.0 / 7.0 + b[i] * b[i] % 5;
}
"""


def changed(machine, number, factor):
    """Return "machine" with a price times factor."""
    out = json.loads(json.dumps(machine))
    name = number['name']
    if number['kind'] == 'bandwidth':
        out['levels'][0]['bandwidth']['core'] *= factor
    elif isinstance(out['costs'][name], str):
        out['costs'][name] = f'({out["costs"][name]}) * {factor!r}'
    else:
        out['costs'][name] *= factor
    return out


class Case:
    """A program with its files at one number of processors."""

    def __init__(self, lcm, folder, seed, p):
        self.lcm, self.folder, self.seed, self.p = lcm, folder, seed, p
        self.program = Program(seed) if seed else Counted()
        self.costs = COSTS if seed else {
            **COSTS, 'integer': 0.7e-9, 'remainder': 5e-9, 'divide': 3e-9}

    def run(self, more, text=None, machine=None):
        """Return what a prediction writes."""
        source = self.folder / 'input.c'
        described = self.folder / 'machine.json'
        source.write_text(text or self.program.text())
        described.write_text(json.dumps(
            machine or {**MACHINE, 'costs': self.costs}))
        done = subprocess.run(
            [self.lcm, 'predict', '--no-cache', '--format', 'json', '-D',
             f'p={self.p}', '--machine', described, source, *more],
            capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f'seed {self.seed}: {done.stderr}{source.read_text()}')
        return json.loads(done.stdout)

    def times(self, number, factors):
        """Return the times with "number" times each of "factors"."""
        if number['kind'] in ('coefficient', 'parameter'):
            values = ','.join(repr(number['value'] * f) for f in factors)
            found = self.run(['-D', f'{number["name"]}={values}'])
            return [point['time'] for point in found['points']]
        out = []
        for factor in factors:
            if number['kind'] == 'model':
                found = self.run([], self.program.text(
                    number['name'].split()[0], factor))
            else:
                found = self.run([], None, changed(
                    {**MACHINE, 'costs': self.costs}, number, factor))
            out.append(found['points'][0]['time'])
        return out

    def check(self, number, time):
        """Compare what is said of "number" with predictions."""
        point = number['points'][0]
        far = point['tolerance']['factor'] or point['tolerance']['beyond']
        jump = point['tolerance']['jump']
        beyond = far * (1 + (1e-6 if far > 1 else -1e-6)) if jump else far
        less, more, at = self.times(number, [1 - STEP, 1 + STEP, beyond])
        faults = []
        for side, change in (('below', time - less), ('above', more - time)):
            got = point[side] * time * STEP
            if abs(got - change) > 1e-5 * abs(change) + 3e-14 * time \
                    + STEP * abs(change):
                faults.append(f'{side}: {got} instead of {change}')
        if point['tolerance']['factor'] is None:
            good = at < 1.01 * time
        elif jump:
            good = at >= 1.01 * time * (1 - 1e-9)
        else:
            good = abs(at / (1.01 * time) - 1) < 1e-6
        if not good:
            faults.append(f'tolerance {far}: {at / time} times as long')
        if faults:
            print(self.program.text(), file=sys.stderr)
        return [f'seed {self.seed}, p = {self.p}, {number["name"]}: {fault}'
                for fault in faults]


def main():
    """Check some numbers of some programs."""
    lcm = sys.argv[1]
    programs = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    numbers = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    faults = []
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(programs):
            case = Case(lcm, pathlib.Path(folder), seed, seed % 4 * 2 + 2)
            found = case.run(['--sensitivity'])
            time = found['times'][0]['time']
            some = found['numbers']
            random.Random(seed).shuffle(some)
            for number in some[:numbers]:
                word = number['kind'], number['points'][0]['by']
                seen[word] = seen.get(word, 0) + 1
                faults += case.check(number, time)
    print('\n'.join(faults), file=sys.stderr)
    print(seen)
    return bool(faults) or not seen


if __name__ == '__main__':
    sys.exit(main())
