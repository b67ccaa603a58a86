#include "tools/rtirun/run_logs.hpp"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <utility>

#include "files/line_output.hpp"
#include "transport/descriptor_limit.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

namespace {

// Reads the lines of one log. A log that does not exist yet is opened later.
class LogReader {
 public:
  LogReader(std::string name, std::filesystem::path file)
      : name_(std::move(name)), file_(std::move(file)) {}

  const std::string& name() const { return name_; }

  // Reads the next line unless there is one already. Returns whether there is one. A line that is
  // still being written counts only if `is_last`.
  bool advance(bool is_last) {
    if (has_line_) return true;
    if (!stream_.is_open()) stream_.open(file_, std::ios::binary);
    if (!stream_) return false;
    std::string part;
    std::getline(stream_, part);
    line_ += part;
    const bool is_whole = !stream_.eof();
    stream_.clear();
    has_line_ = is_whole || (is_last && !line_.empty());
    if (!has_line_) return false;
    if (const WallClock time = split_line(line_).time; time.count() > 0) time_ = time;
    return true;
  }
  // Time of the line, or of the last one with a time.
  WallClock time() const { return time_; }
  // Returns the line and goes on behind it.
  std::string take_line() {
    has_line_ = false;
    return std::exchange(line_, {});
  }

 private:
  std::string name_;
  std::filesystem::path file_;
  std::ifstream stream_;
  std::string line_;
  WallClock time_{0};
  bool has_line_ = false;
};

class LogPrinter {
 public:
  LogPrinter(std::vector<LogReader> readers, std::optional<WallClock> since, std::ostream& out)
      : readers_(std::move(readers)), since_(since.value_or(WallClock(0))), out_(out) {}

  // Prints the lines that are there.
  void print(bool is_last) {
    using Entry = std::pair<WallClock, std::size_t>;  // Time of a line, and its reader.
    std::set<Entry> lines;
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      if (readers_[i].advance(is_last)) lines.emplace(readers_[i].time(), i);
    }
    while (!lines.empty() && out_) {
      const std::size_t i = lines.extract(lines.begin()).value().second;
      LogReader& reader = readers_[i];
      const WallClock time = reader.time();
      const std::string line = reader.take_line();
      if (time >= since_) out_ << reader.name() << " | " << files::as_line(line) << '\n';
      if (reader.advance(is_last)) lines.emplace(reader.time(), i);
    }
    out_ << std::flush;
  }

 private:
  std::vector<LogReader> readers_;
  WallClock since_;
  std::ostream& out_;
};

Outcome<std::vector<LogReader>> open_logs(const RunFiles& files, const LogRequest& request) {
  const auto state = files.read();
  if (!state) return state.error();
  if (!*state) return Fault{"there is no run of this scenario; `rtirun up` starts one"};
  const auto& processes = (*state)->processes;
  for (const std::string& name : request.processes) {
    if (std::ranges::none_of(processes,
                             [&](const auto& process) { return process.status.name == name; })) {
      return Fault{"the run has no process \"" + files::as_line(name) +
                   "\"; `rtirun status` lists them"};
    }
  }
  std::vector<LogReader> readers;
  for (const auto& [status, host] : processes) {
    const auto& wanted = request.processes;
    if (!wanted.empty() && std::ranges::find(wanted, status.name) == wanted.end()) continue;
    readers.emplace_back(status.name, files.log_of(status.name));
  }
  return readers;
}

}  // namespace

Outcome<void> print_logs(const RunFiles& files, const LogRequest& request, std::ostream& out) {
  transport::raise_descriptor_limit();  // Each log needs a descriptor.
  auto readers = open_logs(files, request);
  if (!readers) return readers.error();
  LogPrinter printer(*std::move(readers), request.since, out);
  if (!request.is_following) {
    printer.print(true);
    return {};
  }
  const transport::UniqueFd changes(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!changes.valid() || ::inotify_add_watch(changes.get(), files.folder().c_str(),
                                              IN_MODIFY | IN_CREATE | IN_CLOSE_WRITE) < 0) {
    return Fault{"\"" + files.folder().string() + "\" cannot be watched: " + std::strerror(errno)};
  }
  for (bool is_running = true; is_running && out;) {
    // The end of rtirun closes the lock's file, which is a change.
    is_running = files.lock_holder() > 0;
    printer.print(!is_running);
    if (!is_running) break;
    pollfd input{changes.get(), POLLIN, 0};
    ::poll(&input, 1, -1);
    char events[16 << 10];
    while (::read(changes.get(), events, sizeof events) > 0) {
    }
  }
  return {};
}

}  // namespace triad::rtirun
