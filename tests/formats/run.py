#!/usr/bin/env python3
"""Reads files of other tools by lcm and compares what becomes of them with the
numbers of these tools; and writes predictions for other tools, which have to
say what the predictions say.

usage: run.py LCM ROOT read|refuse|write
"""
import csv
import gzip
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LCM = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(sys.argv[2]).resolve()
FILES = pathlib.Path(__file__).parent / 'files'
FAULTS = []


def expect(holds, what):
    """Note a fault unless `holds`."""
    if not holds:
        FAULTS.append(what)


def lcm(*arguments, status=0, text=None):
    """Return what lcm writes to standard output and error."""
    done = subprocess.run([LCM, *arguments], capture_output=True, text=True,
                          timeout=60, check=False, cwd=FILES, input=text)
    expect(done.returncode == status, f'{arguments}: status '
           f'{done.returncode}, expected {status}\n{done.stderr[:1000]}')
    return done.stdout, done.stderr


def records(*arguments, text=None):
    """Return the records that lcm reads."""
    out, err = lcm('fit', *arguments, '--to', 'jsonl', text=text)
    expect(not err, f'{arguments}: {err}')
    return [json.loads(line) for line in out.splitlines()]


def same(got, want, what):
    """Compare the members of each record in `want` with those of `got`."""
    expect(len(got) == len(want), f'{what}: {len(got)} records, expected '
           f'{len(want)}')
    for one, wanted in zip(got, want):
        for key, value in wanted.items():
            expect(close(one.get(key), value),
                   f'{what}: {key} is {one.get(key)}, expected {value}')


def close(got, want):
    """Return whether both are the same, numbers to 1e-12."""
    if isinstance(want, dict):
        return isinstance(got, dict) and set(got) == set(want) and all(
            close(got[key], want[key]) for key in want)
    if isinstance(want, (int, float)):
        return isinstance(got, (int, float)) and math.isclose(
            got, want, rel_tol=1e-12)
    return got == want


def check_benchmark():
    """Arguments are params, threads p, aggregates are left out."""
    scale = {'ns': 1e-9, 'us': 1e-6}
    params = {'BM_sum/n:4096': ('BM_sum', {'n': 4096, 'p': 1}),
              'BM_sum/n:8192/real_time/threads:2':
                  ('BM_sum', {'n': 8192, 'p': 2}),
              'BM_two/64/32': ('BM_two', {'arg0': 64, 'arg1': 32, 'p': 1})}
    want = []
    for one in json.loads((FILES / 'benchmark.json').read_text())[
            'benchmarks']:
        unit = scale[one['time_unit']]
        if one['run_type'] == 'iteration':
            fragment, values = params[one['name']]
            want.append({'fragment': fragment, 'params': values,
                         'elapsed': one['real_time'] * unit,
                         'categories': {'time': one['real_time'] * unit,
                                        'pc': one['cpu_time'] * unit},
                         'repetition': one['repetition_index']})
    same(records('benchmark.json'), want, 'benchmark')
    names = {tuple(sorted(one['params'])) for one in
             records('benchmark.json', '--param', 'm=arg0', '--param',
                     'k=7')}
    expect(names == {('k', 'n', 'p'), ('arg1', 'k', 'm', 'p')},
           f'renamed: {names}')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1,
                 text='{"context": {}, "benchmarks": [\n  {"name": "a", '
                 '"error_occurred": true, "error_message": "no file"},\n'
                 '{"name": "b", "real_time": 1, "time_unit": "min"}]}')
    expect(err.startswith('-:2:3: error: a: no file; the record is left out '
                          '[measurement]\n-:3:1: error: b: the time_unit'),
           f'failed: {err}')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1,
                 text='{"context": {}, "benchmarks": [{"name": "a", "skipped": '
                 'true, "skip_message": "not here", "real_time": 0}]}')
    expect('error: a: not here; the record is left out' in err,
           f'skipped: {err}')


