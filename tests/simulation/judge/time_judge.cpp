#include "tests/simulation/judge/time_judge.hpp"

#include <algorithm>
#include <cmath>

namespace triad::test {

// --- Calls.

std::optional<bool> TimeJudge::must_accept(const Member& member, double stamp) const {
  if (member.clock.regulation != ClockModel::Mode::on) return true;
  if (member.clock.surely_legal().admits(stamp)) return true;
  if (!member.clock.surely_illegal().admits(stamp)) return false;
  return std::nullopt;
}

// Retraction of messages sent before the federate last began to regulate is not judged. A deletion
// has no effect any more when another federate, to which the sender has given the instance, has
// deleted it.
std::optional<bool> TimeJudge::must_retract(const Member& member, const Message& message) const {
  if (message.retracted || !message.is_tso() || history_.members[message.sender].get() != &member) {
    return false;
  }
  if (member.clock.regulation != ClockModel::Mode::on ||
      message.sequence <= member.regulating_since) {
    return std::nullopt;
  }
  if (message.kind == Message::Kind::deletion) {
    const Instance& instance = history_.instances.at(message.object);
    if (!instance.exists() || instance.deletion != message.tag) return std::nullopt;
  }
  return must_accept(member, *message.time);
}

void TimeJudge::judge_query_result(Member& member, wire::TimeQuery which, double value) {
  const ClockModel& clock = member.clock;
  if (which == wire::TimeQuery::federate_time && value != clock.time) {
    history_.report_error(member, "queries its time and receives " + text_of(value) +
                                      "; it should be " + text_of(clock.time));
  }
  if (which == wire::TimeQuery::lookahead) {
    const auto actual = clock.actual_lookahead();
    if (actual && std::abs(*actual - value) > 1e-9) {
      history_.report_error(member, "queries its lookahead and receives " + text_of(value) +
                                        "; it should be " + text_of(*actual));
    }
  }
  if (which != wire::TimeQuery::lbts || clock.constraint != ClockModel::Mode::on) return;
  if (value < clock.time)
    history_.report_error(member,
                          "has the LBTS " + text_of(value) + ", which is earlier than its time");
  if (member.told_lbts.value && value < *member.told_lbts.value &&
      member.told_lbts.regulation_requests == regulation_requests_) {
    history_.report_error(member, "has the LBTS " + text_of(value) + "; it was " +
                                      text_of(*member.told_lbts.value) + " and should not fall");
  }
  // The LBTS may fall when a federate begins to regulate, which takes effect between request and
  // callback.
  const bool any_begins = std::ranges::any_of(history_.members, [](const auto& other) {
    return other->clock.regulation == ClockModel::Mode::pending;
  });
  member.told_lbts.value = any_begins ? std::nullopt : std::optional(value);
  member.told_lbts.regulation_requests = regulation_requests_;
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->is_active()) continue;
    if (other->clock.regulation != ClockModel::Mode::on) continue;
    if (const StampBound legal = other->clock.surely_legal(); value > legal.time) {
      history_.report_error(member, "has the LBTS " + text_of(value) + ", although " + other->name +
                                        " may send from " + text_of(legal) + " on");
    }
  }
}

std::optional<double> TimeJudge::exact_lbts(const Member& member) const {
  double lbts = kForever;
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->is_active()) continue;
    const ClockModel& clock = other->clock;
    if (clock.regulation == ClockModel::Mode::pending || clock.advance) return std::nullopt;
    if (clock.regulation == ClockModel::Mode::off) continue;
    if (clock.surely_legal().time != clock.surely_illegal().time) return std::nullopt;
    lbts = std::min(lbts, clock.surely_legal().time);
  }
  return lbts;
}

// At rest, all members know that a lost member neither regulates nor is about to.
void TimeJudge::judge_idle_state() {
  for (const auto& member : history_.members) {
    if (!member->is_present()) member->clock.regulation = ClockModel::Mode::off;
  }
}

// --- Delivery of messages.

void TimeJudge::judge_delivery(Member& member, const Message& message, std::uint32_t part,
                               bool in_order) {
  in_order ? judge_time_stamp_order(member, message, part)
           : judge_receive_order(member, message, part);
}

void TimeJudge::judge_time_stamp_order(Member& member, const Message& message, std::uint32_t part) {
  ClockModel& clock = member.clock;
  const std::string error_text = "receives '" + message.tag + "' at " +
                                 (message.time ? text_of(*message.time) : std::string("no time"));
  const auto sent = message.parts.find(part);
  if (sent == message.parts.end() || !sent->second.is_tso) {
    return history_.report_error(member,
                                 error_text + " in time-stamp order; it was sent in receive order");
  }
  if (clock.constraint != ClockModel::Mode::on) {
    return history_.report_error(
        member, error_text + " in time-stamp order, although it is not constrained");
  }
  const double stamp = *message.time;
  if (!clock.arrival_bound.admits(stamp)) {
    history_.report_error(member, error_text + " after the grant of " + text_of(clock.time));
  }
  if (!clock.advance && clock.regulation != ClockModel::Mode::pending) {
    history_.report_error(
        member, error_text + " in time-stamp order, although it has no advance in progress");
  }
  if (member.save_time && clock.advance && stamp <= *member.save_time) {
    history_.report_error(
        member, error_text + " after the callback to save at " + text_of(*member.save_time));
  }
  if (clock.advance) {
    const bool flush = clock.advance->kind == wire::Advance::flush_queue_request;
    if (!flush && stamp > clock.advance->time) {
      history_.report_error(member, error_text + ", later than the time of its request, " +
                                        text_of(clock.advance->time));
    }
    record_possible_event(member, stamp);
    if (!clock.advance->least_received || stamp < *clock.advance->least_received)
      clock.advance->least_received = stamp;
  }
  const Member& sender = *history_.members[message.sender];
  const Member::Key key{stamp, sender.type, sender.handle.value, message.sequence};
  if (member.receipts.last_tso_key && key < *member.receipts.last_tso_key) {
    history_.report_error(member, error_text + " from " + sender.name + " out of order (after " +
                                      text_of(std::get<0>(*member.receipts.last_tso_key)) +
                                      " of '" + std::get<1>(*member.receipts.last_tso_key) + "' " +
                                      std::to_string(std::get<2>(*member.receipts.last_tso_key)) +
                                      ")");
  }
  member.receipts.last_tso_key = key;
}

