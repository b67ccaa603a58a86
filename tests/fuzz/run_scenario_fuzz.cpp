// libFuzzer target: any bytes as a scenario file of rtirun.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/run_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view broken =
      triad::rtirun::broken_scenario({reinterpret_cast<const char*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.data());
    std::abort();
  }
  return 0;
}
