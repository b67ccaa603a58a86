#!/usr/bin/env python3
"""A federate that joins while half of another's long message is in shared memory receives the later messages.

    joining_amid.py --bin BUILD/bin

The sender's log is small, and a reader is stopped. So the deletion of the sender's object, with a tag of
megabytes, cannot be written completely. A third federate then joins and discovers the object, which still
exists. When the reader continues, both receive the deletion.
"""
import argparse
import signal
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
from harness import FED, Failure, Fixture, report, state_of  # noqa: E402


def start(fixture, name):
    child = fixture.start(name, ["env", "RTI_FABRIC_LOG=64K", fixture.program("fault_witness"), FED])
    outcome = fixture.ask(child, "join Amid " + name.upper())
    if outcome != "ok":
        raise Failure("%s could not join: %s" % (name, outcome))
    return child


def run(fixture):
    fixture.start_rtig()
    sender, reader = start(fixture, "sender"), start(fixture, "reader")
    fixture.wait(lambda: "discovered SENDER" in reader.lines, "the reader to be told of the object")
    reader.signal(signal.SIGSTOP)
    fixture.wait(lambda: state_of(reader.pid) == "T", "the reader to stop")
    sender.tell("delete 2000000")
    fixture.wait_asleep(sender)
    newcomer = start(fixture, "newcomer")
    fixture.wait(lambda: "discovered SENDER" in newcomer.lines,
                 "the newcomer to be told of the object")
    if "removed SENDER" in newcomer.lines:
        raise Failure("the deletion was done before anybody joined amid it")
    reader.signal(signal.SIGCONT)
    for federate in (reader, newcomer):
        fixture.wait(lambda f=federate: "removed SENDER" in f.lines,
                     "%s to be told that the object is gone" % federate.name)
    fixture.check_end(sender, reader, newcomer)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    options = parser.parse_args()
    with Fixture(options.bin, "shm", "embedded") as fixture:
        try:
            run(fixture)
        except Failure as failure:
            report("FAILED: %s%s" % (failure, fixture.story()))
            return 1
    report("a federate that joined amid a long deletion was told of it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