def check_benchmark_csv():
    """The table has the names of the JSON; rows of aggregates and of
    complexity are left out, and one that failed is said."""
    scale = {'ns': 1e-9, 'us': 1e-6}
    params = {'BM_sum/n:1024': ('BM_sum', {'n': 1024, 'p': 1}),
              'BM_sum/n:8192/real_time/threads:2':
                  ('BM_sum', {'n': 8192, 'p': 2}),
              'BM_two/64/32': ('BM_two', {'arg0': 64, 'arg1': 32, 'p': 1})}
    lines = (FILES / 'benchmark.csv').read_text().splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith('name,'))
    want = []
    for row in csv.DictReader(lines[head:]):
        if row['name'] in params:
            fragment, values = params[row['name']]
            unit = scale[row['time_unit']]
            time = float(row['real_time']) * unit
            want.append({'fragment': fragment, 'params': values,
                         'elapsed': time, 'repetition': len(want) % 2,
                         'categories': {
                             'time': time,
                             'pc': float(row['cpu_time']) * unit}})
    expect(len(want) == 6, f'the table has {len(want)} runs')
    out, err = lcm('fit', 'benchmark.csv', '--to', 'jsonl', status=1)
    same([json.loads(line) for line in out.splitlines()], want,
         'benchmark, CSV')
    expect(re.fullmatch(r'benchmark\.csv:\d+:1: error: BM_fail: no "file"; the '
                        r'record is left out \[measurement\]\n', err),
           f'benchmark, CSV: {err}')
    # Names that end as those of aggregates, and rows of aggregates alone.
    heading = lines[head] + '\n'
    same(records('-', text=heading + '"BM_mean/n:2",9,2,1,ms,,,,,\n'),
         [{'fragment': 'BM_mean', 'params': {'n': 2, 'p': 1},
           'elapsed': 2e-3}], 'a benchmark of means')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1, text=heading + ''.join(
        f'"BM/2_{word}",9,2,1,ms,,,,,\n'
        for word in ('mean', 'median', 'stddev', 'cv', 'most_of_all')))
    expect('there are no measurements' in err, f'aggregates alone: {err}')
    _, err = lcm('fit', '-', '--from', 'google-benchmark-csv', status=1,
                 text='a,time\n1,2\n')
    expect('there is no heading name,iterations' in err, f'no table: {err}')


def check_hyperfine():
    """Every run is a record; what parameters cannot tell apart is a fragment
    of its own."""
    want = []
    for one in json.loads((FILES / 'hyperfine.json').read_text())['results']:
        for i, time in enumerate(one['times']):
            want.append({'fragment': '', 'elapsed': time, 'repetition': i,
                         'params': {'n': float(one['parameters']['n'])}})
    same(records('hyperfine.json'), want, 'hyperfine')
    got = records('hyperfine_words.json')
    expect([(one['fragment'], one['params']) for one in got] ==
           [(f'compiler={word}', {'n': n}) for word, n in
            (('gcc', 1), ('clang', 1), ('gcc', 2)) for _ in (0, 1)],
           f'words: {got}')
    expect([i for i, one in enumerate(got) if 'flags' in one] == [5] and
           got[5]['flags'] == ['failed'], f'a run that failed: {got}')
    two = records('-', text='{"results": [{"command": "a b", "mean": 2}, '
                  '{"command": "c", "times": [3]}]}')
    same(two, [{'fragment': 'a b', 'elapsed': 2},
               {'fragment': 'c', 'elapsed': 3}], 'commands')


