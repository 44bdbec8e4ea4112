#!/usr/bin/env python3
"""Checks that the prose of the documents of the repository is wrapped at 100
columns.  Fences, indented code, tables and headings are not prose, and a word
that is longer than a line may stand on one of its own.

usage: wrap.py ROOT | wrap.py --self-test
"""
import pathlib
import re
import sys

WIDTH = 100
ITEM = re.compile(r'(?:[-*+]|\d+[.)]) ')


def prose(text):
    """Yield the number, from 1, and the text of each line of prose of the
    document `text`."""
    fenced, code, blank = False, False, True
    for number, line in enumerate(text.split('\n'), 1):
        body = line.lstrip()
        if body.startswith('```'):
            fenced = not fenced
        elif not fenced:
            code = line.startswith('    ') and (blank or code) \
                and not ITEM.match(body)
            if body and not code and not re.match(r'[|#]', body):
                yield number, line
        blank = not body


def too_long(line):
    """Return whether the line of prose is longer than it has to be."""
    if len(line) <= WIDTH:
        return False
    words = line.split()
    return len(words) > 1 + bool(ITEM.match(line.lstrip()))


def documents(root):
    """Yield the documents of the repository, without what is built."""
    for path in sorted(root.rglob('*.md')):
        if not {'build', '.git'} & set(path.relative_to(root).parts):
            yield path


def check(root):
    """Yield the lines of the documents at `root` that are too long."""
    for path in documents(root):
        name = path.relative_to(root).as_posix()
        for number, line in prose(path.read_text()):
            if too_long(line):
                yield f'{name}:{number}: {len(line)} columns'


def self_test():
    """Check what counts as prose."""
    text = ('# h\n\na\n  b\n\n```sh\nc\n```\n| t |\n- d\n    e\n\n    f\n'
            '    g\n\nh\n')
    assert [line for _, line in prose(text)] == ['a', '  b', '- d', '    e',
                                                 'h']
    assert too_long('ab ' * 40)
    assert not too_long('a' * 120)
    assert not too_long('- ' + 'a' * 120)
    return []


def main():
    if sys.argv[1] == '--self-test':
        wrong = self_test()
    else:
        wrong = list(check(pathlib.Path(sys.argv[1])))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
