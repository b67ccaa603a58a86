#include "router/program/link_limits.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <utility>

#include "wire/harmless_text.hpp"

namespace triad::router {

namespace {

using Ending = std::vector<std::pair<LinkId, std::string>>;

// An account holds much if it holds more than the total limit divided by this.
constexpr std::size_t kShareOfTotal = 8;

bool holds_more(const Holder& a, const Holder& b) {
  return a.bytes != b.bytes ? a.bytes > b.bytes : a.link < b.link;
}

// Order in which links of programs that have not joined end.
bool goes_first(const Holder& a, const Holder& b) {
  const std::size_t much_a = a.bytes > kLittle ? a.bytes : 0;
  const std::size_t much_b = b.bytes > kLittle ? b.bytes : 0;
  if (much_a != much_b) return much_a > much_b;
  return a.heard != b.heard ? a.heard < b.heard : a.link < b.link;
}

std::string megabytes(std::size_t bytes) {
  return std::to_string(bytes >> 20) + " MB";
}

// Holders that share one limit, divided into parts. The part with the most bytes loses a link
// first.
class Group {
 public:
  struct Part {
    std::string_view federation = {};
    std::string_view address = {};
    LinkId router = {};
    friend auto operator<=>(const Part&, const Part&) = default;
  };
  using Before = bool (*)(const Holder&, const Holder&);

  explicit Group(Before goes_before) : goes_before_(goes_before) {}

  void add(const Part& part, const Holder& holder) {
    Holders& of = parts_[part];
    of.links.push_back(holder);
    of.bytes += holder.bytes;
    sum_ += holder.bytes;
    sorted_ = false;
  }
  std::size_t sum() const { return sum_; }
  // Returns the bytes of the part that holds the most.
  std::size_t most() const {
    std::size_t most = 0;
    for (const auto& [name, part] : parts_) most = std::max(most, part.bytes);
    return most;
  }
  // Removes and returns the link to end first. The group must not be empty.
  Holder take_first() {
    sort();
    const auto part =
        std::ranges::max_element(parts_, {}, [](const auto& entry) { return entry.second.bytes; });
    const Holder first = part->second.links.back();
    part->second.links.pop_back();
    part->second.bytes -= first.bytes;
    sum_ -= first.bytes;
    if (part->second.links.empty()) parts_.erase(part);
    return first;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [name, part] : parts_) std::ranges::for_each(part.links, visit);
  }

 private:
  struct Holders {
    std::vector<Holder> links;  // sorted: the last one ends first
    std::size_t bytes = 0;
  };
  void sort() {
    if (std::exchange(sorted_, true)) return;
    for (auto& [name, part] : parts_) {
      std::ranges::sort(part.links,
                        [this](const Holder& a, const Holder& b) { return goes_before_(b, a); });
    }
  }

  const Before goes_before_;
  std::map<Part, Holders> parts_;
  std::size_t sum_ = 0;
  bool sorted_ = false;
};

// `sum`: bytes of all holders under the limit.
void end_first(Group& group, std::size_t sum, std::size_t limit, const std::string& whose,
               const char* setting, Ending& ending) {
  const Holder first = group.take_first();
  const std::string why = first.bytes > kLittle || first.heard == 0
                              ? "holds the most, " + megabytes(first.bytes) + ","
                              : "has been silent for longest at the address that holds the most";
  ending.emplace_back(first.link, why + " of the " + megabytes(sum) + " in the buffers of " +
                                      whose + ", which may have " + megabytes(limit) + " (" +
                                      setting + ")");
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
  return std::min({unjoined, federation, routers, total});
}

std::vector<std::pair<LinkId, std::string>> beyond(const MemoryLimits& limits,
                                                   const std::vector<Holder>& holders) {
  Group unjoined(goes_first);
  Group routers(holds_more);
  std::map<std::string_view, Group> federations;
  for (const Holder& holder : holders) {
    if (holder.bytes == 0) continue;
    if (holder.is_router) {
      routers.add({}, holder);
    } else if (holder.federation.empty()) {
      unjoined.add({{}, holder.address, {}}, holder);
    } else {
      federations.try_emplace(holder.federation, holds_more).first->second.add({}, holder);
    }
  }
  Ending ending;
  Group all(holds_more);
  while (unjoined.sum() > limits.unjoined) {
    end_first(unjoined, unjoined.sum(), limits.unjoined, "programs that have not joined",
              "memory.unjoined", ending);
  }
  while (routers.sum() > limits.routers) {
    end_first(routers, routers.sum(), limits.routers, "routers", "memory.routers", ending);
  }
  routers.for_each([&](const Holder& holder) { all.add({{}, {}, holder.link}, holder); });
  for (auto& [federation, group] : federations) {
    while (group.sum() > limits.federation) {
      end_first(group, group.sum(), limits.federation, "federation " + wire::quoted(federation),
                "memory.federation", ending);
    }
    group.for_each([&](const Holder& holder) { all.add({holder.federation, {}, {}}, holder); });
  }
  while (unjoined.sum() > 0 && all.sum() + unjoined.sum() > limits.total) {
    end_first(unjoined, all.sum() + unjoined.sum(), limits.total, "all", "memory.total", ending);
  }
  while (all.sum() > limits.total && all.most() > limits.total / kShareOfTotal) {
    end_first(all, all.sum(), limits.total, "all", "memory.total", ending);
  }
  Group by_address(holds_more);
  all.for_each([&](const Holder& holder) { by_address.add({{}, holder.address, {}}, holder); });
  while (by_address.sum() > limits.total) {
    end_first(by_address, by_address.sum(), limits.total, "all", "memory.total", ending);
  }
  return ending;
}

}  // namespace triad::router
