"""What the tests have in common."""

from __future__ import annotations

import numpy as np
import pytest

#: Decks with all sorts of decisions: sets, orders, divisions, names, hidden zones.
DECKS = ["premodern-black", "premodern-green-white", "premodern-replenish", "pauper-red"]


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(5)
