#!/usr/bin/env python3
"""What the source and the build of a stranger may have lcm read, run and write.

A secret lies beside the project, in files that are no source; canaries are
programs and files that nothing may run or make.  Each case tries a way to them:
headers by absolute paths, by `..` and through links, `#embed`, `#line`, flags
that load plugins or write files, response files, compilers named in the
compilation database, structures that name files.  Nothing of the secret may be
in what lcm prints or writes, no canary may be there, and lcm has to end.

Without Landlock in the kernel `#embed` and `.incbin` of a compiler are not
held off, and those cases are left out, which is said.

usage: reading.py LCM           a few of each kind, all flags at once
       reading.py LCM --long    all of them, each flag alone
"""
import ctypes
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

SECRET = 'xyzzy1 plugh2 = 4711'
MAIN = 'int a[9];\nint main(void) { for (int i = 0; i < 9; i++) a[i] = i;' \
       ' return 0; }\n'
LONG = '--long' in sys.argv
LANDLOCK = ctypes.CDLL(None).syscall(444, None, 0, 1) > 0


class Project:
    """A project of a stranger in a folder, with secrets around it."""

    def __init__(self, lcm, folder):
        self.lcm = os.path.abspath(lcm)
        self.top = pathlib.Path(folder)
        self.home = self.top / 'home'
        self.path = self.home / 'src' / 'evil'
        self.path.mkdir(parents=True)
        (self.home / '.ssh').mkdir()
        self.secrets = [self.home / '.ssh' / 'id', self.home / 'notes.txt',
                        self.path.parent / 'letter.txt',
                        self.home / '.netrc']
        for secret in self.secrets:
            secret.write_text(SECRET + '\n')
        self.wrong = []
        self.outside = self.listing()

    def listing(self):
        """Return all files, but for those of the project."""
        return sorted(str(path) for path in self.top.rglob('*')
                      if self.path not in path.parents and
                      self.path != path)

    def write(self, name, text):
        """Write `text` into the file `name`."""
        (self.path / name).write_text(text)

    def run(self, what, *args, **more):
        """Run lcm and complain about whatever it should not have done."""
        for old in ('out', 'canary'):
            (self.path / old).unlink(missing_ok=True)
        before = sorted(os.listdir(self.path))
        env = {**os.environ, 'HOME': str(self.home), 'XDG_CACHE_HOME':
               '/dev/null', 'PATH': f'{self.path}:{os.environ["PATH"]}', **more}
        done = subprocess.run([self.lcm, *args], cwd=self.path, env=env,
                              check=False, capture_output=True, text=True,
                              timeout=60)
        text = done.stdout + done.stderr
        out = self.path / 'out'
        text += out.read_text() if out.exists() else ''
        if 'xyzzy1' in text or 'plugh2' in text or '4711' in text:
            self.wrong.append(f'{what}: the secret is in the output: {text}')
        if done.returncode not in (0, 1, 2):
            self.wrong.append(f'{what}: status {done.returncode}')
        after = sorted(set(os.listdir(self.path)) - {'out'})
        if after != before or self.listing() != self.outside:
            self.wrong.append(f'{what}: files were made or are gone: '
                              f'{set(after) ^ set(before)}')
        return text


def test_headers(project):
    """Secrets as headers, by all the ways that lead there."""
    for secret in project.secrets if LONG else project.secrets[2:3]:
        up = os.path.relpath(secret, project.path)
        for way in (str(secret), up, 'link.h', 'folder/' + secret.name):
            for link, to in (('link.h', secret), ('folder', secret.parent)):
                (project.path / link).unlink(missing_ok=True)
                (project.path / link).symlink_to(to)
            project.write('a.c', f'#include "{way}"\n{MAIN}')
            project.run(f'include {way}', 'report', 'a.c', '-o', 'out')
    secret = project.secrets[0]
    project.write('a.c', MAIN)
    for flags in (['-include', str(secret)], [f'-imacros{secret}'],
                  ['-I', str(secret.parent), '-include', secret.name]):
        project.run(f'flags {flags}', 'analyze', 'a.c', '--', *flags)
    project.write('a.c', f'#line 1 "{secret}"\n{MAIN}')
    project.run('line', 'report', 'a.c', '-o', 'out')
    if LANDLOCK:
        project.write('a.c', 'int a[] = {\n'
                      f'#embed "{secret}"\n}};\nint main(void) {{\n'
                      'for (int i = 0; i < a[0] * 1000 + a[1]; i++) a[1] += i;\n'
                      'return a[1]; }\n')
        if '120120' in project.run('embed', 'predict', 'a.c', '-D', 'p=1',
                                   '--format', 'json'):
            project.wrong.append('embed: a size is known')
    else:
        print('no Landlock: #embed is not held off')


