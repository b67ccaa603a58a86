// Tests how FederationExecution carries out the authority's outputs: which link carries a record,
// and which records go to shared memory.
#include "rtig/gateway/federation_execution.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>
#include <vector>

namespace triad::rtig {
namespace {

constexpr FederateHandle kNeighbour(1);
constexpr FederateHandle kOtherNeighbour(2);
constexpr FederateHandle kDistant(3);

// Records the destination of each record: "link 3: FlowControl", "fabric wakes 2: FlowControl".
class Host final : public Downlinks {
 public:
  void send_record(LinkId to, wire::Bytes record) override {
    record_event("link " + std::to_string(to.value), record);
  }
  void send_later(LinkId to, wire::Bytes record) override {
    record_event("link " + std::to_string(to.value) + " later", record);
  }
  void publish(FabricId, FederateHandle wakes, wire::Bytes record) override {
    record_event(wakes ? "fabric wakes " + std::to_string(wakes.value) : "fabric", record);
  }
  bool add_to_fabric(FabricId, std::string_view, LinkId, FederateHandle newcomer) override {
    return neighbours.contains(newcomer);
  }
  void remove_from_fabric(FabricId, FederateHandle federate) override {
    events.push_back("leaves " + std::to_string(federate.value));
  }
  void notify(const router::Notice& notice) override {
    if (const auto* const resigned = std::get_if<router::MemberResigned>(&notice))
      events.push_back("resigns link " + std::to_string(resigned->client.value));
  }
  void disconnect(LinkId, std::string_view) override {}
  void log(std::string_view) override {}

  std::set<FederateHandle> neighbours;
  std::vector<std::string> events;

 private:
  void record_event(const std::string& where, wire::Bytes frame) {
    const auto record = wire::parse_record(frame);
    events.push_back(where + ": " + std::string(wire::name_of(record->header.message_kind())));
  }
};

class RecordingClients final : public Clients {
 public:
  explicit RecordingClients(std::vector<std::string>& said) : events_(said) {}

  std::size_t backlog(LinkId) const override { return 0; }
  std::chrono::milliseconds last_record_at(LinkId) const override { return {}; }
  std::uint64_t new_number() override { return ++last_number_; }
  std::uint64_t new_save_ticket() override { return ++last_number_; }
  std::uint64_t& save_bytes_total() override { return held_; }
  FabricId new_fabric() override { return FabricId{++last_number_}; }
  EventHistory& event_history() override { return history_; }
  void record_join(LinkId link, FederationExecution&, FederateHandle) override {
    record_event("joins", link);
  }
  void record_resignation(LinkId link) override { record_event("leaves", link); }
  void expel(LinkId link, std::string_view) override { record_event("expelled", link); }
  void erase_client(LinkId link, std::string_view, bool) override {
    record_event("forgotten", link);
  }
  void vacate(LinkId link) override { record_event("vacated", link); }
  void vacate_and_end(LinkId, std::string_view) override {}
  void complete_move(LinkId, LinkId to) override { record_event("goes on at", to); }
  void remove_vacated(LinkId link) override { record_event("forgotten", link); }
  void record_failed_move(LinkId, std::chrono::milliseconds) override {}
  std::optional<std::string> member_denial(LinkId, wire::Kind, std::string_view) override {
    return std::nullopt;
  }
  void schedule_reports() override {}
  LinkId add_earlier_client() override { return {}; }
  void set_earlier_time(std::chrono::milliseconds) override {}

 private:
  void record_event(const std::string& what, LinkId link) {
    events_.push_back(what + " link " + std::to_string(link.value));
  }

  std::vector<std::string>& events_;
  EventHistory history_;
  std::uint64_t last_number_ = 0;
  std::uint64_t held_ = 0;
};

using Events = std::vector<std::string>;

class RecordingJournal final : public Journal {
 public:
  explicit RecordingJournal(std::vector<std::string>& events) : events_(events) {}
  bool append(wire::Bytes) override {
    events_.emplace_back("journal");
    return true;
  }
  bool replace(std::span<const wire::Bytes>) override { return false; }
  void report_no_image(const std::string& reason) override { events_.push_back(reason); }
  void remove() override { events_.emplace_back("journal removed"); }

