// Times at which clients joined and left federations. The log derives each client's share of lines
// from them (files/line_shares.hpp). Reads no clock. Part of LinkServer.
#pragma once

#include <chrono>
#include <optional>
#include <unordered_map>

#include "files/line_shares.hpp"
#include "router/link_id.hpp"

namespace triad::router {

class Admissions {
 public:
  using Time = std::chrono::milliseconds;  // milliseconds since any fixed moment
  using Standing = files::LineCause::Standing;

  // A member counts as a newcomer for this time after it joined, and again from kAfterLeaving after
  // it left. So a program that joins and leaves repeatedly remains a newcomer.
  static constexpr Time kNewcomerFor{10'000};
  // For this time after a member has left, lines about it (its loss, for example) use a member's
  // share.
  static constexpr Time kAfterLeaving{1'000};

  void record_join(LinkId client, Time now) {
    const auto [at, is_first] = by_client_.try_emplace(client, Admission{now, {}});
    if (!is_first && at->second.left) at->second = {now, {}};
  }
  void record_leave(LinkId client, Time now) {
    if (const auto at = by_client_.find(client); at != by_client_.end()) at->second.left = now;
  }
  [[nodiscard]] Standing standing(LinkId client, Time now) const {
    const auto at = by_client_.find(client);
    if (at == by_client_.end()) return Standing::stranger;
    const auto& [since, left] = at->second;
    if (left && now - *left >= kAfterLeaving) return Standing::newcomer;
    return left.value_or(now) - since < kNewcomerFor ? Standing::newcomer : Standing::member;
  }
  // Forgets clients whose links have ended.
  template <class IsServed>
  void forget_unless(IsServed&& is_served) {
    std::erase_if(by_client_, [&](const auto& entry) { return !is_served(entry.first); });
  }

 private:
  struct Admission {
    Time since{0};
    std::optional<Time> left;  // none: it is a member
  };
  std::unordered_map<LinkId, Admission> by_client_;
};

}  // namespace triad::router
