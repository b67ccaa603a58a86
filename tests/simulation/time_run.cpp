#include "tests/simulation/time_run.hpp"

#include <bit>
#include <cstdio>

#include "tests/simulation/time_calls.hpp"
#include "wire/print.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

constexpr std::uint64_t kSteps = 450;

HarnessOptions options(std::uint64_t seed) {
  HarnessOptions options;
  options.seed = seed;
  return options;
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

}  // namespace triad::test
