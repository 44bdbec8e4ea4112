#!/usr/bin/env python3
"""Gives lcm bad input and checks what it says.

Every case runs in a fresh directory with the files it names.  Whatever the
input is, lcm ends by itself with the status of the table, within the time,
prints nothing on standard output, says what is wrong in lines of the form
`place: severity: message [id]`, and leaves no file behind.

usage: bad_input.py LCM [CASE...]
"""
import os
import random
import re
import subprocess
import sys
import tempfile

SECONDS = 60
LINE = re.compile(r'[^\n]+: (error|warning|note): [^\n]+ \[[a-z-]+\]'
                  r'|lcm: \d+ errors?, \d+ warnings?')
DEEP = 100000

MAIN = 'int main(void) {\n%s  return 0;\n}\n'
PLAIN = {'a.c': MAIN % '  // lcm: model time = 1 s\n'}


def annotated(directive):
    """Return a program whose only statement has the comment `directive`."""
    return {'a.c': MAIN % f'  // lcm: {directive}\n'}


def junk():
    """Return bytes that are no text, always the same."""
    return bytes(random.Random(1).choices(range(256), k=20000))


def nested(before, after):
    """Return a program with `before` and `after` DEEP times."""
    return {'a.c': MAIN % (f'{before * DEEP}{after * DEEP}\n')}


def deep(head):
    """Return a program with a statement that `head` begins DEEP times; the
    first behind 10000 of them is on line 10003."""
    return {'a.c': f'int main(void) {{\nint a = 1;\n{head * DEEP}a = 2;\n}}\n'}


class Sparse(int):
    """The content of a file: so many bytes 0, which take no room."""


# A pipe that nobody writes to.
PIPE = object()

