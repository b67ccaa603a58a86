// Files of recordings on disk: reading their bytes, and the summary of a whole file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/object_model.hpp"
#include "recording/mcap_reader.hpp"
#include "recording/recorded_message.hpp"

namespace triad::rtirecord {

// Bytes of a file.
class FileSource final : public recording::ByteSource {
 public:
  // Returns null and sets `fault` if the file cannot be read.
  static std::unique_ptr<FileSource> open(const std::string& path, std::string& fault);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] std::size_t read(std::uint64_t offset, std::span<std::byte> into) override;

 private:
  FileSource(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}

  const int descriptor_;
  const std::uint64_t size_;
};

// A file that is written in order, readable and writable for its owner alone.
class FileSink final : public recording::ByteSink {
 public:
  // Returns null and sets `fault` if the file exists or cannot be created.
  static std::unique_ptr<FileSink> create(const std::string& path, std::string& fault);
  ~FileSink() override;
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  [[nodiscard]] bool write(recording::Bytes bytes) override;
  // Returns the reason of a failed write.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  explicit FileSink(int descriptor) : descriptor_(descriptor) {}

  const int descriptor_;
  std::string fault_;
};

// Facts that give the values of a federation's records their meaning.
struct FederationFacts {
  std::shared_ptr<const core::ObjectModel> model;  // null without one
  bool are_times_doubles = false;
};

// Description of a recording, from the beginning of one of its files. A file of `rtirecord merge`
// describes several recordings; the texts and numbers are those of the first one.
struct Description {
  std::string recording;
  std::string federation;
  std::string federate;
  std::string host;
  std::string protocol;
  unsigned segment = 0;
  std::uint32_t handle = 0;
  std::map<std::string, FederationFacts> federations;
  std::size_t recordings = 0;

  // Takes the facts about the recording that an item has.
  void add_item(const recording::McapItem& item);
  // Returns the facts about the federation of a channel; without them, empty ones.
  [[nodiscard]] const FederationFacts& facts_of(const recording::Channel& channel) const;
  // Returns whether this program can decode the records.
  [[nodiscard]] bool is_readable() const;
  // Explains why this program cannot decode the records, and gives the remedy.
  [[nodiscard]] std::string unreadable_text() const;

 private:
  std::string described_;  // federation of the last description
};

struct FileSummary {
  std::string path;
  std::uint64_t bytes = 0;
  Description description;
  recording::McapState state = recording::McapState::reading;
  std::string fault;  // about the file's end, or about a message
  std::uint64_t messages = 0;
  std::uint64_t dropped = 0;
  std::uint64_t gaps = 0;
  std::uint64_t begin_ns = 0;  // UTC
  std::uint64_t end_ns = 0;
  std::map<std::string, std::uint64_t> topics;  // messages of each channel
};

// Reads the whole file.
FileSummary summarize(const std::string& path);

// Returns e.g. "2026-11-29T02:15:30.123456789Z".
std::string utc_text(std::uint64_t utc_ns);

}  // namespace triad::rtirecord
