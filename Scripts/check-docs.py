#!/usr/bin/env python3
"""Opens the site that `make docs` made in headless Chromium and follows its links.

    Scripts/check-docs.py [FOLDER]    FOLDER is .build/documentation when absent

Starts at the root, follows every link inside the site, at most 400 pages, and fails when a page does
not render, an image does not load or the console logs an error. Says SKIPPED without Chromium.
"""

import functools
import http.server
import pathlib
import sys
import tempfile
import threading

from devtools import Browser

LIMIT = 400
READY = "!!document.querySelector('main h1, .not-found, .error-content')"
LINKS = """[...document.querySelectorAll('main a[href]')].map((a) => a.href)
    .filter((h) => h.startsWith(location.origin)).map((h) => h.split('#')[0])"""
BROKEN_IMAGES = """[...document.images].filter((i) => i.complete && i.naturalWidth === 0)
    .map((i) => i.src)"""


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def visit(page, address, problems):
    """The links of a page, once its script has rendered it."""
    page.call("Page.navigate", url=address)
    try:
        page.wait(READY, seconds=30)
    except AssertionError:
        problems.append(f"{address}: nothing is rendered")
        return []
    if page.run("!!document.querySelector('.not-found, .error-content')"):
        problems.append(f"{address}: the page says that it was not found")
        return []
    problems += [f"{address}: the image {source} does not load" for source in page.run(BROKEN_IMAGES)]
    return page.run(LINKS)


def main():
    root = pathlib.Path(__file__).parents[1]
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / ".build/documentation"
    if not (folder / "index.html").exists():
        sys.exit(f"check-docs: {folder} holds no site; make docs makes one")
    if not Browser.path:
        print("SKIPPED: Chromium is missing, the documentation's links are not followed")
        return
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    start = f"http://127.0.0.1:{server.server_port}/documentation/"
    seen, waiting, problems = {start}, [start], []
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        page = browser.page()
        while waiting and len(seen) - len(waiting) < LIMIT:
            for link in visit(page, waiting.pop(0), problems):
                if link.rstrip("/") not in {s.rstrip("/") for s in seen}:
                    seen.add(link)
                    waiting.append(link)
        # DocC asks for a theme that a site need not have.
        problems += [each for each in page.problems if "theme-settings.json" not in each]
        browser.close()
    for problem in problems:
        print(problem)
    print(f"check-docs: {len(seen) - len(waiting)} pages opened, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
