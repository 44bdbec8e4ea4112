#!/usr/bin/env python3
"""What changed from one revision of a program to the next is as arithmetic says.

Random programs state what their parts cost in comments: calls in a row, loops
of n rounds, and loops in parallel whose rounds p divides.  The new revision
costs something else in some parts, has parts more and less, and other lines.
By hand, a part takes

    c us (a call),  n c us (in a loop),  n/p c us (in a parallel loop)

so that the times, the changes of all parts and what becomes of a limit on the
time are known.  A nest of d loops grows like n^d, and two lines a + b n and
c + d n cross at n = (a - c)/(d - b).

usage: diff.py LCM
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

LCM = sys.argv[1]
KINDS = ('call', 'loop', 'parallel')


def run(folder, old, new, *arguments):
    """Return the exit status and the difference of the texts `old` and `new`."""
    for name, text in (('old', old), ('new', new)):
        place = pathlib.Path(folder) / name
        place.mkdir(exist_ok=True)
        (place / 'program.c').write_text(text, encoding='utf-8')
    done = subprocess.run([LCM, 'diff', 'old', 'new', '--machine', 'none',
                           '--format', 'json', *arguments], cwd=folder,
                          capture_output=True, text=True, check=False)
    if not done.stdout:
        sys.exit(f'no answer: {done.stderr}\n{old}\n{new}')
    return done.returncode, json.loads(done.stdout)


def text_of(parts, contracts, rng):
    """Return a program with the `parts` {name: (kind, cost)}."""
    text = '// lcm: param n = 16\n'
    text += ''.join(f'// lcm: expect {one}\n' for one in contracts)
    text += 'extern int n;\nvoid part(int);\nint main(void) {\n'
    for name, (kind, cost) in parts.items():
        text += rng.choice(('', '\n', '  // a remark\n', '\n\n'))
        body = f'// lcm: fragment {name}\n// lcm: model time = {cost} us\npart(0);\n'
        if kind == 'parallel':
            text += '#pragma omp parallel for\n'
        if kind != 'call':
            body = f'for (int i = 0; i < n; i++) {{\n{body}}}\n'
        text += body
    return text + '}\n'


def cost_of(part, n, p):
    """Return the seconds that `part` takes."""
    kind, cost = part
    return cost * 1e-6 * {'call': 1, 'loop': n, 'parallel': n / p}[kind]


def near(a, b):
    """Return whether the times `a` and `b` are the same but for rounding."""
    return abs(a - b) <= 1e-9 * (abs(a) + abs(b)) + 1e-15


def changed(rng, old):
    """Return another revision of the parts `old`."""
    new = {}
    for name, (kind, cost) in old.items():
        what = rng.randrange(6)
        if what == 0:
            new['more_' + name] = (rng.choice(KINDS), rng.randint(1, 50))
        if what != 1:
            new[name] = (kind, rng.randint(1, 50) if what == 2 else cost)
    return new


def check_parts(folder, rng):
    """Compare the times, parts and contracts of random revisions."""
    n, p = rng.choice((16, 32, 64)), rng.choice((1, 2, 4, 8))
    old = {f'f{k}': (rng.choice(KINDS), rng.randint(1, 50)) for k in range(6)}
    new = changed(rng, old)
    times = [sum(cost_of(one, n, p) for one in parts.values())
             for parts in (old, new)]
    limits = [times[0] * 1.01, times[0] * 0.99, times[1] * 1.01]
    texts = [f'time <= {limit * 1e6:.6f} us at p = {p}, n = {n}' for limit in limits]
    first = text_of(old, texts[:2], rng)
    second = text_of(new, [texts[0], texts[2]], rng)
    status, found = run(folder, first, second, f'-Dn={n}', f'-Dp={p}',
                        '--threshold', '0')
    point, = found['points']
    if not (near(point['old'], times[0]) and near(point['new'], times[1])):
        sys.exit(f'{point}, not {times}\n{first}\n{second}')
    wanted = {name: [cost_of(parts[name], n, p) if name in parts else None
                     for parts in (old, new)] for name in {**old, **new}}
    wanted = {name: both for name, both in wanted.items() if both[0] != both[1]}
    got = {(part['new'] or part['old'])['label']:
           [side and side['times'][0] for side in (part['old'], part['new'])]
           for part in found['parts']}
    if got.keys() != wanted.keys() or not all(
            (a is None and b is None) or near(a, b)
            for name in got for a, b in zip(got[name], wanted[name])):
        sys.exit(f'{got}\nwanted: {wanted}\n{first}\n{second}')
    check_contracts(status, found, texts, times[1] > limits[0])


def check_contracts(status, found, texts, breaks):
    """The first contract held, and is broken where it `breaks`; the second was
    broken, and is gone; the third is new."""
    got = {one['contract']: one['change'] for one in found['contracts']}
    wanted = {texts[0]: 'broken now' if breaks else 'as before',
              texts[1]: 'gone', texts[2]: 'new'}
    if got != wanted or (breaks and status != 1):
        sys.exit(f'status {status}: {got}, not {wanted}')


def nest(depth):
    """Return a program of `depth` loops of n rounds in each other."""
    return ('// lcm: param n = 10\nextern int n;\nvoid part(void);\n'
            'int main(void) {\n' +
            ''.join(f'for (int i{k} = 0; i{k} < n; i{k}++) {{\n'
                    for k in range(depth)) +
            '// lcm: model time = 3 ns\npart();\n' + '}' * depth + '}\n')


def check_growth(folder):
    """The exponent of a nest is its depth; one that grows is worse."""
    for old, new, status, change in ((1, 2, 1, 'worse'), (3, 1, 0, 'better'),
                                     (2, 2, 0, 'none')):
        got, found = run(folder, nest(old), nest(new), '-Dp=1')
        one, = found['growth']
        if (got, one['change']) != (status, change) or found['worse'] != (status == 1) \
                or abs(one['old'] - old) > 0.01 or abs(one['new'] - new) > 0.01:
            sys.exit(f'{old} loops, then {new}: status {got}, {one}')


def line(start, each):
    """Return a program of `start` us and n times `each` us."""
    return text_of({'start': ('call', start), 'each': ('loop', each)}, [],
                   random.Random(1))


def check_crossover(folder):
    """Two lines cross where they are equal."""
    _, found = run(folder, line(10, 5), line(190, 2), '-Dn=10:100:10', '-Dp=1')
    one, = found['crossovers']
    if not near(one['value'], 60) or (one['from'], one['to']) != ('old', 'new'):
        sys.exit(f'(190 - 10)/(5 - 2) is 60: {one}')


PARALLEL = ('', '#pragma omp parallel for\n')


def check_loop(folder):
    """A loop that becomes parallel is the same loop."""
    old, new = [f'''// lcm: param n = 16
extern int n;
void part(int);
int main(void) {{
{pragma}  for (int i = 0; i < n; i++) {{
    // lcm: model time = 7 us
    part(i);
  }}
}}
''' for pragma in PARALLEL]
    _, found = run(folder, old, new, '-Dp=4')
    one, = found['parts']
    if not (near(one['old']['times'][0], 112e-6) and
            near(one['new']['times'][0], 28e-6)):
        sys.exit(f'16 rounds of 7 us on 4: {one}')


def check_unknown(folder):
    """What has no cost in one revision alone leaves open which is slower."""
    old = line(10, 5)
    new = old.replace('int main(void) {', 'void far(void);\nint main(void) {\nfar();')
    status, found = run(folder, old, new, '-Dp=1')
    if status or not found['undecided']:
        sys.exit(f'status {status}: a call without a cost takes no time')
    text = subprocess.run([LCM, 'diff', '-q', 'old', 'new'], cwd=folder, text=True,
                          capture_output=True, check=False).stdout
    if not text.startswith('nobody can say whether new is slower: '):
        sys.exit(text)


def main():
    rng = random.Random(4)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(12):
            check_parts(folder, rng)
        check_growth(folder)
        check_crossover(folder)
        check_loop(folder)
        check_unknown(folder)
        alone = subprocess.run([LCM, 'diff', 'old'], cwd=folder,
                               capture_output=True, check=False)
        if alone.returncode != 2:
            sys.exit('one input is no difference')
    print('differences are as arithmetic says')


if __name__ == '__main__':
    main()
