#!/usr/bin/env python3
"""Turns every row of api.tsv into C++ that compiles only if the public headers have exactly that name.

Used by check_headers.py (which compiles the result) and alone, to count:

    api_rows.py INCLUDE_DIR OUTPUT.cpp

A row becomes a cast to its typed member pointer. Constructors, destructors, default arguments and virtual
functions get other code. Exception lists cannot be cast, so the lists that the headers declare (services,
factories) or document (callbacks) are compared as text. A row that cannot be translated, or a list that
differs, is an error.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

RTI_TYPES = set("""
    UShort Short ULong Long Double Float Boolean Exception Handle AttributeHandle ParameterHandle
    ObjectHandle DimensionHandle ObjectClassHandle InteractionClassHandle FederateHandle SpaceHandle
    TransportationHandle TransportType OrderingHandle OrderType FederateID UniqueID RegionToken TickTime
    ExtentIndex ResignAction EventRetractionHandle FederateAmbassadorPtr Region FedTime FedTimeFactory
    RTIambassador FederateAmbassador AttributeHandleValuePairSet ParameterHandleValuePairSet
    AttributeHandleSet FederateHandleSet AttributeSetFactory ParameterSetFactory
    AttributeHandleSetFactory FederateHandleSetFactory""".split())
PLAIN_TYPES = {"const", "char", "int", "unsigned", "void", "RTIfedTime", "cpu_set_t", "static"}
EACH_EXCEPTION = "<each exception class A>"
ABSTRACT = {"Exception"}  # constructed through a helper that derives from it


class Untranslatable(Exception):
    pass


def split_parameters(text):
    """Splits 'const char* label [C4 in; ...]; Boolean active = RTI_TRUE' into texts of parameters, without
    notes."""
    if text in ("(none)", "(static data member)"):
        return []
    parts, depth, current = [], 0, ""
    for char in text:
        depth += {"[": 1, "]": -1}.get(char, 0)
        if char == ";" and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += char
    parts.append(current)
    return [re.sub(r"\s*\[[^\[\]]+\]\s*$", "", part).strip() for part in parts]


def qualify(type_text):
    """Returns a type as code at global scope spells it; rejects unknown words."""
    type_text = type_text.strip()
    type_text = re.sub(r"\(RTI_STD::ostream\)", "", type_text).strip()

    def word(match):
        name = match.group(0)
        if name in RTI_TYPES:
            return "RTI::" + name
        if name == "ostream":
            return "RTI_STD::ostream"
        if name in PLAIN_TYPES:
            return name
        raise Untranslatable("unknown type name '%s'" % name)

    return re.sub(r"(?<![\w:])[A-Za-z_]\w*(?!\s*::)(?!\w)", word, type_text.replace("RTI::", ""))


def parameter(text):
    """Returns (type, default or None). Drops the parameter's name, if it has one."""
    default = None
    if "=" in text:
        text, default = (part.strip() for part in text.split("=", 1))
    array = re.match(r"^(.*?)\s*(\w+)\[\]$", text)
    if array:
        return qualify(array.group(1)) + "*", default
    named = re.match(r"^(.*[\w*&])\s+([A-Za-z_]\w*)$", text)
    if named and named.group(2) not in RTI_TYPES | PLAIN_TYPES:
        return qualify(named.group(1)), default
    return qualify(text), default


def result_type(text):
    return qualify(re.sub(r"\s+\[.*$", "", text))


class Row:
    def __init__(self, number, fields):
        try:
            self.read(fields)
        except Untranslatable as error:
            raise Untranslatable("api.tsv:%d: %s" % (number, error))

    def read(self, fields):
        fields = (fields + [""] * 8)[:8]
        self.cls, self.section, self.name = fields[0], fields[1], fields[2]
        self.returns, self.kind = fields[3], fields[5]
        self.parameters = [parameter(p) for p in split_parameters(fields[4])]
        self.exceptions = [e.strip() for e in fields[6].split(",") if e.strip()]
        self.noexcept = fields[6].startswith("none: throw()")
        self.const = self.kind.startswith("const;")

    def types(self):
        return ", ".join(t for t, _ in self.parameters)

    def named(self):
        return ", ".join("%s a%d" % (t, i) for i, (t, _) in enumerate(self.parameters))

    def arguments(self, count=None):
        return ", ".join("a%d" % i for i in range(len(self.parameters) if count is None else count))


def read_rows():
    with open(os.path.join(HERE, "api.tsv")) as table:
        lines = [line.rstrip("\n").split("\t") for line in table]
    return lines[1:]


def read_exceptions():
    with open(os.path.join(HERE, "exceptions.txt")) as names:
        return names.read().split()


def class_name(cls):
    return cls if cls in ("RTIfedTime", "NullFederateAmbassador") else "RTI::" + cls


