// libFuzzer target: any words of one router of an overlay to the others.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/overlay_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string broken = triad::test::hostile_in_overlay(
      triad::wire::Bytes(reinterpret_cast<const std::byte*>(data), size));
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
