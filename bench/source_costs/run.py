#!/usr/bin/env python3
"""Compares what `lcm predict` says from source alone with what programs take.

usage: run.py BUILD_DIR [--machine FILE | --calibrate] [--repeat N]
              [--only WORD] [--compiler 'gcc -O2'] [--measured FILE]
              [--incore MODE] [--json FILE] [--smoke]
  BUILD_DIR    has lcm; programs, the machine and times are kept in its folder
               bench/source_costs
  --machine    a description of the machine; without it the kept one, which
               --calibrate (or the first run) makes
  --repeat     rounds over all programs (3), of which the fastest run counts
  --only       texts whose name CLASS/NAME contains the word
  --compiler   what builds them: 'gcc -O0', 'gcc -O3 -march=native', 'clang -O2'
  --measured   times of an earlier run (its --json), nothing is run
  --incore     what says how long loops compute: source (as without it), or
               compiler, which is told the options of --compiler
  --json       write all numbers there
  --smoke      two texts, tiny sizes, no times: does everything still work?
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = re.compile(r'seconds (\S+) cpu (\S+) ')
SMOKE = ('whole/lcg', 'openmp/stream')


def read_list(only):
    """Return the texts whose name contains `only`."""
    texts = []
    for line in (HERE / 'list.txt').read_text().splitlines():
        if line.startswith('#'):
            continue
        name, group, *sizes = line.split()
        if only not in name:
            continue
        source = (HERE / f'{name}.c').read_text()
        texts.append({'name': name, 'class': name.split('/')[0],
                      'group': None if group == '-' else group,
                      'sizes': [int(n) for n in sizes],
                      'procs': [1, 2] if '#pragma omp' in source else [1],
                      'kernel': 'kernel.h' in source})
    return texts


def build(text, compiler, folder):
    """Compile `text` into `folder` and return the program."""
    program = folder / text['name'].replace('/', '_')
    subprocess.run([*compiler.split(), '-fopenmp', '-w', '-o', program,
                    HERE / f"{text['name']}.c", '-lm'], check=True)
    return program


def run_once(program, kernel, n, p):
    """Return the seconds of one run: of the kernel by its own clock, else of
    the whole process; of one processor those it computed, if these are fewer.
    """
    env = dict(os.environ, OMP_NUM_THREADS=str(p), OMP_DYNAMIC='false')
    begin = time.monotonic()
    process = subprocess.Popen([program, str(n)], env=env, text=True,
                               stdout=subprocess.PIPE)
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    process.returncode = status
    if status:
        raise RuntimeError(f'{program} {n} failed')
    cpu = used.ru_utime + used.ru_stime
    if kernel:
        wall, cpu = (float(x) for x in SECONDS.search(said).groups())
    return min(wall, cpu) if p == 1 else wall


def measure(texts, programs, repeat):
    """Return the fastest of `repeat` runs for every text, size and p."""
    best = {}
    for _ in range(repeat):
        for text in texts:
            for n, p in itertools.product(text['sizes'], text['procs']):
                taken = run_once(programs[text['name']], text['kernel'], n, p)
                key = f"{text['name']} {n} {p}"
                best[key] = min(best.get(key, taken), taken)
    return best


def predict(lcm, machine, text, flags=()):
    """Return what lcm predicts for each size and p of `text`, and what it says
    where it has no number."""
    command = [lcm, 'predict', HERE / f"{text['name']}.c", '--format', 'json',
               '-D', 'n=' + ','.join(str(n) for n in text['sizes']),
               '-D', 'p=' + ','.join(str(p) for p in text['procs'])]
    command += ['--entry', 'kernel'] if text['kernel'] else []
    command += ['--machine', machine] if machine else []
    command += flags
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        said, complained = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return {}, 'no answer within 30 s'
    try:
        points = json.loads(said)['points']
    except ValueError:
        lines = complained.strip().splitlines() or ['no output']
        return {}, lines[0].replace(f'{HERE}/', '')
    found = {}
    for point in points:
        env = point['env']
        if point['time']:
            found[f"{text['name']} {int(env['n'])} {int(env['p'])}"] = \
                point['time']
    return found, '' if found else '0 s'


def off(a, b):
    """Return by which factor `a` and `b` differ, at least 1."""
    return max(a / b, b / a)


def share(values, limit):
    """Return the percentage of `values` that are at most `limit`."""
    return round(100 * sum(v <= limit for v in values) / len(values))


def rank(texts, measured, predicted):
    """Return, for each group and p, how many pairs of texts of the largest
    size, more than 10 % apart, are in order, and how many there are."""
    groups = {}
    for text in texts:
        if text['group']:
            groups.setdefault((text['class'], text['group']), []).append(text)
    ranked = []
    for (kind, group), members in groups.items():
        right = pairs = 0
        for p in (1, 2):
            for a, b in itertools.combinations(members, 2):
                keys = [f"{t['name']} {t['sizes'][-1]} {p}" for t in (a, b)]
                if any(key not in measured for key in keys):
                    continue
                x, y = (measured[key] for key in keys)
                if off(x, y) <= 1.1:
                    continue
                pairs += 1
                u, v = (predicted.get(key, 0) for key in keys)
                right += u > 0 and v > 0 and off(u, v) > 1.01 and \
                    (u > v) == (x > y)
        ranked.append({'class': kind, 'group': group, 'right': right,
                       'pairs': pairs})
    return ranked


def summarize(texts, ranked, measured, predicted):
    """Return the figures of `texts`."""
    errors, speedups, growths, none = [], [], [], 0
    for text in texts:
        name, sizes = text['name'], text['sizes']
        keys = [f'{name} {n} {p}' for n in sizes for p in text['procs']]
        none += not any(key in predicted for key in keys)
        errors += [off(predicted[k], measured[k]) for k in keys
                   if k in predicted]
        ends = [f'{name} {n} 1' for n in (sizes[0], sizes[-1])]
        if all(key in predicted for key in ends):
            growths.append(off(predicted[ends[1]] / predicted[ends[0]],
                               measured[ends[1]] / measured[ends[0]]))
        both = [f'{name} {sizes[-1]} {p}' for p in (1, 2)]
        if all(key in predicted for key in both):
            speedups.append(off(predicted[both[0]] / predicted[both[1]],
                                measured[both[0]] / measured[both[1]]))
    pairs = sum(r['pairs'] for r in ranked)
    return {
        'texts': len(texts), 'none': none,
        'median': statistics.median(errors) if errors else None,
        'within': {str(f): share(errors, f) if errors else None
                   for f in (1.25, 1.5, 2, 10)},
        'pairs': pairs, 'ranked': sum(r['right'] for r in ranked),
        'speedup': statistics.median(speedups) if speedups else None,
        'growth': share(growths, 1.25) if growths else None}


def number(value, form='.2f'):
    """Return `value` as text, - if there is none."""
    return '-' if value is None else format(value, form)


def print_texts(texts, measured, predicted, notes):
    """Print a line for each text, at its largest size."""
    print(f"{'text':27} {'n':>9}  p  {'measured':>9}  {'predicted':>9}  factor")
    for text in texts:
        for p in text['procs']:
            key = f"{text['name']} {text['sizes'][-1]} {p}"
            line = (f"{text['name']:27} {text['sizes'][-1]:>9} {p:>2}  "
                    f"{measured[key]:9.4f}  ")
            if key in predicted:
                line += (f"{predicted[key]:9.4f}  "
                         f"{predicted[key] / measured[key]:6.2f}")
            else:
                line += notes.get(text['name'], '')[:60]
            print(line)


def print_classes(figures, ranked):
    """Print what classes have, and the groups."""
    print(f"\n{'class':10} texts  none  median  within 1.25  1.5    2   10"
          '  ranked  speedup  growth')
    for name, f in figures.items():
        w = f['within']
        pairs = f"{f['ranked']}/{f['pairs']}"
        print(f"{name:10} {f['texts']:5} {f['none']:5} "
              f"{number(f['median']):>7} {number(w['1.25'], 'd'):>12} "
              f"{number(w['1.5'], 'd'):>4} {number(w['2'], 'd'):>4} "
              f"{number(w['10'], 'd'):>4} {pairs:>7} "
              f"{number(f['speedup']):>8} {number(f['growth'], 'd'):>7}")
    print('\nmedian: factor between predicted and measured, over all sizes and '
          'p; within:\nper cent of these; ranked: pairs of a group more than '
          '10 % apart; speedup:\nmedian factor; growth: per cent within 1.25 '
          'from smallest to largest size')
    print('\npairs of each group in order:')
    for r in ranked:
        print(f"  {r['group']:12} {r['right']}/{r['pairs']}")


def smoke(lcm, folder, compiler):
    """Build, run and predict two texts; return whether they have numbers."""
    texts = [t for t in read_list('') if t['name'] in SMOKE]
    for text in texts:
        text['sizes'] = [1000, 2000]
    programs = {t['name']: build(t, compiler, folder) for t in texts}
    measured = measure(texts, programs, 1)
    predicted = {}
    for text in texts:
        predicted.update(predict(lcm, None, text)[0])
    missing = [key for key in measured if key not in predicted]
    print(f'{len(measured)} points, without a prediction:', missing or 'none')
    names = {p.relative_to(HERE).with_suffix('').as_posix()
             for p in HERE.glob('*/*.c')}
    unlisted = names ^ {t['name'] for t in read_list('')}
    print('texts and list.txt differ in:', sorted(unlisted) or 'nothing')
    return not missing and not unlisted and len(measured) == 6


def options():
    """Return the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument('build', type=pathlib.Path)
    parser.add_argument('--machine')
    parser.add_argument('--calibrate', action='store_true')
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--only', default='')
    parser.add_argument('--compiler', default='gcc -O2')
    parser.add_argument('--measured', type=pathlib.Path)
    parser.add_argument('--incore', choices=['source', 'compiler'],
                        default='source')
    parser.add_argument('--json', type=pathlib.Path)
    parser.add_argument('--smoke', action='store_true')
    return parser.parse_args()


