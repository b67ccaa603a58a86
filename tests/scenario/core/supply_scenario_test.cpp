// Records that an RTIA reads from its neighbours and in the log while the RTIG supplies it with the
// instances of a class (rtia/kept_instances.hpp), in any order.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "tests/scenario/core/core_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

// Two members that share memory and one with a link, in an order that the seed chooses.
class SupplyInAnyOrder : public CoreScenario, public testing::WithParamInterface<std::uint64_t> {
 protected:
  SupplyInAnyOrder() : CoreScenario(options()) {}
  static HarnessOptions options() {
    HarnessOptions options;
    options.seed = GetParam();
    options.on_fabric = options.mixed = true;
    return options;
  }

  Federate registrant = join("registrant");
  Federate at_link = join("at a link");
  Federate subscriber = join("subscriber");
};

// The subscriber has not read the registration when it subscribes. The owner changes before the
// Router has its interest, and no other member in shared memory has an instance of the class.
TEST_P(SupplyInAnyOrder, TellsWhoOwnsNowWhatANeighbourHasLeft) {
  for (const Federate f : {registrant, at_link}) {
    ASSERT_EQ(set_switch(f, wire::AdvisorySwitch::class_relevance, false), "");
    ASSERT_EQ(publish(f, kTank, {kPosition}), "");
  }
  ASSERT_EQ(subscribe(at_link, kTank, {kPosition}), "");
  deliver_all();
  harness.links().set_stopped(subscriber, true);
  const ObjectHandle tank = register_object(registrant, kTank);
  (void)harness.tick(at_link);
  ASSERT_EQ(call(at_link, wire::AttributeOwnershipAcquisition{tank, {}, {kPosition}, "want"}), "");
  const wire::ResignFederationExecution resign{ResignAction::release_attributes};
  const auto resigned = harness.begin_call(registrant, resign);
  const wire::SubscribeObjectClassAttributes request{kTank, {kPosition}, true};
  const auto subscribed = harness.begin_call(subscriber, request);
  harness.links().set_stopped(subscriber, false);
  harness.settle();
  ASSERT_TRUE(resigned->has_value() && (*resigned)->operator bool());
  ASSERT_TRUE(subscribed->has_value() && (*subscribed)->operator bool());
  deliver_all();
  ASSERT_EQ(update(at_link, tank, value(kPosition, "here")), "");
  EXPECT_EQ(harness.tick(subscriber).size(), 1u) << "a reflection";
}

INSTANTIATE_TEST_SUITE_P(Core, SupplyInAnyOrder,
                         testing::Range(std::uint64_t{1}, std::uint64_t{41}));

// --- Many batches, with any events between them.

enum class Way { links, fabric, mixed, mesh };

// Each instance has a name that fills a batch.
class SupplyInBatches : public CoreScenario,
                        public testing::WithParamInterface<std::tuple<Way, std::uint64_t>> {
 protected:
  SupplyInBatches() : CoreScenario(options()) {
    for (const Federate f : members) {
      EXPECT_EQ(set_switch(f, wire::AdvisorySwitch::class_relevance, false), "");
      EXPECT_EQ(publish(f, kTank, {kPosition}), "");
      EXPECT_EQ(publish(f, kVehicle, {kPosition}), "");
    }
    deliver_all();
  }
  static HarnessOptions options() {
    const auto [way, seed] = GetParam();
    HarnessOptions options;
    options.seed = seed;
    options.on_fabric = way == Way::fabric || way == Way::mixed;
    options.mixed = way == Way::mixed;
    if (way == Way::mesh) options.mesh = small_mesh();
    return options;
  }

  std::uint64_t below(std::uint64_t limit) { return harness.random().below(limit); }
  ObjectClassHandle any_class() { return below(2) == 0 ? kTank : kVehicle; }
  // Delivers records until the federate is in no call.
  bool free(Federate f) {
    while (harness.is_in_call(f) && harness.deliver_one()) {
    }
    return !harness.is_in_call(f);
  }
  void register_some(Federate f) {
    const std::string name = std::to_string(++named_) + std::string(33000, 'x');
    (void)harness.call(f, wire::RegisterObjectInstance{any_class(), name});
  }
  // Uses an instance in the federate's directory by a call that must be refused.
  void use_some(Federate f) {
    const auto objects = harness.ambassador(f).state()->objects().handles();
    if (objects.empty()) return;
    const ObjectHandle object = objects[below(objects.size())];
    switch (below(4)) {
      case 0:
        (void)delete_object(f, object);
        break;
      case 1:
        (void)call(f, wire::LocalDeleteObjectInstance{object});
        break;
      case 2:
        (void)call(f, wire::AttributeOwnershipAcquisition{object, {}, {kPosition}, "want"});
        break;
      default:
        (void)call(f, wire::AttributeOwnershipReleaseResponse{object, {kPosition}});
        break;
    }
  }
  // Begins a declaration without waiting for its end.
  void declare(Federate f) {
    const ObjectClassHandle of = any_class();
    if (below(2) == 0) {
      harness.begin_call(f, wire::UnsubscribeObjectClass{of});
    } else {
      harness.begin_call(f, wire::SubscribeObjectClassAttributes{of, {kPosition}, true});
    }
  }

  std::vector<Federate> members{join("one"), join("two"), join("three"), join("four")};

 private:
  int named_ = 0;
};

