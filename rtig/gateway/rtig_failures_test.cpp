// Tests of the Rtig when a call of its host throws or memory is missing while no record of a peer
// is being handled: at a timer, or at a report of the host. The federation concerned ends, its
// members are told, and other federations continue.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "core/test_model.hpp"
#include "rtig/gateway/rtig.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {
namespace {

using std::chrono::seconds;

// Throws once, at the first log line that contains a given text.
class FailingHost final : public Downlinks {
 public:
  void send_record(LinkId to, wire::Bytes record) override {
    sent[to].push_back(wire::peek_kind(record));
  }
  void disconnect(LinkId link, std::string_view) override { ended.push_back(link); }
  bool keeps_saves() const override { return true; }
  std::optional<wire::Result<void>> store_save(std::uint64_t ticket,
                                               core::SavedFederation&&) override {
    stores = ticket;
    return std::nullopt;
  }
  FedReading read_fed(std::uint64_t ticket, LinkId, std::string_view,
                      std::optional<std::string_view>) override {
    if (!reads_beside) return FedReading::read_directly;
    reads = ticket;
    return FedReading::begun;
  }
  void log(std::string_view line) override {
    if (!fails_at.empty() && line.find(fails_at) != line.npos) {
      fails_at.clear();
      throw std::bad_alloc();
    }
    lines.emplace_back(line);
  }
  bool keeps_audit_log() const override { return true; }
  void audit(const AuditEvent& event) override {
    audited.push_back(std::string(name_of(event.kind)) + " " + std::string(event.federation));
  }

  std::string fails_at;
  std::vector<std::string> audited;
  std::map<LinkId, std::vector<wire::Kind>> sent;
  std::vector<LinkId> ended;
  std::vector<std::string> lines;
  std::uint64_t stores = 0;
  bool reads_beside = false;
  std::uint64_t reads = 0;
};

class RtigFailures : public testing::Test {
 protected:
  static RtigOptions options() {
    RtigOptions options;
    options.timeouts.report = seconds(10);
    options.load_fed = [](std::string_view, std::optional<std::string_view>) {
      return wire::Result<core::ObjectModel>(core::test::test_model());
    };
    return options;
  }
  void connect(LinkId link) {
    rtig.add_client(link, {"a test"});
    say(link, {}, wire::Hello{wire::kMagic, wire::kProtocolVersion, "test", "1", "here", 1, 0});
  }
  template <class Message>
  void say(LinkId link, wire::FederateHandle by, const Message& message) {
    wire::RecordHeader header;
    header.sender = by.value;
    header.position = ++position;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    rtig.receive_from_client(link, frame);
  }
  static wire::CreateFederationExecution create(std::string_view name) {
    wire::CreateFederationExecution create;
    create.federation = name;
    create.fed = "a.fed";
    return create;
  }
  // Creates a federation. Its only member is at the link and has the handle 1.
  void make_federation(LinkId link, std::string_view name) {
    connect(link);
    say(link, {}, create(name));
    wire::JoinFederationExecution join{"member", name, {}};
    say(link, {}, join);
    ASSERT_NE(rtig.state(name), nullptr);
    ASSERT_EQ(rtig.state(name)->members().size(), 1u);
  }
  bool was_told(LinkId link, wire::Kind kind) {
    return std::ranges::count(host.sent[link], kind) > 0;
  }
  bool logged(std::string_view text) {
    return std::ranges::any_of(host.lines,
                               [&](const auto& line) { return line.find(text) != line.npos; });
  }

  static constexpr LinkId kA{1};
  static constexpr LinkId kB{2};
  static constexpr wire::FederateHandle kMember{1};
  FailingHost host;
  Rtig rtig{host, options()};
  wire::Position position = 0;
};

TEST_F(RtigFailures, OfALookAtWhoWaitsEndOneFederation) {
  make_federation(kA, "A");
  make_federation(kB, "B");
  for (const LinkId link : {kA, kB}) {
    say(link, kMember, wire::RegisterFederationSynchronizationPoint{"ready", "", {}});
  }
  rtig.set_time(seconds(11));
  host.fails_at = "'ready' has waited";
  EXPECT_NO_THROW(rtig.report_waits());
  EXPECT_EQ(rtig.state("A"), nullptr);
  EXPECT_TRUE(was_told(kA, wire::Kind::Refused));
  EXPECT_EQ(host.ended, std::vector<LinkId>{kA});
  EXPECT_EQ(host.audited.back(), "destroy A");
  EXPECT_NE(rtig.state("B"), nullptr);
  EXPECT_TRUE(logged("federation 'B': synchronization point 'ready' has waited"));
}

TEST_F(RtigFailures, AfterASaveIsOnTheDiskLeaveNobodyWaiting) {
  make_federation(kA, "A");
  say(kA, kMember, wire::RequestFederationSave{"x", false, {}});
  say(kA, kMember, wire::FederateSaveComplete{1});
  for (std::uint32_t round = 1; round <= 4 && !was_told(kA, wire::Kind::SaveCollecting); ++round) {
    say(kA, kMember, wire::SaveSettled{1, round, true});
  }
  say(kA, kMember, wire::FederateState{1, true, {}});
  ASSERT_NE(host.stores, 0u);
  host.fails_at = "saved as 'x'";
  EXPECT_NO_THROW(rtig.receive_save_result(host.stores, "save 'x' of federation 'A'", {}));
  EXPECT_EQ(rtig.state("A"), nullptr);
  EXPECT_TRUE(was_told(kA, wire::Kind::Refused));
}

TEST_F(RtigFailures, WhereAFederationIsCreatedAreToldToAllWhoAskedForIt) {
  host.reads_beside = true;
  for (const LinkId link : {kA, kB}) {
    connect(link);
    say(link, {}, create("A"));
  }
  ASSERT_NE(host.reads, 0u);
  host.fails_at = "created with";
  EXPECT_NO_THROW(rtig.receive_fed_model(host.reads, core::test::test_model()));
  EXPECT_TRUE(was_told(kA, wire::Kind::Refused));
  EXPECT_TRUE(was_told(kB, wire::Kind::Refused));
}

}  // namespace
}  // namespace triad::rtig
