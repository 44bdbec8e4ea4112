#!/usr/bin/env python3
"""Checks that what the documents call by a path of the repository exists: text
in backquotes that begins with a folder of the repository, and files *.def.

A document may name a file from the root, or from its own folder or one above
it.  In `tests/golden/TOPIC/CASE` capitals, and in `test_*.c` the star, stand
for anything.

usage: paths.py ROOT | paths.py --self-test
"""
import pathlib
import re
import sys
import tempfile

FENCE = re.compile(r'^ *```.*?^ *```$', re.M | re.S)
CODE = re.compile(r'`((?:[^`\n]|\n(?!\s*\n))+)`')
PATH = re.compile(r'[\w*][\w.*+-]*(?:/[\w.*+-]+)*/?')
ANYTHING = re.compile(r'[A-Z][A-Z_]*[A-Z]')
APART = {'build', '.git'}


def documents(root):
    """Yield the documents of the repository, without what is built."""
    for path in sorted(root.rglob('*.md')):
        if not APART & set(path.relative_to(root).parts):
            yield path


def folders(root):
    """Return the names of the folders at `root`, in it and in them."""
    outer = [path for path in root.iterdir()
             if path.is_dir() and path.name not in APART]
    inner = [path for folder in outer if folder.name in ('data', 'tests')
             for path in folder.iterdir() if path.is_dir()]
    return {path.name for path in outer + inner}


def is_path(text, known):
    """Return whether `text` looks like a path of the repository, whose folders
    are `known`."""
    if not PATH.fullmatch(text):
        return False
    first, slash, _ = text.partition('/')
    return bool(slash and first in known) or text.endswith('.def')


def exists(text, path, root):
    """Return whether the document at `path` can mean a file by `text`."""
    pattern = ANYTHING.sub('*', text.rstrip('/'))
    if '/' not in text:
        return any(root.rglob(pattern))
    bases = [root, *(base for base in path.parents
                     if base.is_relative_to(root))]
    return any(any(base.glob(pattern)) for base in bases)


def check(root):
    """Yield the paths in documents below `root` that lead nowhere."""
    known = folders(root)
    for path in documents(root):
        text = FENCE.sub(lambda match: '\n' * match.group().count('\n'),
                         path.read_text())
        for match in CODE.finditer(text):
            code = match.group(1)
            if is_path(code, known) and not exists(code, path, root):
                number = text.count('\n', 0, match.start()) + 1
                yield f'{path.relative_to(root)}:{number}: no {code}'


def self_test():
    """Check what counts as a path, and what exists."""
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for file in ('base/a.c', 'base/rows.def', 'tests/unit/base/test_a.c',
                     'data/models/m.json'):
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text('')
        (root / 'tests/README.md').write_text(
            '`base/a.c` `base/` `rows.def` `unit/MODULE/test_WHAT.c`\n'
            '`base/b.c`\n`lines.def`\n`models/n.json` `else/b.c` `a / b`\n'
            '```\n`base/c.c`\n```\n`a b\nc` `unit/*/test_b.c`\n')
        assert list(check(root)) == [
            f'tests/README.md:{where}' for where in (
                '2: no base/b.c', '3: no lines.def', '4: no models/n.json',
                '9: no unit/*/test_b.c')], list(check(root))
    return []


def main():
    wrong = self_test() if sys.argv[1] == '--self-test' \
        else list(check(pathlib.Path(sys.argv[1]).resolve()))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
