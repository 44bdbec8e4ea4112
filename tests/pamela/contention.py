#!/usr/bin/env python3
"""Sets the estimates of --contention beside simulations of random models.

Sections: 2 to 6 processes on as many resources or fewer, some with delays, one
to eight turns, each in an order of its own.  No schedule may take longer than
`ratio`; `random` may be exceeded by one, but not by the mean.
Networks: processes that are alike, exponential delays and uses of one to three
resources of one to three units.  `mva` is the mean of a process, and the last
of P ends later: by about sqrt(2 ln(0.4 P)) of its deviation (appendix D), below
2/sqrt(TURNS) of the time for 16 of them.  Beside that it is within 3 %, where
resources have several units, which only approximates, within 5 %.

usage: contention.py LCM [HOW-MANY]    (prints how near they are)
"""
import json
import math
import random
import subprocess
import sys
import tempfile


TURNS = 1600


def section(draw):
    """Return a model whose processes use resources in some order."""
    processes = draw.randint(2, 6)
    resources = draw.randint(1, processes)
    turns = draw.choice((1, 1, 2, 8))
    delays = draw.random() < 0.3
    parts = []
    for _ in range(processes):
        order = draw.sample(range(resources), resources)
        uses = [f'use(r[{k}], {draw.uniform(0.01, 1):.4f})' for k in order]
        if delays:
            uses.insert(draw.randint(0, resources),
                        f'delay({draw.uniform(0, 2):.4f})')
        parts.append(f'seq (n = 1, {turns}) {{ {" ; ".join(uses)} }}')
    return f'resource r[0..{resources - 1}] = 1\nL = ' + '\n || '.join(parts)


def network(draw):
    """Return a model of processes that are alike, and its largest units."""
    resources = draw.randint(1, 3)
    units = [draw.choice((1, 1, 1, 2, 3)) for _ in range(resources)]
    uses = [f'use(r{k}, exponential({draw.uniform(0.2, 2):.3f}))'
            for k in range(resources)]
    uses.insert(0, f'delay(exponential({draw.uniform(0.1, 20):.3f}))')
    lines = [f'resource r{k} = {n}' for k, n in enumerate(units)]
    lines.append(f'L = par (p = 1, {draw.randint(2, 16)}) '
                 f'seq (i = 1, {TURNS}) '
                 f'{{ {" ; ".join(uses)} }}')
    return '\n'.join(lines), max(units)


def predict(lcm, text, *options):
    """Return the bounds of the model `text` and its simulated time."""
    with tempfile.NamedTemporaryFile('w', suffix='.pam') as file:
        file.write(text + '\n')
        file.flush()
        out = subprocess.run(
            [lcm, 'predict', file.name, '--format', 'json', '--method',
             'bound,simulate', '--contention', 'ratio,random,mva', *options],
            capture_output=True, text=True, timeout=60, check=True).stdout
    point = json.loads(out)['points'][0]
    return point['bound'], point['simulate']['time']


def sections(lcm, draw, many):
    """Yield what is wrong with sections; print how near they are."""
    shares, above, means = [], 0, 0
    for seed in range(many):
        text = section(draw)
        bound, time = predict(lcm, text, '--random-ties', '--seed', str(seed))
        guess = bound['estimates']
        if time > guess['ratio'] * (1 + 1e-9):
            yield f'{time} is above the ratio, {guess["ratio"]}:\n{text}'
        if guess['ratio'] > bound['upper'] * (1 + 1e-9):
            yield f'the ratio is above the upper bound:\n{text}'
        shares.append(time / guess['ratio'])
        above += time > guess['random']
        means += time / guess['random'] / many
    if means > 1:
        yield f'the mean of times over `random` is {means}'
    print(f'{many} sections: time/ratio {min(shares):.2f}..{max(shares):.2f}, '
          f'mean time/random {means:.2f}, {above} above random')


def networks(lcm, draw, many):
    """Yield what is wrong with networks; print how near they are."""
    errors = {False: [], True: []}
    for seed in range(many):
        text, units = network(draw)
        bound, time = predict(lcm, text, '--replications', '1', '--seed',
                              str(seed))
        error = bound['estimates']['mva'] / time - 1
        errors[units > 1].append(error)
        far = 0.05 if units > 1 else 0.03
        if not -far - 2 / math.sqrt(TURNS) < error < far:
            yield f'mva is {error:+.1%} from {time}:\n{text}'
    for several, some in errors.items():
        if some:
            print(f'{len(some)} networks of {"2 or 3 units" if several else "1 unit"}'
                  f': mva {min(some):+.1%}..{max(some):+.1%}, on average '
                  f'{sum(some) / len(some):+.1%}')


def main():
    """Check both kinds."""
    lcm = sys.argv[1]
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    draw = random.Random(6)
    wrong = list(sections(lcm, draw, many)) + list(networks(lcm, draw, many))
    print('\n'.join(wrong))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
