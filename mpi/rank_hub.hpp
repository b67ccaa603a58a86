// RankHub: the links of one rank to other ranks. It passes each received piece to its link and
// decides when to look for more (polling_pace.hpp). A link begins with connect() at one end and
// accept() at the other, and ends with a message to the other end. Session numbers distinguish a
// link from an earlier one between the same ranks. Used by the router program, which has an
// EventLoop serve it. It uses MPI only through RankPort.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpi/polling_pace.hpp"
#include "mpi/rank_port.hpp"
#include "transport/link.hpp"
#include "transport/listener.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::mpi {

using transport::Link;
using transport::LinkOptions;
using transport::Listener;
using transport::UniqueFd;
using transport::Waitable;

class RankLink;

// Wakes other ranks, which look for pieces only after a ring.
class RankRinger {
 public:
  virtual ~RankRinger() = default;
  // Returns whether this rank and each rank with a link to it can ring each other.
  [[nodiscard]] virtual bool can_all_ring() const = 0;
  // Tells rank `to` that this rank has sent it `sent` pieces since the start. It looks until it has
  // received them.
  virtual void ring(Rank to, std::uint64_t sent) = 0;
};

class RankHub final : public std::enable_shared_from_this<RankHub> {
 public:
  // Makes a hub. Only the ranks in `accepted` may connect to this one.
  static Result<std::shared_ptr<RankHub>> create(std::shared_ptr<RankPort> port,
                                                 const std::vector<Rank>& accepted);

  // Sets the ringer, or removes it with null before it is destroyed. Without a ringer this rank
  // looks repeatedly and does not ring other ranks.
  void set_ringer(RankRinger* ringer) { ringer_ = ringer; }

  // Returns a link that is open at once: frames wait until the other rank accepts it.
  [[nodiscard]] std::unique_ptr<Link> connect(Rank to, const LinkOptions& options);
  // Returns the listener for ranks that connect. Call once.
  [[nodiscard]] Result<std::unique_ptr<Listener>> listen(const LinkOptions& options);

  // Serve the hub in an EventLoop: waitable() is for the loop, which calls serve() for it. serve()
  // passes on at most `pieces_max` pieces and returns their number.
  [[nodiscard]] std::unique_ptr<Waitable> waitable();
  std::size_t serve(std::size_t pieces_max);

  // Handles a ring of another rank (RankRinger::ring).
  void receive_ring(Rank from, std::uint64_t sent);

  [[nodiscard]] const std::string& fault() const { return port_->fault(); }

  // --- For the links. Pieces leave at once; the other rank looks for them when it is rung.
  // `session` is that of the link.
  void ring(Rank to);
  // Sends a data piece that begins with kHeaderBytes free bytes.
  void send_data(Rank to, std::uint32_t session, std::vector<std::byte> piece);
  // Tells the other end that it may send `bytes` more.
  void send_credit(Rank to, std::uint32_t session, std::size_t bytes);
  // Ends the session here and at the other end.
  void end_session(Rank with, std::uint32_t session);

  // Bytes that send_data() expects to be free at the front of a piece.
  static constexpr std::size_t kHeaderBytes = 5;
  static constexpr std::size_t kDataBytesMax = RankPort::kPieceBytesMax - kHeaderBytes;

 private:
  class Poll;
  class Incoming;
  enum class Kind : std::uint8_t { open = 1, data, credit, close };

  struct Peer {
    bool may_connect = false;  // it may connect to this rank
    std::uint32_t session = 0;
    RankLink* link = nullptr;  // link of that session
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t announced = 0;  // number of pieces that it has announced
  };

  RankHub(std::shared_ptr<RankPort> port, UniqueFd timer, UniqueFd accept_bell);
  Peer* find(Rank rank);
  void send_piece(Rank to, std::vector<std::byte> piece);
  void receive_piece(RankPiece& piece);
  void receive_open(Rank from, std::uint32_t session);
  bool has_input();
  void prepare_wait();
  bool must_poll() const;
  void set_timer(Duration after);

  const std::shared_ptr<RankPort> port_;
  RankRinger* ringer_ = nullptr;
  std::vector<Peer> peers_;  // by rank
  PollingPace pace_;
  const UniqueFd timer_;
  bool is_armed_ = false;
  std::optional<RankPiece> pending_piece_;  // received but not passed on

  const UniqueFd accept_bell_;
  std::optional<LinkOptions> accept_options_;          // set while it listens
  std::map<Rank, std::unique_ptr<RankLink>> waiting_;  // links to be accepted
};

}  // namespace triad::mpi
