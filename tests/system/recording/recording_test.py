#!/usr/bin/env python3
"""Records real federates and reads the recordings: recording_test.py FOLDER-OF-PROGRAMS SOURCES."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

try:
    from mcap.reader import make_reader
except ImportError:
    make_reader = None

PROGRAMS, SOURCES = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]
FED = os.path.join(SOURCES, "tests/system/recording/recorded.fed")
WAYS = [(url, rtia) for url in ("tcp", "shm") for rtia in ("embedded", "process")]


def program(name):
    return os.path.join(PROGRAMS, name)


class Recording(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="recording.")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.recordings = os.path.join(self.folder, "recordings")
        self.rtigs = 0

    def start_rtig(self, transport):
        self.rtigs += 1
        listen = "tcp://127.0.0.1:0" if transport == "tcp" else f"shm://{os.path.basename(self.folder)}-{self.rtigs}"
        reader, writer = os.pipe()
        rtig = subprocess.Popen([program("rtig"), "--listen", listen, "--ready-fd", str(writer)], pass_fds=[writer],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        self.addCleanup(rtig.wait)
        self.addCleanup(rtig.kill)
        with os.fdopen(reader) as ready:
            self.url = ready.readline().strip()

    def federate(self, role, name, count=1, rtia="embedded", record=True, prefix=(), **more):
        environment = {**os.environ, "RTI_URL": self.url, "RTI_RTIA": rtia, "TRIAD_RTIA": program("rtia"), **more}
        if record:
            environment.setdefault("RTI_RECORD", self.recordings)
        federate = subprocess.Popen([*prefix, program("recorded_federate"), role, name, FED, str(count)],
                                    env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(federate.stderr.close)
        self.addCleanup(federate.stdout.close)
        self.addCleanup(federate.wait)
        self.addCleanup(federate.kill)
        return federate

    def wait_for(self, federate, line):
        for had in federate.stdout:
            if had.strip() == line:
                return
        self.fail(f"no {line}: " + federate.stderr.read())

    def end(self, federate):
        out, err = federate.communicate()
        self.assertEqual(federate.returncode, 0, out + err)
        return out, err

    def files(self, name="*"):
        return sorted(glob.glob(os.path.join(self.recordings, f"recorded-{name}-*.mcap")))

    def rtirecord(self, *arguments, status=0):
        done = subprocess.run([program("rtirecord"), *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout[-2000:] + done.stderr)
        return done.stdout

    def entries(self, files, status=0):
        return [json.loads(line) for line in self.rtirecord("cat", "--json", *files, status=status).splitlines()]

    def test_a_recording_has_what_the_receiver_got(self):
        for transport, rtia in WAYS:
            with self.subTest(transport=transport, rtia=rtia):
                shutil.rmtree(self.recordings, ignore_errors=True)
                self.start_rtig(transport)
                receiver = self.federate("receiver", "radar", rtia=rtia)
                self.wait_for(receiver, "subscribed")
                sender = self.federate("sender", "tank", 50, rtia=rtia)
                self.end(sender)
                got = re.findall(r"got (\d+) (\w+) at ([\d.]+)", self.end(receiver)[0])
                self.check_sender(got)
                self.check_decoded()
                self.check_timeline()

    def check_sender(self, got):
        files = self.files("tank")
        self.assertEqual(len(files), 1)
        self.assertEqual(os.stat(files[0]).st_mode & 0o777, 0o600)
        self.assertIn("complete, ", self.rtirecord("check", *files))
        entries = self.entries(files)
        updates = [entry for entry in entries if entry["service"] == "updateAttributeValues"]
        sent = [(update["message"]["values"]["Value"]["text"], update["message"]["tag"],
                 f"{update['message']['time']:.6f}") for update in updates]
        self.assertEqual(len(sent), 50)
        self.assertEqual(sent, got)
        self.assertEqual({update["class"] for update in updates}, {"ObjectRoot.Thing"})
        self.assertEqual({update["origin"] for update in updates}, {"sent"})
        positions = [update["position"] for update in updates]
        self.assertEqual(positions, sorted(set(positions)))
        services = [entry["service"] for entry in entries]
        self.assertEqual(services[0], "joinFederationExecution")
        self.assertFalse(any(entries[0]["message"]["session"].values()), "a secret is in the file")
        self.assertEqual(services[-1], "resignFederationExecution")
        for service, count in {"enableTimeRegulation": 1, "timeRegulationEnabled": 1, "publishObjectClass": 1,
                               "registerObjectInstance": 1, "advanceTime": 51, "timeAdvanceGrant": 51,
                               "deleteObjectInstance": 1}.items():
            self.assertEqual(services.count(service), count, service)
        grants = [entry["message"]["time"] for entry in entries if entry["service"] == "timeAdvanceGrant"]
        self.assertEqual(grants, [float(time) for time in range(1, 52)])

    def check_decoded(self):
        """The values are texts. The table says so for a class without its root, or is guessed."""
        table = os.path.join(self.folder, "types.yaml")
        with open(table, "w") as file:
            file.write("types: {Name: text}\nobjects: {Thing: {Value: Name, Size: text}}\n")
        decoded = subprocess.run([program("rtirecord"), "cat", "--json", "--types", table, "--service",
                                  "updateAttributeValues", *self.files("tank")], capture_output=True, text=True)
        self.assertEqual((decoded.returncode, decoded.stderr),
                         (0, f"rtirecord: {table}: there is no attribute Size of Thing in these recordings\n"))
        values = [json.loads(line)["message"]["values"]["Value"] for line in decoded.stdout.splitlines()]
        self.assertEqual(len(values), 50)
        for value in values:
            self.assertEqual(value["value"], value["text"])
        guessed = self.rtirecord("types", *self.files("tank"))
        self.assertIn("objects:\n  ObjectRoot.Thing:\n    Value: text  # 50 values of ", guessed)
        with open(table, "w") as file:
            file.write(guessed)
        decoded = subprocess.run([program("rtirecord"), "cat", "--types", table, *self.files("tank")],
                                 capture_output=True, text=True)
        self.assertEqual((decoded.returncode, decoded.stderr), (0, ""))
        refused = subprocess.run([program("rtirecord"), "cat", "--service", "timeAdvanceRequest",
                                  *self.files("tank")], capture_output=True, text=True)
        self.assertEqual(refused.stdout, "")
        self.assertIn("all time advances are recorded as advanceTime", refused.stderr)
        with open(table, "w") as file:
            file.write("objects: {Thing: {Value: txt}}\n")
        refused = subprocess.run([program("rtirecord"), "cat", "--types", table, *self.files("tank")],
                                 capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn('types.yaml:1:26: there is no type "txt"; did you mean "text"?', refused.stderr)

    def check_timeline(self):
        entries = self.entries(self.files())
        place = {(entry["federate"], entry["service"]): i for i, entry in reversed(list(enumerate(entries)))}
        self.assertLess(place["radar", "subscribeObjectClassAttributes"], place["tank", "updateAttributeValues"])
        merged = os.path.join(self.folder, "merged.mcap")
        self.rtirecord("merge", "-o", merged, "--service", "updateAttributeValues", *self.files())
        self.assertEqual(self.entries([merged]),
                         [entry for entry in entries if entry["service"] == "updateAttributeValues"])
        os.remove(merged)

    @unittest.skipUnless(make_reader, "needs the package mcap: pip install mcap")
    def test_the_mcap_package_of_python_reads_a_recording(self):
        """Another implementation of MCAP reads the same, and finds no fault with checksums and indexes."""
        self.start_rtig("tcp")
        receiver = self.federate("receiver", "radar", record=False)
        self.wait_for(receiver, "subscribed")
        self.end(self.federate("sender", "tank", 50))
        self.end(receiver)
        path, = self.files("tank")
        with open(path, "rb") as file:
            reader = make_reader(file, validate_crcs=True)
            summary = reader.get_summary()
            messages = list(reader.iter_messages())
            attachments = {attachment.name: attachment.data for attachment in reader.iter_attachments()}
            metadata = {record.name: record.metadata for record in reader.iter_metadata()}
        self.assertEqual(summary.statistics.message_count, len(messages))
        self.assertEqual(len(messages), len(self.entries([path])))
        updates = [(schema, message) for schema, channel, message in messages
                   if channel.topic == "tank/ObjectRoot.Thing/updateAttributeValues"]
        self.assertEqual([message.publish_time for _, message in updates],
                         [time * 10**9 for time in range(1, 51)])
        self.assertIn(b"2 Value\n", updates[0][0].data)
        self.assertIn(b"(class Thing", attachments["object-model.fed"])
        self.assertEqual(metadata["triad.recording"]["federate"], "tank")
        self.assertEqual(metadata["triad.recording.end"]["dropped records"], "0")

    def test_the_file_of_a_killed_federate_is_mended(self):
        self.start_rtig("tcp")
        flood = self.federate("flood", "flood", 10**9)
        self.wait_for(flood, "flooding")
        while not self.files("flood") or os.path.getsize(self.files("flood")[0]) < 200_000:
            self.assertIsNone(flood.poll())
        flood.send_signal(signal.SIGKILL)
        flood.wait()
        path, = self.files("flood")
        self.assertIn(": cut: ", self.rtirecord("check", path, status=1))
        cut = self.entries([path], status=1)
        self.assertGreater(sum(entry["service"] == "updateAttributeValues" for entry in cut), 1000)
        self.rtirecord("recover", path)
        mended = path.replace(".mcap", "-recovered.mcap")
        self.assertIn("state       complete", self.rtirecord("info", mended))
        self.assertEqual(self.entries([mended]), cut)

    def test_the_rtia_process_records_to_the_end_of_a_killed_federate(self):
        self.start_rtig("tcp")
        flood = self.federate("flood", "flood", 10**9, rtia="process")
        self.wait_for(flood, "flooding")
        while not self.files("flood") or os.path.getsize(self.files("flood")[0]) < 100_000:
            self.assertIsNone(flood.poll())
        flood.send_signal(signal.SIGKILL)
        flood.wait()
        path, = self.files("flood")
        while " complete, " not in self.rtirecord_any("check", path):
            pass  # the rtia process writes the rest

    def rtirecord_any(self, *arguments):
        return subprocess.run([program("rtirecord"), *arguments], capture_output=True, text=True).stdout

    def test_a_federate_that_waits_for_the_disk_loses_nothing(self):
        self.start_rtig("tcp")
        count = 200_000
        self.end(self.federate("flood", "flood", count, RTI_RECORD_WHEN_FULL="wait", RTI_RECORD_BUFFER="16K",
                               RTI_RECORD_SPLIT="256K"))
        files = self.files("flood")
        self.assertGreater(len(files), 2)
        self.rtirecord("check", *files)
        lines = self.rtirecord("cat", "--service", "updateAttributeValues", *files).splitlines()
        self.assertEqual(len(lines), count)

    def test_dropped_records_are_counted_in_the_file(self):
        self.start_rtig("tcp")
        count = 200_000
        self.end(self.federate("flood", "flood", count, RTI_RECORD_BUFFER="4K"))
        files = self.files("flood")
        entries = self.entries(files)
        updates = sum(entry["service"] == "updateAttributeValues" for entry in entries)
        gaps = [entry["message"]["records"] for entry in entries if entry["origin"] == "dropped"]
        others = len(entries) - updates - len(gaps)
        self.assertGreater(len(gaps), 0)
        # Beside the updates: join, publication, registration, resignation and what they depend on.
        self.assertGreaterEqual(updates + sum(gaps) + others, count + 4)
        self.assertLessEqual(updates + sum(gaps), count + 10)
        self.assertIn(" dropped in ", self.rtirecord("check", *files, status=1))

    @unittest.skipUnless(os.geteuid() == 0, "needs root for a small file system")
    def test_a_full_disk_is_told_in_one_line_and_the_federate_goes_on(self):
        self.start_rtig("tcp")
        os.mkdir(self.recordings)
        copy = os.path.join(self.folder, "copy")
        # The file system exists only for the federate and its shell, which copies the result.
        script = (f"mount -t tmpfs -o size=256k none {self.recordings} || exit 77; \"$@\"; status=$?; "
                  f"cp -r {self.recordings} {copy}; exit $status")
        flood = self.federate("flood", "flood", 300_000, RTI_RECORD_WHEN_FULL="wait",
                              prefix=["unshare", "-m", "sh", "-c", script, "sh"])
        out, err = flood.communicate()
        if flood.returncode == 77 or "unshare" in err:
            self.skipTest("no file system can be mounted here: " + err)
        self.assertEqual(flood.returncode, 0, out + err)
        self.assertIn("resigned", out)
        told = [line for line in err.splitlines() if "recording" in line]
        self.assertEqual(len(told), 1, err)
        self.assertIn("No space left on device", told[0])
        self.assertIn("the federate goes on", told[0])
        path, = glob.glob(os.path.join(copy, "*.mcap"))
        self.assertGreater(len(self.entries([path], status=1)), 1000)

    def test_a_directory_that_cannot_be_used_is_an_error_of_the_federate(self):
        self.start_rtig("tcp")
        for rtia in ("embedded", "process"):
            federate = self.federate("flood", "flood", rtia=rtia, RTI_RECORD=FED)
            out, err = federate.communicate()
            self.assertEqual(federate.returncode, 1, out + err)
            self.assertIn("is not a directory; set record.directory (environment RTI_RECORD)", out)


if __name__ == "__main__":
    unittest.main()
