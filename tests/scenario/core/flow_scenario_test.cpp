// Flow control in the cores: senders of data to a lagging member wait.
#include <algorithm>

#include "core/double_time.hpp"
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

class Flow : public CoreScenario {
 protected:
  static HarnessOptions small_limits() {
    HarnessOptions options;
    options.rtia.hold_bytes = 2000;
    options.rtia.resume_bytes = 500;
    return options;
  }
  explicit Flow(HarnessOptions options = small_limits()) : CoreScenario(std::move(options)) {}

  void SetUp() override {
    a = join("a");
    b = join("b");
    EXPECT_EQ(publish(a, kShot), "");
    EXPECT_EQ(subscribe(b, kShot), "");
    (void)tick(a);
  }

  // Starts a send. Returns true if it completes at once.
  bool try_to_send(Federate f, InteractionClassHandle c = kShot) {
    wire::SendInteraction request;
    request.interaction_class = c;
    request.tag = "a tag of some length, so that few of them fill what there is room for";
    pending = harness.begin_call(f, request);
    return pending->has_value();
  }
  // Sends until a send has to wait. Returns the number of sends.
  int fill(Federate f) {
    for (int sent = 0; sent < 1000; ++sent) {
      if (!try_to_send(f)) return sent;
      harness.settle();
    }
    ADD_FAILURE() << "nothing ever holds the sender";
    return 1000;
  }

  Federate a = 0, b = 0;
  CoreHarness::Outcome<wire::Retraction> pending;
};

TEST_F(Flow, MakesASenderWaitForAReaderThatDoesNotTickAndGoOnWhenItDoes) {
  const int sent = fill(a);
  EXPECT_GT(sent, 2);
  harness.settle();
  EXPECT_TRUE(harness.is_in_call(a));
  EXPECT_EQ(harness.callbacks(b).size(), static_cast<std::size_t>(sent));
  harness.settle();
  EXPECT_FALSE(harness.is_in_call(a));
  EXPECT_EQ(tick(b).size(), 1u) << "the send that waited";
}

TEST_F(Flow, HoldsOnlyThoseWhoSendToTheReader) {
  const Federate c = join("c");
  EXPECT_EQ(publish(c, kTalk), "");
  EXPECT_EQ(publish(c, kShot), "");
  fill(a);
  harness.settle();
  EXPECT_TRUE(try_to_send(c, kTalk)) << "nobody wants it";
  EXPECT_FALSE(try_to_send(c, kShot));
  EXPECT_EQ(harness.callbacks(b).size() > 2, true);
  harness.settle();
  EXPECT_FALSE(harness.is_in_call(a) || harness.is_in_call(c));
}

