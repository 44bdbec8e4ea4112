#!/usr/bin/env python3
"""Runs the validation cases of the language; README.md says how.

usage: run.py ROOT LCM CASE...
"""
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys


def lcm(program, arguments):
    """Return the finished `lcm predict` with `arguments`."""
    return subprocess.run([program, 'predict', *arguments], check=False,
                          capture_output=True, text=True, timeout=120)


def holds(got, want):
    """Return whether the value `got` is what the text `want` says."""
    if '|' in want:
        return any(holds(got, one) for one in want.split('|'))
    if want == 'null' or got is None:
        return want == 'null' and got is None
    if isinstance(got, str):
        return got == want
    low, _, high = want.partition('..')
    if high:
        return float(low) <= got <= float(high)
    return math.isclose(got, float(want), rel_tol=1e-9, abs_tol=1e-12)


def at(point, path):
    """Return the value in `point` at the dotted `path`."""
    for key in path.split('.'):
        if point is None:
            return None
        point = point[key]
    return point


def check_run(program, files, text):
    """Yield what is wrong with what the line `#run TEXT` asks for."""
    head, _, tail = f' {text}'.rpartition(' : ')
    arguments = shlex.split(head)
    if '--method' not in arguments:
        arguments += ['--method', 'bound,simulate']
    done = lcm(program, [*files, *arguments, '--format', 'json'])
    if done.returncode:
        yield f'{head}: status {done.returncode}: {done.stderr}'
        return
    point = json.loads(done.stdout)['points'][0]
    for item in tail.split():
        key, _, want = item.partition('=')
        if not holds(at(point, key), want):
            yield f'{head}: {key} is {at(point, key)}, not {want}'


def check(program, files, kind, text):
    """Yield what is wrong with a line of `kind`."""
    if kind == 'run':
        yield from check_run(program, files, text)
    elif kind == 'fails':
        head, _, regex = f' {text}'.rpartition(' : ')
        done = lcm(program, [*files, *shlex.split(head)])
        if done.returncode != 1 or not re.search(regex, done.stderr):
            yield f'{head}: status {done.returncode}: {done.stderr}'
    else:
        said = lcm(program, [*files, '--formula', 'text']).stdout.strip()
        got, takes = said.rsplit('\n', 1)
        if not re.fullmatch(r'takes O\(.+\) to evaluate', takes):
            yield f'the formula takes {takes}'
        if got != text:
            yield f'the formula is {got}, not {text}'


def main():
    root, program, cases = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    wrong = []
    for case in map(pathlib.Path, cases):
        lines = re.findall(r'^#(run|fails|formula|with) (.*)$',
                           case.read_text(), re.M)
        files = [str(case)] + [str(root / 'data/machines/pamela' / name)
                               for kind, name in lines if kind == 'with']
        asked = [line for line in lines if line[0] != 'with']
        if not asked:
            wrong.append(f'{case.name}: asks for nothing')
        wrong += [f'{case.name}: {what}' for kind, text in asked
                  for what in check(program, files, kind, text)]
    print('\n'.join(wrong) or f'{len(cases)} cases')
    sys.exit(1 if wrong or not cases else 0)


if __name__ == '__main__':
    main()
