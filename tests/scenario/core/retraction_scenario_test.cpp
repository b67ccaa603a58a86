// Retraction, and the stamps that a federate may still send, in the state machines: the effect on
// an event in each queue where it may wait (HLA 1.3 clauses 8.21 and 8.22).
#include "core/double_time.hpp"
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

class Retraction : public CoreScenario {
 protected:
  void SetUp() override {
    a = join("a");
    b = join("b");
    EXPECT_EQ(publish(a, kShot), "");
    EXPECT_EQ(publish(a, kVehicle, {kPosition}), "");
    regulate(a, 0, 0);
  }

  static core::Time at(double time) { return core::DoubleTime::encode(time); }
  void regulate(Federate f, double time, double lookahead) {
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(time).bytes(), at(lookahead).bytes()}), "");
    deliver_all();
  }
  void constrain(Federate f) {
    EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
    deliver_all();
  }
  std::string advance(Federate f, wire::Advance kind, double time) {
    return call(f, wire::AdvanceTime{kind, at(time).bytes()});
  }
  // Returns the handle of a shot sent with this time; empty if it is refused.
  wire::Retraction shoot(Federate f, double time, std::string_view tag) {
    const core::Time stamp = at(time);
    wire::SendInteraction request;
    request.interaction_class = kShot;
    request.time = stamp.bytes();
    request.tag = tag;
    const auto sent = harness.call(f, request);
    return sent ? *sent : wire::Retraction{};
  }
  wire::Retraction erase_at(Federate f, ObjectHandle object, double time) {
    const core::Time stamp = at(time);
    wire::DeleteObjectInstance request;
    request.object = object;
    request.time = stamp.bytes();
    const auto sent = harness.call(f, request);
    return sent ? *sent : wire::Retraction{};
  }
  std::string retract(Federate f, const wire::Retraction& event) {
    return call(f, wire::Retract{event});
  }
  // Tags of the interactions delivered to the federate, with their order; other callbacks by name.
  Lines told(Federate f) {
    harness.settle();
    Lines lines;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* shot = std::get_if<wire::ReceiveInteraction>(&callback)) {
        lines.push_back(std::string(shot->tag) + " " + wire::print_name(shot->order));
      } else {
        const std::string line = callback_line(callback);
        lines.push_back(line.substr(0, line.find('{')));
      }
    });
    return lines;
  }
  Federate a = 0, b = 0;
};

// The sender's next message states that the event cannot be retracted any more, because it has
// been.
TEST_F(Retraction, HoldsForWhatWaitsForATickThoughTheEventIsForgotten) {
  EXPECT_EQ(subscribe(b, kShot), "");
  deliver_all();
  const auto event = shoot(a, 5, "retracted");
  EXPECT_EQ(retract(a, event), "");
  EXPECT_NE(shoot(a, 6, "stands").serial, 0u);
  EXPECT_EQ(told(b), Lines{"stands receive"});
}

TEST_F(Retraction, OfADeletionConcernsOnlyWhoKnewTheObject) {
  const ObjectHandle vehicle = register_object(a, kVehicle);
  const auto deletion = erase_at(a, vehicle, 5);
  EXPECT_EQ(told(b), Lines{});
  EXPECT_EQ(retract(a, deletion), "");
  EXPECT_EQ(told(b), Lines{});
}

// The deletion reaches the head of the queue while the discovery is queued, and its retraction
// queues another discovery.
TEST_F(Retraction, OfADeletionLetsTheObjectBeDiscoveredOnce) {
  (void)register_object(a, kVehicle);
  const ObjectHandle vehicle = register_object(a, kVehicle);
  const auto deletion = erase_at(a, vehicle, 5);
  harness.settle();
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  harness.settle();
  ASSERT_NE(harness.ambassador(b).take_callback(), nullptr);
  EXPECT_EQ(retract(a, deletion), "");
  EXPECT_EQ(told(b), Lines{"DiscoverObjectInstance"});
}

