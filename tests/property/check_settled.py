#!/usr/bin/env python3
"""Checks what lcm takes variables at file scope to hold, against runs.

Random programs of one or two files set numbers, elements of arrays and members
of structures in them in all kinds of ways: before the run, in functions, in
branches, in loops, by pointers, from the environment; and count up to them.
Each round has a model of 1 s, and the program prints how many there were.  lcm
has to say the same number of seconds, or that it does not know a bound.

usage: check_settled.py LCM [FIRST [COUNT]]
"""
import json
import os
import random
import subprocess
import sys
import tempfile

HEAD = '''#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "both.h"
'''
BOTH = '''void tick(void);
void far_set(int x);
void far_use(void);
extern int far, plain;
struct pair { int a, b; unsigned char c; };
extern struct pair beyond;
static int own[3], mine;
'''
TICK = '''long total;
void tick(void) {
  // lcm: model time = 1 s
  total++;
}
'''
MAIN = '''int far, plain = %(first)d;
struct pair beyond = {2, 3, 4};
static int list[3] = {2, 4, 6}, zeros[2][2];
static struct pair pairs[2] = {{1, 5, 6}, {.b = 7}}, one;
static unsigned char small;
static const struct pair fixed[] = {{3, 4, 5}, {6, 7, 8}};
static int calls;
'''
# where each kind of place can be named: in both files or in the first one
PLACES = ['far', 'plain', 'beyond.a', 'own[1]', 'mine']
NEAR = ['list[0]', 'list[2]', 'zeros[1][0]', 'pairs[1].b', 'pairs[0].c',
        'one.a', 'small']
ENV = ('LCM_TEST_NOT_SET', 'LCM_TEST_NOR_THIS')
SEEDS = 40


def change(r, places):
    """Return a statement that may set a place."""
    at = r.choice(places)
    v, w = r.choice([3] * 8 + [4, 300]), r.choice([3, 3, 3, 6])
    base = at.split('[')[0].split('.')[0]
    kinds = [f'{at} = {v};'] * 40 + [
        f'if (x > 1) {at} = {v}; else {at} = {v};',
        f'if (x > 1) {at} = {v}; else {at} = {w};',
        f'if (x > 1) {{ {at} = {v}; }} else if (x > 7) {at} = {v};'
        f' else {{ use(); {at} = {v}; }}',
        f'if (x > 1) {at} = {v};', f'if (x > 1) return; {at} = {v};',
        f'for (int k = 0; k < x; k++) {at} = {v};', f'{at} += 1;',
        f'{{ int *q = (int *)&{base}; (void)q; {at} = {v}; }}',
        f'{{ const char *s = getenv("{ENV[0]}");'
        f' {at} = s ? atoi(s) : {v}; }}',
        f'{{ const char *s = getenv("{ENV[1]}");'
        f' if (s) {at} = atoi(s); else {at} = {v}; }}',
        f'{{ const char *s = getenv("PATH"); if (s) {at} = {v}; }}',
        f'{{ FILE *f = fopen("no such file", "r"); if (f != NULL)'
        f' {{ fscanf(f, "%d", &mine); fclose(f); }} else {at} = {v}; }}',
        f'switch (x) {{ case 1: {at} = {v}; break; default: {at} = {w}; }}',
        'use();', f'{at} = {v} * x;', f'{at} = plain + 1;',
        f'{at} = mine + {w};', f'memset(&{base}, 0, sizeof {base});']
    if base in ('list', 'own'):
        kinds += [f'{base}[x] = {v};', f'for (int k = 0; k < 3; k++) '
                  f'{base}[k] = {w};', f'poke({base});',
                  f'calls += {base}[x];', f'poke(&{at});',
                  f'fill({base}[x]);']
    if base == 'one':
        kinds += ['one = fixed[1];', 'pairs[1] = one;', 'one = pairs[0];',
                  'pairs[x - 1] = one;', 'alter(&one);', 'alter(&pairs[1]);']
    if base == 'pairs':
        kinds += ['alter(&pairs[1]);', 'alter(pairs);', 'pairs[x - 1].b = 9;',
                  f'calls += pairs[x - 1].b;']
    return r.choice(kinds)


