"""Rules about classes: how many public functions and data members a class may have. Used by rules.py."""

import re

from finding import Finding

PUBLIC_FUNCTIONS, DATA_MEMBERS = 40, 25
# The specification defines the classes of the API.
EXEMPT = "libRTI/include/"

_CLASS = re.compile(r"\b(class|struct)\s+(?:alignas\s*\([^)]*\)\s*)?(?:\[\[[^\]]*\]\]\s*)?([A-Za-z_]\w*)\b(?:\s+final)?(\s*:(?!:)[^;{}]*)?\s*\{")
_ACCESS = re.compile(r"\s*\b(public|private|protected)\s*:(?!:)")
_NO_MEMBER = re.compile(r"\s*(?:using|friend|typedef|static_assert|enum|class|struct|union|template\s*<[^;]*>\s*(?:class|struct|using|friend))\b")
_FUNCTION = re.compile(r"(?:[~\w]|operator\s*(?:\(\)|\[\]|[^\s\w(]+|\w+))\s*\(")


def classes_are_small(tree):
    for source in tree.cpp:
        if source.path.startswith(EXEMPT):
            continue
        code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", lambda m: re.sub(r"[^\n]", " ", m.group()), source.code, flags=re.MULTILINE)
        for match in _CLASS.finditer(code):
            if re.search(r"\benum\s+$", code[max(0, match.start() - 8) : match.start()]):
                continue
            functions, members = _count(match.group(1), _body(code, match.end() - 1))
            for what, count, limit in (("public functions", functions, PUBLIC_FUNCTIONS), ("data members", members, DATA_MEMBERS)):
                if count > limit:
                    yield Finding("class-" + what.split()[1], source.path, source.line_of(match.start()),
                                  f"{match.group(2)} has {count} {what}, more than {limit}", match.group(2), count)


def _body(code, opened):
    depth = 0
    for match in re.finditer(r"[{}]", code[opened:]):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return code[opened + 1 : opened + match.start()]
    return code[opened + 1 :]


def _statements(body):
    """Yields the statements of a class: text up to a semicolon, or up to the brace that ends a function's body."""
    begin, depth, parentheses = 0, 0, 0
    for match in re.finditer(r"[(){};]", body):
        token = match.group()
        if token in "()":
            parentheses += 1 if token == "(" else -1
        elif token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
            rest = body[match.end() :].lstrip()
            if depth == 0 and parentheses == 0 and not rest.startswith((";", ",")) and not re.search(r"=\s*\{", body[begin : match.end()]):
                yield body[begin : match.end()]
                begin = match.end()
        elif depth == 0 and parentheses == 0:
            yield body[begin : match.end()]
            begin = match.end()


def _count(kind, body):
    access, functions, members = ("public" if kind == "struct" else "private"), 0, 0
    for statement in _statements(body):
        while label := _ACCESS.match(statement):
            access, statement = label.group(1), statement[label.end() :]
        text = re.sub(r"\[\[.*?\]\]", " ", statement, flags=re.DOTALL).strip()
        if not text.rstrip(";").strip() or _NO_MEMBER.match(text):
            continue
        head = re.split(r"[={]", text, maxsplit=1)[0] if "operator" not in text else text
        if _FUNCTION.search(_without_templates(head)):
            functions += access == "public" and not re.search(r"=\s*(?:delete|default)\s*;$", text)
        elif not re.match(r"(?:static|inline static|constexpr static)\b", text):
            members += 1
    return functions, members


def _without_templates(text):
    before = None
    while before != text:
        before, text = text, re.sub(r"<[^<>]*>", "", text)
    return text
