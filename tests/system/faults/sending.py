#!/usr/bin/env python3
"""A federate that only sends and never ticks detects that its rtig is gone, also while it waits.

    sending.py --bin BUILD/bin --transport TRANSPORT --rtia embedded|process

Twice: rtig is killed while it reads the federate's updates; and rtig is stopped, the federate sends until it
waits for room, then rtig is killed. Each time updateAttributeValues throws RTIinternalError. A second
federate subscribes to the updates, because with shm nothing is sent without a subscriber. Then rtig is
stopped, and a sender that waits for room is killed: its rtia ends, although rtig does not read.
"""
import argparse
import signal
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
from harness import FED, TRANSPORTS, Failure, Fixture, report, state_of, ticks_of  # noqa: E402


def join(fixture, witness, thing="THING"):
    outcome = fixture.ask(witness, "join Sending " + thing)
    if outcome != "ok":
        raise Failure("%s could not join: %s" % (witness.name, outcome))


def start_reader(fixture, name):
    reader = fixture.start(name, [fixture.program("fault_witness"), FED])
    join(fixture, reader, name)
    return reader


def begin_sending(fixture, witness):
    begin = len(witness.lines)
    witness.tell("send-on")
    fixture.wait(lambda: "sends" in witness.lines[begin:], "the witness to begin")
    return begin


def check_thrown(fixture, witness, begin, when):
    def done():
        return next((line for line in witness.lines[begin:] if line.startswith("done send-on")), None)

    fixture.kill(fixture.rtig)
    fixture.wait(lambda: done() or witness.ended, "the sender to notice that rtig is gone, " + when)
    if not (done() or "").startswith("done send-on RTIinternalError "):
        raise Failure("%s: %s" % (when, done() or "the sender has ended"))


def wait_until_it_waits(fixture, process):
    """Waits until the process sleeps, and uses no tick of processor time between many checks."""
    seen = {"ticks": None, "looks": 0}

    def waits():
        ticks = ticks_of(process.pid)
        asleep = state_of(process.pid) == "S"
        seen["looks"] = seen["looks"] + 1 if asleep and ticks == seen["ticks"] else 0
        seen["ticks"] = ticks
        return seen["looks"] >= 20

    fixture.wait(waits, "the sender to wait for room")


def check_rtia_of_killed(fixture):
    """Kills a sender that waits for room, and waits for the end of its rtia while rtig is stopped."""
    sender = fixture.start("sender", [fixture.program("fault_witness"), FED])
    join(fixture, sender, "SENDER")
    readers = [start_reader(fixture, name) for name in ("a fourth reader", "a fifth reader")]
    fixture.rtig.signal(signal.SIGSTOP)
    begin_sending(fixture, sender)
    wait_until_it_waits(fixture, sender)
    fixture.kill(sender)
    fixture.wait(lambda: not fixture.rtia_processes("sender"), "the end of the killed sender's rtia")
    fixture.rtig.signal(signal.SIGCONT)
    for reader in readers:
        fixture.kill(reader)


def run(fixture):
    fixture.start_rtig()
    witness = fixture.start("witness", [fixture.program("fault_witness"), FED])
    join(fixture, witness)
    reader = start_reader(fixture, "reader")
    check_thrown(fixture, witness, begin_sending(fixture, witness), "sending")
    fixture.kill(reader)

    fixture.start_rtig()
    join(fixture, witness)
    # In a mesh they are at different routers: updates from the sender to one of them pass the RTIG's
    # router.
    readers = [start_reader(fixture, name) for name in ("another reader", "a third reader")]
    fixture.rtig.signal(signal.SIGSTOP)
    begin = begin_sending(fixture, witness)
    wait_until_it_waits(fixture, witness)
    check_thrown(fixture, witness, begin, "waiting for room")
    for reader in readers:
        fixture.kill(reader)

    fixture.start_rtig()
    check_rtia_of_killed(fixture)
    fixture.check_end(witness)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--transport", choices=TRANSPORTS, required=True)
    parser.add_argument("--rtia", choices=["embedded", "process"], required=True)
    options = parser.parse_args()
    with Fixture(options.bin, options.transport, options.rtia) as fixture:
        try:
            run(fixture)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("%s, %s rtia: a federate that only sends was told, sending and waiting for room"
           % (options.transport, options.rtia))
    return 0


if __name__ == "__main__":
    sys.exit(main())