def check_profiles():
    """What functions spent themselves, and the sum."""
    same(records('gprof.txt', '--param', 'n=4000'),
         [{'fragment': 'smooth', 'categories': {'pc': 0.03}, 'visits': 1,
           'params': {'n': 4000}},
          {'fragment': 'gather', 'categories': {'pc': 0.01}, 'visits': 1},
          {'fragment': '', 'categories': {'pc': 0.04}}], 'gprof')
    shares = {'smooth': 74.19, 'gather': 22.58,
              'finish_task_switch.isra.0': 3.23}
    got = records('perf.n=3000.folded')
    total = got[-1]['categories']['samples']
    for one in got[:-1]:
        share = 100 * one['categories']['samples'] / total
        expect(abs(share - shares[one['fragment']]) < 0.005 and
               one['foreign'], f'perf: {one}')
    expect(len(got) == 4 and total == 31, f'perf: {total} samples')
    timed = records('perf.n=3000.folded', '--unit', '999Hz', '--param', 'p=1')
    same([timed[-1]], [{'categories': {'pc': 31 / 999}, 'processors': 1,
                        'params': {'n': 3000, 'p': 1}}], 'samples as times')
    perf = records('perf.script.txt', '--param', 'n=3000')
    period = 0.002004008
    same(sorted(perf, key=lambda one: one['fragment']),
         [{'fragment': '', 'categories': {'pc': 10 * period}},
          {'fragment': '__GI___printf_fp_l', 'categories': {'pc': period}},
          {'fragment': 'gather', 'categories': {'pc': 4 * period},
           'params': {'n': 3000}},
          {'fragment': 'pvm_irq_enable', 'categories': {'pc': period}},
          {'fragment': 'smooth', 'categories': {'pc': 4 * period}}], 'perf script')
    same(records('-', text='# remark\nWeb Content 12/34 [001] 5.25: 7 cycles:u: '
                 '401136 f(int, char)+0x1f (/a b)\na 1 6.5: 9 faults: 40 g (x)\n'
                 'a 1 7.5: 9 cycles:u: \n\t4a g+0x1 (inlined)\n\t4b f (x)\n\n'
                 'a 1 8.5: cycles:u:\n'),
         [{'fragment': 'f(int, char)', 'categories': {'samples': 1}},
          {'fragment': 'g', 'categories': {'samples': 1}},
          {'fragment': '[unknown]', 'categories': {'samples': 1}},
          {'fragment': '', 'categories': {'samples': 3}}], 'perf, counted')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1, text='nothing known\n')
    expect('-:1:1: error: no measurements in a format' in err and
           'perf-script' in err, f'no format: {err}')
    _, err = lcm('fit', '-', '--from', 'folded', '--to', 'jsonl', status=1,
                 text='a;b 3\nc\nd -1\n')
    expect('-:2:1: error: expected a stack' in err and
           '-:3:3: error: the number is negative' in err, f'folded: {err}')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1,
                 text='Flat profile:\n\n time   seconds   seconds    name\n'
                 '100.0  0.01  x  f\n')
    expect('-:4:14: error: expected a row' in err, f'gprof: {err}')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1,
                 text='Flat profile:\n\nEach sample counts as 0.01 seconds.\n'
                 ' no time accumulated\n\n  %   cumulative   self   self  total\n'
                 ' time   seconds   seconds    calls  Ts/call  Ts/call  name\n'
                 '  0.00      0.00     0.00        1     0.00     0.00  inner\n')
    expect('-:4:2: error: the run ended before' in err, f'gprof: {err}')


def check_pprof():
    """What `go tool pprof -top` says of the file: flat times; also where gzip
    has made it small, and where it is cut short."""
    want = [('src/gp.c:gather', 0.003), ('src/gp.c:main', 0.001),
            ('0x3abc', 0.002), ('', 0.006)]
    want = [{'fragment': name, 'categories': {'pc': time}}
            for name, time in want]
    want[-1]['elapsed'] = 0.007
    same(records('profile.pb'), want, 'pprof')
    data = (FILES / 'profile.pb').read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folder) / 'n=8.pb.gz'
        small.write_bytes(gzip.compress(data))
        want[0]['params'] = {'n': 8}
        same(records(str(small)), want, 'pprof, gzip')
        small.write_bytes(gzip.compress(data)[:-30])
        _, err = lcm('fit', str(small), status=2)
        expect('gzip cannot read it' in err, f'gzip cut short: {err}')
        cut = pathlib.Path(folder) / 'cut.pb'
        cut.write_bytes(data[:-2])
        _, err = lcm('fit', str(cut), '--to', 'jsonl')
        expect('warning: the bytes end in the midst of the profile' in err,
               f'pprof cut short: {err}')


