// Judges time management (HLA 1.3 clause 8): stamps, the order of messages, grants, the LBTS and
// retraction. ClockModel judges one federate alone. This judge compares it with the stamps that
// others may still send and with their grants.
#pragma once

#include "tests/simulation/judge/history.hpp"

namespace triad::test {

class TimeJudge {
 public:
  explicit TimeJudge(History& history) : history_(history) {}

  // Judges the federate's answer to a query.
  void judge_query_result(Member& member, wire::TimeQuery which, double value);
  // Return whether a stamp had to be accepted or refused; empty: both are permitted.
  std::optional<bool> must_accept(const Member& member, double stamp) const;
  std::optional<bool> must_retract(const Member& member, const Message& message) const;
  void record_regulation_request() { ++regulation_requests_; }
  // Judges a callback to save at a time. `requested_at` is the step of the request,
  // `first_callback_at` that of the first member's callback.
  void judge_save_callback(Member& member, double at, std::uint64_t requested_at,
                           std::uint64_t first_callback_at);

  // Judges the delivery of a part of a message.
  void judge_delivery(Member& member, const Message& message, std::uint32_t part, bool in_order);
  // Records that a message with this stamp may have been delivered in time-stamp order, so that an
  // advance to a later event may end there.
  void record_possible_event(Member& member, double stamp);

  void receive_callback(Member&, const wire::TimeRegulationEnabled&);
  void receive_callback(Member&, const wire::TimeConstrainedEnabled&);
  void receive_callback(Member&, const wire::TimeAdvanceGrant&);

  // Judges when nothing is in transit and every callback has been taken.
  void judge_idle_state();
  // LBTS that `member` must be told at rest, if any.
  std::optional<double> exact_lbts(const Member& member) const;

 private:
  void judge_time_stamp_order(Member&, const Message&, std::uint32_t part);
  void judge_receive_order(Member&, const Message&, std::uint32_t part);

  History& history_;
  std::uint64_t regulation_requests_ = 0;
};

}  // namespace triad::test