TEST_P(SupplyInBatches, LeavesEverybodyWithWhatThereIs) {
  for (int i = 0; i < 24; ++i) register_some(members[below(members.size())]);
  for (int step = 0; step < 80; ++step) {
    const Federate f = members[below(members.size())];
    if (!harness.is_dead(f) && free(f)) {
      switch (below(8)) {
        case 0:
          register_some(f);
          break;
        case 1:
          use_some(f);
          break;
        case 2:
          (void)harness.callbacks(f);
          break;
        default:
          declare(f);
          break;
      }
    }
    for (std::uint64_t i = below(12); i > 0 && harness.deliver_one(); --i) {
    }
    if (step == 60 && below(2) == 0) harness.kill(members.back());
  }
  deliver_all();
  for (const Federate f : members) {
    if (harness.is_dead(f)) continue;
    EXPECT_EQ(subscribe(f, kVehicle, {kPosition}), "");
    const auto all = harness.rtig().state("Federation")->objects().handles();
    EXPECT_EQ(harness.ambassador(f).state()->objects().handles(), all);
  }
}

INSTANTIATE_TEST_SUITE_P(Core, SupplyInBatches,
                         testing::Combine(testing::Values(Way::links, Way::fabric, Way::mixed,
                                                          Way::mesh),
                                          testing::Range(std::uint64_t{1}, std::uint64_t{6})));

// --- A member that subscribes again and again, and acknowledges no supplied batch.

class SupplyNotTaken : public CoreScenario {
 protected:
  // Injects a record as if the member's own RTIA had sent it.
  template <class Message>
  void forge(const Message& message) {
    wire::RecordHeader header;
    header.sender = handle(hostile).value;
    header.position = ++position_;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    harness.inject_up(hostile, frame);
    harness.settle();
  }

  Federate registrant = join("registrant");
  Federate hostile = join("hostile");

 private:
  wire::Position position_ = 1000;
};

TEST_F(SupplyNotTaken, EndsTheLinkOfWhoAsksForMoreAndMore) {
  ASSERT_EQ(publish(registrant, kTank, {kPosition}), "");
  for (int i = 0; i < 10; ++i) {
    (void)register_object(registrant, kTank, std::to_string(i) + std::string(33000, 'x'));
  }
  harness.links().set_stopped(hostile, true);
  for (int asked = 0; asked < 1000; ++asked) {
    forge(wire::SubscribeObjectClassAttributes{kTank, {kPosition}, true});
    forge(wire::UnsubscribeObjectClass{kTank});
  }
  EXPECT_NE(harness.rtig().state("Federation")->member(handle(hostile)), nullptr);
  forge(wire::SubscribeObjectClassAttributes{kTank, {kPosition}, true});
  EXPECT_EQ(harness.rtig().state("Federation")->member(handle(hostile)), nullptr);
  EXPECT_NE(harness.rtig().state("Federation")->member(handle(registrant)), nullptr);
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.find("it has not acknowledged the instances of 1000 others") != line.npos;
  })) << testing::PrintToString(harness.log());
}

}  // namespace
}  // namespace triad::test
