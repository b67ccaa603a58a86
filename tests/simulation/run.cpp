#include "tests/simulation/run.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <numeric>

#include "core/test_model.hpp"
#include "tests/simulation/run_calls.hpp"
#include "wire/print.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

constexpr std::uint64_t kParts = 3;
constexpr std::uint64_t kSteps = 200;  // of a part

wire::Result<core::ObjectModel> load_fed(std::string_view name, bool managed) {
  if (name == "missing") return wire::error(ErrorCode::CouldNotOpenFED, "it is missing");
  if (name == "broken") return wire::error(ErrorCode::ErrorReadingFED, "it is broken");
  return managed ? with_mom_classes(core::test::test_model()) : core::test::test_model();
}

// In one run of three, queues have hardly any room. In half of the runs the members share memory;
// in half of these, only some do. In half of those runs the RTIG reduces their promises, from the
// first member on, from a later one, or from the first record of promises. One run of three has
// routers (run_mesh.cpp).
bool has_little_room(std::uint64_t seed) {
  return seed % 3 == 0;
}

HarnessOptions options(std::uint64_t seed) {
  HarnessOptions options;
  options.seed = seed;
  options.rtia.lease_count = 4;
  options.rtia.leniency = leniency_of(seed);
  options.on_fabric = connections_of(seed) != 0;
  options.mixed = connections_of(seed) == 2;
  if (seed / 16 % 2 == 1) {
    const std::size_t direct = seed / 32 % 4;
    options.rtig.direct_promises_max = seed / 128 % 2 == 1 ? direct : direct + 2;
  }
  options.rtig.load_fed = [managed = has_mom(seed)](std::string_view name, auto) {
    return load_fed(name, managed);
  };
  if (has_little_room(seed)) {
    options.rtia.hold_bytes = 700;
    options.rtia.resume_bytes = 100;
    options.reports_backlog = true;
    options.rtig.queue.hold = 3000;
    options.rtig.queue.resume = 500;
  }
  options.mesh = mesh_of(seed);
  options.mesh.drops_best_effort = has_little_room(seed);
  if (!options.mesh.routers.empty()) raise_queue_weights(options);
  options.rtig.interest_piece = options.mesh.piece;
  return options;
}

