// libFuzzer target: any bytes as the frames of a federate for its rtia process, and as those of an
// rtia process for its federate.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/process_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const auto& broken : {triad::test::hostile_federate_process({data, size}),
                             triad::test::hostile_rtia_process({data, size})}) {
    if (broken.empty()) continue;
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