// The same for scope, which is reported with the state when the object is discovered again.
TEST_F(Retraction, OfADeletionLetsTheObjectComeInScopeOnce) {
  EXPECT_EQ(publish(a, kVehicle, {kPosition, kSpeed}), "");
  EXPECT_EQ(set_switch(b, wire::AdvisorySwitch::attribute_scope, true), "");
  (void)register_object(a, kVehicle);
  const ObjectHandle vehicle = register_object(a, kVehicle);
  const auto deletion = erase_at(a, vehicle, 5);
  harness.settle();
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition, kSpeed}), "");
  harness.settle();
  ASSERT_NE(harness.ambassador(b).take_callback(), nullptr);
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  EXPECT_EQ(retract(a, deletion), "");
  harness.settle();
  const std::string known = "{object=" + std::to_string(vehicle.value);
  Lines lines = harness.tick(b);
  std::erase_if(lines, [&](const std::string& line) { return line.find(known) == line.npos; });
  EXPECT_EQ(lines, (Lines{"DiscoverObjectInstance" + known + " object_class=2 name=\"HLA" +
                              std::to_string(vehicle.value) + "\"}",
                          "AttributesInScope" + known + " attributes={" +
                              std::to_string(kPosition.value) + "}}"}));
}

// A federate that was told of the removal and has unsubscribed since does not discover the object
// again.
TEST_F(Retraction, OfADeletionTellsTheOwnerThatNobodyWantsTheObjectAnyMore) {
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  const ObjectHandle object = register_object(a, kVehicle);
  EXPECT_EQ(told(b), Lines{"DiscoverObjectInstance"});
  EXPECT_EQ(told(a).back(), "TurnUpdatesOnForObjectInstance");
  const auto event = erase_at(a, object, 5);
  EXPECT_EQ(told(b), Lines{"RemoveObjectInstance"});
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kVehicle}), "");
  (void)told(a);
  EXPECT_EQ(retract(a, event), "");
  EXPECT_EQ(told(b), Lines{"RequestRetraction"});
  EXPECT_EQ(told(a), Lines{"TurnUpdatesOffForObjectInstance"});
}

TEST_F(Retraction, ConcernsThePartOfAnUpdateInReceiveOrderToo) {
  EXPECT_EQ(publish(a, kVehicle, {kPosition, kSpeed}), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kSpeed}), "");
  const ObjectHandle vehicle = register_object(a, kVehicle);
  (void)told(b);
  Values values = value(kPosition, "here");
  values.add(kSpeed, "fast");
  const core::Time stamp = at(5);
  wire::UpdateAttributeValues request;
  request.object = vehicle;
  request.time = stamp.bytes();
  request.values = values;
  const auto event = harness.call(a, request);
  ASSERT_TRUE(event);
  EXPECT_EQ(told(b), Lines{"ReflectAttributeValues"});
  EXPECT_EQ(retract(a, *event), "");
  EXPECT_EQ(told(b), Lines{"RequestRetraction"});
}

// A federate granted by TARA, without lookahead, may still send at its time, and so may retract.
TEST_F(Retraction, KeepsTheObjectWhoseDeletionIsDueJustNow) {
  const ObjectHandle vehicle = register_object(a, kVehicle);
  const auto deletion = erase_at(a, vehicle, 5);
  EXPECT_EQ(advance(a, wire::Advance::time_advance_request_available, 5), "");
  EXPECT_EQ(told(a), Lines{"TimeAdvanceGrant"});
  EXPECT_EQ(retract(a, deletion), "");
  EXPECT_EQ(update(a, vehicle, value(kPosition, "here")), "");
}

// Otherwise the retraction of one deletion would let the RTIG forget the other.
TEST_F(Retraction, OfTheOnlyDeletionAllowsAnotherOne) {
  const ObjectHandle vehicle = register_object(a, kVehicle, "car");
  const auto deletion = erase_at(a, vehicle, 5);
  EXPECT_NE(deletion.serial, 0u);
  EXPECT_EQ(erase_at(a, vehicle, 6).serial, 0u) << "it is being deleted";
  EXPECT_EQ(retract(a, deletion), "");
  EXPECT_NE(erase_at(a, vehicle, 6).serial, 0u);
  EXPECT_EQ(advance(a, wire::Advance::time_advance_request, 7), "");
  EXPECT_EQ(told(a), Lines{"TimeAdvanceGrant"});
  deliver_all();
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  EXPECT_EQ(told(b), Lines{});
  (void)register_object(a, kVehicle, "car");  // the name is free again
}

TEST_F(Retraction, OfADeletionIsRefusedAfterOneThatTookEffectAtOnce) {
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  const ObjectHandle vehicle = register_object(a, kVehicle);
  const auto deletion = erase_at(a, vehicle, 5);
  EXPECT_EQ(told(b), (Lines{"DiscoverObjectInstance", "RemoveObjectInstance"}));
  EXPECT_EQ(delete_object(a, vehicle), "");
  EXPECT_EQ(retract(a, deletion), "InvalidRetractionHandle");
  EXPECT_EQ(told(b), Lines{});
}