# name: (arguments, files, status, what standard error has to match, and
# variables of the environment)
CASES = {
    'no_subcommand': ([], {}, 2, None),
    'unknown_subcommand': (['predikt', 'a.c'], PLAIN, 2,
                           r"no subcommand 'predikt'.*\[usage\]"),
    'no_input': (['predict'], {}, 2, r'nothing to read.*\[usage\]'),
    'no_input_check': (['check'], {}, 2, r'nothing to check.*\[usage\]'),
    'no_libclang': (['predict', '--no-cache', 'a.c'], PLAIN, 2,
                    r'^lcm: error: cannot load libclang, which reads C: .*'
                    r'\$LCM_LIBCLANG \[io\]', ('LCM_LIBCLANG', 'none.so')),
    'processors_as_build': (['predict', '-p', '1,4', 'a.c'], PLAIN, 2,
                            r'^1,4: error: .* write -D p=1,4 \[io\]'),
    'no_build': (['predict', '-p', 'build', 'a.c'], PLAIN, 2,
                 r'^build: error: .* compile_commands\.json \[io\]'),
    'values_as_input': (['predict', 'a.c', 'p=4'], PLAIN, 2,
                        r'^p=4: error: .* write -D p=4 \[io\]'),
    'word_as_value': (['predict', '-D', 'n=big', 'a.c'], PLAIN, 2,
                      r'^lcm: error: -D n=big: .* or -D big=.* \[grid\]'),
    'pipe': (['predict', 'a.c'], {'a.c': PIPE}, 2,
             r'^a\.c: error: it is a pipe, .* regular files only \[io\]'),
    'device': (['check', '/dev/zero'], {}, 2,
               r'^/dev/zero: error: it is a pipe, a device .*\[io\]'),
    'no_such_file': (['predict', 'a.c'], {}, 2,
                     r'^a\.c: error: there is no such file \[io\]'),
    'source_as_machine': (['predict', 'a.c', '--machine', 'a.c'], PLAIN, 1,
                          r'^a\.c:1:1: error: this does not describe a machine'
                          r'.*: lcm calibrate writes .* \[machine\]'),
    'nothing_as_machine': (['predict', 'a.c', '--machine', 'm'],
                           {**PLAIN, 'm': ''}, 1,
                           r'^m:1:1: error: this does not describe a machine'),
    'other_as_machine': (['predict', 'a.c', '--machine', 'm'],
                         {**PLAIN, 'm': '{"schema": "lcm-points/1"}'}, 1,
                         r'^m:1:1: .* instead of "lcm-points/1": .*'
                         r'\[machine\]'),
    'no_such_structure': (['cat', 'a.lcs'], {}, 2, r'^a\.lcs: error: .*\[io\]'),
    'no_such_machine': (['predict', 'a.c', '--machine', 'm.json'], PLAIN, 2,
                        r'^m\.json: error: .*\[io\]'),
    'directory_without_database': (['check', '.'], {}, 2,
                                   r'compile_commands\.json: error: .*\[io\]'),
    'unknown_option': (['predict', '--nodess', 'a.c'], PLAIN, 2,
                       r"did you mean '--nodes'\? \[usage\]"),
    'chart_of_unknown_type': (['predict', 'a.c', '--chart', 'a.jpg'], PLAIN, 2,
                              r"'a\.jpg'.*\.svg, \.png, \.pdf and \.gp"),
    'timeline_of_unknown_type': (['predict', 'a.c', '--timeline', 'b/a'],
                                 PLAIN, 2, r"'b/a'.*\.html.* \[usage\]"),
    'mistyped_subcommand': (['predcit', 'a.c'], PLAIN, 2,
                            r"did you mean 'predict'\? \[usage\]"),
    'option_of_another': (['link', '--machine', 'm', 'a.lcs'], {}, 2,
                          r"link has no option '--machine'"),
    'missing_argument': (['predict', 'a.c', '-D'], PLAIN, 2,
                         r"'-D' needs NAME=VALUES \[usage\]"),
    'value_too_many': (['predict', 'a.c', '--quiet=3'], PLAIN, 2,
                       r"'--quiet' takes no value \[usage\]"),
    'unknown_format': (['predict', 'a.c', '--format', 'xml'], PLAIN, 2,
                       r"no format 'xml'.*\[usage\]"),
    'unknown_type': (['graph', 'a.c', '-o', 'a.gif'], PLAIN, 2,
                     r"no picture of type 'gif'.*\[usage\]"),
    'unknown_notation': (['predict', 'a.c', '--formula', 'cobol'], PLAIN, 2,
                         r"no notation 'cobol'.*\[usage\]"),
    'unknown_method': (['predict', 'a.c', '--method', 'guess'], PLAIN, 2,
                       r"method 'guess'.*\[usage\]"),
    'fold_of_no_number': (['graph', 'a.c', '--fold', 'x', '-o', 'a.dot'],
                          PLAIN, 2, r"--fold is a share.*\[usage\]"),
    'pamela': (['predict', 'a.pam'], {'a.pam': ''}, 1, r'\[entry\]'),
    'pamela-syntax': (['predict', 'a.pam'], {'a.pam': 'L = delay(2'}, 1,
                      r'^a\.pam:1:12: .*\[syntax\]'),
    'model-of-c': (['predict', '--model', 'L', 'a.c'], {'a.c': ''}, 2,
                   r'\[usage\]'),
    'no_processors': (['predict', 'a.c', '-D', 'p=0'], PLAIN, 1,
                      r'p = 0: .*\[domain\]'),
    'negative_processors': (['predict', 'a.c', '-D', 'p=-3'], PLAIN, 1,
                            r'p = -3: .*\[domain\]'),
    'not_a_number': (['predict', 'a.c', '-D', 'p=nan'], PLAIN, 2,
                     r"-D p=nan: .*'nan'.*\[grid\]"),
    'infinite': (['predict', 'a.c', '-D', 'p=1e400'], PLAIN, 2,
                 r'-D p=1e400: not a number \[grid\]'),
    'too_many_points': (['predict', 'a.c', '-D', 'p=1:1e18'], PLAIN, 2,
                        r'too many points \[grid\]'),
    'empty_range': (['predict', 'a.c', '-D', 'p=4:1'], PLAIN, 2,
                    r'the range is empty \[grid\]'),
    'empty_definition': (['predict', 'a.c', '-D', ''], PLAIN, 2,
                         r'expected NAME=VALUES \[grid\]'),
    'circular_definitions': (['predict', 'a.c', '-D', 'a=b', '-D', 'b=a'],
                             PLAIN, 2, r'it follows .*\[grid\]'),
    'does_not_parse': (['predict', 'a.c'], {'a.c': 'int main(void) {\n'}, 1,
                       r"^a\.c:1:17: error: expected '}' \[parse-error\]"),
    'unknown_header': (['predict', 'a.c'],
                       {'a.c': '#include <no/such.h>\n' + MAIN % ''}, 1,
                       r"^a\.c:1:10: error: .*no/such\.h.*\[missing-header\]"),
    'unbalanced_begin': (['predict', 'a.c'], annotated('begin x'), 1,
                         r'^a\.c:2:11: error: .*\[unbalanced-begin\]'),
    'unit_error': (['predict', 'a.c'], annotated('model time = 1 s + 1 byte'),
                   1, r'^a\.c:2:28: error: .*s and byte \[unit\]'),
    'division_by_zero': (['predict', 'a.c'], annotated('model time = 1 s / 0'),
                         1, r'^a\.c:2:28: error: division by zero \[domain\]'),
    'cost_of_no_number': (['predict', 'a.c', '-D', 'p=1', '-D', 'n=1'],
                          annotated('model time = log(1 - n) * 1 s'), 1,
                          r'^a\.c:2:11: error: .*not a number.*\[domain\]'),
    'recursion_without_size': (
        ['predict', 'a.c', '-D', 'p=2'],
        {'a.c': 'int f(int n) { return n ? f(n + 1) : 0; }\n'
                'int main(void) { return f(1); }\n'}, 1, r'\[recursion\]'),
    'no_main': (['predict', 'a.c'],
                {'a.c': 'int f(void) { return 1; }\nint g(void) { return 2; }\n'
                 }, 1, r'\[entry\]'),
    'binary_junk': (['predict', 'a.c'], {'a.c': junk()}, 1,
                    r'\[parse-error\]'),
    'binary_junk_check': (['check', 'a.c'], {'a.c': junk()}, 1,
                          r'\[parse-error\]'),
    'binary_junk_check_structure': (['check', 'a.lcs'], {'a.lcs': junk()}, 1,
                                    r'^a\.lcs:1:1: error: .*\[syntax\]'),
    'binary_machine': (['predict', 'a.c', '--machine', 'm.json'],
                       dict(PLAIN, **{'m.json': junk()}), 1,
                       r'^m\.json:1:1: error: this does not describe a machine'
                       r'.*\[machine\]'),
    'machine_of_another_kind': (['predict', 'a.c', '--machine', 'm.json'],
                                dict(PLAIN, **{'m.json': '[1, 2]\n'}), 1,
                                r'^m\.json.*\[machine\]'),
    'machine_without_object': (
        ['predict', 'a.c', '--machine', 'm.json'],
        dict(PLAIN, **{'m.json': '{"schema": "lcm-machine/1", "costs": [1], '
                                 '"levels": 3, "resources": "x"}'}), 1,
        r"^m\.json: error: 'costs' is no object \[machine\]"),
    'machine_placement': (
        ['predict', 'a.c', '--machine', 'm.json'],
        dict(PLAIN, **{'m.json': '{"schema": "lcm-machine/1", '
                                 '"placement": "near"}'}), 1,
        r"^m\.json: error: 'placement' is neither \"spread\" nor \"close\" "
        r"\[machine\]"),
    'machine_close': (
        ['predict', 'a.c', '--machine', 'm.json'],
        dict(PLAIN, **{'m.json': '{"schema": "lcm-machine/1", '
                                 '"placement": "close"}'}), 1,
        r"^m\.json: error: 'placement' is \"close\", but there is no "
        r"'processors' \[machine\]"),
    'machine_levels': (
        ['predict', 'a.c', '--machine', 'm.json'],
        dict(PLAIN, **{'m.json': '{"schema": "lcm-machine/1", "levels": ['
                                 '{"name": "L2", "size": 2}, '
                                 '{"name": "L1", "size": 1}]}'}), 1,
        r"^m\.json: error: 'levels' is not ordered by size"),
    'machine_many_levels': (
        ['predict', 'a.c', '--machine', 'm.json'],
        dict(PLAIN, **{'m.json': '{"schema": "lcm-machine/1", "levels": [' +
                                 '{"name": "m"}, ' * 8 +
                                 '{"name": "m"}]}'}), 1,
        r"^m\.json: error: 'levels' has more than 8 levels"),
    'huge_file': (['check', 'a.c'], {'a.c': Sparse(1 << 30)}, 2,
                  r'^a\.c: error: .*too large \[io\]'),
    'huge_structure': (['cat', 'a.lcs'], {'a.lcs': Sparse(1 << 30)}, 2,
                       r'^a\.lcs: error: .*too large \[io\]'),
    'long_line': (['check', 'a.c'],
                  annotated('model time = ' + '1 + ' * DEEP + '1 s'), 1,
                  r'^a\.c:2:400022: error: .*1 and s \[unit\]'),
    'deep_blocks': (['predict', 'a.c'], nested('{', '}'), 1,
                    r'\[(parse-error|depth)\]'),
    'deep_parentheses': (['predict', 'a.c'],
                         nested('(', ')'), 1, r'\[(parse-error|depth)\]'),
    'deep_ifs': (['predict', 'a.c'], deep('if (a)\n'), 1,
                 r'^a\.c:10003:1: error: statements are nested .*\[depth\]'),
    'deep_loops': (['analyze', 'a.c'], deep('for (;;)\n'), 1,
                   r'^a\.c:10003:1: error: .*\[depth\]'),
    'deep_else_ifs': (['predict', 'a.c'], deep('if (a) { a++; } else\n'), 1,
                      r'^a\.c:10003:1: error: .*\[depth\]'),
    'deep_model': (['check', 'a.c'],
                   annotated(f'model time = {"(" * DEEP}1{")" * DEEP} s'), 1,
                   r'^a\.c:2:1024: error: .*\[depth\]'),
    'deep_signs': (['check', 'a.c'],
                   annotated(f'model time = {"-" * DEEP}1 s'), 1,
                   r'^a\.c:2:\d+: error: .*\[depth\]'),
    'deep_tied_param': (['check', 'a.c'],
                        annotated(f'param n := {"(" * DEEP}1{")" * DEEP}'), 1,
                        r'^a\.c:2:\d+: error: .*\[(depth|syntax)\]'),
    'deep_pamela': (['predict', 'a.pam'],
                    {'a.pam': f'L = {"(" * DEEP}delay(1){")" * DEEP}\n'}, 1,
                    r'^a\.pam:1:\d+: error: .*\[depth\]'),
    'deep_pamela_blocks': (
        ['predict', 'a.pam'],
        {'a.pam': f'L = {"{ " * DEEP}delay(1){" }" * DEEP}\n'}, 1,
        r'^a\.pam:1:\d+: error: .*\[depth\]'),
    'deep_structure': (
        ['cat', 'a.lcs'],
        {'a.lcs': 'lcs 1\nfile a.c\nfunction main @a.c:1:1:0-9 {\n' +
                  'series {\n' * DEEP + '}\n' * DEEP + '}\n'}, 1,
        r'^a\.lcs:\d+:1: error: .*\[depth\]'),
    'deep_machine': (['predict', 'a.c', '--machine', 'm.json'],
                     dict(PLAIN, **{'m.json': '[' * DEEP}), 1,
                     r'^m\.json:1:\d+: error: .*\[syntax\]'),
    'output_into_nothing': (['predict', 'a.c', '-o', 'none/out.txt'], PLAIN, 2,
                            r'^none/out\.txt: error: .*\[io\]'),
    'output_over_directory': (['predict', 'a.c', '-o', '.'], PLAIN, 2,
                              r'^\.: error: .*\[io\]'),
    'picture_into_nothing': (['graph', 'a.c', '-o', 'none/out.svg'], PLAIN, 2,
                             r'error: .*\[io\]'),
    'no_output_after_errors': (['predict', 'a.c', '-o', 'out.txt'],
                               annotated('begin x'), 1, r'\[unbalanced-begin'),
}