def check_trees():
    """Hatchet: the time of a node is its own, or what its inclusive time has
    beyond its children.  Caliper: the mean of the ranks, microseconds; the
    third region has a time on one rank only."""
    same(records('hatchet.json', '--unit', 'ms'),
         [{'fragment': name, 'elapsed': time * 1e-3, 'categories': {}}
          for name, time in (('gather', 4), ('gp.c:12', 2), ('smooth', 3),
                             ('main', 1), ('', 10))], 'hatchet')
    same(records('caliper.json'),
         [{'fragment': name, 'elapsed': time * 1e-6, 'params': {'p': 2}}
          for name, time in (('main', 1100), ('solve', 2800),
                             ('MPI_Barrier', 250),
                             ('outside all regions', 3.5), ('', 4153.5))],
         'caliper')
    for text, want in (
            ('[{"frame": {"name": "f"}, "metrics": {"time": -1}}]',
             '1:2: error: the time of f is negative'),
            ('[{"frame": 3,\n"metrics": {"time": x}}]',
             '2:21: error: expected a number'),
            ('{"data": [[1]], "columns": ["path"], "nodes": []}',
             ' error: no column has the times of regions')):
        _, err = lcm('fit', '-', '--to', 'jsonl', status=1, text=text)
        expect(err.startswith(f'-:{want}'), f'{text}: {err}')
    _, err = lcm('fit', '-', '--to', 'jsonl', text='[' + '{"children": [' * 1001
                 + ']}' * 1001 + ']', status=1)
    expect('nested too deeply' in err, f'deep: {err[:200]}')


def check_cubex():
    """Two locations; inclusive times, by node and location: main 10 and 10,
    gather 6 and 5, the barrier in it 1 and 1.5, that in main 2 and 3 s."""
    same(records('profile.cubex'),
         [{'fragment': name, 'elapsed': time, 'params': {'p': 2}}
          for name, time in (('main', 2), ('gather<int>', 4.25),
                             ('MPI_Barrier', 3.75), ('', 10))], 'cubex')
    data = (FILES / 'profile.cubex').read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'broken.cubex'
        for old, new, want in (
                (b'CUBEX.DATA', b'CUBEX.DATE', 'do not begin as they should'),
                (b'anchor.xml', b'another.xm', 'there is no anchor.xml'),
                (b'<uniq_name>time<', b'<uniq_name>tame<',
                 'it has no metric time'),
                (b'calleeId="8"', b'calleeId="5"',
                 '1 nodes have no region')):
            path.write_bytes(data.replace(old, new))
            _, err = lcm('fit', str(path), '--to', 'jsonl', status=1)
            expect(want in err, f'{new}: {err}')


def check_otf2():
    """The mean of both locations, as otf2-print has their events, in us: main
    2000 + 500 + 1000, solve 1000 + 4500 + 500, the barrier 500, which is 100
    longer on the second one, out of solve."""
    archive = str(FILES.parent / 'otf2/run.otf2')
    if not shutil.which('otf2-print'):
        _, err = lcm('fit', archive, status=2)
        expect('install otf2-tools' in err, f'without otf2-print: {err}')
        return
    same(records(archive),
         [{'fragment': name, 'elapsed': time * 1e-6, 'params': {'p': 2}}
          for name, time in (('main', 3500), ('solve', 5950),
                             ('MPI_Barrier', 550), ('', 10000))], 'otf2')
    with tempfile.TemporaryDirectory() as folder:
        alone = pathlib.Path(folder) / 'run.otf2'
        alone.write_bytes(pathlib.Path(archive).read_bytes())
        _, err = lcm('fit', str(alone), status=2)
        expect('otf2-print cannot read' in err, f'an anchor alone: {err}')


