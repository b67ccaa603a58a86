// Writes lines to a descriptor without blocking the caller: a stopped terminal (Ctrl-S) or a slow
// pipe must not delay the federation through its tracer. A thread of its own writes.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace triad::rtictl {

class LineWriter {
 public:
  static constexpr std::size_t kPendingMax = 64u << 20;  // In bytes.

  // Ignores SIGPIPE in the whole process. `pending_max` limits the bytes that wait.
  explicit LineWriter(int descriptor, std::size_t pending_max = kPendingMax);
  ~LineWriter();  // Calls finish(), then joins the thread.
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  // Queues a line. Returns false, and drops the line, if too much is waiting.
  bool write(const std::string& line);
  // Waits until all lines are written or an error makes that impossible.
  void finish();
  // Returns a descriptor that becomes readable when the reader has closed its end.
  int closed_descriptor() const { return closed_event_; }

 private:
  void run();

  const int descriptor_;
  const std::size_t pending_max_;
  int closed_event_ = -1;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string pending_;
  bool is_writing_ = false;
  bool is_broken_ = false;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace triad::rtictl
