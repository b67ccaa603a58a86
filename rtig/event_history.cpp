#include "rtig/event_history.hpp"

#include <algorithm>

namespace triad::rtig {

void EventHistory::record(const EventText& event, std::chrono::milliseconds now) {
  const auto cut = [](std::string_view text) {
    return std::string(text.substr(0, wire::kEventTextMax));
  };
  kept_.push_back({event.kind, now, cut(event.federation), event.federate, cut(event.federate_type),
                   cut(event.text)});
  ++last_;
  if (kept_.size() > kKeptMax) kept_.pop_front();
}

std::vector<wire::RtigEvent> EventHistory::after(std::uint64_t number,
                                                 std::chrono::milliseconds now) const {
  std::vector<wire::RtigEvent> events;
  if (number >= last_) return events;
  std::uint64_t next = std::max(number + 1, first());
  for (; next <= last_ && events.size() < wire::kEventsMax; ++next) {
    const Kept& kept = kept_[static_cast<std::size_t>(next - first())];
    const auto age = std::max<std::int64_t>((now - kept.at).count(), 0);
    events.push_back({next, static_cast<std::uint64_t>(age), kept.kind, kept.federation,
                      kept.federate, kept.federate_type, kept.text});
  }
  return events;
}

}  // namespace triad::rtig
