#include "tests/simulation/time_run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "wire/print.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

constexpr std::uint64_t kSteps = 450;
constexpr std::uint64_t kDisturbancesMax = 15;  // of the way to the end

HarnessOptions options(std::uint64_t seed) {
  HarnessOptions options;
  options.seed = seed;
  return options;
}

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

// A callback as people read it: times as numbers.
struct Shown {
  std::string operator()(const wire::ReflectAttributeValues& m) const {
    return "reflectAttributeValues '" + std::string(m.tag) + "'" + when(m.order, m.time);
  }
  std::string operator()(const wire::ReceiveInteraction& m) const {
    return "receiveInteraction '" + std::string(m.tag) + "'" + when(m.order, m.time);
  }
  std::string operator()(const wire::RemoveObjectInstance& m) const {
    return "removeObjectInstance " + std::to_string(m.object.value) + " '" + std::string(m.tag) +
           "'" + (m.time.empty() ? "" : " at " + text_of(decoded_time(m.time)));
  }
  std::string operator()(const wire::TimeRegulationEnabled& m) const {
    return "timeRegulationEnabled " + text_of(decoded_time(m.time));
  }
  std::string operator()(const wire::TimeConstrainedEnabled& m) const {
    return "timeConstrainedEnabled " + text_of(decoded_time(m.time));
  }
  std::string operator()(const wire::TimeAdvanceGrant& m) const {
    return "timeAdvanceGrant " + text_of(decoded_time(m.time));
  }
  template <class Other>
  std::string operator()(const Other& m) const {
    return wire::print(m);
  }
  static std::string when(wire::Ordering order, wire::Bytes time) {
    return (time.empty() ? "" : " at " + text_of(decoded_time(time))) +
           (order == wire::Ordering::timestamp ? ", time-stamp order" : ", receive order");
  }
};

}  // namespace

void expect_all_of_time_management(Tally& tally) {
  for (const char* what : {"enableTimeRegulation",
                           "disableTimeRegulation",
                           "enableTimeConstrained",
                           "disableTimeConstrained",
                           "timeAdvanceRequest",
                           "timeAdvanceRequestAvailable",
                           "nextEventRequest",
                           "nextEventRequestAvailable",
                           "flushQueueRequest",
                           "enableAsynchronousDelivery",
                           "disableAsynchronousDelivery",
                           "queryLBTS",
                           "queryFederateTime",
                           "queryMinNextEventTime",
                           "queryLookahead",
                           "modifyLookahead",
                           "retract",
                           "changeAttributeOrderType",
                           "changeInteractionOrderType",
                           "updateAttributeValues",
                           "sendInteraction",
                           "deleteObjectInstance",
                           "registerObjectInstance",
                           "joinFederationExecution",
                           "resignFederationExecution",
                           "TimeRegulationEnabled",
                           "TimeConstrainedEnabled",
                           "TimeAdvanceGrant",
                           "RequestRetraction",
                           "DiscoverObjectInstance",
                           "ReflectAttributeValues",
                           "ReceiveInteraction",
                           "RemoveObjectInstance",
                           "TimeRegulationAlreadyEnabled",
                           "EnableTimeRegulationPending",
                           "TimeAdvanceAlreadyInProgress",
                           "InvalidFederationTime",
                           "InvalidLookahead",
                           "TimeRegulationWasNotEnabled",
                           "TimeConstrainedAlreadyEnabled",
                           "EnableTimeConstrainedPending",
                           "TimeConstrainedWasNotEnabled",
                           "FederationTimeAlreadyPassed",
                           "AsynchronousDeliveryAlreadyEnabled",
                           "AsynchronousDeliveryAlreadyDisabled",
                           "InvalidRetractionHandle",
                           "AttributeNotOwned",
                           "InvalidOrderingHandle",
                           "InteractionClassNotPublished"}) {
    tally.expect(what);
  }
}

TimeRun::TimeRun(std::uint64_t seed, bool verbose, Tally& tally)
    : harness_(options(seed)),
      random_(seed * 7919 + 1),
      verbose_(verbose),
      tally_(tally),
      now_(judge_.now) {}

