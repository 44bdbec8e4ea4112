#!/usr/bin/env python3
"""Programs whose lost cycles are known by construction, under the profiler.

Their work is sleeping, which takes its time whoever else uses the processors.
What the system adds to it, and how long threads waited for a processor, the
programs tell at their end: a category may be off by 3 %, that much, and what a
program takes in which threads only start and end.  What the machine adds to
waking somebody up nobody knows, so each program has several tries.

usage: profiler.py RUNTIME DUMP PROGRAM [LIBOMP]   (by PROGRAM's name: which)
"""
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

TRIES = 8
STARTS = 5
SHARE = 0.03
DISK_FULL, OVERSUBSCRIBED, SUM_OFF, DENSE, NO_OMPT = 1, 2, 4, 8, 16
FORKED, MISMATCH = 128, 256
BY_CLOCK, BY_TIMER = 1, 2
COARSE = 6    # CLOCK_MONOTONIC_COARSE, which goes by the tick

# What each program loses on two processors, in milliseconds: worked out from
# its source, as the comments say.
OPENMP = {
    # 300 serial beside an idle processor; 100 on both.
    'serial': {'pc': 500, 'ip': 300},
    'imbalance': {'pc': 400, 'li': 200},
    # Static: 3 x 20 and 3 x 80.
    'loop': {'pc': 300, 'li': 180},
    # Five units of 60 on two: the last has the other wait.
    'dynamic': {'pc': 300, 'li': 60},
    # The second waits 200 for the lock, the first 200 for the second.
    'lock': {'pc': 400, 'sl': 200, 'li': 200},
    'locks': {'pc': 400, 'sl': 200, 'li': 200},
    # Four rounds of 80 beside 40.
    'barrier': {'pc': 480, 'li': 160},
    # 150 alone, 50 together, 100 alone.
    'single': {'pc': 350, 'li': 250},
    'sections': {'pc': 360, 'li': 120},
    'tasks': {'pc': 300, 'li': 60},
    # 100 in a league of one, as in a team of one; sections of 200 and 100; 50
    # of serial code.
    'league': {'pc': 450, 'li': 200, 'ip': 50},
    # 200 beside 100 and waiting, then 100 beside waiting.
    'taskwait': {'pc': 400, 'li': 200},
    # On three processors: 100, 200 and 300; the first waits for the second,
    # then both processors wait for the third.
    'nested': {'pc': 600, 'li': 300, 'any': 3},
    'fewer': {'pc': 400, 'li': 200},
    # Four on two processors, which each have half of one for 100; then one
    # works for 200 and the other processor waits.
    'crowded': {'pc': 400, 'li': 200},
}
THREADS = {
    'imbalance': {'pc': 550, 'li': 200, 'ip': 150},
    'lock': {'pc': 400, 'sl': 200, 'li': 200},
    'barrier': {'pc': 450, 'li': 150},
    'cond': {'pc': 400, 'sl': 200},
    'sem': {'pc': 400, 'sl': 200},
    'rw': {'pc': 300, 'sl': 150, 'li': 150},
    'spins': {'pc': 300, 'sl': 150, 'li': 150},
    # One waits 200 for the signal; then one works 100 with the mutex, which
    # the other waits for, then that one 100, the first having ended.
    'c11': {'pc': 400, 'sl': 300, 'li': 100},
    # 100 beside 300: the thread that ends leaves no parallel work.
    'beside': {'pc': 400, 'ip': 200},
    # Four threads of 75, each alone while the first joins it.
    'many': {'pc': 300, 'li': 300},
}
HAND = {
    'regions': {'pc': 280, 'ip': 280},
    'overlap': {'pc': 220, 'ip': 220},
    'window': {'pc': 150, 'ip': 150},
    'categories': {'pc': 100, 'packing': 130, 'sorting': 50, 'sl': 70,
                   'ip': 350},
    'speculation': {'wasted': 180, 'pc': 100, 'ip': 280},
    # 100 on both; then 200 of braking beside a processor that joins.
    'braking': {'pc': 200, 'braking': 200, 'li': 200},
    'sync': {'pc': 400, 'sl': 200, 'li': 200},
}


