// Test support: the participants of an overlay and its registry, joined by links with given delays,
// in simulated time.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "overlay/participant.hpp"
#include "overlay/registry.hpp"

namespace triad::overlay {

class TestOverlay {
 public:
  struct Options {
    std::size_t places = 5;
    Place registry = 0;
    Bounds bounds = {};
    Time delay{2000};
  };

  explicit TestOverlay(const Options& options) : options_(options), delays_(options.places) {
    for (Place at = 0; at < options.places; ++at) {
      names_.push_back("router" + std::to_string(at));
      keys_.push_back(PrivateKey::generate());
      mesh_keys_.push_back(keys_.back().public_key());
      for (Place other = 0; other < at; ++other) set_delay(at, other, options.delay);
    }
    nodes_.resize(options.places);
  }

  // --- Routers.
  // Starts the program at a place, and links it to all running ones.
  void start(Place at) {
    nodes_[at] = std::make_unique<Node>(*this, at);
    if (at == options_.registry) start_registry();
    nodes_[at]->participant.start(now_);
    for (Place other = 0; other < end_of_places(nodes_.size()); ++other) {
      if (other != at && nodes_[other]) set_link(at, other, true);
    }
  }
  void start_all() {
    for (Place at = 0; at < end_of_places(nodes_.size()); ++at) start(at);
  }
  // Stops the program at a place, which loses its links.
  void stop(Place at) {
    for (Place other = 0; other < end_of_places(nodes_.size()); ++other) {
      if (other != at && nodes_[other]) set_link(at, other, false);
    }
    nodes_[at].reset();
    if (at == options_.registry) registry_.reset();
  }
  bool is_running(Place at) const { return nodes_[at] != nullptr; }
  // Gives the program at this place a key that differs from the one in the mesh's file.
  void set_wrong_key(Place at) { keys_[at] = PrivateKey::generate(); }

  // --- Links.
  void set_delay(Place a, Place b, Time delay) {
    delays_.set_stated(a, b, static_cast<Delay>(delay.count()));
    delays_.set_stated(b, a, static_cast<Delay>(delay.count()));
  }
  const Delays& delays() const { return delays_; }
  bool is_linked(Place a, Place b) const { return links_.contains(std::minmax(a, b)); }
  void set_link(Place a, Place b, bool is_up) {
    if (is_linked(a, b) == is_up) return;
    if (is_up) {
      links_[std::minmax(a, b)] = ++last_link_;
    } else {
      links_.erase(std::minmax(a, b));
    }
    for (const auto& [end, other] : {std::pair(a, b), std::pair(b, a)}) {
      if (!nodes_[end]) continue;
      if (end == options_.registry && registry_ && !is_up) registry_->record_lost_link(other, now_);
      nodes_[end]->participant.record_link_state(other, is_up, now_);
    }
  }

  // --- Time. All routers get a tick every 100 ms.
  void run_for(Time time) {
    const Time until = now_ + time;
    while (now_ < until) {
      const Time next = std::min(until, next_tick_);
      while (!in_transit_.empty() && in_transit_.begin()->first <= next) {
        now_ = std::max(now_, in_transit_.begin()->first);
        const std::function<void()> arrives = std::move(in_transit_.begin()->second);
        in_transit_.erase(in_transit_.begin());
        arrives();
      }
      now_ = next;
      if (now_ < next_tick_) continue;
      next_tick_ += std::chrono::milliseconds(100);
      for (const auto& node : nodes_) {
        if (node) node->participant.process_timers(now_);
      }
      if (registry_) registry_->process_timers(now_);
    }
  }
  Time now() const { return now_; }

  // --- Results.
  struct Node final : Participant::Host {
    Node(TestOverlay& owner, Place at)
        : net(owner), place(at), participant(*this, owner.setup_of(at)) {}
    void send_to_router(Place to, wire::Bytes record) override {
      net.deliver_after_delay(place, to, record);
    }
    wire::Buffer new_nonce() override { return net.new_nonce(); }
    void prepare_paths(const Paths& paths) override { prepared = paths; }
    void use_paths(std::uint64_t version) override {
      if (prepared.version == version) used = prepared;
    }
    void use_no_paths() override { used.reset(); }
    void log_info(std::string_view line) override { lines.emplace_back(line); }
    void log_warning(std::string_view line) override {
      lines.push_back("warning: " + std::string(line));
    }

