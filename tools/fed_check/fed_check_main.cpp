// The program fed-check FILE...; see fed_check.hpp.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/fed_check/fed_check.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(triad::fed::fed_check(arguments, std::cout, std::cerr));
}
