// libFuzzer target: any bytes as the file of a save.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/saves_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string broken =
      triad::test::broken_saves_property({reinterpret_cast<const std::byte*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
