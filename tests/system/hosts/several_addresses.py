"""A host name with several addresses, one of them dead: rtictl, and a router's link upward. And an address that
needs the name of a device.

    several_addresses.py BIN

Packets to a dead address vanish: they leave by a cable with no host of that address at its other end. The
names come from the test's own /etc/hosts. Needs root.
"""
import os
import subprocess
import sys
import tempfile

import namespaces

DEAD = {"dead-six": "2001:db8::2", "dead-four": "10.77.0.2"}
ALIVE = {"dead-six": "127.0.0.1", "dead-four": "::1"}
PORT = 20400


def make_network(folder):
    namespaces.run(*"ip link set lo up".split())
    namespaces.run(*"ip link add nowhere type veth peer name nothing".split())
    namespaces.run(*"ip address add 2001:db8::1/64 dev nowhere nodad".split())
    namespaces.run(*"ip address add fe80::77/64 dev nowhere nodad".split())
    namespaces.run(*"ip address add 10.77.0.1/24 dev nowhere".split())
    for device in "nowhere", "nothing":
        namespaces.run("ip", "link", "set", device, "up")
    for address in DEAD.values():
        namespaces.run("ip", "neighbour", "add", address, "lladdr", "02:00:00:00:00:02", "dev", "nowhere")
    hosts = os.path.join(folder, "hosts")
    with open(hosts, "w") as file:
        for name in DEAD:
            file.write("%s %s\n%s %s\n" % (DEAD[name], name, ALIVE[name], name))
    namespaces.run("mount", "--bind", hosts, "/etc/hosts")


def wait_for(process, part):
    """Returns the first line of its output that contains this part."""
    for line in process.stdout:
        if part in line:
            return line
    raise AssertionError("%s has ended without saying %r" % (process.args[0], part))


def start(*command):
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def check_rtictl(binaries, name):
    """Checks rtictl; the dead address alone would use up its whole time limit."""
    subprocess.run([binaries + "/rtictl", "--url", "tcp://%s:%d" % (name, PORT), "--timeout", "20", "list"], check=True)


def check_router(binaries, folder, name):
    mesh = os.path.join(folder, "mesh.yaml")
    with open(mesh, "w") as file:
        file.write("rtig: alpha\ngroups:\n  - name: site\n    head: alpha\n    routers:\n"
                   "      - {name: alpha, host: localhost, listen: 'tcp://%s:%d'}\n"
                   "      - {name: beta, host: localhost, listen: 'tcp://127.0.0.1:%d'}\n" % (name, PORT + 1, PORT + 2))
    # The names of the file are for connecting; this router listens on every address.
    upper = start(binaries + "/rtig", "--topology", mesh)
    try:
        wait_for(upper, "listens on tcp://%s:%d" % (name, PORT + 1))
        lower = start(binaries + "/rtirouter", "--topology", mesh, "--name", "beta")
        try:
            line = wait_for(lower, "router alpha")
            assert "connected to router alpha" in line, line
        finally:
            lower.kill()
    finally:
        upper.kill()


def check_link_local(binaries):
    """Checks that such an address has the name of its device in all input and output."""
    url = "tcp://[fe80::77%%nowhere]:%d" % (PORT + 3)
    rtig = start(binaries + "/rtig", "--listen", url, "--log-level", "debug")
    try:
        wait_for(rtig, "listens on " + url)
        subprocess.run([binaries + "/rtictl", "--url", url, "list"], check=True)
        wait_for(rtig, "link from tcp [fe80::77%nowhere]:")
    finally:
        rtig.kill()


def inside(binaries):
    with tempfile.TemporaryDirectory() as folder:
        make_network(folder)
        rtig = start(binaries + "/rtig", "--listen", "tcp://*:%d" % PORT)
        try:
            wait_for(rtig, "listens on")
            for name in DEAD:
                check_rtictl(binaries, name)
            check_router(binaries, folder, "dead-six")
            check_link_local(binaries)
        finally:
            rtig.kill()
    return 0


if __name__ == "__main__":
    sys.exit(inside(sys.argv[1]) if "--inside" in sys.argv else namespaces.enter())
