#!/usr/bin/env python3
"""Checks that one program has one time: predict, compare, advise, scale, the
page of report and the picture of graph say the same of it, and of what an edit
makes of it.

The commands analyse a program in different detail: those that make edits keep
loops as nodes.  Whatever a command looks at, the time of the program is that of
`lcm predict`.  Those of trees of tasks are means over some orders: the same
orders whatever is asked.  The programs are all samples, and loops of this script that touch
the same data again and again, whose parts cost more than the whole; machines
with and without caches price them; and the golden cases of the topic truth, as
they are called there: every one with the argument `all`, else some.  Where advice names an edit, `predict --edit`
and `compare --edit` give the time that the finding has.

usage: one_base.py LCM [all]
"""
import html
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = SOURCE / 'samples'
TRUTH = SOURCE / 'tests' / 'golden' / 'truth'
EVERY = 24  # of the golden cases, where not all are asked for
# and these: parts that are touched otherwise than the whole, members, choices,
# functions that are left early, operands that nothing is known of, ends of
# loops that are elements or members
NAMED = ('members_once', 'proof_narrow', 'proof_view', 'serial_choices',
         'array_filled_by_calls', 'calls_everywhere', 'base_element',
         'base_changed_behind')
UNITS = {'s': 1, 'ms': 1e-3, 'us': 1e-6, 'ns': 1e-9}
PLAIN = {'schema': 'lcm-machine/1', 'name': 'plain', 'processors': 16,
         'sockets': 2,
         'levels': [{'name': 'memory',
                     'bandwidth': {'core': 10e9, 'socket': 20e9}}],
         'costs': {'flop': 1e-10, 'fork': 5e-6, 'barrier': 1e-6}}
CACHES = dict(PLAIN, name='caches', levels=[
    {'name': 'L1', 'size': 32768, 'bandwidth': {'core': 100e9}},
    {'name': 'L2', 'size': 1 << 20, 'bandwidth': {'core': 40e9}},
    PLAIN['levels'][0]])
TYPICAL = SOURCE / 'data' / 'machines' / 'typical' / 'AuthenticAMD-25-1.json'
FIRST = 26
PROGRAMS = 6  # of random loops, with so many functions each:
FUNCTIONS = 4
TREES = 8  # of tasks


def loops(dice, k):
    """Return the source of function number `k`: plain and parallel loops over
    arrays of its own, which their iterations share in part; some of it is left
    early."""
    n, m = dice.choice([40, 100, 300]), dice.choice([10, 50, 200])
    lines = ['static double a[%d][%d], b[%d], c[%d], s;' % (n, m, n, m),
             'static int k[64];', 'static int f(int x) {']
    for _ in range(dice.randrange(1, 4)):
        body = dice.choice([
            'b[i] += a[i][j];', 'c[j] = c[j] * 0.5 + b[i];', 's += a[i][j];',
            'a[i][j] = b[i] * c[j];', 'k[3]++;',
            'if (c[j] > 0) b[i] = b[i] + c[j];'])
        if dice.random() < 0.25:
            lines += ['  if (b[x] > 1)', '    return 0;']
        if dice.random() < 0.5:
            lines.append('#pragma omp parallel for' +
                         (' reduction(+ : s)' if 's +=' in body else ''))
        lines += ['  for (int i = 0; i < %d; i++)' % n,
                  '    for (int j = %s; j < %d; j++)' %
                  (dice.choice(['0', '0', 'i % 7']), m), '      ' + body]
        if dice.random() < 0.5:
            lines += ['  for (int j = 0; j < %d; j++)' % m, '    c[j] += s;']
    text = '\n'.join(lines + ['  return s > 0;', '}', ''])
    return re.sub(r'\b([abcfks])\b', r'\g<1>%d' % k, text)


def program(dice, n):
    """Return the source of a program of `n` such functions."""
    return '\n'.join([loops(dice, k) for k in range(n)] +
                     ['int main(void) {'] +
                     ['  f%d(%d);' % (k, k) for k in range(n)] +
                     ['  return 0;', '}', ''])


