// libFuzzer target: any bytes as a decoding table and a value.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/decoding_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string broken =
      triad::decoding::broken_property({reinterpret_cast<const char*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
