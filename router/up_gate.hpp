// Holds requests to the RTIG until peers have received the data sent before them (peer_routes.hpp).
// Otherwise the effect of a request could reach a member behind a peer before that data. A record
// after a held record is held as well. Pure.
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
  // Data that peers have not received: number of the session, last number of its sequence.
  using Marks = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  struct Held {
    LinkId client;  // sender; zero: this router
    wire::Buffer prefix;
    wire::Buffer record;
    Marks unreceived;
  };

  // Returns true if a record after this data may be sent now. Otherwise the caller holds it.
  bool may_pass(const Marks& behind) const { return held_.empty() && behind.empty(); }
  void hold(LinkId client, wire::Bytes prefix, wire::Bytes record, Marks behind);

  // Removes each record that may leave now and calls pass(held). are_received(marks) says whether
  // peers have received that data.
  template <class AreReceived, class Pass>
  void release(AreReceived&& are_received, Pass&& pass) {
    while (!held_.empty() && are_received(held_.front().unreceived)) {
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
  // Removes the client's records. Records after them may be able to leave.
  void remove_client(LinkId client);

  std::size_t bytes() const { return bytes_; }

 private:
  std::deque<Held> held_;
  std::size_t bytes_ = 0;  // of records
};

}  // namespace triad::router
