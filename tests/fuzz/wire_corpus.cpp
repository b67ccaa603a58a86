// Writes the wire fuzzer's corpus: one record for each message of the list, named after it and made
// by wire/generate.hpp. Run it when messages change: wire_corpus tests/fuzz/corpus/wire
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "wire/any_message.hpp"

namespace {

constexpr std::size_t kFileBytesMax = 1024;

triad::wire::Buffer sample(triad::wire::Kind kind) {
  triad::wire::Buffer frame;
  // Takes the longest of several values that is still small, because it has most fields set.
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    triad::wire::Generator generator(static_cast<std::uint64_t>(kind) * 100 + seed);
    triad::wire::Buffer next;
    triad::wire::RecordHeader header;
    header.sender = 1;
    header.position = seed;
    triad::wire::generate(kind, generator)->encode(header, next);
    if (next.size() > frame.size() && next.size() <= kFileBytesMax) frame = next;
  }
  return frame;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: wire_corpus FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  triad::wire::for_each_kind([&](triad::wire::Kind kind) {
    const auto frame = sample(kind);
    std::ofstream file(folder / triad::wire::name_of(kind), std::ios::binary);
    file.write(reinterpret_cast<const char*>(frame.data()),
               static_cast<std::streamsize>(frame.size()));
  });
  return 0;
}
