"""Functions of loops that are left early, at random.

Loops go in odd steps, have two conditions or indices, test at their end, change
their index or their bound as they go, or are tiles with a rest; `if`, `switch`,
`break`, `continue`, `goto` and `return` decide what of them is executed.
"""


class Writer:
    """Writes one function at random."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.lines = []
        self.fresh = 0
        self.labels = []     # behind loops around
        self.counters = []   # variables that the body changes

    def new(self, word):
        self.fresh += 1
        return f'{word}{self.fresh}'

    def put(self, depth, text):
        self.lines.append('  ' * depth + text)

    def mark(self, depth):
        self.put(depth, '// lcm: model time = 1 s')
        self.put(depth, 'mark();')

    def value(self, names):
        rng = self.rng
        if rng.random() < 0.15:
            return rng.choice(['(n < m ? n : m)', 'n >> 1', '(m & 6)', 'd.n',
                               'd.m - 1', 'sizes[2]', 'n % 5', '(n ^ 1)',
                               f'sizes[{rng.choice(names)} & 3]' if names
                               else 'least(n, m)'])
        return rng.choice([str(rng.randint(0, 12)), 'n', 'm', 'm + 2',
                           'n - 3', 'n / 2', '2 * m',
                           rng.choice(names) if names else '5'])

    def test(self, names):
        """Return a condition on the indices `names` around."""
        rng = self.rng
        i = rng.choice((names + self.counters) or ['m'])
        if rng.random() < 0.15:
            return rng.choice([
                f'{i} & 1', f'({i} & 3) == {rng.randint(0, 3)}',
                f'{i} == sizes[{rng.randint(0, 3)}]', f'!({i} % 3)',
                f'{i} < d.m && !({i} == {self.value([])})',
                f'({i} > 2 ? {i} < 5 : {i} == 1)'])
        return rng.choice([
            f'{i} == {self.value([])}', f'{i} > {self.value([])}',
            f'{i} >= {self.value([])}',
            f'({i} + 30) % 3 == {rng.randint(0, 2)}',
            f'{i} * {i} > {self.value([])}', f'{i} != {rng.randint(0, 3)}',
            f'{i} + {self.value(names)} > {self.value([])}',
            f'n > {rng.randint(0, 15)}',
            f'{i} == 3 || {i} == {self.value([])}',
            f'{i} > 1 && {i} % 2 == {rng.randint(0, 1)}',
            f'!({i} < {self.value([])})'])

    def effect(self, names):
        """Return a condition that may change a counter when it is asked."""
        s = self.rng.choice(self.counters)
        return self.rng.choice([
            f'{s}++ < {self.value([])}', f'++{s} == {self.value([])}',
            f'{self.test(names)} && {s}++ < {self.value([])}',
            f'{self.test(names)} || --{s} < {self.value([])}',
            f'({s} += 2) > {self.value([])}'])

    def jump(self, loops):
        """Return a jump out of one of `loops` loops around."""
        if self.labels and self.rng.random() < 0.25:
            return f'goto {self.rng.choice(self.labels)};'
        if not loops or self.rng.random() < 0.25:
            return 'return;'
        return self.rng.choice(['break;', 'break;', 'break;', 'continue;'])

    def leave(self, depth, names, loops):
        """Write a branch that leaves, in one of several shapes."""
        rng = self.rng
        shape = rng.randrange(7)
        test = self.test(names)
        if self.counters and rng.random() < 0.2:
            test = self.effect(names)
        if rng.random() < 0.08:
            self.put(depth, f'if (look({names[-1] if names else "m"}) == 2) '
                     f'{self.jump(loops)}')
            return
        if shape == 6 and rng.random() < 0.7:
            self.put(depth, self.jump(loops))
            return
        if shape in (0, 1, 2, 6):
            self.put(depth, f'if ({test}) {self.jump(loops)}')
            return
        self.put(depth, f'if ({test}) {{')
        if shape == 3:
            self.mark(depth + 1)
            self.put(depth + 1, self.jump(loops))
        elif shape == 4:
            self.put(depth + 1, f'if ({self.test(names)}) {self.jump(loops)}')
            self.mark(depth + 1)
        else:
            self.mark(depth + 1)
            self.put(depth, '} else {')
            self.put(depth + 1, self.jump(loops))
        self.put(depth, '}')

    def body(self, depth, names, loops, step=None, nest=2):
        """Write statements; `step` comes last and has no `continue` before."""
        at = len(self.lines)
        for _ in range(self.rng.randint(1, 3)):
            self.statement(depth, names, loops, nest)
        if step:
            self.lines[at:] = [line.replace('continue;', 'break;')
                               for line in self.lines[at:]]
            self.put(depth, step)

    def statement(self, depth, names, loops, nest):
        """Write one statement."""
        what = self.rng.random()
        if what < 0.35:
            self.mark(depth)
        elif what < 0.5:
            self.leave(depth, names, loops)
        elif what < 0.6 and nest:
            self.branch(depth, names, loops, nest)
        elif what < 0.67 and nest:
            self.switch(depth, names, loops, nest)
        elif what < 0.85 and nest:
            self.loop(depth, names, loops, nest)
        elif what < 0.92:
            self.arms(depth, names, loops)
        elif what < 0.95 and nest:
            self.again(depth, names, loops, nest)
        elif self.counters:
            self.put(depth, f'{self.rng.choice(self.counters)} '
                     f'{self.rng.choice(["+=", "-="])} {self.value(names)};')
        else:
            self.mark(depth)

    def branch(self, depth, names, loops, nest):
        """Write an `if` of several statements, mostly with `else`."""
        self.put(depth, f'if ({self.test(names)}) {{')
        self.body(depth + 1, names, loops, None, nest - 1)
        if self.rng.random() < 0.6:
            self.put(depth, '} else {')
            self.body(depth + 1, names, loops, None, nest - 1)
        self.put(depth, '}')

    def switch(self, depth, names, loops, nest):
        """Write a `switch`, whose arms may fall through or leave."""
        rng = self.rng
        by = rng.choice(names + ['m', 'n'])
        if rng.random() < 0.08:
            by = f'look({by})'
        by = rng.choice([by, f'({by} + 32) % 4', f'{by} & 3'])
        self.put(depth, f'switch ({by}) {{')
        labels = [f'case {k}:' for k in range(rng.randint(1, 4))]
        if rng.random() < 0.6:
            labels.insert(rng.randrange(len(labels) + 1), 'default:')
        for label in labels:
            self.put(depth, label)
            if rng.random() < 0.15:
                continue
            self.put(depth + 1, '{')
            self.body(depth + 1, names, loops, None, nest - 1)
            self.put(depth + 1, '}')
            if rng.random() < 0.7:
                self.put(depth + 1, rng.choice(['break;'] * 4 + [
                    self.jump(loops)]))
        self.put(depth + 1, ';')
        self.put(depth, '}')

    def again(self, depth, names, loops, nest):
        """Write statements that a `goto` backwards repeats."""
        k, label = self.new('k'), self.new('again')
        self.put(depth, f'int {k} = 0;')
        self.put(depth, f'{label}:;')
        self.put(depth, '{')
        self.body(depth + 1, names, loops, None, nest - 1)
        self.put(depth, '}')
        self.put(depth, f'if (++{k} < {self.rng.randint(1, 4)}) goto {label};')

    def arms(self, depth, names, loops):
        """Write a variable that both arms of a branch set, or a comma, and a
        loop."""
        rng = self.rng
        v, w = self.new('v'), self.new('w')
        if rng.random() < 0.3:
            self.put(depth, f'int {v}, {w};')
            self.put(depth, f'{w} = {self.value(names)}, {v} = {w} + 1;')
            self.put(depth, f'if ({self.test(names)}) {{')
            self.put(depth + 1, f'{v} = {self.value(names)}, {w}++;')
            self.put(depth, '}')
            self.put(depth, f'{v} += {w}, {w} -= 1;')
        elif rng.random() < 0.5:
            self.put(depth, f'int {v};')
            self.put(depth, f'if ({self.test(names)}) {v} = '
                     f'{self.value(names)};')
            self.put(depth, f'else {v} = {self.value(names)};')
        else:
            self.put(depth, f'int {v} = {self.value(names)};')
            self.put(depth, f'if ({self.test(names)}) {v} = '
                     f'{self.value(names)};')
        i = self.new('i')
        self.put(depth, f'for (int {i} = 0; {i} < {v}; {i}++)')
        self.mark(depth + 1)

    def loop(self, depth, names, loops, nest):
        """Write a loop, perhaps with a counter and a label behind it."""
        rng, label, counter = self.rng, None, None
        if rng.random() < 0.15:
            counter = self.new('s')
            self.put(depth, f'int {counter} = {self.value([])};')
            self.counters.append(counter)
        if rng.random() < 0.15:
            label = self.new('out')
            self.labels.append(label)
        rng.choice([self.upward, self.upward, self.upward, self.odd,
                    self.odd, self.tested, self.endless, self.tile,
                    self.flagged, self.merged, self.strange])(
                        depth, names, loops, nest)
        if label:
            self.labels.remove(label)
            self.put(depth, f'{label}:;')
        if counter:
            self.counters.remove(counter)

    def change(self, depth, names, index, sign='+'):
        """Write, sometimes, a change of the index in the body."""
        if self.rng.random() < 0.12:
            change = self.rng.choice([f'{index}{sign}{sign};',
                                      f'{index} {sign}= 2;'])
            self.put(depth, self.rng.choice(
                [change, f'if ({self.test(names)}) {change}']))

    def upward(self, depth, names, loops, nest):
        """Write a `for` from a value to another, up or down."""
        rng, i = self.rng, self.new('i')
        low, high = self.value(names), self.value(names)
        kind = rng.choice(['int'] * 4 + ['long', 'short', 'signed char'])
        step, sign = rng.choice([1, 1, 1, 2, 3]), '+'
        if rng.random() < 0.3:
            low, high, sign = high, low, '-'
        by = f'{i}{sign}{sign}' if step == 1 else f'{i} {sign}= {step}'
        if step == 1 and rng.random() < 0.3:
            by = f'{sign}{sign}{i}'
        less = rng.choice(['<', '<='] if sign == '+' else ['>', '>='])
        test = f'{i} {less} {high}'
        if rng.random() < 0.2:
            test += f' {rng.choice(["&&", "&&", "||"])} {i} {less} ' \
                f'{self.value(names)}'
        if rng.random() < 0.1:
            e = self.new('e')
            self.put(depth, f'int {e} = {high};')
            test = f'{i} {less} {e}'
            self.put(depth, f'for ({kind} {i} = {low}; {test}; {by}) {{')
            change = f'{e} {"-" if sign == "+" else "+"}= 1;'
            self.put(depth + 1, rng.choice(
                [change, f'if ({self.test(names + [i])}) {change}']))
        else:
            self.put(depth, f'for ({kind} {i} = {low}; {test}; {by}) {{')
        self.change(depth + 1, names + [i], i, sign)
        self.body(depth + 1, names + [i], loops + 1, None, nest - 1)
        self.put(depth, '}')

    def odd(self, depth, names, loops, nest):
        """Write a loop that goes down to nothing, doubles, has two indices or
        goes in steps that are no whole numbers."""
        rng, i, j = self.rng, self.new('i'), self.new('j')
        high, some = self.value(names), rng.choice(['n', 'm', '6'])
        inner = names + [i]
        head = rng.choice([
            f'while ({i}--) {{', f'while ({i}-- > 0) {{',
            f'while (--{i} > 0) {{', f'for (; {i}--;) {{',
            f'for (unsigned {i} = {some}; {i}-- > 0;) {{',
            f'for (int {i} = 0; {i} != {some}; {i}++) {{',
            f'for (int {i} = 1; {i} < {high}; {i} *= 2) {{',
            f'for (int {i} = 1; {i} * {i} <= {high}; {i}++) {{',
            f'for (int {i} = {some}; {i} > 0; {i} /= 2) {{',
            f'for (int {i} = 0, {j} = {high}; {i} < {j}; {i}++, {j}--) {{',
            f'for (double {i} = 0; {i} < {high}; {i} += '
            f'{rng.choice([0.5, 0.25, 1.5, 0.1, 0.3])}) {{'])
        if f'{i}-' in head and 'int' not in head and 'unsi' not in head \
                or f'--{i}' in head:
            self.put(depth, f'int {i} = {some};')
        if 'double' in head or 'unsigned' in head:
            inner = names
        self.put(depth, head)
        self.body(depth + 1, inner, loops + 1, None, nest - 1)
        self.put(depth, '}')

    def tested(self, depth, names, loops, nest):
        """Write a `while` or a `do` over an index of its own."""
        rng, i = self.rng, self.new('i')
        high, last, tail = self.value(names), f'{i}++;', '}'
        self.put(depth, f'int {i} = {self.value(names)};')
        shape = rng.randrange(5)
        if shape < 2:
            head = f'while ({i} < {high}) {{'
        elif shape == 2:
            head, tail = 'do {', f'}} while ({i} < {high});'
        elif shape == 3:
            head, tail, last = 'do {', f'}} while (++{i} < {high});', None
        else:
            head, last = f'while ({i}++ < {high}) {{', None
        if last and rng.random() < 0.3:
            last = rng.choice([f'{i} += {rng.randint(1, 3)};',
                               f'(void)sizes[{i}++ & 3];'])
        self.put(depth, head)
        self.change(depth + 1, names + [i], i)
        self.body(depth + 1, names + [i], loops + 1, last, nest - 1)
        self.put(depth, tail)

    def endless(self, depth, names, loops, nest):
        """Write a loop that only a jump ends, before, in or behind what it
        does; what that counts by moves before it, in it, or behind it."""
        rng, i = self.rng, self.new('i')
        up, moves = rng.random() < 0.6, rng.randrange(3)
        by = rng.choice([1, 1, 1, 2, 3])
        low, high = self.value(names), self.value(names)
        ops = ['>', '>='] if up else ['<', '<=']
        if rng.random() < 0.4:
            low, high, by = '0', rng.choice(['n', 'm', 'n + m', '6']), 1
            ops = ['==']
        first, end = (low, high) if up else (high, low)
        step = f'{i} {"+" if up else "-"}= {by}'
        if by == 1:
            step = rng.choice([f'{i}++', f'++{i}'] if up else
                              [f'{i}--', f'--{i}'])
        test = f'{i} {rng.choice(ops)} {end}'
        if moves == 1 and by == 1:
            test = step + test[len(i):]
        elif moves == 1:
            test = f'({step}){test[len(i):]}'
        if not up and ops == ['=='] and end == '0' and moves == 1:
            test = f'!{step}'
        if ops != ['=='] and rng.random() < 0.2:
            test += f' || {i} {rng.choice(ops)} {self.value(names)}'
        head = rng.choice([f'for (int {i} = {first};;) {{', 'for (;;) {',
                           'while (1) {', 'do {'])
        if moves == 2 and head.startswith('for') and rng.random() < 0.5:
            head, step = head[:-3] + f' {step}) {{', None
        if 'int' not in head:
            self.put(depth, f'int {i} = {first};')
        self.put(depth, head)
        if rng.random() < 0.5:
            if ops != ['==']:
                self.change(depth + 1, names + [i], i, '+' if up else '-')
            self.mark(depth + 1)
        if moves == 0:
            self.put(depth + 1, f'{step};')
        self.put(depth + 1, f'if ({test}) '
                 f'{rng.choice(["break;", "break;", "{ break; }"])}')
        self.body(depth + 1, names + [i], loops + 1,
                  f'{step};' if moves == 2 and step else None, nest - 1)
        self.put(depth, '} while (1);' if head == 'do {' else '}')

    def flagged(self, depth, names, loops, nest):
        """Write a loop that a variable ends."""
        rng, i, done = self.rng, self.new('i'), self.new('done')
        self.put(depth, f'int {done} = 0;')
        high, test = self.value(names), self.test(names + [i])
        if rng.random() < 0.5:
            self.put(depth, f'for (int {i} = 0; {i} < {high} && !{done}; '
                     f'{i}++) {{')
            step = None
        else:
            self.put(depth, f'int {i} = 0;')
            self.put(depth, f'while (!{done} && {i} < {high}) {{')
            step = f'{i}++;'
        self.put(depth + 1, rng.choice([
            f'if ({test}) {done} = 1;', f'{done} = {test};',
            f'{done} |= {i} == {self.value([])};']))
        self.body(depth + 1, names + [i], loops + 1, step, nest - 1)
        self.put(depth, '}')

    def merged(self, depth, names, loops, nest):
        """Write a loop that one of two indices goes on in."""
        i, j = self.new('i'), self.new('j')
        self.put(depth, f'int {i} = 0, {j} = 0;')
        self.put(depth, f'while ({i} < {self.value(names)} && {j} < '
                 f'{self.value(names)}) {{')
        self.put(depth + 1, f'if ({i} * 2 <= {j} * 3) {i}++; else {j}++;')
        if self.rng.random() < 0.5:
            self.leave(depth + 1, names, 0)
        self.mark(depth + 1)
        self.put(depth, '}')

    def strange(self, depth, names, loops, nest):
        """Write a loop by bits, over a pointer, of few bits, with a step that
        has a name, or with a label at the end of its body."""
        rng, i = self.rng, self.new('i')
        p = rng.choice([self.new('p'), 'q'])
        inner, high = names + [i], rng.choice(['n', 'm', '9', 'n + m'])
        kind = rng.choice(['unsigned', 'unsigned char', 'unsigned long',
                           'unsigned short', 'long long'])
        head = rng.choice([
            f'for (int {i} = 1; {i} <= {high}; {i} <<= 1) {{',
            f'for (int {i} = {high}; {i}; {i} >>= 1) {{',
            f'for (const char *{p} = buf; {p} < buf + {high}; {p}++) {{',
            f'for (const char *{p} = buf + {high}; {p} != buf; {p}--) {{',
            f'for (const char *{p} = &buf[1]; {p} < &buf[{high}]; {p}++) {{',
            f'for (const char *{p} = buf, *{p}z = buf + {high}; {p} < {p}z; '
            f'{p} += 2) {{',
            f'for (const char *{p} = buf; {p} != end; ++{p}) {{',
            f'for (const short *{p} = (const short *)buf; '
            f'{p} < (const short *)(buf + 2 * ({high})); {p}++) {{',
            f'for ({kind} {i} = 0; {i} < {high}; {i} += 2) {{',
            f'for ({kind} {i} = {high}; {i} > 0; {i}--) {{',
            f'for (int {i} = 0; {i} < 40; {i} += m) {{',
            f'for (int {i} = 0; {i} <= {high}; {i} = {i} + 3) {{',
            f'for (int {i} = 3 * {high}; {i} > m; {i} -= m) {{'])
        label = self.new('next') if rng.random() < 0.3 else None
        self.put(depth, head)
        if f'*{p}' in head or 'uns' in head:
            inner = names
        if label:
            self.put(depth + 1, f'if ({self.test(inner)}) goto {label};')
        self.body(depth + 1, inner, loops + 1, None, nest - 1)
        if label:
            self.put(depth + 1, f'{label}:;')
        self.put(depth, '}')

    def tile(self, depth, names, loops, nest):
        """Write tiles with a rest."""
        rng = self.rng
        i, e, j = self.new('i'), self.new('e'), self.new('j')
        size, shape = rng.choice([2, 4, 5]), rng.randrange(3)
        self.put(depth, f'for (int {i} = 0; {i} < n; {i} += {size}) {{')
        if shape == 0:
            self.put(depth + 1, f'int {e} = {i} + {size};')
            self.put(depth + 1, f'if ({e} > n) {e} = n;')
        elif shape == 1:
            self.put(depth + 1, f'int {e} = {i} + {size} < n ? '
                     f'{i} + {size} : n;')
        else:
            self.put(depth + 1, f'int {e};')
            self.put(depth + 1, f'if ({i} + {size} > n) {e} = n; '
                     f'else {e} = {i} + {size};')
        self.put(depth + 1, f'for (int {j} = {i}; {j} < {e}; {j}++) {{')
        self.body(depth + 2, names + [i, j], loops + 2, None, nest - 1)
        self.put(depth + 1, '}')
        self.put(depth, '}')

    def function(self):
        self.put(0, f'void {self.name}(int n, int m) {{')
        self.put(1, 'struct dim d = {n, m};')
        self.put(1, 'const char *end = buf + n;')
        self.put(1, '(void)d, (void)end;')
        self.loop(1, [], 0, 2)
        if self.rng.random() < 0.4:
            self.mark(1)
        if self.rng.random() < 0.3:
            self.loop(1, [], 0, 1)
        self.put(0, '}')
        return self.lines
