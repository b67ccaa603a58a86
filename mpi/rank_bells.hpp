// RankBells: TCP connections between the ranks of an MPI job, for tasks that MPI does not offer. A
// rank rings another rank after sending to it, and notices the end of other ranks. Every rank is
// connected to each rank to which it has a link. It is also connected to rank 0, so that all ranks
// learn of the end of any rank. Used by the router program.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mpi/rank_hub.hpp"
#include "mpi/rank_port.hpp"
#include "transport/event_loop.hpp"

namespace triad::mpi {

using transport::Bytes;
using transport::EventLoop;
using transport::LinkKey;

class RankBells final : public RankRinger, private transport::LinkHandler {
 public:
  struct Events {
    std::function<void(Rank from, std::uint64_t sent)> on_ring;
    // Reports that a rank has ended: in an orderly way, or without notice, as seen by this rank or
    // by another.
    std::function<void(Rank)> on_stopped;
    std::function<void(Rank, const std::string& reason)> on_lost;
  };

  // Connects to the other ranks. Blocks until all ranks have called it. `hosts` has the address of
  // each rank, `linked` the ranks to which this one has links.
  static Result<std::unique_ptr<RankBells>> open(EventLoop& loop, RankPort& port,
                                                 const std::vector<std::string>& hosts,
                                                 const std::vector<Rank>& linked, Events events);
  ~RankBells() override;

  [[nodiscard]] bool can_all_ring() const override;
  void ring(Rank to, std::uint64_t sent) override;
  // Tells the other ranks that this rank ends, in an orderly way or because rank `lost` is lost.
  void send_stopped();
  void send_lost(Rank lost);

 private:
  enum class MessageKind : std::uint8_t { hello = 1, ring, stopped, lost };

  struct Bell {
    Rank rank = 0;
    std::optional<LinkKey> link = {};  // none until connected
    bool has_ended = false;            // the rank has said that it ends, or is lost
  };

  RankBells(EventLoop& loop, Rank own, Events events);
  Result<void> connect(Rank to, const std::string& host, const std::string& word);
  void receive_frame(LinkKey link, Bytes frame) override;
  void process_closed_link(LinkKey link, const Error& reason) override;
  void accept(std::unique_ptr<Link> link);
  void receive_hello(LinkKey link, Bytes frame);
  void send_to_rank(const Bell& bell, MessageKind word, std::uint64_t count);
  Bell* find(Rank rank);
  Bell* find(LinkKey link);

  EventLoop& loop_;
  const Rank own_;
  const Events events_;
  std::string secret_;       // known to ranks that connect here, from the exchange over MPI
  std::vector<Bell> bells_;  // one for each rank that is to have a connection with this one
  // Connections that have not sent a hello yet.
  std::vector<LinkKey> unidentified_;
};

}  // namespace triad::mpi