std::string TimeRun::execute() {
  federates_max_ = 3 + below(4);
  const Federate first = 2 + below(3);
  for (Federate f = 0; f < first; ++f) {
    ones_.push_back(std::make_unique<One>());
    harness_.add();
  }
  (void)harness_.call(0, wire::CreateFederationExecution{"F", "fed", false, {}});
  for (Federate f = 0; f < first; ++f) join(f);
  for (std::uint64_t i = 0; i < kSteps && fine(); ++i) {
    step();
    if (i == kSteps / 2 || (i + 1 == kSteps && one_in(2))) {
      come_to_rest();
      check_lbts();
    }
  }
  if (fine()) finale();
  if (fine() && !harness_.faults().empty()) complain("fault: " + harness_.faults().front());
  return complaint_.empty() ? judge_.complaint : complaint_;
}

void TimeRun::complain(const std::string& what) {
  if (complaint_.empty()) complaint_ = what;
}

wire::Bytes TimeRun::at(double time) {
  auto& bytes = times_.emplace_back();
  const auto bits = std::bit_cast<std::uint64_t>(time);
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(bits >> (56 - 8 * i));
  return bytes;
}

void TimeRun::say(Federate f, const std::string& line) {
  if (!verbose_) return;
  (void)std::fflush(stdout);
  const Member* member = ones_[f]->member;
  std::printf("%5llu %-10s %s\n", static_cast<unsigned long long>(now_),
              member != nullptr ? member->name.c_str() : ("seat " + std::to_string(f)).c_str(),
              line.c_str());
}

// --- Steps: a federate does something, or a record is delivered.

void TimeRun::step() {
  ++now_;
  if (below(3) != 0) {
    (void)harness_.deliver_one();
  } else if (ones_.size() < federates_max_ && one_in(60)) {
    ones_.push_back(std::make_unique<One>());
    harness_.add();
  } else {
    act(below(ones_.size()));
  }
  for (Federate f = 0; f < ones_.size(); ++f) {
    note_finished(f);
    One& one = *ones_[f];
    if (one.stopped_until == now_) harness_.stop_reading(f, false);
    const bool should = one.member != nullptr && !one.lost && !one.finished;
    if (should && !harness_.ambassador(f).joined()) complain("a federate lost its membership");
  }
}

void TimeRun::note_finished(Federate f) {
  One& one = *ones_[f];
  if (one.finished && one.finished()) one.finished = nullptr;
}

void TimeRun::act(Federate f) {
  One& one = *ones_[f];
  if (one.finished || one.lost) return;
  if (one.member == nullptr) {
    if (one_in(3)) join(f);
  } else if (!one.to_do.empty()) {
    const auto what = std::move(one.to_do.front());
    one.to_do.pop_front();
    what();
  } else if (one_in(400)) {
    lose(f);
  } else if (one_in(250)) {
    resign(f);
  } else if (one_in(40)) {
    one.asleep_until = now_ + below(120);
  } else if (one_in(60) && one.stopped_until <= now_) {
    one.stopped_until = now_ + 1 + below(80);
    harness_.stop_reading(f, true);
  } else if (below(3) == 0) {
    if (one.asleep_until <= now_) take(f, one_in(3) ? 1 + below(3) : 1000);
  } else {
    serve(f);
  }
}

// A tick; in its callbacks the federate may call services.
void TimeRun::take(Federate f, std::uint64_t limit) {
  for (std::uint64_t i = 0; i < limit && !ones_[f]->finished; ++i) {
    const rtia::Callback* callback = harness_.ambassador(f).take_callback();
    if (callback == nullptr) return;
    see(f, *callback);
  }
}

void TimeRun::see(Federate f, const rtia::Callback& callback) {
  Member& member = *ones_[f]->member;
  say(f, "  " + std::visit(Shown{}, callback));
  std::visit(
      [&](const auto& m) {
        using M = std::decay_t<decltype(m)>;
        tally_.count(std::string(wire::name_of(wire::kind_of<M>)));
        judge_.on(member, m);
      },
      callback);
  latest_ = std::max(latest_, member.clock.time);
  react(f);
}

void TimeRun::react(Federate f) {
  if (end_ != 0) {
    if (one_in(4) && ++disturbances_ < kDisturbancesMax) send(f);
    return;
  }
  // So rarely that no reaction to reactions goes on for ever.
  if (one_in(12) && !ones_[f]->member->clock.advance) advance_somewhere(f);
  if (one_in(24)) send(f);
  if (one_in(40)) update(f);
}

