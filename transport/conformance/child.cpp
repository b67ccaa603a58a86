// See child.hpp.
#include "transport/conformance/child.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <iterator>

namespace triad::transport {

namespace {

std::ptrdiff_t count_threads() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return std::distance(begin(threads), end(threads));
}

// The thread sanitizer may have a thread of its own.
#ifdef __SANITIZE_THREAD__
constexpr std::ptrdiff_t kThreadsMax = 2;
#else
constexpr std::ptrdiff_t kThreadsMax = 1;
#endif

}  // namespace

void LineSocket::send_line(const std::string& line) {
  const std::string text = line + "\n";
  static_cast<void>(::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL) < 0);
}

std::string LineSocket::read_line() {
  std::string line;
  char c = 0;
  while (::read(socket_.get(), &c, 1) == 1 && c != '\n') line += c;
  return line;
}

Child::Child(const std::function<void(LineSocket& parent)>& run) {
  EXPECT_LE(count_threads(), kThreadsMax) << "start a child before threads";
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  lines_ = LineSocket(UniqueFd(ends[0]));
  LineSocket parent{UniqueFd(ends[1])};
  pid_ = ::fork();
  if (pid_ != 0) return;

  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  lines_ = LineSocket(UniqueFd());
  run(parent);
  while (true) ::pause();
}

Child::~Child() {
  kill();
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
