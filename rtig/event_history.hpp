// The last events of an RTIG: federations created and ended, members joined and gone, and so on.
// Programs that watch ask for those after a number (wire/messages/time_status_messages.hpp).
// Bounded in number and in the length of texts. Pure: the time is an argument.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "wire/watch_figures.hpp"

namespace triad::rtig {

// An event without number and time. Texts are views.
struct EventText {
  wire::EventKind kind{};
  std::string_view federation;
  wire::FederateHandle federate{};
  std::string_view federate_type = {};
  std::string_view text = {};
};

class EventHistory {
 public:
  // Number of events that are kept. Older ones are forgotten.
  static constexpr std::size_t kKeptMax = 1024;

  // Keeps an event. Texts longer than wire::kEventTextMax are cut.
  void record(const EventText& event, std::chrono::milliseconds now);
  // Return the numbers of the oldest and the newest kept event; 0: none.
  std::uint64_t first() const { return kept_.empty() ? 0 : last_ - kept_.size() + 1; }
  std::uint64_t last() const { return last_; }
  // Returns the kept events with larger numbers, oldest first, at most wire::kEventsMax. Their
  // texts are valid until the next record().
  std::vector<wire::RtigEvent> after(std::uint64_t number, std::chrono::milliseconds now) const;

 private:
  struct Kept {
    wire::EventKind kind;
    std::chrono::milliseconds at;
    std::string federation;
    wire::FederateHandle federate;
    std::string federate_type;
    std::string text;
  };

  std::deque<Kept> kept_;
  std::uint64_t last_ = 0;
};

}  // namespace triad::rtig
