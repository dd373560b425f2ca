"""Saying a fact in English, in one of many ways.

A fact can be said in the active or the passive, in the past, the past perfect or the present, as a noun, with
synonyms, with its time or place in front, in one sentence with another fact, and with or without the name of
a source: so that stemming, stop words, word order and clipping all make a difference to a metric.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from workbench.datasets.simulated_draws import RandomChoices
from workbench.datasets.simulated_topics import Fact, Phrase, words

_PAST, _PERFECT, _PRESENT = range(3)


class Forms(NamedTuple):
    """The forms of a verb."""

    third: str
    past: str
    participle: str
    gerund: str


@dataclass(frozen=True)
class Style:
    """How someone writes: probabilities.

    Attributes
    ----------
    present, perfect : float
        Of writing a text in the present; of the past perfect in a clause, where the text is in the past.
    passive, noun, synonym, front, terse : float
        Of the passive, of a noun in place of the verb, of a less usual word, of a time or place in front, of
        leaving out a time or place.
    join, quote, filler : float
        Of two facts in one sentence, of naming a source, of opening a sentence with words that say nothing.
    """

    present: float
    perfect: float
    passive: float
    noun: float
    synonym: float
    front: float
    terse: float
    join: float
    quote: float
    filler: float


def draw_style(draws: RandomChoices) -> Style:
    """Draw how someone writes."""
    return Style(
        present=draws.uniform(0.0, 0.3),
        perfect=draws.uniform(0.0, 0.25),
        passive=draws.uniform(0.05, 0.5),
        noun=draws.uniform(0.05, 0.4),
        synonym=draws.uniform(0.1, 0.6),
        front=draws.uniform(0.05, 0.5),
        terse=draws.uniform(0.05, 0.5),
        join=draws.uniform(0.4, 0.95),
        quote=draws.uniform(0.0, 0.35),
        filler=draws.uniform(0.0, 0.25),
    )


@cache
def forms(verb: str) -> Forms:
    """Return the forms of a verb: as listed, or by rule.

    Examples
    --------
    >>> forms("carry")
    Forms(third='carries', past='carried', participle='carried', gerund='carrying')
    >>> forms("go").past
    'went'
    """
    listed: dict[str, str] = words()["verbs"]
    if verb in listed:
        return Forms(*listed[verb].split())
    if verb.endswith("y") and verb[-2] not in "aeiou":
        stem = verb[:-1]
        return Forms(f"{stem}ies", f"{stem}ied", f"{stem}ied", f"{verb}ing")
    third = verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s")
    stem = verb.removesuffix("e")
    return Forms(third, f"{stem}ed", f"{stem}ed", f"{verb if verb.endswith('ee') else stem}ing")


class Writer:
    """Someone who writes one text: a style, a tense for the whole text, and random choices."""

    def __init__(self, style: Style, sources: tuple[Phrase, ...], draws: RandomChoices) -> None:
        self.style = style
        self.sources = sources
        self.draws = draws
        self.present = draws.chance(style.present)

    def sentence(self, facts: list[Fact]) -> str:
        """Return a sentence that says one fact or two."""
        style, draws = self.style, self.draws
        fact = facts[0]
        if len(facts) == 2 and facts[0].subjects == facts[1].subjects:
            text = f"{self._clause(fact, active=True)}{self._second_verb(facts[1])}"
        else:
            text = self._clause(fact)
            if len(facts) == 2:
                text += draws.pick(words()["language"]["joins"]) + self._clause(facts[1], inner=True)
            elif draws.chance(style.quote):
                return self._quoted(text)
        if draws.chance(style.filler):
            text = draws.pick(words()["language"]["fillers"]) + text
        return _finish(text)

    def _way(self, ways: tuple[object, ...]) -> int:
        """Choose one of the ways to say something."""
        if len(ways) == 1 or not self.draws.chance(self.style.synonym):
            return 0
        return 1 + self.draws.below(len(ways) - 1)

    def _tense(self) -> int:
        if self.present:
            return _PRESENT
        return _PERFECT if self.draws.chance(self.style.perfect) else _PAST

    def _adjuncts(self, fact: Fact, inner: bool) -> tuple[str, str]:
        """Return what stands before and what stands after the clause."""
        front = after = ""
        for each in fact.adjuncts:
            if not each.needed and self.draws.chance(self.style.terse):
                continue
            text = each.ways[self._way(each.ways)]
            if each.movable and not front and not inner and self.draws.chance(self.style.front):
                front = f"{text}, "
            else:
                after += f" {text}"
        return front, after

    def _clause(self, fact: Fact, active: bool = False, inner: bool = False) -> str:
        style, draws = self.style, self.draws
        subject = fact.subjects[self._way(fact.subjects)]
        verb, rest = fact.verbs[self._way(fact.verbs)]
        front, after = self._adjuncts(fact, inner)
        if not fact.objects:
            return f"{front}{subject.text} {_finite(verb, self._tense(), subject.plural)}{rest}{after}"
        thing = fact.objects[self._way(fact.objects)]
        nouns: dict[str, str] = words()["nouns"]
        if not active and fact.passive and not rest and verb in nouns and draws.chance(style.noun):
            source = self._source(subject.text)
            said = _finite(draws.pick(["confirm", "report", "describe"]), self._tense(), source.plural)
            return f"{front}{source.text} {said} the {nouns[verb]} of {thing.text} by {subject.text}{after}"
        if not active and fact.passive and draws.chance(style.passive):
            done = f"{_finite('be', self._tense(), thing.plural)} {forms(verb).participle}{rest}"
            return f"{front}{thing.text} {done} by {subject.text}{after}"
        done = f"{_finite(verb, self._tense(), subject.plural)}{rest}"
        return f"{front}{subject.text} {done} {thing.text}{after}"

    def _second_verb(self, fact: Fact) -> str:
        """Return what the same subject did besides: ``, losing savings`` or ``and lost savings``."""
        verb, rest = fact.verbs[self._way(fact.verbs)]
        thing = f" {fact.objects[self._way(fact.objects)].text}" if fact.objects else ""
        _, after = self._adjuncts(fact, inner=True)
        if self.draws.chance(0.5):
            return f", {forms(verb).gerund}{rest}{thing}{after}"
        tense = _PRESENT if self.present else _PAST
        return f" and {_finite(verb, tense, fact.subjects[0].plural)}{rest}{thing}{after}"

    def _source(self, clause: str) -> Phrase:
        """Return a source that is not in the clause already."""
        others = [source for source in self.sources if source.text not in clause]
        return self.draws.pick(others or self.sources)

    def _quoted(self, clause: str) -> str:
        draws = self.draws
        source = self._source(clause)
        past, plural, third = draws.pick(words()["language"]["say"])
        said = past if not self.present else plural if source.plural else third
        form = draws.below(3)
        if form == 0:
            return _finish(f"{source.text} {said} that {clause}")
        return _finish(
            f"{clause}, {source.text} {said}" if form == 1 else f"{clause}, according to {source.text}"
        )


def _finite(verb: str, tense: int, plural: bool) -> str:
    shapes = forms(verb)
    if tense == _PERFECT:
        return f"had {shapes.participle}"
    if verb == "be":
        return ("are" if plural else "is") if tense == _PRESENT else ("were" if plural else "was")
    if tense == _PRESENT:
        return verb if plural else shapes.third
    return shapes.past


def _finish(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip(',')}.".replace(",,", ",").replace(",;", ";")
