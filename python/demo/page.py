"""The demo's page: one column a ruleset, maps above, rulings below."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from script import Script, Step

import grognard as gr

STYLE = """
:root { --ink: #2f2a22; --soft: #6b6152; --paper: #fbf8ef; --line: #d9d0bb; --good: #3a7648; --bad: #a62b28;
  --open: #a5741a; }
body { margin: 0; padding: 2rem clamp(1rem, 3vw, 3rem); background: var(--paper); color: var(--ink);
  font: 15px/1.45 system-ui, "Helvetica Neue", Arial, sans-serif; }
h1, h2 { font-family: Georgia, "Times New Roman", serif; margin: 0; }
h1 { font-size: 2rem; }
h2 { font-size: 1.3rem; }
p { max-width: 75ch; }
.soft, small { color: var(--soft); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 2rem;
  align-items: start; }
figure { margin: .8rem 0; }
figcaption { color: var(--soft); font-style: italic; }
svg { width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; }
ol { list-style: none; padding: 0; margin: 1rem 0; }
li { border-left: 4px solid var(--line); padding: .35rem .8rem; margin: .6rem 0; background: #fff; }
li.allowed { border-color: var(--good); } li.refused { border-color: var(--bad); }
li.undetermined { border-color: var(--open); }
li.clock { background: none; color: var(--soft); }
b.allowed { color: var(--good); } b.refused { color: var(--bad); } b.undetermined { color: var(--open); }
code { font-size: .88em; }
abbr { text-decoration: none; border-bottom: 1px dotted var(--soft); cursor: help; }
table { border-collapse: collapse; font-size: .88em; } td { padding: 0 .8em 0 0; }
.answers { margin: .8rem 0 2rem; font-size: .95em; }
.answers td, .answers th { padding: .4em 1em .4em 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; max-width: 24rem; }
"""


@dataclass
class Play:
    """A script that was played."""

    script: Script
    battle: gr.Battle
    maps: dict[str, str] = field(default_factory=dict)
    """The table `before` and `after`, as SVG."""
    steps: list[tuple[Step, gr.Ruling | None, str]] = field(default_factory=list)

    def map_name(self, when: str) -> str:
        """The file that a map is written to, beside the page."""
        return f"{self.script.ruleset}-{when}.svg"


ASKED = (
    gr.March("1/42").advance("10 cm"),
    gr.March("1/92").wheel("left", 30),
    gr.March("5-lanciers").advance("20 cm").wheel("left", 15),
    gr.ChangeFormation("verden", "line"),
)
"""What is asked of every ruleset alike."""


def page(scenario: gr.Scenario, plays: list[Play]) -> str:
    """The whole page, with nothing to load from elsewhere."""
    columns = "".join(column(play) for play in plays)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(scenario.name)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head><body>'
        f"<h1>{escape(scenario.name)}</h1><p>{escape(scenario.description)}</p>"
        f'<p class="soft">One scenario file, {len(plays)} rulesets loaded as plugins at run time. Each plays its own '
        "script; every order is answered by a ruling. Point at a clause to read what it says.</p>"
        f"<h2>One order, {len(plays)} answers</h2>{answers(scenario)}<h2>The opening</h2>"
        f'<div class="columns">{columns}</div></body></html>'
    )


def answers(scenario: gr.Scenario) -> str:
    """The same orders under all rulesets, side by side."""
    asked = [gr.compare(scenario, order) for order in ASKED]
    heads = "".join(f"<th>{escape(id)}</th>" for id in asked[0])
    rows = "".join(
        f"<tr><td><code>{escape(repr(one.order))}</code></td>"
        + "".join(f"<td>{answer(ruling)}</td>" for ruling in one.values())
        + "</tr>"
        for one in asked
    )
    return f'<table class="answers"><tr><th></th>{heads}</tr>{rows}</table>'


def answer(ruling: gr.Ruling) -> str:
    """A ruling in a cell."""
    share = f" <small>{shown(ruling.spent)} of a move</small>" if ruling.spent else ""
    reasons = "".join(f"<br><small>{escape(f.text)}</small>" for f in ruling.findings if f.weight != "notes")
    return f'<b class="{ruling.verdict}">{ruling.verdict}</b>{share}{reasons}'


def column(play: Play) -> str:
    """One ruleset: the table before and after, and every ruling."""
    rules = play.battle.rules
    steps = "".join(item(play, *step) for step in play.steps)
    return (
        f"<section><h2>{escape(rules.title)}</h2><small>{escape(play.script.title)}</small>"
        f"{figure(play, 'before', 'before')}{figure(play, 'after', f'after {len(play.steps)} steps')}"
        f"<ol>{steps}</ol></section>"
    )


def figure(play: Play, when: str, caption: str) -> str:
    """A map that opens large when it is clicked."""
    return f'<figure><a href="{play.map_name(when)}">{play.maps[when]}</a><figcaption>{caption}</figcaption></figure>'


def item(play: Play, step: Step, ruling: gr.Ruling | None, clock: str) -> str:
    """One step with its ruling."""
    note = f"{escape(step.note)}<br>" if step.note else ""
    if ruling is None:
        return f'<li class="clock">{note}{escape(step.words)}: {escape(clock)}</li>'
    reasons = "".join(f"<br>{escape(finding.text)} {clause(play, finding.clause)}" for finding in ruling.findings)
    share = f" <small>{shown(ruling.spent)} of {shown(ruling.budget)} of a move</small>" if ruling.budget else ""
    rolls = "".join(f"<br>{escape(dice(roll))}" for roll in ruling.rolls)
    clauses = " ".join(clause(play, id) for id in ruling.clauses)
    assumed = ", ".join(f"{use.cell} ({use.provenance})" for use in ruling.assumptions)
    leans = f"<br><small>leans on {escape(assumed)}</small>" if assumed else ""
    return (
        f'<li class="{ruling.verdict}">{note}<code>{escape(step.words)}</code><br>'
        f'<b class="{ruling.verdict}">{ruling.verdict}</b>{share}{reasons}{rolls}{costs(play, ruling)}'
        f"<small>{clauses}</small>{leans}</li>"
    )


def costs(play: Play, ruling: gr.Ruling) -> str:
    """The ledger as a small table."""
    rows = "".join(
        f"<tr><td>{escape(line.item)}</td><td>{escape(line.place)}</td><td>{shown(line.share)}</td>"
        f"<td>{clause(play, line.clause)}</td></tr>"
        for line in ruling.ledger
    )
    return f"<table>{rows}</table>" if rows else "<br>"


def clause(play: Play, id: str) -> str:
    """A clause's id, with its summary to be pointed at."""
    if not id:
        return ""
    clauses = play.battle.rules.clauses
    summary = clauses[id].summary if id in clauses else ""
    return f'<abbr title="{escape(summary)}">{escape(id)}</abbr>'


def dice(roll: gr.Roll) -> str:
    """A roll in words."""
    came = ", ".join(map(str, roll.faces)) or "not rolled yet"
    return f"{roll.purpose}: {roll.count}d{roll.sides} = {came}" + (f": {roll.outcome}" if roll.outcome else "")


def shown(number: object) -> str:
    """An exact share as it is, a measured one with three decimals."""
    return f"{number:.3f}" if isinstance(number, float) else str(number)
