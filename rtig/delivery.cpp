// Members that share memory read each other's records and the RTIG's own stream. In that stream
// they find what other members send as well, which the RTIG forwards there once for all of them,
// behind what its senders may have received (docs/shm-fabric.md).
#include "rtig/delivery.hpp"

#include <algorithm>

namespace triad::rtig {

void Delivery::add(FederateHandle federate, LinkId link, bool on_fabric, wire::Position position) {
  members_[federate] = {link, on_fabric};
  streams_.begin(federate, on_fabric, on_fabric ? position : 0);
}

Delivery::Departure Delivery::remove(FederateHandle federate) {
  const Path path = members_.at(federate);
  members_.erase(federate);
  streams_.end(federate);
  return {federate, path.link, path.on_fabric ? out_ : wire::Buffer{}};
}

void Delivery::complete(const Departure& departure) {
  if (departure.answer.empty()) return;
  downlinks_.send(departure.link, departure.answer);
  downlinks_.leave_fabric(fabric_, departure.federate);
}

std::map<FederateHandle, LinkId> Delivery::remove_all(FabricId next) {
  std::map<FederateHandle, LinkId> links;
  for (const auto& [federate, path] : members_) {
    links[federate] = path.link;
    if (path.on_fabric) downlinks_.leave_fabric(fabric_, federate);
  }
  downlinks_.end_fabric(fabric_);
  fabric_ = next;
  members_.clear();
  streams_.clear();
  return links;
}

void Delivery::continue_log_from(wire::Position position) {
  log_position_ = std::max(log_position_, position);
}

bool Delivery::read_directly(FederateHandle by, FederateHandle to) const {
  if (nobody_on_fabric()) return false;
  const auto writer = members_.find(by);
  return writer != members_.end() && writer->second.on_fabric && on_fabric(to);
}

void Delivery::send_frame(wire::Bytes frame, FederateHandle except) {
  bool published = false;
  for (const auto& [federate, path] : members_) {
    if (federate == except) continue;
    if (!path.on_fabric) {
      downlinks_.send(path.link, frame);
    } else if (!std::exchange(published, true)) {
      publish_frame({}, frame);
    }
  }
}

void Delivery::send_frame_to(FederateHandle federate, wire::Bytes frame) {
  const Path& path = members_.at(federate);
  if (path.on_fabric) {
    publish_frame(federate, frame);
  } else {
    downlinks_.send(path.link, frame);
  }
}

// One member alone is woken, or all.
void Delivery::publish_frame(FederateHandle wakes, wire::Bytes frame) {
  tell_causal_dependencies(wakes);
  downlinks_.publish(fabric_, wakes, frame);
}

// Of a member that does not share memory.
void Delivery::publish_of(FederateHandle wakes, const Record& record) {
  publish_frame(wakes, record.frame);
  streams_.note_forwarded(record.header.from(), record.header.position);
}

// What the RTIG says may follow from all that it has read: a synchronization point from what each
// achiever had sent before, an LBTS from the messages that the promises speak for; what it
// forwards, from what its sender had been sent before.
void Delivery::tell_causal_dependencies(FederateHandle wakes) {
  const wire::CausalDependencies causal_dependencies = streams_.take_untold();
  if (causal_dependencies.handled.empty()) return;
  wire::RecordHeader header;
  header.position = log_position_;
  dependencies_out_.clear();
  wire::encode_record(header, causal_dependencies, dependencies_out_);
  downlinks_.publish(fabric_, wakes, dependencies_out_);
}

}  // namespace triad::rtig
