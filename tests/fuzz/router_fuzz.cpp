// libFuzzer target: any records to a Router from one of its members.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/router_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string broken = triad::router::broken_router_property({data, size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
