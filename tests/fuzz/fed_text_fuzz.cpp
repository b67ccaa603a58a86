// libFuzzer target: any bytes as a FED file (or in the syntax that the parser recognizes).
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/fed_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view broken =
      triad::fed::broken_property({reinterpret_cast<const char*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.data());
    std::abort();
  }
  return 0;
}
