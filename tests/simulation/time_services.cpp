// Random services of time management, of a run (time_run.hpp).
#include <iterator>

#include "tests/simulation/time_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

const char* service_of(wire::Advance kind) {
  switch (kind) {
    case wire::Advance::time_advance_request:
      return "timeAdvanceRequest";
    case wire::Advance::time_advance_request_available:
      return "timeAdvanceRequestAvailable";
    case wire::Advance::next_event_request:
      return "nextEventRequest";
    case wire::Advance::next_event_request_available:
      return "nextEventRequestAvailable";
    case wire::Advance::flush_queue_request:
      break;
  }
  return "flushQueueRequest";
}

const char* service_of(wire::TimeQuery which) {
  switch (which) {
    case wire::TimeQuery::lbts:
      return "queryLBTS";
    case wire::TimeQuery::federate_time:
      return "queryFederateTime";
    case wire::TimeQuery::min_next_event_time:
      return "queryMinNextEventTime";
    case wire::TimeQuery::lookahead:
      break;
  }
  return "queryLookahead";
}

}  // namespace

void TimeRun::serve(Federate f) {
  One& one = *ones_[f];
  const std::uint64_t choice = below(40);
  if (choice < 12) return advance_somewhere(f);
  if (choice < 18) return send(f);
  if (choice < 23) return update(f);
  if (choice < 25) return retract(f);
  if (choice == 25) return erase(f);
  if (choice == 26) return enlist(f);
  if (choice < 29) return regulate(f);
  if (choice < 31) return constrain(f);
  if (choice < 33) return modify_lookahead(f);
  if (choice < 35) {
    const bool right = !one_in(4);
    return switch_asynchronous(f, one.member->clock.asynchronous != right);
  }
  if (choice < 38) return query(f);
  if (choice == 38) return change_order(f);
  if (one_in(3)) return subscriptions(f);
  query(f);
}

// Each subscription is changing from the begin of the call to its end.
void TimeRun::subscriptions(Federate f) {
  Member& member = *ones_[f]->member;
  if (!member.vehicles || (member.shots && one_in(2))) {
    member.vehicles_changed = now_;
    const bool on = !member.vehicles;
    const auto noted = [this, &member, on](const auto&) {
      member.vehicles = on;
      member.vehicles_changed = now_;
    };
    if (on) {
      return begin(f, "subscribeObjectClassAttributes", "",
                   wire::SubscribeObjectClassAttributes{
                       kVehicleClass, {kPositionAttribute, kSpeedAttribute}, true},
                   noted);
    }
    return begin(f, "unsubscribeObjectClass", "", wire::UnsubscribeObjectClass{kVehicleClass},
                 noted);
  }
  member.shots_changed = now_;
  const bool on = !member.shots;
  const auto noted = [this, &member, on](const auto&) {
    member.shots = on;
    member.shots_changed = now_;
  };
  if (on) {
    return begin(f, "subscribeInteractionClass", "",
                 wire::SubscribeInteractionClass{kShotClass, true}, noted);
  }
  begin(f, "unsubscribeInteractionClass", "", wire::UnsubscribeInteractionClass{kShotClass}, noted);
}

double TimeRun::some_time(Federate f) {
  static constexpr double kSteps_[] = {0, 0, 0.5, 0.5, 1, 1, 1.5, 2, 3};
  const double time = ones_[f]->member->clock.time;
  if (one_in(20)) return time - 0.5;
  return time + kSteps_[below(std::size(kSteps_))];
}

double TimeRun::some_lookahead() {
  static constexpr double kLookaheads[] = {0, 0, 0, 0.5, 0.5, 1, 2};
  if (one_in(20)) return one_in(2) ? -1 : kForever;
  return kLookaheads[below(std::size(kLookaheads))];
}

void TimeRun::regulate(Federate f) {
  Member& member = *ones_[f]->member;
  const bool on = member.clock.regulation == ClockModel::Mode::on;
  if (on != one_in(4)) {
    if (on && !one_in(3)) return send(f);
    return judged(f, "disableTimeRegulation", "", wire::DisableTimeRegulation{},
                  member.clock.to_stop_regulating(),
                  [&member](auto...) { member.clock.stops_regulating(); });
  }
  const double time = one_in(20) ? kForever : some_time(f);
  const double lookahead = some_lookahead();
  judge_.regulation_requested();
  judged(f, "enableTimeRegulation", text_of(time) + ", lookahead " + text_of(lookahead),
         wire::EnableTimeRegulation{at(time), at(lookahead)},
         member.clock.to_regulate(time, lookahead), [this, &member, time, lookahead](auto...) {
           member.clock.regulates_at(time, lookahead);
           latest_ = std::max(latest_, time);
         });
}

void TimeRun::constrain(Federate f) {
  Member& member = *ones_[f]->member;
  const bool on = member.clock.constraint == ClockModel::Mode::on;
  if (on != one_in(4)) {
    if (on && !one_in(3)) return update(f);
    return judged(f, "disableTimeConstrained", "", wire::DisableTimeConstrained{},
                  member.clock.to_be_free(), [&member](auto...) { member.clock.is_free(); });
  }
  judged(f, "enableTimeConstrained", "", wire::EnableTimeConstrained{},
         member.clock.to_be_constrained(),
         [&member](auto...) { member.clock.constraint = ClockModel::Mode::pending; });
}

