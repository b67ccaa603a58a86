// Tests of tick, and of calls that are allowed or refused inside and outside callbacks.
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <thread>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

class Tick : public EveryConfiguration {
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

  std::unique_ptr<Federate> sender;
  std::unique_ptr<Federate> receiver;
  RTI::ObjectHandle object = 0;
};
INSTANTIATE_TEST_SUITE_P(Ways, Tick, EVERY_CONFIGURATION);

TEST_P(Tick, ReturnsFalseWhenNothingWaits) {
  EXPECT_EQ((*receiver)->tick(), RTI::RTI_FALSE);
  EXPECT_EQ((*receiver)->tick(0.001, 0.002), RTI::RTI_FALSE);
  EXPECT_EQ((*receiver)->tick(-5, std::nan("")), RTI::RTI_FALSE);
}

TEST_P(Tick, WaitsForAFirstCallbackHoweverLongItMay) {
  std::thread other([&] { sender->update_speed(object, "1", "t"); });
  (*receiver)->tick(std::numeric_limits<double>::infinity(), 0);
  other.join();
  EXPECT_TRUE(receiver->listener.has("reflect 1 t"));
}

// Callbacks arrive as a tick's time ends. Each must be delivered once and in order, by this tick or
// the next, and a call between two ticks must not see a callback half done.
TEST_P(Tick, ThatEndsAsCallbacksComeLosesNone) {
  constexpr int kUpdates = 2000;
  std::thread other([&] {
    for (int i = 0; i < kUpdates; ++i) {
      sender->update_speed(object, std::to_string(i), "t");
      if (i % 7 == 0) std::this_thread::yield();
    }
  });
  const std::string last = "reflect " + std::to_string(kUpdates - 1) + " t";
  for (int turn = 0; !receiver->listener.has(last); ++turn) {
    const double time = (turn % 50) * 1e-6;
    (*receiver)->tick(time, time);
    if (turn % 10 == 0) (void)receiver->tank();
    ASSERT_LT(turn, 10'000'000);
  }
  other.join();
  ASSERT_EQ(receiver->listener.heard.size(), static_cast<std::size_t>(kUpdates));
  for (int i = 0; i < kUpdates; ++i) {
    ASSERT_EQ(receiver->listener.heard[static_cast<std::size_t>(i)],
              "reflect " + std::to_string(i) + " t");
  }
}

TEST_P(Tick, GivesOneCallbackInItsCertiForm) {
  for (int i = 0; i < 3; ++i) sender->update_speed(object, std::to_string(i), "t");
  for (std::size_t i = 1; i <= 3; ++i) {
    (*receiver)->tick2();
    EXPECT_EQ(receiver->listener.heard.size(), i);
  }
}

TEST_P(Tick, EndsAlthoughEveryCallbackCausesAnother) {
  // The owner's request for an update of its own object comes back to it as a callback.
  const std::unique_ptr<RTI::AttributeHandleSet> speed(RTI::AttributeHandleSetFactory::create(1));
  speed->add(sender->speed());
  sender->listener.then = [&](const std::string& line) {
    if (line == "provide 1") (*sender)->requestObjectAttributeValueUpdate(object, *speed);
  };
  (*sender)->requestObjectAttributeValueUpdate(object, *speed);
  (*sender)->tick(0, 0.05);
  const auto heard = sender->listener.heard.size();
  EXPECT_GT(heard, 0u);
  (*sender)->tick();
  EXPECT_GT(sender->listener.heard.size(), heard);
}

TEST_P(Tick, IsRefusedInACallbackAsAreJoinAndResign) {
  std::vector<std::string> refused;
  receiver->listener.then = [&](const std::string&) {
    refused.push_back(thrown([&] { (*receiver)->tick(); }));
    refused.push_back(thrown([&] { (*receiver)->tick(1, 2); }));
    refused.push_back(
        thrown([&] { (*receiver)->joinFederationExecution("t", "f", &receiver->listener); }));
    refused.push_back(thrown([&] { (*receiver)->resignFederationExecution(RTI::NO_ACTION); }));
  };
  sender->update_speed(object, "1", "t");
  receiver->until("reflect 1 t");
  EXPECT_EQ(refused, std::vector<std::string>(4, "ConcurrentAccessAttempted"));
}

TEST_P(Tick, LetsACallbackUseOtherServices) {
  auto third = joined();
  third->subscribe_tank();
  receiver->publish_tank();
  receiver->listener.then = [&](const std::string& line) {
    if (line != "reflect 1 t") return;
    // A callback's arguments stay valid while it calls services.
    EXPECT_STREQ(
        std::unique_ptr<char[]>((*receiver)->getObjectInstanceName(receiver->listener.discovered))
            .get(),
        "Tiger");
    const auto mine = (*receiver)->registerObjectInstance(receiver->tank(), "Leopard");
    receiver->update_speed(mine, "2", "from a callback");
    (*receiver)->registerFederationSynchronizationPoint("inside", "");
  };
  sender->update_speed(object, "1", "t");
  receiver->until("reflect 1 t");
  third->until("reflect 2 from a callback");
  third->until("announce inside ");
}

