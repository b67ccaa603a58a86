// The program rtimesh COMMAND FILE; see rtimesh.hpp.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/rtimesh/rtimesh.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(triad::rtimesh::run(arguments, std::cout, std::cerr));
}