def cast(row, cls, tag):
    """Returns the line that casts a member or function to its exact type."""
    tail = (" const" if row.const else "") + (" NEVER_THROWS" if row.noexcept else "")
    if row.cls == "(global)":
        pointer, target = "(*)", "&::" + row.name
    elif "static" in row.kind:
        pointer, target = "(*)", "&%s::%s" % (cls, row.name)
    else:
        pointer, target = "(%s::*)" % cls, "&%s::%s" % (cls, row.name)
    return "void row_%s() { (void)static_cast<%s %s(%s)%s>(%s); }" % (
        tag, result_type(row.returns), pointer, row.types(), tail, target)


def constructor(row, cls, tag):
    made = "Concrete" if row.cls in ABSTRACT else cls
    lines = ["void row_%s(%s) { delete new %s(%s); }" % (tag, row.named(), made, row.arguments())]
    if row.parameters and row.parameters[-1][1]:
        count = len(row.parameters) - 1
        shorter = ", ".join("%s a%d" % (t, i) for i, (t, _) in enumerate(row.parameters[:-1]))
        lines.append("void row_%s_default(%s) { delete new %s(%s); }" % (
            tag, shorter, made, row.arguments(count)))
    return lines


def member(row, cls, tag):
    lines = [cast(row, cls, tag)]
    if row.parameters and row.parameters[-1][1]:
        count = len(row.parameters) - 1
        shorter = ", ".join("%s a%d" % (t, i) for i, (t, _) in enumerate(row.parameters[:-1]))
        lines.append("void row_%s_default(%s& object, %s) { object.%s(%s); }" % (
            tag, cls, shorter, row.name, row.arguments(count)))
    return lines


def translate(row, cls, tag):
    if row.returns == "(constructor)":
        return constructor(row, cls, tag)
    if row.returns == "(destructor)":
        lines = ["void row_%s(%s* object) { delete object; }" % (tag, cls)]
        if "; virtual" in row.kind:
            lines += ["#if __cplusplus >= 201103L",
                      'static_assert(std::has_virtual_destructor<%s>::value, "%s");' % (cls, cls),
                      "#endif"]
        return lines
    if row.returns.startswith("static "):
        return ["void row_%s() { (void)static_cast<%s*>(&%s::%s); }" % (
            tag, qualify(row.returns[len("static "):]), cls, row.name)]
    return member(row, cls, tag)


def overriders(rows, cls):
    """Returns a class that overrides every virtual function of cls, from C++11 on with `override`."""
    short = cls.replace("RTI::", "")
    lines = ["struct Every%s : %s {" % (short, cls), "  Every%s();" % short]
    for row in rows:
        if row.returns in ("(constructor)", "(destructor)") or "virtual" not in row.kind:
            continue
        if "non-virtual" in row.kind:
            continue
        lines.append("  %s %s(%s)%s%s OVERRIDE;" % (
            result_type(row.returns), row.name, row.types(), " const" if row.const else "",
            " NEVER_THROWS_98" if row.noexcept else ""))
    lines.append("};")
    lines.append("void make_every_%s() { delete static_cast<%s*>(new Every%s); }" % (short, cls, short))
    return lines


def federates(rows):
    """Returns federates that override all callbacks: with the full legacy throw lists, and without any."""
    lines = []
    for name, listed in (("ListedFederate", True), ("PlainFederate", False)):
        if listed:
            lines.append("#if __cplusplus < 201703L")
        for base in ("RTI::FederateAmbassador", "NullFederateAmbassador"):
            cls = name + ("Null" if base.startswith("Null") else "")
            lines.append("struct %s : %s {" % (cls, base))
            lines.append("  virtual ~%s()%s;" % (
                cls, " throw(RTI::FederateInternalError)" if listed else ""))
            for row in rows:
                if row.returns == "(destructor)":
                    continue
                clause = " throw(%s)" % ", ".join("RTI::" + e for e in row.exceptions) if listed else ""
                lines.append("  virtual void %s(%s)%s;" % (row.name, row.types(), clause))
            lines.append("};")
            lines.append("void make_%s() { RTI::FederateAmbassadorPtr p = new %s; delete p; }" % (cls, cls))
        if listed:
            lines.append("#endif")
    return lines


def without_spaces(text):
    return re.sub(r"\s+", "", text)


def spelt_lists(path, pattern):
    """Returns {name(types without names and blanks): [exceptions]} of the declarations that match the pattern."""
    with open(path) as header:
        return lists_in(header.read(), pattern)


def lists_in(text, pattern):
    found = {}
    for match in re.finditer(pattern, text):
        group = match.groupdict()
        parameters = [p for p in re.split(r",", group["parameters"]) if p.strip()]
        types = [parameter(" ".join(p.split()))[0] for p in parameters]
        key = "%s(%s)" % (group["name"], without_spaces(",".join(types)))
        found[key] = without_spaces(group["list"]).split(",")
    return found


def documented_lists(path):
    """Returns the exceptions in the comments of functions that may throw and declare no list."""
    with open(path) as header:
        text = header.read()
    pairs = re.findall(r"/\*\*((?:(?!\*/).)*)\*/\s*(virtual void\s+\w+\([^()]*\))", text, re.DOTALL)
    spelt = "".join("%s throw(%s)\n" % (declaration, ",".join(re.findall(r"@throws RTI::(\w+)", comment)))
                    for comment, declaration in pairs)
    return lists_in(spelt, r"(?P<name>\w+)\((?P<parameters>[^()]*)\) throw\((?P<list>[^()]*)\)")


