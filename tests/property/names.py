"""Random programs in C whose variables are called alike: those of functions
hide each other and those of the file, constants, macros, members and parameters
have the same names, and calls are given to macros.

A program is a list of lines.  TICK(k), behind a comment with a model, is what is
counted.
"""

from rows import Rows

NAMES = ['n', 'm', 'k', 'i', 'j', 'size', 'len', 's', 'a', 'b', 'c', 'd']
HEAD = ['#define DO(x) x', '#define GUARD(x) do { x; } while (0)',
        'struct box { int n, m, size; };',
        'static struct box box = { 3, 4, 5 };',
        'static void set(int *x, int y) { *x = y; }',
        'static struct box given(int x) {',
        '  struct box r; r.n = 3; r.m = x; r.size = r.n + 1; return r;', '}']
OF_FILE = ['static int {} = {};', 'static const int {} = {};', 'int {} = {};',
           'enum {{ {} = {} }};', '#define M_{} {}']


class Maker:
    """Makes one program from `dice`; with `moves` variables are set again."""

    def __init__(self, dice, moves):
        self.dice, self.moves = dice, moves
        self.ticks, self.functions = 0, []

    def tick(self):
        """Return the lines of the next thing that is counted."""
        self.ticks += 1
        return ['// lcm: model pc = 1 us', f'TICK({self.ticks});']

    def value(self, known):
        """Return an expression over the names `known`."""
        name = self.dice.choice(list(known)) if known else None
        if name is None or self.dice.random() < 0.35:
            return str(self.dice.randrange(1, 7))
        return self.dice.choice(['{}', '{}', '{}', '{} + 1', '2 * {}',
                                 '({} + 1) / 2', '{} - 1']).format(name)

    def setting(self, known):
        """Return a statement that sets a variable, '' where there is none."""
        names = [name for name in known if known[name]]
        if not names:
            return ''
        return self.dice.choice(
            ['{0} = {1};', '{0} += {1};', '{0}++;', 'set(&{0}, {1});',
             'if ({1} > 3) {0} = 2;', 'if ({1} > 3) {0}--; else {0} = {1};',
             'if ({1} > 2) {{ {0} = 1; if ({1} > 3) --{0}; }}',
             '{{ int *at = &{0}; *at = 3; }}']
        ).format(self.dice.choice(names), self.value(known))

    def declaration(self, known, taken):
        """Return the declaration of a variable that the block has not yet."""
        names = [name for name in NAMES if name not in taken]
        name = self.dice.choice(names)
        kind = self.dice.choice(['int', 'const int', 'static const int',
                                 'const long'])
        value = self.dice.randrange(1, 7) if kind.startswith('static') else \
            self.value({other: 0 for other in known if other != name})
        taken.add(name)
        known[name] = kind == 'int'
        return f'{kind} {name} = {value};'

    def loop(self, known, depth):
        """Return a loop whose index may hide a variable."""
        index = self.dice.choice(NAMES)
        bound = self.value({name: 0 for name in known if name != index})
        inside = self.block({**known, index: False}, depth + 1, set())
        return [f'for (int {index} = 0; {index} < {bound}; {index}++) {{',
                *self.tick(), *inside, '}']

    def record(self, known):
        """Return a block with a structure whose members are set and read."""
        name = self.dice.choice(['in', 'box', 's'])
        known = {other: known[other] for other in known
                 if other != name and not other.startswith(name + '.')}
        inside = {**known, f'{name}.n': False}
        loop = [f'for (int q = 0; q < {name}.{{0}}; q++) {{{{', *self.tick(),
                '}}']
        first = [line.format('n') for line in loop]
        second = [f'{name}.m = {self.value(inside)};',
                  *[line.format('m') for line in
                    [loop[0], *self.tick(), loop[-1]]]]
        if self.dice.random() < 0.5:
            second = [f'if ({self.value(known)} > 2) {{', *second, '}']
        more = self.dice.choice([
            '', '', '', f'{name}.n++;', f'set(&{name}.n, 4);',
            f'if ({self.value(known)} > 3) {name}.n = 2;', f'{name} = given(3);'
        ]) if self.moves else ''
        begin = self.dice.choice([
            [f'struct box {name};', f'{name}.n = {self.value(known)};'],
            [f'struct box {name} = given({self.value(known)});']])
        return ['{', *begin, *first, more, *second,
                *[line.format('n') for line in
                  [loop[0], *self.tick(), loop[-1]]], '}']

    def story(self):
        """Return statements that set the variable `total` in turn."""
        first = self.value({})
        lines = [f'total = {first};']
        for _ in range(self.dice.randrange(1, 4)):
            lines.append(self.dice.choice(
                ['total++;', f'total -= {self.value({})};',
                 f'if (total > {self.value({})}) total = 2;',
                 f'if (total % 2 == 0) {{ total += {self.value({})}; }}',
                 f'if (total == {first}) total = 5; else total--;']))
            if self.dice.random() < 0.05:
                lines.append(self.dice.choice(
                    ['late();', 'for (int q = 0; q < 2; q++) total++;']))
        lines.append('other = total + 1;')
        return lines

    def call(self, known):
        """Return the call of a function, plain or given to a macro."""
        name, params = self.dice.choice(self.functions)
        call = f"{name}({', '.join(self.value(known) for _ in params)})"
        return self.dice.choice(['{};', '{};', 'DO({});', 'GUARD({});']
                                ).format(call)

    def block(self, known, depth, taken):
        """Return statements where `known` names are seen; those in `taken`
        are declared in the same block."""
        known, lines = dict(known), []
        for _ in range(self.dice.randrange(1, 4 if depth < 2 else 2)):
            what = self.dice.random()
            if what < 0.25:
                lines.append(self.declaration(known, taken))
            elif what < 0.5 and depth < 2:
                lines += self.loop(known, depth)
            elif what < 0.6:
                lines += ['{', *self.block(known, depth, set()), '}']
            elif what < 0.64:
                lines += self.record(known)
            elif what < 0.7:
                lines += [f'if ({self.value(known)} > {self.value(known)}) {{',
                          *self.tick(), '} else {', *self.tick(), '}']
            elif what < 0.8 and self.moves:
                lines.append(self.setting(known))
            elif what < 0.95 and self.functions:
                lines.append(self.call(known))
            else:
                lines += self.tick()
        return lines

    def program(self):
        """Return the lines of a program."""
        known = {'box.n': True, 'box.size': True}
        lines = list(HEAD)
        for name in self.dice.sample(NAMES, self.dice.randrange(4)):
            kind = self.dice.choice(OF_FILE)
            lines.append(kind.format(name, self.dice.randrange(1, 7)))
            known['M_' + name if 'M_' in kind else name] = 'int {}' in kind \
                and 'const' not in kind
        for number in range(self.dice.randrange(1, 4)):
            params = self.dice.sample(NAMES, self.dice.randrange(3))
            inside = {**known, **{name: True for name in params}}
            of = ', '.join('int ' + name for name in params) or 'void'
            body = self.block(inside, 0, set(params))
            lines += [f'static void f{number}({of}) {{', *body, '}']
            self.functions.append((f'f{number}', params))
        taken = set()
        lines += ['static int total, other;', 'static void late(void) {',
                  'for (int q = 0; q < total; q++) {', *self.tick(), '}', '}']
        rows = Rows(self) if self.dice.random() < 0.35 else None
        if rows:
            lines += rows.functions()
        lines += ['int main(void) {']
        if self.dice.random() < 0.5:
            lines += [*self.story(), 'late();',
                      'for (int q = 0; q < total + other; q++) {',
                      *self.tick(), '}']
        lines += self.block(known, 0, taken)
        if rows:
            lines += ['{', *rows.uses(), '}']
        for name, params in self.functions:
            given = ', '.join(str(self.dice.randrange(1, 7)) for _ in params)
            lines.append(f'{name}({given});')
        return lines + ['return 0;', '}']
