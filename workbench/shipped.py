"""Where the files lie that come with the package and are no part of it: published tables, experiments."""

from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from workbench.errors import MissingDataError, Problem, SpecError, path_of, suggest

_CHECKOUT = Path(__file__).resolve().parents[1]


@cache
def shipped_folder(name: str) -> Path:
    """Return a folder of the checkout, or the one that was installed of it.

    Parameters
    ----------
    name : str
        Its path in the checkout. What is installed has its last part as name, in ``share/workbench``.

    Raises
    ------
    MissingDataError
        If the package was installed without it.

    Examples
    --------
    >>> (shipped_folder("experiments") / "summeval.toml").is_file()
    True
    """
    # another package may have left a folder of this name beside an installed one
    if (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / name).is_dir():
        return _CHECKOUT / name
    try:
        installed = files("workbench") or ()
    except PackageNotFoundError:
        installed = ()
    wanted = ("share", "workbench", Path(name).name)
    for file in installed:
        if file.parts[-4:-1] == wanted:
            return Path(str(file.locate())).resolve().parent
    raise MissingDataError(Problem(name, "is not installed: it comes with the package, and with its sources"))


def bundled_experiments() -> dict[str, Path]:
    """Return the experiment files that come with the package, by name; those of a folder as ``study/ted``.

    Examples
    --------
    >>> [name for name in bundled_experiments() if "news" in name]
    ['simulated-news']
    """
    try:
        folder = shipped_folder("experiments")
    except MissingDataError:
        return {}
    found = {path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.toml")}
    return dict(sorted(found.items(), key=lambda each: ("/" in each[0], each[0])))


def find_experiment(path: str | Path) -> Path:
    """Return the experiment file of a path, or of the name of one that comes with the package.

    Raises
    ------
    SpecError
        If there is neither, with the name that may have been meant.

    Examples
    --------
    >>> find_experiment("summeval").name
    'summeval.toml'
    >>> find_experiment("sumeval.toml")
    Traceback (most recent call last):
    ...
    workbench.errors.SpecError: sumeval.toml: there is no such experiment file. Did you mean 'summeval'?
    """
    path = path_of(path, "experiment")
    bundled = bundled_experiments()
    # a folder of the data may well be called as the experiment about them
    if path.is_file() or (path.is_dir() and path.as_posix() not in bundled):
        return path
    name = (path.with_suffix("") if path.suffix == ".toml" else path).as_posix()
    name = name.removeprefix("experiments/")
    if name in bundled:
        return bundled[name]
    beside = [each.stem for each in path.parent.glob("*.toml")] if path.parent.is_dir() else []
    hint, _, _ = suggest(Path(name).name, {*bundled, *beside}).partition("Known:")
    for each in {*beside} - {*bundled}:
        # a file of one's own is named with its ending
        hint = hint.replace(repr(each), repr(str(path.with_name(f"{each}.toml"))))
    if not hint:
        hint = "`workbench new` writes one, `workbench new --list` names those that come with the workbench"
    raise SpecError(Problem(str(path), "there is no such experiment file", hint=hint))


def find_experiments(folder: str | Path) -> Path:
    """Return a folder of experiment files: a path, or the name of one that comes with the package.

    Raises
    ------
    SpecError
        If there is neither.

    Examples
    --------
    >>> find_experiments("study").name, find_experiments("other").as_posix()
    ('study', 'other')
    """
    folder = path_of(folder, "folder")
    names = {Path(name).parent.as_posix() for name in bundled_experiments() if "/" in name}
    name = folder.as_posix().removeprefix("experiments/")
    if folder.is_dir() or name not in names:
        return folder
    return shipped_folder("experiments") / name
