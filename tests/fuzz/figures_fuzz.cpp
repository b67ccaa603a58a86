// libFuzzer target: any bytes as texts of /proc, and as targets and headers of requests to rtimon.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/figures_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view broken =
      triad::facts::broken_figures_property({reinterpret_cast<const char*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.data());
    std::abort();
  }
  return 0;
}
