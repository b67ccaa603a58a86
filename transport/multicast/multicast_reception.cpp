// See multicast_reception.hpp.
#include "transport/multicast/multicast_reception.hpp"

#include <algorithm>

namespace triad::transport {

void MulticastReception::request_join(std::uint16_t group) {
  Group& asked = groups_[group];
  asked.state = State::requested;
  asked.since.reset();
  asked.used_at.reset();
  requests_.push_back({true, group});
}

// Ignores answers for idle groups: the client has just been told to leave, or the answer is forged.
void MulticastReception::receive_probe_answer(std::uint16_t group, Time now) {
  if (group >= groups_.size() || groups_[group].state == State::idle) return;
  groups_[group].state = State::receiving;
  groups_[group].since = now;
}

void MulticastReception::tick(Time now) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    if (group.state == State::idle) continue;
    if (std::exchange(group.is_used, false) || !group.used_at) group.used_at = now;
    if (!group.since) group.since = now;
    if (now - *group.used_at > kUnusedMax) {
      group = {};
      requests_.push_back({false, static_cast<std::uint16_t>(i)});
    } else if (group.state != State::unreachable && now - *group.since > kSilenceMax) {
      Report& report = group.state == State::receiving ? contact_lost_ : never_reached_;
      if (report == Report::none) report = Report::pending;
      group.state = State::unreachable;
    }
  }
}

std::optional<MulticastReception::GroupRequest> MulticastReception::next_request() {
  if (requests_.empty()) return std::nullopt;
  const GroupRequest request = requests_.front();
  requests_.pop_front();
  return request;
}

std::optional<MulticastReception::Time> MulticastReception::probe_every(std::uint16_t group) const {
  switch (groups_[group].state) {
    case State::idle:
      return std::nullopt;
    case State::requested:
      return kProbeRequested;
    case State::receiving:
      return kProbeReceiving;
    case State::unreachable:
      return kProbeUnreachable;
  }
  return std::nullopt;
}

bool MulticastReception::receives_any() const {
  return std::ranges::any_of(groups_,
                             [](const Group& group) { return group.state == State::receiving; });
}

}  // namespace triad::transport
