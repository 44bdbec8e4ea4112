#!/usr/bin/env python3
"""Checks the trace of ranks in simulation: who works and waits when.

On docs/reference/mpi/ring.c rank 0 works for 3 s and the others for 1 s; each
then sends to the next one and receives from the one before, which takes 0.5 s:
rank 1 has its message at 3.5 s, ranks 2 and 0 at 1.5 s, when rank 0 still
works.  What is computed between messages goes by its longest part: of rank 0,
what it alone does for 2 s (line 11).  What was waited for is an arrow from
where it was sent to where it comes: it ends in the last nanosecond of the slice
that waits for it.  The trace of Perfetto has the same, in protocol buffers.

usage: simulated_ranks.py LCM SOURCES
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import viewer  # noqa: E402


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
        chrome = viewer.read(out)
        out = out.with_suffix('.pftrace')
        simulate(lcm, ring, out)
        perfetto = viewer.read(out)
    want = [('rank 0', 'if (rank == 0)', 0, 3, 11),
            ('rank 1', 'compute()', 0, 1, 15),
            ('rank 1', 'wait for a message of rank 0', 1, 3.5, 17),
            ('rank 2', 'compute()', 0, 1, 15),
            ('rank 2', 'wait for a message of rank 1', 1, 1.5, 17)]
    for row in got:
        print(*row)
    assert got == want, want
    last = 10 ** 9 - 1
    sent = [(last, last + 5 * 10 ** 8, ('rank 1', want[1][1], 'compute'),
             ('rank 2', want[4][1], 'wait')),
            (last + 2 * 10 ** 9, last + 25 * 10 ** 8,
             ('rank 0', want[0][1], 'compute'), ('rank 1', want[2][1], 'wait'))]
    for trace in (chrome, perfetto):
        assert not list(viewer.faults(trace)), list(viewer.faults(trace))
        assert viewer.arrows(trace) == sent, viewer.arrows(trace)
    assert chrome.said() == perfetto.said(), perfetto.said()


main()
