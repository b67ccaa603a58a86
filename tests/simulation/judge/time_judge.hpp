// Judges time management (HLA 1.3 clause 8): stamps, the order of messages, grants, the LBTS and
// retraction. What is certain at one federate alone is its ClockModel's; here it is compared with
// what the others may still send and were granted.
#pragma once

#include "tests/simulation/judge/history.hpp"

namespace triad::test {

class TimeJudge {
 public:
  explicit TimeJudge(History& history) : history_(history) {}

  // What the federate answered to a query, at the time of it.
  void told(Member& member, wire::TimeQuery which, double value);
  // Whether a stamp had to be accepted or refused; empty: fine either way.
  std::optional<bool> must_accept(const Member& member, double stamp) const;
  std::optional<bool> must_retract(const Member& member, const Message& message) const;
  void regulation_requested() { ++regulators_; }
  // To save at a time, which was asked for at the one step; the first member was told at the other.
  void told_to_save(Member& member, double at, std::uint64_t asked, std::uint64_t first_told);

  // A part of a message is being delivered.
  void delivered(Member& member, const Message& message, std::uint32_t part, bool in_order);
  // A message with this stamp may have been delivered in time-stamp order: an advance to a later
  // event may end there.
  void may_react(Member& member, double stamp);

  void on(Member&, const wire::TimeRegulationEnabled&);
  void on(Member&, const wire::TimeConstrainedEnabled&);
  void on(Member&, const wire::TimeAdvanceGrant&);

  // Nothing is on its way and every callback has been taken.
  void judge_rest();
  // Then the LBTS that `member` is told must be exactly this, if anything.
  std::optional<double> exact_lbts(const Member& member) const;

 private:
  void in_time_stamp_order(Member&, const Message&, std::uint32_t part);
  void in_receive_order(Member&, const Message&, std::uint32_t part);

  History& history_;
  std::uint64_t regulators_ = 0;
};

}  // namespace triad::test
