#!/usr/bin/env python3
"""Prints a public header with the files that it includes inside a class or namespace in place of the includes.
An INPUT_FILTER for Doxygen, which does not follow such includes."""

import os
import re
import sys


def flattened(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()

    def part(match):
        return flattened(os.path.join(os.path.dirname(path), match.group(1)))

    return re.sub(r'^#include "(?!RTI\.hh)([\w.]+)"\n', part, text, flags=re.MULTILINE)


sys.stdout.write(flattened(sys.argv[1]))
