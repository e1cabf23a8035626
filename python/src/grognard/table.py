"""A table at which agents play: PettingZoo's AEC interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from grognard import features
from grognard.engine import Engine, EngineError, Message

Observation = dict[str, Any]

#: Counters may come to light that nobody saw at first.
SPARE = 32
#: What a margin of a hundred points is worth, if margins are rewards.
HUNDRED = 100.0


class Table(AECEnv):  # type: ignore[misc]
    """A game in which each agent is an army.

    ``against`` names a level that plays the other army; then ``seat`` is the only agent. Without it all armies are agents. An action is the
    number of an option, a click each: take a unit, go to a hex, name a target, roll. ``action_mask`` tells which numbers there are now.
    """

    metadata = {"name": "grognard_v0", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(
        self,
        game: str = "eylau",
        *,
        seat: str | None = None,
        against: str | None = None,
        options: Mapping[str, str] | None = None,
        reward: str = "win",
        max_options: int = 512,
        command: Sequence[str] | None = None,
    ) -> None:
        super().__init__()
        if reward not in ("win", "margin"):
            raise ValueError(f"reward {reward!r}: expected 'win' or 'margin'")
        if (seat is None) != (against is None):
            raise ValueError("say seat and against, or neither of them to play all seats")
        self.game, self.seat, self.against = game, seat, against
        self.options = dict(options or {})
        self.reward, self.max_options = reward, max_options
        self._engine = Engine(command)
        try:
            self.scene = self._engine.ask({"type": "about", "game": game, "options": self.options})
        except EngineError:
            self._engine.close()
            raise
        self.chart = features.Chart(self.scene)
        self.seats: list[str] = [str(name) for name in self.scene["seats"]]
        if seat is not None and seat not in self.seats:
            self._engine.close()
            raise ValueError(f"{seat!r} is no seat; there is {', '.join(self.seats)}")
        self.possible_agents = self.seats if seat is None else [seat]
        self._new_slots()
        size = self._slots[self.possible_agents[0]].size
        shapes = {"observation": (size, features.COUNTER_FEATURES), "options": (max_options, features.OPTION_FEATURES)}
        boxes: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(-np.inf, np.inf, shape, np.float32) for name, shape in (*shapes.items(), ("clock", (2,)))
        }
        boxes["action_mask"] = spaces.Box(0, 1, (max_options,), np.int8)
        self.observation_spaces = {agent: spaces.Dict(boxes) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(max_options) for agent in self.possible_agents}
        #: The last question, with all that was told: position, pending, options, choices, board.
        self.question: Message = {}
        self.ending: Message | None = None
        self.agents: list[str] = []

    def _new_slots(self) -> None:
        tags = [str(counter["tag"]) for counter in self.scene["board"]["counters"]]
        # Where things are hidden, each army knows its own counters by other names than the onlooker who sees the opening.
        spare = SPARE + (len(tags) if self.scene.get("secrets", True) else 0)
        self._slots = {agent: features.Slots(tags, spare) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same again for the same seed, and with dice that nobody foresees without one."""
        request: Message = {"type": "open", "game": self.game, "options": self.options, "wants": ["board", "choices"]}
        if seed is not None:
            request["seed"] = int(seed)
        if self.against is not None:
            request |= {"seat": self.seat, "against": self.against}
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.ending = None
        self._new_slots()
        self._seen = {agent: self._blank(agent) for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._take(self._engine.ask(request))

    def _blank(self, agent: str) -> Observation:
        return {
            "observation": features.counters(self.scene["board"], agent, self.chart, self._slots[agent]),
            "options": np.zeros((self.max_options, features.OPTION_FEATURES), dtype=np.float32),
            "clock": np.zeros(2, dtype=np.float32),
            "action_mask": np.zeros(self.max_options, dtype=np.int8),
        }

    def observe(self, agent: str) -> Observation:
        """What an army saw when it last had to decide; only the one that has to decide now has actions."""
        return {name: value.copy() for name, value in self._seen[agent].items()}

    def step(self, action: int | np.integer[Any] | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        names: list[str] = self.question["options"]
        if action is None or not 0 <= int(action) < len(names):
            raise ValueError(f"action {action}: expected the number of one of {len(names)} options (see action_mask)")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._seen[agent]["action_mask"][:] = 0
        answer = self._engine.ask({"type": "play", "id": self.question["id"], "action": names[int(action)]})
        self._take(answer)
        self._accumulate_rewards()

    def _take(self, answer: Message) -> None:
        if answer["type"] == "over":
            self._end(answer["ending"])
            return
        if answer["type"] != "choose":
            raise EngineError(f"expected choose or over, not {answer}")
        number = len(answer["options"])
        if number > self.max_options:
            raise EngineError(f"{number} options, and max_options is {self.max_options}; make a table with more")
        self.question = answer
        agent = self.agent_selection = str(answer["seat"])
        board = answer["board"]
        mask = np.zeros(self.max_options, dtype=np.int8)
        mask[:number] = 1
        turns = max(1, int(board["turns"]))
        self._seen[agent] = {
            "observation": features.counters(board, agent, self.chart, self._slots[agent]),
            "options": features.options(answer["choices"], board, agent, self.chart, self.max_options),
            "clock": np.array([int(board["turn_number"]) / turns, self.seats.index(agent)], dtype=np.float32),
            "action_mask": mask,
        }
        self.infos[agent] = {"pending": answer.get("pending"), "position": answer["position"]}

    def _end(self, ending: Message) -> None:
        self.ending = ending
        points = [*ending["points"], 0, 0][:2]
        for agent in self.agents:
            place = self.seats.index(agent)
            if self.reward == "margin":
                self.rewards[agent] = (points[place] - points[1 - place]) / HUNDRED
            elif ending["winner"] is not None:
                self.rewards[agent] = 1.0 if ending["winner"] == agent else -1.0
            self.terminations[agent] = True
            self.infos[agent] = {"verdict": ending["verdict"], "points": ending["points"]}
            self._seen[agent]["action_mask"][:] = 0

    def render(self) -> None:
        """Nothing is drawn; ``grognard show`` draws a position."""

    def close(self) -> None:
        self._engine.close()


def env(game: str = "eylau", **words: Any) -> AECEnv:
    """A table with PettingZoo's usual checks around it. Takes what :class:`Table` takes."""
    return wrappers.OrderEnforcingWrapper(Table(game, **words))
