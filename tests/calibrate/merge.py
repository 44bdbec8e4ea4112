"""Samples whose costs were worked out by hand give exactly these.

two.samples is made of these costs, for p = 1 and 2: fork 400 and 600 ns
(region less barrier), barrier 100 and 300, lock 10 and 50 (alone; locked less
delay), atomic 5 and 20, task 30 and 400.  A chunk with two threads takes 25 ns
beyond what is computed, of which the counter is held for 15, which it takes
when nothing else is done; alone it takes 5, and nobody waits for the counter,
which costs nothing more then.  transfer is 106.4 ns for 64
bytes (passed less touched), 202.4 for 1024, 509.6 for 4096: 100 ns and 10 GB/s.
ranks.samples has messages of 1 us and 1 GB/s between a send of 200 ns and a
receive of 300, barriers of 2 us log2(p), broadcasts of log2(p) (1 us + 1 ns m)
with a barrier behind each, and files written in 2 us + 1 ns m.

usage: merge.py LCM ROOT
"""
import math
import pathlib
import tempfile

from common import HERE, ROOT, calibrate, check_used, expect, finish, read

THREADS = {'flop': 2e-10, 'fork': '4e-07 + 2e-07 * (p - 1)',
           'barrier': '1e-07 + 2e-07 * log2(p)',
           'counter': 'if(p <= 1, 0, 1.5e-08)',
           'lock': 'if(p <= 1, 1e-08, 5e-08)',
           'atomic': 'if(p <= 1, 5e-09, 2e-08)',
           'task': 'if(p <= 1, 3e-08, 4e-07)',
           'chunk': 'if(p <= 1, 5e-09, 1e-08)',
           'transfer': '1e-07 + 1e-10 * m'}
RANKS = {'transfer': '1e-06 + 1e-09 * m', 'send': 2e-7, 'receive': 3e-7,
         'eager': 4096, 'MPI_Barrier': '2e-06 * log2(p)',
         'MPI_Bcast': '1e-06 * log2(p) + 1e-09 * log2(p) * m',
         'file': '2e-06 + 1e-09 * m'}
LEVELS = [('L1', 32768, 1, 1e11, None), ('L2', 1048576, 2, 5e10, 6.25e10),
          ('memory', None, None, 1e10, 1.25e10)]


def same(a, b):
    """Return whether `a` and `b` are equal, numbers to nine digits."""
    if isinstance(a, str) or isinstance(b, str) or a is None or b is None:
        return a == b
    return math.isclose(a, b, rel_tol=1e-9)


def check_costs(machine, want):
    """Check that `machine` has the costs `want` and no other."""
    have = machine['costs']
    expect(set(have) == set(want), f'costs {sorted(have)}')
    for name, value in want.items():
        expect(same(have.get(name), value),
               f'{name} is {have.get(name)}, not {value}')


def check_levels(machine):
    """Check the memory hierarchy."""
    levels = [(level['name'], level.get('size'), level.get('shared_by'),
               level['bandwidth']['core'], level['bandwidth'].get('socket'))
              for level in machine['levels']]
    expect(len(levels) == len(LEVELS)
           and all(same(a, b) for have, want in zip(levels, LEVELS)
                   for a, b in zip(have, want)), f'levels {levels}')


def check_errors(machine):
    """Check that everything that was measured has an error, which is 0."""
    names = set(machine['costs']) - {'eager'}
    names |= {'L1.bandwidth', 'L2.bandwidth', 'L2.socket',
              'memory.bandwidth', 'memory.socket'}
    expect(set(machine['errors']) == names, f'errors {machine["errors"]}')
    expect(all(value == 0 for value in machine['errors'].values()),
           f'errors {machine["errors"]}')


def check_sizes(place):
    """Check that a level which the system says to hold no more than the one
    before is left out, and that odd facts leave a description that is read."""
    text = (HERE / 'two.samples').read_text()
    odd, out = place / 'odd.samples', place / 'odd.json'
    odd.write_bytes(text.replace('L2 1048576', 'L2 1024').encode()
                    .replace(b'fact date', b'fact caf\xe9 au lait\nfact date'))
    run = calibrate('--merge', odd, '-o', out)
    expect(run.returncode == 0, run.stderr)
    names = [level['name'] for level in read(out)['levels']]
    expect(names == ['L1', 'memory'], f'levels {names}')
    check_used(out, ROOT / 'docs/guide/tutorial/rows.c')


def main():
    two, ranks = HERE / 'two.samples', HERE / 'ranks.samples'
    with tempfile.TemporaryDirectory() as place:
        paths = [pathlib.Path(place, name) for name in 'abc']
        for path, inputs in zip(paths, ([two], [two, ranks], [paths[0],
                                                              ranks])):
            run = calibrate('--merge', *inputs, '-o', path)
            expect(run.returncode == 0 and not run.stderr, run.stderr)
        first, both, joined = map(read, paths)
        check_costs(first, THREADS)
        check_levels(first)
        check_costs(both, {**THREADS, **RANKS})
        check_errors(both)
        expect(joined == both, 'a description joins otherwise than its samples')
        expect(both['processors'] == 2 and both['ranks_per_node'] == 2
               and both['runtime'] == 'libgomp', 'facts')
        check_used(paths[1], ROOT / 'docs/guide/tutorial/rows.c')
        check_sizes(pathlib.Path(place))
    table = calibrate('--merge', two).stdout
    for word in ('fork', '400 ns .. 600 ns', 'a machine: 2 processors',
                 'more than 2 threads', "--mpi 'mpirun -np {p}'"):
        expect(word in table, f'no {word} in the table')
    finish()


main()
