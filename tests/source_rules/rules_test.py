#!/usr/bin/env python3
"""Tests that each rule finds planted faults and accepts similar correct text. Run by ctest as
style.source_rules.rules_test."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import check  # noqa: E402
import class_rules  # noqa: E402
import commit_subjects  # noqa: E402
import prose_rules  # noqa: E402
import rules  # noqa: E402
from cpp_source import Source  # noqa: E402


def found(rule, files):
    """Returns the findings of one rule in a tree of these files, as (path, line)."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        return [(finding.path, finding.line) for finding in rule(rules.Tree(root, list(files)))]


class Functions(unittest.TestCase):
    def lines(self, text):
        return {f.name: (f.first, f.last) for f in Source("a.cpp", text).functions}

    def test_are_found_in_namespaces_and_classes_alike(self):
        self.assertEqual(
            self.lines("namespace a {\nint f() {\n  return 1;\n}\nstruct S {\n  int g() const { return 2; }\n};\n}\n"),
            {"f": (2, 4), "g": (6, 6)},
        )

    def test_have_their_signature_and_their_initializers_in_their_lines(self):
        text = "Log::Log(int size,\n         std::string name = {})\n    : size_{size}, name_(name) {\n  open();\n}\n"
        self.assertEqual(self.lines(text), {"Log::Log": (1, 5)})

    def test_are_no_lambdas_nor_values_nor_what_stands_in_text(self):
        text = "auto f = [] {\n};\nint a{3};\nenum class E { one };\nconst char* t = \"g() {\";\n// h() {\nint k() {\n}\n"
        self.assertEqual(self.lines(text), {"k": (7, 8)})


class Includes(unittest.TestCase):
    def test_backwards_are_found(self):
        self.assertEqual(found(rules.includes_point_one_way, {"core/a.hpp": '#include "rtia/b.hpp"\n'}), [("core/a.hpp", 1)])
        self.assertEqual(found(rules.includes_point_one_way, {"rtia/a.cpp": '\n#include "transport/link.hpp"\n'}), [("rtia/a.cpp", 2)])

    def test_forwards_and_those_of_tests_are_not(self):
        self.assertEqual(
            found(rules.includes_point_one_way,
                  {"rtia/hosting/a.cpp": '#include "transport/link.hpp"\n', "core/a_test.cpp": '#include "rtia/b.hpp"\n'}),
            [],
        )

    def test_of_a_folder_may_be_limited_to_named_files(self):
        self.assertEqual(found(rules.includes_point_one_way, {"rtig/a.hpp": '#include "router/fault.hpp"\n'}), [])
        for name in ["router/router.hpp", "rtig/gateway/rtig.hpp", "rtig/program/server.hpp"]:
            self.assertEqual(found(rules.includes_point_one_way, {"rtig/a.hpp": f'#include "{name}"\n'}), [("rtig/a.hpp", 1)], name)

    def test_of_libraries_that_another_folder_wraps_are_found(self):
        self.assertEqual(found(rules.libraries_are_wrapped, {"core/a.cpp": "#include <libxml/tree.h>\n"}), [("core/a.cpp", 1)])
        self.assertEqual(found(rules.libraries_are_wrapped, {"fed-parser/a.cpp": "#include <libxml/tree.h>\n"}), [])

    def test_of_third_parties_in_public_headers_are_found(self):
        rule = rules.public_headers_use_the_standard_library_alone
        self.assertEqual(found(rule, {"libRTI/include/a.hh": "#include <string>\n#include <boost/a.hpp>\n"}), [("libRTI/include/a.hh", 2)])


class Cores(unittest.TestCase):
    def test_have_no_clock_socket_thread_or_file(self):
        for line in ["#include <sys/socket.h>", "#include <thread>", "#include <fstream>", "auto t = std::chrono::steady_clock::now();",
                     'auto e = getenv("A");']:
            self.assertEqual(found(rules.cores_are_pure, {"rtig/a.cpp": line + "\n"}), [("rtig/a.cpp", 1)], line)

    def test_may_speak_of_them_and_their_hosts_may_have_them(self):
        self.assertEqual(
            found(rules.cores_are_pure,
                  {"core/a.cpp": "// no steady_clock\n#include <chrono>\n", "rtig/program/a.cpp": "#include <thread>\n"}),
            [],
        )


