#!/usr/bin/env python3
"""How long the language server takes after an edit.

For each file: seconds from an edit of one line (a comment comes or goes) to its
code lenses and diagnostics, the median and the worst of some edits, and the
memory of the server.  Without files, a file of about 10,000 lines is made.

usage: lsp.py LCM [FILE [FLAG...]]
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

EDITS = 15


class Server:
    """A language server with one document."""

    def __init__(self, lcm, path, flags):
        self.process = subprocess.Popen([lcm, 'lsp'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.uri = 'file://' + os.path.abspath(path)
        self.asked = 0
        self.ask('initialize', {'capabilities': {}, 'initializationOptions': {
            'lcm': {'defines': ['p=16'], 'flags': flags}}})

    def send(self, message):
        """Send a message."""
        text = json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n%s' % (len(text), text))
        self.process.stdin.flush()

    def ask(self, method, params):
        """Return the answer to a request."""
        self.asked += 1
        self.send({'id': self.asked, 'method': method, 'params': params})
        while True:
            length = 0
            for line in iter(self.process.stdout.readline, b'\r\n'):
                length = int(line.split(b':')[1])
            message = json.loads(self.process.stdout.read(length))
            if message.get('id') == self.asked:
                return message.get('result')

    def lenses(self):
        """Return the code lenses of the text as it is."""
        return self.ask('textDocument/codeLens', {'textDocument': {'uri': self.uri}})

    def memory(self):
        """Return the resident memory of the server in MB."""
        with open(f'/proc/{self.process.pid}/statm', encoding='ascii') as file:
            return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') / 1e6


def measure(lcm, path, flags):
    """Print how long edits of the file take."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    server = Server(lcm, path, flags)
    document = {'uri': server.uri, 'languageId': 'c', 'version': 1}
    began = time.monotonic()
    server.send({'method': 'textDocument/didOpen',
                 'params': {'textDocument': {**document, 'text': text}}})
    n = len(server.lenses())
    first = time.monotonic() - began
    taken = []
    for i in range(EDITS):
        lines = text.count('\n')
        at = {'line': lines // 2, 'character': 0}
        change = {'range': {'start': at, 'end': at}, 'text': f'/* {i} */'}
        began = time.monotonic()
        server.send({'method': 'textDocument/didChange', 'params': {
            'textDocument': {**document, 'version': i + 2},
            'contentChanges': [change]}})
        server.lenses()
        taken.append(time.monotonic() - began)
    print(f'{os.path.basename(path):16} {text.count(chr(10)):6} lines {n:4} lenses, '
          f'opened {first:.2f} s, edited {statistics.median(taken):.3f} s '
          f'(worst {max(taken):.3f}), {server.memory():.0f} MB')
    server.process.kill()


def main():
    if not sys.argv[1:]:
        sys.exit(__doc__)
    if sys.argv[2:]:
        measure(sys.argv[1], sys.argv[2], sys.argv[3:])
        return
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from incremental import text
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'made.c')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text(600, 3))
        measure(sys.argv[1], path, [])


if __name__ == '__main__':
    main()
