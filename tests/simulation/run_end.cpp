// Rests of a run (run.hpp), and its end: all federates ask to advance until all have arrived.
#include <algorithm>
#include <cmath>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

namespace {

// More records than any rest or end needs
constexpr unsigned kRecordsMax = 100'000;

}  // namespace

void FederationRun::wake_all() {
  for (Federate f = 0; f < federates_.size(); ++f) {
    if (!federates_[f]->lost) harness_.links().set_stopped(f, false);
    federates_[f]->asleep_until = federates_[f]->stopped_until = 0;
  }
}

// Delivers everything in transit, and takes every callback.
void FederationRun::run_until_idle() {
  wake_all();
  for (unsigned round = 0; has_passed(); ++round) {
    ++now_;
    for (unsigned records = 0; deliver_one(); ++records) {
      if (records > kRecordsMax)
        return report_error("records are still in transit after " + std::to_string(kRecordsMax) +
                            " deliveries");
      update_mom_objects();
    }
    bool busy = false;
    finish_calls();
    for (Federate f = 0; f < federates_.size(); ++f) {
      // A federate that waits in a send goes on when others have made room.
      busy = busy || federates_[f]->pending_call;
      if (federates_[f]->member == nullptr || federates_[f]->pending_call) continue;
      busy = busy || harness_.ambassador(f).callbacks_waiting() > 0;
      if (harness_.ambassador(f).is_paused()) continue;
      request_restore(f);
      tick(f, 1000);
    }
    if (end_moves()) continue;
    if (!busy && !harness_.has_records_in_transit()) break;
    if (round > 1000) report_error("the federation is not idle after 1000 rounds of callbacks");
  }
  // A federate told of a save at a time waits for others, which may not ask to reach it.
  if (saving_.empty()) judge_idle_state(false);
}

void FederationRun::judge_idle_state(bool is_at_end) {
  if (has_passed()) judge_.judge_idle_state(is_at_end);
  (void)registrations_by_name_.end_all_calls();
  if (has_passed()) judge_copies();
  if (has_passed()) judge_owners();
  if (has_passed()) check_lbts();
  if (has_passed()) judge_mom();
}

// Compares all copies of the federation with the RTIG's.
void FederationRun::judge_copies() {
  for (Federate f = 0; f < federates_.size(); ++f) {
    if (federates_[f]->member == nullptr) continue;
    const std::string differences = disagreement(harness_, f, *harness_.rtig().state("F"));
    if (differences.empty()) continue;
    history_.report_error(*federates_[f]->member,
                          "has another copy of the federation than the RTIG:\n" + differences);
  }
}

// Compares the ownership that federates know with the RTIG's.
void FederationRun::judge_owners() {
  const core::ObjectDirectory& objects = harness_.rtig().state("F")->objects();
  for (const auto& [object, instance] : history_.instances) {
    const core::ObjectInstance* at_rtig = objects.find(object);
    if (instance.is_doubtful()) continue;
    if (at_rtig == nullptr) return report_error(text_of(object) + " is missing at the RTIG");
    for (const auto& member : history_.members) {
      if (!member->is_present()) continue;
      const AttributeSet owned = history_.owned(*member, object);
      if (owned == at_rtig->owned_by(member->handle)) continue;
      history_.report_error(
          *member, "owns " + text_of(owned) + " of " + text_of(object) + " by its callbacks, and " +
                       text_of(at_rtig->owned_by(member->handle)) + " by the RTIG");
    }
  }
}

void FederationRun::check_lbts() {
  for (Federate f = 0; f < federates_.size() && has_passed(); ++f) {
    Member* member = federates_[f]->member;
    if (member == nullptr || federates_[f]->pending_call || is_quiet(f)) continue;
    if (member->clock.constraint != ClockModel::Mode::on) continue;
    const auto exact = judge_.time.exact_lbts(*member);
    const auto lbts_reply = harness_.call(f, wire::QueryTime{wire::TimeQuery::lbts});
    const double lbts = lbts_reply ? decoded_time(std::as_bytes(std::span(*lbts_reply))) : -1;
    if (exact && lbts != *exact) {
      history_.report_error(*member,
                            "has the LBTS " + text_of(lbts) + "; it should be " + text_of(*exact));
    }
  }
}

// Chooses how a federate goes on: by steps or to the next event, with small lookaheads.
void FederationRun::choose_end_advance(FederateState& state, bool by_events) {
  state.advance_kind = static_cast<wire::Advance>((by_events ? 3 : 1) + random_below(2));
  const double remaining_time =
      state.member != nullptr ? times_of_run_.end - state.member->clock.time : times_of_run_.end;
  state.advance_step =
      by_events ? kForever : remaining_time / (1.0 + static_cast<double>(random_below(6)));
}

void FederationRun::choose_end_advances() {
  const std::uint64_t manners = random_below(3);
  times_of_run_.end = std::ceil(times_of_run_.latest) + (manners == 0 ? 1e6 : 5);
  times_of_run_.after_end = times_of_run_.end + 10;
  for (Federate f = 0; f < federates_.size() && has_passed(); ++f) {
    FederateState& state = *federates_[f];
    choose_end_advance(state, manners == 0 || (manners == 1 && one_in(2)));
    if (state.member == nullptr || state.pending_call || is_quiet(f)) continue;
    static constexpr double kSmall[] = {0, 0, 0.001, 0.000001};
    if (state.member->clock.regulation != ClockModel::Mode::on) continue;
    const double lookahead = kSmall[random_below(std::size(kSmall))];
    begin_judged_call(
        f, text_of(lookahead), wire::ModifyLookahead{encode_time(lookahead)}, ExpectedResult(),
        [&state, lookahead](auto...) { state.member->clock.record_lookahead(lookahead); });
  }
}

