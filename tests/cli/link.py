#!/usr/bin/env python3
"""Checks that units analysed one by one and linked are the program that lcm
makes of all of them at once, byte for byte, and that it means what the C
program means.

usage: link.py LCM
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

COST = '  // lcm: model time = %d s\n  ;\n'

# Two static functions of one name, a weak function that a strong one takes the
# place of, one that nothing takes the place of and that two units have, an
# inline one in a header and one that two units define, a constant of a unit
# that another may change.
PROGRAM = {
    'a.c': 'static void same(void) {\n' + COST % 1 + '}\n'
           '__attribute__((weak)) void hook(void) {\n' + COST % 2 + '}\n'
           'void __attribute__((__weak__)) late(void) {\n' + COST % 4 + '}\n'
           'inline void small(void) {\n' + COST % 8 + '}\n'
           'int n = 3;\n'
           'void a(void) {\n  same();\n  hook();\n  late();\n  small();\n'
           '  for (int i = 0; i < n; i++) {\n' + COST % 16 + '  }\n}\n',
    'b.c': 'static void same(void) {\n' + COST % 32 + '}\n'
           'void hook(void) {\n' + COST % 64 + '}\n'
           'void b(void) {\n  same();\n}\n',
    'c.c': '#include "c.h"\n'
           'void __attribute__((weak)) late(void) {\n' + COST % 4 + '}\n'
           'extern int n;\nvoid a(void);\nvoid b(void);\n'
           'inline void small(void) {\n' + COST % 8 + '}\n'
           'int main(void) {\n  n = 5;\n  a();\n  b();\n  return 0;\n}\n',
    'c.h': '// what c.c needs\n',
}

# Static functions of one name that are put into a variable of another unit and
# passed to another, a variable that another unit defines, a function that only
# a table leads to, and a unit (d.c) that no other one needs.
POINTERS = {
    'p.h': 'typedef void (*act)(void);\nvoid set(act f);\nvoid init(void);\n'
           'void run(act f);\nvoid far(void);\nextern act hook;\n'
           'extern act late;\n',
    'pa.c': '#include "p.h"\nact hook;\nvoid set(act f) {\n  hook = f;\n}\n'
            'void run(act f) {\n  f();\n  hook();\n  late();\n}\n',
    'pb.c': '#include "p.h"\nstatic void same(void) {\n' + COST % 2 + '}\n'
            'void init(void) {\n  set(same);\n}\n',
    'pc.c': '#include "p.h"\nstatic void same(void) {\n' + COST % 4 + '}\n'
            'static act list[] = {far};\n'
            'int main(void) {\n  init();\n  run(same);\n  list[0]();\n'
            '  return 0;\n}\n',
    'pd.c': '#include "p.h"\nstatic void same(void) {\n' + COST % 8 + '}\n'
            'void other(void) {\n  set(same);\n}\n',
    'pe.c': '#include "p.h"\nvoid far(void) {\n' + COST % 16 + '}\n',
    'pf.c': '#include "p.h"\nstatic void last(void) {\n' + COST % 32 + '}\n'
            'act late = last;\n',
}

# By hand: same of pc.c is passed, hook is same of pb.c, late is last, list has
# far.  With pd.c hook may be same of pd.c too.
POINTER_TIME = 4 + 2 + 32 + 16
POINTER_TIME_ALL = 4 + (2 + 8) / 2 + 32 + 16

# By hand: same of a.c, hook of b.c, late, small, 5 turns of the loop, same of
# b.c.
TIME = 1 + 64 + 4 + 8 + 5 * 16 + 32


def lcm(place, *arguments, status=0):
    """Return what lcm prints."""
    done = subprocess.run([place.lcm, *arguments], cwd=place.root, text=True,
                          capture_output=True, timeout=120, check=False)
    assert done.returncode == status, (arguments, done.stdout, done.stderr)
    return done.stdout + (done.stderr if status else '')


class Place:
    """A directory and the program."""

    def __init__(self, program, root):
        self.lcm, self.root = os.path.abspath(program), pathlib.Path(root)


def link(place, files, flags=(), headers=0):
    """Check that `files` linked are `files` analysed at once, with `flags` for
    the compiler; so many `headers` have code of their own."""
    behind = ['--', *flags] if flags else []
    parts = []
    for i, name in enumerate(files):
        parts.append(f'{i}.lcs')
        lcm(place, 'analyze', '--no-cache', '--unit', name, '-o', parts[-1],
            *behind)
    lcm(place, 'link', *parts, '-o', 'linked.lcs')
    lcm(place, 'analyze', '--no-cache', '-c', *files, '-o', 'all.lcs', *behind)
    linked, at_once = ((place.root / name).read_bytes()
                       for name in ('linked.lcs', 'all.lcs'))
    assert linked == at_once, f'{files}: not the same'
    assert linked.count(b'\nfile ') == len(files) + headers


def check_program(place):
    """Check the program above."""
    for name, text in PROGRAM.items():
        (place.root / name).write_text(text)
    files = ['a.c', 'b.c', 'c.c']
    link(place, files)
    text = (place.root / 'linked.lcs').read_text()
    for key in ('"a.c:same"', '"b.c:same"', 'hook', 'late', 'small'):
        assert text.count(f'\nfunction {key} ') == 1, f'{key}\n{text}'
    for inputs in (['linked.lcs'], files):
        got = json.loads(lcm(place, 'predict', '--no-cache', *inputs,
                             '--format', 'json', '-D', 'p=1', '-D', 'n=5'))
        assert got['points'][0]['time'] == TIME, got['points'][0]


def check_again(place, name):
    """What is linked once more stays as it is."""
    lcm(place, 'link', name, '-o', 'again.lcs')
    once, twice = ((place.root / file).read_bytes()
                   for file in (name, 'again.lcs'))
    assert once == twice, f'{name} is not the same when it is linked again'


def check_pointers(place):
    """Calls through pointers go to what other units put there."""
    for name, text in POINTERS.items():
        (place.root / name).write_text(text)
    files = sorted(name for name in POINTERS if name.endswith('.c'))
    (place.root / 'compile_commands.json').write_text(json.dumps(
        [{'directory': str(place.root), 'file': name,
          'arguments': ['cc', '-c', name]} for name in files]))
    link(place, files)
    check_again(place, 'linked.lcs')
    for inputs, time in ((['linked.lcs'], POINTER_TIME_ALL),
                         (files, POINTER_TIME_ALL),
                         (['-p', '.'], POINTER_TIME)):
        got = json.loads(lcm(place, 'predict', '--no-cache', *inputs,
                             '--format', 'json', '-D', 'p=1'))
        assert got['points'][0]['time'] == time, (inputs, got['points'][0])


def check_several(place):
    """Functions of one name in several programs are passed as their own."""
    for name in ('q1', 'q2'):
        (place.root / f'{name}.c').write_text(
            'void step(void) {\n' + COST % 1 + '}\n'
            'static void (*table[])(void) = {step};\n'
            'static void each(void (*f)(void)) {\n  f();\n  table[0]();\n}\n'
            'int main(void) {\n  each(step);\n  return 0;\n}\n')
    said = lcm(place, 'analyze', '--no-cache', '-q', 'q1.c', 'q2.c')
    for name in ('q1', 'q2'):
        assert f'calls {name}.c:each[{name}.c:step](' in said, said
        assert said.count(f'calls {name}.c:step()') == 2, said


def check_twice(place):
    """Two functions of one name of which none is weak are an error."""
    (place.root / 'b2.c').write_text(PROGRAM['b.c'].replace(' b(', ' d('))
    for name in ('b', 'b2'):
        lcm(place, 'analyze', '--no-cache', '--unit', f'{name}.c', '-o',
            f'{name}.lcs')
    said = lcm(place, 'link', 'b.lcs', 'b2.lcs', status=1)
    assert "'hook' is defined at b.c:" in said, said


def check_depfile(place):
    """The dependencies of a unit are as make reads them.  Headers of libclang
    are among them, so one lcm is asked (tests/turns/turns.c)."""
    os.environ['LCM_TEST_SHARE'] = '0'
    (place.root / 'a b.c').write_text('#include "c.h"\n#include <stddef.h>\n'
                                      '#include "$x.h"\nint x;\n')
    (place.root / '$x.h').write_text('')
    lcm(place, 'analyze', '--unit', '--no-cache', 'a b.c', '-o', 'o.lcs',
        '--depfile', 'o.d')
    (place.root / 'Makefile').write_text('-include o.d\n'
                                         'o.lcs: ; @echo $^\n')
    first = (place.root / 'o.d').read_text()
    words = first.replace('\\\n', '').replace('\\ ', '\0').split()
    names = [word.replace('\0', ' ').replace('$$', '$') for word in words]
    assert names[:3] == ['o.lcs:', 'a b.c', 'c.h'], names
    assert names[3].endswith('/stddef.h') and '$x.h' in names, names
    for cache in ('one', 'two'):
        for _ in range(2):
            lcm(place, 'analyze', '--unit', '--cache', cache, 'a b.c', '-o',
                'o.lcs', '--depfile', 'o.d')
            assert (place.root / 'o.d').read_text() == first
    del os.environ['LCM_TEST_SHARE']


def check_slow(place, root):
    """Lines that threads share are in a structure made for no machine, too:
    they are most of the time on four processors."""
    case = root / 'tests/golden/truth/shared_line'
    point = ('-D', 'p=4', '--machine', str(case / 'machine.json'), '--format',
             'json')
    lcm(place, 'analyze', '--no-cache', '-c', str(case / 'input.c'), '-o',
        'any.lcs', '--', '-fopenmp')
    times = []
    for what in ((str(case / 'input.c'), *point, '--', '-fopenmp'),
                 ('any.lcs', *point)):
        said = json.loads(lcm(place, 'predict', *what))
        times.append(said['points'][0]['time'])
    assert abs(times[1] / times[0] - 1) < 0.01, times


def check_samples(place, root):
    """Every sample linked with another unit."""
    other = str(root / 'tests/golden/link/two_files/shared.c')
    samples = sorted((root / 'samples').glob('*/*.c'))
    assert len(samples) > 5
    for path in samples:
        link(place, [str(path), other], ['-I', str(root / 'chares'), '-I',
                                         str(root / 'study/scale')],
             headers='lcm_refine.h' in path.read_text())


def main():
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    with tempfile.TemporaryDirectory() as directory:
        place = Place(sys.argv[1], directory)
        check_program(place)
        check_pointers(place)
        check_several(place)
        for case in ('pointers_unknown/main.c', 'pointers_back/input.c'):
            path = root / 'tests/golden/link' / case
            lcm(place, 'analyze', '--no-cache', '-q', '-c', str(path), '-o',
                'case.lcs')
            check_again(place, 'case.lcs')
        check_twice(place)
        check_depfile(place)
        check_slow(place, root)
        check_samples(place, root)
    print('ok')


if __name__ == '__main__':
    main()
