// Moves of members to other routers: their seats, and requests that wait until the pause is over.
// MoveAuthority decides when a pause begins and ends.
#include <algorithm>
#include <utility>

#include "rtig/authority.hpp"
#include "wire/harmless_text.hpp"
#include "wire/print.hpp"

namespace triad::rtig {

void Authority::apply_input(const input::Returning& returning) {
  const Fault fault = moves_.readmit_member(returning.guest, returning.origin, returning.returned);
  if (fault) writer_.expel(returning.guest, *fault);
}

void Authority::vacate(FederateHandle federate) {
  writer_.add(output::Vacate{federate, context_.federation().member(federate)->regulating});
}

// A moved member enters in the same steps as a newcomer, but member and federation know each other
// already.
void Authority::continue_member(FederateHandle federate, GuestId guest, const Origin& origin,
                                std::uint64_t pause) {
  members_.continue_at(federate, origin, context_.rules().rights_at(origin));
  const wire::MemberReturned returned{pause, context_.rules().rules_for(members_.at(federate))};
  writer_.add(output::TakeUp{federate, guest, context_.federation().member(federate)->regulating,
                             writer_.encode(federate, {}, returned)});
  writer_.log(federate_text(federate) + " of federation " + wire::quoted(name()) +
              " continues over " + origin.transport);
}

void Authority::resign_moving_member(FederateHandle federate, const std::string& reason) {
  if (!members_.contains(federate)) return;
  if (moves_.is_away(federate)) {
    resign_lost_member(federate, context_.options().lost_action, reason);
  } else {
    writer_.expel(federate, reason);
  }
}

// A restore announced during a move would be lost on the old links of moving members, so requests
// to restore wait. One request of each member waits. A malformed request does not wait, because it
// is a fault.
bool Authority::postpone_restore(FederateHandle by, const Record& record) {
  if (!moves_.is_paused()) return false;
  const auto request = wire::decode<wire::RequestFederationRestore>(record.payload);
  if (!request || wire::name_refusal(*request)) return false;
  using Waiting = decltype(postponed_restores_)::value_type;
  if (std::ranges::find(postponed_restores_, by, &Waiting::first) == postponed_restores_.end()) {
    postponed_restores_.emplace_back(by, wire::Buffer(record.frame.begin(), record.frame.end()));
  } else {
    writer_.send_to(by, record.header,
                    wire::RequestFederationRestoreFailed{
                        request->label,
                        "a restore that this federate has asked for waits for members that move "
                        "to other routers"});
  }
  return true;
}

void Authority::restore_postponed() {
  if (moves_.is_paused()) return;
  for (const auto& [by, frame] : std::exchange(postponed_restores_, {})) {
    if (!members_.contains(by)) continue;
    const auto record = wire::parse_record(frame);
    (void)saves_.receive_from_member(
        by, *record, *wire::decode<wire::RequestFederationRestore>(record->payload));
  }
}

}  // namespace triad::rtig
