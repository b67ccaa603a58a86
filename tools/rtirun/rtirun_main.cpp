// The program rtirun COMMAND FILE; see rtirun.hpp.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/rtirun/agent.hpp"
#include "tools/rtirun/keeper.hpp"
#include "tools/rtirun/rtirun.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  // Commands that only rtirun itself uses, so the manual does not have them.
  if (!arguments.empty() && arguments[0] == "agent" && arguments.size() != 2) {
    return arguments.size() == 1 ? triad::rtirun::run_agent("", "")
                                 : triad::rtirun::run_agent(arguments[1], arguments[2]);
  }
  if (arguments.size() > 2 && arguments[0] == "keep") {
    return triad::rtirun::keep(arguments[1], {arguments.begin() + 2, arguments.end()});
  }
  return static_cast<int>(triad::rtirun::run(arguments, std::cout, std::cerr));
}
