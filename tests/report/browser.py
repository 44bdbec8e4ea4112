"""A browser that is told what to do: Chromium without a window, over a pipe in
its debugging protocol."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ('chromium', 'chromium-browser', 'google-chrome')
SECONDS = 60


def find():
    """Return the path of a browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of a browser; `problems` are what its console complains of,
    `requests` the addresses that it asked for."""

    def __init__(self, size=(1280, 900)):
        self.profile = tempfile.TemporaryDirectory()
        ours, theirs = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            ['sh', '-c', 'exec "$@" 3<&%d 4>&%d' % (ours[0], theirs[1]),
             'sh', find(), '--headless=new', '--no-sandbox', '--disable-gpu',
             '--remote-debugging-pipe', '--no-first-run',
             '--user-data-dir=' + self.profile.name,
             '--window-size=%d,%d' % size, 'about:blank'],
            pass_fds=(ours[0], theirs[1]), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(ours[0])
        os.close(theirs[1])
        self.write, self.read = ours[1], theirs[0]
        self.buffer, self.number, self.session = b'', 0, None
        self.problems, self.requests, self.events = [], [], []
        targets = self.call('Target.getTargets')['targetInfos']
        page = next(t for t in targets if t['type'] == 'page')
        self.session = self.call('Target.attachToTarget', flatten=True,
                                 targetId=page['targetId'])['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self.call(domain + '.enable')
        self.media()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.write)
        os.close(self.read)
        for _ in range(20):
            try:
                self.profile.cleanup()
                return
            except OSError:
                time.sleep(0.1)

    def message(self):
        """Return the next message, and note what it complains of."""
        while b'\0' not in self.buffer:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise RuntimeError('the browser is gone')
            self.buffer += more
        text, self.buffer = self.buffer.split(b'\0', 1)
        message = json.loads(text)
        method, of = message.get('method'), message.get('params', {})
        if method == 'Runtime.exceptionThrown':
            self.problems.append(json.dumps(of['exceptionDetails'])[:400])
        elif method == 'Runtime.consoleAPICalled':
            self.problems.append(json.dumps(of['args'])[:400])
        elif method == 'Log.entryAdded':
            self.problems.append(of['entry']['text'])
        elif method == 'Network.requestWillBeSent':
            self.requests.append(of['request']['url'])
        if method:
            self.events.append(method)
        return message

    def call(self, method, **params):
        """Do `method`; return what it answers."""
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.write, json.dumps(message).encode() + b'\0')
        while True:
            answer = self.message()
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]}')
                return answer['result']

    def open(self, path):
        """Load the page `path`; return the seconds until it is drawn."""
        self.events.clear()
        start = time.monotonic()
        self.call('Page.navigate', url='file://' + os.path.abspath(path))
        while 'Page.loadEventFired' not in self.events:
            self.message()
        self.ask('new Promise(r => requestAnimationFrame(() => r(1)))')
        return time.monotonic() - start

    def ask(self, expression):
        """Return the value of `expression` in the page."""
        answer = self.call('Runtime.evaluate', expression=expression,
                           returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(f'{expression}: {answer["exceptionDetails"]}')
        return answer['result'].get('value')

    def media(self, theme=None, kind=''):
        """Let the page be for the theme `theme`, or for paper; nothing moves
        by itself in either."""
        features = [{'name': 'prefers-color-scheme', 'value': theme or ''},
                    {'name': 'prefers-reduced-motion', 'value': 'reduce'}]
        self.call('Emulation.setEmulatedMedia', media=kind, features=features)

    def width(self, width, height=900):
        """Let the page have that size."""
        self.call('Emulation.setDeviceMetricsOverride', width=width,
                  height=height, deviceScaleFactor=1, mobile=width < 600)

    def centre(self, element):
        """Return a place of `element`, an expression, on which nothing of its
        own lies: near the middle of its upper edge, which is scrolled to."""
        return self.ask(
            '(e => {e.scrollIntoView({block: "start", inline: "center", '
            'behavior: "instant"}); const b = e.getBoundingClientRect();'
            'return [b.x + b.width / 2, b.y + Math.min(b.height / 2, 4)]})'
            f'({element})')

    def move(self, element):
        """Point at `element`."""
        x, y = self.centre(element)
        self.call('Input.dispatchMouseEvent', type='mouseMoved', x=x, y=y)

    def click(self, element):
        """Click on `element`."""
        self.press_at(*self.centre(element))

    def press_at(self, x, y):
        """Click on the pixel `x` across, `y` down."""
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y,
                      button='left', clickCount=1)

    def press(self, key):
        """Press and release `key`."""
        text = {'Enter': '\r', ' ': ' '}.get(key, '')
        if len(key) == 1:
            text = key
        for kind in ('keyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key,
                      text=text if kind == 'keyDown' else '')

    def picture(self, path):
        """Save what the page looks like, all of it, as `path`."""
        data = self.call('Page.captureScreenshot', format='png',
                         captureBeyondViewport=True)['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))
