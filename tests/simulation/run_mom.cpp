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
void FederationRun::observe(Federate f) {
  ones_[f]->told_members.clear();
  ones_[f]->told_counts.clear();
  ones_[f]->observes = false;
  if (!has_mom(seed_) || one_in(3)) return;
  const mom::Handles& handles = harness_.ambassador(f).state()->management();
  const AttributeSet members{handles.handle_of(mom::FederationAttribute::FederatesInFederation)};
  ones_[f]->to_do.emplace_back([this, f, members] {
    const auto federation = harness_.ambassador(f).state()->management().federation();
    begin(f, "the MOM's federation",
          wire::SubscribeObjectClassAttributes{federation, members, true}, [](const auto&) {});
  });
  AttributeSet counts;
  for (const auto attribute : kCounts) counts.insert(handles.handle_of(attribute));
  counts.insert(handles.handle_of(FederateAttribute::FederateState));
  ones_[f]->to_do.emplace_back([this, f, counts] {
    const auto federate = harness_.ambassador(f).state()->management().federate();
    begin(f, "the MOM's federates", wire::SubscribeObjectClassAttributes{federate, counts, true},
          [this, f](const auto& result) { ones_[f]->observes = static_cast<bool>(result); });
  });
}

// Records the objects of the MOM that the RTIG registers.
void FederationRun::note_managers() {
  const auto* state = has_mom(seed_) ? harness_.rtig().state("F") : nullptr;
  if (state == nullptr) return;
  for (const auto& [federate, member] : state->members()) {
    if (member.manager) managers_[member.manager] = federate;
  }
  managers_[ObjectHandle(1)] = {};  // the federation's own object
}

// Returns whether the callback is about an object of the MOM; the judge does not see these.
template <class Callback>
bool FederationRun::is_management(const Callback& callback) const {
  if constexpr (requires { ObjectHandle(callback.object); }) {
    return managers_.contains(callback.object);
  }
  return false;
}

void FederationRun::note_management(One& one, const rtia::Callback& callback) {
  const auto* reflect = std::get_if<wire::ReflectAttributeValues>(&callback);
  if (reflect == nullptr) return;
  const FederateHandle about = managers_.at(reflect->object);
  reflect->values.for_each([&](std::uint32_t attribute, wire::Bytes bytes, wire::Bytes) {
    const std::string text(mom::text_of(bytes));
    if (about) {
      one.told_counts[about][attribute] = text;
    } else {
      one.told_members = text;
    }
  });
}

bool FederationRun::see_management(Federate f, const rtia::Callback& callback) {
  One& one = *ones_[f];
  const bool of_mom = std::visit([&](const auto& m) { return is_management(m); }, callback);
  if (of_mom) {
    note_management(one, callback);
    if (std::holds_alternative<wire::AttributeOwnedByRTI>(callback)) {
      tally_.count("AttributeOwnedByRTI");
    }
    return true;
  }
  if (std::holds_alternative<wire::ReflectAttributeValues>(callback)) ++one.reflected;
  if (std::holds_alternative<wire::ReceiveInteraction>(callback)) ++one.received;
  return false;
}

// Checks at rest that an observer that receives messages in receive order knows all members. It
// requests the counts, which must equal those of the run.
void FederationRun::judge_management() {
  for (Federate f = 0; f < ones_.size() && fine(); ++f) {
    One& one = *ones_[f];
    if (one.member == nullptr || one.finished || !one.observes ||
        one.member->holds_back_receive_order())
      continue;
    if (is_quiet(f)) continue;
    std::set<FederateHandle> handles;
    for (const auto& member : history_.members) {
      if (member->present()) handles.insert(member->handle);
    }
    std::string present;
    for (const FederateHandle handle : handles) {
      present += (present.empty() ? "" : ",") + std::to_string(handle.value);
    }
    if (one.told_members != present) {
      history_.complain(*one.member, "is told by the MOM that the members are " + one.told_members +
                                         " instead of " + present);
    }
    judge_counts(f);
  }
}

void FederationRun::judge_counts(Federate f) {
  One& one = *ones_[f];
  const mom::Handles& handles = harness_.ambassador(f).state()->management();
  AttributeSet counts;
  for (const auto attribute : kCounts) counts.insert(handles.handle_of(attribute));
  judge_states(f, handles.handle_of(FederateAttribute::FederateState));
  one.told_counts.clear();
  (void)harness_.call(f, wire::RequestClassAttributeValueUpdate{handles.federate(), counts});
  const auto* state = harness_.ambassador(f).state();
  const auto own = state->member(one.member->handle)->manager;
  (void)harness_.call(
      f, wire::QueryAttributeOwnership{own, handles.handle_of(FederateAttribute::UpdatesSent)});
  harness_.settle();
  harness_.take_callbacks(f, [&](const rtia::Callback& callback) {
    if (!see_management(f, callback)) complain("the MOM's answers bring others' messages");
  });
  for (Federate other = 0; other < ones_.size(); ++other) {
    const One& about = *ones_[other];
    if (about.member == nullptr) continue;
    const std::uint64_t expected[] = {about.updates, about.interactions, about.reflected,
                                      about.received};
    for (std::size_t i = 0; i < std::size(kCounts); ++i) {
      const auto& told = one.told_counts[about.member->handle];
      const auto at = told.find(handles.handle_of(kCounts[i]).value);
      const std::string text = at == told.end() ? "nothing" : at->second;
      if (text == std::to_string(expected[i])) continue;
      history_.complain(*about.member, std::string("is said by the MOM to have the count ") +
                                           std::to_string(i) + " of " + text + " instead of " +
                                           std::to_string(expected[i]));
    }
  }
}

// Checks the states: outside of saves and restores, no federate has such a state.
void FederationRun::judge_states(Federate f, wire::AttributeHandle state) {
  if (!saves_are_over()) return;
  for (const auto& [handle, told] : ones_[f]->told_counts) {
    const FederateHandle federate = handle;  // a lambda cannot capture a structured binding
    const auto at = told.find(state.value);
    const bool running = at == told.end() || at->second == "Running";
    const bool present = std::ranges::any_of(history_.members, [&](const auto& member) {
      return member->handle == federate && member->present();
    });
    if (running || !present) continue;
    complain("federate " + std::to_string(federate.value) + " is said to be " + at->second);
  }
}

core::ObjectModel options_with_mom(core::ObjectModel model) {
  fed::add_standard_classes(model);
  return model;
}

}  // namespace triad::test
