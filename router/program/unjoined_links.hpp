// Links of programs that have not joined a federation, by the addresses of their peers. Where there
// are too many, the address with most of them gives one up: the one that has been silent for
// longest. Pure; used by LinkServer.
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
  // Its program has sent something. No effect on other links.
  void heard(LinkId link);
  void remove(LinkId link);

  [[nodiscard]] std::size_t size() const { return links_.size(); }
  // Links that were heard later have a higher one. Zero: not among these links.
  [[nodiscard]] std::uint64_t heard_at(LinkId link) const;
  // The link that makes room for others.
  [[nodiscard]] std::optional<LinkId> next_to_go() const;

 private:
  struct Group {
    std::list<std::pair<std::uint64_t, LinkId>> links;  // the one heard longest ago first
  };
  using Groups = std::map<std::string, Group, std::less<>>;
  struct Place {
    Groups::iterator group;
    std::list<std::pair<std::uint64_t, LinkId>>::iterator at;
  };
  // Groups with more links first, of these the one whose link was heard longest ago.
  using Rank = std::tuple<std::size_t, std::uint64_t, std::string_view>;

  static Rank rank(const Groups::value_type& group);
  template <class Change>
  void change(Groups::iterator group, Change&& how);

  Groups groups_;
  std::set<Rank> ranks_;
  std::unordered_map<LinkId, Place> links_;
  std::uint64_t last_heard_ = 0;
};

}  // namespace triad::router
