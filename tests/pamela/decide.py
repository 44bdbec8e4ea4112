#!/usr/bin/env python3
"""Checks decisions: the C functions that choose at run time are compiled and
compared with the choices of the thesis.

usage: decide.py TOOL CC
"""
import itertools
import pathlib
import subprocess
import sys
import tempfile

# Example 5.2: vectorise where N > (S - 1) tc/(tf - tc).
VECTOR = """param N = 7, S = 8, tc = 1, tf = 2, v = 0
resource u[1..S] = 1
L = if (v == 1) par (i = 1, N) seq (m = 1, S) use(u[m], tc)
    else seq (i = 1, N) delay(tf)
"""
# Section 5.5.3: two-phase line relaxation; r remaps, s swaps the loops so that
# the second phase is a pipeline.  (r, s) = (0, 1) is best for single sweeps.
RELAXATION = """param N = 16, P = 4, tf = 1, tm = 1, r = 0, s = 0
Tv = delay((N - 2)*(N/P)*tf)
Tr = delay(2*N^2/P*(1 - 1/P)*tm)
Th = delay((N - 2 - 2*(P - 1))*N*tf + 2*(P - 1)*N*max(tf, tm))
Tp = delay((N + P - 1)*(N/P)*tf)
L = Tv ; if (r == 1) { Tr ; if (s == 1) Tp else Tv } else if (s == 1) Tp else Th
"""
MAIN = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "decide.h"
int main(int argc, char **argv) {
  double a[8] = {0};
  for (int i = 1; i < argc; i++) a[i] = atof(argv[i]);
  printf("%u\\n", lcm_decide(CALL));
}
"""


def times(numbers):
    """Return the times of relaxation by (r, s), from the thesis' formulas."""
    N, P, tf, tm = numbers
    down, remap = (N - 2)*(N/P)*tf, 2*N**2/P*(1 - 1/P)*tm
    across = (N - 2 - 2*(P - 1))*N*tf + 2*(P - 1)*N*max(tf, tm)
    piped = (N + P - 1)*(N/P)*tf
    return {(0, 0): down + across, (1, 0): 2*down + remap,
            (0, 1): down + piped, (1, 1): down + remap + piped}


def compile_choice(tool, cc, folder, model, names):
    """Return the program that makes the choice of `model`, and the text."""
    path = folder / 'model.pam'
    path.write_text(model)
    said = subprocess.run([tool, '--decide', path, 'L', *names], text=True,
                          capture_output=True, check=True).stdout
    code = subprocess.run([tool, '--decide-c', path, 'L', *names], text=True,
                          capture_output=True, check=True).stdout
    (folder / 'decide.h').write_text(code)
    params = code.split('lcm_decide(')[1].split(')')[0].count('double')
    call = ', '.join(f'a[{i + 1}]' for i in range(params))
    (folder / 'main.c').write_text(MAIN.replace('CALL', call))
    out = folder / 'choose'
    subprocess.run([cc, '-std=gnu17', '-Wall', folder / 'main.c', '-o', out,
                    '-lm'], check=True)
    return out, said


def choose(program, numbers):
    """Return what `program` chooses."""
    return int(subprocess.run([program, *map(str, numbers)], text=True,
                              capture_output=True, check=True).stdout)


def main():
    tool, cc = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program, said = compile_choice(tool, cc, folder, VECTOR, ['v'])
        assert 'where N > (tc - S*tc)/(tc - tf), if 0 < -tc + tf' in said, said
        for N, S, tc, tf in ((7, 8, 1, 2), (8, 8, 1, 2), (18, 10, 1, 1.5),
                             (19, 10, 1, 1.5), (1, 5, 2, 7), (2, 5, 2, 7),
                             (100, 5, 3, 2)):
            want = int((S + N - 1)*tc < N*tf)
            assert choose(program, (N, S, tc, tf)) == want, (N, S, tc, tf)
        program, said = compile_choice(tool, cc, folder, RELAXATION, ['r', 's'])
        for numbers in itertools.product((16, 64), (2, 4, 8), (1, 3), (1, 10)):
            best = min(times(numbers).values())
            chosen = choose(program, numbers)
            assert times(numbers)[chosen & 1, chosen >> 1] <= best*(1 + 1e-12), \
                (numbers, chosen)
            if numbers[1] < numbers[0]/2:
                assert chosen == 2, (numbers, chosen)
    print('ok')


if __name__ == '__main__':
    main()
