"""What the tests of lcm calibrate share."""
import json
import os
import pathlib
import subprocess
import sys

import jsonschema

LCM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
HERE = pathlib.Path(__file__).parent
FAILURES = []


def expect(condition, what):
    """Note `what` unless `condition` holds."""
    if not condition:
        FAILURES.append(what)


def calibrate(*args, env=None, cwd=None):
    """Return the finished `lcm calibrate ARGS`."""
    return subprocess.run([LCM, 'calibrate', *map(str, args)], text=True,
                          capture_output=True, timeout=250, check=False,
                          cwd=cwd, env=dict(os.environ, **(env or {})))


def read(path):
    """Return the description in the file `path`, which must be valid."""
    machine = json.loads(pathlib.Path(path).read_text())
    schema = ROOT / 'data/schemas/lcm-machine.schema.json'
    jsonschema.validate(machine, json.loads(schema.read_text()))
    return machine


def check_used(path, program):
    """Check that predictions of `program` take the description at `path`
    without a word."""
    run = subprocess.run([LCM, 'predict', str(program), '--machine', str(path),
                          '-D', 'p=1,2', '-D', 'n=64'], text=True,
                         capture_output=True, timeout=60, check=False)
    expect(run.returncode == 0, f'predict fails: {run.stderr}')
    expect('machine' not in run.stderr, f'predict complains: {run.stderr}')
    expect('p  time' in run.stdout, 'predict prints no table')


def finish():
    """Print what was noted and leave."""
    print('\n'.join(FAILURES) or 'ok')
    sys.exit(1 if FAILURES else 0)
