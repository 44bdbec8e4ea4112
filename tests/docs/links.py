#!/usr/bin/env python3
"""Checks that what the documents of the repository link to exists: files, and
headings in them.

usage: links.py ROOT
"""
import pathlib
import re
import sys

LINK = re.compile(r'(?<!!)\[[^\]\n]*(?:\n[^\]\n]*)?\]\(([^)\s]+)\)')
FENCE = re.compile(r'^```.*?^```$', re.M | re.S)


def anchors(path):
    """Return the anchors of the headings of the document at `path`."""
    text = FENCE.sub('', path.read_text())
    names = re.findall(r'^#+ (.*)$', text, re.M)
    return {re.sub(r'[^\w\- ]', '', name.lower()).replace(' ', '-')
            for name in names}


def check(path, root):
    """Yield the links of the document at `path` that lead nowhere."""
    for target in LINK.findall(FENCE.sub('', path.read_text())):
        if re.match(r'\w+:', target):
            continue
        file, _, anchor = target.partition('#')
        where = (path.parent / file) if file else path
        if not where.exists():
            yield f'{path.relative_to(root)}: there is no {target}'
        elif anchor and anchor not in anchors(where):
            yield f'{path.relative_to(root)}: no heading {target}'


def documents(root):
    """Yield the documents of the repository, without what is built."""
    for path in sorted(root.rglob('*.md')):
        if not {'build', '.git'} & set(path.relative_to(root).parts):
            yield path


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = [line for path in documents(root) for line in check(path, root)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
