"""A running ``grognard engine``, spoken to in lines: docs/bot-protocol.md tells what is said."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

Message = dict[str, Any]
PROTOCOL = 1


class EngineError(RuntimeError):
    """The engine cannot be started, has gone, or refuses; in one line."""


class Engine:
    """The rules as an umpire, in a process of their own."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self.command = list(command) if command is not None else default_command()
        try:
            self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        except OSError as why:
            raise EngineError(f"{self.command[0]} cannot be started ({why.strerror}); build Grognard and say GROGNARD=path/to/grognard") from why
        try:
            self.ask({"type": "hello", "protocol": PROTOCOL})
        except EngineError:
            self.close()
            raise

    def ask(self, question: Message) -> Message:
        """Asks one question and returns its answer."""
        process = self._process
        if process.stdin is None or process.stdout is None or process.poll() is not None:
            raise EngineError("the engine has ended")
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError as why:
            raise EngineError(f"the engine has gone: {why}") from why
        except BaseException:
            # Whoever is interrupted here does not read the answer. It would be taken for that to the next question, of another game.
            process.kill()
            process.wait()
            raise
        if not line:
            raise EngineError("the engine has closed its output")
        try:
            answer: Message = json.loads(line)
        except ValueError as why:
            raise EngineError(f"the engine speaks another language: {line.strip()[:80]!r}") from why
        if answer.get("type") == "error":
            raise EngineError(str(answer.get("message")))
        return answer

    def close(self) -> None:
        """Ends the engine; more than once does no harm."""
        process = self._process
        if process.stdin is not None and not process.stdin.closed:
            try:
                process.stdin.close()
            except OSError:
                pass
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def default_command() -> list[str]:
    """The program that ``GROGNARD`` names, or the one on the path."""
    program = os.environ.get("GROGNARD") or shutil.which("grognard") or "grognard"
    return [program, "engine"]
