// For tests: the Relay of a lower router and the LowerRouters of the router above, joined by a link
// that delivers when a test says so.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "router/lower_routers.hpp"
#include "router/relay.hpp"
#include "router/router_dispatch.hpp"
#include "router/test_order.hpp"

namespace triad::router {

// Records the calls of a Sink as lines.
class ClientLines final : public Sink {
 public:
  void add_client(LinkId client, const NewClient& arrived) override {
    add_line(client, "up " + std::string(arrived.transport));
    last_principal = arrived.principal;
  }
  void receive_from_client(LinkId client, wire::Bytes record) override {
    add_line(client, "sent " + std::to_string(wire::parse_record(record)->header.position));
  }
  void remove_client(LinkId client, std::string_view reason, LinkEnd end) override {
    const bool is_closed = end == LinkEnd::closed_by_peer;
    add_line(client, (is_closed ? "closed " : "down ") + std::string(reason));
  }
  void record_backlog(LinkId client, std::size_t bytes) override {
    add_line(client, "backlog " + std::to_string(bytes));
  }
  Fault receive_from_router(LinkId router, const RouterMessage& word) override {
    std::visit([&](const auto& said) { record_message(router, said); }, word);
    return {};
  }
  // Returns the lines since the last call.
  std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }

  policy::Principal last_principal;  // of the client that came last

 private:
  void record_message(LinkId router, const wire::StreamsReceived& streams) {
    for (const wire::StreamPosition& of : streams.received) {
      add_line(router, "has received " + std::to_string(of.federate.value) + " up to " +
                           std::to_string(of.position));
    }
  }
  void record_message(LinkId, const RouterGone&) {}
  void record_message(LinkId router, const wire::AttachRouter& attach) {
    add_line(router, "asks for the way " + std::to_string(attach.number));
  }
  void record_message(LinkId router, const wire::OutsideInterestTaken& taken) {
    add_line(router,
             "took round " + std::to_string(taken.round) + (taken.known ? "" : ", unknown"));
  }
  void record_message(LinkId router, const wire::OutsideInterestDoubted& doubted) {
    add_line(router, "doubts what it was told of " + std::string(doubted.federation));
  }
  void record_message(LinkId router, const wire::TimeStated& stated) {
    add_line(router, "states time " + std::to_string(stated.number));
  }
  void record_message(LinkId, const ClientInterestDigest& of) {
    add_line(of.client,
             "has digest " + std::to_string(of.digest) + " at " + std::string(of.router));
  }
  void record_message(LinkId, const ClientDigestMismatch& of) { add_line(of.client, "is doubted"); }
  void record_message(LinkId router, const RouterReconnected& back) {
    add_line(router, "was at link " + std::to_string(back.before.value));
  }
  void record_message(LinkId, const ClientMustMove& of) { add_line(of.client, "is to move"); }
  void record_message(LinkId, const DirectForwarding& direct) {
    add_line(direct.from, "direct to " + std::to_string(direct.to.value) + " in " +
                              std::string(direct.federation));
  }
  void record_message(LinkId, const DirectForwardingEnded& ended) {
    add_line(ended.from, "not direct to " + std::to_string(ended.to.value));
  }
  void add_line(LinkId client, const std::string& text) {
    lines_.push_back(std::to_string(client.value) + " " + text);
  }
  std::vector<std::string> lines_;
};

using FramesInTransit = std::deque<wire::Buffer>;

inline wire::Buffer joined(wire::Bytes prefix, wire::Bytes record) {
  wire::Buffer frame(prefix.begin(), prefix.end());
  frame.insert(frame.end(), record.begin(), record.end());
  return frame;
}

// Returns a record that its position identifies.
inline wire::Buffer record_at(wire::Position position) {
  wire::Buffer record;
  wire::RecordHeader header;
  header.position = position;
  wire::encode_record(header, wire::SenderWaiting{true}, record);
  return record;
}

// The router above.
class Above final : public LowerRouters::Host {
 public:
  void send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) override {
    frames[router].push_back(joined(prefix, record));
  }
  LinkId new_client() override {
    return last_client < kLastLink.value ? LinkId{++last_client} : LinkId{};
  }

  std::map<LinkId, FramesInTransit> frames;
  std::uint64_t last_client = 100;
  ClientLines clients;
  LowerRouters lower{clients, *this, LowerRouters::SinkKind::rtig, kClientsMax};
  static constexpr std::size_t kClientsMax = 10;
};

// The router below.
class Below final : public Relay::Host {
 public:
  explicit Below(std::size_t clients_max = 10) : relay(*this, order, "beta", clients_max) {}

  void send_to_upper(wire::Bytes prefix, wire::Bytes record) override {
    frames.push_back(joined(prefix, record));
  }
  void send_record(LinkId client, wire::Bytes record) override {
    const auto parsed = wire::parse_record(record);
    if (const auto refused = wire::decode<wire::Refused>(parsed->payload);
        refused && parsed->header.message_kind() == wire::Kind::Refused) {
      add_line(client, "refused " + std::string(refused->text));
    } else {
      add_line(client, "sent " + std::to_string(parsed->header.position));
    }
  }
  void notify(const Notice& notice) override {
    std::visit([this](const auto& one) { add_notice(one); }, notice);
  }
  void log_warning(std::string_view line) override {
    lines_.push_back("warning: " + std::string(line));
  }
  void send_to_peer(PeerIndex, wire::Bytes, wire::Bytes) override {}
  void disconnect(LinkId client, std::string_view reason) override {
    add_line(client, "disconnected " + std::string(reason));
  }
  wire::BestEffortLosses best_effort_losses(LinkId) override { return dropped; }
  LinkId router_of(LinkId) const override { return router; }
  std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }

  FramesInTransit frames;
  wire::BestEffortLosses dropped;
  LinkId router = {};  // the router below with the links of all clients
  const ByteOrder order;
  Relay relay;

 private:
  void add_notice(const MemberAdmitted& admitted) {
    add_line(admitted.client, "admitted to " + std::string(admitted.membership.federation));
  }
  void add_notice(const MemberResigned& resigned) { add_line(resigned.client, "resigned"); }
  void add_notice(const MemberStays& stays) {
    add_line(stays.client, "stays: " + std::string(stays.reason));
  }
  void add_notice(const RequestsHandled& handled) {
    add_line(handled.client, "handled " + std::to_string(handled.position));
  }
  void add_notice(const LogForwarded&) {}
  void add_notice(const ForwardedBefore& before) {
    add_line(before.from, "passed before " + std::to_string(before.session));
  }
  void add_line(LinkId client, const std::string& text) {
    lines_.push_back(std::to_string(client.value) + " " + text);
  }
  std::vector<std::string> lines_;
};

}  // namespace triad::router
