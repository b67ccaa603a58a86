// The program rtirun COMMAND FILE; see rtirun.hpp.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/rtirun/rtirun.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(triad::rtirun::run(arguments, std::cout, std::cerr));
}
