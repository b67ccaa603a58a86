// LbtsExchange: the LBTS as the RTIG tells it to a member that does not read the others' promises
// itself. The member requests the LBTS for a call or a flush, and states the LBTS that it waits
// for. If members read each other's promises in notes (time_notes.hpp), nothing is requested.
#pragma once

#include <optional>
#include <span>

#include "rtia/federate_time.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"

namespace triad::rtia {

class LbtsExchange : private ServiceGroup {
 public:
  LbtsExchange(MemberContext& context, FederateTime& time, const MessageDelivery& delivery)
      : ServiceGroup(context), time_(time), delivery_(delivery) {}

  Fault receive_record(const Record&, const wire::LbtsTold&);

  // --- Requests.

  // Requests the LBTS if needed. Returns the position of the request; empty: no request is needed.
  std::optional<wire::Position> request();
  // Requests the LBTS for the call in progress if needed. Returns true if the call must wait. It is
  // made again when the answer arrives.
  bool must_request_for_call();
  // Handles the answer to the request of the call in progress.
  void receive_answer();
  // Handles the acknowledgement of the record at that position.
  void receive_acceptance(wire::Position position);
  // Prepares for an advance: a flush needs the LBTS of the time when it begins.
  void begin_advance() { flush_knows_lbts_ = false; }
  // Requests the LBTS that a pending flush needs.
  void request_for_flush();
  // Lets the requests for a call or a flush be made again, because they or their answers may be
  // lost. Answers to the earlier requests have no effect.
  void repeat_requests();
  // Returns whether a pending flush has no known limit yet. Nothing may be decided or promised
  // then.
  bool is_flush_waiting() const { return flush_waits_for_.has_value(); }

  // --- The LBTS for which the member waits.

  // States the wait to the RTIG, if no report has stated it.
  void send_wait();
  // Returns the wait, for a report that is sent now, and records that the RTIG knows it.
  const LbtsWait& update_stated_wait();
  // Lets the wait be stated again, because the RTIG has forgotten it or it has ended.
  void forget_stated_wait() { stated_wait_ = {}; }

  // --- The others' bound.

  // Replaces all others' promises by this one bound; empty: unknown.
  void set_others_bound(const std::optional<core::TimeBound>& bound);
  // Handles a federate that has ceased to regulate or has left.
  void remove_regulator(FederateHandle federate);

 private:
  // Returns true if another member regulates, not counting `except`.
  bool other_regulates(FederateHandle except = {}) const;
  // Returns empty if there is no bound, or if one is malformed.
  std::optional<core::TimeBound> least_of(const std::optional<wire::TimeBound>& first,
                                          std::span<const wire::TimeBound> others) const;

  FederateTime& time_;
  const MessageDelivery& delivery_;

  LbtsWait stated_wait_;                           // as told to the RTIG
  std::optional<wire::Position> flush_waits_for_;  // position of the request for the flush's LBTS
  bool flush_knows_lbts_ = false;
  bool is_requesting_ = false;  // for the call in progress
  bool is_fresh_ = false;       // the answer has come; the call is made again
};

// Returns the audience for a record that only the RTIG's Router needs, which computes others' LBTS
// from it.
inline Audience to_reduction() {
  Audience audience;
  audience.is_outside_stream = true;
  return audience;
}

}  // namespace triad::rtia
