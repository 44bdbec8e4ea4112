#!/usr/bin/env python3
"""Checks every #include against the table of modules in the architecture
document.

- a module includes itself and what its row lets it use; the table has no
  circle, and a row for every file;
- outside its module a header is included only where the row shows it;
- a foreign library appears only in the files made for it, in no header;
- no headers include each other in a circle.

Our headers are included by their path from the root.  Those of the library
alone write them from their own folder, api/lcm.h "lcm/program.h" and
api/lcm/program.h "log.h": installed, include/ takes the place of api/, and
there is no root.

usage: arrows.py ROOT
"""
import pathlib
import re
import sys

import modules
from modules import csource

RELATIVE = re.compile(r'api/lcm(/\w+)?\.h')
FOREIGN = (
    (r'jansson\.h|gmp\.h|xxhash\.h', r'base/\w+\.c'),
    (r'isl/.*', r'model/sections/isl_\w+\.c'),
    (r'clang-c/.*|lcm_libclang_names\.h',
     r'analyzer/clang/(clang_\w+\.c|libclang_calls\.h)'),
    (r'gsl/.*', r'composer/gsl/gsl_\w+\.c|fit/search/gsl_\w+\.c'),
    (r'omp-tools\.h', r'profiler/openmp/ompt\.c'),
    (r'cgraph\.h|gvc\.h|graphviz/.*', r'render/graphviz/\w+\.c'),
    (r'linux/(audit|filter|seccomp)\.h', r'sandbox/\w+\.c'),
    (r'otf2/.*', r'trace/read/otf2_\w+\.c'),
    (r'omp\.h', r'measure/calibrate/\w+\.c'),
    (r'mpi\.h', r'measure/calibrate/ranks\.c|profiler/mpi/compat\.h'),
)
STANDARD = set('''
    assert complex ctype errno fenv float inttypes iso646 limits locale math
    setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib
    stdnoreturn string tgmath threads time uchar wchar wctype
    dirent dlfcn elf execinfo fcntl fnmatch ftw glob langinfo libgen link
    linux/perf_event malloc poll pthread sched semaphore spawn
    strings unistd sys/epoll sys/file sys/mman sys/prctl sys/resource sys/select
    sys/signalfd sys/stat sys/syscall sys/time sys/types sys/utsname sys/wait
    sys/ioctl ucontext sanitizer/asan_interface sanitizer/common_interface_defs
    sanitizer/lsan_interface'''.split())


def included(name, text):
    """Yield (line, header, is ours) of every #include in the file `name`, ours
    from the root."""
    for line, header, ours in modules.includes(text):
        if ours and RELATIVE.fullmatch(name):
            header = (pathlib.PurePath(name).parent / header).as_posix()
        yield line, header, ours


def check_ours(root, name, header, table):
    """Yield what is wrong with our `header` in the file `name`."""
    module, other = table.of(name), table.of(header)
    if not (root / header).exists():
        yield f'"{header}" is not written from the root'
    elif other is None:
        yield f'"{header}" is of no module'
    elif other not in table.uses[module]:
        yield f'{module}/ may not use "{header}"'
    elif other != module and header.endswith('.h') and \
            table.shown[other] is not None and \
            header not in table.shown[other]:
        yield f'"{header}" is for {other}/ alone'


def check_foreign(name, header):
    """Yield what is wrong with <`header`> in the file `name`."""
    for headers, where in FOREIGN:
        if re.fullmatch(headers, header):
            if not re.fullmatch(where, name):
                yield f'<{header}> belongs in {where} alone'
            return
    if re.sub(r'\.h$', '', header) not in STANDARD:
        yield f'<{header}> is of no library that the table knows'


def find_circle(graph):
    """Return a circle of `graph` as a list of nodes, or None."""
    done = set()

    def visit(node, path):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        for child in sorted(graph.get(node, ())):
            circle = visit(child, path + [node])
            if circle:
                return circle
        done.add(node)
        return None

    for node in sorted(graph):
        circle = visit(node, [])
        if circle:
            return circle
    return None


def check_file(root, name, text, table):
    """Yield what is wrong with the includes of the file `name`."""
    if table.of(name) is None:
        yield f'{name}: no row of {modules.DOCUMENT} has it'
        return
    for line, header, ours in included(name, text):
        wrong = (check_ours(root, name, header, table) if ours
                 else check_foreign(name, header))
        for one in wrong:
            yield f'{name}:{line}: {one}'


def check(root):
    """Yield every violation below `root`."""
    table = modules.read(root)
    if table.circle():
        yield f'{modules.DOCUMENT}: {table.circle()} comes to use itself'
    graph = {}
    for path in csource.files(root, ('.c', '.h', '.def')):
        name = path.relative_to(root).as_posix()
        text = path.read_text()
        yield from check_file(root, name, text, table)
        if name.endswith('.h'):
            graph[name] = [header for _, header, ours
                           in included(name, text) if ours]
    circle = find_circle(graph)
    if circle:
        yield 'circle: ' + ' -> '.join(circle)


def main():
    wrong = list(check(pathlib.Path(sys.argv[1]).resolve()))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
