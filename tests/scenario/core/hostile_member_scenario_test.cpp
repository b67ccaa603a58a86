// Members that speak the protocol and send records they may not send. Over links the RTIG detects
// wrong headers, registrations and deletions, and receivers detect wrong updates and interactions.
// In shared memory the neighbours detect all of them. A wrong record is dropped and harms only its
// sender. A record that crossed with an order of the MOM is no fault.
#include <algorithm>

#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

class HostileMember : public CoreScenario, public testing::WithParamInterface<bool> {
 protected:
  static HarnessOptions options(bool on_fabric) {
    HarnessOptions options;
    options.on_fabric = on_fabric;
    options.rtia.hold_bytes = 2000;
    options.rtia.resume_bytes = 500;
    options.rtig.timeouts.hold = std::chrono::seconds(60);
    return options;
  }
  HostileMember() : HostileMember(GetParam()) {}
  explicit HostileMember(bool on_fabric) : CoreScenario(options(on_fabric)) {
    a = join("a");
    b = join("b");
    hostile = join("hostile");
    EXPECT_EQ(publish(a, kTank, {kPosition, kSpeed}), "");
    EXPECT_EQ(subscribe(b, kTank, {kPosition, kSpeed}), "");
    EXPECT_EQ(subscribe(b, kShot), "");
    tank = register_object(a, kTank);
    deliver_all();
  }

  // Injects a record as if the hostile member's RTIA had sent it, with the log handled as far as it
  // has.
  template <class Message>
  void forge(const Message& message) {
    forge(hostile, message, handle(hostile), harness.ambassador(hostile).log_position());
  }
  template <class Message>
  void forge(Federate from, const Message& message, FederateHandle sender, wire::Position after,
             std::uint16_t flags = 0, FederateHandle to = {}) {
    wire::RecordHeader header;
    header.sender = sender.value;
    header.position = ++position;
    header.after_position = after;
    header.flags = flags;
    header.addressee = to.value;
    header.interest_key = key_of(message);
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    harness.inject_up(from, frame);
    harness.settle();
  }
  template <class Message>
  static wire::InterestKey key_of(const Message& message) {
    if constexpr (std::is_same_v<Message, wire::UpdateAttributeValues>) {
      return wire::interest_key(kTank);
    } else if constexpr (std::is_same_v<Message, wire::SendInteraction>) {
      return wire::interest_key(message.interaction_class);
    } else {
      return 0;
    }
  }
  static wire::UpdateAttributeValues update_of(ObjectHandle object, const Values& values) {
    wire::UpdateAttributeValues update;
    update.object = object;
    update.values = values;
    return update;
  }

  // Expects that the others go on as before, and that the hostile member was resigned for this
  // reason.
  void expect_alone_is_out(std::string_view reason) {
    harness.clear_faults();
    EXPECT_TRUE(is_logged(reason)) << testing::PrintToString(harness.log());
    EXPECT_FALSE(is_member(hostile));
    expect_others_continue();
  }
  // Expects that receivers drop the record. In shared memory the sender is also resigned. Over
  // links it is not, because the RTIG cannot verify the receiver's report.
  void expect_dropped(std::string_view reason) {
    if (GetParam()) return expect_alone_is_out(reason);
    harness.clear_faults();
    EXPECT_TRUE(
        is_logged("'b' of federation 'Federation' accuses federate 3 'hostile', without effect "
                  "because they share no memory: it sent " +
                  std::string(reason)))
        << testing::PrintToString(harness.log());
    EXPECT_TRUE(is_member(hostile));
    expect_others_continue();
  }
  void expect_others_continue() {
    deliver_all();
    ASSERT_TRUE(is_member(a) && is_member(b));
    EXPECT_EQ(update(a, tank, value(kPosition, "here")), "");
    const Lines told = tick(b);
    ASSERT_EQ(told.size(), 1u) << testing::PrintToString(told);
    EXPECT_TRUE(has(told[0], "here")) << told[0];
  }
  // Returns whether a callback contains the value, which is printed as bytes.
  static bool has(std::string_view line, std::string_view value) {
    std::string bytes;
    for (const char c : value) {
      for (const int digit : {c >> 4, c & 15}) bytes += "0123456789abcdef"[digit];
    }
    return line.find(bytes) != std::string::npos;
  }
  bool is_member(Federate f) {
    const auto* global = harness.rtig().state("Federation");
    return harness.ambassador(f).is_joined() && global->member(handle(f)) != nullptr;
  }
  bool is_logged(std::string_view part) { return times_logged(part) > 0; }
  std::ptrdiff_t times_logged(std::string_view part) {
    return std::ranges::count_if(
        harness.log(), [&](const auto& line) { return line.find(part) != std::string::npos; });
  }

