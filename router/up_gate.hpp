// What a router does not send to the router above yet: the RTIG could answer it, or the log tell of
// it, to somebody behind a peer who has not received what was sent there before
// (peer_routes.hpp). What comes behind that waits, too. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "router/link_id.hpp"
#include "wire/codec.hpp"

namespace triad::router {

class UpGate {
 public:
  // Of what was sent to peers: in which session, and up to which number of its sequence.
  using Marks = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  struct Held {
    LinkId client;  // none: it is of this router itself
    wire::Buffer prefix;
    wire::Buffer record;
    Marks behind;
  };

  // Whether what comes behind these need not be held. `behind` has what was not received yet.
  bool may_pass(const Marks& behind) const { return held_.empty() && behind.empty(); }
  void hold(LinkId client, wire::Bytes prefix, wire::Bytes record, Marks behind);

  // pass(held) is called for each record that may leave now: if are_received(marks).
  template <class AreReceived, class Pass>
  void release(AreReceived&& are_received, Pass&& pass) {
    while (!held_.empty() && are_received(held_.front().behind)) {
      const Held next = std::move(held_.front());
      held_.pop_front();
      bytes_ -= next.record.size();
      pass(next);
    }
  }
  template <class Pass>
  void release_all(Pass&& pass) {
    release([](const Marks&) { return true; }, pass);
  }
  // What the client had sent is void. What came behind it may leave then.
  void forget(LinkId client);

  std::size_t bytes() const { return bytes_; }

 private:
  std::deque<Held> held_;
  std::size_t bytes_ = 0;  // of records
};

}  // namespace triad::router
