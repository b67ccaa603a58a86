"""The TCP link between two processes of a test: closes it, or makes it silent. Also makes the socket by which a
process accepts links deaf.

Uses copies of the processes' own sockets (pidfd_getfd), so that other links do not change and root is not
needed. A silent or deaf socket drops all arriving packets (a packet filter), without notice to either end.
Linux only.
"""
import ctypes
import errno
import os
import socket
import struct

PIDFD_GETFD = 438
SO_ATTACH_FILTER = 26
SO_DETACH_FILTER = 27
ESTABLISHED = "01"
LISTENS = "0A"
LIBC = ctypes.CDLL(None, use_errno=True)


class NotPermitted(Exception):
    """This machine does not let a process copy its children's sockets."""


class LinkSockets:
    """The link by which the process `lower` is connected to `place`, where `upper` listens. Both are
    harness.Child."""

    def __init__(self, lower, upper, place):
        self._lower, address = _find(lower, lambda local, remote: remote == _hexadecimal(place))
        self._upper, _ = _find(upper, lambda local, remote: remote == address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._lower.close()
        self._upper.close()

    def close_below(self):
        """Closes the link as if the lower end had closed it."""
        self._lower.shutdown(socket.SHUT_RDWR)

    def close_above(self):
        self._upper.shutdown(socket.SHUT_RDWR)

    def silence_below(self):
        """Drops all data that arrives at the lower end."""
        _drop_all(self._lower)

    def silence_above(self):
        _drop_all(self._upper)

    def hear_again(self):
        """Ends the silence. Dropped data arrives, because TCP sends it again."""
        for taken in (self._lower, self._upper):
            _drop_none(taken)


class Listener:
    """The socket by which the process `child`, a harness.Child, accepts links at `place`. While it is deaf, no
    new link comes up; existing links do not change."""

    def __init__(self, child, place):
        self._socket, _ = _find(child, lambda local, _: local == _hexadecimal(place), LISTENS)

    def __enter__(self):
        _drop_all(self._socket)
        return self

    def __exit__(self, *_):
        _drop_none(self._socket)
        self._socket.close()


def _hexadecimal(place):
    """Returns the address as /proc/net/tcp shows it."""
    host, port = place.rsplit(":", 1)
    return "%08X:%04X" % (struct.unpack("=I", socket.inet_aton(host))[0], int(port))


def _find(child, is_wanted, state=ESTABLISHED):
    """Returns the process's socket in this state with matching addresses (local, remote), and its local address."""
    with open("/proc/net/tcp") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    wanted = {"socket:[%s]" % row[9]: row[1] for row in rows
              if row[3] == state and is_wanted(row[1], row[2])}
    folder = "/proc/%d/fd" % child.pid
    for number in os.listdir(folder):
        try:
            target = os.readlink(os.path.join(folder, number))
        except FileNotFoundError:
            continue
        if target in wanted:
            return _taken(child, int(number)), wanted[target]
    raise LookupError("%s has no such link" % child.name)


def _taken(child, number):
    ours = LIBC.syscall(PIDFD_GETFD, child.pidfd, number, 0)
    if ours < 0:
        code = ctypes.get_errno()
        if code in (errno.EPERM, errno.ENOSYS):
            raise NotPermitted("pidfd_getfd: " + os.strerror(code))
        raise OSError(code, os.strerror(code))
    return socket.socket(fileno=ours)


def _drop_all(taken):
    program = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # "ret #0"
    taken.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER,
                     struct.pack("HL", 1, ctypes.addressof(program)))


def _drop_none(taken):
    """Removes the packet filter, if there is one."""
    try:
        taken.setsockopt(socket.SOL_SOCKET, SO_DETACH_FILTER, 0)
    except FileNotFoundError:
        pass
