"""What metrics are called elsewhere: a name that the workbench does not know leads to the one that it has."""

import re
from collections.abc import Iterable, Sequence

from workbench.errors import listed, suggest

_ELSEWHERE = (
    "bartscore", "bertr", "bertscore", "bleurt", "chatgpt", "comet", "ctc", "dae", "discoscore", "factcc",
    "feqa", "gemba", "geval", "gpt", "mauve", "maticore", "metricx", "moverscore", "nubia", "perplexity",
    "prism", "qafacteval", "questeval", "s3", "sentencebert", "sms", "summac", "summaqa", "supert",
    "unbabel", "unieval", "xcomet", "yisi",
)  # fmt: skip
"""How the names of metrics begin that need a model, or another program."""
_SAME = (
    (r"r(?:ouge)?(?:n)?([1-9])(?:f|f1|r|p|recall|precision|fmeasure)?", r"rouge-\1"),
    (r"r(?:ouge)?l(?:f|f1|r|p|recall|precision|fmeasure)?", "rouge-l"),
    (r"r(?:ouge)?lsum", "rouge-lsum(profile=google)"),
    (r"r(?:ouge)?(su?)([1-9])", r"rouge-\1(gap=\2)"),
    (r"r(?:ouge)?su\*?", "rouge-su"),
    (r"r(?:ouge)?w([1-9])([0-9])", r"rouge-w(weight=\1.\2)"),
    (r"r(?:ouge)?(?:score|n)?", "rouge-1"),
    (r"sacrebleu(?:score)?", "bleu(profile=sacrebleu)"),
    (r"(?:corpus)?bleu", "bleu"),
    (r"(?:sacre|corpus)?bleu([1-9])", r"bleu(order=\1)"),
    (r"(?:sent|sentence)bleu", "sentence-bleu"),
    (r"(?:δ|delta|d|discriminative)bleu", "delta-bleu"),
    (r"chrf\+\+|chrfpp|chrf2\+\+", "chrf(word_order=2)"),
    (r"chrf[1-9]?", "chrf"),
    (r"(?:meteor)(?:15)?", "meteor"),
    (r"gtm", "unigram"),
)
"""Names without signs and capitals -> what they are called here."""
_OF_TEXTS = re.compile(
    r"tok.*|lower(?:case)?|lc|cased?|casesensitive|usestemm?er|stem(?:s|mer|ming)?|porter|(?:remove)?stop(?:words?)?"
    r"|punct.*|removepunct.*|preprocess(?:ing)?|normali[sz]e.*|lang(?:uage)?"
)
"""Parameters elsewhere, without signs and capitals, that say what is done to texts."""
_OF_SCORES = re.compile(r"components?|recall|precision|f|f1|fmeasure|stat(?:istic)?|measure")
_OF_ORDERS = re.compile(r"n|ngrams?|max(?:ngram)?order|ngramorder|maxn|nmax|order|weights")
_COMMA = re.compile(r",(?![^()]*\))")
"""A comma between names, not between parameters in brackets."""
_COEFFICIENTS = re.compile(r"pearsonr?|spearmanr?|kendall.*|tau.*|spa|pa|acceq|softpairwise.*")


def lead(asked: str, known: Iterable[str]) -> str:
    """Return what to write in place of a name that no metric has.

    Parameters
    ----------
    asked : str
        As it was written, with parameters or without.
    known : iterable of str
        The names that there are.

    Examples
    --------
    >>> lead("ROUGE-1", ["rouge-1", "bleu"])
    "Did you mean 'rouge-1'? Names are written in lower case, with hyphens"
    >>> lead("BLEU-2", ["bleu"])
    "Did you mean 'bleu(order=2)'? Names are written in lower case, with hyphens"
    >>> lead("ROUGE-1, bleu(order=2)", ["rouge-1", "bleu"])
    "Several metrics are several names: 'rouge-1', 'bleu(order=2)'"
    """
    names = list(known)
    several = [each.strip() for each in _COMMA.split(asked) if each.strip()]
    if len(several) > 1 and any(_called_here(each, names) for each in several):
        meant = [each if "(" in each else _called_here(each, names) or each for each in several]
        return f"Several metrics are several names: {', '.join(map(repr, meant))}"
    if found := _called_here(asked, names):
        return f"Did you mean {found!r}? Names are written in lower case, with hyphens"
    key = _bare(asked)
    if _COEFFICIENTS.fullmatch(key):
        return "It is a coefficient, not a metric: name it in [correlation], coefficients = [...]"
    files = 'write the name and the file of its scores into [scores], for instance my-metric = "scores.csv"'
    if key.startswith(_ELSEWHERE):
        return f"It is computed by a program of its own: {files}, and the same name into metrics"
    own = (
        "One of your own: --metrics FILE that defines it. Scores computed elsewhere: write name and file into"
    )
    near = suggest(asked.partition("(")[0].strip().lower(), names)
    return f'{near} (`workbench metrics`). {own} [scores], as my-metric = "scores.csv"'


def _bare(asked: str) -> str:
    """Return a name without signs, capitals and parameters."""
    return re.sub(r"[^a-z0-9+*δ]", "", asked.partition("(")[0].strip().lower())


def _called_here(asked: str, names: Iterable[str]) -> str:
    """Return the name that a metric has here, "" where none is known for sure."""
    key = _bare(asked)
    if found := next((each for each in names if each.replace("-", "") == key), ""):
        return found
    matches = ((re.fullmatch(pattern, key), name) for pattern, name in _SAME)
    return next((match.expand(name) for match, name in matches if match), "")


def lead_from_parameter(asked: str, metric: str, known: Sequence[str], profiles: Sequence[str]) -> str:
    """Return what to write in place of a parameter that a metric does not have.

    Parameters
    ----------
    asked, metric : str
    known : sequence of str
        The parameters that it has.
    profiles : sequence of str
        Profiles in which it has this one.

    Examples
    --------
    >>> lead_from_parameter("smooth", "bleu", ["order"], ["sacrebleu", "nltk"])
    'There is one in bleu(profile=sacrebleu), bleu(profile=nltk). Known: order'
    >>> lead_from_parameter("max_n", "bleu", ["order"], [])
    "Did you mean 'order'? Known: order"
    """
    key = re.sub("[^a-z0-9]", "", asked.lower())
    there = f"Known: {', '.join(known)}" if known else "It has none"
    if profiles:
        return f"There is one in {listed([f'{metric}(profile={each})' for each in profiles])}. {there}"
    if _OF_TEXTS.fullmatch(key):
        return f'What is done to texts stands beside metrics, preprocess = ["CASE", "STEM"]. {there}'
    if _OF_SCORES.fullmatch(key):
        return f'Which of its scores is meant stands beside metrics, components = ["recall"]. {there}'
    if key in ("weight", "weights") and metric == "delta-bleu":
        return f"Weights of references are a column of the data (`workbench data import --weight`). {there}"
    if key in ("n", "order") and re.fullmatch("rouge-[1-9]", metric):
        return f"Its order is a part of its name, as in rouge-2. {there}"
    if key.startswith("smooth") and metric in ("bleu", "sentence-bleu"):
        return f"Smoothings are those of programs, as {metric}(smooth=exp, profile=sacrebleu). {there}"
    if "order" in known and _OF_ORDERS.fullmatch(key):
        return f"Did you mean 'order'? {there}"
    return suggest(asked, known) if known else there
