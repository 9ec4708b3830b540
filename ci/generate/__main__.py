"""``python -m ci.generate`` writes the generated files; with ``--check`` it only tells whether they are up to date."""

from __future__ import annotations

import sys

from ci.generate import backend_page, facade, methods
from ci.generate.files import orphans, tidy


def main(check: bool) -> int:
    """Write the files, or say which are stale; the exit status."""
    facade.modules()  # which declares every function
    rendered = {**methods.render(), **facade.render(), **backend_page.render()}
    texts = {path: text if path.suffix == ".md" else tidy(text, path.suffix) for path, text in rendered.items()}
    stale = [path for path, text in texts.items() if not path.exists() or path.read_text() != text]
    left = orphans(set(texts))
    for path in stale if check else ():
        print(f"{path} is stale; run python -m ci.generate")
    for path in left:
        print(f"{path} is generated no longer; delete it")
    if not check:
        for path in stale:
            path.write_text(texts[path])
    return bool(left or (check and stale))


if __name__ == "__main__":
    raise SystemExit(main("--check" in sys.argv))
