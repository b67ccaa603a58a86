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
  for (Federate f = 0; f < ones_.size(); ++f) {
    if (!ones_[f]->lost) harness_.set_reading_stopped(f, false);
    ones_[f]->asleep_until = ones_[f]->stopped_until = 0;
  }
}

// Delivers everything in transit, and takes every callback.
void FederationRun::come_to_rest() {
  wake_all();
  for (unsigned round = 0; fine(); ++round) {
    ++now_;
    for (unsigned records = 0; deliver_one(); ++records) {
      if (records > kRecordsMax) return complain("records go to and fro for ever");
      note_managers();
    }
    bool busy = false;
    note_all_finished();
    for (Federate f = 0; f < ones_.size(); ++f) {
      // A federate that waits in a send goes on when others have made room.
      busy = busy || ones_[f]->finished;
      if (ones_[f]->member == nullptr || ones_[f]->finished) continue;
      busy = busy || harness_.ambassador(f).callbacks_waiting() > 0;
      if (harness_.ambassador(f).is_paused()) continue;
      restore(f);
      take(f, 1000);
    }
    if (end_moves()) continue;
    if (!busy && !harness_.has_records_in_transit()) break;
    if (round > 1000) complain("the federation does not come to rest");
  }
  // A federate told of a save at a time waits for others, which may not ask to reach it.
  if (saving_.empty()) judge_rest(false);
}

void FederationRun::judge_rest(bool over) {
  if (fine()) judge_.judge_rest(over);
  (void)names_.clear();
  if (fine()) judge_copies();
  if (fine()) judge_owners();
  if (fine()) check_lbts();
  if (fine()) judge_management();
}

// Compares all copies of the federation with the RTIG's.
void FederationRun::judge_copies() {
  for (Federate f = 0; f < ones_.size(); ++f) {
    if (ones_[f]->member == nullptr) continue;
    const std::string pictures = disagreement(harness_, f, *harness_.rtig().state("F"));
    if (pictures.empty()) continue;
    history_.complain(*ones_[f]->member, "has another picture than the RTIG:\n" + pictures);
  }
}

// Compares the ownership that federates know with the RTIG's.
void FederationRun::judge_owners() {
  const core::ObjectDirectory& objects = harness_.rtig().state("F")->objects();
  for (const auto& [object, instance] : history_.instances) {
    const core::ObjectInstance* there = objects.find(object);
    if (instance.doubtful()) continue;
    if (there == nullptr) return complain(text_of(object) + " is not there any more");
    for (const auto& member : history_.members) {
      if (!member->present()) continue;
      const AttributeSet owned = history_.owned(*member, object);
      if (owned == there->owned_by(member->handle)) continue;
      history_.complain(*member, "takes itself to own " + text_of(owned) + " of " +
                                     text_of(object) + " instead of " +
                                     text_of(there->owned_by(member->handle)));
    }
  }
}

void FederationRun::check_lbts() {
  for (Federate f = 0; f < ones_.size() && fine(); ++f) {
    Member* member = ones_[f]->member;
    if (member == nullptr || ones_[f]->finished || is_quiet(f)) continue;
    if (member->clock.constraint != ClockModel::Mode::on) continue;
    const auto exact = judge_.time.exact_lbts(*member);
    const auto told = harness_.call(f, wire::QueryTime{wire::TimeQuery::lbts});
    const double lbts = told ? decoded_time(std::as_bytes(std::span(*told))) : -1;
    if (exact && lbts != *exact) {
      history_.complain(*member,
                        "has the LBTS " + text_of(lbts) + " instead of " + text_of(*exact));
    }
  }
}

// Chooses how a federate goes on: by steps or to the next event, with small lookaheads.
void FederationRun::choose_manner(One& one, bool by_events) {
  one.kind = static_cast<wire::Advance>((by_events ? 3 : 1) + below(2));
  const double way = one.member != nullptr ? end_ - one.member->clock.time : end_;
  one.step = by_events ? kForever : way / (1.0 + static_cast<double>(below(6)));
}

