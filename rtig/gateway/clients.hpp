// Interface between the RTIG and its federations: the RTIG's clients by their links, and values
// that are shared by all federations. Rtig implements it; FederationExecution calls it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "router/fabric_id.hpp"
#include "router/link_id.hpp"
#include "rtig/event_history.hpp"
#include "rtig/guest.hpp"
#include "wire/handles.hpp"
#include "wire/message_list.hpp"

namespace triad::rtig {

using router::FabricId;
using router::LinkId;
using wire::FederateHandle;

class FederationExecution;

// Convert between a client's link and its number at the front desk and at the authorities.
constexpr GuestId guest_at(LinkId link) {
  return {link.value};
}
constexpr LinkId link_of(GuestId guest) {
  return {guest.value};
}

class Clients {
 public:
  virtual ~Clients() = default;

  // Returns the number of bytes queued for the client.
  virtual std::size_t backlog(LinkId link) const = 0;
  // Returns the time of the last record from the client.
  virtual std::chrono::milliseconds last_record_at(LinkId link) const = 0;
  // Return numbers that are unique among all federations: of a question to routers, of a save that
  // the program writes, of a shared memory.
  virtual std::uint64_t new_number() = 0;
  virtual std::uint64_t new_save_ticket() = 0;
  virtual FabricId new_fabric() = 0;
  // Returns the events of all federations.
  virtual EventHistory& event_history() = 0;
  // Returns the sum of the bytes that all federations hold for saves (HeldBytes). The sum outlives
  // the federations.
  virtual std::uint64_t& save_bytes_total() = 0;

  // Record that the link's client has become a member, or has resigned.
  virtual void record_join(LinkId link, FederationExecution& federation,
                           FederateHandle federate) = 0;
  virtual void record_resignation(LinkId link) = 0;
  // Tells the client the reason and ends its link. Ends its membership too if it is a member.
  virtual void expel(LinkId link, std::string_view reason) = 0;
  // Removes the client, which is no member any longer. Ends the link as well, with the reason, if
  // `disconnects`. Tells the client nothing.
  virtual void erase_client(LinkId link, std::string_view reason, bool disconnects) = 0;
  // Moves. vacate(): the member has left its link and will return by another. complete_move(): it
  // has returned. remove_vacated(): it has left the federation before that.
  virtual void vacate(LinkId link) = 0;
  // Does the same as vacate(), and ends the link for this reason.
  virtual void vacate_and_end(LinkId link, std::string_view reason) = 0;
  virtual void complete_move(LinkId from, LinkId to) = 0;
  virtual void remove_vacated(LinkId link) = 0;
  // Records that a member of the link's router failed to move, after a pause of this length.
  virtual void record_failed_move(LinkId link, std::chrono::milliseconds pause) = 0;
  // Returns the reason why the policy denies this request of the link's member, to save or to
  // restore its federation. Empty: it is allowed.
  virtual std::optional<std::string> member_denial(LinkId link, wire::Kind kind,
                                                   std::string_view federation) = 0;
  // --- Only while a federation is made again from its journal. Adds a client of the earlier
  // process under a new number, and sets the time at which that process handled the next input.
  virtual LinkId add_earlier_client() = 0;
  virtual void set_earlier_time(std::chrono::milliseconds now) = 0;
  // Updates Rtig::next_report(), because a federation's next_report() has changed.
  virtual void schedule_reports() = 0;
};

}  // namespace triad::rtig
