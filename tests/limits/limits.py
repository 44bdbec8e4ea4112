#!/usr/bin/env python3
"""Checks the limits of size and form on our source, and prints what sizes
there are.

- a function has at most 80 lines (main 40), 95 of 100 at most 50; a file 1000;
- a line has at most 80 columns;
- a comment stands above every function but static ones of one statement, in
  its file or at its declaration in a header; none stands inside a body, and no
  #if does;
- what a header does not declare is static;
- nothing at file scope can change (from the object files).

usage: limits.py ROOT BUILD [READELF]
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import csource

FUNCTION_LINES, MAIN_LINES, P95_LINES = 80, 40, 50
FILE_LINES, COLUMNS = 1000, 80
SIZED = csource.FOLDERS + ('tests/unit', 'tests/property', 'tests/fuzz',
                           'bench')
WIDE = SIZED + ('samples',)
# Hooks of the profiler are called with nothing of ours in their hands: the run
# is here, and what an OpenMP library writes into.
STATEFUL = {('profiler/core/state.c', 'the_run'), ('profiler/core/state.c', 'self'),
            ('profiler/openmp/ompt.c', 'result'),
            # What the dynamic linker would keep of a library.
            ('analyzer/clang/libclang.c', 'lcm_libclang'),
            ('analyzer/clang/libclang.c', 'failure'),
            ('analyzer/clang/libclang.c', 'once'),
            ('profiler/mpi/state.c', 'the_mpi'),
            ('profiler/mpi/state.c', 'mutex'),
            ('profiler/mpi/state.c', 'depth')}
# What stands in for functions that other headers declare.
HOOKS = re.compile(r'profiler/(openmp/ompt|wrap/\w+|mpi/\w+)\.c')
WRITABLE = re.compile(r'\.(data|bss|tdata|tbss)(\.|$)')


def percentile(values, share):
    """Return the value below or at which `share` of `values` lie."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]


def distribution(title, values):
    """Return the line that describes `values`."""
    return (f'{title}: {len(values)}, lines p50 {percentile(values, 50)} '
            f'p95 {percentile(values, 95)} max {max(values)}')


def check_widths(root):
    """Yield every line that is too long, and every file."""
    for path in csource.files(root, ('.c', '.h', '.def'), WIDE):
        lines = path.read_text().splitlines()
        name = path.relative_to(root).as_posix()
        if len(lines) > FILE_LINES:
            yield f'{name}: {len(lines)} lines, at most {FILE_LINES}'
        for i, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                yield f'{name}:{i}: {len(line)} columns, at most {COLUMNS}'


def check_size(name, function):
    """Yield what is wrong with the length of `function`."""
    limit = MAIN_LINES if function.name == 'main' else FUNCTION_LINES
    if function.lines > limit:
        yield (f'{name}:{function.first}: {function.name} has '
               f'{function.lines} lines, at most {limit}')


def check_body(name, text, function):
    """Yield the comments and conditionals inside `function`."""
    for offset in csource.comments(text):
        if function.start < offset < function.end:
            yield (f'{name}:{csource.line_of(text, offset)}: comment inside '
                   f'{function.name}')
    for offset, directive in csource.directives(text):
        if function.start < offset < function.end and \
                re.match(r'#\s*(if|el|endif)', directive):
            yield (f'{name}:{csource.line_of(text, offset)}: '
                   f'{directive.split()[0]} inside {function.name}')


def is_commented(text, line):
    """Return whether a comment ends on the line before `line`; one comment
    may stand above several declarations without an empty line between."""
    lines = text.splitlines()
    i = line - 2
    while i >= 0 and lines[i].strip().endswith((';', ',')) \
            and not lines[i].lstrip().startswith(('*', '/*', '//')):
        i -= 1
    if i < 0:
        return False
    above = lines[i].strip()
    return above.endswith('*/') or above.startswith('//')


def check_comment(name, text, function, headers):
    """Yield `function` where nothing says what it does; the name of a static
    one of one statement says that."""
    body = text[function.start + 1:function.end]
    if function.static and body.count(';') == 1 and '{' not in body:
        return
    here = csource.declared(text).get(function.name)
    if is_commented(text, function.first) or \
            here and is_commented(text, here):
        return
    if function.static or function.name not in headers:
        yield f'{name}:{function.first}: no comment above {function.name}'
        return
    header, line, commented = headers[function.name]
    if not commented:
        yield f'{header}:{line}: no comment above {function.name}'


def read_headers(root):
    """Return {function: (header, line, whether commented)}."""
    names = {}
    for path in csource.files(root, ('.h',)):
        text = path.read_text()
        for function, line in csource.declared(text).items():
            names[function] = (path.relative_to(root).as_posix(), line,
                               is_commented(text, line))
    return names


def symbols(readelf, path):
    """Yield (name, kind, binding, section name) of what `path` defines."""
    listing = subprocess.run([readelf, '-SsW', path], check=True, text=True,
                             capture_output=True).stdout
    sections = dict(re.findall(r'^\s*\[\s*(\d+)\] (\S+)', listing, re.M))
    for line in listing.splitlines():
        words = line.split()
        if len(words) >= 8 and words[0][:-1].isdigit() and \
                words[6] in sections:
            yield words[7], words[3], words[4], sections[words[6]]


def read_objects(root, build):
    """Return {source: object file} of what was built from a source there is."""
    objects = {}
    for path in sorted(build.glob('CMakeFiles/lcm*.dir/**/*.o')):
        source = path.relative_to(build).as_posix().split('.dir/')[1][:-2]
        if (root / source).exists():
            objects[source] = path
    return objects


def check_objects(objects, readelf, headers):
    """Yield functions that should be static and state that can change."""
    if not objects:
        yield 'there are no object files'
    for where, path in objects.items():
        for name, kind, binding, section in symbols(readelf, path):
            if name.startswith(('__', '.')):
                continue
            if kind == 'FUNC' and binding == 'GLOBAL' and \
                    name not in headers and name != 'main' and \
                    not HOOKS.fullmatch(where):
                yield f'{where}: {name} is in no header and not static'
            if kind in ('OBJECT', 'TLS') and WRITABLE.match(section) and \
                    (where, name.split('.')[0]) not in STATEFUL and \
                    not section.startswith('.data.rel.ro'):
                yield f'{where}: {name} is state that can change'


def check(root, build, readelf):
    """Return every violation; print the distributions."""
    lengths, sizes = [], []
    headers = read_headers(root)
    wrong = list(check_widths(root))
    for path in csource.files(root, ('.c', '.h'), SIZED):
        text = path.read_text()
        name = path.relative_to(root).as_posix()
        ours = name.split('/')[0] in csource.FOLDERS
        sizes.append(text.count('\n'))
        for function in csource.functions(text):
            lengths.append(function.lines)
            wrong += check_size(name, function)
            wrong += check_body(name, text, function)
            if ours:
                wrong += check_comment(name, text, function, headers)
    if percentile(lengths, 95) > P95_LINES:
        wrong.append(f'functions: p95 is over {P95_LINES} lines')
    print(distribution('functions', lengths))
    print(distribution('files', sizes))
    objects = read_objects(root, build)
    return wrong + list(check_objects(objects, readelf, headers))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    build = pathlib.Path(sys.argv[2]).resolve()
    readelf = sys.argv[3] if len(sys.argv) > 3 else 'readelf'
    wrong = check(root, build, readelf)
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
