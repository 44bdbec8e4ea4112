#!/usr/bin/env python3
"""Checks that C written as a model is still the same program.

Everything goes through the command line.  For each C file, at several numbers
of processors and sizes: what `lcm predict` composes or simulates for the
source is what simulating the model gives (`lcm cat --to pamela`, read again);
the bound of the model is at least that of the source and at most the time.
Reading and printing the model gives the same bytes, and its times have a unit.
Where a model cannot be the program, `cat` has to say what it loses, and there
is a point where the times differ: else nothing would be lost.

`exports/` has programs for what the samples do not have: loops assigned in
every static way with iterations that differ, and models of whole parts.  None
of the numbers is written down here.

usage: export.py LCM SOURCES
"""
import json
import pathlib
import subprocess
import sys

# C files with the values that they need, and another size.
EXACT = {
    'docs/guide/tutorial/whole.c': ('', 'n=300 frames=7'),
    'docs/guide/tutorial/rows.c': ('', 'n=300 frames=7'),
    'samples/fft2d/fft2d_dp.c': ('', 'n=100 itors=3'),
    'samples/histogram/histogram.c': ('', 'n=12345 bins=9000'),
    'samples/jacobi/jacobi.c': ('', 'n=100'),
    'samples/matmul/matmul.c': ('', 'n=61'),
    'samples/subiso/subiso_instr.c': ('',),
    'samples/subiso/subiso_loop.c': ('',),
    'samples/subiso/subiso_loop_instr.c': ('',),
    'samples/subiso/subiso_tree.c': ('',),
    'samples/swaptions/swaptions.c': ('items=7 trials=3',),
    'samples/swaptions/swaptions_balanced.c': ('', 'items=13'),
    'samples/swaptions/swaptions_chunks.c': ('', 'items=13'),
    'tests/pamela/exports/models.c': ('',),
    'tests/pamela/exports/triangle.c': ('', 'n=40'),
}
# What is lost, and the processors where that shows.
LOST = {
    'samples/mergesort/mergesort.c': ('when a task runs', (2, 3, 4, 7)),
    'samples/fft2d/fft2d_tp.c': ('how few processors there are', (1,)),
    'tests/pamela/exports/sections.c': ('how few processors there are', (1,)),
    'docs/reference/threads/buffer.c': ('how few processors there are', (1,)),
    'samples/heat/heat.c': ('a message between ranks', ()),
    'docs/reference/mpi/ring.c': ('a message between ranks', ()),
    'samples/fft2d/fft.c': ('where a run begins', None),
    'samples/subiso/subiso.c': ('where a run begins', None),
}
PROCESSORS = (1, 2, 3, 4, 7)


def run(lcm, *arguments, text=None):
    """Return standard output and error of a run that must not fail."""
    done = subprocess.run([lcm, *arguments], input=text, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout, done.stderr


def times(lcm, name, method, values, text=None):
    """Return the times of `name` by `method` for all PROCESSORS."""
    grid = ['-D', 'p=' + ','.join(str(p) for p in PROCESSORS)]
    for value in values.split():
        grid += ['-D', value]
    out, _ = run(lcm, 'predict', name, '--method', method, *grid,
                 '--format', 'json', '-q', text=text)
    points = json.loads(out)['points']
    if method == 'compose':
        return [point['time'] for point in points]
    return [(point[method] or {}).get('time') for point in points]


def model_of(lcm, sample, faults):
    """Return the model of `sample` and what is lost; check its text."""
    model, notes = run(lcm, 'cat', '--to', 'pamela', str(sample))
    again, _ = run(lcm, 'cat', '--to', 'pamela', '-', text=model)
    if model != again:
        faults.append(f'{sample}: printed again, the model is another text')
    if not model.startswith('unit s\n'):
        faults.append(f'{sample}: times have no unit')
    return model, notes


def same(a, b):
    """Return whether two times are equal but for rounding."""
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def compare(lcm, sample, model, values):
    """Yield the processors where source and model differ, and how."""
    source = str(sample)
    composed = times(lcm, source, 'compose', values)
    wanted = times(lcm, source, 'simulate', values)
    below = times(lcm, source, 'bound', values)
    found = times(lcm, '-', 'simulate', values, model)
    bound = times(lcm, '-', 'bound', values, model)
    for i, p in enumerate(PROCESSORS):
        if not same(found[i], wanted[i]) or not same(found[i], composed[i]):
            yield p, (f'{sample} {values} at p = {p}: {composed[i]} composed, '
                      f'{wanted[i]} simulated, {found[i]} as a model')
        elif bound[i] is not None and not (
                below[i] * (1 - 1e-9) <= bound[i] <= found[i] * (1 + 1e-9)):
            yield p, (f'{sample} {values} at p = {p}: bounds {below[i]} and '
                      f'{bound[i]}')


def check_exact(lcm, root):
    """Return what is wrong with the programs that models can be."""
    faults = []
    for name, sizes in EXACT.items():
        model, _ = model_of(lcm, root / name, faults)
        for values in sizes:
            faults += [text for _, text in
                       compare(lcm, root / name, model, values)]
    return faults


def check_lost(lcm, root):
    """Return what is wrong with the programs that lose something."""
    faults = []
    for name, (what, where) in LOST.items():
        model, notes = model_of(lcm, root / name, faults)
        if f'lost: {what}' not in notes:
            faults.append(f'{name}: nothing says "{what}"')
        if where:
            differ = {p for p, _ in compare(lcm, root / name, model, '')}
            if differ != set(where):
                faults.append(f'{name}: differs at p = {sorted(differ)}')
    return faults


def main():
    """Check all programs."""
    lcm, root = sys.argv[1], pathlib.Path(sys.argv[2])
    faults = check_exact(lcm, root) + check_lost(lcm, root)
    print('\n'.join(faults) if faults else 'ok')
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
