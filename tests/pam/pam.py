#!/usr/bin/env python3
"""Runs the programs of appendix E of van Gemund 1996 and compares what they
print with the text of the thesis (E.4, E.5).  White space is compared up to
its amount: the thesis indents and spaces the same lines in several ways.

usage: pam.py FOLDER_OF_PROGRAMS
"""
import pathlib
import subprocess
import sys

# E.5, the breakpoints: the prompts and what `i` prints at each.
CHECKPOINTS = '''\
1.000000e+00 (f) checkpoint 1 > i

pam_sched: main (2.000000e+00)
s: <+0>

1.000000e+00 (f) checkpoint 1 > c
2.000000e+00 (main) checkpoint 2 > i

pam_sched: <+0>
s: f (1.000000e+00)

2.000000e+00 (main) checkpoint 2 > c
'''

# E.5, the record of the interactive session, up to `q`.
SESSION = '''\
0.000000e+00 (main) monitor > f p1 p2
0.000000e+00 (main) monitor > i

    pam_sched: p1 (0.000000e+00)  p2 (0.000000e+00)

0.000000e+00 (main) monitor > a s1 0
0.000000e+00 (main) monitor > i

    pam_sched: p1 (0.000000e+00)  p2 (0.000000e+00)
    s1: <+0>

0.000000e+00 (main) monitor > d 1
0.000000e+00 (p1) monitor > i

    pam_sched: p2 (0.000000e+00)  main (1.000000e+00)
    s1: <+0>

0.000000e+00 (p1) monitor > p s1
0.000000e+00 (p2) monitor > i

    pam_sched: main (1.000000e+00)
    s1: p1 (0.000000e+00)

0.000000e+00 (p2) monitor > d 2
1.000000e+00 (main) monitor > i

    pam_sched: p2 (2.000000e+00)
    s1: p1 (0.000000e+00)

1.000000e+00 (main) monitor > p s1
2.000000e+00 (p2) monitor > i

pam_sched: <+0>
s1: p1 (0.000000e+00) main (1.000000e+00)

2.000000e+00 (p2) monitor > d 1
3.000000e+00 (p2) monitor > v s1
3.000000e+00 (p2) monitor > i

pam_sched: p1 (3.000000e+00)
s1: main (1.000000e+00)

3.000000e+00 (p2) monitor > s
3.000000e+00 (p1) monitor > v s1
3.000000e+00 (p1) monitor > i

pam_sched: p2 (3.000000e+00) main (3.000000e+00)
s1: <+0>

3.000000e+00 (p1) monitor > k p2
3.000000e+00 (p1) monitor > i

pam_sched: main (3.000000e+00)
s1: <+0>

3.000000e+00 (p1) monitor > c
3.000000e+00 (main) monitor > i

pam_sched: <+0>
s1: <+0>

3.000000e+00 (main) monitor > q
'''


def commands(record):
    """Return what is typed in `record`, a line each."""
    return ''.join(line.split(' > ')[1] + '\n'
                   for line in record.splitlines() if ' > ' in line)


def lines(text):
    """Return the lines of `text` that are not empty, spaces made one."""
    return [' '.join(line.split()) for line in text.splitlines()
            if line.strip()]


def run(folder, name, typed='', *args):
    """Return the finished program `name`, given `typed`."""
    return subprocess.run([folder / f'pam_{name}', *args], input=typed,
                          text=True, capture_output=True, timeout=60)


def check_record(folder, name, record):
    """Yield where the session of program `name` is not `record`."""
    done = run(folder, name, commands(record))
    if lines(done.stdout) != lines(record) or done.returncode:
        yield f'{name}: status {done.returncode}\n{done.stdout}{done.stderr}'


def check_machine_repair(folder):
    """Yield where the cycle time is far from the mean value analysis: R(5) +
    tl = 11.4666, R(20) + tl = 20.0375 (with n, not P, in the recursion)."""
    for clients, expected in (('5', 11.4666), ('20', 20.0375)):
        done = run(folder, 'machine_repair', '', clients, '20000', '3')
        words = done.stdout.split()
        if words[:2] != ['Cycle', 'time'] or \
                abs(float(words[2]) / expected - 1) > 0.02:
            yield f'machine_repair {clients}: {done.stdout}{done.stderr}'


def check_functions(folder):
    """Yield what the test of every function prints, and what a deadlock does
    not say."""
    done = run(folder, 'functions')
    if done.returncode or done.stdout:
        yield f'functions: {done.stdout}{done.stderr}'
    done = run(folder, 'stuck')
    message = 'pam: deadlock: main waits for b; other waits for a\n'
    if not done.stderr.endswith(message) or done.returncode != 1:
        yield f'stuck: status {done.returncode} {done.stderr}'
    done = run(folder, 'stuck', 'p a\nv b\nc\n')
    if done.returncode or 'only v' not in done.stdout:
        yield f'stuck, helped: {done.returncode} {done.stdout}{done.stderr}'
    done = run(folder, 'monitor', 'a s 1\nf f\no f 3\ni\nn\nn\ne s\ni\n'
               'z\nl 2\np t\nk x\nd 1\nx\nx\n')
    for text in ('pam_null (3.0', 'no interrupt is posted', 'no semaphore t',
                 'no process x', 'i: inspect semaphore queues'):
        if text not in done.stdout:
            yield f'monitor: no "{text}" in {done.stdout}{done.stderr}'


def main():
    folder = pathlib.Path(sys.argv[1])
    wrong = [*check_record(folder, 'checkpoints', CHECKPOINTS),
             *check_record(folder, 'monitor', SESSION),
             *check_machine_repair(folder), *check_functions(folder)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