TEST_F(Flow, HoldsUpdatesOfWhatTheReaderIsSubscribedToAlone) {
  EXPECT_EQ(publish(a, kTank, {kPosition, kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  const ObjectHandle tank = register_object(a, kTank);
  const Federate c = join("c");
  EXPECT_EQ(publish(c, kShot), "");
  fill(c);
  harness.settle();
  EXPECT_EQ(update(a, tank, value(kTurret, "x")), "");
  const Values position = value(kPosition, "x");
  wire::UpdateAttributeValues request;
  request.object = tank;
  request.values = position;
  const auto outcome = harness.begin_call(a, request);
  harness.settle();
  EXPECT_FALSE(*outcome);
  (void)harness.callbacks(b);
  harness.settle();
  EXPECT_TRUE(*outcome);
}

TEST_F(Flow, LetsControlCallsPass) {
  const Federate c = join("c");
  EXPECT_EQ(publish(c, kShot), "");
  fill(a);
  EXPECT_EQ(publish(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(c, kTank, {kPosition}), "");
  EXPECT_EQ(call(c, wire::RegisterFederationSynchronizationPoint{"go", "", {}}), "");
  EXPECT_EQ(register_object(b, kTank, "tiger").value != 0, true);
  EXPECT_EQ(resign(c, ResignAction::no_action), "");
  EXPECT_TRUE(harness.is_in_call(a));
}

TEST_F(Flow, EndsTheWaitWhenTheReaderResignsIsLostOrUnsubscribes) {
  for (int how = 0; how < 3; ++how) {
    const Federate c = join("c");
    EXPECT_EQ(subscribe(c, kTalk), "");
    EXPECT_EQ(publish(a, kTalk), "");
    constexpr auto kReliable = static_cast<std::uint64_t>(wire::Transportation::reliable);
    EXPECT_EQ(call(a, wire::ChangeInteractionTransportationType{kTalk, kReliable}), "");
    int sent = 0;
    while (try_to_send(a, kTalk)) {
      harness.settle();
      ASSERT_LT(++sent, 1000);
    }
    harness.settle();
    EXPECT_TRUE(harness.is_in_call(a));
    if (how == 0) {
      EXPECT_EQ(resign(c, ResignAction::no_action), "");
    } else if (how == 1) {
      harness.kill(c);
    } else {
      EXPECT_EQ(call(c, wire::UnsubscribeInteractionClass{kTalk}), "");
    }
    harness.settle();
    EXPECT_FALSE(harness.is_in_call(a)) << "case " << how;
    if (how == 2) (void)harness.callbacks(c);
  }
}

TEST_F(Flow, DoesNotLetTwoThatOnlySendWaitForEachOther) {
  EXPECT_EQ(publish(b, kShot), "");
  EXPECT_EQ(subscribe(a, kShot), "");
  int sent = 0;
  for (int turn = 0; turn < 2000; ++turn) {
    const Federate f = harness.random().one_in(2) ? a : b;
    if (!harness.is_in_call(f)) {
      (void)try_to_send(f);
      ++sent;
    }
    if (harness.random().one_in(3)) harness.settle();
    ASSERT_FALSE(harness.is_in_call(a) && harness.is_in_call(b) && !harness.deliver_one())
        << "deadlock at turn " << turn;
  }
  // Neither federate ticks, so one waits for the other, which can send forever.
  EXPECT_GT(sent, 500);
}

// B does not tick. The others, which have no room for each other either, all wait for it.
TEST_F(Flow, LetsThoseWhoWaitForOneReaderComeToRest) {
  const std::vector<Federate> senders{a, join("c"), join("d")};
  for (const Federate f : senders) {
    EXPECT_EQ(publish(f, kShot), "");
    EXPECT_EQ(subscribe(f, kShot), "");
  }
  const auto waits = [&](Federate f) { return harness.is_in_call(f); };
  for (int turn = 0; !std::ranges::all_of(senders, waits); ++turn) {
    ASSERT_LT(turn, 1000);
    for (const Federate f : senders) {
      if (!waits(f)) (void)try_to_send(f);
    }
    for (int i = 0; i < 10; ++i) (void)harness.deliver_one();
  }
  int records = 0;
  while (records < 10'000 && harness.deliver_one()) ++records;
  EXPECT_FALSE(harness.has_records_in_transit()) << "after " << records << " records";
  (void)harness.callbacks(b);
  harness.settle();
  EXPECT_FALSE(std::ranges::all_of(senders, waits));
}

// A federate that waited in a send and then stopped sending holds its senders like any other.
TEST_F(Flow, HoldsSendersAgainAfterAWaitThatEndedInARefusal) {
  EXPECT_EQ(publish(b, kShot), "");
  EXPECT_EQ(subscribe(a, kShot), "");
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  const ObjectHandle tank = register_object(a, kTank);
  fill(a);
  harness.settle();
  ASSERT_TRUE(harness.is_in_call(a));
  (void)harness.callbacks(b);
  harness.settle();
  ASSERT_FALSE(harness.is_in_call(a));
  (void)tank;
  // A neither ticks nor sends any more: B fills its queue and has to wait.
  fill(b);
  harness.settle();
  EXPECT_TRUE(harness.is_in_call(b));
}

TEST_F(Flow, DropsTheOldestOfBestEffortWhileItHoldsSendersAndCountsThem) {
  EXPECT_EQ(publish(a, kTalk), "");
  EXPECT_EQ(subscribe(b, kTalk), "");
  (void)tick(a);
  const auto talk = [&](const char* text) { EXPECT_EQ(send_interaction(a, kTalk, {}, text), ""); };
  for (const char* text : {"one", "two", "six"}) talk(text);
  const Federate c = join("c");
  EXPECT_EQ(publish(c, kShot), "");
  const int shots = fill(c);
  harness.settle();
  EXPECT_TRUE(harness.is_in_call(c));
  for (const char* text : {"ten", "all"}) talk(text);
  harness.settle();
  EXPECT_EQ(harness.ambassador(b).messages_dropped(), 2u);
  const Lines came = tick(b);
  ASSERT_EQ(came.size(), static_cast<std::size_t>(shots) + 3);
  EXPECT_NE(came.front().find("six"), std::string::npos) << came.front();
  EXPECT_NE(came[came.size() - 2].find("ten"), std::string::npos);
  EXPECT_NE(came.back().find("all"), std::string::npos);
}

TEST_F(Flow, DropsTheOldestOfBestEffortThatTimeManagementWithholds) {
  EXPECT_EQ(publish(a, kTalk), "");
  EXPECT_EQ(subscribe(b, kTalk), "");
  EXPECT_EQ(call(b, wire::EnableTimeConstrained{}), "");
  (void)tick(b);
  constexpr int kSent = 100;
  for (int i = 0; i < kSent; ++i) {
    EXPECT_EQ(send_interaction(a, kTalk, {}, std::to_string(1000 + i)), "");
  }
  EXPECT_EQ(tick(b), Lines());
  const core::Time later = core::DoubleTime::encode(1);
  EXPECT_EQ(call(b, wire::AdvanceTime{wire::Advance::time_advance_request, later.bytes()}), "");
  const Lines came = tick(b);
  const auto dropped = harness.ambassador(b).messages_dropped();
  EXPECT_GT(dropped, 10u);
  ASSERT_EQ(came.size() - 1 + dropped, static_cast<std::size_t>(kSent)) << "and the grant";
  EXPECT_NE(came.front().find(std::to_string(1000 + dropped)), std::string::npos) << came.front();
}

TEST_F(Flow, TellsANewcomerWhoIsHeld) {
  fill(a);
  harness.settle();
  const Federate c = join("c");
  EXPECT_EQ(publish(c, kShot), "");
  harness.settle();
  EXPECT_FALSE(try_to_send(c));
}

class ZeroResume : public Flow {
 protected:
  static HarnessOptions options() {
    HarnessOptions options = small_limits();
    options.rtia.resume_bytes = 0;
    return options;
  }
  ZeroResume() : Flow(options()) {}
};

TEST_F(ZeroResume, GoesOnWhenAllHasBeenTaken) {
  fill(a);
  harness.settle();
  (void)harness.callbacks(b);
  harness.settle();
  EXPECT_FALSE(harness.is_in_call(a));
}

// --- The RTIG's queue for a slow link.

class Backlog : public Flow {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.rtig.queue.hold = 2000;
    options.rtig.queue.resume = 0;
    options.rtig.queue.expel = 20000;
    options.reports_backlog = true;
    return options;
  }
  Backlog() : Flow(options()) {}
};

TEST_F(Backlog, HoldsSendersToALinkThatDoesNotTakeWhatIsSent) {
  harness.links().set_stopped(b, true);
  const int sent = fill(a);
  EXPECT_GT(sent, 2);
  harness.settle();
  EXPECT_TRUE(harness.is_in_call(a));
  harness.links().set_stopped(b, false);
  harness.settle();
  EXPECT_FALSE(harness.is_in_call(a));
  EXPECT_EQ(tick(b).size(), static_cast<std::size_t>(sent) + 1);
}

TEST_F(Backlog, ResignsAFederateThatReadsNothingAtAll) {
  const Federate c = join("c");
  harness.links().set_stopped(b, true);
  // Calls of others in the log, which goes to all members, are not held.
  for (int i = 0; i < 1000 && harness.rtig().state("Federation")->member(handle(b)); ++i) {
    EXPECT_EQ(subscribe(c, kTalk, i % 2 == 0), "");
  }
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  harness.links().set_stopped(b, false);
  harness.settle();
  std::string why;
  EXPECT_NE(refusal(harness.call(b, wire::PublishInteractionClass{kShot}), &why), "");
  EXPECT_NE(why.find("does not read"), why.npos) << why;
  EXPECT_FALSE(harness.is_in_call(a));
}

}  // namespace
}  // namespace triad::test
