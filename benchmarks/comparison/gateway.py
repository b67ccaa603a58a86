"""The gateway process of an RTI, for the runs of one way."""
import os
import signal
import socket
import subprocess
import time

PATIENCE_S = 60  # in seconds; counted runs take longer


class Gateway:
    """The gateway, running while it is a context; `environments` are the settings that federates, in turn, need
    to find it."""

    def __init__(self, rti, way, failed, before=()):
        """`before`: the words of a program that runs the gateway as its child, or becomes it, and counts."""
        self.rti, self.way, self.failed, self.before = rti, way, failed, before
        self.process = None
        self.environments = []

    def __enter__(self):
        gateway = self.way.gateway or self.rti.gateway
        says_so = any("{ready}" in word for word in gateway)
        read_end, write_end = os.pipe()
        words = [*self.before] + [word.format(url=self.way.url, ready=write_end) for word in gateway]
        self.process = subprocess.Popen(
            words, pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, **{k: v.format(url=self.way.url) for k, v in self.way.environment.items()}))
        os.close(write_end)
        with os.fdopen(read_end) as ready:
            urls = self.urls_to_join(ready) if says_so else [self.way.url]
        if not says_so:
            self.wait_for_port()
        if not urls:
            raise self.failed(f"the gateway of {self.rti.name} does not come up: {' '.join(words)}")
        self.environments = [{name: text.format(url=url) for name, text in self.way.environment.items()}
                             for url in urls]
        return self

    def urls_to_join(self, lines):
        """Returns the URLs where the gateway listens. rtig prints a line for each URL, rtimesh with the name of
        a router before each. Does not read to the end, because a counting program holds the descriptor, too."""
        url_of = {}
        for line in lines:
            if not self.way.join:
                return [line.strip()]
            router, url = line.split()
            url_of[router] = url
            if set(self.way.join) <= set(url_of):
                return [url_of[name] for name in self.way.join]
        return []

    def wait_for_port(self):
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.rti.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise self.failed(f"the gateway of {self.rti.name} takes no connections on "
                                      f"port {self.rti.port}") from None
                time.sleep(0.05)

    def pids(self):
        return [self.process.pid]

    def carried(self):
        """Returns nothing: the gateway has no links to other routers."""
        return 0, 0.0

    def terminate(self):
        """Ends the gateway itself; a counting program then ends with its count."""
        children = []
        if self.before:
            with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="utf-8") as file:
                children = [int(pid) for pid in file.read().split()]
        for pid in children:
            os.kill(pid, signal.SIGTERM)
        if not children:
            self.process.terminate()

    def __exit__(self, *_):
        self.terminate()
        try:
            self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
