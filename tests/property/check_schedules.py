#!/usr/bin/env python3
"""Predictions of parallel loops against a walk through their chunks.

Loops whose iteration i takes first + slope * i (or a square, or a table) are
predicted for many numbers of iterations, members and chunk sizes, under each
schedule and for both OpenMP libraries, with and without a cost for taking a
chunk.  The reference here assigns one chunk at a time, as the libraries do:
libgomp's iter.c, libomp's kmp_dispatch.cpp.  Where lcm has a closed form, that
is evaluated as well; where it has bounds, they must hold.

usage: check_schedules.py LCM
"""
import heapq
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

COUNTS, SIZES, CHUNKS = (1, 7, 40, 101), (1, 2, 3, 5, 8, 16), (1, 3, 8)
CHUNK_COST, COUNTER = 0.25, 0.5
COSTS = {  # the text of the model in seconds, and what it means
    'even': ('3 s', lambda i, n: 3),
    'rising': ('(2 + 3 * i) * 1 s', lambda i, n: 2 + 3 * i),
    'falling': ('(n - i) * 1 s', lambda i, n: n - i),
    'squares': ('(1 + i^2) * 1 s', lambda i, n: 1 + i * i),
    'table': ('(1 + (i * 7) mod 11) * 1 s', lambda i, n: 1 + i * 7 % 11),
}
CLOSED = {('even', s) for s in ('static', 'static,c', 'dynamic,c', 'guided',
                                'auto')}
CLOSED |= {(cost, s) for cost in ('rising', 'falling', 'squares')
           for s in ('static', 'static,c')}
IN_ORDER = {('rising', 'dynamic,c'), ('squares', 'dynamic,c')}
BOUNDED = 12  # loops at least for which there are bounds
SOURCE = '''// lcm: param n = 40 in 1..1000
// lcm: param c = 3 in 1..1000
void f(int n, int c) {{
{schedule}
  // lcm: model time per iteration = {cost}
  for (int i = 0; i < n; i++)
    ;
}}
'''


def half_share(left, n, p, c):
    """libomp's guided: half an even share, then single chunks."""
    if p == 1:
        return left
    if (2 * c + 1) * p >= n or left < 2 * p * (c + 1):
        return c
    return int(left * (0.5 / p))


def curve(n, p):
    """The sizes of libomp's automatic schedule."""
    if p == 1:
        return [n]
    if 3 * p >= n:
        return [1] * n
    x, sizes, at, k = 1 - 0.5 / p, [], 0, 0
    while x ** k > 3 * p / n:
        k += 1
        end = n - math.ceil(n * x ** k)
        if end > at:
            sizes.append(end - at)
            at = end
    return sizes + [1] * (n - at)


