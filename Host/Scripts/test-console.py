#!/usr/bin/env python3
"""Drives the console in headless Chromium: publish, roll out 10 %, promote, roll back, try, log out.

Usage: test-console.py SIGHT_HOST MODEL [PHOTO] [SCREENSHOTS]

Speaks the DevTools protocol over a WebSocket of its own (RFC 6455), so that nothing but Python and
Chromium is needed. Checks the accessibility tree: everything that can be used has a name.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request


class Page:
    """One page of a browser, by the DevTools protocol."""

    def __init__(self, address):
        host, path = re.match(r"ws://([^/]+)(/.*)", address).groups()
        name, port = host.split(":")
        self.socket = socket.create_connection((name, int(port)), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline().strip():
            pass
        self.number = 0
        self.problems = []

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        head = bytearray([0x81])
        if len(data) < 126:
            head.append(0x80 | len(data))
        elif len(data) < 65536:
            head += bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
        else:
            head += bytes([0x80 | 127]) + len(data).to_bytes(8, "big")
        self.socket.sendall(bytes(head) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def receive(self):
        text = b""
        while True:
            first, second = self.file.read(2)
            length = second & 127
            if length == 126:
                length = int.from_bytes(self.file.read(2), "big")
            elif length == 127:
                length = int.from_bytes(self.file.read(8), "big")
            text += self.file.read(length)
            if first & 0x80:
                return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        self.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            if message.get("method") == "Runtime.exceptionThrown":
                self.problems.append(str(message["params"]["exceptionDetails"])[:300])
            if message.get("method") == "Log.entryAdded":
                entry = message["params"]["entry"]
                if entry["level"] == "error" and not re.search(
                        r"status of 40[01]", entry["text"]):
                    self.problems.append(entry["text"])

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(condition):
                return
            time.sleep(0.1)
        raise AssertionError(f"never: {condition}; status: "
                             + str(self.run("document.getElementById('status').textContent")))

    def choose(self, selector, path):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(pathlib.Path(path).resolve())])

    def key(self, name, code):
        for kind in ("rawKeyDown", "char", "keyUp"):
            extra = {"text": "\r"} if name == "Enter" and kind == "char" else {}
            if kind != "char" or extra:
                self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name,
                          windowsVirtualKeyCode=code, **extra)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        pathlib.Path(path).write_bytes(base64.b64decode(data["data"]))


def unnamed(page):
    """What can be used and has no name for a screen reader."""
    roles = {"button", "textbox", "slider", "combobox", "link", "img", "progressbar"}
    return [node["role"]["value"] for node in page.call("Accessibility.getFullAXTree")["nodes"]
            if not node.get("ignored") and node.get("role", {}).get("value") in roles
            and not node.get("name", {}).get("value")]


def click(label):
    return f"""(() => {{ const b = document.querySelector('[aria-label="{label}"]');
        b.click(); return true; }})()"""


def status_is(text):
    return f"document.getElementById('status').textContent.includes({json.dumps(text)})"


def steps(page, base, token, model, photo, shots):
    def shot(name):
        page.screenshot(shots / f"{name}.png")

    page.call("Page.navigate", url=base + "/")
    page.wait("document.readyState === 'complete' && !!document.getElementById('token')")
    shot("1-login")
    assert not unnamed(page), unnamed(page)
    # Log in by keyboard alone: first a wrong token, then the right one.
    page.run("document.getElementById('token').focus()")
    page.call("Input.insertText", text="wrong")
    page.key("Enter", 13)
    page.wait(status_is("wrong"))
    page.run("document.getElementById('token').focus()")
    page.call("Input.insertText", text=token)
    page.key("Enter", 13)
    page.wait("!document.getElementById('console').hidden")

    def publish(path, note):
        page.run("document.getElementById('publish-name').value = 'bird'")
        page.run(f"document.getElementById('publish-note').value = {json.dumps(note)}")
        page.choose("#publish-file", path)
        page.run("document.getElementById('publish-form').requestSubmit()")

    publish(__file__, "no model")
    page.wait(status_is("not a model"))
    publish(model, "the first")
    page.wait(status_is("is published"))
    page.run(click("Promote version 1 of bird"))
    page.wait(status_is("Version 1 is what everybody gets"))
    publish(model, "the second")
    page.wait(status_is("is published"))
    page.run("""(() => { const s = document.getElementById('share-bird'); s.value = 10;
        s.dispatchEvent(new Event('input')); })()""")
    page.run(click("Roll out bird"))
    page.wait(status_is("10 % of the installations"))
    shot("2-rolled-out")
    assert page.run("document.querySelector('.badge.candidate').textContent") == "10 %"
    page.run(click("Promote version 2 of bird"))
    page.wait(status_is("Version 2 is what everybody gets"))
    page.run(click("Roll back bird"))
    page.wait(status_is("rolled back"))
    assert page.run("document.querySelector('.badge.stable').closest('tr').cells[0].textContent") \
        == "1"
    page.run("document.getElementById('experiment-name').value = 'object_model'")
    page.run("document.getElementById('experiment-variants').value = 'bird = 3\\nbird_2 = 1'")
    page.run("document.getElementById('experiment-form').requestSubmit()")
    page.wait(status_is("is saved"))
    if photo:
        page.choose("#try-file", photo)
        page.wait(status_is("found"))
        assert page.run("document.getElementById('try-labels').children.length") > 0
    assert not unnamed(page), unnamed(page)
    # Every button and field can be reached with the Tab key.
    wanted = page.run("""[...document.querySelectorAll('button,input,select,textarea,summary')]
        .filter((e) => !e.disabled && e.offsetParent).length""")
    page.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    seen = set()
    for _ in range(wanted * 2 + 20):
        page.key("Tab", 9)
        seen.add(page.run("""(() => { const e = document.activeElement;
            e.dataset.seen = e.dataset.seen || Math.random(); return e.dataset.seen; })()"""))
    assert len(seen) >= wanted, f"{len(seen)} of {wanted} can be reached with Tab"
    shot("3-everything")
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1,
              mobile=True)
    shot("4-phone")
    page.run("document.getElementById('log-out').click()")
    assert page.run("sessionStorage.getItem('token')") is None
    assert not page.problems, page.problems


def main():
    host, model = sys.argv[1:3]
    photo = sys.argv[3] if len(sys.argv) > 3 else None
    shots = pathlib.Path(sys.argv[4] if len(sys.argv) > 4 else tempfile.mkdtemp())
    shots.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        print("SKIPPED: Chromium is missing, the console is not tested")
        return
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [host, "serve", "--data", folder + "/data", "--port", "0", "--log", "error"],
            stdout=subprocess.PIPE, text=True)
        browser = None
        try:
            facts = {}
            while "ADMIN_TOKEN" not in facts:
                words = server.stdout.readline().split()
                facts[words[0]] = words[3] if words[0] == "Sight" else words[1]
            browser = subprocess.Popen(
                [chromium, "--headless=new", "--no-sandbox", "--disable-gpu",
                 "--remote-debugging-port=0", "--window-size=1100,900",
                 f"--user-data-dir={folder}/profile", "about:blank"], stderr=subprocess.DEVNULL)
            port_file = pathlib.Path(folder, "profile", "DevToolsActivePort")
            for _ in range(300):
                if port_file.exists() and port_file.read_text():
                    break
                time.sleep(0.1)
            port = port_file.read_text().split()[0]
            targets = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
            target = next(t for t in targets if t["type"] == "page")
            page = Page(target["webSocketDebuggerUrl"])
            for domain in ("Page", "Runtime", "DOM", "Log", "Accessibility"):
                page.call(domain + ".enable")
            steps(page, facts["Sight"], facts["ADMIN_TOKEN"], model, photo, shots)
            print(f"console: passed; screenshots in {shots}")
        finally:
            for process in (browser, server):
                if process:
                    process.terminate()
                    process.wait()


main()
