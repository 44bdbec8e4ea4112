#!/usr/bin/env python3
"""Checks what lcm takes functions to return, against runs.

Random programs of one or two files have functions that return whole numbers:
formulas, choices, early returns, numbers kept at file scope, what other
functions return, and what has no formula: what a loop, a counter or a pointer
gives.  Some call themselves, and some parameters and results have few bits.
Programs count up to what they return, each round with a model of 1 s,
and print how many there were.  lcm has to say the same number of seconds, or
that it does not know a bound.  Nothing takes 1 of a number, which lcm reads as
one less than a size, that is at least 1.

usage: check_results.py LCM CC [FIRST [COUNT]]
"""
import random
import sys

import ticks

SEEDS = 60
NARROW = ['unsigned', 'short', 'unsigned char', 'enum mode']


def term(r, names, depth=0):
    """Return a formula of a whole number below some hundred."""
    kind = r.randrange(9 if depth < 2 else 3)
    if kind < 2 and names:
        return r.choice(names)
    if kind < 3:
        return str(r.choice([1, 2, 3, 5, 7, 12]))
    a, b = term(r, names, depth + 1), term(r, names, depth + 1)
    if kind == 3:
        return f'({a} + {b})'
    if kind == 4:
        return f'({a} * {b} % 97)'
    if kind == 5:
        return f'({a} / {r.choice([2, 3])})'
    if kind == 6:
        return f'({a} < {b} ? {a} : {b})'
    if kind == 7:
        return f'({a} > {b} ? {b} : {r.choice([4, 6])})'
    return f'({a} - {b})' if b != '1' else f'({a} - 2)'


def call(r, functions, names):
    """Return a call of one of the functions, which take two numbers."""
    return f'{r.choice(functions)}({term(r, names, 1)}, {term(r, names, 1)})'


def body(r, before):
    """Return the body of a function of `a` and `b` that returns a number."""
    names = ['a', 'b']
    lines = []
    for k in range(r.randrange(3)):
        kind = r.randrange(9)
        value = call(r, before, names) if before and r.random() < 0.3 else \
            term(r, names)
        if kind < 3:
            lines.append(f'int v{k} = {value};')
            names.append(f'v{k}')
        elif kind == 3:
            lines.append(f'int v{k}; v{k} = {value};')
            names.append(f'v{k}')
        elif kind == 4:
            lines.append(f'int v{k} = 1; if (a > {k + 2}) v{k} = {value};')
            names.append(f'v{k}')
        elif kind == 5:
            lines.append(f'if ({term(r, names, 1)} < {term(r, names, 1)})'
                         f' return {value};')
        elif kind == 6:
            lines.append(f'if (a > b) {{ return {value}; }} else if (a == b)'
                         f' return {term(r, names)};')
        else:
            lines.append(r.choice([
                'a = a + 1;', 'kept++;', f'kept = {value};', 'b *= 2;',
                'for (int k = 0; k < 3; k++) if (k == b) return k;',
                'for (int k = 0; k < b; k++) a += 2;',
                'while (a > 1) { a /= 2; b++; }',
                f'{{ int s = 1; while (s < b) s *= 2; b = s + {value}; }}',
                f'switch (b) {{ case 1: a = {value}; break; case 2: a++; '
                f'default: a += 3; }}',
                f'switch (a) {{ case 1: return {value}; case 2: a = 3; break; '
                f'case 3: b += 2; default: return {term(r, names)}; }}',
                f'switch (a) {{ case 1: return {value}; default: break; }}',
                '{ static int calls; calls++; b = calls; }',
                '{ __typeof__(a) *p = &a; *p = 3; }']))
    last = r.randrange(9)
    value = term(r, names)
    lines.append('return fixed + %s;' % value if last == 0 else
                 'return kept;' if last == 1 else
                 f'return kept + {value};' if last == 2 else
                 f'return {call(r, before, names)};' if last == 3 and before
                 else f'return (int)({value} * 0.5);' if last == 4
                 else f'return {value};')
    return ' '.join(lines)


