// libFuzzer target: any bytes as a frame.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/wire_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string broken =
      triad::wire::broken_wire_property({reinterpret_cast<const std::byte*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
