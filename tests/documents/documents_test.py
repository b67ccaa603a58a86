#!/usr/bin/env python3
"""Compares docs/ with the tree: every service and callback of the public headers is in services.md, the files
and tests that it names exist, the messages that the user guide quotes are in the sources, its C++ compiles,
and no document names a missing file. documents_test.py SOURCE-FOLDER C++-COMPILER"""

import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

import documents  # noqa: E402
import write_services  # noqa: E402
import write_settings  # noqa: E402

HEADERS = "libRTI/include"
# The most words of a document, as `wc -w` counts them.
MOST_WORDS = {
    "docs/architecture.md": 3000,
    "docs/benchmarks.md": 2000,
    "docs/glossary.md": 2500,
    "docs/internals.md": 5000,
    "docs/mesh.md": 5000,
    "docs/performance.md": 3500,
    "docs/shm-fabric.md": 4500,
    "docs/user-guide.md": 9000,
}
MOST_WORDS_IN_ALL = 60000
# Kept like a log, or written by the build.
UNCOUNTED = {"CHANGELOG.md", "docs/options.md", "docs/services.md", "docs/settings.md"}
# Their texts are those that a user of the RTI can see.
PROGRAMS = ("command_line/", "config/", "core/", "fed-parser/", "files/", "libRTI/", "policy/", "queues/", "router/", "rtia/", "rtig/",
            "tools/", "transport/", "wire/")


class Tree:
    def __init__(self, root):
        self.root = root
        listed = subprocess.check_output(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                         cwd=root).decode().split("\0")
        self.files = {path for path in listed if path and os.path.isfile(os.path.join(root, path))}

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def exists(self, path):
        return path in self.files or any(file.startswith(path + "/") for file in self.files)

    def documents(self):
        return sorted(path for path in self.files if re.fullmatch(r"docs/[\w-]+\.md|\w+\.md|examples/.*\.md", path))


