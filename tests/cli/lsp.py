#!/usr/bin/env python3
"""The language server, spoken to as an editor does.

A program states in comments what its parts cost, so that what the server shows
follows by hand.  Positions are checked behind characters that take two units of
UTF-16.  Edits that a code action makes are applied to the text: the result
compiles in the sense that the server finds nothing wrong with it, and what was
serial is parallel.  After random edits the server knows what one that opens the
same text for the first time knows, and has not grown.

usage: lsp.py LCM [EDITS]
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

LCM = sys.argv[1]
EDITS = int(sys.argv[2]) if sys.argv[2:] else 60
TEXT = '''/* \U0001d6fc: 2 ms, and 8 rounds of 1 ms */
// lcm: param n = 8
// lcm: expect time <= 20 ms at p = 4
extern int n;
extern double a[100], b[100];
void part(int);

int main(void) {
  double sum = 0;
  // lcm: model time = 2 ms
  part(0);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    /* \U0001d6fc */ // lcm: model time = 1 ms
    part(i);
  }
  for (int i = 0; i < 100; i++)
    sum += a[i];
  return sum > 0;
}
'''


MEMBER = '''struct { double sum; } s;
double a[100];
int main(void) {
  for (int i = 0; i < 100; i++)
    a[i] = i;
  for (int i = 0; i < 100; i++)
    s.sum += a[i];
}
'''


LOCK = '''int main(void) {
  int s = 0; /* \U0001d6fc */
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    // lcm: model time = 1 us
    int x = i * i % 7;
#pragma omp critical
    // lcm: model time = 1 us
    s += x;
  }
  return s > 0;
}
'''


APART = '''// lcm: param n = 8
extern int n;
void part(int);
void one(void) {
  // lcm: model time = 1 s
  part(0);
}
void two(void) {
  // lcm: model time = 2 s * n
  part(0);
}
'''


class Server:
    """A language server and what it has said without being asked."""

    def __init__(self, settings):
        self.process = subprocess.Popen([LCM, 'lsp'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.asked = 0
        self.diagnostics = None
        self.version = 0
        self.uri = None
        self.offers = self.ask('initialize', {
            'capabilities': {}, 'initializationOptions': {'lcm': settings}})
        self.tell('initialized', {})

    def send(self, message):
        """Send a message."""
        text = json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n%s' % (len(text), text))
        self.process.stdin.flush()

    def read(self):
        """Return the next message."""
        length = 0
        for line in iter(self.process.stdout.readline, b'\r\n'):
            if not line:
                sys.exit('the server has ended')
            length = int(line.split(b':')[1])
        return json.loads(self.process.stdout.read(length))

    def tell(self, method, params):
        """Send a notification."""
        self.send({'method': method, 'params': params})

    def take(self, message):
        """Keep the diagnostics of a message, where it has some."""
        if message.get('method') == 'textDocument/publishDiagnostics':
            self.diagnostics = message['params']

    def ask(self, method, params):
        """Return the answer to a request."""
        self.asked += 1
        self.send({'id': self.asked, 'method': method, 'params': params})
        while True:
            message = self.read()
            if message.get('id') == self.asked and 'method' not in message:
                return message.get('result', message.get('error'))
            self.take(message)

    def about(self, method, **params):
        """Return the answer to a request about the document."""
        return self.ask('textDocument/' + method,
                        {'textDocument': {'uri': self.uri}, **params})

    def open(self, path, text):
        """Open a document."""
        self.uri = 'file://' + path
        self.version += 1
        self.tell('textDocument/didOpen', {'textDocument': {
            'uri': self.uri, 'languageId': 'c', 'version': self.version,
            'text': text}})

    def change(self, changes):
        """Change the document."""
        self.version += 1
        self.tell('textDocument/didChange', {
            'textDocument': {'uri': self.uri, 'version': self.version},
            'contentChanges': changes})

    def settled(self, hints):
        """Return the diagnostics of the text as it is, with `hints`."""
        until = time.monotonic() + 60
        self.about('codeLens')
        while time.monotonic() < until:
            found = self.diagnostics
            if found and found['version'] == self.version and (
                    not hints or any(d['severity'] == 4
                                     for d in found['diagnostics'])):
                return found['diagnostics']
            self.take(self.read())
        sys.exit('no diagnostics')

    def end(self):
        """End the server; return its exit status."""
        self.ask('shutdown', None)
        self.tell('exit', None)
        return self.process.wait(timeout=100)


def check(what, got, wanted):
    """End with a message where `got` is not `wanted`."""
    if got != wanted:
        sys.exit(f'{what}: {got}\nwanted: {wanted}')


def place(line, character):
    """Return a position."""
    return {'line': line, 'character': character}


def span(line, first, last):
    """Return a range of a line."""
    return {'start': place(line, first), 'end': place(line, last)}


def applied(text, edits):
    """Return `text` with `edits`, of whole lines, made."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda e: -e['range']['start']['line']):
        ends = edit['range']
        check('whole lines', [ends[e]['character'] for e in ('start', 'end')],
              [0, 0])
        lines[ends['start']['line']:ends['end']['line']] = [edit['newText']]
    return ''.join(lines)