bool FederationRun::has_arrived(Federate f) const {
  const Member* member = federates_[f]->member;
  return member == nullptr || member->leaving || member->clock.time >= times_of_run_.end;
}

void FederationRun::advance_to_end(Federate f) {
  FederateState& state = *federates_[f];
  if (state.pending_call || harness_.ambassador(f).is_paused()) return;
  if (is_quiet(f)) {
    request_restore(f);
    return tick(f, 1000);
  }
  if (!state.queued_actions.empty()) {
    ++counts_.requests;
    const auto action = std::move(state.queued_actions.front());
    state.queued_actions.pop_front();
    return action();
  }
  tick(f, 1000);
  if (!has_passed() || state.pending_call || is_quiet(f) ||
      state.member->clock.time >= times_of_run_.after_end)
    return;
  const ClockModel& clock = state.member->clock;
  if (!clock.refusals_of_advance(times_of_run_.after_end).empty()) return;
  ++counts_.requests;
  // An arrived federate goes on, because others that request TAR to the same time would wait for
  // it.
  request_advance(f, state.advance_kind,
                  has_arrived(f) ? times_of_run_.after_end
                                 : std::min(times_of_run_.end, clock.time + state.advance_step));
}

// Lets a federate join, resign, die, or begin or end regulation or constraint, while others wait.
void FederationRun::disturb_federate(Federate f) {
  FederateState& state = *federates_[f];
  if (state.lost || state.pending_call || is_quiet(f) || harness_.ambassador(f).is_paused()) return;
  ++counts_.disturbances;
  ++counts_.requests;
  if (state.member == nullptr) {
    choose_end_advance(state, true);
    return join(f);
  }
  const ClockModel& clock = state.member->clock;
  switch (random_below(8)) {
    case 0:
      return lose_federate(f);
    case 1:
      return resign(f, wire::ResignAction::delete_objects_and_release_attributes);
    case 2:
    case 3:
    case 4:
      return regulate(f);
    case 5:
    case 6:
      return clock.constraint == ClockModel::Mode::on && !one_in(3) ? update_attributes(f)
                                                                    : constrain(f);
    default:
      return delete_object(f);
  }
}

// Advances all remaining federates until they have arrived. No federate may wait forever, and the
// number of records must not depend on the lookahead.
void FederationRun::run_end_phase() {
  wake_all();
  choose_end_advances();
  const bool disturbed = !one_in(3);
  unsigned pushes = 0;
  const auto federates = static_cast<std::uint64_t>(federates_.size());
  for (bool all_arrived = false; !all_arrived && has_passed();) {
    ++now_;
    const std::uint64_t before = counts_.requests;
    bool has_callbacks = false;
    finish_calls();
    if (disturbed && counts_.disturbances < kDisturbancesMax && one_in(12))
      disturb_federate(random_below(federates_.size()));
    if (disturbed && harness_.has_routers() && one_in(50)) disturb_router();
    for (Federate f = 0; f < federates_.size() && has_passed(); ++f) {
      const bool acts = federates_[f]->member != nullptr && (one_in(3) || has_callbacks);
      if (acts) advance_to_end(f);
    }
    const std::uint64_t of_routers = harness_.router_steps();
    if (deliver_one()) {
      update_mom_objects();
      counts_.delivered += harness_.router_steps() == of_routers;
    } else if (!end_moves()) {
      for (Federate f = 0; f < federates_.size() && has_passed(); ++f) {
        if (federates_[f]->member == nullptr) continue;
        has_callbacks = has_callbacks || harness_.ambassador(f).callbacks_waiting() > 0;
        advance_to_end(f);
      }
      all_arrived = true;
      for (Federate f = 0; f < federates_.size(); ++f) all_arrived = all_arrived && has_arrived(f);
      const bool has_progress =
          has_callbacks || counts_.requests != before || harness_.has_records_in_transit();
      // If more advances of the arrived members do not help, the remaining ones are stuck.
      if (!all_arrived && !has_progress && ++pushes > 5) {
        report_error("no federate can advance to " + text_of(times_of_run_.end) + ": " +
                     describe_times());
      } else if (!all_arrived && !has_progress) {
        times_of_run_.after_end = std::max(times_of_run_.after_end, times_of_run_.latest) + 10;
      }
    }
    if (counts_.delivered > 40 * federates * (counts_.requests + federates)) {
      report_error("the advances to " + text_of(times_of_run_.end) + " need too many records (" +
                   std::to_string(counts_.delivered) + " for " + std::to_string(counts_.requests) +
                   " requests): " + describe_times());
    }
  }
  if (has_passed()) run_until_idle();
  for (Federate f = 0; f < federates_.size() && has_passed(); ++f) {
    const Member* member = federates_[f]->member;
    if (member != nullptr && !member->clock.asynchronous) set_asynchronous(f, true);
  }
  if (has_passed()) run_until_idle();
  if (has_passed()) judge_idle_state(true);
  if (verbose_) {
    std::printf("%llu records for %llu requests\n",
                static_cast<unsigned long long>(counts_.delivered),
                static_cast<unsigned long long>(counts_.requests));
  }
}

std::string FederationRun::describe_times() const {
  std::string text;
  for (const auto& state : federates_) {
    if (state->member == nullptr) continue;
    text +=
        (text.empty() ? "" : "; ") + state->member->name + " " + state->member->clock.describe();
  }
  return text;
}

}  // namespace triad::test
