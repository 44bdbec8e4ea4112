#!/usr/bin/env python3
"""Checks that every row of base/diags.def is issued somewhere in the source,
and is provoked by the golden case diagnostics/ID, whose expected.diag shows
it, or, where no command can, by a unit test test_diag_*.c below tests/unit, or
by a test of what runs programs, in tests/profile_cmd/*.py, which asks for
`[ID]`.

usage: coverage.py ROOT
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import csource

ROW = re.compile(r'LCM_DIAG\(\s*(\w+),\s*"([\w-]+)",\s*LCM_')
# Rows that wait for the code that issues them.  One that is issued has to
# leave this list.
AHEAD = set()


def issued(root):
    """Return the names that some source file mentions."""
    names = set()
    for path in csource.files(root, ('.c',)):
        names |= set(re.findall(r'\bLCM_DIAG_(\w+)', path.read_text()))
    return names


def check(root):
    """Yield what is missing."""
    rows = ROW.findall((root / 'base' / 'diags.def').read_text())
    units = ''.join(path.read_text() for path
                    in sorted((root / 'tests/unit').rglob('test_diag_*.c')))
    runs = ''.join(path.read_text() for path
                   in sorted((root / 'tests/profile_cmd').glob('*.py')))
    sources = issued(root)
    for name, diag in rows:
        case = root / 'tests/golden/diagnostics' / diag / 'expected.diag'
        if diag in AHEAD and name not in sources:
            continue
        if diag in AHEAD:
            yield f'{diag} is issued: take it out of AHEAD'
        if name not in sources:
            yield f'{diag} is issued nowhere'
        if case.exists():
            if f'[{diag}]' not in case.read_text():
                yield f'{case} does not show [{diag}]'
        elif (not re.search(rf'\bLCM_DIAG_{name}\b', units) and
              f"[{diag}]'" not in runs.replace('\\', '')):
            yield f'no test provokes {diag}: {case.parent} is missing'
    known = {diag for _, diag in rows}
    for case in sorted((root / 'tests/golden/diagnostics').iterdir()):
        if case.name.split('.')[0] not in known:
            yield f'{case}: there is no diagnostic of that name'


def main():
    wrong = list(check(pathlib.Path(sys.argv[1]).resolve()))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
