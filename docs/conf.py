"""How Sphinx makes the site; `make docs` builds it without a network, warnings being errors."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

from workbench import __version__  # noqa: E402

project = "workbench"
author = "the authors of workbench"
version = release = __version__

extensions = [
    "sphinx.ext.autodoc",
    "numpydoc",
    "myst_nb",
    "sphinx_design",
    "docstrings",
    "written_pages",
    "checked_pages",
]
exclude_patterns = ["_build"]
suppress_warnings = ["myst.header"]  # parts of other files are included below headings of ours

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

nb_execution_mode = "cache"
nb_execution_cache_path = str(HERE / "_build" / "notebooks")
nb_execution_timeout = 150
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # they would be fetched from another host

autodoc_typehints = "none"
autodoc_preserve_defaults = False  # signatures that are made of sections have others than their source
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
default_role = "literal"

html_theme = "pydata_sphinx_theme"
html_title = f"workbench {__version__}"
templates_path = ["_templates"]
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {"index": [], "tutorial/*": ["sidebar-nav-bs"]}
html_theme_options = {
    "navbar_end": ["theme-switcher"],
    "header_links_before_dropdown": 6,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["version-of-the-site"],
    "footer_end": [],
    "article_footer_items": [],
}
html_context = {"default_mode": "auto"}
html_show_copyright = False
html_show_sphinx = False
