// Links of programs that have not joined a federation, grouped by their peers' addresses. If there
// are too many, the address with the most gives up the link that has been silent for longest. Does
// no I/O. Used by LinkServer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "router/link_id.hpp"

namespace triad::router {

class UnjoinedLinks {
 public:
  void add(LinkId link, const std::string& address);
  // Records that the program at this link has sent something. No effect on other links.
  void record_input(LinkId link);
  void remove(LinkId link);

  [[nodiscard]] std::size_t size() const { return links_.size(); }
  // Returns a number that is greater for links heard later. Zero: the link is not in the set.
  [[nodiscard]] std::uint64_t last_input_of(LinkId link) const;
  // Returns the link that must end to make room; empty if there is none.
  [[nodiscard]] std::optional<LinkId> link_to_end() const;

 private:
  struct Group {
    std::list<std::pair<std::uint64_t, LinkId>> links;  // the one heard longest ago first
  };
  using Groups = std::map<std::string, Group, std::less<>>;
  struct Place {
    Groups::iterator group;
    std::list<std::pair<std::uint64_t, LinkId>>::iterator at;
  };
  // The last in this order gives up a link: the group with the most links, and among equals the one
  // that contains the link heard longest ago.
  using Rank = std::tuple<std::size_t, std::uint64_t, std::string_view>;

  static Rank rank(const Groups::value_type& group);
  // Changes the links of a group, and updates its rank.
  template <class Change>
  void change_group(Groups::iterator group, Change&& how);

  Groups groups_;
  std::set<Rank> ranks_;
  std::unordered_map<LinkId, Place> links_;
  std::uint64_t last_input_ = 0;
};

}  // namespace triad::router
