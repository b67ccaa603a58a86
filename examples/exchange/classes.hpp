// The classes that the exchange federate publishes and subscribes to. They come from a list that
// classes.awk makes of a FED file, because HLA 1.3 has no service that enumerates the FED's
// classes.
#ifndef EXCHANGE_CLASSES_HPP
#define EXCHANGE_CLASSES_HPP

#include <string>
#include <vector>

struct ClassEntry {
  std::string name;                  // Such as ObjectRoot.Vehicle.Car.
  std::vector<std::string> members;  // Attributes or parameters, including inherited ones.
};

struct ClassList {
  std::vector<ClassEntry> objects;
  std::vector<ClassEntry> interactions;
};

// Reads lines of the form `object NAME ATTRIBUTE...` and `interaction NAME PARAMETER...`. A class
// inherits from its listed superclasses. Throws std::runtime_error with file and line.
ClassList read_class_list(const std::string& file);

#endif
