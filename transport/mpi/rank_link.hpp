// A link between two ranks of an MPI job: a stream of frames in pieces. Each end may have so much
// under way as the other end has room for, which tells when it has taken it. Made by RankHub.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "transport/mpi/rank_hub.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/stream/memory_share.hpp"
#include "transport/stream/stream_link.hpp"

namespace triad::transport {

class RankLink final : public StreamLink {
 public:
  // What one end may have sent that the other has not taken. Each piece counts for some more than
  // its bytes, so that small ones do not take more memory than that.
  static constexpr std::size_t kWindowBytes = std::size_t{1} << 20;
  static constexpr std::size_t kPieceCost = 128;

  RankLink(std::shared_ptr<RankHub> hub, Rank other, std::uint32_t session,
           const LinkOptions& options);
  ~RankLink() override;

  void flush() override;
  [[nodiscard]] bool look_is_cheap() const override { return true; }
  [[nodiscard]] int descriptor() const override { return bell_.get(); }
  [[nodiscard]] bool wants_write() const override { return false; }
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait() override;

  // --- From the hub.
  // With the header before its bytes.
  void on_data(std::vector<std::byte> piece);
  void on_taken(std::size_t bytes);
  void on_end(Error::Code code, const std::string& text);

 private:
  Fill fill() override;
  std::size_t unread_bytes() override;
  void write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) override;
  void shut() override;
  bool send_pieces();
  void ring();
  void drop_first();

  const std::shared_ptr<RankHub> hub_;
  const Rank other_;
  const std::uint32_t session_;
  UniqueFd bell_;  // for the loop: something has come
  bool is_rung_ = false;
  bool is_prepared_ = false;

  std::deque<std::vector<std::byte>> inbox_;
  std::size_t first_begin_ = RankHub::kHeaderBytes;  // in the first of the inbox
  std::size_t inbox_cost_ = 0;
  MemoryShare inbox_share_;
  std::optional<Error> ended_;  // by the other end: behind what is in the inbox
  std::size_t taken_ = 0;       // and not told
  std::size_t under_way_ = 0;   // of what was sent, what has not been taken
};

}  // namespace triad::transport
