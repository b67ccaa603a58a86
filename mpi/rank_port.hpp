// RankPort: the functions of MPI that the hub needs. This process is one of the ranks of a job,
// which send each other pieces of bounded length. Implemented over MPI by mpi_port.cpp, and by a
// test. Used by RankHub. The rules of link.hpp hold: one thread, nothing throws, and no call blocks
// unless its comment says so.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mpi/rank.hpp"
#include "transport/link.hpp"
#include "transport/transport_error.hpp"

namespace triad::mpi {

using transport::Error;
using transport::Result;

struct RankPiece {
  Rank from = 0;
  std::vector<std::byte> bytes;
};

class RankPort {
 public:
  // Longest piece. A longer one is an error of its sender.
  static constexpr std::size_t kPieceBytesMax = std::size_t{64} << 10;

  RankPort() = default;
  RankPort(const RankPort&) = delete;
  RankPort& operator=(const RankPort&) = delete;
  virtual ~RankPort() = default;

  [[nodiscard]] virtual Rank rank() const = 0;
  [[nodiscard]] virtual Rank ranks() const = 0;

  // Exchanges one word of at most kWordBytesMax bytes with all ranks. Returns the words by rank.
  // Blocks until all ranks have called it.
  static constexpr std::size_t kWordBytesMax = 128;
  [[nodiscard]] virtual Result<std::vector<std::string>> exchange(const std::string& own) = 0;

  // Sends a piece. Pieces from one rank to another arrive once and in order.
  virtual void send_piece(Rank to, std::vector<std::byte> piece) = 0;
  // Returns the next piece that has arrived, or nullopt. send() and receive() also advance pieces
  // in transit.
  [[nodiscard]] virtual std::optional<RankPiece> receive() = 0;
  // Return whether pieces to this rank, or from it, are in transit. They arrive only if receive()
  // is called again.
  [[nodiscard]] virtual bool is_receiving() const = 0;
  [[nodiscard]] virtual bool is_sending() const = 0;
  // Returns why nothing can be sent or received any more; empty if it can.
  [[nodiscard]] virtual const std::string& fault() const = 0;

  // Ends this rank in an orderly way. Blocks until all ranks have called it. No other call may
  // follow.
  virtual void finish() = 0;
  // Ends this process with a status other than 0, and with it all ranks.
  [[noreturn]] virtual void abort(int status) = 0;
};

}  // namespace triad::mpi
