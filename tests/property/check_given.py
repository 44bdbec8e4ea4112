#!/usr/bin/env python3
"""Checks what lcm says that threads are given, against runs.

Random programs fill an array of structures in all kinds of ways and start a
thread for each element, which counts from `lo` to `hi`; each round of that has
a model of 1 s.  The program prints how many rounds there were.  lcm has to say
the same number of seconds, or that it does not know the bounds.

usage: check_given.py LCM [FIRST [COUNT]]
"""
import json
import os
import random
import subprocess
import sys
import tempfile

HEAD = '''#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct job {
  int id, lo, hi;
};
static _Atomic long total;
static struct job *kept;
static void set(struct job *j, int lo, int hi) {
  j->lo = lo;
  j->hi = hi;
}
static void grow(struct job *j) { j->hi = j->hi + 2; }
static void keep(struct job *j) { kept = j; }
static void spoil(void) {
  if (kept)
    kept->hi = 3;
}
static int look(const struct job *j) { return j->id; }
static void *work(void *arg) {
  struct job *j = arg;
%(first)s  for (int i = j->lo; i < j->hi; i++) {
    // lcm: model time = 1 s
    total++;
  }
  return 0;
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), nt = atoi(argv[2]), x = 5;
  pthread_t t[16];
  struct job jobs[17];
  struct job one = {1, 2, 7};
  memset(jobs, 0, sizeof jobs);
'''
TAIL = '''  printf("%ld %d\\n", total, one.id);
  return 0;
}
'''
SEEDS = 24
RUNS = ((20, 3), (33, 4))


def value(r, index):
    """Return a value, maybe of the index of the element."""
    plain = ['n', '7', 'x', 'n / 2', 'n > 25 ? 4 : 9']
    of_index = [f'{index} * n / nt', f'({index} + 1) * n / nt', f'n + {index}',
                f'{index}', f'{index} == nt - 1 ? n : 3']
    return r.choice(plain + of_index * 2 if index else plain)


def element(r, index, alias):
    """Return statements about one element; "alias" may be a pointer to it."""
    at = f'jobs[{index}]'
    own = index if index.isalpha() else None
    v, w = value(r, own), value(r, own)
    kinds = [f'{at}.hi = {v};'] * 4 + [f'{at}.lo = {v};'] * 2 + [
        f'if ({index} == 1) {at}.hi = {v};',
        f'if ({index} < 2) {at}.hi = {v}; else {at}.hi = {w};',
        f'if (n > 30) {{ {at}.lo = {v}; }}',
        f'{at}.hi += 2;', f'set(&{at}, {v}, {w});', f'grow(jobs + {index});',
        f'{at} = (struct job){{1, {v}, {w}}};', f'{at} = one;',
        f'memset(&{at}, 0, sizeof {at});', f'{at}.id = look(&{at});',
        f'keep(&{at});', 'spoil();', 'x = x + 1;', 'x = n;',
        f'memcpy(&{at}, &one, sizeof one);', f'one.id = {at}.hi;',
        f'(jobs + {index})->hi = {v};', f'int *h = &{at}.hi; *h = 4;',
        f'struct job *q = &{at}; q->hi = {v};',
        f'struct job *q = &{at}; q->id = 2;']
    if alias:
        kinds += [f'{alias}->hi = {v};'] * 4
    return '{ ' + r.choice(kinds) + ' }' if r.random() < 0.5 else (
        r.choice([k for k in kinds if not k.startswith(('int', 'struct'))]))


def loop(r, body):
    """Return a loop that fills elements."""
    header = r.choice(['int k = 0; k < nt; k++'] * 4 + [
        'int i = 0; i < nt; i++', 'int k = 1; k < nt; k++',
        'int k = 0; k < nt - 1; k++', 'int k = nt - 1; k >= 0; k--',
        'int k = 0; k < nt; k += 2', 'int k = 0; k < 16; k++'])
    index = header[4]
    lines = [element(r, index, None) for _ in range(body)]
    if r.random() < 0.1:
        lines.append(f'if ({index} == 2) {r.choice(["break", "continue"])};')
        lines.append(element(r, index, None))
    return [f'for ({header}) {{'] + ['  ' + at for at in lines] + ['}']


def phase(r):
    """Return statements that fill elements and start threads."""
    lines = []
    for _ in range(r.randrange(3)):
        lines += (loop(r, r.randint(1, 3)) if r.random() < 0.7
                  else [element(r, r.choice(['0', 'nt - 1', '1']), None)])
    alias = r.choice([None, 'j'])
    lines.append('for (int k = 0; k < nt; k++) {')
    if alias:
        lines.append('  struct job *j = &jobs[k];')
    lines += ['  ' + element(r, 'k', alias) for _ in range(r.randint(0, 3))]
    given = r.choice(['&jobs[k]', 'jobs + k', alias or '&jobs[k]'])
    lines.append(f'  pthread_create(&t[k], 0, work, {given});')
    if r.random() < 0.2:
        lines.append('  x = x + 1;')
    lines += ['}', 'for (int k = 0; k < nt; k++)', '  pthread_join(t[k], 0);']
    return lines


def program(seed):
    """Return a program."""
    r = random.Random(seed)
    first = r.choice([''] * 6 + ['  j->id = 3;\n', '  j->hi = j->lo + 3;\n',
                                 '  grow(j);\n', '  look(j);\n'])
    lines = phase(r)
    if r.random() < 0.4:
        lines += phase(r)
    if r.random() < 0.2:
        lines = ['for (int rep = 0; rep < 2; rep++) {'] + lines + ['}']
    return HEAD % {'first': first} + '\n'.join('  ' + at for at in lines) + (
        '\n' + TAIL)


def compare(lcm, folder, seed):
    """Return the faults of one program, and whether lcm knows it."""
    source = os.path.join(folder, f'given{seed}.c')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(program(seed))
    binary = source[:-2]
    subprocess.run(['gcc', '-O0', '-w', '-pthread', '-o', binary, source],
                   check=True)
    faults, known = [], 0
    for n, nt in RUNS:
        ran = subprocess.run([binary, str(n), str(nt)], capture_output=True,
                             text=True, check=True)
        want = int(ran.stdout.split()[0])
        done = subprocess.run(
            [lcm, 'predict', source, '-D', 'p=1', '-D', f'nt={nt}', '-D',
             f'n={n}', '--format', 'json', '-q'],
            capture_output=True, text=True, check=False)
        assert done.returncode == 0, (seed, done.stderr)
        out = json.loads(done.stdout)
        got = out['points'][0]['time']
        asks = [u for u in out['unknown']
                if not u['reason'].startswith('calls ')]
        known += not asks
        if not asks and round(got) != want:
            faults.append(f'{seed}: n = {n}, nt = {nt}: {got}, not {want}')
    return faults, known


def main():
    """Compare all programs."""
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    count = int(sys.argv[3]) if len(sys.argv) > 3 else SEEDS
    faults, known = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            found, one = compare(sys.argv[1], folder, seed)
            faults += found
            known += one
    print('\n'.join(faults) if faults else
          f'ok: {known} of {count * len(RUNS)} known')
    sys.exit(bool(faults) or (count == SEEDS and known < count * 3 // 10))


if __name__ == '__main__':
    main()
