#!/usr/bin/env python3
"""Holds what lcm scale says against what lcm predict says, from which every
number is computed here once more, and its answers against trying all values.

usage: scale.py identities|questions|errors LCM SOURCE_DIR
"""
import csv
import io
import json
import math
import pathlib
import subprocess
import sys
import tempfile

SAMPLES = [
    ('docs/guide/tutorial/rows.c', '-D', 'p=1:40:3'),
    ('docs/guide/tutorial/rows.c', '--variant', 'whole', '-D', 'p=1:12'),
    ('samples/swaptions/swaptions_chunks.c', '-D', 'items=7,64', '-D',
     'p=1:24'),
    ('samples/matmul/matmul.c', '-D', 'n=64,100', '-D', 'p=1:9'),
    ('samples/jacobi/jacobi.c', '-D', 'p=1,2,5,16'),
    ('samples/histogram/histogram.c', '-D', 'p=1,2,4,8'),
    ('samples/fft2d/fft2d_tp.c', '-D', 'p=1:16:*2'),
    ('samples/mergesort/mergesort.c', '-D', 'p=1,3,8'),
    ('samples/subiso/subiso_loop.c', '-D', 'p=1:16'),
    ('samples/subiso/subiso_tree.c', '-D', 'p=1,4,16'),
    ('samples/heat/heat.c', '--machine', 'samples/heat/cluster.json', '-D',
     'ranks=1,2,6'),
    ('docs/theory/scalability/trapezoid.c', '-D', 'p=1:64:*2'),
    ('docs/theory/scalability/grains.c', '--machine',
     'docs/theory/scalability/node.json',
     '-D', 'c=1,5,100', '-D', 'p=1,3,16'),
    ('tests/golden/scale/weak/weak.c', '-D', 'n=100*p', '-D', 'p=1,2,4'),
]


class Tester:
    """Runs lcm and collects what is wrong."""

    def __init__(self, lcm, source):
        self.lcm = lcm
        self.source = source
        self.faults = []
        self.what = ''

    def run(self, *arguments):
        """Return the finished run of lcm."""
        self.what = 'lcm ' + ' '.join(map(str, arguments))
        return subprocess.run([self.lcm, *map(str, arguments)],
                              cwd=self.source, capture_output=True, text=True,
                              timeout=120, check=False)

    def json(self, *arguments):
        """Return what lcm writes as JSON."""
        done = self.run(*arguments, '-q', '--format', 'json')
        if done.returncode:
            self.fault(f'status {done.returncode}: {done.stderr[:500]}')
        return json.loads(done.stdout)

    def fault(self, text):
        """Note that something is wrong."""
        self.faults.append(f'{self.what}: {text}')

    def same(self, name, got, want, scale=1.0):
        """Check that `got` is `want` but for rounding."""
        if got is None or want is None:
            if got is not want:
                self.fault(f'{name} is {got}, not {want}')
        elif not math.isclose(got, want, rel_tol=1e-9, abs_tol=1e-9 * scale):
            self.fault(f'{name} is {got}, not {want}')


def by_name(factor, all_of=None):
    """Return the factors of a tree by name."""
    all_of = {} if all_of is None else all_of
    all_of[factor['name']] = factor
    for part in factor['parts']:
        by_name(part, all_of)
    return all_of


def check_tree(t, factor):
    """Check that the parts of a tree add up."""
    parts = factor['parts']
    if not parts:
        return
    if all(part['share'] is not None for part in [factor, *parts]):
        t.same('the sum of the parts of ' + factor['name'],
               sum(part['share'] for part in parts), factor['share'])
    for part in parts:
        check_tree(t, part)


