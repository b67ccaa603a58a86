"""Statements of docs/ that a program can compare with the tree: the services of the public headers, the files
and tests that services.md names, the messages that the user guide quotes, and the marks of the user guide's
C++. Used by documents_test.py; independent of a test framework."""

import fnmatch
import hashlib
import os
import re

# Declared, but not services with their own entries: the general form of tick, and the macro for functions
# that must not be called.
NO_ENTRY = {"__tick_kernel", "RTI_NOT_TO_BE_CALLED"}
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


# --- Services ---

def declared_calls(header):
    """Returns the names of the functions that a header declares, without comments."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", " ", header, flags=re.DOTALL)
    code = re.sub(r"^[ \t]*#.*$", " ", code, flags=re.MULTILINE)
    code = re.sub(r"RTI_THROW\s*\(\(.*?\)\)", " ", code, flags=re.DOTALL)
    names = re.findall(r"([A-Za-z_]\w*)\s*\([^()]*\)\s*(?:const\s*)?(?:=\s*0\s*)?[;{]", code)
    return set(names)


def is_special(name):
    return name in ("RTIambassador", "FederateAmbassador") or name in NO_ENTRY


def table_rows(markdown):
    """Returns (heading, cells) of each row of each table, without the headings of columns and rules."""
    heading, previous = "", ""
    rows = []
    for line in markdown.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if line.startswith("|") and not re.match(r"^\|[\s|:-]+\|$", line):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|\n "))]
            rows.append((heading, cells))
        if re.match(r"^\|[\s|:-]+\|$", line) and rows and previous.startswith("|"):
            rows.pop()
        previous = line
    return rows


def listed_services(markdown):
    """Returns name -> (kind, sources, tests) of services.md."""
    found = {}
    for _, cells in table_rows(markdown):
        if len(cells) >= 5 and cells[2] in ("service", "callback"):
            for name in re.findall(r"`(\w+)`", cells[1]):
                found[name] = (cells[2], words(cells[3]), words(cells[4]))
    return found


def words(cell):
    """Returns the parts between commas, without the descriptions of `core:` and the like."""
    return [re.sub(r"^\w+:\s*", "", part.strip()) for part in cell.split(",") if part.strip()]


def faults_of_services(markdown, services, callbacks, exists, suites):
    """Returns faults as text for people. `exists` returns whether a path is in the tree; `suites` are names of
    test suites."""
    faults = []
    listed = listed_services(markdown)
    for kind, declared in (("service", services), ("callback", callbacks)):
        there = {name for name, entry in listed.items() if entry[0] == kind}
        faults += [f"services.md lacks the {kind} {name}" for name in sorted(declared - there)]
        faults += [f"services.md has a {kind} {name}, which no header declares" for name in sorted(there - declared)]
    for name, (_, sources, tests) in listed.items():
        faults += [f"{name}: {path} is not in the tree" for path in sources if not exists(path)]
        faults += [f"{name}: there is no suite {suite}" for suite in tests if suite not in suites]
        if not sources or not tests:
            faults.append(f"{name}: names no source, or no test")
    for heading, cells in table_rows(markdown):
        if heading == "Management Object Model" and len(cells) == 3:
            faults += [f"{cells[0]}: {path} is not in the tree" for path in words(cells[1]) if not exists(path)]
            faults += [f"{cells[0]}: there is no suite {suite}" for suite in words(cells[2]) if suite not in suites]
    return faults


def suites_of(source):
    """Returns the names of test suites in a C++ source: of TEST, TEST_F, TEST_P and the project's own macros."""
    exceptions = {"Exceptions"} if re.search(r"^EXCEPTIONS\(", source, flags=re.MULTILINE) else set()
    return exceptions | set(re.findall(r"^(?:SCENARIO|TEST(?:_[FP])?)\(\s*(\w+)\s*,\s*\w+\s*\)", source, flags=re.MULTILINE))


def tests_of(source):
    """Returns Suite.Name of each test in a C++ source."""
    found = re.findall(r"^(?:SCENARIO|TEST(?:_[FP])?)\(\s*(\w+)\s*,\s*(\w+)\s*\)", source, flags=re.MULTILINE)
    return {f"{suite}.{name}" for suite, name in found}


# --- Promises of SECURITY.md ---

def promises_in(markdown):
    """Returns the sentences of the table in "Protected"."""
    sentences = []
    for heading, cells in table_rows(markdown):
        if heading == "Protected":
            sentences += [part.strip() for part in re.split(r"(?<=\.)\s+(?=[A-Z`])", " | ".join(cells[1:]))]
    return sentences


def faults_of_promises(markdown, index, tests, files):
    """Compares promises with their tests. Each line of `index` has a sentence, a tab and its tests: C++ tests by
    Suite.Name, others by path."""
    promises = promises_in(markdown)
    if not promises:
        return ["SECURITY.md promises nothing"]
    faults, indexed = [], {}
    for line in index.splitlines():
        sentence, _, named = line.partition("\t")
        if sentence in indexed:
            faults.append(f"twice in the index: {sentence}")
        indexed[sentence] = words(named)
    faults += [f"the index has no test of: {sentence}" for sentence in promises if not indexed.get(sentence)]
    faults += [f"SECURITY.md does not say: {sentence}" for sentence in indexed if sentence not in promises]
    for sentence, named in indexed.items():
        faults += [f"there is no test {one} of: {sentence}" for one in named
                   if one not in (files if "/" in one else tests)]
    return faults


# --- Quoted messages ---

def texts_of(source):
    """Returns the string literals of a C++ source; adjacent literals are joined as the compiler joins them."""
    texts, end = [], None
    for match in LITERAL.finditer(source):
        text = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], match[1])
        if end is not None and not source[end : match.start()].strip():
            texts[-1] += text
        else:
            texts.append(text)
        end = match.end()
    return texts


