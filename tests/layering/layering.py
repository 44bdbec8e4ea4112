#!/usr/bin/env python3
"""Checks every #include against the table of folders in
docs/dev/architecture.md.

- a folder includes itself and what the column "may use" allows, and what
  those may use;
- a foreign library appears only in the files made for it, in no header;
- what lcm-render is made of uses nothing but base;
- no file and its header form a cycle with others of their folder.

usage: layering.py ROOT
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import csource

FOREIGN = (
    (r'jansson\.h|gmp\.h|xxhash\.h', r'base/\w+\.c'),
    (r'isl/.*', r'model/(sections/)?isl_\w+\.c'),
    (r'clang-c/.*', r'analyzer/(clang/)?clang_\w+\.c'),
    (r'gsl/.*', r'(composer/(gsl/)?|fit/search/)gsl_\w+\.c'),
    (r'omp-tools\.h', r'profiler/openmp/ompt\.c'),
    (r'cgraph\.h|gvc\.h|graphviz/.*', r'render/graphviz/\w+\.c'),
    (r'omp\.h', r'(measure/)?calibrate/\w+\.c'),
    (r'mpi\.h', r'(measure/)?calibrate/ranks\.c|profiler/mpi[/_]compat\.h'),
)
STANDARD = set('''
    assert complex ctype errno fenv float inttypes iso646 limits locale math
    setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib
    stdnoreturn string tgmath threads time uchar wchar wctype
    dirent dlfcn elf execinfo fcntl fnmatch glob langinfo libgen link linux/perf_event malloc poll pthread sched semaphore spawn
    strings unistd sys/epoll sys/file sys/mman sys/prctl sys/resource sys/select
    sys/signalfd sys/stat sys/syscall sys/time sys/types sys/utsname sys/wait
    ucontext sanitizer/asan_interface sanitizer/common_interface_defs
    sanitizer/lsan_interface'''.split())
DRAWING = re.compile(r'cmd/lcm_render\.c|render/graphviz/\w+\.[ch]')
DRAWN = re.compile(r'base/.*|render/graphviz/\w+\.h')
INCLUDE = re.compile(r'#\s*include\s*(<([^>]+)>|"([^"]+)")')


def read_table(root):
    """Return {folder: set of folders it may include}, from the document."""
    text = (root / 'docs' / 'dev' / 'architecture.md').read_text()
    rows = re.findall(r'^\| `([\w/]+)/` \|[^|]*\| ([^|]*) \|$', text, re.M)
    allowed = {}
    for folder, uses in rows:
        if folder.split('/')[0] not in csource.FOLDERS:
            continue
        if uses.startswith('all'):
            reach = set(allowed) | set(re.findall(r'\w+', uses)[1:])
        else:
            reach = set(re.findall(r'[\w/]+', uses)) & set(allowed)
        for used in list(reach):
            reach |= allowed.get(used, set())
        allowed[folder] = reach | {folder}
    return allowed


def module_of(name, allowed):
    """Return the folder of the table that the file `name` is in: one within
    another comes first."""
    folder = name.rpartition('/')[0]
    while folder not in allowed and '/' in folder:
        folder = folder.rpartition('/')[0]
    return folder


def includes(text):
    """Yield (line, header, is ours) of every #include in `text`."""
    for offset, directive in csource.directives(text):
        match = INCLUDE.match(directive)
        if match:
            yield (csource.line_of(text, offset), match.group(2)
                   or match.group(3), match.group(3) is not None)


def check_ours(root, name, header, allowed):
    """Return what is wrong with our `header` in the file `name`, or None."""
    folder = module_of(name, allowed)
    if not (root / header).exists():
        return f'"{header}" is not written from the root'
    if DRAWING.fullmatch(name) and not DRAWN.fullmatch(header):
        return f'lcm-render is made of base and Graphviz, not of "{header}"'
    if module_of(header, allowed) not in allowed[folder]:
        return f'{folder}/ may not use "{header}"'
    owner = module_of(header, allowed)
    if header.endswith('_internal.h') and owner != folder:
        return f'"{header}" is for {owner}/ alone'
    return None


def check_foreign(name, header):
    """Return what is wrong with <`header`> in the file `name`, or None."""
    for headers, where in FOREIGN:
        if re.fullmatch(headers, header):
            return (None if re.fullmatch(where, name)
                    else f'<{header}> belongs in {where} alone')
    if re.sub(r'\.h$', '', header) not in STANDARD:
        return f'<{header}> is of no library that the table knows'
    return None


def pair_of(name):
    """Return what a file belongs to: thing.c, thing.h and thing_internal.h are
    one."""
    return re.sub(r'(_internal)?\.\w+$', '', name)


def find_cycle(graph):
    """Return a cycle of `graph` as a list of nodes, or None."""
    done = set()

    def visit(node, path):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        for child in sorted(graph.get(node, ())):
            cycle = visit(child, path + [node])
            if cycle:
                return cycle
        done.add(node)
        return None

    for node in sorted(graph):
        cycle = visit(node, [])
        if cycle:
            return cycle
    return None


def check(root):
    """Yield every violation below `root`."""
    allowed = read_table(root)
    for missing in set(csource.FOLDERS) - set(allowed):
        yield f'docs/dev/architecture.md has no row for {missing}/'
    pairs = {}
    for path in csource.files(root, ('.c', '.h', '.def')):
        name = path.relative_to(root).as_posix()
        stem = pair_of(name)
        for line, header, ours in includes(path.read_text()):
            wrong = (check_ours(root, name, header, allowed) if ours
                     else check_foreign(name, header))
            if wrong:
                yield f'{name}:{line}: {wrong}'
            other = pair_of(header)
            if ours and other != stem and header.endswith('.h') and \
                    other.split('/')[0] == stem.split('/')[0]:
                pairs.setdefault(stem, set()).add(other)
    cycle = find_cycle(pairs)
    if cycle:
        yield 'cycle: ' + ' -> '.join(cycle)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    wrong = list(check(root))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
