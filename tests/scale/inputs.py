#!/usr/bin/env python3
"""How programs scale, whatever they are read from, and sizes that are far away.

A structure and a build directory must give what the source gives; a model in
Pamela what its formula says, which is worked out here; the size for an
efficiency is found far from the one at hand where there is no closed form, and
searching for one that does not exist ends.

usage: inputs.py LCM SOURCE_DIR
"""
import json
import math
import pathlib
import sys
import tempfile

from scale import Tester

QUESTION = ['-D', 'p=1:64:*2', '--efficiency', '0.9', '--least', 'p', '--where',
            'T <= 1 ms']
# Two sections of n and 2 n us behind 50 ms: on two processors the efficiency E
# is (50000 + 3 n)/(2 (50000 + 2 n)), below 0.75; n = 50000 (2 E - 1)/(3 - 4 E).
SECTIONS = '''// lcm: param n = {n} in 1..1000000000
void work(void);
int main(void) {{
  // lcm: model time = 50 ms
  work();
#pragma omp parallel sections
  {{
#pragma omp section
    // lcm: model time = 1 us * n
    work();
#pragma omp section
    // lcm: model time = 2 us * n
    work();
  }}
}}
'''
FAR = [(10, 0.7, 100000), (10, 0.745, 1225000), (10, 0.55, 6250),
       (900000000, 0.7, 100000), (10, 0.76, None), (10, 0.95, None)]


def check_inputs(t, folder):
    """A structure and a build directory give what the source does."""
    source = t.source / 'docs/theory/scalability/trapezoid.c'
    want = t.json('scale', source, *QUESTION)
    if not want['isoefficiency']['rows'] or not want['answers'][0]['value']:
        t.fault('nothing to compare')
    structure = folder / 'trapezoid.lcs'
    done = t.run('analyze', '-c', source, '-o', structure)
    if done.returncode:
        t.fault(done.stderr)
    (folder / 'compile_commands.json').write_text(json.dumps(
        [{'directory': str(source.parent), 'file': source.name,
          'command': f'cc -c {source.name}'}]))
    for inputs in [structure], ['-p', folder], [folder], ['-p', folder, source]:
        if t.json('scale', *inputs, *QUESTION) != want:
            t.fault('not as from the source')


def check_model(t):
    """A model in Pamela: T = n/P + 10 log2(P), so that n = 90 P log2(P) keeps
    the efficiency at 0.9."""
    model = 'docs/theory/scalability/sum.pam'
    scaled = t.json('scale', model, '-D', 'P=1:64:*2', '--size', 'n',
                    '--efficiency', 0.9)
    for point in scaled['points']:
        p = point['env']['P']
        t.same('speedup', point['speedup'], 1000/(1000/p + 10*math.log2(p)))
        if point['parallelism'] is not None:
            t.fault('a model has no span without its processors')
    iso = scaled['isoefficiency']
    for row in iso['rows']:
        t.same(f'size for {row["p"]}', row['size'],
               90*row['p']*math.log2(row['p']))
    if iso['growth'] != 'p*log2(p)' or len(iso['rows']) != 6:
        t.fault(f'{iso}')
    # dT/dP = -n/P^2 + 10/(P ln 2) is 0 at n ln 2/10 = 69.3
    line = t.json('scale', model, '-D', 'P=1:128:*2')['lines'][0]
    t.same('fastest', line['saturation']['p'], 69)
    # 1000/6 + 25.85 = 192.5, 1000/5 + 23.2 = 223.2
    answer = t.json('scale', model, '--least', 'P', '--where', 'T <= 200')
    t.same('least P', answer['answers'][0]['value'], 6)
    # n/8 + 30 <= 500
    answer = t.json('scale', model, '-D', 'P=8', '--most', 'n', '--where',
                    'T <= 500')
    t.same('most n', answer['answers'][0]['value'], 3760)
    text = t.run('scale', model, '--least', 'P', '--where', 'T <= 200').stdout
    if 'core-hours' in text:
        t.fault('times without a unit are no hours')


def check_far(t, folder):
    """Sizes far away are found without a closed form."""
    for n, efficiency, want in FAR:
        (folder / 'x.c').write_text(SECTIONS.format(n=n))
        iso = t.json('scale', folder / 'x.c', '-D', 'p=1,2', '--efficiency',
                     efficiency)['isoefficiency']
        t.same(f'from {n}, for {efficiency}', iso['rows'][0]['size'], want)


def main():
    """Run all checks."""
    t = Tester(sys.argv[1], pathlib.Path(sys.argv[2]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        check_inputs(t, pathlib.Path(folder))
        check_far(t, pathlib.Path(folder))
    check_model(t)
    done = t.run('scale', 'docs/theory/scalability/sum.pam', '--efficiency',
                 0.9)
    if done.returncode != 2 or '--size NAME' not in done.stderr:
        t.fault(f'status {done.returncode}: {done.stderr}')
    print('\n'.join(t.faults) or 'ok')
    sys.exit(bool(t.faults))


if __name__ == '__main__':
    main()
