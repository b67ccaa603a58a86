// Reads the list of classes; see classes.hpp.
#include "classes.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

// Prepends the members of all listed superclasses to each class.
void inherit(std::vector<ClassEntry>& classes) {
  const std::vector<ClassEntry> listed = classes;
  for (ClassEntry& entry : classes) {
    std::vector<std::string> all;
    for (const ClassEntry& other : listed) {
      const bool is_above =
          (entry.name + '.').compare(0, other.name.size() + 1, other.name + '.') == 0;
      if (!is_above) continue;
      for (const std::string& member : other.members) {
        if (std::find(all.begin(), all.end(), member) == all.end()) all.push_back(member);
      }
    }
    entry.members = all;
  }
}

}  // namespace

ClassList read_class_list(const std::string& file) {
  std::ifstream input(file.c_str());
  if (!input) throw std::runtime_error("cannot read the list of classes " + file);

  ClassList list;
  std::string line;
  for (int number = 1; std::getline(input, line); ++number) {
    std::istringstream words(line);
    std::string kind;
    ClassEntry entry;
    if (!(words >> kind)) continue;
    if (!(words >> entry.name) || (kind != "object" && kind != "interaction")) {
      std::ostringstream where;
      where << file << ':' << number
            << ": expected `object NAME ATTRIBUTE...` or `interaction NAME "
            << "PARAMETER...`, got: " << line;
      throw std::runtime_error(where.str());
    }
    for (std::string member; words >> member;) entry.members.push_back(member);
    (kind == "object" ? list.objects : list.interactions).push_back(entry);
  }
  inherit(list.objects);
  inherit(list.interactions);
  return list;
}
