"""How things look in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ruling import Ruling

_COLOURS = {"allowed": "#1b7f3b", "refused": "#b3261e", "undetermined": "#8a6100"}
_CELL = 'style="text-align:left;vertical-align:top"'


def escape(text: str) -> str:
    """The text as it stands in HTML."""
    from html import escape

    return escape(text)


def table(rows: list[dict[str, Any]], columns: dict[str, str] | None = None) -> str:
    """An HTML table of rows. `columns` chooses and names columns; without it all are shown."""
    if not rows:
        return "<p><i>nothing</i></p>"
    columns = columns or {name: name.replace("_", " ") for name in rows[0]}
    head = "".join(f"<th {_CELL}>{escape(title)}</th>" for title in columns.values())
    body = "".join(
        "<tr>" + "".join(f"<td {_CELL}>{escape(shown(row.get(name)))}</td>" for name in columns) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def shown(value: Any) -> str:
    """A value as a cell shows it: measured numbers with up to four decimals."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        text = f"{value:.4f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {shown(item)}" for name, item in value.items())
    return str(value)


def length(mm: Any, unit: str) -> str:
    """So many millimetres in a unit, with up to three decimals; empty for none."""
    if mm is None:
        return ""
    scaled = float(mm) / {"mm": 1.0, "cm": 10.0, "in": 25.4}[unit]
    return f"{scaled:.3f}".rstrip("0").rstrip(".") + f" {unit}"


def ruling(ruling: Ruling) -> str:
    """A ruling: verdict, reasons, what it costs, the dice, and what was assumed."""
    colour = _COLOURS.get(ruling.verdict, "#444")
    parts = [f'<p><b style="color:{colour}">{escape(ruling.verdict)}</b>{escape(_spent(ruling))}</p>']
    if ruling.findings:
        items = "".join(
            f"<li>{escape(finding.text)}"
            + (f" <code>{escape(finding.clause)}</code>" if finding.clause else "")
            + (f"<br><small>{escape(finding.remedy)}</small>" if finding.remedy else "")
            + "</li>"
            for finding in ruling.findings
        )
        parts.append(f"<ul>{items}</ul>")
    if ruling.ledger:
        columns = {
            "item": "for",
            "place": "where",
            "distance": "far",
            "rate": "a move",
            "share": "share",
            "clause": "clause",
            "cell": "cell",
        }
        rows = ruling.ledger.to_dicts()
        for row in rows:
            for name in ("distance", "rate"):
                row[name] = length(row[name], ruling.unit)
        parts.append(table(rows, columns))
    if ruling.rolls:
        columns = {"purpose": "roll", "count": "dice", "sides": "faces", "faces": "came up", "outcome": "outcome"}
        parts.append(table(ruling.rolls.to_dicts(), columns))
    if ruling.assumptions:
        cells = ", ".join(f"{use.cell} ({use.provenance})" for use in ruling.assumptions)
        parts.append(f"<p><small>leans on {escape(cells)}</small></p>")
    if ruling.readings:
        readings = ", ".join(f"{name} = {value}" for name, value in ruling.readings.items())
        parts.append(f"<p><small>reads {escape(readings)}</small></p>")
    return "<div>" + "".join(parts) + "</div>"


def _spent(ruling: Ruling) -> str:
    if not ruling.budget and not ruling.spent:
        return ""
    return f": {shown(ruling.spent)} of {shown(ruling.budget)} of a move"
