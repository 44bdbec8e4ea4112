#!/usr/bin/env python3
"""Checks the trace of ranks in simulation: who works and waits when.

On docs/reference/mpi/ring.c rank 0 works for 3 s and the others for 1 s; each
then sends to the next one and receives from the one before, which takes 0.5 s:
rank 1 has its message at 3.5 s, ranks 2 and 0 at 1.5 s, when rank 0 still
works.  What is computed between messages goes by its longest part: of rank 0,
what it alone does for 2 s (line 11).  What was waited for is an arrow from
where it was sent to where it comes.  The trace of Perfetto has the same, in
protocol buffers: every slice begins and ends, in the order of time.

usage: simulated_ranks.py LCM SOURCES
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def number(data, at):
    """Return the number in pieces of 7 bits at `at`, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Yield the number and the value of each field of a message."""
    at = 0
    while at < len(data):
        key, at = number(data, at)
        if key & 7 == 0:
            value, at = number(data, at)
        else:
            length, at = number(data, at) if key & 7 == 2 else (8, at)
            value, at = data[at:at + length], at + length
            assert len(value) == length, 'a field that is cut short'
        yield key >> 3, value


def perfetto(lcm, folder, out):
    """Return what the trace of Perfetto says, in the form of the others."""
    simulate(lcm, folder, out)
    names, open_, found, flows, last = {}, {}, [], {}, 0
    for _, packet in fields(out.read_bytes()):
        packet = dict(fields(packet))
        if 60 in packet:
            row = dict(fields(packet[60]))
            if 4 in row:
                names[row[1]] = dict(fields(row[4]))[5].decode()
            continue
        now, event = packet[8], dict(fields(packet[11]))
        assert now >= last, 'packets are in the order of time'
        last = now
        row, kind = names[event[11]], event[9]
        if kind == 1:
            assert row not in open_, 'slices of a row do not overlap'
            open_[row] = (event[23].decode(), now)
        elif kind == 2:
            name, begin = open_.pop(row)
            found.append((row, name, begin / 1e9, now / 1e9))
        else:
            flow = event[47] if 47 in event else event[48]
            flows.setdefault(flow, []).append((row, now / 1e9, 48 in event))
    assert not open_, 'every slice ends'
    return sorted(found), sorted(
        (a[0], a[1], b[0], b[1]) for a, b in flows.values()
        if not a[2] and b[2])


def arrows(out):
    """Return from where to where messages go: rank and time of both ends."""
    events = json.loads(out.read_text())['traceEvents']
    names = {e['tid']: e['args']['name'] for e in events
             if e['name'] == 'thread_name'}
    ends = {}
    for e in events:
        if e['ph'] in 'sf':
            ends.setdefault(e['id'], {})[e['ph']] = (names[e['tid']],
                                                     e['ts'] / 1e6)
    return sorted(both['s'] + both['f'] for both in ends.values())


def simulate(lcm, folder, out):
    """Write the trace to `out`."""
    subprocess.run([lcm, 'predict', 'ring.c', '-D', 'p=3', '--machine',
                    'ring.json', '--method', 'simulate', '--trace', out, '-q'],
                   cwd=folder, check=True, capture_output=True)


def spans(lcm, folder, out):
    """Return what each rank does: name, begin, end and line."""
    simulate(lcm, folder, out)
    events = json.loads(out.read_text())['traceEvents']
    names = {e['tid']: e['args']['name'] for e in events
             if e['name'] == 'thread_name'}
    return sorted((names[e['tid']], e['name'], e['ts'] / 1e6,
                   (e['ts'] + e['dur']) / 1e6, e['args']['line'])
                  for e in events if e['ph'] == 'X')


def main():
    """Check the ring."""
    lcm, root = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        ring = root / 'docs' / 'reference' / 'mpi'
        out = pathlib.Path(folder) / 'trace.json'
        got = spans(lcm, ring, out)
        sent = arrows(out)
        same = perfetto(lcm, ring, pathlib.Path(folder) / 'trace.pftrace')
    want = [('rank 0', 'if (rank == 0)', 0, 3, 11),
            ('rank 1', 'compute()', 0, 1, 15),
            ('rank 1', 'wait for a message of rank 0', 1, 3.5, 17),
            ('rank 2', 'compute()', 0, 1, 15),
            ('rank 2', 'wait for a message of rank 1', 1, 1.5, 17)]
    for row in got:
        print(*row)
    assert got == want, want
    assert sent == [('rank 0', 3, 'rank 1', 3.5), ('rank 1', 1, 'rank 2', 1.5)
                    ], sent
    assert same == ([row[:4] for row in want], sent), same


main()
