#!/usr/bin/env python3
"""Predicts programs with models of some categories of a construct.

Each row of the table in docs/theory/composition.md, "Models of some
categories", has a program here whose numbers were worked out by hand: what
stands below in the calculation is all that the program is expected to come to.
A row without a program, or a program without a row, is a failure.

usage: partial.py LCM ROOT
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

LOOP = '''{models}
  for (int i = 0; i < 10; i++) {{
    // lcm: model pc = 1 s
    // lcm: model cl = 0.5 s
    work();
  }}'''
REGION = '''{models}
#pragma omp parallel
#pragma omp for schedule(static)
  for (int i = 0; i < 8; i++)
    // lcm: model time = 1 s
    work();'''
FOR = '''#pragma omp parallel
{{
#pragma omp for schedule(static)
{models}
  for (int i = 0; i < 8; i++)
    // lcm: model time = 1 s
    work();
}}'''
CALL = '{models}\n  region();'
PIECE = '{models}\n  work();'
MEMBER = '#pragma omp parallel\n  {{\n  {models}\n  work();\n  }}'
# name of the row: programs, each with its models, p, and the calculation
CASES = {
    # 3 + 1 one after the other; the other three idle 4 s each
    'fragment': [(PIECE, {'pc': '3 s', 'cl': '1 s'}, 4,
                  {'time': 4, 'pc': 3, 'cl': 1, 'ip': 12}),
                 (PIECE, {'pc': '1 s', 'ws': '2 s'}, 2,
                  {'time': 3, 'pc': 1, 'ws': 2, 'ip': 3}),
                 # of each of four members
                 (MEMBER, {'pc': '1 s', 'cl': '1 s'}, 4,
                  {'time': 2, 'pc': 4, 'cl': 4})],
    # (8 + 4)/4; (8 + 4*1)/4
    'crew': [(PIECE, {'pc': '8 s', 'li': '4 s'}, 4,
              {'time': 3, 'pc': 8, 'li': 4}),
             (PIECE, {'pc': '8 s', 'cl': 'p * 1 s'}, 4,
              {'time': 3, 'pc': 8, 'cl': 4}),
             (CALL, {'pc': '8 s', 'li': '4 s'}, 4,
              {'time': 3, 'pc': 8, 'li': 4})],
    # 5, and nothing of the 10 * 0.5 of cl; with a cl of its own 5 + 2
    'computation': [(LOOP, {'pc': '5 s'}, 4, {'time': 5, 'pc': 5, 'ip': 15}),
                    (LOOP, {'pc': '5 s', 'cl': '2 s'}, 4,
                     {'time': 7, 'pc': 5, 'cl': 2, 'ip': 21})],
    # 10 * 1 below, 2 instead of 5
    'other': [(LOOP, {'cl': '2 s'}, 4,
               {'time': 12, 'pc': 10, 'cl': 2, 'ip': 36})],
    # 8 iterations on 4: 2 each; (8 + 8)/4
    'region': [(REGION, {'sl': '8 s'}, 4, {'time': 4, 'pc': 8, 'sl': 8}),
               # on 3: 3, 3, 2 take 3, li 1, which is now 4: (8 + 4)/3
               (REGION, {'li': '4 s'}, 3, {'time': 4, 'pc': 8, 'li': 4})],
    # 1.5 each: 3, 3, 2 take 4.5, the last idles 1.5
    'loop': [(FOR, {'pc': '12 s'}, 3, {'time': 4.5, 'pc': 12, 'li': 1.5}),
             (FOR, {'work': '12 s'}, 3, {'time': 4.5, 'pc': 12, 'li': 1.5}),
             # (8 + 4)/3
             (FOR, {'li': '4 s'}, 3, {'time': 4, 'pc': 8, 'li': 4})],
    # (10 + 2 + 0 + 2 + 1 + 1)/4
    'all': [(REGION, {'pc': '10 s', 'li': '2 s', 'ip': '0 s', 'sl': '2 s',
                      'cl': '1 s', 'rc': '1 s'}, 4,
             {'time': 4, 'pc': 10, 'li': 2, 'sl': 2, 'cl': 1, 'rc': 1})],
    'time': [(LOOP, {'time': '2 s', 'cl': '1 s'}, 2,
              {'time': 2, 'pc': 2, 'ip': 2}),
             (LOOP, {'work': '2 s', 'cl': '1 s'}, 2,
              {'time': 2, 'pc': 2, 'ip': 2})],
}
PROGRAM = '''// lcm: category ws "wasted"
void work(void);
static void region(void) {{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 100; i++)
    // lcm: model time = 1 s
    work();
}}
int main(void) {{
  {body}
}}
'''


def predicted(lcm, folder, body, p):
    """Return time and categories of a program, those that are not 0."""
    (folder / 'x.c').write_text(PROGRAM.format(body=body))
    done = subprocess.run(
        [lcm, 'predict', '-q', 'x.c', '--format', 'json', '-D', f'p={p}'],
        cwd=folder, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    point = json.loads(done.stdout)['points'][0]
    found = {'time': point['time'], 'pc': point['work'], **point['lost']}
    return {name: value for name, value in found.items() if value}


def differences(lcm, folder, name, case):
    """Yield what is not as worked out."""
    text, models, p, want = case
    body = text.format(models='\n'.join(
        f'  // lcm: model {c} = {e}' for c, e in models.items()))
    got = predicted(lcm, folder, body, p)
    if sorted(got) != sorted(want) or any(
            not math.isclose(got[c], want[c], rel_tol=1e-9) for c in want):
        yield f'{name}, {models}: {got}, not {want}'


def rows(root):
    """Return the names of the rows of the table."""
    text = (root / 'docs/theory/composition.md').read_text()
    part = text.split('## Models of some categories')[1].split('\n## ')[0]
    return re.findall(r'^\| ([a-z]+):', part, re.M)


def main():
    lcm, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    lines = []
    if rows(root) != list(CASES):
        lines.append(f'the rows are {rows(root)}, the programs {list(CASES)}')
    with tempfile.TemporaryDirectory() as folder:
        for name, cases in CASES.items():
            for case in cases:
                lines += differences(lcm, pathlib.Path(folder), name, case)
    print('\n'.join(lines) or 'ok')
    sys.exit(bool(lines))


if __name__ == '__main__':
    main()
