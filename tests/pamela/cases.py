#!/usr/bin/env python3
"""Checks the bounds of validation cases.

Each bounds/*.pam says in comments what is expected of it:
  #= [MODEL] [POINT] : KEY=VALUE ...   numbers at a point, visiting the
        structure and, where there is one that holds, by the closed form; KEY is
        phi omega time skewed barriers upper conjecture resource; VALUE~R: to R
  #form [MODEL] KEY = TEXT             a closed form as it prints
  #cost [MODEL] TEXT                   what evaluating it costs
  #equation NAME = TEXT                an equation over start times
  #saturation PARAM RESOURCE = TEXT    from where a resource binds


L of each case, made a model without contention, is to have the bound of L as
its critical path.

usage: cases.py BOUNDS DIRECTORY LCM
"""
import math
import pathlib
import re
import subprocess
import sys
import tempfile

KEYS = ('phi', 'omega', 'time', 'skewed', 'barriers', 'upper', 'conjecture',
        'resource')
# What the closed form does not say.
VALUES_ONLY = ('upper', 'conjecture', 'skewed', 'barriers', 'resource')
TOLERANCE = 1e-9


def run(*command):
    """Return the lines that `command` prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                          check=False)
    if done.returncode:
        raise ValueError(f'{" ".join(map(str, command))}: {done.stderr}')
    return done.stdout.splitlines()


def close(got, want):
    """Return whether the text `got` is what `want` says."""
    want, _, tolerance = want.partition('~')
    if want == '-' or re.match(r'[A-Za-z_]', want) and want != 'nan':
        return got == want
    a, b = float(got), float(want)
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return abs(a - b) <= float(tolerance or TOLERANCE) * max(1, abs(b))


def check_values(tool, path, text):
    """Yield what is wrong with the numbers that a line `text` asks for."""
    head, _, tail = f' {text}'.partition(' : ')
    words = head.split()
    point = words.pop() if words and '=' in words[-1] else ''
    model = words[0] if words else 'L'
    for how in '--values', '--forms':
        line = run(tool, how, path, model, point)[0].split()
        got = dict(zip(KEYS, line[2:]))
        for item in tail.split():
            key, _, want = item.partition('=')
            if how == '--forms' and key in VALUES_ONLY:
                continue
            if not close(got[key], want):
                yield f'{how} {head.strip()}: {key} is {got[key]}, not {want}'


def forms_of(tool, path, model):
    """Return the closed forms of `model` as {key: text}."""
    return dict(line.split(' = ', 1)
                for line in run(tool, '--form', path, model) if ' = ' in line)


def check_serialized(tool, lcm, path, directory):
    """Yield what is wrong with the model without contention that lcm makes of
    L: its critical path is to be the bound of L; None where nothing is."""
    out = subprocess.run([lcm, 'predict', path, '--serialized'],
                         capture_output=True, text=True, timeout=60,
                         check=False)
    if out.returncode:
        return
    model = pathlib.Path(directory) / 'serialized.pam'
    model.write_text(out.stdout, encoding='utf-8')
    want = run(tool, '--values', path, 'L', '')[0].split()
    got = run(tool, '--values', model, 'L', '')[0].split()
    if want[2] == 'none:':
        yield 'a model without a bound was serialized'
    elif not close(got[2], want[4]) or float(got[3]) != 0:
        yield f'serialized: {got[2:5]}, not {want[4]}'
    else:
        yield None


def check_text(tool, path, kind, text):
    """Yield what is wrong with what a line of `kind` asks for."""
    if kind == 'form':
        head, want = text.split(' = ', 1)
        model, key = (['L'] + head.split())[-2:]
        got = forms_of(tool, path, model).get(key)
    elif kind == 'cost':
        model, want = (['L'] + text.split(maxsplit=1))[-2:] \
            if not text.startswith('O(') else ('L', text)
        key, got = 'cost', forms_of(tool, path, model).get('cost')
    elif kind == 'saturation':
        key, want = text.split(' = ', 1)
        lines = run(tool, '--saturations', path, 'L')
        at = [i for i, line in enumerate(lines) if line.startswith(key + ' ')]
        got = lines[at[0] + 1].split(' = ', 1)[1] if at else None
    else:
        key, want = 'equations', text
        lines = run(tool, '--equations', path, 'L')
        got = want if want in lines else lines
    if got != want:
        yield f'{key} is {got}, not {want}'


def check(tool, path):
    """Yield what is wrong with the case `path`; count what it asks for."""
    asked = 0
    for line in path.read_text().splitlines():
        match = re.match(r'#(=|form|cost|equation|saturation) (.*)', line)
        if not match:
            continue
        asked += 1
        kind, text = match.groups()
        try:
            wrong = list(check_values(tool, path, text) if kind == '='
                         else check_text(tool, path, kind, text))
        except ValueError as error:
            wrong = [str(error)]
        for what in wrong:
            yield f'{path.name}: {what}'
    if not asked:
        yield f'{path.name}: asks for nothing'


def main():
    tool, directory, lcm = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    cases = sorted(directory.glob('*.pam'))
    wrong = [what for path in cases for what in check(tool, path)]
    made = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path in cases:
            told = list(check_serialized(tool, lcm, path, scratch))
            made += told == [None]
            wrong += [f'{path.name}: {what}' for what in told if what]
    if made < 30:
        wrong.append(f'only {made} models were serialized')
    print('\n'.join(wrong) or f'{len(cases)} cases, {made} serialized')
    sys.exit(1 if wrong or not cases else 0)


if __name__ == '__main__':
    main()
