#!/usr/bin/env python3
"""Installs the build into a folder of its own and uses it from there.

- the libraries show nothing but what api/lcm.h and its parts declare, and all
  of that;
- docs/guide/library/predict.c compiles as C and as C++, with the shared and
  with the static library, against the installed header alone, and gives what
  lcm gives;
- the installed lcm works and finds its stand-in for omp.h where the compiler
  has none.

usage: installed.py ROOT BUILD CC CXX FLAG...
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SAMPLE = ['transpose', 'samples/fft2d/fft2d_tp.c', 'samples/fft2d/fft.c']
NO_HEADERS = '''#include <omp.h>
int main(void) {
#pragma omp parallel for
  // lcm: model work = 8 s
  for (int i = 0; i < 8; i++)
    (void)omp_get_thread_num();
}
'''


def run(*command, **options):
    """Return what `command` writes; it must succeed."""
    done = subprocess.run([str(word) for word in command if word], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **options)
    if done.returncode:
        sys.exit(f'{command}\nstatus {done.returncode}\n{done.stdout}')
    return done.stdout


def exported(library, *options):
    """Return the names that `library` shows."""
    listing = run('nm', '--defined-only', '--extern-only', *options, library)
    return {line.split()[2] for line in listing.splitlines()
            if len(line.split()) == 3}


def check_exports(prefix):
    """Yield what the libraries show that the headers do not declare, the
    reverse, and what those include that is not installed with them."""
    include = prefix / 'include'
    parts = sorted((include / 'lcm').glob('*.h'))
    declared, included = set(), set()
    for path in [include / 'lcm.h', *parts]:
        text = path.read_text()
        declared |= set(re.findall(r'\b(liblcm_\w+)\(', text))
        for name in re.findall(r'#include\s*(\S+)', text):
            header = path.parent / name.strip('"')
            included.add(header)
            if name != '<stddef.h>' and header not in parts:
                yield f'{path.relative_to(include)} includes {name}'
    yield from (f'lcm.h does not include {path.name}' for path
                in parts if path not in included)
    shared, = prefix.rglob('liblcm.so')
    static, = prefix.rglob('liblcm.a')
    for library, names in ((shared, exported(shared, '-D')),
                           (static, exported(static))):
        names = {name for name in names if not name.startswith('__')}
        yield from (f'{library.name} shows {name}' for name
                    in sorted(names - declared))
        yield from (f'{library.name} lacks {name}' for name
                    in sorted(declared - names))


def compile_example(place, compiler, static, env):
    """Return the example compiled by the command `compiler`."""
    program = place / f'predict-{len(list(place.iterdir()))}'
    kind = ['--static'] if static else []
    flags = run('pkg-config', '--cflags', '--libs', *kind, 'liblcm',
                env=env).split()
    if static:
        flags = ['-l:liblcm.a' if flag == '-llcm' else flag for flag in flags]
    run(*compiler, '-Wall', '-Wextra', '-Werror', place / 'predict.c',
        '-o', program, *flags)
    return program


def check_example(root, prefix, place, compilers):
    """Yield how the example differs from what lcm says."""
    libraries = next(prefix.rglob('liblcm.so')).parent
    env = dict(os.environ, LD_LIBRARY_PATH=str(libraries),
               PKG_CONFIG_PATH=str(libraries / 'pkgconfig'))
    source = (root / 'docs/guide/library/predict.c').read_text()
    (place / 'predict.c').write_text(source)
    points = json.loads(run(prefix / 'bin/lcm', 'predict', *SAMPLE[1:], '-D',
                            'p=1:64:*4', '--format', 'json',
                            cwd=root))['points']
    want = [f'{point["time"]:.6g}' for point in points]
    for compiler in compilers:
        for static in (False, True):
            program = compile_example(place, compiler, static, env)
            said = run(program, *SAMPLE, cwd=root, env=env)
            times = re.findall(r'time (\S+) s', said)
            if times != want:
                yield f'{compiler[0]}: {times} is not {want}'
            if 'the change saves' not in said:
                yield f'{compiler[0]}: no comparison\n{said}'


def check_lcm(prefix, place):
    """Yield what is wrong with the installed lcm."""
    (place / 'alone.c').write_text(NO_HEADERS)
    said = run(prefix / 'bin/lcm', 'predict', 'alone.c', '-D', 'p=4',
               '--format', 'json', '--', '-nostdinc', cwd=place)
    if json.loads(said)['points'][0]['time'] != 2:
        yield f'the installed lcm says {said}'
    run(prefix / 'bin/lcm', 'graph', 'alone.c', '-o', 'alone.svg', '--',
        '-nostdinc', cwd=place)
    if '</svg>' not in (place / 'alone.svg').read_text():
        yield 'the installed lcm draws nothing'
    for name in ('share/man/man1/lcm.1', 'share/lcm/machines/default.json',
                 'share/lcm/schemas/lcm-prediction.schema.json'):
        if not (prefix / name).exists():
            yield f'{name} is not installed'


def main():
    root, build, cc, cxx = map(pathlib.Path, sys.argv[1:5])
    flags = [flag for flag in sys.argv[5:] if flag]
    compilers = [[cc, '-std=c99', '-xc', *flags],
                 [cxx, '-std=c++11', '-xc++', *flags]]
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder, 'prefix')
        place = pathlib.Path(folder, 'place')
        place.mkdir()
        run('cmake', '--install', build, '--prefix', prefix)
        wrong = [*check_exports(prefix), *check_lcm(prefix, place),
                 *check_example(root, prefix, place, compilers)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
