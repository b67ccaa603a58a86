// Output of an Ambassador. The host, the code that runs the Ambassador, implements it over a link,
// tests over memory. It is called only from within calls of the Ambassador, and must not call back
// into it. A fabric is memory that members on one machine share; a note there states a member's
// lower bound on its further time stamps.
#pragma once

#include <span>
#include <string_view>

#include "core/audience.hpp"
#include "records/time_note.hpp"
#include "wire/messages/stream_messages.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class Uplink {
 public:
  virtual ~Uplink() = default;

  // Sends one complete record, in consecutive parts. The first part has the whole header. The bytes
  // belong to the Ambassador and the federate, and are valid during the call.
  virtual void send_record(const core::Audience& audience, std::span<const wire::Bytes> parts) = 0;
  // Exchanges `memory` for the memory that begins with the record, so that a long record is not
  // copied. Valid only for the record that the host is passing to Ambassador::receive_record.
  // Returns false if the record must be copied.
  virtual bool exchange(wire::Bytes /*record*/, wire::Buffer& /*memory*/) { return false; }
  // Publishes a note, which replaces the last one. Only on a fabric. Readers handle it after all
  // records sent before it (records/time_note.hpp). `audience`: the members concerned.
  virtual void publish_note(const core::Audience& /*audience*/,
                            const records::TimeNote::Words& /*note*/) {}
  // Withdraws the note, before anything that is sent later.
  virtual void withdraw_note() {}
  // Records that the record sent last, at this position, is a message in time-stamp order. Only on
  // a fabric. All others can read the position before the next note.
  virtual void publish_tso_position(wire::Position /*position*/) {}
  // Returns the position of the last message in time-stamp order of each other member, as published
  // so far. Only on a fabric. Valid until the next call.
  virtual std::span<const wire::StreamPosition> last_tso_positions() { return {}; }
  // Wakes a member that may sleep although it must look at new records. Only on a fabric.
  virtual void wake(wire::FederateHandle /*federate*/) {}
  // Returns whether the host knows another router by which the member could continue.
  virtual bool can_move() const { return false; }
  // Writes a line to the log of the federate's process, for the federate's developers.
  virtual void log_line(std::string_view /*line*/) {}
};

}  // namespace triad::rtia