def check_factors(t, point, predicted, alone):
    """Check the factors of a point whose categories are all known."""
    factors = by_name(point['factors'])
    whole = predicted['processors'] * predicted['time']
    lost, one = predicted['lost'], alone['lost']
    builtin = ('pc', 'li', 'ip', 'sl', 'cl', 'rc', 'unsplit')
    own = sum(value for name, value in lost.items() if name not in builtin)
    check_tree(t, point['factors'])
    t.same('total', factors['total']['share'], 1)
    if lost.get('unsplit') or one.get('unsplit'):
        return
    wants = {
        'load imbalance': lost['li'],
        'serialization': lost['ip'],
        'communication': lost['cl'],
        'own categories': own,
        'shared resources': lost['rc'] - one['rc'],
        'superfluous work': lost['pc'] - one['pc'],
        'work': one['pc'] + one['rc'],
    }
    for name, seconds in wants.items():
        t.same(name, factors[name]['share'], seconds / whole)
    t.same('scheduling and lock contention',
           factors['scheduling overhead']['share']
           + factors['lock contention']['share'], lost['sl'] / whole)
    pop = point['pop']
    useful = lost['pc'] + lost['rc']
    t.same('parallel efficiency', pop['parallel'], useful / whole)
    t.same('parallel x computation', pop['parallel'] * pop['computation'],
           pop['global'])
    t.same('balance x serialization x transfer', pop['load_balance']
           * pop['serialization'] * pop['transfer'], pop['parallel'])
    t.same('work and global efficiency', factors['work']['share'],
           pop['global'])
    t.same('efficiency', pop['global'] / pop['parallel_on_one'],
           point['efficiency'])


def check_point(t, point, predicted, alone):
    """Check `point` against what is predicted there and on one processor."""
    p, time = predicted['processors'], predicted['time']
    one = predicted['speedup'] * time
    speedup = one / time
    for name in ('time', 'speedup', 'efficiency', 'processors'):
        t.same(name, point[name], predicted[name])
    t.same('T_s', point['time_on_one'], one)
    t.same('T_O', point['overhead'], p * time - one, p * time)
    t.same('T_O/T_s', point['relative_overhead'], (p * time - one) / one)
    t.same('core-hours', point['core_hours'], p * time / 3600)
    t.same('Karp-Flatt', point['karp_flatt'],
           (1 / speedup - 1 / p) / (1 - 1 / p) if p > 1 else None)
    t.same('parallelism', point['parallelism'], one / predicted['span'])
    if p > 1:
        idle = predicted['lost']['ip'] / (p - 1)
        serial = idle / one
        t.same('serial', point['serial'], serial)
        t.same('Amdahl', point['amdahl'], 1 / (serial + (1 - serial) / p))
        t.same('fixed time', point['fixed_time'], p + (1 - p) * idle / time)
    check_factors(t, point, predicted, alone)


def ones(arguments):
    """Return `arguments` with one processor for those that -D says."""
    out = []
    for text in arguments:
        name = text.split('=')[0]
        out.append(f'{name}=1' if name in ('p', 'ranks') else text)
    return out


def check_identities(t):
    """Check everything that follows from predictions."""
    for arguments in SAMPLES:
        predicted = t.json('predict', *arguments)['points']
        alone = t.json('predict', *ones(arguments))['points']
        done = t.run('scale', *arguments, '-q', '--format', 'csv')
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        scaled = t.json('scale', *arguments)
        weak = any('*p' in text for text in arguments)
        if len(predicted) != len(scaled['points']):
            t.fault('other points')
        for i, point in enumerate(scaled['points']):
            env = {name: value for name, value in point['env'].items()
                   if name in predicted[i]['env']}
            if env != predicted[i]['env']:
                t.fault(f'{point["env"]} is not {predicted[i]["env"]}')
            like = [a for a in alone
                    if all(a['env'][name] == value
                           for name, value in predicted[i]['env'].items()
                           if name not in ('p', 'ranks'))]
            if weak:
                n = predicted[i]['env']['n']
                like = t.json('predict', arguments[0], '-D', f'n={n}', '-D',
                              'p=1')['points']
            check_point(t, point, predicted[i], like[0])
            t.same('csv time', float(rows[i]['time']), point['time'])
            t.same('csv work', float(rows[i]['factor_work']),
                   by_name(point['factors'])['work']['share'])
        check_places(t, scaled)
    check_scheduling(t)


