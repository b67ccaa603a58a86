#include "tests/simulation/judge/synchronization_judge.hpp"

#include <algorithm>

namespace triad::test {

using wire::ErrorCode;

std::string SynchronizationJudge::text_of(const Point& point) const {
  return "synchronization point '" + point.label + "' (" + point.tag + ")";
}

SynchronizationJudge::Point* SynchronizationJudge::find_open_point(std::size_t member,
                                                                   const std::string& label) {
  for (Point& point : points_) {
    const bool open = point.announced.contains(member) && !point.synchronized.contains(member);
    if (open && point.label == label) return &point;
  }
  return nullptr;
}

// --- Calls.

std::vector<std::string> SynchronizationJudge::achievable_labels(const Member& member) const {
  const std::size_t place = history_.place_of(member);
  std::vector<std::string> labels;
  for (const Point& point : points_) {
    const bool open = point.announced.contains(place) && !point.synchronized.contains(place);
    if (open && !point.achieved.contains(place)) labels.push_back(point.label);
  }
  return labels;
}

ExpectedResult SynchronizationJudge::result_of_achievement(const Member& member,
                                                           const std::string& label) const {
  const auto labels = achievable_labels(member);
  if (std::ranges::find(labels, label) != labels.end()) return {};
  // Its announcement may wait for the next tick.
  const std::size_t place = history_.place_of(member);
  const bool may_wait = std::ranges::any_of(points_, [&](const Point& point) {
    return point.label == label && point.result != Point::Result::failed &&
           is_addressed_to(point, member) && !point.announced.contains(place);
  });
  ExpectedResult expected_result;
  expected_result.add(true, ErrorCode::SynchronizationPointLabelWasNotAnnounced, may_wait);
  return expected_result;
}

void SynchronizationJudge::record_registration(const Member& member, const std::string& label,
                                               const std::string& tag,
                                               std::vector<FederateHandle> set) {
  Point& point = points_.emplace_back();
  point.label = label;
  point.tag = tag;
  point.registrant = history_.place_of(member);
  point.set = std::move(set);
  point.begun = history_.now;
}

void SynchronizationJudge::record_achievement(const Member& member, const std::string& label) {
  const std::size_t place = history_.place_of(member);
  Point* point = find_open_point(place, label);
  if (point != nullptr && point->achieved.insert(place).second) return;
  early_achievements_.emplace(place, label);
}

// --- The registrant receives the results in the order of its calls.

SynchronizationJudge::Point* SynchronizationJudge::find_pending_point(const Member& member,
                                                                      std::string_view label) {
  const std::size_t place = history_.place_of(member);
  const auto at = std::ranges::find_if(points_, [&](const Point& point) {
    return point.registrant == place && point.label == label &&
           point.result == Point::Result::unknown;
  });
  if (at != points_.end()) return &*at;
  history_.report_error(member, "receives a result for the synchronization point '" +
                                    std::string(label) + "', which it has not registered");
  return nullptr;
}

void SynchronizationJudge::receive_callback(
    Member& member, const wire::SynchronizationPointRegistrationSucceeded& m) {
  Point* point = find_pending_point(member, m.label);
  if (point == nullptr) return;
  point->result = Point::Result::succeeded;
  judge_success(member, *point);
}

void SynchronizationJudge::receive_callback(Member& member,
                                            const wire::SynchronizationPointRegistrationFailed& m) {
  Point* point = find_pending_point(member, m.label);
  if (point == nullptr) return;
  point->result = Point::Result::failed;
  point->is_over = true;
  judge_failure(member, *point);
}

// The label was certainly in use if a member was told of another point before and has not achieved
// it.
void SynchronizationJudge::judge_success(const Member& member, const Point& point) {
  for (const Point& other : points_) {
    if (&other == &point || other.label != point.label) continue;
    for (const auto& [place, step] : other.announced) {
      if (step < point.begun && history_.members[place]->is_active() &&
          !other.achieved.contains(place)) {
        history_.report_error(member, "can register " + text_of(point) + ", although " +
                                          text_of(other) + " with the same label is not finished");
      }
    }
  }
  for (const FederateHandle named : point.set) {
    const auto at = std::ranges::find_if(
        history_.members, [&](const auto& candidate) { return candidate->handle == named; });
    const bool is_joined =
        at != history_.members.end() && ((*at)->left_at == 0 || (*at)->left_at > point.begun);
    if (!is_joined) {
      history_.report_error(member, "can register " + text_of(point) + " for federate " +
                                        std::to_string(named.value) + ", which is not joined");
    }
  }
}

// The label was certainly free if every other point with it was over before. A set was certainly
// valid if all its federates were members all the time.
void SynchronizationJudge::judge_failure(const Member& member, const Point& point) {
  for (const Point& other : points_) {
    if (&other == &point || other.label != point.label || other.is_over) continue;
    const bool finished_before = std::ranges::any_of(
        other.synchronized, [&](const auto& entry) { return entry.second < point.begun; });
    if (!finished_before) return;
  }
  const bool all_joined = std::ranges::all_of(point.set, [&](FederateHandle named) {
    return std::ranges::any_of(history_.members, [&](const auto& candidate) {
      return candidate->handle == named && candidate->joined_at < point.begun &&
             candidate->is_active();
    });
  });
  if (all_joined)
    history_.report_error(member, "cannot register " + text_of(point) +
                                      ", although its label and its federates are valid");
}

// --- Announcement and end.

bool SynchronizationJudge::is_addressed_to(const Point& point, const Member& member) const {
  return point.set.empty() || std::ranges::find(point.set, member.handle) != point.set.end();
}

void SynchronizationJudge::receive_callback(Member& member,
                                            const wire::AnnounceSynchronizationPoint& m) {
  const auto at =
      std::ranges::find_if(points_, [&](const Point& point) { return point.tag == m.tag; });
  if (at == points_.end() || at->label != m.label || at->result == Point::Result::failed) {
    return history_.report_error(member, "receives the announcement of synchronization point '" +
                                             std::string(m.label) +
                                             "', which no federate has registered");
  }
  const std::size_t place = history_.place_of(member);
  const std::string error_text = "receives the announcement of " + text_of(*at);
  if (!is_addressed_to(*at, member))
    history_.report_error(member, error_text + ", which is for other federates");
  const auto early = early_achievements_.find({place, at->label});
  // A federate that achieved the point before its own announcement is told of it even if the others
  // are synchronized.
  if (!at->synchronized.empty() && early == early_achievements_.end()) {
    history_.report_error(member, error_text + ", which is finished");
  }
  if (find_open_point(place, at->label) != nullptr) {
    history_.report_error(member,
                          error_text + " before it has achieved an earlier one with that label");
  }
  if (!at->announced.emplace(place, history_.now).second) {
    history_.report_error(member, error_text + " twice");
  }
  if (early == early_achievements_.end()) return;
  at->achieved.insert(place);
  early_achievements_.erase(early);
}

void SynchronizationJudge::receive_callback(Member& member, const wire::FederationSynchronized& m) {
  const std::size_t place = history_.place_of(member);
  Point* point = find_open_point(place, std::string(m.label));
  if (point == nullptr) {
    return history_.report_error(
        member, "is synchronized at '" + std::string(m.label) + "' without its announcement");
  }
  for (std::size_t i = 0; i < history_.members.size(); ++i) {
    const Member& other = *history_.members[i];
    const bool takes_part = point->announced.contains(i) ||
                            (is_addressed_to(*point, other) && other.joined_at < point->begun);
    const bool achieved =
        point->achieved.contains(i) || early_achievements_.contains({i, point->label});
    if (takes_part && other.is_active() && !achieved) {
      history_.report_error(member, "is synchronized at " + text_of(*point) + " before " +
                                        other.name + " has achieved it");
    }
  }
  point->synchronized.emplace(place, history_.now);
}

// --- At rest: all participants have been told, or none.

void SynchronizationJudge::judge_idle_state() {
  for (Point& point : points_) {
    if (!point.is_over) judge_idle_state(point);
  }
  for (const auto& [place, label] : early_achievements_) {
    const Member& member = *history_.members[place];
    if (member.is_present()) {
      history_.report_error(member,
                            "has achieved '" + label + "' and has never received its announcement");
    }
  }
}

void SynchronizationJudge::judge_idle_state(Point& point) {
  const Member& registrant = *history_.members[point.registrant];
  if (point.result == Point::Result::unknown && registrant.is_present()) {
    history_.report_error(registrant,
                          "has never received the result of its registration of " + text_of(point));
  }
  const bool registered = point.result == Point::Result::succeeded || !point.announced.empty();
  bool anybody = false;
  bool waits = false;  // a member that was told has not achieved it
  for (const auto& [place, step] : point.announced) {
    if (!history_.members[place]->is_present()) continue;
    anybody = true;
    waits = waits || !point.achieved.contains(place);
  }
  for (std::size_t i = 0; i < history_.members.size(); ++i) {
    const Member& member = *history_.members[i];
    if (!registered || !member.is_present() || !is_addressed_to(point, member)) continue;
    const bool announced = point.announced.contains(i);
    const bool takes_part = member.joined_at < point.begun || waits;
    if (takes_part && !announced && (point.set.empty() || member.joined_at < point.begun)) {
      history_.report_error(member, "has never received the announcement of " + text_of(point));
    }
    if (announced && !waits && !point.synchronized.contains(i)) {
      history_.report_error(member, "has never received the end of " + text_of(point));
    }
  }
  if (!waits || !anybody) point.is_over = true;
}

}  // namespace triad::test
