#!/usr/bin/env python3
"""Traces in the formats of other programs: right, damaged and wrong ones.

Numbers are calculated by hand, beside each trace.

usage: formats.py LCM [ARCHIVE]

ARCHIVE is the program that writes an archive of OTF2 (archive.c); without it
lcm was built without OTF2 and has to say so.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile


def run(lcm, path, *options):
    """Return (exit status, output, messages) of lcm trace on `path`."""
    done = subprocess.run([lcm, 'trace', str(path), *options], check=False,
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def differs(want, got, where='$'):
    """Yield a line for each place where `got` does not have `want`."""
    if isinstance(want, dict):
        for key, value in want.items():
            yield from differs(value, got.get(key), f'{where}.{key}')
    elif isinstance(want, list):
        if len(want) != len(got):
            yield f'{where}: {len(got)} elements, not {len(want)}: {got}'
        else:
            for i, value in enumerate(want):
                yield from differs(value, got[i], f'{where}[{i}]')
    elif isinstance(want, float) and isinstance(got, (int, float)):
        if not math.isclose(want, got, rel_tol=1e-9, abs_tol=1e-15):
            yield f'{where}: {got}, not {want}'
    elif want != got:
        yield f'{where}: {got!r}, not {want!r}'


def whole(report):
    """Yield what is wrong if not all time of all actors is in a category."""
    for actor in report['actors']:
        spent = sum(actor['time'].values())
        if not math.isclose(spent, report['time'], rel_tol=1e-9):
            yield f'{actor["name"]}: {spent} of {report["time"]}'


# Two threads, in us: A works -10..0 and sends at -2; B does b 0..5, nested c
# 1..3, where a message of A has come at the begin of b; then B is idle 5..8,
# and d 8..9 of A runs beside that.  The events come in any order.
FLOWS = [
    {'ph': 'X', 'name': 'c', 'pid': 1, 'tid': 2, 'ts': 1, 'dur': 2},
    {'ph': 'f', 'bp': 'e', 'name': 'm', 'cat': 'msg', 'id': '0x1a', 'pid': 1,
     'tid': 2, 'ts': 0},
    {'ph': 'X', 'name': 'b', 'pid': 1, 'tid': 2, 'ts': 0, 'dur': 5,
     'args': {'deep': {'list': [1, 'two', None]}}},
    {'ph': 'E', 'pid': 1, 'tid': 'A', 'ts': 0},
    {'ph': 's', 'name': 'm', 'cat': 'msg', 'id': '0x1a', 'pid': 1, 'tid': 'A',
     'ts': -2, 'args': {'bytes': 64}},
    {'ph': 'B', 'name': 'a', 'pid': 1, 'tid': 'A', 'ts': -10},
    {'ph': 'C', 'name': 'counter', 'pid': 1, 'ts': 3, 'args': {'x': 1}},
    {'ph': 'X', 'name': 'd', 'pid': 1, 'tid': 'A', 'ts': 8, 'dur': 1},
    {'ph': 'M', 'name': 'thread_name', 'pid': 1, 'tid': 2,
     'args': {'name': 'worker \u00e9'}},
]
# A: a 10, idle 0..8, d 1.  While A is idle B alone works, then nobody: ip 8.
# B: idle -10..0: until -2 A alone works: ip 8, the message is on its way 2:
# cl 2; b 5 of which c 2; idle 5..9, where A alone works or nobody: ip 4.
# The chain ends with d of A at 9, which no message led to: from -10 to 9 on A,
# which does nothing 0..8.
FLOWS_SAY = {
    'format': 'Chrome JSON', 'time': 19e-6, 'messages': 1, 'bytes': 64,
    'ignored': 1, 'tachyons': 0,
    'categories': {'pc': 16e-6, 'ip': 20e-6, 'cl': 2e-6},
    'actors': [{'name': 'worker \u00e9'}, {'name': 'thread A'}],
    'chain': [{'actor': 'thread A', 'begin': 0.0, 'end': 19e-6,
               'idle': 8e-6}],
    'entries': [
        {'name': 'a', 'calls': 1, 'time': 10e-6, 'sent': 1, 'bytes_sent': 64},
        {'name': 'b', 'time': 3e-6, 'received': 1, 'bytes_received': 64},
        {'name': 'c', 'time': 2e-6}, {'name': 'd', 'time': 1e-6}],
}


def check_flows(lcm, folder):
    """Yield what is wrong with a trace that has flows, in its many forms."""
    path = folder / 'flows.json'
    text = json.dumps(FLOWS)
    for form in (text, json.dumps(FLOWS, indent=1, ensure_ascii=False),
                 '{"displayTimeUnit": "ns", "otherData": {"a": [{}]}, '
                 f'"traceEvents": {text}, "more": 1}}',
                 text.rstrip(']'), text.rstrip(']') + ',\n'):
        path.write_text(form)
        status, out, err = run(lcm, path, '--json')
        if status or err:
            yield f'flows: {status} {err} of {form}'
            continue
        report = json.loads(out)
        yield from differs(FLOWS_SAY, report, 'flows')
        yield from whole(report)


# In us: A does a 0..10; B begins with b 6..12, which no message led to, and
# sends at 11; C does c 14..20 once that is there, is idle until 23, and does e
# 23..25.  The chain: B 0..11, of which b takes 5 and nothing 6; the message on
# its way for 3; C 14..25, of which 8 in c and e and 3 in nothing: 25 in all.
LATE = [
    {'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 'A', 'ts': 0, 'dur': 10},
    {'ph': 'X', 'name': 'b', 'pid': 1, 'tid': 'B', 'ts': 6, 'dur': 6},
    {'ph': 's', 'name': 'm', 'id': 1, 'pid': 1, 'tid': 'B', 'ts': 11},
    {'ph': 'f', 'name': 'm', 'id': 1, 'bp': 'e', 'pid': 1, 'tid': 'C',
     'ts': 14},
    {'ph': 'X', 'name': 'c', 'pid': 1, 'tid': 'C', 'ts': 14, 'dur': 6},
    {'ph': 'X', 'name': 'e', 'pid': 1, 'tid': 'C', 'ts': 23, 'dur': 2},
]
LATE_CHAIN = [
    {'actor': 'thread B', 'begin': 0.0, 'end': 11e-6, 'idle': 6e-6,
     'way': 3e-6, 'wait': 0.0},
    {'actor': 'thread C', 'begin': 14e-6, 'end': 25e-6, 'idle': 3e-6}]
LATE_SAYS = ('2 links, 13 us on actors, 9 us on idle ones, 3 us on the way, '
             '0 s in queues')


def check_late(lcm, folder):
    """Yield what is wrong where actors of the chain have nothing to do."""
    path = folder / 'late.json'
    path.write_text(json.dumps(LATE))
    _, out, _ = run(lcm, path, '--json')
    yield from differs(LATE_CHAIN, json.loads(out)['chain'], 'late')
    _, out, _ = run(lcm, path)
    if LATE_SAYS not in out:
        yield f'late: {out}'


def check_damaged(lcm, folder):
    """Yield what is wrong with what is said of damaged files."""
    cut = json.dumps(FLOWS)[:-75]
    driven = 'lcm-trace/1\ncreate 0 0 0.0 send c@e 0 0 8\nbegin 1 0 0.0\n'
    for name, text, status, says in (
            ('cut.json', cut, 0, 'ends inside of an event'),
            ('bad.json', '[{"ph": "X", "ts": 1}, {"ph": oops', 0, 'ends'),
            ('bad.json', '[{"ph": "X"} {', 1, 'byte 13: this is no JSON'),
            ('bad.json', '{"a": 1}', 1, 'no "traceEvents"'),
            ('none.json', '{"traceEvents": []}', 1, 'no events'),
            ('deep.json', '[' + '[' * 100000, 1, 'byte'),
            ('empty', '', 1, 'the file is empty'),
            ('other', 'PK\3\4 something', 1, 'no trace that lcm knows'),
            ('new', 'lcm-trace/2\n', 1, 'there is lcm-trace/1'),
            ('cut', driven + 'end 2 0 0.', 0, 'ends inside of a line'),
            ('bad', driven + 'end 2 0 x\n', 1, "bad:4:1: error: byte 56: 'end'"),
            ('bad', driven + 'end nan 0 0.0\n', 1, 'bad:4:1: error'),
            ('bad', driven + 'end 2 99999999999 0.0\n', 1, 'bad:4:1: error'),
            ('bad', driven + 'fly 2 0 0.0\n', 1, "'fly' is no line")):
        path = folder / name
        path.write_text(text)
        got, _, err = run(lcm, path)
        if got != status or says not in err:
            yield f'{name}: {got} {err!r} of {text[:99]!r}'
    for path in (folder, folder / 'nowhere'):
        got, _, err = run(lcm, path)
        if got != 2 or '[io]' not in err:
            yield f'{path}: {got} {err}'


# One processor creates three messages for itself; two of them wait while the
# first is processed.  With little memory the sums are the same.
def check_window(lcm, folder):
    """Yield what is wrong where not all events can be kept."""
    lines = ['lcm-trace/1', 'run simulate 2 random fifo 0']
    for i in range(12000):
        lines += [f'create {i}.0 0 0.{i} send c@e 0 0 8',
                  f'send {i}.1 0 0.{i} 1', f'receive {i}.2 1 0.{i}',
                  f'begin {i}.3 1 0.{i}', f'end {i}.8 1 0.{i}']
    path = folder / 'long.trace'
    path.write_text('\n'.join(lines) + '\n')
    reports = []
    for options in ((), ('--memory', '1')):
        status, out, err = run(lcm, path, '--json', *options)
        if status or ('sums alone' in err) != bool(options):
            yield f'window: {status} {err}'
        reports.append(json.loads(out))
    if not reports[0].pop('whole') or reports[1].pop('whole'):
        yield 'window: which one is whole?'
    for key in ('phases', 'chain', 'patterns', 'findings'):
        reports[0].pop(key), reports[1].pop(key)
    reports[0]['entries'][0].pop('depth')
    yield from differs(reports[0], reports[1], 'window')


# Slices of 3 us, 4 us apart, on two threads in turn, and at the end of the file
# one of the beginning, which is a million events late and left out: no time
# counts twice.
def check_disorder(lcm, folder):
    """Yield what is wrong with what is far out of order, in a stream."""
    n = 600000
    row = '{"ph":"X","name":"w","pid":1,"tid":%d,"ts":%d,"dur":3},\n'
    path = folder / 'late.json'
    with path.open('w') as out:
        out.write('[\n')
        out.writelines(row % (i % 2, 4 * i) for i in range(n))
        out.write((row % (0, 3)).replace('"w"', '"late"')[:-2] + ']\n')
    status, out, err = run(lcm, path, '--json', '--memory', '1')
    if status or 'sums alone' not in err:
        yield f'disorder: {status} {err}'
        return
    yield from differs({'time': (4 * n - 1) * 1e-6, 'disorder': 2,
                        'entries': [{'name': 'w', 'calls': n,
                                     'time': 3e-6 * n}]},
                       json.loads(out), 'disorder')
    yield from whole(json.loads(out))


# Rank 0 of archive.c computes 0..2, sends 2..3, computes 3..5, waits for rank 1
# at the barrier 5..8, which takes until 9, computes 9..10.  Rank 1 computes
# 0..1, waits for a sender 1..2 and for the message 2..4, computes 4..8, is in the
# barrier 8..9, computes 9..10.  The chain ends with main of rank 0 at 10, which
# leaves the barrier at 9, 1 after rank 1 has come there at 8, which had the
# message at 4, 2 after it was sent at 2.
ARCHIVE_SAYS = {
    'format': 'OTF2', 'time': 10, 'messages': 2, 'bytes': 1000,
    'actors': [
        {'name': 'rank 0', 'time': {'pc': 5, 'li': 3, 'sl': 1, 'cl': 1}},
        {'name': 'rank 1', 'time': {'pc': 6, 'sl': 2, 'cl': 2}}],
    'entries': [
        {'name': 'main', 'calls': 2, 'time': 11},
        {'name': 'MPI_Barrier', 'calls': 2, 'time': 5},
        {'name': 'MPI_Recv', 'time': 3, 'received': 1,
         'bytes_received': 1000},
        {'name': 'MPI_Send', 'time': 1, 'sent': 1, 'bytes_sent': 1000}],
    'chain': [
        {'actor': 'rank 0', 'begin': 0, 'end': 2, 'way': 2},
        {'actor': 'rank 1', 'begin': 4, 'end': 8, 'way': 1},
        {'actor': 'rank 0', 'begin': 9, 'end': 10}],
}


def check_archive(lcm, folder, program):
    """Yield what is wrong with an archive of OTF2."""
    if not program:
        path = folder / 'traces.otf2'
        path.write_bytes(b'\3\0OTF2\0 ')
        status, _, err = run(lcm, path)
        if status != 2 or 'libopen-trace-format2-dev' not in err:
            yield f'without OTF2: {status} {err}'
        return
    subprocess.run([program, str(folder / 'otf2')], check=True, timeout=60)
    path = folder / 'otf2/traces.otf2'
    status, out, err = run(lcm, path, '--json')
    if status:
        yield f'OTF2: {status} {err}'
        return
    yield from differs(ARCHIVE_SAYS, json.loads(out), 'OTF2')
    yield from whole(json.loads(out))
    events = folder / 'otf2/traces/1.evt'
    data = events.read_bytes()
    events.write_bytes(data[:len(data) // 2])
    status, out, err = run(lcm, path)
    if status not in (0, 1) or 'this archive of OTF2' not in err:
        yield f'cut OTF2: {status} {err}'
    path.write_bytes(path.read_bytes()[:40])
    status, _, err = run(lcm, path)
    if status != 1 or 'this archive of OTF2 cannot be read' not in err:
        yield f'cut anchor: {status} {err}'


# The clock of processor 1 is behind: its message, created and sent at 12, comes
# at 8.  Moved by 5 it comes 1 later, at 13, and its task lasts until 16.
SKEWED = """lcm-trace/1
run threads 2 random fifo 0
receive 8 1 0.1
begin 8 1 0.1
create 10 0 0.0 create c@e 0 0 8
begin 10 0 0.0
end 11 1 0.1
create 12 0 0.1 send c@e 1 0 8
send 12 0 0.1 1
end 13 0 0.0
"""


def check_repair(lcm, folder):
    """Yield what is wrong with clocks that differ."""
    path = folder / 'skewed.trace'
    path.write_text(SKEWED)
    for options, want in (
            ((), {'time': 5, 'tachyons': 1, 'removed_tachyons': 0}),
            (('--repair', '--latency', '1 s'),
             {'time': 6, 'tachyons': 0, 'removed_tachyons': 1, 'shift': 5,
              'categories': {'pc': 6, 'ip': 5, 'cl': 1},
              'chain': [{'begin': 0, 'end': 2, 'way': 1},
                        {'begin': 3, 'end': 6}]})):
        status, out, err = run(lcm, path, '--json', *options)
        if status:
            yield f'repair: {status} {err}'
        yield from differs(want, json.loads(out), f'repair {options}')
        yield from whole(json.loads(out))


def check_timeline(lcm, folder):
    """Yield what is wrong with pictures: a picture is written, and what is
    written for a viewer says the same when it is read."""
    path = folder / 'flows.json'
    path.write_text(json.dumps(FLOWS))
    for name, has in (('t.svg', 'Timeline of a run'), ('t.txt', 'worker'),
                      ('t.json', 'thread_name')):
        status, _, err = run(lcm, path, '--timeline', str(folder / name))
        if status or has not in (folder / name).read_text():
            yield f'{name}: {status} {err}'
    _, out, _ = run(lcm, folder / 't.json', '--json')
    want = {'categories': FLOWS_SAY['categories']}
    want['categories'].pop('li', None)
    yield from differs(want, json.loads(out), 'again')


def main():
    lcm = sys.argv[1]
    program = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = [*check_flows(lcm, folder), *check_late(lcm, folder),
                 *check_damaged(lcm, folder), *check_window(lcm, folder), *check_disorder(lcm, folder),
                 *check_repair(lcm, folder), *check_timeline(lcm, folder),
                 *check_archive(lcm, folder, program)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
