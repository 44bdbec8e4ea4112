#!/usr/bin/env python3
"""The loop: programs without comments are measured, models are fitted to their
smaller runs and written into the sources, and the larger runs, which the fit
has not seen, are compared with what is then predicted for them.

usage: loop.py [--runs N] [--keep FOLDER] LCM [NAME=HPCC | NAME]...
  NAME   fft2d, jacobi, matmul; stream=FOLDER is STREAM of the HPC Challenge
         in the sources in FOLDER, in a process of its own (needs Open MPI)

Larger and smaller runs take turns, so that what drifts on the machine bends
neither.  One line of a table for each program: the error in the median and at
worst, and how many of the 90 % intervals hold the median of the runs.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(HERE, '..', 'samples')

# What the driver of STREAM does that hpcc's own main does before it.
STREAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <hpcc.h>

int HPCC_LocalVectorSize(HPCC_Params *params, int count, size_t size,
                         int pow2) {
  (void)pow2;
  return (int)(params->HPLMaxProcMem / size / (size_t)count);
}

int main(int argc, char **argv) {
  HPCC_Params params;
  double copy, scale, add, triad;
  int failure = 0;
  MPI_Init(&argc, &argv);
  memset(&params, 0, sizeof params);
  params.HPLMaxProcMem = strtoul(argv[1], NULL, 10) * 1024 * 3 * sizeof(double);
  strcpy(params.outFname, "/dev/null");
  HPCC_Stream(&params, 0, MPI_COMM_SELF, 0, &copy, &scale, &add, &triad,
              &failure);
  printf("%g GB/s\n", triad);
  MPI_Finalize();
  return failure;
}
"""

# name: folder, files, command, what is the same in all runs, smaller and
# larger values of n
PROGRAMS = {
    # Its two sections are two threads, whatever p is.
    'fft2d': ('fft2d', ['fft2d_tp.c', 'fft.c'], './program {n} {itors}',
              ['itors=128', 'p=2'], [16, 32, 64, 128], [256]),
    'fft2d_dp': ('fft2d', ['fft2d_dp.c', 'fft.c'], './program {n} {itors}',
                 ['itors=128', 'p=1,2'], [16, 32, 64, 128], [256]),
    'jacobi': ('jacobi', ['jacobi.c'], './program {n} {sweeps}',
               ['sweeps=200', 'p=1,2'], [96, 160, 224, 288, 352],
               [448, 576, 704]),
    'matmul': ('matmul', ['matmul.c'], './program {n}', ['p=1,2'],
               [320, 384, 448, 512, 576], [704, 832]),
    'stream': (None, ['stream.c', 'driver.c'], './program {n}',
               ['ranks=1', 'threads=1,2'],
               [12288, 16384, 20480, 24576, 28672], [40960, 57344]),
}


def stripped(text):
    """Return the C source `text` without the comments of lcm."""
    return re.sub(r'^[ \t]*// lcm:.*\n', '', text, flags=re.M)


def run(command, **more):
    """Run `command`; end with what it said where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          **more)
    if done.returncode:
        sys.exit(f'{" ".join(command)}\n{done.stdout}{done.stderr}')
    return done.stdout


def prepare(name, hpcc, folder):
    """Put the sources of program `name` into `folder`; return how they are
    compiled."""
    where, files = PROGRAMS[name][:2]
    if where:
        for one in os.listdir(os.path.join(SAMPLES, where)):
            if one.endswith(('.c', '.h')):
                with open(os.path.join(SAMPLES, where, one)) as source:
                    text = stripped(source.read())
                with open(os.path.join(folder, one), 'w') as out:
                    out.write(text)
        return ['gcc', '-O2', '-g', '-fopenmp'], []
    shutil.copy(os.path.join(hpcc, 'STREAM', 'stream.c'), folder)
    with open(os.path.join(folder, 'driver.c'), 'w') as out:
        out.write(STREAM)
    flags = run(['mpicc.openmpi', '--showme:compile']).split()
    return (['mpicc.openmpi', '-O2', '-g', '-fopenmp'],
            [f'-I{hpcc}/include', f'-I{hpcc}/hpl/include', *flags])


def split(runs, small, smaller, larger):
    """Write the records of `runs` with an n in `small` to `smaller`, the
    others to `larger`."""
    with open(runs) as source, open(smaller, 'w') as one, \
            open(larger, 'w') as other:
        for line in source:
            n = json.loads(line)['params']['n']
            (one if n in small else other).write(line)


def measured(lcm, name, options, folder, hpcc):
    """Go round once for program `name` in `folder`; return the document of
    lcm validate."""
    _, files, command, same, small, large = PROGRAMS[name]
    compiler, flags = prepare(name, hpcc, folder)
    run([*compiler, *flags, '-o', 'program', *files, '-lm'], cwd=folder)
    with open(os.path.join(folder, 'compile_commands.json'), 'w') as out:
        json.dump([{'directory': os.path.abspath(folder), 'file': file,
                    'arguments': ['cc', '-O2', '-fopenmp', *flags, '-c', file]}
                   for file in files], out)
    def profile(grid, out):
        run([lcm, 'profile', '-p', '.', '-D', 'n=' + grid,
             *[word for one in same for word in ('-D', one)], '--repeat',
             str(options.runs), '-q', '-o', out, '--', *command.split()],
            cwd=folder)

    profile(','.join(str(n) for n in small + large), 'runs.jsonl')
    split(os.path.join(folder, 'runs.jsonl'), small,
          os.path.join(folder, 'smaller.jsonl'),
          os.path.join(folder, 'larger.jsonl'))
    # Makes no runs: contention is told from the smaller ones alone.
    profile(','.join(str(n) for n in small), 'smaller.jsonl')
    run([lcm, 'fit', 'smaller.jsonl', '-o', 'fit.json'], cwd=folder)
    run([lcm, 'annotate', '--models', 'fit.json', '--in-place', '-p', '.'],
        cwd=folder)
    return json.loads(run([lcm, 'validate', '--format', 'json', '-p', '.',
                           'larger.jsonl'], cwd=folder))


def row(name, document):
    """Return the line of the table for `document` of program `name`."""
    _, _, _, same, small, large = PROGRAMS[name]
    points = ', '.join(
        f'{p["env"]["n"]:.0f}/{p["env"].get("threads", p["env"].get("p")):.0f}:'
        f' {p["predicted"] / p["measured"] - 1:+.1%}'
        for p in document['points'])
    return (f'| {name}, {", ".join(same)} | n = {small[0]} to {small[-1]} | '
            f'n = {", ".join(str(n) for n in large)} | '
            f'{document["error"]:.1%} | {document["worst"]:.1%} | '
            f'{document["covered"]} of {document["intervals"]} | {points} |')


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--runs', type=int, default=7)
    parser.add_argument('--keep')
    parser.add_argument('lcm')
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    lcm = os.path.abspath(options.lcm)
    print('| program | trained on | predicted at | error, median | worst | '
          'intervals that hold | n/p: error |')
    print('|---|---|---|---|---|---|---|')
    for name in options.names or ['fft2d', 'fft2d_dp', 'jacobi', 'matmul']:
        name, _, hpcc = name.partition('=')
        with tempfile.TemporaryDirectory() as made:
            folder = made
            if options.keep:
                folder = os.path.join(options.keep, name)
                os.makedirs(folder)
            document = measured(lcm, name, options, folder,
                                os.path.abspath(hpcc))
        print(row(name, document), flush=True)


if __name__ == '__main__':
    main()