def check_shown(server):
    """What is shown of the program: 2 ms + 8/4 ms, and little for the sum."""
    lenses = server.about('codeLens')
    check('lenses', len(lenses), 2)
    if not lenses[0]['command']['title'].startswith('p = 4: 4 ms'):
        sys.exit(f'headline: {lenses[0]}')
    check('line of the region', lenses[1]['range']['start']['line'], 11)
    if not lenses[1]['command']['title'].startswith('2 ms, 50 % of the time'):
        sys.exit(f'lens: {lenses[1]}')
    hints = server.about('inlayHint', range={'start': place(0, 0), 'end': place(99, 0)})
    shown = {h['position']['line']: h['label'] for h in hints}
    check('hint of the part', shown.get(9 + 1), '2 ms, 50 %')
    check('hint of the loop', shown.get(12), '2 ms, 50 %')
    check('a loop that takes nothing', shown.get(16), None)
    hover = server.about('hover', position=place(11, 3))['contents']['value']
    if '2 ms, 50 % of the time' not in hover:
        sys.exit(f'hover: {hover}')
    check('nothing to say', server.about('hover', position=place(5, 1)), None)


def check_comments(server):
    """Completion, hover, tokens and renaming inside of comments."""
    words = [c['label'] for c in server.about('completion', position=place(1, 8))]
    for word in ('param', 'model', 'expect'):
        if word not in words:
            sys.exit(f'{word} cannot be completed: {words}')
    check('completion in code', server.about('completion', position=place(7, 8)), [])
    hover = server.about('hover', position=place(1, 10))['contents']['value']
    if not hover.startswith('**param**'):
        sys.exit(f'hover: {hover}')
    data = server.about('semanticTokens/full')['data']
    line = column = 0
    tokens = []
    types = server.offers['capabilities']['semanticTokensProvider']['legend']['tokenTypes']
    for i in range(0, len(data), 5):
        column = data[i + 1] + (0 if data[i] else column)
        line += data[i]
        tokens.append((line, column, data[i + 2], types[data[i + 3]]))
    for wanted in ((1, 8, 5, 'keyword'), (1, 14, 1, 'variable'), (1, 18, 1, 'number'),
                   (13, 21, 5, 'keyword'), (13, 27, 4, 'variable')):
        if wanted not in tokens:
            sys.exit(f'no token {wanted}: {tokens}')
    edits = server.about('rename', position=place(1, 14), newName='size')
    check('renaming', [(e['range'], e['newText']) for e in edits['changes'][server.uri]],
          [(span(1, 14, 15), 'size')])


def check_edits(server):
    """A mistake comes and goes with an edit; the code action parallelises."""
    check('what is wrong', [d for d in server.settled(False) if d['severity'] < 3], [])
    server.change([{'range': span(1, 8, 13), 'text': 'parm'}])
    wrong = [d for d in server.settled(False) if d['severity'] == 1]
    check('a mistake', [d['range']['start'] for d in wrong], [place(1, 8)])
    server.change([{'range': span(1, 8, 12), 'text': 'param'}])
    check('mended', [d for d in server.settled(False) if d['severity'] < 3], [])
    until = time.monotonic() + 60
    actions = []
    while not actions and time.monotonic() < until:
        actions = [a for a in server.about('codeAction', range=span(16, 0, 5),
                                           context={'diagnostics': []})
                   if a['kind'] == 'refactor.rewrite']
    text = applied(TEXT, actions[0]['edit']['changes'][server.uri])
    if '#pragma omp parallel for reduction(+: sum)\n  for (int i = 0; i < 100' not in text:
        sys.exit(f'edited: {text}')
    server.change([{'text': text}])
    check('what is wrong then', [d for d in server.settled(False)
                                 if d['severity'] < 3], [])
    check('regions', len(server.about('codeLens')), 3)


def known(server):
    """Return what the server knows of the text as it is."""
    return (server.about('codeLens'),
            [d for d in server.settled(False) if d['severity'] < 4])


def memory(server):
    """Return the resident memory of the server, the last of its processes."""
    pid = server.process.pid
    children = pathlib.Path(f'/proc/{pid}/task/{pid}/children').read_text(
        encoding='ascii').split()
    with open(f'/proc/{(children or [pid])[0]}/statm', encoding='ascii') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