def write(place, files):
    """Write `files` into the directory `place`."""
    for name, content in files.items():
        path = os.path.join(place, name)
        if content is PIPE:
            os.mkfifo(path)
        elif isinstance(content, Sparse):
            with open(path, 'wb') as file:
                file.truncate(content)
        else:
            with open(path, 'wb') as file:
                file.write(content if isinstance(content, bytes)
                           else content.encode())


def check(lcm, case):
    """Yield what is wrong with the answer to `case`."""
    arguments, files, status, pattern, *variables = case
    environment = dict(os.environ, **dict(variables))
    with tempfile.TemporaryDirectory() as place:
        write(place, files)
        try:
            run = subprocess.run([lcm, *arguments], cwd=place, check=False,
                                 stdin=subprocess.DEVNULL, timeout=SECONDS,
                                 env=environment,
                                 capture_output=True)
        except subprocess.TimeoutExpired:
            yield f'does not end within {SECONDS} s'
            return
        said = run.stderr.decode('utf8', 'replace')
        if run.returncode != status:
            yield f'status {run.returncode}, expected {status}: {said[:2000]}'
        if run.stdout:
            yield f'standard output: {run.stdout[:200]}'
        if pattern and not re.search(pattern, said, re.M):
            yield f'standard error has no {pattern}: {said[:2000]}'
        for line in said.splitlines() if pattern else ():
            if not LINE.fullmatch(line):
                yield f'no diagnostic: {line[:500]}'
        left = sorted(set(os.listdir(place)) - set(files))
        if left:
            yield f'left behind: {left}'


def main():
    lcm = os.path.abspath(sys.argv[1])
    failed = False
    for name in sys.argv[2:] or CASES:
        for failure in check(lcm, CASES[name]):
            failed = True
            print(f'{name}: {failure}')
    print('failed' if failed else f'ok, {len(CASES)} cases')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
