#!/usr/bin/env python3
"""Tests the console in headless Chromium, with the keyboard and by dragging files onto it.

The test logs in, publishes, rolls out to 10 %, promotes, rolls back, deletes, tries a photo and reads the
chart of downloads, and clicks some buttons twice. It also checks the accessibility tree, the elements that Tab reaches and the focus.

Usage: test-console.py SIGHT_HOST CLASSIFIER DETECTOR PHOTO [SCREENSHOTS]
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

sys.path.append(str(pathlib.Path(__file__).parents[3] / "Scripts"))
from devtools import Browser  # noqa: E402

NAMED = {"button", "textbox", "slider", "combobox", "link", "img", "image", "progressbar", "table",
         "region"}
DOWNLOADS = 7


def unnamed(page):
    """Returns the roles of elements that need a name for screen readers and lack one."""
    return [node["role"]["value"] for node in page.call("Accessibility.getFullAXTree")["nodes"]
            if not node.get("ignored") and node.get("role", {}).get("value") in NAMED
            and not node.get("name", {}).get("value")]


def check_structure(page):
    """Checks that the page has one title, that heading levels have no gaps, that tables and columns have titles, and
    that elements have names."""
    levels = page.run("""[...document.querySelectorAll('h1,h2,h3,h4')]
        .filter((e) => e.offsetParent).map((e) => Number(e.tagName[1]))""")
    assert levels.count(1) == 1 and levels[0] == 1, levels
    assert all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels
    roles = {node["role"]["value"] for node in page.call("Accessibility.getFullAXTree")["nodes"]
             if not node.get("ignored") and "role" in node}
    assert {"main", "banner", "status", "heading"} <= roles, roles
    assert page.run("""[...document.querySelectorAll('table')].every((t) => t.caption?.textContent
        && [...t.querySelectorAll('th')].every((h) => h.scope && h.textContent))""")
    assert not unnamed(page), unnamed(page)


def check_tab_order(page):
    """Checks that the Tab key reaches every button and field."""
    wanted = page.run("""[...document.querySelectorAll('a,button,input,select,textarea,summary')]
        .filter((e) => !e.disabled && e.offsetParent).length""")
    page.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    seen = set()
    for _ in range(wanted * 2 + 20):
        page.key("Tab")
        seen.add(page.run("""(() => { const e = document.activeElement;
            e.dataset.seen = e.dataset.seen || Math.random(); return e.dataset.seen; })()"""))
    assert len(seen) >= wanted, f"{len(seen)} of {wanted} can be reached with Tab"


def status_is(text):
    return f"document.getElementById('status').textContent.includes({json.dumps(text)})"


def badge(kind):
    return f"""(() => {{ const b = document.querySelector('.badge.{kind}');
        return b && [b.closest('tr').cells[0].textContent, b.textContent]; }})()"""


class Story:
    """The steps of the test, in order."""

    def __init__(self, page, base, token, key, files, shots):
        self.page, self.base, self.token, self.key = page, base, token, key
        self.classifier, self.detector, self.photo = files
        self.shots = shots

    def shot(self, name):
        self.page.screenshot(self.shots / f"{name}.png")

    def press(self, label):
        self.page.focus(f'[aria-label="{label}"]')
        self.page.key("Enter")

    def log_in(self):
        page = self.page
        page.call("Page.navigate", url=self.base + "/")
        page.wait("document.readyState === 'complete' && !!document.getElementById('token')")
        self.shot("1-login")
        check_structure(page)
        # A wrong token costs one refusal, of which the host grants ten a minute.
        for text, outcome in [("wrong", status_is("the admin token is wrong"))] * 4 + [
                (self.token, "!document.getElementById('console').hidden")]:
            page.run("document.getElementById('status').textContent = ''")
            page.focus("#token")
            page.text(text)
            page.key("Enter")
            page.wait(outcome)
        assert page.run("document.cookie") == ""
        assert page.run("document.activeElement.id") == "publish-title"

    def publish(self, path, model, note, outcome, shot=None, clicks=0):
        """Drops a file onto the form and publishes it; returns the states of the progress bar.

        The function clicks the button some more times while the file is sent.
        """
        page = self.page
        for field, text in (("name", model), ("note", note)):
            page.focus(f"#publish-{field}")
            page.run("document.activeElement.value = ''")
            page.text(text)
        page.drag(path, "#drop", lambda: self.shot(shot) if shot else None)
        assert page.run("document.getElementById('publish-file').files.length") == 1
        page.run("""(() => { const bar = document.getElementById('publish-progress');
            window.states = []; new MutationObserver(() => states.push(bar.value))
                .observe(bar, {attributes: true, attributeFilter: ["value"]}); })()""")
        page.focus("#publish-form button")
        page.key("Enter")
        for _ in range(clicks):
            page.run("document.querySelector('#publish-form button').click()")
        page.wait(status_is(outcome))
        return page.run("window.states")

    def publish_versions(self):
        page = self.page
        self.publish(__file__, "bird", "no model", "not a model")
        page.call("Network.emulateNetworkConditions", offline=False, latency=0,
                  downloadThroughput=-1, uploadThroughput=4 << 20)
        page.run("""(() => { const send = XMLHttpRequest.prototype.send; window.uploads = 0;
            XMLHttpRequest.prototype.send = function (body) { uploads += 1; send.call(this, body); };
            })()""")
        states = self.publish(self.classifier, "bird", "the first", "is published", "2-dragging", 2)
        assert page.run("window.uploads") == 1
        assert page.run("document.querySelectorAll('#article-bird tbody tr').length") == 1
        assert len(set(states)) > 2 and states == sorted(states) and states[-1] == 100, states
        page.call("Network.emulateNetworkConditions", offline=False, latency=0,
                  downloadThroughput=-1, uploadThroughput=-1)
        assert page.run(badge("stable")) is None
        self.press("Promote version 1 of bird")
        page.wait(status_is("Version 1 is what everybody gets"))
        assert page.run(badge("stable")) == ["1", "everybody"]
        self.publish(self.detector, "bird", "the second", "is published")

    def roll_out(self):
        page = self.page
        page.focus("#share-bird")
        page.key("Home")
        for _ in range(10):
            page.key("ArrowRight")
        assert page.run("document.querySelector('output').textContent") == "10 %"
        self.press("Roll out bird")
        page.wait(status_is("10 % of the installations"))
        # The button still has the keyboard focus.
        assert page.run("document.activeElement.getAttribute('aria-label')") == "Roll out bird"
        assert page.run(badge("candidate")) == ["2", "10 %"]
        assert page.run(badge("stable")) == ["1", "90 %"]
        self.shot("3-rolled-out")
        self.press("Promote version 2 of bird")
        page.wait(status_is("Version 2 is what everybody gets"))
        assert page.run(badge("stable")) == ["2", "everybody"]
        assert page.run("document.activeElement.id") == "article-bird"

    def roll_back(self):
        """Rolls back with two clicks, and then declines the rollback that would withdraw the model."""
        page = self.page
        page.run("""window.answer = true;
            window.confirm = (text) => { window.question = text; return window.answer; };
            const back = document.querySelector('[aria-label="Roll back bird"]');
            back.click(); back.click();""")
        page.wait(status_is("rolled back"))
        assert "Everybody then gets version 1." in page.run("window.question")
        assert page.run(badge("stable")) == ["1", "everybody"]
        page.run("window.answer = false")
        self.press("Roll back bird")
        assert "withdrawn" in page.run("window.question")
        assert page.run("!document.querySelector('[aria-disabled]')")
        assert page.run(badge("stable")) == ["1", "everybody"]

    def names(self):
        """Publishes a model with a name that is part of an identifier in the page."""
        page = self.page
        self.publish(self.classifier, "names", "the third", "is published")
        self.press("Promote version 1 of names")
        page.wait(status_is("Version 1 is what everybody gets"))
        assert page.run("document.activeElement.id") == "article-names"

    def experiment(self):
        page = self.page
        for variants, outcome in (("a=1=2", '"a=1=2" is no variant'), ("=1", '"=1" is no variant'),
                                  ("a=", '"a=" is no variant'),
                                  ("bird = 3\nbird_2 = 1", "is saved")):
            for field, text in (("name", "object_model"), ("variants", variants)):
                page.focus(f"#experiment-{field}")
                page.run("document.activeElement.value = ''")
                page.text(text)
            page.focus("#experiment-form button")
            page.key("Enter")
            page.wait(status_is(outcome))
        assert "bird 75.0 %, bird_2 25.0 %" in page.run(
            "document.getElementById('experiments').textContent")

    def download(self):
        """Registers an installation and downloads the model DOWNLOADS times, which the chart then shows."""
        project = self.base + "/v1/projects/sight/installations/"
        body = json.dumps({"fid": "", "appId": "1:2:ios:3"}).encode()
        identity = json.load(urllib.request.urlopen(urllib.request.Request(
            project, body, {"X-Goog-Api-Key": self.key})))
        information = json.load(urllib.request.urlopen(urllib.request.Request(
            f"{self.base}/v1beta2/projects/sight/models/bird:download?key={self.key}",
            headers={"x-goog-firebase-installations-auth": identity["authToken"]["token"]})))
        for _ in range(DOWNLOADS):
            with urllib.request.urlopen(information["downloadUri"]) as answer:
                assert len(answer.read()) == int(information["sizeBytes"])

    def chart(self):
        page = self.page
        page.call("Page.reload")
        # The tab's session storage keeps the token, so a reload needs no new log-in.
        page.wait("document.readyState === 'complete' "
                  "&& document.querySelectorAll('#chart .bar').length === 30")
        heights = page.run("""[...document.querySelectorAll('#chart .bar')]
            .map((bar) => Number(bar.getAttribute('height')))""")
        assert heights[-1] + heights[-2] > 100, heights  # the downloads may be before midnight
        label = page.run("document.querySelector('#chart svg').getAttribute('aria-label')")
        assert f"{DOWNLOADS} in all" in label, label
        page.run("document.querySelector('#chart-table').parentElement.open = true")
        assert page.run("document.querySelectorAll('#chart-table tbody tr').length") >= 1
        assert "Installations: 1" in page.run("document.getElementById('installations').textContent")

    def try_photo(self):
        page = self.page
        for version, boxes in ((1, 0), (2, 1)):
            page.run("document.getElementById('status').textContent = ''")
            page.run(f"document.getElementById('try-version').value = 'bird/versions/{version}'")
            page.drag(self.photo, "#try-drop")
            page.wait(status_is("found"))
            page.wait("document.getElementById('try-image').complete")
            assert page.run("document.getElementById('try-labels').children.length") > 0
            found = page.run("document.querySelectorAll('#try-boxes div').length")
            assert (found > 0) == (boxes > 0), (version, found)
        assert not page.run("document.getElementById('try-result').hidden")
        page.drag(__file__, "#try-drop")
        page.wait("document.getElementById('status').classList.contains('bad')")
        assert page.run("document.getElementById('try-result').hidden")

    def delete(self):
        self.press("Delete version 2 of bird")
        self.page.wait(status_is("Version 2 is deleted"))
        assert self.page.run("document.querySelectorAll('#article-bird tbody tr').length") == 1

    def looks(self):
        page = self.page
        check_structure(page)
        check_tab_order(page)
        page.run("document.activeElement.blur(); window.scrollTo(0, 0)")
        self.shot("4-everything")
        page.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.shot("5-dark")
        page.call("Emulation.setDeviceMetricsOverride", width=390, height=800,
                  deviceScaleFactor=1, mobile=True)
        assert page.run("document.documentElement.scrollWidth <= 390"), "wider than a phone"
        self.shot("6-phone")

    def log_out(self):
        self.page.run("document.getElementById('log-out').click()")
        assert self.page.run("sessionStorage.getItem('token')") is None
        assert self.page.run("document.getElementById('console').hidden")
        # Neither names nor notes nor a photo stay in the page.
        page = self.page.run("document.body.innerHTML")
        assert not [word for word in ("bird", "names<", "object_model", "the first", "blob:")
                    if word in page]
        assert self.page.run("""[...document.querySelectorAll('input,textarea')]
            .every((field) => !field.value)""")

    def tell(self):
        for step in (self.log_in, self.publish_versions, self.roll_out, self.roll_back, self.names,
                     self.experiment, self.download, self.chart, self.try_photo, self.looks,
                     self.delete, self.log_out):
            step()
            print(f"console: {step.__name__.replace('_', ' ')}: passed")
        assert not self.page.problems, self.page.problems


def main():
    host, *files = sys.argv[1:5]
    shots = pathlib.Path(sys.argv[5] if len(sys.argv) > 5 else tempfile.mkdtemp())
    shots.mkdir(parents=True, exist_ok=True)
    if not Browser.path:
        print("SKIPPED: Chromium is missing, so the console is not tested")
        return
    # Chromium may still write to its profile after the request to end.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = subprocess.Popen(
            [host, "serve", "--data", folder + "/data", "--port", "0", "--log", "error"],
            stdout=subprocess.PIPE, text=True)
        browser = None
        try:
            facts = {}
            while "ADMIN_TOKEN" not in facts:
                words = server.stdout.readline().split()
                facts[words[0]] = words[3] if words[0] == "Sight" else words[1]
            browser = Browser(folder)
            Story(browser.page(), facts["Sight"], facts["ADMIN_TOKEN"], facts["API_KEY"], files,
                  shots).tell()
            print(f"console: passed; screenshots in {shots}")
        finally:
            if browser:
                browser.close()
            server.terminate()
            server.wait()


main()
