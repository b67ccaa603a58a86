#include "rtia/flow_control.hpp"

#include "core/data_reach.hpp"
#include "records/defect.hpp"

namespace triad::rtia {

// Only reliable attributes wait. Best effort never waits: it is dropped if it finds no room.
bool FlowControl::must_wait(const AttributeSet& reliable, const ObjectInstance& instance) {
  bool blocked = false;
  if (!members_without_room_.empty() && !reliable.empty()) {
    for (const auto& interest : federation_.interest().interested_in(instance.object_class)) {
      if (!members_without_room_.contains(interest.federate)) continue;
      AttributeSet in_default = reliable;
      for (const auto& [region, attributes] : *instance.regions) {
        if (wire::creator_of(region) != self_) continue;
        in_default -= attributes;
        blocked = blocked || core::may_reach(federation_, interest.federate, instance.object_class,
                                             attributes & reliable, region);
      }
      blocked = blocked || interest.attributes.intersects(in_default);
    }
  }
  return wait_if(blocked);
}

bool FlowControl::must_wait(InteractionClassHandle interaction_class, wire::RegionHandle region) {
  bool blocked = false;
  if (!members_without_room_.empty()) {
    for (const auto& interest : federation_.interest().interested_in(interaction_class)) {
      const bool reached = !interest.has_region ||
                           core::reaches(federation_, interest.federate, interaction_class, region);
      blocked = blocked || (reached && members_without_room_.contains(interest.federate));
    }
  }
  return wait_if(blocked);
}

void FlowControl::follow_wait(bool blocked) {
  if (blocked != waiting_to_send_) {
    waiting_to_send_ = blocked;
    context_.send_to_rtig(wire::SenderWaiting{blocked});
  }
  if (blocked) context_.wait_for_room();
}

// The call is made again, and may wait again or be refused. Until it has ended, the federate counts
// as waiting. If it reported otherwise for a moment, senders to it would be held, they would report
// that they wait, and federates that wait for each other could deadlock.
void FlowControl::retry_waiting_call() {
  if (!context_.waits_for_room()) return;
  context_.make_call_again();
}

Fault FlowControl::receive_record(const Record&, const wire::FlowControl& flow) {
  if (flow.held) {
    members_without_room_.insert(flow.federate);
  } else {
    members_without_room_.erase(flow.federate);
    retry_waiting_call();
  }
  return {};
}

// The call in progress finds out again whether it has to wait.
void FlowControl::restate() {
  if (!TRIAD_DEFECT(hold_outlives_its_switch)) members_without_room_ = {};
  if (context_.callbacks.holds_senders) context_.send_to_rtig(wire::FlowControl{self_, true});
  if (waiting_to_send_) context_.send_to_rtig(wire::SenderWaiting{true});
  retry_waiting_call();
}

void FlowControl::remove_federate(FederateHandle federate) {
  if (!members_without_room_.contains(federate)) return;
  members_without_room_.erase(federate);
  retry_waiting_call();
}

}  // namespace triad::rtia
