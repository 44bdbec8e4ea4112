#!/usr/bin/env python3
"""A loop that hands something on from round to round never looks independent,
whatever asks: an edit of the source, an edit of a structure that was read from
the source before anybody spoke of edits, and advice for either.  Loops whose
rounds have all for themselves are proved independent by each.

usage: carried.py LCM
"""
import json
import pathlib
import subprocess
import sys
import tempfile

# Each program has one loop in main, the fragment L, over i from 0 to n - 1.
PROGRAM = '''extern double *get(int i);
double a[4000], b[4000];
%(before)s
int main(int argc, char **argv) {
  const int n = 100 * argc;
  %(declare)s
  // lcm: fragment L
  // lcm: model time per iteration = 1 ms
  for (%(header)s) {
    %(body)s
  }
  return b[3] > 1 %(use)s;
}
'''
HEADER = 'int i = 0; i < n; i++'


def loop(body, declare='', before='', header=HEADER, use=''):
    """Return the program with the loop."""
    return PROGRAM % {'body': body, 'declare': declare, 'before': before,
                      'header': header, 'use': use}


TEAM = '''#include <omp.h>
double a[4000], b[4000], total;
int main(int argc, char **argv) {
  const int n = 100 * argc;
#pragma omp parallel
  {
    double s = 0;
    // lcm: fragment L
    // lcm: model time per iteration = 1 ms
    for (int i = 0; i < n; i++)
      s += a[i];
#pragma omp critical
    total += s;
  }
  return total > 1;
}
'''

CARRIED = {
    'sum': loop('s += a[i];', 'double s = 0;', use='+ (s > 2)'),
    'sum written out': loop('s = s + a[i];', 'double s = 0;',
                            use='+ (s > 2)'),
    'a smaller one': loop('if (a[i] > s) s = a[i] / 2;', 'double s = 0;',
                          use='+ (s > 2)'),
    'the one before': loop('b[i] = s; s = a[i];', 'double s = 0;'),
    'a number': loop('b[i] = k; k = i * 2;', 'int k = 0;'),
    'the last that fits': loop('if (a[i] > 0) k = i;', 'int k = 0;',
                               use='+ k'),
    'where the largest is': loop('if (a[i] > s) { s = a[i]; k = i; }',
                                 'double s = 0; int k = 0;', use='+ k'),
    'a counter': loop('if (a[i] > 0) b[k++] = a[i];', 'int k = 0;'),
    'a second index': loop('b[i + j] += a[i];', header='int i = 0, j = n - 1; '
                           'i < n; i++, j--'),
    'a second index from outside': loop(
        'b[i + j] += a[i];', 'int j = n - 1;',
        header='int i = 0; i < n; i++, j--'),
    'static': loop('count(a[i]);', before='static double t; static void '
                   'count(double x) { static double c; c += x; t = c; }',
                   use='+ (t > 2)'),
    'by address': loop('add(&s, a[i]);', 'double s = 0;', 'static void '
                       'add(double *t, double x) { *t += x; }',
                       use='+ (s > 2)'),
    'a pointer from elsewhere': loop('double *q = get(i); q[0] += a[i];'),
    'two pointers from elsewhere': loop(
        'p[i] = q[i + 1];', 'double *p = get(0), *q = get(1);'),
    'output': loop('printf("%g\\n", a[i]);', before='#include <stdio.h>'),
    'random numbers': loop('b[i] = rand();', before='#include <stdlib.h>'),
    'a function from elsewhere': loop('b[i] = get(i) > a;'),
    'a member': loop('s.x += a[i];', 'struct { double x; } s = {0};',
                     use='+ (s.x > 2)'),
    'below a loop': loop('for (int k = 0; k < 3; k++) s += a[i + k];',
                         'double s = 0;', use='+ (s > 2)'),
    'in a team': TEAM,
}

INDEPENDENT = {
    'elements': loop('b[i] = 2 * a[i];'),
    'a value of its own': loop('double t = a[i]; b[i] = t * t;'),
    'an array of its own': loop(
        'double t[3]; t[0] = a[i]; t[1] = t[0] * 2; b[i] = t[1];'),
    'an array of the called': loop(
        'b[i] = f(a[i]);', before='static double f(double x) { double w[3]; '
        'w[0] = x; w[1] = 2 * x; return w[0] + w[1]; }'),
    'a sum of the called': loop(
        'b[i] = f(a[i]);', before='static double f(double x) { double s = 0; '
        'for (int k = 0; k < 9; k++) s += x; return s; }'),
    'an index from outside': loop(
        'b[i] = 0; for (k = 0; k < 3; k++) b[i] += k;', 'int k;'),
    'the C library': loop(
        'b[i] = sin(a[i]) + strlen("x");',
        before='#include <math.h>\n#include <string.h>'),
    'largest': loop('if (a[i] > s) s = a[i];', 'double s = 0;',
                    use='+ (s > 2)'),
    'count': loop('if (a[i] > 2) k++;', 'int k = 0;', use='+ k'),
    'rows': loop('for (int j = 0; j < n; j++) b[i * n + j] = a[j];'),
}


def run(lcm, folder, *args):
    """Return the status and output of lcm."""
    done = subprocess.run([lcm, *args], cwd=folder, capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def edited(lcm, folder, name):
    """Return what an edit of the input `name` makes of the loop: proved,
    assumed or refused."""
    code, out, err = run(lcm, folder, 'predict', name, '-D', 'p=4', '-D',
                         'argc=1', '--edit', 'parallelize L', '--format',
                         'json', '--no-cache')
    if code and '[edit-refused]' in err:
        return 'refused'
    if code:
        return err
    about = [e for e in json.loads(out)['edits']
             if 'the model of' not in e['premise']]
    return 'proved' if all(e['proved'] for e in about) else 'assumed'


def advised(lcm, folder, name):
    """Return the same for advice: `proved` where a way to divide the loop is
    said to need nothing that is not known."""
    code, out, err = run(lcm, folder, 'advise', name, '-D', 'p=4', '-D',
                         'argc=1', '--format', 'json', '--no-cache')
    if code:
        return err
    for finding in json.loads(out)['findings']:
        about = [p for p in finding['premises']
                 if 'the model of' not in p['text']]
        if finding['edit'].startswith('parallelize') and \
                all(p['proved'] for p in about):
            return 'proved'
    return 'not proved'


def check(lcm, folder, title, text, independent):
    """Print and count what is wrong with one program."""
    wrong = 0
    (folder / 'p.c').write_text(text)
    code, _, err = run(lcm, folder, 'analyze', '-c', 'p.c', '-o', 'p.lcs',
                       '--no-cache')
    if code:
        print(f'{title}: {err}')
        return 1
    for name in ('p.c', 'p.lcs'):
        found = edited(lcm, folder, name)
        if found != 'proved' if independent else \
                found not in ('assumed', 'refused'):
            print(f'{title}: the edit of {name} is {found}')
            wrong += 1
        found = advised(lcm, folder, name)
        if found != ('proved' if independent else 'not proved'):
            print(f'{title}: the advice for {name} is {found}')
            wrong += 1
    return wrong


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for title, text in CARRIED.items():
            wrong += check(sys.argv[1], folder, title, text, False)
        for title, text in INDEPENDENT.items():
            wrong += check(sys.argv[1], folder, title, text, True)
    print('ok' if not wrong else f'{wrong} are wrong')
    sys.exit(1 if wrong else 0)


main()
