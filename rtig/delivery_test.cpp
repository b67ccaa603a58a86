#include "rtig/delivery.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace triad::rtig {
namespace {

constexpr FederateHandle kNeighbour(1);
constexpr FederateHandle kOtherNeighbour(2);
constexpr FederateHandle kDistant(3);

// Writes down what goes where: "link 3: FlowControl", "fabric wakes 2: FlowControl".
class Host final : public Downlinks {
 public:
  void send(LinkId to, wire::Bytes record) override {
    note("link " + std::to_string(to.value), record);
  }
  void publish(FabricId, FederateHandle wakes, wire::Bytes record) override {
    note(wakes ? "fabric wakes " + std::to_string(wakes.value) : "fabric", record);
  }
  void disconnect(LinkId) override {}
  void leave_fabric(FabricId, FederateHandle federate) override {
    said.push_back("leaves " + std::to_string(federate.value));
  }
  void log(std::string_view) override {}

  std::vector<std::string> said;

 private:
  void note(const std::string& where, wire::Bytes frame) {
    const auto record = wire::parse_record(frame);
    said.push_back(where + ": " + std::string(wire::name_of(record->header.message_kind())));
  }
};

using Said = std::vector<std::string>;

wire::RecordHeader header(FederateHandle from, wire::Position position) {
  wire::RecordHeader header;
  header.kind = static_cast<std::uint16_t>(wire::Kind::SendInteraction);
  header.sender = from.value;
  header.position = position;
  return header;
}

class DeliveryTest : public ::testing::Test {
 protected:
  void add(FederateHandle federate, bool on_fabric) {
    delivery.add(federate, LinkId{federate.value}, on_fabric);
  }
  Host host;
  Delivery delivery{host, FabricId{1}};
};

TEST_F(DeliveryTest, ARecordOfTheLogGoesToEachLinkAndOnceToTheFabric) {
  add(kNeighbour, true);
  add(kOtherNeighbour, true);
  add(kDistant, false);
  delivery.append_log({}, wire::FlowControl{});
  EXPECT_EQ(host.said, (Said{"fabric: FlowControl", "link 3: FlowControl"}));
  EXPECT_EQ(delivery.log_position(), 1u);
}

TEST_F(DeliveryTest, WhatIsForOneMemberWakesThatOneAlone) {
  add(kNeighbour, true);
  add(kDistant, false);
  delivery.send_to(kNeighbour, {}, wire::FlowControl{});
  delivery.send_to(kDistant, {}, wire::FlowControl{});
  EXPECT_EQ(host.said, (Said{"fabric wakes 1: FlowControl", "link 3: FlowControl"}));
}

TEST_F(DeliveryTest, CausalDependenciesGoAheadOnce) {
  add(kNeighbour, true);
  delivery.publish(wire::FlowControl{});
  EXPECT_EQ(host.said, (Said{"fabric: FlowControl"}));
  EXPECT_TRUE(delivery.note(kNeighbour, header(kNeighbour, 5)));
  host.said.clear();
  delivery.publish(wire::FlowControl{});
  delivery.publish(wire::FlowControl{});
  EXPECT_EQ(host.said,
            (Said{"fabric: CausalDependencies", "fabric: FlowControl", "fabric: FlowControl"}));
}

TEST_F(DeliveryTest, OnlyThoseOnTheFabricReadEachOther) {
  add(kNeighbour, true);
  add(kOtherNeighbour, true);
  add(kDistant, false);
  EXPECT_TRUE(delivery.read_directly(kNeighbour, kOtherNeighbour));
  EXPECT_FALSE(delivery.read_directly(kNeighbour, kDistant));
  EXPECT_FALSE(delivery.read_directly(kDistant, kNeighbour));
  EXPECT_FALSE(delivery.note(kDistant, header(kDistant, 5)));
}

TEST_F(DeliveryTest, ALeaverOfTheFabricIsAnsweredByItsLinkLast) {
  add(kNeighbour, true);
  add(kOtherNeighbour, true);
  delivery.append_log({}, wire::FederateResigned{kNeighbour, {}, false, {}});
  const auto departure = delivery.remove(kNeighbour);
  delivery.append_log({}, wire::FlowControl{});
  delivery.complete(departure);
  EXPECT_EQ(host.said, (Said{"fabric: FederateResigned", "fabric: FlowControl",
                             "link 1: FederateResigned", "leaves 1"}));
}

TEST_F(DeliveryTest, ARestoreEmptiesTheFabric) {
  add(kNeighbour, true);
  add(kDistant, false);
  const auto links = delivery.remove_all(FabricId{2});
  EXPECT_EQ(links.at(kDistant), LinkId{kDistant.value});
  EXPECT_EQ(host.said, (Said{"leaves 1"}));
  EXPECT_TRUE(delivery.nobody_on_fabric());
}

}  // namespace
}  // namespace triad::rtig
