#!/usr/bin/env python3
"""Checks helps, manual pages and completions, which lcm makes of its options:
that they have the same options, that examples use options that there are, that
groff, bash, zsh and fish (where they are) have nothing to complain about, and
what bash offers.

usage: man.py LCM
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SECTIONS = ('NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'EXIT STATUS',
            'ENVIRONMENT', 'FILES', 'EXAMPLES', 'SEE ALSO')
# What is typed, the word that the cursor is in, and what is offered.
OFFERED = (('lcm pre', 1, ['predict']),
           ('lcm predict --chart', 2, ['--chart', '--charts']),
           ('lcm predict --format t', 3, ['text', 'tsv']),
           ('lcm compare --formu', 2, []),
           ('lcm graph --color n', 3, ['never']),
           ('lcm help li', 2, ['link']))


def output(*command, **options):
    """Return what `command` prints, its complaints too."""
    done = subprocess.run([str(word) for word in command], check=False,
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    return done.stdout if not done.returncode else \
        f'{command}: status {done.returncode}\n{done.stdout}'


def options_of(text):
    """Return the options that a help lists."""
    return set(re.findall(r'^ .{0,5}(--[\w-]+)', text, re.M))


def check_help(lcm, name, folder):
    """Yield what is wrong with help and manual page of the command `name`."""
    text = output(lcm, 'help', name)
    page = (folder / f'lcm-{name}.1').read_text()
    if text != output(lcm, name, '--help'):
        yield f'lcm help {name} is not lcm {name} --help'
    yield from (f'lcm help {name}: too wide: {line}' for line
                in text.splitlines() if len(line) > 80)
    shown = set(re.findall(r'^\\fB.*?(--[\w-]+)\\fR', page.replace('\\-', '-'),
                           re.M))
    if shown != options_of(text):
        yield f'{name}: page and help differ: {shown ^ options_of(text)}'
    yield from (f'lcm-{name}.1 has no section {section}' for section
                in SECTIONS if f'\n.SH {section}\n' not in page)
    first = text.split('\n\n')[2]
    if 'What matters first:' in text and not 3 <= len(options_of(first)) <= 10:
        yield f'{name}: {len(options_of(first))} options matter first'
    examples = re.findall(r'^  lcm (\w+) (.*)', text, re.M)
    for command, line in examples:
        used = set(re.findall(r'(?<!\S)--[a-z][\w-]*', line.split(' -- ')[0]))
        if command != name or used - options_of(text):
            yield f'{name}: an example has {used - options_of(text)}: {line}'


def check_bash(folder):
    """Yield what bash offers that it should not, and the reverse."""
    for line, at, want in OFFERED:
        words = ' '.join(f"'{word}'" for word in line.split())
        said = output('bash', '-c', f'. {folder}/lcm; COMP_WORDS=({words}); '
                      f'COMP_CWORD={at}; _lcm; echo "${{COMPREPLY[@]}}"')
        if said.split() != want:
            yield f'bash offers for {line}: {said}'


def check_readers(folder, pages):
    """Yield what the programs that read these files complain about."""
    if shutil.which('groff'):
        said = output('groff', '-man', '-ww', '-z', *pages)
        yield from said.splitlines()
    for shell, option, name in (('zsh', '-n', '_lcm'),
                                ('fish', '--no-execute', 'lcm.fish')):
        if shutil.which(shell):
            yield from output(shell, option, folder / name).splitlines()


def main():
    lcm = sys.argv[1]
    names = re.findall(r'^  lcm (\w+) ', output(lcm, 'help'), re.M)
    wrong = [] if names and output(lcm, 'help') == output(lcm, '--help') else \
        ['lcm help is not lcm --help']
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        output(lcm, '--write-manual', folder)
        pages = sorted(folder.glob('*.1'))
        if {path.stem for path in pages} != \
                {'lcm', *(f'lcm-{name}' for name in names)}:
            wrong.append(f'the pages are {pages}')
        if output(lcm, '--man', 'fit') != (folder / 'lcm-fit.1').read_text():
            wrong.append('lcm --man fit is not its page')
        for name in names:
            wrong += check_help(lcm, name, folder)
        wrong += [*check_bash(folder), *check_readers(folder, pages)]
    for asked in (['--version'], *([name, '--version'] for name in names)):
        if not re.fullmatch(r'lcm \d+\.\d+\.\d+\n', output(lcm, *asked)):
            wrong.append(f'{asked} does not say the version')
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
