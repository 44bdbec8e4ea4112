#!/usr/bin/env python3
"""Checks what packages ask for against what is in them.

- who links the static library by pkg-config needs no more than the package with
  it asks for: each library of `Libs.private` and `Requires.private` but those of
  the C library has its development package;
- the tools and libraries that lcm runs or loads are of the version of libclang
  that it was built for;
- the script that the package of the library runs is there.

usage: packages.py BUILD
"""
import pathlib
import re
import sys

OF_C = {'dl', 'pthread', 'm', 'rt'}
RPM_OF_C = OF_C | {'gsl', 'jansson', 'xxhash'}


def settings(build):
    """Return the settings that cpack reads, by name."""
    text = (build / 'CPackConfig.cmake').read_text()
    return dict(re.findall(r'set\((\w[\w-]*) "((?:[^"\\]|\\.)*)"\)', text))


def words(text):
    """Return the packages of a list, whatever version is asked for."""
    return {word.split()[0] for part in text.split(',')
            for word in part.split('|') if word.strip()}


def check(build):
    """Yield what is wrong."""
    said = settings(build)
    pc = (build / 'lcmodel.pc').read_text()
    private = set(re.findall(r'-l(\w+)', re.search('Libs.private:(.*)', pc)[1]))
    for name in re.search('Requires.private:(.*)', pc)[1].split():
        private.add(re.sub('^lib', '', name))
    debian = words(said['CPACK_DEBIAN_LIBLCMODEL-DEV_PACKAGE_DEPENDS'])
    for name in sorted(private - OF_C):
        if f'lib{name}-dev' not in debian:
            yield f'liblcmodel-dev: no lib{name}-dev for -l{name}'
    rpm = words(said['CPACK_RPM_LIBLCMODEL-DEV_PACKAGE_REQUIRES'])
    for name in sorted(private - RPM_OF_C):
        if f'{name}-devel' not in rpm:
            yield f'liblcmodel-devel: no {name}-devel for -l{name}'
    needs = words(said['CPACK_DEBIAN_LCM_PACKAGE_DEPENDS'])
    major = next(re.sub(r'\D', '', name.replace('libclang1', ''))
                 for name in needs if name.startswith('libclang1-'))
    if f'libclang-common-{major}-dev' not in needs:
        yield f'lcm: the headers of libclang {major} are not asked for'
    if f'llvm-{major}' not in words(said['CPACK_DEBIAN_LCM_PACKAGE_RECOMMENDS']):
        yield f'lcm: llvm-{major} is not recommended'
    for when in ('POST_INSTALL', 'POST_UNINSTALL'):
        script = said[f'CPACK_RPM_LIBLCMODEL_{when}_SCRIPT_FILE']
        if 'ldconfig' not in pathlib.Path(script).read_text():
            yield f'liblcmodel: {script} does not call ldconfig'


def main():
    wrong = list(check(pathlib.Path(sys.argv[1])))
    print('\n'.join(wrong) or 'ok')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
