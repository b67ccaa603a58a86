// The program rtirun COMMAND FILE; see rtirun.hpp.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/rtirun/keeper.hpp"
#include "tools/rtirun/rtirun.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  // Used by rtirun itself only, so the manual does not have it.
  if (arguments.size() > 2 && arguments[0] == "keep") {
    return triad::rtirun::keep(arguments[1], {arguments.begin() + 2, arguments.end()});
  }
  return static_cast<int>(triad::rtirun::run(arguments, std::cout, std::cerr));
}
