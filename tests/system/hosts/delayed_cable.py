"""A cable between a host and the switch that delays packets: for kernels without netem.

    delayed_cable.py NEAR FAR FILE
    delayed_cable.py --without-offloads DEVICE

The first form carries Ethernet frames between the two network devices of this namespace, each delayed by
FILE's number of milliseconds; the number may change. It ends with its standard input. The second form makes
packets that leave a device of a host contain their checksums, which a veth leaves out.
"""
import ctypes
import fcntl
import heapq
import select
import socket
import struct
import sys
import time

SIOCETHTOOL = 0x8946
SEND_OFFLOADS = (0x17, 0x19, 0x1F, 0x24)  # checksums, scatter-gather, TCP segmentation, GSO
OUTGOING = 4
ALL_PROTOCOLS = 3


def without_offloads(device):
    """Makes packets leave the device as on a wire: whole, with their checksums."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for order in SEND_OFFLOADS:
            value = ctypes.create_string_buffer(struct.pack("II", order, 0), 8)
            try:
                fcntl.ioctl(control, SIOCETHTOOL, struct.pack("16sP", device.encode(), ctypes.addressof(value)))
            except OSError:
                pass  # the device has no offload of that kind


def carry(near, far, file):
    ends = []
    for device in (near, far):
        end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS))
        end.bind((device, ALL_PROTOCOLS))
        end.setblocking(False)
        ends.append(end)
    under_way, count = [], 0
    print("carries", flush=True)
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        readable, _, _ = select.select([*ends, sys.stdin], [], [], wait)
        if sys.stdin in readable:
            return
        for which, end in enumerate(ends):
            if end not in readable:
                continue
            with open(file) as told:
                delay = float(told.read() or 0) / 1000
            while True:
                try:
                    frame, address = end.recvfrom(65536)
                except BlockingIOError:
                    break
                if address[2] == OUTGOING:
                    continue
                count += 1
                heapq.heappush(under_way, (time.monotonic() + delay, count, 1 - which, frame))
        while under_way and under_way[0][0] <= time.monotonic():
            _, _, to, frame = heapq.heappop(under_way)
            try:
                ends[to].send(frame)
            except OSError:
                pass  # the other end is not plugged in, or its queue is full: the packet is lost, as on a wire


if __name__ == "__main__":
    if sys.argv[1] == "--without-offloads":
        without_offloads(sys.argv[2])
    else:
        carry(*sys.argv[1:4])