void TimeJudge::record_possible_event(Member& member, double stamp) {
  auto& advance = member.clock.advance;
  if (advance && stamp < advance->time) advance->has_earlier_message = true;
}

// Messages in receive order wait while a constrained federate has a granted time.
void TimeJudge::judge_receive_order(Member& member, const Message& message, std::uint32_t part) {
  const ClockModel& clock = member.clock;
  if (clock.constraint != ClockModel::Mode::on) return;
  const auto sent = message.parts.find(part);
  const bool since = member.constraint.enabled_at < message.begun;
  if (since && sent != message.parts.end() && sent->second.is_tso) {
    return history_.report_error(
        member, "receives '" + message.tag + "' at " + text_of(*message.time) +
                    " in receive order, although it is constrained, at " + text_of(clock.time));
  }
  if (member.holds_back_receive_order() && since &&
      member.constraint.asynchronous_ended_at < message.begun) {
    history_.report_error(member, "receives '" + message.tag +
                                      "' in receive order, although it has no advance in progress");
  }
}

void TimeJudge::receive_callback(Member& member, const wire::TimeRegulationEnabled& m) {
  const double at = decoded_time(m.time);
  const std::string error = member.clock.receive_regulation_enabled(at);
  if (!error.empty())
    history_.report_error(member, "is regulating from " + text_of(at) + ": " + error);
  member.receipts.last_tso_key.reset();
  member.regulating_since = member.sent;
  const StampBound from = member.clock.surely_legal();
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->is_active()) continue;
    if (other->clock.constraint != ClockModel::Mode::on) continue;
    if (from < other->clock.arrival_bound) {
      history_.report_error(member, "may send from " + text_of(from) + " on, although " +
                                        other->name + " was granted " + text_of(other->clock.time));
    }
  }
}

// HLA 1.3 clause 4.11. A constrained federate is told when its own time is reached. A federate that
// has not been constrained since the request is told when all federates constrained since before
// the first callback have reached it.
void TimeJudge::judge_save_callback(Member& member, double at, std::uint64_t requested_at,
                                    std::uint64_t first_callback_at) {
  const auto is_there = [at](const ClockModel& clock) {
    return clock.time >= at || (clock.advance && clock.advance->time > at) ||
           clock.regulation == ClockModel::Mode::pending;
  };
  const bool constrained = member.clock.constraint == ClockModel::Mode::on;
  for (const auto& other : history_.members) {
    const bool alone = constrained || member.constraint.disabled_at >= requested_at;
    if (alone && other.get() != &member) continue;
    const bool waited_for = other->is_active() && other->joined_at < first_callback_at &&
                            other->clock.constraint == ClockModel::Mode::on &&
                            other->constraint.enabled_at < first_callback_at;
    if (!waited_for || is_there(other->clock)) continue;
    history_.report_error(member, "receives the callback to save at " + text_of(at) +
                                      ", although " + other->name + " is " +
                                      other->clock.describe());
  }
  // A federate that was there already need not have been advancing when the save was decided.
  if (constrained && member.clock.time < at) member.save_time = at;
}

void TimeJudge::receive_callback(Member& member, const wire::TimeConstrainedEnabled& m) {
  const double at = decoded_time(m.time);
  const std::string error = member.clock.receive_constraint_enabled(at);
  if (!error.empty())
    history_.report_error(member, "is constrained at " + text_of(at) + ": " + error);
  member.constraint.enabled_at = history_.now;
  member.told_lbts.value.reset();
  member.receipts.last_tso_key.reset();
}

// Beside the rules of clock_model.hpp, a grant must not exceed the promises of the others.
void TimeJudge::receive_callback(Member& member, const wire::TimeAdvanceGrant& m) {
  const double at = decoded_time(m.time);
  const bool has_save_time = member.save_time && member.clock.constraint == ClockModel::Mode::on &&
                             member.clock.advance && !member.clock.advance->lost_constraint;
  if (has_save_time && at < *member.save_time) {
    history_.report_error(member, "is granted " + text_of(at) + " after the callback to save at " +
                                      text_of(*member.save_time));
  }
  member.save_time.reset();
  const std::string error = member.clock.receive_grant(at);
  if (!error.empty()) history_.report_error(member, "is granted " + text_of(at) + ": " + error);
  member.receipts.last_tso_key.reset();
  if (member.clock.constraint != ClockModel::Mode::on) return;
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->is_active()) continue;
    if (other->clock.regulation != ClockModel::Mode::on) continue;
    const StampBound legal = other->clock.surely_legal();
    if (legal < member.clock.arrival_bound) {
      history_.report_error(member, "is granted " + text_of(at) + ", although " + other->name +
                                        " may send from " + text_of(legal) + " on");
    }
  }
}

}  // namespace triad::test