void FederationRun::choose_manners() {
  const std::uint64_t manners = below(3);
  end_ = std::ceil(latest_) + (manners == 0 ? 1e6 : 5);
  beyond_ = end_ + 10;
  for (Federate f = 0; f < ones_.size() && fine(); ++f) {
    One& one = *ones_[f];
    choose_manner(one, manners == 0 || (manners == 1 && one_in(2)));
    if (one.member == nullptr || one.finished || is_quiet(f)) continue;
    static constexpr double kSmall[] = {0, 0, 0.001, 0.000001};
    if (one.member->clock.regulation != ClockModel::Mode::on) continue;
    const double lookahead = kSmall[below(std::size(kSmall))];
    judged(f, text_of(lookahead), wire::ModifyLookahead{at(lookahead)}, Fate(),
           [&one, lookahead](auto...) { one.member->clock.modifies(lookahead); });
  }
}

bool FederationRun::arrived(Federate f) const {
  const Member* member = ones_[f]->member;
  return member == nullptr || member->leaving || member->clock.time >= end_;
}

void FederationRun::press_on(Federate f) {
  One& one = *ones_[f];
  if (one.finished || harness_.ambassador(f).is_paused()) return;
  if (is_quiet(f)) {
    restore(f);
    return take(f, 1000);
  }
  if (!one.to_do.empty()) {
    ++requests_;
    const auto what = std::move(one.to_do.front());
    one.to_do.pop_front();
    return what();
  }
  take(f, 1000);
  if (!fine() || one.finished || is_quiet(f) || one.member->clock.time >= beyond_) return;
  const ClockModel& clock = one.member->clock;
  if (!clock.to_advance(beyond_).empty()) return;
  ++requests_;
  // An arrived federate goes on, because others that request TAR to the same time would wait for
  // it.
  advance(f, one.kind, arrived(f) ? beyond_ : std::min(end_, clock.time + one.step));
}

// Lets a federate join, resign, die, or begin or end regulation or constraint, while others wait.
void FederationRun::disturb(Federate f) {
  One& one = *ones_[f];
  if (one.lost || one.finished || is_quiet(f) || harness_.ambassador(f).is_paused()) return;
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
      return resign(f, wire::ResignAction::delete_objects_and_release_attributes);
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

// Advances all remaining federates until they have arrived. No federate may wait forever, and the
// number of records must not depend on the lookahead.
void FederationRun::finale() {
  wake_all();
  choose_manners();
  const bool disturbed = !one_in(3);
  unsigned pushes = 0;
  const auto federates = static_cast<std::uint64_t>(ones_.size());
  for (bool all = false; !all && fine();) {
    ++now_;
    const std::uint64_t before = requests_;
    bool told = false;
    note_all_finished();
    if (disturbed && disturbances_ < kDisturbancesMax && one_in(12)) disturb(below(ones_.size()));
    if (disturbed && harness_.has_routers() && one_in(50)) trouble_router();
    for (Federate f = 0; f < ones_.size() && fine(); ++f) {
      const bool acts = ones_[f]->member != nullptr && (one_in(3) || told);
      if (acts) press_on(f);
    }
    const std::uint64_t of_routers = harness_.router_steps();
    if (deliver_one()) {
      note_managers();
      delivered_ += harness_.router_steps() == of_routers;
    } else if (!end_moves()) {
      for (Federate f = 0; f < ones_.size() && fine(); ++f) {
        if (ones_[f]->member == nullptr) continue;
        told = told || harness_.ambassador(f).callbacks_waiting() > 0;
        press_on(f);
      }
      all = true;
      for (Federate f = 0; f < ones_.size(); ++f) all = all && arrived(f);
      const bool moves = told || requests_ != before || harness_.has_records_in_transit();
      // If more advances of the arrived members do not help, the remaining ones are stuck.
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
  if (fine()) come_to_rest();
  for (Federate f = 0; f < ones_.size() && fine(); ++f) {
    const Member* member = ones_[f]->member;
    if (member != nullptr && !member->clock.asynchronous) switch_asynchronous(f, true);
  }
  if (fine()) come_to_rest();
  if (fine()) judge_rest(true);
  if (verbose_) {
    std::printf("%llu records for %llu requests\n", static_cast<unsigned long long>(delivered_),
                static_cast<unsigned long long>(requests_));
  }
}

std::string FederationRun::where_all_stand() const {
  std::string text;
  for (const auto& one : ones_) {
    if (one->member == nullptr) continue;
    text += (text.empty() ? "" : "; ") + one->member->name + " " + one->member->clock.state();
  }
  return text;
}

}  // namespace triad::test
