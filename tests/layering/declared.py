#!/usr/bin/env python3
"""Checks the headers.

- a function is declared in the header named after its file: FILE.h, or
  FILE_internal.h where that is for its module alone;
- a header has at most MOST lines; it opens with what it is for, if no .c says
  that;
- a header is guarded by `#pragma once`, those that are installed by names.

usage: declared.py ROOT
"""
import pathlib
import re
import sys

import modules
from modules import csource

MOST = 300
INSTALLED = re.compile(r'api/lcm\.h|api/lcm/\w+\.h|simulator/pam\.h|'
                       r'chares/md\.h|profiler/lcm_profile\.h|'
                       r'study/scale/lcm_refine\.h')


def definitions(root):
    """Return {global function: the files that define it}."""
    found = {}
    for path in csource.files(root, ('.c',)):
        name = path.relative_to(root).as_posix()
        for function in csource.functions(path.read_text()):
            if not function.static:
                found.setdefault(function.name, set()).add(name)
    return found


def check_declared(name, text, defined):
    """Yield the functions that the header `name` declares for other files."""
    own = re.sub(r'(_internal)?\.h$', '.c', name)
    for function, line in csource.declared(text).items():
        files = defined.get(function)
        if files and own not in files and \
                name.split('/')[0] in {file.split('/')[0] for file in files}:
            yield (f'{name}:{line}: {function} is defined in '
                   f'{", ".join(sorted(files))}')


def says_what_for(text):
    """Return whether the file `text` opens with more than its licence."""
    opening = re.match(r'/\*(.*?)\*/', text, re.S)
    said = opening.group(1) if opening else ''
    return len(re.findall(r'\w+', re.sub(r'SPDX\S* MIT', '', said))) >= 4


def check_form(root, name, text):
    """Yield what is wrong with the size, the guard or the purpose."""
    lines = text.count('\n')
    if lines > MOST:
        yield f'{name}: {lines} lines, at most {MOST}'
    own = root / re.sub(r'(_internal)?\.h$', '.c', name)
    if not own.exists() and not says_what_for(text):
        yield f'{name}: does not say what it is for'
    if not INSTALLED.fullmatch(name) and not re.search(r'^#pragma once$', text, re.M):
        yield f'{name}: is not guarded'


def check(root):
    """Yield every violation below `root`."""
    defined = definitions(root)
    for path in csource.files(root, ('.h',)):
        name, text = path.relative_to(root).as_posix(), path.read_text()
        yield from check_form(root, name, text)
        if not INSTALLED.fullmatch(name):
            yield from check_declared(name, text, defined)


def main():
    wrong = list(check(pathlib.Path(sys.argv[1]).resolve()))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
