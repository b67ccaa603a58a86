"""The rules of the source tree that neither the compiler nor clang-format checks.

Each rule is a function from a Tree to findings. check.py runs all rules; rules_test.py tests each rule with
faults that it must find.
"""

import os
import re

from class_rules import classes_are_small
from cpp_source import Source
from finding import Finding
from prose_rules import comments_begin_with_a_capital, words_are_plain

# Folders from which the sources of a folder may include files, beside the folder itself, and single files; the
# longest matching name counts. Tests beside the code and in tests/ may include any file of the tree.
ALLOWED = {
    "files": ["wire"],
    "queues": [],
    "facts": ["wire"],
    "command_line": ["version"],
    "wire": [],
    "version": ["wire"],
    "records": ["wire", "queues"],
    "core": ["records", "wire", "queues"],
    "recording": ["core", "wire", "version"],
    "recording/hosting": ["recording", "core", "wire", "files"],
    "config": ["wire", "files"],
    "policy": ["wire"],
    "policy/file": ["policy", "topology"],
    "transport": ["policy", "queues", "files"],
    "fed-parser": ["core", "wire", "files"],
    "topology": ["core", "records", "transport"],
    "rtia": ["core", "records", "wire", "queues"],
    "rtia/hosting": ["rtia", "facts", "recording", "recording/hosting", "core", "records", "wire", "transport", "config", "files", "version"],
    "rtia/program": ["rtia", "rtia/hosting", "recording/hosting", "core", "records", "wire", "transport", "config", "files", "command_line"],
    "mpi": ["router", "router/program", "transport"],
    "overlay": ["records", "wire"],
    "overlay/files": ["overlay", "records", "wire", "files"],
    "overlay/hosting": ["overlay", "overlay/files", "router", "router/program", "records", "wire", "files"],
    "router": ["policy", "queues", "records", "wire"],
    "router/program": ["router", "policy", "mpi/rank.hpp", "mpi/rank_job.hpp", "mpi/rank_port.hpp", "overlay/hosting", "core", "records", "wire", "transport", "topology", "config", "files", "command_line", "version"],
    # It shares a few words with the Router: faults, the mesh's rules, limits.
    "rtig": ["core", "policy", "records", "wire", "router/fault.hpp", "router/client_membership.hpp", "router/queue_limits.hpp", "router/router_rules.hpp", "router/stated_filter.hpp"],
    "rtig/gateway": ["rtig", "policy", "router", "core", "records", "wire"],
    "rtig/program": ["rtig", "rtig/gateway", "facts", "policy", "policy/file", "router/program", "topology", "core", "records", "wire", "transport", "config", "fed-parser", "files", "command_line", "version"],
    "libRTI": ["rtia", "rtia/hosting", "core", "records", "wire", "transport", "config", "files"],
    "tools": ["wire", "policy", "policy/file", "overlay/files", "recording", "core", "transport", "config", "fed-parser", "topology", "files", "command_line", "version"],
    "tools/manual": ["tools", "command_line", "rtia/program", "router/program", "rtig/program"],
    "benchmarks": ["transport", "command_line"],
    "benchmarks/growth": ["benchmarks", "examples", "tools", "topology", "rtig/gateway", "router", "overlay", "overlay/hosting", "core", "transport", "records", "wire"],
    "benchmarks/resync": ["benchmarks", "rtig/program", "router/program", "router", "core", "wire", "transport"],
    "benchmarks/switch": ["benchmarks", "benchmarks/growth", "rtig/gateway", "router", "core", "records", "wire", "tools"],
    "examples": [],
}

# Folders with state machines and values only: no I/O, clock, thread or file.
PURE = ["wire", "policy", "policy/file", "records", "core", "overlay", "router", "rtia", "rtig", "rtig/gateway", "queues", "topology", "recording"]
NOT_PURE = ["mpi", "recording/hosting", "overlay/files", "overlay/hosting", "rtia/hosting", "rtia/program", "router/program", "rtig/program"]
IMPURE_INCLUDE = re.compile(
    r"(sys|netinet|arpa|net|linux)/|(unistd|fcntl|poll|signal|pthread|semaphore|netdb|dlfcn|time)\.h$|"
    r"(thread|mutex|shared_mutex|condition_variable|future|semaphore|stop_token|atomic|fstream|"
    r"filesystem|iostream|random|ctime|csignal)$|boost/(asio|process|thread|interprocess|filesystem)"
)
IMPURE_NAME = re.compile(
    r"\b(steady_clock|system_clock|high_resolution_clock|random_device|getenv|this_thread|"
    r"fopen|clock_gettime|gettimeofday)\b"
)

