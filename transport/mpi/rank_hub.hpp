// The links of one rank to others: hands each piece that comes to its link, and decides when to
// look for more (polling_pace.hpp). Links come into being by connect() at one end and by the
// listener at the other, and end with a word to the other end; a session's number tells what is
// left of an earlier one. Used by the router program, which has an EventLoop serve it; knows
// nothing of MPI but RankPort.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "transport/link.hpp"
#include "transport/listener.hpp"
#include "transport/mpi/polling_pace.hpp"
#include "transport/mpi/rank_port.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class RankLink;

// Wakes other ranks, which look for nothing that they are not told of.
class RankRinger {
 public:
  virtual ~RankRinger() = default;
  // Every rank that has a link to this one can ring here, and this one there.
  [[nodiscard]] virtual bool all_ring() const = 0;
  // So many pieces have been sent to it since the start: it looks until it has them.
  virtual void ring(Rank to, std::uint64_t sent) = 0;
};

class RankHub final : public std::enable_shared_from_this<RankHub> {
 public:
  // `accepted` are the ranks that may connect to this one.
  static Result<std::shared_ptr<RankHub>> create(std::shared_ptr<RankPort> port,
                                                 const std::vector<Rank>& accepted);

  // While there is none this rank looks again and again, and nobody is rung for. It is outlived by
  // the hub's last call but those of links that close.
  void set_ringer(RankRinger* ringer) { ringer_ = ringer; }

  // Open at once: what is sent waits until the other rank takes it.
  [[nodiscard]] std::unique_ptr<Link> connect(Rank to, const LinkOptions& options);
  // For those who connect. Once.
  [[nodiscard]] Result<std::unique_ptr<Listener>> listen(const LinkOptions& options);

  // For an EventLoop: what there is to wait for, and what it has to do then.
  [[nodiscard]] std::unique_ptr<Waitable> waitable();
  std::size_t serve(std::size_t pieces_max);

  // What others ring.
  void on_ring(Rank from, std::uint64_t sent);

  [[nodiscard]] const std::string& fault() const { return port_->fault(); }

  // --- For the links. What is sent goes off at once; the other rank looks for it when it is rung.
  void ring(Rank to);
  void send_data(Rank to, std::uint32_t session, std::vector<std::byte> piece);
  // Room for so much more.
  void send_taken(Rank to, std::uint32_t session, std::size_t bytes);
  void end_session(Rank with, std::uint32_t session);

  // A data piece as send_data() wants it: what comes before its bytes.
  static constexpr std::size_t kHeaderBytes = 5;
  static constexpr std::size_t kDataBytesMax = RankPort::kPieceBytesMax - kHeaderBytes;

 private:
  class Poll;
  class Incoming;
  enum class Kind : std::uint8_t { open = 1, data, taken, close };

  struct Other {
    bool connects = false;  // may connect to this one
    std::uint32_t session = 0;
    RankLink* link = nullptr;  // of that session
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t told = 0;  // that it has sent so many
  };

  RankHub(std::shared_ptr<RankPort> port, UniqueFd timer, UniqueFd accept_bell);
  Other* find(Rank rank);
  void send(Rank to, std::vector<std::byte> piece);
  void take(RankPiece& piece);
  void on_open(Rank from, std::uint32_t session);
  bool has_input();
  void prepare_wait();
  bool must_look() const;
  void arm(Duration after);

  const std::shared_ptr<RankPort> port_;
  RankRinger* ringer_ = nullptr;
  std::vector<Other> others_;  // by rank
  PollingPace pace_;
  const UniqueFd timer_;
  bool is_armed_ = false;
  std::optional<RankPiece> held_;  // has come and is not handed on

  const UniqueFd accept_bell_;
  std::optional<LinkOptions> accept_options_;          // once it listens
  std::map<Rank, std::unique_ptr<RankLink>> waiting_;  // to be accepted
};

}  // namespace triad::transport
