// The program rtimon; see rtimon.hpp.
#include <algorithm>

#include "tools/rtimon/rtimon.hpp"

int main(int argc, char** argv) {
  return triad::rtimon::run({argv + std::min(argc, 1), argv + argc});
}