class Lengths(unittest.TestCase):
    def test_of_tables_are_not(self):
        table = "int f() {\n  static const int a[] = {\n" + "      1,\n" * 80 + "  };\n  return a[0];\n}\n"
        self.assertEqual(found(rules.functions_are_short, {"core/a.cpp": table}), [])

    def test_of_files_and_functions_are_limited(self):
        self.assertEqual(found(rules.files_are_short, {"core/a.cpp": "\n" * 601}), [("core/a.cpp", 1)])
        self.assertEqual(found(rules.files_are_short, {"core/a.cpp": "\n" * 600, "tests/a.cpp": "\n" * 900}), [])
        function = "int f() {\n" + "  g();\n" * 59 + "}\n"
        self.assertEqual(found(rules.functions_are_short, {"core/a.cpp": "\n" + function}), [("core/a.cpp", 2)])
        self.assertEqual(found(rules.functions_are_short, {"core/a.cpp": function.replace("  g();\n", "", 1)}), [])


class Tests(unittest.TestCase):
    def asserts(self, text, **more):
        return found(rules.tests_assert_something, {"tests/a/a_test.cpp": text, **more})

    def test_that_assert_nothing_are_found(self):
        self.assertEqual(self.asserts("TEST(A, B) {\n  run();\n}\n"), [("tests/a/a_test.cpp", 1)])
        self.assertEqual(self.asserts("TEST(A, B) {\n  // EXPECT_EQ(a, b)\n}\n"), [("tests/a/a_test.cpp", 1)])

    def test_that_assert_what_always_holds_are_found(self):
        for nothing in ["EXPECT_TRUE(true)", "ASSERT_FALSE( false )", "EXPECT_EQ(size, size)"]:
            self.assertEqual(self.asserts("TEST(A, B) {\n  " + nothing + ";\n}\n"), [("tests/a/a_test.cpp", 2)], nothing)

    def test_may_assert_by_a_helper_of_a_helper(self):
        self.assertEqual(self.asserts("void a(int b) { EXPECT_EQ(b, 1); }\nvoid c() { a(2); }\nTEST(A, B) { c(); }\n"), [])

    def test_that_sleep_are_found(self):
        self.assertEqual(found(rules.tests_do_not_sleep, {"core/a_test.cpp": "void f() {\n  usleep(5);\n}\n"}), [("core/a_test.cpp", 2)])


class Names(unittest.TestCase):
    def test_of_source_files_occur_once(self):
        files = {"core/time.cpp": "", "core/time.hpp": "", "rtia/time.cpp": "", "tools/a.py": "", "tests/a.py": ""}
        self.assertEqual(found(rules.file_names_are_unique, files), [("rtia/time.cpp", 1), ("tools/a.py", 1)])

    def test_that_are_given_from_outside_may_occur_again(self):
        files = {"a/__init__.py": "", "b/__init__.py": "", "a/CMakeLists.txt": "", "b/CMakeLists.txt": ""}
        self.assertEqual(found(rules.file_names_are_unique, files), [])


class Comments(unittest.TestCase):
    def test_that_promise_work_are_found(self):
        self.assertEqual(found(rules.comments_promise_nothing, {"core/a.cpp": "int a;  // TODO: b\n"}), [("core/a.cpp", 1)])

    def test_open_a_file_or_its_header(self):
        rule = rules.files_open_with_what_they_are
        self.assertEqual(found(rule, {"core/a.cpp": "int a;\n"}), [("core/a.cpp", 1)])
        self.assertEqual(found(rule, {"core/a.cpp": "int a;\n", "core/a.hpp": "// What it is.\n"}), [])

    def test_cite_documents_that_are_there(self):
        files = {"core/a.cpp": "// docs/here.md, there.md\n// gone.md\n", "docs/here.md": "# A b\n", "x/there.md": ""}
        self.assertEqual(found(rules.documents_exist, files), [("core/a.cpp", 2)])

    def test_of_markdown_link_to_what_is_there(self):
        text = "[a](b.md) [c](b.md#a-title) [d](b.md#none)\n[e](core) [f](none) [g](https://h/i)\n"
        files = {"docs/a.md": text, "docs/b.md": "## A title\n", "docs/core/x.cpp": "//\n"}
        self.assertEqual(found(rules.documents_exist, files), [("docs/a.md", 1), ("docs/a.md", 2)])

    def test_stand_before_public_declarations(self):
        rule = rules.public_declarations_have_a_docstring
        header = "class A {\n public:\n  // What f does.\n  void f(int);\n  void g(int);\n};\n"
        self.assertEqual(found(rule, {"libRTI/include/a.hh": header}), [("libRTI/include/a.hh", 5)])
        self.assertEqual(found(rule, {"libRTI/include/a.hh": header.replace("  void g(int);\n", "")}), [])


