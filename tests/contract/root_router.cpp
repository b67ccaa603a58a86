#include "tests/contract/root_router.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/double_time.hpp"
#include "core/federation_state.hpp"
#include "core/test_model.hpp"
#include "router/lower_routers.hpp"
#include "rtig/gateway/rtig.hpp"
#include "tests/contract/link_frames.hpp"

namespace triad::test {

using router::LinkId;

namespace {

rtig::RtigOptions rtig_options(const RootRouterOptions& options) {
  rtig::RtigOptions of_rtig;
  of_rtig.queue.hold = options.hold_bytes;
  of_rtig.queue.resume = options.resume_bytes;
  of_rtig.queue.expel = options.resign_bytes;
  of_rtig.timeouts.hold = options.hold_patience;
  of_rtig.interest_piece = options.interest_piece;
  of_rtig.direct_promises_max = options.shared_promises_max;
  of_rtig.load_fed = [](std::string_view, std::optional<std::string_view>) {
    return wire::Result<core::ObjectModel>(core::test::test_model());
  };
  return of_rtig;
}

}  // namespace

// The root under test and the ends of its links.
struct RootRouter::Process final : rtig::Downlinks, router::Sink, router::LowerRouters::Host {
  explicit Process(const RootRouterOptions& options)
      : rtig(*this, rtig_options(options)),
        lower(static_cast<router::Sink&>(*this), static_cast<router::LowerRouters::Host&>(*this),
              router::LowerRouters::SinkKind::rtig) {}

  // --- Names.
  std::string link_name(LinkId link) const {
    for (const auto& [name, id] : links) {
      if (id == link) return name;
    }
    return "link " + std::to_string(link.value);
  }
  void note_log(std::string_view client, wire::Bytes record) {
    const auto parsed = wire::parse_record(record);
    const bool tells = (parsed->header.flags & wire::kLogRecord) != 0 ||
                       parsed->header.message_kind() == wire::Kind::JoinAccepted;
    if (!tells) return;
    wire::Position& position = applied[std::string(client)];
    position = std::max(position, parsed->header.position);
    log_position = std::max(log_position, parsed->header.position);
  }

  // --- Frames that leave.
  void send_record(LinkId to, wire::Bytes record) override {
    note_log(link_name(to), record);
    if (lower.has_client(to)) return lower.send_to_client(to, record);
    sent.add(link_name(to), ": " + describe(record, guest_name));
  }
  void send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) override {
    const wire::Buffer frame = joined(prefix, record);
    if (const auto round = interest_round_of(frame)) rounds[link_name(router)].push_back(*round);
    sent.add(link_name(router), link_frame_text(frame, guest_name));
  }
  void publish(rtig::FabricId, wire::FederateHandle wakes, wire::Bytes record) override {
    for (const std::string& member : sharing) note_log(member, record);
    sent.add("memory",
             (wakes ? " for " + name_of(wakes) : "") + ": " + describe(record, guest_name));
  }
  void wake(rtig::FabricId, wire::FederateHandle member) override {
    sent.add("memory", " wakes " + name_of(member));
  }
  void wake_to_read_all(rtig::FabricId, wire::FederateHandle member) override {
    const bool is_root = member == wire::kRtig;
    sent.add("memory",
             is_root ? " is read by the root" : " wakes " + name_of(member) + " to read all");
  }
  void disconnect(LinkId link, std::string_view reason) override {
    if (lower.has_client(link)) return lower.disconnect(link, reason);
    sent.add(link_name(link), " is cut off: " + std::string(reason));
  }

  // --- Between the parts of the root.
  bool add_to_fabric(rtig::FabricId, std::string_view, LinkId link, wire::FederateHandle) override {
    return sharing.contains(link_name(link));
  }
  void remove_from_fabric(rtig::FabricId, wire::FederateHandle member) override {
    sharing.erase(name_of(member));
  }
  void notify(const router::Notice& notice) override { lower.notify(notice); }
  LinkId router_of(LinkId client) const override { return lower.router_of(client); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return lower.send_to_router(router, word);
  }
  void log(std::string_view) override {}
  LinkId new_client() override { return LinkId{++last_link}; }
  void add_client(LinkId client, const router::NewClient& arrived) override {
    links[std::string(arrived.transport.substr(0, arrived.transport.find(' ')))] = client;
    rtig.add_client(client, arrived);
  }
  void receive_from_client(LinkId client, wire::Bytes record) override {
    rtig.receive_from_client(client, record);
  }
  void remove_client(LinkId client, std::string_view reason, router::LinkEnd end) override {
    rtig.remove_client(client, reason, end);
  }
  void record_backlog(LinkId client, std::size_t bytes) override {
    rtig.record_backlog(client, bytes);
  }
  router::Fault receive_from_router(LinkId router, const router::RouterMessage& word) override {
    return rtig.receive_from_router(router, word);
  }

  std::map<std::string, LinkId, std::less<>> links;          // members and routers below
  std::map<std::string, std::string, std::less<>> guest_at;  // router of each guest
  std::set<std::string, std::less<>> sharing;
  std::map<std::string, wire::Position, std::less<>> applied;
  std::map<std::string, std::vector<std::uint64_t>, std::less<>> rounds;  // of interest words
  wire::Position log_position = 0;
  std::uint64_t last_link = 10;
  std::chrono::milliseconds now{0};
  SentFrames sent;
  rtig::Rtig rtig;
  router::LowerRouters lower;
};

RootRouter::RootRouter(const RootRouterOptions& options)
    : process_(std::make_unique<Process>(options)) {}

RootRouter::~RootRouter() = default;

// --- Members.

