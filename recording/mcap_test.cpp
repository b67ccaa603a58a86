// Tests of McapWriter and McapReader, each by the other. tests/system/recording reads such files
// with the mcap package of Python.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "recording/chunk_compression.hpp"
#include "recording/mcap_reader.hpp"
#include "recording/mcap_writer.hpp"

namespace triad::recording {
namespace {

constexpr std::size_t kSmallChunk = 400;

std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A file with `messages` messages on two channels, of which some are in different chunks.
Buffer example(unsigned messages, bool is_finished = true) {
  MemorySink sink;
  McapWriter writer(sink, "triad", kSmallChunk);
  const std::string fed = "(FED)";
  writer.add_attachment({1, 2, "model.fed", "text/plain", bytes_of(fed)});
  writer.add_metadata({"recording", {{"federate", "tank"}, {"handle", "3"}}});
  const auto schema = writer.add_schema("ObjectRoot.Tank", "text", bytes_of("position"));
  const auto updates = writer.add_channel(schema, "tank/update", "raw", {{"handle", "3"}});
  const auto grants = writer.add_channel(0, "tank/grant", "raw", {});
  for (unsigned i = 0; i < messages; ++i) {
    const std::string head = "message " + std::to_string(i) + ": ";
    const std::string tail(i, 'x');
    const Bytes parts[] = {bytes_of(head), bytes_of(tail)};
    writer.add_message({i % 2 == 0 ? updates : grants, i, 1000 + i, 2000 + i, {}}, parts);
  }
  if (is_finished) writer.finish();
  return sink.written();
}

struct ReadFile {
  std::vector<std::string> messages;
  std::vector<std::string> others;
  McapState state;
  std::string fault;
};

ReadFile read(Bytes bytes) {
  MemorySource source(bytes);
  McapReader reader(source);
  ReadFile read;
  while (const auto item = reader.next()) {
    if (const auto* message = std::get_if<McapMessage>(&*item)) {
      read.messages.push_back(reader.channel(message->channel).topic + " " +
                              std::to_string(message->log_time) + " " +
                              std::to_string(message->publish_time) + " " + text_of(message->data));
    } else if (const auto* schema = std::get_if<Schema>(&*item)) {
      read.others.push_back("schema " + schema->name + " " + text_of(schema->data));
    } else if (const auto* channel = std::get_if<Channel>(&*item)) {
      read.others.push_back("channel " + channel->topic);
    } else if (const auto* attachment = std::get_if<Attachment>(&*item)) {
      read.others.push_back("attachment " + attachment->name + " " + text_of(attachment->data));
    } else if (const auto* metadata = std::get_if<Metadata>(&*item)) {
      const auto federate = metadata->values.find("federate");
      read.others.push_back("metadata " + metadata->name + " " +
                            (federate == metadata->values.end() ? "" : federate->second));
    }
  }
  read.state = reader.state();
  read.fault = reader.fault();
  return read;
}

TEST(Mcap, IsReadAsItWasWritten) {
  const ReadFile file = read(example(20));
  EXPECT_EQ(file.state, McapState::complete) << file.fault;
  ASSERT_EQ(file.messages.size(), 20u);
  EXPECT_EQ(file.messages[0], "tank/update 1000 2000 message 0: ");
  EXPECT_EQ(file.messages[3], "tank/grant 1003 2003 message 3: xxx");
  EXPECT_EQ(file.others,
            (std::vector<std::string>{"attachment model.fed (FED)", "metadata recording tank",
                                      "schema ObjectRoot.Tank position", "channel tank/update",
                                      "channel tank/grant"}));
}

TEST(Mcap, AnEmptyFileIsComplete) {
  EXPECT_EQ(read(example(0)).state, McapState::complete);
}

// As after kill -9: everything up to the last whole chunk is read, at whatever byte the file ends.
TEST(Mcap, ACutFileIsReadUpToItsLastChunk) {
  const Buffer whole = example(20);
  const auto all = read(whole).messages;
  std::size_t had = 0;
  for (std::size_t size = kMcapMagic.size(); size < whole.size(); ++size) {
    const ReadFile cut = read(Bytes(whole).first(size));
    ASSERT_EQ(cut.state, McapState::cut) << size << ": " << cut.fault;
    ASSERT_GE(cut.messages.size(), had);
    had = cut.messages.size();
    for (std::size_t i = 0; i < had; ++i) ASSERT_EQ(cut.messages[i], all[i]);
  }
  EXPECT_EQ(had, all.size());
}

TEST(Mcap, AnOpenChunkIsNotWritten) {
  const ReadFile file = read(example(20, false));
  EXPECT_EQ(file.state, McapState::cut);
  EXPECT_GT(file.messages.size(), 0u);
  EXPECT_LT(file.messages.size(), 20u);
}

// A changed byte is found, or is in an index or a header that carries no data.
TEST(Mcap, NoChangedByteChangesAMessage) {
  const Buffer whole = example(8);
  const auto all = read(whole).messages;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Buffer changed = whole;
    changed[at] ^= std::byte{0x40};
    const ReadFile file = read(changed);
    ASSERT_NE(file.state, McapState::reading);
    ASSERT_LE(file.messages.size(), all.size());
    for (std::size_t i = 0; i < file.messages.size(); ++i) {
      ASSERT_EQ(file.messages[i], all[i]) << "byte " << at;
    }
  }
}

// Appends a record with this content.
void put_record(Buffer& out, Opcode opcode, Bytes content) {
  out.push_back(static_cast<std::byte>(opcode));
  put(out, std::uint64_t{content.size()});
  put_bytes(out, content);
}

Buffer plain_chunk(Bytes records) {
  Buffer chunk;
  put(chunk, std::uint64_t{0});
  put(chunk, std::uint64_t{0});
  put(chunk, std::uint64_t{records.size()});
  put(chunk, std::uint32_t{0});  // no checksum
  put_text(chunk, "");
  put(chunk, std::uint64_t{records.size()});
  put_bytes(chunk, records);
  return chunk;
}

TEST(Mcap, AChunkMayNotContainAChunkOrTheEnd) {
  for (const Opcode opcode : {Opcode::chunk, Opcode::data_end}) {
    Buffer inner;
    put_record(inner, opcode, opcode == Opcode::chunk ? plain_chunk({}) : Buffer(4));
    Buffer file = example(0, false);
    put_record(file, Opcode::chunk, plain_chunk(inner));
    const ReadFile end = read(file);
    EXPECT_EQ(end.state, McapState::faulty);
    EXPECT_NE(end.fault.find("belongs outside chunks"), std::string::npos) << end.fault;
  }
}

TEST(Mcap, ASinkThatRefusesEndsTheWriting) {
  class FullSink final : public ByteSink {
   public:
    bool write(Bytes bytes) override {
      room_ -= std::min(room_, bytes.size());
      return room_ > 0;
    }

   private:
    std::size_t room_ = 100;
  } sink;
  McapWriter writer(sink, "triad", kSmallChunk);
  EXPECT_FALSE(writer.has_failed());
  const std::string data(100, 'x');
  const Bytes parts[] = {bytes_of(data)};
  const auto channel = writer.add_channel(0, "a", "raw", {});
  writer.add_message({channel, 0, 1, 1, {}}, parts);
  writer.close_chunk();
  const std::uint64_t size = writer.size();
  EXPECT_TRUE(writer.has_failed());
  writer.finish();
  EXPECT_EQ(writer.size(), size);
}

TEST(Mcap, CompressionShrinksEqualMessages) {
  if (chunk_compression().empty()) GTEST_SKIP() << "built without zstd";
  const std::size_t data_bytes = 1000 * 1000 / 2;
  EXPECT_LT(example(1000).size(), data_bytes / 2);
}

}  // namespace
}  // namespace triad::recording