TEST_P(Tick, GoesOnAfterACallbackThatThrows) {
  receiver->listener.then = [](const std::string& line) {
    if (line == "reflect 1 t") throw RTI::FederateInternalError("on purpose");
    if (line == "reflect 2 t") throw 17;
  };
  for (const char* value : {"1", "2", "3"}) sender->update_speed(object, value, "t");
  testing::internal::CaptureStderr();
  receiver->until("reflect 3 t");
  const auto told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("reflectAttributeValues threw FederateInternalError: on purpose"),
            std::string::npos)
      << told;
}

TEST_P(Tick, RefusesASecondThreadMeanwhile) {
  std::atomic<bool> inside = false;
  std::atomic<bool> done = false;
  receiver->listener.then = [&](const std::string&) {
    inside = true;
    while (!done) std::this_thread::yield();
  };
  sender->update_speed(object, "1", "t");
  std::thread ticking([&] { receiver->until("reflect 1 t"); });
  while (!inside) std::this_thread::yield();
  EXPECT_EQ(thrown([&] { receiver->tank(); }), "ConcurrentAccessAttempted");
  EXPECT_EQ(thrown([&] { (*receiver)->tick(); }), "ConcurrentAccessAttempted");
  done = true;
  ticking.join();
  EXPECT_EQ(thrown([&] { receiver->tank(); }), "");
}

TEST_P(Tick, EndsWhenACallbackDeletesTheAmbassador) {
  receiver->publish_tank();
  (*receiver)->registerObjectInstance(receiver->tank(), "Leopard");
  sender->subscribe_tank();
  sender->until("discover Leopard");
  receiver->listener.then = [&](const std::string&) { receiver->rti.reset(); };
  sender->update_speed(object, "1", "t");
  RTI::RTIambassador& rti = *receiver->rti;
  while (receiver->rti) rti.tick(1, 1);
  EXPECT_EQ(receiver->listener.heard.size(), 1u);  // none after the ambassador was deleted
  sender->until("remove ");
}

// Uses the setting tick.minimum = stay.
class TickThatStays : public Tick {
 protected:
  void SetUp() override {
    setenv("RTI_TICK_MINIMUM", "stay", 1);
    Tick::SetUp();
  }
  void TearDown() override { unsetenv("RTI_TICK_MINIMUM"); }
};
INSTANTIATE_TEST_SUITE_P(Ways, TickThatStays, EVERY_CONFIGURATION);

TEST_P(TickThatStays, TakesItsMinimumAlsoAfterCallbacks) {
  const auto start = std::chrono::steady_clock::now();
  sender->update_speed(object, "1", "t");
  (*receiver)->tick(0.05, 0.5);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(50));
  receiver->until("reflect 1 t");
  (*receiver)->tick(0.05, 0.0);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(100));
}

// The last callback ends the tick, which could last an hour.
TEST_P(TickThatStays, DeliversWhatComesMeanwhile) {
  constexpr int kUpdates = 20;
  receiver->listener.then = [&](const std::string& line) {
    for (int i = 1; i < kUpdates; ++i) {
      if (line == "reflect " + std::to_string(i) + " t") {
        sender->update_speed(object, std::to_string(i + 1), "t");
      }
    }
    if (line == "reflect " + std::to_string(kUpdates) + " t") receiver->rti.reset();
  };
  sender->update_speed(object, "1", "t");
  RTI::RTIambassador& rti = *receiver->rti;
  rti.tick(3600, 3600);
  EXPECT_EQ(receiver->listener.heard.size(), static_cast<std::size_t>(kUpdates));
}

TEST_P(TickThatStays, ReturnsAfterOneCallbackInItsCertiForms) {
  for (int i = 0; i < 2; ++i) sender->update_speed(object, std::to_string(i), "t");
  (*receiver)->tick2();
  EXPECT_EQ(receiver->listener.heard.size(), 1u);
  (*receiver)->__tick_kernel(RTI::RTI_FALSE, 3600, 3600);
  EXPECT_EQ(receiver->listener.heard.size(), 2u);
}

TEST_P(TickThatStays, ReturnsAtOnceWithoutAMinimum) {
  EXPECT_EQ((*receiver)->tick(), RTI::RTI_FALSE);
  EXPECT_EQ((*receiver)->tick(0.0, 3600.0), RTI::RTI_FALSE);
}

}  // namespace
}  // namespace triad::binding
