#include "rtig/delivery.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/time_order.hpp"

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
  void send_later(LinkId to, wire::Bytes record) override {
    note("link " + std::to_string(to.value) + " later", record);
  }
  void publish(FabricId, FederateHandle wakes, wire::Bytes record) override {
    note(wakes ? "fabric wakes " + std::to_string(wakes.value) : "fabric", record);
  }
  void disconnect(LinkId, std::string_view) override {}
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

class DeliveryTest : public ::testing::Test {
 protected:
  void add(FederateHandle federate, bool on_fabric) {
    delivery.router().attach(federate, {.link = LinkId{federate.value}, .on_fabric = on_fabric});
  }
  Host host;
  core::TimeOrder order;
  std::chrono::milliseconds now{0};
  const std::string name = "hall";
  Delivery delivery{host, name, FabricId{1}, now, 100, order, RtigOptions()};
};

TEST_F(DeliveryTest, ARecordOfTheLogGoesToEachLinkAndOnceToTheFabric) {
  add(kNeighbour, true);
  add(kOtherNeighbour, true);
  add(kDistant, false);
  delivery.append_log({}, wire::FlowControl{});
  EXPECT_EQ(host.said, (Said{"fabric: FlowControl", "link 3: FlowControl"}));
  EXPECT_EQ(delivery.log_position(), 1u);
}

TEST_F(DeliveryTest, WhoDeclaresIsAnsweredAtOnceAndTheOthersAreToldLater) {
  add(kNeighbour, false);
  add(kDistant, false);
  wire::RecordHeader request;
  request.sender = kDistant.value;
  delivery.append_log(request, wire::PublishObjectClass{});
  delivery.append_log(request, wire::EnableTimeRegulation{});
  EXPECT_EQ(host.said, (Said{"link 1 later: PublishObjectClass", "link 3: PublishObjectClass",
                             "link 1: EnableTimeRegulation", "link 3: EnableTimeRegulation"}));
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
  EXPECT_TRUE(delivery.router().paths().nobody_on_fabric());
}

}  // namespace
}  // namespace triad::rtig
