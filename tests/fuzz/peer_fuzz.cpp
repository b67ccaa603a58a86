// libFuzzer target: any bytes as the records of a joined federate for its RTIG, and as those of an
// RTIG for a joined RTIA.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/peer_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const triad::wire::Bytes script(reinterpret_cast<const std::byte*>(data), size);
  for (const auto& broken :
       {triad::test::hostile_federate(script), triad::test::hostile_rtig(script)}) {
    if (!broken.empty()) {
      std::fprintf(stderr, "broken: %s\n", broken.c_str());
      std::abort();
    }
  }
  return 0;
}
