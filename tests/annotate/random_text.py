#!/usr/bin/env python3
"""Annotates sources that were cut short or garbled, with models of whatever
nodes are left in them: nothing may die, what is written is taken out again
byte for byte, and writing again changes nothing.

usage: random_text.py LCM ROOT [ROUNDS]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / 'scripts'))
import annotate_check

NOISE = ['\\\n', '/* c */', '// c\n', '\r\n', '\t', '"', "'", '#if 1\n',
         '#endif\n', '{', '}', '(', ')', ';', 'else ', 'if (x) ', 'for (;;) ',
         '#pragma omp parallel\n', '// lcm: model pc = 1 s\n', 'label: ',
         '// lcm: measured x code=01234567 lines=3\n', '#define A(x) x \\\n']


def garble(text, chance):
    """Return `text` cut short or with something put in or left out."""
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text) + 1)
        what = chance.randrange(4)
        if what == 0:
            text = text[:at]
        elif what == 1:
            text = text[:at] + text[at + chance.randrange(40):]
        else:
            text = text[:at] + chance.choice(NOISE) + text[at:]
    return text if chance.randrange(3) else text.replace('\n', '\r\n')


def main():
    lcm = str(pathlib.Path(sys.argv[1]).resolve())
    samples = sorted((pathlib.Path(sys.argv[2]) / 'samples').glob('*/*.c'))
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    wrong, wrote = [], 0
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place) / 'input.c'
        models = pathlib.Path(place) / 'fit.json'
        for seed in range(rounds):
            chance = random.Random(seed)
            source = chance.choice(samples)
            before = garble(source.read_text(), chance).encode()
            file.write_bytes(before)
            flags = ['-I', str(source.parent)]
            program = annotate_check.structure(lcm, file, place, flags)
            if not program:
                continue
            wants = annotate_check.wanted(program, file)
            models.write_text(json.dumps(annotate_check.fit(file, wants)))
            command = [lcm, 'annotate', '--models', models, '--in-place', file,
                       '--', *flags]
            for i in range(2):
                done = subprocess.run(command, capture_output=True, text=True)
                if done.returncode not in (0, 1) or 'died' in done.stderr or \
                        'Sanitizer' in done.stderr:
                    wrong.append(f'seed {seed}: {done.stderr}')
                if i and file.read_bytes() != text:
                    wrong.append(f'seed {seed}: written again it differs')
                text = file.read_bytes()
            wrote += text != before
            subprocess.run([lcm, 'annotate', '--remove', '--in-place', file],
                           check=True)
            bare = file.read_bytes()
            if text != before and bare != before and \
                    b'lines=3' not in before:
                wrong.append(f'seed {seed}: it is not restored')
    print('\n'.join(wrong) or f'ok, {wrote} of {rounds} annotated')
    sys.exit(1 if wrong or not wrote else 0)


if __name__ == '__main__':
    main()
