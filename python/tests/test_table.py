"""PettingZoo's own tests, and ours; GROGNARD names the program."""

from __future__ import annotations

import gc
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import grognard
from grognard import features


@pytest.fixture(autouse=True)
def _the_same_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that nobody foresees are drawn by the program as tests build it, which takes them from here; so is what these tests draw themselves."""
    monkeypatch.setenv("GROGNARD_FIXED_DICE", "1813")
    np.random.seed(1813)


def sown(table: Any) -> Any:
    """Actions and observations that are drawn at this table are the same in every run."""
    for number, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(1813 + number)
        table.observation_space(agent).seed(1813 + number)
    return table


def play(table: grognard.Table, seed: int | None, most: int = 20_000) -> tuple[dict[str, float], list[str]]:
    """A game in which everybody takes the option that comes up by counting."""
    table.reset(seed=seed)
    rewards, positions = dict.fromkeys(table.agents, 0.0), []
    for step, agent in enumerate(table.agent_iter(most)):
        seen, reward, over, cut, info = table.last()
        rewards[agent] += reward
        if over or cut:
            table.step(None)
            continue
        positions.append(info["position"])
        table.step(int(step * 7 % int(seen["action_mask"].sum())))
    return rewards, positions


@pytest.mark.parametrize("words", [{}, {"seat": "Allied", "against": "random"}])
def test_pettingzoo_api(words: dict[str, str]) -> None:
    table = sown(grognard.env("eylau", **words))
    api_test(table, num_cycles=300)
    table.close()


def test_pettingzoo_seeds() -> None:
    seed_test(lambda: grognard.env("eylau"), num_cycles=40)


def test_a_game_is_zero_sum_and_the_same_for_the_same_seed() -> None:
    table = grognard.Table("eylau", reward="margin")
    rewards, positions = play(table, 5)
    assert table.ending is not None and not table.agents
    points = table.ending["points"]
    assert rewards == {"French": (points[0] - points[1]) / 100, "Allied": (points[1] - points[0]) / 100}
    assert (rewards, positions) == play(table, 5)
    assert positions[:100] != play(table, 6, 100)[1]
    table.close()


def test_without_a_seed_the_dice_are_drawn_anew() -> None:
    def games() -> list[list[str]]:
        table = grognard.Table("eylau")
        drawn = [play(table, None, 100)[1] for _ in range(2)]
        table.close()
        return drawn

    first, second = games()
    assert first != second
    # And yet this test is the same in every run: no luck of the day comes in.
    assert games() == [first, second]


def test_what_is_hidden_stays_hidden() -> None:
    table = grognard.Table("dresden-20", options={"fog": "on"})
    rewards, _ = play(table, 1)
    assert sum(rewards.values()) == 0 and set(rewards) == {"French", "Allied"}
    table.close()


def test_every_counter_of_its_own_army_is_seen_where_others_are_hidden() -> None:
    for game, options in [("dresden-20", {"fog": "on"}), ("eagles-friedland", {})]:
        table = grognard.Table(game, options=options)
        table.reset(seed=1)
        for step, agent in enumerate(table.agent_iter(300)):
            seen, _, over, _, _ = table.last()
            if over:
                break
            counters = table.question["board"]["counters"]
            own = sum(c["side"] == agent for c in counters)
            assert int((seen["observation"][:, 1] == 1).sum()) == own, (game, step)
            assert int(seen["observation"][:, 0].sum()) == len(counters), (game, step)
            table.step(int(step * 7 % int(seen["action_mask"].sum())))
        table.close()


def test_who_is_not_known_takes_nobodys_place() -> None:
    slots = features.Slots(["b", "?1", "a"], 2)
    assert slots.places(["a", "?2", "c"]) == {"a": 0, "c": 2, "?2": 4}
    # However often somebody unknown goes elsewhere, whoever comes has room.
    for hex_number in range(100):
        assert slots.places([f"?{hex_number}"]) == {f"?{hex_number}": 4}
    assert slots.places(["d", "?3", "?4"]) == {"d": 3, "?3": 4}


def test_observations_are_of_their_space_and_tell_the_board() -> None:
    table = grognard.Table("eylau", seat="French", against="random")
    table.reset(seed=3)
    seen = table.observe("French")
    assert table.observation_space("French").contains(seen)
    board, choices = table.question["board"], table.question["choices"]
    assert seen["action_mask"].sum() == len(table.question["options"]) == len(choices)
    on_map = [c for c in board["counters"] if c["hex"]]
    assert int(seen["observation"][:, 2].sum()) == len(on_map) > 20
    assert int((seen["observation"][:, 1] == 1).sum()) == sum(c["side"] == "French" for c in board["counters"])
    assert seen["options"].shape == (512, grognard.OPTION_FEATURES) and not seen["options"][len(choices) :].any()
    assert (seen["options"][: len(choices), : features.KINDS].sum(axis=1) == 1).all()
    table.close()


def test_steps_between_hexes() -> None:
    hexes = [{"number": f"{c:02}{r:02}"} for c in range(1, 9) for r in range(1, 9)]
    chart = features.Chart({"map": {"columns": 8, "rows": 8, "grid": "flat-top", "hexes": hexes}})
    # Odd columns stand half a hex higher: 0202 touches 0102, 0103, 0302 and 0303.
    for name in ("0102", "0103", "0302", "0303", "0201", "0203"):
        assert chart.steps("0202", name) == 1, name
    assert [chart.steps("0202", name) for name in ("0202", "0101", "0402", "0502", "0205")] == [0, 2, 2, 3, 3]
    # Rows from the bottom, then columns; even rows stand half a hex further left: 0202 touches 0101, 0102, 0301 and 0302.
    chart = features.Chart({"map": {"columns": 8, "rows": 8, "grid": "pointy-top", "hexes": hexes}})
    for name in ("0101", "0102", "0301", "0302", "0201", "0203"):
        assert chart.steps("0202", name) == 1, name
    assert [chart.steps("0202", name) for name in ("0202", "0103", "0402", "0502", "0205")] == [0, 2, 2, 3, 3]


def test_what_cannot_be_is_said_in_one_line() -> None:
    for error, words in [
        (ValueError, {"seat": "French"}),
        (ValueError, {"seat": "Swedish", "against": "random"}),
        (ValueError, {"reward": "glory"}),
        (grognard.EngineError, {"game": "borodino"}),
        (grognard.EngineError, {"command": ["/nowhere/grognard"]}),
    ]:
        with pytest.raises(error) as told:
            grognard.Table(**words)  # type: ignore[arg-type]
        assert "\n" not in str(told.value) and str(told.value)
    table = grognard.Table("eylau", seat="French", against="random", max_options=3)
    with pytest.raises(grognard.EngineError, match="max_options"):
        table.reset(seed=1)
    table.close()
    table = grognard.Table("eylau")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="action_mask"):
        table.step(511)
    table.close()


#: Greets, then answers whatever it is asked with the question.
ECHO = """
import sys
for number, line in enumerate(sys.stdin):
    print('{"type": "ready"}' if number == 0 else line, end="\\n" if number == 0 else "", flush=True)
