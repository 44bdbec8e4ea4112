#!/usr/bin/env python3
"""Agents ask for predictions over the Model Context Protocol.

One JSON message a line, as the protocol has it; the answers of tools are those
of the subcommands.  The program states its costs in comments: 1 ms, and 8 rounds
of 1 ms by four threads.

usage: mcp.py LCM
"""
import json
import pathlib
import subprocess
import sys
import tempfile

LCM = sys.argv[1]
SOURCE = '''// lcm: expect time <= 2 ms at p = 4
extern void part(int);
int main(void) {
  // lcm: model time = 1 ms
  part(0);
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
    // lcm: model time = 1 ms
    part(i);
  }
}
'''
SERIAL = '''double a[100];
int main(void) {
  for (int i = 1; i < 100; i++)
    a[i] += a[i - 1];
}
'''


def check(what, got, wanted):
    """End with a message where `got` is not `wanted`."""
    if got != wanted:
        sys.exit(f'{what}: {got}\nwanted: {wanted}')


def requests(path):
    """Return the messages that are sent."""
    files = {'files': [path], 'machine': 'none'}
    calls = [('predict', {**files, 'defines': ['p=4']}),
             ('why_serial', {'files': [path.replace('program', 'serial')]}), ('expect', files),
             ('check', {'files': [path]}),
             ('compare', {**files, 'edits': [f'one: serialize {path}:7'],
                          'defines': ['p=4']}),
             ('predict', {'files': ['--edit', path]}),
             ('predict', {'files': ['nothing.c']}), ('predict', {}),
             ('frob', files)]
    yield {'method': 'initialize', 'params': {
        'protocolVersion': '2025-03-26', 'capabilities': {},
        'clientInfo': {'name': 'test', 'version': '1'}}}
    yield {'method': 'tools/list'}
    for name, arguments in calls:
        yield {'method': 'tools/call', 'params': {'name': name,
                                                  'arguments': arguments}}
    yield {'method': 'ping'}
    yield {'method': 'frob'}


def converse(path):
    """Return the answers to all requests, in order."""
    lines = [json.dumps({'jsonrpc': '2.0', 'id': i, **one})
             for i, one in enumerate(requests(path))]
    lines.insert(1, json.dumps({'jsonrpc': '2.0',
                                'method': 'notifications/initialized'}))
    lines.append('{')
    done = subprocess.run([LCM, 'mcp'], input='\n'.join(lines) + '\n', text=True,
                          capture_output=True, check=False)
    check('exit status', done.returncode, 0)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    check('ids', [one['id'] for one in answers], [*range(len(lines) - 2), None])
    return answers


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / 'program.c')
        pathlib.Path(path).write_text(SOURCE, encoding='utf-8')
        pathlib.Path(folder, 'serial.c').write_text(SERIAL, encoding='utf-8')
        answers = converse(path)
    first, tools, *calls, ping, unknown, broken = answers
    check('version', first['result']['protocolVersion'], '2025-03-26')
    names = [tool['name'] for tool in tools['result']['tools']]
    for name in ('predict', 'compare', 'advise', 'why_serial', 'check', 'expect',
                 'validate', 'analyze', 'scale'):
        if name not in names:
            sys.exit(f'there is no tool {name}: {names}')
    for tool in tools['result']['tools']:
        check('read only', tool['annotations']['readOnlyHint'], True)
    texts = [one['result']['content'][0]['text'] if 'result' in one else None
             for one in calls]
    failed = [one['result']['isError'] if 'result' in one else None for one in calls]
    check('failed', failed, [False, False, True, False, False, True, True, True, None])
    wanted = ['p = 4: 3 ms', 'i = 1 writes a[1]', 'is broken', 'no race found', 'by', 'begin with',
              'nothing.c', 'no files', None]
    for text, part in zip(texts, wanted):
        if part and part not in text:
            sys.exit(f'no "{part}" in: {text}')
    check('no such tool', calls[-1]['error']['code'], -32602)
    check('ping', ping['result'], {})
    check('no such method', unknown['error']['code'], -32601)
    check('no JSON', broken['error']['code'], -32700)
    print('agents get what subcommands say')


if __name__ == '__main__':
    main()
