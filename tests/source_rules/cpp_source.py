"""Reads C++ source files as far as rules about them need: comments, includes, functions.

It is not a compiler: it relies on the layout of clang-format, and on braces. Called by rules.py.
"""

import re
from dataclasses import dataclass, field


@dataclass
class Function:
    name: str  # as spelled before its parameters: "Log::write", "TEST_F"
    first: int  # line on which its declaration begins, from 1
    last: int
    signature: str
    body: str  # text between its braces, without comments and with empty strings

    @property
    def lines(self):
        return self.last - self.first + 1


@dataclass
class Source:
    path: str
    text: str
    code: str = ""  # of the same length as text: comments and quoted text are blanks
    comments: list = field(default_factory=list)  # (line, text)
    functions: list = field(default_factory=list)

    def __post_init__(self):
        self.code, self.comments = _blank(self.text)
        self.functions = _functions(self.code)

    @property
    def line_count(self):
        return self.text.count("\n")

    def includes(self):
        """Returns (line, text between the quotes or angle brackets, "quoted" or "angled")."""
        for number, line in enumerate(self.text.splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', line)
            if match:
                quoted, angled = match.groups()
                yield number, quoted or angled, "quoted" if quoted else "angled"

    def line_of(self, offset):
        return self.text.count("\n", 0, offset) + 1


_TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|(?:u8|[uUL])?R"([^\s()\\]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL,
)


def _blank(text):
    comments = []

    def replace(match):
        token = match.group()
        before = text[match.start() - 1 : match.start()]
        if token.startswith("'") and before.isalnum():
            return token  # a digit separator
        if token.startswith(("//", "/*")):
            comments.append((text.count("\n", 0, match.start()) + 1, token))
            return re.sub(r"[^\n]", " ", token)
        return token[0] + re.sub(r"[^\n]", " ", token[1:-1]) + token[-1]

    return _TOKEN.sub(replace, text), comments


_KEYWORDS = {"if", "for", "while", "switch", "catch", "return", "do", "else", "requires", "decltype", "noexcept", "alignas"}
_NAME = re.compile(r"([~\w]+(?:\s*<[^<>]*>)?(?:::[~\w]+)*|operator\s*(?:\(\)|\[\]|[^\s\w(]+|\w+))\s*\(")


def _functions(code):
    """Yields definitions of functions: a brace that follows parameters, outside of any other function."""
    code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", lambda m: re.sub(r"[^\n]", " ", m.group()), code, flags=re.MULTILINE)
    found, stack, start, parentheses = [], [], 0, 0
    for match in re.finditer(r"[(){};]", code):
        token, at = match.group(), match.start()
        if token == "(":
            parentheses += 1
        elif token == ")":
            parentheses = max(0, parentheses - 1)
        elif token == "{":
            inside = any(kind == "function" for kind, *_ in stack)
            kind = "block"
            if not inside:
                kind = _kind_of_brace(code[start:at]) if parentheses == 0 else "initializer"
            stack.append((kind, start, at, parentheses))
            parentheses = 0
            if kind == "scope":
                start = at + 1
        elif token == "}":
            if stack:
                kind, begin, opened, parentheses = stack.pop()
                if kind == "function":
                    found.append(_function(code, begin, opened, at))
                if kind != "block" or not any(k == "function" for k, *_ in stack):
                    start = at + 1 if kind != "initializer" else start
        elif token == ";" and parentheses == 0:
            if not any(kind in ("function", "block", "initializer") for kind, *_ in stack):
                start = at + 1
    return found


def _kind_of_brace(head):
    head = re.sub(r"\[\[.*?\]\]", " ", head, flags=re.DOTALL)
    head = re.sub(r"^\s*(?:(?:public|private|protected)\s*:\s*)+", "", head)
    head = re.sub(r"^\s*template\s*<.*?>\s*(?=\w)", "", head, flags=re.DOTALL).strip()
    if re.match(r"(?:inline\s+)?namespace\b|extern\b\s*\"", head):
        return "scope"
    if re.match(r"(?:typedef\s+)?(?:class|struct|union|enum)\b", head) and not re.search(r"\)\s*(?:const)?$", head):
        return "scope" if not head.startswith("enum") else "initializer"
    match = _NAME.search(head)
    if not match or re.split(r"\W", match.group(1))[0] in _KEYWORDS or re.search(r"=\s*$", head):
        return "initializer"
    if "=" in head[: match.start()] and "operator" not in head[: match.end()]:
        return "initializer"  # the initial value of a variable: a lambda, a call
    tail = head[match.end() :]
    if re.search(r"(?:\)|\bconst|\bnoexcept|\boverride|\bfinal|\bmutable|->\s*[\w:<>,&*\s]+)\s*$", head):
        # In a constructor's list of initializers a brace may be a member's: "member{value}".
        return "function"
    if re.search(r"\)\s*(?:noexcept\s*)?:\s*", tail):
        return "initializer" if re.search(r"[\w>]$", head) else "function"
    return "initializer"


def _function(code, begin, opened, closed):
    skipped = len(code[begin:opened]) - len(code[begin:opened].lstrip())
    signature = re.sub(r"\s+", " ", code[begin:opened]).strip()
    name = _NAME.search(re.sub(r"^template\s*<.*?>\s*(?=\w)", "", signature))
    return Function(
        name=re.sub(r"\s+", "", name.group(1)) if name else signature,
        first=code.count("\n", 0, begin + skipped) + 1,
        last=code.count("\n", 0, closed) + 1,
        signature=signature,
        body=code[opened + 1 : closed],
    )
