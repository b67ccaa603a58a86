// Writer of one file of a recording: the actions of one federate, as an MCAP file. Schemas are the
// classes of the object model, channels a service and a class. Pure: it writes to a ByteSink and
// has its times from the caller. Used by one thread.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/object_model.hpp"
#include "recording/mcap_writer.hpp"
#include "recording/recorded_message.hpp"

namespace triad::recording {

// Description of a recording, written at the beginning of each of its files.
struct RecordingInfo {
  std::string id;  // the same in all files of one membership
  std::string federation;
  std::string federate;  // name or type, as the federate gave it at the join
  std::uint32_t handle = 0;
  std::string time_type;
  bool are_times_doubles = false;  // times are those of Triad's own libFedTime
  std::string host;
  std::uint64_t process = 0;
  std::uint64_t begin_utc_ns = 0;
  std::uint64_t begin_monotonic_ns = 0;
};

class RecordingWriter {
 public:
  // Messages are compressed and written in chunks of this size.
  static constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

  // Writes the description and the object model. `segment` counts the files of the recording from 0
  // on. `sink` and `model` must outlive the writer.
  RecordingWriter(ByteSink& sink, const RecordingInfo& info, unsigned segment,
                  const core::ObjectModel& model);

  // Appends an entry, its head included. Returns false for bytes that are none.
  bool add(Bytes entry, std::uint64_t utc_ns);
  void close_chunk() { mcap_.close_chunk(); }
  // Writes the rest of the file. `is_last`: the recording ends with it.
  void finish(bool is_last);

  [[nodiscard]] std::uint64_t size() const { return mcap_.size(); }
  [[nodiscard]] bool has_open_chunk() const { return mcap_.has_open_chunk(); }
  [[nodiscard]] bool has_failed() const { return mcap_.has_failed(); }

 private:
  std::uint16_t channel_of(const RecordedMessage& message);
  std::uint16_t add_channel(wire::Kind kind, wire::InterestKey key);
  // Returns the id of the class's schema, and its path in `path`.
  std::uint16_t schema_of(wire::InterestKey key, std::string& path);
  std::uint64_t publish_time(const wire::Record& record, std::uint64_t utc_ns) const;

  const RecordingInfo info_;
  const core::ObjectModel& model_;
  McapWriter mcap_;
  std::unordered_map<std::uint64_t, std::uint16_t> channels_;  // by kind and class
  std::unordered_map<wire::InterestKey, std::uint16_t> schemas_;
  std::uint32_t sequence_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace triad::recording