def function(r, name, places, argument):
    """Return a function that sets some of "places"."""
    body = '\n  '.join(change(r, places) for _ in range(r.choice([1, 1, 2, 3])))
    return f'{"" if argument else "static "}void {name}(int x) {{\n  {body}\n}}\n'


def program(seed):
    """Return the two files of a program."""
    r = random.Random(seed)
    near, both = r.sample(NEAR, r.choice([0, 1])), r.sample(PLACES, 1)
    if not near and r.random() < 0.3:
        both.append(r.choice(PLACES))
    used = near + both + (['fixed[1].b'] if r.random() < 0.2 else [])
    loops = ''.join(f'  for (int i = 0; i < {at}; i++)\n    tick();\n'
                    for at in used)
    first = HEAD + TICK + MAIN % {'first': r.choice([0, 3, 3, 5])} + (
        'static void use(void) {\n' + loops + '}\n'
        'static void poke(int *at) { at[0] = 2; }\n'
        'static void fill(int x) { calls = x; }\n'
        'static void alter(struct pair *q) { q->b = 8; }\n')
    names = ['set_a', 'set_b'][:r.choice([1, 1, 2])]
    for name in names:
        first += function(r, name, near + both, False)
    steps = [f'{name}({r.choice(["argc", "2", "1"])});' for name in names]
    steps += r.choice([[], [], ['far_set(argc);'], ['far_use();'],
                       ['far_set(2);', 'far_use();']])
    called = any(at.startswith('far_set') for at in steps)
    r.shuffle(steps)
    if r.random() < 0.15:
        steps = ['for (int t = 0; t < 2; t++) {'] + steps + ['}']
    steps.insert(r.choice([len(steps)] * 9 + [0]), 'use();')
    first += ('int main(int argc, char **argv) {\n  (void)argv;\n  ' +
              '\n  '.join(steps) +
              '\n  fprintf(stderr, "%d", calls + list[0] + zeros[0][0]'
              ' + small + own[0] + mine + one.b + pairs[0].a);\n'
              '  fill(fixed[0].a);\n  poke(&calls);\n  alter(&(struct pair){0});'
              '\n  printf("%ld\\n", total);\n  return 0;\n}\n')
    second = HEAD + ('static int calls;\n'
                     'static int list[3], small;\n'
                     'static struct pair one;\n'
                     'static void poke(int *at) { at[0] = 2; }\n'
                     'static void fill(int x) { calls = x; }\n'
                     'static void use(void) { calls++; }\n') + function(
        r, 'far_set', both if called else ['calls'], True) + (
        'void far_use(void) {\n' + ''.join(
            f'  for (int i = 0; i < {at}; i++)\n    tick();\n'
            for at in both) +
        '  poke(list);\n  fill(small);\n  one.a = 9;\n  use();\n'
        '  calls += own[0] + mine;\n}\n')
    return first, second


def compare(lcm, folder, seed):
    """Return the faults of one program, and whether lcm knows it."""
    names = []
    for name, text in zip(('first.c', 'second.c', 'both.h'),
                          program(seed) + (BOTH,)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
        names.append(os.path.join(folder, name))
    binary = os.path.join(folder, 'program')
    subprocess.run(['gcc', '-O0', '-w', '-o', binary] + names[:2], check=True)
    ran = subprocess.run([binary], capture_output=True, text=True, check=True)
    want = int(ran.stdout.split()[0])
    done = subprocess.run(
        [lcm, 'predict'] + names[:2] +
        ['-D', 'p=1', '-D', 'argc=1', '--format', 'json', '-q'],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, (seed, done.stderr)
    out = json.loads(done.stdout)
    got = out['points'][0]['time']
    asks = [u for u in out['unknown']
            if not u['reason'].startswith('calls ')]
    if not asks and round(got) != want:
        return [f'{seed}: {got}, not {want}'], True
    return [], not asks


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
    print('\n'.join(faults) if faults else f'ok: {known} of {count} known')
    sys.exit(bool(faults) or (count == SEEDS and known < count // 12))


if __name__ == '__main__':
    main()
