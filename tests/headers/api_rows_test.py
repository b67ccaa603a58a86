#!/usr/bin/env python3
"""Changes the public headers in small ways and checks that api_rows.py or the compiler detects each change.

    api_rows_test.py COMPILER INCLUDE_DIR WORK_DIR
"""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # keeps the source tree unchanged
import api_rows  # noqa: E402

# (file, current text, wrong text): each change would break the source of some federate.
CHANGES = [
    ("RTIambServices.hh", "Boolean tick()", "void tick()"),
    ("RTIambServices.hh", "void retract(EventRetractionHandle theHandle)",
     "void retract(const EventRetractionHandle& theHandle)"),
    ("RTIambServices.hh", "TimeRegulationWasNotEnabled, ", ""),
    ("RTIambServices.hh", "Boolean active = RTI_TRUE", "Boolean active"),
    ("federateAmbServices.hh", "virtual void federationRestored() = 0;", ""),
    ("federateAmbServices.hh", "virtual void federationSaved() = 0;",
     "virtual void federationSaved() const = 0;"),
    ("federateAmbServices.hh", "@throws RTI::UnableToPerformSave ", "throws "),
    ("federateAmbServices.hh", "virtual void requestRetraction", "void requestRetraction"),
    ("RTItypes.hh", "  DO(CouldNotDiscover)", "  "),
    ("RTItypes.hh", "virtual Boolean isEmpty() const = 0;", "virtual Boolean isEmpty() = 0;"),
    ("RTItypes.hh", "virtual SpaceHandle getSpaceHandle() const RTI_NOEXCEPT",
     "virtual ULong getSpaceHandle() const RTI_NOEXCEPT"),
    ("RTItypes.hh", "virtual Boolean isZero() = 0;",
     "virtual Boolean isZero() = 0; virtual void more() = 0;"),
    ("baseTypes.hh", "ULong serial, const char* reason = NULL", "ULong serial, const char* reason"),
    ("baseTypes.hh", "virtual void throwSelf() const = 0;", ""),
    ("FedTimeFactory.hh", "makeZero() RTI_FACTORY_THROW((MemoryExhausted))", "makeZero()"),
    ("fedtime.hh", "virtual RTIfedTime operator+(const RTI::FedTime&);", ""),
    ("fedtime.hh", "  virtual RTI::Double getTime() const;", "  RTI::Double getTime() const;"),
    ("NullFederateAmbassador.hh", "virtual void federationSaved() {}", ""),
    ("NullFederateAmbassador.hh", "virtual void attributeIsNotOwned(RTI::ObjectHandle, ",
     "virtual void attributeIsNotOwned(RTI::ObjectHandle, int, "),
]


def accepted(compiler, include, work):
    try:
        text, _ = api_rows.generate(include)
    except api_rows.Untranslatable:
        return False
    source = os.path.join(work, "api_rows.cpp")
    with open(source, "w") as out:
        out.write(text)
    run = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-DCERTI_REALTIME_EXTENSIONS",
                          "-I" + include, source], capture_output=True)
    return run.returncode == 0


def main():
    compiler, include, work = sys.argv[1:4]
    changed = os.path.join(work, "include")
    missed = 0
    for number, (name, right, wrong) in enumerate([("RTI.hh", "", "")] + CHANGES):
        shutil.rmtree(changed, ignore_errors=True)
        shutil.copytree(include, changed)
        path = os.path.join(changed, name)
        with open(path) as header:
            text = header.read()
        if right not in text:
            sys.exit("api_rows_test.py: %s does not contain: %s" % (name, right))
        with open(path, "w") as header:
            header.write(text.replace(right, wrong, 1))
        if accepted(compiler, changed, work) != (number == 0):
            missed += 1
            print("%s: not noticed: '%s' instead of '%s'" % (name, wrong, right) if number
                  else "the headers as they are do not pass")
    print("%d changes, %d missed" % (len(CHANGES), missed))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
