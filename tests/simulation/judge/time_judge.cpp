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

// Retraction of messages sent before the federate last began to regulate is not judged.
std::optional<bool> TimeJudge::must_retract(const Member& member, const Message& message) const {
  if (message.retracted || !message.tso() || history_.members[message.sender].get() != &member) {
    return false;
  }
  if (member.clock.regulation != ClockModel::Mode::on ||
      message.sequence <= member.regulating_since) {
    return std::nullopt;
  }
  return must_accept(member, *message.time);
}

void TimeJudge::told(Member& member, wire::TimeQuery which, double value) {
  const ClockModel& clock = member.clock;
  if (which == wire::TimeQuery::federate_time && value != clock.time) {
    history_.complain(member, "is told that its time is " + text_of(value) + " instead of " +
                                  text_of(clock.time));
  }
  if (which == wire::TimeQuery::lookahead) {
    const auto actual = clock.actual_lookahead();
    if (actual && std::abs(*actual - value) > 1e-9) {
      history_.complain(member, "is told that its lookahead is " + text_of(value) + " instead of " +
                                    text_of(*actual));
    }
  }
  if (which != wire::TimeQuery::lbts || clock.constraint != ClockModel::Mode::on) return;
  if (value < clock.time)
    history_.complain(member, "has the LBTS " + text_of(value) + " behind its time");
  if (member.lbts && value < *member.lbts && member.regulators_then == regulators_) {
    history_.complain(member,
                      "has the LBTS " + text_of(value) + ", which was " + text_of(*member.lbts));
  }
  // The LBTS may fall when a federate begins to regulate, which takes effect between request and
  // callback.
  const bool somebody_begins = std::ranges::any_of(history_.members, [](const auto& other) {
    return other->clock.regulation == ClockModel::Mode::pending;
  });
  member.lbts = somebody_begins ? std::nullopt : std::optional(value);
  member.regulators_then = regulators_;
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->counts()) continue;
    if (other->clock.regulation != ClockModel::Mode::on) continue;
    if (const From legal = other->clock.surely_legal(); value > legal.time) {
      history_.complain(member, "has the LBTS " + text_of(value) + " though " + other->name +
                                    " may send from " + text_of(legal) + " on");
    }
  }
}

std::optional<double> TimeJudge::exact_lbts(const Member& member) const {
  double lbts = kForever;
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->counts()) continue;
    const ClockModel& clock = other->clock;
    if (clock.regulation == ClockModel::Mode::pending || clock.advance) return std::nullopt;
    if (clock.regulation == ClockModel::Mode::off) continue;
    if (clock.surely_legal().time != clock.surely_illegal().time) return std::nullopt;
    lbts = std::min(lbts, clock.surely_legal().time);
  }
  return lbts;
}

// At rest, all members know that a lost member neither regulates nor is about to.
void TimeJudge::judge_rest() {
  for (const auto& member : history_.members) {
    if (!member->present()) member->clock.regulation = ClockModel::Mode::off;
  }
}

// --- Delivery of messages.

void TimeJudge::delivered(Member& member, const Message& message, std::uint32_t part,
                          bool in_order) {
  in_order ? in_time_stamp_order(member, message, part) : in_receive_order(member, message, part);
}

void TimeJudge::in_time_stamp_order(Member& member, const Message& message, std::uint32_t part) {
  ClockModel& clock = member.clock;
  const std::string what = "receives '" + message.tag + "' at " +
                           (message.time ? text_of(*message.time) : std::string("no time"));
  const auto sent = message.parts.find(part);
  if (sent == message.parts.end() || !sent->second.tso) {
    return history_.complain(member, what + " in time-stamp order, though it was not sent so");
  }
  if (clock.constraint != ClockModel::Mode::on) {
    return history_.complain(member, what + " in time-stamp order, though it is not constrained");
  }
  const double stamp = *message.time;
  if (!clock.guarantee.admits(stamp)) {
    history_.complain(member, what + " though it was granted " + text_of(clock.time));
  }
  if (!clock.advance && clock.regulation != ClockModel::Mode::pending) {
    history_.complain(member, what + " in time-stamp order, though it does not advance");
  }
  if (member.saved_at && clock.advance && stamp <= *member.saved_at) {
    history_.complain(member, what + " after the word to save at " + text_of(*member.saved_at));
  }
  if (clock.advance) {
    const bool flush = clock.advance->kind == wire::Advance::flush_queue_request;
    if (!flush && stamp > clock.advance->time) {
      history_.complain(member,
                        what + " beyond the " + text_of(clock.advance->time) + " it asked for");
    }
    may_react(member, stamp);
    if (!clock.advance->least || stamp < *clock.advance->least) clock.advance->least = stamp;
  }
  const Member& sender = *history_.members[message.sender];
  const Member::Key key{stamp, sender.type, sender.handle.value, message.sequence};
  if (member.last && key < *member.last) {
    history_.complain(member, what + " from " + sender.name + " out of order (after " +
                                  text_of(std::get<0>(*member.last)) + " of '" +
                                  std::get<1>(*member.last) + "' " +
                                  std::to_string(std::get<2>(*member.last)) + ")");
  }
  member.last = key;
}

