#!/usr/bin/env python3
"""Checks that docs/reference/diagnostics.md has one section for each row of
base/diags.def, in its order, with its severity, and that `lcm check --list`
prints the same.

A section is `## ID (SEVERITY)` followed by what it means, an example in a
fence (that of the golden case diagnostics/ID), and a line that begins with
"What to do:".

usage: diagnostics.py ROOT LCM
"""
import pathlib
import re
import subprocess
import sys

ROW = re.compile(r'LCM_DIAG\(\s*\w+,\s*"([\w-]+)",\s*LCM_(\w+),')


def check_sections(root, text):
    """Yield every section of the document `text` that lacks a part, or whose
    example is not what lcm says in its golden case."""
    parts = re.split(r'^## (\S+) \(\w+\)$', text, flags=re.M)
    for name, body in zip(parts[1::2], parts[2::2]):
        if '```' not in body:
            yield f'{name}: no example'
        elif f'[{name}]' not in body:
            yield f'{name}: the example does not show [{name}]'
        case = root / 'tests/golden/diagnostics' / name / 'expected.diag'
        if case.exists() and case.read_text() not in body:
            yield f'{name}: the example is not what {case} says'
        if '\nWhat to do: ' not in body:
            yield f'{name}: nothing on what to do'


def main():
    root, lcm = pathlib.Path(sys.argv[1]), sys.argv[2]
    rows = [(name, severity.lower()) for name, severity
            in ROW.findall((root / 'base' / 'diags.def').read_text())]
    text = (root / 'docs' / 'reference' / 'diagnostics.md').read_text()
    sections = re.findall(r'^## (\S+) \((\w+)\)$', text, re.M)
    printed = subprocess.run([lcm, 'check', '--list'], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    listed = [tuple(line.split()[:2]) for line in printed.splitlines()]
    wrong = list(check_sections(root, text))
    for what, have in (('docs/reference/diagnostics.md', sections),
                       ('lcm check --list', listed)):
        wrong += [f'{what}: no {row}' for row in rows if row not in have]
        wrong += [f'{what}: {row} is in no row' for row in have
                  if row not in rows]
        if not wrong and have != rows:
            wrong.append(f'{what}: not in the order of base/diags.def')
    print('\n'.join(wrong) or f'ok, {len(rows)} diagnostics')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