def check_table():
    """Units in headings, words that differ, params of the user's."""
    # A table of Google Benchmark: columns that nothing fills in say nothing.
    same(records('-', '--unit', 'ns', text='name,n,real_time,time_unit,'
                 'bytes_per_second,label,error_message\n'
                 '"BM_sum",256,2924.5,ns,,,\n"BM_sum",512,8158,ns,,,\n'),
         [{'params': {'n': 256}, 'elapsed': 2924.5e-9},
          {'params': {'n': 512}, 'elapsed': 8158e-9}], 'empty columns')
    # A row says what its times are in, unless the heading does; the time of
    # processors is computation.
    same(records('-', text='n,real_time,cpu_time,'
                 'time_unit\n1,5,3,us\n2,7,4,ns\n3,2,1,s\n'),
         [{'params': {'n': n}, 'elapsed': time, 'categories': {'pc': cpu}}
          for n, time, cpu in ((1, 5e-6, 3e-6), (2, 7e-9, 4e-9), (3, 2, 1))],
         'units of rows')
    same(records('-', text='n,time_ms,time_unit\n1,5,us\n'),
         [{'params': {'n': 1}, 'elapsed': 5e-3}], 'a unit in the heading')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1,
                 text='n,time,time_unit\n1,2,min\n')
    expect(err.startswith('-:2:5: error: the time_unit is none of'),
           f'a unit that is none: {err}')
    _, err = lcm('fit', '-', '--to', 'jsonl', status=1,
                 text='n,time\n1,2\n,3\n')
    expect("-:3:1: error: '' is no number" in err, f'an empty field: {err}')
    same(records('table.csv', '--param', 'p=threads'),
         [{'fragment': f'compiler={word}', 'params': {'n': n, 'p': p},
           'elapsed': time, 'processors': p}
          for word, n, p, time in (('gcc, 12', 100, 1, 1.5e-3),
                                   ('gcc, 12', 200, 1, 3e-3),
                                   ('clang', 100, 2, 0.75e-3))], 'table')
    same(records('-', '--param', 'time=mean', '--unit', 'us',
                 text='n;mean\n1;2\n'),
         [{'params': {'n': 1}, 'elapsed': 2e-6}], 'another name')
    for text, want in (
            ('a,b\n1,2\n', '1:1: error: the first line of a table names'),
            ('n,time\n1,2,3\n', '2:5: error: more fields than the 2 columns'),
            ('n,time\n1\n', '2:2: error: there is no time'),
            ('n,time\n1,-2\n', '2:3: error: time is negative: -2'),
            ('n,time\n1,2\nx,2\n', "3:1: error: 'x' is no number"),
            ('n,n,time\n1,1,2\n', '1:3: error: a second column n'),
            (','.join(f'x{i}' for i in range(501)) + ',time\n',
             '1:2391: error: more than 500 columns')):
        _, err = lcm('fit', '-', '--to', 'jsonl', status=1, text=text)
        expect(err.startswith(f'-:{want}'), f'{text!r}: {err}')
    fit = json.loads(lcm('fit', 'table.csv', '--format', 'json', '--param',
                         'p=threads')[0])
    expect({m['category'] for m in fit['models']} == {'time'},
           f'what is fitted: {fit["models"]}')


def exported(folder, ending, *arguments):
    """Return what is predicted, as JSON, and what --export writes."""
    out = pathlib.Path(folder) / f'out{ending}'
    text, _ = lcm('predict', '-q', *arguments, '--format', 'json', '--export',
                  str(out))
    return json.loads(text)['points'], out.read_text(), str(out)


def check_folded(folder, program):
    """All stacks together have p times the time; read back it is the same."""
    points, text, path = exported(folder, '.folded', program, '-D', 'p=3')
    whole = points[-1]['time'] * 3
    lines = [line.rsplit(' ', 1) for line in text.splitlines()]
    total = sum(int(number) for _, number in lines)
    expect(abs(total - whole * 1e9) <= len(lines) + 1e-9 * total and
           all(stack.startswith('main') for stack, _ in lines),
           f'{program}: folded {total} ns, predicted {whole}')
    frames = {frame for stack, _ in lines for frame in stack.split(';')}
    expect('series' not in frames and
           {frame for frame in frames if frame.startswith('(')} <=
           {'(load imbalance)', '(insufficient parallelism)',
            '(synchronization loss)'}, f'{program}: frames {frames}')
    again = records(path, '--unit', 'ns')[-1]
    same([again], [{'fragment': '', 'categories': {'pc': total * 1e-9}}],
         'folded, read back')


def check_tree(folder, program):
    """A node has what it has itself and what its children have; categories add
    up to the former."""
    points, text, path = exported(folder, '.hatchet.json', program, '-D',
                                  'p=3')
    whole = points[-1]['time'] * 3

    def walk(node):
        metrics = node['metrics']
        inside = sum(walk(child) for child in node['children'])
        cats = sum(value for key, value in metrics.items()
                   if key not in ('time', 'time (inc)', 'visits'))
        for got, want in ((metrics['time'] + inside, metrics['time (inc)']),
                          (cats, metrics['time'])):
            expect(abs(got - want) <= 1e-9 * whole, f'{program}: {metrics}')
        return metrics['time (inc)']

    roots = json.loads(text)
    expect(len(roots) == 1 and
           math.isclose(walk(roots[0]), whole, rel_tol=1e-9),
           f'{program}: Hatchet {roots[0]["metrics"]}, predicted {whole}')
    again = records(path)[-1]['elapsed']
    expect(math.isclose(again, whole, rel_tol=1e-9),
           f'{program}: Hatchet, read back: {again}')


