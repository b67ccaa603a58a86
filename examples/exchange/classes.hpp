// The classes that the exchange federate gives and wants, read from a list that
// classes.awk makes of a FED file: HLA 1.3 has no service that enumerates the FED's classes.
#ifndef EXCHANGE_CLASSES_HPP
#define EXCHANGE_CLASSES_HPP

#include <string>
#include <vector>

struct ClassEntry {
  std::string name;                  // ObjectRoot.Vehicle.Car
  std::vector<std::string> members;  // attributes or parameters, the inherited ones too
};

struct ClassList {
  std::vector<ClassEntry> objects;
  std::vector<ClassEntry> interactions;
};

// Lines are `object NAME ATTRIBUTE...` and `interaction NAME PARAMETER...`; a class inherits from
// the listed classes above it. Throws std::runtime_error with file and line.
ClassList read_class_list(const std::string& file);

#endif
