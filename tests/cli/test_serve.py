"""kessel serve: where the matches are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from kessel.cli.serve import database_url
from tests.cli.run import is_one_line, kessel


def test_a_file_is_a_database(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    assert database_url(str(file)) == f"sqlite:///{file}"
    assert file.exists()


def test_without_a_word_it_is_a_file_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url("") == f"sqlite:///{tmp_path}/kessel/kessel.db"


@pytest.mark.parametrize("database", ["{folder}/no/such/table.db", "nosuch://table"])
def test_a_database_that_cannot_be_opened_is_one_clear_line(tmp_path: Path, database: str) -> None:
    is_one_line(kessel("serve", "--database", database.format(folder=tmp_path)), "the database cannot be opened")
