"""Finding plugins, in processes of their own: what is loaded stays loaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import grognard as gr
from grognard import registry

SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")


def run(code: str, **variables: str) -> str:
    """What a program prints in a fresh process."""
    environment = {**os.environ, "PYTHONPATH": str(Path(gr.__file__).parents[1]), **variables}
    environment = {name: value for name, value in environment.items() if value}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def bundled(ruleset: str) -> Path:
    return Path(gr.rulesets()[ruleset].path)


def test_three_rulesets_come_with_the_package() -> None:
    found = gr.rulesets()
    assert {"belle-alliance", "general-de-brigade", "horse-and-musket"} <= set(found)
    assert found.problems == ()
    for info in found.values():
        assert Path(info.path).parent == Path(registry.BUNDLED)
        assert info.title and info.version and info.unit in ("mm", "cm", "in")
    assert "general-de-brigade" in repr(found) and "<table>" in found._repr_html_()
    with pytest.raises(gr.UnknownName, match="did you mean 'general-de-brigade'"):
        found["general-de-brigad"]


def test_a_plugin_that_is_named_comes_first(tmp_path: Path) -> None:
    copy = shutil.copy(bundled("general-de-brigade"), tmp_path / f"mine{SUFFIX}")
    code = """
import sys, grognard as gr
print(gr.load_plugin(sys.argv[1] if len(sys.argv) > 1 else r'{path}').path)
print(gr.rulesets()['general-de-brigade'].path)
print(gr.rulesets().problems[0])
"""
    named, used, problem = run(code.format(path=copy)).splitlines()
    assert named == used == str(copy)
    assert "two plugins are called `general-de-brigade`" in problem


def test_the_variable_comes_before_the_bundled_folder(tmp_path: Path) -> None:
    copy = shutil.copy(bundled("belle-alliance"), tmp_path / f"mine{SUFFIX}")
    (tmp_path / f"broken{SUFFIX}").write_bytes(b"no library")
    code = "import grognard as gr; r = gr.rulesets(); print(r['belle-alliance'].path); print(r.problems[0])"
    used, problem = run(code, GROGNARD_PLUGIN_PATH=str(tmp_path)).splitlines()
    assert used == str(copy)
    assert "broken" in problem, "a broken plugin is reported and stops nothing"


def test_entry_points_give_paths(tmp_path: Path) -> None:
    copy = shutil.copy(bundled("horse-and-musket"), tmp_path / f"mine{SUFFIX}")
    (tmp_path / "other_rules.py").write_text(f"PATH = {str(copy)!r}\ndef find(): return PATH\n", encoding="utf-8")
    info = tmp_path / "other_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-rules\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[grognard.rulesets]\nmine = other_rules:find\nbad = other_rules:nothing\n", encoding="utf-8"
    )
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import grognard as gr; r = gr.rulesets();"
        "print(r['horse-and-musket'].path); print(*r.problems, sep='|')"
    )
    used, problems = run(code).splitlines()
    assert used == str(copy)
    assert "the entry point 'bad'" in problems


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "there is no plugin"), (b"text", "not a library"), (b"", "not a library"), ("cut", "not a library")],
)
def test_what_is_no_plugin_says_why(content: bytes | str | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / f"odd{SUFFIX}"
    if content == "cut":
        whole = bundled("belle-alliance").read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
    elif isinstance(content, bytes):
        path.write_bytes(content)
    with pytest.raises(gr.PluginError, match=message) as caught:
        gr.load_plugin(path)
    assert isinstance(caught.value, OSError)
    with pytest.raises(gr.PluginError):
        gr.Battle.load(Path(__file__).with_name("the_wood.toml"), path)


def test_importing_loads_nothing_heavy() -> None:
    heavy = "importlib.metadata dataclasses inspect fractions json pandas polars pathlib html"
    code = f"import sys, grognard; print(*[m for m in '{heavy}'.split() if m in sys.modules])"
    bare = f"import sys; print(*[m for m in '{heavy}'.split() if m in sys.modules])"
    assert run(code) == run(bare)
