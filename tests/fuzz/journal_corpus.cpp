// Writes the corpus of the fuzzer of journals. Run it when an entry changes:
// journal_corpus tests/fuzz/corpus/journal
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/journal_property.hpp"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: journal_corpus FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  for (const auto& [name, bytes] : triad::test::sample_journals()) {
    std::ofstream file(folder / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  return 0;
}