def again(r, name):
    """Return the body of a function of `a` and `b` that calls itself."""
    names = ['a', 'b']
    step = r.choice(['a / 2, b + 1', 'a - 2, b', 'a - 1, b / 2 + 1'])
    return r.choice([
        f'if (a < 2) return {term(r, names, 1)}; return {name}({step}) + '
        f'{term(r, names, 1)} % 3;',
        f'return a < 1 ? {term(r, names, 1)} : 1 + {name}({step});',
        f'if (b < 1 || b > a) return a; return {name}(b, a % b);'])


def program(seed):
    """Return the two files of a random program; the second may be empty."""
    r = random.Random(seed)
    two = r.random() < 0.5
    files = ['', '']
    functions = []
    known = []
    for k in range(r.randrange(2, 6)):
        far = two and r.random() < 0.6
        name = f'f{k}'
        before = [one for one, there in functions if there == far or not far]
        shared = far or r.random() < 0.3
        kind = r.choice(['int', 'int', 'int', 'long', 'unsigned', 'short',
                         'unsigned char', 'enum mode'])
        given = [r.choice(['int'] * 4 + NARROW) for _ in range(2)]
        head = f'{kind} {name}({given[0]} a, {given[1]} b)'
        inner = body(r, before) if r.random() < 0.8 else again(r, name)
        text = f'{head} {{ {inner} }}\n'
        files[far] += text if shared else 'static ' + text
        if shared or not far:
            functions.append((name, far))
        known.append(f'{head};\n' if far else '')
    names = ['a', 'b']
    value = term(r, names)
    files[0] += 'static void put(int a, int b, int *at) { ' + r.choice([
        f'*at = {value};', f'*at = {value};', f'int v = {value}; *at = v;',
        f'if (a > 2) *at = {value}; else *at = 3;',
        f'*at = 5; if (a > 2) return; *at = {value};',
        f'*at = {value}; *at += 1;', f'if (a > b) return; *at = {value};',
        f'for (int k = 0; k < 2; k++) *at = k + {value};',
        f'at = at + (a - a); *at = {value};']) + ' }\n'
    top = 'void tick(void), done(void);\nenum mode { SMALL, LARGE };\n'
    first = r.randrange(2, 9)
    begin = 'static int kept = %d;\nstatic const int fixed = %d;\n'
    lines = []
    names = ['n']
    for k in range(r.randrange(2, 6)):
        name = f'c{k}'
        value = call(r, [one for one, _ in functions], names)
        lines.append(r.choice([f'int {name} = {value};'] * 24 + [
            f'int {name} = {value};', f'int {name}; {name} = {value};',
            f'int {name} = {value} + 1;',
            f'int {name} = 2, other{k} = {value}; {name} += other{k};',
            f'int {name}; put({term(r, names, 1)}, {term(r, names, 1)},'
            f' &{name});',
            f'int {name} = 4; put({name}, {term(r, names, 1)}, &{name});',
            f'int {name} = 4; put((int)(n * 0.7), n, &{name});']))
        names.append(name)
        lines.append(r.choice([
            f'for (int i = 0; i < {name}; i++) tick();',
            f'for (int i = 0; i < {name}; i++) tick();',
            f'for (int i = {name}; i < 40; i += 2) tick();',
            f'for (int i = 0; i < {call(r, [functions[0][0]], names)}; i++)'
            f' tick();',
            f'if ({name} > 5) tick();',
            f'for (int j = 0; j < 3; j++) {{ int m ='
            f' {functions[-1][0]}(j, {name}); for (int i = 0; i < m; i++)'
            f' tick(); }}',
            f'rounds({name});']))
    main = ('static void rounds(int n) {\n'
            '  for (int i = 0; i < n; i++) tick();\n}\n'
            'int main(void) {\n  int n = %d;\n  ' % first +
            '\n  '.join(lines) + '\n  done();\n  return 0;\n}\n')
    files[0] = (top + begin % (first, first + 1) + ''.join(known) + files[0] +
                main)
    files[1] = (top + begin % (4, 3) + files[1]) if two else ''
    return files


def main():
    """Check all programs."""
    lcm, cc = sys.argv[1:3]
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    n = int(sys.argv[4]) if len(sys.argv) > 4 else SEEDS
    ticks.check_all(lcm, cc, range(first, first + n),
                    lambda seed: (program(seed) + [ticks.TICK],), 10)


if __name__ == '__main__':
    main()