def quoted_messages(markdown):
    """(heading, text) of each message that errors.md quotes: the first cells of its tables."""
    rows = [(heading, cells[0]) for heading, cells in table_rows(markdown) if len(cells) == 3]
    return [(heading, text) for heading, cell in rows for text in re.findall(r"`([^`]+)`", cell)]


def faults_of_messages(markdown, texts):
    quoted = quoted_messages(markdown)
    if not quoted:
        return ["errors.md quotes no message"]
    everything = "\0".join(texts)
    return [f"{heading}: no source has the text {text!r}" for heading, text in quoted if text not in everything]


# --- JSON ---

# Section of json-output.md -> source that writes the fields.
JSON_SOURCES = {
    "rtictl list": "tools/rtictl/federation_view.cpp",
    "rtictl list with watch": "tools/rtictl/rates_view.cpp",
    "rtictl time": "tools/rtictl/time_view.cpp",
    "Open steps": "tools/rtictl/open_steps_view.cpp",
    "rtictl trace": "tools/rtictl/trace/view.cpp",
    "rtirecord cat": "tools/rtirecord/entry_json.cpp",
}


def json_fields_of(source):
    """Names of the members of the JSON objects that a C++ source makes."""
    pairs = re.findall(r'\{"([a-z_]+)",', source)
    members = re.findall(r'(?:\[|\badd\()"([a-z_]+)"', source)
    choices = re.findall(r'\badd\([^;]*\? "([a-z_]+)" : "([a-z_]+)"', source)
    return {*pairs, *members, *(name for choice in choices for name in choice)}


def faults_of_json(markdown, read):
    """`read` returns the text of a source."""
    listed = {}
    for heading, cells in table_rows(markdown):
        if heading in JSON_SOURCES:
            listed.setdefault(heading, set()).update(re.findall(r"`([a-z_]+)`", cells[0]))
    faults = []
    for heading, path in JSON_SOURCES.items():
        written = json_fields_of(read(path))
        faults += [f"{heading}: json-output.md lacks {name}" for name in sorted(written - listed.get(heading, set()))]
        faults += [f"{heading}: {path} has no {name}" for name in sorted(listed.get(heading, set()) - written)]
    return faults


# --- C++ ---

def programs_in(markdown):
    """Returns the blocks of C++, each a translation unit."""
    return re.findall(r"^```cpp\n(.*?)^```", markdown, flags=re.MULTILINE | re.DOTALL)


# --- Tables ---

def faults_of_tables(path, markdown):
    """Returns rows that are shown as text because their table has no head, for example after a blank line."""
    faults, before, fenced = [], "", False
    lines = markdown.splitlines()
    for number, line in enumerate(lines, 1):
        fenced ^= line.startswith("```")
        begins = line.startswith("|") and not before.startswith("|") and not fenced
        if begins and not (number < len(lines) and re.match(r"^\|[\s|:-]+\|$", lines[number])):
            faults.append(f"{path}:{number}: a row of a table without a head")
        before = line
    return faults


# --- Files ---

def faults_of_files(path, markdown, files):
    """Returns paths and links of a document without a target. tests/source_rules checks links of documents to
    headings, too; this function also checks text between backquotes."""
    folders = {parent for file in files for parent in parents(file)}
    names = {os.path.basename(file) for file in files}
    tops = {file.split("/")[0] for file in files if "/" in file}
    here = os.path.dirname(path)
    faults = []
    prose = re.sub(r"^```.*?^```", "", markdown, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", prose):
        place = os.path.normpath(os.path.join(here, target))
        is_made = target.startswith("../api/")  # by Doxygen, for installations
        if not re.match(r"[a-z]+:", target) and not is_made and place not in files and place not in folders:
            faults.append(f"{path}: the link {target} leads nowhere")
    for quoted in re.findall(r"`([\w./*{},-]+)`", prose):
        named = re.sub(r"GROUP|NAME|FILE", "*", quoted.rstrip("/."))  # the reader inserts a name
        if "/" in named and named.split("/")[0] in tops:
            found = any(matches(named, file) for file in (*files, *folders))
        elif re.fullmatch(r"[\w-]+\.(?:hpp|cpp|py|toml|txt)", named) and "/" not in named:
            found = named in names
        else:
            continue
        if not found and not named.startswith("build/"):
            faults.append(f"{path}: {quoted} is not in the tree")
    return faults


# The kind of source of a figure: a graph, or counts.
DRAWN_BY = {"dot": "scripts/figures", "csv": "scripts/figures, benchmarks/grow --again, or benchmarks/overlay --again"}


def faults_of_figures(texts):
    """Returns pictures that are not drawn from the sources beside them; `texts` are path -> contents, of both."""
    faults = []
    for path, text in texts.items():
        base, _, kind = path.rpartition(".")
        if kind in DRAWN_BY:
            drawn = re.search(r"sha256 (\w+)", texts.get(base + ".svg", ""))
            if not drawn or drawn[1] != hashlib.sha256(text.encode()).hexdigest():
                faults.append(f"{base}.svg is not drawn from {path} as it is: run {DRAWN_BY[kind]}")
        elif not any(f"{base}.{source}" in texts for source in DRAWN_BY):
            faults.append(f"{path} has no source {base}.dot")
    return faults


def parents(path):
    while "/" in path:
        path = path.rsplit("/", 1)[0]
        yield path


def matches(pattern, path):
    """Compares two paths: `*` stands for any characters, `rtia/ambassador` for a header and its source."""
    return fnmatch.fnmatchcase(path, pattern) or path.rsplit(".", 1)[0] == pattern
