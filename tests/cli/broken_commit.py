#!/usr/bin/env python3
"""`lcm bisect` finds the commit that breaks a contract.

A history of 50 commits, each of which changes the program, is made with git in
a temporary folder.  One of them puts a loop into another: from then on the time
grows like n^2, and `expect time = O(n)` is broken.  Two others do not compile,
and a side branch is merged.  Found is that commit, after log2(50) + 2 checks at
most and one for each that does not compile; the work tree of the user, with a
change that is not committed, stays as it is, and nothing temporary is left, nor
where the command is interrupted.  The patches of samples/contract keep and
break what they say.

usage: broken_commit.py LCM ROOT
"""
import math
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LCM, ROOT = sys.argv[1:]
COMMITS = 50
TEXT = '''// lcm: param n = 100
// lcm: expect time = O(n)
extern int n;
void part(void);
int main(void) {{
  // {remark}
  for (int i = 0; i < n; i++) {{
{inner}    // lcm: model time = {cost} ns
    part();
  }}
}}
'''
INNER = '    for (int j = 0; j < n; j++)\n'


def git(folder, *arguments):
    """Return what git says in `folder`."""
    identity = {**os.environ, 'GIT_CONFIG_GLOBAL': '/dev/null'}
    for who in ('AUTHOR', 'COMMITTER'):
        identity |= {f'GIT_{who}_NAME': 'A', f'GIT_{who}_EMAIL': 'a@b.invalid'}
    return subprocess.run(['git', '-C', folder, *arguments], check=True,
                          env=identity, capture_output=True, text=True).stdout.strip()


def make_history(folder, rng):
    """Make the commits in `folder`; return the number of the bad one and how
    many do not compile."""
    bad = rng.randint(10, COMMITS - 5)
    wrong = {bad - 2, bad + 2}
    git(folder, 'init', '-q')
    (folder / 'src').mkdir()
    for k in range(COMMITS):
        text = TEXT.format(remark=f'change {k}', cost=1 + k % 7,
                           inner=INNER if k >= bad else '')
        if k in wrong:
            text = text.replace('int main(void) {', 'int main(void {')
        (folder / 'src' / 'a.c').write_text(text, encoding='utf-8')
        git(folder, 'add', '-A')
        git(folder, 'commit', '-qm', f'change {k}')
    return bad, len(wrong)


def bisect(folder, temporary, *arguments):
    """Start `lcm bisect` in the folder of the sources."""
    return subprocess.Popen([LCM, 'bisect', *arguments], cwd=folder / 'src',
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, 'TMPDIR': str(temporary)})


def check_history(folder, temporary):
    """The bad commit is found, and nothing else is changed."""
    bad, wrong = make_history(folder, random.Random(8))
    (folder / 'src' / 'a.c').write_text('mine', encoding='utf-8')
    before = git(folder, 'status', '--porcelain'), git(folder, 'rev-parse', 'HEAD')
    first = f'HEAD~{COMMITS - 1}'
    run = bisect(folder, temporary, first, 'HEAD', 'a.c', '--machine', 'none')
    out, said = run.communicate()
    lines = out.splitlines()
    if run.returncode or f' change {bad} (A, ' not in lines[0] \
            or not lines[1].startswith("broken: 'time = O(n)' (a.c:2): ") \
            or 'most of it at a.c:' not in lines[1]:
        sys.exit(f'status {run.returncode}, not change {bad}: {out}{said}')
    if int(lines[-1].split()[0]) > math.ceil(math.log2(COMMITS)) + 2 + wrong:
        sys.exit(f'too many checks: {out}')
    after = git(folder, 'status', '--porcelain'), git(folder, 'rev-parse', 'HEAD')
    if before != after or (folder / 'src' / 'a.c').read_text() != 'mine':
        sys.exit(f'the work tree changed: {before}, {after}')
    if any(temporary.iterdir()):
        sys.exit('temporary files are left')
    check_wrong(folder, temporary, bad)


def check_wrong(folder, temporary, bad):
    """Commits between which nothing breaks, and none; a range where what is
    between cannot be compiled."""
    for arguments, status in (((f'HEAD~{COMMITS - 1}', f'HEAD~{COMMITS - 4}', 'a.c'), 1),
                              (('HEAD~3', 'HEAD', 'a.c'), 1),
                              (('HEAD', 'HEAD~3', 'a.c'), 2),
                              (('nowhere', 'HEAD', 'a.c'), 2),
                              (('HEAD', 'a.c'), 2)):
        run = bisect(folder, temporary, *arguments)
        _, said = run.communicate()
        if run.returncode != status or 'error: ' not in said:
            sys.exit(f'{arguments}: status {run.returncode}: {said}')
    git(folder, 'checkout', '-qf', '-b', 'side', f'HEAD~{COMMITS - 1 - (bad - 2)}')
    (folder / 'src' / 'a.c').write_text(
        TEXT.format(remark='side', cost=3, inner=INNER), encoding='utf-8')
    git(folder, 'commit', '-qam', 'side')
    run = bisect(folder, temporary, 'HEAD~2', 'HEAD', 'a.c')
    out, said = run.communicate()
    if run.returncode != 3 or 'one of 2 commits, of which 1 ' not in out:
        sys.exit(f'status {run.returncode}: {out}{said}')


def check_interrupt(folder, temporary):
    """An interrupt leaves nothing."""
    run = bisect(folder, temporary, 'HEAD~2', 'HEAD', 'a.c')
    end = time.time() + 10
    while not any(temporary.iterdir()) and run.poll() is None and time.time() < end:
        time.sleep(0.001)
    run.send_signal(signal.SIGINT)
    run.communicate()
    if run.returncode != 130 or any(temporary.iterdir()):
        sys.exit(f'interrupted: status {run.returncode}, '
                 f'{list(temporary.iterdir())}')


def check_patches(folder):
    """One patch of the sample keeps the contracts, the other breaks one."""
    sample = pathlib.Path(ROOT, 'samples/contract')
    machine = pathlib.Path(ROOT, 'data/machines/typical/AuthenticAMD-25-17+160.json')
    for name, status in (('keeps', 0), ('breaks', 1)):
        place = folder / name
        place.mkdir()
        shutil.copy(sample / 'energy.c', place)
        git(place, 'init', '-q')
        git(place, 'apply', str(sample / f'{name}.patch'))
        for arguments in (('check', '--expect', place / 'energy.c'),
                          ('diff', sample, place)):
            done = subprocess.run([LCM, *arguments, '--machine', machine],
                                  capture_output=True, text=True, check=False)
            if done.returncode != status:
                sys.exit(f'{name}, {arguments[0]}: status {done.returncode}\n'
                         f'{done.stdout}{done.stderr}')


def main():
    with tempfile.TemporaryDirectory() as name:
        folder, temporary = pathlib.Path(name, 'work'), pathlib.Path(name, 'tmp')
        folder.mkdir()
        temporary.mkdir()
        check_history(folder, temporary)
        check_interrupt(folder, temporary)
        check_patches(pathlib.Path(name))
    print('the commit that breaks a contract is found')


if __name__ == '__main__':
    main()
