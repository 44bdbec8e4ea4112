"""Functions whose numbers are below zero, at random: quotients, remainders,
shifts, bits and conversions to types without a sign, in values, bounds and
conditions."""

SIZES = ((-7, 4), (5, -3), (-13, -2), (9, -5))


class Signed:
    """Writes one function at random."""

    def __init__(self, rng, name):
        self.rng, self.name, self.lines = rng, name, []
        self.names = ['n', 'm']

    def put(self, depth, text):
        self.lines.append('  ' * depth + text)

    def mark(self, depth):
        self.put(depth, '// lcm: model time = 1 s')
        self.put(depth, 'mark();')

    def plain(self):
        """Return a number that may be below zero."""
        rng = self.rng
        x = rng.choice(self.names)
        return rng.choice([x, x, str(rng.randint(-9, 9)), f'-{x}',
                           f'{x} - {rng.randint(1, 9)}',
                           f'{rng.randint(1, 9)} - {x}',
                           f'{x} - {rng.choice(self.names)}',
                           f'{rng.randint(2, 3)} * {x}',
                           f'-2 * {x} + 1', f'{x} + {rng.randint(1, 4)}'])

    def value(self):
        """Return a small number, made by an operation of this script."""
        rng = self.rng
        x, y = self.plain(), self.plain()
        by = rng.choice(['2', '3', '4', '5', '-2', '-3', '7'])
        return rng.choice([
            f'({x}) / {by}', f'({x}) / {by}', f'({x}) % {by}',
            f'({x}) % {by}', f'({x}) >> {rng.randint(1, 3)}',
            f'({x}) & {rng.choice([1, 3, 6, 15])}',
            f'(({x}) % 4 + 4) % 4', f'({x}) / {by} * 2 - 1',
            f'(int)(({x}) * 0.5)', f'(int)(({x}) / 4.0)', f'{x}',
            f'(unsigned)({x}) % {rng.choice([5, 8, 16])}',
            f'(int)((unsigned)({x}) >> 28)', f'(unsigned char)({x}) / 16',
            f'(signed char)({x})', f'abs({x}) / 2', f'(({x}) < 0) + 1',
            f'(({x}) > ({y}) ? ({x}) / 2 : ({y}) % 3)',
            f'(({x}) > 0 ? (({x}) - 1) / 2 : ({x}) / 2)',
            f'(({x}) < ({y}) ? (({y}) - ({x})) / 2 : (({y}) - ({x})) % 3)'])

    def test(self):
        """Return a condition."""
        rng = self.rng
        x, y = self.plain(), self.plain()
        k = rng.randint(-2, 2)
        return rng.choice([
            f'({x}) / {rng.choice([2, 3, -2])} {rng.choice(["<", "==", ">="])}'
            f' {k}', f'({x}) % {rng.choice([2, 3, -3])} == {k}',
            f'({x}) % 2', f'!(({x}) % 3)', f'(({x}) >> 1) <= {k}',
            f'(({x}) & 1) == 1', f'({x}) < ({y})', f'{x}',
            f'(unsigned)({x}) < 5u', f'({x}) < sizeof(int)',
            f'(unsigned char)({x}) > 200', f'({x}) / 2 == ({x}) >> 1',
            f'({x}) < 0 && ({x}) / 2 > -3', f'({x}) >= 0 || ({x}) / 2 < {k}',
            f'({x}) > 2 && (({x}) - 3) / 2 > {k}'])

    def declare(self, depth):
        """Write a variable."""
        name = f'v{len(self.names)}'
        kind = self.rng.choice(['int', 'int', 'int', 'long', 'short',
                                'const int'])
        self.put(depth, f'{kind} {name} = {self.value()};')
        if kind != 'const int' and self.rng.random() < .3:
            self.put(depth, f'{name} {self.rng.choice(["+=", "-=", "/="])} '
                            f'{self.rng.randint(2, 4)};')
        self.names.append(name)

    def loop(self, depth, nest):
        """Write a loop with something in it."""
        rng, i = self.rng, f'i{depth}{len(self.lines)}'
        low, high = rng.randint(-9, 3), self.value()
        self.put(depth, rng.choice([
            f'for (int {i} = {low}; {i} < (int)(({high}) % 12); {i}++) {{',
            f'for (int {i} = {low}; {i} <= {low + rng.randint(2, 15)}; '
            f'{i} += {rng.randint(1, 3)}) {{',
            f'for (int {i} = {-low}; {i} > {low}; {i} -= '
            f'{rng.randint(1, 3)}) {{',
            f'for (int {i} = (int)(({high}) % 9); {i} < 5; {i}++) {{',
            f'for (int {i} = 3; {i} >= (int)(({high}) % 7); {i}--) {{',
            f'for ({rng.choice(["int", "long", "short"])} {i} = {low}; '
            f'{i} {rng.choice(["<", "<="])} {rng.randint(0, 7)}u; {i}++) {{',
            f'for (int {i} = (int)(({high}) % 6); {i} < sizeof(int) * 2; '
            f'{i} += 2) {{',
            f'for (int {i} = {abs(low) + 2}; {i} > {rng.randint(1, 4)}u; '
            f'{i}--) {{']))
        kept = list(self.names)
        self.names += [i, i]
        self.body(depth + 1, nest - 1)
        self.names = kept
        self.put(depth, '}')

    def body(self, depth, nest):
        """Write statements; a call of mark() comes last."""
        for _ in range(self.rng.randint(0, 2)):
            what = self.rng.random()
            if what < .3:
                self.declare(depth)
            elif what < .4 and depth > 1:
                self.put(depth, f'if ({self.test()}) continue;')
            elif what < .6 and nest:
                self.loop(depth, nest)
            else:
                self.put(depth, f'if ({self.test()}) {{')
                self.mark(depth + 1)
                self.put(depth, '}')
        self.mark(depth)

    def function(self):
        """Return the lines of the function."""
        self.put(0, f'void {self.name}(int n, int m) {{')
        for _ in range(self.rng.randint(0, 2)):
            self.declare(1)
        self.loop(1, 2)
        self.put(0, '}')
        return self.lines
