// What is asked of MPI: this process is one of the ranks of a job, which send each other pieces of
// bounded length. Implemented over MPI by mpi_port.cpp, and by a test. Used by RankHub; the rules
// of link.hpp hold: one thread, nothing blocks (but for what says so), nothing throws.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "transport/link.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

using Rank = int;

struct RankPiece {
  Rank from = 0;
  std::vector<std::byte> bytes;
};

class RankPort {
 public:
  // A longer piece is a fault of its sender.
  static constexpr std::size_t kPieceBytesMax = std::size_t{64} << 10;

  RankPort() = default;
  RankPort(const RankPort&) = delete;
  RankPort& operator=(const RankPort&) = delete;
  virtual ~RankPort() = default;

  [[nodiscard]] virtual Rank rank() const = 0;
  [[nodiscard]] virtual Rank ranks() const = 0;

  // What each rank says, at most kWordBytesMax. Blocks until all ranks have called it.
  static constexpr std::size_t kWordBytesMax = 128;
  [[nodiscard]] virtual Result<std::vector<std::string>> exchange(const std::string& own) = 0;

  // Pieces from one rank to another come in their order, each once.
  virtual void send(Rank to, std::vector<std::byte> piece) = 0;
  // The next piece that has come. Empty: none yet. Both get on with what is under way.
  [[nodiscard]] virtual std::optional<RankPiece> receive() = 0;
  // Pieces are under way that come to their end only if receive() is called again: to this rank,
  // or from it, for which nobody waits here.
  [[nodiscard]] virtual bool is_receiving() const = 0;
  [[nodiscard]] virtual bool is_sending() const = 0;
  // Why nothing can be sent or received any more; empty: it can.
  [[nodiscard]] virtual const std::string& fault() const = 0;

  // The orderly end of this rank: blocks until all ranks have called it. Nothing else is called
  // afterwards.
  virtual void finish() = 0;
  // Ends this process with this status, not 0, and with it all ranks.
  [[noreturn]] virtual void abort(int status) = 0;
};

}  // namespace triad::transport
