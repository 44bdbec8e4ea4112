#!/usr/bin/env python3
"""What a command has found is its answer when it is interrupted or its budget
of processor time is nearly spent: marked as such, and the same numbers as of a
command that was asked for that much; a second interrupt ends it at once.

Ranks pass 1,000 messages around a ring, which is played message by message at
each of thousands of points.  What interrupts waits for a line of progress.

usage: stopped.py LCM
"""
import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile

RING = '''#include <mpi.h>
int main(int argc, char **argv) {
  int rank, ranks, word = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < 1000; i++) {
    MPI_Send(&word, 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
    MPI_Recv(&word, 1, MPI_INT, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    // lcm: model time = 1 us * (1 + i mod 7)
    { word += i; }
  }
  MPI_Finalize();
  return word;
}
'''


def run(arguments, folder, lines=0, times=1, seconds=None):
    """Run `arguments`, interrupted `times` after `lines` lines of progress of
    what is predicted; return its status and what it writes."""
    def limit():
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with subprocess.Popen(arguments, cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True,
                          preexec_fn=limit) as process:
        errors = []
        for line in process.stderr:
            errors.append(line)
            if line.startswith('[') and ' points' in line:
                lines -= 1
                if not lines:
                    for _ in range(times):
                        process.send_signal(signal.SIGINT)
        text = process.stdout.read()
    return process.returncode, text, ''.join(
        line for line in errors if not line.startswith('['))


def budget(lcm, folder):
    """Return seconds of processor time in which the program can be read, and
    not all of it be predicted; what is left of them when the answer is asked
    for is enough to write it, however slow the machine."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    subprocess.run([lcm, 'predict', 'ring.c', '--no-cache', '-D', 'p=2'],
                   cwd=folder, capture_output=True, check=True)
    return 4 + math.ceil(6 * (used() - before))


def check(lcm, folder):
    """Return what is wrong."""
    wrong = []

    def want(what, holds, *shown):
        if not holds:
            wrong.append(f'{what}: {shown}')

    base = ['ring.c', '--no-cache', '--progress', '-D', 'p=2:5000']
    status, text, errors = run([lcm, 'predict', *base, '--format', 'json'],
                               folder, 2)
    part = json.loads(text)
    points = part['points']
    want('status', status == 130, status)
    want('mark', part.get('so_far') == f'{len(points)} of 4999 points', part)
    want('warning', 'interrupted: the answer so far' in errors, errors)
    want('number', 2 <= len(points) < 4999, len(points))
    last = len(points) + 1
    whole = json.loads(subprocess.run(
        [lcm, 'predict', 'ring.c', '--no-cache', '-D', f'p=2:{last}',
         '--format', 'json'], cwd=folder, capture_output=True, check=True).stdout)
    want('numbers', [p['time'] for p in whole['points']] ==
         [p['time'] for p in points])
    for command in ('predict', 'scale'):
        status, text, errors = run([lcm, command, *base], folder, 2)
        want(command, status == 130 and
             text.startswith('the answer so far: '), status, text, errors)
    status, text, errors = run([lcm, 'predict', *base], folder, 1, 2)
    want('twice', status == 130, status, text, errors)
    status, text, errors = run([lcm, 'predict', *base], folder,
                               seconds=budget(lcm, folder))
    want('budget', status == 4 and text.startswith('the answer so far: ') and
         'processor time' in errors, status, text[:300], errors)
    return wrong


def main():
    lcm = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'ring.c'), 'w', encoding='utf-8') as out:
            out.write(RING)
        wrong = check(lcm, folder)
    sys.exit('\n'.join(wrong) if wrong else 0)


if __name__ == '__main__':
    main()
