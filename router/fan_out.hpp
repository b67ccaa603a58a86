// Output to the clients behind one link to another router. Consecutive records with the same bytes
// for several clients become one frame that names the clients in ascending order, so that the
// router there handles it once. Records are never reordered. Used by the host, the program of a
// router, for each of its links to routers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "router/link_frame.hpp"

namespace triad::router {

class FanOut {
 public:
  // Bytes of memory kept for reuse. Memory of longer records is released.
  static constexpr std::size_t kKeptBytesMax = std::size_t{1} << 20;

  // Sends the two parts of a frame, valid during the call. Must not call its FanOut.
  using Send = std::function<void(wire::Bytes prefix, wire::Bytes record)>;

  explicit FanOut(Send send) : send_(std::move(send)) {}

  // Keeps the record for the client. A different kept record is sent first.
  void add(ClientNumber client, wire::Bytes record);
  // Sends a record for the router at the other end, after all that was added.
  void add_for_router(wire::Bytes record);
  // Sends the kept record.
  void flush();

  bool empty() const { return clients_.empty(); }

 private:
  // Returns true if the record equals the kept one, so that both can leave in one frame.
  bool is_kept(wire::Bytes record) const;
  void send_record(std::span<const ClientNumber> clients, wire::Bytes record);

  const Send send_;
  std::vector<ClientNumber> clients_;  // receivers of the kept record; empty: none is kept
  wire::Buffer kept_;
  wire::Buffer prefix_;
};

}  // namespace triad::router
