#!/usr/bin/env python3
"""Checks threads joined by a lock on few processors, worked out by hand.

A computes 4 s, then has the lock for 2 s; B has the lock for 3 s, then computes
1 s; C computes 5 s; 15 s of work.  Threads that are more than the processors
share them evenly, and who waits leaves its part to the others.

3 processors: A asks at 4, B has given back at 3: A 6, B 4, C 5.
2 processors: each of three has 2/3.  B has had its 3 s at 4.5; then A has 1 s
left, B 1 s, C 2 s.  At 6 B ends and A takes the lock; two are left, at full
speed: C ends at 7, A at 8.
1 processor: never idle, for somebody can always go on: 15.

usage: threads.py LCM
"""
import json
import subprocess
import sys

PROGRAM = '''lcs 1
entry main
function main {
parallel {
series {
fragment {
model time (4 s)
}
using of=l {
fragment {
model time (2 s)
}
}
}
series {
using of=l {
fragment {
model time (3 s)
}
}
fragment {
model time (1 s)
}
}
fragment {
model time (5 s)
}
}
}
'''
WANTED = {1: 15, 2: 8, 3: 6, 8: 6}


def main():
    """Compare the simulated times with those worked out by hand."""
    faults = []
    for processors, want in WANTED.items():
        done = subprocess.run(
            [sys.argv[1], 'predict', '-', '-D', f'p={processors}', '--method',
             'simulate', '--format', 'json', '-q'],
            input=PROGRAM, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        got = json.loads(done.stdout)['points'][0]['simulate']['time']
        if abs(got - want) > 1e-9:
            faults.append(f'{processors} processors: {got}, not {want}')
    print('\n'.join(faults) if faults else 'ok')
    sys.exit(bool(faults))


if __name__ == '__main__':
    main()
