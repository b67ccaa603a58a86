// Object instances in an RTIA's directory, and how they get there (rtia/kept_instances.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tests/scenario/core/core_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

enum class Connected { by_links, on_fabric, mixed, mesh };

class Existence : public CoreScenario, public testing::WithParamInterface<Connected> {
 protected:
  Existence() : CoreScenario(options()) {
    for (Federate* f : {&a, &b, &c}) {
      *f = join("federate");
      EXPECT_EQ(set_switch(*f, wire::AdvisorySwitch::class_relevance, false), "");
      EXPECT_EQ(publish(*f, kTank, {kPosition}), "");
      EXPECT_EQ(publish(*f, kVehicle, {kPosition}), "");
    }
    deliver_all();
  }
  static HarnessOptions options() {
    HarnessOptions options;
    options.on_fabric = GetParam() == Connected::on_fabric || GetParam() == Connected::mixed;
    options.mixed = GetParam() == Connected::mixed;
    if (GetParam() == Connected::mesh) options.mesh = small_mesh();
    return options;
  }
  ~Existence() override { EXPECT_EQ(disagreements(harness, "Federation"), Lines{}); }

  std::string unsubscribe(Federate f, ObjectClassHandle at) {
    return call(f, wire::UnsubscribeObjectClass{at});
  }
  std::vector<ObjectHandle> directory(Federate f) {
    return harness.ambassador(f).state()->objects().handles();
  }
  // Instances that the federate discovers with its next tick, in that order.
  std::vector<ObjectHandle> discovers(Federate f) {
    std::vector<ObjectHandle> discovered;
    harness.settle();
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      const auto* const discovery = std::get_if<wire::DiscoverObjectInstance>(&callback);
      if (discovery != nullptr) discovered.push_back(discovery->object);
    });
    return discovered;
  }

  Federate a = 0, b = 0, c = 0;
};

TEST_P(Existence, OfWhatItDoesNotSubscribeToIsNothingToAFederate) {
  const ObjectHandle tank = register_object(a, kTank);
  deliver_all();
  EXPECT_EQ(directory(a), std::vector{tank});
  EXPECT_EQ(directory(b), std::vector<ObjectHandle>{});
}

TEST_P(Existence, OfAllInstancesOfAClassAndThoseBelowItIsToldToWhoSubscribesToIt) {
  const ObjectHandle tank = register_object(a, kTank);
  const ObjectHandle vehicle = register_object(b, kVehicle);
  deliver_all();
  EXPECT_EQ(subscribe(c, kTank, {kPosition}), "");
  EXPECT_EQ(directory(c), std::vector{tank}) << "when the call has returned";
  EXPECT_EQ(discovers(c), std::vector{tank});
  EXPECT_EQ(subscribe(c, kVehicle, {kPosition}), "");
  EXPECT_EQ(directory(c), (std::vector{tank, vehicle}));
  EXPECT_EQ(discovers(c), std::vector{vehicle}) << "the other one is known already";
}

TEST_P(Existence, OfWhatNobodyHoldsIsForgottenWithTheSubscription) {
  const ObjectHandle known = register_object(a, kTank);
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(discovers(b), std::vector{known});
  const ObjectHandle forgotten = register_object(a, kTank);
  EXPECT_EQ(discovers(b), std::vector{forgotten});
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{forgotten}), "");
  EXPECT_EQ(discovers(b), std::vector{forgotten}) << "it still subscribes";
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{forgotten}), "");
  deliver_all();
  EXPECT_EQ(directory(b), std::vector{known});
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{known}), "");
  deliver_all();
  EXPECT_EQ(directory(b), std::vector<ObjectHandle>{});
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(discovers(b), (std::vector{known, forgotten}));
}

TEST_P(Existence, OfAnInstanceThatItKnowsAFederateHearsTheEndWithoutASubscription) {
  const ObjectHandle tank = register_object(a, kTank);
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(unsubscribe(b, kTank), "");
  const ObjectHandle other = register_object(a, kTank);
  deliver_all();
  EXPECT_EQ(directory(b), std::vector{tank});
  EXPECT_EQ(delete_object(a, other), "");
  EXPECT_EQ(delete_object(a, tank), "");
  deliver_all();
  EXPECT_EQ(directory(b), std::vector<ObjectHandle>{});
}