def compare_lists(include, rows):
    """Returns (number of rows with a compared exception list, complaints)."""
    services = spelt_lists(
        os.path.join(include, "RTIambServices.hh"),
        r"(?P<name>~?\b\w+)\((?P<parameters>[^()]*)\)\s*RTI_THROW\(\((?P<list>[^()]*)\)\)")
    callbacks = documented_lists(os.path.join(include, "federateAmbServices.hh"))
    where = {"RTIambassador": services, "RTIambassador (vendor extension)": services,
             "FederateAmbassador": callbacks}
    for name in ("RTItypes.hh", "FedTimeFactory.hh"):
        with open(os.path.join(include, name)) as header:
            text = header.read()
        for factory in re.finditer(r"class \w+ (\w+Factory) \{(.*?)\n\};", text, re.DOTALL):
            where[factory.group(1)] = lists_in(
                factory.group(2), r"(?P<name>\w+)\((?P<parameters>[^()]*)\)\s*"
                                  r"RTI_(FACTORY_)?THROW\(\((?P<list>[^()]*)\)\)")
    compared, complaints = 0, []
    for row in rows:
        table = where.get(row.cls)
        if table is None or row.name == "~FederateAmbassador":
            continue
        key = "%s(%s)" % (row.name, without_spaces(row.types()))
        spelt = table.get(key)
        if spelt != row.exceptions:
            complaints.append("%s::%s: the header says %s, api.tsv says %s" % (
                row.cls, key, spelt, row.exceptions))
        compared += 1
    return compared, complaints


PROLOGUE = """// Generated by api_rows.py from api.tsv; see there.
#include <RTI.hh>
#include <NullFederateAmbassador.hh>
#include <fedtime.hh>
#if __cplusplus >= 201103L
#include <type_traits>
#define OVERRIDE override
#define NEVER_THROWS_98 noexcept
#else
#define OVERRIDE
#define NEVER_THROWS_98 throw()
#endif
#if __cplusplus >= 201703L
#define NEVER_THROWS noexcept
#else
#define NEVER_THROWS
#endif

struct Concrete : RTI::Exception {
  Concrete(const char* reason) : RTI::Exception(reason) {}
  Concrete(RTI::ULong serial, const char* reason) : RTI::Exception(serial, reason) {}
  Concrete(RTI::ULong serial) : RTI::Exception(serial) {}
  Concrete(const RTI::Exception& other) : RTI::Exception(other) {}
  Concrete(const Concrete& other) : RTI::Exception(other) {}
  RTI::Exception* cloneSelf() const NEVER_THROWS_98 OVERRIDE { return new Concrete(*this); }
  void throwSelf() const OVERRIDE { throw *this; }
};

void make_null() { NullFederateAmbassador has_every_callback; }
"""


def generate(include):
    """Returns (C++ text, a line that describes the checks). Raises Untranslatable."""
    rows, lines, exceptions = [], [PROLOGUE], read_exceptions()
    RTI_TYPES.update(exceptions)
    for number, fields in enumerate(read_rows(), start=2):
        if fields[0] == EACH_EXCEPTION:
            for name in exceptions:
                spelt = [f.replace("A const&", "const %s&" % name) for f in fields[1:]]
                row = Row(number, [name] + spelt)
                lines += translate(row, "RTI::" + name, "%d_%s" % (number, name))
            rows.append(row)
            continue
        row = Row(number, fields)
        rows.append(row)
        cls = class_name(row.cls.replace(" (vendor extension)", ""))
        lines += translate(row, cls, str(number))
        if row.cls == "FederateAmbassador" and row.returns != "(destructor)":
            lines += translate(row, "NullFederateAmbassador", "%d_null" % number)
    by_class = {}
    for row in rows:
        by_class.setdefault(row.cls, []).append(row)
    for cls in ("FederateAmbassador", "AttributeHandleValuePairSet", "ParameterHandleValuePairSet",
                "AttributeHandleSet", "FederateHandleSet", "Region", "FedTime", "RTIfedTime"):
        lines += overriders(by_class[cls], class_name(cls))
    lines += federates(by_class["FederateAmbassador"])
    compared, complaints = compare_lists(include, rows)
    if complaints:
        raise Untranslatable("\n".join(complaints))
    summary = "%d rows of api.tsv (%d RTIambassador, %d FederateAmbassador), %d exception classes, " \
              "%d exception lists" % (len(rows), len(by_class["RTIambassador"]),
                                      len(by_class["FederateAmbassador"]), len(exceptions), compared)
    return "\n".join(lines) + "\n", summary


def main():
    include, output = sys.argv[1:3]
    try:
        text, summary = generate(include)
    except Untranslatable as error:
        sys.exit("api_rows.py: %s" % error)
    with open(output, "w") as out:
        out.write(text)
    print(summary)


if __name__ == "__main__":
    main()