class Ratchet(unittest.TestCase):
    def judge(self, amount, tolerated):
        finding = rules.Finding("r", "p", 1, "text", "s", amount)
        return check.judge([finding] if amount else [], {("r", "p", "s"): tolerated} if tolerated else {})

    def test_tolerates_what_is_as_it_was(self):
        self.assertEqual(self.judge(7, 7), ([], {("r", "p", "s"): 7}))

    def test_tolerates_neither_growth_nor_what_is_new(self):
        self.assertEqual(len(self.judge(8, 7)[0]), 1)
        self.assertEqual(len(self.judge(8, 0)[0]), 1)

    def test_is_tightened_where_something_shrinks_or_goes(self):
        self.assertIn("--write-ratchet", self.judge(6, 7)[0][0])
        self.assertIn("--write-ratchet", self.judge(0, 7)[0][0])


class Root(unittest.TestCase):
    def test_is_known_to_three_units_alone(self):
        text = "// A\nbool f() {\n  return is_root();\n}\n"
        self.assertEqual(found(rules.the_root_is_marked_in_three_places,
                               {"router/time_exchange.cpp": text, "router/relay.cpp": text, "router/relay_test.cpp": text}),
                         [("router/relay.cpp", 3)])


class Classes(unittest.TestCase):
    def sizes(self, text):
        with_limits = class_rules.PUBLIC_FUNCTIONS, class_rules.DATA_MEMBERS
        class_rules.PUBLIC_FUNCTIONS = class_rules.DATA_MEMBERS = 0
        try:
            with tempfile.TemporaryDirectory() as root:
                with open(os.path.join(root, "a.hpp"), "w", encoding="utf-8") as file:
                    file.write(text)
                return {(f.subject, f.rule): f.amount for f in class_rules.classes_are_small(rules.Tree(root, ["a.hpp"]))}
        finally:
            class_rules.PUBLIC_FUNCTIONS, class_rules.DATA_MEMBERS = with_limits

    def test_are_counted_by_public_functions_and_data_members(self):
        text = ("class Log final : public Sink {\n public:\n  Log() = default;\n  explicit Log(int size) : size_(size) {}\n"
                "  std::map<int, std::function<void(int)>> all() const { return {}; }\n  template <class T>\n  void put(const T& t);\n"
                "  using Line = std::string;\n  static constexpr int kMax = f(3);\n private:\n  void write();\n"
                "  int size_;\n  std::vector<int> lines_{1, 2};\n  std::function<void(int)> sink_ = [](int) {};\n};\n")
        self.assertEqual(self.sizes(text), {("Log", "class-functions"): 3, ("Log", "class-members"): 3})

    def test_are_not_parameters_of_templates_nor_enumerations_nor_declarations(self):
        self.assertEqual(self.sizes("template <class A>\nvoid f(A a) { a.g(); }\nenum class E { one, two };\nclass B;\n"), {})

    def test_that_are_structs_are_public(self):
        self.assertEqual(self.sizes("struct S {\n  int a = 0;\n  int f() const;\n  struct T {\n    int b;\n  };\n};\n"),
                         {("S", "class-functions"): 1, ("S", "class-members"): 1, ("T", "class-members"): 1})


class Prose(unittest.TestCase):
    def test_with_many_marks_is_found(self):
        plain, marked = "// " + "word " * 120 + "\n", "// " + "word " * 116 + "what who nobody void\n"
        self.assertEqual(found(prose_rules.words_are_plain, {"core/a.cpp": plain}), [])
        self.assertEqual(found(prose_rules.words_are_plain, {"core/a.cpp": marked}), [("core/a.cpp", 1)])
        self.assertEqual(found(prose_rules.words_are_plain, {"docs/a.md": marked.lstrip("/")}), [("docs/a.md", 1)])

    def test_of_code_is_not_counted(self):
        self.assertEqual(found(prose_rules.words_are_plain, {"core/a.cpp": "void f();\n" * 200}), [])

    def test_begins_with_a_capital_or_a_name(self):
        good = "// A thing.\n// continues here.\n\n// rtig starts.\n\n// send() waits.\n\n// kMax bytes.\nint a;  // no capital\n"
        self.assertEqual(found(prose_rules.comments_begin_with_a_capital, {"core/a.cpp": good}), [])
        self.assertEqual(found(prose_rules.comments_begin_with_a_capital, {"core/a.cpp": "\n// the thing.\n"}), [("core/a.cpp", 2)])


class CommitSubjects(unittest.TestCase):
    def test_are_short_and_imperative(self):
        for good in ("Keep the port of a test", "Embed the commit", "Document settings; add two"):
            self.assertIsNone(commit_subjects.fault_of(good), good)
        for bad in ("A router waits", "Fixed the port", "keep it", "Keep it.", "Adding a test", "Keep " + "it " * 30):
            self.assertIsNotNone(commit_subjects.fault_of(bad), bad)


if __name__ == "__main__":
    unittest.main()
