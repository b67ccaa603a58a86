#include "libRTI/src/background/background_thread.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string>
#include <system_error>
#include <utility>

#include "files/line_output.hpp"
#include "libRTI/src/background/at_exit.hpp"

namespace triad::api {
namespace {

using Clock = rtia::FederatePresence::Clock;

// Interval of checks for a federate that calls occasionally. A wakeup costs some microseconds,
// which is negligible at this interval, and the delay for other federates remains short.
constexpr long kLookAgainNs = 10'000'000;
// In larger federations the interval grows in proportion, up to tenfold, because all federates may
// be on this host. The total cost is then that of this number of federates.
constexpr long kFederatesAtThatPace = 16;
constexpr long kLookAgainMaxNs = 10 * kLookAgainNs;
// Interval of checks for batches. A batch seen by two checks in a row is flushed, so no batch
// becomes older than two intervals. The checks end after this number without a batch.
constexpr long kShortlyNs = 45'000;
constexpr int kLooksWithoutBatch = 4;

// Blocks all signals in threads created during its lifetime.
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

void BackgroundThread::start(rtia::HostedAmbassador& ambassador,
                             std::function<void()> after_input) {
  stop();
  ambassador_ = &ambassador;
  after_input_ = std::move(after_input);
  stop_.store(false, std::memory_order_relaxed);
  guarding_.store(false, std::memory_order_relaxed);
  ended_.store(false, std::memory_order_relaxed);
  const char* reason = "no file descriptor is left";
  if (handoff_.make_bell()) {
    const SignalsBlocked blocked;
    try {
      prepare_for_exit();
      thread_ = std::make_unique<std::thread>([this] { run(); });
      pthread_setname_np(thread_->native_handle(), "triad-rtia");
      ambassador.set_batching_guard(*this);
      return;
    } catch (const std::system_error&) {
      reason = "no thread is left";
    }
  }
  files::print_line(std::string("triad: no background thread for this federate (") + reason +
                    "): others may have to wait for it when it does not tick");
}

void BackgroundThread::stop() noexcept {
  if (thread_ == nullptr) return;
  stop_.store(true, std::memory_order_relaxed);
  handoff_.ring();
  // The background thread itself gets here if a libFedTime ends the process while the thread calls
  // it.
  if (thread_->get_id() != std::this_thread::get_id()) {
    thread_->join();
    thread_.reset();
  } else {
    (void)thread_.release();
  }
}

void BackgroundThread::run() {
  std::uint64_t seen = handoff_.number();
  ::prctl(PR_SET_TIMERSLACK, 1UL);  // Otherwise the kernel may wake the thread 50 us late.
  while (!stopping() && handoff_.can_claim()) {
    // Several rings before a sleep count as one. So each possible reason is checked before a sleep:
    // here, a batch that waits.
    if (!is_guarding()) sleep(Sleep::until_next_check);
    if (is_guarding()) watch_batches();
    ambassador_->presence().update(Clock::now());
    const std::uint64_t number = handoff_.number();
    if (std::exchange(seen, number) != number) continue;
    if (!ExclusiveHandoff::is_inside(number)) {
      if (handoff_.claim(number)) read_while_outside();
    } else if (handoff_.await_give_back(number)) {
      // And here, a service that waits for the end of this thread.
      if (!stopping()) sleep(Sleep::until_rung);
      handoff_.end_await_give_back();
    }
  }
  ended_.store(true, std::memory_order_relaxed);
}

bool BackgroundThread::wake() {
  if (is_guarding()) return true;
  if (ended_.load(std::memory_order_relaxed)) return false;
  guarding_.store(true, std::memory_order_seq_cst);
  handoff_.ring();
  return true;
}

// Watches for old batches until there has been none for a while.
void BackgroundThread::watch_batches() {
  const rtia::Batching& batching = ambassador_->batching();
  std::uint64_t seen = 0;
  for (int without = 0; !stopping();) {
    sleep(Sleep::until_batch_check);
    const std::uint64_t batch = batching.pending();
    without = batch == 0 ? without + 1 : 0;
    if (batch != 0 && batch == seen) flush_overdue_batch(batch);
    seen = batch;
    if (without < kLooksWithoutBatch) continue;
    guarding_.store(false, std::memory_order_seq_cst);
    if (batching.pending() == 0) return;
    guarding_.store(true, std::memory_order_seq_cst);
  }
}

// Has an old batch flushed: by this thread if it can take the ambassador; otherwise the federate
// flushes at the end of its current service or with its next update.
void BackgroundThread::flush_overdue_batch(std::uint64_t batch) {
  const std::uint64_t number = handoff_.number();
  if (ExclusiveHandoff::is_inside(number) || !handoff_.claim(number)) {
    return ambassador_->batching().set_overdue(batch);
  }
  {
    const WorkBeforeExit work;
    if (work.is_allowed()) ambassador_->flush_all();
  }
  // If the link has no space for the rest, waits for it together with input.
  ambassador_->wants_write() ? read_while_outside() : handoff_.release();
}

// Reads input until the federate returns.
void BackgroundThread::read_while_outside() {
  const auto since = Clock::now();
  do {
    ambassador_->presence().set_outside_since(since);
    const bool goes_on = read_all();
    ambassador_->presence().set_outside_since(std::nullopt);
    if (!goes_on) return handoff_.release();
    if (!ambassador_->prepare_wait()) continue;
    const auto events = static_cast<short>(POLLIN | (ambassador_->wants_write() ? POLLOUT : 0));
    link_ = {pollfd{ambassador_->descriptor(), events, 0},
             pollfd{ambassador_->second_descriptor(), POLLIN, 0}};
    handoff_.watch();
    sleep(Sleep::on_link);
    if (!handoff_.resume()) return;
  } while (true);
}

// Handles all available input. Returns false if the federate returns or the thread must end.
bool BackgroundThread::read_all() {
  const WorkBeforeExit work;
  if (!work.is_allowed()) stop_.store(true, std::memory_order_relaxed);
  if (stopping()) return false;
  ambassador_->finish_wait();
  while (ambassador_->poll() > 0 && !handoff_.is_wanted() && !stopping()) {
  }
  after_input_();
  if (!ambassador_->is_usable()) stop_.store(true, std::memory_order_relaxed);
  return !handoff_.is_wanted() && !stopping();
}

void BackgroundThread::sleep(Sleep how) const {
  std::array<pollfd, 3> descriptors{pollfd{handoff_.bell(), POLLIN, 0}, link_[0], link_[1]};
  const auto federates =
      static_cast<long>(std::min<std::size_t>(ambassador_->member_count(), 1 << 20));
  const long look_again = std::clamp(kLookAgainNs * federates / kFederatesAtThatPace, kLookAgainNs,
                                     kLookAgainMaxNs - 1);
  const timespec limit{0, how == Sleep::until_batch_check ? kShortlyNs : look_again};
  const bool is_limited = how == Sleep::until_next_check || how == Sleep::until_batch_check;
  ::ppoll(descriptors.data(), how == Sleep::on_link ? descriptors.size() : 1,
          is_limited ? &limit : nullptr, nullptr);
  if (descriptors[0].revents != 0) handoff_.silence();
}

}  // namespace triad::api
