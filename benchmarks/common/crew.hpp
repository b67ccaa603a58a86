// The processes of a benchmark that starts them itself: the parent forks them, follows their
// phases, and learns whether all have ended well. Linux alone.
#ifndef TRIAD_BENCHMARKS_CREW_HPP
#define TRIAD_BENCHMARKS_CREW_HPP

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "benchmark_federation.hpp"

namespace benchmark_federate {

// Where the processes meet: memory that they all have.
struct Meeting {
  static const int kPhases = 16;
  std::atomic<unsigned long> arrived[kPhases];  // processes that have come to the end of the phase
  std::atomic<int> opened;  // phases that the parent lets them go on from, where it looks first
  std::atomic<bool> failed;
};

// `Shared`: a Meeting, or that and the figures that the processes tell.
template <class Shared>
class Crew {
 public:
  explicit Crew(const char* program) : program_(program) {
    void* const memory =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory to meet in");
    shared_ = new (memory) Shared();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  Shared& shared() { return *shared_; }

  // A process that does `work`, and ends.
  template <class Work>
  void start(Work work) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a process");
    if (child > 0) {
      ++started_;
      return;
    }
    const int status = run_as_program(program_, work);
    if (status != 0) shared_->failed = true;
    std::fflush(nullptr);
    _exit(status);
  }

  // Until all processes have come to the end of the phase, or one of them has failed.
  void wait_for(int phase) {
    while (shared_->arrived[phase] < started_ && !shared_->failed) {
      look(WNOHANG);
      usleep(500);
    }
  }
  void open() { ++shared_->opened; }

  // Until all have ended; whether all has gone well.
  bool end() {
    while (ended_ < started_) look(0);
    return !shared_->failed;
  }

 private:
  void look(int how) {
    int status = 0;
    while (ended_ < started_ && waitpid(-1, &status, how) > 0) {
      ++ended_;
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) shared_->failed = true;
    }
  }

  const char* const program_;
  Shared* shared_;
  unsigned long started_ = 0;
  unsigned long ended_ = 0;
};

}  // namespace benchmark_federate

#endif
