"""Episodes as Parquet, for offline learning; needs pyarrow.

A row is a click: ``game``, ``step``, ``seat``, ``action``, ``reward`` (what the seat gets at the end of the game, in its last row; 0 before),
``last``, ``truncated``, and the tensors of the observation as lists of numbers in the order of C, tokens without padding. The metadata
of the file has the format, the hash of the schema, the seed and the shapes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from os import PathLike
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from . import schema
from .vector import Observation, VectorEnv

#: The version of the file.
FORMAT = 1

Policy = Callable[[Observation], NDArray[np.int64]]


def _columns(env: VectorEnv) -> pa.Schema:
    def numbers(name: str, kind: pa.DataType) -> pa.Field:
        return pa.field(name, pa.list_(kind), nullable=False)

    fields = [
        pa.field("game", pa.int64(), nullable=False),
        pa.field("step", pa.int32(), nullable=False),
        pa.field("seat", pa.int8(), nullable=False),
        pa.field("action", pa.int32(), nullable=False),
        pa.field("reward", pa.float32(), nullable=False),
        pa.field("last", pa.bool_(), nullable=False),
        pa.field("truncated", pa.bool_(), nullable=False),
        *(numbers(name, pa.int16()) for name in ("global", "players", "tokens", "actions")),
        numbers("action_mask", pa.uint8()),
    ]
    meta = {
        "dracones.format": str(FORMAT),
        "dracones.schema": schema().hash,
        "dracones.seed": str(env._core.seed),
        "dracones.shapes": json.dumps(env.shapes),
    }
    return pa.schema(fields, metadata=meta)


def write(path: str | PathLike[str], env: VectorEnv, policy: Policy, games: int) -> int:
    """Plays whole games of a policy and writes their clicks, in the order of their numbers.

    Args:
        path: the file.
        env: with ``autoreset``; it is reset.
        policy: gets observations (N, ...), returns ids (N,).
        games: how many, from number 0.

    Returns:
        How many rows were written.
    """
    columns = _columns(env)
    seen = env.reset()
    open_rows: list[list[dict[str, Any]]] = [[] for _ in range(env.num_envs)]
    whole: dict[int, list[dict[str, Any]]] = {}
    expected, count = 0, 0
    with pq.ParquetWriter(path, columns) as out:
        while expected < games:
            ids = np.asarray(policy(seen), np.int64)
            for place in range(env.num_envs):
                used = int(np.count_nonzero(seen["token_mask"][place]))
                open_rows[place].append(
                    {
                        "game": int(env.game[place]),
                        "step": len(open_rows[place]),
                        "seat": int(env.seat[place]),
                        "action": int(ids[place]),
                        "reward": 0.0,
                        "last": False,
                        "truncated": False,
                        "global": seen["global"][place].copy(),
                        "players": seen["players"][place].reshape(-1).copy(),
                        "tokens": seen["tokens"][place][:used].reshape(-1).copy(),
                        "actions": seen["actions"][place].reshape(-1).copy(),
                        "action_mask": seen["action_mask"][place].copy(),
                    }
                )
            seen, rewards, terminated, truncated = env.step(ids)
            for place in np.flatnonzero(terminated | truncated).tolist():
                rows, open_rows[place] = open_rows[place], []
                asked: set[int] = set()
                for row in reversed(rows):
                    if row["seat"] not in asked:
                        row["reward"] = float(rewards[place, row["seat"]])
                        row["last"] = True
                        row["truncated"] = bool(truncated[place])
                        asked.add(row["seat"])
                whole[rows[0]["game"]] = rows
            while expected < games and expected in whole:
                rows = whole.pop(expected)
                out.write_table(pa.Table.from_pylist(rows, schema=columns))
                count += len(rows)
                expected += 1
    return count


def read(path: str | PathLike[str]) -> pa.Table:
    """Reads a file of :func:`write`.

    Raises:
        ValueError: a file of another format, or of another schema of observations than this build has.
    """
    table = pq.read_table(path)
    meta = table.schema.metadata or {}
    found = meta.get(b"dracones.format", b"").decode()
    if found != str(FORMAT):
        raise ValueError(f"{path}: the file has format {found or 'none'}; this build reads {FORMAT}")
    digest = meta[b"dracones.schema"].decode()
    if digest != schema().hash:
        raise ValueError(f"{path}: its observations have the schema {digest}; this build has {schema().hash}")
    return table
