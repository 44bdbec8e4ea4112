#!/usr/bin/env python3
"""Measures lcm on whole code bases.

For each directory with a compile_commands.json: how long libclang's parse of
all C units takes by itself, how long the whole analysis takes at first and
when it is repeated, and what memory the largest process needs.  Times are
seconds of processor time of all processes, so that other work on the machine
matters little, and elapsed ones.  Each is the median of --runs.

With --constructs only the constructs are listed.  Exit status 1 where a goal
is missed: analysis at most 2.5 times the bare parse, repeated at least 20
times faster.

With --growth instead: every fourth unit, every second and all of them, what
the analysis of each takes in processor time and memory, and how much longer
one worker takes than two.  Exit status 1 where memory grows faster than the
structure that is kept.

usage: scale.py BUILD [--runs N] [--jobs N] [--constructs | --growth]
                DIRECTORY...
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SLOWER, FASTER = 2.5, 20
LINEAR = 1.1


class Unit:
    """A C file with its flags."""

    def __init__(self, entry):
        self.directory = entry['directory']
        self.file = os.path.join(self.directory, entry['file'])
        words = entry.get('arguments') or entry['command'].split()
        self.flags = []
        skip = True
        for word in words:
            if not skip and word not in ('-c', '-o', entry['file']):
                self.flags.append(word)
            skip = word == '-o'

    def parse(self, program):
        """Return the seconds that libclang needs for it."""
        done = subprocess.run([program, self.file, *self.flags], text=True,
                              cwd=self.directory, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False)
        return float(done.stdout or 0)

    def lines(self):
        """Return how many lines it has."""
        return pathlib.Path(self.file).read_bytes().count(b'\n')


def units_of(directory):
    """Return the C units of the database in `directory`."""
    path = pathlib.Path(directory, 'compile_commands.json')
    return [Unit(entry) for entry in json.loads(path.read_text())
            if entry['file'].endswith('.c')]


def parse_all(program, units, jobs):
    """Return the seconds that the parse of all `units` takes."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return sum(pool.map(lambda unit: unit.parse(program), units))


def measure(command):
    """Return processor seconds, elapsed seconds and MiB of `command`."""
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f'{command}: status {process.returncode}')
    return (used.ru_utime + used.ru_stime, time.monotonic() - begin,
            used.ru_maxrss / 1024)


def medians(runs):
    """Return the median of each column."""
    return [statistics.median(column) for column in zip(*runs)]


def report(directory, options):
    """Measure one code base; return whether the goals are met."""
    units = units_of(directory)
    lines = sum(unit.lines() for unit in units)
    cache = tempfile.mkdtemp()
    command = [f'{options.build}/lcm', 'analyze', '-q', '-p', directory,
               '-j', str(options.jobs), '--cache', cache,
               '--constructs' if options.constructs else '-c']
    parses, first, second = [], [], []
    for _ in range(options.runs):
        shutil.rmtree(cache)
        parses.append((parse_all(f'{options.build}/bench/parse_only', units,
                                 options.jobs),))
        first.append(measure(command))
        second.append(measure(command))
    shutil.rmtree(cache)
    parse, = medians(parses)
    cpu, elapsed, memory = medians(first)
    again, elapsed_again, _ = medians(second)
    print(f'| {pathlib.Path(directory).resolve().name} | {len(units)} | '
          f'{lines:,} | {parse:.1f} s | {cpu:.1f} s | {cpu / parse:.2f} | '
          f'{lines / elapsed:,.0f} | {again:.2f} s | {cpu / again:.0f} | '
          f'{elapsed / elapsed_again:.0f} | {memory:.0f} MiB |', flush=True)
    return cpu <= SLOWER * parse and cpu >= FASTER * again


def measure_part(directory, step, jobs, options):
    """Return lines, bytes of structure, and what the analysis of every
    `step`th unit takes."""
    path = pathlib.Path(directory, 'compile_commands.json')
    entries = [entry for entry in json.loads(path.read_text())
               if entry['file'].endswith('.c')][::step]
    with tempfile.TemporaryDirectory() as place:
        pathlib.Path(place, path.name).write_text(json.dumps(entries))
        out = pathlib.Path(place, 'out')
        used = measure([f'{options.build}/lcm', 'analyze', '-q', '-c', '-p',
                        place, '-j', str(jobs), '--no-cache', '-o', str(out)])
        size = out.stat().st_size
    return len(entries), sum(Unit(entry).lines() for entry in entries), \
        size / 2**20, used


def grow(directory, options):
    """Measure parts of one code base; return whether memory is linear."""
    rows = []
    for step in (4, 2, 1):
        units, lines, size, used = measure_part(directory, step, options.jobs,
                                                options)
        rows.append((size, used[2]))
        print(f'| {pathlib.Path(directory).resolve().name} | {units} | '
              f'{lines:,} | {size:.1f} MiB | {used[0]:.1f} s | '
              f'{used[2]:.0f} MiB | {used[1]:.1f} s |', end='', flush=True)
        one = measure_part(directory, step, 1, options)[3]
        print(f' {one[1]:.1f} s | {one[1] / used[1]:.2f} |', flush=True)
    (small, low), (middle, half), (large, high) = rows
    slope = (half - low) / (middle - small)
    return high <= LINEAR * (half + slope * (large - middle))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('directories', nargs='+')
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--constructs', action='store_true')
    parser.add_argument('--growth', action='store_true')
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    if options.growth:
        print('| code base | units | lines | structure | analysis | memory | '
              f'{options.jobs} workers | 1 worker | ratio |\n|' +
              '---|' * 9)
        met = [grow(directory, options) for directory in options.directories]
        sys.exit(0 if all(met) else 1)
    print('| code base | units | lines | bare parse | analysis | ratio | '
          'lines a second | again | faster | faster, elapsed | memory |\n'
          '|' + '---|' * 11)
    met = [report(directory, options) for directory in options.directories]
    sys.exit(0 if all(met) else 1)


if __name__ == '__main__':
    main()
