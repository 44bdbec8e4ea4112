#!/usr/bin/env python3
"""Checks that one finds one's way.

- every .c opens with a comment that says what it is for;
- a folder has at most MOST files (.c and .h);
- no tag that a header shows means two things;
- a function has at most PARAMETERS parameters, but for what a library calls;
- comments keep their lines (`ReflowComments: false`), and fields are told
  beside the field, not in a list above their struct;
- no script of tests is called as a module of Python.

usage: rooms.py ROOT
"""
import collections
import pathlib
import re
import sys

from declared import says_what_for
from modules import csource

MOST, PARAMETERS = 40, 6
# Functions that a library calls: it says what they get.
CALLED = re.compile(r'trace/read/otf2_\w+\.c')
TAG = re.compile(r'\b(struct|union|enum)\s+(\w+)\s*\{')
STRUCT = re.compile(r'(/\*(?:(?!\*/).)*\*/)\n(?:typedef |static )*struct \w* ?'
                    r'\{(.*?)^\}', re.S | re.M)
FIELD = re.compile(r'(\w+)(?:\[[^\]]*\])*;')


def check_purpose(name, text):
    """Yield the file `name` if it does not say what it is for."""
    if not says_what_for(text):
        yield f'{name}: does not open with what it is for'


def parameters(text, function):
    """Return how many parameters `function` of the C file `text` has."""
    code = csource.blank(text)[:function.start]
    head = code[code.rindex(function.name + '(') + len(function.name):].strip()
    depth = commas = 0
    for char in head:
        depth += (char == '(') - (char == ')')
        commas += char == ',' and depth == 1
    return 0 if head.strip('() \n') in ('', 'void') else commas + 1


def check_parameters(name, text):
    """Yield the functions of the file `name` that want a struct."""
    for function in csource.functions(text):
        count = parameters(text, function)
        if count > PARAMETERS and not CALLED.fullmatch(name):
            yield (f'{name}:{function.first}: {function.name} has {count} '
                   f'parameters, at most {PARAMETERS}')


def check_fields(name, text):
    """Yield structs of `name` whose fields are told in a list above them."""
    for match in STRUCT.finditer(text):
        fields = set(FIELD.findall(csource.blank(match.group(2))))
        told = re.findall(r'^ \* (\w+)(?:  |\n)', match.group(1), re.M)
        if len([one for one in told if one in fields]) > 1:
            yield (f'{name}:{csource.line_of(text, match.start())}: fields '
                   'are told above their struct')


def check_tags(root):
    """Yield the tags of headers that mean two things."""
    places = collections.defaultdict(list)
    shown = set()
    for path in csource.files(root, ('.c', '.h')):
        name = path.relative_to(root).as_posix()
        for _, tag in TAG.findall(csource.blank(path.read_text())):
            places[tag].append(name)
            if path.suffix == '.h':
                shown.add(tag)
    for tag in sorted(shown):
        if len(places[tag]) > 1:
            yield f'{tag} is a tag in {" and ".join(sorted(places[tag]))}'


def check_folders(root):
    """Yield the folders that one cannot take in."""
    sizes = collections.Counter(
        path.parent.relative_to(root).as_posix()
        for path in csource.files(root, ('.c', '.h')))
    for folder, size in sorted(sizes.items()):
        if size > MOST:
            yield f'{folder}/: {size} files, at most {MOST}'


def check(root):
    """Yield every violation below `root`."""
    if 'ReflowComments: false' not in (root / '.clang-format').read_text():
        yield '.clang-format: comments are to keep their lines'
    yield from check_folders(root)
    yield from check_tags(root)
    for path in csource.files(root, ('.c', '.h')):
        name, text = path.relative_to(root).as_posix(), path.read_text()
        yield from check_fields(name, text)
        if path.suffix == '.c':
            yield from check_purpose(name, text)
            yield from check_parameters(name, text)


def check_scripts(root):
    """Yield the scripts of tests that are called as a module of Python: those
    beside them that import it, or import what does, get them instead."""
    for path in sorted((root / 'tests').rglob('*.py')):
        if path.stem in sys.stdlib_module_names:
            yield (f'{path.relative_to(root)}: Python has a module of that '
                   'name: call it otherwise')


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    wrong = list(check(root)) + list(check_scripts(root))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
