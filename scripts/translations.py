"""Bring the Spanish catalogue up to date with the English texts of the source.

    python scripts/translations.py [new.json]

Prints every text that has no translation as JSON; ``new.json`` gives translations as {"English": "Spanish"}. Entries
that nothing uses any more are dropped, references are renewed, the rest stays as it is.
"""

from __future__ import annotations

import fcntl
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.test_translations import ENTRIES, TEXTS

from kessel.engine.text import LOCALE

CATALOGUE = LOCALE / "es.po"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    with CATALOGUE.open("r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        head = file.read().split("\n\n#:")[0]
        known = {text: str(entry.string) for text, entry in ENTRIES.items()}
        if len(sys.argv) > 1:
            known |= json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
        order = {text: i for i, text in enumerate(TEXTS)}
        rows = sorted((min(files), order[text], text) for text, files in TEXTS.items() if text in known)
        parts = [head.rstrip("\n")]
        for _, _, text in rows:
            places = "\n".join(f"#: {name}" for name in sorted(TEXTS[text]))
            parts.append(f"{places}\nmsgid {quoted(text)}\nmsgstr {quoted(known[text])}")
        file.seek(0)
        file.truncate()
        file.write("\n\n".join(parts) + "\n")
    missing = {text: "" for text in TEXTS if text not in known}
    if missing:
        print(json.dumps(missing, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
