// libFuzzer target: any file in place of a recording.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/recording_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string broken = triad::test::read_recording(
      triad::recording::Bytes(reinterpret_cast<const std::byte*>(data), size));
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
