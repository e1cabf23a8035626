#!/usr/bin/env python3
"""A player for Grognard in sixty lines: docs/bot-protocol.md tells what is said.

It attacks where the forecast column is good, walks towards the enemy, and leaves the rest to chance.
Try it: grognard tournament random --bot "python3 examples/bot.py" --pairs 5
"""
import json
import random
import sys

GOOD = ["3-1", "4-1", "5-1", "6-1"]


def distance(a, b):
    """Steps between two hexes numbered CCRR, odd columns half a hex higher; a guess on maps that are numbered otherwise."""
    (ca, ra), (cb, rb) = ((int(h[-4:-2]), int(h[-2:])) for h in (a, b))
    ya, yb = (2 * r + (c % 2 == 0) for c, r in ((ca, ra), (cb, rb)))
    across = abs(ca - cb)
    return across + max(0, (abs(ya - yb) - across) // 2)


def score(choice, board, seat, dice):
    """What an option is worth; the best is played."""
    enemies = [c["hex"] for c in board["counters"] if c["side"] != seat and c["hex"]]
    points = dice.random()
    if choice["group"] == "go" and choice["hex"] and enemies:
        points -= min(distance(choice["hex"], hex) for hex in enemies)
    note = choice.get("note") or ""
    if any(column in note for column in GOOD):
        points += 20
    if choice["group"] in ("end", "ready", "hold", "halt", "lower", "yield"):
        points -= 30  # last of all
    return points


def main():
    dice, seat = random.Random(1), None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            answer = {"type": "ready", "name": "sixty lines", "wants": ["board", "choices"]}
        elif kind == "new":
            dice, seat = random.Random(message["seed"]), message["seat"]
            answer = {"type": "ready"}
        elif kind == "choose":
            best = max(message["choices"], key=lambda choice: score(choice, message["board"], seat, dice))
            answer = {"type": "play", "action": best["text"]}
        else:
            answer = {"type": "ready"}
        print(json.dumps(answer), flush=True)
        if kind == "over":
            return


if __name__ == "__main__":
    main()
