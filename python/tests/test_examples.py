"""The examples run."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_notebook() -> None:
    pytest.importorskip("polars")
    found = runpy.run_path(str(EXAMPLES / "notebook.py"))
    assert found["result"].report["games"] == 120 and "<div" in found["game"]._repr_html_()


def test_learning_begins() -> None:
    """In small. How well it plays in the end is measured by hand."""
    command = [sys.executable, str(EXAMPLES / "learn.py"), "--updates", "3", "--envs", "16", "--games", "4"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "of 4 against greedy" in found.stdout and "of processors in all" in found.stdout
