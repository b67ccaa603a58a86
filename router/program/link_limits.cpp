#include "router/program/link_limits.hpp"

#include <algorithm>
#include <map>

#include "wire/harmless_text.hpp"

namespace triad::router {

namespace {

using Ending = std::vector<std::pair<LinkId, std::string>>;

bool holds_more(const Holder& a, const Holder& b) {
  return a.bytes != b.bytes ? a.bytes > b.bytes : a.link < b.link;
}

std::string megabytes(std::size_t bytes) {
  return std::to_string(bytes >> 20) + " MB";
}

// Of `group`, which is sorted: takes out who is to end.
void end_largest(std::vector<Holder>& group, std::size_t limit, const std::string& whose,
                 const char* setting, Ending& ending) {
  std::size_t sum = 0;
  for (const Holder& holder : group) sum += holder.bytes;
  while (sum > limit && !group.empty()) {
    ending.emplace_back(group.front().link,
                        "holds the most, " + megabytes(group.front().bytes) + ", of the " +
                            megabytes(sum) + " for what is sent and not taken by " + whose +
                            ", which may have " + megabytes(limit) + " (" + setting + ")");
    sum -= group.front().bytes;
    group.erase(group.begin());
  }
}

}  // namespace

bool FrameWatch::is_overdue(const transport::Link::BegunFrame& begun, std::chrono::milliseconds now,
                            std::chrono::milliseconds timeout) {
  const bool comes_on = begun.number != seen_.number || begun.bytes >= seen_.bytes + kFrameProgress;
  if (begun.number == 0 || comes_on) {
    seen_ = begun;
    since_ = now;
    return false;
  }
  return now - since_ >= timeout;
}

std::size_t MemoryLimits::least() const {
  return std::min({unjoined, federation, total});
}

std::vector<std::pair<LinkId, std::string>> beyond(const MemoryLimits& limits,
                                                   std::vector<Holder> holders) {
  std::ranges::sort(holders, holds_more);
  std::map<std::string_view, std::vector<Holder>> groups;
  for (const Holder& holder : holders) groups[holder.federation].push_back(holder);
  Ending ending;
  std::vector<Holder> left;
  for (auto& [federation, group] : groups) {
    if (federation.empty()) {
      end_largest(group, limits.unjoined, "programs that have not joined", "memory.unjoined",
                  ending);
    } else {
      end_largest(group, limits.federation, "federation " + wire::quoted(federation),
                  "memory.federation", ending);
    }
    left.insert(left.end(), group.begin(), group.end());
  }
  std::ranges::sort(left, holds_more);
  end_largest(left, limits.total, "all", "memory.total", ending);
  return ending;
}

}  // namespace triad::router