// --- Membership.

void TimeRun::join(Federate f) {
  static const char* const kTypes[] = {"alpha", "beta", "gamma"};
  const std::string type = kTypes[below(3)];
  wire::JoinFederationExecution request{keep(type), "F", {}};
  begin(f, "joinFederationExecution", type, request, [this, f, type](const auto& result) {
    if (!result) return complain("a federate may not join: " + result.error().text);
    auto member = std::make_unique<Member>();
    member->handle = *result;
    member->type = type;
    member->name = type + std::to_string(result->value);
    member->joined_at = now_;
    ones_[f]->member = member.get();
    judge_.members.push_back(std::move(member));
    prepare(f);
  });
}

void TimeRun::prepare(Federate f) {
  One& one = *ones_[f];
  one.own.clear();
  one.deleting.clear();
  one.mine.clear();
  one.orders.clear();
  one.shots_stamped = true;
  one.to_do.clear();
  const auto nothing = [](const auto&) {};
  one.to_do.push_back([this, f, nothing] {
    begin(f, "publishObjectClass", "",
          wire::PublishObjectClass{kVehicleClass, {kPositionAttribute, kSpeedAttribute}}, nothing);
  });
  if (!one_in(8)) {
    one.to_do.push_back([this, f] {
      begin(f, "publishInteractionClass", "", wire::PublishInteractionClass{kShotClass},
            [member = ones_[f]->member](const auto&) { member->publishes_shots = true; });
    });
  }
  for (int i = 0; i < 2; ++i) one.to_do.push_back([this, f] { subscriptions(f); });
  if (!one_in(3)) one.to_do.push_back([this, f] { constrain(f); });
  if (!one_in(3)) one.to_do.push_back([this, f] { regulate(f); });
  one.to_do.push_back([this, f] { enlist(f); });
}

void TimeRun::resign(Federate f) {
  ones_[f]->member->leaving = true;
  begin(f, "resignFederationExecution", "",
        wire::ResignFederationExecution{wire::ResignAction::delete_objects_and_release_attributes},
        [this, f](const auto& result) {
          if (!result) return complain("a federate may not resign: " + result.error().text);
          ones_[f]->member->joined = false;
          ones_[f]->member = nullptr;
        });
}

void TimeRun::lose(Federate f) {
  say(f, "is lost");
  One& one = *ones_[f];
  one.lost = true;
  one.member->lost = true;
  one.member = nullptr;
  harness_.stop_reading(f, false);
  one_in(2) ? harness_.cut(f) : harness_.kill(f);
}

// --- Calls.

template <wire::Call C, class Done>
void TimeRun::begin(Federate f, const char* service, const std::string& arguments, const C& request,
                    Done done) {
  say(f, std::string(service) + " " + arguments);
  auto outcome = harness_.start(f, request);
  ones_[f]->finished = [this, f, outcome, done, service] {
    if (ones_[f]->lost) return true;
    if (!*outcome) return false;
    const auto& result = **outcome;
    if (!result) say(f, "  " + std::string(wire::name_of(result.error().code)));
    tally_.count(result ? service : std::string(wire::name_of(result.error().code)));
    done(result);
    return true;
  };
  note_finished(f);
}

template <wire::Call C, class Effect>
void TimeRun::judged(Federate f, const char* service, const std::string& arguments,
                     const C& request, const ClockModel::Refusals& refusals, Effect effect) {
  begin(f, service, arguments, request, [this, f, service, refusals, effect](const auto& result) {
    Member& member = *ones_[f]->member;
    if (result) {
      if (!refusals.empty()) {
        judge_.complain(member, "is not refused " + std::string(service) + " by " +
                                    std::string(wire::name_of(*refusals.begin())));
      }
      if constexpr (std::is_void_v<typename C::Reply>) {
        effect();
      } else {
        effect(*result);
      }
      return;
    }
    if (!refusals.contains(result.error().code)) {
      judge_.complain(member, "is refused " + std::string(service) + ": " +
                                  std::string(wire::name_of(result.error().code)) + ", " +
                                  result.error().text);
    }
  });
}

// --- Random services.

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

// --- Messages.

