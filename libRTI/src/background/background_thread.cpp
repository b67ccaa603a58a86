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

// How often the thread looks whether a federate that calls now and then still does: what a wake
// costs, some microseconds, is then nothing, and no federate waits for this one for long.
constexpr long kLookAgainNs = 10'000'000;
// That grows with the federation, for all of whose federates may be on this host: the looks of all
// together take no more of it than those of so many; up to ten times that long.
constexpr long kFederatesAtThatPace = 16;
constexpr long kLookAgainMaxNs = 10 * kLookAgainNs;
// A batch that two looks in a row have seen is flushed, so none gets older than two of these; and
// after so many without a batch the thread looks no more.
constexpr long kShortlyNs = 45'000;
constexpr int kLooksWithoutBatch = 4;

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
  guarding_.store(false, std::memory_order_relaxed);
  ended_.store(false, std::memory_order_relaxed);
  const char* reason = "no file descriptor is left";
  if (handoff_.make_bell()) {
    const SignalsBlocked blocked;
    try {
      prepare_for_exit();
      thread_ = std::make_unique<std::thread>([this] { run(); });
      pthread_setname_np(thread_->native_handle(), "triad-rtia");
      ambassador.batch(*this);
      return;
    } catch (const std::system_error&) {
      reason = "no thread is left";
    }
  }
  files::say(std::string("triad: no background thread for this federate (") + reason +
             "): others may have to wait for it when it does not tick");
}

void BackgroundThread::stop() noexcept {
  if (thread_ == nullptr) return;
  stop_.store(true, std::memory_order_relaxed);
  handoff_.ring();
  // Not by a libFedTime that ends the process while the thread asks it for a time.
  if (thread_->get_id() != std::this_thread::get_id()) {
    thread_->join();
    thread_.reset();
  } else {
    (void)thread_.release();
  }
}

void BackgroundThread::run() {
  std::uint64_t seen = handoff_.number();
  ::prctl(PR_SET_TIMERSLACK, 1UL);  // else the kernel may be 50 us late
  while (!stopping() && handoff_.can_claim()) {
    // Rings that come together are one, so what each was for is looked at before a sleep: whether a
    // batch waits...
    if (!is_guarding()) sleep(Sleep::look_again);
    if (is_guarding()) guard();
    ambassador_->presence().look(Clock::now());
    const std::uint64_t number = handoff_.number();
    if (std::exchange(seen, number) != number) continue;
    if (!ExclusiveHandoff::is_inside(number)) {
      if (handoff_.claim(number)) attend();
    } else if (handoff_.await_give_back(number)) {
      // ...and whether the service that is under way waits for the end of this thread.
      if (!stopping()) sleep(Sleep::until_rung);
      handoff_.await_no_more();
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

// Until no batch has come for a while.
void BackgroundThread::guard() {
  const rtia::Batching& batching = ambassador_->batching();
  std::uint64_t seen = 0;
  for (int without = 0; !stopping();) {
    sleep(Sleep::shortly);
    const std::uint64_t batch = batching.pending();
    without = batch == 0 ? without + 1 : 0;
    if (batch != 0 && batch == seen) hurry(batch);
    seen = batch;
    if (without < kLooksWithoutBatch) continue;
    guarding_.store(false, std::memory_order_seq_cst);
    if (batching.pending() == 0) return;
    guarding_.store(true, std::memory_order_seq_cst);
  }
}

// The federate flushes when it ends what it is about, or with its next update; if it is about
// nothing, this thread does.
void BackgroundThread::hurry(std::uint64_t batch) {
  const std::uint64_t number = handoff_.number();
  if (ExclusiveHandoff::is_inside(number) || !handoff_.claim(number)) {
    return ambassador_->batching().set_overdue(batch);
  }
  {
    const WorkBeforeExit work;
    if (work.is_allowed()) ambassador_->flush_all();
  }
  // What found no room waits for it with whatever comes.
  ambassador_->wants_write() ? attend() : handoff_.release();
}

// The federate is away; until it is back, reads what comes.
void BackgroundThread::attend() {
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

// False: the federate is back, or there is nothing more to do for ever.
bool BackgroundThread::read_all() {
  const WorkBeforeExit work;
  if (!work.is_allowed()) stop_.store(true, std::memory_order_relaxed);
  if (stopping()) return false;
  ambassador_->finish_wait();
  while (ambassador_->poll() > 0 && !handoff_.is_wanted() && !stopping()) {
  }
  looked_();
  if (!ambassador_->usable()) stop_.store(true, std::memory_order_relaxed);
  return !handoff_.is_wanted() && !stopping();
}

void BackgroundThread::sleep(Sleep how) const {
  std::array<pollfd, 3> descriptors{pollfd{handoff_.bell(), POLLIN, 0}, link_[0], link_[1]};
  const auto federates = static_cast<long>(std::min<std::size_t>(ambassador_->members(), 1 << 20));
  const long look_again = std::clamp(kLookAgainNs * federates / kFederatesAtThatPace, kLookAgainNs,
                                     kLookAgainMaxNs - 1);
  const timespec limit{0, how == Sleep::shortly ? kShortlyNs : look_again};
  const bool is_limited = how == Sleep::look_again || how == Sleep::shortly;
  ::ppoll(descriptors.data(), how == Sleep::on_link ? descriptors.size() : 1,
          is_limited ? &limit : nullptr, nullptr);
  if (descriptors[0].revents != 0) handoff_.silence();
}

}  // namespace triad::api