class DocumentsTest(unittest.TestCase):
    tree = None
    compiler = "c++"

    def test_services_are_those_of_the_headers(self):
        services = documents.declared_calls(self.tree.read(f"{HEADERS}/RTIambServices.hh"))
        callbacks = documents.declared_calls(self.tree.read(f"{HEADERS}/federateAmbServices.hh"))
        services = {name for name in services if not documents.is_special(name)}
        callbacks = {name for name in callbacks if not documents.is_special(name)}
        self.assertGreater(len(services), 100)
        self.assertGreater(len(callbacks), 30)
        suites = set()
        for path in self.tree.files:
            if path.endswith(".cpp") and path.startswith("tests/"):
                suites |= documents.suites_of(self.tree.read(path))
        faults = documents.faults_of_services(self.tree.read("docs/services.md"), services, callbacks,
                                              self.tree.exists, suites)
        self.assertEqual(faults, [])

    def test_sources_of_services_are_as_written(self):
        written = self.tree.read("docs/services.md")
        self.assertEqual(write_services.rewritten(written, write_services.Sources(self.tree.root).of), written,
                         "run tests/documents/write_services.py")

    def test_settings_are_as_written(self):
        written = self.tree.read("docs/settings.md")
        self.assertEqual(write_settings.rewritten(written, write_settings.table_from(self.tree.root)), written,
                         "run tests/documents/write_settings.py")

    def test_json_fields_are_those_of_the_sources(self):
        self.assertEqual(documents.faults_of_json(self.tree.read("docs/json-output.md"), self.tree.read), [])

    def test_quoted_messages_are_in_the_sources(self):
        texts = []
        for path in sorted(self.tree.files):
            if path.startswith(PROGRAMS) and path.endswith((".cpp", ".hpp")) and not path.endswith("_test.cpp"):
                texts += documents.texts_of(self.tree.read(path))
        self.assertEqual(documents.faults_of_messages(self.tree.read("docs/errors.md"), texts), [])

    def test_promises_of_security_have_tests(self):
        tests = set()
        for path in self.tree.files:
            if path.endswith(".cpp"):
                tests |= documents.tests_of(self.tree.read(path))
        self.assertEqual(documents.faults_of_promises(self.tree.read("SECURITY.md"),
                                                      self.tree.read("tests/documents/security.tsv"),
                                                      tests, self.tree.files), [])

    def test_files_and_links_exist(self):
        faults = []
        for path in self.tree.documents():
            faults += documents.faults_of_files(path, self.tree.read(path), self.tree.files)
        self.assertEqual(faults, [])

    def test_tables_are_whole(self):
        faults = []
        for path in self.tree.documents():
            faults += documents.faults_of_tables(path, self.tree.read(path))
        self.assertEqual(faults, [])

    def test_documents_are_short(self):
        words = {path: len(self.tree.read(path).split()) for path in self.tree.documents()}
        too_long = {path: words[path] for path, most in MOST_WORDS.items() if words[path] > most}
        self.assertEqual(too_long, {}, f"longer than {MOST_WORDS}")

    def test_all_documents_together_are_short(self):
        words = sum(len(self.tree.read(path).split()) for path in self.tree.documents() if path not in UNCOUNTED)
        self.assertLessEqual(words, MOST_WORDS_IN_ALL)

    def test_figures_are_drawn_from_their_sources(self):
        figures = {path: self.tree.read(path) for path in self.tree.files if path.startswith("docs/figures/")}
        self.assertTrue(figures)
        self.assertEqual(documents.faults_of_figures(figures), [])

    def test_programs_of_the_guide_compile(self):
        programs = documents.programs_in(self.tree.read("docs/user-guide.md"))
        self.assertTrue(programs)
        include = os.path.join(self.tree.root, HEADERS)
        for number, program in enumerate(programs, 1):
            with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
                file.write(program)
                file.flush()
                compiled = subprocess.run([self.compiler, "-std=c++11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                                           "-I", include, file.name], capture_output=True, text=True)
            self.assertEqual(compiled.returncode, 0, f"C++ block {number}: {compiled.stderr}")


class RulesTest(unittest.TestCase):
    """The rules find the faults that they are for."""
    ROWS = ("## Group\n\n| clause | name | kind | source | tests |\n| --- | --- | --- | --- | --- |\n"
            "| 1 | `send` | service | a.cpp | Suite |\n| 2 | `got` | callback | a.cpp | core: Suite |\n")

    def faults(self, services=("send",), callbacks=("got",), files=("a.cpp",), suites=("Suite",)):
        return documents.faults_of_services(self.ROWS, set(services), set(callbacks), lambda p: p in files, suites)

    def test_services_without_fault(self):
        self.assertEqual(self.faults(), [])

    def test_finds_a_service_that_is_missing_or_too_much(self):
        self.assertEqual(self.faults(services=("send", "stop")), ["services.md lacks the service stop"])
        self.assertEqual(self.faults(callbacks=()), ["services.md has a callback got, which no header declares"])

    def test_finds_a_source_or_a_suite_that_is_not_there(self):
        self.assertEqual(self.faults(files=()), ["send: a.cpp is not in the tree", "got: a.cpp is not in the tree"])
        self.assertIn("got: there is no suite Suite", self.faults(suites=()))

    def test_writes_sources(self):
        sources = {"send": ["b.cpp", "c.cpp"], "got": ["d.cpp"]}
        text = write_services.rewritten(self.ROWS, lambda name, kind: sources[name])
        self.assertIn("| service | b.cpp, c.cpp | Suite |", text)
        self.assertIn("| callback | d.cpp | core: Suite |", text)

    def test_finds_the_messages_of_a_service_in_the_functions_that_it_calls(self):
        text = ("void helper(int a) {\n  use(wire::Message{a});\n}\n\n"
                "void RTI::RTIambassador::send(Long a) {\n  helper(a);\n}\n")
        self.assertEqual(write_services.messages_of_functions(text)["send"], {"Message"})

    def test_reads_declarations(self):
        header = "/* gone(); */ Long send(int a, // not()\n int b)\n RTI_THROW((A, B));\nvirtual void got() = 0;"
        self.assertEqual(documents.declared_calls(header), {"send", "got"})

    def test_joins_literals_as_the_compiler_does(self):
        self.assertEqual(documents.texts_of('f("a "\n  "b\\"" + x + "c");'), ['a b"', "c"])

    def test_finds_a_message_that_no_source_has(self):
        page = "## Calls\n\n| message | cause | cure |\n| --- | --- | --- |\n| E: `no a` ... `b` | c | d |\n\n## E\n"
        self.assertEqual(documents.faults_of_messages(page, ["there is no a", "b"]), [])
        self.assertEqual(len(documents.faults_of_messages(page, ["there is no a"])), 1)
        self.assertEqual(len(documents.faults_of_messages("## Other\n", ["a"])), 1)

    def test_finds_json_fields_that_are_missing_or_not_written(self):
        source = 'f({{"a", 1}, {"LABEL", left}});\no["b"] = 2;\nadd("c", x);\nadd(y == 1 ? "d" : "e", z);\n'
        self.assertEqual(documents.json_fields_of(source), {"a", "b", "c", "d", "e"})
        table = "".join(f"## {name}\n\n| field | m |\n| --- | --- |\n| `a` | |\n\n" for name in documents.JSON_SOURCES)
        self.assertEqual(documents.faults_of_json(table, lambda path: '{"a", 1}'), [])
        self.assertEqual(len(documents.faults_of_json(table, lambda path: '{"a", 1}, {"b", 1}')),
                         len(documents.JSON_SOURCES))
        self.assertEqual(len(documents.faults_of_json(table, lambda path: "")), len(documents.JSON_SOURCES))

    def test_reads_settings(self):
        source = ('std::optional<std::string> host_of(const E& environment) {\n  return environment("OLD");\n}\n'
                  '{.key = "a.b",\n .environment = "A_B",\n .aliases = {"C_A"},\n .default_value = "64K",\n'
                  ' .help = "One "\n  "two.",\n .kind = Kind::bytes,\n .bytes_min = 64 << 10,\n'
                  ' .bytes_max = 1 << 30,\n .compose = host_of},\n')
        settings = write_settings.settings_in(source)
        self.assertEqual(settings, [{"key": "a.b", "environment": ["A_B", "C_A", "OLD"], "default": "64K",
                                     "values": "bytes, 64K to 1G", "help": "One two."}])
        row = "| `a.b` | `A_B`, `C_A`, `OLD` | 64K | bytes, 64K to 1G | rtig | One two. |\n"
        self.assertIn(row, write_settings.table_of(settings, {"a.b": ["rtig"]}))
        text = "a\n" + write_settings.BEGIN + "old\n" + write_settings.END + "b\n"
        self.assertEqual(write_settings.rewritten(text, row),
                         "a\n" + write_settings.BEGIN + "\n" + row + "\n" + write_settings.END + "b\n")

    def test_finds_files_that_are_not_there(self):
        files = {"docs/services.md", "core/b.cpp", "core/b.hpp", "core/b_test.cpp"}
        text = "[a](services.md) [b](../core/b.cpp) [c](https://x) `core/b` `core/b.*` `b_test.cpp` `core/` `yes/no` `a.b` `core/NAME.cpp`"
        self.assertEqual(documents.faults_of_files("docs/services.md", text, files), [])
        text = "[a](b.html) `core/NAME.txt` `core/c.cpp` `core/b.py` `c_test.cpp` `core/c/`"
        self.assertEqual(len(documents.faults_of_files("docs/services.md", text, files)), 6)

    def test_finds_a_table_that_a_blank_line_breaks(self):
        table = "| a | b |\n| --- | --- |\n| 1 | 2 |\n"
        self.assertEqual(documents.faults_of_tables("docs/mesh.md", table + "\n" + table + "```\n| 1 |\n```\n"), [])
        self.assertEqual(documents.faults_of_tables("docs/mesh.md", table + "\n| 3 | 4 |\n"),
                         ["docs/mesh.md:5: a row of a table without a head"])

    def test_finds_figures_that_are_out_of_date(self):
        source = "digraph a {}"
        drawn = f"<!-- sha256 {documents.hashlib.sha256(source.encode()).hexdigest()} -->"
        self.assertEqual(documents.faults_of_figures({"a.dot": source, "a.svg": drawn}), [])
        self.assertEqual(len(documents.faults_of_figures({"a.dot": source + " ", "a.svg": drawn})), 1)
        self.assertEqual(len(documents.faults_of_figures({"a.dot": source})), 1)
        self.assertEqual(len(documents.faults_of_figures({"a.svg": drawn})), 1)
        self.assertEqual(documents.faults_of_figures({"a.csv": source, "a.svg": drawn}), [])
        self.assertEqual(len(documents.faults_of_figures({"a.csv": source + " ", "a.svg": drawn})), 1)

    def test_finds_promises_without_tests_and_tests_without_promises(self):
        table = "## Protected\n\n| what | how |\n| --- | --- |\n| logs | They end. `rtig` too. |\n"
        index = "They end.\tLog.Ends\n`rtig` too.\tLog.Ends, tests/a.py\n"

        def faults(markdown=table, lines=index, tests=("Log.Ends",), files=("tests/a.py",)):
            return documents.faults_of_promises(markdown, lines, set(tests), set(files))
        self.assertEqual(faults(), [])
        self.assertEqual(len(faults(markdown=table.replace("too.", "too. A new one."))), 1)
        self.assertEqual(len(faults(markdown=table.replace("They end. ", ""))), 1)
        self.assertEqual(len(faults(lines=index.replace("Log.Ends\n", "\n"))), 1)
        self.assertEqual(len(faults(lines=index + "They end.\tLog.Ends\n")), 1)
        self.assertEqual(len(faults(tests=("Log.Begins",))), 2)
        self.assertEqual(len(faults(files=())), 1)
        self.assertEqual(len(faults(markdown="")), 1)

    def test_finds_tests(self):
        self.assertEqual(documents.tests_of("TEST(A, B) {\nTEST_P(C, D) {\n  // TEST(E, F)\n"), {"A.B", "C.D"})

    def test_finds_suites(self):
        self.assertEqual(documents.suites_of("SCENARIO(A, B) {\nTEST_P(C, D) {\n  // TEST(E, F)\n"), {"A", "C"})


if __name__ == "__main__":
    DocumentsTest.tree, DocumentsTest.compiler = Tree(os.path.abspath(sys.argv[1])), sys.argv[2]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