// The instances come in several batches, which are not all sent at once. Meanwhile instances are
// registered and deleted.
TEST_P(Existence, OfManyIsToldInBatchesBetweenWhichTheyComeAndGo) {
  std::vector<ObjectHandle> expected;
  expected.reserve(12000);
  for (int i = 0; i < 12000; ++i) expected.push_back(register_object(a, kTank));
  deliver_all();
  int batches = 0;
  harness.set_watch([&](Federate of, bool up, const wire::Record& record) {
    const auto kind = record.header.message_kind();
    if (of == b && !up && record.header.to() == handle(b)) {
      batches += kind == wire::Kind::InstancesSupplied ? 1 : 0;
    }
  });
  const wire::SubscribeObjectClassAttributes request{kTank, {kPosition}, true};
  const auto outcome = harness.begin_call(b, request);
  while (batches < 2) ASSERT_TRUE(harness.deliver_one());
  ASSERT_TRUE(harness.is_in_call(b)) << "the last batch has not come";
  for (const std::size_t gone : {std::size_t{11000}, std::size_t{5}}) {
    EXPECT_EQ(delete_object(a, expected[gone]), "");
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(gone));
  }
  expected.push_back(register_object(a, kTank));
  harness.settle();
  ASSERT_TRUE(outcome->has_value() && (*outcome)->operator bool());
  EXPECT_GT(batches, 8);
  std::vector<ObjectHandle> discovered = discovers(b);
  EXPECT_EQ(directory(b), expected) << "whose federate has been told of the deletions";
  std::ranges::sort(discovered);
  std::erase_if(discovered,
                [&](ObjectHandle object) { return !std::ranges::binary_search(expected, object); });
  EXPECT_EQ(discovered, expected);
}

class ExistenceAtALink : public Existence {};

// The registration is in transit when the federate ends its subscription. The deletion is not sent
// to it, and it subscribes again.
TEST_P(ExistenceAtALink, IsNotBelievedFromBeforeTheSubscription) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  deliver_all();
  harness.links().set_stopped(b, true);
  const wire::UnsubscribeObjectClass end{kTank};
  const auto ended = harness.begin_call(b, end);
  harness.settle();
  const ObjectHandle tank = register_object(a, kTank);
  harness.settle();
  while (harness.is_in_call(b)) ASSERT_TRUE(harness.links().deliver_down_to(b));
  harness.settle();
  EXPECT_EQ(delete_object(a, tank), "");
  harness.settle();
  const wire::SubscribeObjectClassAttributes request{kTank, {kPosition}, true};
  const auto begun = harness.begin_call(b, request);
  harness.settle();
  harness.links().set_stopped(b, false);
  harness.settle();
  ASSERT_TRUE(begun->has_value() && (*begun)->operator bool());
  EXPECT_EQ(directory(b), std::vector<ObjectHandle>{});
}

// The grant is in transit when the federate forgets the instance and the whole class.
TEST_P(Existence, WhatIsGrantedOfAnInstanceThatIsForgottenIsGivenBack) {
  const ObjectHandle tank = register_object(a, kTank);
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(call(b, wire::AttributeOwnershipAcquisition{tank, {}, {kPosition}, "want"}), "");
  (void)harness.tick(a);
  harness.links().set_stopped(b, true);
  const wire::AttributeOwnershipReleaseResponse response{tank, {kPosition}};
  ASSERT_TRUE(harness.call(a, response));
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  harness.links().set_stopped(b, false);
  deliver_all();
  const auto* const instance = harness.rtig().state("Federation")->objects().find(tank);
  EXPECT_EQ(instance->owner(kPosition), wire::kNoOwner);
  EXPECT_EQ(directory(b), std::vector<ObjectHandle>{});
}

