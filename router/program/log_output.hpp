// A log's sink that writes to a descriptor and never waits for a reader. Lines that find no room
// are counted, and a line before the next one gives their number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "files/line_output.hpp"
#include "router/program/program_log.hpp"

namespace triad::router {

class LogOutput {
 public:
  // Writes to the descriptor, which the caller owns.
  explicit LogOutput(int fd) : fd_(fd) {}

  void operator()(std::string_view line) {
    std::string missing;
    if (lost_ > 0) {
      missing = iso_time() + " warning: no reader took the log; " + std::to_string(lost_) +
                (lost_ == 1 ? " line is" : " lines are") + " missing here";
    }
    lost_ = files::write_line(fd_, line, missing) ? 0 : lost_ + 1;
  }

 private:
  int fd_;
  std::uint64_t lost_ = 0;
};

}  // namespace triad::router
