#!/usr/bin/env python3
"""Compares closed forms of teams whose members are not aligned with what
executing the program gives, and both with a walk through the clocks.

Each program is a loop, executed by all members of a team, over two or three
constructs of CONSTRUCTS, most of which end without a barrier: so iterations
begin as those before them ended.  The reference here knows nothing of lcm:
members are generators that yield how long they compute; who comes to a `single`
or a section first has it, locks go to who came first, of several at the same
time the lowest number is first.  lcm compares its closed form with its engine
at all points itself (LCM_CHECK), and here both are compared with the reference.
Of CLOSED it must have a closed form.

usage: clocks.py LCM
"""
import heapq
import itertools
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SIZES, ROUNDS, COUNT = range(1, 9), (0, 1, 2, 5), 7
# what members do, by the letter in the name of a program
CONSTRUCTS = {
    'f': '''#pragma omp for schedule(static) nowait
    // lcm: model time per iteration = 3 s
    for (int i = 0; i < n; i++)
      work();''',
    'c': '''#pragma omp for schedule(static, 2) nowait
    // lcm: model time per iteration = 2 s
    for (int i = 0; i < n; i++)
      work();''',
    'w': '''#pragma omp for schedule(static)
    // lcm: model time per iteration = 3 s
    for (int i = 0; i < n; i++)
      work();''',
    's': '''#pragma omp single
    {
      // lcm: model time = 50 s
      work();
    }''',
    't': '''#pragma omp single
    {
      // lcm: model time = 1 s
      work();
    }''',
    'a': '''#pragma omp single nowait
    {
      // lcm: model time = 4 s
      work();
    }''',
    'm': '''#pragma omp master
    {
      // lcm: model time = 11 s
      work();
    }''',
    'l': '''#pragma omp critical
    {
      // lcm: model time = 7 s
      work();
    }''',
    'q': '''#pragma omp sections
    {
#pragma omp section
      // lcm: model time = 13 s
      work();
#pragma omp section
      // lcm: model time = 13 s
      work();
#pragma omp section
      // lcm: model time = 13 s
      work();
    }''',
    'b': '''#pragma omp barrier
''',
}
CLOSED = {'fs', 'sf', 'cs', 'sc', 'ft', 'tf', 'ct', 'mf', 'fm', 'ms', 'mt',
          'sm', 'fb', 'cb', 'mb', 'ff', 'cf', 'fc', 'mm', 'sw', 'ws', 'qs',
          'sq', 'ffs', 'cfs', 'mfs', 'fms', 'sfm', 'smf', 'fbs', 'qfs'}
HEAD = '''// lcm: param n = 7 in 1..1000
// lcm: param rounds = 4 in 0..1000
void work(void);
'''
FUNCTION = '''
void {name}(int n, int rounds) {{
#pragma omp parallel
  for (int k = 0; k < rounds; k++) {{
{body}
  }}
}}
'''


# ---- the reference ----------------------------------------------------------

class Team:
    """Members with clocks, and what they share: who has come to a construct,
    who has the lock since when, who waits at the barrier."""

    def __init__(self, p):
        self.p, self.clocks, self.taken = p, [0] * p, {}
        self.free, self.queue, self.waiting = True, [], []

    def run(self, member):
        """Execute the generators member(m) of all members, the earliest first;
        return the time of the last."""
        self.heap = [(0, m) for m in range(self.p)]
        self.doing = [member(self, m) for m in range(self.p)]
        while self.heap:
            _, m = heapq.heappop(self.heap)
            for what in self.doing[m]:
                if what is None:
                    break
                self.clocks[m] += what
                heapq.heappush(self.heap, (self.clocks[m], m))
                break
        return max(self.clocks)

    def wake(self, m, now):
        """Let member m go on at `now`."""
        self.clocks[m] = max(self.clocks[m], now)
        heapq.heappush(self.heap, (self.clocks[m], m))

    def take(self, key, n):
        """Return the number of the next unit of `key`, None behind the last of
        n."""
        self.taken[key] = self.taken.get(key, -1) + 1
        return self.taken[key] if self.taken[key] < n else None

    def barrier(self, m):
        """Wait for all."""
        self.waiting.append(m)
        if len(self.waiting) == self.p:
            for other in self.waiting:
                self.wake(other, self.clocks[m])
            self.waiting = []
        yield None

    def lock(self, m):
        """Have the lock for 7 s, as soon as those who came before had it."""
        yield 0
        if not self.free:
            self.queue.append(m)
            yield None
        self.free = False
        yield 7
        self.free = True
        if self.queue:
            self.free = False
            self.wake(self.queue.pop(0), self.clocks[m])


