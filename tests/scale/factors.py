#!/usr/bin/env python3
"""What lcm scale infers of runs of which only some categories were measured.

Runs on one and on several processors are drawn, with all that their time went
into.  The factors of Roth et al. (2012, II to IV) follow from that here: work
is what one processor computes, distribution what scheduling, serial parts and
imbalance take, delay the rest.  Then categories are taken out of the records.
Whatever is left, lcm must give each factor its true value or bounds of it, and
what a factor is measured by makes it known.  Where all is known of one
processor, the bounds must be the closest that hold: what is missing of a run
can be in any of the missing categories, and factors are sums of these, so that
their extremes are where one of them has all of it, and scheduling all or none
of the synchronization loss.

Of one processor of which computation was not measured lcm takes all time for
work that is not known to be lost (eq. 4): runs of that sort lose nothing.

usage: factors.py LCM
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

CATS = 'pc', 'li', 'ip', 'sl', 'cl', 'rc'
TRIALS = 1500
MEASURED_BY = {'serialization': 'ip', 'load imbalance': 'li',
               'communication': 'cl'}


def draw(rng, p, lossless):
    """Return what a run on p processors takes, by category, and how much of the
    synchronization loss is scheduling."""
    run = {c: rng.choice((0, rng.random())) for c in CATS}
    run['pc'] = 1 + 3*rng.random()
    if p == 1:
        run['li'] = run['ip'] = 0
        if lossless:
            run['sl'] = run['cl'] = 0
    if p > 1 and rng.random() < 0.3:
        run['waste'] = rng.random()
    return run, rng.random()*run['sl']


def factors(run, scheduling, alone):
    """Return the true factors of a run, as fractions of p times its time."""
    whole = sum(run.values())
    own = run.get('waste', 0)
    truth = {'total': whole, 'work': alone['pc'] + alone['rc'],
             'scheduling overhead': scheduling, 'serialization': run['ip'],
             'load imbalance': run['li'],
             'lock contention': run['sl'] - scheduling,
             'superfluous work': run['pc'] - alone['pc'],
             'own categories': own, 'communication': run['cl'],
             'shared resources': run['rc'] - alone['rc']}
    truth['distribution'] = scheduling + run['ip'] + run['li']
    truth['software'] = (truth['lock contention'] + truth['superfluous work']
                         + own)
    truth['hardware'] = run['cl'] + truth['shared resources']
    truth['delay'] = truth['software'] + truth['hardware']
    assert abs(truth['work'] + truth['distribution'] + truth['delay']
               - whole) < 1e-9
    return {k: v/whole for k, v in truth.items()}


def record(n, p, run, kept):
    """Return the record of a run that has the categories `kept`."""
    return json.dumps({
        'schema': 'lcm-measurement/1', 'params': {'n': n, 'p': p},
        'fragment': '', 'processors': p, 'repetition': 0,
        'elapsed': sum(run.values())/p,
        'categories': {c: v for c, v in run.items()
                       if c in kept or c == 'waste'}})


def closest(run, kept, alone):
    """Return between what the factors of a run can lie of which `kept` was
    measured, by name."""
    known = {c: v for c, v in run.items() if c in kept or c == 'waste'}
    rest = sum(run.values()) - sum(known.values())
    missing = [c for c in CATS if c not in kept] or ['pc']
    found = {}
    for taker in missing:
        guess = {c: known.get(c, 0) for c in run}
        guess[taker] += rest
        for scheduling in 0, guess['sl']:
            for name, value in factors(guess, scheduling, alone).items():
                low, high = found.get(name, (value, value))
                found[name] = min(low, value), max(high, value)
    return found


def flat(tree):
    """Yield every factor in a tree."""
    yield tree
    for part in tree.get('parts', []):
        yield from flat(part)


def trial(rng, number):
    """Return a run whose record lacks something: its number and processors, its
    true factors, what was kept of it and of one processor, and the records."""
    p = rng.choice((2, 4, 24))
    one_kept = rng.choice((CATS, CATS, (),
                           rng.sample(CATS, rng.randint(1, 5))))
    alone, _ = draw(rng, 1, 'pc' not in one_kept)
    run, scheduling = draw(rng, p, False)
    kept = rng.sample(CATS, rng.randint(1, 6))
    return {'n': number, 'p': p, 'truth': factors(run, scheduling, alone),
            'kept': kept, 'one': one_kept,
            'closest': closest(run, kept, alone),
            'lines': [record(number, 1, alone, one_kept),
                      record(number, p, run, kept)]}


def faults(one, tree):
    """Yield what is wrong in the factors of a trial; count what is known."""
    for factor in flat(tree):
        name, share = factor['name'], factor['share']
        want = one['truth'][name]
        where = f'{name} of {one["kept"]}, alone {one["one"]}'
        low, high = factor.get('low'), factor.get('high')
        if share is not None and abs(share - want) > 1e-9:
            yield f'{where}: {share}, not {want}'
        if share is None and not (
                (low is None or low <= want + 1e-9)
                and (high is None or high >= want - 1e-9)):
            yield f'{where}: {low}..{high}, not {want}'
        by = MEASURED_BY.get(name)
        if share is None and (by in one['kept'] or name == 'own categories'):
            yield f'{where}: not known'
        least, most = one['closest'][name]
        if share is None and len(one['one']) == 6 and (
                low is None or high is None
                or abs(low - least) > 1e-9 or abs(high - most) > 1e-9):
            yield f'{where}: {low}..{high}, not {least}..{most}'


def main():
    lcm = pathlib.Path(sys.argv[1]).resolve()
    rng = random.Random(2012)
    trials = [trial(rng, i) for i in range(1, TRIALS + 1)]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'runs.jsonl'
        path.write_text('\n'.join(itertools.chain.from_iterable(
            t['lines'] for t in trials)) + '\n')
        done = subprocess.run([lcm, 'scale', '--measured', path, '--format',
                               'json'], check=True, capture_output=True,
                              text=True, timeout=300)
    points = {(q['env']['n'], q['env']['p']): q
              for q in json.loads(done.stdout)['points']}
    lines, sources = [], {}
    for one in trials:
        tree = points[one['n'], one['p']]['factors']
        lines += faults(one, tree)
        for factor in flat(tree):
            source = factor.get('source')
            sources[source] = sources.get(source, 0) + 1
    if min(sources.get(s, 0) for s in ('given', 'inferred', 'bounded')) < 1000:
        lines.append(f'{sources}')
    print('\n'.join(lines[:40]) or f'ok: {sources}')
    sys.exit(bool(lines))


if __name__ == '__main__':
    main()