// Mostly legal, often just so; small differences, so that equal stamps are frequent.
std::optional<double> TimeRun::some_stamp(Federate f) {
  const ClockModel& clock = ones_[f]->member->clock;
  if (one_in(6)) return std::nullopt;
  double stamp = some_time(f);
  if (one_in(10)) {
    stamp = clock.time + 0.5 * static_cast<double>(below(3)) - 0.5;
  } else if (clock.regulation == ClockModel::Mode::on) {
    const From legal = clock.surely_legal();
    const double first = std::ceil(legal.time * 2 + (legal.after ? 0.5 : 0)) / 2;
    stamp = first + 0.5 * static_cast<double>(below(5));
  }
  // All that is sent arrives by the end.
  return end_ == 0 || stamp < end_ ? std::optional(stamp) : std::nullopt;
}

Message TimeRun::message_of(Federate f, Message::What what, const char* prefix) {
  Message message;
  message.what = what;
  message.tag = prefix + std::to_string(judge_.messages.size()) + "." + std::to_string(now_);
  message.step = now_;
  message.time = some_stamp(f);
  for (std::size_t i = 0; i < judge_.members.size(); ++i) {
    if (judge_.members[i].get() == ones_[f]->member) message.sender = i;
  }
  return message;
}

template <wire::Call C>
void TimeRun::post(Federate f, const char* service, C request, Message message) {
  Member& member = *ones_[f]->member;
  const bool regulates = member.clock.regulation == ClockModel::Mode::on;
  for (auto& [part, stamped] : message.parts) stamped = stamped && regulates && message.time;
  if (message.time) request.time = at(*message.time);
  request.tag = keep(message.tag);
  const auto accept = message.time ? judge_.must_accept(member, *message.time) : true;
  const std::string text =
      "'" + message.tag + "'" + (message.time ? " at " + text_of(*message.time) : "");
  begin(f, service, text, request, [this, f, &member, message, accept](const auto& result) {
    if (!result) {
      if (accept.value_or(false) || result.error().code != ErrorCode::InvalidFederationTime) {
        judge_.complain(member, "may not send '" + message.tag + "': " + result.error().text);
      }
      return;
    }
    if (!accept.value_or(true)) {
      judge_.complain(member, "may send '" + message.tag + "' at " + text_of(*message.time) +
                                  " though it is " + member.clock.state());
    }
    Message posted = message;
    posted.sequence = ++member.sent;
    posted.serial = result->serial;
    if (posted.stamped() != (posted.serial != 0)) {
      judge_.complain(member, "gets a wrong retraction handle for '" + message.tag + "'");
    }
    if (message.time) latest_ = std::max(latest_, *message.time);
    if (message.stamped()) ones_[f]->mine.push_back(message.tag);
    judge_.sent(std::move(posted));
  });
}

void TimeRun::send(Federate f) {
  One& one = *ones_[f];
  if (!one.member->publishes_shots) return update(f);
  Message message = message_of(f, Message::What::interaction, "shot");
  message.parts[0] = one.shots_stamped;
  wire::SendInteraction request;
  request.interaction_class = kShotClass;
  post(f, "sendInteraction", request, std::move(message));
}

void TimeRun::update(Federate f) {
  One& one = *ones_[f];
  if (one.own.empty()) return;
  const wire::ObjectHandle object = any(one.own);
  Message message = message_of(f, Message::What::update, "update");
  message.object = object;
  Values& values = values_.emplace_back();
  const std::uint64_t which = 1 + below(3);
  for (const auto attribute : {kPositionAttribute, kSpeedAttribute}) {
    if ((which >> (attribute.value - 2) & 1) == 0) continue;
    values.add(attribute, "v");
    message.parts[attribute.value] = in_order(one, object, attribute);
  }
  wire::UpdateAttributeValues request;
  request.object = object;
  request.values = values;
  post(f, "updateAttributeValues", request, std::move(message));
}

void TimeRun::enlist(Federate f) {
  One& one = *ones_[f];
  if (one.own.size() + one.deleting.size() > 3) return;
  begin(f, "registerObjectInstance", "", wire::RegisterObjectInstance{kVehicleClass, {}},
        [this, &one](const auto& result) {
          if (!result) return complain("may not register: " + result.error().text);
          one.own.push_back(*result);
          one.member->known[*result] = now_;
        });
}

