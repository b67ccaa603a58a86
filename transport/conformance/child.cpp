// See child.hpp.
#include "transport/conformance/child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace triad::transport {

Child::Child(const std::function<void(const SendLine&)>& run) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  from_child_.reset(ends[0]);
  UniqueFd to_parent(ends[1]);
  pid_ = ::fork();
  if (pid_ != 0) return;

  from_child_.reset();
  run([&](const std::string& line) {
    const std::string text = line + "\n";
    static_cast<void>(::write(to_parent.get(), text.data(), text.size()) < 0);
  });
  while (true) ::pause();
}

Child::~Child() {
  kill();
}

std::string Child::read_line() {
  std::string line;
  char c = 0;
  while (::read(from_child_.get(), &c, 1) == 1 && c != '\n') line += c;
  return line;
}

void Child::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

void Child::stop() {
  ::kill(pid_, SIGSTOP);
  ::waitpid(pid_, nullptr, WUNTRACED);
}

void Child::resume() {
  ::kill(pid_, SIGCONT);
}

}  // namespace triad::transport
