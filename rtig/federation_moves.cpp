// Members that move to other routers while their federation goes on: what becomes of their seats,
// and what waits until all go on. When that is done MoveAuthority decides.
#include <algorithm>
#include <utility>

#include "rtig/federation_execution.hpp"
#include "wire/harmless_text.hpp"
#include "wire/print.hpp"

namespace triad::rtig {

// From here on what concerns it is kept for its return. Its router, and its peers, are told as of
// one that has resigned: all that it had sent has come, and all that it was sent.
void FederationExecution::vacate(FederateHandle federate) {
  const LinkId link = context_.session(federate).link;
  context_.delivery().keep(link);
  move(federate, link, {});
  // A router that knew whose promise the least is would go by the next one without that member.
  if (context_.federation().member(federate)->regulating) context_.router().promises().withhold();
  context_.host().resign(link, context_.delivery().log_position());
  context_.vacate(link);
}

// As a newcomer enters, but that it knows the federation, and the federation knows it.
void FederationExecution::take_up(FederateHandle federate, LinkId link, std::uint64_t pause) {
  Delivery& delivery = context_.delivery();
  const LinkId before = context_.session(federate).link;
  context_.host().admit(link, {name(), federate, 0});
  for (const wire::Buffer& record : delivery.take_kept(before)) {
    TRIAD_IN_TRIAL(if (router::is_addressed_when_kept()) {
      delivery.send_addressed(federate, link, record);
      continue;
    })
    delivery.send_again(link, record);
  }
  context_.take_up(federate, link);
  delivery.send_by_link(link, federate, {}, wire::MemberReturned{pause, context_.rules(federate)});
  move(federate, link, context_.host().router_of(link));
  context_.log(context_.named(federate) + " of federation " + wire::quoted(name()) +
               " goes on over " + context_.peer(federate).transport);
}

void FederationExecution::move(FederateHandle federate, LinkId link, LinkId via) {
  const bool regulates = context_.federation().member(federate)->regulating;
  context_.router().move(federate, link, via, regulates);
  time_.reduce_promises_if_due();
}

void FederationExecution::give_up(FederateHandle federate, const std::string& reason) {
  if (!context_.is_member(federate)) return;
  if (moves_.is_away(federate)) {
    give_up_seat(federate, reason);
  } else {
    context_.expel(context_.session(federate).link, reason);
  }
}

void FederationExecution::give_up_seat(FederateHandle federate, const std::string& reason) {
  give_up_seat(federate, context_.options().lost_action, reason);
}

void FederationExecution::give_up_seat(FederateHandle federate, wire::ResignAction action,
                                       const std::string& reason) {
  const std::string who = context_.named(federate);
  resign(federate, action, true, reason, {});
  context_.log("lost " + who + " of federation " + wire::quoted(name()) + ": it " + reason +
               "; resigned it with " + wire::print_name(action));
}

// --- What waits until all go on.

bool FederationExecution::postpone(LinkId link, wire::Bytes request) {
  if (std::ranges::find(postponed_, link, &Postponed::value_type::first) != postponed_.end()) {
    return false;
  }
  postponed_.emplace_back(link, wire::Buffer(request.begin(), request.end()));
  return true;
}

FederationExecution::Postponed FederationExecution::take_postponed() {
  return moves_.pauses() ? Postponed() : take_all_postponed();
}

// It would announce by the links of those who move what they could not take to their new ones. One
// of each member waits; a request that is none is a fault now.
bool FederationExecution::postpone_restore(FederateHandle by, const Record& record) {
  if (record.header.message_kind() != wire::Kind::RequestFederationRestore || !moves_.pauses()) {
    return false;
  }
  const auto request = wire::decode<wire::RequestFederationRestore>(record.payload);
  if (!request || wire::refused_name(*request)) return false;
  using Waiting = decltype(postponed_restores_)::value_type;
  if (std::ranges::find(postponed_restores_, by, &Waiting::first) == postponed_restores_.end()) {
    postponed_restores_.emplace_back(by, wire::Buffer(record.frame.begin(), record.frame.end()));
  } else {
    context_.send_to(by, record.header,
                     wire::RequestFederationRestoreFailed{
                         request->label,
                         "a restore that this federate has asked for waits for members that move "
                         "to other routers"});
  }
  return true;
}

void FederationExecution::restore_postponed() {
  if (moves_.pauses()) return;
  for (const auto& [by, frame] : std::exchange(postponed_restores_, {})) {
    if (!context_.is_member(by)) continue;
    const auto record = wire::parse_record(frame);
    (void)saves_.on(by, *record, *wire::decode<wire::RequestFederationRestore>(record->payload));
  }
}

}  // namespace triad::rtig
