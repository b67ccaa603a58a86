// Entries of one recording, from all of its files in turn, and of several recordings in one
// timeline.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "recording/causal_order.hpp"
#include "tools/rtirecord/recorded_file.hpp"

namespace triad::rtirecord {

// An entry with copies of its bytes, so that the files can be read on.
struct Entry {
  recording::McapMessage message;  // without data
  recording::Buffer data;
  recording::Channel channel;
  std::optional<recording::Schema> schema;
};

class RecordingStream {
 public:
  // Takes the files of one recording, in the order of their segments.
  explicit RecordingStream(std::vector<std::string> files) : files_(std::move(files)) {}

  // Reads the next entry. Returns false at the end; fault() is not empty if a file is not whole.
  bool next();
  [[nodiscard]] const Entry& entry() const { return entry_; }
  // Returns the decoded entry, which refers to the bytes of entry().
  [[nodiscard]] const recording::RecordedMessage& decoded() const { return decoded_; }
  [[nodiscard]] const Description& description() const { return description_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  bool open_next_file();
  void add_fault(const std::string& text);
  // Makes the message the present entry. Returns false if it is faulty or no record of Triad's.
  bool read_message(const recording::McapMessage& message);

  const std::vector<std::string> files_;
  std::size_t opened_ = 0;
  std::unique_ptr<FileSource> source_;
  std::unique_ptr<recording::McapReader> reader_;
  Description description_;
  Entry entry_;
  recording::RecordedMessage decoded_;
  std::string fault_;
};

// Groups the files by recording, each group in the order of its segments, and appends the groups to
// `recordings`. Returns the reason why a file cannot be used, and adds no group; empty: there is
// none.
std::optional<std::string> group_files(const std::vector<std::string>& files,
                                       std::vector<std::vector<std::string>>& recordings);

// Result of a walk along the timeline.
struct Walk {
  std::uint64_t entries = 0;
  std::uint64_t corrected = 0;      // placed before an entry with an earlier clock
  std::vector<std::string> faults;  // about files that are not whole
};

// Calls `visit` with each entry of all recordings in the order of recording::CausalOrder, until it
// returns false. Reads the files twice if there are several recordings.
Walk walk(const std::vector<std::vector<std::string>>& recordings,
          const std::function<bool(const RecordingStream&)>& visit);

}  // namespace triad::rtirecord
