#!/usr/bin/env python3
"""Runs the commands of a document and compares what they print.

In a fence marked ```console, a line `$ COMMAND` is run by the shell (`> ` goes
on a command that ended in a backslash) in a directory that looks like the
repository, with lcm on the path; the lines below must be what it writes to
standard output and standard error, up to blanks at the ends of lines.  A
line `...` stands for any number of lines, `...` inside a line for any text.

usage: console.py ROOT LCM DOCUMENT | console.py --self-test
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r'^```console\n(.*?)^```$', re.M | re.S)


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


def matches(expected, got):
    """Return whether the text `got` is what `expected` says."""
    pattern = ''
    for line in expected.rstrip().splitlines():
        if line.strip() == '...':
            pattern += r'(?:[^\n]*\n)*?'
        else:
            pieces = map(re.escape, line.rstrip().split('...'))
            pattern += '[^\n]*?'.join(pieces) + r'\n'
    lines = [line.rstrip() for line in got.rstrip().splitlines()]
    return re.fullmatch(pattern, ''.join(line + '\n' for line in lines)) \
        is not None


def check(root, lcm, document):
    """Yield what is wrong with the commands of `document`."""
    env = dict(os.environ)
    env['PATH'] = os.path.dirname(os.path.abspath(lcm)) + ':' + env['PATH']
    count = 0
    with tempfile.TemporaryDirectory() as place:
        for entry in os.listdir(root):
            if entry not in ('.git', 'build'):
                os.symlink(os.path.join(root, entry),
                           os.path.join(place, entry))
        for line, command, expected in commands(
                pathlib.Path(root, document).read_text()):
            count += 1
            run = subprocess.run(['sh', '-c', command], cwd=place, env=env,
                                 stdin=subprocess.DEVNULL, text=True,
                                 stdout=subprocess.PIPE, timeout=120,
                                 stderr=subprocess.STDOUT, check=False)
            if not matches(expected, run.stdout):
                yield (f'{document}:{line}: {command}\n--- expected\n'
                       f'{expected}\n--- got (status {run.returncode})\n'
                       f'{run.stdout}')
    if not count:
        yield f'{document}: no command in a fence marked ```console'


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
    text = 'x\n```console\n$ a \\\n> b\nout\n$ c\n```\n```sh\n$ no\n```\n'
    assert list(commands(text)) == [(3, 'a \\\nb', 'out'), (6, 'c', '')]
    return []


def main():
    wrong = self_test() if sys.argv[1] == '--self-test' \
        else list(check(*sys.argv[1:4]))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