  Federate a = 0, b = 0, hostile = 0;
  ObjectHandle tank;
  wire::Position position = 1'000'000;
};

INSTANTIATE_TEST_SUITE_P(Over, HostileMember, testing::Bool(), [](const auto& sharing) {
  return sharing.param ? "SharedMemory" : "Links";
});

TEST_P(HostileMember, CannotUpdateWhatItDoesNotOwn) {
  const Values lie = value(kPosition, "a lie");
  forge(update_of(tank, lie));
  EXPECT_EQ(tick(b), Lines{});
  expect_dropped("an update of attributes that it does not own");
}

TEST_P(HostileMember, CannotSendWhatItDoesNotPublish) {
  wire::SendInteraction lie;
  lie.interaction_class = kShot;
  forge(lie);
  EXPECT_EQ(tick(b), Lines{});
  expect_dropped("an interaction of a class that it does not publish");
}

TEST_P(HostileMember, CannotDeleteWhatIsNotItsOwn) {
  wire::DeleteObjectInstance lie;
  lie.object = tank;
  forge(lie);
  EXPECT_EQ(tick(b), Lines{});
  expect_alone_is_out("a deletion of an object instance");
}

TEST_P(HostileMember, CannotRegisterWithWhatSomebodyElseHasLeased) {
  const ObjectHandle next(tank.value + 1);
  EXPECT_EQ(publish(hostile, kTank, {kPosition}), "");
  forge(wire::ObjectInstanceRegistered{next, kTank, {}, {kPrivilege, kPosition}});
  harness.clear_faults();
  EXPECT_TRUE(is_logged("an object handle that was not leased to it"));
  EXPECT_FALSE(is_member(hostile));
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(register_object(a, kTank), next);
  const Lines told = tick(b);
  ASSERT_EQ(told.size(), 1u) << testing::PrintToString(told);
  EXPECT_NE(told[0].find("DiscoverObjectInstance"), std::string::npos) << told[0];
  expect_others_continue();
}

// A later member checks registrations by the leases that the RTIG states.
TEST_P(HostileMember, CannotFoolANewcomerWithALeasedHandle) {
  const Federate c = join("c");
  EXPECT_EQ(subscribe(c, kTank, {kPosition}), "");
  deliver_all();
  const ObjectHandle next(tank.value + 1);
  forge(wire::ObjectInstanceRegistered{next, kTank, {}, {kPrivilege, kPosition}});
  harness.clear_faults();
  EXPECT_EQ(register_object(a, kTank), next);
  EXPECT_EQ(tick(c).size(), 1u);
  EXPECT_TRUE(is_member(c));
  expect_others_continue();
}

TEST_P(HostileMember, CannotSpeakForAnother) {
  const Values lie = value(kPosition, "a lie");
  forge(hostile, update_of(tank, lie), handle(a), 0);
  EXPECT_EQ(tick(b), Lines{});
  expect_alone_is_out("in the name of another");
}

TEST_P(HostileMember, CannotSpeakForTheRtig) {
  forge(hostile, wire::FederateResigned{handle(b), ResignAction::no_action, true, "a lie"},
        wire::kRtig, 0, wire::kLogRecord);
  expect_alone_is_out("in the name of another");
}

// Records of the log, or replies, that only the RTIG may send, to one member or to the RTIG.
TEST_P(HostileMember, CannotSayInItsOwnNameWhatTheRtigSays) {
  const wire::FederateResigned lie{handle(a), ResignAction::no_action, true, "a lie"};
  forge(hostile, lie, handle(hostile), harness.ambassador(hostile).log_position(), 0, handle(b));
  expect_alone_is_out("which members do not send to each other");
}

TEST_P(HostileMember, CannotAnswerForTheRtig) {
  wire::LbtsTold lie;
  lie.known = true;
  forge(hostile, lie, handle(hostile), harness.ambassador(hostile).log_position(), 0, handle(b));
  expect_alone_is_out("which members do not send to each other");
}