void TimeRun::erase(Federate f) {
  One& one = *ones_[f];
  if (one.own.empty()) return;
  const wire::ObjectHandle object = any(one.own);
  Message message = message_of(f, Message::What::deletion, "delete");
  message.object = object;
  message.parts[0] = in_order(one, object, kPrivilegeAttribute);
  wire::DeleteObjectInstance request;
  request.object = object;
  const std::string tag = message.tag;
  post(f, "deleteObjectInstance", request, std::move(message));
  if (!judge_.messages.contains(tag)) return;
  std::erase(one.own, object);
  one.deleting[object] = tag;
}

void TimeRun::retract(Federate f) {
  One& one = *ones_[f];
  if (one.mine.empty() || one_in(10)) {
    return judged(f, "retract", "an unknown event",
                  wire::Retract{{1000000 + below(5), one.member->handle}},
                  {ErrorCode::InvalidRetractionHandle}, [](auto...) {});
  }
  // Rather a recent one.
  const std::size_t last = one.mine.size() - 1;
  const std::string tag = one.mine[last - std::min(last, static_cast<std::size_t>(below(4)))];
  Message& message = judge_.messages.at(tag);
  const auto must = judge_.must_retract(*one.member, message);
  begin(f, "retract", "'" + tag + "'", wire::Retract{{message.serial, one.member->handle}},
        [this, &one, &message, must](const auto& result) {
          if (result.has_value() != must.value_or(result.has_value())) {
            judge_.complain(*one.member, std::string(result ? "may" : "may not") + " retract '" +
                                             message.tag + "' though it is " +
                                             one.member->clock.state());
          }
          if (!result) return;
          message.retracted = true;
          if (message.what == Message::What::deletion) {
            one.deleting.erase(message.object);
            one.own.push_back(message.object);
          }
        });
}

// --- The end.

void TimeRun::wake_all() {
  for (Federate f = 0; f < ones_.size(); ++f) {
    if (!ones_[f]->lost) harness_.stop_reading(f, false);
    ones_[f]->asleep_until = ones_[f]->stopped_until = 0;
  }
}

// Everything that is under way arrives, and every callback is taken.
void TimeRun::come_to_rest() {
  wake_all();
  for (bool busy = true; busy && fine();) {
    ++now_;
    harness_.settle();
    busy = false;
    for (Federate f = 0; f < ones_.size(); ++f) {
      note_finished(f);
      if (ones_[f]->member == nullptr || ones_[f]->lost || ones_[f]->finished) continue;
      busy = busy || harness_.ambassador(f).callback_waiting();
      take(f, 1000);
    }
  }
}

void TimeRun::check_lbts() {
  for (Federate f = 0; f < ones_.size() && fine(); ++f) {
    Member* member = ones_[f]->member;
    if (member == nullptr || ones_[f]->finished) continue;
    if (member->clock.constraint != ClockModel::Mode::on) continue;
    const auto exact = judge_.exact_lbts(*member);
    const auto lbts = ask(f, wire::TimeQuery::lbts);
    if (exact && lbts != exact) {
      judge_.complain(
          *member, "has the LBTS " + text_of(lbts.value_or(-1)) + " instead of " + text_of(*exact));
    }
  }
}

// How each goes on: by steps or to the next event, with small lookaheads.
void TimeRun::choose_manner(One& one, bool by_events) {
  one.kind = static_cast<wire::Advance>((by_events ? 3 : 1) + below(2));
  const double way = one.member != nullptr ? end_ - one.member->clock.time : end_;
  one.step = by_events ? kForever : way / (1.0 + static_cast<double>(below(6)));
}

void TimeRun::choose_manners() {
  const std::uint64_t manners = below(3);
  end_ = std::ceil(latest_) + (manners == 0 ? 1e6 : 5);
  beyond_ = end_ + 10;
  for (Federate f = 0; f < ones_.size() && fine(); ++f) {
    One& one = *ones_[f];
    choose_manner(one, manners == 0 || (manners == 1 && one_in(2)));
    if (one.member == nullptr || one.finished) continue;
    static constexpr double kSmall[] = {0, 0, 0.001, 0.000001};
    if (one.member->clock.regulation != ClockModel::Mode::on) continue;
    const double lookahead = kSmall[below(std::size(kSmall))];
    judged(f, "modifyLookahead", text_of(lookahead), wire::ModifyLookahead{at(lookahead)}, {},
           [&one, lookahead](auto...) { one.member->clock.modifies(lookahead); });
  }
}

