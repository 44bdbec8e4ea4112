#!/usr/bin/env python3
"""Reads the formula that `lcm predict --formula text` prints back.

The parts below `where` are put in for their names, the last first; the result
is the model of a program, which must take the time and have the interval that
were predicted, to the four digits that are printed for readers.

usage: where.py LCM ROOT
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

CASES = [('samples/fft2d', 'fft2d_tp.c', 9), ('samples/fft2d', 'fft2d_dp.c', 0)]
POINTS = ['-D', 'p=1,3,4,26', '-D', 'n=64,500', '-D', 'itors=5']


def predict(lcm, folder, *args):
    """Return what lcm prints."""
    done = subprocess.run([lcm, 'predict', '-q', *args], cwd=folder,
                          check=True, capture_output=True, text=True,
                          timeout=60)
    return done.stdout


def whole(text):
    """Return the formula in a text without names for parts, and their
    number."""
    formula, *rest = text.strip().splitlines()
    parts = [line.strip().split(' = ', 1) for line in rest[1:]]
    for name, value in reversed(parts):
        formula = re.sub(rf'\b{name}\b', lambda _, v=value: f'({v})', formula)
    return formula, len(parts)


def times(text):
    """Return the times and intervals of a prediction."""
    return [x for q in json.loads(text)['points']
            for x in (q['time'], q['interval']['low'], q['interval']['high'])]


def differences(lcm, root, folder, case):
    """Yield what does not agree."""
    where, name, least = case
    formula, n = whole(predict(lcm, root / where, name, '--formula', 'text'))
    (folder / 'back.c').write_text(
        'void work(void);\nint main(void) {\n'
        f'  // lcm: model time = {formula}\n  work();\n}}\n')
    if n < least:
        yield f'{name}: only {n} parts have names'
    wanted = times(predict(lcm, root / where, name, *POINTS, '--format', 'json'))
    got = times(predict(lcm, folder, 'back.c', *POINTS, '--format', 'json'))
    for a, b in zip(wanted, got, strict=True):
        if abs(a - b) > 1e-3 * abs(a):
            yield f'{name}: {b}, predicted {a}'


def main():
    lcm, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        lines = [line for case in CASES for line in differences(
            lcm, root, pathlib.Path(folder), case)]
    print('\n'.join(lines) or 'ok')
    sys.exit(bool(lines))


if __name__ == '__main__':
    main()
