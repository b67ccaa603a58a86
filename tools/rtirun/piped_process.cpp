#include "tools/rtirun/piped_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "files/line_output.hpp"

namespace triad::rtirun {

namespace {

using transport::UniqueFd;

constexpr std::size_t kErrorBytesMax = 4096;

struct PipeEnds {
  UniqueFd from, to;
};

PipeEnds make_pipe() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Reads what is there; closes a pipe without writers.
std::string read_all(UniqueFd& from) {
  std::string text;
  char bytes[16 << 10];
  while (from.valid()) {
    const ssize_t n = ::read(from.get(), bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) break;
    if (n <= 0) {
      from.reset();
      break;
    }
    text.append(bytes, static_cast<std::size_t>(n));
  }
  return text;
}

// Runs in the child.
[[noreturn]] void run_program(char* const words[], int input, int output, int errors) {
  ::setsid();
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::execvp(words[0], words);
  const char* const reason = std::strerror(errno);
  [[maybe_unused]] ssize_t written = ::write(STDERR_FILENO, words[0], std::strlen(words[0]));
  written = ::write(STDERR_FILENO, ": ", 2);
  written = ::write(STDERR_FILENO, reason, std::strlen(reason));
  ::_exit(127);
}

}  // namespace

rtimesh::Outcome<PipedProcess> PipedProcess::start(std::vector<std::string> command) {
  PipeEnds input = make_pipe(), output = make_pipe(), errors = make_pipe();
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const bool has_pipes = input.to.valid() && output.to.valid() && errors.to.valid();
  const pid_t pid = has_pipes ? ::fork() : -1;
  if (pid < 0) {
    return rtimesh::Fault{command.front() + " cannot be started: " + std::strerror(errno)};
  }
  if (pid == 0) run_program(words.data(), input.from.get(), output.to.get(), errors.to.get());
  for (const UniqueFd* own : {&input.to, &output.from, &errors.from}) {
    ::fcntl(own->get(), F_SETFL, O_NONBLOCK);
  }
  return PipedProcess(pid, std::move(input.to), std::move(output.from), std::move(errors.from));
}

PipedProcess::~PipedProcess() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGTERM);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void PipedProcess::add_descriptors(std::vector<pollfd>& descriptors) const {
  if (output_.valid()) descriptors.push_back({output_.get(), POLLIN, 0});
  if (errors_.valid()) descriptors.push_back({errors_.get(), POLLIN, 0});
  if (input_.valid() && !unsent_.empty()) descriptors.push_back({input_.get(), POLLOUT, 0});
}

bool PipedProcess::wait(int timeout_ms) const {
  std::vector<pollfd> descriptors;
  add_descriptors(descriptors);
  return ::poll(descriptors.data(), descriptors.size(), timeout_ms) > 0;
}

void PipedProcess::send_bytes(std::string_view bytes) {
  unsent_ += bytes;
  flush();
}

void PipedProcess::flush() {
  while (input_.valid() && !unsent_.empty()) {
    const ssize_t n = ::write(input_.get(), unsent_.data(), unsent_.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno != EAGAIN) input_.reset();
    if (n <= 0) return;
    unsent_.erase(0, static_cast<std::size_t>(n));
  }
}

std::string PipedProcess::read_output() {
  flush();
  error_text_ += read_all(errors_);
  if (error_text_.size() > kErrorBytesMax) {
    error_text_.erase(0, error_text_.size() - kErrorBytesMax);
  }
  return read_all(output_);
}

std::string PipedProcess::failure() {
  int status = 0;
  while (pid_ > 0 && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  while (!error_text_.empty() && (error_text_.back() == '\n' || error_text_.back() == '\r')) {
    error_text_.pop_back();
  }
  const std::size_t begin = error_text_.rfind('\n');
  std::string line = begin == error_text_.npos ? error_text_ : error_text_.substr(begin + 1);
  if (!line.empty()) return files::as_line(line);
  return WIFEXITED(status) ? "status " + std::to_string(WEXITSTATUS(status))
                           : "signal " + std::to_string(WTERMSIG(status));
}

}  // namespace triad::rtirun
