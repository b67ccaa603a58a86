// libFuzzer target: any bytes as a frame between two routers.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/link_frame_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view broken = triad::router::broken_link_frame_property({data, size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.data());
    std::abort();
  }
  return 0;
}
