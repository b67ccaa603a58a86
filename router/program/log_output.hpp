// A log's sink that writes to a descriptor and waits for no reader: lines for which there is no
// room are counted, and a line before the next one says how many are missing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "files/line_output.hpp"
#include "router/program/program_log.hpp"

namespace triad::router {

class LogOutput {
 public:
  // The descriptor stays the caller's.
  explicit LogOutput(int fd) : fd_(fd) {}

  void operator()(std::string_view line) {
    std::string missing;
    if (lost_ > 0) {
      missing = iso_time() + " warning: nobody took the log; " + std::to_string(lost_) +
                (lost_ == 1 ? " line is" : " lines are") + " missing here";
    }
    lost_ = files::write_line(fd_, line, missing) ? 0 : lost_ + 1;
  }

 private:
  int fd_;
  std::uint64_t lost_ = 0;
};

}  // namespace triad::router
