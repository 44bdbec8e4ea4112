"""lcm-render draws SVG, PNG and PDF, keeps positions, and rejects junk."""

import struct
import subprocess
import sys
import xml.etree.ElementTree as tree

RENDER, PLACED = sys.argv[1:3]
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"


def run(text, *arguments):
    """Return status, output and messages of lcm-render fed with "text"."""
    done = subprocess.run([RENDER, *arguments], input=text, timeout=120,
                          capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def drawn(text, *arguments):
    """Return the picture of "text"; nothing may be complained of."""
    status, picture, messages = run(text, *arguments)
    assert status == 0, messages
    assert messages == "", messages
    assert picture == run(text, *arguments)[1], "two runs differ"
    return picture


def box(svg, title):
    """Return the corners of the node called "title" in "svg"."""
    for group in svg.iter(SVG + "g"):
        if group.findtext(SVG + "title") == title:
            points = next(group.iter(SVG + "polygon")).get("points").split()
            xs = [float(point.split(",")[0]) for point in points]
            ys = [float(point.split(",")[1]) for point in points]
            return min(xs), min(ys), max(xs), max(ys)
    raise AssertionError(f"no node {title}")


def check_svg(text):
    """Positions and sizes are those of the graph, links and hints are there."""
    svg = tree.fromstring(drawn(text, "-T", "svg"))
    a, b = box(svg, "a"), box(svg, "b")
    assert abs((a[0] + a[2] - b[0] - b[2]) / 2 - 180) < 0.1, (a, b)
    assert abs((b[1] + b[3] - a[1] - a[3]) / 2 - 70) < 0.1, (a, b)
    assert abs(a[2] - a[0] - 72) < 0.1 and abs(a[3] - a[1] - 36) < 0.1, a
    links = {link.get(XLINK + "href"): link.get(XLINK + "title")
             for link in svg.iter(SVG + "a")}
    assert links["a.c#L2"] == "one\ntwo", links
    assert "a.c#L1" in links
    texts = {text.text for text in svg.iter(SVG + "text")}
    assert {"A title", "frame", "left", "right"} <= texts, texts


def check_others(text):
    """PNG and PDF are what they are called; small bitmaps are fine."""
    png = drawn(text, "-Tpng")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    assert 500 < width < 700 and 300 < height < 500, (width, height)
    pdf = drawn(text, "-T", "pdf")
    assert pdf[:5] == b"%PDF-" and b"%%EOF" in pdf[-16:]
    assert b"CreationDate (D:20000101000000" in pdf


def check_layout():
    """A graph without positions is laid out from top to bottom."""
    svg = tree.fromstring(drawn(b"digraph { node [shape=box] x -> y }"))
    assert box(svg, "x")[3] < box(svg, "y")[1]


def check_junk():
    """What is no DOT, or more than one graph, is one line and status 2."""
    for text in (b"", b"hello", b"digraph { a -> ", b"digraph { a } b",
                 b"digraph { a } digraph { b }", b"\0\1\2\377" * 100,
                 b"digraph { a [label=<<B>x</I>>] }"):
        status, picture, messages = run(text, "-T", "svg")
        assert status == 2, (text, status)
        assert picture == b"", text
        assert messages.startswith("lcm-render: "), messages
        assert messages.count("\n") == 1, messages
    for arguments in (("-T", "gif"), ("-T",), ("-x",), ("file",)):
        status, picture, messages = run(b"digraph { a }", *arguments)
        assert status == 2 and picture == b"" and messages, arguments
    status, text, messages = run(b"", "--help")
    assert status == 0 and text.startswith(b"usage: ") and not messages


with open(PLACED, "rb") as file:
    GRAPH = file.read()
check_svg(GRAPH)
check_others(GRAPH)
check_layout()
check_junk()
