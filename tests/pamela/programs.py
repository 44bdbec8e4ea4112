#!/usr/bin/env python3
"""Checks on C programs that the bound is no more than the predicted time.

Each program is linked, predicted and bounded at a few p; the bound must not be
above the time, and not below what follows from work and span alone where the
program has nothing but computation.  Bounds are those of the machine that is
asked for.

usage: programs.py LCM TOOL PROGRAM...
"""
import json
import pathlib
import subprocess
import sys
import tempfile

POINTS = 1, 3, 8


def run(*command):
    """Return what `command` prints, or None where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          check=False)
    return None if done.returncode else done.stdout


def link(lcm, program, out):
    """Link `program` into the structure `out` with an entry; say if it is."""
    run(lcm, 'link', program, '-o', out, '-q')
    if not out.exists():
        return False
    text = out.read_text()
    if '\nentry ' not in text:
        out.write_text(text.replace('lcs 1\n', 'lcs 1\nentry main\n', 1))
    return True


def check(lcm, tool, program, folder):
    """Return what is wrong with `program`, and at how many points it was
    compared."""
    out = folder / 'program.lcs'
    out.unlink(missing_ok=True)
    wrong, compared = [], 0
    if not link(lcm, program, out):
        return [f'{program}: is not linked'], 0
    for p in POINTS:
        predicted = run(lcm, 'predict', out, '-D', f'p={p}', '--format', 'json')
        bounds = run(tool, out, '-', f'p={p}')
        if not predicted or not bounds or 'none:' in bounds:
            continue
        time = json.loads(predicted)['points'][0]['time']
        phi, omega, bound = map(float, bounds.split()[2:5])
        compared += 1
        if not max(phi, omega)*(1 - 1e-9) <= bound <= time*(1 + 1e-9):
            wrong.append(f'{program}, p={p}: phi {phi}, omega {omega}, bound '
                         f'{bound}, time {time}')
    return wrong, compared


def check_machine(lcm, folder):
    """Return what is wrong with bounds on a machine: n = 1000 turns of two
    operations at 1 us are 2 ms in series."""
    (folder / 'slow.c').write_text(
        '// lcm: param n = 1000\nint n;\ndouble a[100000];\n'
        'int main(void) {\n  for (int i = 0; i < n; i++)\n'
        '    a[i] = a[i] * 2.0 + 1.0;\n}\n')
    (folder / 'slow.json').write_text(json.dumps(
        {'schema': 'lcm-machine/1', 'name': 'slow', 'costs': {'flop': '1 us'}}))
    said = run(lcm, 'predict', folder / 'slow.c', '--machine',
               folder / 'slow.json', '--method', 'bound', '-D', 'p=2',
               '--format', 'json')
    bound = said and json.loads(said)['points'][0]['bound']['time']
    good = said and abs(bound - 2e-3) <= 1e-12
    return [] if good else [f'on another machine: {bound}, not 0.002']


def main():
    lcm, tool, *programs = sys.argv[1:]
    wrong, compared = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            found, points = check(lcm, tool, program, pathlib.Path(folder))
            wrong += found
            compared += points
        wrong += check_machine(lcm, pathlib.Path(folder))
    print('\n'.join(wrong) or f'{compared} points')
    sys.exit(bool(wrong) or compared < 2*len(programs))


if __name__ == '__main__':
    main()
