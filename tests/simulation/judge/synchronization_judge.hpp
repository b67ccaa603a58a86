// Judges synchronization points (HLA 1.3 clauses 4.6 to 4.10). All participants of a point are told
// of it and of its end, or none is, and the end never precedes the achievement by each participant
// still present. A point is identified by its tag, which the run makes unique.
#pragma once

#include "tests/simulation/judge/history.hpp"
#include "wire/messages/federation_messages.hpp"

namespace triad::test {

class SynchronizationJudge {
 public:
  explicit SynchronizationJudge(History& history) : history_(history) {}

  ExpectedResult result_of_achievement(const Member& member, const std::string& label) const;
  // Labels that the member can achieve.
  std::vector<std::string> achievable_labels(const Member& member) const;
  // Record that the calls succeeded. An empty set: all federates, also late joiners.
  void record_registration(const Member& member, const std::string& label, const std::string& tag,
                           std::vector<FederateHandle> set);
  void record_achievement(const Member& member, const std::string& label);

  void receive_callback(Member&, const wire::SynchronizationPointRegistrationSucceeded&);
  void receive_callback(Member&, const wire::SynchronizationPointRegistrationFailed&);
  void receive_callback(Member&, const wire::AnnounceSynchronizationPoint&);
  void receive_callback(Member&, const wire::FederationSynchronized&);

  // Judges when nothing is in transit and every callback has been taken.
  void judge_idle_state();

 private:
  // Point that a member has tried to register. Members are identified by their places.
  struct Point {
    enum class Result { unknown, succeeded, failed };
    std::string label;
    std::string tag;
    std::size_t registrant = 0;
    std::vector<FederateHandle> set;
    std::uint64_t begun = 0;
    Result result = Result::unknown;
    std::map<std::size_t, std::uint64_t> announced;  // value: step
    std::set<std::size_t> achieved;
    std::map<std::size_t, std::uint64_t> synchronized;
    bool is_over = false;  // certainly
  };

  // Point that has been announced to this member and is not finished for it; null: none.
  Point* find_open_point(std::size_t member, const std::string& label);
  Point* find_pending_point(const Member& member, std::string_view label);
  bool is_addressed_to(const Point& point, const Member& member) const;
  void judge_success(const Member& member, const Point& point);
  void judge_failure(const Member& member, const Point& point);
  void judge_idle_state(Point& point);
  std::string text_of(const Point& point) const;

  History& history_;
  std::vector<Point> points_;
  // Achievements by member and label before the announcing callback.
  std::multiset<std::pair<std::size_t, std::string>> early_achievements_;
};

}  // namespace triad::test
