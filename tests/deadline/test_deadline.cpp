// Ends a test program in which one test runs for too long: names the test, prints the stack of each
// thread, and aborts. Each test program of a sanitizer build has this file, because ctest sees one
// program there where it sees many tests elsewhere. TRIAD_TEST_SECONDS is the limit of one test in
// seconds. Without it there is no limit.
#include <dirent.h>
#include <gtest/gtest.h>
#include <sanitizer/common_interface_defs.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

// Asks a thread to print its stack.
constexpr int kStackSignal = SIGUSR2;

std::array<char, 512> running_test{};
sem_t stacks_printed;

void write_text(const char* text) {
  static_cast<void>(::write(STDERR_FILENO, text, std::strlen(text)) < 0);
}

void print_own_stack(int) {
  __sanitizer_print_stack_trace();
  ::sem_post(&stacks_printed);
}

void print_stack_of(pid_t thread) {
  if (::syscall(SYS_tgkill, ::getpid(), thread, kStackSignal) != 0) return;
  timespec until{};
  ::clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 3;
  if (::sem_timedwait(&stacks_printed, &until) != 0) write_text("  (it does not answer)\n");
}

// Calls functions that a signal handler must not call. If one of them blocks, ctest ends the
// program.
void end_program(int) {
  write_text("\nA test has run for TRIAD_TEST_SECONDS and is ended: ");
  write_text(running_test.data());
  write_text("\nThread of the handler:\n");
  __sanitizer_print_stack_trace();
  DIR* const threads = ::opendir("/proc/self/task");
  while (const dirent* const entry = threads == nullptr ? nullptr : ::readdir(threads)) {
    const pid_t thread = std::atoi(entry->d_name);
    if (thread == 0 || thread == ::gettid()) continue;
    write_text("Thread ");
    write_text(entry->d_name);
    write_text(":\n");
    print_stack_of(thread);
  }
  std::abort();
}

class Deadline final : public testing::EmptyTestEventListener {
 public:
  explicit Deadline(unsigned seconds) : seconds_(seconds) {
    ::sem_init(&stacks_printed, 0, 0);
    std::signal(SIGALRM, end_program);
    std::signal(kStackSignal, print_own_stack);
  }
  void OnTestStart(const testing::TestInfo& test) override {
    const std::string name = std::string(test.test_suite_name()) + "." + test.name();
    running_test.fill('\0');
    name.copy(running_test.data(), running_test.size() - 1);
    ::alarm(seconds_);
  }
  void OnTestEnd(const testing::TestInfo&) override { ::alarm(0); }

 private:
  const unsigned seconds_;
};

[[maybe_unused]] const bool is_installed = [] {
  const char* const text = std::getenv("TRIAD_TEST_SECONDS");
  const int seconds = text == nullptr ? 0 : std::atoi(text);
  if (seconds <= 0) return false;
  // GoogleTest deletes it.
  testing::UnitTest::GetInstance()->listeners().Append(
      new Deadline(static_cast<unsigned>(seconds)));
  return true;
}();

}  // namespace
