#!/usr/bin/env python3
"""What goes wrong around lcm leaves nothing half written, nothing lost.

Commands that write are killed at random moments; each write, read, opening,
renaming, and allocation of a run fails in turn; entries of the cache have each
byte changed; many processes share one cache; there is little memory, no HOME,
no room.  After each the file that was to be written is the old one or the new
one, whole; the status says whether it was written; a later run gives the right
numbers.

usage: faults.py LCM INJECT.so [--long [KIND...]]
       a few of each kind; --long: 1000 kills of each command, all calls, all
       bytes, 200 processes.  It prints a table, also of what was done when
       it is stopped by SIGTERM.
"""
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LONG = '--long' in sys.argv
SOURCE = '''double a[1000], s;
double work(int);
int main(void) {
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++)
      // lcm: model time = 1 us
      s += work(i) + a[i];
  }
  return 0;
}
'''
OLD = 'what was there before\n'
COMMANDS = {
    'analyze': (['analyze', '-c', 'a.c', '-o', 'out.lcs', '--no-cache'],
                'out.lcs'),
    'cache': (['analyze', '-c', 'a.c', '-o', 'out.lcs', '--cache', 'kept'],
              'out.lcs'),
    'predict': (['predict', 'a.lcs', '-D', 'p=1:16', '--format', 'json', '-o',
                 'out.json'], 'out.json'),
    'report': (['report', 'a.lcs', '-D', 'p=1:8', '-o', 'out.html'],
               'out.html'),
    'link': (['link', 'a.lcs', '-o', 'out.lcs'], 'out.lcs'),
    'graph': (['graph', 'a.lcs', '-o', 'out.dot'], 'out.dot'),
    'fit': (['fit', 'runs.jsonl', '--format', 'json', '-o', 'fit.json'],
            'fit.json'),
    'annotate': (['annotate', '--models', 'models.json', 'b.c', '--in-place'],
                 'b.c'),
}
CALLS = {'write': (28, 0, 4), 'read': (5, 0, 4), 'open': (13, 24),
         'rename': (28,), 'sync': (5,), 'close': (5,), 'memory': (12,)}


