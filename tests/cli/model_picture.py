#!/usr/bin/env python3
"""Checks the picture of a model: times, the critical path, resources.

The machine repair model with P machines that run 10 times for 10 and are
repaired in 1: by hand the critical path is 10 * 10 + 10 * 1 = 110, of which the
delay is 100, 91 %; the load on the repairman is 10 P, which binds from P = 12
on.  All machines do the same, so no path is marked.

usage: model_picture.py LCM
"""
import re
import subprocess
import sys
import tempfile

MODEL = """param P = 20
resource s = 1
resource spare = 3
L = par (p = 1, P) seq (i = 1, 10) { delay(10) ; use(s, 1) }
"""
BINDING, CRITICAL = '#882255', '#D55E00'


# A producer of 10 things of 3 and a consumer that takes 5 for each: the last is
# there at 3 + 9 * 5, and takes 5: 53.  P and V have no bound.
BUFFER = """resource room = 2, data = 0
L = seq (i = 1, 10) { delay(3) ; P(room) ; V(data) }
  || seq (i = 1, 10) { P(data) ; V(room) ; delay(5) }
"""
RANDOM = 'L = delay(2*exponential(10)) ; while (prob(0.1)) delay(random)\n'


def picture(lcm, *options, model=MODEL):
    """Return the DOT of the model."""
    return subprocess.run([lcm, 'graph', '-', '-T', 'dot', *options],
                          input=model, capture_output=True, text=True,
                          check=True).stdout


def check_others(lcm):
    """Check a model without a bound, the names of random times, and that
    composition of a model has no speedup.  Composed, 5 machines all ask at 10
    and are repaired one after the other: (3.16), 110 + 5 * 1 - 1 = 114."""
    assert '>53 simulated<' in picture(lcm, model=BUFFER)
    random = picture(lcm, model=RANDOM)
    assert 'delay 2*exponential(10)<' in random, random
    assert 'while prob(0.1)<' in random, random
    assert '*exponential(10)"' in random and 'exponential@' not in random
    done = subprocess.run([lcm, 'predict', '-', '--method', 'compose', '-D',
                           'P=5'], input=MODEL, capture_output=True, text=True,
                          check=True)
    lines = [line.split() for line in done.stdout.splitlines() if line]
    assert lines == [['P', '=', '5:', '114', 'composed'], ['P', 'composed'],
                     ['5', '114']], lines
    assert lines_of(lcm, BUFFER, 'predict', '-', '--method',
                    'bound,simulate,compose') == [
        '53 simulated; composition agrees with the simulation',
        'composed phi omega bound simulated set by', '53 - - - 53 -']
    with tempfile.NamedTemporaryFile('w', suffix='.pam') as file:
        file.write(BUFFER)
        file.flush()
        lines = lines_of(lcm, MODEL, 'compare', '-', file.name, '-D', 'P=5')
    assert lines[0] == 'not compared: no point has the times of all', lines
    assert lines[2] == '5 110 - -', lines


def lines_of(lcm, model, *arguments):
    """Return the lines that `lcm` prints for `model`, blanks made one."""
    done = subprocess.run([lcm, *arguments], input=model, capture_output=True,
                          text=True, check=True)
    return [' '.join(line.split()) for line in done.stdout.splitlines()
            if line]


def node(dot, name):
    """Return the line of the node `name`."""
    return re.search(rf'^{name} \[.*$', dot, re.MULTILINE).group()


def leaf(dot, title):
    """Return name and line of the leaf that is called `title`."""
    found = re.search(rf'^(n\d+) \[.*>(?:<B>)?{title}<.*$', dot, re.MULTILINE)
    return found.group(1), found.group()


def check(dot, binds, load):
    """Check one picture."""
    _, delay = leaf(dot, 'delay 10')
    use, line = leaf(dot, 'use s 1')
    assert '100 \u00b7 91 %' in delay, delay
    assert '10 \u00b7 9.1 %' in line, line
    assert CRITICAL not in delay and CRITICAL not in line
    assert f'load {load}<' in node(dot, 'r1'), node(dot, 'r1')
    assert (BINDING in node(dot, 'r1')) == binds
    assert ('resource that binds' in dot) == binds
    assert '3 units' not in node(dot, 'r1')
    assert BINDING not in node(dot, 'r2')
    assert re.findall(r'^(n\d+) -> r', dot, re.MULTILINE) == [use]


def main():
    """Check the picture where the repairman binds and where not."""
    lcm = sys.argv[1]
    check(picture(lcm, '-D', 'P=20'), True, 200)
    check(picture(lcm, '-D', 'P=5'), False, 50)
    check_others(lcm)


if __name__ == '__main__':
    main()
