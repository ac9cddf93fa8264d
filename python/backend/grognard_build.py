"""The build backend: maturin, after the ruleset plugins were built and put into the package.

A wheel holds the native module, which maturin builds, and the plugins, which are libraries of their
own in the same workspace. maturin builds one crate a wheel; so the plugins are built here first, and
copied to where maturin finds package data. `GROGNARD_BUILD_PROFILE` names another cargo profile than
`release`: `dev` for quick builds while working on the project, `dist` for wheels to publish.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import maturin
from maturin import get_requires_for_build_editable as get_requires_for_build_editable
from maturin import get_requires_for_build_sdist as get_requires_for_build_sdist
from maturin import get_requires_for_build_wheel as get_requires_for_build_wheel
from maturin import prepare_metadata_for_build_editable as prepare_metadata_for_build_editable
from maturin import prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel

PACKAGE = Path(__file__).resolve().parents[1]
PLUGINS = PACKAGE / "grognard" / "plugins"
PROFILE = os.environ.get("GROGNARD_BUILD_PROFILE", "release")


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """PEP 517: builds the wheel, plugins included."""
    bundle_plugins()
    use_profile()
    name: str = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name


def build_editable(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """PEP 660: the same for `pip install -e`."""
    bundle_plugins()
    use_profile()
    name: str = maturin.build_editable(wheel_directory, config_settings, metadata_directory)
    return name


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """PEP 517: the source distribution, without plugins."""
    name: str = maturin.build_sdist(sdist_directory, config_settings)
    return name


def use_profile() -> None:
    """Has maturin build the native module with the same profile."""
    if PROFILE != "release":
        os.environ.setdefault("MATURIN_PEP517_ARGS", f"--profile {PROFILE}")


def bundle_plugins() -> None:
    """Builds every ruleset of the workspace's `plugins` folder and copies the libraries."""
    workspace = find_workspace()
    crates = plugin_crates(workspace)
    if not crates:
        sys.exit(f"there are no ruleset plugins in {workspace / 'plugins'}")
    command = ["build", "--profile", PROFILE, "--lib", "--message-format", "json-render-diagnostics"]
    for crate in crates:
        command += ["--package", crate]
    print("building the ruleset plugins:", ", ".join(crates), flush=True)
    messages = cargo(workspace, *command)
    shutil.rmtree(PLUGINS, ignore_errors=True)
    PLUGINS.mkdir(parents=True)
    for library in libraries(messages):
        shutil.copy2(library, PLUGINS / library.name)
        print("bundled", library.name, flush=True)


def plugin_crates(workspace: Path) -> list[str]:
    """The crates of the workspace in its folder `plugins`."""
    metadata = json.loads(cargo(workspace, "metadata", "--no-deps", "--format-version", "1"))
    folder = workspace / "plugins"
    return sorted(
        package["name"] for package in metadata["packages"] if folder in Path(package["manifest_path"]).parents
    )


def cargo(workspace: Path, *arguments: str) -> str:
    """Runs cargo and gives what it printed."""
    try:
        run = subprocess.run(["cargo", *arguments], cwd=workspace, stdout=subprocess.PIPE, text=True, check=False)
    except FileNotFoundError:
        sys.exit("cargo was not found: grognard is built from source and needs Rust, see https://rustup.rs")
    if run.returncode != 0:
        sys.exit(f"cargo {arguments[0]} failed; it says why above")
    return run.stdout


def libraries(messages: str) -> list[Path]:
    """The shared libraries that cargo says it made."""
    found = []
    for line in messages.splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-artifact" and "cdylib" in message["target"]["crate_types"]:
            found += [Path(name) for name in message["filenames"] if name.endswith((".so", ".dylib", ".dll"))]
    return found


def find_workspace() -> Path:
    """The folder of the workspace that the package belongs to."""
    if (PACKAGE.parent / "plugins").is_dir() and (PACKAGE.parent / "Cargo.toml").is_file():
        return PACKAGE.parent
    sys.exit(
        "grognard is built inside its workspace, and the folder 'plugins' is not beside 'python': "
        "install it with `pip install ./python` from the project's folder, with pip 21.3 or later"
    )
