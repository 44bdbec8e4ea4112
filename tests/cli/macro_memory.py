#!/usr/bin/env python3
"""Checks that a use of a macro that makes much code takes memory linear in that.

Everything that one use makes stands at one place of the file; what is read
there, the text with its macros expanded, is the same each time.  When it was
made anew for each statement, 80 steps took 1.5 GB, 40 took 0.4 GB.

usage: macro_memory.py LCM
"""
import os
import resource
import subprocess
import sys
import tempfile

STEPS = 80
LIMIT = 400 << 10  # KiB, with sanitizers

HEAD = '''#include <mpi.h>
void work(int);
#define STEP(k) { int i, rc; \\
    for (i = 0; i < count; i++) a[i] = i + k; \\
    rc = MPI_Allreduce(a, b, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD); \\
    if (rc) work(k); \\
    else for (i = 0; i < count; i++) if (b[i] != a[i]) work(i); }
'''
TAIL = '''
int a[100], b[100];
int main(int argc, char **argv) {
  int count = 100;
  MPI_Init(&argc, &argv);
  ALL(1)
  MPI_Finalize();
  return 0;
}
'''


def main():
    lcm = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, 'a.c')
        with open(path, 'w', encoding='utf8') as file:
            file.write(HEAD + '#define ALL(k) ' + 'STEP(k) ' * STEPS + TAIL)
        out = subprocess.run([lcm, 'analyze', '--no-cache', path], check=True,
                             stdout=subprocess.PIPE, timeout=120).stdout
    messages = out.count(b'    message MPI_Allreduce')
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f'{messages} messages, {used >> 10} MiB')
    sys.exit(messages != STEPS or used > LIMIT)


if __name__ == '__main__':
    main()
