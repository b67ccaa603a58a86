// Shared memory, as the RTIG has it: members that share it read each other's records and the RTIG's
// own stream. In that stream they find what other members send as well, which the RTIG forwards
// there once for all of them, behind what its senders may have received (docs/shm-fabric.md).
#include <utility>

#include "rtig/federation_execution.hpp"

namespace triad::rtig {

// `to` alone is woken, or all.
void FederationExecution::publish(FederateHandle to, wire::Bytes frame) {
  if (mixed()) tell_causal_dependencies(to);
  rtig_.downlinks_.publish(fabric_, to, frame);
}

// Of a member that does not share memory.
void FederationExecution::publish_of(FederateHandle by, FederateHandle to, const Record& record) {
  publish(to, record.frame);
  const auto session = sessions_.find(by);
  if (session == sessions_.end()) return;
  session->second.published = record.header.position;
  if ((record.header.flags & wire::kTimeStamped) != 0) {
    in_flight_.stamped(by, record.header.position);
  }
}

// A member at a link may have been sent all that has been read here of those who share memory, and
// what it sends now follows from that.
void FederationExecution::tell_causal_dependencies(FederateHandle to) {
  wire::CausalDependencies causal_dependencies;
  for (auto& [federate, session] : sessions_) {
    if (!session.direct || session.position == session.published) continue;
    session.published = session.position;
    causal_dependencies.handled.push_back({federate, session.position});
  }
  if (causal_dependencies.handled.empty()) return;
  wire::RecordHeader header;
  header.position = log_position_;
  causes_out_.clear();
  wire::encode_record(header, causal_dependencies, causes_out_);
  rtig_.downlinks_.publish(fabric_, to, causes_out_);
}

void FederationExecution::send_frame(wire::Bytes frame, FederateHandle except) {
  bool published = false;
  for (const auto& [federate, session] : sessions_) {
    if (federate == except) continue;
    if (!session.direct) {
      rtig_.downlinks_.send(session.link, frame);
    } else if (!std::exchange(published, true)) {
      publish({}, frame);
    }
  }
}

void FederationExecution::send_frame_to(FederateHandle federate, wire::Bytes frame) {
  const MemberSession& session = sessions_.at(federate);
  if (session.direct) {
    publish(federate, frame);
  } else {
    rtig_.downlinks_.send(session.link, frame);
  }
}

// Neighbours in shared memory have read each other's records themselves.
bool FederationExecution::read_directly(FederateHandle by, FederateHandle to) const {
  const auto writer = sessions_.find(by);
  return writer != sessions_.end() && writer->second.direct && sessions_.at(to).direct;
}

void FederationExecution::forward(const Record& record, FederateHandle to, bool& published) {
  if (read_directly(record.header.from(), to)) return;
  MemberSession& session = sessions_.at(to);
  if (!session.direct) {
    if ((record.header.flags & wire::kTimeStamped) != 0) ++session.stamped_forwarded;
    rtig_.downlinks_.send(session.link, record.frame);
  } else if (std::exchange(published, true)) {
    rtig_.downlinks_.remind(fabric_, to);
  } else {
    publish_of(record.header.from(), to, record);
  }
}

void FederationExecution::forward(const Record& record, FederateHandle to) {
  bool published = false;
  forward(record, to, published);
}

void FederationExecution::forward_to_others(const Record& record) {
  bool published = false;
  for (const auto& [federate, session] : sessions_) {
    if (federate != record.header.from()) forward(record, federate, published);
  }
}

}  // namespace triad::rtig