def in_order(kind, library, n, p, c):
    """The sizes of chunks that members take one after the other."""
    left = n
    if kind == 'trapezoid':
        chunks = -(-2 * n // (c + 1))
        for i in range(chunks):
            size = c - (i * (c - 1) // (chunks - 1) if i else 0)
            yield min(size, left)
            left -= min(size, left)
            if not left:
                return
    if kind == 'auto':
        yield from curve(n, p)
        return
    while left > 0:
        if kind == 'dynamic':
            size = c
        elif library == 'libgomp':
            size = max(-(-left // p), c)
        else:
            size = half_share(left, n, p, c)
        yield min(size, left)
        left -= min(size, left)


def greedy(sizes, cost, p):
    """When the last member is done where each takes the next chunk, one after
    the other for COUNTER, and how long all were busy with taking them."""
    free, at, held, taking = [0.0] * p, 0, 0.0, 0.0
    for size in sizes:
        start = heapq.heappop(free)
        held = max(held, start) + COUNTER
        taken = max(held, start) + CHUNK_COST if COUNTER \
            else start + CHUNK_COST
        taking += taken - start
        heapq.heappush(free, taken + sum(cost[at:at + size]))
        at += size
    return max(free), taking


def max_of_few(n, p, c, cost):
    """The same of chunks that are too few to be stolen."""
    free = [0.0] * p
    for at in range(0, n, c):
        heapq.heapreplace(free, free[0] + CHUNK_COST + sum(cost[at:at + c]))
    return max(free), -(-n // c) * CHUNK_COST


def stolen(n, p, c, cost):
    """The same where members have blocks of chunks and take a quarter of what
    another has left once theirs is done; nothing is held."""
    chunks = -(-n // c)
    if p == 1 or chunks < p:
        return max_of_few(n, p, c, cost)
    base, more = divmod(chunks, p)
    blocks = []
    for m in range(p):
        first = m * base + min(m, more)
        blocks.append([first, first + base + (m < more)])
    victim = [(m + 1) % p for m in range(p)]
    thief = [False] * p
    heap, end = [(0.0, m) for m in range(p)], 0.0
    while heap:
        clock, m = heapq.heappop(heap)
        end = max(end, clock)
        own = blocks[m]
        if own[0] >= own[1]:
            thief[m] = True
            for _ in range(p - 1):
                v, stop = victim[m], (victim[m] - 1) % p
                while (v == m or thief[v]) and v != stop:
                    v = (v + 1) % p
                if v == m or thief[v]:
                    continue
                left = blocks[v][1] - blocks[v][0]
                if left <= 0:
                    victim[m] = (v + 1) % p
                    continue
                take = left // 4 if left > 7 else 1
                blocks[m] = own = [blocks[v][1] - take, blocks[v][1]]
                blocks[v][1] -= take
                victim[m], thief[m] = v, False
                break
            else:
                continue
        at = own[0] * c
        own[0] += 1
        heapq.heappush(heap, (clock + CHUNK_COST + sum(cost[at:at + c]), m))
    return end, chunks * CHUNK_COST


def reference(library, schedule, n, p, c, shape):
    """(time, what taking chunks costs) of the loop."""
    cost = [COSTS[shape][1](i, n) for i in range(n)]
    kind, _, chunked = schedule.partition(',')
    c = c if chunked else -(-n // (2 * p)) if kind == 'trapezoid' else 1
    if kind == 'static' or (kind == 'auto' and library == 'libgomp'):
        if chunked:
            return max(sum(sum(cost[at:at + c])
                           for at in range(m * c, n, p * c))
                       for m in range(p)), 0
        base, more = divmod(n, p)
        starts = [m * base + min(m, more) for m in range(p + 1)]
        return max(sum(cost[a:b]) for a, b in zip(starts, starts[1:])), 0
    if kind == 'dynamic' and library == 'libomp':
        return stolen(n, p, c, cost)
    return greedy(in_order(kind, library, n, p, c), cost, p)


def lcm(args):
    """Standard output of lcm."""
    return subprocess.run([sys.argv[1], *args], check=True, text=True,
                          capture_output=True, timeout=200).stdout


def join(values):
    return ','.join(map(str, values))


def check_points(source, machine, library, schedule, shape):
    """Compare the predicted points; yield what is wrong."""
    out = lcm(['predict', source, '--entry', 'f', '--machine', machine, '-q',
               '--check', '-D', f'n={join(COUNTS)}', '-D', f'p={join(SIZES)}',
               '-D', f'c={join(CHUNKS)}', '--format', 'json'])
    points = json.loads(out)['points']
    assert len(points) == len(COUNTS) * len(SIZES) * len(CHUNKS)
    for point in points:
        at = point['env']
        n, p, c = int(at['n']), int(at['p']), int(at['c'])
        time, paid = reference(library, schedule, n, p, c, shape)
        lost = point['lost'].get('sl', 0)
        if not math.isclose(point['time'], time, rel_tol=1e-9):
            yield f'n={n} p={p} c={c}: {point["time"]} s, not {time}'
        if not math.isclose(lost, paid, rel_tol=1e-9, abs_tol=1e-9):
            yield f'n={n} p={p} c={c}: chunks {lost} s, not {paid}'


def evaluate(text, n, p, c):
    """The value of an expression of the comment language in seconds."""
    return eval(text, {'n': n, 'p': p, 'c': c, 'floor': math.floor,
                       'ceil': math.ceil, 'max': max, 'min': min})


def in_python(text):
    """Rewrite a formula of `lcm` for Python."""
    text = text.replace('^', '**')
    text = re.sub(r'(?<![\w.])([\d.]+) (ms|us|s)\b',
                  lambda m: f'{float(m[1])}*1e{dict(s=0, ms=-3, us=-6)[m[2]]}',
                  text)
    return text


def check_bounds(source, machine, library, schedule, shape, bounded):
    """Check that the bounds of a loop without a closed form hold; add to
    `bounded` where there are any."""
    out = lcm(['predict', source, '--entry', 'f', '--machine', machine,
               '--formula', 'text'])
    found = re.search('takes at least (.*) and at most (.*) \\(', out)
    closed = (shape, schedule) in CLOSED or (
        library == 'libgomp' and (shape, schedule) in IN_ORDER)
    if closed and out.startswith('no closed form'):
        yield 'has no closed form'
    if not found:
        return
    bounded.append(schedule)
    low, high = map(in_python, found.groups())
    for n, p, c in itertools.product(COUNTS, SIZES, CHUNKS):
        time, _ = reference(library, schedule, n, p, c, shape)
        least, most = evaluate(low, n, p, c), evaluate(high, n, p, c)
        if not least - 1e-9 <= time <= most + 1e-9:
            yield f'n={n} p={p} c={c}: {time} not in {least}..{most}'


def check(folder, library, schedule, shape, bounded):
    """Yield what is wrong with one loop."""
    global CHUNK_COST, COUNTER
    source, machine = folder / 'loop.c', folder / 'machine.json'
    said = f'  // lcm: parallel schedule {schedule}' \
        if schedule.startswith('trapezoid') \
        else f'#pragma omp parallel for schedule({schedule})'
    source.write_text(SOURCE.format(schedule=said, cost=COSTS[shape][0]))
    for CHUNK_COST, COUNTER in ((0.25, 0.5), (0.25, 0), (0, 0)):
        machine.write_text(json.dumps({
            'schema': 'lcm-machine/1', 'runtime': library,
            'costs': {'chunk': CHUNK_COST, 'counter': COUNTER}}))
        yield from check_points(source, machine, library, schedule, shape)
    yield from check_bounds(source, machine, library, schedule, shape, bounded)


def main():
    wrong, checked, bounded = [], 0, []
    with tempfile.TemporaryDirectory() as name:
        for library, schedule, shape in itertools.product(
                ('libgomp', 'libomp'),
                ('static', 'static,c', 'dynamic,c', 'guided', 'guided,c',
                 'auto', 'trapezoid', 'trapezoid,c'), COSTS):
            checked += 1
            for text in check(pathlib.Path(name), library, schedule, shape,
                              bounded):
                wrong.append(f'{library}, {schedule}, {shape}: {text}')
    print(*wrong[:20], f'{checked} loops, {len(bounded)} with bounds, '
          f'{len(wrong)} wrong', sep='\n')
    sys.exit(bool(wrong) or len(bounded) < BOUNDED)


if __name__ == '__main__':
    main()
