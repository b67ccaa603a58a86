#!/usr/bin/env python3
"""Compares the files beside the code (containers, workflow, CITATION.cff, SECURITY.md ...) with the tree.
project_files_test.py SOURCE-FOLDER"""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import yaml

SOURCE = os.path.abspath(sys.argv.pop(1))
CONTAINERS = ["containers/rtig.Dockerfile", "containers/federate.Dockerfile"]
INSTRUCTIONS = {"FROM", "ARG", "RUN", "COPY", "WORKDIR", "USER", "ENV", "EXPOSE", "VOLUME", "STOPSIGNAL", "ENTRYPOINT",
                "CMD", "LABEL"}


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def instructions(text):
    """Returns (INSTRUCTION, its text) of a Dockerfile, with joined lines and without comments."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [tuple(line.split(None, 1)) for line in joined.splitlines()]


def faults_of_container(text):
    """Returns faults of a Dockerfile, as text for people."""
    found, stages, args, user = [], set(), {}, "root"
    for name, rest in instructions(text):
        if name not in INSTRUCTIONS:
            found.append(f"unknown instruction {name}")
        if name == "ARG":
            args.update([rest.split("=", 1)] if "=" in rest else [(rest, "")])
        if name == "FROM":
            user = "root"
            image, *stage = re.split(r"\s+AS\s+", rest)
            if image not in stages and image.strip("${}") not in args and (":" not in image or image.endswith(":latest")):
                found.append(f"the image {image} has no version")
            stages.update(stage)
        if name == "USER":
            user = rest
        if name == "COPY" and (origin := re.match(r"--from=(\S+)", rest)) and origin[1] not in stages:
            found.append(f"copies from {origin[1]}, which is no stage before")
        if name == "RUN":
            found += faults_of_shell(rest)
        if name in ("ENTRYPOINT", "CMD"):
            try:
                json.loads(rest)
            except ValueError:
                found.append(f"{name} is no JSON list: signals would go to a shell")
    if user == "root":
        found.append("the last stage runs as root")
    return found


def faults_of_shell(command):
    found = []
    if "apt-get install" in command:
        for part in ("apt-get update", "--no-install-recommends", "rm -rf /var/lib/apt/lists/*"):
            if part not in command:
                found.append(f"installs without `{part}`")
    checked = subprocess.run(["shellcheck", "-s", "sh", "-"], input=command + "\n", text=True, capture_output=True)
    if checked.returncode != 0:
        found.append(checked.stdout)
    return found


class ContainersTest(unittest.TestCase):
    def test_are_without_fault(self):
        for path in CONTAINERS:
            self.assertEqual(faults_of_container(read(path)), [], path)

    def test_finds_faults(self):
        for text, fault in (
                ("FROM debian\nUSER a", "no version"), ("FROM debian:latest\nUSER a", "no version"),
                ("FROM debian:12", "as root"), ("FROM a:1\nUSER a\nFROM b:1", "as root"),
                ("FROM a:1\nUSER a\nCOPY --from=x /a /b", "no stage"), ("FROM a:1\nUSER a\nINSTALL x", "unknown"),
                ("FROM a:1\nUSER a\nCMD rtig", "no JSON"), ("FROM a:1\nUSER a\nRUN echo $(", "SC1"),
                ("FROM a:1\nUSER a\nRUN apt-get update \\\n  && apt-get install g++", "--no-install-recommends")):
            self.assertIn(fault, "\n".join(faults_of_container(text)), text)

    def test_copy_what_there_is(self):
        for path in CONTAINERS:
            for name, rest in instructions(read(path)):
                if name == "COPY" and not rest.startswith("--from"):
                    self.assertTrue(os.path.exists(os.path.join(SOURCE, rest.split()[0])), rest)

    def test_install_what_the_build_needs(self):
        needed = re.search(r"PACKAGES_DEMO=\(([^)]*)\)", read("scripts/lib/packages.sh"))[1].split()
        self.assertLessEqual(set(needed), set(read(CONTAINERS[0]).split()))
        self.assertRegex(read(CONTAINERS[0]), r"\blibboost-program-options1\.\d+-dev\b")

    def test_install_our_packages_by_their_names(self):
        text = "".join(map(read, CONTAINERS))
        debian = read("cmake/TriadDebian.cmake")
        for package in re.findall(r"/packages/([a-z0-9-]+)_\*\.deb", text):
            self.assertRegex(debian, rf"PACKAGE_NAME {package}\)")

    def test_set_variables_that_there_are(self):
        for path in CONTAINERS:
            for name, rest in instructions(read(path)):
                for variable in re.findall(r"(\w+)=", rest) if name == "ENV" else []:
                    self.assertTrue(variable in ("RTI_HOME", "CERTI_HOME") or
                                    f'"{variable}"' in read("config/settings.cpp"), variable)


class WorkflowTest(unittest.TestCase):
    PATH = ".github/workflows/ci.yml"

    def test_calls_what_everybody_calls(self):
        workflow = yaml.safe_load(read(self.PATH))
        self.assertEqual(set(workflow["on"]), {"push", "pull_request"})
        self.assertEqual(workflow["permissions"], {"contents": "read"})
        for job in workflow["jobs"].values():
            self.assertIn("timeout-minutes", job)
            commands = [step.get("run", "") for step in job["steps"]]
            self.assertIn(".ci/run", commands)
            for step in job["steps"]:
                self.assertTrue(("run" in step) != ("uses" in step), step)
                self.assertRegex(step.get("uses", "x@v1"), r"@(v\d+|[0-9a-f]{40})$")
        self.assertTrue(os.access(os.path.join(SOURCE, ".ci/run"), os.X_OK))

    @unittest.skipUnless(shutil.which("yamllint"), "yamllint is not installed")
    def test_is_clean_yaml(self):
        rules = "{extends: default, rules: {line-length: {max: 120}, document-start: disable}}"
        for path in (self.PATH, "CITATION.cff"):
            checked = subprocess.run(["yamllint", "-s", "-d", rules, os.path.join(SOURCE, path)], text=True,
                                     capture_output=True)
            self.assertEqual(checked.returncode, 0, checked.stdout)


class CitationTest(unittest.TestCase):
    def test_says_what_the_tree_says(self):
        citation = yaml.safe_load(read("CITATION.cff"))
        # Keys that the Citation File Format 1.2.0 requires, and its types.
        self.assertEqual(citation["cff-version"], "1.2.0")
        for key in ("message", "title"):
            self.assertIsInstance(citation[key], str)
        self.assertIn(citation["type"], ("software", "dataset"))
        self.assertTrue(citation["authors"] and all("name" in author for author in citation["authors"]))
        self.assertLessEqual(set(citation), {"cff-version", "message", "title", "type", "abstract", "version", "license",
                                             "authors", "keywords", "date-released", "url", "repository-code", "doi"})
        self.assertEqual(citation["version"], re.search(r"project\(Triad VERSION (\S+)", read("CMakeLists.txt"))[1])
        self.assertEqual(citation["license"], "Apache-2.0")
        self.assertIn("Apache License", read("LICENSE"))


class SecurityTest(unittest.TestCase):
    def test_names_settings_and_options_that_there_are(self):
        text = read("SECURITY.md")
        settings = read("config/settings.cpp")
        named = re.findall(r"`([a-z]+\.[a-z.]+)`", text)
        self.assertTrue(named)
        for setting in named:
            self.assertIn(f'.key = "{setting}"', settings)
        for variable in re.findall(r"`((?:RTI|RTIG)_[A-Z_]+)", text):
            self.assertIn(f'"{variable}"', settings)

    def test_links_lead_somewhere(self):
        for path in ("SECURITY.md", "CODE_OF_CONDUCT.md"):
            for link in re.findall(r"\]\(([^)#:]+)\)", read(path)):
                self.assertTrue(os.path.exists(os.path.join(SOURCE, link)), f"{path}: {link}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
