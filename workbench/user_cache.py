"""Where a user's programs keep what can be made again."""

import os
import sys
import tempfile
from pathlib import Path


def user_cache() -> Path:
    """Return the workbench's folder in the user's cache folder; it need not be there.

    That is XDG_CACHE_HOME where it is set, else what the system has for it: ``~/.cache``, on macOS
    ``~/Library/Caches``, on Windows ``%LOCALAPPDATA%``; a user without a home has the folder of temporary
    files.

    Examples
    --------
    >>> user_cache().name
    'workbench'
    """
    said = os.environ.get("XDG_CACHE_HOME", "")
    # the specification of XDG: a path that is not absolute is to be ignored
    if Path(said).is_absolute():
        return Path(said) / "workbench"
    try:
        home = Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir()) / "workbench"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "workbench"
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "workbench"