bool TimeRun::arrived(Federate f) const {
  const Member* member = ones_[f]->member;
  return member == nullptr || member->leaving || member->clock.time >= end_;
}

void TimeRun::press_on(Federate f) {
  One& one = *ones_[f];
  if (one.finished) return;
  if (!one.to_do.empty()) {
    ++requests_;
    const auto what = std::move(one.to_do.front());
    one.to_do.pop_front();
    return what();
  }
  take(f, 1000);
  if (!fine() || one.finished || one.member->clock.time >= beyond_) return;
  const ClockModel& clock = one.member->clock;
  if (!clock.to_advance(beyond_).empty()) return;
  ++requests_;
  // Whoever has arrived goes on, or those who ask for TAR to the same time would wait for it.
  advance(f, one.kind, arrived(f) ? beyond_ : std::min(end_, clock.time + one.step));
}

// While others wait, somebody joins, resigns, dies, begins to regulate or to be constrained or
// ceases to.
void TimeRun::disturb(Federate f) {
  One& one = *ones_[f];
  if (one.lost || one.finished) return;
  ++disturbances_;
  ++requests_;
  if (one.member == nullptr) {
    choose_manner(one, true);
    return join(f);
  }
  const ClockModel& clock = one.member->clock;
  switch (below(8)) {
    case 0:
      return lose(f);
    case 1:
      return resign(f);
    case 2:
    case 3:
    case 4:
      return regulate(f);
    case 5:
    case 6:
      return clock.constraint == ClockModel::Mode::on && !one_in(3) ? update(f) : constrain(f);
    default:
      return erase(f);
  }
}

// All who are left ask to advance until they have arrived. None is kept waiting for ever, and what
// that takes does not depend on the lookahead.
void TimeRun::finale() {
  wake_all();
  choose_manners();
  const bool disturbed = !one_in(3);
  unsigned pushes = 0;
  const auto federates = static_cast<std::uint64_t>(ones_.size());
  for (bool all = false; !all && fine();) {
    ++now_;
    const std::uint64_t before = requests_;
    bool told = false;
    for (Federate f = 0; f < ones_.size(); ++f) note_finished(f);
    if (disturbed && disturbances_ < kDisturbancesMax && one_in(12)) disturb(below(ones_.size()));
    for (Federate f = 0; f < ones_.size() && fine(); ++f) {
      const bool acts = ones_[f]->member != nullptr && (one_in(3) || told);
      if (acts) press_on(f);
    }
    if (harness_.deliver_one()) {
      ++delivered_;
    } else {
      for (Federate f = 0; f < ones_.size() && fine(); ++f) {
        note_finished(f);
        if (ones_[f]->member == nullptr) continue;
        told = told || harness_.ambassador(f).callback_waiting();
        press_on(f);
      }
      all = true;
      for (Federate f = 0; f < ones_.size(); ++f) all = all && arrived(f);
      const bool moves = told || requests_ != before || harness_.in_flight();
      // Those who wait for more than that those who have arrived go on a few times are forgotten.
      if (!all && !moves && ++pushes > 5) {
        complain("nobody advances any more: " + where_all_stand());
      } else if (!all && !moves) {
        beyond_ = std::max(beyond_, latest_) + 10;
      }
    }
    if (delivered_ > 40 * federates * (requests_ + federates)) {
      complain("the way to " + text_of(end_) + " takes too many records (" +
               std::to_string(delivered_) + " for " + std::to_string(requests_) +
               " requests): " + where_all_stand());
    }
  }
  for (Federate f = 0; f < ones_.size() && fine(); ++f) {
    const Member* member = ones_[f]->member;
    if (member != nullptr && !member->clock.asynchronous) switch_asynchronous(f, true);
  }
  if (fine()) come_to_rest();
  if (fine()) check_lbts();
  if (verbose_) {
    std::printf("%llu records for %llu requests\n", static_cast<unsigned long long>(delivered_),
                static_cast<unsigned long long>(requests_));
  }
  if (fine()) judge_.judge_end();
}

std::string TimeRun::where_all_stand() const {
  std::string text;
  for (const auto& one : ones_) {
    if (one->member == nullptr) continue;
    text += (text.empty() ? "" : "; ") + one->member->name + " " + one->member->clock.state();
  }
  return text;
}

}  // namespace triad::test
