#include "router/program/unjoined_links.hpp"

#include <utility>

namespace triad::router {

UnjoinedLinks::Rank UnjoinedLinks::rank(const Groups::value_type& group) {
  const auto& [address, of] = group;
  return {of.links.size(), ~of.links.front().first, address};
}

template <class Change>
void UnjoinedLinks::change_group(Groups::iterator group, Change&& how) {
  if (!group->second.links.empty()) ranks_.erase(rank(*group));
  how(group->second.links);
  if (group->second.links.empty()) {
    groups_.erase(group);
  } else {
    ranks_.insert(rank(*group));
  }
}

void UnjoinedLinks::add(LinkId link, const std::string& address) {
  if (links_.contains(link)) return;
  const auto group = groups_.try_emplace(address).first;
  change_group(group, [&](auto& links) {
    Place& place = links_[link];  // first, because it may find no memory
    place = {group, links.emplace(links.end(), ++last_input_, link)};
  });
}

void UnjoinedLinks::record_input(LinkId link) {
  const auto found = links_.find(link);
  if (found == links_.end() || found->second.at->first == last_input_) return;
  const Place& place = found->second;
  change_group(place.group, [&](auto& links) {
    place.at->first = ++last_input_;
    links.splice(links.end(), links, place.at);
  });
}

void UnjoinedLinks::remove(LinkId link) {
  const auto found = links_.find(link);
  if (found == links_.end()) return;
  const Place place = found->second;
  links_.erase(found);
  change_group(place.group, [&](auto& links) { links.erase(place.at); });
}

std::uint64_t UnjoinedLinks::last_input_of(LinkId link) const {
  const auto found = links_.find(link);
  return found == links_.end() ? 0 : found->second.at->first;
}

std::optional<LinkId> UnjoinedLinks::link_to_end() const {
  if (ranks_.empty()) return std::nullopt;
  const auto group = groups_.find(std::get<std::string_view>(*ranks_.rbegin()));
  return group->second.links.front().second;
}

}  // namespace triad::router