def main():
    """Measure, predict, compare."""
    args = options()
    lcm = args.build.resolve() / 'lcm'
    folder = args.build.resolve() / 'bench' / 'source_costs'
    folder.mkdir(parents=True, exist_ok=True)
    if args.smoke:
        return 0 if smoke(lcm, folder, args.compiler) else 1
    machine = args.machine or folder / 'machine.json'
    if args.calibrate or not pathlib.Path(machine).exists():
        subprocess.run([lcm, 'calibrate', '-q', '-o', machine], check=True,
                       stdout=subprocess.DEVNULL)
    texts = read_list(args.only)
    if args.measured:
        measured = json.loads(args.measured.read_text())['measured']
    else:
        programs = {t['name']: build(t, args.compiler, folder) for t in texts}
        measured = measure(texts, programs, args.repeat)
    flags = ['--incore', args.incore]
    if args.incore == 'compiler':
        flags += ['--', *args.compiler.split()[1:], '-fopenmp']
    predicted, notes = {}, {}
    for text in texts:
        found, notes[text['name']] = predict(lcm, machine, text, flags)
        predicted.update(found)
    ranked = rank(texts, measured, predicted)
    figures = {}
    for kind in [*dict.fromkeys(t['class'] for t in texts), 'all']:
        figures[kind] = summarize(
            [t for t in texts if kind in (t['class'], 'all')],
            [r for r in ranked if kind in (r['class'], 'all')],
            measured, predicted)
    print_texts(texts, measured, predicted, notes)
    print_classes(figures, ranked)
    if args.json:
        args.json.write_text(json.dumps(
            {'compiler': args.compiler, 'classes': figures, 'groups': ranked,
             'measured': measured, 'predicted': predicted, 'notes': notes},
            indent=1) + '\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
