#!/usr/bin/env python3
"""Compares what lcm predicts for the programs of this directory, composed and
simulated (`--method simulate`), with what SimGrid's SMPI simulates; README.md
says on which platform.

usage: run.py LCM [--table] [PROGRAM...]
  --table   print all times, up to 256 ranks
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LATENCY, BANDWIDTH = 1e-5, 1.25e9
RANKS = [2, 3, 4, 8, 16, 32, 64]
EVEN = [2, 4, 8, 16, 32, 64]
TOLERANCE = 0.02
SHORT = ['smpi/async-small-thresh:1000000000',
         'smpi/send-is-detached-thresh:1000000000']
LONG = ['smpi/async-small-thresh:65536', 'smpi/send-is-detached-thresh:65536']
ALGORITHMS = ['bcast:binomial_tree', 'allreduce:rdb', 'gather:ompi_binomial',
              'scatter:ompi_binomial', 'allgather:ring', 'alltoall:ring',
              'reduce:binomial', 'barrier:ompi_bruck']
EXACT = ['network/model:CM02', 'network/crosstraffic:0', 'network/TCP-gamma:0',
         'smpi/os:0:0:0', 'smpi/or:0:0:0', 'smpi/ois:0:0:0',
         'smpi/simulate-computation:no', 'smpi/display-timing:yes']
PLATFORM = f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="all" routing="Full">
    <host id="one" speed="1Gf" core="1024"/>
    <link id="wire" bandwidth="{BANDWIDTH:g}Bps" latency="{LATENCY:g}s"
          sharing_policy="FATPIPE"/>
    <route src="one" dst="one"><link_ctn id="wire"/></route>
  </zone>
</platform>
"""
NODES = f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="all" routing="Full">
    <host id="first" speed="1Gf" core="1024"/>
    <host id="second" speed="1Gf" core="1024"/>
    <link id="wire" bandwidth="{BANDWIDTH:g}Bps" latency="{LATENCY:g}s"
          sharing_policy="FATPIPE"/>
    <link id="out1" bandwidth="{BANDWIDTH:g}Bps" latency="0s"/>
    <link id="out2" bandwidth="{BANDWIDTH:g}Bps" latency="0s"/>
    <route src="first" dst="first"><link_ctn id="wire"/></route>
    <route src="second" dst="second"><link_ctn id="wire"/></route>
    <route src="first" dst="second" symmetrical="NO">
      <link_ctn id="out1"/><link_ctn id="wire"/></route>
    <route src="second" dst="first" symmetrical="NO">
      <link_ctn id="out2"/><link_ctn id="wire"/></route>
  </zone>
</platform>
"""
PROGRAMS = {'ring': (RANKS, SHORT), 'halo': (RANKS, SHORT),
            'grid': (EVEN, SHORT), 'tree': (RANKS, SHORT),
            'linear': (RANKS, SHORT), 'transpose': (RANKS, SHORT),
            'pipeline': (RANKS, SHORT), 'collectives': (RANKS, SHORT),
            'long': (EVEN, LONG), 'cart': (RANKS, SHORT),
            'torus': (RANKS, SHORT), 'neighbour': (RANKS, SHORT),
            'groups': (EVEN[1:], SHORT), 'graph': (EVEN, SHORT),
            'node': (EVEN, SHORT)}


def ranks_of(name):
    """Return the numbers of ranks for the program `name`."""
    return PROGRAMS[name][0] + ([128, 256] if '--table' in sys.argv else [])


def machine(folder, thresholds, per_node):
    """Write the machine in which a message takes what it does in SMPI, which
    sends 16 bytes more than the program does, with `per_node` ranks sharing an
    interface, None for no sharing; return its file."""
    costs = {'transfer': f'{LATENCY!r} + (m + 16)/{BANDWIDTH!r}'}
    if thresholds == LONG:
        costs['eager'] = 65535
    description = {'schema': 'lcm-machine/1', 'name': 'smpi', 'costs': costs}
    if per_node:
        description['ranks_per_node'] = per_node
        costs['inject'] = f'(m + 16)/{BANDWIDTH!r}'
    file = folder / 'machine.json'
    file.write_text(json.dumps(description))
    return file


def predict(lcm, name, ranks, file):
    """Return the times that `lcm` predicts for the program `name` on the
    machine `file`, each with the one that it simulates."""
    done = subprocess.run(
        [lcm, 'predict', HERE / f'{name}.c', HERE / 'work.c', '-D',
         'p=' + ','.join(map(str, ranks)), '--machine', file, '--format',
         'json', '--check', '--method', 'compose,simulate'],
        check=True, capture_output=True, text=True, timeout=250)
    result = json.loads(done.stdout)
    assert not result['unknown'], result['unknown']
    return [(point['time'], point['simulate']['time'])
            for point in result['points']]


def predicted(lcm, folder, name):
    """Return the times that `lcm` predicts and simulates for the program
    `name`: where nodes have interfaces, half of the ranks are on each."""
    ranks, thresholds = ranks_of(name), PROGRAMS[name][1]
    if name != 'node':
        return predict(lcm, name, ranks, machine(folder, thresholds, None))
    return [predict(lcm, name, [n], machine(folder, thresholds, n // 2))[0]
            for n in ranks]


def simulated(folder, name):
    """Return the times that SMPI simulates for the program `name`."""
    ranks, thresholds = ranks_of(name), PROGRAMS[name][1]
    binary = folder / name
    platform = folder / 'platform.xml'
    platform.write_text(NODES if name == 'node' else PLATFORM)
    subprocess.run(['smpicc', '-O1', '-DWITH_SMPI', '-I', HERE,
                    HERE / f'{name}.c', HERE / 'work.c', '-o', binary],
                   check=True, capture_output=True, timeout=120)
    times = []
    for n in ranks:
        hosts = folder / 'hosts'
        hosts.write_text('first\n' * (n // 2) + 'second\n' * (n // 2)
                         if name == 'node' else 'one\n' * n)
        flags = [f'--cfg={flag}' for flag in EXACT + thresholds]
        flags += [f'--cfg=smpi/{flag}' for flag in ALGORITHMS]
        done = subprocess.run(
            ['smpirun', '-np', str(n), '-platform', platform, '-hostfile',
             hosts, *flags, binary], check=True, capture_output=True,
            text=True, timeout=120)
        found = re.search(r'Simulated time: ([0-9.e+-]+) seconds',
                          done.stdout + done.stderr)
        times.append(float(found.group(1)))
    return times


def main():
    if not shutil.which('smpirun') or not shutil.which('smpicc'):
        print('there is no SimGrid')
        sys.exit(77)
    table = '--table' in sys.argv
    names = [name for name in sys.argv[2:] if name != '--table']
    wrong = 0
    for name in names or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            ours = predicted(sys.argv[1], path, name)
            theirs = simulated(path, name)
        for n, (a, s), b in zip(ranks_of(name), ours, theirs):
            errors = a / b - 1, s / b - 1
            bad = max(map(abs, errors)) > TOLERANCE
            wrong += bad
            if table or bad:
                print(f'{name:12} p = {n:3}: {a:.6f} s, simulated {s:.6f} s, '
                      f'SMPI {b:.6f} s, {100 * errors[0]:+.2f} % and '
                      f'{100 * errors[1]:+.2f} %')
    sys.exit(wrong > 0)


main()
