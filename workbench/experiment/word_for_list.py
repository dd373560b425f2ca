"""A word where a list belongs: whether a list of that word would do, or the word is wrong, too."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails


def wrong_in_list(
    validate: Callable[[Mapping[str, Any]], object], content: Mapping[str, Any], place: Sequence[int | str]
) -> ErrorDetails | None:
    """Return what is wrong with the word at a place where it stands in a list, None if nothing is.

    A message that recommends the list would else recommend what is refused next.

    Examples
    --------
    >>> from pydantic import TypeAdapter
    >>> from typing import Literal
    >>> validate = TypeAdapter(dict[str, list[Literal["a", "b"]]]).validate_python
    >>> wrong_in_list(validate, {"x": "a"}, ["x"])
    >>> wrong_in_list(validate, {"x": "c"}, ["x"])["msg"]
    "Input should be 'a' or 'b'"

    Of several tables the one that is meant is looked at.

    >>> validate = TypeAdapter(dict[str, list[dict[str, list[Literal["a", "b"]]]]]).validate_python
    >>> wrong_in_list(validate, {"x": [{"y": ["a"]}, {"y": "c"}]}, ["x", 1, "y"])["msg"]
    "Input should be 'a' or 'b'"
    """
    try:
        validate(_with_list(content, place))
    except ValidationError as error:
        # what is wrong with the list itself, as its length, is said in another line
        deep = len(place)
        found = [each for each in error.errors() if len(each["loc"]) > deep]
        inside = [each for each in found if each["loc"][:deep] == tuple(place)]
        return inside[0] if inside else None
    return None


def _with_list(content: Any, place: Sequence[int | str]) -> Any:
    """Return the content with what is at a place in a list of its own."""
    if not place:
        return [content]
    if isinstance(content, list) and isinstance(place[0], int):
        at = place[0]
        return [*content[:at], _with_list(content[at], place[1:]), *content[at + 1 :]]
    if isinstance(content, Mapping) and place[0] in content:
        return {**content, place[0]: _with_list(content[place[0]], place[1:])}
    return content  # pydantic names kinds of values in its places, too