TEST_P(HostileMember, CannotWriteIntoTheLog) {
  forge(hostile, wire::FederateResigned{handle(a), ResignAction::no_action, true, "a lie"},
        handle(hostile), harness.ambassador(hostile).log_position(), wire::kLogRecord);
  expect_alone_is_out("a record of the log, which is not its own");
}

TEST_P(HostileMember, CannotHoldUpOthersForEver) {
  EXPECT_EQ(subscribe(hostile, kTank, {kPosition}), "");
  deliver_all();
  harness.rtig().set_time(std::chrono::seconds(1));
  forge(hostile, wire::FlowControl{handle(hostile), true}, handle(hostile),
        harness.ambassador(hostile).log_position(), wire::kToRtig);
  const Values values = value(kPosition, "here");
  const auto sent = harness.begin_call(a, update_of(tank, values));
  harness.settle();
  EXPECT_FALSE(*sent);
  harness.rtig().set_time(std::chrono::seconds(60));
  harness.rtig().end_long_holds();
  harness.settle();
  EXPECT_FALSE(*sent);
  harness.rtig().set_time(std::chrono::seconds(61));
  harness.rtig().end_long_holds();
  harness.settle();
  EXPECT_TRUE(*sent);
  EXPECT_EQ(tick(b).size(), 1u);
  expect_alone_is_out("has held up its senders for 60 s");
}

// Each named stream costs its reader memory and an entry in a sorted list.
TEST_P(HostileMember, CannotNameStreamsOutOfOrder) {
  forge(wire::CausalDependencies{{{handle(b), 1}, {handle(a), 1}}});
  expect_alone_is_out(GetParam() ? "streams that it has read, out of order"
                                 : "positions of streams in shared memory that it does not read");
}

TEST_P(HostileMember, CannotNameAStreamTwice) {
  forge(wire::CausalDependencies{{{handle(b), 1}, {handle(b), 2}}});
  expect_alone_is_out(GetParam() ? "streams that it has read, out of order"
                                 : "positions of streams in shared memory that it does not read");
}

// An RTIA drops its federate for invalid records of the RTIG, never for those of another member.
TEST_P(HostileMember, CostsNoReceiverItsMembership) {
  if (GetParam()) {
    forge(wire::Retract{{7, handle(a)}});
  } else {
    // The RTIG would not forward it.
    wire::RecordHeader header;
    header.sender = handle(hostile).value;
    wire::Buffer frame;
    wire::encode_record(header, wire::Retract{{7, handle(a)}}, frame);
    harness.inject_down(b, frame);
    harness.settle();
  }
  EXPECT_EQ(harness.faults().empty(), false);
  harness.clear_faults();
  expect_others_continue();
}

// --- Accusations.

TEST_P(HostileMember, CannotHaveAnotherResignedByAnAccusation) {
  if (GetParam()) GTEST_SKIP() << "who share memory are processes of one user";
  forge(wire::FaultyFederate{handle(a), "it has lied"});
  forge(wire::FaultyFederate{handle(b), "it has lied"});
  EXPECT_EQ(times_logged("without effect because they share no memory"), 1);
  expect_others_continue();
  EXPECT_TRUE(is_member(hostile));
}

// --- Orders of the MOM, which take an attribute from a federate before it is informed.

TEST_P(HostileMember, IsNobodyWhoseUpdateCrossesWithATransfer) {
  EXPECT_EQ(publish(hostile, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(hostile, kTank, {kPosition}), "");
  deliver_all();
  const wire::Position before = harness.ambassador(a).log_position();
  forge(hostile, wire::ModifyAttributeState{tank, kTank, {kPosition}, true}, handle(hostile),
        before, wire::kToRtig);
  ASSERT_EQ(harness.rtig().state("Federation")->objects().find(tank)->owner(kPosition),
            handle(hostile));
  const Values values = value(kPosition, "late").add(kSpeed, "own");
  forge(a, update_of(tank, values), handle(a), before);
  const Lines told = tick(b);
  ASSERT_EQ(told.size(), 1u) << testing::PrintToString(told);
  EXPECT_TRUE(has(told[0], "own")) << told[0];
  EXPECT_FALSE(has(told[0], "late")) << told[0];
  EXPECT_TRUE(is_member(a) && is_member(b) && is_member(hostile));
}

}  // namespace
}  // namespace triad::test
