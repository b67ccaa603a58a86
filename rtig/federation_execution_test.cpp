// Tests how FederationExecution carries out the authority's outputs: which link carries a record,
// and which records go to shared memory.
#include "rtig/federation_execution.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace triad::rtig {
namespace {

constexpr FederateHandle kNeighbour(1);
constexpr FederateHandle kOtherNeighbour(2);
constexpr FederateHandle kDistant(3);

// Records the destination of each record: "link 3: FlowControl", "fabric wakes 2: FlowControl".
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
  bool enter_fabric(FabricId, LinkId, FederateHandle newcomer) override {
    return neighbours.contains(newcomer);
  }
  void leave_fabric(FabricId, FederateHandle federate) override {
    said.push_back("leaves " + std::to_string(federate.value));
  }
  void resign(LinkId link, wire::Position) override {
    said.push_back("resigns link " + std::to_string(link.value));
  }
  void disconnect(LinkId, std::string_view) override {}
  void log(std::string_view) override {}

  std::set<FederateHandle> neighbours;
  std::vector<std::string> said;

 private:
  void note(const std::string& where, wire::Bytes frame) {
    const auto record = wire::parse_record(frame);
    said.push_back(where + ": " + std::string(wire::name_of(record->header.message_kind())));
  }
};

class NotedClients final : public Clients {
 public:
  explicit NotedClients(std::vector<std::string>& said) : said_(said) {}

  std::size_t backlog(LinkId) const override { return 0; }
  std::chrono::milliseconds heard_at(LinkId) const override { return {}; }
  std::uint64_t new_number() override { return ++last_number_; }
  std::uint64_t new_save_ticket() override { return ++last_number_; }
  std::uint64_t& held_for_saves() override { return held_; }
  FabricId new_fabric() override { return FabricId{++last_number_}; }
  void joins(LinkId link, FederationExecution&, FederateHandle) override { note("joins", link); }
  void leaves(LinkId link) override { note("leaves", link); }
  void expel(LinkId link, std::string_view) override { note("expelled", link); }
  void forget(LinkId link, std::string_view, bool) override { note("forgotten", link); }
  void vacate(LinkId link) override { note("vacated", link); }
  void take_up(LinkId, LinkId to) override { note("goes on at", to); }
  void forget_vacated(LinkId link) override { note("forgotten", link); }
  void note_failed_move(LinkId, std::chrono::milliseconds) override {}
  void schedule_reports() override {}

 private:
  void note(const std::string& what, LinkId link) {
    said_.push_back(what + " link " + std::to_string(link.value));
  }

  std::vector<std::string>& said_;
  std::uint64_t last_number_ = 0;
  std::uint64_t held_ = 0;
};

using Said = std::vector<std::string>;

class FederationExecutionTest : public ::testing::Test {
 protected:
  // Joins a member. Handles are given in order; each equals the number of the member's link.
  void join(FederateHandle newcomer, bool shares_memory) {
    if (shares_memory) host.neighbours.insert(newcomer);
    wire::Buffer frame;
    wire::encode_record({}, wire::JoinFederationExecution{"type", "hall", {}}, frame);
    const wire::Record record = *wire::parse_record(frame);
    const auto join = wire::decode<wire::JoinFederationExecution>(record.payload);
    federation.join(LinkId{newcomer.value}, origin, record, *join, {});
    host.said.clear();
  }
  template <class Message>
  void send(FederateHandle by, const Message& message) {
    wire::RecordHeader header;
    header.sender = by.value;
    header.position = ++position;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    federation.on_record(by, *wire::parse_record(frame));
  }
  // Registers a synchronization point for all members.
  void register_point(FederateHandle by) {
    send(by, wire::RegisterFederationSynchronizationPoint{"p", {}, {}});
  }

  Host host;
  NotedClients clients{host.said};
  const RtigOptions options{};
  const std::chrono::milliseconds now{0};
  const Origin origin{};
  wire::Position position = 0;
  FederationExecution federation{clients, host, options, now, "hall", {}, {}};
};

TEST_F(FederationExecutionTest, ARecordOfTheLogGoesToEachLinkAndOnceToTheFabric) {
  join(kNeighbour, true);
  join(kOtherNeighbour, true);
  join(kDistant, false);
  register_point(kDistant);
  EXPECT_EQ(host.said, (Said{"fabric: SynchronizationPointRegistered",
                             "link 3: SynchronizationPointRegistered"}));
}

TEST_F(FederationExecutionTest, ADeclarationIsAnsweredAtOnceAndGoesToTheOthersLater) {
  join(kNeighbour, false);
  join(kOtherNeighbour, false);
  send(kOtherNeighbour, wire::SetAdvisorySwitch{});
  register_point(kOtherNeighbour);
  EXPECT_EQ(host.said, (Said{"link 1 later: SetAdvisorySwitch", "link 2: SetAdvisorySwitch",
                             "link 1: SynchronizationPointRegistered",
                             "link 2: SynchronizationPointRegistered"}));
}

TEST_F(FederationExecutionTest, ALeaverOfTheFabricIsAnsweredByItsLinkLast) {
  join(kNeighbour, true);
  join(kOtherNeighbour, true);
  register_point(kNeighbour);
  send(kOtherNeighbour, wire::SynchronizationPointAchieved{"p"});
  host.said.clear();
  send(kNeighbour, wire::ResignFederationExecution{});
  EXPECT_EQ(host.said, (Said{"resigns link 1", "fabric: CausalDependencies",
                             "fabric: FederateResigned", "fabric: FederationSynchronized",
                             "link 1: FederateResigned", "leaves 1", "leaves link 1"}));
}

TEST_F(FederationExecutionTest, ALostMemberIsForgottenWhenTheOthersHaveBeenTold) {
  join(kNeighbour, false);
  join(kOtherNeighbour, false);
  federation.end_membership(kNeighbour, LinkId{1}, "died", false);
  EXPECT_EQ(host.said, (Said{"resigns link 1", "link 1: FederateResigned",
                             "link 2 later: FederateResigned", "forgotten link 1"}));
}

TEST_F(FederationExecutionTest, AMemberThatSendsWhatItMayNotIsExpelled) {
  join(kNeighbour, false);
  send(kNeighbour, wire::LeaseObjectHandles{0});
  EXPECT_EQ(host.said, (Said{"expelled link 1"}));
}

}  // namespace
}  // namespace triad::rtig
