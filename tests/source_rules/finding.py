"""A fault that a rule finds. Used by rules.py and the modules of rules beside it."""

from dataclasses import dataclass


@dataclass
class Finding:
    rule: str
    path: str
    line: int
    text: str
    subject: str = ""  # with rule and path the key in the ratchet; empty: cannot be tolerated
    amount: int = 0
