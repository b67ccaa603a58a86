// Lower routers with members of one federation. A record whose receivers each hop chooses is sent
// to each of these routers once (RecordRules::is_chosen_at_each_hop).
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "router/link_id.hpp"

namespace triad::router {

class MemberRouters {
 public:
  bool empty() const { return routers_.empty(); }

  // Add or remove a member behind this router. Do nothing without a router.
  void add_member(LinkId router) {
    if (router != LinkId{}) ++routers_[router].members;
  }
  void remove_member(LinkId router) {
    const auto at = routers_.find(router);
    if (at != routers_.end() && --at->second.members == 0) routers_.erase(at);
  }
  void clear() { routers_.clear(); }

  // Begins a record that no router has received yet.
  void begin_record() { ++record_; }
  // Returns true at the first call for this router and record. The router must have members.
  bool begin_router(LinkId router) {
    return std::exchange(routers_.at(router).last_record, record_) != record_;
  }

 private:
  struct Router {
    std::size_t members = 0;
    std::uint64_t last_record = 0;  // number of the last record for this router
  };

  boost::unordered_flat_map<LinkId, Router, std::hash<LinkId>> routers_;
  std::uint64_t record_ = 0;
};

}  // namespace triad::router
