// RankLink: a link between two ranks of an MPI job, a stream of frames cut into pieces. Each end
// sends only as much as the other end has announced room for. Made by RankHub.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpi/rank_hub.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/stream/memory_share.hpp"
#include "transport/stream/stream_link.hpp"

namespace triad::mpi {

using transport::Bytes;

class RankLink final : public transport::StreamLink {
 public:
  // Most bytes that one end may have in transit. Each piece counts for kPieceCost more than its
  // size, so that many small pieces do not take more memory.
  static constexpr std::size_t kWindowBytes = std::size_t{1} << 20;
  static constexpr std::size_t kPieceCost = 128;

  RankLink(std::shared_ptr<RankHub> hub, Rank other, std::uint32_t session,
           const LinkOptions& options);
  ~RankLink() override;

  void flush() override;
  [[nodiscard]] bool is_poll_cheap() const override { return true; }
  [[nodiscard]] int descriptor() const override { return bell_.get(); }
  [[nodiscard]] bool wants_write() const override { return false; }
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait() override;

  // --- From the hub
  // Takes a received piece, with its header.
  void receive_data(std::vector<std::byte> piece);
  // Records that the other end has taken `bytes`, and sends more.
  void receive_credit(std::size_t bytes);
  // Ends the link after the pieces that have arrived.
  void receive_end(Error::Code code, const std::string& text);

 private:
  Fill fill() override;
  std::size_t unread_bytes() override;
  void write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) override;
  void release_resources() override;
  bool send_pieces();
  void ring();
  void remove_first_piece();

  const std::shared_ptr<RankHub> hub_;
  const Rank other_;
  const std::uint32_t session_;
  UniqueFd bell_;  // for the loop: a piece has arrived
  bool is_rung_ = false;
  bool is_prepared_ = false;

  std::deque<std::vector<std::byte>> inbox_;
  std::size_t first_begin_ = RankHub::kHeaderBytes;  // offset in the first piece of inbox_
  std::size_t inbox_cost_ = 0;
  transport::MemoryShare inbox_share_;
  std::optional<Error> ended_;  // ended by the other end; takes effect after the pieces in inbox_
  std::size_t unreported_credit_ = 0;  // not yet reported to the other end
  std::size_t in_transit_ = 0;         // sent, and not yet taken by the other end
};

}  // namespace triad::mpi
