"""An rtig, an rtimon and federates that advance together, for the tests of this folder."""
import json
import os
import re
import sys
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True  # keeps the source tree unchanged
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from harness import DEADLINE_S, Failure  # noqa: E402

FED = os.path.join(HERE, "..", "traffic", "traffic.fed")
FEDERATION = "Watched"
INTERVAL_S = 0.5


class Monitored:
    """The processes, and requests to rtimon. Conditions are awaited up to the harness's deadline."""

    def __init__(self, fixture):
        self.fixture = fixture
        self.history = os.path.join(fixture.folder, "history.sqlite")
        fixture.start_rtig()
        self.federates = {name: self.start_federate(name) for name in ("one", "two", "three")}
        self.rtimon = None
        self.start_rtimon()

    def start_federate(self, name):
        federate = self.fixture.start(name, [self.fixture.program("traffic_federate"), FED, FEDERATION, name, "0",
                                             "0"])
        self.fixture.wait(lambda: any(line.startswith("time ") for line in federate.lines),
                          "a step of %s" % name)
        return federate

    def start_rtimon(self):
        url = self.fixture.url or self.fixture.mesh.urls[0]
        self.rtimon = self.fixture.start(
            "rtimon", [self.fixture.program("rtimon"), "--connect", url, "--listen", "127.0.0.1:0", "--interval",
                       str(INTERVAL_S), "--history", self.history])
        self.fixture.wait(lambda: any("?token=" in line for line in self.rtimon.lines), "the URL of rtimon")
        found = re.search(r"(http://\S+/)\?token=(\w+)",
                          next(line for line in self.rtimon.lines if "?token=" in line))
        self.url, self.token = found.groups()

    def end_rtimon(self, number):
        self.rtimon.signal(number)
        self.fixture.wait(lambda: self.rtimon.ended, "the end of rtimon")

    def get(self, target, token=True):
        """Returns the status and the text of an answer."""
        headers = {"Authorization": "Bearer " + self.token} if token else {}
        request = urllib.request.Request(self.url + target, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=DEADLINE_S) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()

    def json(self, target):
        status, text = self.get(target)
        if status != 200:
            raise Failure("%s: status %d, %s" % (target, status, text))
        return json.loads(text)

    def await_json(self, target, condition, what):
        """Asks until the condition is true for the answer. Returns the answer."""
        found = []
        last = [""]

        def holds():
            status, last[0] = self.get(target)
            answer = json.loads(last[0]) if status == 200 else None
            if answer is not None and condition(answer):
                found.append(answer)
            return bool(found)

        try:
            self.fixture.wait(holds, what)
        except Failure as failure:
            raise Failure("%s: %s" % (failure, last[0][-3000:])) from None
        return found[0]

    def await_federate(self, name, condition, what):
        answer = self.await_json("api/snapshot", lambda one: condition(federate_of(one, name)), what)
        return federate_of(answer, name)


def federate_of(snapshot, name):
    """Returns the federate of this type, or an empty one without figures."""
    for federation in snapshot["federations"]:
        for federate in federation["federates"]:
            if federate["type"] == name:
                return federate
    return {"state": "absent", "figures": {}}
