"""The notebooks run from a clean kernel, and what they show is drawn."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import nbformat
    from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}})
    client.execute()
    shown = {kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= shown


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS.joinpath("first_ruling.ipynb").exists()
