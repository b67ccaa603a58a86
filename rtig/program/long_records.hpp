// Sends long records in pieces (wire/pieces.hpp), a part in each turn of the loop, so that other
// links are served between the parts. A newcomer, for example, receives the whole object model,
// which may be megabytes. Pure: Server calls send_next_parts() once a turn until empty().
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>

#include "rtig/gateway/rtig.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

class LongRecords {
 public:
  // Sends a piece to a link. The piece is valid during the call.
  using Send = std::function<void(LinkId to, wire::Bytes piece)>;

  explicit LongRecords(Send send) : send_(std::move(send)) {}

  // Begins to send a record that must be cut. Records sent to the link meanwhile wait at the
  // receiver, which restores the order. Sends the whole record at once if `whole`, or if it is a
  // record of the log, because routers on the way observe the order of log records. Returns true if
  // send_next_parts() has work.
  bool begin(LinkId to, wire::Bytes record, bool whole);
  // Sends each link the part of its first record that is due in this turn.
  void send_next_parts();
  bool empty() const { return remainders_.empty(); }
  // Sends all remaining pieces of the link, which is about to end or to serve another member.
  void send_rest(LinkId to);
  // Drops the remaining pieces of a link that has ended.
  void drop_rest(LinkId to) { remainders_.erase(to); }

 private:
  struct Remainder {
    wire::Buffer record;
    std::size_t sent = 0;
  };
  // Number of turns in which a record of any length is sent. Other records for the link wait at the
  // receiver meanwhile, so the number must be bounded.
  static constexpr std::size_t kTurns = 16;

  // Sends up to `bytes` bytes. Returns false if the record is complete.
  bool send_part(LinkId to, Remainder& left, std::size_t bytes);

  Send send_;
  std::map<LinkId, std::deque<Remainder>> remainders_;
};

}  // namespace triad::rtig
