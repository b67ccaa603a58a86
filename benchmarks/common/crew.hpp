// The processes of a benchmark that starts them itself. The parent forks them, follows their
// phases, and detects failures. Linux only.
#ifndef TRIAD_BENCHMARKS_CREW_HPP
#define TRIAD_BENCHMARKS_CREW_HPP

#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "benchmark_federation.hpp"

namespace benchmark_federate {

// Shared memory through which the processes synchronize.
struct Meeting {
  static const int kPhases = 16;

  void arrive(int phase) {
    ++arrived[phase];
    sem_post(&news);
  }

  std::atomic<unsigned long> arrived[kPhases];  // Processes that have finished each phase.
  // Phases after which the processes may continue, for benchmarks in which the parent measures in
  // between.
  std::atomic<int> opened;
  std::atomic<bool> failed;
  sem_t news;  // Posted at each arrival and at each end of a process.
};

// `Shared` is a Meeting, or is derived from it and holds the processes' results.
template <class Shared>
class Crew {
 public:
  explicit Crew(const char* program) : program_(program) {
    void* const memory =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("cannot map shared memory");
    shared_ = new (memory) Shared();
    sem_init(&shared_->news, 1, 0);
    news() = &shared_->news;
    struct sigaction action = {};
    action.sa_handler = [](int) { sem_post(news()); };
    action.sa_flags = SA_RESTART;
    sigaction(SIGCHLD, &action, nullptr);
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  Shared& shared() { return *shared_; }

  // Starts a process that runs `work` and ends.
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

  // Waits until all processes have finished the phase, or one has failed.
  void wait_for(int phase) {
    while (shared_->arrived[phase] < started_ && !shared_->failed) {
      reap_processes(WNOHANG);
      if (shared_->arrived[phase] < started_ && !shared_->failed) sem_wait(&shared_->news);
    }
  }
  void open() { ++shared_->opened; }

  // Waits until all processes have ended. Returns whether all have succeeded.
  bool end() {
    while (ended_ < started_) reap_processes(0);
    return !shared_->failed;
  }

 private:
  // Returns the semaphore of the crew, for the signal handler: a program has one crew.
  static sem_t*& news() {
    static sem_t* of_crew = nullptr;
    return of_crew;
  }
  void reap_processes(int how) {
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

// Runs a Benchmark with a crew and returns the exit status. parse(argc, argv) returns its options.
template <class Benchmark, class Parse>
int run_with_crew(const char* name, Parse parse, int argc, char** argv) {
  int status = 1;
  const int threw = run_as_program(name, [&] { status = Benchmark(parse(argc, argv)).run(); });
  return threw != 0 ? threw : status;
}

}  // namespace benchmark_federate

#endif
