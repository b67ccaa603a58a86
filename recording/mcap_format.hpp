// Constants and records of the MCAP file format (https://mcap.dev/spec), shared by writer and
// reader. A file is the magic bytes, the data section (Header to DataEnd), the summary section, the
// Footer, and the magic bytes again. Each record is an opcode, the length of its content, and the
// content.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "recording/little_endian.hpp"
#include "wire/limits.hpp"

namespace triad::recording {

inline constexpr std::array<unsigned char, 8> kMcapMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
inline constexpr std::size_t kOpcodeBytes = 1 + sizeof(std::uint64_t);  // opcode and length

enum class Opcode : std::uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0a,
  statistics = 0x0b,
  metadata = 0x0c,
  metadata_index = 0x0d,
  summary_offset = 0x0e,
  data_end = 0x0f,
};

// Type of the messages of channels.
struct Schema {
  std::uint16_t id = 0;  // from 1 on
  std::string name;
  std::string encoding;
  Buffer data;
  friend bool operator==(const Schema&, const Schema&) = default;
};

struct Channel {
  std::uint16_t id = 0;
  std::uint16_t schema = 0;  // 0: none
  std::string topic;
  std::string encoding;
  TextMap metadata;
  friend bool operator==(const Channel&, const Channel&) = default;
};

// Times are nanoseconds since 1970.
struct McapMessage {
  std::uint16_t channel = 0;
  std::uint32_t sequence = 0;
  std::uint64_t log_time = 0;
  std::uint64_t publish_time = 0;
  Bytes data;
};

struct Attachment {
  std::uint64_t log_time = 0;
  std::uint64_t create_time = 0;
  std::string name;
  std::string media_type;
  Bytes data;
};

struct Metadata {
  std::string name;
  TextMap values;
};

// Largest accepted content of a record, and largest decompressed chunk, so that a wrong length
// cannot exhaust the memory. A chunk has the longest record that an RTIG may allow (message.max),
// and the records before it.
inline constexpr std::uint64_t kMcapRecordBytesMax =
    std::uint64_t{wire::kRecordBytesMaxLimit} + (std::uint64_t{16} << 20);

}  // namespace triad::recording
