#!/usr/bin/env python3
"""Finds the words that docs/glossary.md retires: in names of C, in comments, in
messages and in the documents.

usage: words.py ROOT | words.py --self-test
"""
import pathlib
import re
import sys

GLOSSARY = 'docs/glossary.md'
# What to look for, by the word in the table: a letter of the alphabet and the
# divisions of numbers are no retired words.
FORMS = {
    'deal out': r'\bdeal(s|t|ing)? out\b',
    'dealing': r'\bdealings?\b|\w*_deal(ing)?\b',
    'blocks': None, 'rounds': None, 'halves': None, 'curve': None,
    'stolen (of a deal)': None,
    'division': r'\blcm_(\w+_)?division\b',
    'letter': r'\blcm_letters?\b(?!_width)|\bletters? (sent|from|to) ',
    'mail': r'\blcm_(\w+_)?mail(_\w+)?\b|\bmail\b',
    'meeting': r'\blcm_(\w+_)?meetings?\b|\bmeetings? of (all|the) (ranks|members)',
    'habits': r'\bhabits?\b',
}
SUFFIXES = ('.c', '.h', '.def', '.md')


def retired(root):
    """Return the words of the table of retired words."""
    text = (root / GLOSSARY).read_text()
    table = text[text.index('## Retired words'):]
    rows = re.findall(r'^\| ([^|]+) \| [^|]+ \|$', table, re.M)[1:]
    return [word.strip() for row in rows for word in row.split(', ')]


def found(text, words):
    """Yield the line and the word of each retired word in `text`."""
    for number, line in enumerate(text.splitlines(), 1):
        for word in words:
            if FORMS.get(word) and re.search(FORMS[word], line, re.I):
                yield number, word


def check(root):
    """Yield every retired word below `root`."""
    words = retired(root)
    for word in words:
        if word not in FORMS:
            yield f'{GLOSSARY}: {word!r} has no form in tests/docs/words.py'
    for path in sorted(root.rglob('*')):
        name = path.relative_to(root).as_posix()
        if path.suffix in SUFFIXES and name != GLOSSARY and \
                not re.match(r'build/|\.|tests/', name):
            for number, word in found(path.read_text(), words):
                yield f'{name}:{number}: "{word}" is retired'


def self_test():
    """Check that words are found, and others are not."""
    words = list(FORMS)
    wrong = []
    for line, expected in (('chunks are dealt out', 'deal out'),
                           ('struct lcm_letter *sent', 'letter'),
                           ('struct lcm_meeting *next', 'meeting'),
                           ('a letter for each argument', None),
                           ('integer division', None)):
        got = [word for _, word in found(line, words)]
        if got != ([expected] if expected else []):
            wrong.append(f'{line!r}: {got}')
    return wrong


def main():
    wrong = self_test() if sys.argv[1] == '--self-test' else \
        list(check(pathlib.Path(sys.argv[1]).resolve()))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
