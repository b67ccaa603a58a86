// Writes the corpus of the fuzzer of saves, in the present protocol. Run it when messages or the
// saved state change: saves_corpus tests/fuzz/corpus/saves
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/saves_property.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: saves_corpus FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  for (const auto& [name, bytes] : triad::test::sample_saves()) {
    std::ofstream file(folder / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  return 0;
}