def check_cpuprofile(folder, program):
    """The tree of nodes is one, and samples last as long as is predicted."""
    points, text, _ = exported(folder, '.cpuprofile', program, '-D', 'p=3')
    profile = json.loads(text)
    nodes = {node['id']: node for node in profile['nodes']}
    children = [c for node in nodes.values()
                for c in node.get('children', [])]
    expect(sorted(children + [1]) == sorted(nodes), 'one tree')
    expect(len(profile['samples']) == len(profile['timeDeltas']) > 1 and
           set(profile['samples']) <= set(nodes) and
           min(profile['timeDeltas']) >= 0, 'samples')
    expect(abs(profile['endTime'] - points[-1]['time'] * 3e6) <= 1 and
           sum(profile['timeDeltas']) <= profile['endTime'],
           f'{program}: .cpuprofile ends at {profile["endTime"]}')


def check_sweeps(folder):
    """Cilkscale: work, span, a column for each p.  Extra-P: read back, the
    times are those that were predicted."""
    arguments = (str(ROOT / 'samples/mergesort/mergesort.c'), '-D', 'p=1,2,4',
                 '-D', 'n=1e5,1e6')
    points, text, _ = exported(folder, '.cilkscale.csv', *arguments)
    rows = list(csv.DictReader(text.splitlines()))
    expect(len(rows) == 2, f'Cilkscale: {text}')
    for row in rows:
        of = [p for p in points if f'n={p["env"]["n"]:g}' ==
              f'n={float(row["tag"][2:]):g}']
        expect(len(of) == 3 and
               float(row['work (seconds)']) == of[0]['work'] and
               float(row['span (seconds)']) == of[0]['span'] and
               all(float(row[f'{p["processors"]}c time (seconds)']) ==
                   p['time'] for p in of), f'Cilkscale: {row}')
    for ending in ('.extrap.txt', '.extrap.jsonl'):
        points, _, path = exported(folder, ending, *arguments)
        got = {(one['params']['n'], one['params']['p']): one['elapsed']
               for one in records(path)}
        expect(got == {(p['env']['n'], p['processors']): p['time']
                       for p in points}, f'{ending}: {got}')


def check_written():
    """Predictions for other tools, of programs with tasks that recur."""
    with tempfile.TemporaryDirectory() as folder:
        fib = str(ROOT / 'samples/fib/fib.c')
        check_folded(folder, fib)
        check_tree(folder, fib)
        check_folded(folder, str(ROOT / 'samples/mergesort/mergesort.c'))
        check_cpuprofile(folder, fib)
        check_sweeps(folder)
        _, err = lcm('predict', fib, '--export', 'x.json', status=2)
        expect("ends in .folded" in err, f'--export x.json: {err}')


def check_timelines():
    """Every ending that the help of --timeline names is written, and begins as
    files of that kind do; a trace has the same rows in both kinds."""
    begins = {'.svg': b'<svg', '.png': b'\x89PNG', '.pdf': b'%PDF',
              '.html': b'<!DOCTYPE html>', '.json': b'{'}
    pair = str(ROOT / 'docs/guide/trace/pair.trace')
    fib = str(ROOT / 'samples/fib/fib.c')
    with tempfile.TemporaryDirectory() as folder:
        for command in (('predict', fib, '-D', 'p=3'), ('trace', pair)):
            text = ' '.join(lcm(command[0], '--help')[0].split())
            text = text.split('--timeline ', 1)[1].split(' --', 1)[0]
            endings = re.findall(r'[(, ](\.[a-z-]+)', text)
            expect({'.json', '.pftrace', '.svg', '.txt'} <= set(endings),
                   f'{command[0]} --timeline: {text}')
            for ending in endings:
                path = pathlib.Path(folder) / f'out{ending}'
                lcm(*command, '-q', '--timeline', str(path))
                data = path.read_bytes() if path.exists() else b''
                expect(data and data.startswith(begins.get(ending, b'')),
                       f'{command[0]} --timeline x{ending}: {data[:40]}')
                path.unlink(missing_ok=True)