 private:
  std::vector<std::string>& events_;
};

class FederationExecutionTest : public ::testing::Test {
 protected:
  // Joins a member. Handles are given in order; each equals the number of the member's link.
  void join(FederateHandle newcomer, bool shares_memory) {
    if (shares_memory) host.neighbours.insert(newcomer);
    wire::Buffer frame;
    wire::encode_record({}, wire::JoinFederationExecution{"type", "hall", {}}, frame);
    const wire::Record record = *wire::parse_record(frame);
    const auto join = wire::decode<wire::JoinFederationExecution>(record.payload);
    federation.join({{newcomer.value}, origin, record.header, *join, {}});
    host.events.clear();
  }
  template <class Message>
  void send(FederateHandle by, const Message& message) {
    wire::RecordHeader header;
    header.sender = by.value;
    header.position = ++position;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    federation.receive_from_member(by, *wire::parse_record(frame));
  }
  // Registers a synchronization point for all members.
  void register_point(FederateHandle by) {
    send(by, wire::RegisterFederationSynchronizationPoint{"p", {}, {}});
  }

  Host host;
  HostAccess access{host};
  RecordingClients clients{host.events};
  const RtigOptions options{};
  const std::chrono::milliseconds now{0};
  const Origin origin{};
  wire::Position position = 0;
  FederationExecution federation{clients, access, options, now, "hall", {}, {}};
};

TEST_F(FederationExecutionTest, ARecordOfTheLogGoesToEachLinkAndOnceToTheFabric) {
  join(kNeighbour, true);
  join(kOtherNeighbour, true);
  join(kDistant, false);
  register_point(kDistant);
  EXPECT_EQ(host.events, (Events{"fabric: SynchronizationPointRegistered",
                                 "link 3: SynchronizationPointRegistered"}));
}

TEST_F(FederationExecutionTest, ADeclarationIsAnsweredAtOnceAndGoesToTheOthersLater) {
  join(kNeighbour, false);
  join(kOtherNeighbour, false);
  send(kOtherNeighbour, wire::SetAdvisorySwitch{});
  register_point(kOtherNeighbour);
  EXPECT_EQ(host.events, (Events{"link 2: SetAdvisorySwitch", "link 1 later: SetAdvisorySwitch",
                                 "link 1: SynchronizationPointRegistered",
                                 "link 2: SynchronizationPointRegistered"}));
}

TEST_F(FederationExecutionTest, ALeaverOfTheFabricIsAnsweredByItsLinkLast) {
  join(kNeighbour, true);
  join(kOtherNeighbour, true);
  register_point(kNeighbour);
  send(kOtherNeighbour, wire::SynchronizationPointAchieved{"p"});
  host.events.clear();
  send(kNeighbour, wire::ResignFederationExecution{});
  EXPECT_EQ(host.events, (Events{"resigns link 1", "fabric: CausalDependencies",
                                 "fabric: FederateResigned", "fabric: FederationSynchronized",
                                 "link 1: FederateResigned", "leaves 1", "leaves link 1"}));
}

TEST_F(FederationExecutionTest, ALostMemberIsForgottenWhenTheOthersHaveBeenTold) {
  join(kNeighbour, false);
  join(kOtherNeighbour, false);
  federation.end_membership(kNeighbour, LinkId{1}, "died", false);
  EXPECT_EQ(host.events, (Events{"resigns link 1", "link 1: FederateResigned",
                                 "link 2 later: FederateResigned", "forgotten link 1"}));
}

TEST_F(FederationExecutionTest, AMemberThatSendsWhatItMayNotIsExpelled) {
  join(kNeighbour, false);
  send(kNeighbour, wire::LeaseObjectHandles{0});
  EXPECT_EQ(host.events, (Events{"expelled link 1"}));
}

TEST_F(FederationExecutionTest, AnInputStandsInTheJournalBeforeItsEffects) {
  federation.journal().begin(std::make_unique<RecordingJournal>(host.events),
                             federation.authority(), "settings", now);
  EXPECT_EQ(host.events, Events{"journal"});
  join(FederateHandle(1), false);
  join(FederateHandle(2), false);
  register_point(FederateHandle(1));
  ASSERT_GT(host.events.size(), 1u);
  EXPECT_EQ(host.events.front(), "journal");
  EXPECT_NE(host.events.back(), "journal");
  host.events.clear();
  federation.journal().remove();
  register_point(FederateHandle(2));
  EXPECT_EQ(host.events.front(), "journal removed");
}

}  // namespace
}  // namespace triad::rtig