// Only a federate that discovered the object after the deletion was sent needs the completion of
// the deletion.
TEST_F(Retraction, ADeletionIsCompleteWhenTheBeginOfRegulationPassesItsTime) {
  const ObjectHandle vehicle = register_object(a, kVehicle);
  EXPECT_NE(erase_at(a, vehicle, 5).serial, 0u);
  harness.settle();
  constrain(b);
  EXPECT_EQ(call(a, wire::DisableTimeRegulation{}), "");
  regulate(a, 6, 0);
  EXPECT_EQ(update(a, vehicle, value(kPosition, "here")), "ObjectNotKnown");
}

// Otherwise a federate that subscribes later would discover an object that is removed elsewhere.
TEST_F(Retraction, ADeletionIsCompleteWhenRegulationEnds) {
  constrain(b);
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  const ObjectHandle vehicle = register_object(a, kVehicle);
  deliver_all();
  EXPECT_NE(erase_at(a, vehicle, 5).serial, 0u);
  EXPECT_EQ(call(a, wire::DisableTimeRegulation{}), "");
  deliver_all();
  EXPECT_EQ(update(a, vehicle, value(kPosition, "here")), "ObjectNotKnown");
  const Federate c = join("c");
  EXPECT_EQ(subscribe(c, kVehicle, {kPosition}), "");
  EXPECT_EQ(told(c), Lines{});
  EXPECT_EQ(told(b), Lines{}) << "it is not at the time of the removal yet";
  EXPECT_EQ(advance(b, wire::Advance::time_advance_request, 6), "");
  EXPECT_EQ(told(b), (Lines{"RemoveObjectInstance", "TimeAdvanceGrant"}));
}

TEST_F(Retraction, IsPossibleAfterAnEarlyGrantThoughTheRequestWentFurther) {
  const Federate c = join("c");
  EXPECT_EQ(publish(c, kShot), "");
  regulate(c, 0, 0);
  constrain(a);
  EXPECT_EQ(subscribe(a, kShot), "");
  const auto event = shoot(a, 3, "early");
  EXPECT_EQ(advance(a, wire::Advance::next_event_request, 10), "");
  // Enough messages to trigger the removal of those that cannot be retracted any more
  for (int i = 0; i < 200; ++i) EXPECT_NE(shoot(a, 11, "late").serial, 0u);
  EXPECT_NE(shoot(c, 2, "event").serial, 0u);
  EXPECT_EQ(advance(c, wire::Advance::time_advance_request, 2), "");
  EXPECT_EQ(told(a), (Lines{"event timestamp", "TimeAdvanceGrant"}));
  EXPECT_EQ(retract(a, event), "");
}

// Before the grant, or a message delivered with it, the federate does not know of it.
TEST_F(Retraction, AStampBelowTheRequestIsRefusedUntilTheGrant) {
  const Federate c = join("c");
  regulate(c, 2, 0);
  constrain(a);
  EXPECT_EQ(advance(a, wire::Advance::flush_queue_request, 5), "");
  EXPECT_EQ(shoot(a, 3, "too early").serial, 0u);
  EXPECT_EQ(told(a), Lines{"TimeAdvanceGrant"});
  EXPECT_NE(shoot(a, 3, "in time").serial, 0u);
}

// The floor that b told before the end of a's regulation arrives when a requests regulation again.
TEST_F(Retraction, AFloorToldForAnEarlierRegulationDoesNotCount) {
  harness.links().set_stopped(b, true);
  EXPECT_EQ(call(b, wire::EnableTimeConstrained{}), "");
  harness.settle();
  EXPECT_EQ(call(a, wire::DisableTimeRegulation{}), "");
  harness.settle();
  EXPECT_EQ(call(b, wire::EnableTimeRegulation{at(3).bytes(), at(1).bytes()}), "");
  harness.settle();
  EXPECT_EQ(call(a, wire::EnableTimeRegulation{at(0).bytes(), at(0).bytes()}), "");
  harness.settle();
  harness.links().set_stopped(b, false);
  EXPECT_EQ(told(a), Lines{"TimeRegulationEnabled"});
  const auto time = harness.call(a, wire::QueryTime{wire::TimeQuery::federate_time});
  ASSERT_TRUE(time);
  EXPECT_EQ(core::DoubleTime::decode(core::Time(std::as_bytes(std::span(*time)))), 3);
}

