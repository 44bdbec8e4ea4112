#!/usr/bin/env python3
"""Scaling contracts (`expect`) hold, or are broken, as arithmetic says.

Random programs state what their parts cost in comments: a serial part, and
loops in parallel whose rounds cost the same, or in proportion to a power of n.
Time, speedup, efficiency and losses follow by hand:

    T(p) = a + ceil(n/p) b,  S = T(1)/T(p),  E = S/p,  lost = 1 - T(1)/(p T(p))

Limits are drawn on both sides of what is right.  How a time grows is known, too:
a nest of d loops of n rounds, with rounds that cost c n^k, grows like n^(d + k).
What is wrong in a contract is said at its column, the exit status says what is
found, and SARIF has the kinds of results that its version 2.1.0 defines.

usage: contracts.py LCM
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

LCM = sys.argv[1]
PLAIN = ['--machine', 'none', '--format', 'json']


def run(folder, text, *arguments):
    """Return the exit status, output and messages of the contracts of `text`."""
    source = pathlib.Path(folder) / 'program.c'
    source.write_text(text, encoding='utf-8')
    done = subprocess.run([LCM, 'check', '--expect', source.name, *arguments],
                          cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def verdicts(folder, text, *arguments):
    """Return the exit status and the verdicts of the contracts of `text`."""
    status, out, messages = run(folder, text, *PLAIN, *arguments)
    if not out:
        sys.exit(f'no answer: {messages}\n{text}')
    return status, [one['verdict'] for one in json.loads(out)['contracts']]


def status_of(found):
    """Return the exit status that the verdicts `found` call for."""
    return 1 if 'broken' in found else 3 if 'cannot be said' in found else 0


def limits(rng, n, p, serial, each):
    """Return contracts of the program with those costs in us, and whether each
    holds."""
    time = serial + math.ceil(n / p) * each
    alone = serial + n * each
    right = {'time': time, 'work': alone, 'speedup': alone / time,
             'efficiency': alone / time / p, 'lost': 1 - alone / (p * time)}
    out = []
    for quantity, value in right.items():
        limit = value * rng.choice((0.5, 0.97, 1.03, 2))
        relation = rng.choice(('<=', '>=', '<', '>'))
        unit = ' us' if quantity in ('time', 'work') else ''
        if quantity == 'lost' and rng.random() < 0.5:
            unit, shown = '%', limit * 100
        else:
            shown = limit
        held = value <= limit if relation[0] == '<' else value >= limit
        if value == 0:
            continue
        out.append((f'{quantity} {relation} {shown:.12f}{unit} at p = {p}, n = {n}',
                    'holds' if held else 'broken'))
    return out


def check_limits(folder, rng):
    """Compare the limits of a random program with arithmetic."""
    n, p = rng.randint(1, 500), rng.choice((1, 2, 3, 4, 8, 64))
    serial, each = rng.randint(1, 2000), rng.randint(1, 50)
    wanted = limits(rng, n, p, serial, each)
    text = '// lcm: param n = 10\n'
    text += ''.join(f'// lcm: expect {one}\n' for one, _ in wanted)
    text += f'''extern int n;
void first(void), part(int);
int main(void) {{
  // lcm: model time = {serial} us
  first();
#pragma omp parallel for
  for (int i = 0; i < n; i++) {{
    // lcm: model time = {each} us
    part(i);
  }}
}}
'''
    status, found = verdicts(folder, text)
    if found != [verdict for _, verdict in wanted] or status != status_of(found):
        sys.exit(f'status {status}: {found}\nwanted: {wanted}\n{text}')


def check_growth(folder, rng):
    """Compare how a random nest grows with the sum of its exponents."""
    depth, power = rng.randint(1, 3), rng.choice((0, 0.5, 1))
    grows = depth + power
    wanted = [('O(n^%g)' % k, 'holds' if k >= grows else 'broken')
              for k in (grows - 0.5, grows, grows + 1)]
    wanted += [('O(n^%g*log2(n))' % (grows - 0.5), 'broken'),
               ('O(n^%g*log2(n))' % grows, 'holds')]
    text = '// lcm: param n = 10\n'
    text += ''.join(f'// lcm: expect time = {one}\n' for one, _ in wanted)
    text += 'extern int n;\nvoid part(void);\nint main(void) {\n'
    text += ''.join(f'for (int i{k} = 0; i{k} < n; i{k}++) {{\n'
                    for k in range(depth))
    text += f'// lcm: model time = 3 ns * n^{power}\npart();\n' + '}' * depth + '}\n'
    status, found = verdicts(folder, text)
    if found != [verdict for _, verdict in wanted] or status != status_of(found):
        sys.exit(f'status {status}: {found}\nwanted: {wanted}\n{text}')


SUM = '''// lcm: expect no race
double a[1000];
int main(void) {
  double sum = 0;
#pragma omp parallel for%s
  for (int i = 0; i < 1000; i++)
    sum += a[i];
  return sum > 0;
}
'''

OPEN = '''// lcm: expect time <= %s
void elsewhere(void);
int main(void) {
  // lcm: model time = 2 ms
  ;
  elsewhere();
}
'''


def check_rest(folder):
    """Races, what cannot be said, SARIF, and contracts that are wrong."""
    if verdicts(folder, SUM % '') != (1, ['broken']):
        sys.exit('a race is not seen')
    if verdicts(folder, SUM % ' reduction(+ : sum)') != (0, ['holds']):
        sys.exit('a race is seen where there is none')
    if verdicts(folder, OPEN % '5 ms') != (3, ['cannot be said']):
        sys.exit('a time without all costs is believed')
    if verdicts(folder, OPEN % '1 ms') != (1, ['broken']):
        sys.exit('what has a cost is too long already')
    status, out, _ = run(folder, SUM % '', '--format', 'sarif')
    one, = json.loads(out)['runs'][0]['results']
    place = one['relatedLocations'][0]['physicalLocation']['region']
    if (status, one['ruleId'], one['kind'], one['level'],
            place['startLine']) != (1, 'contract-broken', 'fail', 'error', 7):
        sys.exit(f'SARIF: {one}')


WRONG = {
    'time': '1:20: error: expected',
    'time <= 3': '1:24: error: the limit of',
    'foo <= 3': '1:9: error: there is no category',
    'speedup >= 2': '1:9: error: speedup of how many processors',
    'time <= 3 ms at q = 3': '1:9: error: nothing in the program depends on',
    'time = 4 ms': '1:23: error: expected',
    'no rice': '1:19: error: expected',
}


def check_wrong(folder):
    """What is wrong in a contract is said at its place."""
    for text, message in WRONG.items():
        source = f'// lcm: expect {text}\nint main(void) {{\n  return 0;\n}}\n'
        status, _, said = run(folder, source)
        if status != 1 or f'program.c:{message}' not in said:
            sys.exit(f'{text}: status {status}, {said}')


def check_file(folder):
    """Contracts of a file count besides those of the source."""
    (pathlib.Path(folder) / 'contracts').write_text(
        '# two\nexpect time <= 3 ms # one\n\ntime >= 3 ms\n', encoding='utf-8')
    status, found = verdicts(folder, OPEN.replace('elsewhere();', '') % '1 ms',
                             '--contracts', 'contracts')
    if (status, found) != (1, ['broken', 'holds', 'broken']):
        sys.exit(f'contracts of a file: {status}, {found}')


def main():
    rng = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(25):
            check_limits(folder, rng)
        for _ in range(8):
            check_growth(folder, rng)
        check_rest(folder)
        check_wrong(folder)
        check_file(folder)
    print('contracts hold and break as arithmetic says')


if __name__ == '__main__':
    main()
