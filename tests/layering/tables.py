#!/usr/bin/env python3
"""Checks that a schedule, a category and a class of nodes is a row.

- no word of a schedule or category stands in C outside the .def files;
- every kind of node, schedule and category is known to its table alone: no
  `switch` over our enumerations has a `default` or is cast to int, so that the
  compiler names every place that a new kind needs.

usage: tables.py ROOT
"""
import pathlib
import re
import sys

import modules
from modules import csource

WORDS = {'model/structure/schedules.def': r'LCM_SCHEDULE\((?:\w+), "(\w+)"',
         'model/structure/categories.def': r'LCM_CATEGORY\((?:\w+), "(\w+)"'}
# Words that mean other things too: a name of a list of HTML, of a value.
COMMON = {'default', 'auto', 'runtime', 'time', 'work', 'static'}
HTML = re.compile(r'render/report/')
CASE = re.compile(r'\bcase\s+LCM_\w+')
SWITCH = re.compile(r'\bswitch\s*\(')


def words(root):
    """Return {word of a row: its table}."""
    found = {}
    for table, row in WORDS.items():
        for word in re.findall(row, (root / table).read_text()):
            if word not in COMMON:
                found[word] = table
    return found


def check_words(name, text, rows):
    """Yield the words of `rows` that stand in the file `name`."""
    for match in csource.TOKEN.finditer(text):
        if match.lastgroup != 'string':
            continue
        table = rows.get(match.group()[1:-1])
        if table and not HTML.match(name):
            yield (f'{name}:{csource.line_of(text, match.start())}: '
                   f'{match.group()} is a row of {table}')


def body_of(code, start):
    """Return the offsets of the body of the switch at `start` of `code`."""
    begin = code.index('{', start)
    depth = 0
    for i in range(begin, len(code)):
        depth += (code[i] == '{') - (code[i] == '}')
        if depth == 0:
            return begin, i
    return begin, len(code)


def check_switches(name, text):
    """Yield the switches of the file `name` that hide kinds."""
    code = csource.blank(text)
    for match in SWITCH.finditer(code):
        line = csource.line_of(text, match.start())
        if code.startswith('(int)', match.end()):
            yield f'{name}:{line}: switch cast to int'
        begin, end = body_of(code, match.end())
        body = code[begin + 1:end]
        for inner in reversed(list(SWITCH.finditer(body))):
            a, b = body_of(body, inner.end())
            body = body[:a] + ' ' * (b - a) + body[b:]
        if CASE.search(body) and re.search(r'\bdefault\s*:', body):
            yield f'{name}:{line}: switch over our kinds with a default'


def check(root):
    """Yield every violation below `root`."""
    rows = words(root)
    for path in csource.files(root, ('.c', '.h')):
        name, text = path.relative_to(root).as_posix(), path.read_text()
        if not name.startswith('profiler/'):
            yield from check_words(name, text, rows)
        yield from check_switches(name, text)


def main():
    wrong = list(check(pathlib.Path(sys.argv[1]).resolve()))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
