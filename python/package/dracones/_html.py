"""Boards, decks and tables for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

_STYLE = (
    "font-family:sans-serif;font-size:13px;border:1px solid #8886;border-radius:6px;padding:8px;"
    "display:inline-block;min-width:420px"
)
_CARD = (
    "display:inline-block;border:1px solid #8888;border-radius:4px;padding:2px 6px;margin:2px;"
)


def _object(seen: dict[str, Any]) -> str:
    name = escape(seen.get("name") or "(face down)")
    if seen.get("number"):
        name += f" ({seen['number']})"
    notes = []
    if seen.get("pt"):
        notes.append("{}/{}".format(*seen["pt"]))
    if seen.get("damage"):
        notes.append(f"{seen['damage']} damage")
    notes.extend(f"{count} {escape(kind)}" for kind, count in seen.get("counters", []))
    if seen.get("tapped"):
        notes.append("tapped")
    text = f"<b>{name}</b>" + (f" <small>{', '.join(notes)}</small>" if notes else "")
    return f'<span style="{_CARD}" title="{escape(seen.get("types") or "")}">{text}</span>'


def board(view: dict[str, Any]) -> str:
    """A view of a game as HTML."""
    turn = view["turn"]
    rows = [f"<div>turn {turn['number']}, {escape(str(turn['step']))}, player {_letter(turn['active'])}</div>"]
    for player in view["players"]:
        seat = player["seat"]
        own = [seen for seen in view["battlefield"] if seen["controller"] == seat]
        lands = [seen for seen in own if "Land" in seen["types"]]
        others = [seen for seen in own if "Land" not in seen["types"]]
        rows.append(
            f"<div style='margin-top:6px'><b>{_letter(seat)}</b> {player['life']} life, "
            f"hand {player['hand']['count']}, library {player['library']['count']}, "
            f"graveyard {len(player['graveyard'])}</div>"
        )
        rows.extend(f"<div>{''.join(map(_object, group))}</div>" for group in (others, lands) if group)
    if view["stack"]:
        rows.append(f"<div style='margin-top:6px'>stack: {''.join(map(_object, view['stack']))}</div>")
    return f'<div style="{_STYLE}">{"".join(rows)}</div>'


def _letter(seat: int | str) -> str:
    return seat if isinstance(seat, str) else chr(ord("A") + seat)


def deck(name: str, sections: dict[str, list[tuple[str, int]]]) -> str:
    """A deck as HTML."""
    parts = [f"<b>{escape(name)}</b>"]
    for section, lines in sections.items():
        if not lines:
            continue
        cells = "".join(f"<tr><td>{count}</td><td>{escape(card)}</td></tr>" for card, count in lines)
        total = sum(count for _, count in lines)
        parts.append(f"<div style='margin-top:6px'>{section} ({total})</div><table>{cells}</table>")
    return f'<div style="{_STYLE}">{"".join(parts)}</div>'


def table(columns: list[str], rows: list[tuple[Any, ...]], count: int) -> str:
    """The first rows of a table as HTML."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape('' if cell is None else str(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><small>{count} rows</small>"
