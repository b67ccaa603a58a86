// Reader of MCAP files in file order. The bytes may be anything: a file that ends early is read up
// to its last whole chunk, and a fault ends the reading with a text. Pure: it reads a ByteSource.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "recording/mcap_format.hpp"

namespace triad::recording {

// Content of a file, without its indexes. Views in it are valid until the next item is read.
using McapItem = std::variant<Schema, Channel, McapMessage, Attachment, Metadata>;

enum class McapState {
  reading,
  complete,  // the file was read to its end, and its checksums are right
  cut,       // the file ends before its summary, as after a crash
  faulty,    // fault() says why
};

class McapReader {
 public:
  // Keeps a reference to `source`, which must outlive the reader.
  explicit McapReader(ByteSource& source);

  // Returns the next item, or nothing at the end, which state() explains. Each schema and channel
  // is returned once, before the messages that refer to it.
  std::optional<McapItem> next();

  [[nodiscard]] McapState state() const { return state_; }
  // Returns the text about a fault, or about the place at which the file is cut.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  // Returns the channel of a message that next() has returned.
  [[nodiscard]] const Channel& channel(std::uint16_t id) const { return channels_.at(id); }
  // Returns null if the channel has no schema.
  [[nodiscard]] const Schema* schema(const Channel& channel) const;
  // Returns the library that wrote the file, as its header states.
  [[nodiscard]] const std::string& library() const { return library_; }
  [[nodiscard]] std::uint64_t chunk_count() const { return chunk_count_; }
  [[nodiscard]] std::uint64_t message_count() const { return message_count_; }

 private:
  struct RawRecord {
    Opcode opcode;
    Bytes content;
  };

  // Reads the magic bytes and the header.
  void read_header();
  void fail(McapState state, std::string fault);
  // Reads the next record of the file into record_bytes_. Returns nothing at the end or after a
  // fault.
  std::optional<RawRecord> read_record();
  // Returns the next record of the open chunk.
  std::optional<RawRecord> next_in_chunk();
  void open_chunk(Bytes content);
  // Returns the item in a record, or nothing if it is of no interest or faulty.
  std::optional<McapItem> parse(const RawRecord& record);
  std::optional<McapItem> parse_schema(FieldReader& fields);
  std::optional<McapItem> parse_channel(FieldReader& fields);
  std::optional<McapItem> parse_message(FieldReader& fields);
  std::optional<McapItem> parse_attachment(Bytes content);
  // Checks the summary, the footer and the last magic bytes.
  void check_end();

  ByteSource& source_;
  std::uint64_t offset_ = 0;  // of the next record
  McapState state_ = McapState::reading;
  std::string fault_;
  std::string library_;
  Buffer record_bytes_;
  Buffer chunk_;
  Bytes chunk_rest_;
  std::map<std::uint16_t, Schema> schemas_;
  std::map<std::uint16_t, Channel> channels_;
  std::uint64_t chunk_count_ = 0;
  std::uint64_t message_count_ = 0;
};

}  // namespace triad::recording
