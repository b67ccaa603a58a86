// Records the actions of one federate during a membership. The federate's thread appends entries to
// a ring; a thread of the recorder compresses and writes them. Used by HostedAmbassador, which is
// bound to one thread at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "recording/hosting/byte_ring.hpp"
#include "recording/recording_writer.hpp"
#include "wire/error.hpp"

namespace triad::recording {

struct RecorderOptions {
  std::string directory;          // empty: nothing is recorded
  bool waits_when_full = false;   // the federate waits for the disk; otherwise records are dropped
  std::uint64_t split_bytes = 0;  // size at which the next file begins; 0: never
  std::size_t buffer_bytes = std::size_t{8} << 20;
  bool records_callbacks = false;  // all callbacks, with their values
};

// Returns a text if nothing can be recorded in this directory. Creates it if it is missing.
std::optional<std::string> check_directory(const std::string& directory);

class Recorder {
 public:
  // Opens the first file. Fails with a text that names the file and the reason. Fills in the id,
  // the host, the process and the times of `info`.
  static wire::Result<std::unique_ptr<Recorder>> begin(const RecorderOptions& options,
                                                       RecordingInfo info, core::ObjectModel model);
  // Writes everything recorded so far, and the end of the file. Blocks until that is done.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Records a record in consecutive parts.
  void record(Origin origin, std::span<const Bytes> parts);

  [[nodiscard]] bool records_callbacks() const { return options_.records_callbacks; }
  // Returns the number of records dropped because the disk was too slow or they did not fit.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  // Returns whether the recorder has given up, because a file could not be written.
  [[nodiscard]] bool has_stopped() const { return has_stopped_.load(std::memory_order_relaxed); }

 private:
  class File;

  Recorder(const RecorderOptions& options, RecordingInfo info, core::ObjectModel model);

  // --- Federate's thread.
  void append_waiting(Bytes bytes);
  // Appends the count of dropped records if there is room for `bytes` more. Returns false
  // otherwise.
  [[nodiscard]] bool append_drops(std::size_t bytes);
  void wake_if_half_full();
  void wake();

  // --- Recorder's thread.
  // Opens the next file. Returns false after a fault, and then sets fault_.
  [[nodiscard]] bool open_file();
  void run();
  void sleep();
  // Writes the entries of the ring.
  void write_entries();
  void write_entry(Bytes entry);
  void close_old_chunk(std::uint64_t now_ns);
  // Ends the recording because the file could not be written.
  void stop(const std::string& reason);

  const RecorderOptions options_;
  const RecordingInfo info_;
  const core::ObjectModel model_;
  const int owner_;  // process that began it; a child of fork() has no thread
  ByteRing ring_;
  std::uint64_t dropped_ = 0;
  DropCount pending_drops_;

  std::unique_ptr<File> file_;
  unsigned segment_ = 0;
  std::string fault_;
  std::uint64_t utc_of_zero_ns_ = 0;  // wall clock when the monotonic clock was zero
  Buffer entries_;                    // bytes taken from the ring; may end within an entry
  std::uint64_t chunk_begun_ns_ = 0;

  int wake_descriptor_ = -1;
  std::atomic<bool> is_asleep_{false};
  std::atomic<bool> is_ending_{false};
  std::atomic<bool> has_stopped_{false};
  std::atomic<std::uint32_t> turns_{
      0};  // of the thread; a federate that waits for room waits for it
  std::thread thread_;
};

}  // namespace triad::recording
