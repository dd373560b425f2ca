"""Translation edit rate (Snover et al. 2006), counted by sacrebleu."""

from functools import lru_cache

import numpy as np

from workbench.metrics.base import METRICS, Counts, OfCandidates, OfScorable, ratio
from workbench.metrics.batch import Batch
from workbench.text.corpus import Texts
from workbench.types import Array


class Edits(OfCandidates):
    """Edits to the reference that needs the fewest, and the words of the references on average."""

    columns = ("edits", "reference_length", "scorable")

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 3]: sacrebleu's statistics of each candidate, and 1; 0 without any."""
        from sacrebleu.metrics.ter import TER

        # sacrebleu adds these up itself, but looks at all references again for each system and each choice
        prepare = TER()._preprocess_segment
        candidates, references = (
            [prepare(text) for text in _strings(texts)] for texts in (batch.candidates, batch.references)
        )
        rows = np.zeros((len(candidates), len(self.columns)))
        for number, chosen in enumerate(batch.layout.chosen_references):
            if chosen:
                edits, lengths = zip(
                    *(edits_of(candidates[number], references[each]) for each in chosen), strict=True
                )
                rows[number] = min(edits), sum(lengths) / len(lengths), 1
        return rows


@lru_cache(maxsize=50_000)
def edits_of(candidate: str, reference: str) -> tuple[int, int]:
    """Return the edits to a reference and its length: once, however many choices of references it is in.

    Both are texts of words between blanks, prepared as sacrebleu prepares them.

    Examples
    --------
    One word is moved.

    >>> edits_of("c a b", "a b c")
    (1, 3)
    """
    from sacrebleu.metrics.lib_ter import translation_edit_rate

    edits, length = translation_edit_rate(candidate.split(), reference.split())
    return edits, length


def _strings(texts: Texts) -> list[str]:
    """Return texts as strings: untouched, or their words with a blank between, as they were preprocessed."""
    return [
        "\n".join(" ".join(words) for words in texts.tokens(number)) for number in range(len(texts.texts) - 1)
    ]


@METRICS("ter")
class Ter(OfScorable):
    """TER: edits (insert, delete, replace, shift words) over the words of a reference (Snover et al. 2006).

    The fewest edits among the references, over the mean of their lengths. Lower is better, and it may
    exceed 1. A system's score comes from summed counts. All as in sacrebleu with its defaults (words are what
    white space separates, in lower case), but as a fraction.

    The search for shifts is made for sentences: a pair of texts of a hundred words takes about a second.
    Other choices of references (`reference_choice`) use what was found for each pair.

    Snover, Dorr, Schwartz, Micciulla, Makhoul: A study of translation edit rate with targeted human
    annotation. AMTA 2006.

    Undefined
    ---------
    Against empty references 1, or 0 for an empty candidate. Without a reference NaN.

    Examples
    --------
    Shift "a" to the end and replace "x": 2 edits for 4 words.

    >>> from workbench import score
    >>> score(["a b c x"], ["b c y a"], metrics=["ter"])["value"].round(3).tolist()
    [0.5]
    """

    cites = ("Snover et al. 2006",)
    profile = "sacrebleu"
    preprocess = "text"
    system = "pooled"
    bounds = (0.0, np.inf)
    higher_is_better = False
    counter = Edits()

    def value(self, counts: Counts) -> Array:
        """Return edits over length."""
        edits, length = counts[..., 0], counts[..., 1]
        return np.where(length > 0, ratio(edits, length), edits > 0)
