#!/usr/bin/env python3
"""The page of rtimon in a real browser, over a running federation.

    page_test.py --bin BUILD/bin --transport TRANSPORT --rtia embedded|process [--screenshots FOLDER]

Chromium runs headless and is driven by chromedriver (W3C WebDriver). The page must show the federates with their
figures, a stopped one as late, a killed one as lost, the events, the waits and the plots of one federate. Exits
with 77 if chromedriver or the page is not there.
"""
import argparse
import base64
import json
import os
import shutil
import signal
import sys
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, HERE)
from monitored import FEDERATION, Monitored, federate_of  # noqa: E402
from harness import DEADLINE_S, TRANSPORTS, Failure, Fixture, report  # noqa: E402

SKIPPED = 77
ROWS = """
return [...document.querySelectorAll("table[aria-label='" + arguments[0] + "'] tbody tr")].map((row) => ({
  style: row.className,
  cells: Object.fromEntries([...row.cells].map((cell) => [cell.dataset.column, cell.textContent])),
}));
"""


class Browser:
    """A headless Chromium, by the WebDriver protocol."""

    def __init__(self, fixture, screenshots):
        self.fixture = fixture
        self.screenshots = screenshots
        self.driver = fixture.start("chromedriver", ["chromedriver", "--port=0"])
        marker = "was started successfully on port "
        fixture.wait(lambda: any(marker in line for line in self.driver.lines), "chromedriver")
        line = next(line for line in self.driver.lines if marker in line)
        self.base = "http://127.0.0.1:%d" % int(line.split(marker)[1].rstrip("."))
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--window-size=1280,800", "--user-data-dir=" + os.path.join(fixture.folder, "browser")]
        options = {"goog:chromeOptions": {"args": flags}, "goog:loggingPrefs": {"browser": "ALL"}}
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self.base += "/session/" + session["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * DEADLINE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refusal:
            raise Failure("chromedriver refuses %s: %s" % (path, refusal.read().decode()[:500])) from None

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def rows(self, table):
        return self.run(ROWS, table)

    def row(self, table, name):
        """Returns the row of a federate; without cells if it is not there."""
        rows = [row for row in self.rows(table) if row["cells"].get("Name", "").split(" (")[0] == name]
        return rows[0] if rows else {"style": "", "cells": {}}

    def wait(self, condition, what):
        try:
            self.fixture.wait(condition, what)
        except Failure as failure:
            raise Failure("%s: %s" % (failure, self.run("return document.body.innerText")[:3000])) from None

    def picture(self, name):
        if self.screenshots:
            os.makedirs(self.screenshots, exist_ok=True)
            with open(os.path.join(self.screenshots, name + ".png"), "wb") as file:
                file.write(base64.b64decode(self.ask("GET", "/screenshot")))

    def faults(self):
        entries = self.ask("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]

    def close(self):
        self.ask("DELETE", "")
        self.driver.signal(signal.SIGTERM)


def check(condition, text):
    if not condition:
        raise Failure(text)


def check_federates(watched, browser):
    browser.wait(lambda: len(browser.rows("Federates")) == 3, "three rows")
    browser.wait(lambda: "%" in browser.row("Federates", "one")["cells"]["CPU"], "the processor time")
    cells = browser.row("Federates", "one")["cells"]
    check(cells["Federation"] == FEDERATION, "federation %s" % cells)
    check("iB" in cells["Memory"], "memory %s" % cells)
    before = float(browser.row("Federates", "one")["cells"]["Time"])
    browser.wait(lambda: float(browser.row("Federates", "one")["cells"]["Time"]) > before, "a later time")
    check(len(browser.run("return document.cookie")) == 0, "a script can read the cookie")
    check("token" not in browser.run("return location.href"), "the URL still has the token")
    browser.picture("federates")


def check_filter_and_order(browser):
    browser.run("const f = document.getElementById('filter'); f.value = 'two'; f.dispatchEvent(new Event('input'))")
    check([row["cells"]["Name"] for row in browser.rows("Federates")] == ["two"], "the filter shows others")
    browser.run("const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input'))")
    click = "[...document.querySelectorAll('th button')].find((b) => b.textContent === 'Name').click()"
    browser.run(click)
    check([row["cells"]["Name"] for row in browser.rows("Federates")] == ["one", "three", "two"], "not sorted")
    browser.run(click)
    check([row["cells"]["Name"] for row in browser.rows("Federates")] == ["two", "three", "one"], "not reversed")


def check_one_federate(watched, browser):
    node = federate_of(watched.json("api/snapshot"), "one")["node"]
    browser.run("location.hash = '#federate/' + encodeURIComponent(arguments[0])", node)
    browser.wait(lambda: "one (federate" in browser.run("return document.querySelector('h2')?.textContent ?? ''"),
                 "the page of a federate")
    # A plot that has data has drawn pixels.
    drawn = """
    const canvas = document.querySelector(".u-wrap canvas");
    if (!canvas) return 0;
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    let coloured = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] > 0 && pixels[i] !== pixels[i + 2]) ++coloured;
    return coloured;
    """
    browser.wait(lambda: browser.run(drawn) > 100, "a plot with a line")
    check(browser.run("return document.querySelectorAll('.u-wrap').length") == 8, "not eight plots")
    browser.picture("federate")


def check_stopped_and_killed(watched, browser):
    browser.run("location.hash = '#federates'")
    watched.federates["two"].signal(signal.SIGSTOP)
    browser.wait(lambda: browser.row("Federates", "two")["style"] == "late", "a late row")
    browser.picture("late")
    browser.run("location.hash = '#time'")
    browser.wait(lambda: "two" in browser.run("return document.querySelector('.chain')?.textContent ?? ''"),
                 "the one that others wait for")
    browser.picture("time")
    watched.federates["two"].signal(signal.SIGCONT)
    browser.run("location.hash = '#federates'")
    browser.wait(lambda: browser.row("Federates", "two")["style"] in ("runs", "waits", "holds"), "a row that runs")
    watched.federates["three"].signal(signal.SIGKILL)
    browser.wait(lambda: browser.row("Federates", "three")["style"] == "lost", "a lost row")
    browser.picture("lost")
    browser.run("location.hash = '#events'")
    browser.wait(lambda: any(row["style"] == "lost" for row in browser.rows("Events")), "the event of the loss")
    kinds = [row["cells"]["Event"] for row in browser.rows("Events")]
    check(kinds.count("joined") == 3 and "late" in kinds and "federation created" in kinds, "events %s" % kinds)
    browser.picture("events")


def run_checks(fixture, screenshots):
    watched = Monitored(fixture)
    if watched.get("")[0] == 404:
        report("skipped: this build has no page")
        return SKIPPED
    browser = Browser(fixture, screenshots)
    browser.open(watched.url + "?token=" + watched.token)
    check_federates(watched, browser)
    check_filter_and_order(browser)
    check_one_federate(watched, browser)
    check_stopped_and_killed(watched, browser)
    browser.run("location.hash = '#hosts'")
    browser.wait(lambda: len(browser.rows("Hosts")) == 1, "one host")
    browser.picture("hosts")
    check(browser.faults() == [], "errors of the page: %s" % browser.faults())
    browser.close()
    report("the page has shown figures, a late and a lost federate, events, waits and plots")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--transport", choices=TRANSPORTS, required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    if not shutil.which("chromedriver"):
        report("skipped: no chromedriver; install Debian's chromium-driver")
        return SKIPPED
    with Fixture(os.path.abspath(options.bin), options.transport, options.rtia) as fixture:
        try:
            return run_checks(fixture, options.screenshots)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1


if __name__ == "__main__":
    sys.exit(main())
