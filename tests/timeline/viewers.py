#!/usr/bin/env python3
"""Checks what viewers of Chrome and Perfetto show of predictions and of runs.

Programs with messages, with a loop that threads share and with tasks are
predicted by composition and by simulation, with all traces that there are, and
each of these is read by `lcm trace` and written once more.  What is wrong for
viewers says tests/common/viewer.py; both formats show the same.

Two ranks send each other a message twice.  Rank 0 works for 1 s before it
sends, rank 1 for 2 s; sending takes a rank 0.25 s, the message is on its way
for 0.5 s, and receiving takes 0.125 s.  So the first message leaves in the
MPI_Send from 1 s to 1.25 s and is there at 1.875 s, the answer leaves from
3.875 s on and is there at 4.75 s; the second round is as long.  By composition
a message is an arrow from the begin of the call that sends it to the end of the
call that receives it; by simulation from the end of the former to the end of
the wait, 0.125 s before.

usage: viewers.py LCM
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'common'))
import viewer  # noqa: E402

PINGPONG = '''#include <mpi.h>
double out[100], in[100];
void work(void);
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2; i++) {
    if (rank == 0) {
      // lcm: model time = 1 s
      work();
      MPI_Send(out, 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(in, 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      // lcm: model time = 2 s
      work();
      MPI_Send(out, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
'''
HALO = '''#include <mpi.h>
#define N 4096
double u[N], v[N];
int main(int argc, char **argv) {
  int rank, size;
  MPI_Request req[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  for (int t = 0; t < 10; t++) {
    MPI_Irecv(&u[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &req[0]);
    MPI_Irecv(&u[N - 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &req[1]);
    MPI_Isend(&u[N - 2], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &req[2]);
    MPI_Isend(&u[1], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &req[3]);
    MPI_Waitall(4, req, MPI_STATUSES_IGNORE);
    for (int i = 1; i < N - 1; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
  }
  MPI_Finalize();
  return 0;
}
'''
LOOP = '''double a[100000];
int main(void) {
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 100000; i++)
      for (int j = 0; j < i / 1000; j++)
        a[i] = a[i] * 0.5 + j;
    a[0] += 1;
  }
  return 0;
}
'''
TASKS = '''void a(void), b(void), c(void);
int x, y;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out: x)
    // lcm: model time = 1 ms
    a();
#pragma omp task depend(in: x) depend(out: y)
    // lcm: model time = 2 ms
    b();
#pragma omp task depend(in: x)
    // lcm: model time = 3 ms
    c();
#pragma omp taskwait
  }
  return 0;
}
'''
MODEL = '''cond go, done
L = { signal(go) ; delay(1) ; wait(done) } || { wait(go) ; signal(done) }
'''
PROGRAMS = {'pingpong.c': (PINGPONG, 2), 'halo.c': (HALO, 4),
            'loop.c': (LOOP, 4), 'tasks.c': (TASKS, 3), 'signals.pam': (MODEL, 0)}
MACHINE = {'schema': 'lcm-machine/1', 'name': 'slow messages',
           'costs': {'transfer': 0.5, 'send': 0.25, 'receive': 0.125}}
WAYS = {'composed': ('--timeline',),
        'simulated': ('--method', 'simulate', '--timeline'),
        'events': ('--method', 'simulate', '--trace')}

# A trace of something else: what has no name, does nothing, or comes when one
# thing ends and another begins.
FOREIGN = [
    {'ph': 'X', 'name': '', 'pid': 7, 'tid': 1, 'ts': 0, 'dur': 10},
    {'ph': 'X', 'name': 'b', 'pid': 7, 'tid': 1, 'ts': 10, 'dur': 10},
    {'ph': 's', 'name': '', 'id': 1, 'pid': 7, 'tid': 1, 'ts': 10},
    {'ph': 'X', 'name': 'c', 'pid': 7, 'tid': 2, 'ts': 15, 'dur': 10},
    {'ph': 'f', 'bp': 'e', 'name': '', 'id': 1, 'pid': 7, 'tid': 2, 'ts': 15},
    {'ph': 's', 'name': 'm', 'id': 2, 'pid': 7, 'tid': 2, 'ts': 25},
    {'ph': 'f', 'bp': 'e', 'name': 'm', 'id': 2, 'pid': 7, 'tid': 1, 'ts': 30},
    {'ph': 'X', 'name': 'd', 'pid': 7, 'tid': 1, 'ts': 30, 'dur': 5}]


def run(lcm, folder, *args):
    """Run lcm; return what it says on standard error."""
    done = subprocess.run([lcm, *map(str, args)], cwd=folder, text=True,
                          capture_output=True, check=False,
                          env=dict(os.environ, LCM_MACHINE='none'))
    assert not done.returncode, f'{args}: {done.stderr}'
    return done.stderr


def write(lcm, folder, out, *args):
    """Let lcm write the trace `out` in both formats; return it, and what is
    wrong with it."""
    wrong, traces = [], []
    for ending in ('.json', '.pftrace'):
        path = folder / (out + ending)
        run(lcm, folder, *args, path)
        traces.append(viewer.read(path))
        wrong += [f'{out}{ending}: {fault}'
                  for fault in viewer.faults(traces[-1])]
    if traces[0].said() != traces[1].said():
        wrong.append(f'{out}: the formats say different things')
    return traces[0], wrong


def check_all(lcm, folder):
    """Yield what is wrong with traces of all programs."""
    for name, (text, p) in PROGRAMS.items():
        (folder / name).write_text(text)
        for way, options in WAYS.items():
            out = f'{name}.{way}'
            trace, wrong = write(
                lcm, folder, out, 'predict', name, '-q', '--machine',
                'machine.json', *(('-D', f'p={p}') if p else ()), *options)
            again, more = write(lcm, folder, out + '.again', 'trace',
                                folder / (out + '.json'), '--timeline')
            yield from wrong + more
            if not trace.slices:
                yield f'{out}: there are no slices'
            messages = 'MPI' in text or ('cond' in text and way == 'events')
            if messages != bool(trace.flows) or messages != bool(again.flows):
                yield f'{out}: {len(trace.flows)}, {len(again.flows)} messages'


def ns(seconds):
    """Return `seconds` in nanoseconds."""
    return round(seconds * 10 ** 9)


def check_messages(folder):
    """Yield what is wrong with the messages between two ranks."""
    rounds = [(4.75 * i, way) for i in (0, 1) for way in (0, 1)]
    composed, simulated = [], []
    for since, way in rounds:
        leaves = since + (3.875 if way else 1)
        comes = since + (4.75 if way else 1.875)
        ranks = [f'rank {way}', f'rank {1 - way}']
        composed.append((ns(leaves), ns(comes) - 1,
                         (ranks[0], 'communication loss', 'cl'),
                         (ranks[1], 'communication loss', 'cl')))
        simulated.append((ns(leaves + 0.25) - 1, ns(comes - 0.125) - 1,
                          (ranks[0], 'MPI_Send', 'communicate'),
                          (ranks[1], f'wait for a message of {ranks[0]}',
                           'wait')))
    for way, want in (('composed', composed), ('events', simulated)):
        for ending in ('.json', '.pftrace'):
            got = viewer.arrows(viewer.read(
                folder / f'pingpong.c.{way}{ending}'))
            if got != want:
                yield f'pingpong {way}{ending}: {got}, not {want}'


def check_chain(folder):
    """Yield what is wrong with the last-event chain of two ranks: it is with
    who works and sends, then with who gets that, however it is predicted."""
    want = [('rank 0', 0, 1.25), ('rank 1', 1.25, 4.125),
            ('rank 0', 4.125, 6), ('rank 1', 6, 8.875), ('rank 0', 8.875, 9.5)]
    for way in ('composed', 'simulated'):
        trace = viewer.read(folder / f'pingpong.c.{way}.pftrace')
        got = [(one.name, one.begin / 1e9, one.end / 1e9)
               for one in trace.slices if one.category == 'chain']
        if got != want:
            yield f'chain of pingpong {way}: {got}, not {want}'


def check_names(folder):
    """Yield what is wrong with the names of slices: losses are called so."""
    trace = viewer.read(folder / 'pingpong.c.composed.json')
    got = {(one.category, one.name) for one in trace.slices
           if one.category != 'chain'}
    want = {('cl', 'communication loss'), ('sl', 'synchronization loss'),
            ('li', 'load imbalance'), ('pc', 'work()')}
    if got != want:
        yield f'names: {got}, not {want}'
    trace = viewer.read(folder / 'pingpong.c.simulated.json')
    got = {one.category for one in trace.slices if one.name != 'work()'}
    if 'pc' in got or 'cl' not in got:
        yield f'what is no work is {got}'
    names = sorted(trace.name(row) for row in trace.rows)
    if names != [('last-event chain', 'last-event chain'),
                 ('run, by simulation', 'rank 0'),
                 ('run, by simulation', 'rank 1')]:
        yield f'rows: {names}'


def check_many(lcm, folder):
    """Yield what is wrong with a trace of 110000 messages: it has the first
    100000, and says so."""
    (folder / 'many.c').write_text(
        PINGPONG.replace('i < 2', 'i < 55000').replace('1 s', '1 ms'))
    said = run(lcm, folder, 'predict', 'many.c', '-D', 'p=2', '--machine',
               'machine.json', '--timeline', 'many.pftrace')
    if 'has the first 100000 messages only' not in said:
        yield f'many: {said}'
    trace = viewer.read(folder / 'many.pftrace')
    yield from viewer.faults(trace)
    name = 'run, by composition, with the first 100000 messages only'
    if trace.processes.get(1) != name or len(trace.flows) != 100000:
        yield f'many: {trace.processes}, {len(trace.flows)} messages'


def check_foreign(lcm, folder):
    """Yield what is wrong with a trace of something else: a message is of what
    begins at its time, but where nothing does."""
    (folder / 'foreign.json').write_text(json.dumps(FOREIGN))
    trace, wrong = write(lcm, folder, 'foreign.out', 'trace',
                         folder / 'foreign.json', '--timeline')
    yield from wrong
    want = [(10000, 15000, 'b', 'c'), (24999, 30000, 'c', 'd')]
    got = [(begin, end, a[1], b[1])
           for begin, end, a, b in viewer.arrows(trace)]
    if got != want:
        yield f'foreign: {got}, not {want}'


def main():
    """Check all of it."""
    lcm = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / 'machine.json').write_text(json.dumps(MACHINE))
        wrong = [*check_all(lcm, folder), *check_messages(folder),
                 *check_chain(folder), *check_names(folder), *check_many(lcm, folder),
                 *check_foreign(lcm, folder)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


main()
