# %% [markdown]
# # From a deck list to a plot
#
# Open this file in Jupyter (jupytext), VS Code or Spyder and run it cell by cell, or run it as a program. It needs polars, and
# matplotlib for the plot.

# %%
from pathlib import Path

import dracones
import polars as pl

# %% [markdown]
# A deck list. Notebooks show decks as tables.

# %%
pyromancers = dracones.Deck.parse(
    """// Name: Pyromancers
24 Mountain
8 Lightning Bolt
4 Shock
4 Searing Spear
4 Lava Spike
4 Goblin Guide
4 Monastery Swiftspear
4 Ash Zealot
4 Viashino Pyromancer
"""
)
fanatics = dracones.Deck(
    [(name if name != "Viashino Pyromancer" else "Mogg Fanatic", count) for name, count in pyromancers.main],
    name="Fanatics",
)
pyromancers

# %% [markdown]
# Is it better with four Pyromancers than with four Fanatics? Games are played in pairs with the same luck for both.

# %%
result = dracones.match(fanatics, pyromancers, pairs=60, seed=1, detail=True)
result

# %%
games = pl.DataFrame(result.games)
print(games.group_by("winner").agg(pl.len(), pl.col("turns").mean().round(1)).sort("winner"))

# %% [markdown]
# Which cards win when they are in the opening hand?

# %%
cards = (
    pl.DataFrame(result.cards)
    .filter(pl.col("player") == "Pyromancers")
    .select("card", "opening_games", "opening_rate", "opening_low", "opening_high")
    .sort("opening_rate", descending=True)
)
print(cards)

# %%
try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    print("no matplotlib: no plot")
else:
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    rate, low, high = (cards[f"opening_{name}"].to_numpy() for name in ("rate", "low", "high"))
    axes.errorbar(rate, cards["card"].to_list(), xerr=[rate - low, high - rate], fmt="o")
    axes.axvline(0.5, color="gray", linewidth=1)
    axes.set_xlabel("score with the card in the opening hand, 95 % intervals")
    figure.savefig(Path(__file__).with_name("cards.png"), dpi=120)

# %% [markdown]
# One of the games, as a board.

# %%
game = dracones.Game(fanatics, pyromancers, seed=1)
game.play(["greedy"], decisions=60)
game
