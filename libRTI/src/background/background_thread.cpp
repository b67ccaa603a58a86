#include "libRTI/src/background/background_thread.hpp"

#include <poll.h>
#include <pthread.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <system_error>
#include <utility>

#include "libRTI/src/background/at_exit.hpp"

namespace triad::api {
namespace {

// How often the thread looks whether a federate that calls now and then still does: what a wake
// costs, some microseconds, is then nothing, and no federate waits for this one for long.
constexpr long kLookAgainNs = 10'000'000;

// All signals are blocked in the threads that are made while it lives.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

void BackgroundThread::start(rtia::HostedAmbassador& ambassador, std::function<void()> looked) {
  stop();
  ambassador_ = &ambassador;
  looked_ = std::move(looked);
  stop_.store(false, std::memory_order_relaxed);
  const char* reason = "the system gives no more descriptors";
  if (custody_.make_bell()) {
    const SignalsBlocked blocked;
    try {
      prepare_for_exit();
      thread_ = std::make_unique<std::thread>([this] { run(); });
      pthread_setname_np(thread_->native_handle(), "triad-rtia");
      return;
    } catch (const std::system_error&) {
      reason = "the system gives no more threads";
    }
  }
  std::fprintf(stderr,
               "triad: no background thread for this federate (%s): others may have to wait for it "
               "when it does not tick\n",
               reason);
}

void BackgroundThread::stop() noexcept {
  if (thread_ == nullptr) return;
  stop_.store(true, std::memory_order_relaxed);
  custody_.ring();
  // Not by a libFedTime that ends the process while the thread asks it for a time.
  if (thread_->get_id() != std::this_thread::get_id()) {
    thread_->join();
    thread_.reset();
  } else {
    (void)thread_.release();
  }
}

void BackgroundThread::run() {
  std::uint64_t seen = custody_.number();
  while (!stopping() && custody_.can_claim()) {
    sleep(Sleep::look_again);
    const std::uint64_t number = custody_.number();
    if (std::exchange(seen, number) != number) continue;
    if (!Custody::is_inside(number)) {
      if (custody_.claim(number)) attend();
    } else if (custody_.await_give_back(number)) {
      sleep(Sleep::until_rung);
      custody_.await_no_more();
    }
  }
}

// The federate is away; until it is back, reads what comes.
void BackgroundThread::attend() {
  do {
    if (!read_all()) return custody_.release();
    if (!ambassador_->prepare_wait()) continue;
    link_ = {ambassador_->descriptor(),
             static_cast<short>(POLLIN | (ambassador_->wants_write() ? POLLOUT : 0)), 0};
    custody_.watch();
    sleep(Sleep::on_link);
    if (!custody_.resume()) return;
  } while (true);
}

// False: the federate is back, or there is nothing more to do for ever.
bool BackgroundThread::read_all() {
  const WorkBeforeExit work;
  if (!work.is_allowed()) stop_.store(true, std::memory_order_relaxed);
  if (stopping()) return false;
  ambassador_->finish_wait();
  while (ambassador_->poll() > 0 && !custody_.is_wanted() && !stopping()) {
  }
  looked_();
  if (!ambassador_->usable()) stop_.store(true, std::memory_order_relaxed);
  return !custody_.is_wanted() && !stopping();
}

void BackgroundThread::sleep(Sleep how) const {
  std::array<pollfd, 2> descriptors{pollfd{custody_.bell(), POLLIN, 0}, link_};
  const timespec look_again{0, kLookAgainNs};
  ::ppoll(descriptors.data(), how == Sleep::on_link ? 2 : 1,
          how == Sleep::look_again ? &look_again : nullptr, nullptr);
  if (descriptors[0].revents != 0) custody_.silence();
}

}  // namespace triad::api
