// Flow control in the RTIG (docs/architecture.md, "Links and waiting"): a member that lags makes
// senders of data to it wait, told by FlowControl; its control calls pass all the same, because
// nobody stops reading.
#include "rtig/federation_execution.hpp"

namespace triad::rtig {

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::FlowControl& flow) {
  MemberSession& session = sessions_.at(by);
  session.held_by_rtia = flow.held;
  tell_if_held(by, session);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record&,
                                                   const wire::SenderWaiting& sender) {
  MemberSession& session = sessions_.at(by);
  session.waits_in_send = sender.waiting;
  tell_if_held(by, session);
  return {};
}

bool FederationExecution::on_backlog(FederateHandle federate, std::size_t bytes) {
  const RtigOptions& options = rtig_.options_;
  MemberSession& session = sessions_.at(federate);
  if (bytes > options.resign_bytes) return true;
  if (bytes > options.hold_bytes) session.held_by_rtig = true;
  if (bytes <= options.resume_bytes) session.held_by_rtig = false;
  tell_if_held(federate, session);
  return false;
}

// Whoever takes nothing in stops all who send to it: an end is set to that, whatever it says.
std::vector<LinkId> FederationExecution::overdue_holders() const {
  std::vector<LinkId> links;
  for (const auto& [federate, session] : sessions_) {
    const bool overdue =
        session.held && rtig_.now_ - session.held_since >= rtig_.options_.hold_patience;
    if (overdue) links.push_back(session.link);
  }
  return links;
}

void FederationExecution::tell_if_held(FederateHandle federate, MemberSession& session) {
  const bool held = (session.held_by_rtia || session.held_by_rtig) && !session.waits_in_send;
  if (held == session.held) return;
  session.held = held;
  session.held_since = rtig_.now_;
  for (const auto& [other, other_seat] : sessions_) {
    if (other != federate) delivery_.send_to(other, {}, wire::FlowControl{federate, held});
  }
}

}  // namespace triad::rtig