void RootRouter::join(std::initializer_list<Name> members) {
  for (const Name member : members) join_at(member, {}, false);
}

void RootRouter::join_in_shared_memory(std::initializer_list<Name> members) {
  for (const Name member : members) join_at(member, {}, true);
}

void RootRouter::join_behind(Name router, std::initializer_list<Name> guests) {
  if (!process_->links.contains(router)) connect_lower(router);
  for (const Name guest : guests) join_at(guest, router, false);
}

void RootRouter::join_at(Name federate, Name router, bool shares_memory) {
  if (!router.empty()) {
    process_->guest_at[std::string(federate)] = router;
    EXPECT_EQ(receive_from_lower(router, wire::ClientUp{guest_number(federate), federate}), "");
  } else {
    const LinkId link{++process_->last_link};
    process_->links[std::string(federate)] = link;
    if (shares_memory) process_->sharing.emplace(federate);
    process_->rtig.add_client(link, {federate});
  }
  request_to_join(federate);
}

void RootRouter::request_to_join(Name federate) {
  receive_from_client(federate, encoded(wire::Hello{wire::kMagic, wire::kProtocolVersion, "test",
                                                    "0", "here", handle_of(federate).value}));
  if (process_->rtig.state(kWar) == nullptr) {
    receive_from_client(federate,
                        encoded(wire::CreateFederationExecution{kWar, "war.fed", false, {}}));
  }
  receive_from_client(federate, encoded(wire::JoinFederationExecution{
                                    federate, kWar, core::DoubleTime::kName, false}));
  EXPECT_TRUE(is_member(federate)) << federate;
}

bool RootRouter::is_member(Name federate) const {
  const core::Federation* const federation = process_->rtig.state(kWar);
  return federation != nullptr && federation->member(handle_of(federate)) != nullptr;
}

void RootRouter::disconnect_member(Name member, std::string_view why) {
  process_->rtig.remove_client(process_->links.find(member)->second, why, router::LinkEnd::other);
}

void RootRouter::report_member_queue(Name member, std::size_t bytes) {
  process_->rtig.record_backlog(process_->links.find(member)->second, bytes);
}

void RootRouter::receive_from_client(Name client, wire::Bytes record) {
  const auto guest = process_->guest_at.find(client);
  if (guest != process_->guest_at.end()) {
    EXPECT_EQ(receive_frame_from_lower(guest->second, {guest_number(client)}, record), "");
  } else {
    process_->rtig.receive_from_client(process_->links.find(client)->second, record);
  }
}

bool RootRouter::needs_shared_update(Name member, const Update& update) {
  wire::RecordHeader header;
  header.sender = handle_of(member).value;
  header.interest_key = update.key;
  header.interest_mask = update.mask;
  const wire::Buffer record = encoded(wire::UpdateAttributeValues{}, header, update.cells);
  return process_->rtig.needs_record(process_->links.find(member)->second, wire::Bytes(record));
}

// --- Routers below.

void RootRouter::connect_lower(Name router) {
  const LinkId link{++process_->last_link};
  process_->links[std::string(router)] = link;
  process_->lower.add(link, router);
}

void RootRouter::disconnect_lower(Name router, std::string_view why) {
  process_->lower.remove(process_->links.find(router)->second, why);
}

void RootRouter::end_guest(Name guest, std::string_view why) {
  const std::string at = process_->guest_at.find(guest)->second;
  EXPECT_EQ(receive_from_lower(at, wire::ClientDown{guest_number(guest), why}), "");
}

std::string RootRouter::receive_frame_from_lower(Name router,
                                                 const std::vector<std::uint64_t>& clients,
                                                 wire::Bytes record) {
  const LinkId link = process_->links.find(router)->second;
  return process_->lower.receive_frame(link, link_frame(clients, record)).value_or("");
}

void RootRouter::acknowledge_interest(Name router, std::size_t word, bool known) {
  const std::uint64_t round = process_->rounds.find(router)->second.at(word - 1);
  EXPECT_EQ(receive_from_lower(router, wire::OutsideInterestTaken{kWar, round, known}), "");
}

std::size_t RootRouter::interest_words(Name router) const {
  const auto at = process_->rounds.find(router);
  return at == process_->rounds.end() ? 0 : at->second.size();
}

std::vector<std::string> RootRouter::find_late_routers() {
  std::vector<std::string> late;
  for (const auto& [router, federation] : process_->rtig.find_late_routers({})) {
    late.push_back(process_->link_name(std::get<LinkId>(router)));
  }
  return late;
}

// --- Frames that leave.

Frames RootRouter::frames() {
  process_->rtig.end_turn();
  return frames_of_open_turn();
}

Frames RootRouter::frames_of_open_turn() {
  process_->lower.flush();
  return process_->sent.take_frames();
}

Frames RootRouter::frames_to(Name neighbour) {
  process_->rtig.end_turn();
  process_->lower.flush();
  return process_->sent.take_frames(neighbour);
}

bool RootRouter::turn_is_due() const {
  return process_->rtig.turn_is_due();
}

void RootRouter::send_digests() {
  process_->rtig.send_digests();
}

bool RootRouter::digests_are_due() const {
  return process_->rtig.digests_are_due();
}

void RootRouter::pass_time(std::chrono::milliseconds time) {
  process_->now += time;
  process_->rtig.set_time(process_->now);
  process_->rtig.end_long_holds();
}

wire::Position RootRouter::log_position() const {
  return process_->log_position;
}

wire::Position RootRouter::applied_log(Name federate) const {
  const auto at = process_->applied.find(federate);
  return at == process_->applied.end() ? 0 : at->second;
}

}  // namespace triad::test