def tree(dice):
    """Return the source of a tree of tasks over the same data, whose leaves
    differ: its time depends on the order in which the tasks run."""
    return '''static double a[%d], b[%d];
static void leaf(int from, int to) {
  for (int i = from; i < to; i++)
    for (int j = 0; j < %d; j++)
      b[i] += a[j] * a[i];
}
static void part(int from, int to) {
  if (to - from <= %d) {
    leaf(from, to);
    return;
  }
  int mid = from + (to - from) %s;
#pragma omp task
  part(from, mid);
#pragma omp task
  part(mid, to);
#pragma omp taskwait
}
int main(void) {
  for (int step = 0; step < 3; step++) {
#pragma omp parallel
#pragma omp single
    part(0, %d);
    for (int i = 0; i < 4000; i++)
      a[i] += b[i];
  }
  return b[3] > 0;
}
''' % (4000, 4000, dice.choice([200, 4000]), dice.choice([20, 63, 150]),
       dice.choice(['/ 2', '/ 3', '* 2 / 5']), dice.choice([1000, 2000, 3777]))


class Checker:
    """Runs the commands and compares what they say."""

    def __init__(self, lcm, folder):
        self.lcm, self.folder, self.home = lcm, folder, folder
        self.checked, self.edited, self.cases, self.trees = 0, 0, 0, 0
        self.cwd = None

    def run(self, *args):
        """Return the standard output of lcm, None where it fails."""
        done = subprocess.run([self.lcm, *map(str, args), '--no-cache', '-q',
                               '--', f'-I{self.home}'], capture_output=True, text=True,
                              check=False, timeout=200, cwd=self.cwd)
        return done.stdout if done.returncode in (0, 1) and done.stdout else None

    def time(self, *args):
        """Return the time that predict says, None where it fails."""
        text = self.run('predict', *args, '--format', 'json')
        return json.loads(text)['points'][0]['time'] if text else None

    def check_nodes(self, name, path, p, machine):
        """Check that what nodes take is looked at without another time, nor
        other losses, coming of it."""
        how = ['predict', path, '-D', f'p={p}', '--machine', machine,
               '--format', 'json']
        want, got = (json.loads(self.run(*how, *more))['points'][0]
                     for more in ([], ['--nodes']))
        self.same(name, 'predict --nodes', want['time'], got['time'])
        for category, lost in want['lost'].items():
            assert abs(lost - got['lost'][category]) <= 1e-9 * p * want['time'], (
                f'{name}: predict --nodes says {category} = '
                f'{got["lost"][category]!r}, predict {lost!r}')
        self.trees += 1

    def same(self, name, what, want, got):
        """Complain where `got` is not `want`."""
        assert got is not None and abs(got - want) <= 1e-9 * abs(want), (
            f'{name}: {what} says {got!r}, predict {want!r}')

    def told(self, name, what, want, text):
        """Complain where no headline in `text` has the time `want`."""
        times = re.findall(r': [a-z, ]*([0-9.e+]+) ([mun]?s)\b',
                           html.unescape(text or ''))
        assert any(abs(float(number) * UNITS[unit] - want) <= 6e-4 * want
                   for number, unit in times), (
            f'{name}: {what} does not say {want!r}')

    def check(self, name, path, p, machine, most=2):
        """Check the program at `path`, with `most` edits."""
        self.home = path.parent
        how = ['-D', f'p={p}', '--machine', machine]
        base = self.time(path, *how)
        if base is None or not base > 0:
            return
        self.checked += 1
        twin = self.folder / 'twin.c'
        twin.write_text(path.read_text())
        advice = json.loads(self.run('advise', path, *how, '--format', 'json'))
        self.same(name, 'advise', base, advice['time'])
        self.told(name, 'report', base,
                  self.run('report', path, *how, '--no-advice'))
        findings = advice['findings'][:most]
        edits = [part for k, finding in enumerate(findings)
                 for part in ('--edit', f'x{k}: {finding["edit"]}')]
        both = json.loads(self.run('compare', path, twin, *how, *edits,
                                   '--format', 'json'))['points'][0]['time']
        for k, finding in enumerate(findings):
            edit = finding['edit']
            self.same(name, f'predict --edit {edit}', finding['time'],
                      self.time(path, *how, '--edit', edit))
            self.same(name, f'compare --edit {edit}', finding['time'],
                      both.pop(f'x{k}'))
            self.edited += 1
        assert len(both) == 2, f'{name}: compare says {both}'
        for time in both.values():
            self.same(name, 'compare', base, time)


