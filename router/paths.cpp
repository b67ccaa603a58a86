#include "router/paths.hpp"

#include <utility>

namespace triad::router {

void Paths::add(FederateHandle member, LinkId link, bool on_fabric, wire::Position position,
                LinkId via) {
  members_[member] = {.link = link, .via = via, .on_fabric = on_fabric};
  routers_.add_member(via);
  streams_.add_stream(member, on_fabric, on_fabric ? position : 0);
}

void Paths::remove(FederateHandle member) {
  const auto at = members_.find(member);
  if (at == members_.end()) return;
  routers_.remove_member(at->second.via);
  members_.erase(at);
  streams_.remove_stream(member);
}

void Paths::move(FederateHandle member, LinkId link, LinkId via) {
  Path& path = members_.at(member);
  routers_.remove_member(path.via);
  routers_.add_member(via);
  path.link = link;
  path.via = via;
}

std::map<FederateHandle, LinkId> Paths::remove_all() {
  std::map<FederateHandle, LinkId> links;
  for (const auto& [member, path] : members_) links[member] = path.link;
  members_.clear();
  routers_.clear();
  streams_.clear();
  return links;
}

bool Paths::reads_directly(FederateHandle by, FederateHandle to) const {
  if (is_fabric_empty()) return false;
  const auto writer = members_.find(by);
  return writer != members_.end() && writer->second.on_fabric && is_on_fabric(to);
}

void Paths::send_addressed(FederateHandle member, const Path& path, wire::Bytes frame) {
  addressed_.assign(frame.begin(), frame.end());
  wire::set_addressee(addressed_, member);
  outlets_.send_record(path.link, addressed_);
}

bool Paths::send_log(FederateHandle member, const Path& path, wire::Bytes frame, bool is_urgent) {
  if (addresses_each_ && path.via != LinkId{}) {
    send_addressed(member, path, frame);
    return false;
  }
  const Copy copy = take_copy(path);
  if (!copy.is_needed) {
    if (records_copies_ && !path.leaves) outlets_.record_copy(path.link, frame);
    return copy.is_last && !records_copies_;
  }
  is_urgent ? outlets_.send_record(path.link, frame) : outlets_.send_later(path.link, frame);
  return copy.is_last && !records_copies_;
}

void Paths::send_to_all(wire::Bytes frame) {
  begin_hops(frame);
  bool published = false;
  for (const auto& [member, path] : members_) {
    if (!path.on_fabric) {
      (void)send_log(member, path, frame);
    } else if (!std::exchange(published, true)) {
      publish_frame({}, frame);
    }
  }
}

void Paths::send_to_all_later(wire::Bytes frame, FederateHandle waiting) {
  begin_hops(frame);
  bool published = false;
  // First, so that the copy for its router is the urgent one.
  const Path* const first = find(waiting);
  if (first != nullptr && !first->on_fabric) send_log(waiting, *first, frame);
  for (const auto& [member, path] : members_) {
    if (!path.on_fabric) {
      if (member != waiting) send_log(member, path, frame, false);
    } else if (!std::exchange(published, true)) {
      publish_frame({}, frame);
    }
  }
}

void Paths::send_to(FederateHandle member, wire::Bytes frame) {
  const Path& path = members_.at(member);
  if (path.on_fabric) {
    publish_frame(member, frame);
  } else {
    outlets_.send_record(path.link, frame);
  }
}

void Paths::publish_frame(FederateHandle wakes, wire::Bytes frame) {
  publish_causal_dependencies(wakes);
  outlets_.publish(wakes, frame);
}

void Paths::publish_for_member(FederateHandle wakes, const Record& record) {
  publish_frame(wakes, record.frame);
  streams_.record_forwarded(record.header.from(), record.header.position);
}

// What stands in the Router's stream may follow from all that was read before it: a synchronization
// point from what each achiever had sent before, a bound from the messages that the promises speak
// for; what is forwarded, from what its sender had been sent before.
void Paths::publish_causal_dependencies(FederateHandle wakes) {
  const wire::CausalDependencies causal_dependencies = streams_.take_unstated_positions();
  if (causal_dependencies.handled.empty()) return;
  wire::RecordHeader header;
  header.position = log_position_;
  dependencies_out_.clear();
  wire::encode_record(header, causal_dependencies, dependencies_out_);
  outlets_.publish(wakes, dependencies_out_);
}

}  // namespace triad::router
