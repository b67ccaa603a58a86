// Tests that the cancellation of a federate's thread (pthread_cancel) does not damage the federate.
#include <pthread.h>

#include <RTIextensions.hh>
#include <algorithm>
#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

// A thread that runs `work` until it is cancelled.
class CancelledThread {
 public:
  explicit CancelledThread(std::function<void()> work) : work_(std::move(work)) {
    const auto run = [](void* self) -> void* {
      static_cast<CancelledThread*>(self)->work_();
      return nullptr;
    };
    if (pthread_create(&thread_, nullptr, run, this) != 0) throw std::runtime_error("no thread");
  }
  CancelledThread(const CancelledThread&) = delete;
  CancelledThread& operator=(const CancelledThread&) = delete;

  // Cancels the thread and waits for its end. Returns false if it had ended before.
  bool cancel() {
    pthread_cancel(thread_);
    void* end = nullptr;
    pthread_join(thread_, &end);
    return end == PTHREAD_CANCELED;
  }

 private:
  std::function<void()> work_;
  pthread_t thread_{};
};

class Cancellation : public EveryConfiguration {
 protected:
  void SetUp() override {
    sender = joined();
    receiver = joined();
    sender->publish_tank();
    receiver->subscribe_tank();
    object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
    receiver->until("discover Tiger");
    receiver->listener.heard.clear();
  }

  void expect_updates(int count) const {
    ASSERT_EQ(receiver->listener.heard.size(), static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(receiver->listener.heard[static_cast<std::size_t>(i)],
                "reflect " + std::to_string(i) + " t");
    }
  }

  std::unique_ptr<Federate> sender;
  std::unique_ptr<Federate> receiver;
  RTI::ObjectHandle object = 0;
};
INSTANTIATE_TEST_SUITE_P(Ways, Cancellation, EVERY_CONFIGURATION);

TEST_P(Cancellation, OfAWaitingTickLosesNothing) {
  constexpr int kRounds = 50;
  for (int i = 0; i < kRounds; ++i) {
    std::atomic<bool> about_to_wait = false;
    CancelledThread ticking([&] {
      about_to_wait = true;
      for (;;) (*receiver)->tick(3600, 3600);
    });
    while (!about_to_wait) std::this_thread::yield();
    for (int yields = 0; yields < i * 10; ++yields) std::this_thread::yield();
    ASSERT_TRUE(ticking.cancel());
    sender->update_speed(object, std::to_string(i), "t");
    receiver->until("reflect " + std::to_string(i) + " t");
  }
  expect_updates(kRounds);
  (*receiver)->resignFederationExecution(RTI::NO_ACTION);
}

TEST_P(Cancellation, OfACallbackLosesNothing) {
  std::atomic<bool> inside = false;
  receiver->listener.then = [&](const std::string& line) {
    if (line != "reflect 1 t") return;
    inside = true;
    for (;;) pthread_testcancel();
  };
  for (int i = 0; i < 3; ++i) sender->update_speed(object, std::to_string(i), "t");
  CancelledThread ticking([&] {
    for (;;) (*receiver)->tick(3600, 3600);
  });
  while (!inside) std::this_thread::yield();
  ASSERT_TRUE(ticking.cancel());
  receiver->until("reflect 2 t");
  expect_updates(3);
  receiver->publish_tank();
  (*receiver)->resignFederationExecution(RTI::NO_ACTION);
}

// The thread is cancelled during a callback without a cancellation point, so the cancellation is
// pending when the tick continues.
TEST_P(Cancellation, ThatIsPendingWhenACallbackReturnsLosesNothing) {
  RTIextensions::callbackDescriptor(*receiver->rti);
  std::atomic<bool> inside = false;
  std::atomic<bool> cancelled = false;
  receiver->listener.then = [&](const std::string& line) {
    if (line != "reflect 0 t") return;
    inside = true;
    while (!cancelled) std::this_thread::yield();
  };
  sender->update_speed(object, "0", "t");
  pthread_t self{};
  CancelledThread ticking([&] {
    self = pthread_self();
    for (;;) (*receiver)->tick(3600, 3600);
  });
  while (!inside) std::this_thread::yield();
  pthread_cancel(self);
  cancelled = true;
  ASSERT_TRUE(ticking.cancel());
  sender->update_speed(object, "1", "t");
  receiver->until("reflect 1 t");
  expect_updates(2);
}

TEST_P(Cancellation, OfAServiceFinishesItFirst) {
  constexpr int kRounds = 50;
  receiver->publish_tank();
  for (int i = 0; i < kRounds; ++i) {
    std::atomic<int> calls = 0;
    CancelledThread calling([&] {
      for (;;) {
        const RTI::ObjectHandle made = (*receiver)->registerObjectInstance(receiver->tank());
        ++calls;
        (*receiver)->deleteObjectInstance(made, "");
        pthread_testcancel();
      }
    });
    while (calls < 1 + i % 7) std::this_thread::yield();
    ASSERT_TRUE(calling.cancel());
    sender->update_speed(object, std::to_string(i), "t");
    receiver->until("reflect " + std::to_string(i) + " t");
  }
  (*receiver)->resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
}

// With an RTIA in its own process, a service is an exchange between processes that must be
// completed.
class CancelledExchange : public Cancellation {};
INSTANTIATE_TEST_SUITE_P(Ways, CancelledExchange,
                         testing::Values(Configuration{Host::process, Over::tcp},
                                         Configuration{Host::process, Over::shm}),
                         configuration_name);

TEST_P(CancelledExchange, GoesOnToItsEnd) {
  constexpr int kRounds = 100;
  for (int i = 0; i < kRounds; ++i) {
    std::atomic<int> calls = 0;
    CancelledThread calling([&] {
      for (;;) {
        receiver->tank();
        ++calls;
        pthread_testcancel();
      }
    });
    while (calls < i % 7) std::this_thread::yield();
    ASSERT_TRUE(calling.cancel());
    ASSERT_EQ(thrown([&] { receiver->tank(); }), "");
  }
  receiver->publish_tank();
}

TEST_P(CancelledExchange, LosesNoUpdateOfAStream) {
  constexpr int kUpdates = 3000;
  std::atomic<std::size_t> heard = 0;
  receiver->listener.then = [&](const std::string&) { ++heard; };
  std::thread sending([&] {
    for (int i = 0; i < kUpdates; ++i) {
      sender->update_speed(object, std::to_string(i), "t");
      if (i % 7 == 0) std::this_thread::yield();
    }
  });
  for (std::size_t turn = 1; heard < kUpdates; ++turn) {
    const std::size_t enough = std::min<std::size_t>(heard + turn % 50, kUpdates);
    CancelledThread ticking([&] {
      for (;;) {
        (*receiver)->tick(0.001, 0.001);
        pthread_testcancel();
      }
    });
    while (heard < enough) std::this_thread::yield();
    ASSERT_TRUE(ticking.cancel());
  }
  sending.join();
  expect_updates(kUpdates);
}

}  // namespace
}  // namespace triad::binding
