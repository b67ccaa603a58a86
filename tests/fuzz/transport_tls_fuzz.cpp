// libFuzzer target of broken_tls_property() in transport_property.hpp.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/transport_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string broken = triad::transport::broken_tls_property({data, size});
  if (broken.empty()) return 0;
  std::fprintf(stderr, "%s\n", broken.c_str());
  std::abort();
}