def share(m, p, n, chunk=None):
    """Return how many of n iterations member m of p has."""
    if chunk:
        return sum(i // chunk % p == m for i in range(n))
    return n // p + (m < n % p)


def does(shape, n, rounds):
    """Return what a member of a program does."""
    def units(team, m, key, n_units, seconds):
        while team.take(key, n_units) is not None:
            yield seconds

    def construct(team, m, letter, key):
        if letter in 'fw':
            yield 3 * share(m, team.p, n)
        elif letter == 'c':
            yield 2 * share(m, team.p, n, 2)
        elif letter in 'sta':
            yield from units(team, m, key, 1, {'s': 50, 't': 1, 'a': 4}[letter])
        elif letter == 'q':
            yield from units(team, m, key, 3, 13)
        elif letter == 'm' and m == 0:
            yield 11
        elif letter == 'l':
            yield from team.lock(m)
        if letter in 'wstqb':
            yield from team.barrier(m)

    def member(team, m):
        for k in range(rounds):
            for i, letter in enumerate(shape):
                yield 0
                yield from construct(team, m, letter, (k, i))
    return member


# ---- lcm --------------------------------------------------------------------

def shapes():
    """Return the programs."""
    pairs = [''.join(x) for x in itertools.product(CONSTRUCTS, repeat=2)]
    triples = [''.join(x) for x in itertools.product('fms', repeat=3)]
    return sorted(set(pairs + triples) | CLOSED)


def lcm_says(lcm, folder, *args):
    """Return what lcm prints; it must not fail."""
    done = subprocess.run(
        [lcm, *args], cwd=folder, check=False, capture_output=True, text=True,
        timeout=120, env=dict(os.environ, LCM_CHECK='1'))
    none = done.returncode == 1 and 'error: no closed form' in done.stderr
    assert none or done.returncode == 0, f'{args}: {done.stderr}'
    assert not (none and done.stdout), f'{args}: {done.stdout}'
    return done.stdout


def closed_form(lcm, folder, entry):
    """Return the closed form as a function of a dictionary, or None."""
    text = lcm_says(lcm, folder, 'predict', 'x.lcs', '-q', '--entry', entry,
                    '--formula', 'python')
    if not text:
        return None
    scope = {}
    exec(text, scope)
    code = scope['lcm_time'].__code__
    names = code.co_varnames[:code.co_argcount]
    return lambda env: scope['lcm_time'](*(float(env[x]) for x in names))


def differences(lcm, folder, shape, missing):
    """Yield what does not agree of a program; without a closed form it is
    appended to `missing`."""
    entry = f'x.c:shape_{shape}'
    form = closed_form(lcm, folder, entry)
    if not form:
        missing.append(shape)
    document = json.loads(lcm_says(
        lcm, folder, 'predict', 'x.lcs', '-q', '--entry', entry, '--format',
        'json', '-D', 'p=1:8', '-D', f'n={COUNT}', '-D',
        'rounds=' + ','.join(map(str, ROUNDS))))
    for point in document['points']:
        env = point['env']
        want = Team(int(env['p'])).run(does(shape, COUNT, int(env['rounds'])))
        for what, got in (('engine', point['time']),
                          ('form', form(env) if form else want)):
            if not math.isclose(got, want, rel_tol=1e-9, abs_tol=1e-9):
                yield f'{shape} at {env}: {what} {got}, not {want}'


def main():
    lcm, lines, missing = pathlib.Path(sys.argv[1]).resolve(), [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / 'x.c').write_text(HEAD + ''.join(
            FUNCTION.format(name=f'shape_{s}', body='\n'.join(
                CONSTRUCTS[letter] for letter in s)) for s in shapes()))
        lcm_says(lcm, folder, 'analyze', '-q', '-c', 'x.c', '-o', 'x.lcs')
        for shape in shapes():
            lines += differences(lcm, folder, shape, missing)
    lines += [f'{s}: no closed form' for s in missing if s in CLOSED]
    print('\n'.join(lines) or
          f'{len(shapes())} programs, {len(missing)} without a closed form: '
          + ' '.join(missing))
    sys.exit(bool(lines))


if __name__ == '__main__':
    main()