// Text of a callback for the printed run, with times as numbers.
struct CallbackText {
  std::string operator()(const wire::ReflectAttributeValues& m) const {
    std::string values;
    m.values.for_each([&](std::uint32_t attribute, wire::Bytes, wire::Bytes) {
      values += " " + std::to_string(attribute);
    });
    return "reflectAttributeValues '" + std::string(m.tag) + "'" + values + when(m.order, m.time);
  }
  std::string operator()(const wire::ReceiveInteraction& m) const {
    return "receiveInteraction '" + std::string(m.tag) + "' at class " +
           std::to_string(m.interaction_class.value) + when(m.order, m.time);
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

// Callbacks that change the instances of which a federate owns attributes.
template <class Callback>
constexpr bool kChangesOwnership =
    std::is_same_v<Callback, wire::AttributeOwnershipAcquisitionNotification> ||
    std::is_same_v<Callback, wire::AttributeOwnershipDivestitureNotification> ||
    std::is_same_v<Callback, wire::RemoveObjectInstance>;

}  // namespace

std::size_t connections_of(std::uint64_t seed) {
  return seed / 2 % 2 == 0 ? 0 : 1 + seed / 4 % 2;
}

rtia::TimeLeniency leniency_of(std::uint64_t seed) {
  return {.advances_wait = seed % 7 >= 5, .tolerates_ulp = seed % 9 >= 6};
}

FederationRun::FederationRun(std::uint64_t seed, bool verbose, Tally& tally)
    : seed_(seed),
      verbose_(verbose),
      with_regions_(seed % 5 == 4 || seed % 10 == 5),
      favors_existence_(seed % 10 == 0),
      replaces_processes_(seed / 8 % 8 == 1),
      harness_(options(seed)),
      random_(seed * 7919 + 1),
      tally_(tally),
      history_(judge_.history),
      now_(history_.now) {
  // With relays, best effort may come too late.
  history_.may_lose_best_effort = has_little_room(seed) || mesh_of(seed).relays > 0;
  harness_.set_watch([this](Federate f, bool up, const wire::Record& record) {
    if (verbose_) log_delivery(f, up, record);
    if (!up) record_delivery(f, record);
  });
}

std::string FederationRun::execute() {
  federates_max_ = 3 + random_below(4);
  if (harness_.has_routers()) federates_max_ += 4;  // several may be lost at once
  const Federate first = 2 + random_below(3);
  for (Federate f = 0; f < first; ++f) {
    add_session();
  }
  const auto created = harness_.call(0, wire::CreateFederationExecution{"F", "fed", false, {}});
  if (!created) report_error("the federation was not created: " + created.error().text);
  for (std::uint64_t part = 1; part <= kParts && has_passed(); ++part) {
    const std::uint64_t steps = choose_weights();
    if (part == 1) {
      for (Federate f = 0; f < first; ++f) join(f);
    }
    for (std::uint64_t i = 0; i < steps && has_passed(); ++i) step();
    if (part < kParts || one_in(2)) run_until_idle();
  }
  if (has_passed()) run_end_phase();
  if (has_passed()) harness_.rtig().compare_states("F");
  if (has_passed() && !harness_.faults().empty())
    report_error("fault: " + harness_.faults().front());
  return history_.first_error;
}

// Chooses the theme of the run's next part: time, objects, everything, and so on. Events that are
// rare in one part are frequent in another. Returns the number of steps of the part.
std::uint64_t FederationRun::choose_weights() {
  enum Theme : std::uint64_t { everything, time, events, objects, existence };
  static constexpr std::uint64_t kWeights[5][kGroups] = {{12, 13, 6, 6, 3, 1, 2, 1, 2, 6, 1},
                                                         {13, 13, 8, 2, 1, 0, 0, 0, 0, 1, 1},
                                                         {12, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0},
                                                         {2, 8, 1, 8, 8, 3, 4, 1, 2, 12, 1},
                                                         {1, 3, 1, 16, 16, 1, 1, 1, 2, 8, 1}};
  static constexpr Theme kThemes[] = {events, time, events, objects};
  const std::uint64_t theme = favors_existence_ ? static_cast<std::uint64_t>(existence)
                              : seed_ % 5 == 0  ? random_below(4)
                                                : kThemes[seed_ % 5 - 1];
  for (std::size_t group = 0; group < kGroups - 1; ++group) {
    const bool left_out = theme != events && one_in(5);
    weights_[group] = left_out ? 0 : kWeights[theme][group] * (1 + random_below(2));
  }
  weights_[0] += 1;
  weights_[kGroups - 1] = with_regions_ ? 40 : 0;
  times_of_run_.event_distance = theme == events || (theme == time && one_in(3)) ? 20 : 0;
  return theme == events ? 2 * kSteps : kSteps;
}

wire::Bytes FederationRun::encode_time(double time) {
  auto& bytes = times_.emplace_back();
  const auto bits = std::bit_cast<std::uint64_t>(time);
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(bits >> (56 - 8 * i));
  return bytes;
}

void FederationRun::log_line(Federate f, const std::string& line) {
  if (!verbose_) return;
  const Member* member = federates_[f]->member;
  std::printf("%5llu %-10s %s\n", static_cast<unsigned long long>(now_),
              member != nullptr ? member->name.c_str() : ("session " + std::to_string(f)).c_str(),
              line.c_str());
  (void)std::fflush(stdout);
}

void FederationRun::log_delivery(Federate f, bool up, const wire::Record& record) {
  std::string message_name(wire::name_of(record.header.message_kind()));
  const bool from_other = !up && record.header.from() != wire::kRtig;
  if (from_other) message_name += " of federate " + std::to_string(record.header.sender);
  log_line(f, (up ? "        -> RTIG: " : "        <- RTIG: ") + message_name);
}

// --- Steps: a federate acts, or a record is delivered.

void FederationRun::step() {
  ++now_;
  if (random_below(3) != 0) {
    deliver();
  } else if (federates_.size() < federates_max_ && one_in(60)) {
    add_session();
  } else if (harness_.has_routers() && one_in(50)) {
    disturb_router();
  } else {
    act(random_below(federates_.size()));
  }
  update_mom_objects();
  finish_calls();
  for (Federate f = 0; f < federates_.size(); ++f) {
    FederateState& state = *federates_[f];
    if (state.stopped_until == now_) harness_.links().set_stopped(f, false);
    const bool should = state.member != nullptr && !state.lost && !state.pending_call;
    if (should && !harness_.ambassador(f).is_joined())
      report_error(state.member->name + " has lost its membership and should have kept it");
  }
}

void FederationRun::finish_call(Federate f) {
  FederateState& state = *federates_[f];
  if (!state.pending_call || !state.pending_call()) return;
  state.pending_call = nullptr;
  if (state.may_divest && state.member != nullptr) judge_.ownership.record_call_end(*state.member);
  state.may_divest = false;
  state.pending_message.reset();
}

// Records the effects at once, because others may receive callbacks about them.
void FederationRun::finish_calls() {
  for (Federate f = 0; f < federates_.size(); ++f) finish_call(f);
}

void FederationRun::act(Federate f) {
  FederateState& state = *federates_[f];
  if (state.pending_call || state.lost) return;
  if (harness_.ambassador(f).is_paused()) {
    if (one_in(400) && !must_stay(f)) lose_federate(f);
    return;
  }
  if (state.member == nullptr) {
    if (one_in(3)) return join(f);
    return one_in(2) ? call_without_membership(f) : call_execution_service(f);
  }
  if (is_unjudged(f)) return act_unjudged(f);
  if (!state.queued_actions.empty() && !is_quiet(f)) {
    const auto action = std::move(state.queued_actions.front());
    state.queued_actions.pop_front();
    action();
  } else if (one_in(400) && !must_stay(f)) {
    lose_federate(f);
  } else if (one_in(200) && !must_stay(f)) {
    resign(f, random_resign_action());
  } else if (one_in(40)) {
    state.asleep_until = now_ + random_below(120);
  } else if (one_in(times_of_run_.event_distance != 0 ? 15 : 60) && state.stopped_until <= now_) {
    state.stopped_until = now_ + 1 + random_below(80);
    harness_.links().set_stopped(f, true);
  } else if (random_below(3) == 0 || is_quiet(f)) {
    if (is_quiet(f) && one_in(8)) return call_during_pause(f);
    if (state.asleep_until <= now_) tick(f, one_in(3) ? 1 + random_below(3) : 1000);
  } else {
    call_random_service(f);
  }
}

void FederationRun::call_random_service(Federate f) {
  if (federates_[f]->is_occasional_regulator && !one_in(4)) return act_as_occasional_regulator(f);
  std::uint64_t choice =
      random_below(std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0}));
  std::size_t group = 0;
  while (choice >= weights_[group]) choice -= weights_[group++];
  call_random_service(f, static_cast<Group>(group));
}

