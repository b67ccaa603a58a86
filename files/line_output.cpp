#include "files/line_output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

#include "files/write_all.hpp"
#include "wire/harmless_text.hpp"

namespace triad::files {

namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Returns as many escaped characters from `at` on as fit, and moves `at` past them.
std::string shown_up_to(std::string_view text, std::size_t& at, std::size_t bytes_max) {
  std::string line;
  while (at < text.size()) {
    const wire::Character first = wire::first_character(text.substr(at));
    std::string next;
    wire::append_harmless(next, text.substr(at, first.bytes), first.is_harmless);
    if (line.size() + next.size() > bytes_max) break;
    line += next;
    at += first.bytes;
  }
  return line;
}

// A file description of this process's own, with flags that no other process shares. Sockets do not
// need it: their calls can be non-blocking by themselves.
class OwnOpening {
 public:
  explicit OwnOpening(int descriptor)
      : number_(::open(("/proc/self/fd/" + std::to_string(descriptor)).c_str(),
                       O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {}
  ~OwnOpening() {
    if (number_ >= 0) ::close(number_);
  }
  OwnOpening(const OwnOpening&) = delete;
  OwnOpening& operator=(const OwnOpening&) = delete;
  int number() const { return number_; }

 private:
  const int number_;
};

bool has_room(int descriptor) {
  pollfd asked{descriptor, POLLOUT, 0};
  return ::poll(&asked, 1, 0) == 1 && (asked.revents & POLLOUT) != 0;
}

bool write_bytes(int descriptor, std::string_view bytes) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return false;
  if (S_ISSOCK(status.st_mode)) {
    return ::send(descriptor, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  if (S_ISREG(status.st_mode)) return write_all(descriptor, bytes);
  const OwnOpening own(descriptor);
  if (own.number() >= 0) return write_all(own.number(), bytes);
  // A pipe or terminal of another user, or no /proc. poll() promises room for a line, but another
  // writer may use it first.
  return has_room(descriptor) && write_all(descriptor, bytes);
}

}  // namespace

std::string as_line(std::string_view text, std::size_t bytes_max) {
  std::size_t at = 0;
  std::string line = shown_up_to(text, at, bytes_max);
  if (at == text.size()) return line;
  const std::string left_out = " ...(" + std::to_string(text.size()) + " bytes in all)... ";
  const std::size_t kept = bytes_max - std::min(bytes_max, left_out.size());
  const std::size_t behind = kept / 4;
  at = 0;
  line = shown_up_to(text, at, kept - behind) + left_out;
  // The tail begins at the first character from which the whole rest fits.
  std::size_t from = text.size() - std::min(text.size() - at, behind);
  for (;; ++from) {
    while (from < text.size() && is_continuation(text[from])) ++from;
    std::size_t end = from;
    const std::string tail = shown_up_to(text, end, behind);
    if (end == text.size()) return line + tail;
  }
}

bool write_line(int descriptor, std::string_view text, std::string_view before) {
  std::string lines = before.empty() ? "" : as_line(before, kLineBytesMax / 4) + '\n';
  lines += as_line(text, kLineBytesMax - 1 - lines.size());
  return write_bytes(descriptor, lines + '\n');
}

void print_line(std::string_view text) {
  static std::atomic<std::uint64_t> untaken{0};
  const std::uint64_t lost = untaken.exchange(0);
  std::string before;
  if (lost > 0) {
    before = "triad: lost " + std::to_string(lost) + (lost == 1 ? " line" : " lines") +
             " of standard error, which was full";
  }
  if (!write_line(STDERR_FILENO, text, before)) untaken += lost + 1;
}

bool is_logged_occurrence(std::uint64_t times) {
  while (times > 1 && times % 10 == 0) times /= 10;
  return times == 1;
}

std::string occurrences_suffix(std::uint64_t times) {
  return times <= 1 ? "" : " (" + std::to_string(times) + " times by now)";
}

}  // namespace triad::files