class Faults:
    """Runs lcm with faults and counts what comes of it."""

    def __init__(self, lcm, inject, folder):
        self.lcm, self.inject = os.path.abspath(lcm), os.path.abspath(inject)
        self.path = pathlib.Path(folder)
        self.wrong, self.table = [], {}
        self.write('a.c', SOURCE)
        self.write('b.c', SOURCE.replace('      // lcm: model time = 1 us\n', ''))
        self.write('runs.jsonl', ''.join(
            '{"schema": "lcm-measurement/1", "fragment": "b.c:main/parloop#1", '
            f'"params": {{"p": {p}}}, "categories": {{"pc": {p * 0.5 + 2}}}, '
            f'"processors": {p}, "elapsed": {p * 0.5 + 2}, "repetition": 0}}\n'
            for p in (1, 2, 4, 8, 16, 32)))
        self.plain('analyze', '-c', 'a.c', '-o', 'a.lcs', '--no-cache')
        self.plain('fit', 'runs.jsonl', '--format', 'json', '-o', 'models.json')
        self.old, self.new = {}, {}
        for name, (args, out) in COMMANDS.items():
            path = self.path / out
            self.old[name] = path.read_bytes() if out == 'b.c' else OLD.encode()
            done = self.plain(*args)
            assert done.returncode == 0 and path.exists(), (name, done)
            self.new[name] = path.read_bytes()
            path.write_bytes(self.old[name])

    def write(self, name, text):
        """Write `text` into the file `name`."""
        (self.path / name).write_text(text)

    def start(self, args, **more):
        """Start lcm with `args`, and variables of the environment."""
        env = {'PATH': os.environ['PATH'], 'LCM_MACHINE': 'none', 'HOME':
               str(self.path), 'LC_ALL': 'C', 'ASAN_OPTIONS':
               'allocator_may_return_null=1:verify_asan_link_order=0'}
        env.update(more.pop('env', {}))
        return subprocess.Popen([self.lcm, *args], cwd=self.path, env=env,
                                stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                **more)

    def plain(self, *args, **more):
        """Run lcm."""
        process = self.start(args, **more)
        process.stdout_text, process.stderr_text = process.communicate(
            timeout=120)
        return process

    def count(self, kind, damage=False, what=''):
        """Count a run of `kind`."""
        row = self.table.setdefault(kind, [0, 0])
        row[0] += 1
        row[1] += bool(damage)
        if damage:
            self.wrong.append(f'{kind}: {what}: {damage}')

    def damage(self, name, status=None):
        """Return what is wrong with the output of the command `name` after it
        ended with `status`, and put the old one back."""
        path = self.path / COMMANDS[name][1]
        got = path.read_bytes() if path.exists() else None
        path.write_bytes(self.old[name])
        if got not in (self.old[name], self.new[name]):
            return f'{len(got or b"")} bytes of {len(self.new[name])}'
        if status == 0 and got != self.new[name]:
            return 'not written, and yet the status is 0'
        if status is not None and status not in (0, 1, 2):
            return f'status {status}'
        return None

    def clean(self):
        """Remove what killed runs have left beside their outputs."""
        for path in self.path.glob('*.??????'):
            path.unlink()

    def test_kills(self, times):
        """Kill each command at random moments."""
        draw = random.Random(1)
        for name, (args, _) in COMMANDS.items():
            began = time.monotonic()
            self.plain(*args)
            lasts = time.monotonic() - began
            self.damage(name)
            for _ in range(times):
                process = self.start(args, start_new_session=True)
                time.sleep(draw.random() * lasts)
                if draw.random() < 0.5:
                    process.kill()
                else:
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate(timeout=60)
                self.count('SIGKILL', self.damage(name), name)
            self.clean()
        done = self.plain(*COMMANDS['cache'][0])
        self.count('SIGKILL', self.damage('cache', done.returncode), 'after')

    def faulty(self, args, call, number, error):
        """Run lcm with one fault; return it, and how many calls there were."""
        counter = self.path / 'count'
        counter.write_bytes(bytes(8))
        done = self.plain(*args, env={
            'LD_PRELOAD': self.inject, 'FAULT_FILE': str(counter),
            'FAULT_CALL': call, 'FAULT_AT': str(number),
            'FAULT_ERROR': str(error)})
        return done, int.from_bytes(counter.read_bytes(), 'little')

    def test_calls(self, most):
        """Let each call but allocations fail once, at most `most` of a run."""
        for call in CALLS:
            if call != 'memory':
                self.each_call(call, most)
        # what is written is analysed first, and that dies
        self.one_fault('annotate', 'write', 2, 28)

    def test_allocations(self, most):
        """Let each allocation fail once, at most `most` of a run."""
        self.each_call('memory', most)

    def each_call(self, call, most):
        """Let each `call` fail once, at most `most` of a run."""
        draw = random.Random(call)
        errors = CALLS[call]
        for name in list(COMMANDS) if LONG else draw.sample(list(COMMANDS), 1):
            _, n = self.faulty(COMMANDS[name][0], call, 0, 0)
            self.damage(name)
            numbers = range(1, n + 1) if n <= most else sorted(
                draw.sample(range(1, n + 1), most))
            for number in numbers:
                for error in errors if LONG else [draw.choice(errors)]:
                    self.one_fault(name, call, number, error)
            self.clean()

    def one_fault(self, name, call, number, error):
        """Let the call `number` of the command `name` fail."""
        done, _ = self.faulty(COMMANDS[name][0], call, number, error)
        what = f'{name}, call {number}, error {error}'
        damage = self.damage(name, done.returncode)
        if error in (0, 4) and call in ('write', 'read') and done.returncode:
            damage = damage or f'status {done.returncode}: {done.stderr_text}'
        if done.returncode and not done.stderr_text:
            damage = damage or f'status {done.returncode} without a word'
        self.count(f'{call} fails', damage, what)

    def test_cache(self, step):
        """Change bytes of the entries of a cache."""
        args = COMMANDS['cache'][0]
        shutil.rmtree(self.path / 'kept', ignore_errors=True)
        self.plain(*args)
        self.damage('cache')
        entries = {path: path.read_bytes()
                   for path in (self.path / 'kept').rglob('*')
                   if path.is_file()}
        for path, text in entries.items():
            for at in range(len(text) % step, len(text), step):
                path.write_bytes(text[:at] + bytes([text[at] ^ 1 << at % 8]) +
                                 text[at + 1:])
                done = self.plain(*args)
                self.count('byte of the cache', self.damage(
                    'cache', done.returncode) or done.returncode, at)
                path.write_bytes(text)

    def test_crowd(self, many):
        """Let many processes share a cache that is not there yet."""
        shutil.rmtree(self.path / 'kept', ignore_errors=True)
        args = ['analyze', '-c', 'a.c', '--cache', 'kept']
        for process in [self.start(args) for _ in range(many)]:
            out, said = process.communicate(timeout=300)
            bad = process.returncode or out != self.new['cache']
            self.count('one cache', bad and (process.returncode, said), many)
        left = list((self.path / 'kept').rglob('new.*'))
        self.count('one cache', left, 'left behind')

    def test_memory(self, sizes):
        """Run with limits on memory, in megabytes."""
        for size in sizes:
            for name in list(COMMANDS) if LONG else ['analyze', 'predict']:
                def limit(size=size):
                    resource.setrlimit(resource.RLIMIT_AS, (size << 20,) * 2)
                done = self.plain(*COMMANDS[name][0], preexec_fn=limit)
                bad = self.damage(name, done.returncode)
                if done.returncode == 127:
                    bad = None
                self.count('memory', bad, f'{name}, {size} MB')

    def test_places(self):
        """No HOME, a cache that cannot be written, no room."""
        for env in ({'HOME': ''}, {'HOME': '/proc/nowhere'},
                    {'XDG_CACHE_HOME': '/proc'},
                    {'XDG_CACHE_HOME': str(self.path / 'a.c')},
                    {'TMPDIR': '/nowhere'}):
            done = self.plain('analyze', '-c', 'a.c', '-o', 'out.lcs', env=env)
            self.count('no place', self.damage('analyze', done.returncode) or
                       done.returncode, env)
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        for name in COMMANDS:
            done = self.plain(*COMMANDS[name][0], preexec_fn=limit)
            bad = self.damage(name, done.returncode)
            self.count('no room', bad or (done.returncode != 2 and
                                          f'status {done.returncode}'), name)
        for args in (COMMANDS['predict'][0][:-2], ['cat', 'a.lcs']):
            with open('/dev/full', 'wb') as full:
                done = subprocess.run([self.lcm, *args], cwd=self.path,
                                      stdout=full, check=False,
                                      stderr=subprocess.PIPE)
            self.count('no room', done.returncode != 2 and done, args)


def main():
    """Run all tests, or in the long form those named."""
    kinds = {'kills': (1000, 1), 'calls': (100000, 1),
             'allocations': (5000, 1), 'cache': (1, 700),
             'crowd': (200, 4), 'memory': (range(50, 1000, 25), (60, 300))}
    asked = sys.argv[sys.argv.index('--long') + 1:] if LONG else []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        faults = Faults(sys.argv[1], sys.argv[2], folder)
        try:
            for kind, (much, little) in kinds.items():
                if not asked or kind in asked:
                    getattr(faults, f'test_{kind}')(much if LONG else little)
            if not asked or 'places' in asked:
                faults.test_places()
        finally:
            report(faults)


def report(faults):
    """Print what was found so far, and end."""
    print('\n'.join(faults.wrong))
    for kind, (runs, damaged) in faults.table.items():
        print(f'{kind:20} {runs:7} runs {damaged:5} damaged')
    sys.exit(bool(faults.wrong))


if __name__ == '__main__':
    main()
