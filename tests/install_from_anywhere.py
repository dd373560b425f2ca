"""Build the package as it is published, install it beside what this Python has, use it in an empty folder.

    python tests/install_from_anywhere.py

Source distribution and wheel are built in a virtual environment of their own, the wheel from the source
distribution, so that a file that one of them lacks is missed here.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
USED = (
    ("--version",),
    ("new", "--list"),
    ("new", "simulated-news"),
    ("check", "simulated-news.toml"),
    ("check", "galley-simulated"),
    ("table", "lin2004-table1"),
    ("data", "list"),
    ("doctor",),
)
"""Commands that need every kind of file that comes along."""


def do(*words: str | Path, folder: Path | None = None) -> str:
    """Run a program to its end without anything of this checkout in its way; return what it prints."""
    kept_away = ("PYTHONPATH", "WORKBENCH_DATA", "WORKBENCH_CACHE")
    environment = {name: value for name, value in os.environ.items() if name not in kept_away}
    if folder is not None:
        environment["XDG_CACHE_HOME"] = str(folder / "cache")
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def site_of(python: str | Path) -> str:
    """Return the folder of a Python's packages."""
    return do(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()


def main() -> None:
    """Build, install, use; the exit code is not 0 if any of it fails."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        venv.create(place / "build", with_pip=True)
        python = place / "build" / "bin" / "python"
        needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
        do(python, "-m", "pip", "install", "--quiet", "build", *needed)
        # both: the source distribution, and the wheel from it; this environment has nothing else
        do(python, "-m", "build", "--no-isolation", "--outdir", place / "dist", ROOT)
        (wheel,) = (place / "dist").glob("*.whl")
        venv.create(place / "used", with_pip=False)
        used = place / "used" / "bin"
        do(python, "-m", "pip", "--python", used / "python", "install", "--quiet", "--no-deps", wheel)
        # what the package needs is taken from this Python; its own copy of the workbench comes after
        (Path(site_of(used / "python")) / "needed.pth").write_text(f"{site_of(sys.executable)}\n")
        empty = place / "empty"
        empty.mkdir()
        home = do(used / "python", "-c", "import workbench; print(workbench.__file__)", folder=empty)
        if not home.startswith(str(place)):
            sys.exit(f"not the installed package was tried: {home}")
        for words in USED:
            do(used / "workbench", *words, folder=empty)
            print("works:", "workbench", *words)


if __name__ == "__main__":
    main()
