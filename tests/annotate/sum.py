#!/usr/bin/env python3
"""Gives the nodes of a program made-up measurements, writes their fits into
its source, and predicts: the categories must be the sums of the fits, and the
time their sum over p, whichever nodes are nested in which.  Validated against
the values of the fits, each row must have them, wherever its model was written.

What is measured of a node is exclusive of nodes inside it, and of all its
executions in a run.  The models are of nodes chosen by chance, in categories
chosen by chance; the comments for lcm of the program, but for its params, are
taken out before.  Every second time models of loops are of one iteration.

usage: sum.py LCM SOURCE ENTRY [ROUNDS]
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / 'scripts'))
import annotate_check

CATEGORIES = ('pc', 'li', 'sl')
# Where members wait for each other: that they do is measured, or composed.
WAITING = ('team', 'parallel', 'parloop', 'using', 'barrier', 'task')
POINTS = ((64, 1), (64, 2), (200, 4))
FORMS = {'k1': lambda k, n, p: k[0],
         'k1*n': lambda k, n, p: k[0] * n,
         'k1*n^2/p + k2*p': lambda k, n, p: k[0] * n * n / p + k[1] * p,
         'k1*n*(p - 1) + k2': lambda k, n, p: k[0] * n * (p - 1) + k[1]}


def model(where, category, chance):
    """Return a model and the function that it is."""
    form = chance.choice(list(FORMS))
    k = [chance.uniform(1, 9), chance.uniform(1e3, 9e3)]
    names = [name for name in ('k1', 'k2') if name in form]
    coefficients = [dict(name=name, value=value, low=value * 0.9,
                         high=value * 1.1) for name, value in zip(names, k)]
    size = len(names)
    covariance = [[(c['value'] / 20) ** 2 if i == j else 0
                   for j in range(size)] for i, c in enumerate(coefficients)]
    return dict(fragment=where, category=category, unit='s', form=form,
                formula=form, selected=True, coefficients=coefficients,
                covariance=covariance, points=9, freedom=7, outliers=0, r2=1,
                adjusted_r2=1, smape=0, cv_smape=0, deviation=0,
                relative=False, variables=[
                    dict(name='n', low=64, high=200, values=3),
                    dict(name='p', low=1, high=4, values=3)]), \
        lambda n, p: FORMS[form](k, n, p)


def records(models, functions):
    """Return what the models say, as measurements."""
    for n, p in POINTS:
        found = {}
        for one, (category, function) in zip(models, functions):
            found.setdefault(one['fragment'], {})[category] = function(n, p)
        for fragment, categories in found.items():
            yield dict(schema='lcm-measurement/1', params=dict(n=n, p=p),
                       fragment=fragment, categories=categories, elapsed=1,
                       processors=p, repetition=0)


def validated(lcm, text, file, entry, models, functions):
    """Return what a validation of `text`, called as `file` is, says that is
    wrong."""
    target = file.parent / 'annotated' / file.name
    target.parent.mkdir(exist_ok=True)
    target.write_text(text)
    runs = target.with_name('runs.jsonl')
    runs.write_text(''.join(json.dumps(record) + '\n'
                            for record in records(models, functions)))
    done = subprocess.run([lcm, 'validate', target, runs, '--entry', entry,
                           '--format', 'json'], capture_output=True, text=True)
    if not done.stdout:
        return [done.stderr]
    wrong = []
    seen = {category: [0] * len(POINTS) for category in CATEGORIES}
    for row in json.loads(done.stdout)['rows']:
        if row['category'] not in CATEGORIES:
            continue
        for i, (want, got) in enumerate(zip(row['measured'],
                                            row['predicted'])):
            seen[row['category']][i] += want
            most = sum(function(*POINTS[i]) for name, function in functions
                       if name == row['category'])
            if abs(want - got) > 2e-6 * most + 1e-3 or \
                    (want and row['model'] != 'measured'):
                wrong.append(f'{row["category"]} of {row["fragment"]} with '
                             f'{row["with"]} ({row["model"]}) is {got}, not '
                             f'{want}')
    for category in CATEGORIES:
        for (n, p), got in zip(POINTS, seen[category]):
            want = sum(function(n, p) for name, function in functions
                       if name == category)
            if abs(want - got) > 1e-9 * want:
                wrong.append(f'{category} of all rows is {got}, not {want}')
    return wrong


def run(lcm, file, entry, wants, seed):
    """Return what is wrong with one choice of models."""
    chance = random.Random(seed)
    models, functions, chosen = [], [], []
    for key, want in wants.items():
        waits = want['kind'] in WAITING
        if not waits and chance.random() < 0.6:
            continue
        chosen.append(key)
        for category in CATEGORIES:
            if waits or chance.random() < 0.5:
                one, function = model(f'{file.name}:{key}', category, chance)
                models.append(one)
                functions.append((category, function))
    fit = dict(schema='lcm-fit/1', source='made up', models=models,
               fragments=[dict(fragment=f'{file.name}:{key}', points=9)
                          for key in chosen])
    place = file.parent / 'fit.json'
    place.write_text(json.dumps(fit))
    target = file.parent / 'out.c'
    per = ['--per', 'iteration'] if seed % 2 else []
    done = subprocess.run([lcm, 'annotate', '--models', place, *per, file],
                          stdout=target.open('w'), stderr=subprocess.PIPE,
                          text=True)
    if done.returncode or 'not-written' in done.stderr:
        return [f'seed {seed}: {done.stderr}']
    wrong = []
    for n, p in POINTS:
        done = subprocess.run([lcm, 'predict', target, '-D', f'n={n}', '-D',
                               f'p={p}', '--entry', entry, '--format',
                               'json'], capture_output=True, text=True)
        if not done.stdout:
            return [f'seed {seed}: {done.stderr}']
        point = json.loads(done.stdout)['points'][0]
        for category in CATEGORIES:
            want = sum(function(n, p) for name, function in functions
                       if name == category)
            got = point['lost'][category]
            if abs(want - got) > 2e-6 * want + 1e-3:
                wrong.append(f'seed {seed}: {category} at n = {n}, p = {p} is '
                             f'{got}, not {want}')
    return wrong + [f'seed {seed}: validate: {what}' for what in
                    validated(lcm, target.read_text(), file, entry, models,
                              functions)]


def main():
    source, entry = sys.argv[2:4]
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    with tempfile.TemporaryDirectory() as place:
        place = sys.argv[5] if len(sys.argv) > 5 else place
        file = pathlib.Path(place) / 'input.c'
        lines = pathlib.Path(source).read_text().splitlines(True)
        file.write_text(''.join(
            line for line in lines
            if '// lcm:' not in line or re.search(r'lcm: param', line)))
        program = annotate_check.structure(lcm, file, place, [])
        wants = annotate_check.wanted(program, file)
        wrong = []
        for seed in (range(rounds) if len(sys.argv) < 7 else [int(sys.argv[6])]):
            wrong += run(lcm, file, entry, wants, seed)
    print('\n'.join(wrong[:20]) or f'ok, {rounds} times')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
