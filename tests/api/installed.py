#!/usr/bin/env python3
"""Installs the build into a folder of its own and uses it from there.

- the libraries show nothing but what api/lcm.h and its parts declare, and all
  of that;
- docs/guide/library/predict.c compiles as C and as C++, with the shared and
  with the static library, by pkg-config and by CMake, against the installed
  header alone, and gives what lcm gives;
- the static libraries hold code, also where lcm is optimised as a whole;
- no file has the name of one that Debian's liblcm-dev or libpam0g-dev has, and
  what is in lib/lcm of the build is in that of the prefix;
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
CMAKE = '''cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES C)
find_package(lcmodel 0.1 REQUIRED)
add_executable(predict predict.c)
target_link_libraries(predict PRIVATE lcmodel::lcmodel)
add_library(model SHARED model.c)
target_link_libraries(model PRIVATE lcmodel::pam lcmodel::md)
'''
TAKEN = re.compile(r'include/(lcm|security)/|/liblcm\.|/lcm\.pc|/libpam\.')
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
    include = prefix / 'include/lcmodel'
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
    shared, = prefix.rglob('liblcmodel.so')
    static, = prefix.rglob('liblcmodel.a')
    for library, names in ((shared, exported(shared, '-D')),
                           (static, exported(static))):
        names = {name for name in names if not name.startswith('__')}
        yield from (f'{library.name} shows {name}' for name
                    in sorted(names - declared))
        yield from (f'{library.name} lacks {name}' for name
                    in sorted(declared - names))


def check_files(prefix, build):
    """Yield what is wrong with names of files and with static libraries."""
    files = [str(path) for path in prefix.rglob('*')]
    yield from (f'{name} is a name of another package' for name in files
                if TAKEN.search(name))
    names = {pathlib.Path(name).name for name in files if '/lib/lcm/' in name}
    yield from (f'lib/lcm lacks {path.name}' for path
                in (build / 'lib/lcm').glob('*.so') if path.name not in names)
    for library in prefix.rglob('*.a'):
        sections = run('readelf', '-SW', library)
        if '.gnu.lto_' in sections or '.text' not in sections:
            yield f'{library.name} holds no code, or bytecode'


def build_example(prefix, place, flags):
    """Return the example built by CMake, which finds all in `prefix`."""
    (place / 'CMakeLists.txt').write_text(CMAKE)
    (place / 'model.c').write_text('#include <lcmodel/pam.h>\n'
                                   '#include <lcmodel/md.h>\n'
                                   '#include <lcmodel/lcm_refine.h>\n'
                                   'int used;\n')
    run('cmake', '-S', place, '-B', place / 'built', '-G', 'Ninja',
        f'-DCMAKE_PREFIX_PATH={prefix}', '-DCMAKE_C_COMPILER_WORKS=1',
        '-DCMAKE_C_COMPILER_LAUNCHER=',
        f'-DCMAKE_C_FLAGS={" ".join(flags)}')
    run('cmake', '--build', place / 'built')
    return place / 'built/predict'


def compile_example(place, compiler, static, env):
    """Return the example compiled by the command `compiler`."""
    program = place / f'predict-{len(list(place.iterdir()))}'
    kind = ['--static'] if static else []
    flags = run('pkg-config', '--cflags', '--libs', *kind, 'lcmodel',
                env=env).split()
    if static:
        flags = ['-l:liblcmodel.a' if flag == '-llcmodel' else flag for flag in flags]
    run(*compiler, '-Wall', '-Wextra', '-Werror', place / 'predict.c',
        '-o', program, *flags)
    return program


def check_example(root, prefix, place, compilers, flags):
    """Yield how the example differs from what lcm says."""
    libraries = next(prefix.rglob('liblcmodel.so')).parent
    env = dict(os.environ, LD_LIBRARY_PATH=str(libraries),
               PKG_CONFIG_PATH=str(libraries / 'pkgconfig'))
    source = (root / 'docs/guide/library/predict.c').read_text()
    (place / 'predict.c').write_text(source)
    points = json.loads(run(prefix / 'bin/lcm', 'predict', *SAMPLE[1:], '-D',
                            'p=1:64:*4', '--format', 'json',
                            cwd=root))['points']
    want = [f'{point["time"]:.6g}' for point in points]
    programs = [compile_example(place, compiler, static, env)
                for compiler in compilers for static in (False, True)]
    for program in [*programs, build_example(prefix, place, flags)]:
        said = run(program, *SAMPLE, cwd=root, env=env)
        times = re.findall(r'time (\S+) s', said)
        if times != want:
            yield f'{program}: {times} is not {want}'
        if 'the change saves' not in said:
            yield f'{program}: no comparison\n{said}'


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
    for name in ('share/man/man1/lcm.1', 'share/man/man1/lcm-predict.1',
                 'share/man/man1/lcm-render.1',
                 'share/bash-completion/completions/lcm',
                 'share/fish/vendor_completions.d/lcm.fish',
                 'share/lcm/machines/default.json',
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
        wrong = [*check_exports(prefix), *check_files(prefix, build),
                 *check_lcm(prefix, place),
                 *check_example(root, prefix, place, compilers, flags)]
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
