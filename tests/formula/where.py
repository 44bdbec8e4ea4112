#!/usr/bin/env python3
"""Reads the formula that `lcm predict --formula text` prints back.

The parts below `where` are put in for their names, the last first; the result
is the model of a program, which must take the time and have the interval that
were predicted, to the four digits that are printed for readers.  So must T_s,
by which the total overhead is told, be that of one processor; a short formula
has the overhead itself, which is read back as well.

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
SHORT = [('samples/jacobi', 'jacobi.c', 'n'),
         ('samples/fourcolour', 'fourcolour.c', 'pairs'),
         ('samples/swaptions', 'swaptions_balanced.c', 'items'),
         ('docs/theory/scalability', 'trapezoid.c', 'n')]


def predict(lcm, folder, *args):
    """Return what lcm prints."""
    done = subprocess.run([lcm, 'predict', '-q', *args], cwd=folder,
                          check=True, capture_output=True, text=True,
                          timeout=60)
    return done.stdout


def whole(text):
    """Return the formulas in a text by their names ('' for that of the time),
    without names for parts, and the number of these."""
    lines, _, where = text.strip().partition('where\n')
    parts = [line.strip().split(' = ', 1) for line in where.splitlines()
             if line.startswith('  ')]
    formulas = {}
    for line in lines.strip().splitlines():
        told = re.match('(T_O|T_s) = (.*)', line)
        name, formula = told.groups() if told else ('', line)
        for part, value in reversed(parts):
            formula = re.sub(rf'\b{part}\b', lambda _, v=value: f'({v})',
                             formula)
        formulas[name] = formula
    return formulas, len(parts)


def times(text):
    """Return the times and intervals of a prediction."""
    return [x for q in json.loads(text)['points']
            for x in (q['time'], q['interval']['low'], q['interval']['high'])]


def back(lcm, folder, formula, *points):
    """Return the prediction of a program that takes the time `formula`."""
    (folder / 'back.c').write_text(
        'void work(void);\nint main(void) {\n'
        f'  // lcm: model time = {formula}\n  work();\n}}\n')
    return predict(lcm, folder, 'back.c', *points, '--format', 'json')


def differences(lcm, root, folder, case):
    """Yield what does not agree."""
    where, name, least = case
    formulas, n = whole(predict(lcm, root / where, name, '--formula', 'text'))
    if n < least:
        yield f'{name}: only {n} parts have names'
    wanted = predict(lcm, root / where, name, *POINTS, '--format', 'json')
    got = back(lcm, folder, formulas[''], *POINTS)
    for a, b in zip(times(wanted), times(got), strict=True):
        if abs(a - b) > 1e-3 * abs(a):
            yield f'{name}: {b}, predicted {a}'
    if 'T_s' not in formulas:
        return
    if formulas['T_O'] != 'p*T - T_s':
        yield f'{name}: {formulas["T_O"]}'
    got = back(lcm, folder, formulas['T_s'], *POINTS)
    points = json.loads(wanted)['points']
    alone = {q['env']['n']: q['time'] for q in points if q['env']['p'] == 1}
    for a, b in zip(points, json.loads(got)['points'], strict=True):
        want = alone[a['env']['n']]
        if abs(want - b['time']) > 1e-3 * want:
            yield f'{name}: T_s is {b["time"]}, predicted {want}'


def overheads(lcm, root, folder, case):
    """Yield where the overhead in a short text is not p T(p) - T(1)."""
    where, name, size = case
    text = predict(lcm, root / where, name, '--formula', 'text')
    overhead = whole(text)[0]['T_O']
    points = ['-D', 'p=1,3,4,26', '-D', f'{size}=64,500', '-D', 'sweeps=5']
    wanted = json.loads(predict(lcm, root / where, name, *points, '--format',
                                'json'))['points']
    alone = {q['env'][size]: q['time'] for q in wanted if q['env']['p'] == 1}
    # a time is not negative: what one processor takes is added
    added = f'{max(alone.values())!r} s'
    got = json.loads(back(lcm, folder, f'{overhead} + {added}', *points))
    for a, b in zip(wanted, got['points'], strict=True):
        p, n = a['env']['p'], a['env'][size]
        want = p * a['time'] - alone[n]
        have = b['time'] - max(alone.values())
        if abs(want - have) > 1e-3 * p * a['time']:
            yield f'{name}: T_O is {have} for p = {p}, n = {n}, not {want}'


def main():
    lcm, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        lines = [line for case in CASES for line in differences(
            lcm, root, pathlib.Path(folder), case)]
        lines += [line for case in SHORT for line in overheads(
            lcm, root, pathlib.Path(folder), case)]
    print('\n'.join(lines) or 'ok')
    sys.exit(bool(lines))


if __name__ == '__main__':
    main()