class Profile:
    """A raw file, as raw_dump tells it."""

    def __init__(self, text):
        self.all = json.loads(text)
        self.sites = {site['id']: site for site in self.all['sites']}

    def __getitem__(self, key):
        return self.all[key]

    def totals(self):
        """Return {category: milliseconds}."""
        found = {}
        for cell in self['cells']:
            for name, ns in cell['ns'].items():
                found[name] = found.get(name, 0) + ns / 1e6
        return found

    def at(self, kind, name=''):
        """Return {category: ms} of the sites of `kind` and `name`, without
        what lies inside but gaps."""
        found = {}
        for cell in self['cells']:
            site = self.sites[cell['site']]
            if site['kind'] == 'gap':
                site = self.sites[site['parent']]
            if site['kind'] == kind and site['name'] == name:
                for category, ns in cell['ns'].items():
                    found[category] = found.get(category, 0) + ns / 1e6
        return found

    def is_inside(self, site, kind):
        """Return whether `site` is of `kind` or inside one that is."""
        while site:
            if self.sites[site]['kind'] == kind:
                return True
            site = self.sites[site]['parent']
        return False

    def count(self, kind, what, name=''):
        """Return the sum of `what` over the cells of the sites of `kind`."""
        return sum(cell[what] for cell in self['cells']
                   if self.sites[cell['site']]['kind'] == kind
                   and self.sites[cell['site']]['name'] == name)


