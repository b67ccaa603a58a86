// Flow control in the RTIG (docs/architecture.md, "Links and waiting"): a member that lags makes
// senders of data to it wait, told by FlowControl; its control calls pass all the same, because
// nobody stops reading.
#include "rtig/federation_execution.hpp"

namespace triad::rtig {

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FlowControl& flow) {
  Seat& seat = seats_.at(by);
  seat.held_by_rtia = flow.held;
  tell_if_held(by, seat);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::SenderWaiting& sender) {
  Seat& seat = seats_.at(by);
  seat.waits_in_send = sender.waiting;
  tell_if_held(by, seat);
  return {};
}

bool FederationExecution::on_backlog(FederateHandle federate, std::size_t bytes) {
  const RtigOptions& options = rtig_.options_;
  Seat& seat = seats_.at(federate);
  if (bytes > options.resign_bytes) return true;
  if (bytes > options.hold_bytes) seat.held_by_rtig = true;
  if (bytes <= options.resume_bytes) seat.held_by_rtig = false;
  tell_if_held(federate, seat);
  return false;
}

// Whoever takes nothing in stops all who send to it: an end is set to that, whatever it says.
std::vector<LinkId> FederationExecution::overdue_holders() const {
  std::vector<LinkId> links;
  for (const auto& [federate, seat] : seats_) {
    const bool overdue = seat.held && rtig_.now_ - seat.held_since >= rtig_.options_.hold_patience;
    if (overdue) links.push_back(seat.link);
  }
  return links;
}

void FederationExecution::tell_if_held(FederateHandle federate, Seat& seat) {
  const bool held = (seat.held_by_rtia || seat.held_by_rtig) && !seat.waits_in_send;
  if (held == seat.held) return;
  seat.held = held;
  seat.held_since = rtig_.now_;
  for (const auto& [other, other_seat] : seats_) {
    if (other != federate) send_to(other, {}, wire::FlowControl{federate, held});
  }
}

}  // namespace triad::rtig
