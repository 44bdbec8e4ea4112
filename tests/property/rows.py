"""Random arrays at file scope whose elements a function fills in loops, and
whose rows are given to functions, for the programs of names.py."""


class Rows:
    """Makes the parts of one program, with `maker`, its Maker."""

    def __init__(self, maker):
        self.maker, self.dice = maker, maker.dice
        self.rows = self.dice.randrange(2, 4)
        self.columns = self.dice.randrange(2, 4)
        self.given = []

    def element(self):
        """Return an element with numbers as subscripts."""
        return f'at[{self.dice.randrange(self.rows)}]' \
               f'[{self.dice.randrange(self.columns)}]'

    def value(self, index):
        """Return what an element is filled with in a loop over `index`."""
        return self.dice.choice(
            ['3', '2', f'{index} + 1', f'2 * {index}', f'{index} % 2 + 1',
             f'4 - {index}', '1', '4',
             self.dice.choice(['2', '5', 'box.n', 'rank()'])])

    def filling(self):
        """Return statements that set elements in loops."""
        lines = [f'for (int i = 0; i < {self.rows}; i++)',
                 f'  row[i] = {self.value("i")};']
        if self.dice.random() < 0.3:
            lines += [f'for (int i = 0; i < {self.rows}; i++) {{',
                      f'  for (int k = 0; k < {self.columns}; k++)',
                      f'    at[i][k] = {self.value("k")};', '}']
        else:
            for column in range(self.columns):
                head = f'for (int i = 0; i < {self.rows}; i++)'
                if self.dice.random() < 0.1:
                    head = f'for (int i = {self.rows - 1}; i >= 0; i--)'
                lines += [head, f'  at[i][{column}] = {self.value("i")};']
        if self.dice.random() < 0.2:
            lines.append(f'{self.element()} = 3;')
        return lines

    def loop(self, bound):
        """Return a loop up to `bound`."""
        return [f'for (int q = 0; q < {bound}; q++) {{', *self.maker.tick(),
                '}']

    def reader(self, number):
        """Return a function that gets a row."""
        k = self.dice.randrange(self.columns)
        what = self.dice.choice(['const int *in', 'int in[3]', 'int *in'])
        more = self.dice.choice([''] * 8 + ['in[0]++;', 'at[1][0] = 2;'])
        if 'const' in what and '++' in more:
            more = ''
        return [f'static void read{number}(int k, {what}, int m) {{', more,
                *self.loop(f'in[{k}]'), *self.loop('in[0] + m - k'), '}']

    def use(self):
        """Return statements that use elements or rows."""
        what = self.dice.random()
        if what < 0.3:
            return self.loop(self.element())
        if what < 0.4:
            return self.loop('row[1]')
        if what < 0.95:
            given = self.dice.choice([f'at[{self.dice.randrange(self.rows)}]',
                                      'at[0]', 'at[1]', 'row',
                                      self.dice.choice(['row', 'own'])])
            return [f'read{self.dice.randrange(2)}(1, {given}, 2);']
        return [self.dice.choice([f'{self.element()} = 2;', 'fill();',
                                  f'{self.element()}++;'])]

    def functions(self):
        """Return what stands before main."""
        begin = self.dice.choice(['', '', ' = { { 1, 2 }, { 3 } }'])
        return ['static int rank(void) { return 2; }',
                f'static int at[{self.rows}][{self.columns}]{begin};',
                f'static int row[{self.rows}];',
                'static void fill(void) {', *self.filling(), '}',
                *self.reader(0), *self.reader(1)]

    def uses(self):
        """Return what stands in main."""
        lines = ['int own[3] = { 2, 3, 1 };']
        late = self.dice.random() < 0.2
        if late:
            lines += self.use()
        lines.append('fill();')
        for _ in range(self.dice.randrange(1, 4)):
            lines += self.use()
        return lines
