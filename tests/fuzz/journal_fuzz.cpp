// libFuzzer target: any bytes as an entry of a journal, or as its file.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/journal_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view broken =
      triad::test::broken_journal_property({reinterpret_cast<const std::byte*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.data());
    std::abort();
  }
  return 0;
}
