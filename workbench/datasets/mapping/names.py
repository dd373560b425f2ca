"""How people call their columns, in English and in German."""

import re
from unicodedata import normalize

_CALLED = {
    "system": "system model systemid modelid systemname modelname sys mt submission team engine summarizer",
    "segment": """segment segmentid segid sid docid documentid instanceid sampleid itemid inputid exampleid
        questionid turnid turn dialogueid dialogid topic topicid globalsegid docsegid sentenceid sentid item
        id doc line idx index satz satznr satzid segmentnr dokument dokumentid""",
    "rater": """rater raterid annotator annotatorid judge judgeid worker workerid evaluator assessor user
        bewerter""",
    "task": "task languagepair langpair lp sprachpaar",
    "document": """document docid doc dialogue dialogueid dialog dialogid conversation conversationid
        dokument""",
    "domain": "domain",
    "criterion_name": "criterion criteria dimension aspect quality question scale",
    "reference_name": "reference referenceid refid refname referencename",
    "text": """decoded summary output systemoutput systemsummary hypothesis hyp candidate prediction predicted
        generated generatedtext translation response systemresponse answer mttext text target sentence
        ubersetzung uebersetzung ausgabe zusammenfassung antwort hypothese""",
    "score": "score rating value judgment judgement bewertung note punkte",
    "input": """source src article input context history document documenttext prompt question mr triples
        quelle frage""",
}
NAMES = {what: names.split() for what, names in _CALLED.items()}
"""The likeliest first; letters and digits only."""
TEXT, SCORE, INPUT = (NAMES[what] for what in ("text", "score", "input"))
REFERENCE = re.compile(
    r"((human|gold)?_?(ref|reference|gold|referenz(en)?)s?_?([a-z]|[a-z]?_?[0-9]+)?(_?(text|tok|tokens|tokeni[sz]ed|sents))?"
    r"|(human|gold)_?(summary|text).*|human|mensch)"
)
PERSON = re.compile(
    r"(ref|human|gold|mensch|referenz)(erence)?([-_ .]?[a-z0-9]([.][0-9]+)?)?$", re.IGNORECASE
)
WEIGHT = re.compile(r"(ref|reference)?_?(weights?|w)_?[0-9a-z]?")
AUTOMATIC = re.compile(
    r"(rouge|bleu|sacrebleu|chrf|ter|meteor|bert_|bertscore|bleurt|comet|cider|nist|bart_?score|mover"
    r"|length|n_?words).*|.*metrics?[.].*"
)
"""Scores that programs make, and no ratings."""
NO_RATING = re.compile(
    r"(|unnamed.*|index|idx|line|row|rownumber|.*_?id|id|time.*|date.*|duration|age|year|seed|split|(file)?_?(path|name)|urls?|start|end|hits?"
    r"|.*(span|offset|position|bbox|token|embedding|vector|logprob)s?)"
)

_RATING_GROUP = re.compile(
    r"(human|expert|crowd|turker|worker)?(ratings?|annotations?|annotators?|raters?|judge?ments?|judges?|scores?|evaluations?"
    r"|labels?|criteria|dimensions?|aspects?|bewertung(en)?)"
)


def is_rating_group(column: str) -> bool:
    """Tell whether a column is called as one that holds ratings, by criterion or by rater.

    Examples
    --------
    >>> is_rating_group("expert_annotations"), is_rating_group("outputs")
    (True, False)
    """
    return bool(_RATING_GROUP.fullmatch(plain(column)))


def plain(column: str) -> str:
    """Return the letters and digits of a column's last step, in lower case and without accents.

    Examples
    --------
    >>> plain("human.Fluency_1"), plain("Übersetzung")
    ('fluency1', 'ubersetzung')
    """
    return re.sub(r"[^a-z0-9]", "", normalize("NFKD", column.rpartition(".")[2].lower()))