# Rank 0 computes 2 us and sends; rank 1 asks for the message, computes 3 us
# meanwhile, waits for it and computes 1 us more.  With messages of 10 us the
# run takes 2 + 10 + 1 = 13 us, with messages that are free 4 us.
GOAL = """num_ranks 2 // a remark
rank 0 { a: calc 2000
 b: send 8b to 1 tag 7 cpu 0 nic 0
 b requires a }
rank 1 {
 late: calc 1000
 got: recv 8b from 0 tag 7
 meanwhile: calc 3000
 # neither waits for the message
 meanwhile irequires got
 late requires got
 late requires meanwhile
}
"""


def check_goal():
    """A schedule is predicted, and written again as the same operations."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'one.goal'
        path.write_text(GOAL)
        slow = pathlib.Path(folder) / 'slow.json'
        slow.write_text('{"schema": "lcm-machine/1", "name": "slow", '
                        '"costs": {"transfer": 10e-6}}')
        for machine, want in ((str(slow), 13e-6), ('none', 4e-6)):
            out, _ = lcm('predict', '-q', str(path), '-D', 'p=2', '--machine',
                         machine, '--format', 'json')
            got = json.loads(out)['points'][0]['time']
            expect(math.isclose(got, want, rel_tol=1e-9),
                   f'GOAL on {machine}: {got}, expected {want}')
        again = pathlib.Path(folder) / 'two.goal'
        lcm('predict', '-q', str(path), '-D', 'p=2', '--trace', str(again))
        words = again.read_text().split()
        expect(words.count('calc') == 3 and words.count('send') == 1 and
               words.count('recv') == 1 and '800b' not in words and
               {'2000', '3000', '1000', '8b'} <= set(words),
               f'GOAL again: {again.read_text()}')
        for text, want in (
                ('num_ranks 2\nrank 2 {}', '2:6: error: there are 2 ranks'),
                ('num_ranks 1\nrank 0 {a: calc x}',
                 "2:17: error: expected nanoseconds, not 'x'"),
                ('num_ranks 1\nrank 0 {a: calc 1\na requires b}',
                 '3:12: error: expected the label of an operation'),
                ('num_ranks 1\nrank 0 {a: calc 1\na: calc 2}',
                 '3:1: error: a second operation a'),
                ('num_ranks 1\nrank 0 {a: calc 1\nb: calc 2\n'
                 'a requires b b requires a}',
                 '2:9: error: a requires itself'),
                ('num_ranks 1 rank 0 {send 8b to 0',
                 "1:33: error: expected an operation or '}' before the end")):
            path.write_text(text)
            _, err = lcm('predict', str(path), '-D', 'p=1', status=1)
            expect(f'one.goal:{want}' in err, f'{text}: {err}')


# What each file is called where a program or a trace is expected.
KINDS = {
    'benchmark.csv': 'a result of Google Benchmark',
    'benchmark.json': 'a result of Google Benchmark',
    'caliper.json': 'a profile of Caliper',
    'gprof.txt': 'a profile of gprof',
    'hatchet.json': 'a tree of Hatchet',
    'hyperfine.json': 'a result of hyperfine',
    'hyperfine_words.json': 'a result of hyperfine',
    'perf.n=3000.folded': 'a file of folded stacks',
    'perf.script.txt': 'a list of samples of perf',
    'profile.cubex': 'a profile of Cube',
    'profile.pb': 'a profile of pprof',
    'table.csv': 'a table',
}
# The same of files that lcm itself makes of one.
MADE = {'jsonl': ('x.jsonl', 'a file of measurements'),
        'pp': ('x.pp', 'a file of measurements'),
        'extrap-text': ('x.txt', 'an experiment of Extra-P'),
        'extrap-json': ('x.json', 'an experiment of Extra-P')}


def refused(path, kind, commands=('predict', 'analyze', 'trace')):
    """Expect each command to say that the file is of `kind`, and no more."""
    for command in commands:
        what = 'trace' if command == 'trace' else 'program'
        out, err = lcm(command, path, status=2)
        expect(not out and err.startswith(
            f"{path}: error: this is {kind}, not a {what}: 'lcm fit {path}' ")
            and err.endswith(' [usage]\n') and err.count('\n') == 1,
            f'{command} {path}: {out}{err}')


# The same of what is no measurement, with who reads it.
FIRST = {
    'lcm-trace/1\nactors 1\n': ("a trace of a message-driven run",
                               "'lcm trace {}' shows what is in it"),
    'lcm-raw\n': ("a raw file of the profiler",
                  "'lcm trace {}' shows what is in it"),
    '{"displayTimeUnit": "ns", "traceEvents": []}': (
        "a trace for Chrome", "'lcm trace {}' shows what is in it"),
    ' [ {"name": "x", "ph": "X", "ts": 1}]': (
        "a trace for Chrome", "'lcm trace {}' shows what is in it"),
    '{"schema": "lcm-prediction/1", "nodes": []}': (
        "a prediction", "'lcm predict' wrote it for other programs; no "
        "command reads it"),
    '{"version": 2, "schema": "lcm-fit/2"}': (
        "fitted models", "'lcm annotate --models {}' writes them into the "
        "source"),
    '{"schema": "lcm-machine/1"}': (
        "a description of a machine", "--machine {} predicts for it"),
}


def check_documents():
    """Documents of lcm itself, and traces, are no programs."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'x.json'
        for text, (kind, reader) in FIRST.items():
            path.write_text(text)
            for command in ('predict', 'check'):
                out, err = lcm(command, str(path), status=2)
                expect(not out and err == f'{path}: error: this is {kind}, '
                       f'not a program: {reader.format(path)} [usage]\n',
                       f'{command} {text}: {out}{err}')
            if 'lcm trace' not in reader:
                _, err = lcm('trace', str(path), status=2)
                expect('not a trace: ' in err, f'trace {text}: {err}')
        for schema in (ROOT / 'data/schemas').glob('*.schema.json'):
            name = schema.name.split('.')[0]
            path.write_text(json.dumps({'schema': f'{name}/1'}))
            _, err = lcm('analyze', str(path), status=2)
            expect('error: this is ' in err, f'{name}: {err}')


