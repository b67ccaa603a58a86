#!/usr/bin/env python3
"""Compiles the public headers in one standard with one compiler, from federates of all kinds.

    check_headers.py --compiler g++ --std 98 --include DIR --work DIR [--jobs N]

Every source under sources/, the legacy federate and the code that api_rows.py makes of api.tsv must
compile with all warnings as errors; sources named not_*.cpp must not compile. Only syntax is checked.
Ends with 77 (skipped) if the compiler does not know the standard.
"""
import argparse
import concurrent.futures
import glob
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
import api_rows  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split()
# From C++11 on, compilers warn a federate with throw(...) lists that they are deprecated; that concerns the
# federate's own source.
OWN_LISTS = ["-Wno-deprecated"]
SKIPPED = 77
# Names of the standards in compilers that have only the draft's name.
DRAFTS = {20: "2a", 23: "2b", 26: "2c"}


def year(std):
    """Returns a comparable year for a standard: 98 -> 1998, 11 -> 2011."""
    return 1900 + std if std >= 98 else 2000 + std


def flag_for(compiler, std):
    """Returns the compiler's -std flag for a standard, or None."""
    for name in ["%02d" % std, DRAFTS.get(std)]:
        if name is None:
            continue
        flag = "-std=c++" + name
        probe = subprocess.run([compiler, flag, "-x", "c++", "-fsyntax-only", os.devnull],
                               capture_output=True)
        if probe.returncode == 0:
            return flag
    return None


def is_clang(compiler):
    macros = subprocess.run([compiler, "-dM", "-E", "-x", "c++", os.devnull],
                            capture_output=True, text=True)
    return "__clang__" in macros.stdout


def variants(source, std, clang):
    """Returns the sets of extra flags with which a source is compiled in a standard; none if it is not compiled."""
    name = os.path.basename(source)
    if name == "throw_lists.cpp":
        return [OWN_LISTS, OWN_LISTS + ["-DRTI_USES_THROW_LISTS"]] if year(std) < 2017 else []
    if name == "legacy_federate.cpp":
        return [OWN_LISTS + ["-DRTI_USES_STD_FSTREAM"]] if year(std) < 2017 else []
    if name == "override.cpp":
        return [[]] if year(std) >= 2011 else []
    if name == "api_rows.cpp":
        return [OWN_LISTS + ["-DCERTI_REALTIME_EXTENSIONS"]]
    if name == "user_fedtime.cpp":
        plain = ["-DWITHOUT_LISTS"] + (["-DRTI_USES_NO_THROW_LISTS"] if clang else [])
        return [OWN_LISTS, OWN_LISTS + ["-DRTI_USES_NAMESPACE"], plain, plain + ["-pedantic-errors"]]
    if name == "destructors.cpp":
        return [OWN_LISTS]
    if name == "value_classes.cpp":
        return [[], ["-DRTI_USES_THROW_LISTS"]]
    return [[]]


def wanted(source):
    return not os.path.basename(source).startswith("not_")


def compile_one(command, source):
    # Compilers reject some errors only when they generate code.
    depth = ["-fsyntax-only"] if wanted(source) else ["-S", "-o", os.devnull]
    return subprocess.run(command + depth + [source], capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--std", type=int, required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    std_flag = flag_for(options.compiler, options.std)
    if std_flag is None:
        print("%s does not know C++%02d" % (options.compiler, options.std))
        sys.exit(SKIPPED)

    os.makedirs(options.work, exist_ok=True)
    rows = os.path.join(options.work, "api_rows.cpp")
    try:
        text, summary = api_rows.generate(options.include)
    except api_rows.Untranslatable as error:
        sys.exit("api_rows.py: %s" % error)
    with open(rows, "w") as out:
        out.write(text)

    command = [options.compiler, std_flag, "-I" + options.include] + WARNINGS
    sources = sorted(glob.glob(os.path.join(HERE, "sources", "*.cpp")))
    sources += [os.path.join(HERE, "legacy_federate.cpp"), rows]
    clang = is_clang(options.compiler)
    runs = [(source, extra) for source in sources for extra in variants(source, options.std, clang)]
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda run: compile_one(command + run[1], run[0]), runs)
        for (source, extra), result in zip(runs, results):
            # If the compiler crashed or found no header, the failure is not the expected one.
            refused = result.returncode == 1 and "fatal error" not in result.stderr
            if (result.returncode == 0) if wanted(source) else refused:
                continue
            failures += 1
            print("%s %s %s: %s" % (" ".join(command), " ".join(extra), source,
                                    "does not compile" if wanted(source) else "compiles, but must not"))
            print(result.stderr)
    print("%s %s: %d compilations, %d wrong; %s" % (
        options.compiler, std_flag, len(runs), failures, summary))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
