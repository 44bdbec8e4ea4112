#!/usr/bin/env python3
"""Checks pictures of more nodes than one can look at: what is folded, by which
options, and SVG.

The program is a series of 2,500 calls of 1 to 50 us, in turn, each in a line of
its own, and one loop of 1 s with three parts.  The picture that is asked for
has the loop, which takes 1 of 1.06375 s: 2500 / 50 * (1 + ... + 50) us are
63.75 ms.

usage: large_picture.py LCM
"""
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

CALLS = 2500
SVG = '{http://www.w3.org/2000/svg}'


def program():
    """Return the structure as text."""
    lines = ['lcs 1', 'file a.c', 'entry main', 'function main @a.c:1:1:0-9 {',
             'series {']
    for i in range(CALLS):
        lines += [f'fragment label="call{i}()" @:{i + 2}:3:0-9 {{',
                  f'model time ({i % 50 + 1} us)', '}']
    lines += ['loop label="for k" for=k(1, 10) @:9000:3:0-9 {', 'series {']
    for part, cost in (('pack', 10), ('solve', 89), ('norm', 1)):
        lines += [f'fragment name={part} @:9001:5:0-9 {{',
                  f'model time ({cost} ms)', '}']
    return '\n'.join(lines + ['}', '}', '}', '}']) + '\n'


def graph(lcm, *options, status=0):
    """Return the picture of the program, of what kind options say."""
    done = subprocess.run([lcm, 'graph', '-', '-D', 'p=1', *options],
                          input=program(), capture_output=True, text=True,
                          check=False)
    assert done.returncode == status, (options, done.stderr)
    assert status or not done.stderr, done.stderr
    return done.stdout if not status else done.stderr


def boxes(dot):
    """Return how many leaves and frames a picture has."""
    return len(re.findall(r'^(?:n\d+ \[|subgraph )', dot, re.MULTILINE))


def check_folded(lcm):
    """By default the loop is shown, and what is folded is counted."""
    dot = graph(lcm, '-T', 'dot')
    assert '>2500 of 2504 nodes are folded<' in dot
    assert '>and 2500 small parts, 6 %<' in dot
    assert boxes(dot) == 5, boxes(dot)
    for name in ('pack', 'solve', 'norm'):
        assert f'>{name}<' in dot or f'>{name}</B>' in dot, name


def check_options(lcm):
    """A number of shapes, a depth and places say what is shown."""
    for most in (1, 2, 10, 60, 1000):
        dot = graph(lcm, '-T', 'dot', '--fold', str(most))
        assert most / 3 - 1 <= boxes(dot) <= most + 1, (most, boxes(dot))
    assert boxes(graph(lcm, '-T', 'dot', '--fold', '0')) == CALLS + 4
    flat = graph(lcm, '-T', 'dot', '--depth', '1')
    assert '>3 nodes' not in flat and '>4 nodes, 94 % of the time<' in flat
    assert 'solve' not in re.sub('tooltip="[^"]*"', '', flat)
    place = graph(lcm, '-T', 'dot', '--unfold', 'a.c:77')
    assert '>call75()' in place and '>call74()' not in place
    assert boxes(place) == 6, boxes(place)
    assert boxes(graph(lcm, '-T', 'dot', '--unfold', 'call75')) == 6
    for wrong in ('1.5', '-1', 'x', 'nan', ''):
        assert '--fold is' in graph(lcm, '-T', 'dot', '--fold', wrong,
                                    status=2)
    assert '--depth is' in graph(lcm, '-T', 'dot', '--depth', '0', status=2)


def check_svg(lcm):
    """A large SVG has every node once, with hint and link, in the picture."""
    text = graph(lcm, '-T', 'svg', '--fold', '0')
    assert text == graph(lcm, '-T', 'svg', '--fold', '0')
    svg = tree.fromstring(text)
    width, height = float(svg.get('width')), float(svg.get('height'))
    titles = [title.text.split('\n')[0] for title in svg.iter(SVG + 'title')]
    assert sorted(titles) == sorted(
        [f'call{i}()' for i in range(CALLS)]
        + ['for k = 1..10', 'pack', 'solve', 'norm']), len(titles)
    links = [link.get('href') for link in svg.iter(SVG + 'a')]
    assert len(links) == CALLS + 4 and 'a.c#L77' in links
    for box in svg.iter(SVG + 'rect'):
        if box.get('x'):
            assert 0 <= float(box.get('x')), box.attrib
            assert float(box.get('x')) + float(box.get('width')) <= width
            assert float(box.get('y')) + float(box.get('height')) <= height
    assert 0.3 < width / height < 3, (width, height)
    curves = [path for path in svg.iter(SVG + 'path')
              if ' C ' in path.get('d')]
    assert len(curves) == CALLS + 2, len(curves)


def main():
    """Check it all."""
    lcm = sys.argv[1]
    check_folded(lcm)
    check_options(lcm)
    check_svg(lcm)


if __name__ == '__main__':
    main()