# Libraries that one folder wraps for all, or a folder for each of their parts: hashes, keys.
WRAPPED = {
    r"libxml/": ["fed-parser"],
    r"yaml-cpp/": ["topology"],
    r"openssl/": ["topology", "overlay", "transport", "tools"],
    r"zstd\.h$": ["transport", "recording"],
    r"sqlite3\.h$": ["overlay/files", "tools/rtimon"],
    r"boost/geometry": ["core"],
    r"boost/program_options": ["command_line"],
    r"mpi\.h$": ["mpi"],
}

FILE_LINES, TEST_FILE_LINES, FUNCTION_LINES = 600, 900, 60
TABLE_STATEMENTS = 3  # a function with at most this number of statements is a table, and may be long
TEST_NAMES = {"TEST", "TEST_F", "TEST_P", "TYPED_TEST"}
ASSERTS = re.compile(r"\b(?:EXPECT|ASSERT)_\w+\s*\(|\b(?:FAIL|ADD_FAILURE)\s*\(|\bADD_FAILURE_AT\b")
ASSERTS_NOTHING = re.compile(
    r"\b(?:EXPECT|ASSERT)_(?:TRUE\s*\(\s*true\s*\)|FALSE\s*\(\s*false\s*\)|"
    r"(?:EQ|LE|GE|STREQ)\s*\(\s*([\w.:]+)\s*,\s*\1\s*\))"
)
SLEEPS = re.compile(r"\b(?:(?:sleep_for|sleep_until|usleep|nanosleep)\s*\(|sleep\s*\(\s*\d)")
# Names of source files that a tool prescribes: those of a Python package.
SHARED_NAMES = {"__init__.py"}
WRITTEN_BY_PROGRAMS = {"report.md"}
MENTION = re.compile(r"(?<![\w/.-])((?:[\w.-]+/)*[\w.-]+\.md)\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")


class Tree:
    """The files of a checkout; `cpp` has the parsed C++ files."""

    def __init__(self, root, paths):
        self.root = root
        self.paths = sorted(paths)
        self.cpp = [
            Source(path, self.read(path))
            for path in self.paths
            if path.endswith((".cpp", ".hpp", ".hh", ".h"))
        ]

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()


def is_test(path):
    return path.startswith("tests/") or "/conformance/" in path or re.search(r"_test\.\w+$|/test_\w+\.\w+$", path) is not None


def folder_of(path, folders):
    fitting = [folder for folder in folders if path.startswith(folder + "/")]
    return max(fitting, key=len, default=None)


def includes_point_one_way(tree):
    for source in tree.cpp:
        home = folder_of(source.path, ALLOWED)
        if home is None or is_test(source.path):
            continue
        for line, name, kind in source.includes():
            target = folder_of(name, ALLOWED) if kind == "quoted" else None
            if target and target != home and target not in ALLOWED[home] and name not in ALLOWED[home]:
                yield Finding("includes", source.path, line, f"{home} may not include from {target}: {name}")


def cores_are_pure(tree):
    for source in tree.cpp:
        home = folder_of(source.path, PURE + NOT_PURE)
        if home not in PURE or is_test(source.path):
            continue
        for line, name, kind in source.includes():
            if kind == "angled" and IMPURE_INCLUDE.match(name):
                yield Finding("pure", source.path, line, f"a core has no I/O, clock, thread or file: <{name}>")
        for match in IMPURE_NAME.finditer(source.code):
            yield Finding("pure", source.path, source.line_of(match.start()),
                          f"a core has no I/O, clock, thread or file: {match.group()}")


def libraries_are_wrapped(tree):
    for source in tree.cpp:
        for line, name, kind in source.includes():
            for pattern, homes in WRAPPED.items():
                if is_test(source.path):
                    break
                at_home = source.path.startswith(tuple(home + "/" for home in homes))
                if kind == "angled" and re.match(pattern, name) and not at_home:
                    yield Finding("wrapped", source.path, line, f"<{name}> belongs into {' or '.join(homes)}/ alone")


def public_headers_use_the_standard_library_alone(tree):
    for source in tree.cpp:
        if source.path.startswith("libRTI/include/"):
            for line, name, _ in source.includes():
                if "/" in name and not name.startswith("sys/"):
                    yield Finding("public", source.path, line, f"a public header includes {name}")


