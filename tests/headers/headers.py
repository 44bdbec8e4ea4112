#!/usr/bin/env python3
"""Compiles every header alone, twice (its guard must work): as C17, and as C++
where other modules may include it or it is installed.  A header that some file
includes before anything else is compiled alone, as C, with that file; one file
a folder includes all that are, for their guards, and one as C++ all that are
shown, as each stands alone as C.  What needs a library of MPI, of which each
has its own headers, is compiled with that alone; the runtime of the profiler is
C, with atomic types that C++ does not have.

usage: headers.py ROOT CC CXX [FLAGS...]
"""
import pathlib
import re
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


def compile_all(root, headers, command):
    """Return the messages of the compiler `command` on a file that includes
    `headers`, each twice; '' is fine."""
    text = ''.join(f'#include "{header}"\n' * 2 for header in headers)
    run = subprocess.run([*command, *WARNINGS, '-D_GNU_SOURCE', '-I', root,
                          '-fsyntax-only', '-'], text=True, check=False,
                         input=text + 'extern int used;\n',
                         stderr=subprocess.PIPE)
    return run.stderr if run.returncode else ''


def included_first(root):
    """Return the headers that a file which is built includes first."""
    found = set()
    for path in csource.files(root, ('.c',)):
        first = re.search(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)',
                          path.read_text(), re.MULTILINE)
        if first:
            found.add(first.group(1))
    return found


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
    in_c = [cc, *flags, '-std=c17', '-xc']
    in_cxx = [cxx, *flags, '-std=c++17', '-xc++', '-U_GNU_SOURCE']
    first = included_first(root)
    proven, shown, wrong = [], [], []
    for path in csource.files(root, ('.h',)):
        header = path.relative_to(root).as_posix()
        if header.startswith('profiler/mpi/'):
            continue
        if is_shown(table, header) or \
                any(path.relative_to(root).match(one) for one in INSTALLED):
            shown.append(header)
        if header in first:
            proven.append(header)
        else:
            wrong.append(compile_all(root, [header], in_c))
    for folder in csource.FOLDERS:
        for headers, command in ((proven, in_c), (shown, in_cxx)):
            wrong.append(compile_all(root, [header for header in headers if
                                            header.startswith(folder + '/')],
                                     command))
    print('\n'.join(filter(None, wrong)) or 'ok')
    sys.exit(1 if any(wrong) else 0)


if __name__ == '__main__':
    main()
