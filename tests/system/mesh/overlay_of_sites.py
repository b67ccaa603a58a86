#!/usr/bin/env python3
"""Best effort between five sites by relays: an overlay in which a router forwards to at most two others.

    overlay_of_sites.py --source DIR --bin BUILD/bin relayed|far|refused|registry

The hosts are network namespaces with their own names on one bridge: ws0 has the RTIG, the others a router and
a federate each. All send hello to all, best effort.

  relayed   all receive the messages of all; a relay is killed, and the others still receive them
  far       the line of one site becomes long: then the others send to it directly, and by relays when it is short again
  refused   one router has another key than in the file, and one may not send in the federation: both ends log it, and
            the other routers are not affected
  registry  the registry is lost: the paths stay for a while, then all send directly; then the registry is back, with
            the earlier paths

Needs root. Exit status 77: skipped.
"""
import argparse
import os
import re
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the source tree unchanged
HOSTS_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hosts")
sys.path.insert(0, HOSTS_FOLDER)
from namespaces import enter, run  # noqa: E402
from switched_hosts import Failure, SwitchedHosts  # noqa: E402

SITES = {"ws1": "beta", "ws2": "gamma", "ws3": "delta", "ws4": "epsilon", "ws5": "zeta"}
HOSTS = ["ws0", *SITES]
PLACES = list(SITES.values())
NOWHERE = 0xffff
FOREVER = "1000000"  # rounds of hello: until the test ends it
DELAYED_CABLE = os.path.join(HOSTS_FOLDER, "delayed_cable.py")