def test_database(project):
    """Sources, folders and response files that a database names."""
    secret = project.secrets[0]
    project.write('a.c', MAIN)
    (project.path / 'b.c').symlink_to(secret)
    (project.path / 'self').write_text('@self ' * 50)
    for entry in ({'file': str(secret), 'arguments': ['cc', '-x', 'c']},
                  {'file': 'b.c', 'arguments': ['cc', 'b.c']},
                  {'file': 'a.c', 'arguments': ['cc', f'@{secret}', 'a.c']},
                  {'file': 'a.c', 'arguments': ['cc', '@self', 'a.c']},
                  {'file': 'a.c', 'directory': str(secret.parent),
                   'arguments': ['cc', '-include', secret.name, 'a.c']},
                  {'file': str(project.path / 'a.c'), 'directory': '/etc',
                   'arguments': ['cc', '-include', 'passwd', 'a.c']}):
        project.write('compile_commands.json', json.dumps(
            [{'directory': '.', **entry}]))
        project.run(f'entry {entry}', 'analyze', '-p', '.')
    (project.path / 'compile_commands.json').unlink()


def test_programs(project):
    """Compilers and plugins that a database names, and flags that write."""
    canary = project.path / 'canary'
    program = project.path / 'evil-cc'
    program.write_text(f'#!/bin/sh\ntouch {shlex.quote(str(canary))}\n')
    program.chmod(0o755)
    (project.path / 'plugin.so').write_bytes(b'\x7fELF')
    project.write('a.c', MAIN)
    files = {'-o': 1, '-MF': 1, '-MJ': 1, '--serialize-diagnostics': 1,
             '-dumpbase': 1, '-dumpdir': 1, '-aux-info': 1,
             '-module-dependency-dir': 1, '-fmodules-cache-path=': 0,
             '-fcrash-diagnostics-dir=': 0, '-fdump-tree-all=': 0,
             '-foptimization-record-file=': 0, '-ftime-trace=': 0,
             '-fstack-usage ': 0, '-ftest-coverage ': 0,
             '-fprofile-note=': 0, '-fdiagnostics-format=sarif-file ': 0,
             '-save-temps ': 0, '-save-temps=obj ': 0, '-MD ': 0,
             '-gsplit-dwarf ': 0, '-fcallgraph-info ': 0, '-emit-ast ': 0,
             '--coverage ': 0, '-fpath-coverage ': 0}
    words = [[flag, str(canary)] if apart else
             [flag.strip() + (str(canary) if flag.endswith('=') else '')]
             for flag, apart in files.items()]
    words += [['-B', str(project.path)], [f'-B{project.path}'],
              ['-wrapper', str(program)], [f'-specs={program}'],
              ['-specs', str(program)], ['-fplugin=./plugin.so'],
              ['-Xclang', '-load', '-Xclang', './plugin.so'],
              ['-load', './plugin.so'], ['-fpass-plugin=./plugin.so'],
              ['-Xclang', '-ast-dump'], ['-no-integrated-cpp'],
              ['-Xclang', '-o', '-Xclang', str(canary)],
              ['-Xpreprocessor', '-MF', '-Xpreprocessor', str(canary)],
              [f'-Wp,-MD,{canary}'], [f'-Wa,-a={canary}'],
              ['-mllvm', f'-info-output-file={canary}'],
              [f'-fuse-ld={program}'], ['-fno-integrated-as'],
              [f'--gcc-toolchain={project.path}'],
              [f'--ld-path={program}'], [f'--config={program}'],
              ['-ivfsoverlay', str(program)]]
    if not LONG:
        words = [sum(words, [])]
    for flags in words:
        for compiler in ('cc', 'clang-19')[:2 if LONG else 1]:
            one_run(project, flags, compiler)
    for compiler in ('./evil-cc', str(program), 'evil-cc', '../evil/gcc',
                     'sh -c evil-cc; gcc')[:5 if LONG else 1]:
        one_run(project, [], compiler)


def one_run(project, flags, compiler):
    """Price a.c by the code that `compiler` makes with `flags`: without the
    sandbox, so that nothing but the choice of flags holds them off."""
    project.write('compile_commands.json', json.dumps([
        {'directory': '.', 'file': 'a.c',
         'arguments': [compiler, '-O2', *flags, '-c', 'a.c']}]))
    project.run(f'{compiler} {flags}', 'analyze', '-c', '--incore', 'compiler',
                '-p', '.', LCM_SANDBOX='off')


def test_structures(project):
    """Structures that say that their nodes stand in a secret."""
    for secret in project.secrets if LONG else project.secrets[1:2]:
        place = os.path.relpath(secret, project.path)
        for name in (str(secret), place):
            project.write('a.c', MAIN)
            subprocess.run([project.lcm, 'analyze', '-c', 'a.c', '-o', 'a.lcs'],
                           cwd=project.path, check=True, capture_output=True)
            text = (project.path / 'a.lcs').read_text()
            project.write('a.lcs', text.replace('"a.c"', json.dumps(name))
                          .replace('a.c:', f'{name}:'))
            project.run(f'structure {name}', 'report', 'a.lcs', '-o', 'out')


def main():
    """Run all tests."""
    with tempfile.TemporaryDirectory() as folder:
        project = Project(sys.argv[1], folder)
        test_headers(project)
        test_database(project)
        test_structures(project)
        test_programs(project)
    print('\n'.join(project.wrong) or 'ok')
    sys.exit(bool(project.wrong))


if __name__ == '__main__':
    main()