// A federate that registers a class without subscribing to it keeps only its own instances.
TEST_P(Existence, OfOthersInstancesOfItsOwnClassIsNothingToWhoOnlyRegisters) {
  const ObjectHandle own = register_object(a, kTank);
  const ObjectHandle of_other = register_object(b, kTank);
  deliver_all();
  EXPECT_EQ(directory(a), std::vector{own});
  EXPECT_EQ(directory(b), std::vector{of_other});
  EXPECT_EQ(delete_object(a, own), "");
  deliver_all();
  EXPECT_EQ(directory(a), std::vector<ObjectHandle>{});
}

// An RTIA skips log records that it does not receive, and stamps its own records accordingly.
TEST_P(Existence, OfWhatConcernsOthersLeavesNoGapInTheLog) {
  for (int i = 0; i < 5; ++i) (void)register_object(a, kTank);
  deliver_all();
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  deliver_all();
  const ObjectHandle vehicle = register_object(b, kVehicle);
  EXPECT_EQ(subscribe(c, kVehicle, {kPosition}), "");
  const auto discovered = discovers(c);
  EXPECT_EQ(discovered.size(), 6u);
  EXPECT_EQ(std::ranges::count(discovered, vehicle), 1);
}

// Over long links: nothing after a registration waits for a reply to it, neither another
// registration nor an update. So also after many changes from one to the other, everything arrives
// within the delays of the two links.
class ExistenceOverLongLinks : public Existence {
 protected:
  // Discoveries and reflections of a's instances that have reached b.
  std::pair<int, int> told_to_b() {
    std::pair<int, int> told;
    harness.take_callbacks(b, [&](const rtia::Callback& callback) {
      told.first += std::holds_alternative<wire::DiscoverObjectInstance>(callback) ? 1 : 0;
      told.second += std::holds_alternative<wire::ReflectAttributeValues>(callback) ? 1 : 0;
    });
    return told;
  }
};

TEST_P(ExistenceOverLongLinks, IsKnownAfterTheirDelayWhateverIsSentBetween) {
  constexpr int kInstances = 500;
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  deliver_all();
  for (const bool updated : {false, true}) {
    for (int i = 0; i < kInstances; ++i) {
      const wire::RegisterObjectInstance request{kTank, {}};
      const auto registered = harness.begin_call(a, request);
      ASSERT_TRUE(registered->has_value()) << "it waits";
      if (!updated) continue;
      wire::UpdateAttributeValues update;
      const Values values = value(kPosition, "here");
      update.object = ***registered;
      update.values = values;
      const auto sent = harness.begin_call(a, update);
      ASSERT_TRUE(sent->has_value()) << "it waits";
    }
    EXPECT_EQ(told_to_b(), (std::pair{0, 0}));
    harness.links().pass_delay();
    EXPECT_EQ(told_to_b(), (std::pair{0, 0})) << "it is at the RTIG";
    harness.links().pass_delay();
    EXPECT_EQ(told_to_b(), (std::pair{kInstances, updated ? kInstances : 0}));
  }
}

// Only the RTIG knows whether a name is free.
TEST_P(ExistenceOverLongLinks, OfANamedInstanceTakesOneRoundTripToRegister) {
  for (const std::string_view name : {"first", "second"}) {
    const wire::RegisterObjectInstance request{kTank, name};
    const auto registered = harness.begin_call(a, request);
    EXPECT_FALSE(registered->has_value());
    harness.links().pass_delay();
    EXPECT_FALSE(registered->has_value());
    harness.links().pass_delay();
    EXPECT_TRUE(registered->has_value());
  }
}

std::string name_of(const testing::TestParamInfo<Connected>& info) {
  static constexpr const char* kNames[] = {"ByLinks", "OnFabric", "Mixed", "Mesh"};
  return kNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Core, Existence,
                         testing::Values(Connected::by_links, Connected::on_fabric,
                                         Connected::mixed, Connected::mesh),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Core, ExistenceAtALink,
                         testing::Values(Connected::by_links, Connected::mixed, Connected::mesh),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Core, ExistenceOverLongLinks, testing::Values(Connected::by_links),
                         name_of);

}  // namespace
}  // namespace triad::test
