// Time management in a run with lost links (recovery_run.hpp).
#include <algorithm>
#include <array>
#include <iterator>

#include "core/double_time.hpp"
#include "tests/scenario/core/recovery_run.hpp"

namespace triad::test {

using namespace core::test;

using Mode = RecoveryClocks::Mode;

namespace {

core::Time at(double time) {
  return core::DoubleTime::encode(time);
}

}  // namespace

void RecoveryRun::act_in_time(Federate federate) {
  switch (harness_.random().below(12)) {
    case 0:
    case 1:
      return change_role(federate);
    case 2:
    case 3:
    case 4:
      return request_some_advance(federate);
    case 5:
      return retract(federate);
    case 6:
      return modify_lookahead(federate);
    case 7:
      return query_lbts(federate);
    default:
      return send_in_time_stamp_order(federate);
  }
}

double RecoveryRun::random_lookahead() {
  static constexpr std::array<double, 5> kLookaheads{0, 0.5, 1, 1, 8};
  return kLookaheads[harness_.random().below(kLookaheads.size())];
}

void RecoveryRun::change_role(Federate federate) {
  const RecoveryClocks::Clock& clock = clocks_.of(federate);
  if (clock.advance || clock.is_enabling()) return;
  if (clock.constraint == Mode::off && one_in(2)) {
    expect_success(federate, wire::EnableTimeConstrained{});
    return clocks_.record_constraint_request(federate);
  }
  if (clock.regulation == Mode::off) {
    const double lookahead = random_lookahead();
    const core::Time from = at(clock.time);
    const core::Time ahead = at(lookahead);
    // Before the call, because its effects may come while it waits.
    clocks_.record_regulation_request(federate, lookahead);
    return expect_success(federate, wire::EnableTimeRegulation{from.bytes(), ahead.bytes()});
  }
  if (!one_in(4)) return;
  expect_success(federate, wire::DisableTimeRegulation{});
  clocks_.record_regulation_end(federate);
}

void RecoveryRun::request_advance(Federate federate, wire::Advance kind, double to) {
  const core::Time time = at(to);
  expect_success(federate, wire::AdvanceTime{kind, time.bytes()});
  clocks_.record_advance(federate, kind, to);
}

// A distant event lets federates jump.
void RecoveryRun::request_some_advance(Federate federate) {
  static constexpr std::array<double, 6> kSteps{0, 0.5, 1, 1.5, 3, 50};
  const RecoveryClocks::Clock& clock = clocks_.of(federate);
  if (!clock.is_managed() || clock.is_enabling() || clock.advance) {
    return send_in_time_stamp_order(federate);
  }
  const auto kind = static_cast<wire::Advance>(1 + harness_.random().below(5));
  const bool waits_for_event = kind == wire::Advance::next_event_request ||
                               kind == wire::Advance::next_event_request_available;
  const std::size_t steps = waits_for_event ? kSteps.size() : kSteps.size() - 1;
  request_advance(federate, kind, clock.time + kSteps[harness_.random().below(steps)]);
}

// A stamp may be too early, because a lower lookahead takes effect with time.
void RecoveryRun::send_in_time_stamp_order(Federate federate) {
  const RecoveryClocks::Clock& clock = clocks_.of(federate);
  if (clock.regulation != Mode::on) return send_interaction(federate);
  const double base = clock.advance ? clock.advance->to : clock.time;
  const double stamp =
      base + clock.lookahead + 0.5 * static_cast<double>(harness_.random().below(8));
  const std::string tag = "t" + std::to_string(++names_);
  const core::Time time = at(stamp);
  auto& owned = known_[federate].owned;
  const bool deletes = !owned.empty() && one_in(3);
  wire::SendInteraction interaction;
  interaction.interaction_class = kShot;
  interaction.tag = tag;
  interaction.time = time.bytes();
  wire::DeleteObjectInstance deletion;
  if (deletes) deletion.object = owned.back();
  deletion.tag = tag;
  deletion.time = time.bytes();
  const auto sent = deletes ? call(federate, deletion) : call(federate, interaction);
  if (sent && deletes) owned.pop_back();
  if (sent) return clocks_.record_sent(federate, tag, stamp, *sent);
  if (sent.error().code != wire::ErrorCode::InvalidFederationTime) {
    add_fault("a message in time-stamp order: " + sent.error().text);
  }
}

void RecoveryRun::retract(Federate federate) {
  const auto tags = clocks_.tags_of(federate);
  if (tags.empty()) return send_in_time_stamp_order(federate);
  const std::string& tag = tags[harness_.random().below(tags.size())];
  const auto result = call(federate, wire::Retract{clocks_.retraction_of(tag)});
  if (result) return clocks_.record_retracted(tag);
  if (result.error().code != wire::ErrorCode::InvalidRetractionHandle) {
    add_fault("a retraction: " + result.error().text);
  }
}

void RecoveryRun::modify_lookahead(Federate federate) {
  if (clocks_.of(federate).regulation != Mode::on) return change_role(federate);
  const double lookahead = random_lookahead();
  const core::Time ahead = at(lookahead);
  expect_success(federate, wire::ModifyLookahead{ahead.bytes()});
  clocks_.record_lookahead(federate, lookahead);
}

void RecoveryRun::query_lbts(Federate federate) {
  const auto lbts = call(federate, wire::QueryTime{wire::TimeQuery::lbts});
  if (!lbts) return add_fault("a query of the LBTS: " + lbts.error().text);
  const core::Time time(std::as_bytes(std::span(*lbts)));
  clocks_.record_lbts(federate, core::DoubleTime::decode(time));
}

void RecoveryRun::deliver_at_most(int records) {
  for (int i = 0; i < records; ++i) {
    if (harness_.deliver_one()) continue;
    if (!harness_.losses().acknowledge()) return;
  }
  add_fault("records are sent without end");
}

// All wait for an event beyond all stamps, so that they jump there when all messages are received.
void RecoveryRun::advance_to_end() {
  constexpr int kRoundsMax = 500;
  constexpr int kRecordsMax = 5000;
  const double end = clocks_.latest() + 10'000;
  for (int round = 0; round < kRoundsMax && fault_.empty(); ++round) {
    deliver_at_most(kRecordsMax);
    take_all_callbacks();
    bool all_there = true;
    for (Federate f = 0; f < members_ && fault_.empty(); ++f) {
      const RecoveryClocks::Clock& clock = clocks_.of(f);
      const bool waits = clock.advance || clock.is_enabling();
      const bool is_there = !waits && (!clock.is_managed() || clock.time >= end);
      all_there = all_there && is_there;
      if (!is_there && !waits) request_advance(f, wire::Advance::next_event_request, end);
    }
    if (all_there) return;
  }
  std::string text = "not all federates are granted at the end:";
  for (Federate f = 0; f < members_; ++f) text += " " + clocks_.text(f);
  add_fault(text);
}

}  // namespace triad::test
