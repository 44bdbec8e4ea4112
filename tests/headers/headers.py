#!/usr/bin/env python3
"""Compiles every header alone, twice (its guard must work): as C17, and as C++
where other modules may include it or it is installed.  What needs a library of
MPI, of which each has its own headers, is compiled with that alone; the
runtime of the profiler is C, with atomic types that C++ does not have.

usage: headers.py ROOT CC CXX [FLAGS...]
"""
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(TESTS / 'common'), str(TESTS / 'layering')]
import csource
import modules

INSTALLED = ('api/lcm.h', 'api/lcm/*.h', 'simulator/pam.h', 'chares/md.h',
             'profiler/lcm_profile.h', 'study/scale/lcm_refine.h')
ATOMIC = 'profiler/core/core.h'
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Wundef', '-Werror']


def compile_alone(root, header, command):
    """Return the messages of the compiler `command` on `header`; '' is fine."""
    text = f'#include "{header}"\n#include "{header}"\nextern int used;\n'
    run = subprocess.run([*command, *WARNINGS, '-D_GNU_SOURCE', '-I', root,
                          '-fsyntax-only', '-'], input=text, text=True,
                         stderr=subprocess.PIPE, check=False)
    return run.stderr if run.returncode else ''


def is_shown(table, header):
    """Return whether modules other than its own may include `header`."""
    module = table.of(header)
    if module is None or header == ATOMIC:
        return False
    shown = table.shown[module]
    return header in shown if shown is not None else \
        not header.endswith('_internal.h')


def main():
    root, cc, cxx, *flags = sys.argv[1:]
    table = modules.read(pathlib.Path(root))
    failed = False
    for path in csource.files(root, ('.h',)):
        header = path.relative_to(root).as_posix()
        if header.startswith('profiler/mpi/'):
            continue
        commands = [[cc, *flags, '-std=c17', '-xc']]
        if is_shown(table, header) or \
                any(path.relative_to(root).match(one) for one in INSTALLED):
            commands.append([cxx, *flags, '-std=c++17', '-xc++', '-U_GNU_SOURCE'])
        for command in commands:
            messages = compile_alone(root, header, command)
            if messages:
                failed = True
                print(f'{header}: {" ".join(command)}\n{messages}')
    print('failed' if failed else 'ok')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
