// libFuzzer target: any bytes after a "<", which makes the parser read XML.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/fuzz/fed_property.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (!text.starts_with('<')) text.insert(text.begin(), '<');
  const std::string_view broken = triad::fed::broken_property(text);
  if (!broken.empty()) {
    std::fprintf(stderr, "broken: %s\n", broken.data());
    std::abort();
  }
  return 0;
}
