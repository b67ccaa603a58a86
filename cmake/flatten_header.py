#!/usr/bin/env python3
"""A public header with the parts that it includes inside a class or namespace put in their places, for
Doxygen, which does not follow such includes. An INPUT_FILTER: prints what it makes of the file it is
given."""

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
