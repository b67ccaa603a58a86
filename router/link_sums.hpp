// Sum of the interest of the members behind each link to a lower router, as that router would state
// it in place of its members' statements. Part of a trial in the test build (sum_trial.hpp). Pure.
#pragma once

#ifdef TRIAD_WITH_DEFECTS

#include <cstddef>
#include <map>
#include <span>
#include <unordered_map>

#include "router/interest_sum.hpp"
#include "router/link_id.hpp"

namespace triad::router {

class LinkSums {
 public:
  // `each`: interest of every member; it outlives this.
  explicit LinkSums(const records::HeaderFilter& each) : each_(each) {}

  // A member is reached by this link from now on, and wants nothing yet.
  void add_member(wire::FederateHandle member, LinkId link);
  // Its interest has been taken back.
  void remove_member(wire::FederateHandle member);
  void clear();

  // Changes in `each`.
  void update_entry(wire::FederateHandle member, wire::InterestKey key);
  void update_cells(wire::FederateHandle member, wire::InterestKey set,
                    std::span<const wire::Cell> added, std::span<const wire::Cell> removed);

  // visit(link) of each link with a sum that may want the record.
  template <class Visit>
  void for_each(const wire::Interest& interest, Visit&& visit) const {
    for (const auto& [link, of] : links_) {
      if (stated_.may_need_record(of.stated_as, interest)) visit(link);
    }
  }

 private:
  struct Link {
    wire::FederateHandle stated_as;  // in the filter of sums
    std::size_t members = 0;
    InterestSum sum;
  };
  Link* find(wire::FederateHandle member);
  // Replaces the link's entry in the filter by its new sum.
  void state_changes(Link& link);

  const records::HeaderFilter& each_;
  std::unordered_map<wire::FederateHandle, LinkId> members_;
  std::map<LinkId, Link> links_;
  records::HeaderFilter stated_;  // sums as the lower routers have stated them
  std::uint32_t last_handle_ = 0;
};

}  // namespace triad::router

#endif