def check_places(t, scaled):
    """Check knees and saturations against all points, where those are all."""
    for line in scaled['lines']:
        points = [scaled['points'][i] for i in line['points']]
        numbers = [point['processors'] for point in points]
        if line['weak'] or numbers != list(range(1, len(points) + 1)):
            continue
        knee = max(points, key=lambda q: q['efficiency'] / q['time']
                   * (1 - 1e-12 * q['processors']))
        fastest = min(points, key=lambda q: q['time']
                      * (1 + 1e-12 * q['processors']))
        t.same('knee', line['knee']['p'], knee['processors'])
        t.same('saturation', line['saturation']['p'], fastest['processors'])


def check_scheduling(t):
    """Scheduling overhead is what free chunks and forks save of waiting."""
    arguments = ('docs/theory/scalability/grains.c', '-D', 'p=1,3,16', '-D',
                 'c=1,5,100')
    machine = json.loads(
        (t.source / 'docs/theory/scalability/node.json').read_text())
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / 'free.json'
        machine['costs'].update(fork=0, chunk=0)
        path.write_text(json.dumps(machine))
        free = t.json('predict', *arguments, '--machine', path)['points']
    dear = t.json('predict', *arguments, '--machine',
                  'docs/theory/scalability/node.json')['points']
    scaled = t.json('scale', *arguments, '--machine',
                    'docs/theory/scalability/node.json')['points']
    for point, with_cost, without in zip(scaled, dear, free):
        want = (with_cost['lost']['sl'] - without['lost']['sl']) \
            / (with_cost['processors'] * with_cost['time'])
        t.same('scheduling overhead',
               by_name(point['factors'])['scheduling overhead']['share'], want)
        if not want > 0.005:
            t.fault(f'scheduling overhead is no more than {want}')


# ---- questions ---------------------------------------------------------------

QUESTIONS = [
    ('samples/swaptions/swaptions_chunks.c', ['-D', 'items=50'], 'p', 1, 60,
     [('least', 'T <= 6 s', lambda q: q['time'] <= 6),
      ('most', 'E >= 0.5', lambda q: q['efficiency'] >= 0.5),
      ('least', 'S > 20 and E > 0.7',
       lambda q: q['speedup'] > 20 and q['efficiency'] > 0.7),
      ('least', 'S > 51', lambda q: q['speedup'] > 51),
      ('most', 'core_hours < 0.03',
       lambda q: q['processors'] * q['time'] / 3600 < 0.03),
      ('most', 'TO <= 25 s', lambda q: q['processors'] * q['time']
       - q['speedup'] * q['time'] <= 25)]),
    ('docs/guide/tutorial/rows.c', ['-D', 'p=6'], 'n', 100, 400,
     [('most', 'T <= 30 ms', lambda q: q['time'] <= 0.03),
      ('least', 'T*p >= 0.2 s', lambda q: q['time'] * 6 >= 0.2)]),
    ('docs/theory/scalability/trapezoid.c', ['-D', 'p=24'], 'n', 1, 5000,
     [('least', 'E >= 0.5', lambda q: q['efficiency'] >= 0.5),
      ('least', 'n > 30 and T < 1 ms',
       lambda q: q['env']['n'] > 30 and q['time'] < 1e-3)]),
    ('samples/histogram/histogram.c', [], 'p', 1, 20,
     [('least', 'T <= 0.2 ms', lambda q: q['time'] <= 2e-4),
      ('most', 'E >= 0.9', lambda q: q['efficiency'] >= 0.9)]),
]