void TimeJudge::may_react(Member& member, double stamp) {
  auto& advance = member.clock.advance;
  if (advance && stamp < advance->time) advance->reacts = true;
}

// Messages in receive order wait while a constrained federate has a granted time.
void TimeJudge::in_receive_order(Member& member, const Message& message, std::uint32_t part) {
  const ClockModel& clock = member.clock;
  if (clock.constraint != ClockModel::Mode::on) return;
  const auto sent = message.parts.find(part);
  const bool since = member.constrained_at < message.begun;
  if (since && sent != message.parts.end() && sent->second.tso) {
    return history_.complain(member, "receives '" + message.tag + "' at " + text_of(*message.time) +
                                         " in receive order, though it is constrained at " +
                                         text_of(clock.time));
  }
  if (member.holds_back_receive_order() && since && member.unswitched_at < message.begun) {
    history_.complain(
        member, "receives '" + message.tag + "' in receive order, though it does not advance");
  }
}

void TimeJudge::on(Member& member, const wire::TimeRegulationEnabled& m) {
  const double at = decoded_time(m.time);
  const std::string wrong = member.clock.regulation_enabled(at);
  if (!wrong.empty()) history_.complain(member, "regulates from " + text_of(at) + ": " + wrong);
  member.last.reset();
  member.regulating_since = member.sent;
  const From from = member.clock.surely_legal();
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->counts()) continue;
    if (other->clock.constraint != ClockModel::Mode::on) continue;
    if (from < other->clock.guarantee) {
      history_.complain(member, "may send from " + text_of(from) + " on, though " + other->name +
                                    " was granted " + text_of(other->clock.time));
    }
  }
}

// HLA 1.3 clause 4.11. A constrained federate is told when its own time is reached. A federate that
// has not been constrained since the request is told when all federates constrained since before
// the first callback have reached it.
void TimeJudge::told_to_save(Member& member, double at, std::uint64_t asked,
                             std::uint64_t first_told) {
  const auto is_there = [at](const ClockModel& clock) {
    return clock.time >= at || (clock.advance && clock.advance->time > at) ||
           clock.regulation == ClockModel::Mode::pending;
  };
  const bool constrained = member.clock.constraint == ClockModel::Mode::on;
  for (const auto& other : history_.members) {
    const bool alone = constrained || member.freed_at >= asked;
    if (alone && other.get() != &member) continue;
    const bool waited_for = other->counts() && other->joined_at < first_told &&
                            other->clock.constraint == ClockModel::Mode::on &&
                            other->constrained_at < first_told;
    if (!waited_for || is_there(other->clock)) continue;
    history_.complain(member, "is told to save at " + text_of(at) + ", though " + other->name +
                                  " is " + other->clock.state());
  }
  // A federate that was there already need not have been advancing when the save was decided.
  if (constrained && member.clock.time < at) member.saved_at = at;
}

void TimeJudge::on(Member& member, const wire::TimeConstrainedEnabled& m) {
  const double at = decoded_time(m.time);
  const std::string wrong = member.clock.constraint_enabled(at);
  if (!wrong.empty()) history_.complain(member, "is constrained at " + text_of(at) + ": " + wrong);
  member.constrained_at = history_.now;
  member.lbts.reset();
  member.last.reset();
}

// Beside the rules of clock_model.hpp, a grant must not exceed the promises of the others.
void TimeJudge::on(Member& member, const wire::TimeAdvanceGrant& m) {
  const double at = decoded_time(m.time);
  const bool told_to_save = member.saved_at && member.clock.constraint == ClockModel::Mode::on &&
                            member.clock.advance && !member.clock.advance->disturbed;
  if (told_to_save && at < *member.saved_at) {
    history_.complain(member, "is granted " + text_of(at) + " after the word to save at " +
                                  text_of(*member.saved_at));
  }
  member.saved_at.reset();
  const std::string wrong = member.clock.granted(at);
  if (!wrong.empty()) history_.complain(member, "is granted " + text_of(at) + ": " + wrong);
  member.last.reset();
  if (member.clock.constraint != ClockModel::Mode::on) return;
  for (const auto& other : history_.members) {
    if (other.get() == &member || !other->counts()) continue;
    if (other->clock.regulation != ClockModel::Mode::on) continue;
    const From legal = other->clock.surely_legal();
    if (legal < member.clock.guarantee) {
      history_.complain(member, "is granted " + text_of(at) + ", though " + other->name +
                                    " may send from " + text_of(legal) + " on");
    }
  }
}

}  // namespace triad::test
