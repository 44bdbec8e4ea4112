#!/usr/bin/env python3
"""Compares loops of ranks that are cut short with the same ones followed whole.

A random program of MPI repeats steps: the ranks compute, some longer than
others, exchange messages along a line or around a ring, pass them on one after
the other, do things together in each step or now and then, in loops inside of
others.  Its twin differs in nothing that counts, but each of its steps costs
1e-30 microseconds times its number, so that no two of them are alike and lcm
follows all of them.  Both have to come to the same times, losses, records and
critical path.

LCM_PROPERTY_SEEDS is which programs (first:last).

usage: check_steady.py LCM [SEEDS]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SAME = 1e-7


def model(rng):
    """Return the model of a piece of work, in which ranks may differ."""
    each = rng.choice([1, 2, 5, 10, 40])
    return rng.choice([f'{each} us', f'{each} us', f'{each} us',
                       f'{each} us + 1 us * (rank == {rng.randrange(4)})',
                       f'{each} us * (1 + rank / ranks)',
                       f'{each} us + 0.001 us * rank'])


def work(rng):
    """Return lines of a piece of work."""
    return [f'// lcm: model time = {model(rng)}', 'x[0] = x[1] + 1;']


def line(rng, n):
    """Return lines of an exchange along a line of ranks."""
    m = rng.choice([1, 100, 5000])
    middle = work(rng) if rng.random() < 0.6 else []
    return [f'MPI_Request q{n}[4];',
            f'MPI_Irecv(x, {m}, MPI_DOUBLE, left, {n}, MPI_COMM_WORLD, &q{n}[0]);',
            f'MPI_Irecv(y, {m}, MPI_DOUBLE, right, {n}, MPI_COMM_WORLD, &q{n}[1]);',
            f'MPI_Isend(z, {m}, MPI_DOUBLE, left, {n}, MPI_COMM_WORLD, &q{n}[2]);',
            f'MPI_Isend(z, {m}, MPI_DOUBLE, right, {n}, MPI_COMM_WORLD, &q{n}[3]);',
            *middle,
            f'MPI_Waitall(4, q{n}, MPI_STATUSES_IGNORE);']


def ring(rng, n):
    """Return lines of an exchange around a ring of ranks."""
    m = rng.choice([1, 1000])
    return [f'MPI_Sendrecv(x, {m}, MPI_DOUBLE, (rank + 1) % size, {n}, y, {m}, '
            f'MPI_DOUBLE, (rank + size - 1) % size, {n}, MPI_COMM_WORLD, '
            'MPI_STATUS_IGNORE);']


def chain(rng, n):
    """Return lines by which each rank waits for the one before it."""
    m = rng.choice([1, 1000])
    return [f'MPI_Recv(x, {m}, MPI_DOUBLE, left, {n}, MPI_COMM_WORLD, '
            'MPI_STATUS_IGNORE);', *work(rng),
            f'MPI_Send(x, {m}, MPI_DOUBLE, right, {n}, MPI_COMM_WORLD);']


def together(rng, n):
    """Return a line of what all ranks do together."""
    del n
    m = rng.choice([1, 300])
    return [rng.choice([
        f'MPI_Allreduce(x, y, {m}, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);',
        f'MPI_Bcast(x, {m}, MPI_DOUBLE, 0, MPI_COMM_WORLD);',
        f'MPI_Reduce(x, y, {m}, MPI_DOUBLE, MPI_SUM, size - 1, MPI_COMM_WORLD);',
        'MPI_Barrier(MPI_COMM_WORLD);'])]


def piece(rng, n, index, depth):
    """Return lines of a piece of a step of the loop over `index`."""
    kind = rng.random()
    body = rng.choice([line, ring, chain, together, line])(rng, n)
    if kind < 0.25:
        return work(rng)
    if kind < 0.45:
        every = rng.choice([2, 3, 10, 25])
        return [f'if ({index} % {every} == {rng.randrange(every)}) {{', *body,
                '}']
    if kind < 0.55:
        return [f'if (rank == {rng.randrange(3)}) {{', *work(rng), '}']
    if kind < 0.7 and depth < 2:
        count = rng.choice([3, 20, 50])
        inner = 'ijk'[depth]
        return [f'for (int {inner} = 0; {inner} < {count}; {inner}++) {{',
                *body, *work(rng), '}']
    return body


def program(seed, differ):
    """Return the program of a seed; its steps `differ` by next to nothing."""
    rng = random.Random(seed)
    steps = rng.choice([20, 64, 101, 250, 600])
    lines = work(rng) if rng.random() < 0.5 else []
    for loop in range(rng.choice([1, 1, 2])):
        mark = ' * step' if differ else ''
        lines += [f'for (int step = {rng.choice([0, 1])}; step < {steps}; '
                  'step++) {', f'// lcm: model time = 1e-30 us{mark}',
                  'z[0] = z[1];']
        for k in range(rng.randrange(1, 4)):
            lines += piece(rng, 10 * loop + k, 'step', 0)
        lines.append('}')
        if rng.random() < 0.5:
            lines += together(rng, 0)
    # names whose values differ by rank, where something speaks of them
    sides = ['int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;',
             'int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;'] \
        if any('left' in text or 'right' in text for text in lines) else []
    return '\n'.join(['#include <mpi.h>', 'double x[9000], y[9000], z[9000];',
                      'int main(int argc, char **argv) {', 'int rank, size;',
                      'MPI_Init(&argc, &argv);',
                      'MPI_Comm_rank(MPI_COMM_WORLD, &rank);',
                      'MPI_Comm_size(MPI_COMM_WORLD, &size);',
                      *sides, *lines, 'MPI_Finalize();', 'return 0;', '}', ''])


def machine(seed):
    """Return the description of a machine."""
    rng = random.Random(-1 - seed)
    costs = {'transfer': '3e-6 + 1e-9 * m', 'send': 4e-7, 'receive': 3e-7}
    if rng.random() < 0.4:
        costs['inject'] = rng.choice(['2e-6 + 2e-10 * m', '1e-5'])
    if rng.random() < 0.3:
        costs['eager'] = 4000
    return {'schema': 'lcm-machine/1', 'name': 'm', 'costs': costs,
            'ranks_per_node': rng.choice([1, 2, 4])}


def ask(lcm, folder, text, p):
    """Return the point that lcm predicts for `text` on `p` ranks, and what it
    says of errors."""
    (folder / 'x.c').write_text(text)
    done = subprocess.run(
        [lcm, 'predict', 'x.c', '-D', f'p={p}', '--machine', 'm.json',
         '--nodes', '--format', 'json', '--no-cache'], cwd=folder, check=False,
        capture_output=True, text=True, timeout=120)
    if done.returncode:
        return {'status': done.returncode}
    return json.loads(done.stdout)['points'][0]


def differences(one, other, where=''):
    """Yield where the JSON values `one` and `other` differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(set(one) | set(other)):
            if key != 'bound':
                yield from differences(one.get(key), other.get(key),
                                       f'{where}.{key}')
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            yield f'{where}: {len(one)} and {len(other)} elements'
        for i, (a, b) in enumerate(zip(one, other)):
            yield from differences(a, b, f'{where}[{i}]')
    elif isinstance(one, float) and isinstance(other, float):
        if abs(one - other) > SAME * max(abs(one), abs(other)) + 1e-12:
            yield f'{where}: {one} and {other}'
    elif one != other:
        if not isinstance(one, (int, float)) or \
                not isinstance(other, (int, float)) or \
                abs(one - other) > SAME * abs(one) + 1e-12:
            yield f'{where}: {one} and {other}'


def main():
    """Check the programs of the seeds that are asked for."""
    lcm = os.path.abspath(sys.argv[1])
    seeds = sys.argv[2] if len(sys.argv) > 2 else os.environ.get(
        'LCM_PROPERTY_SEEDS', '0:14')
    first, last = (int(x) for x in seeds.split(':'))
    wrong = 0
    for seed in range(first, last):
        p = random.Random(seed).choice([1, 2, 3, 4, 5, 8, 13])
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / 'm.json').write_text(json.dumps(machine(seed)))
            short = ask(lcm, folder, program(seed, False), p)
            whole = ask(lcm, folder, program(seed, True), p)
        found = list(differences(whole, short))
        if found:
            wrong += 1
            print(f'seed {seed}, {p} ranks, whole and short:',
                  *found[:8], sep='\n  ')
    print(f'{last - first} programs, {wrong} wrong')
    return wrong > 0


if __name__ == '__main__':
    sys.exit(main())
