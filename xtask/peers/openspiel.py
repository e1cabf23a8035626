"""Random playouts of chess in OpenSpiel, run inside its C++ library, counted and timed.

  openspiel.py length GAMES   mean number of actions in a random game, from GAMES games counted one by one
  openspiel.py rate SECONDS   random games per second of wall clock, on one thread

Prints one JSON object. The rollouts are those of RandomRolloutEvaluator, which at every step lists the legal actions,
picks one uniformly and applies it, until the game is over. The evaluator is not callable from Python, so a search of one
simulation calls it: the simulation never leaves the root and is exactly one evaluation of the opening position. It does
not say how many actions it played; `length` counts them on the same kind of game, played by uniform random bots.
"""

import json
import math
import random
import statistics
import sys
import time
from importlib import metadata

import pyspiel

ROLLOUTS = 50  # games in one evaluation


def length(games):
    """Plays whole games by uniform random bots and counts their actions."""
    chess = pyspiel.load_game("chess")
    bots = [pyspiel.make_uniform_random_bot(player, 1807 + player) for player in range(2)]
    counts = []
    for game in range(games):
        state = chess.new_initial_state()
        pyspiel.evaluate_bots(state, bots, game)
        assert state.is_terminal()
        counts.append(len(state.history()))
    error = statistics.stdev(counts) / math.sqrt(games)
    return {"games": games, "mean": statistics.mean(counts), "standard_error": error}


def rate(seconds):
    """Runs evaluations until the time is over."""
    chess = pyspiel.load_game("chess")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=random.randrange(1 << 30))
    search = pyspiel.MCTSBot(chess, evaluator, 1.0, 1, 100, False, 1, False)
    state = chess.new_initial_state()
    search.mcts_search(state)  # warm up
    games, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        root = search.mcts_search(state)
        assert root.explore_count == 1 and not root.children
        games += ROLLOUTS
    return {"games": games, "games_per_second": games / (time.perf_counter() - begin)}


def main():
    what, amount = sys.argv[1:]
    result = length(int(amount)) if what == "length" else rate(float(amount))
    result["version"] = metadata.version("open_spiel")
    result["python"] = sys.version.split()[0]
    print(json.dumps(result))


main()