def check_random(server, path, rng):
    """After random edits the server knows what a new one knows."""
    text = TEXT
    server.about('codeLens')
    before = memory(server)
    for i in range(EDITS):
        if not i % 500:
            text = TEXT
            server.change([{'text': text}])
        at = rng.randrange(len(text))
        to = min(len(text), at + rng.choice((0, 1, 5)))
        new = rng.choice(('', 'x', '\n', '// lcm: expect no race\n', '{', '\U0001d6fc'))
        ends = []
        for offset in (at, to):
            line = text[:offset].rsplit('\n', 1)[-1]
            ends.append(place(text[:offset].count('\n'),
                              len(line.encode('utf-16-le')) // 2))
        server.change([{'range': {'start': ends[0], 'end': ends[1]}, 'text': new}])
        text = text[:at] + new + text[to:]
        if rng.random() < 0.1:
            server.about('codeLens')
        if (i + 1) % 250 and i + 1 < EDITS:
            continue
        got = known(server)
        other = Server({'defines': ['p=4'], 'machine': 'none'})
        other.open(path, text)
        wanted = known(other)
        check('exit', other.end(), 0)
        check(f'after {i + 1} edits', got, wanted)
    grown = memory(server) - before
    print(f'{EDITS} edits: grown by {grown / 1e6:.1f} MB')
    if grown > 10e6:
        sys.exit(f'the server grew by {grown} bytes from {before}')


def pragmas(server, line):
    """Return the texts that code actions insert before a line."""
    return [action['edit']['changes'][server.uri][0]['newText']
            for action in server.about('codeAction', range=span(line, 0, 1),
                                       context={'diagnostics': []})
            if action['kind'] == 'refactor.rewrite']


def check_member(server):
    """No pragma is offered where a clause would have to name a member."""
    server.change([{'text': MEMBER}])
    until = time.monotonic() + 60
    while not pragmas(server, 3) and time.monotonic() < until:
        time.sleep(0.02)
    check('a plain loop', pragmas(server, 3), ['#pragma omp parallel for\n'])
    check('a sum in a member', pragmas(server, 5), [])


def check_forms(server):
    """Functions that are predicted by themselves have their own closed forms."""
    server.change([{'text': APART}])
    hovers = [server.about('hover', position=place(line, 2))
              for line in range(APART.count('\n'))]
    texts = [hover['contents']['value'] for hover in hovers if hover]
    check('closed forms', [text.split('```')[1].strip() for text in texts
                           if '```' in text], ['time = 1 s', 'time = 2 s*n'])


def check_advice(server):
    """A code action makes the edit of an advice in the text."""
    server.change([{'text': LOCK}])
    until = time.monotonic() + 60
    actions = []
    while not actions and time.monotonic() < until:
        actions = [a for a in server.about('codeAction', range=span(6, 0, 1),
                                           context={'diagnostics': []})
                   if a['title'].startswith('reduce')]
        time.sleep(0.02)
    if not actions:
        sys.exit('no action makes a reduction')
    text = applied(LOCK, actions[0]['edit']['changes'][server.uri])
    check('the reduction', text, LOCK.replace(
        'parallel for', 'parallel for reduction(+: s)').replace(
            '#pragma omp critical\n', ''))
    server.change([{'text': text}])
    check('what is wrong then', [d for d in server.settled(False)
                                 if d['severity'] < 3], [])


def check_rest(server):
    """Commands, what is not there, and what comes too early."""
    check('a command', server.ask('workspace/executeCommand', {
        'command': 'lcm.setGrid', 'arguments': ['p=2']}), None)
    title = server.about('codeLens')[0]['command']['title']
    if not title.startswith('p = 2: 6 ms'):
        sys.exit(f'2 ms and 4 times 1 ms: {title}')
    check('no such command', server.ask('workspace/executeCommand', {
        'command': 'lcm.frob'})['code'], -32602)
    check('no such method', server.ask('textDocument/frob', {})['code'], -32601)
    if memory(server) > 500e6:
        sys.exit('the server takes more than 500 MB')
    early = subprocess.run([LCM, 'lsp'], input=b'Content-Length: 3\r\n\r\n[1]',
                           stdout=subprocess.PIPE, check=False)
    check('an end without shutdown', early.returncode, 1)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder).resolve() / 'program.c')
        pathlib.Path(path).write_text('int wrong', encoding='utf-8')
        server = Server({'defines': ['p=4'], 'machine': 'none'})
        server.open(path, TEXT)
        check_shown(server)
        check_comments(server)
        check_edits(server)
        check_member(server)
        check_forms(server)
        check_advice(server)
        server.change([{'text': TEXT}])
        check_rest(server)
        server.ask('workspace/executeCommand', {
            'command': 'lcm.setGrid', 'arguments': ['p=4']})
        check_random(server, path, random.Random(7))
        check('exit', server.end(), 0)
    print('the language server says what it should')


if __name__ == '__main__':
    main()
