"""Programs that count how often something is done, run and predicted."""
import json
import os
import subprocess
import sys
import tempfile

TICK = '''#include <stdio.h>
#include <stdlib.h>
static long total;
void tick(void) {
  // lcm: model time = 1 s
  if (++total > 1000000)
    exit(1);
}
void done(void) { printf("%ld\\n", total); }
'''


def count(cc, paths, base):
    """Return how many rounds there are; None: billions, of a negative one."""
    subprocess.run([cc, '-w', '-O1', '-fwrapv', '-o', f'{base}/run', *paths],
                   check=True)
    try:
        run = subprocess.run([f'{base}/run'], capture_output=True, text=True,
                             timeout=20)
    except subprocess.TimeoutExpired:
        return None
    return int(run.stdout) if run.returncode == 0 else None


def check(lcm, cc, seed, files, tick=1.0):
    """Return whether lcm knows the rounds of the program of the texts "files",
    the third of which counts them and is not shown; None: it is wrong.  A round
    takes "tick" seconds."""
    with tempfile.TemporaryDirectory() as base:
        paths = []
        for name, text in zip(('input.c', 'other.c', 'tick.c'), files):
            if text:
                paths.append(os.path.join(base, name))
                with open(paths[-1], 'w') as file:
                    file.write(text)
        rounds = count(cc, paths, base)
        if rounds is None:
            return False
        out = subprocess.run(
            [lcm, 'predict', *paths, '-D', 'p=1', '--no-cache', '--machine',
             'none', '--format', 'json'], capture_output=True, text=True)
        if out.returncode:
            sys.exit(f'seed {seed}: {out.stderr}')
        document = json.loads(out.stdout)
        time = document['points'][0]['time'] / tick
        basis = document['basis']
        open_ = basis['loops_once'] + basis['guessed'] + len(
            document['unknown'])
        exact = abs(time - rounds) < 1e-3
        if not exact and not open_:
            print(f'seed {seed}: {time} rounds predicted, {rounds} counted')
            for path in [one for one in paths if 'tick.c' not in one]:
                print(open(path).read())
            return None
        return exact and not open_


def check_all(lcm, cc, seeds, program, known_part):
    """Check the programs that "program" makes of "seeds", each its files and
    what a round takes; end the test where one is wrong, or fewer than the part
    1 / "known_part" of them is known."""
    found = [check(lcm, cc, seed, *program(seed)) for seed in seeds]
    known, wrong = found.count(True), found.count(None)
    print(f'{len(found)} programs: {known} known to the last round, '
          f'{wrong} wrong')
    if wrong or known < len(found) // known_part:
        sys.exit(1)
