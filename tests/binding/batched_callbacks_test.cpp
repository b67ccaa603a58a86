// Tests of callbacks that a process RTIA passes in batches. A call within a callback has the same
// effect on the next callbacks as with an embedded RTIA.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

class BatchedCallbacks : public EveryConfiguration {
 protected:
  static constexpr int kUpdates = 200;

  void SetUp() override {
    sender = joined();
    receiver = joined();
    sender->publish_tank();
    receiver->subscribe_tank();
    shot = (*sender)->getInteractionClassHandle("Shot");
    (*sender)->publishInteractionClass(shot);
    (*receiver)->subscribeInteractionClass(shot);
    object = (*sender)->registerObjectInstance(sender->tank(), "Tiger");
    receiver->until("discover Tiger");
    receiver->listener.heard.clear();
  }

  // Sends updates, then an interaction.
  void send_all() {
    for (int i = 0; i < kUpdates; ++i) sender->update_speed(object, std::to_string(i), "t");
    const std::unique_ptr<RTI::ParameterHandleValuePairSet> none(
        RTI::ParameterSetFactory::create(1));
    (*sender)->sendInteraction(shot, *none, "end");
  }
  static std::string reflect(int i) { return "reflect " + std::to_string(i) + " t"; }
  // Makes the call within the callback of update `i`.
  void call_within(int i, std::function<void()> call) {
    receiver->listener.then = [line = reflect(i),
                               call = std::move(call)](const std::string& heard) {
      if (heard == line) call();
    };
  }
  static std::vector<std::string> updates_until(int last) {
    std::vector<std::string> lines;
    for (int i = 0; i <= last; ++i) lines.push_back(reflect(i));
    lines.push_back("receive end");
    return lines;
  }

  std::unique_ptr<Federate> sender;
  std::unique_ptr<Federate> receiver;
  RTI::InteractionClassHandle shot = 0;
  RTI::ObjectHandle object = 0;
};
INSTANTIATE_TEST_SUITE_P(Ways, BatchedCallbacks, EVERY_CONFIGURATION);

TEST_P(BatchedCallbacks, ComeInOrder) {
  send_all();
  receiver->until("receive end");
  EXPECT_EQ(receiver->listener.heard, updates_until(kUpdates - 1));
}

TEST_P(BatchedCallbacks, EndWithTheSubscriptionWithinACallback) {
  const RTI::ObjectClassHandle tank = receiver->tank();
  call_within(3, [&] { (*receiver)->unsubscribeObjectClass(tank); });
  send_all();
  receiver->until("receive end");
  EXPECT_EQ(receiver->listener.heard, updates_until(3));
}

TEST_P(BatchedCallbacks, OfAnInstanceDeletedLocallyWithinACallbackEnd) {
  call_within(5, [&] {
    receiver->listener.then = nullptr;
    (*receiver)->localDeleteObjectInstance(object);
  });
  send_all();
  receiver->until("receive end");
  const auto& heard = receiver->listener.heard;
  ASSERT_GE(heard.size(), 7u);
  for (int i = 0; i <= 5; ++i) EXPECT_EQ(heard[static_cast<std::size_t>(i)], reflect(i));
  // A later update may let the instance be discovered again, and is then reflected after that.
  EXPECT_TRUE(heard[6] == "receive end" || heard[6] == "discover Tiger") << heard[6];
}

TEST_P(BatchedCallbacks, GoOnAfterACallThatChangesNothing) {
  call_within(7, [&] { (*receiver)->subscribeInteractionClass(shot); });
  send_all();
  receiver->until("receive end");
  EXPECT_EQ(receiver->listener.heard, updates_until(kUpdates - 1));
}

// The federate subscribes without a gap to a class that contains the interactions.
TEST_P(BatchedCallbacks, ComeAtTheNearerClassSubscribedWithinACallback) {
  constexpr int kInteractions = 20;
  const RTI::InteractionClassHandle root =
      (*receiver)->getInteractionClassHandle("InteractionRoot");
  (*receiver)->subscribeInteractionClass(root);
  (*receiver)->unsubscribeInteractionClass(shot);
  receiver->listener.then = [&](const std::string& heard) {
    if (heard != "receive 3") return;
    (*receiver)->subscribeInteractionClass(shot);
    (*receiver)->unsubscribeInteractionClass(root);
  };
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> none(RTI::ParameterSetFactory::create(1));
  std::vector<std::string> expected;
  for (int i = 0; i < kInteractions; ++i) {
    (*sender)->sendInteraction(shot, *none, std::to_string(i).c_str());
    expected.push_back("receive " + std::to_string(i));
  }
  sender->update_speed(object, "end", "t");
  expected.emplace_back("reflect end t");
  receiver->until("reflect end t");
  EXPECT_EQ(receiver->listener.heard, expected);
}

TEST_P(BatchedCallbacks, OfWhichATickDeliversOneAreLeftForTheNext) {
  send_all();
  while (!receiver->listener.has("receive end")) {
    const std::size_t before = receiver->listener.heard.size();
    (*receiver)->tick2();
    EXPECT_LE(receiver->listener.heard.size(), before + 1);
    if (before % 3 == 1) (*receiver)->subscribeInteractionClass(shot);
  }
  EXPECT_EQ(receiver->listener.heard, updates_until(kUpdates - 1));
}

// The removal is not data, so it cannot be returned, and changes the state when it is passed.
TEST_P(BatchedCallbacks, EndBeforeARemoval) {
  const auto last = [](int i) { return reflect(kUpdates - i); };
  receiver->listener.then = [&](const std::string& heard) {
    if (heard == last(2)) (*receiver)->unsubscribeInteractionClass(shot);
    if (heard == last(1)) (*receiver)->publishInteractionClass(shot);
  };
  send_all();
  (*sender)->deleteObjectInstance(object, "gone");
  receiver->until("remove gone");
  std::vector<std::string> expected = updates_until(kUpdates - 1);
  expected.back() = "remove gone";
  EXPECT_EQ(receiver->listener.heard, expected);
}

TEST_P(BatchedCallbacks, EndWithTheResignation) {
  send_all();
  receiver->until(reflect(0));
  (*receiver)->resignFederationExecution(RTI::NO_ACTION);
  receiver->listener.heard.clear();
  (*receiver)->joinFederationExecution("again", "f", &receiver->listener);
  (*receiver)->subscribeInteractionClass(shot);
  const std::unique_ptr<RTI::ParameterHandleValuePairSet> none(RTI::ParameterSetFactory::create(1));
  (*sender)->sendInteraction(shot, *none, "second");
  receiver->until("receive second");
  // The first interaction may arrive after the second join.
  for (const std::string& line : receiver->listener.heard) {
    EXPECT_TRUE(line.starts_with("receive ")) << line;
  }
}

}  // namespace
}  // namespace triad::binding
