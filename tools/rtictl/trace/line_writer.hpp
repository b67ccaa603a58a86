// Writes lines without making whoever has them wait: a terminal that is stopped (Ctrl-S) or a slow
// pipe must not hold up the federation through its tracer. A thread does the writing.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace triad::rtictl {

class LineWriter {
 public:
  static constexpr std::size_t kPendingMax = 64u << 20;  // bytes

  // Ignores SIGPIPE for the whole program. `pending_max` bytes may wait.
  explicit LineWriter(int descriptor, std::size_t pending_max = kPendingMax);
  ~LineWriter();  // when all is written, or cannot be
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  // False: too much waits already, the line is dropped.
  bool write(const std::string& line);
  // Waits until all is written, or cannot be.
  void finish();
  // Readable once nobody reads the other end any more.
  int closed_descriptor() const { return closed_event_; }

 private:
  void run();

  const int descriptor_;
  const std::size_t pending_max_;
  int closed_event_ = -1;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string pending_;
  bool writing_ = false;
  bool broken_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace triad::rtictl
