"""Check the descriptions of processors that come with lcm.

usage: typical.py ROOT LCM

All are read without a word; this host gets one, if any, only where nothing else
says which machine it is, and the answer says so; and why it gets none.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = """int main(void) {
  static double a[1000];
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  return 0;
}
"""


def predict(lcm, path, *args, **env):
    """Return the machine that a prediction speaks of, and what is
    complained."""
    run = subprocess.run(
        [lcm, "predict", "--format", "json", "-D", "p=2", *args, path],
        env={**os.environ, "LCM_MACHINE": "", **env}, text=True,
        capture_output=True, timeout=60, check=True)
    return json.loads(run.stdout)["basis"]["machine"], run.stderr


def check_copy(lcm, path, copy):
    """Yield what is wrong where lcm is alone at `copy`: it says that the
    descriptions are not beside it, unless it was told to go without; with
    none for this host's maker beside it, that."""
    shutil.copy(lcm, copy)
    alone = "(those that come with lcm are not beside this copy of it)"
    other = "(none that comes with lcm is for this maker's processors)"
    folder = copy.parent / "typical"
    for machine, want in (("", alone), ("none", None), ("", other)):
        if want == other:
            folder.mkdir()
        run = subprocess.run(
            [copy, "predict", "-D", "p=2", path], check=True, text=True,
            env={**os.environ, "LCM_MACHINE": machine,
                 "XDG_CONFIG_HOME": str(copy.parent)},
            capture_output=True, timeout=60)
        said = f"no machine is described{' ' + want if want else ''}: "
        if said not in run.stdout:
            yield f"{said!r} is not in {run.stdout}"
    folder.rmdir()


def main():
    root, lcm = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    wrong = []
    files = sorted((root / "data/machines/typical").glob("*.json"))
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name, "loop.c")
        path.write_text(SOURCE)
        wrong += [*check_copy(lcm, path, pathlib.Path(name, "lcm"))]
        for file in files:
            said = json.loads(file.read_text())
            machine, complaint = predict(lcm, path, "--machine", str(file))
            if complaint or machine != said["name"] or not said["source"]:
                wrong.append(f"{file.name}: {machine} {complaint}")
        mark = ": typical values"
        machine = predict(lcm, path, XDG_CONFIG_HOME=name)[0]
        if machine and mark not in machine:
            wrong.append(f"nothing says that {machine} was not measured")
        if machine and not any(
                machine.startswith(json.loads(f.read_text())["name"])
                for f in files):
            wrong.append(f"{machine} is none of them")
        for args, env in (((), {"LCM_MACHINE": "none"}),
                          (("--machine", "none"), {}),
                          ((), {"XDG_CONFIG_HOME": "/dev/null"})):
            machine = predict(lcm, path,
                              *args, **{"XDG_CONFIG_HOME": name, **env})[0]
            if machine is not None:
                wrong.append(f"{args} {env}: {machine}")
    print("\n".join(wrong) or f"{len(files)} descriptions")
    return 1 if wrong or len(files) < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
