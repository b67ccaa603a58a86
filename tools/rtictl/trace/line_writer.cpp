#include "tools/rtictl/trace/line_writer.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

namespace triad::rtictl {

namespace {

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

LineWriter::LineWriter(int descriptor, std::size_t pending_max)
    : descriptor_(descriptor),
      pending_max_(pending_max),
      closed_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  ::signal(SIGPIPE, SIG_IGN);
  thread_ = std::thread([this] { run(); });
}

LineWriter::~LineWriter() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
  ::close(closed_event_);
}

bool LineWriter::write(const std::string& line) {
  {
    const std::lock_guard lock(mutex_);
    if (is_broken_) return true;
    if (pending_.size() + line.size() > pending_max_) return false;
    pending_ += line;
  }
  changed_.notify_all();
  return true;
}

void LineWriter::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_broken_ || (pending_.empty() && !is_writing_); });
}

void LineWriter::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return is_ending_ || !pending_.empty(); });
    if (pending_.empty() || is_broken_) return;
    const std::string text = std::exchange(pending_, {});
    is_writing_ = true;
    lock.unlock();
    const bool written = write_all(descriptor_, text);
    lock.lock();
    is_writing_ = false;
    if (!written) {
      is_broken_ = true;
      pending_.clear();
      const std::uint64_t one = 1;
      // Cannot fail: this is the only write to the eventfd.
      [[maybe_unused]] const ssize_t notified = ::write(closed_event_, &one, sizeof one);
    }
    changed_.notify_all();
    if (is_broken_) return;
  }
}

}  // namespace triad::rtictl
