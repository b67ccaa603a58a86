#include "tests/contract/lower_router.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "core/time_order.hpp"
#include "router/lower_routers.hpp"
#include "router/relay.hpp"
#include "tests/contract/link_frames.hpp"

namespace triad::test {

using router::LinkId;

namespace {

std::string text_of(const router::Fault& fault) {
  return fault.value_or("");
}

}  // namespace

// The router under test and the ends of its links.
struct LowerRouter::Process final : router::Relay::Host, router::LowerRouters::Host {
  explicit Process(const LowerRouterOptions& options)
      : peers(options.peers),
        relay(*this, order, "beta", options.clients_max, options.peers, options.interest_piece),
        lower(relay, static_cast<router::LowerRouters::Host&>(*this),
              router::LowerRouters::SinkKind::relay) {}

  // --- Names.
  std::string link_name(LinkId link) const {
    for (const auto& [name, id] : links) {
      if (id == link) return name;
    }
    return "link " + std::to_string(link.value);
  }
  ClientNames names_above() const {
    return [this](std::uint64_t number) {
      const auto at = announced.find(number);
      return at == announced.end() ? "client " + std::to_string(number) : at->second;
    };
  }
  void learn_announced(wire::Bytes frame) {
    if (const auto up = announced_client(frame)) announced[up->first] = up->second;
  }

  // --- Frames that leave.
  void note(const std::string& to, const std::string& text) { sent.add(to, text); }
  void send_to_upper(wire::Bytes prefix, wire::Bytes record) override {
    const wire::Buffer frame = joined(prefix, record);
    learn_announced(frame);
    note("up", link_frame_text(frame, names_above()));
  }
  void send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) override {
    note(link_name(router), link_frame_text(joined(prefix, record), guest_name));
  }
  void send_to_peer(router::PeerIndex peer, wire::Bytes prefix, wire::Bytes record) override {
    const wire::Buffer frame = joined(prefix, record);
    if (const auto last = sequence_of(frame)) last_to_peer[peers[peer]] = *last;
    note(peers[peer], link_frame_text(frame, names_above()));
  }
  void send_record(LinkId client, wire::Bytes record) override {
    if (lower.has_client(client)) return lower.send_to_client(client, record);
    note(link_name(client), ": " + describe(record, names_above()));
  }
  void disconnect(LinkId client, std::string_view reason) override {
    if (lower.has_client(client)) return lower.disconnect(client, reason);
    note(link_name(client), " is cut off: " + std::string(reason));
  }

  // --- Between the two parts of the router.
  void notify(const router::Notice& notice) override {
    const auto* const stays = std::get_if<router::MemberStays>(&notice);
    if (stays != nullptr && !lower.has_client(stays->client))
      note(link_name(stays->client), " stays: " + std::string(stays->reason));
    lower.notify(notice);
  }
  LinkId router_of(LinkId client) const override { return lower.router_of(client); }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return lower.send_to_router(router, word);
  }
  void log_warning(std::string_view) override {}
  wire::BestEffortLosses best_effort_losses(LinkId client) override {
    return lower.has_client(client) ? lower.best_effort_losses(client) : dropped[client];
  }
  LinkId new_client() override { return LinkId{++last_link}; }

  const core::TimeOrder order{core::DoubleTime::kName};
  const std::vector<std::string> peers;
  std::map<std::string, LinkId, std::less<>> links;          // members and routers below
  std::map<std::string, std::string, std::less<>> guest_at;  // router of each guest
  std::map<std::uint64_t, std::string> announced;            // by number on the upward link
  std::map<LinkId, wire::BestEffortLosses> dropped;
  std::uint64_t last_link = 10;
  std::map<std::string, wire::PeerReceived, std::less<>> last_to_peer;
  SentFrames sent;
  router::Relay relay;
  router::LowerRouters lower;
};

LowerRouter::LowerRouter(const LowerRouterOptions& options)
    : process_(std::make_unique<Process>(options)) {
  connect_upper();
}

LowerRouter::~LowerRouter() = default;

// --- Members.

void LowerRouter::connect_member(Name member) {
  const LinkId link{++process_->last_link};
  process_->links[std::string(member)] = link;
  process_->relay.add_client(link, {member});
}

void LowerRouter::disconnect_member(Name member, std::string_view why) {
  process_->relay.remove_client(process_->links.find(member)->second, why, router::LinkEnd::other);
}

void LowerRouter::report_member_queue(Name member, std::size_t bytes, std::uint64_t dropped) {
  const LinkId link = process_->links.find(member)->second;
  process_->dropped[link].by_priority[0] = dropped;
  process_->relay.record_backlog(link, bytes);
}

void LowerRouter::receive_from_client(Name client, wire::Bytes record) {
  const auto guest = process_->guest_at.find(client);
  if (guest != process_->guest_at.end()) {
    EXPECT_EQ(receive_frame_from_lower(guest->second, {guest_number(client)}, record), "");
  } else {
    process_->relay.receive_from_client(process_->links.find(client)->second, record);
  }
}

void LowerRouter::join(std::initializer_list<Name> members) {
  for (const Name member : members) {
    connect_member(member);
    admit(member);
  }
}

// --- Routers below.

void LowerRouter::join_behind(Name router, std::initializer_list<Name> guests) {
  if (!process_->links.contains(router)) connect_lower(router);
  for (const Name guest : guests) {
    announce_guest(router, guest);
    admit(guest);
  }
}

void LowerRouter::connect_lower(Name router) {
  const LinkId link{++process_->last_link};
  process_->links[std::string(router)] = link;
  process_->lower.add(link, router);
}

