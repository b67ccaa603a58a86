// The MOM in a run (run.hpp). In some runs members subscribe to it. Its values about membership and
// about sent and received messages are compared with the run's own.
#include <algorithm>
#include <string>

#include "core/mom_classes.hpp"
#include "fed-parser/standard_mom.hpp"
#include "tests/simulation/run_calls.hpp"

namespace triad::test {

namespace mom = core::mom;
using mom::FederateAttribute;

namespace {

constexpr FederateAttribute kCounts[] = {
    FederateAttribute::UpdatesSent, FederateAttribute::InteractionsSent,
    FederateAttribute::ReflectionsReceived, FederateAttribute::InteractionsReceived};

}  // namespace

bool has_mom(std::uint64_t seed) {
  return seed % 7 < 2;
}

// Subscribes to the list of members, to all counts, and to the states in saves.
void FederationRun::queue_mom_subscriptions(Federate f) {
  federates_[f]->reported_members.clear();
  federates_[f]->reported_counts.clear();
  federates_[f]->subscribes_mom = false;
  if (!has_mom(seed_) || one_in(3)) return;
  const mom::Handles& handles = harness_.ambassador(f).state()->management();
  const AttributeSet members{handles.handle_of(mom::FederationAttribute::FederatesInFederation)};
  federates_[f]->queued_actions.emplace_back([this, f, members] {
    const auto federation = harness_.ambassador(f).state()->management().federation();
    begin_call(f, "the MOM's federation",
               wire::SubscribeObjectClassAttributes{federation, members, true}, [](const auto&) {});
  });
  AttributeSet counts;
  for (const auto attribute : kCounts) counts.insert(handles.handle_of(attribute));
  counts.insert(handles.handle_of(FederateAttribute::FederateState));
  federates_[f]->queued_actions.emplace_back([this, f, counts] {
    const auto federate = harness_.ambassador(f).state()->management().federate();
    begin_call(f, "the MOM's federates",
               wire::SubscribeObjectClassAttributes{federate, counts, true},
               [this, f](const auto& result) {
                 federates_[f]->subscribes_mom = static_cast<bool>(result);
               });
  });
}

// Records the objects of the MOM that the RTIG registers.
void FederationRun::update_mom_objects() {
  const auto* state = has_mom(seed_) ? harness_.rtig().state("F") : nullptr;
  if (state == nullptr) return;
  for (const auto& [federate, member] : state->members()) {
    if (member.manager) mom_objects_[member.manager] = federate;
  }
  mom_objects_[ObjectHandle(1)] = {};  // the federation's own object
}

// Returns whether the callback is about an object of the MOM; the judge does not see these.
template <class Callback>
bool FederationRun::is_about_mom(const Callback& callback) const {
  if constexpr (requires { ObjectHandle(callback.object); }) {
    return mom_objects_.contains(callback.object);
  }
  return false;
}

void FederationRun::record_mom_values(FederateState& state, const rtia::Callback& callback) {
  const auto* reflect = std::get_if<wire::ReflectAttributeValues>(&callback);
  if (reflect == nullptr) return;
  const FederateHandle about = mom_objects_.at(reflect->object);
  reflect->values.for_each([&](std::uint32_t attribute, wire::Bytes bytes, wire::Bytes) {
    const std::string text(mom::text_of(bytes));
    if (about) {
      state.reported_counts[about][attribute] = text;
    } else {
      state.reported_members = text;
    }
  });
}

bool FederationRun::receive_mom_callback(Federate f, const rtia::Callback& callback) {
  FederateState& state = *federates_[f];
  const bool of_mom = std::visit([&](const auto& m) { return is_about_mom(m); }, callback);
  if (of_mom) {
    record_mom_values(state, callback);
    if (std::holds_alternative<wire::AttributeOwnedByRTI>(callback)) {
      tally_.count("AttributeOwnedByRTI");
    }
    return true;
  }
  if (std::holds_alternative<wire::ReflectAttributeValues>(callback)) ++state.reflected;
  if (std::holds_alternative<wire::ReceiveInteraction>(callback)) ++state.received;
  return false;
}

// Checks at rest that an observer that receives messages in receive order knows all members. It
// requests the counts, which must equal those of the run.
void FederationRun::judge_mom() {
  for (Federate f = 0; f < federates_.size() && has_passed(); ++f) {
    FederateState& state = *federates_[f];
    if (state.member == nullptr || state.pending_call || !state.subscribes_mom ||
        state.member->holds_back_receive_order())
      continue;
    if (is_quiet(f)) continue;
    std::set<FederateHandle> handles;
    for (const auto& member : history_.members) {
      if (member->is_present()) handles.insert(member->handle);
    }
    std::string present;
    for (const FederateHandle handle : handles) {
      present += (present.empty() ? "" : ",") + std::to_string(handle.value);
    }
    if (state.reported_members != present) {
      history_.report_error(*state.member, "receives from the MOM the members " +
                                               state.reported_members + "; they should be " +
                                               present);
    }
    judge_counts(f);
  }
}

void FederationRun::judge_counts(Federate f) {
  FederateState& observer = *federates_[f];
  const mom::Handles& handles = harness_.ambassador(f).state()->management();
  AttributeSet counts;
  for (const auto attribute : kCounts) counts.insert(handles.handle_of(attribute));
  judge_states(f, handles.handle_of(FederateAttribute::FederateState));
  observer.reported_counts.clear();
  (void)harness_.call(f, wire::RequestClassAttributeValueUpdate{handles.federate(), counts});
  const auto* state = harness_.ambassador(f).state();
  const auto own = state->member(observer.member->handle)->manager;
  (void)harness_.call(
      f, wire::QueryAttributeOwnership{own, handles.handle_of(FederateAttribute::UpdatesSent)});
  harness_.settle();
  harness_.take_callbacks(f, [&](const rtia::Callback& callback) {
    if (!receive_mom_callback(f, callback))
      report_error("a callback that is not of the MOM comes with the MOM's answers");
  });
  for (Federate other = 0; other < federates_.size(); ++other) {
    const FederateState& about = *federates_[other];
    if (about.member == nullptr) continue;
    const std::uint64_t expected[] = {about.updates, about.interactions, about.reflected,
                                      about.received};
    for (std::size_t i = 0; i < std::size(kCounts); ++i) {
      const auto& reported = observer.reported_counts[about.member->handle];
      const auto at = reported.find(handles.handle_of(kCounts[i]).value);
      const std::string text = at == reported.end() ? "nothing" : at->second;
      if (text == std::to_string(expected[i])) continue;
      history_.report_error(*about.member, std::string("has in the MOM the count ") +
                                               std::to_string(i) + " of " + text +
                                               "; it should be " + std::to_string(expected[i]));
    }
  }
}

// Checks the states: outside of saves and restores, no federate has such a state.
void FederationRun::judge_states(Federate f, wire::AttributeHandle state) {
  if (!saves_are_over()) return;
  for (const auto& [handle, reported] : federates_[f]->reported_counts) {
    const FederateHandle federate = handle;  // a lambda cannot capture a structured binding
    const auto at = reported.find(state.value);
    const bool running = at == reported.end() || at->second == "Running";
    const bool present = std::ranges::any_of(history_.members, [&](const auto& member) {
      return member->handle == federate && member->is_present();
    });
    if (running || !present) continue;
    report_error("federate " + std::to_string(federate.value) + " is in state " + at->second +
                 " in the MOM; it should be Running");
  }
}

core::ObjectModel with_mom_classes(core::ObjectModel model) {
  fed::add_standard_classes(model);
  return model;
}

}  // namespace triad::test
