// What goes to clients behind one link to another router. Records of the same bytes that follow
// each other, for several clients, become one frame that names them in ascending order, so that the
// router there has it for all of them at once; nothing overtakes. Used by the host for each of its
// links to routers.
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
  // So much memory stays in use; what longer records took is given back.
  static constexpr std::size_t kKeptBytesMax = std::size_t{1} << 20;

  // Takes the two parts of a frame, which are views for the call only. Must not call its FanOut.
  using Send = std::function<void(wire::Bytes prefix, wire::Bytes record)>;

  explicit FanOut(Send send) : send_(std::move(send)) {}

  void add(ClientNumber client, wire::Bytes record);
  // For the router at the other end, behind all that was added.
  void add_for_router(wire::Bytes record);
  // Sends what is kept.
  void flush();

  bool empty() const { return clients_.empty(); }

 private:
  bool is_kept(wire::Bytes record) const;
  void send(std::span<const ClientNumber> clients, wire::Bytes record);

  const Send send_;
  std::vector<ClientNumber> clients_;  // who gets what is kept; none: nothing is
  wire::Buffer kept_;
  wire::Buffer prefix_;
};

}  // namespace triad::router
