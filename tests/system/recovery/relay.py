"""Relay of tcp connections that it can cut, for tests and benchmarks of recovery."""
import select
import socket
import struct
import threading

JOIN_ANSWER_BYTES = 300  # less than the answer to a join, more than the answers before it


class Relay:
    """Forwards tcp connections to a port, in a thread for each. cut() resets connections. stop() ends all, and
    refuses others until start().

    The next `loses_joins` connections with an answer to a join are closed in place of forwarding it."""

    def __init__(self, port):
        self.to_port = port
        self.port = 0
        self.is_stopped = False
        self.lock = threading.Lock()
        self.pairs = []
        self.accepted = 0
        self.loses_joins = 0
        self.start()

    @property
    def url(self):
        return "tcp://127.0.0.1:%d" % self.port

    def start(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        self.is_stopped = False
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def stop(self):
        with self.lock:
            self.is_stopped = True
        self.listener.shutdown(socket.SHUT_RDWR)  # ends the wait of the thread that accepts
        self.listener.close()
        while self.pairs:
            self.cut()

    def _accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self.to_port))
            except OSError:
                return
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                if self.is_stopped:
                    near.close()
                    far.close()
                    return
                self.pairs.append((near, far))
                self.accepted += 1
            threading.Thread(target=self._forward, args=(near, far), daemon=True).start()

    def _forward(self, near, far):
        try:
            while True:
                ready, _, _ = select.select([near, far], [], [])
                for source in ready:
                    data = source.recv(65536)
                    if not data or source is far and self._loses(data):
                        raise OSError
                    (far if source is near else near).sendall(data)
        except (OSError, ValueError):
            self._close(near, far)

    def _loses(self, data):
        with self.lock:
            loses = self.loses_joins > 0 and len(data) > JOIN_ANSWER_BYTES
            self.loses_joins -= loses
        return loses

    def _close(self, near, far):
        with self.lock:
            if (near, far) in self.pairs:
                self.pairs.remove((near, far))
        for end in (near, far):
            end.close()

    def cut(self):
        """Resets the oldest connection; bytes that wait in the kernel's buffers are lost."""
        with self.lock:
            if not self.pairs:
                return
            ends = self.pairs.pop(0)
            for end in ends:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        # The thread that forwards closes both ends when it finds one of them shut.
        try:
            ends[0].shutdown(socket.SHUT_RD)
        except OSError:
            pass  # the peer has closed it since
