// HeldMemory: bytes that a program holds for clients beyond their links: what the sink holds for
// each, and what the program holds elsewhere. Part of LinkServer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include "router/link_id.hpp"

namespace triad::router {

class HeldMemory {
 public:
  // Bytes that the program holds for a client elsewhere, and for all of them. Null: none.
  using Elsewhere = std::function<std::uint64_t(LinkId)>;
  using ElsewhereInAll = std::function<std::uint64_t()>;
  void set_elsewhere(Elsewhere of_client, ElsewhereInAll in_all) {
    if (of_client) elsewhere_ = std::move(of_client);
    if (in_all) elsewhere_in_all_ = std::move(in_all);
  }

  // Adds `change` to the bytes that the sink holds on behalf of the client.
  void record_held_by_sink(LinkId client, std::ptrdiff_t change) {
    std::size_t& bytes = by_sink_[client];
    bytes += static_cast<std::size_t>(change);
    if (bytes == 0) by_sink_.erase(client);
  }
  // Records the sum of the bytes held in shared memory and elsewhere.
  void measure(std::size_t in_shared_memory) { measured_ = in_shared_memory + elsewhere_in_all_(); }
  std::size_t all() const {
    std::size_t all = measured_;
    for (const auto& [client, bytes] : by_sink_) all += bytes;
    return all;
  }
  std::size_t of(LinkId client) const {
    const auto at = by_sink_.find(client);
    return elsewhere_(client) + (at == by_sink_.end() ? 0 : at->second);
  }

  // Returns whether `held` bytes, more than `least`, are worth a look at each link: a megabyte more
  // than at the last look.
  bool is_worth_a_look(std::size_t held, std::size_t least) {
    constexpr std::size_t kWorthALook = std::size_t{1} << 20;
    if (held <= least || held < at_last_look_ + kWorthALook) {
      at_last_look_ = std::min(held, at_last_look_);
      return false;
    }
    at_last_look_ = held;
    return true;
  }

 private:
  std::unordered_map<LinkId, std::size_t> by_sink_;
  Elsewhere elsewhere_ = [](LinkId) { return 0; };
  ElsewhereInAll elsewhere_in_all_ = [] { return 0; };
  std::size_t measured_ = 0;
  std::size_t at_last_look_ = 0;
};

}  // namespace triad::router
