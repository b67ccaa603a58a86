#include "tools/rtictl/trace/trace_tally.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace triad::rtictl {

namespace {

using What = TraceEvent::What;

constexpr std::size_t kNamed = 4;  // Services listed by name; the rest becomes one number.

bool is_call_event(const TraceEvent& event) {
  return event.what == What::call || event.what == What::callback;
}

// Returns whether the event is a look-up that succeeded. A failure is of interest.
bool is_look_up(const TraceEvent& event) {
  return event.what == What::call && event.service.starts_with("get") && event.exception.empty();
}

WallTime second_of(WallTime at) {
  return std::chrono::floor<std::chrono::seconds>(at);
}

}  // namespace

std::string Tally::text() const {
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  for (const auto& [service, count] : counts_) sorted.emplace_back(count, service);
  std::ranges::stable_sort(sorted, std::greater(), [](const auto& one) { return one.first; });
  std::string text;
  std::uint64_t others = total_;
  for (std::size_t i = 0; i < std::min(kNamed, sorted.size()); ++i) {
    text += (text.empty() ? "" : ", ") + sorted[i].second + " " + std::to_string(sorted[i].first);
    others -= sorted[i].first;
  }
  return others == 0 ? text : text + ", others " + std::to_string(others);
}

std::vector<TraceEvent> Folding::take(const TraceEvent& event) {
  const auto run = runs_.find(event.federate);
  if (is_look_up(event)) {
    if (run == runs_.end()) {
      runs_[event.federate] = {event, {}};
      return {event};
    }
    run->second.last = event;
    run->second.more.add(event.service);
    return {};
  }
  if (run == runs_.end()) return {event};
  const Run ended = std::move(run->second);
  runs_.erase(run);
  if (ended.more.total() == 0) return {event};
  return {note_of(ended), event};
}

std::vector<TraceEvent> Folding::rest() {
  std::vector<TraceEvent> notes;
  for (const auto& [federate, run] : std::exchange(runs_, {})) {
    if (run.more.total() > 0) notes.push_back(note_of(run));
  }
  return notes;
}

TraceEvent Folding::note_of(const Run& run) {
  TraceEvent note;
  note.at = run.last.at;
  note.what = What::note;
  note.federate = run.last.federate;
  note.federate_name = run.last.federate_name;
  note.time = run.last.time;
  note.service = "and " + std::to_string(run.more.total()) +
                 (run.more.total() == 1 ? " more look-up: " : " more look-ups: ") + run.more.text();
  return note;
}

bool Limit::admits(const TraceEvent& event) {
  if (a_second_ == 0 || !is_call_event(event)) return true;
  if (second_of(event.at) != second_) {
    second_ = second_of(event.at);
    shown_ = 0;
  }
  if (shown_ < a_second_) {
    ++shown_;
    return true;
  }
  left_out_.add(event.service);
  return false;
}

std::optional<TraceEvent> Limit::note(WallTime now) {
  if (!has_left_out() || second_of(now) == second_) return std::nullopt;
  TraceEvent note;
  note.at = second_ + std::chrono::seconds(1);
  note.what = What::note;
  note.service = "left out, more than " + std::to_string(a_second_) +
                 " a second: " + std::to_string(left_out_.total()) + " (" + left_out_.text() + ")";
  left_out_ = {};
  return note;
}

}  // namespace triad::rtictl