class Test(SwitchedHosts):
    def __init__(self, options, folder):
        super().__init__(options.bin, folder, HOSTS)
        self.source = options.source
        self.registry = os.path.join(folder, "registry.sqlite")
        self.keys = os.path.join(folder, "keys")
        self.delay = os.path.join(folder, "delay")
        self.federates = {}

    # --- Set-up ---

    def prepare(self, overlay="", delayed=None):
        self.set_up()
        if delayed:
            self.delay_cable(delayed)
        os.mkdir(self.keys, 0o700)
        public = {router: self.make_key(router) for router in PLACES}
        lines = ["name: sites", "rtig: alpha",
                 "link-defaults: {keepalive-ms: 200, retry-ms: [50, 200], peer-lost-after-ms: 2000}",
                 "groups:", "  - name: sites", "    head: alpha",
                 "    overlay: {file: %s, private-keys: %s, out-degree: 2, update-ms: 1000%s}"
                 % (self.registry, self.keys, overlay),
                 "    routers:", '      - {name: alpha, host: ws0, listen: "tcp://ws0:60400"}']
        lines += ['      - {name: %s, host: %s, listen: "tcp://%s:60400", key: "%s"}'
                  % (router, host, host, public[router]) for host, router in SITES.items()]
        self.file = os.path.join(self.folder, "mesh.yaml")
        with open(self.file, "w") as file:
            file.write("\n".join(lines) + "\n")
        self.fed = os.path.join(self.folder, "lossy.fed")
        with open(os.path.join(self.source, "examples", "hello.fed")) as given, open(self.fed, "w") as file:
            file.write(re.sub(r"\b(Nickname|MessagesSent|Message) reliable\b", r"\1 best_effort", given.read()))

    def make_key(self, router):
        file = os.path.join(self.keys, router + ".key")
        told = subprocess.run([os.path.join(self.bin, "rtimesh"), "key", file], capture_output=True, text=True,
                              check=True).stdout
        return re.fullmatch(r"key: ([0-9a-f]{64})\n", told)[1]

    def delay_cable(self, host):
        """Delays packets of that host's cable, each way, by the number of milliseconds in a file."""
        for name in HOSTS:
            self.hosts[name].on(sys.executable, DELAYED_CABLE, "--without-offloads", "cable")
        run("ip", "link", "add", "far-end", "type", "veth", "peer", "name", "far-port")
        run("ip", "link", "set", "port-" + host, "nomaster")
        for device in ("far-end", "far-port", "port-" + host):
            run("ip", "link", "set", device, "up")
        run("ip", "link", "set", "far-port", "master", "switch")
        self.set_delay(0)
        carrier = subprocess.Popen([sys.executable, DELAYED_CABLE, "port-" + host, "far-end", self.delay],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.carrier = carrier
        if carrier.stdout.readline() != b"carries\n":
            raise Failure("the delayed cable does not carry")

    def set_delay(self, milliseconds):
        with open(self.delay + ".new", "w") as file:
            file.write(str(milliseconds))
        os.replace(self.delay + ".new", self.delay)

    def start(self):
        self.start_mesh(self.file)
        for host in SITES:
            self.join(host)

    def join(self, host):
        self.federates[host] = self.open("federate at " + host, host, "hello", "at-" + host, self.fed, FOREVER)

    def kill_router(self, host):
        """Kills the router; its log has the process id."""
        started = re.findall(r"starts as router %s, process (\d+)$" % SITES[host], self.log(SITES[host], host), re.M)
        os.kill(int(started[-1]), signal.SIGKILL)

    # --- Observations ---

    def hear(self, listeners, speakers):
        """Waits until updates and interactions from now on are received."""
        behind = {host: len(self.federates[host].text) for host in listeners}
        for host in listeners:
            for other in set(speakers) - {host}:
                self.wait_for(self.federates[host], "^at-%s: .*MessagesSent = " % other, behind[host])
                self.wait_for(self.federates[host], "^InteractionRoot.Message: Sender = 'at-%s'" % other, behind[host])

    def paths(self):
        """Returns the version, and for each source and router the router from which it gets the source's
        messages, from the registry's record."""
        with sqlite3.connect("file:%s?mode=ro" % self.registry, uri=True, timeout=10) as file:
            row = file.execute("SELECT version, parents FROM paths").fetchone()
        if row is None:
            return 0, {}
        numbers = struct.unpack("<%dH" % (len(row[1]) // 2), row[1])
        name = lambda number: None if number == NOWHERE else PLACES[number]  # noqa: E731
        return row[0], {(source, at): name(numbers[len(PLACES) * i + j])
                        for i, source in enumerate(PLACES) for j, at in enumerate(PLACES)}

    def counts(self, host, router):
        """Returns records by relays, copies sent directly, copies relayed, from `rtimesh status`."""
        status = self.ask_status(host)
        found = re.search(r"^%s .*sends by paths (\d+): (\d+) records? by relays, (\d+) cop(?:y|ies) directly, "
                          r"(\d+) cop(?:y|ies) passed on" % router, status, re.M)
        return tuple(map(int, found.groups()[1:])) if found else None

    def ask_status(self, host):
        asked = self.open("status from " + host, host, "rtimesh", "status", self.file)
        self.wait(lambda: asked.process.poll() is not None, "an answer of rtimesh status")
        asked.read()
        return asked.text

    def wait_for_paths(self, is_so, what):
        self.wait(lambda: is_so(self.paths()[1]), "paths " + what)

    def all_by_relays(self, routers):
        def is_so(paths):
            return all(paths.get((source, at)) for source in routers for at in routers) and all(
                sum(paths[source, at] == source for at in routers if at != source) <= 2 for source in routers)
        return is_so

    def wait_until_relays_are_used(self, host):
        """Waits until records of its own members go by relays."""
        router = SITES[host]
        self.wait(lambda: (self.counts(host, router) or (0,))[0] > 0, "records of %s by relays" % router)

    def end(self):
        for federate in self.federates.values():
            federate.process.kill()
        for host in reversed(HOSTS):
            self.up[host].process.terminate()

    # --- The cases ---

    def relayed(self):
        self.prepare()
        self.start()
        self.hear(SITES, SITES)
        self.wait_for_paths(self.all_by_relays(PLACES), "by relays")
        for host in SITES:
            self.wait_until_relays_are_used(host)
        self.hear(SITES, SITES)
        passed = {host: self.counts(host, router)[2] for host, router in SITES.items()}
        if sum(passed.values()) == 0:
            raise Failure("nobody passes anything on: %s" % passed)
        paths = self.paths()[1]
        relays = {host: sum(parent == router and router not in edge for edge, parent in paths.items())
                  for host, router in SITES.items()}
        lost = max((host for host in SITES if host != "ws1"), key=relays.get)
        self.kill_router(lost)
        left = {host: router for host, router in SITES.items() if host != lost}
        self.wait_for_log("beta", "ws1", "peer %s has lost its link" % SITES[lost])
        self.wait_for_paths(lambda now: all(SITES[lost] not in (parent, *edge) for edge, parent in now.items()
                                            if parent), "without " + SITES[lost])
        self.hear(left, left)
        print("%s had relayed for %d pairs, and was killed; %d sites still hear each other"
              % (SITES[lost], relays[lost], len(left)))

    def far(self):
        self.prepare(", delay-ms: 30", delayed="ws5")
        self.start()
        self.hear(SITES, SITES)
        others = [router for router in PLACES if router != "zeta"]

        def zeta_is_behind_others(paths):
            return self.all_by_relays(PLACES)(paths) and any(paths[source, "zeta"] != source for source in others)
        self.wait_for_paths(zeta_is_behind_others, "in which zeta is behind relays")
        self.set_delay(50)
        self.wait_for_paths(lambda paths: all(paths.get((source, "zeta")) == source for source in others),
                            "that lead to zeta directly")
        self.hear(SITES, SITES)
        self.set_delay(0)
        self.wait_for_paths(zeta_is_behind_others, "in which zeta is behind relays again")
        self.hear(SITES, SITES)
        self.carrier.stdin.close()
        print("with 50 ms each way zeta was reached directly, without by relays")

    def refused(self):
        self.prepare(", senders: {Hello: [beta, gamma, delta, zeta]}")
        wrong = os.path.join(self.keys, "zeta.key")
        os.rename(wrong, wrong + ".right")
        self.make_key("zeta")
        self.start()
        may = [host for host in SITES if host != "ws4"]
        self.hear(SITES, may)
        self.wait_for_log("beta", "ws1", "router zeta is refused in the overlay: it has another key than the mesh's "
                                         "file states; correct its --overlay-key, or `key` in the file")
        self.wait_for_log("zeta", "ws5", "the registry of the overlay, router beta, refuses this router, and best "
                                         "effort goes directly: router zeta has another key than the mesh's file "
                                         "states; correct its --overlay-key, or `key` in the file")
        self.wait_for_log("epsilon", "ws4", "best effort in federation 'Hello' of this router's federates is refused: "
                                            "the mesh's file does not name it among its senders")
        self.wait_for_paths(lambda paths: all("zeta" not in (parent, *edge) for edge, parent in paths.items() if parent)
                            and paths.get(("beta", "gamma")), "without zeta")
        self.hear(SITES, may)
        for host in may:
            if "at-ws4: " in self.federates[host].text and "MessagesSent" in "".join(
                    line for line in self.federates[host].text.splitlines() if line.startswith("at-ws4: ")):
                early = self.federates[host].text.count("Sender = 'at-ws4'")
                if early > 3:  # arrived by the upper router before the peers had met
                    raise Failure("%s hears ws4 (%d times), which may not send" % (host, early))
        print("a wrong key and a sender without leave were refused, and the others heard each other")

    def registry_lost(self):
        self.prepare(", keep-ms: 6000")
        self.start()
        self.hear(SITES, SITES)
        self.wait_for_paths(self.all_by_relays(PLACES), "by relays")
        self.wait_until_relays_are_used("ws2")
        before = self.paths()[0]
        self.kill_router("ws1")
        left = [host for host in SITES if host != "ws1"]
        self.wait_for_log("gamma", "ws2", "the registry of the overlay, router beta, is lost: best effort uses the "
                                          "known paths for 6 s, then goes directly")
        self.hear(left, left)
        self.wait_for_log("gamma", "ws2", "the overlay has had no registry for 6 s: best effort goes directly from "
                                          "now on")
        self.hear(left, left)
        again = self.open("beta again", "ws1", "rtirouter", "--topology", self.file, "--name", "beta")
        self.wait_for(again, "is the registry of the overlay of 5 routers; its state is in " + re.escape(self.registry))
        self.wait_for(again, "is admitted to the overlay by its registry")
        self.wait_for(again, "connected to router alpha at ")  # it serves no client before
        self.federates["ws1"].process.kill()
        self.join("ws1")
        self.hear(SITES, SITES)
        self.wait(lambda: self.paths()[0] > before and self.all_by_relays(PLACES)(self.paths()[1]), "later paths")
        again.process.terminate()
        print("paths went on without their registry, then directly, and the registry came back behind paths %d"
              % before)


CASES = {"relayed": Test.relayed, "far": Test.far, "refused": Test.refused, "registry": Test.registry_lost}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("case", choices=CASES)
    options = parser.parse_args()
    if not options.inside:
        return enter()
    with tempfile.TemporaryDirectory() as folder:
        test = Test(options, folder)
        try:
            CASES[options.case](test)
            test.end()
        except Failure as failure:
            print("FAILED: %s%s" % (failure, test.story()))
            for host, router in SITES.items():
                try:
                    print("--- log of %s:\n%s" % (router, test.log(router, host)[-2500:]))
                except OSError:
                    pass
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
