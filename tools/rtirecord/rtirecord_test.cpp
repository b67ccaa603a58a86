#include "tools/rtirecord/rtirecord.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "recording/mcap_writer.hpp"
#include "recording/recorded_message.hpp"

namespace triad::rtirecord {
namespace {

// Writes a whole recording without messages; returns its path.
std::string write_recording(const std::string& protocol) {
  recording::MemorySink sink;
  recording::McapWriter writer(sink, "triad", 4096);
  writer.add_metadata({std::string(recording::kBeginMetadata),
                       {{"recording", "hall-1"}, {"federation", "hall"}, {"protocol", protocol}}});
  writer.finish();
  const auto path = std::filesystem::path(testing::TempDir()) / ("protocol-" + protocol + ".mcap");
  std::ofstream file(path, std::ios::binary);
  const auto bytes = sink.written();
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return path.string();
}

TEST(Rtirecord, CheckSaysThatItCannotReadTheRecordsOfAnotherProtocol) {
  const std::string path = write_recording("1");
  std::ostringstream out;
  EXPECT_EQ(check({path}, out), Verdict::good);
  EXPECT_TRUE(out.str().starts_with(
      path + ": complete, but its records are those of protocol 1, and this rtirecord reads"))
      << out.str();
}

}  // namespace
}  // namespace triad::rtirecord
