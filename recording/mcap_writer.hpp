// Writer of one MCAP file. Messages are collected in a chunk, which is compressed and written when
// it is full or the caller closes it. Everything written up to then can be read without the rest of
// the file. Pure: it writes to a ByteSink. Used by one thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recording/mcap_format.hpp"

namespace triad::recording {

class McapWriter {
 public:
  // Writes the beginning of the file. A chunk is closed when it has `chunk_bytes`. `sink` must
  // outlive the writer.
  McapWriter(ByteSink& sink, std::string_view library, std::size_t chunk_bytes);

  void add_attachment(const Attachment& attachment);
  void add_metadata(const Metadata& metadata);
  // Return the id of the new schema or channel. There are at most kIdsMax of either.
  std::uint16_t add_schema(std::string_view name, std::string_view encoding, Bytes data);
  std::uint16_t add_channel(std::uint16_t schema, std::string_view topic, std::string_view encoding,
                            TextMap metadata);
  // Appends a message with data in consecutive parts. message.data is not used.
  void add_message(const McapMessage& message, std::span<const Bytes> parts);
  // Compresses and writes the present chunk, if there is one.
  void close_chunk();
  // Writes the rest of the file. Nothing may be added afterwards.
  void finish();

  static constexpr std::size_t kIdsMax = 65'000;
  [[nodiscard]] std::size_t channel_count() const { return channels_.size(); }
  [[nodiscard]] std::uint64_t message_count() const { return message_count_; }
  // Returns the bytes written so far, without the present chunk.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool has_open_chunk() const { return !chunk_.empty(); }
  // Returns whether the sink has refused something.
  [[nodiscard]] bool has_failed() const { return has_failed_; }

 private:
  struct IndexEntry {
    std::uint64_t log_time;
    std::uint64_t offset;  // in the chunk
  };
  struct ChunkIndex {
    std::uint64_t begin_time;
    std::uint64_t end_time;
    std::uint64_t offset;
    std::uint64_t length;
    std::vector<std::pair<std::uint16_t, std::uint64_t>> message_indexes;
    std::uint64_t message_indexes_length;
    std::string compression;
    std::uint64_t compressed_size;
    std::uint64_t uncompressed_size;
  };
  // Place of a record outside chunks.
  struct Place {
    std::uint64_t offset;
    std::uint64_t length;
  };
  struct AttachmentIndex {
    Place place;
    Attachment attachment;  // without data
    std::uint64_t data_size;
  };
  struct MetadataIndex {
    Place place;
    std::string name;
  };

  // Begins a record in `out` and returns its place there, which end_record() needs.
  static std::size_t begin_record(Buffer& out, Opcode opcode);
  static void end_record(Buffer& out, std::size_t begin);
  static void put_schema(Buffer& out, const Schema& schema);
  static void put_channel(Buffer& out, const Channel& channel);
  Place write(Bytes bytes);
  void write_message_indexes(ChunkIndex& index);
  void put_summary(Buffer& out, std::uint64_t summary_begin) const;
  void put_chunk_indexes(Buffer& out) const;
  void put_attachment_indexes(Buffer& out) const;
  void put_metadata_indexes(Buffer& out) const;
  void put_statistics(Buffer& out) const;

  ByteSink& sink_;
  const std::size_t chunk_bytes_;
  std::uint64_t size_ = 0;
  bool has_failed_ = false;

  Buffer chunk_;
  std::uint64_t chunk_begin_time_ = 0;
  std::uint64_t chunk_end_time_ = 0;
  std::map<std::uint16_t, std::vector<IndexEntry>> chunk_entries_;

  std::vector<Schema> schemas_;
  std::vector<Channel> channels_;
  std::map<std::uint16_t, std::uint64_t> channel_message_counts_;
  std::vector<ChunkIndex> chunk_indexes_;
  std::vector<AttachmentIndex> attachments_;
  std::vector<MetadataIndex> metadata_;
  std::uint64_t message_count_ = 0;
  std::uint64_t begin_time_ = 0;
  std::uint64_t end_time_ = 0;
};

}  // namespace triad::recording
