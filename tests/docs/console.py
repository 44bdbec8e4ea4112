#!/usr/bin/env python3
"""Runs the commands of a document and compares what they print.

In a fence marked ```console, a line `$ COMMAND` is run by the shell (`> ` goes
on a command that ended in a backslash) in a directory that looks like the
repository, with lcm on the path; the lines below must be what it writes to
standard output and standard error, up to blanks at the ends of lines.  A
line `...` stands for any number of lines, `...` inside a line for any text.
`$ cd PLACE` is for all commands behind it; what is written there stays out
of the repository.

A fence marked ```c FILE (or another language) shows lines of that file, in
order; a line `...` stands for any number of lines.

With LCM_BLESS=1 outputs that differ are rewritten in the document.

usage: console.py ROOT LCM DOCUMENT | console.py --self-test
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r'^```console\n(.*?)^```$', re.M | re.S)
EXCERPT = re.compile(r'^```\w+ (\S+)\n(.*?)^```$', re.M | re.S)
COPIED = ('chares', 'docs', 'data', 'samples')


def commands(text):
    """Yield (line number, command, expected output) of a document."""
    for fence in FENCE.finditer(text):
        number = text.count('\n', 0, fence.start(1)) + 1
        command, first, output = None, 0, []
        for i, line in enumerate(fence.group(1).splitlines(), number):
            if line.startswith('$ '):
                if command:
                    yield first, command, '\n'.join(output)
                command, first, output = line[2:], i, []
            elif line.startswith('> ') and command.endswith('\\') \
                    and not output:
                command += '\n' + line[2:]
            else:
                output.append(line)
        if command:
            yield first, command, '\n'.join(output)


def is_line(wanted, line):
    """Return whether `line` is what `wanted` says: ... is anything in it."""
    pieces = map(re.escape, wanted.split('...'))
    return re.fullmatch('.*?'.join(pieces), line) is not None


def stands_at(block, lines, at):
    """Return whether the lines of `block` are those of `lines` from `at` on."""
    return at + len(block) <= len(lines) and \
        all(map(is_line, block, lines[at:at + len(block)]))


def matches(expected, got):
    """Return whether the text `got` is what `expected` says.  What stands
    between two lines ... comes as soon as it can, so that long texts that do not
    match are told as fast as others."""
    lines = [line.rstrip() for line in got.rstrip().splitlines()]
    blocks = [[]]
    for line in expected.rstrip().splitlines():
        if line.strip() == '...':
            blocks.append([])
        else:
            blocks[-1].append(line.rstrip())
    if not stands_at(blocks[0], lines, 0):
        return False
    at = len(blocks[0])
    if len(blocks) == 1:
        return at == len(lines)
    for block in blocks[1:-1]:
        while at <= len(lines) and not stands_at(block, lines, at):
            at += 1
        at += len(block)
    last = len(lines) - len(blocks[-1])
    return at <= last and stands_at(blocks[-1], lines, last)


def shows(excerpt, text):
    """Return whether the lines of `excerpt` stand in `text`."""
    pattern = ''.join(r'(?:.*\n)*?' if line.strip() == '...'
                      else re.escape(line) + '\n'
                      for line in excerpt.splitlines())
    return re.search('^' + pattern, text, re.M) is not None


def check_excerpts(root, document):
    """Yield the excerpts of `document` that are not in their files."""
    text = pathlib.Path(root, document).read_text()
    for fence in EXCERPT.finditer(text):
        line = text.count('\n', 0, fence.start()) + 1
        path = pathlib.Path(root, fence.group(1))
        if not path.exists():
            yield f'{document}:{line}: there is no {fence.group(1)}'
        elif not shows(fence.group(2), path.read_text()):
            yield f'{document}:{line}: not what {fence.group(1)} says'


def make_place(root, place):
    """Make `place` look like the repository at `root`."""
    for entry in os.listdir(root):
        here, there = os.path.join(root, entry), os.path.join(place, entry)
        if entry in COPIED:
            shutil.copytree(here, there)
        elif entry not in ('.git', 'build'):
            os.symlink(here, there)


def run(command, cwd, env):
    """Return what the shell says to `command` in the folder `cwd`, and its
    exit status."""
    done = subprocess.run(['sh', '-c', command], cwd=cwd, env=env,
                          stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, timeout=120,
                          stderr=subprocess.STDOUT, check=False)
    return done.stdout, done.returncode


def check(root, lcm, document):
    """Yield what is wrong with the commands of `document`."""
    env = dict(os.environ)
    blessed = os.environ.get('LCM_BLESS') == '1'
    env['PATH'] = os.path.dirname(os.path.abspath(lcm)) + ':' + env['PATH']
    count = 0
    with tempfile.TemporaryDirectory() as place:
        make_place(root, place)
        cwd = place
        changes = []
        for line, command, expected in commands(
                pathlib.Path(root, document).read_text()):
            count += 1
            if command.startswith('cd '):
                cwd = os.path.join(cwd, command[3:].strip())
                continue
            got, status = run(command, cwd, env)
            if matches(expected, got) and status <= 2:
                continue
            if blessed and status <= 2:
                changes.append((line, command, expected, got))
            else:
                yield (f'{document}:{line}: {command}\n--- expected\n'
                       f'{expected}\n--- got (status {status})\n{got}')
    for change in reversed(changes):
        bless(os.path.join(root, document), *change)
    if not count:
        yield f'{document}: no command in a fence marked ```console'


def bless(path, line, command, expected, got):
    """Put what `command` in `line` of the document `path` has `got` in place
    of what it was `expected` to print."""
    lines = pathlib.Path(path).read_text().splitlines()
    start = line - 1 + len(command.splitlines())
    kept = lines[start + len(expected.splitlines()):]
    new = [text.rstrip() for text in got.rstrip().splitlines()]
    if expected.endswith('\n'):
        new.append('')
    pathlib.Path(path).write_text('\n'.join(lines[:start] + new + kept) + '\n')


def self_test():
    """Check the comparison itself."""
    assert matches('a\n...\nd', 'a\nb\nc\nd\n')
    assert matches('a ... c', 'a b b c \n')
    assert matches('...', '')
    assert matches('', '')
    assert not matches('a', 'a\nb\n')
    assert not matches('a\n...\nd', 'a\nb\n')
    assert not matches('a ... c', 'a b\nc\n')
    assert not matches('', 'a\n')
    assert matches('a\n...\nb\n...\nb', 'a\nb\nc\nb')
    assert not matches('a\n...\nb\n...\nb', 'a\nb')
    assert not matches('...\na\n' * 40, 'b\n' * 4000)
    text = 'x\n```console\n$ a \\\n> b\nout\n$ c\n```\n```sh\n$ no\n```\n'
    assert list(commands(text)) == [(3, 'a \\\nb', 'out'), (6, 'c', '')]
    assert shows('b\nc\n', 'a\nb\nc\n')
    assert shows('a\n...\nc\n', 'a\nb\nc\n')
    assert not shows('b\n', 'ab\nbc\n')
    assert not shows('a\nc\n', 'a\nb\nc\n')
    assert EXCERPT.findall('```c a.c\nb\n```\n```console\nc\n```\n') \
        == [('a.c', 'b\n')]
    return []


def main():
    if sys.argv[1] == '--self-test':
        wrong = self_test()
    else:
        root, lcm, document = sys.argv[1:4]
        wrong = [*check_excerpts(root, document), *check(root, lcm, document)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