def files_are_short(tree):
    for source in tree.cpp:
        limit = TEST_FILE_LINES if is_test(source.path) else FILE_LINES
        lines = source.line_count
        if source.path.startswith("libRTI/include/"):  # each declaration has a docstring
            lines = sum(1 for line in source.code.splitlines() if line.strip())
        if lines > limit:
            yield Finding("file-lines", source.path, 1, f"{lines} lines, more than {limit}", "file", lines)


def functions_are_short(tree):
    for source in tree.cpp:
        for function in source.functions:
            if function.lines > FUNCTION_LINES and function.body.count(";") > TABLE_STATEMENTS:
                subject = function.name
                if subject in TEST_NAMES:
                    subject = re.sub(r".*\((.*?)\).*", r"\1", function.signature).replace(" ", "")
                yield Finding("function-lines", source.path, function.first,
                              f"{subject} has {function.lines} lines, more than {FUNCTION_LINES}",
                              subject, function.lines)


def tests_assert_something(tree):
    sources = [source for source in tree.cpp if is_test(source.path)]
    helpers = {}  # by folder
    for source in sources:
        own = helpers.setdefault(os.path.dirname(source.path), [])
        own += [f for f in source.functions if f.name not in TEST_NAMES]
    asserting = {folder: _asserting_names(functions) for folder, functions in helpers.items()}
    for source in sources:
        names = set(asserting[os.path.dirname(source.path)])
        for _, included, kind in source.includes():
            if kind == "quoted":
                names |= asserting.get(os.path.dirname(included), set())
        for function in source.functions:
            if function.name in TEST_NAMES and not _asserts(function.body, names):
                yield Finding("asserts", source.path, function.first, f"{function.signature} asserts nothing")
        for match in ASSERTS_NOTHING.finditer(source.code):
            yield Finding("asserts", source.path, source.line_of(match.start()),
                          f"{match.group()} holds whatever happens")


def _asserting_names(functions):
    names = set()
    while True:
        more = {f.name.split("::")[-1] for f in functions if _asserts(f.body, names)} - names
        if not more:
            return names
        names |= more


def _asserts(body, names):
    return bool(ASSERTS.search(body)) or any(word in names for word in re.findall(r"\w+", body))


def tests_do_not_sleep(tree):
    for source in tree.cpp:
        if is_test(source.path):
            for match in SLEEPS.finditer(source.code):
                yield Finding("sleep", source.path, source.line_of(match.start()), "a sleep is no synchronization")


# Units that know whether a router is the root of its mesh. All others are the same at the root and below it.
KNOW_THE_ROOT = ("router/router.", "router/interest_exchange.", "router/time_exchange.", "router/time_exchange_bounds.")
ROOT_MARK = re.compile(r"\bPlace::root\b|\bis_root\b")


def the_root_is_marked_in_three_places(tree):
    for source in tree.cpp:
        in_router = source.path.startswith(("router/", "rtig/"))
        if is_test(source.path) or not in_router or source.path.startswith(KNOW_THE_ROOT):
            continue
        for match in ROOT_MARK.finditer(source.code):
            yield Finding("root", source.path, source.line_of(match.start()),
                          "only the Router, InterestExchange and TimeExchange know whether they are at the root")


def file_names_are_unique(tree):
    """A file name without its folder, as people and compilers' messages use it, names only one file."""
    first = {}
    for path in tree.paths:
        name = os.path.basename(path)
        if not re.search(r"\.(cpp|hpp|hh|h|py)$", name) or name in SHARED_NAMES:
            continue
        if name in first:
            yield Finding("names", path, 1, f"{first[name]} has this name; add the folder's role to one of them")
        else:
            first[name] = path


def comments_promise_nothing(tree):
    for source in tree.cpp:
        for line, text in source.comments:
            if re.search(r"\b(TODO|FIXME|XXX)\b", text):
                yield Finding("todo", source.path, line, "an issue, or the work itself, instead of: " + text.strip()[:60])


def files_open_with_what_they_are(tree):
    """Each header has a comment at its beginning; a source file needs one only if it has no header."""
    everything = set(tree.paths)
    for source in tree.cpp:
        if source.path.endswith(".cpp") and source.path[:-4] + ".hpp" in everything:
            continue
        if not re.match(r"\s*(//|/\*)", source.text) and not is_test(source.path):
            yield Finding("opening", source.path, 1, "no comment says what this file is", "file", 1)


