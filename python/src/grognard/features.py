"""Boards and options as numbers, for any game: what a first policy can learn from, not all that there is.

Whoever wants more takes it from the messages themselves (``Table.question``).
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

#: Whether the slot is taken, side (1 own, -1 the enemy's), on the map, column, row, strength.
COUNTER_FEATURES = 6
#: Kinds of options (``group``) share so many places; what falls into one place is not told apart.
KINDS = 16
#: The kind, whether a unit is named, its column, row and strength, whether a hex is named, its column and row, steps to the nearest enemy from there,
#: whether dice fall, whether the other side decides next.
OPTION_FEATURES = KINDS + 10


class Chart:
    """Where the hexes of a map lie."""

    def __init__(self, scene: dict[str, Any]) -> None:
        view = scene["map"]
        self.columns, self.rows = max(1, int(view["columns"])), max(1, int(view["rows"]))
        self.flat = view["grid"] == "flat-top"
        self.places: dict[str, tuple[int, int]] = {}
        for hex_view in view["hexes"]:
            number = str(hex_view["number"])
            if hex_view.get("at"):
                column, row = (int(part) for part in hex_view["at"])
            else:
                first, second = int(number[:2]), int(number[2:])
                column, row = (first, second) if self.flat else (second, first)
            self.places[number] = (column, row)

    def at(self, name: str | None) -> tuple[float, float] | None:
        """Column and row of a hex, both from 0 to 1."""
        place = self.places.get(name or "")
        return None if place is None else (place[0] / self.columns, place[1] / self.rows)

    def steps(self, one: str, other: str) -> int:
        """Steps from hex to hex."""
        (ca, ra), (cb, rb) = self.places[one], self.places[other]
        if not self.flat:
            (ca, ra), (cb, rb) = (ra, ca), (rb, cb)
        # Every second line stands half a hex further: even columns lower, but odd rows further right. Doubled, that is a whole number.
        further = 0 if self.flat else 1
        across, along = abs(ca - cb), abs((2 * ra + (ca % 2 == further)) - (2 * rb + (cb % 2 == further)))
        return across + max(0, (along - across + 1) // 2)


def unknown(tag: str) -> bool:
    """Whether a counter lies face down: it is named after the place where it lies, and is called something else when it moves."""
    return tag.startswith("?")


class Slots:
    """A place of its own for each counter that is known, whatever comes and goes; those that are not known share what is left, from the end."""

    def __init__(self, tags: list[str], spare: int) -> None:
        self.size = len(tags) + spare
        self._places = {tag: place for place, tag in enumerate(sorted(tag for tag in tags if not unknown(tag)))}

    def places(self, tags: list[str]) -> dict[str, int]:
        """The places of the counters that are seen now, but for those for which there is no room."""
        for tag in tags:
            if not unknown(tag) and tag not in self._places and len(self._places) < self.size:
                self._places[tag] = len(self._places)
        found = {tag: self._places[tag] for tag in tags if tag in self._places}
        found.update(zip((tag for tag in tags if unknown(tag)), range(self.size - 1, len(self._places) - 1, -1)))
        return found


def counters(board: dict[str, Any], seat: str, chart: Chart, slots: Slots) -> Array:
    """A row for each counter."""
    rows = np.zeros((slots.size, COUNTER_FEATURES), dtype=np.float32)
    places = slots.places([str(counter["tag"]) for counter in board["counters"]])
    for counter in board["counters"]:
        place = places.get(str(counter["tag"]))
        if place is None:
            continue
        at = chart.at(counter.get("hex"))
        side = 1.0 if counter["side"] == seat else -1.0
        rows[place] = (1.0, side, at is not None, *(at or (0.0, 0.0)), (counter.get("strength") or 0) / 10)
    return rows


def options(choices: list[dict[str, Any]], board: dict[str, Any], seat: str, chart: Chart, most: int) -> Array:
    """A row for each option, in the order of the options; the rest are noughts."""
    rows = np.zeros((most, OPTION_FEATURES), dtype=np.float32)
    units = {str(counter["tag"]): counter for counter in board["counters"]}
    enemies = [str(c["hex"]) for c in board["counters"] if c["side"] != seat and c.get("hex") in chart.places]
    for row, choice in zip(rows, choices):
        row[crc32(str(choice["group"]).encode()) % KINDS] = 1.0
        unit = units.get(str(choice.get("unit")))
        if unit is not None:
            row[KINDS : KINDS + 4] = (1.0, *(chart.at(unit.get("hex")) or (0.0, 0.0)), (unit.get("strength") or 0) / 10)
        name = choice.get("hex")
        at = chart.at(name)
        if name is not None and at is not None:
            nearest = min((chart.steps(name, enemy) for enemy in enemies), default=0)
            row[KINDS + 4 : KINDS + 8] = (1.0, *at, nearest / 10)
        row[KINDS + 8 :] = (bool(choice.get("commits")), bool(choice.get("passes")))
    return rows
