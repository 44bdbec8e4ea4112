#!/usr/bin/env python3
"""How long the language server takes after an edit.

For each file: seconds from an edit of one line (a comment comes or goes) to its
code lenses, the median and the worst of some edits, and the most memory of the
server, of the largest process that looked for it, and of all of them at one
time, in which what they share counts once.  Those that look end with the next
edit and are watched while they run; the last one is waited for.  Without files,
a file of about 10,000 lines is made.

usage: lsp.py LCM [FILE [FLAG...]]
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

EDITS = 15
PAUSE = 0.005  # seconds between looks at the memory


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

    def end(self):
        """End the server."""
        self.ask('shutdown', None)
        self.send({'method': 'exit'})
        self.process.wait(timeout=60)

    def settled(self):
        """Wait until no process looks any more."""
        until = time.monotonic() + 60
        while family(self.process.pid)[2:] and time.monotonic() < until:
            time.sleep(PAUSE)


def family(pid):
    """Return a process and those below it: of `lcm lsp` the one that was
    started, the server, and those that look."""
    pids = [str(pid)]
    for one in pids:
        try:
            for task in pathlib.Path(f'/proc/{one}/task').iterdir():
                pids += (task / 'children').read_text('ascii').split()
        except OSError:
            pass
    return pids


def said(pid, name, key):
    """Return the bytes that a file of a process has behind `key`, else 0."""
    try:
        text = pathlib.Path(f'/proc/{pid}/{name}').read_text('ascii')
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in text.splitlines()
                 if line.startswith(key + ':')), 0)


class Memory(threading.Thread):
    """Watches the memory of a server and of those who look, in bytes."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid = pid
        self.server = 0
        self.worker = 0
        self.together = 0
        self.ended = threading.Event()
        self.start()

    def run(self):
        """Look again and again, until the end."""
        while not self.ended.wait(PAUSE):
            pids = family(self.pid)
            peaks = [said(pid, 'status', 'VmHWM') for pid in pids]
            self.server = max([self.server] + peaks[1:2])
            self.worker = max([self.worker] + peaks[2:])
            self.together = max(self.together, sum(
                said(pid, 'smaps_rollup', 'Pss') for pid in pids))

    def end(self):
        """Stop; return what was the most, as text."""
        self.ended.set()
        self.join()
        return (f'server {self.server / 1e6:.0f} MB, process that looks '
                f'{self.worker / 1e6:.0f} MB, together {self.together / 1e6:.0f} MB')


def measure(lcm, path, flags):
    """Print how long edits of the file take."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    server = Server(lcm, path, flags)
    memory = Memory(server.process.pid)
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
          f'(worst {max(taken):.3f})')
    server.settled()
    print(memory.end())
    server.end()


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
