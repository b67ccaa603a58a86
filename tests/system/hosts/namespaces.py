"""Hosts of a test: network namespaces of its own, joined by cables, deleted with the test.

A test runs itself again inside (enter). There it is host A, and makes another host (Host) at the other end of
a cable, or behind a router that drops datagrams. Needs root.
"""
import os
import shutil
import subprocess
import sys

SKIPPED = 77
ADDRESS_A, ADDRESS_B = "10.0.0.1", "10.0.0.2"


def enter():
    """Runs this program again with "--inside", as root of new namespaces; returns its exit status."""
    unshare = ["unshare", "--mount", "--net", "--pid", "--uts", "--fork", "--kill-child",
               "--mount-proc"]
    reason = None
    if os.geteuid() != 0:
        reason = "not root"
    elif shutil.which("ip") is None or shutil.which("unshare") is None:
        reason = "the programs ip (iproute2) and unshare (util-linux) are not both there"
    else:
        probe = subprocess.run([*unshare, "ip", "link", "add", "probe-a", "type", "veth", "peer",
                                "name", "probe-b"], capture_output=True, text=True)
        if probe.returncode != 0:
            reason = "namespaces are not permitted here: " + probe.stderr.strip()
    if reason:
        print("SKIPPED, nothing tested: %s" % reason)
        return SKIPPED
    arguments = [sys.executable, os.path.abspath(sys.argv[0]), *sys.argv[1:], "--inside"]
    return subprocess.run([*unshare, *arguments]).returncode


def run(*arguments):
    subprocess.run(arguments, check=True)


class Host:
    """A process in its own network, through which other processes enter it."""

    def __init__(self, name):
        self.holder = subprocess.Popen(["unshare", "--net", "--uts", "sh", "-c",
                                        "hostname %s && echo ready && exec sleep 1000000" % name],
                                       stdout=subprocess.PIPE)
        if self.holder.stdout.readline() != b"ready\n":
            raise OSError("%s could not be set up" % name)
        self.on(*"ip link set lo up".split())

    def before(self):
        """Returns the words that run a command on this host."""
        return ["nsenter", "--target", str(self.holder.pid), "--net", "--uts"]

    def on(self, *arguments):
        run(*self.before(), *arguments)

    def plug_in(self, device, address):
        self.on("ip", "address", "add", address, "dev", device)
        self.on("ip", "link", "set", device, "up")


def host_b():
    """Returns [Host B], at the other end of a cable with Ethernet's 1500 bytes."""
    run("hostname", "host-a")
    b = Host("host-b")
    run("ip", "link", "add", "cable-a", "type", "veth", "peer", "name", "cable-b",
        "netns", str(b.holder.pid))
    run("ip", "address", "add", ADDRESS_A + "/24", "dev", "cable-a")
    run("ip", "link", "set", "cable-a", "up")
    b.plug_in("cable-b", ADDRESS_B + "/24")
    return [b]


def host_b_behind_firewall():
    """Returns [Host B, a router] with a router that silently drops all UDP datagrams: a firewall. The two hosts
    have the same addresses as without it."""
    run("hostname", "host-a")
    b, router = Host("host-b"), Host("router")
    run("ip", "link", "add", "cable-a", "type", "veth", "peer", "name", "side-a",
        "netns", str(router.holder.pid))
    run("ip", "address", "add", ADDRESS_A + "/32", "dev", "cable-a")
    run("ip", "link", "set", "cable-a", "up")
    run("ip", "route", "add", "10.0.0.254/32", "dev", "cable-a")
    run("ip", "route", "add", ADDRESS_B + "/32", "via", "10.0.0.254")
    router.on("ip", "link", "add", "side-b", "type", "veth", "peer", "name", "cable-b",
              "netns", str(b.holder.pid))
    b.plug_in("cable-b", ADDRESS_B + "/32")
    b.on("ip", "route", "add", "10.0.0.253/32", "dev", "cable-b")
    b.on("ip", "route", "add", ADDRESS_A + "/32", "via", "10.0.0.253")
    router.plug_in("side-a", "10.0.0.254/32")
    router.plug_in("side-b", "10.0.0.253/32")
    router.on("ip", "route", "add", ADDRESS_A + "/32", "dev", "side-a")
    router.on("ip", "route", "add", ADDRESS_B + "/32", "dev", "side-b")
    router.on("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward")
    router.on("ip", "rule", "add", "ipproto", "udp", "priority", "5", "blackhole")
    return [b, router]
