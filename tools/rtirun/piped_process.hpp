// A child process with pipes for input and output, such as ssh. In a session of its own, so Ctrl-C
// does not reach it. Ended with the object.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/rtimesh/outcome.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

class PipedProcess {
 public:
  // Starts the program, which is searched for in the PATH.
  static rtimesh::Outcome<PipedProcess> start(std::vector<std::string> command);
  PipedProcess(PipedProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)),
        input_(std::move(other.input_)),
        output_(std::move(other.output_)),
        errors_(std::move(other.errors_)),
        error_text_(std::move(other.error_text_)),
        unsent_(std::move(other.unsent_)) {}
  PipedProcess& operator=(PipedProcess&&) = delete;
  ~PipedProcess();

  // Adds the descriptors to wait for.
  void add_descriptors(std::vector<pollfd>& descriptors) const;
  // Waits for input or room, at most `timeout_ms` (-1: without limit).
  bool wait(int timeout_ms) const;
  // Sends bytes when there is room. Never blocks.
  void send_bytes(std::string_view bytes);
  void close_input() { input_.reset(); }
  // Returns the available output. Never blocks. Also reads errors and sends waiting bytes.
  std::string read_output();
  // Returns whether output and errors have ended.
  bool is_over() const { return !output_.valid() && !errors_.valid(); }
  // Collects the process after is_over(). Returns the last line of its errors, or its status; empty
  // for status 0.
  std::string failure();

 private:
  PipedProcess(pid_t pid, transport::UniqueFd input, transport::UniqueFd output,
               transport::UniqueFd errors)
      : pid_(pid),
        input_(std::move(input)),
        output_(std::move(output)),
        errors_(std::move(errors)) {}
  void flush();

  pid_t pid_;
  transport::UniqueFd input_;
  transport::UniqueFd output_;
  transport::UniqueFd errors_;
  std::string error_text_;  // End of the errors.
  std::string unsent_;
};

}  // namespace triad::rtirun
