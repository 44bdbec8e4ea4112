#!/usr/bin/env python3
"""Compiles every header alone, twice (its guard must work): as C17, and those
that are installed as C++ too.  What needs a library of MPI, of which each has
its own headers, is compiled with that alone.

usage: headers.py ROOT CC CXX
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import csource

INSTALLED = ('api/lcm.h', 'api/lcm/*.h', 'simulator/pam.h',
             'profiler/lcm_profile.h')
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Wundef', '-Werror']


def compile_alone(root, header, command):
    """Return the messages of the compiler `command` on `header`; '' is fine."""
    text = f'#include "{header}"\n#include "{header}"\nextern int used;\n'
    run = subprocess.run([*command, *WARNINGS, '-D_GNU_SOURCE', '-I', root,
                          '-fsyntax-only', '-'], input=text, text=True,
                         stderr=subprocess.PIPE, check=False)
    return run.stderr if run.returncode else ''


def main():
    root, cc, cxx = sys.argv[1:4]
    failed = False
    for path in csource.files(root, ('.h',)):
        header = path.relative_to(root).as_posix()
        if header.startswith('profiler/mpi/'):
            continue
        commands = [[cc, '-std=c17', '-xc']]
        if any(path.relative_to(root).match(one) for one in INSTALLED):
            commands.append([cxx, '-std=c++17', '-xc++', '-U_GNU_SOURCE'])
        for command in commands:
            messages = compile_alone(root, header, command)
            if messages:
                failed = True
                print(f'{header}: {" ".join(command)}\n{messages}')
    print('failed' if failed else 'ok')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