def check_questions(t):
    """Check answers against trying all values, and growing sizes against their
    neighbours."""
    for program, others, variable, low, high, asked in QUESTIONS:
        span = ['-D', f'{variable}={low}:{high}']
        points = t.json('predict', program, *others, *span)['points']
        for want, condition, holds in asked:
            values = [q['env'][variable] for q in points if holds(q)]
            answer = t.json('scale', program, *others, *span, '--' + want,
                            variable, '--where', condition)['answers'][0]
            best = (max if want == 'most' else min)(values, default=None)
            t.same(condition, answer['value'], best)
            beyond = [q for q in points if best is not None
                      and (q['env'][variable] <= best) == (want == 'most')]
            steady = best is not None and all(map(holds, beyond))
            if not answer['exact'] or answer['steady'] != steady:
                t.fault(f'{condition}: exact {answer["exact"]}, steady '
                        f'{answer["steady"]}, not {steady}')
    check_bisection(t)
    check_growth(t)
    check_model(t)
    check_range(t)


def check_bisection(t):
    """A range too large to be tried whole is narrowed down."""
    answer = t.json('scale', 'docs/theory/scalability/trapezoid.c', '-D', 'p=7',
                    '--most', 'n', '--where', 'T <= 20 s')['answers'][0]
    n = int(answer['value'])
    times = [q['time'] for q in
             t.json('predict', 'docs/theory/scalability/trapezoid.c', '-D',
                    'p=7',
                    '-D', f'n={n},{n + 1}')['points']]
    if answer['exact'] or not times[0] <= 20 < times[1]:
        t.fault(f'{n}: {times}, exact {answer["exact"]}')


def check_growth(t):
    """The least size of an efficiency has it, and the one before has not."""
    for program, name, efficiency in (
            ('docs/theory/scalability/trapezoid.c', 'n', 0.9),
            ('docs/theory/scalability/loop.c', 'n', 0.6),
            ('docs/guide/tutorial/rows.c', 'frames', 0.35),
            ('samples/swaptions/swaptions_balanced.c', 'items', 0.75)):
        iso = t.json('scale', program, '-D', 'p=2:8:2', '--size', name,
                     '--efficiency', efficiency)['isoefficiency']
        for row in iso['rows']:
            if row['size'] is None:
                continue
            sizes = [row['size'] - 1, row['size']]
            values = ','.join(f'{size:.0f}' for size in sizes if size > 0)
            points = t.json('predict', program, '-D', f'p={row["p"]}', '-D',
                            f'{name}={values}')['points']
            if not points[-1]['efficiency'] >= efficiency * (1 - 1e-11):
                t.fault(f'{row}: {points[-1]["efficiency"]}')
            if row['size'] > iso['low'] \
                    and points[0]['efficiency'] >= efficiency:
                t.fault(f'{row} is not the least')
        if not any(row['size'] for row in iso['rows']):
            t.fault('no size has the efficiency')


def check_range(t):
    """Where -D says nothing of p, it is not looked for among 1 to 16 alone."""
    program = 'samples/swaptions/swaptions_balanced.c'
    question = ('--least', 'p', '--where', 'T <= 1.5 s', '-D', 'items=100')
    answer = t.json('scale', program, *question)['answers'][0]
    t.same('least p', answer['value'], 100)
    answer = t.json('scale', program, *question, '-D', 'p=1:99')['answers'][0]
    t.same('least p of 99', answer['value'], None)


def check_model(t):
    """A model has speedups against its first processor, and resources that bind
    (van Gemund 1996: P = (tl + ts)/ts = 11)."""
    scaled = t.json('scale', 'docs/reference/pamela/repair.pam', '-D',
                    'P=1,5,20')
    times = [q['time'] for q in
             t.json('predict', 'docs/reference/pamela/repair.pam', '-D',
                    'P=1,5,20')['points']]
    for point, time, p in zip(scaled['points'], times, (1, 5, 20)):
        t.same('model speedup', point['speedup'], times[0] / time)
        t.same('model work', by_name(point['factors'])['work']['share'],
               times[0] / (p * time))
        if point['pop'] is not None or point['serial'] is not None:
            t.fault('a model has categories')
    if [(s['variable'], s['resource'], s['value'])
            for s in scaled['saturations']] != [('P', 's', 11)]:
        t.fault(f'{scaled["saturations"]}')