void LowerRouter::disconnect_lower(Name router, std::string_view why) {
  process_->lower.remove(process_->links.find(router)->second, why);
}

void LowerRouter::report_lower_queue(Name router, std::size_t bytes) {
  process_->lower.record_backlog(process_->links.find(router)->second, bytes);
}

void LowerRouter::announce_guest(Name router, Name guest) {
  process_->guest_at[std::string(guest)] = router;
  EXPECT_EQ(receive_from_lower(router, wire::ClientUp{guest_number(guest), guest}), "");
}

void LowerRouter::end_guest(Name guest, std::string_view why) {
  const std::string at = process_->guest_at.find(guest)->second;
  EXPECT_EQ(receive_from_lower(at, wire::ClientDown{guest_number(guest), why}), "");
}

std::string LowerRouter::receive_frame_from_lower(Name router,
                                                  const std::vector<std::uint64_t>& clients,
                                                  wire::Bytes record) {
  const LinkId link = process_->links.find(router)->second;
  return text_of(process_->lower.receive_frame(link, link_frame(clients, record)));
}

// --- The router above.

void LowerRouter::connect_upper() {
  process_->relay.record_upper_connected();
}

void LowerRouter::disconnect_upper(std::string_view why) {
  process_->relay.record_upper_lost(why);
}

std::string LowerRouter::receive_frame_from_upper(const std::vector<std::uint64_t>& clients,
                                                  wire::Bytes record) {
  return receive_bytes_from_upper(link_frame(clients, record));
}

std::string LowerRouter::receive_bytes_from_upper(wire::Bytes frame) {
  return text_of(process_->relay.receive_frame_from_upper(frame));
}

std::uint64_t LowerRouter::announced_number(Name client) const {
  const auto at = std::ranges::find_if(process_->announced,
                                       [&](const auto& entry) { return entry.second == client; });
  EXPECT_NE(at, process_->announced.end()) << client << " was not announced";
  return at == process_->announced.end() ? 0 : at->first;
}

void LowerRouter::admit(Name client, wire::Position since) {
  EXPECT_EQ(receive_from_upper(
                wire::ClientAdmitted{announced_number(client), kWar, handle_of(client), since}),
            "");
}

void LowerRouter::resign(Name client, wire::Position log_position) {
  EXPECT_EQ(receive_from_upper(wire::ClientResigned{announced_number(client), log_position}), "");
}

void LowerRouter::receive_handled_from_upper(Name client, wire::Position position) {
  EXPECT_EQ(receive_from_upper(wire::ClientHandled{announced_number(client), position}), "");
}

void LowerRouter::receive_log_forwarded_from_upper(wire::Position position) {
  EXPECT_EQ(receive_from_upper(wire::LogPassed{kWar, position}), "");
}

void LowerRouter::receive_interest_from_upper(const std::vector<wire::InterestEntry>& entries,
                                              bool replaces_all, bool complete,
                                              const std::vector<wire::CellsChanged>& cells) {
  EXPECT_EQ(receive_from_upper(wire::OutsideInterest{kWar, ++interest_round_, replaces_all,
                                                     complete, entries, cells}),
            "");
}

void LowerRouter::receive_record_for_clients(std::initializer_list<Name> clients,
                                             wire::Bytes record) {
  std::vector<std::uint64_t> numbers;
  for (const Name client : clients) numbers.push_back(announced_number(client));
  EXPECT_EQ(receive_frame_from_upper(numbers, record), "");
}

void LowerRouter::receive_log_for_clients(std::initializer_list<Name> clients,
                                          wire::Position position) {
  wire::RecordHeader header;
  header.flags = wire::kLogRecord;
  header.position = position;
  receive_message_for_clients(clients, wire::FederateJoined{}, header);
}

// --- Peers.

namespace {

router::PeerIndex index_of(const std::vector<std::string>& peers, Name peer) {
  return static_cast<router::PeerIndex>(std::ranges::find(peers, peer) - peers.begin());
}

}  // namespace

void LowerRouter::connect_peer(Name peer) {
  process_->relay.record_peer_connected(index_of(process_->peers, peer));
}

void LowerRouter::disconnect_peer(Name peer) {
  process_->relay.record_peer_lost(index_of(process_->peers, peer));
}

std::string LowerRouter::receive_frame_from_peer(Name peer, wire::Bytes record) {
  return text_of(process_->relay.receive_frame_from_peer(index_of(process_->peers, peer),
                                                         link_frame({}, record)));
}

void LowerRouter::acknowledge_all_from_peer(Name peer) {
  EXPECT_EQ(receive_from_peer(peer, process_->last_to_peer.find(peer)->second), "");
}

// --- Frames that leave.

void LowerRouter::end_turn() {
  process_->relay.end_turn();
  process_->lower.flush();
  process_->relay.after_flush();
}

Frames LowerRouter::frames() {
  end_turn();
  return process_->sent.take_frames();
}

Frames LowerRouter::frames_to(Name neighbour) {
  end_turn();
  return process_->sent.take_frames(neighbour);
}

bool LowerRouter::turn_is_due() const {
  return process_->relay.turn_is_due();
}

void LowerRouter::send_digests() {
  process_->relay.send_digests();
}

bool LowerRouter::digests_are_due() const {
  return process_->relay.digests_are_due();
}

void LowerRouter::leave_mesh() {
  process_->relay.leave_mesh();
}

bool LowerRouter::may_end() const {
  return process_->relay.may_end();
}

std::size_t LowerRouter::held_bytes() const {
  std::size_t held = 0;
  process_->relay.for_each_held([&](const auto&, std::size_t bytes) { held += bytes; });
  return held;
}

}  // namespace triad::test
