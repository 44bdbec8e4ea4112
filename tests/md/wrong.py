#!/usr/bin/env python3
"""Programs and options that are wrong are told so, with who is concerned, on
threads and on simulated processors.

usage: wrong.py BUILD SAMPLES
"""
import os
import pathlib
import subprocess
import sys

PROGRAMS = (
    ('ended', 'processor 2: a message to node@begin from processor '
              '0, of 0 bytes, has no chare: that of slot 0 has ended'),
    ('kind', 'a message to node@begin from processor 0 is for a chare that is '
             'a main'),
    ('nobody', 'processor 0, main@start: a message to node@begin goes to no '
               'one: processor 99, chare 0'),
    ('entry', 'main@start: a message to entry 17; the program has entries 0 to '
              '2'),
    ('nan', 'the priority of a message to node@begin is no number'),
    ('negative', 'it computes for -1 seconds'),
    ('variable', 'there is no variable 0'),
    ('stall', 'all processors are idle, no message is under way, and md_exit '
              'was not called'),
    ('endless', 'processor 0, main@start: this entry does not end: it has run '
                'for 0.2 s'),
    ('add', 'variable 0 is an accumulator and has no function add'),
    ('chare', 'entry 1 has no name, no function, or a chare that there is not'),
    ('forever', 'not over after 0.05 s'),
)
OPTIONS = (
    ({'MD_RUN': 'walk'}, 'MD_RUN is walk; give threads or simulate'),
    ({'MD_STRATEGY': 'best'}, 'MD_STRATEGY is best; give local, random'),
    ({'MD_QUEUE': 'heap'}, 'MD_QUEUE is heap; give fifo, lifo'),
    ({'MD_PROCESSORS': 'many'}, 'MD_PROCESSORS is many; give a number'),
    ({'MD_PROCESSORS': 'nan'}, 'MD_PROCESSORS is nan; give a number'),
    ({'MD_PROCESSORS': '2000'}, 'MD_PROCESSORS is more than 1024'),
    ({'MD_MACHINE': 'none.json'}, 'machine none.json cannot be read'),
    ({'MD_STRATEGY': 'replay'}, 'MD_REPLAY is not set'),
    ({'MD_TRACE': '/nowhere/trace'}, '/nowhere/trace cannot be written'),
)


def run(build, word, env):
    """Return (status, stderr) of the wrong program."""
    done = subprocess.run([build / 'md_wrong', word], text=True,
                          stderr=subprocess.PIPE, check=False,
                          env={**os.environ, **env})
    return done.returncode, done.stderr


def main():
    build = pathlib.Path(sys.argv[1])
    failed = []
    for word, text in PROGRAMS:
        for how in ('threads', 'simulate'):
            env = {'MD_RUN': how, 'MD_PROCESSORS': '3', 'MD_LIMIT': '0.2',
                   'MD_UNTIL': '0.05' if word == 'forever' else '20'}
            status, said = run(build, word, env)
            if status != 3 or text not in said or not said.startswith('wrong:'):
                failed.append(f'{word} {how}: {status} {said}')
    for env, text in OPTIONS:
        status, said = run(build, 'stall', env)
        if status != 2 or text not in said:
            failed.append(f'{env}: {status} {said}')
    print('\n'.join(failed) or 'ok')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