void FederationRun::call_random_service(Federate f, Group group) {
  switch (group) {
    case Group::advances:
      return request_random_advance(f);
    case Group::messages:
      return call_message_service(f);
    case Group::clocks:
      return call_time_service(f);
    case Group::objects:
      return call_object_service(f);
    case Group::declarations:
      return call_declaration_service(f);
    case Group::advisories:
      return set_random_switch(f);
    case Group::synchronization:
      return call_synchronization_service(f);
    case Group::federation:
      return call_federation_service(f);
    case Group::support:
      return call_support_service(f);
    case Group::ownership:
      return call_ownership_service(f);
    case Group::saves:
      return request_save(f);
    case Group::regions:
      return call_region_service(f);
  }
}

// Ticks. The federate may call services in its callbacks.
void FederationRun::tick(Federate f, std::uint64_t limit) {
  for (std::uint64_t i = 0; i < limit && !federates_[f]->pending_call && may_tick(f); ++i) {
    const rtia::Callback* callback = harness_.ambassador(f).take_callback();
    if (callback == nullptr) return;
    receive_callback(f, *callback);
  }
}

void FederationRun::receive_callback(Federate f, const rtia::Callback& callback) {
  Member& member = *federates_[f]->member;
  if (verbose_) log_line(f, "  " + std::visit(CallbackText{}, callback));
  if (is_ignored(f, callback) || receive_mom_callback(f, callback)) return;
  std::visit(
      [&](const auto& m) {
        using M = std::decay_t<decltype(m)>;
        tally_.count(std::string(wire::name_of(wire::kind_of<M>)));
        judge_.receive_callback(member, m);
        if constexpr (kChangesOwnership<M>) update_owned_objects(f);
        if constexpr (requires { this->answer_callback(f, m); }) answer_callback(f, m);
      },
      callback);
  times_of_run_.latest = std::max(times_of_run_.latest, member.clock.time);
  const bool granted = std::holds_alternative<wire::TimeAdvanceGrant>(callback);
  if (granted || std::holds_alternative<wire::TimeRegulationEnabled>(callback)) check_known_lbts();
  if (!federates_[f]->pending_call && !is_quiet(f)) react_to_callback(f, granted);
}

// Reactions are rare, so that reactions to reactions end.
void FederationRun::react_to_callback(Federate f, bool granted) {
  if (times_of_run_.end != 0) {
    if (one_in(4) && ++counts_.disturbances < kDisturbancesMax) send_interaction(f);
    return;
  }
  if (one_in(12) && !federates_[f]->member->clock.advance) request_random_advance(f);
  // A federate that is granted an awaited event often sends a message.
  if (granted && times_of_run_.event_distance != 0 && one_in(2) && !federates_[f]->pending_call)
    send_interaction(f);
  if (!federates_[f]->pending_call && one_in(24)) send_interaction(f);
  if (!federates_[f]->pending_call && one_in(40)) update_attributes(f);
}

}  // namespace triad::test