def check_refused():
    """What is measured is no program; what may be C is taken for it."""
    expect({path.name for path in FILES.iterdir()} == set(KINDS),
           f'files without a kind: {set(os.listdir(FILES)) ^ set(KINDS)}')
    for name, kind in KINDS.items():
        refused(name, kind)
    refused(str(FILES.parent / 'otf2/run.otf2'),
            'a trace in OTF2 (lcm trace reads it, too)', ('predict', 'cat'))
    with tempfile.TemporaryDirectory() as folder:
        for word, (name, kind) in MADE.items():
            path = pathlib.Path(folder) / name
            path.write_text(lcm('fit', 'table.csv', '--param', 'p=threads',
                                '--to', word)[0])
            refused(str(path), kind)
        records_as = pathlib.Path(folder) / 'records.json'
        records_as.write_text((pathlib.Path(folder) / 'x.jsonl').read_text())
        refused(str(records_as), 'a file of measurements')
        small = pathlib.Path(folder) / 'profile.gz'
        small.write_bytes(gzip.compress((FILES / 'gprof.txt').read_bytes()))
        refused(str(small), 'a profile of gprof', ('predict', 'check'))
        plain = pathlib.Path(folder) / 'plain.txt'
        plain.write_text('int f(int a, int b) { return a; }\nint main(void) { '
                         'return 0; }\n')
        lcm('check', str(plain))
        for name, text in (('x.c', 'Flat profile:\n'),
                           ('x.txt', 'int a[] = { 1,\n 2 };\nint 3\n'),
                           ('x.txt', 'n,time\n1,2\n'),
                           ('x.json', '{"schema": "their-fit/1"}\n'),
                           ('x.json', '{"schema": "lcm-fitness/1"}\n'),
                           ('x.json', '[{"directory": "."}]\n'), ('x.gz', ''),
                           ('x.gz', '\x1f')):
            path = pathlib.Path(folder) / name
            path.write_text(text)
            done = subprocess.run([LCM, 'check', str(path)],
                                  capture_output=True, text=True, check=False)
            expect(done.returncode in (0, 1) and '[usage]' not in done.stderr,
                   f'{name}, {text!r}: {done.stderr}')


CHECKS = {
    'read': (check_benchmark, check_benchmark_csv, check_hyperfine,
             check_profiles, check_pprof, check_trees, check_cubex,
             check_otf2, check_table),
    'refuse': (check_refused, check_documents),
    'write': (check_written, check_timelines, check_goal),
}


def main():
    """Run the checks that are asked for."""
    for check in CHECKS[sys.argv[3]]:
        check()
    for fault in FAULTS:
        print(fault)
    sys.exit(1 if FAULTS else 0)


main()
