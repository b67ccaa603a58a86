#include "tests/simulation/judge/history.hpp"

#include <algorithm>
#include <bit>

namespace triad::test {

double decoded_time(wire::Bytes encoded) {
  std::uint64_t bits = 0;
  for (const std::byte byte : encoded) bits = bits << 8 | std::to_integer<std::uint64_t>(byte);
  return std::bit_cast<double>(bits);
}

bool Message::stamped() const {
  return std::ranges::any_of(parts, [](const auto& part) { return part.second.stamped; });
}

void Member::forget(ObjectHandle object) {
  known.erase(object);
  told_to_update.erase(object);
}

std::size_t History::place_of(const Member& member) const {
  const auto at = std::ranges::find_if(
      members, [&](const auto& candidate) { return candidate.get() == &member; });
  return static_cast<std::size_t>(at - members.begin());
}

const Instance* History::instance(ObjectHandle object) const {
  const auto at = instances.find(object);
  return at == instances.end() ? nullptr : &at->second;
}

AttributeSet History::owned(const Member& member, ObjectHandle object) const {
  const Instance* found = instance(object);
  const bool own = found != nullptr && !found->gone && members[found->owner].get() == &member;
  return own ? found->owned : AttributeSet{};
}

}  // namespace triad::test