# ---- what makes no sense -----------------------------------------------------

ERRORS = [
    (['--least', 'p'], 2, '--where CONDITION'),
    (['--where', 'T < 1 s'], 2, '--where CONDITION'),
    (['--least', 'p', '--most', 'p', '--where', 'T < 1 s'], 2, 'not both'),
    (['--least', 'q', '--where', 'T < 1 s'], 2, "value to 'q'"),
    (['--least', 'p', '--where', 'T < frob'], 1, "'frob' in a condition"),
    (['--least', 'p', '--where', 'T'], 1, 'is no condition'),
    (['--least', 'p', '--where', 'T < 1'], 1, '[unit]'),
    (['--efficiency', '1.5'], 2, 'an efficiency is'),
    (['--efficiency', 'much'], 2, 'an efficiency is'),
    (['--size', 'frob'], 2, "value to 'frob'"),
    (['--refine', 'frob'], 2, "value to 'frob'"),
    (['--processors', 'n'], 2, 'the processors of a program are p'),
    (['--measured', 'docs/theory/scalability/runs.csv'], 2, 'lcm validate'),
]

TABLES = [
    ('p,time\n1,2\n2,x\n4,1\n', 1, "t.csv:3:3: error: 'x' is no number"),
    ('p;time\n1;2\n2\n', 1, 't.csv:3:2: error: there is no time'),
    ('q,time\n1,2\n', 2, 'no record is of a whole run and says on how many'),
    ('p,q\n1,2\n', 1, 't.csv:1:1: error: the first line of a table'),
    ('p,time\n', 1, 'there are no measurements'),
    ('', 1, 'there are no measurements'),
    ('p,time\n1,-2\n', 1, 't.csv:2:3: error: time is negative'),
    ('# a note\np\ttime\n\n1\t2\n"2"\t1.5\n', 0, ''),
]


def check_errors(t):
    """Check what is said of questions and tables that make no sense."""
    program = 'docs/theory/scalability/trapezoid.c'
    for arguments, status, message in ERRORS:
        done = t.run('scale', program, *arguments)
        if done.returncode != status or message not in done.stderr:
            t.fault(f'status {done.returncode}: {done.stderr}')
    for text, status, message in TABLES:
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place) / 't.csv'
            path.write_text(text)
            done = t.run('scale', '--measured', path)
            if done.returncode != status or message not in done.stderr:
                t.fault(f'{text!r}: status {done.returncode}: {done.stderr}')
    done = t.run('scale', 'docs/reference/pamela/vector.pam')
    if done.returncode != 2 or '--processors NAME' not in done.stderr:
        t.fault(f'status {done.returncode}: {done.stderr}')
    for arguments in (['docs/reference/pamela/repair.pam', '--processors', 'N'],
                      [program, '-D', 'p=4'], [program, '-D', 'p=1'],
                      ['docs/reference/pamela/repair.pam', '-D', 'P=3']):
        done = t.run('scale', *arguments)
        if done.returncode or not done.stdout:
            t.fault(f'status {done.returncode}: {done.stderr}')


def main():
    """Run the part of the checks that is asked for."""
    t = Tester(sys.argv[2], pathlib.Path(sys.argv[3]))
    {'identities': check_identities, 'questions': check_questions,
     'errors': check_errors}[sys.argv[1]](t)
    print('\n'.join(t.faults[:40]) or 'ok')
    sys.exit(1 if t.faults else 0)


if __name__ == '__main__':
    main()
