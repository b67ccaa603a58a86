// What the RTIG sends by pieces (wire/pieces.hpp), a part in each turn of the loop, so that others
// are served between them: a federate that joins is told the whole object model, which may be
// megabytes. Pure: the host calls go_on() once a turn while there is something.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>

#include "rtig/rtig.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

class LongRecords {
 public:
  // A piece for a link; valid during the call.
  using Send = std::function<void(LinkId to, wire::Bytes piece)>;

  explicit LongRecords(Send send) : send_(std::move(send)) {}

  // A record that is to be cut. What is sent to the link meanwhile waits at its other end, so the
  // order is kept. At once if `whole`, or if it is a record of the log, whose place among those is
  // looked at on its way. Whether something is left for go_on().
  bool begin(LinkId to, wire::Bytes record, bool whole);
  // A turn's part of what each link has yet to be sent.
  void go_on();
  bool empty() const { return left_.empty(); }
  // All that the link has yet to be sent, as it is about to end or to be another member's.
  void end(LinkId to);
  // It has ended.
  void forget(LinkId to) { left_.erase(to); }

 private:
  struct Left {
    wire::Buffer record;
    std::size_t sent = 0;
  };
  // So many turns take the whole of it, however long it is: what comes between is kept at the other
  // end, and must not grow without bound.
  static constexpr std::size_t kTurns = 16;

  // False: nothing of it is left.
  bool send_part(LinkId to, Left& left, std::size_t bytes);

  Send send_;
  std::map<LinkId, std::deque<Left>> left_;
};

}  // namespace triad::rtig
