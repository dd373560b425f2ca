"""How people call their columns."""

import re

_CALLED = {
    "system": "system model systemid modelid systemname modelname sys mt submission team engine summarizer",
    "segment": """segment segmentid segid docid documentid instanceid sampleid itemid inputid exampleid
        questionid turnid dialogueid dialogid topic topicid globalsegid docsegid sentenceid sentid item id doc
        line idx index""",
    "rater": "rater raterid annotator annotatorid judge judgeid worker workerid evaluator assessor user",
    "task": "task languagepair langpair lp",
    "document": "document docid doc",
    "domain": "domain",
    "criterion_name": "criterion criteria dimension aspect quality question scale",
    "reference_name": "reference referenceid refid refname referencename",
    "text": """decoded summary output systemoutput systemsummary hypothesis hyp candidate prediction predicted
        generated generatedtext translation response systemresponse answer mttext text target sentence""",
    "score": "score rating value judgment judgement",
    "input": "source src article input context document documenttext prompt question mr triples",
}
NAMES = {what: names.split() for what, names in _CALLED.items()}
"""The likeliest first; letters and digits only."""
TEXT, SCORE, INPUT = (NAMES[what] for what in ("text", "score", "input"))
REFERENCE = re.compile(
    r"((human|gold)?_?(ref|reference|gold)s?_?([a-z]|[a-z]?_?[0-9]+)?(_?(text|tok|tokens|tokeni[sz]ed|sents))?"
    r"|(human|gold)_?(summary|text).*)"
)
PERSON = re.compile(r"(ref|human|gold)(erence)?([-_ .]?[a-z0-9]([.][0-9]+)?)?$", re.IGNORECASE)
WEIGHT = re.compile(r"(ref|reference)?_?(weights?|w)_?[0-9a-z]?")
AUTOMATIC = re.compile(
    r"(rouge|bleu|sacrebleu|chrf|ter|meteor|bert_|bertscore|bleurt|comet|cider|nist|bart_?score|mover"
    r"|length|n_?words).*|.*metrics?[.].*"
)
"""Scores that programs make, and no ratings."""
NO_RATING = re.compile(
    r"(|unnamed.*|index|idx|line|row|rownumber|.*_?id|id|time.*|date.*|duration|age|year|seed|split|start|end)"
)
