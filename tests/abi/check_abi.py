#!/usr/bin/env python3
"""Compares the ABI of libRTI-NG and libFedTime with the ABI files of this folder.

    check_abi.py COMPILER SOURCES BUILD SCRATCH [--write] [--include FOLDER]...

SOURCES is the project's folder, BUILD a built release, and SCRATCH an empty folder for objects. The libraries of
BUILD have no debug information, so the API's own sources are compiled again with it. Additions are allowed.
--write replaces the ABI files; use it for a release that adds to the API. It needs abidw and abidiff (abigail-tools)
and exits with 77 where they are missing.
"""

import argparse
import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
# Library -> patterns of the sources whose functions it exports.
LIBRARIES = {
    "libRTI-NG.so.1": ["libRTI/src/services_*.cpp", "libRTI/src/exceptions.cpp", "libRTI/src/handle_*.cpp",
                       "libRTI/src/extensions.cpp", "libRTI/src/regions.cpp", "libRTI/src/fed_time_type.cpp"],
    "libFedTime.so.1": ["libRTI/fedtime/fedtime.cpp"],
}
# Bits of the exit status of abidiff.
FAILED, CHANGED, INCOMPATIBLE = 1 | 2, 4, 8
DESCRIBE = ["--drop-private-types", "--exported-interfaces-only", "--no-show-locs", "--no-corpus-path",
            "--no-comp-dir-path", "--no-architecture", "--no-elf-needed", "--no-parameter-names"]


class Api:
    """The API's sources, compiled with debug information. `headers` may be a changed copy of libRTI/include."""

    def __init__(self, given, headers=None):
        self.given = given
        self.headers = headers or given.sources / "libRTI/include"

    def build(self, library, folder):
        folder.mkdir(parents=True, exist_ok=True)
        objects, running = [], []
        for pattern in LIBRARIES[library]:
            for source in sorted(self.given.sources.glob(pattern)):
                if source.name.endswith("_test.cpp"):
                    continue
                objects.append(folder / (source.stem + ".o"))
                includes = [f"-I{self.headers}", f"-I{self.given.sources}", *(f"-isystem{path}" for path in self.given.include)]
                running.append(subprocess.Popen([self.given.compiler, "-std=c++20", "-O0", "-g", "-w", "-fPIC", "-fvisibility=hidden",
                                                 "-fvisibility-inlines-hidden", "-DBUILDING_RTI", *includes, "-c", source,
                                                 "-o", objects[-1]]))
                if len(running) == 2 and running.pop(0).wait() != 0:
                    raise subprocess.CalledProcessError(1, [self.given.compiler, str(source)])
        if any(process.wait() != 0 for process in running):
            raise subprocess.CalledProcessError(1, [self.given.compiler, library])
        exports = ([f"-Wl,--version-script={self.given.sources / 'libRTI/src/exports.map'}"] if library.startswith("libRTI-NG") else [])
        subprocess.run([self.given.compiler, "-shared", *objects, *exports, f"-Wl,-soname,{library}", "-o", folder / library], check=True)
        return folder / library

    def describe(self, built):
        """Returns a file in abidw's format."""
        described = built.with_suffix(".abi")
        subprocess.run(["abidw", "--suppressions", HERE / "private_types.suppr", *DESCRIBE, "--headers-dir", self.headers,
                        "--out-file", described, built], check=True)
        return described


def kept(library):
    return HERE / (library + ".abi.gz")


def compared(before, after):
    """Returns the exit status and the report of abidiff. New functions are no difference."""
    done = subprocess.run(["abidiff", "--no-added-syms", before, after], capture_output=True, text=True, check=False)
    if done.returncode & FAILED:
        raise RuntimeError(done.stdout + done.stderr)
    return done.returncode, done.stdout


def exported(library):
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in listed.splitlines() if "RTI" in line.split()[-1]}


class AbiTest(unittest.TestCase):
    given = None

    def built(self, library):
        """Returns the library from today's sources. It is built once."""
        file = self.given.scratch / "now" / library
        return file if file.exists() else Api(self.given).build(library, file.parent)

    def unpacked(self, library):
        file = self.given.scratch / (library + ".kept.abi")
        file.write_bytes(gzip.decompress(kept(library).read_bytes()))
        return file

    def test_libraries_fit_programs_that_were_linked_before(self):
        for library in LIBRARIES:
            with self.subTest(library):
                status, report = compared(self.unpacked(library), Api(self.given).describe(self.built(library)))
                self.assertEqual(status & (CHANGED | INCOMPATIBLE), 0, report + "\nA program that was linked before would break. Give the "
                                 "library a new SOVERSION, or run check_abi.py --write if old programs do run.")

    def test_the_comparison_covers_what_the_built_libraries_export(self):
        built = set().union(*(exported(self.given.build / "lib" / library) for library in LIBRARIES))
        self.assertGreater(len(built), 1000)
        self.assertEqual(built - set().union(*(exported(self.built(library)) for library in LIBRARIES)), set())

    def test_a_changed_layout_is_found(self):
        self.expect_found("RTItypes.hh", "  FederateHandle sendingFederate;", "  long added;\n  FederateHandle sendingFederate;")

    def test_an_inserted_virtual_function_is_found(self):
        self.expect_found("federateAmbServices.hh", "virtual void synchronizationPointRegistrationSucceeded",
                          "virtual void added() {}\nvirtual void synchronizationPointRegistrationSucceeded")

    def expect_found(self, header, old, new):
        headers = self.given.scratch / "changed"
        shutil.rmtree(headers, ignore_errors=True)
        shutil.copytree(self.given.sources / "libRTI/include", headers)
        text = (headers / header).read_text()
        self.assertIn(old, text)
        (headers / header).write_text(text.replace(old, new, 1))
        api = Api(self.given, headers)
        built = api.build("libRTI-NG.so.1", self.given.scratch / "changed-objects")
        status, _ = compared(self.unpacked("libRTI-NG.so.1"), api.describe(built))
        self.assertNotEqual(status & (CHANGED | INCOMPATIBLE), 0)


def write(given):
    for library in LIBRARIES:
        api = Api(given)
        described = api.describe(api.build(library, given.scratch / "written"))
        with gzip.GzipFile(filename="", mode="wb", fileobj=kept(library).open("wb"), mtime=0) as file:
            file.write(described.read_bytes())
        print(kept(library))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiler")
    for name in ("sources", "build", "scratch"):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--include", action="append", default=[])
    given = parser.parse_args()
    if not (shutil.which("abidw") and shutil.which("abidiff")):
        print("abidw and abidiff are missing: apt-get install abigail-tools")
        return SKIPPED
    shutil.rmtree(given.scratch, ignore_errors=True)
    os.makedirs(given.scratch)
    if given.write:
        write(given)
        return 0
    AbiTest.given = given
    return 0 if unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