// Others have used its promise, which held on condition that no earlier event comes.
TEST_F(Retraction, ALookaheadLoweredWhileWaitingForAnEventHoldsUntilTheGrant) {
  const Federate c = join("c");
  constrain(b);
  EXPECT_EQ(call(a, wire::ModifyLookahead{at(1).bytes()}), "");
  constrain(a);
  regulate(c, 0, 0);
  constrain(c);
  EXPECT_EQ(advance(c, wire::Advance::next_event_request, 10), "");
  deliver_all();
  harness.links().set_stopped(a, true);
  EXPECT_EQ(advance(a, wire::Advance::next_event_request, 2), "");
  EXPECT_EQ(advance(b, wire::Advance::time_advance_request_available, 3), "");
  EXPECT_EQ(told(b), Lines{"TimeAdvanceGrant"});
  EXPECT_EQ(call(a, wire::ModifyLookahead{at(0).bytes()}), "");
  harness.links().set_stopped(a, false);
  EXPECT_EQ(told(a), Lines{"TimeAdvanceGrant"});
  EXPECT_EQ(shoot(a, 2.5, "below what b was granted").serial, 0u);
  EXPECT_NE(shoot(a, 3, "as promised").serial, 0u);
}

TEST_F(Retraction, MessagesOfAGrantAreInReceiveOrderOnceConstraintHasEnded) {
  constrain(b);
  EXPECT_EQ(subscribe(b, kShot), "");
  EXPECT_NE(shoot(a, 1, "shot").serial, 0u);
  EXPECT_EQ(advance(a, wire::Advance::time_advance_request, 5), "");
  EXPECT_EQ(advance(b, wire::Advance::time_advance_request, 2), "");
  harness.settle();
  EXPECT_EQ(call(b, wire::DisableTimeConstrained{}), "");
  EXPECT_EQ(told(b), (Lines{"shot receive", "TimeAdvanceGrant"}));
}

// The RTIG completes a deletion that the leaver can no longer retract. A neighbour that had not
// read the deletion itself by then was told of the removal at once, before its time.
TEST(DeletionOfALeaver, StaysInOrderWhicheverStreamIsReadFirst) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    HarnessOptions options;
    options.seed = seed;
    options.on_fabric = true;
    CoreHarness harness(options);
    const auto call = [&](Federate f, const auto& request) {
      EXPECT_TRUE(harness.call(f, request)) << "seed " << seed;
    };
    const Federate leaver = harness.add();
    const Federate other = harness.add();
    call(leaver, wire::CreateFederationExecution{"F", "test.fed", false, {}});
    for (const Federate f : {leaver, other}) {
      call(f, wire::JoinFederationExecution{"type", "F", {}});
    }
    call(leaver, wire::PublishObjectClass{kVehicle, {kPosition}});
    call(other, wire::SubscribeObjectClassAttributes{kVehicle, {kPosition}, true});
    const core::Time zero = core::DoubleTime::encode(0), one = core::DoubleTime::encode(1);
    const core::Time two = core::DoubleTime::encode(2);
    call(leaver, wire::EnableTimeRegulation{zero.bytes(), one.bytes()});
    call(other, wire::EnableTimeConstrained{});
    const auto object = harness.call(leaver, wire::RegisterObjectInstance{kVehicle, {}});
    ASSERT_TRUE(object);
    harness.settle();
    for (const Federate f : {leaver, other}) (void)harness.callbacks(f);
    call(other, wire::SetAsynchronousDelivery{true});
    call(other, wire::AdvanceTime{wire::Advance::time_advance_request, two.bytes()});
    wire::DeleteObjectInstance deletion;
    deletion.object = *object;
    deletion.time = two.bytes();
    call(leaver, deletion);
    call(leaver,
         wire::ResignFederationExecution{ResignAction::delete_objects_and_release_attributes});
    harness.settle();
    bool removed = false;
    harness.take_callbacks(other, [&](const rtia::Callback& callback) {
      const auto* removal = std::get_if<wire::RemoveObjectInstance>(&callback);
      if (removal == nullptr) return;
      removed = true;
      EXPECT_FALSE(removal->time.empty()) << "at once, seed " << seed;
    });
    EXPECT_TRUE(removed) << "seed " << seed;
    EXPECT_EQ(harness.faults(), Lines{});
  }
}

}  // namespace
}  // namespace triad::test
