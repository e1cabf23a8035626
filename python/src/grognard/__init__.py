"""Grognard's wargames as PettingZoo environments: rules, dice and opponents by ``grognard engine``, over the bot protocol."""

from grognard.engine import Engine, EngineError
from grognard.features import COUNTER_FEATURES, OPTION_FEATURES
from grognard.table import Table, env

__all__ = ["COUNTER_FEATURES", "OPTION_FEATURES", "Engine", "EngineError", "Table", "env"]
__version__ = "0.1.0"