def call_of(case):
    """Return the inputs and the options of the program of the golden case, as
    all commands take them; None where it is no C program at one point."""
    args = (case / 'args').read_text().splitlines()
    inputs, options = [], []
    taken = {'-D', '--machine', '--models', '--entry', '--variant'}
    at = 1
    while at < len(args) and args[at] != '--':
        if args[at] in taken and at + 1 < len(args):
            options += [args[at], re.split('[,:]', args[at + 1])[0]
                        if args[at] == '-D' else args[at + 1]]
            at += 1
        elif args[at].endswith('.c'):
            inputs.append(args[at])
        at += 1
    values = [options[i + 1] for i in range(0, len(options), 2)
              if options[i] == '-D']
    if not inputs or args[0] in ('annotate', 'fit', 'link', 'validate'):
        return None
    if args[0] == 'compare':
        inputs = inputs[:1]
    if not any(value.startswith(('p=', 'ranks=', 'threads='))
               for value in values):
        options += ['-D', 'p=4']
    return inputs, options


def check_case(checker, case):
    """Check that all commands give the program of the golden case one time."""
    call = call_of(case)
    if not call:
        return
    inputs, how = call
    checker.cwd, checker.home = case, case
    base = checker.time(*inputs, *how)
    checker.cwd = None
    if base is None or not base > 0:
        return
    checker.cwd = case
    checker.cases += 1
    name = case.name
    if len(inputs) == 1:
        both = checker.run('compare', inputs[0], inputs[0], *how,
                           '--format', 'json')
        for one in json.loads(both)['points'][0]['time'].values():
            checker.same(name, 'compare', base, one)
    advice = json.loads(checker.run('advise', *inputs, *how, '--tries', 20,
                                    '--format', 'json'))
    checker.same(name, 'advise', base, advice['time'])
    if not any(o.startswith(('ranks=', 'threads=')) for o in how):
        scale = json.loads(checker.run('scale', *inputs, *how, '--format', 'json'))
        checker.same(name, 'scale', base, scale['points'][0]['time'])
    for command in ('report', 'graph'):
        more = ['--no-advice'] if command == 'report' else ['-T', 'dot']
        checker.told(name, command, base,
                     checker.run(command, *inputs, *how, *more))
    checker.cwd = None


def main():
    """Check samples and random loops; return the exit status."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        checker = Checker(sys.argv[1], folder)
        machines = []
        for machine in (PLAIN, CACHES):
            machines.append(folder / (machine['name'] + '.json'))
            machines[-1].write_text(json.dumps(machine))
        for path in sorted(SAMPLES.glob('*/*.c')):
            checker.check(path.name, path, 4, machines[0])
        for seed in range(FIRST, FIRST + PROGRAMS):
            path = folder / 'loops.c'
            path.write_text(program(random.Random(seed), FUNCTIONS))
            checker.check(f'seed {seed}', path, (1, 4, 16)[seed % 3],
                          machines[seed % 2], 2 * FUNCTIONS)
        for seed in range(FIRST, FIRST + TREES):
            dice = random.Random(seed)
            path = folder / 'tree.c'
            path.write_text(tree(dice))
            checker.check_nodes(f'tree {seed}', path, dice.randrange(3, 17),
                                TYPICAL)
        cases = sorted(path.parent for path in TRUTH.glob('*/args'))
        some = cases[::EVERY] + [case for case in cases if case.name in NAMED]
        for case in cases if sys.argv[2:] == ['all'] else some:
            check_case(checker, case)
        print(f'{checker.checked} programs, {checker.edited} edits, '
              f'{checker.trees} trees of tasks, {checker.cases} golden cases')
        return 0 if checker.checked > 15 and checker.edited > 15 and \
            checker.cases > 3 and checker.trees == TREES else 1


if __name__ == '__main__':
    sys.exit(main())
