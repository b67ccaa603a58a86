// For tests: the Relay of a lower router and the LowerRouters of the router above, joined by a link
// that delivers when a test says so.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "router/lower_routers.hpp"
#include "router/relay.hpp"
#include "router/router_words.hpp"
#include "router/test_order.hpp"

namespace triad::router {

// Records the calls of a Sink as lines.
class ClientLines final : public Sink {
 public:
  void on_up(LinkId client, std::string_view from, bool) override {
    add(client, "up " + std::string(from));
  }
  void on_record(LinkId client, wire::Bytes record) override {
    add(client, "sent " + std::to_string(wire::parse_record(record)->header.position));
  }
  void on_down(LinkId client, std::string_view reason) override {
    add(client, "down " + std::string(reason));
  }
  void on_backlog(LinkId client, std::size_t bytes) override {
    add(client, "backlog " + std::to_string(bytes));
  }
  Fault on_word(LinkId router, const RouterWord& word) override {
    std::visit([&](const auto& said) { on(router, said); }, word);
    return {};
  }
  // Returns the lines since the last call.
  std::vector<std::string> take() { return std::exchange(lines_, {}); }

 private:
  void on(LinkId router, const wire::OutsideInterestTaken& taken) {
    add(router, "took round " + std::to_string(taken.round) + (taken.known ? "" : ", unknown"));
  }
  void on(LinkId router, const wire::OutsideInterestDoubted& doubted) {
    add(router, "doubts what it was told of " + std::string(doubted.federation));
  }
  void on(LinkId router, const wire::TimeStated& stated) {
    add(router, "states time " + std::to_string(stated.number));
  }
  void on(LinkId, const ClientInterest& of) {
    add(of.client, "has digest " + std::to_string(of.digest) + " at " + std::string(of.router));
  }
  void on(LinkId, const ClientDoubted& of) { add(of.client, "is doubted"); }
  void on(LinkId router, const RouterBack& back) {
    add(router, "was at link " + std::to_string(back.before.value));
  }
  void on(LinkId, const ClientLeaves& of) { add(of.client, "is to move"); }
  void on(LinkId, const Direct& direct) {
    add(direct.from,
        "direct to " + std::to_string(direct.to.value) + " in " + std::string(direct.federation));
  }
  void on(LinkId, const DirectEnded& ended) {
    add(ended.from, "not direct to " + std::to_string(ended.to.value));
  }
  void add(LinkId client, const std::string& what) {
    lines_.push_back(std::to_string(client.value) + " " + what);
  }
  std::vector<std::string> lines_;
};

using FramesUnderWay = std::deque<wire::Buffer>;

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

  std::map<LinkId, FramesUnderWay> frames;
  std::uint64_t last_client = 100;
  ClientLines clients;
  LowerRouters lower{clients, *this, LowerRouters::Beside::rtig, kClientsMax};
  static constexpr std::size_t kClientsMax = 10;
};

// The router below.
class Below final : public Relay::Host {
 public:
  explicit Below(std::size_t clients_max = 10) : relay(*this, order, "beta", clients_max) {}

  void send_to_upper(wire::Bytes prefix, wire::Bytes record) override {
    frames.push_back(joined(prefix, record));
  }
  void send(LinkId client, wire::Bytes record) override {
    const auto parsed = wire::parse_record(record);
    if (const auto refused = wire::decode<wire::Refused>(parsed->payload);
        refused && parsed->header.message_kind() == wire::Kind::Refused) {
      add(client, "refused " + std::string(refused->text));
    } else {
      add(client, "sent " + std::to_string(parsed->header.position));
    }
  }
  void admit(LinkId client, const Membership& membership) override {
    add(client, "admitted to " + std::string(membership.federation));
  }
  void resign(LinkId client, wire::Position) override { add(client, "resigned"); }
  void handled(LinkId client, wire::Position position) override {
    add(client, "handled " + std::to_string(position));
  }
  void warn(std::string_view line) override { lines_.push_back("warning: " + std::string(line)); }
  void passed_before(std::uint64_t session, LinkId from) override {
    add(from, "passed before " + std::to_string(session));
  }
  void send_to_peer(PeerIndex, wire::Bytes, wire::Bytes) override {}
  void disconnect(LinkId client, std::string_view reason) override {
    add(client, "disconnected " + std::string(reason));
  }
  void stays(LinkId client, std::string_view reason) override {
    add(client, "stays: " + std::string(reason));
  }
  wire::BestEffortLosses unreliable_dropped(LinkId) override { return dropped; }
  std::vector<std::string> take() { return std::exchange(lines_, {}); }

  FramesUnderWay frames;
  wire::BestEffortLosses dropped;
  const ByteOrder order;
  Relay relay;

 private:
  void add(LinkId client, const std::string& what) {
    lines_.push_back(std::to_string(client.value) + " " + what);
  }
  std::vector<std::string> lines_;
};

}  // namespace triad::router