    TestOverlay& net;
    const Place place;
    Paths prepared;
    std::optional<Paths> used;
    std::vector<std::string> lines;
    Participant participant;
  };
  Node& node(Place at) { return *nodes_[at]; }
  // Returns the registry; null if its program does not run.
  Registry* registry() { return registry_ ? &*registry_ : nullptr; }
  // Log lines of the registry.
  std::vector<std::string> lines;
  std::vector<std::string> faults;
  std::optional<RegistryState> stored;
  // Delivers a record as if it came from `from`.
  Fault inject(Place from, Place to, const wire::Buffer& record) {
    return deliver_to_node(from, to, *wire::parse_record(record));
  }

 private:
  struct RegistryHost final : Registry::Host {
    explicit RegistryHost(TestOverlay& owner) : net(owner) {}
    void send_to_router(Place to, wire::Bytes record) override {
      net.deliver_after_delay(net.options_.registry, to, record);
    }
    wire::Buffer new_nonce() override { return net.new_nonce(); }
    void store_state(const RegistryState& state) override { net.stored = state; }
    void log_info(std::string_view line) override { net.lines.emplace_back(line); }
    void log_warning(std::string_view line) override {
      net.lines.push_back("warning: " + std::string(line));
    }
    TestOverlay& net;
  };

  Participant::Setup setup_of(Place at) const {
    return {.own_place = at,
            .registry_place = options_.registry,
            .names = names_,
            .mesh = "test",
            .key = keys_[at],
            .registry_key = mesh_keys_[options_.registry]};
  }
  void start_registry() {
    Registry::Setup setup{.own_place = options_.registry,
                          .names = names_,
                          .keys = mesh_keys_,
                          .mesh = "test",
                          .key = keys_[options_.registry],
                          .bounds = options_.bounds};
    registry_.emplace(
        registry_host_, std::move(setup),
        stored ? *stored
               : RegistryState{
                     std::vector<RegistryState::Router>(names_.size()), Delays(names_.size()), {}});
  }
  wire::Buffer new_nonce() {
    wire::Buffer nonce(32);
    nonce[0] = static_cast<std::byte>(++last_nonce_);
    nonce[1] = static_cast<std::byte>(last_nonce_ >> 8);
    return nonce;
  }
  // Delivers a record after the delay of the link, if the link is still up then.
  void deliver_after_delay(Place from, Place to, wire::Bytes record) {
    const auto link = links_.find(std::minmax(from, to));
    if (from != to && link == links_.end()) return;
    const std::uint64_t by = from == to ? 0 : link->second;
    const Time arrives = now_ + Time(from == to ? 0 : delays_.stated(from, to));
    in_transit_.emplace(
        arrives, [this, from, to, by, word = wire::Buffer(record.begin(), record.end())] {
          const auto now_there = links_.find(std::minmax(from, to));
          if (from != to && (now_there == links_.end() || now_there->second != by)) return;
          if (!nodes_[to]) return;
          if (const Fault fault = deliver_to_node(from, to, *wire::parse_record(word)))
            faults.push_back(*fault);
        });
  }
  Fault deliver_to_node(Place from, Place to, const wire::Record& record) {
    const bool for_registry =
        to == options_.registry && is_for_registry(record.header.message_kind());
    if (for_registry) return registry_->receive_record(from, record, now_);
    return nodes_[to]->participant.receive_record(from, record, now_);
  }

  const Options options_;
  std::vector<std::string> names_;
  std::vector<PrivateKey> keys_;      // Keys that the programs have.
  std::vector<PublicKey> mesh_keys_;  // Keys in the mesh's file.
  Delays delays_;
  std::map<std::pair<Place, Place>, std::uint64_t> links_;
  std::uint64_t last_link_ = 0;
  std::uint64_t last_nonce_ = 0;
  Time now_{std::chrono::seconds(100)};
  Time next_tick_{std::chrono::seconds(100)};
  std::multimap<Time, std::function<void()>> in_transit_;
  std::vector<std::unique_ptr<Node>> nodes_;
  RegistryHost registry_host_{*this};
  std::optional<Registry> registry_;
};

}  // namespace triad::overlay
