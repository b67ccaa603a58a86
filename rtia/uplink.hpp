// Where an Ambassador puts the records that it wants sent. The host implements it over a link;
// tests over memory. Called only from within calls of the Ambassador; must not call back into it.
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

  // One complete record, in parts one behind the other of which the first has all of the header.
  // The bytes are the Ambassador's and the federate's, and valid during the call.
  virtual void send(const core::Audience& audience, std::span<const wire::Bytes> parts) = 0;
  // For a long record that the host is giving to Ambassador::on_record: hands over the memory that
  // it begins, in exchange for other, so that it need not be copied. False: it has to be.
  virtual bool exchange(wire::Bytes /*record*/, wire::Buffer& /*memory*/) { return false; }
  // On a fabric: takes the place of what was noted before, and counts for who has read what was
  // sent before (records/time_note.hpp); `audience` says whom it concerns.
  virtual void note(const core::Audience& /*audience*/, const records::TimeNote::Words& /*note*/) {}
  // There is no note any more, before anything that is sent later.
  virtual void take_note_back() {}
  // On a fabric: records that the record sent last, at this position, is a message in time-stamp
  // order. All others can read the position before the next note.
  virtual void sent_in_order(wire::Position /*position*/) {}
  // On a fabric: returns the last message in time-stamp order of each other member, as it says by
  // now. Valid until the next call.
  virtual std::span<const wire::StreamPosition> last_in_order() { return {}; }
  // On a fabric: it may sleep over what was written, and is to look at it.
  virtual void wake(wire::FederateHandle /*federate*/) {}
  // Whether the host knows another way to the RTIG, by which the member could go on.
  virtual bool can_move() const { return false; }
  // A line for the log of the federate's process, for those who wrote the federate.
  virtual void tell(std::string_view /*line*/) {}
};

}  // namespace triad::rtia
