// The program rtirecord COMMAND FILE...; see rtirecord.hpp.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "tools/rtirecord/rtirecord.hpp"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(triad::rtirecord::run(arguments, std::cout, std::cerr));
}
