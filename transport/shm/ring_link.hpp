// RingLink: a link over two rings in memory that both ends map. Used by the shm backend, between
// processes, and by the memory backend, within one. It makes no system call while the peer is awake
// and there is room.
#pragma once

#include <cstdint>
#include <memory>

#include "transport/posix/unique_fd.hpp"
#include "transport/shm/descriptor_channel.hpp"
#include "transport/shm/ring.hpp"
#include "transport/shm/segment.hpp"
#include "transport/stream/stream_link.hpp"

namespace triad::transport {

struct RingSockets {
  UniqueFd bell;      // wakes the peer, and is rung by it (posix/bell.hpp)
  UniqueFd lifeline;  // socket of DescriptorChannel; invalid within one process
};

enum class RingSide { creator, opener };

class RingLink final : public StreamLink, public LinkBell {
 public:
  static Result<std::unique_ptr<Link>> create(std::shared_ptr<Segment> segment, RingSide side,
                                              RingSockets sockets, std::string peer,
                                              const LinkOptions& options);
  ~RingLink() override;

  void flush() override;
  [[nodiscard]] bool is_poll_cheap() const override { return true; }
  [[nodiscard]] std::size_t awake_others_count() const override { return kUnknownCount; }
  [[nodiscard]] int descriptor() const override;
  // Returns false: the reader also rings the bell when it has made room, so writability is not
  // polled.
  [[nodiscard]] bool wants_write() const override { return false; }
  [[nodiscard]] bool prepare_wait() override;
  void finish_wait() override;
  void finish_wait(bool first_ready, bool second_ready) override;
  void set_muted(bool muted) override;
  [[nodiscard]] bool has_pending_input() override;

 private:
  RingLink(std::shared_ptr<Segment> segment, RingSide side, RingSockets sockets, UniqueFd poll,
           std::string peer, const LinkOptions& options);
  Fill fill() override;
  std::size_t unread_bytes() override { return reader_.available(); }
  void write(Bytes header, std::span<const Bytes> parts, std::size_t bytes) override;
  void release_resources() override;

  bool has_peer_gone();
  void write_part(Bytes part);
  void ring_if(Wake wake);

  const std::shared_ptr<Segment> segment_;
  RingWriter writer_;
  RingReader reader_;
  UniqueFd bell_;
  DescriptorChannel lifeline_;
  UniqueFd poll_;  // epoll of the bell and the lifeline; invalid without a lifeline
  std::int64_t check_lifeline_at_ms_ = 0;
  std::uint32_t looks_ = 0;  // at an empty ring
  bool must_check_lifeline_ = false;
  bool has_bell_hung_up_ = false;
  bool is_muted_ = false;
};

}  // namespace triad::transport
