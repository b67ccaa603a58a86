#include "rtig/sender_holds.hpp"

namespace triad::rtig {

Fault SenderHolds::on(FederateHandle by, const Record&, const wire::FlowControl& flow) {
  Hold& hold = holds_.at(by);
  hold.by_rtia = flow.held;
  tell_if_held(by, hold);
  return {};
}

Fault SenderHolds::on(FederateHandle by, const Record&, const wire::SenderWaiting& sender) {
  Hold& hold = holds_.at(by);
  hold.waits_in_send = sender.waiting;
  tell_if_held(by, hold);
  return {};
}

bool SenderHolds::on_backlog(FederateHandle federate, std::size_t bytes) {
  const RtigOptions& options = context_.options();
  Hold& hold = holds_.at(federate);
  if (bytes > options.resign_bytes) return true;
  if (bytes > options.hold_bytes) hold.by_rtig = true;
  if (bytes <= options.resume_bytes) hold.by_rtig = false;
  tell_if_held(federate, hold);
  return false;
}

// Whoever takes nothing in stops all who send to it: an end is set to that, whatever it says.
std::vector<LinkId> SenderHolds::overdue_holders() const {
  std::vector<LinkId> links;
  for (const auto& [federate, hold] : holds_) {
    const bool overdue =
        hold.held && context_.now() - hold.held_since >= context_.options().hold_patience;
    if (overdue) links.push_back(context_.sessions().at(federate).link);
  }
  return links;
}

void SenderHolds::tell_if_held(FederateHandle federate, Hold& hold) {
  const bool held = (hold.by_rtia || hold.by_rtig) && !hold.waits_in_send;
  if (held == hold.held) return;
  hold.held = held;
  hold.held_since = context_.now();
  for (const auto& [other, session] : context_.sessions()) {
    if (other != federate) context_.send_to(other, {}, wire::FlowControl{federate, held});
  }
}

void SenderHolds::tell_newcomer(FederateHandle newcomer) {
  for (const auto& [federate, hold] : holds_) {
    if (hold.held) context_.send_to(newcomer, {}, wire::FlowControl{federate, true});
  }
}

}  // namespace triad::rtig
