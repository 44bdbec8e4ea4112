#!/usr/bin/env python3
"""What being measured costs a whole run whose events, or whose regions, are 100
microseconds apart: the program `apart` in turn alone and under the runtime; ratios of the
least and of the middle processor times, and the same of the program alone once
more, which is what the machine adds.

usage: overhead.py APART RUNTIME OPENMP [RUNS]
  OPENMP   the library of OpenMP (libomp.so.5), preloaded in both
"""
import os
import statistics
import subprocess
import sys
import tempfile

EVENTS = 1000
APART = 100e3

# Of two threads a region has ten events: where they are as far apart, regions
# are ten times as far.
RUNS = (('regions', '1', APART), ('regions', '2', APART),
        ('regions', '2', 10 * APART), ('locks', '1', APART))


def took(program, arguments, preload, raw):
    """Return how many nanoseconds `program` says that it took."""
    env = {**os.environ, 'LD_PRELOAD': ' '.join(preload),
           'LCM_PROFILE_FILE': raw, 'OMP_WAIT_POLICY': 'passive'}
    done = subprocess.run([program, *arguments], env=env, check=True,
                          capture_output=True, text=True)
    return int(done.stdout)


def ratios(these, those):
    """Return how these times compare with those."""
    middle = statistics.median(these) / statistics.median(those)
    return f'least {min(these) / min(those):.4f}, middle {middle:.4f}'


def main():
    program, runtime, openmp = sys.argv[1:4]
    runs = int(sys.argv[4]) if len(sys.argv) > 4 else 41
    with tempfile.TemporaryDirectory() as folder:
        raw = os.path.join(folder, 'raw')
        for what, threads, distance in RUNS:
            pace = min(took(program, ['locks', '1000'], [], raw)
                       for _ in range(5)) / EVENTS / 1000
            arguments = [what, str(int(distance / pace)), threads]
            alone, measured, again = [], [], []
            for _ in range(runs):
                alone.append(took(program, arguments, [openmp], raw))
                measured.append(took(program, arguments, [runtime, openmp],
                                     raw))
                os.unlink(raw)
                again.append(took(program, arguments, [openmp], raw))
            apart = min(alone) / EVENTS / int(threads) / 1e3
            print(f'{what}, {threads} threads: {apart:.1f} us apart, '
                  f'measured {ratios(measured, alone)}; '
                  f'alone {ratios(again, alone)}')


if __name__ == '__main__':
    main()
