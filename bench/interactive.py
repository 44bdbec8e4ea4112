#!/usr/bin/env python3
"""Processor time and memory of the commands that one waits for: predict,
compare, advise, scale, graph, report, check and analyze --why-serial, on the
samples and on programs given, for 32 points.

Processor time of whole processes is compared with that of libclang's parse of
the same files alone (bench/parse_only), so that other work on the machine does
not matter; only ratios have limits, and memory.  Exit status 1 where one is
exceeded.  A command that does not apply to a program is shown as `-`, one that
was stopped after 10 s with `>`.

usage: interactive.py BUILD_DIR [PROGRAM...] [-- FLAGS]
"""
import os
import re
import resource
import statistics
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SMALL = bool(os.environ.get('LCM_BENCH_SMALL'))
SECONDS = 10
MEGABYTES = 500
EACH, MIDDLE = (75, 25) if SMALL else (25, 7.5)
POINTS, POINT = ['-D', 'p=1:32'], ['-D', 'p=8']
COMMANDS = ('predict', 'compare', 'advise', 'scale', 'graph', 'report',
            'check', 'why-serial')
FEW = ('matmul/matmul', 'fib/fib', 'histogram/histogram')


class Took:
    """Processor seconds and megabytes of a command, and whether it worked."""

    def __init__(self, arguments):
        done = os.fork()
        if not done:
            run(arguments)
        _, status, usage = os.wait4(done, 0)
        self.seconds = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024
        self.stopped = os.WIFSIGNALED(status) or self.seconds >= SECONDS
        self.worked = not os.WIFSIGNALED(status) and \
            os.WEXITSTATUS(status) in (0, 1)


def run(arguments):
    """Become `arguments`, silent, with a limit on processor time."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    try:
        os.execv(arguments[0], arguments)
    finally:
        os._exit(127)


def samples():
    """Return the programs of the samples, each a list of files."""
    found = []
    folder = os.path.join(ROOT, 'samples')
    for path, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            file = os.path.join(path, name)
            if name.endswith('.c') and 'main(' in read(file) and \
                    'md.h' not in read(file) and (
                    not SMALL or any(file.endswith(few + '.c')
                                     for few in FEW)):
                found.append([file])
    return found


def read(file):
    """Return the text of `file`."""
    with open(file, errors='replace') as text:
        return text.read()


def parallel_loop(files):
    """Return `FILE:LINE` of the first construct that divides work, or None."""
    for file in files:
        for i, line in enumerate(read(file).splitlines(), 1):
            if re.match(r'\s*#\s*pragma\s+omp\s.*\b(for|task|sections)\b',
                        line):
                return f'{file}:{i}'
    return None


def arguments_of(command, files, folder):
    """Return the arguments of lcm for `command`, None where it has none."""
    if command == 'compare':
        place = parallel_loop(files)
        return place and ['compare', *files, *POINTS, '--edit',
                          f'serial: serialize {place}']
    return {'predict': ['predict', *files, *POINTS],
            'advise': ['advise', *files, *POINTS],
            'scale': ['scale', *files],
            'graph': ['graph', *files, *POINT, '-o',
                      os.path.join(folder, 'graph.svg')],
            'report': ['report', *files, *POINTS, '-o',
                       os.path.join(folder, 'report.html')],
            'check': ['check', *files],
            'why-serial': ['analyze', '--why-serial', *files]}[command]


def measure(build, files, flags, folder):
    """Return what the parse of `files` takes, and each command by name."""
    parse = os.path.join(build, 'bench', 'parse_only')
    alone = sum(Took([parse, file, *flags]).seconds for file in files)
    took = {}
    for command in COMMANDS:
        arguments = arguments_of(command, files, folder)
        one = arguments and Took([os.path.join(build, 'lcm'), *arguments,
                                  '--no-cache', '-q', '--', *flags])
        if one and (one.worked or one.stopped):
            took[command] = one
    return alone, took


def show(name, alone, took):
    """Print the row of a program."""
    cells = []
    for command in COMMANDS:
        one = took.get(command)
        sign = '>' if one and one.stopped else ''
        cells.append(f'{sign + format(one.seconds, ".2f"):>6} '
                     f'{one.megabytes:4.0f}' if one else '     -    -')
    print(f'{name[:20]:20} {alone:6.3f} ' + ' '.join(cells), flush=True)


def check(what, value, limit):
    """Print `value` beside its limit; return whether that is exceeded."""
    missed = value > limit
    print(f'{what:40} {value:9.2f}  limit {limit:g}  '
          f'{"MISSED" if missed else "ok"}')
    return missed


def main():
    words = sys.argv[1:]
    flags = words[words.index('--') + 1:] if '--' in words else ['-fopenmp']
    words = words[:words.index('--')] if '--' in words else words
    if not words:
        sys.exit(__doc__)
    os.environ['LCM_MACHINE'] = 'none'
    programs = [word.split('+') for word in words[1:]] or samples()
    ratios = {command: [] for command in COMMANDS}
    most = {command: (0, '-') for command in COMMANDS}
    memory = 0
    print(f'{"processor s, MB":20} {"parse":>6} ' +
          ' '.join(f'{command:>11}' for command in COMMANDS))
    with tempfile.TemporaryDirectory() as folder:
        for files in programs:
            alone, took = measure(words[0], files, flags, folder)
            name = os.path.basename(files[0])[:-2]
            show(name, alone, took)
            for command, one in took.items():
                ratios[command].append(one.seconds / alone)
                most[command] = max(most[command],
                                    (one.seconds / alone, name))
                memory = max(memory, one.megabytes)
    missed = False
    for command in COMMANDS:
        if ratios[command]:
            missed |= check(f'{command} / parse, median',
                            statistics.median(ratios[command]), MIDDLE)
            missed |= check(f'{command} / parse, {most[command][1]}',
                            most[command][0], EACH)
    missed |= check('most memory [MB]', memory, MEGABYTES)
    sys.exit(missed)


if __name__ == '__main__':
    main()