class Tests:
    """Runs programs and counts what is wrong."""

    def __init__(self, runtime, dump, program, libomp):
        self.dump, self.program = dump, program
        self.preload = ' '.join([runtime] + ([libomp] if libomp else []))
        if 'linked' in program:
            self.preload = ''
        self.folder = tempfile.TemporaryDirectory()
        self.raw = pathlib.Path(self.folder.name, 'raw')
        self.wrong = []
        self.late = 0
        self.start = 0

    def environment(self, more=()):
        """Return the environment of a profiled program."""
        return {**os.environ, 'LD_PRELOAD': self.preload,
                'LCM_PROFILE_FILE': str(self.raw), 'LCM_PROFILE_P': '2',
                'OMP_WAIT_POLICY': 'passive', **dict(more)}

    def run(self, case, more=(), **options):
        """Run `case`; return its exit status."""
        self.raw.unlink(missing_ok=True)
        done = subprocess.run([self.program, case], timeout=60, check=False,
                              stdout=subprocess.PIPE, text=True,
                              env=self.environment(more), **options)
        words = done.stdout.split()
        self.late = sum(map(int, words[-3::2])) / 1e6
        return done.returncode

    def measure_start(self):
        """See what starting the program and its threads takes, in the middle
        of several runs."""
        times = []
        for _ in range(STARTS):
            self.expect(self.run('start') == 0, 'start: status')
            profile = self.read()
            times.append(profile['elapsed'] / 1e6 if profile else 0)
        self.start = sorted(times)[STARTS // 2]
        print(f'starting takes {self.start:.1f} ms')

    def read(self):
        """Return the profile of the last run, or None."""
        done = subprocess.run([self.dump, self.raw], capture_output=True,
                              text=True, timeout=60, check=False)
        if done.returncode:
            self.expect(False, f'raw_dump: {done.stderr}')
            return None
        return Profile(done.stdout)

    def expect(self, holds, what):
        """Note `what` where it does not hold."""
        if not holds:
            self.wrong.append(what)
            print('wrong:', what)

    def sums(self, name, profile, slices=True):
        """Every nanosecond is in one category; also of the slices of time."""
        whole = profile['p'] * profile['elapsed']
        self.expect(profile['sum'] == whole,
                    f'{name}: sum {profile["sum"]} of {whole}')
        self.expect(not profile['flags'] & SUM_OFF, f'{name}: SUM_OFF')
        self.expect(not slices or
                    abs(profile['slice_ns'] - whole) <= 1e-5 * whole + 10000,
                    f'{name}: slices {profile["slice_ns"]} of {whole}')

    def off(self, totals, truth):
        """Return what is more than 3 % off, besides what the last run slept too
        long and waited for processors and what starting takes, as text; '' is
        fine."""
        whole = sum(truth.values())
        found = []
        for category in sorted(set(totals) | set(truth)):
            have, want = totals.get(category, 0), truth.get(category, 0)
            if abs(have - want) > SHARE * (want or whole) + self.late + self.start:
                found.append(f'{category} {have:.1f}, not {want}')
        return ', '.join(found)

    def case(self, name, truth, more=(), slices=True, also=None, **options):
        """`name` has the categories of `truth`, and `also`, which returns what
        is wrong with a profile, finds nothing; return its profile."""
        p = truth.get('any')
        truth = {key: ms for key, ms in truth.items() if key != 'any'}
        more = {**dict(more), **({'LCM_PROFILE_P': str(p)} if p else {})}
        for attempt in range(TRIES):
            status = self.run(name, more, **options)
            profile = self.read()
            if profile is None:
                return None
            self.expect(status == 0, f'{name}: status {status}')
            self.sums(name, profile, slices)
            off = self.off(profile.totals(), truth)
            off = off or (also(profile) if also else '')
            if not off:
                print('ok', name, attempt + 1)
                return profile
        self.expect(False, f'{name}: {off}')
        return profile


def test_openmp(tests):
    """OpenMP, and programs that end otherwise than by returning."""
    for name, truth in OPENMP.items():
        profile = tests.case(name, truth)
        if name == 'crowded':
            tests.expect(profile['flags'] & OVERSUBSCRIBED, 'not crowded')
        if name in ('dynamic',):
            tests.expect(profile.count('loop', 'iterations') == 5,
                         f'{name}: iterations')
        if name == 'league':
            # Both members are at one site, nothing behind inside another.
            sites = profile.sites.values()
            kinds = [site['kind'] for site in sites if site['kind'] != 'gap']
            tests.expect(kinds.count('sections') + kinds.count('loop') == 1,
                         f'league: {kinds}')
            tests.expect(not any(profile.is_inside(site['id'], 'barrier')
                                 for site in sites
                                 if site['kind'] != 'barrier'),
                         'league: inside a barrier')
        if name == 'barrier':
            tests.expect(profile.count('barrier', 'visits') in (8, 10),
                         f'{name}: visits')
    sampling = {'LCM_PROFILE_MODE': 'sampling'}
    for name in ('serial', 'imbalance', 'lock', 'barrier', 'crowded'):
        profile = tests.case(name, OPENMP[name], sampling)
        tests.expect(profile['mode'] == 1, f'{name}: not sampled')
    test_ends(tests)
    test_events(tests)
    if 'gcc' in tests.program:
        test_libgomp(tests)


def test_libgomp(tests):
    """A library that tells nothing."""
    preload, tests.preload = tests.preload, tests.preload.split()[0]
    tests.run('dynamic')
    profile = tests.read()
    tests.expect(profile['flags'] & NO_OMPT, 'libgomp: no flag')
    tests.expect('libgomp' in ' '.join(profile['messages']), 'libgomp: word')
    tests.sums('libgomp', profile)
    tests.preload = preload


def test_events(tests):
    """Many events, and samples."""
    status = tests.run('dense')
    profile = tests.read()
    tests.expect(status == 0 and profile['flags'] & DENSE, 'dense: no flag')
    tests.expect(profile.count('critical', 'visits') == 100000,
                 'dense: visits')
    tests.sums('dense', profile)
    status = tests.run('many')
    profile = tests.read()
    tests.expect(status == 0, f'many: status {status}')
    tests.sums('many', profile)
    # A tree of 12 levels has 2 (2^12 - 1) tasks besides its root; the sites of
    # those inside each other are one.  How many tasks a taskloop makes is the
    # library's affair.
    made = sum(cell['visits'] for cell in profile['cells']
               if profile.sites[cell['site']]['kind'] == 'task'
               and not profile.is_inside(cell['site'], 'taskloop'))
    tests.expect(made == 2 * (2 ** 12 - 1), f'many: {made} tasks')
    tests.expect(len(profile.sites) < 60, f'many: {len(profile.sites)} sites')
    test_samples(tests)
    test_interval(tests)
    test_mixed(tests)


def test_mixed(tests):
    """Many threads on few processors, all kinds of constructs at once."""
    for more in ({}, {'LCM_PROFILE_P': '6'}, {'LCM_PROFILE_P': ''},
                 {'LCM_PROFILE_MODE': 'sampling'}):
        status = tests.run('mixed', more)
        profile = tests.read()
        tests.expect(status == 0, f'mixed: status {status}')
        tests.sums('mixed', profile, more.get('LCM_PROFILE_P') != '')
        tests.expect(profile['peak'] > 8, f'mixed: {profile["peak"]} threads')


def test_samples(tests):
    """CPU time is sampled where it is spent."""
    tests.run('busy')
    profile = tests.read()
    tests.sums('busy', profile)
    share = {}
    outside = 0
    for sample in profile['sampled']:
        site = profile.sites[sample['site']]
        if sample['user'] != 1:
            outside += sample['count']
        if site['kind'] == 'gap':
            first = site['previous'] == 0
            share[first] = (share.get(first, 0) +
                            sample['count'] * profile['sample_ns'] / 1e6)
    # The library of OpenMP may be hit while it starts its threads.
    taken = sum(sample['count'] for sample in profile['sampled'])
    tests.expect(outside <= 0.05 * taken,
                 f'busy: {outside} of {taken} samples outside the program')
    # Milliseconds of CPU time, as far as the kernel's tick lets it: 300 before
    # the region, 100 behind it.  Each time that somebody else gets the
    # processor may cost a sample, and no sample is taken while the machine
    # itself stands still.
    lost = profile['forced'] * profile['sample_ns'] / 1e6 + tests.late
    tests.expect(200 - lost < share.get(True, 0) < 330, f'busy: {share}')
    tests.expect(60 - lost < share.get(False, 0) < 130, f'busy: {share}')
    tests.expect(share.get(True, 0) > 0, f'busy: {share}')


def test_interval(tests):
    """Samples by a clock are so far apart that they take an eightieth of two
    processors, in steps of half a millisecond up to half a tick, else timers
    are asked; where they are nearer, the run is flagged."""
    tests.run('busy')
    profile = tests.read()
    by, cost = profile['sampled_by'], profile['sample_cost_ns']
    interval = profile['sample_ns']
    tick = round(1e9 * time.clock_getres(COARSE))
    tests.expect(not profile['flags'] & DENSE, 'interval: flagged')
    if by == BY_TIMER:
        tests.expect(interval == tick, f'interval: {interval}, {tick}')
    else:
        least = 2 * 80 * cost
        tests.expect(by == BY_CLOCK, f'interval: {by}')
        tests.expect(interval % 500000 == 0, f'interval: {interval}')
        tests.expect(2 * interval <= tick, f'interval: {interval}, {tick}')
        tests.expect(least <= interval < least + 500000,
                     f'interval: {interval}, {cost}')
    # Timers do not come more often than the tick, and the kernel may let a
    # clock strike less often than it was asked to.
    tests.run('busy', {'LCM_PROFILE_SAMPLE_NS': '50000'})
    profile = tests.read()
    cost = profile['sample_cost_ns']
    tests.expect(profile['sample_ns'] ==
                 (50000 if profile['sampled_by'] == BY_CLOCK else tick),
                 'interval: not taken')
    taken = sum(sample['count'] for sample in profile['sampled'])
    if (profile['sampled_by'] == BY_CLOCK and
            cost * taken > 0.02 * profile['p'] * profile['elapsed']):
        tests.expect(profile['flags'] & DENSE, f'interval: no flag at {cost}')


def test_ends(tests):
    """exit() in a region, a crash, a kill, a disk that is full."""
    status = tests.run('leave')
    profile = tests.read()
    tests.expect(status == 7 and profile['status'] == 7, 'leave: status')
    tests.sums('leave', profile)
    off = tests.off(profile.totals(), {'pc': 400})
    tests.expect(profile['ended'], f'leave: {off}')
    status = tests.run('crash', preexec_fn=no_core)
    profile = tests.read()
    tests.expect(status == -signal.SIGSEGV, f'crash: status {status}')
    tests.expect(profile['signal'] == signal.SIGSEGV, 'crash: signal')
    tests.expect('signal 11' in ' '.join(profile['messages']), 'crash: word')
    tests.sums('crash', profile)
    test_kill(tests)
    test_disk(tests)
    test_cut(tests)


def no_core():
    """Leave no core file."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def test_kill(tests):
    """SIGKILL leaves what was measured until then."""
    tests.raw.unlink(missing_ok=True)
    with subprocess.Popen([tests.program, 'endless'], stdout=subprocess.PIPE,
                          env=tests.environment()) as running:
        running.stdout.readline()
        running.kill()
    profile = tests.read()
    tests.expect(not profile['ended'], 'kill: ended')
    tests.expect('killed' in ' '.join(profile['messages']), 'kill: word')
    since = max(thread['since'] for thread in profile['threads'])
    # Where it comes while the last 10 are written down, they are missing.
    tests.expect(abs(profile['elapsed'] - since) < 0.02 * since + 10e6,
                 f'kill: {profile["elapsed"]} of {since}')
    totals = profile.totals()
    # 21 rounds of 10 beside 5; whatever was added, the ratio stays.
    tests.expect(totals['pc'] >= 21 * 15, f'kill: pc {totals["pc"]}')
    tests.expect(0.1 < totals['li'] / totals['pc'] < 0.6,
                 f'kill: li {totals["li"]} of pc {totals["pc"]}')


def test_disk(tests):
    """Where the file cannot grow the program goes on and the sums hold."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))
    # A timeline of 196608 bytes: room for that of the first thread alone.
    profile = tests.case('barrier', OPENMP['barrier'],
                         {'LCM_PROFILE_TIMELINE': '8192'}, slices=False,
                         preexec_fn=limit)
    tests.expect(profile['flags'] & DISK_FULL, 'disk: no flag')
    tests.expect(any(thread['role'] == 'worker'
                     for thread in profile['threads']), 'disk: no worker')
    tests.expect('no room' in ' '.join(profile['messages']), 'disk: word')

    def none():
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
    tests.raw.unlink(missing_ok=True)
    done = subprocess.run([tests.program, 'loop'], env=tests.environment(),
                          preexec_fn=none, capture_output=True, text=True,
                          timeout=60, check=False)
    tests.expect(done.returncode == 0 and 'nothing is measured' in done.stderr,
                 f'no disk: {done.returncode} {done.stderr}')


def test_cut(tests):
    """A file cut anywhere is read as far as it goes, with a word."""
    tests.run('empty')
    whole = tests.raw.read_bytes()
    for size in (0, 7, 100, 4095, 4096, 4104, 5000, 9000, 20000, 100000,
                 len(whole) - 16):
        tests.raw.write_bytes(whole[:size])
        done = subprocess.run([tests.dump, tests.raw], capture_output=True,
                              text=True, timeout=60, check=False)
        if size < 4096:
            tests.expect(done.returncode == 1 and done.stderr.count('\n') == 1,
                         f'cut at {size}: {done.returncode} {done.stderr}')
        else:
            tests.expect(done.returncode == 0 and 'cut short' in done.stdout,
                         f'cut at {size}: {done.returncode} {done.stderr}')
    for at in range(4096, 30000, 613):
        damaged = bytearray(whole)
        damaged[at:at + 8] = b'\xff' * 8
        tests.raw.write_bytes(damaged)
        done = subprocess.run([tests.dump, tests.raw], capture_output=True,
                              timeout=60, check=False)
        tests.expect(done.returncode in (0, 1), f'damaged at {at}')


def test_threads(tests):
    """Threads of POSIX and C11."""
    for name, truth in THREADS.items():
        tests.case(name, truth)
    test_crowds(tests)
    test_start(tests)
    test_counters(tests)
    for name in ('imbalance', 'lock', 'cond'):
        tests.case(name, THREADS[name], {'LCM_PROFILE_MODE': 'sampling'})
    status = tests.run('sleeps')
    tests.expect(status == 0, f'sleeps: samples wake who sleeps, {status}')
    status = tests.run('child')
    profile = tests.read()
    tests.expect(status == 5 and profile['status'] == 5, 'child: status')
    tests.expect(profile['flags'] & FORKED, 'child: flag')
    tests.sums('child', profile)


def test_crowds(tests):
    """Where threads share processors now and then, not a nanosecond of any is
    lost or charged twice, but what is left over of one at the end."""
    for p in ('2', '3', ''):
        for mode in ('', 'sampling'):
            more = {'LCM_PROFILE_P': p, 'LCM_PROFILE_MODE': mode}
            status = tests.run('crowds', more)
            profile = tests.read()
            tests.expect(status == 0, f'crowds: status {status}')
            tests.sums('crowds', profile, False)
            tests.expect(0 <= profile['residual'] <= len(profile['threads']),
                         f'crowds {more}: {profile["residual"]} ns missing')


def test_start(tests):
    """Programs that are started by others."""
    tests.raw.unlink(missing_ok=True)
    script = f'{tests.program} sem; exec {tests.program} sem'
    subprocess.run(['sh', '-c', script], env=tests.environment(), timeout=60,
                   check=True)
    found = sorted(tests.raw.parent.glob('raw*'))
    # The shell begins the file and becomes the second program, which has its
    # name; the first finds it taken and adds its number.
    tests.expect(len(found) == 2, f'start: {found}')
    for path in found:
        tests.raw = path
        profile = tests.read()
        tests.expect(profile.count('semaphore', 'visits') == 1,
                     f'start: {path.name}')
        tests.sums('start', profile)
        path.unlink()
    tests.raw = found[0]


def test_counters(tests):
    """What the kernel counts; what the machine cannot is said."""
    tests.run('lock', {'LCM_PROFILE_COUNTERS': 'site'})
    profile = tests.read()
    tests.sums('counters', profile)
    # A thread that sleeps gives its processor away at least once.
    tests.expect(profile['switches'] >= 2 and profile['faults'] > 0,
                 'counters: none of the kernel')
    told = 'hardware counters' in ' '.join(profile['messages'])
    tests.expect(told == (profile['counters'] == 0), 'counters: word')
    threads = [thread for thread in profile['threads']
               if thread['role'] == 'thread']
    tests.expect(all(0 < thread['cpu'] < 1e8 and thread['switches'] > 0
                     for thread in threads), f'counters: {threads}')


def test_overlap(tests, profile):
    """Each tag is as long as it was there, and visited once."""
    for what, ms in ((1, 100), (2, 140), ('named', 150)):
        own = [site['id'] for site in profile.sites.values()
               if site['kind'] == 'tag' and what in (site['tag'], site['name'])]
        cells = [cell for cell in profile['cells'] if cell['site'] in own]
        visits = sum(cell['visits'] for cell in cells)
        long = sum(cell['elapsed'] for cell in cells) / 1e6
        tests.expect(visits == 1, f'overlap: {what}: {visits} visits')
        tests.expect(ms <= long < ms * 1.03 + tests.late + 1,
                     f'overlap: {what}: {long}')
    tests.expect(not profile['flags'] & MISMATCH, 'overlap: mismatch')


def test_hand(tests):
    """Calls by hand."""
    def regions(profile):
        return (tests.off(profile.at('tag', 'inner'), {'pc': 120, 'ip': 120})
                or tests.off(profile.at('tag'), {'pc': 80, 'ip': 80}))

    for name, truth in HAND.items():
        profile = tests.case(name, truth,
                             also=regions if name == 'regions' else None)
        if name == 'regions':
            tests.expect(profile.count('tag', 'visits', 'inner') == 2,
                         'regions: visits')
            tests.expect(profile.count('loop', 'iterations') == 15,
                         'regions: iterations')
        if name == 'overlap':
            test_overlap(tests, profile)
    tests.case('regions', HAND['regions'], {'LCM_PROFILE_MODE': 'sampling'})
    tests.raw.unlink()
    subprocess.run([tests.program, 'regions'], timeout=60, check=True,
                   env=tests.environment({'LCM_PROFILE': '0'}),
                   stdout=subprocess.DEVNULL)
    tests.expect(not tests.raw.exists(), 'off: a file')
    tests.run('mismatch')
    profile = tests.read()
    tests.expect(profile['flags'] & MISMATCH, 'mismatch: flag')
    tests.sums('mismatch', profile)


def main():
    runtime, dump, program = sys.argv[1:4]
    tests = Tests(runtime, dump, program, ' '.join(sys.argv[4:]))
    tests.measure_start()
    name = pathlib.Path(program).name
    test = {'openmp': test_openmp, 'threads': test_threads, 'hand': test_hand}
    for word, function in test.items():
        if name.startswith(word):
            function(tests)
    print('failed' if tests.wrong else 'ok')
    sys.exit(1 if tests.wrong else 0)


if __name__ == '__main__':
    main()
