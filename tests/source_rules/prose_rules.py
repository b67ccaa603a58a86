"""Rules about the English of comments and documents. Used by rules.py."""

import re

from finding import Finding

# Words that plain technical English rarely needs. They are a symptom: replace the sentence, not the word.
MARKS = frozenset("what whatever who whom whose whoever nobody somebody anew void he him his".split())
MARKS_PER_THOUSAND, WORDS_MIN = 3, 100
_COMMENTED = re.compile(r"\.(?:cpp|hpp|hh|h|l|y|py|sh|cmake|ts)$|(?:^|/)CMakeLists\.txt$")
_COMMENT = re.compile(r"\s*(?://+|#(?!include|pragma|if|endif|else|define|undef|!)|\*|/\*\*?)\s?(.*)")
_TRAILING = re.compile(r"\s//\s(.*)")


def words_are_plain(tree):
    for path in tree.paths:
        if "/corpus/" in path or not (path.endswith(".md") or _COMMENTED.search(path) or _is_script(tree, path)):
            continue
        words = _words_of(path, tree.read(path))
        marks = sum(word.lower() in MARKS for word in words)
        if len(words) > WORDS_MIN and 1000 * marks > MARKS_PER_THOUSAND * len(words):
            yield Finding("prose", path, 1, f"{marks} of {len(words)} words are of {', '.join(sorted(MARKS))}: say it plainly",
                          "words", marks)


def _is_script(tree, path):
    """Returns whether a file without an extension begins with #!."""
    return "." not in path.rsplit("/", 1)[-1] and tree.read(path).startswith("#!")


def _words_of(path, text):
    if path.endswith(".md"):
        text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        text = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
        return re.findall(r"[A-Za-z']+", re.sub(r"`[^`]*`", "", text))
    found = []
    for line in text.split("\n"):
        match = _COMMENT.match(line) or _TRAILING.search(line)
        if match:
            found += re.findall(r"[A-Za-z']+", match.group(1))
    return found


# A comment may begin with a name from the code, which keeps its case.
_NAME = re.compile(
    r"[\"'`(<\[{$%&*+./:=~|-]|\w*[A-Z_0-9]\w*|[\w.:<>,/-]*[_.(:<=/-]|(?:lib|rti)\w*|"
    r"(?:bash|tick|kill|nohup|shm|tcp|epoll|getaddrinfo|ann|bob|cid|alpha|beta|gamma|[a-z])\b|NOLINT|clang-format|namespace\b|shellcheck\b|guide:"
)


def comments_begin_with_a_capital(tree):
    """Finds whole-line comments that begin with a small letter, except for lines that continue a comment."""
    for source in tree.cpp:
        lines = source.text.split("\n")
        small = [line for line, text in source.comments if _begins_small(lines, line, text)]
        if small:
            yield Finding("capital", source.path, small[0], f"{len(small)} comments begin with a small letter, the first here",
                          "file", len(small))


def _begins_small(lines, line, text):
    here = lines[line - 1]
    if not here.lstrip().startswith("//") or (line > 1 and lines[line - 2].lstrip().startswith("//")):
        return False
    words = text.lstrip("/").strip()
    if line > 1 and re.search(r"\s//\s", lines[line - 2]):
        return False  # continues the comment at the end of the line before
    return bool(words) and words[0].islower() and not _NAME.match(words)