void TimeRun::advance(Federate f, wire::Advance kind, double to) {
  Member& member = *ones_[f]->member;
  judged(f, service_of(kind), text_of(to), wire::AdvanceTime{kind, at(to)},
         member.clock.to_advance(to), [this, &member, kind, to](auto...) {
           member.clock.advances(kind, to);
           latest_ = std::max(latest_, to);
         });
}

void TimeRun::advance_somewhere(Federate f) {
  if (ones_[f]->member->clock.advance && !one_in(8)) return send(f);
  const std::uint64_t kind = below(9);
  advance(f,
          kind == 8 ? wire::Advance::flush_queue_request : static_cast<wire::Advance>(1 + kind / 2),
          some_time(f));
}

void TimeRun::modify_lookahead(Federate f) {
  Member& member = *ones_[f]->member;
  const double lookahead = some_lookahead();
  judged(f, "modifyLookahead", text_of(lookahead), wire::ModifyLookahead{at(lookahead)},
         member.clock.to_modify(lookahead),
         [&member, lookahead](auto...) { member.clock.modifies(lookahead); });
}

void TimeRun::switch_asynchronous(Federate f, bool on) {
  Member& member = *ones_[f]->member;
  judged(f, on ? "enableAsynchronousDelivery" : "disableAsynchronousDelivery", "",
         wire::SetAsynchronousDelivery{on}, member.clock.to_switch_asynchronous(on),
         [this, &member, on](auto...) {
           member.clock.asynchronous = on;
           if (!on) member.unswitched_at = now_;
         });
}

// The answer, if it comes at once.
std::optional<double> TimeRun::ask(Federate f, wire::TimeQuery which) {
  const auto value = std::make_shared<std::optional<double>>();
  judged(f, service_of(which), "", wire::QueryTime{which}, {},
         [this, f, which, value](const std::string& reply) {
           *value = decoded_time(std::as_bytes(std::span(reply)));
           say(f, "  " + text_of(**value));
           judge_.told(*ones_[f]->member, which, **value);
         });
  return *value;
}

void TimeRun::query(Federate f) {
  Member& member = *ones_[f]->member;
  (void)ask(f, wire::TimeQuery::federate_time);
  (void)ask(f, wire::TimeQuery::lookahead);
  // Of a federate that is not constrained the RTIG has to be asked.
  const bool waits = member.clock.constraint == ClockModel::Mode::off;
  const auto lbts = !waits || one_in(2) ? ask(f, wire::TimeQuery::lbts) : std::nullopt;
  if (ones_[f]->finished) return;
  const auto next = ask(f, wire::TimeQuery::min_next_event_time);
  if (!lbts || !next || member.clock.constraint != ClockModel::Mode::on) return;
  if (*next > *lbts || *next < member.clock.time) {
    judge_.complain(member, "is told that its next event is at " + text_of(*next) + " or later");
  }
}

void TimeRun::change_order(Federate f) {
  One& one = *ones_[f];
  const bool stamped = !one_in(3);
  const std::uint64_t order = one_in(6) ? 7 : stamped ? 2 : 1;
  ClockModel::Refusals refusals;
  if (order == 7) refusals.insert(ErrorCode::InvalidOrderingHandle);
  if (one_in(2)) {
    if (!one.member->publishes_shots) refusals.insert(ErrorCode::InteractionClassNotPublished);
    return judged(f, "changeInteractionOrderType", std::to_string(order),
                  wire::ChangeInteractionOrderType{kShotClass, order}, refusals,
                  [&one, stamped](auto...) { one.shots_stamped = stamped; });
  }
  std::vector<wire::ObjectHandle> objects = one.own;
  if (objects.empty() || one_in(4)) {
    for (const auto& [object, since] : one.member->known) objects.push_back(object);
  }
  if (objects.empty()) return;
  const wire::ObjectHandle object = any(objects);
  if (std::ranges::find(one.own, object) == one.own.end()) {
    refusals.insert(ErrorCode::AttributeNotOwned);
    if (one.deleting.contains(object)) return;
  }
  static constexpr wire::AttributeHandle kAttributes[] = {kPositionAttribute, kSpeedAttribute,
                                                          kPrivilegeAttribute};
  const wire::AttributeHandle attribute = kAttributes[below(3)];
  judged(f, "changeAttributeOrderType",
         std::to_string(object.value) + " " + std::to_string(attribute.value) + " to " +
             std::to_string(order),
         wire::ChangeAttributeOrderType{object, {attribute}, order}, refusals,
         [&one, object, attribute, stamped](auto...) {
           one.orders[{object, attribute}] = stamped;
         });
}

bool TimeRun::in_order(const One& one, wire::ObjectHandle object,
                       wire::AttributeHandle attribute) const {
  const auto at = one.orders.find({object, attribute});
  return at != one.orders.end() ? at->second : attribute != kSpeedAttribute;
}

}  // namespace triad::test
