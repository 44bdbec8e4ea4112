#!/usr/bin/env python3
"""Runs the libFuzzer programs of the preset fuzz, each as long as the others,
and prints what came of it: executions, coverage of the lines of the files that
a target is about (targets.txt), inputs that broke something.

What was found to be worth keeping is kept in BUILD/corpus for the next time.

usage: run.py BUILD [MINUTES [TARGET...]]
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MEMORY = 3000  # MB
SLOWEST = 20   # seconds that one input may take


def fuzz(build, name, seconds):
    """Run the target "name"; return how many executions that were."""
    corpus, found = build / 'corpus' / name, build / 'found'
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    words = [build / 'tests/fuzz' / f'fuzz_{name}', '-close_fd_mask=3',
             f'-max_total_time={seconds}', f'-timeout={SLOWEST}',
             f'-rss_limit_mb={MEMORY}', '-print_final_stats=1',
             f'-artifact_prefix={found}/{name}-']
    words += [f'-dict={path}' for path in HERE.glob(f'{name}.dict')]
    run = subprocess.run(
        words + [corpus, HERE / 'seeds' / name], stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE, errors='replace',
        env={**os.environ, 'LLVM_PROFILE_FILE': os.devnull})
    stats = re.search(r'number_of_executed_units: (\d+)', run.stderr)
    if run.returncode and not list(found.glob(f'{name}-*')):
        sys.exit(f'{name}: {run.stderr[-2000:]}')
    # A run that ends with a finding counts its executions otherwise.
    counts = re.findall(r'^#(\d+)\s', run.stderr, re.M)
    return int(stats[1] if stats else counts[-1] if counts else 0)


def covered(build, name, files):
    """Return how much of the lines of "files" the corpus of "name" covers."""
    raw = build / 'corpus' / f'{name}.profraw'
    data = raw.with_suffix('.profdata')
    program = build / 'tests/fuzz' / f'fuzz_{name}'
    try:
        subprocess.run([program, '-runs=0', build / 'corpus' / name,
                        HERE / 'seeds' / name], stdin=subprocess.DEVNULL,
                       capture_output=True,
                       env={**os.environ, 'LLVM_PROFILE_FILE': str(raw)})
        subprocess.run(['llvm-profdata-19', 'merge', '-o', data, raw],
                       check=True, capture_output=True)
        report = subprocess.run(
            ['llvm-cov-19', 'export', '-format=lcov', program,
             f'-instr-profile={data}'], check=True, capture_output=True,
            text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    finally:
        raw.unlink(missing_ok=True)
    lines = hit = 0
    for part in report.split('end_of_record'):
        path = re.search(r'^SF:(.*)$', part, re.M)
        if path and any(f'{HERE.parents[1]}/{of}' in path[1] for of in files):
            counts = re.findall(r'^DA:\d+,(\d+)', part, re.M)
            lines += len(counts)
            hit += sum(c != '0' for c in counts)
    return hit / lines if lines else None


def main(build, minutes='10', *names):
    build = pathlib.Path(build).resolve()
    targets = {line.split()[0]: line.split()[1:]
               for line in (HERE / 'targets.txt').read_text().splitlines()
               if not line.startswith('#')}
    names = names or tuple(targets)
    jobs = os.cpu_count() or 1
    seconds = max(1, round(60 * float(minutes) * jobs / len(names)))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        counts = list(pool.map(lambda n: fuzz(build, n, seconds), names))
        shares = list(pool.map(lambda n: covered(build, n, targets[n]), names))
    print(f'{"target":12} {"executions":>12} {"lines covered":>14}  found')
    broken = 0
    for name, count, share in zip(names, counts, shares):
        found = len(list((build / 'found').glob(f'{name}-*')))
        broken += found
        said = '-' if share is None else f'{100 * share:.0f} %'
        print(f'{name:12} {count:12,} {said:>14}  {found or "nothing"}')
    print(f'{sum(counts):,} executions, {broken} inputs that broke something')
    sys.exit(1 if broken else 0)


main(*sys.argv[1:])
