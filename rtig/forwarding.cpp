// Forwarding: members' records to others.
#include <utility>

#include "rtig/federation_execution.hpp"

namespace triad::rtig {

void FederationExecution::forward(const Record& record, FederateHandle to, bool& published) {
  const FederateHandle by = record.header.from();
  if (delivery_.read_directly(by, to)) return;
  const bool tso = (record.header.flags & wire::kTimeStamped) != 0;
  if (!delivery_.on_fabric(to)) {
    if (tso) ++sessions_.at(to).stamped_forwarded;
    delivery_.send_frame_by_link(to, record.frame);
  } else if (std::exchange(published, true)) {
    delivery_.wake(to);
  } else {
    delivery_.publish_of(to, record);
    if (tso && sessions_.contains(by)) in_flight_.stamped(by, record.header.position);
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