"""


def test_whoever_is_interrupted_is_not_told_the_answer_to_another_question() -> None:
    class Interrupted:
        def readline(self) -> str:
            raise KeyboardInterrupt

        def close(self) -> None:
            pass

    engine = grognard.Engine([sys.executable, "-c", ECHO])
    assert engine.ask({"type": "one"})["type"] == "one"
    listened, engine._process.stdout = engine._process.stdout, Interrupted()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        engine.ask({"type": "two"})
    engine._process.stdout = listened
    with pytest.raises(grognard.EngineError, match="has ended"):
        engine.ask({"type": "three"})
    engine.close()


@pytest.mark.parametrize("says", ["", "print('Bonjour')"])
def test_a_program_that_is_no_engine_is_ended(says: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(grognard.EngineError) as told:
            grognard.Engine([sys.executable, "-c", says])
        gc.collect()
    assert "\n" not in str(told.value)


def test_the_ten_lines_of_the_readme_train() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", readme, re.S)
    assert found is not None
    lines = [line for line in found.group(1).splitlines() if line.strip()]
    assert len(lines) == 10, lines
    names: dict[str, object] = {}
    exec("\n".join(lines).replace("range(100)", "range(2)"), names)  # noqa: S102
    best = names["best"]
    assert isinstance(best, np.ndarray) and best.any()