def documents_exist(tree):
    names = {os.path.basename(path) for path in tree.paths}
    everything = set(tree.paths)
    for path in tree.paths:
        if not re.search(r"\.(cpp|hpp|hh|h|md|py|sh|cmake|txt|toml|y|l|in|yml)$|^[^.]*$", path) or _is_data(path):
            continue
        text = tree.read(path)
        for match in MENTION.finditer(text):
            name = match.group(1)
            line = text.count("\n", 0, match.start()) + 1
            known = name in WRITTEN_BY_PROGRAMS or ("/" not in name and name in names)
            if not known and not _found(name, path, everything):
                yield Finding("documents", path, line, f"{name} is not in the tree")
        if path.endswith(".md"):
            yield from _broken_links(tree, path, text, everything)


def _is_data(path):
    return "/corpus/" in path or path.startswith(("tests/feds/", "tests/source_rules/"))


def _found(name, path, everything):
    places = [os.path.dirname(path), "", "docs"]
    return any(os.path.normpath(os.path.join(place, name)) in everything for place in places)


def _broken_links(tree, path, text, everything):
    folders = {os.path.dirname(p) for p in everything}
    text = re.sub(r"```.*?```|`[^`\n]*`", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL)
    for match in LINK.finditer(text):
        target, _, anchor = match.group(1).partition("#")
        line = text.count("\n", 0, match.start()) + 1
        if re.match(r"[a-z]+:", target) or target.startswith("../api/"):  # made by Doxygen, for installations
            continue
        place = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if place not in everything and place not in folders and not any(f.startswith(place + "/") for f in folders):
            yield Finding("documents", path, line, f"the link leads nowhere: {match.group(1)}")
        elif anchor and place.endswith(".md") and anchor not in _anchors(tree.read(place)):
            yield Finding("documents", path, line, f"{place} has no heading #{anchor}")


def _anchors(markdown):
    titles = re.findall(r"^#+\s+(.*?)\s*$", markdown, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def public_declarations_have_a_docstring(tree):
    for source in tree.cpp:
        if not source.path.startswith("libRTI/include/"):
            continue
        bare = [line for line, name in _undocumented(source)]
        if bare:
            yield Finding("docstring", source.path, bare[0],
                          f"{len(bare)} declarations without a comment, the first here", "file", len(bare))


def _undocumented(source):
    """Yields declarations of functions that follow neither a comment nor, directly, another declaration."""
    code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", lambda m: re.sub(r"[^\n]", " ", m.group()), source.code,
                  flags=re.MULTILINE)
    # @cond leaves parts out of the reference that are documented elsewhere.
    left_out = r"/\*\* @cond.*?@endcond \*/"
    inside = [(f.first, f.last) for f in source.functions]
    inside += [(source.line_of(m.start()), source.line_of(m.end())) for m in re.finditer(left_out, source.text, re.DOTALL)]
    begin = 0
    for match in re.finditer(r"[;{}]|\b(?:public|private|protected)\s*:", code):
        statement = code[begin : match.start()]
        before = len(statement) - len(statement.lstrip())
        line = source.line_of(begin + before)
        call = re.search(r"([~\w]+|operator\s*\S+?)\s*\(", statement)
        within = any(first < line <= last for first, last in inside)
        # Not declarations: statements of bodies that cpp_source does not see, and deleted functions.
        is_statement = re.match(r"\s*(?:return\b|if\b|\w+(?:\.|->))", statement) or re.search(r"=\s*delete\s*$", statement)
        if match.group() in ";{" and call and not within and not is_statement and \
                call.group(1) not in ("RTI_THROW", "defined"):
            comment = source.text[begin : begin + before]
            if not re.search(r"//|/\*", comment):
                yield line, call.group(1)
        begin = match.end()


RULES = [
    includes_point_one_way,
    cores_are_pure,
    libraries_are_wrapped,
    public_headers_use_the_standard_library_alone,
    files_are_short,
    functions_are_short,
    tests_assert_something,
    tests_do_not_sleep,
    the_root_is_marked_in_three_places,
    file_names_are_unique,
    comments_promise_nothing,
    files_open_with_what_they_are,
    documents_exist,
    public_declarations_have_a_docstring,
    classes_are_small,
    words_are_plain,
    comments_begin_with_a_capital,
]
