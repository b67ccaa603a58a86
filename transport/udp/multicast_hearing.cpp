// See multicast_hearing.hpp.
#include "transport/udp/multicast_hearing.hpp"

#include <algorithm>

namespace triad::transport {

void MulticastHearing::ask(std::uint16_t group) {
  Group& asked = groups_[group];
  asked.state = State::asked;
  asked.since.reset();
  asked.used_at.reset();
  words_.push_back({true, group});
}

// Ignores answers for idle groups: the client has just been told to leave, or the answer is forged.
void MulticastHearing::on_answer(std::uint16_t group, Time now) {
  if (group >= groups_.size() || groups_[group].state == State::idle) return;
  groups_[group].state = State::hears;
  groups_[group].since = now;
}

void MulticastHearing::tick(Time now) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    if (group.state == State::idle) continue;
    if (std::exchange(group.is_used, false) || !group.used_at) group.used_at = now;
    if (!group.since) group.since = now;
    if (now - *group.used_at > kUnusedMax) {
      group = {};
      words_.push_back({false, static_cast<std::uint16_t>(i)});
    } else if (group.state != State::deaf && now - *group.since > kSilenceMax) {
      Told& told = group.state == State::hears ? fell_silent_ : never_heard_;
      if (told == Told::not_so) told = Told::to_tell;
      group.state = State::deaf;
    }
  }
}

std::optional<MulticastHearing::Word> MulticastHearing::next_word() {
  if (words_.empty()) return std::nullopt;
  const Word word = words_.front();
  words_.pop_front();
  return word;
}

std::optional<MulticastHearing::Time> MulticastHearing::probe_every(std::uint16_t group) const {
  switch (groups_[group].state) {
    case State::idle:
      return std::nullopt;
    case State::asked:
      return kProbeAsked;
    case State::hears:
      return kProbeHears;
    case State::deaf:
      return kProbeDeaf;
  }
  return std::nullopt;
}

bool MulticastHearing::hears_any() const {
  return std::ranges::any_of(groups_,
                             [](const Group& group) { return group.state == State::hears; });
}

}  // namespace triad::transport
