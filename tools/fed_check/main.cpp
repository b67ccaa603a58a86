// fed-check FILE...: see fed_check.hpp.
#include <iostream>
#include <string_view>
#include <vector>

#include "tools/fed_check/fed_check.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  return static_cast<int>(triad::fed::fed_check(arguments, std::cout, std::cerr));
}
