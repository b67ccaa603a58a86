// Flow control in the RTIA (docs/architecture.md, "Links and waiting"). It always reads on: what it
// holds back are its own sends of data to a federate that has no room, and what it asks for is that
// others hold theirs. A federate that itself waits in a send holds nobody.
#include "rtia/membership.hpp"

namespace triad::rtia {

// Best effort waits for nobody: what finds no room is dropped.
bool Membership::must_wait_for_room(const AttributeSet& reliable, const ObjectInstance& instance) {
  bool blocked = false;
  if (!flow_.held.empty() && !reliable.empty()) {
    for (const auto& interest : federation_.interest().of(instance.object_class)) {
      if (!flow_.held.contains(interest.federate)) continue;
      AttributeSet in_default = reliable;
      for (const auto& [region, attributes] : *instance.regions) {
        if (wire::creator_of(region) != self_) continue;
        in_default -= attributes;
        blocked = blocked || federation_.may_reach(interest, instance.object_class,
                                                   attributes & reliable, region);
      }
      blocked = blocked || interest.attributes.intersects(in_default);
    }
  }
  return wait_if(blocked);
}

bool Membership::must_wait_for_room(InteractionClassHandle interaction_class,
                                    wire::RegionHandle region) {
  bool blocked = false;
  if (!flow_.held.empty()) {
    for (const auto& interest : federation_.interest().of(interaction_class)) {
      const bool reached =
          !interest.by_region || federation_.reaches(interest.federate, interaction_class, region);
      blocked = blocked || (reached && flow_.held.contains(interest.federate));
    }
  }
  return wait_if(blocked);
}

bool Membership::wait_if(bool blocked) {
  if (blocked != flow_.waiting_to_send) {
    flow_.waiting_to_send = blocked;
    ambassador_.send({Audience::Who::rtig, {}}, wire::SenderWaiting{blocked});
  }
  if (blocked) ambassador_.wait_ = Ambassador::Wait::room;
  return blocked;
}

// The call is made again, and may have to wait again or be refused. Until it has ended the federate
// counts as waiting: to say otherwise for the moment in between would hold its own senders, who
// would say so in turn, and where all wait for each other nobody would ever go on.
void Membership::room_again() {
  if (ambassador_.wait_ != Ambassador::Wait::room) return;
  ambassador_.end_wait(std::nullopt, 0, true);
}

Fault Membership::handle(const Record&, const wire::FlowControl& flow) {
  if (flow.held) {
    flow_.held.insert(flow.federate);
  } else {
    flow_.held.erase(flow.federate);
    room_again();
  }
  return {};
}

// While senders are held, one more that may be lost takes the place of the oldest; so the queue
// does not grow by it, and the senders are let go again. What time management withholds has the
// same limit. False: it is itself dropped.
bool Membership::makes_room_for(Bytes lossy) {
  if (delivers_receive_order()) {
    return !callbacks_.holds_senders || callbacks_.queue.make_room(lossy.size());
  }
  return held_back_.bytes() <= ambassador_.options_.hold_bytes ||
         held_back_.make_room(lossy.size());
}

}  // namespace triad::rtia
